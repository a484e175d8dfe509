"""What was decided about people: merges, merges taken back, names given up. Only ever added to."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import literal_column
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import member
from scorekeeper.store.schema import person_step


class PersonStepRow(NamedTuple):
    """One decision, without the club's id."""

    number: int
    member_id: str
    kind: str
    into_id: str | None
    marks: str
    why: str
    who: str
    at: str


class MarkRow(NamedTuple):
    """By what the name of an anonymous person is known again, and how he is called since."""

    marks: str
    at: str
    name: str


_columns = tuple(person_step.c[name] for name in PersonStepRow._fields)
_mine = person_step.c.club_id == bindparam("club_id")
_ADD = insert_all(person_step)
_LAST_NUMBER = Prepared(select(func.max(person_step.c.number)).where(_mine))
_ALL = Prepared(select(*_columns).where(_mine).order_by(person_step.c.number))
_MARKS = Prepared(
    select(person_step.c.marks, person_step.c.at, member.c.name)
    .join_from(
        person_step,
        member,
        (member.c.club_id == person_step.c.club_id) & (member.c.id == person_step.c.member_id),
    )
    .where(_mine, person_step.c.kind == literal_column("'anonymised'"))
    .order_by(person_step.c.number),
    through=("person_step", "ix_person_step_marks"),
)


def add(
    tx: Transaction,
    club_id: str,
    *,
    member_id: str,
    kind: str,
    who: str,
    at: str,
    into_id: str | None = None,
    marks: str = "",
    why: str = "",
) -> int:
    """Add a decision and return its number."""
    last = tx.one(_LAST_NUMBER, club_id=club_id)
    number = 1 + int((last and last[0]) or 0)
    tx.run(
        _ADD,
        club_id=club_id,
        number=number,
        member_id=member_id,
        kind=kind,
        into_id=into_id,
        marks=marks,
        why=why,
        who=who,
        at=at,
    )
    return number


def every(tx: Transaction, club_id: str) -> list[PersonStepRow]:
    """Return every decision about people of a club, in order."""
    return [PersonStepRow._make(row) for row in tx.all(_ALL, club_id=club_id)]


def marks(tx: Transaction, club_id: str) -> list[MarkRow]:
    """Return by what the anonymous people of a club are known again."""
    return [MarkRow._make(row) for row in tx.all(_MARKS, club_id=club_id)]
