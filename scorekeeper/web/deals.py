"""The entry of a deal: the sheet, the price before saving, the saving."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.sentences import deal_sentence
from scorekeeper.i18n.sentences import payment_sentences
from scorekeeper.schemas.deal_typed import typed_in
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import whole
from scorekeeper.schemas.forms_deal import deal_said
from scorekeeper.schemas.forms_deal import three_hander_said
from scorekeeper.services import deals
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import NightState
from scorekeeper.services.views import PreviewView
from scorekeeper.services.views import TableView
from scorekeeper.web.entry import Place
from scorekeeper.web.entry import dealer_typed
from scorekeeper.web.entry import defaults
from scorekeeper.web.entry import entry_of
from scorekeeper.web.entry import place_of
from scorekeeper.web.entry import place_of_seating
from scorekeeper.web.entry import reseated
from scorekeeper.web.money_rules import stake_lines
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import money
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.questions import finding_fields
from scorekeeper.web.questions import objects
from scorekeeper.web.questions import open_of
from scorekeeper.web.questions import open_questions
from scorekeeper.web.questions import shown_at_fields
from scorekeeper.web.rows import Told
from scorekeeper.web.tables import headings
from scorekeeper.web.tables import table_links

pages = Blueprint("deals", __name__, url_prefix="/c/<string(length=36):club_id>/t")


@pages.get("/<string(length=36):table_id>/deal")
@needs(Action.RECORD)
def sheet(club_id: str, table_id: str) -> str | Response:
    table = _table(club_id, table_id, deals=0)
    if not table.open or table.night.state is not NightState.OPEN:
        return go("tables.show", club_id=club_id, table_id=table_id)
    if not table.playable:
        say("web.form.people." + table.game)
        return go("tables.show", club_id=club_id, table_id=table_id)
    hint = words()("web.entry.start")
    return _sheet(table, typed=defaults(place_of(table)), missing=hint)


@pages.post("/<string(length=36):table_id>/deal")
@needs(Action.RECORD)
def save(club_id: str, table_id: str) -> Response | tuple[str, int]:
    # The whole table is read only where the sheet is shown again.
    if request.form.get("do") == "seats" or _reseated(club_id, table_id):
        return _with_players(_table(club_id, table_id, deals=0))
    try:
        said = _said(club_id, table_id)
    except FormError as error:
        return _again(_table(club_id, table_id), form=error)
    if request.form.get("do") == "check":
        return _again(_table(club_id, table_id), said=said, status=200)
    try:
        deals.record_deal(
            desk(),
            club_id=club_id,
            table_id=table_id,
            said=said,
            key=request.form.get("key", ""),
            expected_revision=whole(request.form.get("revision")),
            new_match=_new_match(),
        )
    except ScorekeeperError as error:
        return _again(_table(club_id, table_id), said=said, refused=error)
    return go("tables.show", club_id=club_id, table_id=table_id)


def _seated(club_id: str, table_id: str) -> Place:
    return place_of_seating(tables.get_seating(desk(), club_id=club_id, table_id=table_id))


def _reseated(club_id: str, table_id: str) -> bool:
    form = request.form
    if form.get("shown", "") == form.get("dealer", ""):
        return False
    return reseated(form, _seated(club_id, table_id))


def _with_players(table: TableView) -> tuple[str, int]:
    """Show the sheet with those who play when somebody else has dealt; nothing is judged."""
    typed = typed_in(request.form)
    key = request.form.get("key") or new_key()
    if request.form.get("do") == "seats":
        return _sheet(table, typed=typed, key=key, missing=words()("web.entry.start")), 200
    place = place_of(table)
    note = words()("web.entry.reseated", name=place.names[place.dealing(dealer_typed(typed))])
    return _sheet(table, typed=typed, key=key, refusal=[note]), 422


def _said(club_id: str, table_id: str) -> dict[str, Any]:
    """Read the sheet. Only Watten's must know who sits where: it speaks of sides."""
    if "declarer" in request.form or "play" in request.form:
        return three_hander_said(request.form)
    place = _seated(club_id, table_id)
    return deal_said(request.form, place.seating(request.form.get("dealer", "")))


@pages.post("/<string(length=36):table_id>/deal/preview")
@needs(Action.RECORD)
def preview(club_id: str, table_id: str) -> str:
    """Say the price of what is tapped so far; nothing is recorded."""
    table = _table(club_id, table_id, deals=0)
    try:
        said = deal_said(request.form, place_of(table).seating(request.form.get("dealer", "")))
    except FormError as error:
        return page("web/_price.html", price=None, missing=open_questions(error), wrong=())
    return page("web/_price.html", missing="", **_price(table, said))


def _table(club_id: str, table_id: str, deals: int = 1) -> TableView:
    return tables.get_table(desk(), club_id=club_id, table_id=table_id, deals=deals)


