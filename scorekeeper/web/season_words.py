"""A season in words and pictures, for the club's own pages and the public one."""

from collections.abc import Iterable
from collections.abc import Sequence
from datetime import date
from typing import Any

from scorekeeper.documents.charts import Series
from scorekeeper.documents.charts import line_chart
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_day
from scorekeeper.i18n.formats import format_moment
from scorekeeper.i18n.ladder_words import ladder_name
from scorekeeper.i18n.ladder_words import ladder_rules
from scorekeeper.i18n.ladder_words import night_words
from scorekeeper.i18n.ladder_words import standing_rows
from scorekeeper.i18n.season_values import standing_value
from scorekeeper.services.ladder_views import SeasonStatistics
from scorekeeper.services.ladder_views import SideView
from scorekeeper.services.season_changes import SeasonChangeView
from scorekeeper.services.season_page import SeasonPage
from scorekeeper.services.season_paper import sums_of
from scorekeeper.services.views import SeasonView

COURSE_NIGHTS = 30
CHART_LINES = 8


def season_facts(found: SeasonPage, t: Translator) -> dict[str, Any]:
    """Return what a season's page is made of."""
    standings = found.standings
    return {
        "season": found.season,
        "span": span(found.season, t),
        "ladders": [(number, ladder_name(number, name, t)) for number, name in found.ladders],
        "standings": standings,
        "rows": [] if standings is None else standing_rows(standings.rows, standings.ladder, t),
        "rules": [] if standings is None else ladder_rules(standings.ladder, t),
        "column": "" if standings is None else t(f"season.kind.{standings.ladder.kind}"),
        "after": ""
        if standings is None or standings.night is None
        else night_words(standings.night.number, standings.night.date, t),
        "nights": [
            (night.number, night_words(night.number, night.date, t)) for night in found.nights
        ],
    }


def course_facts(found: SeasonStatistics, t: Translator) -> dict[str, Any]:
    """Return a chart of the best and the worst, the numbers of all, and what was played."""
    lines = [(one.name, sums_of(one, found)) for one in found.series]
    drawn = lines
    if len(lines) > CHART_LINES:
        half = CHART_LINES // 2
        drawn = [*lines[:half], *lines[-half:]]
    days = [format_day(night.date, t.lang) for night in found.nights]
    return {
        "chart": _chart(drawn, days, found.season_name, t) if days and drawn else "",
        "left_out": len(lines) - len(drawn),
        "days": days,
        "lines": [
            (name, [(format_amount(c, t.lang, sign=True), c < 0) for c in sums])
            for name, sums in lines
        ],
        # In Watten all four have the trump of a deal, so over all it says nothing.
        "tables": side_tables((one for one in found.sides if one.game != "watten"), t),
    }


def side_tables(sides: Iterable[SideView], t: Translator) -> list[dict[str, Any]]:
    """Return a table for each game and kind of side, the most played first."""
    tables: dict[tuple[str, str], list[SideView]] = {}
    for one in sides:
        kind = "role" if one.side in ("declarer", "defender") else one.side
        tables.setdefault((one.game, kind), []).append(one)
    return [
        {
            "game": game,
            "heading": t(f"season.side.{kind}", game=t(f"web.game.{game}")),
            "rows": [side_row(one, t) for one in sorted(found, key=lambda s: (-s.deals, s.what))],
        }
        for (game, kind), found in tables.items()
    ]


def side_row(one: SideView, t: Translator) -> dict[str, Any]:
    """Return a row of such a table."""
    return {
        "what": _what(one, t),
        "deals": one.deals,
        "won": one.won,
        "share": standing_value("won", one.won, one.deals, t.lang) if one.deals else "",
        "soft": standing_value("soft", one.soft, 1, t.lang),
        "money": format_amount(one.cents, t.lang, sign=True),
        "minus": one.cents < 0,
    }


def span(season: SeasonView, t: Translator) -> str:
    """Say from when to when a season goes."""
    return _days(season.begins, season.ends, t)


def change_words(change: SeasonChangeView, time_zone: str, t: Translator) -> dict[str, str]:
    """Say how a season was changed, by whom and when."""
    said = []
    if change.name != change.name_was:
        said.append(t("season.changed.name", was=change.name_was, now=change.name))
    days = (change.begins_was, change.ends_was), (change.begins, change.ends)
    if days[0] != days[1]:
        was, now = (_days(*one, t) for one in days)
        said.append(t("season.changed.days", was=was, now=now))
    return {
        "what": " ".join(said),
        "when": format_moment(change.at, t.lang, time_zone),
        "who": change.who,
        "why": change.why,
    }


def _days(begins: date, ends: date | None, t: Translator) -> str:
    first = format_date(begins, t.lang, short=True)
    if ends is None:
        return t("web.season.since", day=first)
    return f"{first} – {format_date(ends, t.lang, short=True)}"


def _what(one: SideView, t: Translator) -> str:
    if one.side in ("declarer", "defender"):
        return t(f"season.role.{one.side}")
    if one.side == "trump":
        return t(f"season.trump.{one.what}")
    if one.side == "contract":
        if one.what.isdigit():
            return t("season.contract.tricks", int(one.what))
        return t(f"season.contract.{one.what}")
    return one.what


def _chart(
    lines: Sequence[tuple[str, tuple[int, ...]]], days: Sequence[str], season: str, t: Translator
) -> str:
    (best, most), (last, least) = lines[0], lines[-1]
    return line_chart(
        [Series(name=name, values=sums) for name, sums in lines],
        days,
        title=t("season.course.chart", season=season),
        description=t(
            "season.course.told",
            best=best,
            most=format_amount(most[-1], t.lang, sign=True),
            last=last,
            least=format_amount(least[-1], t.lang, sign=True),
        ),
        number=lambda cents: format_amount(cents, t.lang, sign=True),
    )
