"""Somebody's own season: contracts, trumps, with and against whom, runs, nights."""

from typing import Any

from flask import Blueprint
from flask import url_for

from scorekeeper.documents.charts import Series
from scorekeeper.documents.charts import line_chart
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_day
from scorekeeper.i18n.ladder_words import night_words
from scorekeeper.i18n.night_words import held_words
from scorekeeper.i18n.season_values import rating_value
from scorekeeper.i18n.season_values import standing_value
from scorekeeper.services import statistics
from scorekeeper.services.ladder_views import NightPoint
from scorekeeper.services.ladder_views import PersonStatistics
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import page
from scorekeeper.web.pages import words
from scorekeeper.web.season_words import COURSE_NIGHTS
from scorekeeper.web.season_words import side_tables

pages = Blueprint(
    "statistics",
    __name__,
    url_prefix="/c/<string(length=36):club_id>/seasons/<string(length=36):season_id>/people",
)


@pages.get("/<string(length=36):member_id>")
@needs(Action.LOOK)
def person(club_id: str, season_id: str, member_id: str) -> str:
    found = statistics.person_statistics(
        desk(), club_id=club_id, season_id=season_id, member_id=member_id, nights=COURSE_NIGHTS
    )
    t = words()
    tables = side_tables(found.sides, t)
    return page(
        "web/statistics.html",
        here="seasons",
        found=found,
        back=url_for("seasons.show", club_id=club_id, season_id=season_id),
        tiles=_tiles(found, t),
        games=[_game(name, found, tables, t) for name in found.totals if name != "all"],
        best=[_night(point, t) for point in found.best],
        worst=[_night(point, t) for point in found.worst],
        chart=_chart(found, t),
        nights=[_night(point, t) for point in reversed(found.series)],
    )


def _tiles(found: PersonStatistics, t: Translator) -> list[tuple[str, str]]:
    whole = found.totals.get("all", {})
    return [
        (t("season.kind.money"), format_amount(whole.get("cents", 0), t.lang, sign=True)),
        (t("season.kind.soft"), standing_value("soft", whole.get("soft", 0), 1, t.lang)),
        (t("season.nights"), str(found.nights)),
        (t("season.deals"), str(whole.get("deals", 0))),
    ]


def _game(
    game: str, found: PersonStatistics, tables: list[dict[str, Any]], t: Translator
) -> dict[str, Any]:
    """Say what somebody did in one game, a sentence for each thing worth saying, and tables."""
    counts = found.totals[game]
    said = [
        _share("season.person.won", counts["won"], counts["deals"], t),
        _share("season.person.made", counts["made"], counts["declared"], t),
        _share("season.person.bettel", counts["bettel_made"], counts["bettel"], t),
        _share("season.person.mord", counts["mord_made"], counts["mord"], t),
    ]
    if counts["matches_won"] or counts["matches_lost"]:
        said.append(
            t(
                "season.person.matches",
                won=counts["matches_won"],
                played=counts["matches_won"] + counts["matches_lost"],
            )
        )
    for run in found.runs:
        if run.game == game:
            said.append(t("season.person.run", won=run.longest_won, lost=run.longest_lost))
            if run.now:
                key = "season.person.now_won" if run.now > 0 else "season.person.now_lost"
                said.append(t(key, abs(run.now)))
    for name, mu, sigma in found.ratings:
        if name == game:
            said.append(
                t(
                    "season.person.rating",
                    mu=rating_value(mu, t.lang),
                    low=rating_value(mu - 2 * sigma, t.lang),
                    high=rating_value(mu + 2 * sigma, t.lang),
                )
            )
    return {
        "name": t(f"web.game.{game}"),
        "said": [one for one in said if one],
        "tables": [one for one in tables if one["game"] == game],
    }


def _share(key: str, part: int, whole: int, t: Translator) -> str:
    if not whole:
        return ""
    return t(key, part=part, whole=whole, share=standing_value("won", part, whole, t.lang))


def _night(point: NightPoint, t: Translator) -> dict[str, Any]:
    return {
        "id": point.night.id,
        "name": night_words(point.night.number, point.night.date, t),
        "held": held_words(t, point.deals, point.rows),
        "money": format_amount(point.cents, t.lang, sign=True),
        "minus": point.cents < 0,
        "sum": format_amount(point.sum, t.lang, sign=True),
    }


def _chart(found: PersonStatistics, t: Translator) -> str:
    if len(found.series) < 2:
        return ""
    last = found.series[-1]
    return line_chart(
        [Series(name=found.name, values=[point.sum for point in found.series])],
        [format_day(point.night.date, t.lang) for point in found.series],
        title=t("season.course.chart", season=found.season_name),
        description=t(
            "season.person.chart",
            name=found.name,
            money=format_amount(last.sum, t.lang, sign=True),
        ),
        number=lambda cents: format_amount(cents, t.lang, sign=True),
    )
