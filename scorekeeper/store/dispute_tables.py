"""The tables of disputes: what is quarrelled about, and everything that was said and decided."""

from sqlalchemy import BigInteger
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import Index
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import Text
from sqlalchemy import UniqueConstraint
from sqlalchemy import text

_ID = String(36)


def dispute_table(metadata: MetaData) -> Table:
    """Declare where each dispute stands. `people` are ids; `words` is what is searched in."""
    return Table(
        "dispute",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("id", _ID, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("deal_id", _ID, nullable=False),
        Column("night_id", _ID, nullable=False),
        Column("game", String(10), nullable=False),
        Column("state", String(10), nullable=False),
        Column("people", Text, nullable=False),
        Column("words", Text, nullable=False),
        PrimaryKeyConstraint("club_id", "id", name="pk_dispute"),
        ForeignKeyConstraint(
            ["club_id", "deal_id"], ["deal.club_id", "deal.id"], name="fk_dispute_deal"
        ),
        ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_dispute_night"
        ),
        UniqueConstraint("club_id", "number", name="uq_dispute_number"),
        CheckConstraint("state IN ('open', 'decided')", name="ck_dispute_state"),
        Index("ix_dispute_deal", "club_id", "deal_id", "number"),
        Index(
            "uq_dispute_open",
            "club_id",
            "night_id",
            "deal_id",
            unique=True,
            sqlite_where=text("state = 'open'"),
            postgresql_where=text("state = 'open'"),
        ),
        sqlite_strict=True,
    )


def dispute_step_table(metadata: MetaData) -> Table:
    """Declare the story of each dispute; it is only ever added to."""
    return Table(
        "dispute_step",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("dispute_id", _ID, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("kind", String(10), nullable=False),
        Column("choice", String(10), nullable=False),
        Column("offence", String(20), nullable=False),
        Column("by_id", _ID, nullable=True),
        Column("trick", BigInteger, nullable=True),
        Column("rule", String(8), nullable=False),
        Column("version", BigInteger, nullable=False),
        Column("told", Text, nullable=False),
        Column("verdict", Text, nullable=False),
        Column("changes", Text, nullable=False),
        Column("why", String(500), nullable=False),
        Column("who", String(60), nullable=False),
        Column("at", String(27), nullable=False),
        PrimaryKeyConstraint("club_id", "dispute_id", "number", name="pk_dispute_step"),
        ForeignKeyConstraint(
            ["club_id", "dispute_id"],
            ["dispute.club_id", "dispute.id"],
            name="fk_dispute_step_dispute",
        ),
        CheckConstraint("kind IN ('opened', 'ruled', 'appealed')", name="ck_dispute_step_kind"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
