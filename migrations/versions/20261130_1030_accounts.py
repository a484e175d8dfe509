"""Keep accounts, their devices and roles, and guests at tables.

Revision ID: accounts
Revises: disputes
"""

revision = "accounts"
down_revision = "disputes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet."""


def downgrade() -> None:
    """Nothing yet."""
