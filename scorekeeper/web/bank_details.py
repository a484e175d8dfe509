"""Being paid by bank: giving one's account number, taking it back, the code beside a payment."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_moment
from scorekeeper.ledger.iban import grouped
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_settling import BankDetail
from scorekeeper.services import bank_details
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.gate import holds
from scorekeeper.web.own import own_member
from scorekeeper.web.own import require_own
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words

pages = Blueprint("bank_details", __name__, url_prefix="/c/<string(length=36):club_id>")


@pages.get("/members/<string(length=36):member_id>/bank")
@needs(Action.LOOK)
def show(club_id: str, member_id: str) -> str:
    require_own(club_id, member_id, Action.SEE_PURSE)
    told = bank_details.get_bank_detail(desk(), club_id=club_id, member_id=member_id)
    typed = {"holder": "", "iban": "", "bic": ""}
    if told is not None:
        typed = {"holder": told.holder, "iban": grouped(told.iban), "bic": told.bic}
    return _show(club_id, member_id, typed, {}, given=told is not None)


@pages.post("/members/<string(length=36):member_id>/bank")
@needs(Action.LOOK)
def save(club_id: str, member_id: str) -> Response | tuple[str, int]:
    require_own(club_id, member_id, Action.PURSE)
    try:
        form = read(BankDetail, request.form)
        do = form.pop("do")
        if do == "remove":
            bank_details.remove_bank_detail(desk(), club_id=club_id, member_id=member_id)
        else:
            bank_details.set_bank_detail(desk(), club_id=club_id, member_id=member_id, **form)
    except FormError as error:
        return _show(club_id, member_id, request.form.to_dict(), field_errors(error)), 422
    except ScorekeeperError as error:
        errors = {error.place or "iban": refusal(error)}
        return _show(club_id, member_id, request.form.to_dict(), errors), 422
    say("settling.bank.removed" if do == "remove" else "settling.rules.saved")
    return go("bank_details.show", club_id=club_id, member_id=member_id)


@pages.get("/n/<string(length=36):night_id>/pay/<string(length=36):transfer_id>")
@needs(Action.LOOK)
def pay(club_id: str, night_id: str, transfer_id: str) -> str:
    """Show the code of one payment to the two it concerns, and to who sees the purse."""
    if not may_pay_by_bank(club_id, transfer_id):
        raise NotFound
    told = bank_details.get_giro_code(desk(), club_id=club_id, transfer_id=transfer_id)
    t = words()
    return page(
        "web/giro.html",
        here="settlement",
        told=told,
        iban=grouped(told.iban),
        amount=format_cents(told.amount, t.lang),
        code=Markup(told.code),
        back=url_for("settlement.show", club_id=club_id, night_id=night_id),
    )


def may_pay_by_bank(club_id: str, transfer_id: str) -> bool:
    """Say whether this visitor may see where a payment goes."""
    if holds(Action.SEE_PURSE):
        return True
    own = own_member(club_id)
    told = bank_details.parties(desk(), club_id=club_id, transfer_id=transfer_id)
    return own is not None and own in told


def own_page(club_id: str) -> str:
    """Return where this visitor says how he wants to be paid, "" for who is no member."""
    own = own_member(club_id)
    return "" if own is None else url_for("bank_details.show", club_id=club_id, member_id=own)


def _show(
    club_id: str,
    member_id: str,
    typed: Mapping[str, Any],
    errors: Mapping[str, str],
    *,
    given: bool = False,
) -> str:
    everybody = members.list_members(desk(), club_id=club_id, include_inactive=True)
    member = next((one for one in everybody if one.id == member_id), None)
    if member is None:
        raise NotFound
    return page(
        "web/bank_detail.html",
        here="members",
        member=member,
        typed={"holder": "", "iban": "", "bic": "", **typed},
        errors=errors,
        given=given,
        may_write=holds(Action.PURSE) or own_member(club_id) == member_id,
        changes=_changes(club_id, member_id),
    )


def _changes(club_id: str, member_id: str) -> list[str]:
    """Return in words who wrote or deleted the bank details when, the last change first."""
    t, zone = words(), clubs.get_club(desk(), club_id=club_id).time_zone
    return [
        t(
            f"settling.bank.{one.kind}",
            who=one.who or t("web.somebody"),
            at=format_moment(one.at, t.lang, zone),
        )
        for one in bank_details.bank_changes(desk(), club_id=club_id, member_id=member_id)
    ]
