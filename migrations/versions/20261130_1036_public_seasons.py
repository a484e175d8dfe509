"""Keep which seasons anybody with a link may read.

Revision ID: public_seasons
Revises: imports
"""

import sqlalchemy as sa
from alembic import op

revision = "public_seasons"
down_revision = "imports"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "public_season",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_public_season"
        ),
        sa.PrimaryKeyConstraint("club_id", "season_id", name="pk_public_season"),
        sa.UniqueConstraint("token", name="uq_public_season_token"),
        sqlite_strict=True,
    )


def downgrade() -> None:
    op.drop_table("public_season")
