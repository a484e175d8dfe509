"""Keep who gave, changed or deleted a member's bank details, and when.

Revision ID: bank_changes
Revises: whole_marks
"""

import sqlalchemy as sa
from alembic import op

revision = "bank_changes"
down_revision = "whole_marks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bank_change",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.CheckConstraint("kind IN ('given', 'changed', 'deleted')", name="ck_bank_change_kind"),
        sa.ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_bank_change_member"
        ),
        sa.PrimaryKeyConstraint("club_id", "member_id", "number", name="pk_bank_change"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    # Who gave what is there already was not kept.
    op.execute(
        "INSERT INTO bank_change (club_id, member_id, number, kind, who, at) "
        "SELECT club_id, member_id, 1, 'given', '', at FROM bank_detail"
    )


def downgrade() -> None:
    op.drop_table("bank_change")
