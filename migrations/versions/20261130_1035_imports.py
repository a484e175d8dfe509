"""Keep which file brought what in.

Revision ID: imports
Revises: interfaces
"""

import sqlalchemy as sa
from alembic import op

revision = "imports"
down_revision = "interfaces"
branch_labels = None
depends_on = None

_TABLES = ("import_mapping", "import_night", "import_content", "import_batch")


def upgrade() -> None:
    _create_import_batch()
    _create_import_content()
    _create_import_night()
    _create_import_mapping()
    op.create_index("ix_night_date", "night", ["club_id", "date", "number"], unique=False)


def downgrade() -> None:
    """Go back, which only a database into which nothing was brought may."""
    connection = op.get_bind()
    kept = sa.text("SELECT 1 FROM import_batch WHERE state IN ('posted', 'undone') LIMIT 1")
    if connection.execute(kept).first() is not None:
        raise RuntimeError("there are imports; going back would lose them")
    op.drop_index("ix_night_date", table_name="night")
    for table in _TABLES:
        op.drop_table(table)


def _create_import_batch() -> None:
    op.create_table(
        "import_batch",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("file_name", sa.String(length=120), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("mapping", sa.Text(), nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.Column("job_id", sa.String(length=36), nullable=True),
        sa.Column("first_entry", sa.BigInteger(), nullable=True),
        sa.Column("last_entry", sa.BigInteger(), nullable=True),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("decided_at", sa.String(length=27), nullable=True),
        sa.Column("why", sa.String(length=500), nullable=False),
        sa.CheckConstraint(
            "state IN ('new', 'queued', 'posted', 'undone', 'dropped')",
            name="ck_import_batch_state",
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_import_batch_club"),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_import_batch"),
        sa.UniqueConstraint("club_id", "number", name="uq_import_batch_number"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_import_batch_digest", "import_batch", ["club_id", "digest", "state"], unique=False
    )


def _create_import_content() -> None:
    op.create_table(
        "import_content",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("import_id", sa.String(length=36), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "import_id"],
            ["import_batch.club_id", "import_batch.id"],
            name="fk_import_content_batch",
        ),
        sa.PrimaryKeyConstraint("club_id", "import_id", name="pk_import_content"),
        sqlite_strict=True,
    )


def _create_import_night() -> None:
    op.create_table(
        "import_night",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("import_id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "import_id"],
            ["import_batch.club_id", "import_batch.id"],
            name="fk_import_night_batch",
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_import_night_night"
        ),
        sa.PrimaryKeyConstraint("club_id", "import_id", "night_id", name="pk_import_night"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_import_mapping() -> None:
    op.create_table(
        "import_mapping",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("mapping", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_import_mapping_club"),
        sa.PrimaryKeyConstraint("club_id", "fingerprint", name="pk_import_mapping"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
