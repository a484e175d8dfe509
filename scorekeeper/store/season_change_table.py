"""The table of seasons that got another name or other days. It is only ever added to."""

from sqlalchemy import BigInteger
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table


def season_change_table(metadata: MetaData) -> Table:
    """Declare what a season was called and went over before an entry, and from it on."""
    return Table(
        "season_change",
        metadata,
        Column("club_id", String(36), nullable=False),
        Column("entry", BigInteger, nullable=False),
        Column("season_id", String(36), nullable=False),
        Column("name_was", String(60), nullable=False),
        Column("begins_was", String(10), nullable=False),
        Column("ends_was", String(10), nullable=True),
        Column("name", String(60), nullable=False),
        Column("begins", String(10), nullable=False),
        Column("ends", String(10), nullable=True),
        PrimaryKeyConstraint("club_id", "entry", name="pk_season_change"),
        ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_season_change_entry"
        ),
        ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_season_change"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
