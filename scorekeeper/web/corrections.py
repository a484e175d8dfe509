"""One deal by itself: what was said of it, and saying it anew."""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from flask import Blueprint
from flask import request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_moment
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.seats import resting_of
from scorekeeper.schemas.deal_typed import corrected
from scorekeeper.schemas.deal_typed import typed_from
from scorekeeper.schemas.deal_typed import typed_in
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Reason
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_deal import Prefixed
from scorekeeper.services import corrections
from scorekeeper.services import deals
from scorekeeper.services import disputes
from scorekeeper.services import house_rules
from scorekeeper.services import tables
from scorekeeper.services.corrections import CorrectionRefusedError
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import CorrectionPreview
from scorekeeper.services.views import DealView
from scorekeeper.services.views import TableView
from scorekeeper.web.deal_cards import cards_link
from scorekeeper.web.deals import price_of
from scorekeeper.web.deals import without_limit
from scorekeeper.web.entry import Entry
from scorekeeper.web.entry import Place
from scorekeeper.web.entry import dealer_typed
from scorekeeper.web.entry import entry_of
from scorekeeper.web.entry import reseated
from scorekeeper.web.gate import holds
from scorekeeper.web.gate import require
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.questions import Open
from scorekeeper.web.questions import finding_fields
from scorekeeper.web.questions import open_of
from scorekeeper.web.questions import open_questions
from scorekeeper.web.questions import shown_at_fields
from scorekeeper.web.rows import earlier
from scorekeeper.web.rows import points_before
from scorekeeper.web.rows import row_of
from scorekeeper.web.rows import told
from scorekeeper.web.rulings import quarrels
from scorekeeper.web.tables import headings
from scorekeeper.web.tables import table_links

pages = Blueprint("corrections", __name__, url_prefix="/c/<string(length=36):club_id>/d")

USUAL = ("counted", "player", "forgotten")


@pages.get("/<string(length=36):deal_id>")
@needs(Action.LOOK)
def show(club_id: str, deal_id: str) -> str:
    deal, table = _deal(club_id, deal_id)
    t = words()
    zone = table.club.time_zone
    ids = {person.name: person.member_id for person in table.people}
    names = {m: name for name, m in ids.items()}
    links = table_links(club_id, table.id, table.night.id)
    return page(
        "web/deal.html",
        deal=deal,
        row=row_of(deal, ids, t, links["deal"]),
        links=links,
        changes=_amounts(deal.changes, names, table.currency),
        at=format_moment(deal.at, t.lang, zone),
        writer=deal.who or t("web.somebody"),
        history=[
            {
                "said": told(deal, version, t),
                "changes": _amounts(version.changes, names, table.currency),
                "who": version.who or t("web.somebody"),
                "at": format_moment(version.at, t.lang, zone),
                "reason": version.reason,
                "new_rules": version.new_rules,
            }
            for version in earlier(deal)
        ],
        correctable=deal.state != "undone" and holds(_needed(club_id, deal_id)),
        cards=cards_link(deal, t),
        replayable=bool(deal.record.get("tricks")) and disputes.judge(deal.record).replayable,
        quarrels=quarrels(club_id, deal_id),
        **headings(table, t),
    )


def _needed(club_id: str, deal_id: str, others: Sequence[str] = ()) -> Action:
    """Say what one must be allowed to do to correct a deal now."""
    return corrections.action_needed(desk(), club_id=club_id, deal_id=deal_id, others=others)


@pages.get("/<string(length=36):deal_id>/correct")
@needs(Action.RECORD)
def sheet(club_id: str, deal_id: str) -> str:
    require(_needed(club_id, deal_id))
    deal, table = _deal(club_id, deal_id)
    place = place_of_deal(deal, table)
    return _sheet(deal, table, typed=_shown(deal, place))


