"""Disputes and their steps: opened, ruled, appealed."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import literal_column
from sqlalchemy import or_
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import dispute
from scorekeeper.store.schema import dispute_step
from scorekeeper.store.schema import member


class DisputeRow(NamedTuple):
    """Where a dispute stands, without the club's id. `people` are ids with blanks between them."""

    id: str
    number: int
    deal_id: str
    night_id: str
    game: str
    state: str
    people: str
    words: str


class StepRow(NamedTuple):
    """One step of a dispute; `told`, `verdict` and `changes` are JSON objects.

    `version` is the telling of the deal that held when the step was done.
    """

    dispute_id: str
    number: int
    kind: str
    choice: str
    offence: str
    by_id: str | None
    trick: int | None
    rule: str
    version: int
    told: str
    verdict: str
    changes: str
    why: str
    who: str
    at: str


_columns = tuple(dispute.c[name] for name in DisputeRow._fields)
_step_columns = tuple(dispute_step.c[name] for name in StepRow._fields)
_mine = dispute.c.club_id == bindparam("club_id")
_ADD = insert_all(dispute)
_ADD_STEP = insert_all(dispute_step)
_GET = Prepared(select(*_columns).where(_mine, dispute.c.id == bindparam("id")))
_OF_DEAL = Prepared(
    select(*_columns)
    .where(_mine, dispute.c.deal_id == bindparam("deal_id"))
    .order_by(dispute.c.number)
)
_OPEN_OF_NIGHT = Prepared(
    select(dispute.c.deal_id).where(
        _mine,
        dispute.c.night_id == bindparam("night_id"),
        dispute.c.state == literal_column("'open'"),  # a partial index takes no parameter for it
    ),
    through=("dispute", "uq_dispute_open"),
)
_LAST_NUMBER = Prepared(select(func.max(dispute.c.number)).where(_mine))
_SET = Prepared(
    update(dispute)
    .where(dispute.c.club_id == bindparam("club"), dispute.c.id == bindparam("dispute"))
    .values(state=bindparam("state"), words=bindparam("words"))
)
_STEPS = Prepared(
    select(*_step_columns)
    .where(
        dispute_step.c.club_id == bindparam("club_id"),
        dispute_step.c.dispute_id == bindparam("id"),
    )
    .order_by(dispute_step.c.number)
)


def add(tx: Transaction, club_id: str, row: DisputeRow) -> None:
    """Add a dispute."""
    tx.run(_ADD, club_id=club_id, **row._asdict())


def add_step(tx: Transaction, club_id: str, row: StepRow) -> None:
    """Add a step to a dispute's story."""
    tx.run(_ADD_STEP, club_id=club_id, **row._asdict())


def get(tx: Transaction, club_id: str, dispute_id: str) -> DisputeRow | None:
    """Return a dispute, None if the club has none of that id."""
    row = tx.one(_GET, club_id=club_id, id=dispute_id)
    return None if row is None else DisputeRow._make(row)


def of_deal(tx: Transaction, club_id: str, deal_id: str) -> list[DisputeRow]:
    """Return every dispute about a deal, the oldest first."""
    return [DisputeRow._make(row) for row in tx.all(_OF_DEAL, club_id=club_id, deal_id=deal_id)]


def open_of_night(tx: Transaction, club_id: str, night_id: str) -> frozenset[str]:
    """Return the ids of the night's deals that are in dispute."""
    rows = tx.all(_OPEN_OF_NIGHT, club_id=club_id, night_id=night_id)
    return frozenset(str(row[0]) for row in rows)


def next_number(tx: Transaction, club_id: str) -> int:
    """Return the number of the club's next dispute."""
    row = tx.one(_LAST_NUMBER, club_id=club_id)
    return 1 if row is None or row[0] is None else int(row[0]) + 1


def set_state(tx: Transaction, club_id: str, dispute_id: str, *, state: str, words: str) -> None:
    """Decide a dispute or open it again."""
    tx.run(_SET, club=club_id, dispute=dispute_id, state=state, words=words)


def steps(tx: Transaction, club_id: str, dispute_id: str) -> list[StepRow]:
    """Return the story of a dispute, the oldest step first."""
    return [StepRow._make(row) for row in tx.all(_STEPS, club_id=club_id, id=dispute_id)]


def page(
    tx: Transaction,
    club_id: str,
    *,
    before: int,
    count: int,
    game: str | None = None,
    rule: str | None = None,
    words: Sequence[str] = (),
) -> list[DisputeRow]:
    """Return disputes numbered lower than `before`, the newest first.

    Each of `words` must stand in what was said of the dispute or in the name of somebody in it.
    """
    wanted = [dispute.c.club_id == club_id, dispute.c.number < before]
    if game is not None:
        wanted.append(dispute.c.game == game)
    if rule is not None:
        cited = select(dispute_step.c.number).where(
            dispute_step.c.club_id == dispute.c.club_id,
            dispute_step.c.dispute_id == dispute.c.id,
            dispute_step.c.rule == rule,
        )
        wanted.append(cited.exists())
    for word in words:
        named = select(member.c.id).where(
            member.c.club_id == dispute.c.club_id,
            member.c.name_key.contains(word, autoescape=True),
            dispute.c.people.contains(member.c.id),
        )
        wanted.append(or_(dispute.c.words.contains(word, autoescape=True), named.exists()))
    rows = tx.connection.execute(
        select(*_columns).where(*wanted).order_by(dispute.c.number.desc()).limit(count)
    )
    return [DisputeRow._make(row) for row in rows]
