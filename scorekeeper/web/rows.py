"""Deals as lines of a list: the sentence, the amount, and what became of it since."""

from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.season_values import standing_value
from scorekeeper.i18n.sentences import deal_sentence
from scorekeeper.i18n.sentences import trump_of
from scorekeeper.services.views import DealVersionView
from scorekeeper.services.views import DealView

Columns = tuple[tuple[str, str], ...]  # member id, name
COLUMNS_MAX = 5  # as many as stand side by side on a phone
NOTHING = "·"  # in a deal that cost others something


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One deal in the list of a table."""

    number: int
    link: str
    said: str
    suit: str
    change: str
    minus: bool
    undone: bool
    tag: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What a deal changed for one person, and where he stood then."""

    change: str
    run: str
    minus: bool
    name: str = ""  # where there are too many people for columns on a phone


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An earlier telling of a deal that was replaced: what was said, by whom, why."""

    game: str
    record: Mapping[str, Any]
    outcome: Mapping[str, Any]


def row_of(deal: DealView, ids: Mapping[str, str], t: Translator, link: str) -> Row:
    """Lay out a deal for the list under a table. `ids` are member ids by name."""
    change, minus = _headline(deal, ids, t)
    undone = deal.state == "undone"
    tag = ""
    if undone:
        tag = t("web.deal.undone")
    elif deal.disputed:
        tag = t("rulings.tag.open")
    elif deal.history:
        causes = {old.replaced_by for old in deal.history}
        corrected = "web.deal.corrected" if "corrected" in causes else "web.deal.rescored"
        tag = t("rulings.tag.ruled" if "ruled" in causes else corrected)
    return Row(
        number=deal.number,
        link=link + deal.id,
        said=deal_sentence(deal, t),
        suit=trump_of(deal),
        change="" if undone else change,
        minus=minus,
        undone=undone,
        tag=tag,
    )


def _headline(deal: DealView, ids: Mapping[str, str], t: Translator) -> tuple[str, bool]:
    """Pick the one figure that stands at the end of a line."""
    if deal.game == "watten":
        points = deal.outcome.get("points") or 0
        return (f"+{points}" if points else ""), False
    contract: Any = deal.record.get("contract") or {}
    declarer = ids.get(contract.get("declarer", ""))
    if not deal.tariff and declarer is not None and declarer in deal.soft:
        points = deal.soft[declarer]
        return standing_value("soft", points, 1, t.lang), points < 0
    if declarer is not None and declarer in deal.changes:
        cents = deal.changes[declarer]
        return format_amount(cents, t.lang, sign=True), cents < 0
    if deal.haferl_change:
        amount = format_amount(deal.haferl_change, t.lang, sign=True)
        return t("web.deal.to_haferl", amount=amount), False
    return "", False


def earlier(deal: DealView) -> list[DealVersionView]:
    """Return the tellings a later one replaced; taking a deal back replaces nothing."""
    return [old for old in deal.history if old.replaced_by != "undone"]


def told(deal: DealView, version: DealVersionView, t: Translator) -> str:
    """Say what an earlier telling of a deal said."""
    return deal_sentence(Told(game=deal.game, record=version.record, outcome=version.outcome), t)


def points_before(deal: DealView) -> dict[str, int]:
    """Return the points of a Watten match by name as they stood before a deal of it."""
    outcome: Any = deal.outcome
    before = dict(outcome.get("match") or {})
    if before:
        for gain in (outcome, outcome.get("fine") or {}):
            for name in gain.get("side") or ():
                before[name] -= gain["points"]
    return before


def cells_of(
    changes: Mapping[str, int], after: Mapping[str, int], columns: Columns, lang: str
) -> tuple[Cell, ...]:
    """Lay out what a deal changed, a cell for each column of the night's list."""
    return _cells(changes, after, columns, lambda cents: format_amount(cents, lang, sign=True))


def soft_cells_of(deal: DealView, columns: Columns, lang: str) -> tuple[Cell, ...]:
    """Lay out what a deal without money changed in the soft score."""
    soft = {} if deal.state == "undone" else deal.soft
    return _cells(soft, deal.soft_after, columns, lambda n: standing_value("soft", n, 1, lang))


def _cells(
    changes: Mapping[str, int],
    after: Mapping[str, int],
    columns: Columns,
    written: Callable[[int], str],
) -> tuple[Cell, ...]:
    cells = []
    if not any(changes.values()):
        after = {}
    for member, name in columns:
        cents = changes.get(member)
        stands = after.get(member)
        cells.append(
            Cell(
                change=written(cents) if cents else NOTHING if after else "",
                run=written(stands) if stands is not None else "",
                minus=bool(cents and cents < 0),
                name=name if cents and len(columns) > COLUMNS_MAX else "",
            )
        )
    return tuple(cells)