@pages.post("/<string(length=36):deal_id>/correct")
@needs(Action.RECORD)
def save(club_id: str, deal_id: str) -> Response | tuple[str, int]:
    granted = _needed(club_id, deal_id, request.form.getlist("other"))
    require(granted)
    deal, table = _deal(club_id, deal_id)
    typed = typed_in(request.form)
    place = place_of_deal(deal, table)
    if request.form.get("do") == "seats":
        return _sheet(deal, table, typed=typed), 200
    dealing = _dealing_anew(deal, table)
    if dealing:
        note = words()("web.entry.reseated", name=dealing)
        return _sheet(deal, table, typed=typed, refusal=(note,)), 422
    try:
        said = _said(request.form, deal, place)
        others = _others(table, deal)
        form = read(Reason, request.form)
    except FormError as error:
        errors, missing = shown_at_fields(error), open_questions(error)
        return _sheet(deal, table, typed=typed, errors=errors, missing=missing), 422
    try:
        if request.form.get("do") == "check":
            seen = deals.preview_correction(
                desk(), club_id=club_id, deal_id=deal_id, said=said, others=others
            )
            return _sheet(deal, table, typed=typed, seen=seen), 409 if seen.impossible else 200
        corrected = deals.correct_deal(
            desk(),
            club_id=club_id,
            deal_id=deal_id,
            said=said,
            reason=_reason(form),
            key=form["key"],
            others=others,
            granted=granted,
        )
    except ScorekeeperError as error:
        known = error.seen if isinstance(error, CorrectionRefusedError) else None
        if error.code == ErrorCode.LATER_DEALS_BREAK:
            return _sheet(deal, table, typed=typed, seen=known), 409
        errors = {"reason": refusal(error)} if error.code == ErrorCode.REASON_NEEDED else {}
        refused = () if errors else (refusal(error),)
        shown = _sheet(deal, table, typed=typed, errors=errors, seen=known, refusal=refused)
        return shown, 422
    if len(corrected.history) == len(deal.history):
        say("web.correct.unchanged")
    return go("corrections.show", club_id=club_id, deal_id=deal_id)


def _deal(club_id: str, deal_id: str) -> tuple[DealView, TableView]:
    deal = deals.get_deal(desk(), club_id=club_id, deal_id=deal_id)
    table = tables.get_table(desk(), club_id=club_id, table_id=deal.table_id, deals=1)
    return deal, table


def place_of_deal(deal: DealView, table: TableView) -> Place:
    """Say where a recorded deal was entered: its own people, rules and match before it."""
    said: Mapping[str, Any] = deal.said
    record: Mapping[str, Any] = deal.record
    names = {person.member_id: person.name for person in table.people}
    names |= zip(said["seats"], record["seats"], strict=True)
    rules = rules_from(Game(deal.game), _options(deal, table))
    out = said.get("sitting_out") or ()
    return Place(
        game=deal.game,
        rules=rules,
        names=names,
        seats=tuple(said["seats"]),
        dealer=said["dealer"],
        rests={one: resting_of(said["dealer"], out, one) for one in said["seats"]},
        gespannt=_gespannt_before(deal, rules, names),
    )


def _options(deal: DealView, table: TableView) -> Mapping[str, str | int]:
    """Return the house rules a deal was scored with; the table may have others by now."""
    rules = table.house_rules
    if deal.house_rules_id != rules.id:
        rules = house_rules.get_house_rules(
            desk(), club_id=table.club.id, house_rules_id=deal.house_rules_id
        )
    return rules.options


def _gespannt_before(
    deal: DealView, rules: HouseRules, names: Mapping[str, str]
) -> tuple[str, ...]:
    """Return who was gespannt before a Watten deal (T28), by what stood after it."""
    if not isinstance(rules, WattenRules) or rules.gespannt_mode == "off":
        return ()
    before = points_before(deal)
    return tuple(m for m, name in names.items() if before.get(name, 0) >= rules.target - 2)


def _shown(deal: DealView, place: Place) -> dict[str, tuple[str, ...]]:
    """Return what the sheet of a recorded deal is filled with."""
    record: Mapping[str, Any] = deal.record
    said: Mapping[str, Any] = deal.said
    ids = dict(zip(record["seats"], said["seats"], strict=True))
    result: dict[str, Any] = dict(deal.outcome)
    if "side" in result:
        result["side"] = [ids[name] for name in result["side"]]
    return typed_from(said, result, place.base)


def _said(data: Any, deal: DealView, place: Place) -> dict[str, Any]:
    """Return what is said of a deal by its sheet; what was not touched stays as it was said."""
    seating = place.seating(dealer_typed(typed_in(data)))
    return corrected(deal.said, _shown(deal, place), data, seating)


