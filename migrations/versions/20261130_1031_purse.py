"""Keep the club's purse, fees, fines and what members owe.

Revision ID: purse
Revises: accounts
"""

revision = "purse"
down_revision = "accounts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet."""


def downgrade() -> None:
    """Nothing yet."""
