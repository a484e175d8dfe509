"""The table of seasons anybody with a link may read. No row: nobody but the club."""

from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import UniqueConstraint


def public_season_table(metadata: MetaData) -> Table:
    """Declare the links; a link is found by its token alone, whichever club it belongs to.

    The token is kept as it is, not as a hash: the club must be able to read its link again.
    """
    return Table(
        "public_season",
        metadata,
        Column("club_id", String(36), nullable=False),
        Column("season_id", String(36), nullable=False),
        Column("token", String(32), nullable=False),
        Column("who", String(60), nullable=False),
        Column("at", String(27), nullable=False),
        PrimaryKeyConstraint("club_id", "season_id", name="pk_public_season"),
        ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_public_season"
        ),
        UniqueConstraint("token", name="uq_public_season_token"),
        sqlite_strict=True,
    )
