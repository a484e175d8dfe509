"""Proving the ledger as long work: asked for on a page, done by a worker, told in plain words."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import replace
from datetime import date
from datetime import datetime
from typing import Any

from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import problems_in
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import entries
from scorekeeper.store import jobs
from scorekeeper.store import nights
from scorekeeper.store import proofs
from scorekeeper.store.engine import Transaction
from scorekeeper.store.jobs import JobRow
from scorekeeper.store.moments import moment_of

JOB_KIND = "verify"
PROBLEMS_SHOWN = 20
_HASH = re.compile(r"[0-9a-f]{12,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadView:
    """The last entry of a club's chain; `number` 0 while there is none."""

    number: int
    hash: str
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundView:
    """The entry a printed hash belongs to."""

    number: int
    at: datetime
    hash: str
    night_number: int | None
    night_date: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofView:
    """How far a proof is and, when it is done, what it says.

    `state` is queued, running, done, failed or cancelled. `problems` are the first of `count`
    places that do not agree, for whoever keeps the machine. `printed` is the hash that was asked
    for, "" for none; `found` the entry it belongs to, None where the ledger has no such entry.
    """

    id: str
    state: str
    done: int
    total: int
    printed: str
    count: int = 0
    problems: tuple[str, ...] = ()
    head: HeadView | None = None
    found: FoundView | None = None

    @property
    def agrees(self) -> bool:
        """Say whether the ledger agrees; only once it is done."""
        return self.state == "done" and self.count == 0


def get_head(desk: Desk, *, club_id: str) -> HeadView:
    """Return the last entry of a club's chain.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        return _head(tx, club_id)


def request_proof(desk: Desk, *, club_id: str, printed: str = "") -> ProofView:
    """Ask for a proof of the whole ledger, and where a printed hash stands in it.

    While one is being made for the same state of the ledger, that is it; one that is done is made
    again, for somebody may have laid hands on the database.

    Raises ScorekeeperError: NOT_FOUND; VALUE_INVALID for what is no printed hash.
    """
    told = _printed(printed)
    with desk.store.write() as tx:
        clubs.read(tx, club_id)
        number, hash_ = club_rows.chain_end(tx, club_id)
        now = int(desk.clock().timestamp() * 1000)
        row = jobs.add(
            tx,
            club_id=club_id,
            job_id=desk.new_id(),
            kind=JOB_KIND,
            args={"printed": told},
            dedupe=f"verify {number} {hash_[:12]} {told[:24]}",
            now=now,
        )
        if row.state in ("done", "failed", "cancelled"):
            jobs.ask_again(tx, row, now=now)
            row = replace(row, state="queued", done=0, total=0, error="", result="")
    return _view(row)


def get_proof(desk: Desk, *, club_id: str, job_id: str) -> ProofView:
    """Return how far a proof is, and what it says.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        row = jobs.get(tx, club_id, bounds.id_(job_id, "job"))
    if row is None or row.kind != JOB_KIND:
        raise bounds.missing("job")
    return _view(row)


def prove(desk: Desk, *, club_id: str, printed: str, progress: Callable[[int, int], None]) -> str:
    """Prove a club's ledger and return what `get_proof` reads; all of it as it stood at once."""
    with desk.store.read() as tx:
        problems = problems_in(tx, club_id=club_id, progress=progress)
        head = _head(tx, club_id)
        found = _found(tx, club_id, printed) if printed else None
    return json.dumps(
        {
            "count": len(problems),
            "problems": problems[:PROBLEMS_SHOWN],
            "head": asdict(head),
            "found": None if found is None else asdict(found),
        },
        default=lambda value: value.isoformat(),
    )


def _printed(told: str) -> str:
    plain = "".join(told.split()).lower() if len(told) < 200 else "?"
    if plain and not _HASH.fullmatch(plain):
        raise bounds.invalid("printed", told)
    return plain


def _head(tx: Transaction, club_id: str) -> HeadView:
    number, hash_ = club_rows.chain_end(tx, club_id)
    row = entries.get(tx, club_id, number) if number else None
    return HeadView(number=number, hash=hash_, at=None if row is None else moment_of(row.at))


def _found(tx: Transaction, club_id: str, printed: str) -> FoundView | None:
    row = proofs.printed(tx, club_id, printed)
    if row is None:
        return None
    night = None if row.night_id is None else nights.get(tx, club_id, row.night_id)
    return FoundView(
        number=row.number,
        at=moment_of(row.at),
        hash=row.hash,
        night_number=None if night is None else night.number,
        night_date=None if night is None else date.fromisoformat(night.date),
    )


def _view(row: JobRow) -> ProofView:
    plain = ProofView(
        id=row.id, state=row.state, done=row.done, total=row.total, printed=str(row.args["printed"])
    )
    if row.state != "done":
        return plain
    told: dict[str, Any] = json.loads(row.result)
    found = told["found"]
    return replace(
        plain,
        count=told["count"],
        problems=tuple(told["problems"]),
        head=HeadView(**{**told["head"], "at": _moment(told["head"]["at"])}),
        found=None
        if found is None
        else FoundView(
            number=found["number"],
            at=datetime.fromisoformat(found["at"]),
            hash=found["hash"],
            night_number=found["night_number"],
            night_date=_day(found["night_date"]),
        ),
    )


def _moment(told: str | None) -> datetime | None:
    return None if told is None else datetime.fromisoformat(told)


def _day(told: str | None) -> date | None:
    return None if told is None else date.fromisoformat(told)
