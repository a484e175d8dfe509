"""`scorekeeper db`: the database brought up to date, proved, backed up and restored."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.i18n import Translator
    from scorekeeper.services.verify_deals import RulesNews


@click.group("db")
def command() -> None:
    """Look after the database."""


@command.command("upgrade")
def upgrade_() -> None:
    """Bring the database to what this version of the program expects."""
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services.database import upgrade

    before, after = upgrade(read_config().database_url)
    t = translator(language())
    if before == after:
        click.echo(t("cli.db.current", revision=after))
    else:
        click.echo(t("cli.db.upgraded", revision=after))


@command.command("verify")
@click.option("--records", is_flag=True, help="Score every record again too; takes a while.")
@click.option("--club", help="Name or id of one club; all when left out.")
def verify_(*, records: bool, club: str | None) -> None:
    """Prove the ledger: hashes, sums and tables. Status 1 when something does not agree.

    With --records also says which deals were booked by other rules and would be paid otherwise
    by today's; what is booked stands.
    """
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.verify import verify

    news: list[RulesNews] = []
    t = translator(language())
    desk = open_desk(read_config().database_url, system_clock)
    try:
        club_id = None if club is None else find_club(desk, club).id
        with click.progressbar(length=1, label=t("cli.db.verifying")) as bar:

            def progress(done: int, total: int) -> None:
                bar.length = total
                bar.update(done - bar.pos)

            problems = verify(desk, club_id=club_id, records=records, progress=progress, news=news)
    finally:
        desk.close()
    for one in news:
        click.echo(_news(one, t))
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        raise click.ClickException(t("cli.db.problems", len(problems)))
    click.echo(t("cli.db.agrees.news", len(news)) if news else t("cli.db.agrees"))


def _news(one: "RulesNews", t: "Translator") -> str:
    """Return what today's rules would pay otherwise, with both amounts."""
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.i18n.formats import format_date

    def paid(changes: Mapping[str, int]) -> str:
        moved = [
            f"{name} {format_cents(cents, t.lang, one.currency, sign=True)}"
            for name, cents in changes.items()
            if cents
        ]
        return ", ".join(moved) or t("cli.db.news.nobody")

    return t(
        "cli.db.news.refused" if one.now is None else "cli.db.news",
        night=one.night,
        day=format_date(one.date, t.lang, short=True),
        table=one.table,
        number=one.number,
        was=paid(one.was),
        now=paid(one.now or {}),
    )


@command.command("backup")
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
def backup_(path: Path) -> None:
    """Write everything into the file PATH; the service may run meanwhile."""
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services.backup import backup

    size = backup(read_config().database_url, path)
    click.echo(translator(language())("cli.db.backed-up", path=path, kilobytes=-(-size // 1000)))


@command.command("restore")
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Give up whatever the database holds now.")
def restore_(path: Path, *, replace: bool) -> None:
    """Put the backup PATH into the database and prove it; nothing changes unless it is whole."""
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services.backup import restore

    rows = restore(read_config().database_url, path, replace=replace)
    click.echo(translator(language())("cli.db.restored", path=path, rows=rows))
