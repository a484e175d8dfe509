"""Keep what a season's ladders are made of.

Revision ID: standings
Revises: people
"""

revision = "standings"
down_revision = "people"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet."""


def downgrade() -> None:
    """Nothing yet."""
