"""`scorekeeper season`: seasons, how they stand, their ladders, other house rules tried on them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from datetime import datetime
from typing import TYPE_CHECKING
from typing import Any

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.i18n import Translator
    from scorekeeper.services.desk import Desk
    from scorekeeper.services.house_trial import TrialView
    from scorekeeper.services.ladder_views import LadderView
    from scorekeeper.services.ladder_views import StandingsView
    from scorekeeper.services.views import ClubView
    from scorekeeper.services.views import SeasonView

_JSON = click.option("--json", "as_json", is_flag=True, help="For machines.")
_CLUB = click.option("--club", help="Name or id; left out where there is only one.")
_SEASON = click.option("--season", help="Name or id; the latest when left out.")
_DAY = click.DateTime(formats=["%Y-%m-%d"])
_GAMES = click.Choice(["bolachen", "wallachen", "watten"])


@click.group("season")
def command() -> None:
    """List seasons, say how one stands, look after its ladders, try other house rules."""


@command.command("list")
@_CLUB
@_JSON
def list_(club: str | None, *, as_json: bool) -> None:
    """List the seasons, the latest first."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_date
    from scorekeeper.services.seasons import list_seasons

    with _at(club) as (desk, where):
        found = list_seasons(desk, club_id=where.id)
    if as_json:
        _say([_plain_season(one) for one in found])
        return
    t = translator(language())
    for one in found:
        nights = t("season.evenings", one.nights)
        begins = format_date(one.begins, t.lang)
        click.echo(t("season.listed", name=one.name, begins=begins, nights=nights))
    if not found:
        click.echo(t("season.none"))


@command.command("new")
@click.argument("name")
@click.option("--begins", type=_DAY, required=True, help="Its first day, as 2026-09-01.")
@click.option("--ends", type=_DAY, help="Its last day; open when left out.")
@_CLUB
@_JSON
def new(
    name: str, begins: datetime, ends: datetime | None, club: str | None, *, as_json: bool
) -> None:
    """Begin the season NAME, with the usual ladders, and print its id."""
    from scorekeeper.services.seasons import create_season

    with _at(club) as (desk, where):
        made = create_season(
            desk,
            club_id=where.id,
            name=name,
            begins=begins.date(),
            ends=None if ends is None else ends.date(),
        )
    if as_json:
        _say(_plain_season(made))
        return
    click.echo(made.id)


@command.command("change")
@click.argument("season", required=False)
@click.option("--name", help="What it is called from now on.")
@click.option("--begins", type=_DAY, help="Its first day.")
@click.option("--ends", type=_DAY, help="Its last day.")
@click.option("--open", "open_end", is_flag=True, help="It has no last day.")
@click.option("--reason", default="", help="Why, for the ledger.")
@_CLUB
@_JSON
def change(
    season: str | None,
    name: str | None,
    begins: datetime | None,
    ends: datetime | None,
    reason: str,
    club: str | None,
    *,
    open_end: bool,
    as_json: bool,
) -> None:
    """Give a SEASON (the latest when left out) another name or other days.

    Its evenings stay in it; days that would leave one of them out are refused.
    """
    from scorekeeper.services.season_changes import change_season

    if open_end and ends is not None:
        from scorekeeper.i18n import translator

        raise click.UsageError(translator(language())("season.cli.ends_or_open"))
    with _at(club) as (desk, where):
        changed = change_season(
            desk,
            club_id=where.id,
            season_id=_season(desk, where, season).id,
            name=name,
            begins=None if begins is None else begins.date(),
            ends=None if ends is None else ends.date(),
            open_end=open_end,
            reason=reason,
            key=desk.new_id(),
        )
    if as_json:
        _say(_plain_season(changed))
        return
    click.echo(changed.id)


@command.command("standings")
@click.argument("ladder", required=False)
@_SEASON
@click.option("--night", help="Number, date or id of the evening after which; now if left out.")
@_CLUB
@_JSON
def standings_(
    ladder: str | None, season: str | None, night: str | None, club: str | None, *, as_json: bool
) -> None:
    """Say how a LADDER (its name, number or id; the first when left out) stands."""
    from scorekeeper.i18n import translator
    from scorekeeper.services.finding import find_night
    from scorekeeper.services.standings import standings

    with _at(club) as (desk, where):
        chosen = _season(desk, where, season)
        shown = standings(
            desk,
            club_id=where.id,
            season_id=chosen.id,
            ladder_id=None if ladder is None else _ladder(desk, where, chosen, ladder).id,
            as_of=None if night is None else find_night(desk, where, night).id,
        )
    if as_json:
        _say(asdict(shown))
        return
    _print_standings(shown, translator(language()))


