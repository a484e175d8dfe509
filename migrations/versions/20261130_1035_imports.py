"""Keep which file brought what in.

Revision ID: imports
Revises: interfaces
"""

revision = "imports"
down_revision = "interfaces"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing yet."""


def downgrade() -> None:
    """Nothing yet."""
