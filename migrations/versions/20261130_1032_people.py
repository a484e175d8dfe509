"""Keep which members are one person, and who is anonymous.

Revision ID: people
Revises: purse
"""

revision = "people"
down_revision = "purse"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet."""


def downgrade() -> None:
    """Nothing yet."""
