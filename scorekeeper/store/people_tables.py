"""The tables about people: what was decided about whom, and who played what in which deal."""

from sqlalchemy import BigInteger
from sqlalchemy import Boolean
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import Index
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import Text
from sqlalchemy import text

_ID = String(36)


def person_step_table(metadata: MetaData) -> Table:
    """Declare what was decided about people; it is only ever added to.

    `into_id` is whom a duplicate was merged into. `marks` are salted hashes of the names that an
    anonymous person is not to be called by any more.
    """
    return Table(
        "person_step",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("member_id", _ID, nullable=False),
        Column("kind", String(12), nullable=False),
        Column("into_id", _ID, nullable=True),
        Column("marks", Text, nullable=False),
        Column("why", String(500), nullable=False),
        Column("who", String(60), nullable=False),
        Column("at", String(27), nullable=False),
        PrimaryKeyConstraint("club_id", "number", name="pk_person_step"),
        ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_person_step_member"
        ),
        ForeignKeyConstraint(
            ["club_id", "into_id"], ["member.club_id", "member.id"], name="fk_person_step_into"
        ),
        CheckConstraint(
            "kind IN ('merged', 'unmerged', 'anonymised', 'guest', 'member')",
            name="ck_person_step_kind",
        ),
        Index(
            "ix_person_step_marks",
            "club_id",
            "number",
            sqlite_where=text("kind = 'anonymised'"),
            postgresql_where=text("kind = 'anonymised'"),
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def deal_facet_table(metadata: MetaData) -> Table:
    """Declare by what deals are searched for, a row for each.

    `seq` is the entry that first recorded the deal. One row and not one for each player: those
    would lie far apart, and a deal's transaction would write a third more pages.
    """
    return Table(
        "deal_facet",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("day", String(10), nullable=False),
        Column("seq", BigInteger, nullable=False),
        Column("deal_id", _ID, nullable=False),
        Column("game", String(10), nullable=False),
        Column("contract", String(12), nullable=False),
        Column("trump", String(10), nullable=False),
        Column("place", BigInteger, nullable=False),
        Column("declarer", String(36), nullable=False),
        Column("players", String(260), nullable=False),
        Column("counts", Boolean, nullable=False),
        Column("corrected", Boolean, nullable=False),
        PrimaryKeyConstraint("club_id", "day", "seq", name="pk_deal_facet"),
        Index("ix_deal_facet_contract", "club_id", "contract", "day", "seq"),
        Index(
            "ix_deal_facet_corrected",
            "club_id",
            "day",
            "seq",
            sqlite_where=text("corrected = 1"),
            postgresql_where=text("corrected"),
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
