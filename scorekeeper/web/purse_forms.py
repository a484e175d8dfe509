"""The treasurer's forms: each one books one thing and goes on to the page of what it booked."""

from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.schemas import forms_purse as forms
from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.services import cash_book
from scorekeeper.services import clubs
from scorekeeper.services import conditions
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.purse_views import BookingView
from scorekeeper.services.purse_views import ItemView
from scorekeeper.web.pages import club_day
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.purse_words import reopening
from scorekeeper.web.purse_words import say_below_zero
from scorekeeper.web.seen import as_seen
from scorekeeper.web.seen import changed_meanwhile
from scorekeeper.web.seen import mark

pages = Blueprint("purse_forms", __name__, url_prefix="/c/<string(length=36):club_id>/purse")

Told = dict[str, Any]

_NIGHTS = 12
_REMEMBERED = 100


def _charge(club_id: str, form: Told) -> BookingView:
    item, kind = form["item"], form["item"]
    if item not in ("", "fee", "fine"):
        found = purse_items.list_items(desk(), club_id=club_id)
        kind = next((one.kind for one in found if one.id == item), "fee")
    return purse.charge(
        desk(),
        club_id=club_id,
        kind=kind or "fee",
        member_ids=form["member"],
        item_id=None if item in ("", "fee", "fine") else item,
        amount=form["amount"],
        words=form["words"],
        night_id=form["night"] or None,
        day=form["day"],
        paid=None if form["paid"] == "later" else form["paid"],
        again=form["again"],
        key=form["key"],
    )[0]


def _enter(club_id: str, form: Told) -> BookingView:
    return purse.enter(desk(), club_id=club_id, **form)


def _pay(club_id: str, form: Told) -> BookingView:
    member, way = form.pop("member"), form.pop("way")
    return purse.member_pays(
        desk(), club_id=club_id, member_id=member, paid_out=way == "out", **form
    )


def _transfer(club_id: str, form: Told) -> BookingView:
    payer, payee = form.pop("payer"), form.pop("payee")
    return purse.member_transfer(desk(), club_id=club_id, payer_id=payer, payee_id=payee, **form)


def _move(club_id: str, form: Told) -> BookingView:
    return purse.move_money(desk(), club_id=club_id, **form)


def _host(club_id: str, form: Told) -> BookingView:
    to, member, night = form.pop("to"), form.pop("member"), form.pop("night")
    account = to == "account"
    return purse.pay_host(
        desk(),
        club_id=club_id,
        place=None if account else to,
        member_id=member if account else None,
        night_id=night or None,
        **form,
    )


