"""Keep what a season's ladders are made of.

Revision ID: standings
Revises: people
"""

import sqlalchemy as sa
from alembic import op

revision = "standings"
down_revision = "people"
branch_labels = None
depends_on = None

# All but the ladders follows from deals and entries; the program fills it in after an upgrade.
TABLES = (
    *("season_night", "night_tally", "night_mark", "night_facet"),
    *("season_tally", "season_facet", "season_form", "ladder", "ladder_version"),
)


def upgrade() -> None:
    _create_season_night()
    _create_night_tally()
    _create_night_mark()
    _create_night_facet()
    _create_season_tally()
    _create_season_facet()
    _create_season_form()
    _create_ladder()
    _create_ladder_version()


def downgrade() -> None:
    """Go back, which only a database may whose ladders are those every season begins with."""
    connection = op.get_bind()
    chosen = "SELECT 1 FROM ladder_version WHERE version > 1 OR who <> '' LIMIT 1"
    if connection.execute(sa.text(chosen)).first() is not None:
        raise RuntimeError("there are ladders somebody chose; going back would lose them")
    for table in reversed(TABLES):
        op.drop_table(table)


def _create_season_night() -> None:
    op.create_table(
        "season_night",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("folded", sa.BigInteger(), nullable=False),
        sa.Column("formed", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "night_id", name="pk_season_night"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_season_night_folded", "season_night", ["club_id", "folded", "season_id"], unique=False
    )
    op.create_index(
        "ix_season_night_formed",
        "season_night",
        ["club_id", "season_id", "formed", "date", "number"],
        unique=False,
    )
    op.create_index(
        "ix_season_night_order",
        "season_night",
        ["club_id", "season_id", "date", "number"],
        unique=False,
    )


def _create_night_tally() -> None:
    op.create_table(
        "night_tally",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        sa.Column("declared", sa.BigInteger(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("bettel", sa.BigInteger(), nullable=False),
        sa.Column("bettel_made", sa.BigInteger(), nullable=False),
        sa.Column("mord", sa.BigInteger(), nullable=False),
        sa.Column("mord_made", sa.BigInteger(), nullable=False),
        sa.Column("soft", sa.BigInteger(), nullable=False),
        sa.Column("matches_won", sa.BigInteger(), nullable=False),
        sa.Column("matches_lost", sa.BigInteger(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "night_id", "member_id", "game", name="pk_night_tally"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_night_tally_member",
        "night_tally",
        ["club_id", "season_id", "member_id", "night_id"],
        unique=False,
    )


def _create_night_mark() -> None:
    op.create_table(
        "night_mark",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("measure", sa.String(length=12), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("per", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "club_id",
            "season_id",
            "measure",
            "game",
            "member_id",
            "mark",
            "night_id",
            name="pk_night_mark",
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_night_facet() -> None:
    op.create_table(
        "night_facet",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("facet", sa.String(length=50), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        sa.Column("soft", sa.BigInteger(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "club_id", "night_id", "member_id", "game", "facet", name="pk_night_facet"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_season_tally() -> None:
    op.create_table(
        "season_tally",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        sa.Column("declared", sa.BigInteger(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("bettel", sa.BigInteger(), nullable=False),
        sa.Column("bettel_made", sa.BigInteger(), nullable=False),
        sa.Column("mord", sa.BigInteger(), nullable=False),
        sa.Column("mord_made", sa.BigInteger(), nullable=False),
        sa.Column("soft", sa.BigInteger(), nullable=False),
        sa.Column("matches_won", sa.BigInteger(), nullable=False),
        sa.Column("matches_lost", sa.BigInteger(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("nights", sa.BigInteger(), nullable=False),
        sa.Column("booked", sa.BigInteger(), nullable=False),
        sa.Column("substituted", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "club_id", "season_id", "game", "member_id", name="pk_season_tally"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_season_facet() -> None:
    op.create_table(
        "season_facet",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("facet", sa.String(length=50), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        sa.Column("soft", sa.BigInteger(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "club_id", "season_id", "member_id", "game", "facet", name="pk_season_facet"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_season_form() -> None:
    op.create_table(
        "season_form",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.BigInteger(), nullable=False),
        sa.Column("sigma", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("run", sa.BigInteger(), nullable=False),
        sa.Column("best_run", sa.BigInteger(), nullable=False),
        sa.Column("worst_run", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "club_id", "season_id", "game", "member_id", "date", "number", name="pk_season_form"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_season_form_order",
        "season_form",
        ["club_id", "season_id", "date", "number"],
        unique=False,
    )


def _create_ladder() -> None:
    op.create_table(
        "ladder",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("retired", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_ladder_season"
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_ladder"),
        sa.CheckConstraint("retired IN (0, 1)", name="ck_ladder_retired"),
        sa.UniqueConstraint("club_id", "season_id", "number", name="uq_ladder_number"),
        sqlite_strict=True,
    )


def _create_ladder_version() -> None:
    op.create_table(
        "ladder_version",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("ladder_id", sa.String(length=36), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("seed", sa.String(length=80), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "ladder_id"], ["ladder.club_id", "ladder.id"], name="fk_ladder_version"
        ),
        sa.PrimaryKeyConstraint("club_id", "ladder_id", "version", name="pk_ladder_version"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
