"""`scorekeeper import`: bring a file in, look through it first, take an import back."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Any

import click

from scorekeeper.cli import language
from scorekeeper.cli import refused

if TYPE_CHECKING:
    from scorekeeper.errors import ScorekeeperError
    from scorekeeper.i18n import Translator
    from scorekeeper.services.desk import Desk
    from scorekeeper.services.import_views import ImportProblem
    from scorekeeper.services.import_views import ImportView

CANNOT_BE_RIGHT, ASKS = 1, 3


def _row_numbers(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    """Read row numbers parted by commas."""
    if value is None:
        return None
    try:
        return tuple(int(one) for one in value.split(",") if one.strip())
    except ValueError as error:
        raise click.BadParameter("5,8,9", ctx=context, param=option) from error


@click.command("import")
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--club", help="Its name or id; left out where there is only one.")
@click.option(
    "--mapping",
    help="What the columns are, as JSON: "
    '{"columns": ["date", "new", "=MEMBER-ID", "remark", "purse", "ignore"], "header": 1, '
    '"unit": "euro", "day": "2026-11-27", "separator": ";"}; what is left out is guessed. A name '
    "of a member stands for his id.",
)
@click.option("--sheet", help="The worksheet to bring in, where several have amounts.")
@click.option(
    "--rows",
    type=click.Choice(["deals", "running"]),
    help="What rows are: deals, or how everybody stood after one.",
)
@click.option("--total", "totals", metavar="ROW,…", callback=_row_numbers, help="Rows of totals.")
@click.option("--deal", "deals", metavar="ROW,…", callback=_row_numbers, help="Rows of deals.")
@click.option(
    "--unit", type=click.Choice(["euro", "cent"]), help="What bare numbers are; else euros."
)
@click.option(
    "--dates",
    type=click.Choice(["day", "month"]),
    help="What stands first in dates like 3/4/2026.",
)
@click.option("--only-new", is_flag=True, help="Leave out rows that are stored already.")
@click.option("--again", is_flag=True, help="They really are new, whatever is stored already.")
@click.option(
    "--replace", type=click.IntRange(1), metavar="N", help="Bring it in instead of import N."
)
@click.option(
    "--difference",
    type=click.Choice(["purse"]),
    help="Book what rows miss to zero to the club's purse.",
)
@click.option("--dry-run", is_flag=True, help="Look through it, keep nothing.")
@click.option("--undo", help="Take back the import of this number or id.")
@click.option("--reason", default="", help="Why it is taken back.")
@click.option("--list", "list_", is_flag=True, help="List what was brought in.")
@click.option("--who", default="", help="Who does it, as the ledger shows it.")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def command(
    file: Path | None,
    club: str | None,
    mapping: str | None,
    undo: str | None,
    reason: str,
    who: str,
    *,
    list_: bool,
    dry_run: bool,
    as_json: bool,
    **answers: object,
) -> None:
    """Bring in FILE: a sheet (CSV, XLSX), deals or a complete export of a club (JSON).

    All of it is stored, or nothing. Status 0: stored. Status 3: something has to be answered first;
    rows and columns in doubt are named, and the option that answers. Status 1: it cannot be right.
    A dry run ends as the real one would. A complete export goes into a database that does not have
    the club yet.
    """
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.errors import ScorekeeperError
    from scorekeeper.i18n import translator
    from scorekeeper.services.desk import open_desk

    if (file is not None) + (undo is not None) + list_ != 1:
        raise click.UsageError("FILE, --undo or --list, one of them")
    said = {**_said(mapping), **{name: value for name, value in answers.items() if value}}
    if file is None and (said or dry_run):
        raise click.UsageError("--dry-run and answers need a FILE")
    t = translator(language())
    desk = open_desk(read_config().database_url, system_clock, who, language())
    try:
        if file is None:
            _other(desk, t, club, undo, reason, as_json=as_json)
        else:
            _bring_in(desk, t, club, file, said, dry_run=dry_run, as_json=as_json)
    except ScorekeeperError as error:
        if as_json and file is not None:
            click.echo(json.dumps(_refusal(file, error), ensure_ascii=False))
        raise
    finally:
        desk.close()


def _other(
    desk: "Desk", t: "Translator", club: str | None, undo: str | None, reason: str, *, as_json: bool
) -> None:
    """Take an import back, or list what there is."""
    from scorekeeper.services import imports
    from scorekeeper.services.finding import find_club

    club_id = find_club(desk, club).id
    if undo is None:
        for view in imports.list_imports(desk, club_id=club_id, limit=200):
            _tell(t, view, as_json=as_json)
        return
    found = imports.find_import(desk, club_id=club_id, called=undo)
    view = imports.undo(desk, club_id=club_id, import_id=found.id, reason=reason)
    _tell(t, view, as_json=as_json)


def _bring_in(
    desk: "Desk",
    t: "Translator",
    club: str | None,
    file: Path,
    said: Mapping[str, object],
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    from scorekeeper.documents.sheets import FILE_MAX
    from scorekeeper.documents.sheets import too_large
    from scorekeeper.services.accounts import any_account
    from scorekeeper.services.club_copy import is_club_copy
    from scorekeeper.services.club_copy import restore_club
    from scorekeeper.services.finding import find_club

    if is_club_copy(file):
        if said:
            raise click.UsageError(t("files.cli.whole_club"))
        name = restore_club(desk, file, keep=not dry_run).name
        if dry_run:
            click.echo(t("files.cli.restorable", name=name))
            return
        click.echo(t("files.cli.restored", name=name))
        if any_account(desk):  # a copy of a club's books opens no door, nobody's
            click.echo(t("files.cli.leaderless", name=name))
        return
    if file.stat().st_size > FILE_MAX:
        raise too_large("file")
    club_id = find_club(desk, club).id
    told = _with_ids(desk, club_id, said)
    view = _stored(desk, club_id, file, told, dry_run=dry_run)
    _tell(t, view, as_json=as_json)
    if view.problem_count:
        raise click.exceptions.Exit(CANNOT_BE_RIGHT)
    if view.questions:
        raise click.exceptions.Exit(ASKS)


def _stored(
    desk: "Desk", club_id: str, file: Path, said: Mapping[str, object], *, dry_run: bool
) -> "ImportView":
    """Store a file if nothing about it is wrong or in doubt; else keep nothing of it."""
    from scorekeeper.errors import ErrorCode
    from scorekeeper.errors import ScorekeeperError
    from scorekeeper.services import imports

    handed = {"club_id": club_id, "file_name": file.name, "content": file.read_bytes()}
    try:
        view = imports.look_at(desk, **handed, said=said, rehearsed=dry_run)  # type: ignore[arg-type]
    except ScorekeeperError as error:
        if error.code in (ErrorCode.VALUE_INVALID, ErrorCode.SHEET_UNKNOWN):
            raise click.UsageError(refused(error)) from error
        raise
    if dry_run or view.problem_count or view.questions:
        return view
    view = imports.hand_in(desk, **handed, said=said)  # type: ignore[arg-type]
    decided = False
    try:
        imports.confirm(desk, club_id=club_id, import_id=view.id, again=True, by_worker=False)
        view = imports.run(desk, club_id=club_id, import_id=view.id)
        decided = True
    finally:
        if not decided:
            imports.drop(desk, club_id=club_id, import_id=view.id)
    return view


def _said(mapping: str | None) -> dict[str, object]:
    if mapping is None:
        return {}
    try:
        told = json.loads(mapping)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--mapping") from error
    if not isinstance(told, dict):
        raise click.BadParameter("{…}", param_hint="--mapping")
    return told


def _with_ids(desk: "Desk", club_id: str, said: Mapping[str, object]) -> dict[str, object]:
    """Let a name of a member stand for his id: "=Anna"."""
    from scorekeeper.services.members import list_members

    people = list_members(desk, club_id=club_id, include_inactive=True)
    ids = {f"={one.name.casefold()}": f"={one.id}" for one in people}
    columns = said.get("columns")
    if not isinstance(columns, list):
        return dict(said)
    return {**said, "columns": [ids.get(str(one).casefold(), one) for one in columns]}


def _tell(t: "Translator", view: "ImportView", *, as_json: bool) -> None:
    from scorekeeper.i18n import joined
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.i18n.formats import format_date
    from scorekeeper.i18n.import_words import answer_sentence
    from scorekeeper.i18n.import_words import left_out_sentences
    from scorekeeper.i18n.import_words import question_sentence
    from scorekeeper.i18n.import_words import rows_named

    if as_json:
        click.echo(json.dumps(_as_json(view), ensure_ascii=False))
        return
    held = (
        t("files.import.members", len(view.members))
        if view.kind == "members"
        else t("files.import.deals", view.deals)
    )
    number = f"{view.number}  " if view.number else ""
    click.echo(f"{number}{view.file_name}  {t(f'files.state.{_state(view)}')}  {held}")
    for problem in view.problems:
        cell = problem.cell
        cell = t("files.problem.row", row=cell) if cell.isdigit() else cell
        where = " ".join(filter(None, (cell, problem.header)))
        click.echo(": ".join(filter(None, (where, _problem(t, problem)))), err=True)
    totals = [str(problem.row) for problem in view.problems if problem.code == "day"]
    if totals:
        click.echo(t("files.cli.no_day", rows=",".join(totals)), err=True)
    if view.problem_count:
        click.echo(t("files.problems.title", view.problem_count), err=True)
    for question in view.questions:
        click.echo(question_sentence(question, t, t.lang), err=True)
        click.echo("  " + answer_sentence(question, t, t.lang), err=True)
    for sentence in left_out_sentences(view.totals, view.known, t):
        click.echo(sentence)
    if view.missing and not view.questions and _state(view) != "undone":
        amounts = {
            str(row): format_cents(cents, t.lang, sign=True) for row, cents in view.missing.items()
        }
        rows = rows_named(tuple(view.missing), t, amounts)
        click.echo(t("files.cli.purse", rows=rows))
    if view.bare and view.mapping is not None and view.deals and not view.questions:
        click.echo(t(f"files.cli.bare.{view.mapping.unit}"))
    if view.mapping is not None and len(view.nights) == 1 and "date" not in view.mapping.columns:
        day = format_date(view.nights[0].day, t.lang)
        click.echo(t("files.cli.undated", day=day))
    for key, names in (("files.undone.gone", view.gone), ("files.undone.stayed", view.stayed)):
        if names:
            click.echo(t(key, len(names), names=joined(names, t.lang)))


def _refusal(file: Path, error: "ScorekeeperError") -> dict[str, object]:
    """Return for machines that a file could not be read at all, and why."""
    problem = {"cell": "", "header": "", "code": error.code.value, "values": dict(error.values)}
    return {
        "file": file.name,
        "state": "wrong",
        "problems": [problem],
        "problem_count": 1,
        "questions": [],
        "left_out": [],
    }


def _state(view: "ImportView") -> str:
    """Return how it ended; what was only looked through was not stored."""
    if view.number:
        return view.state
    if view.problem_count:
        return "wrong"
    return "asks" if view.questions else "looked"


def _problem(t: "Translator", one: "ImportProblem") -> str:
    from scorekeeper.i18n.formats import format_cents

    values: dict[str, Any] = dict(one.values)
    if "cents" in values:
        values["amount"] = format_cents(values["cents"], t.lang, sign=True)
    return t(f"files.problem.{one.code}", **values)


def _as_json(view: "ImportView") -> dict[str, object]:
    return {
        "id": view.id or None,
        "number": view.number or None,
        "file": view.file_name,
        "kind": view.kind,
        "state": _state(view),
        "deals": view.deals,
        "nights": [
            {"date": one.day.isoformat(), "deals": one.deals, "known": one.known}
            for one in view.nights
        ],
        "people": [
            {"name": one.name, "member": one.member_id or None, "cents": one.cents}
            for one in view.people
        ],
        "columns": [one.role for one in view.columns],
        "problems": [
            {
                "cell": one.cell,
                "row": one.row or None,
                "header": one.header,
                "code": one.code,
                "values": dict(one.values),
            }
            for one in view.problems
        ],
        "problem_count": view.problem_count,
        "questions": [one.as_dict() for one in view.questions],
        "left_out": list(view.left_out),
        "known": list(view.known),
        "sheet": view.sheet_name or None,
        "unit": None if view.mapping is None else view.mapping.unit,
        "purse": view.purse,
        "gone": list(view.gone),
        "stayed": list(view.stayed),
    }
