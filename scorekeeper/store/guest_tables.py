"""The tables of guests: each table's code for one evening, and who came in by it.

A code stands as it is, for it is shown again to whoever may give it out and ends with the evening.
What a guest's device holds is random and kept as SHA-256 only.
"""

from typing import Any

from sqlalchemy import Boolean
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import Index
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import Text
from sqlalchemy import UniqueConstraint

_ID = String(36)
_MOMENT = String(27)


def _must(name: str, type_: Any) -> Column[Any]:
    return Column(name, type_, nullable=False)


def _of_table(name: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["club_id", "table_id"], ["card_table.club_id", "card_table.id"], name=name
    )


def guest_code_table(metadata: MetaData) -> Table:
    """Declare the code of a table; without a row nobody comes in. `writes`: guests may record."""
    return Table(
        "guest_code",
        metadata,
        _must("club_id", _ID),
        _must("table_id", _ID),
        _must("night_id", _ID),
        _must("code", String(8)),
        _must("writes", Boolean),
        _must("made_by", String(60)),
        _must("made_at", _MOMENT),
        PrimaryKeyConstraint("club_id", "table_id", name="pk_guest_code"),
        _of_table("fk_guest_code_card_table"),
        UniqueConstraint("code", name="uq_guest_code_code"),
        Index("ix_guest_code_night", "club_id", "night_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def guest_device_table(metadata: MetaData) -> Table:
    """Declare the devices of guests, by the name each guest gave."""
    return Table(
        "guest_device",
        metadata,
        _must("club_id", _ID),
        _must("id", _ID),
        _must("night_id", _ID),
        _must("table_id", _ID),
        _must("token", String(64)),
        _must("name", String(60)),
        _must("writes", Boolean),
        _must("came_at", _MOMENT),
        Column("revoked_at", _MOMENT, nullable=True),
        PrimaryKeyConstraint("club_id", "id", name="pk_guest_device"),
        _of_table("fk_guest_device_card_table"),
        UniqueConstraint("token", name="uq_guest_device_token"),
        Index("ix_guest_device_night", "club_id", "night_id", "table_id"),
        sqlite_strict=True,
    )


def club_text_table(metadata: MetaData) -> Table:
    """Declare what a club says of itself to everybody: its imprint, its words on privacy."""
    return Table(
        "club_text",
        metadata,
        _must("club_id", _ID),
        _must("kind", String(10)),
        _must("body", Text),
        _must("who", String(60)),
        _must("at", _MOMENT),
        PrimaryKeyConstraint("club_id", "kind", name="pk_club_text"),
        ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_club_text_club"),
        CheckConstraint("kind IN ('imprint', 'privacy')", name="ck_club_text_kind"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
