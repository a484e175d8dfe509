"""Keep keys for other programs and whom to tell what happened.

Revision ID: interfaces
Revises: standings
"""

revision = "interfaces"
down_revision = "standings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet."""


def downgrade() -> None:
    """Nothing yet."""