def _others(table: TableView, corrected: DealView) -> dict[str, dict[str, Any]]:
    """Read the later deals that became impossible and are corrected in the same step."""
    others: dict[str, dict[str, Any]] = {}
    for deal_id in request.form.getlist("other"):
        data = Prefixed(request.form, deal_id + ".")
        deal = _other(table, deal_id)
        try:
            others[deal_id] = _said(data, deal, place_of_deal(deal, table))
        except FormError as error:
            prefixed = {f"{deal_id}.{name}": key for name, key in error.errors.items()}
            raise FormError(prefixed) from error
    return others


def _other(table: TableView, deal_id: str) -> DealView:
    """Return another deal of the same table."""
    deal = deals.get_deal(desk(), club_id=table.club.id, deal_id=deal_id)
    if deal.table_id != table.id:
        raise NotFound
    return deal


def _dealing_anew(corrected: DealView, table: TableView) -> str:
    """Return by whose dealing a sheet that was sent must show other players, "" without one."""
    sent: list[tuple[DealView, Any]] = [(corrected, request.form)]
    sent += [
        (_other(table, one), Prefixed(request.form, one + "."))
        for one in request.form.getlist("other")
    ]
    for deal, data in sent:
        place = place_of_deal(deal, table)
        if reseated(data, place):
            return place.names[place.dealing(data.get("dealer") or "")]
    return ""


def _reason(form: Mapping[str, Any]) -> str:
    parts = [words()("web.reason." + form["usual"])] if form["usual"] else []
    return ": ".join([*parts, form["own"]] if form["own"] else parts)


def _amounts(
    changes: Mapping[str, int], names: Mapping[str, str], currency: str
) -> list[dict[str, Any]]:
    lang = words().lang
    return [
        {
            "name": names.get(member, ""),
            "amount": format_cents(cents, lang, currency, sign=True),
            "minus": cents < 0,
        }
        for member, cents in changes.items()
        if cents
    ]


def _sheet(
    deal: DealView,
    table: TableView,
    *,
    typed: Mapping[str, tuple[str, ...]],
    errors: Mapping[str, str] | None = None,
    seen: CorrectionPreview | None = None,
    refusal: tuple[str, ...] = (),
    missing: tuple[Open, ...] = (),
) -> str:
    t = words()
    place = place_of_deal(deal, table)
    found = finding_fields(seen.preview.report.get("errors")) if seen else {}
    loose = found.pop("", "")
    entry = entry_of(place, t, typed=typed, errors={**found, **(errors or {})})
    price = price_of(seen.preview, deal.game)["price"] if seen else None
    return page(
        "web/correct.html",
        deal=deal,
        entry=entry,
        others=_other_entries(table, seen, errors or {}),
        reasons=[(code, t("web.reason." + code)) for code in USUAL],
        usual=request.form.get("usual", ""),
        own=request.form.get("own", ""),
        errors=errors or {},
        refusal=(*refusal, *([loose] if loose else ())),
        seen=seen is not None,
        differences=_amounts(seen.differences, place.names, table.currency) if seen else (),
        rescored=[f"#{n}" for n in seen.rescored] if seen else (),
        new_rules=[f"#{n}" for n in seen.new_rules] if seen else (),
        share=_amounts(seen.new_rules_share, place.names, table.currency) if seen else (),
        key=request.form.get("key") or new_key(),
        links=table_links(table.club.id, table.id, table.night.id),
        missing=missing or open_of(found),
        menu=False,
        price=without_limit(price) if refusal else price,
        wrong=(),
        **headings(table, t),
    )


def _other_entries(
    table: TableView, seen: CorrectionPreview | None, errors: Mapping[str, str]
) -> list[tuple[int, str, str, Entry]]:
    """Lay out the later deals that do not fit any more, and those already told anew with them."""
    sentences = {deal_id: said for deal_id, _, said in seen.impossible} if seen else {}
    entries = []
    for deal_id in dict.fromkeys((*request.form.getlist("other"), *sentences)):
        deal = _other(table, deal_id)
        place = place_of_deal(deal, table)
        prefix = deal_id + "."
        data = Prefixed(request.form, prefix)
        typed = typed_in(data) or _shown(deal, place)
        wrong = {k.removeprefix(prefix): v for k, v in errors.items() if k.startswith(prefix)}
        entry = entry_of(place, words(), typed=typed, errors=wrong, prefix=prefix, base_known=False)
        entries.append((deal.number, deal_id, sentences.get(deal_id, ""), entry))
    return entries
