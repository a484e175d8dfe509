"""The end of a night: who pays whom, ticked off one by one, and the text for the group."""

from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.ledger.journal import PURSE
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Keyed
from scorekeeper.schemas.forms import Payment
from scorekeeper.schemas.forms import Proposal
from scorekeeper.schemas.forms import TakenBack
from scorekeeper.schemas.forms import read
from scorekeeper.services import bank_details
from scorekeeper.services import nights
from scorekeeper.services import settlement
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import MemberView
from scorekeeper.services.views import NightView
from scorekeeper.services.views import SettlementView
from scorekeeper.services.views import TransferView
from scorekeeper.web.bank_details import may_pay_by_bank
from scorekeeper.web.bank_details import own_page
from scorekeeper.web.gate import holds
from scorekeeper.web.ledger import night_links
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words

pages = Blueprint("settlement", __name__, url_prefix="/c/<string(length=36):club_id>/n")


@pages.get("/<string(length=36):night_id>/settlement")
@needs(Action.LOOK)
def show(club_id: str, night_id: str) -> str:
    return _show(club_id, night_id)


@pages.post("/<string(length=36):night_id>/close")
@needs(Action.HOST_NIGHT)
def close(club_id: str, night_id: str) -> Response:
    """Close the night and, where one may, propose at once who pays whom."""
    form = read(Keyed, request.form)
    try:
        nights.close_night(desk(), club_id=club_id, night_id=night_id, key=form["key"])
        if holds(Action.SETTLE):
            plan = form["key"] + "-plan"
            settlement.propose_settlement(
                desk(), club_id=club_id, night_id=night_id, mode="transfers", key=plan
            )
    except ScorekeeperError as error:
        say("web.said", said=refusal(error))
    return go("settlement.show", club_id=club_id, night_id=night_id)


@pages.post("/<string(length=36):night_id>/settlement")
@needs(Action.SETTLE)
def propose(club_id: str, night_id: str) -> Response:
    form = read(Proposal, request.form)
    try:
        settlement.propose_settlement(
            desk(),
            club_id=club_id,
            night_id=night_id,
            mode=form["mode"],
            cashier_id=form["cashier_id"] if form["mode"] == "cashier" else None,
            key=form["key"],
        )
    except ScorekeeperError as error:
        say("web.said", said=refusal(error))
    return go("settlement.show", club_id=club_id, night_id=night_id)


@pages.post("/<string(length=36):night_id>/pay")
@needs(Action.SETTLE)
def pay(club_id: str, night_id: str) -> Response | tuple[str, int]:
    """Tick a payment off, whole or in part."""
    try:
        form = read(Payment, request.form)
    except FormError as error:
        return _show(club_id, night_id, field_errors(error)), 422
    try:
        settlement.pay_transfer(
            desk(),
            club_id=club_id,
            transfer_id=form["transfer"],
            amount=form["amount"],
            place=form["place"] or None,
            key=form["key"],
        )
    except ScorekeeperError as error:
        return _show(club_id, night_id, {"amount": refusal(error)}), 422
    return go("settlement.show", club_id=club_id, night_id=night_id)


@pages.post("/<string(length=36):night_id>/unpay")
@needs(Action.SETTLE)
def unpay(club_id: str, night_id: str) -> Response:
    """Take a tick back: the money was not handed over after all."""
    form = read(TakenBack, request.form)
    try:
        settlement.unpay_transfer(
            desk(), club_id=club_id, transfer_id=form["transfer"], key=form["key"]
        )
    except ScorekeeperError as error:
        say("web.said", said=refusal(error))
    return go("settlement.show", club_id=club_id, night_id=night_id)


