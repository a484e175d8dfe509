"""Cases of sheets that are brought in, tried through the command as a treasurer would."""

import json
import re
import shutil
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.clock import system_clock
from scorekeeper.services import clubs
from scorekeeper.services import imports
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services.desk import open_desk

Case = Mapping[str, Any]
STORED, IMPOSSIBLE, USAGE, ASKS = 0, 1, 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What one call of the command said, as text and to a machine."""

    status: int
    text: str
    answer: Mapping[str, Any]


@dataclass(slots=True, kw_only=True)
class Club:
    """What a club holds: balances of its members, the purse, what days brought, its imports."""

    balances: dict[str, int] = field(default_factory=dict)
    days: dict[str, dict[str, int]] = field(default_factory=dict)
    purse: int = 0
    members: set[str] = field(default_factory=set)
    numbers: list[int] = field(default_factory=list)


class Shell:
    """A data folder of its own with one club, and the command that works on it."""

    def __init__(self, folder: Path, template: Path, language: str = "de") -> None:
        folder.mkdir(parents=True)
        shutil.copy(template, folder / "scorekeeper.db")
        self.url = f"sqlite:///{folder}/scorekeeper.db"
        self._env = {
            "SCOREKEEPER_DATA": str(folder),
            "SCOREKEEPER_DATABASE_URL": None,
            "SCOREKEEPER_LANGUAGE": language,
        }
        desk = open_desk(self.url, system_clock, "", language)
        clubs.create_club(desk, name="Freitagsrunde")
        desk.close()

    def bring_in(self, file: Path | None, options: Sequence[str], *, as_json: bool = False) -> Told:
        """Call the command once."""
        arguments = ["import", *([str(file)] if file else []), *options]
        done = CliRunner(env=self._env).invoke(main, [*arguments, *(["--json"] * as_json)])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        answer: Mapping[str, Any] = {}
        if as_json and done.stdout.strip().startswith("{"):
            answer = json.loads(done.stdout.strip().splitlines()[0])
        return Told(status=done.exit_code, text=done.output, answer=answer)

    def club(self) -> Club:
        """Return what the club holds now."""
        desk = open_desk(self.url, system_clock, "", "de")
        found = Club()
        try:
            (club,) = clubs.list_clubs(desk)
            found.members = {one.name for one in members.list_members(desk, club_id=club.id)}
            for night in nights.list_nights(desk, club_id=club.id, limit=200):
                book = ledger.night_ledger(desk, club_id=club.id, night_id=night.id)
                found.purse += book.purse
                names = {one.id: one.name for one in book.members}
                for member, cents in book.balances.items():
                    day = found.days.setdefault(night.date.isoformat(), {})
                    day[names[member]] = day.get(names[member], 0) + cents
            for day in found.days.values():
                for name, cents in day.items():
                    found.balances[name] = found.balances.get(name, 0) + cents
            found.numbers = [one.number for one in imports.list_imports(desk, club_id=club.id)]
        finally:
            desk.close()
        return found


def failures(case: Case, sheets: Path, folder: Path, template: Path) -> list[str]:
    """Try a case twice, as text and for machines, and return what differs from it."""
    wrong: list[str] = []
    for as_json in (False, True):
        shell = Shell(folder / ("json" if as_json else "text"), template)
        wrong += _tried(case, sheets, shell, as_json=as_json)
    return wrong


def _tried(case: Case, sheets: Path, shell: Shell, *, as_json: bool) -> list[str]:
    files = case.get("files", [case.get("file")])
    expected = case["expect"]
    if isinstance(expected, str):
        expected = ["stored"] * (len(files) - 1) + [expected]
    wrong = []
    told = Told(status=0, text="", answer={})
    stored = False
    for name, options, expect in zip(files, case["options"], expected, strict=True):
        told = shell.bring_in(sheets / name if name else None, options, as_json=as_json)
        stored = told.status == STORED
        if expect in ("stored", "looked") and not stored:
            wrong.append(f"{name} {options}: status {told.status}: {told.text.strip()}")
        if expect == "asks" and stored:
            wrong.append(f"{name} {options}: stored without a word: {told.text.strip()}")
        if not stored and not told.text.strip():
            wrong.append(f"{name} {options}: nothing is said")
    return wrong + _compared(case, told, shell.club(), stored=stored, as_json=as_json)


def _compared(case: Case, told: Told, club: Club, *, stored: bool, as_json: bool) -> list[str]:
    wrong = []
    if stored or case["expect"] != "stored or asks":
        balances = dict(case["balances"])
        purse = balances.pop("purse", 0)
        # A member without an evening has no balance anywhere, which is zero.
        seen = {name: club.balances.get(name, 0) for name in club.members} | {
            name: cents for name, cents in club.balances.items() if cents
        }
        if (seen, club.purse) != (balances, purse):
            wrong.append(f"balances {seen}, purse {club.purse} for {balances}, {purse}")
    elif club.members:
        wrong.append(f"asked, but {sorted(club.members)} are members")
    for day, brought in case.get("days", {}).items():
        if {n: c for n, c in club.days.get(day, {}).items() if c} != {
            n: c for n, c in brought.items() if c
        }:
            wrong.append(f"{day} brought {club.days.get(day)} for {brought}")
    if "number" in case and club.numbers[:1] != [case["number"]]:
        wrong.append(f"import {club.numbers} for {case['number']}")
    for row in case.get("left_out", []) if stored else []:
        said = told.answer.get("left_out", [])
        if (row not in said) if as_json else not re.search(rf"\b{row}\b", told.text):
            wrong.append(f"row {row} is not named as left out: {said or told.text.strip()}")
    for name in case.get("names", []):
        if not _named(name, told, as_json=as_json):
            wrong.append(f"{name} is not named: {told.answer.get('questions') or told.text}")
    return wrong


def _named(name: str, told: Told, *, as_json: bool) -> bool:
    kind, _, what = name.partition(" ")
    if not as_json:
        return bool(re.search(rf"\b{what}\b", told.text) if kind == "row" else what in told.text)
    found = told.answer.get("questions", [])
    if kind == "row":
        return any(int(what) in one["rows"] for one in found)
    if kind == "option":
        return any(option.startswith(what) for one in found for option in one["options"])
    return any(what in (*one["columns"], *one["sheets"]) for one in found)
