"""Keep disputes about deals, and every ruling and appeal.

Revision ID: disputes
Revises: first_tables
"""

import sqlalchemy as sa
from alembic import op

revision = "disputes"
down_revision = "first_tables"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_dispute()
    _create_dispute_step()
    _forbid_changes()


def downgrade() -> None:
    """Go back, which only a database without disputes may."""
    connection = op.get_bind()
    if connection.execute(sa.text("SELECT 1 FROM dispute LIMIT 1")).first() is not None:
        raise RuntimeError("there are disputes; going back would lose them")
    op.drop_table("dispute_step")
    op.drop_table("dispute")


def _forbid_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER dispute_step_no_{verb.lower()} BEFORE {verb} ON dispute_step "
                "BEGIN SELECT RAISE(ABORT, 'dispute_step is append-only'); END"
            )
        return
    op.execute(
        "CREATE TRIGGER dispute_step_append_only BEFORE UPDATE OR DELETE ON dispute_step "
        "FOR EACH ROW EXECUTE FUNCTION append_only()"
    )
    op.execute(
        "CREATE TRIGGER dispute_step_no_truncate BEFORE TRUNCATE ON dispute_step "
        "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
    )


def _create_dispute() -> None:
    op.create_table(
        "dispute",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("deal_id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('open', 'decided')", name="ck_dispute_state"),
        sa.ForeignKeyConstraint(
            ["club_id", "deal_id"], ["deal.club_id", "deal.id"], name="fk_dispute_deal"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_dispute_night"
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_dispute"),
        sa.UniqueConstraint("club_id", "number", name="uq_dispute_number"),
        sqlite_strict=True,
    )
    op.create_index("ix_dispute_deal", "dispute", ["club_id", "deal_id", "number"], unique=False)
    op.create_index(
        "uq_dispute_open",
        "dispute",
        ["club_id", "night_id", "deal_id"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )


def _create_dispute_step() -> None:
    op.create_table(
        "dispute_step",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("dispute_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("choice", sa.String(length=10), nullable=False),
        sa.Column("offence", sa.String(length=20), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=True),
        sa.Column("trick", sa.BigInteger(), nullable=True),
        sa.Column("rule", sa.String(length=8), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("why", sa.String(length=500), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.CheckConstraint("kind IN ('opened', 'ruled', 'appealed')", name="ck_dispute_step_kind"),
        sa.ForeignKeyConstraint(
            ["club_id", "dispute_id"],
            ["dispute.club_id", "dispute.id"],
            name="fk_dispute_step_dispute",
        ),
        sa.PrimaryKeyConstraint("club_id", "dispute_id", "number", name="pk_dispute_step"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
