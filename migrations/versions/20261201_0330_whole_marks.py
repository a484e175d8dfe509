"""Order nights by whole numbers themselves; only shares and averages are spread out.

Spread out a million million times, an amount above 92,233.72 EUR did not fit into 64 bits.

Revision ID: whole_marks
Revises: season_changes
"""

import sqlalchemy as sa
from alembic import op

revision = "whole_marks"
down_revision = "season_changes"
branch_labels = None
depends_on = None

_WHOLE = "measure NOT IN ('made', 'won', 'per_deal')"
_MOST = (2**63 - 1) // 10**12


def upgrade() -> None:
    op.execute(f"UPDATE night_mark SET mark = amount WHERE {_WHOLE}")


def downgrade() -> None:
    beyond = f"SELECT 1 FROM night_mark WHERE {_WHOLE} AND abs(amount) > {_MOST} LIMIT 1"
    if op.get_bind().execute(sa.text(beyond)).first():
        raise RuntimeError("there are amounts too large for the version before")
    op.execute(f"UPDATE night_mark SET mark = amount * 1000000000000 WHERE {_WHOLE}")
