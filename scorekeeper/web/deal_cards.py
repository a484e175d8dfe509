"""The cards of a recorded deal, written down afterwards by whoever likes; its money stays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.adjudication.side_won import without_invented
from scorekeeper.cards import Pack
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_cents
from scorekeeper.rules.house import Game
from scorekeeper.rules.record import HAND_SIZE
from scorekeeper.rules.seats import players_in_order
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_dispute import DealCards
from scorekeeper.schemas.forms_dispute import contract_typed
from scorekeeper.schemas.notation import Notation
from scorekeeper.schemas.notation import read_notation
from scorekeeper.schemas.notation import write_notation
from scorekeeper.services import corrections
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import CorrectionPreview
from scorekeeper.services.views import DealView
from scorekeeper.services.views import TableView
from scorekeeper.web.deals import price_of
from scorekeeper.web.disputes import card_grid
from scorekeeper.web.gate import require
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.tables import headings
from scorekeeper.web.tables import table_links

pages = Blueprint("deal_cards", __name__, url_prefix="/c/<string(length=36):club_id>/d")

# What is written here; everything else that was said of the deal is kept.
CARDS = ("hands", "talon", "discards", "tricks", "held")
TOLD = ("auction", *CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The cards as somebody wrote them. `said` is the whole deal with them."""

    notation: Notation
    said: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is said about the cards written: at the lines, or above the form; or what they do."""

    at_lines: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    seen: CorrectionPreview | None = None

    @property
    def refused(self) -> bool:
        return bool(self.at_lines or self.above)


def cards_link(deal: DealView, t: Translator) -> str:
    """Return what a deal's page calls the way to its cards, "" where no card can be told."""
    contract: Any = deal.record.get("contract") or {}
    if deal.state == "undone" or contract.get("kind") == "passed_out" or not deal.outcome:
        return ""
    known = any(deal.record.get(field) for field in CARDS)
    return t("desk.cards.change" if known else "desk.cards.add")


@pages.get("/<string(length=36):deal_id>/cards")
@needs(Action.RECORD)
def sheet(club_id: str, deal_id: str) -> str:
    require(corrections.action_needed(desk(), club_id=club_id, deal_id=deal_id))
    deal, table = _deal(club_id, deal_id)
    told = {field: deal.record[field] for field in TOLD if field in deal.record}
    return _sheet(deal, table, told=write_notation(told, words().lang))


@pages.post("/<string(length=36):deal_id>/cards")
@needs(Action.RECORD)
def save(club_id: str, deal_id: str) -> Response | tuple[str, int]:
    granted = corrections.action_needed(desk(), club_id=club_id, deal_id=deal_id)
    require(granted)
    deal, table = _deal(club_id, deal_id)
    told = request.form.get("told_a", "")
    try:
        form = read(DealCards, request.form)
    except FormError as error:
        wrong = tuple(field_errors(error).values())
        return _sheet(deal, table, told=told, answer=Answer(at_lines=wrong)), 422
    written = _written(deal, form["told_a"])
    answer = _answer(deal, table, written)
    if answer.refused or form["do"] == "check":
        shown = _sheet(deal, table, told=told, answer=answer)
        return shown, 422 if answer.refused else 200
    try:
        corrected = corrections.correct_deal(
            desk(),
            club_id=club_id,
            deal_id=deal_id,
            said=written.said,
            reason=words()("desk.cards.reason"),
            key=form["key"],
            granted=granted,
        )
    except ScorekeeperError as error:
        reused = error.code == ErrorCode.KEY_REUSED
        key = new_key() if reused else form["key"]
        answer = Answer(above=(refusal(error),))
        return _sheet(deal, table, told=told, answer=answer, key=key), 409 if reused else 422
    if len(corrected.history) == len(deal.history):
        say("web.correct.unchanged")
    return go("corrections.show", club_id=club_id, deal_id=deal_id)


def _deal(club_id: str, deal_id: str) -> tuple[DealView, TableView]:
    deal = deals.get_deal(desk(), club_id=club_id, deal_id=deal_id)
    table = tables.get_table(desk(), club_id=club_id, table_id=deal.table_id, deals=1)
    return deal, table


def _players(deal: DealView) -> tuple[str, ...]:
    """Return the names of those who played the deal, in playing order."""
    record: Mapping[str, Any] = deal.record
    return players_in_order(record["seats"], record["dealer"], record.get("sitting_out", ()))


def _pack(deal: DealView) -> Pack:
    return Pack(str(deal.record.get("pack", Pack.GERMAN)))


