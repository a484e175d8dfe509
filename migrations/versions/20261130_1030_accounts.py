"""Keep accounts, their devices and roles, and guests at tables.

Revision ID: accounts
Revises: disputes
"""

import sqlalchemy as sa
from alembic import op

revision = "accounts"
down_revision = "disputes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for create in TABLES.values():
        create()


def downgrade() -> None:
    """Go back, which only a database without accounts may: everybody would be let in again."""
    connection = op.get_bind()
    if connection.execute(sa.text("SELECT 1 FROM account LIMIT 1")).first() is not None:
        raise RuntimeError("there are accounts; going back would lose them")
    for name in reversed(TABLES):
        op.drop_table(name)


def _create_account() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("deactivated_at", sa.String(length=27), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("email", name="uq_account_email"),
        sqlite_strict=True,
    )


def _create_device() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("seen_on", sa.String(length=10), nullable=False),
        sa.Column("revoked_at", sa.String(length=27), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_device_account"),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.UniqueConstraint("token", name="uq_device_token"),
        sqlite_strict=True,
    )
    op.create_index("ix_device_account", "device", ["account_id"], unique=False)


def _create_passkey() -> None:
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("credential", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("used_on", sa.String(length=10), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_passkey_account"),
        sa.PrimaryKeyConstraint("id", name="pk_passkey"),
        sa.UniqueConstraint("credential", name="uq_passkey_credential"),
        sqlite_strict=True,
    )
    op.create_index("ix_passkey_account", "passkey", ["account_id"], unique=False)


def _create_sign_in_link() -> None:
    op.create_table(
        "sign_in_link",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("expires_at", sa.String(length=27), nullable=False),
        sa.Column("used_at", sa.String(length=27), nullable=True),
        sa.CheckConstraint("purpose IN ('sign_in', 'password')", name="ck_sign_in_link_purpose"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_sign_in_link_account"),
        sa.PrimaryKeyConstraint("token", name="pk_sign_in_link"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sign_in_link_account", "sign_in_link", ["account_id"], unique=False)


def _create_sign_in_try() -> None:
    op.create_table(
        "sign_in_try",
        sa.Column("who", sa.String(length=64), nullable=False),
        sa.Column("tries", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("blocked_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("who", name="pk_sign_in_try"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sign_in_try_last", "sign_in_try", ["last"], unique=False)


def _create_officer() -> None:
    op.create_table(
        "officer",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("given_by", sa.String(length=60), nullable=False),
        sa.Column("given_at", sa.String(length=27), nullable=False),
        sa.CheckConstraint(
            "role IN ('owner', 'treasurer', 'referee', 'scorekeeper', 'viewer')",
            name="ck_officer_role",
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_officer_club"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_officer_account"),
        sa.PrimaryKeyConstraint("club_id", "account_id", "role", name="pk_officer"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_officer_account", "officer", ["account_id"], unique=False)


def _create_account_member() -> None:
    op.create_table(
        "account_member",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_account_member_account"),
        sa.ForeignKeyConstraint(
            ["club_id", "member_id"],
            ["member.club_id", "member.id"],
            name="fk_account_member_member",
        ),
        sa.PrimaryKeyConstraint("club_id", "account_id", name="pk_account_member"),
        sa.UniqueConstraint("club_id", "member_id", name="uq_account_member_member"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_invitation() -> None:
    op.create_table(
        "invitation",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("roles", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("invited_by", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.Column("expires_at", sa.String(length=27), nullable=False),
        sa.Column("ended_at", sa.String(length=27), nullable=True),
        sa.Column("account_id", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_invitation_club"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_invitation_account"),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_invitation"),
        sa.UniqueConstraint("token", name="uq_invitation_token"),
        sqlite_strict=True,
    )


def _create_guest_code() -> None:
    op.create_table(
        "guest_code",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("table_id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("writes", sa.Boolean(), nullable=False),
        sa.Column("made_by", sa.String(length=60), nullable=False),
        sa.Column("made_at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "table_id"],
            ["card_table.club_id", "card_table.id"],
            name="fk_guest_code_card_table",
        ),
        sa.PrimaryKeyConstraint("club_id", "table_id", name="pk_guest_code"),
        sa.UniqueConstraint("code", name="uq_guest_code_code"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_guest_code_night", "guest_code", ["club_id", "night_id"], unique=False)


def _create_guest_device() -> None:
    op.create_table(
        "guest_device",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("table_id", sa.String(length=36), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("writes", sa.Boolean(), nullable=False),
        sa.Column("came_at", sa.String(length=27), nullable=False),
        sa.Column("revoked_at", sa.String(length=27), nullable=True),
        sa.ForeignKeyConstraint(
            ["club_id", "table_id"],
            ["card_table.club_id", "card_table.id"],
            name="fk_guest_device_card_table",
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_guest_device"),
        sa.UniqueConstraint("token", name="uq_guest_device_token"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_guest_device_night", "guest_device", ["club_id", "night_id", "table_id"], unique=False
    )


def _create_club_text() -> None:
    op.create_table(
        "club_text",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.CheckConstraint("kind IN ('imprint', 'privacy')", name="ck_club_text_kind"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_club_text_club"),
        sa.PrimaryKeyConstraint("club_id", "kind", name="pk_club_text"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


# What this step makes, in an order in which everything referred to is there already.
TABLES = {
    "account": _create_account,
    "device": _create_device,
    "passkey": _create_passkey,
    "sign_in_link": _create_sign_in_link,
    "sign_in_try": _create_sign_in_try,
    "officer": _create_officer,
    "account_member": _create_account_member,
    "invitation": _create_invitation,
    "guest_code": _create_guest_code,
    "guest_device": _create_guest_device,
    "club_text": _create_club_text,
}
