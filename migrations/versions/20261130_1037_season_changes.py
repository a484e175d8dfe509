"""Keep what a season was called and from when to when it went, when that is changed.

Revision ID: season_changes
Revises: public_seasons
"""

import sqlalchemy as sa
from alembic import op

revision = "season_changes"
down_revision = "public_seasons"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "season_change",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("name_was", sa.String(length=60), nullable=False),
        sa.Column("begins_was", sa.String(length=10), nullable=False),
        sa.Column("ends_was", sa.String(length=10), nullable=True),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("begins", sa.String(length=10), nullable=False),
        sa.Column("ends", sa.String(length=10), nullable=True),
        sa.ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_season_change_entry"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_season_change"
        ),
        sa.PrimaryKeyConstraint("club_id", "entry", name="pk_season_change"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    _forbid_changes()


def downgrade() -> None:
    if op.get_bind().execute(sa.text("SELECT 1 FROM season_change LIMIT 1")).first():
        raise RuntimeError("there are changes of seasons; going back would lose them")
    op.drop_table("season_change")


def _forbid_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER season_change_no_{verb.lower()} BEFORE {verb} ON season_change "
                "BEGIN SELECT RAISE(ABORT, 'season_change is append-only'); END"
            )
        return
    op.execute(
        "CREATE TRIGGER season_change_append_only BEFORE UPDATE OR DELETE ON season_change "
        "FOR EACH ROW EXECUTE FUNCTION append_only()"
    )
    op.execute(
        "CREATE TRIGGER season_change_no_truncate BEFORE TRUNCATE ON season_change "
        "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
    )