@command.command("ratings")
@click.argument("game", type=_GAMES)
@_SEASON
@_CLUB
@_JSON
def ratings_(game: str, season: str | None, club: str | None, *, as_json: bool) -> None:
    """Say how strong everybody seems to be in a GAME, and how sure that is."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.season_values import rating_value
    from scorekeeper.services.standings import ratings

    with _at(club) as (desk, where):
        shown = ratings(
            desk, club_id=where.id, season_id=_season(desk, where, season).id, game=game
        )
    if as_json:
        _say(asdict(shown))
        return
    t = translator(language())
    for row in shown.rows:
        mu, low, high = (rating_value(one, t.lang) for one in (row.mu, row.low, row.high))
        told = {"mu": mu, "low": low, "high": high}
        click.echo(t("season.rating", place=row.place, name=row.name, deals=row.deals, **told))
    if shown.behind:
        click.echo(t("season.behind", shown.behind))


@command.group("ladder")
def ladder_() -> None:
    """List the ladders of a season, add one, change one."""


@ladder_.command("list")
@_SEASON
@_CLUB
@_JSON
def list_ladders_(season: str | None, club: str | None, *, as_json: bool) -> None:
    """List the ladders with what they rank by."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.ladder_words import ladder_name
    from scorekeeper.i18n.ladder_words import ladder_rules
    from scorekeeper.services.ladders import list_ladders

    with _at(club) as (desk, where):
        found = list_ladders(
            desk, club_id=where.id, season_id=_season(desk, where, season).id, retired=True
        )
    if as_json:
        _say([asdict(one) for one in found])
        return
    t = translator(language())
    for one in found:
        gone = f" ({t('season.retired')})" if one.retired else ""
        rules = " ".join(ladder_rules(one, t, ids=True))
        click.echo(f"{one.number}. {ladder_name(one.number, one.name, t)}{gone}: {rules}")


def _settings(command_: Any) -> Any:
    """Add the options of a ladder's settings to a command."""
    from scorekeeper.season.ladder import Kind
    from scorekeeper.season.ladder import TieBreak

    kinds, ties = [one.value for one in Kind], [one.value for one in TieBreak]
    for option in (
        click.option("--kind", type=click.Choice(kinds), help="What it ranks by."),
        click.option("--game", type=click.Choice(["all", *_GAMES.choices]), help="Which deals."),
        click.option("--best", type=int, help="Only so many best evenings count; 0: all."),
        click.option("--drop", type=int, help="So many worst evenings are dropped."),
        click.option("--min-nights", type=int, help="So many evenings to have a place."),
        click.option("--min-deals", type=int, help="So many deals to have a place."),
        click.option("--guests/--no-guests", default=None, help="Whether guests are ranked."),
        click.option(
            "--substitutes/--no-substitutes",
            default=None,
            help="Whether evenings as a substitute count.",
        ),
        click.option(
            "--tie-break",
            "tie_breaks",
            type=click.Choice(ties),
            multiple=True,
            help="What parts equals; several in order.",
        ),
        click.option("--seed", help="What lots are drawn from; told beforehand."),
    ):
        command_ = option(command_)
    return command_


@ladder_.command("add")
@click.argument("name")
@_settings
@_SEASON
@_CLUB
def add_ladder(
    name: str, season: str | None, club: str | None, seed: str | None, **told: Any
) -> None:
    """Add the ladder NAME to a season and print its id."""
    from scorekeeper.services.ladders import create_ladder

    with _at(club) as (desk, where):
        made = create_ladder(
            desk,
            club_id=where.id,
            season_id=_season(desk, where, season).id,
            name=name,
            settings=_chosen(told),
            seed=seed or "",
        )
    click.echo(made.id)


@ladder_.command("change")
@click.argument("ladder")
@click.option("--name", help="What it is called from now on.")
@_settings
@_SEASON
@_CLUB
def change_ladder_(
    ladder: str,
    name: str | None,
    season: str | None,
    club: str | None,
    seed: str | None,
    **told: Any,
) -> None:
    """Give a LADDER a new version; what is not named stays. Prints the version."""
    from scorekeeper.services.ladders import change_ladder

    with _at(club) as (desk, where):
        found = _ladder(desk, where, _season(desk, where, season), ladder)
        changed = change_ladder(
            desk,
            club_id=where.id,
            ladder_id=found.id,
            name=name,
            settings=_chosen(told),
            seed=seed,
        )
    click.echo(str(changed.version))