def _show(club_id: str, night_id: str, errors: dict[str, str] | None = None) -> str:
    t = words()
    night, balances, plan = settlement.how_it_stands(desk(), club_id=club_id, night_id=night_id)
    ranked = sorted(balances, key=lambda one: (-one[1], one[0].name))
    return page(
        "web/settlement.html",
        night=night,
        plan=plan,
        here="settlement",
        title=t("web.settlement.title"),
        sub=_night_words(night, t),
        links=night_links(club_id, night_id),
        tables=[
            (name, url_for("tables.show", club_id=club_id, table_id=table))
            for name, table in zip(night.table_names, night.table_ids, strict=True)
        ],
        standing=[
            {
                "name": member.name,
                "amount": format_amount(cents, t.lang, sign=True),
                "minus": cents < 0,
            }
            for member, cents in ranked
        ],
        transfers=[_transfer(transfer, t) for transfer in plan.transfers] if plan else [],
        by_bank=_by_bank(club_id, night_id) if plan else {},
        own_bank=own_page(club_id),
        paid_before=[_transfer(transfer, t) for transfer in plan.paid_before] if plan else [],
        people=[(member.id, member.name) for member, _ in ranked],
        coin=format_cents(night.coin, t.lang) if night.coin else "",
        rounded=[
            f"{name} {format_amount(cents, t.lang, sign=True)}"
            for name, cents in (plan.rounded if plan else ())
        ],
        share=share_text(night, ranked, plan, t),
        errors=errors or {},
        typed=request.form.get("transfer", ""),
        typed_amount=request.form.get("amount", ""),
        typed_place=request.form.get("place", ""),
        places=_places(plan, t),
        key=new_key(),
    )


def _places(plan: SettlementView | None, t: Translator) -> list[tuple[str, str]]:
    """Return where money of the purse may lie, where there is a choice."""
    found = plan.purse_places if plan else ()
    return [(one, t(f"settling.place.{one}")) for one in found] if len(found) > 1 else []


def _by_bank(club_id: str, night_id: str) -> dict[str, str]:
    """Return where the codes of those payments are that this visitor may make by bank."""
    return {
        one: url_for("bank_details.pay", club_id=club_id, night_id=night_id, transfer_id=one)
        for one in bank_details.payable(desk(), club_id=club_id, night_id=night_id)
        if may_pay_by_bank(club_id, one)
    }


def _night_words(night: NightView, t: Translator) -> str:
    day = format_date(night.date, t.lang)
    return f"{day}, {night.place}" if night.place else day


def _transfer(transfer: TransferView, t: Translator) -> dict[str, Any]:
    rest = transfer.amount - transfer.paid
    return {
        "id": transfer.id,
        "payer": transfer.payer,
        "payee": transfer.payee,
        "amount": format_cents(transfer.amount, t.lang),
        "rest": format_amount(rest, t.lang),
        "done": rest <= 0,
        "paid": format_cents(transfer.paid, t.lang) if transfer.paid else "",
        "still": format_cents(rest, t.lang),
        "of_purse": PURSE in (transfer.payer_id, transfer.payee_id),
    }


def share_text(
    night: NightView,
    ranked: list[tuple[MemberView, int]],
    plan: SettlementView | None,
    t: Translator,
) -> str:
    """Write the result for the group chat: who stands where, who pays whom."""
    lines = [t("web.share.head", night=night.number, day=_night_words(night, t)), ""]
    lines += [f"{member.name} {format_cents(cents, t.lang, sign=True)}" for member, cents in ranked]
    if plan and plan.stale:
        return "\n".join(lines)
    open_ones = [x for x in plan.transfers if x.amount > x.paid] if plan else []
    if open_ones:
        lines += ["", t("web.share.pays")]
        lines += [
            t(
                "web.share.line",
                payer=x.payer,
                payee=x.payee,
                amount=format_cents(x.amount - x.paid, t.lang),
            )
            for x in open_ones
        ]
    elif plan:
        carried = plan.mode == "carry"
        lines += ["", t("web.settlement.carried" if carried else "web.share.done")]
    return "\n".join(lines)
