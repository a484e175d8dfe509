"""The tables of the purse: the catalogue, what was booked, what it did to whom, what was closed.

`booking`, `movement` and `closing` are only ever added to. A booking's and a closing's facts are
hashed into the entry they belong to, so the chain proves them; `movement` is kept beside the lines,
as balances are, and `verify` adds it up again.
"""

from sqlalchemy import BigInteger
from sqlalchemy import Boolean
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import Index
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import UniqueConstraint
from sqlalchemy import text

_ID = String(36)


def purse_table(metadata: MetaData) -> Table:
    """Declare how a club keeps its purse. No row: nothing was set, booked or closed yet."""
    return Table(
        "purse",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("haferl", Boolean, nullable=False),
        Column("closed_month", String(7), nullable=True),
        Column("opening", BigInteger, nullable=True),
        PrimaryKeyConstraint("club_id", name="pk_purse"),
        ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_purse_club"),
        sqlite_strict=True,
    )


def purse_item_table(metadata: MetaData) -> Table:
    """Declare the catalogue: fees and fines by name, with what they cost."""
    return Table(
        "purse_item",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("id", _ID, nullable=False),
        Column("kind", String(20), nullable=False),
        Column("name", String(60), nullable=False),
        Column("name_key", String(240), nullable=False),
        Column("amount", BigInteger, nullable=False),
        Column("active", Boolean, nullable=False),
        PrimaryKeyConstraint("club_id", "id", name="pk_purse_item"),
        ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_purse_item_club"),
        UniqueConstraint("club_id", "kind", "name_key", name="uq_purse_item_name"),
        CheckConstraint("kind IN ('fee', 'fine')", name="ck_purse_item_kind"),
        CheckConstraint("amount > 0", name="ck_purse_item_amount"),
        sqlite_strict=True,
    )


def booking_table(metadata: MetaData) -> Table:
    """Declare what was booked. `cash` and `bank` are what came in there, below zero what went out.

    `receipt` counts within the club and the year of the day, without gaps; only what moved cash or
    bank has one.
    """
    return Table(
        "booking",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("entry", BigInteger, nullable=False),
        Column("kind", String(20), nullable=False),
        Column("day", String(10), nullable=False),
        Column("year", BigInteger, nullable=False),
        Column("receipt", BigInteger, nullable=True),
        Column("cash", BigInteger, nullable=False),
        Column("bank", BigInteger, nullable=False),
        Column("member_id", _ID, nullable=True),
        Column("other_id", _ID, nullable=True),
        Column("night_id", _ID, nullable=True),
        Column("item_id", _ID, nullable=True),
        Column("category", String(60), nullable=False),
        Column("words", String(200), nullable=False),
        Column("voucher", String(60), nullable=False),
        PrimaryKeyConstraint("club_id", "entry", name="pk_booking"),
        ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_booking_entry"
        ),
        ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_booking_member"
        ),
        ForeignKeyConstraint(
            ["club_id", "other_id"], ["member.club_id", "member.id"], name="fk_booking_other"
        ),
        ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_booking_night"
        ),
        ForeignKeyConstraint(
            ["club_id", "item_id"],
            ["purse_item.club_id", "purse_item.id"],
            name="fk_booking_purse_item",
        ),
        UniqueConstraint("club_id", "year", "receipt", name="uq_booking_receipt"),
        Index(
            "ix_booking_day",
            "club_id",
            "day",
            "entry",
            sqlite_where=text("receipt IS NOT NULL"),
            postgresql_where=text("receipt IS NOT NULL"),
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def movement_table(metadata: MetaData) -> Table:
    """Declare what each entry did to an account of the club's own book, and where it then stood."""
    return Table(
        "movement",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("account", String(60), nullable=False),
        Column("entry", BigInteger, nullable=False),
        Column("cents", BigInteger, nullable=False),
        Column("after", BigInteger, nullable=False),
        PrimaryKeyConstraint("club_id", "account", "entry", name="pk_movement"),
        ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_movement_entry"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def closing_table(metadata: MetaData) -> Table:
    """Declare the log of months and seasons closed and opened again, with the money there was."""
    return Table(
        "closing",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("entry", BigInteger, nullable=False),
        Column("kind", String(20), nullable=False),
        Column("month", String(7), nullable=True),
        Column("season_id", _ID, nullable=True),
        Column("cash", BigInteger, nullable=False),
        Column("bank", BigInteger, nullable=False),
        Column("purse", BigInteger, nullable=False),
        Column("counted", BigInteger, nullable=True),
        PrimaryKeyConstraint("club_id", "entry", name="pk_closing"),
        ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_closing_entry"
        ),
        ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_closing_season"
        ),
        CheckConstraint(
            "(month IS NULL) = (season_id IS NOT NULL)", name="ck_closing_month_or_season"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
