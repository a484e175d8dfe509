"""`scorekeeper document`: a night's ledger or a blank score sheet as a PDF."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.documents.facts import Facts
    from scorekeeper.i18n import Translator
    from scorekeeper.services.desk import Desk
    from scorekeeper.services.views import ClubView
    from scorekeeper.services.views import NightView

_LANG = click.option("--lang", type=click.Choice(["de", "en"]), help="Language of the document.")
_OUTPUT = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    required=True,
    help="File to write; - is standard output.",
)


@click.group("document")
def command() -> None:
    """Print a night's ledger or a blank score sheet as PDF."""


@command.command("night")
@click.argument("club")
@click.argument("night")
@_OUTPUT
@_LANG
def night_(club: str, night: str, output: Path, lang: str | None) -> None:
    """Print the ledger of a NIGHT of a CLUB.

    CLUB is its name or id; NIGHT is its number, its date as 2026-11-26, or its id.
    """
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.documents import ledger_facts

    t = translator(language())
    config = read_config()
    desk = open_desk(config.database_url, system_clock)
    try:
        found = _club(desk, club, t)
        facts = ledger_facts(
            desk,
            club_id=found.id,
            night_id=_night(desk, found, night, t).id,
            public_url=config.public_url,
        )
    finally:
        desk.close()
    _write(facts, output, lang or found.language, t)


@command.command("sheet")
@click.argument("game", type=click.Choice(["bolachen", "wallachen", "watten"]))
@_OUTPUT
@_LANG
@click.option("--club", default="", help="Name of the club to print on it.")
@click.option("--name", "names", multiple=True, help="Name of a player; give it once for each.")
@click.option("--tariff", type=click.IntRange(0, 1_000_000), help="Cents a unit to print on it.")
def sheet(
    game: str,
    output: Path,
    lang: str | None,
    club: str,
    names: tuple[str, ...],
    tariff: int | None,
) -> None:
    """Print a blank score sheet for a GAME."""
    from scorekeeper.documents.facts import SheetFacts
    from scorekeeper.i18n import translator
    from scorekeeper.services.documents import SHEET_PEOPLE_MAX

    if len(names) > SHEET_PEOPLE_MAX:
        raise click.BadParameter(f"at most {SHEET_PEOPLE_MAX}", param_hint="--name")
    facts = SheetFacts(game=game, club=club, people=names, tariff=tariff)
    _write(facts, output, lang or language(), translator(language()))


def _club(desk: "Desk", wanted: str, t: "Translator") -> "ClubView":
    from scorekeeper.services.clubs import list_clubs

    clubs = list_clubs(desk)
    for club in clubs:
        if wanted == club.id or wanted.casefold() == club.name.casefold():
            return club
    known = ", ".join(club.name for club in clubs) or t("documents.cli.none")
    raise click.ClickException(t("documents.cli.no_club", club=wanted, known=known))


def _night(desk: "Desk", club: "ClubView", wanted: str, t: "Translator") -> "NightView":
    """Find a night by number, date or id; of several on one day the last."""
    from scorekeeper.services.nights import list_nights

    before = None
    while page := list_nights(desk, club_id=club.id, before=before, limit=50):
        for night in page:
            if wanted in (night.id, str(night.number), night.date.isoformat()):
                return night
        before = page[-1].number
    raise click.ClickException(t("documents.cli.no_night", club=club.name, night=wanted))


def _write(facts: "Facts", output: Path, lang: str, t: "Translator") -> None:
    from scorekeeper.documents.child import RenderError
    from scorekeeper.documents.child import render_pdf
    from scorekeeper.paths import replacing
    from scorekeeper.services.documents import document_html

    try:
        pdf = render_pdf(document_html(facts, language=lang))
    except RenderError as error:
        raise click.ClickException(t("documents.cli.failed", why=str(error))) from error
    if str(output) == "-":
        sys.stdout.buffer.write(pdf)
        return
    try:
        with replacing(output) as file:
            file.write(pdf)
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error
    click.echo(t("documents.cli.written", file=str(output)), err=True)