def _written(deal: DealView, told: str) -> Written:
    """Read the lines and join them with everything else that was said of the deal."""
    notation = read_notation(told, _players(deal), _pack(deal))
    record: Mapping[str, Any] = deal.record
    said = without_invented(deal.said)
    ids = dict(zip(record["seats"], said["seats"], strict=True))
    kept = {field: value for field, value in said.items() if field not in TOLD}
    return Written(notation=notation, said={**kept, **_with_ids(notation.fields, ids)})


def _with_ids(fields: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    """Put member ids in the place of names in what the notation can say of cards."""
    told = {field: fields[field] for field in TOLD if field in fields}
    if "auction" in told:
        told["auction"] = [[ids[name], call] for name, call in told["auction"]]
    if "hands" in told:
        told["hands"] = {ids[name]: cards for name, cards in told["hands"].items()}
    for field, who in (("tricks", "lead"), ("held", "player")):
        if field in told:
            told[field] = [
                {**one, who: ids[one[who]]} if who in one else one for one in told[field]
            ]
    return told


def _answer(deal: DealView, table: TableView, written: Written) -> Answer:
    """Say what is wrong with the cards written, or what recording them does."""
    wrong = _unread(written.notation)
    if wrong:
        return Answer(at_lines=wrong)
    try:
        seen = corrections.preview_correction(
            desk(), club_id=table.club.id, deal_id=deal.id, said=written.said
        )
    except ScorekeeperError as error:
        return Answer(above=(refusal(error),))
    return _fitting(seen, written.notation, table)


def _unread(notation: Notation) -> tuple[str, ...]:
    """Say which lines cannot be read, or speak of something else than cards."""
    t = words()
    wrong = [
        t("desk.error.line", line=error.line, said=t(error.key, **error.values))
        for error in notation.errors
    ]
    others = [n for path, n in notation.lines.items() if path.startswith(("/tricks_taken", "/ask"))]
    wrong += [t("desk.cards.cards_only", line=line) for line in sorted(set(others))]
    if not wrong and not any(notation.fields.get(field) for field in CARDS):
        wrong.append(t("desk.cards.empty"))
    return tuple(wrong)


def _fitting(seen: CorrectionPreview, notation: Notation, table: TableView) -> Answer:
    """Compare the cards with what was said before: the result has to be the same."""
    t = words()
    at_lines: list[str] = []
    above: list[str] = []
    errors: Any = seen.preview.report.get("errors") or ()
    for found in errors:
        line = notation.line_of(found.get("path") or "")
        if line is None:
            above.append(found["message"])
        else:
            at_lines.append(t("desk.error.line", line=line, said=found["message"]))
    if not errors and not seen.preview.scored:
        above.append(refusal(ScorekeeperError(ErrorCode.DEAL_UNDECIDED, "said")))
    if seen.impossible or seen.rescored:
        numbers = sorted({*seen.rescored, *(number for _, number, _ in seen.impossible)})
        above.append(t("desk.cards.later", numbers=[f"#{n}" for n in numbers]))
    elif seen.differences:
        above.append(t("desk.cards.differs", changes=_changes(seen.differences, table)))
    return Answer(
        at_lines=tuple(dict.fromkeys(at_lines)), above=tuple(dict.fromkeys(above)), seen=seen
    )


def _changes(differences: Mapping[str, int], table: TableView) -> str:
    names = {person.member_id: person.name for person in table.people}
    lang = words().lang
    return ", ".join(
        f"{names.get(member, '')} {format_cents(cents, lang, table.currency, sign=True)}".strip()
        for member, cents in differences.items()
    )


def _criticals(deal: DealView, table: TableView) -> str:
    """Return how many Kritische the deal was played with; who takes a trick of Watten needs it."""
    rules = table.house_rules
    if deal.house_rules_id != rules.id:
        rules = house_rules.get_house_rules(
            desk(), club_id=table.club.id, house_rules_id=deal.house_rules_id
        )
    return str(rules.options.get("criticals", "three"))


def _sheet(
    deal: DealView,
    table: TableView,
    *,
    told: str,
    answer: Answer | None = None,
    key: str | None = None,
) -> str:
    t = words()
    answer = answer or Answer()
    players = _players(deal)
    kept = seen.preview if (seen := answer.seen) is not None and not answer.refused else None
    price = {"price": None, "wrong": ()} if kept is None else price_of(kept, deal.game)
    return page(
        "web/deal_cards.html",
        deal=deal,
        players=players,
        contract=contract_typed(deal.record, players),
        typed={"told_a": told},
        errors={"told_a": "\n".join(answer.at_lines)} if answer.at_lines else {},
        refusal=answer.above,
        same=kept is not None,
        grid=card_grid(_pack(deal), t),
        hand_size=HAND_SIZE[Game(deal.game)],
        criticals=_criticals(deal, table),
        key=key or request.form.get("key") or new_key(),
        links=table_links(table.club.id, table.id, table.night.id),
        missing="",
        **price,
        **headings(table, t),
    )
