"""A ladder as pages and paper show it: places, values, why somebody is before another."""

import re
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Any
from typing import Protocol

from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import Translator
from scorekeeper.i18n import joined
from scorekeeper.i18n import translator
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.season_values import standing_value
from scorekeeper.season.ladder import USUAL

DIRECT, LOTS = "direct", "lots"
_SIGNED = frozenset({"money", "soft", "bummerl", "per_deal"})

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Ladder(Protocol):
    """What there is to say of a ladder."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def best(self) -> int | None: ...
    @property
    def drop(self) -> int: ...
    @property
    def min_nights(self) -> int: ...
    @property
    def min_deals(self) -> int: ...
    @property
    def guests(self) -> bool: ...
    @property
    def substitutes(self) -> bool: ...
    @property
    def tie_breaks(self) -> Sequence[str]: ...
    @property
    def seed(self) -> str: ...


class Row(Protocol):
    """What there is to say of somebody's place."""

    @property
    def member_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def guest(self) -> bool: ...
    @property
    def place(self) -> int | None: ...
    @property
    def amount(self) -> int: ...
    @property
    def per(self) -> int: ...
    @property
    def nights(self) -> int: ...
    @property
    def deals(self) -> int: ...
    @property
    def moved(self) -> int | None: ...
    @property
    def tied_with(self) -> Sequence[str]: ...
    @property
    def decided_by(self) -> str | None: ...
    @property
    def tie_values(self) -> Mapping[str, tuple[int, int]] | None: ...
    @property
    def lot(self) -> str: ...
    @property
    def missing(self) -> str: ...


def ladder_name(number: int, name: str, t: Translator) -> str:
    """Return what a reader calls a ladder: a usual one in his language, until it is renamed."""
    return t(_usual_key(number)) if name in usual_names(number) else name


@cache
def usual_names(number: int) -> frozenset[str]:
    """Return what the usual ladder of this number is called, in every language; none is none."""
    if not 1 <= number <= len(USUAL):
        return frozenset()
    return frozenset(translator(lang)(_usual_key(number)) for lang in LANGUAGES)


def _usual_key(number: int) -> str:
    return f"season.usual.{USUAL[number - 1].kind}"


def standing_rows(rows: Iterable[Row], ladder: Ladder, t: Translator) -> list[dict[str, Any]]:
    """Return the rows of a ladder for a table."""
    return [_row(row, ladder, t) for row in rows]


def seed_shown(seed: str) -> str:
    """Return the seed of a ladder as a page shows it: "" for an id, as older ladders have."""
    return "" if _ID.fullmatch(seed) else seed


def ladder_rules(ladder: Ladder, t: Translator, *, ids: bool = False) -> list[str]:
    """Return in sentences what a ladder counts and what decides between equals.

    With `ids` a seed that is an id is told too, for those who draw the lots again.
    """
    said = [t(f"season.kind.{ladder.kind}.is")]
    if ladder.game != "all":
        said.append(t("season.rule.game", game=t(f"web.game.{ladder.game}")))
    if ladder.best is not None:
        said.append(t("season.rule.best", ladder.best))
    if ladder.drop:
        said.append(t("season.rule.drop", ladder.drop))
    if ladder.min_nights:
        said.append(t("season.rule.min_nights", ladder.min_nights))
    if ladder.min_deals:
        said.append(t("season.rule.min_deals", ladder.min_deals))
    if not ladder.guests:
        said.append(t("season.rule.no_guests"))
    if not ladder.substitutes:
        said.append(t("season.rule.no_substitutes"))
    if ladder.tie_breaks:
        order = [t(f"season.tie.{one}") for one in ladder.tie_breaks]
        said.append(t("season.rule.ties", order=", ".join(order)))
    else:
        said.append(t("season.rule.no_ties"))
    if DIRECT in ladder.tie_breaks:
        said.append(t("season.rule.direct"))
    if LOTS in ladder.tie_breaks:
        seed = ladder.seed if ids else seed_shown(ladder.seed)
        said.append(t("season.rule.lots", seed=seed) if seed else t("season.rule.lots_made"))
    return said


def night_words(number: int, day: date, t: Translator) -> str:
    """Name a night: Spielabend 23, Do., 26.11.2026."""
    return t("season.night", number=number, day=format_date(day, t.lang, short=True))


def _row(row: Row, ladder: Ladder, t: Translator) -> dict[str, Any]:
    return {
        "member_id": row.member_id,
        "name": row.name,
        "guest": row.guest,
        "place": "" if row.place is None else f"{row.place}.",
        "moved": _moved(row, t),
        "value": standing_value(ladder.kind, row.amount, row.per, t.lang),
        "minus": ladder.kind in _SIGNED and row.amount < 0,
        "of": t("season.of", amount=row.amount, per=row.per) if _is_share(ladder.kind) else "",
        "nights": row.nights,
        "deals": row.deals,
        "note": _note(row, ladder, t),
    }


def _is_share(kind: str) -> bool:
    return kind in ("made", "won")


def _moved(row: Row, t: Translator) -> dict[str, str]:
    """Say how somebody moved: a mark, and the same in words for who does not see it."""
    if row.place is None:
        return {"mark": "", "words": ""}
    if row.moved is None:
        return {"mark": "•", "words": t("season.moved.new")}
    if row.moved == 0:
        return {"mark": "=", "words": t("season.moved.same")}
    up = row.moved > 0
    count = abs(row.moved)
    return {
        "mark": f"{'▲' if up else '▼'}{count}",
        "words": t("season.moved.up" if up else "season.moved.down", count),
    }


def _note(row: Row, ladder: Ladder, t: Translator) -> str:
    if row.missing:
        least = ladder.min_nights if row.missing == "few_nights" else ladder.min_deals
        return t(f"season.missing.{row.missing}", least)
    if not row.tied_with:
        return ""
    names = joined(row.tied_with, t.lang)
    if row.decided_by is None:
        return t("season.tied.shared", names=names)
    criterion = t(f"season.tie.{row.decided_by}")
    if row.decided_by == LOTS:
        return t("season.tied.lots", names=names, lot=row.lot)
    amount, per = (row.tie_values or {})[row.decided_by]
    value = standing_value(_kind_of(row.decided_by, ladder.kind), amount, per, t.lang)
    return t("season.tied.decided", names=names, criterion=criterion, value=value)


def _kind_of(criterion: str, kind: str) -> str:
    """Name the kind whose way of writing values a criterion shares."""
    if criterion == "best_night":
        return kind
    if criterion == DIRECT:
        return "money" if kind == "money" else "soft"
    return "attendance" if criterion in ("deals", "nights") else criterion