@command.command("trial")
@click.argument("game", type=_GAMES)
@click.argument("options", nargs=-1)
@click.option("--first", type=int, help="Number of the first evening; the season's when left out.")
@click.option("--last", type=int, help="Number of the last evening; the season's when left out.")
@_SEASON
@_CLUB
@_JSON
def trial(
    game: str,
    options: tuple[str, ...],
    first: int | None,
    last: int | None,
    season: str | None,
    club: str | None,
    *,
    as_json: bool,
) -> None:
    """Score a season's deals of a GAME by other house rules; nothing is written.

    OPTIONS are house rules that differ from the rule book, as mord_factor=4.
    """
    from scorekeeper.i18n import translator
    from scorekeeper.services.house_trial import try_rules

    t = translator(language())
    told = dict(_option(one) for one in options)
    with _at(club) as (desk, where):
        chosen = _season(desk, where, season)
        label = t("season.trial.trying")
        with click.progressbar(length=1, label=label, hidden=as_json) as bar:

            def progress(done: int, total: int) -> None:
                bar.length = max(1, total)
                bar.update(done - bar.pos)

            found = try_rules(
                desk,
                club_id=where.id,
                season_id=chosen.id,
                game=game,
                options=told,
                first=first,
                last=last,
                progress=progress,
            )
    if as_json:
        _say(asdict(found))
        return
    _print_trial(found, t)


def _option(text: str) -> tuple[str, str | int]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(text, param_hint="OPTIONS")
    return name, int(value) if value.lstrip("-").isdigit() else value


def _chosen(told: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that were named; no best evenings are all of them."""
    found = {name: value for name, value in told.items() if value is not None and value != ()}
    if found.get("best") == 0:
        found["best"] = None
    elif "best" in found and "drop" not in found:
        found["drop"] = 0
    if found.get("drop") and "best" not in found:
        found["best"] = None
    return found


@contextmanager
def _at(club: str | None) -> "Iterator[tuple[Desk, ClubView]]":
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club

    desk = open_desk(read_config().database_url, system_clock, language=language())
    try:
        yield desk, find_club(desk, club)
    finally:
        desk.close()


def _season(desk: "Desk", club: "ClubView", called: str | None) -> "SeasonView":
    from scorekeeper.services.finding_season import find_season

    return find_season(desk, club, called)


def _ladder(desk: "Desk", club: "ClubView", season: "SeasonView", called: str) -> "LadderView":
    from scorekeeper.services.finding_season import find_ladder

    return find_ladder(desk, club, season, called)


def _say(value: object) -> None:
    def plain(one: object) -> str:
        assert isinstance(one, date)
        return one.isoformat()

    click.echo(json.dumps(value, ensure_ascii=False, default=plain))


def _plain_season(one: "SeasonView") -> dict[str, object]:
    ends = None if one.ends is None else one.ends.isoformat()
    return {
        "id": one.id,
        "name": one.name,
        "begins": one.begins.isoformat(),
        "ends": ends,
        "nights": one.nights,
    }


def _print_standings(shown: "StandingsView", t: "Translator") -> None:
    from scorekeeper.i18n.formats import format_date
    from scorekeeper.i18n.ladder_words import ladder_name
    from scorekeeper.i18n.ladder_words import ladder_rules
    from scorekeeper.i18n.ladder_words import standing_rows

    ladder = shown.ladder
    told = {
        "name": ladder_name(ladder.number, ladder.name, t),
        "version": ladder.version,
        "season": shown.season_name,
    }
    if shown.night is None:
        click.echo(t("season.heading.empty", **told))
        return
    day = format_date(shown.night.date, t.lang)
    click.echo(t("season.heading", number=shown.night.number, date=day, **told))
    column = t(f"season.kind.{ladder.kind}")
    for row in standing_rows(shown.rows, ladder, t):
        value = f"{row['value']} {column}" + (f" ({row['of']})" if row["of"] else "")
        nights = t("season.evenings", row["nights"])
        note = f"  [{row['note']}]" if row["note"] else ""
        moved = row["moved"]["mark"]
        click.echo(f"{row['place'] or '–':>5} {moved:<3} {row['name']}: {value}, {nights}{note}")
    for rule in ladder_rules(ladder, t, ids=True):
        click.echo(f"  {rule}")


def _print_trial(found: "TrialView", t: "Translator") -> None:
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.i18n.formats import format_date

    def money(changes: Any) -> str:
        parts = [
            f"{name} {format_cents(cents, t.lang, sign=True)}" for name, cents in changes.items()
        ]
        return ", ".join(parts) or t("season.trial.nothing")

    click.echo(
        t(
            "season.trial.summary",
            scored=found.scored,
            nights=found.nights,
            differing=found.differing,
            undecided=found.undecided,
        )
    )
    for deal in found.deals:
        told: dict[str, object] = {
            "night": deal.night,
            "date": format_date(date.fromisoformat(deal.date), t.lang),
            "table": deal.table,
            "number": deal.number,
            "was": money(deal.was),
        }
        if deal.undecided:
            click.echo(t("season.trial.undecided", **told))
        else:
            click.echo(t("season.trial.deal", now=money(deal.now), **told))
    for one in found.people:
        click.echo(
            t(
                "season.trial.person",
                name=one.name,
                place_was=one.place_was,
                place_now=one.place_now,
                was=format_cents(one.cents_was, t.lang, sign=True),
                now=format_cents(one.cents_now, t.lang, sign=True),
            )
        )