def _open(club_id: str, form: Told) -> BookingView:
    bank = form["bank"] or 0
    return purse.open_books(
        desk(),
        club_id=club_id,
        cash=form["cash"] or 0,
        bank=-bank if form["overdrawn"] else bank,
        accounts=form["accounts"],
        day=form["day"],
        key=form["key"],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One form: what is read, in which order it asks, and what it books."""

    form: type[Form]
    fields: tuple[str, ...]
    work: Callable[[str, Told], BookingView]


SHEETS: Mapping[str, Sheet] = {
    "charge": Sheet(
        form=forms.Charged,
        fields=("item", "amount?", "words", "members", "paid", "night", "day", "again"),
        work=_charge,
    ),
    "enter": Sheet(
        form=forms.Entered,
        fields=("kind", "amount", "category", "words", "place", "voucher", "day"),
        work=_enter,
    ),
    "pay": Sheet(
        form=forms.MemberPaid,
        fields=("member", "way", "amount", "place", "words", "voucher", "day"),
        work=_pay,
    ),
    "transfer": Sheet(
        form=forms.Transferred, fields=("payer", "payee", "amount", "words", "day"), work=_transfer
    ),
    "move": Sheet(
        form=forms.MoneyMoved, fields=("to", "amount", "words", "voucher", "day"), work=_move
    ),
    "host": Sheet(
        form=forms.HostPaid,
        fields=("amount", "host_to", "member?", "night", "words", "voucher", "day"),
        work=_host,
    ),
    "opening": Sheet(
        form=forms.Opened, fields=("cash", "bank", "overdrawn", "accounts", "day"), work=_open
    ),
}
NAMES = ",".join(SHEETS)


@pages.get(f"/new/<any({NAMES}):sheet>")
@needs(Action.PURSE)
def show(club_id: str, sheet: str) -> str:
    return _show(club_id, sheet, {})


@pages.post(f"/new/<any({NAMES}):sheet>")
@needs(Action.PURSE)
def send(club_id: str, sheet: str) -> Response | tuple[str, int]:
    """Book what was typed; what cannot be read is asked for again with everything still there."""
    try:
        form = read(SHEETS[sheet].form, request.form)
        made = SHEETS[sheet].work(club_id, form)
    except FormError as error:
        return _show(club_id, sheet, field_errors(error)), 422
    except ScorekeeperError as error:
        wrong = {error.place or "key": refusal(error)}
        return _show(club_id, sheet, wrong, reopen=reopening(club_id, error)), 422
    say("purse.said.booked")
    say_below_zero(club_id, made)
    if sheet == "charge":  # which may have booked several
        return go("purse.index", club_id=club_id)
    return go("purse.booking", club_id=club_id, booking=made.entry)


@pages.get("/catalogue")
@needs(Action.SEE_PURSE)
def catalogue(club_id: str) -> str:
    return _catalogue(club_id)


@pages.post("/catalogue")
@needs(Action.PURSE)
def add_item(club_id: str) -> Response | tuple[str, int]:
    try:
        form = read(forms.NewItem, request.form)
        purse_items.add_item(desk(), club_id=club_id, **form)
    except FormError as error:
        return _catalogue(club_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        return _catalogue(club_id, errors={error.place or "name": refusal(error)}), 422
    return go("purse_forms.catalogue", club_id=club_id)


@pages.post("/catalogue/<string(length=36):item_id>")
@needs(Action.PURSE)
def change_item(club_id: str, item_id: str) -> Response | tuple[str, int]:
    """Change a fee or fine, take it out of use, or put it back."""
    try:
        form = read(forms.ChangedItem, request.form)
        change: dict[str, Any] = {"active": form["do"] == "revive"}
        held = desk()
        if form["do"] == "save":
            change = {"name": form["name"], "amount": form["amount"]}
            held = as_seen(conditions.item(club_id, item_id), _priced, "name")
        purse_items.change_item(held, club_id=club_id, item_id=item_id, **change)
    except FormError as error:
        return _catalogue(club_id, wrong=item_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        wrong = {error.place or "name": refusal(error)}
        if changed_meanwhile(error):
            return _catalogue(club_id, wrong=item_id, errors=wrong, anew=True), 409
        return _catalogue(club_id, wrong=item_id, errors=wrong), 422
    return go("purse_forms.catalogue", club_id=club_id)


def _priced(item: ItemView) -> tuple[str, int]:
    return item.name, item.amount


def _catalogue(
    club_id: str, *, wrong: str = "", errors: Told | None = None, anew: bool = False
) -> str:
    t = words()
    typed_in = "" if anew else wrong
    found = purse_items.list_items(desk(), club_id=club_id, include_inactive=True)
    return page(
        "web/purse_catalogue.html",
        here="purse",
        groups=[
            (
                t(f"purse.catalogue.{kind}"),
                [
                    (
                        *(one, format_cents(one.amount, t.lang), _plain(one.amount, t)),
                        mark(_priced(one), anew=one.id != typed_in),
                    )
                    for one in found
                    if one.kind == kind
                ],
            )
            for kind in ("fee", "fine")
        ],
        kinds=[(kind, t(f"purse.kind.{kind}")) for kind in ("fee", "fine")],
        wrong=wrong,
        typed_in=typed_in,
        errors=errors or {},
        typed=request.form,
        key=new_key(),
    )


def _plain(cents: int, t: Translator) -> str:
    whole, rest = divmod(cents, 100)
    return f"{whole}{',' if t.lang == 'de' else '.'}{rest:02}"


def _show(club_id: str, name: str, errors: dict[str, str], *, reopen: str = "") -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    # Lists come one by one, so that nothing ticked or typed is lost.
    typed: MultiDict[str, str] = request.form if request.method == "POST" else request.args
    asked = SHEETS[name].fields
    return page(
        "web/purse_form.html",
        here="purse",
        name=name,
        title=t(f"purse.form.{name}"),
        hint=t(f"purse.form.{name}.hint"),
        asked=asked,
        typed=typed,
        lists={one: typed.getlist(one) for one in ("member", "credit", "debt")},
        today=typed.get("day") or club_day(club.time_zone).isoformat(),
        errors=errors,
        wrong=_elsewhere(errors, asked),
        reopen=reopen,
        **_choices(club_id, asked, t),
        back=url_for("purse.index", club_id=club_id),
        key=new_key(),
    )


def _elsewhere(errors: dict[str, str], asked: tuple[str, ...]) -> str:
    """Say above the form what is wrong with something it has no field for."""
    shown = {one.rstrip("?") for one in asked} | {"member", "kind", "to"}
    return " ".join(said for field, said in errors.items() if field not in shown)


def _choices(club_id: str, asked: tuple[str, ...], t: Translator) -> Told:
    """Return what a form offers, read only where it asks for it."""
    found: Told = {
        "places": [(one, t(f"purse.{one}")) for one in ("cash", "bank")],
        "kinds": [(one, t(f"purse.kind.{one}")) for one in ("income", "expense")],
        "ways": [(one, t(f"purse.way.{one}")) for one in ("in", "out")],
        "tos": [(one, t(f"purse.to.{one}")) for one in ("bank", "cash")],
        "host_tos": [(one, t(f"purse.host_to.{one}")) for one in ("cash", "bank", "account")],
        "paids": [(one, t(f"purse.paid.{one}")) for one in ("later", "cash", "bank")],
    }
    if {"members", "member", "member?", "payer", "accounts"} & set(asked):
        people = members.list_members(desk(), club_id=club_id, include_inactive="member" in asked)
        found["people"] = [(one.id, one.name) for one in people]
    if "night" in asked:
        found["nights"] = [
            (
                one.id,
                t(
                    "purse.night_of",
                    number=one.number,
                    day=format_date(one.date, t.lang, short=True),
                ),
            )
            for one in nights.list_nights(desk(), club_id=club_id, limit=_NIGHTS)
        ]
    if "item" in asked:
        items = purse_items.list_items(desk(), club_id=club_id)
        found["items"] = [
            (one.id, f"{one.name} – {format_cents(one.amount, t.lang)}") for one in items
        ] + [(kind, t(f"purse.item.{kind}")) for kind in ("fee", "fine")]
    if "category" in asked:
        latest = cash_book.list_bookings(desk(), club_id=club_id, limit=_REMEMBERED)
        kinds = ("income", "expense")
        found["categories"] = sorted({one.category for one in latest if one.kind in kinds})
    return found