def _price(table: TableView, said: Mapping[str, Any]) -> dict[str, Any]:
    try:
        seen = _seen(table, said)
    except ScorekeeperError as error:
        return {"price": None, "wrong": [refusal(error)]}
    return price_of(seen, table.game)


def price_of(seen: PreviewView, game: str) -> dict[str, Any]:
    """Say what a deal would do: the deal in one line, then who pays whom."""
    errors = seen.report.get("errors") or ()
    if errors:
        return {"price": None, "wrong": [found["message"] for found in objects(errors)]}
    t = words()
    outcome = seen.report.get("result") or {}
    row = Told(game=game, record=seen.record, outcome=_mapping(outcome))
    misdeal = not seen.scored
    pays = [t("web.price.misdeal")] if misdeal else payment_sentences(seen.payments, t, money)
    if game == "watten" and not misdeal:
        pays = [_match_line(row.outcome), *(pays if seen.payments else ())]
    said = _sentence(deal_sentence(row, t))
    return {"price": {"said": said, "pays": pays, "stake": stake_lines(seen, t)}, "wrong": ()}


def without_limit(price: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return a price that does not say who loses more than was agreed."""
    return None if price is None else {**price, "stake": ()}


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:] + "."


def _match_line(outcome: Mapping[str, Any]) -> str:
    """Say how a Watten match stands: with four side against side, else everybody by himself."""
    match = outcome.get("match") or {}
    if not match:
        return words()("web.pay.nobody")
    side = outcome["side"]
    parts = [[name] for name in match]
    if len(match) == 4:
        parts = [[n for n in match if n in side], [n for n in match if n not in side]]
        parts.sort(key=lambda names: list(match).index(names[0]))
    stand = " : ".join(f"{' + '.join(names)} {match[names[0]]}" for names in parts)
    return words()("web.price.match", stand=stand)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _again(
    table: TableView,
    *,
    said: Mapping[str, Any] | None = None,
    form: FormError | None = None,
    refused: ScorekeeperError | None = None,
    status: int = 422,
) -> tuple[str, int]:
    """Show the sheet again with everything typed, and with what is wrong where it is wrong."""
    t = words()
    typed = typed_in(request.form)
    errors: dict[str, str] = {}
    context: dict[str, Any] = {}
    key = request.form.get("key") or new_key()
    if form is not None:
        errors = shown_at_fields(form)
        context["missing"] = open_questions(form)
    if said is not None:
        context |= _price(table, said)
    if refused is not None:
        if refused.code == ErrorCode.TABLE_CHANGED:
            context["news"] = _news(table)
            status = 409
        elif refused.code == ErrorCode.KEY_REUSED:
            key, status = new_key(), 409
            context["refusal"] = [t("web.entry.key_reused")]
        elif refused.code == ErrorCode.PARTNERS_CHANGED:
            errors["match"] = t("web.form.missing.match")
        elif refused.code == ErrorCode.DEAL_INVALID:
            found = finding_fields(_seen(table, said or {}).report.get("errors"))
            loose = found.pop("", "")
            errors |= found
            context["refusal"] = [loose] if loose else []
            context |= {"missing": open_of(found), "wrong": ()}
        else:
            context["refusal"] = [refusal(refused)]
            # What is said above is not said again beside the button.
            context |= {"price": without_limit(context.get("price")), "wrong": ()}
    return _sheet(table, typed=typed, errors=errors, key=key, **context), status


def _seen(table: TableView, said: Mapping[str, Any]) -> PreviewView:
    return deals.preview_deal(
        desk(), club_id=table.club.id, table_id=table.id, said=said, new_match=_new_match()
    )


def _new_match() -> bool | None:
    """Read what to do with a running Watten match when the partners have changed."""
    return {"new": True, "go_on": False}.get(request.form.get("match", ""))


def _news(table: TableView) -> list[str]:
    """Say what was saved at this table meanwhile."""
    t = words()
    if not table.deals:
        return [t("web.entry.changed.other")]
    last = table.deals[0]
    key = "web.entry.changed.undone" if last.state == "undone" else "web.entry.changed.deal"
    who = last.who or t("web.somebody")
    return [t(key, who=who, number=last.number, said=deal_sentence(last, t))]


def _sheet(
    table: TableView,
    *,
    typed: Mapping[str, tuple[str, ...]],
    errors: Mapping[str, str] | None = None,
    key: str | None = None,
    **context: Any,
) -> str:
    t = words()
    place: Place = place_of(table)
    shown = {"price": None, "missing": "", "wrong": (), "news": (), "refusal": (), **context}
    links = table_links(table.club.id, table.id, table.night.id)
    return page(
        "web/entry.html",
        entry=entry_of(place, t, typed=typed, errors=errors),
        links=links,
        live=links["revision"],
        revision=table.revision,
        partners_changed=table.partners_changed,
        match=request.form.get("match", ""),
        match_error=(errors or {}).get("match", ""),
        number=table.next_number,
        key=key or new_key(),
        menu=False,
        language=language(),
        **headings(table, t),
        **shown,
    )
