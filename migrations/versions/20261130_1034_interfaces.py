"""Keep keys for other programs and whom to tell what happened.

Revision ID: interfaces
Revises: standings
"""

import sqlalchemy as sa
from alembic import op

revision = "interfaces"
down_revision = "standings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_api_token()
    _create_webhook()
    _create_delivery()


def downgrade() -> None:
    """Go back; keys and addresses of other programs are made anew, no entry is lost."""
    op.drop_table("delivery")
    op.drop_table("webhook")
    op.drop_table("api_token")


def _create_api_token() -> None:
    op.create_table(
        "api_token",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=True),
        sa.Column("night_id", sa.String(length=36), nullable=True),
        sa.Column("table_id", sa.String(length=36), nullable=True),
        sa.Column("scopes", sa.String(length=500), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("used_on", sa.String(length=10), nullable=False),
        sa.Column("revoked_at", sa.String(length=27), nullable=True),
        sa.CheckConstraint(
            "(table_id IS NULL) = (night_id IS NULL) AND (table_id IS NULL OR account_id IS NULL)",
            name="ck_api_token_right",
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_api_token_club"),
        sa.ForeignKeyConstraint(
            ["club_id", "table_id"],
            ["card_table.club_id", "card_table.id"],
            name="fk_api_token_card_table",
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_api_token"),
        sa.UniqueConstraint("hash", name="uq_api_token_hash"),
        sqlite_strict=True,
    )


def _create_webhook() -> None:
    op.create_table(
        "webhook",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("secret", sa.String(length=80), nullable=False),
        sa.Column("events", sa.String(length=500), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_webhook_club"),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_webhook"),
        sqlite_strict=True,
    )


def _create_delivery() -> None:
    op.create_table(
        "delivery",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("webhook_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=True),
        sa.Column("error", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("ended_at", sa.String(length=27), nullable=True),
        sa.CheckConstraint("state IN ('waiting', 'delivered', 'failed')", name="ck_delivery_state"),
        sa.ForeignKeyConstraint(
            ["club_id", "webhook_id"], ["webhook.club_id", "webhook.id"], name="fk_delivery_webhook"
        ),
        sa.PrimaryKeyConstraint("club_id", "webhook_id", "id", name="pk_delivery"),
        sqlite_strict=True,
    )
