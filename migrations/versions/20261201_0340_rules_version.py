"""Keep by which version of the rules each telling of a deal was scored; until now there was one.

Revision ID: rules_version
Revises: bank_changes
"""

import sqlalchemy as sa
from alembic import op

revision = "rules_version"
down_revision = "bank_changes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # With a default no row is touched: the triggers would refuse that.
    op.add_column(
        "deal_version", sa.Column("rules", sa.BigInteger(), nullable=False, server_default="1")
    )


def downgrade() -> None:
    """Go back, which only a database may where all was scored by the first version."""
    found = op.get_bind().execute(sa.text("SELECT 1 FROM deal_version WHERE rules <> 1 LIMIT 1"))
    if found.first() is not None:
        raise RuntimeError("deals were scored by newer rules; going back would lose that")
    op.drop_column("deal_version", "rules")
