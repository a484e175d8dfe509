"""The tables of imports: which file brought what in, and the files not decided about yet."""

from sqlalchemy import BigInteger
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import Index
from sqlalchemy import LargeBinary
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import Text
from sqlalchemy import UniqueConstraint

_ID = String(36)


def import_batch_table(metadata: MetaData) -> Table:
    """Declare one row for every file that was handed in.

    `digest` is the hash of the file, `mapping` what each column is, `found` what a look into the
    file found with that mapping, both JSON. `first_entry` and `last_entry` are what it posted.
    """
    return Table(
        "import_batch",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("id", _ID, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("file_name", String(120), nullable=False),
        Column("digest", String(64), nullable=False),
        Column("kind", String(10), nullable=False),
        Column("state", String(10), nullable=False),
        Column("mapping", Text, nullable=False),
        Column("found", Text, nullable=False),
        Column("job_id", _ID, nullable=True),
        Column("first_entry", BigInteger, nullable=True),
        Column("last_entry", BigInteger, nullable=True),
        Column("who", String(60), nullable=False),
        Column("at", String(27), nullable=False),
        Column("decided_at", String(27), nullable=True),
        Column("why", String(500), nullable=False),
        PrimaryKeyConstraint("club_id", "id", name="pk_import_batch"),
        ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_import_batch_club"),
        UniqueConstraint("club_id", "number", name="uq_import_batch_number"),
        CheckConstraint(
            "state IN ('new', 'queued', 'posted', 'undone', 'dropped')",
            name="ck_import_batch_state",
        ),
        Index("ix_import_batch_digest", "club_id", "digest", "state"),
        sqlite_strict=True,
    )


def import_content_table(metadata: MetaData) -> Table:
    """Declare the files themselves, packed; each goes when it is decided about."""
    return Table(
        "import_content",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("import_id", _ID, nullable=False),
        Column("content", LargeBinary, nullable=False),
        PrimaryKeyConstraint("club_id", "import_id", name="pk_import_content"),
        ForeignKeyConstraint(
            ["club_id", "import_id"],
            ["import_batch.club_id", "import_batch.id"],
            name="fk_import_content_batch",
        ),
        sqlite_strict=True,
    )


def import_night_table(metadata: MetaData) -> Table:
    """Declare which nights an import began, so that it can be taken back."""
    return Table(
        "import_night",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("import_id", _ID, nullable=False),
        Column("night_id", _ID, nullable=False),
        PrimaryKeyConstraint("club_id", "import_id", "night_id", name="pk_import_night"),
        ForeignKeyConstraint(
            ["club_id", "import_id"],
            ["import_batch.club_id", "import_batch.id"],
            name="fk_import_night_batch",
        ),
        ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_import_night_night"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def import_mapping_table(metadata: MetaData) -> Table:
    """Declare what a club said about columns, by the fingerprint of a sheet's header."""
    return Table(
        "import_mapping",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("fingerprint", String(64), nullable=False),
        Column("mapping", Text, nullable=False),
        Column("at", String(27), nullable=False),
        PrimaryKeyConstraint("club_id", "fingerprint", name="pk_import_mapping"),
        ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_import_mapping_club"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
