"""The tables of other programs: the keys they come with, and whom to tell what happened."""

from sqlalchemy import BigInteger
from sqlalchemy import Boolean
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import Text
from sqlalchemy import UniqueConstraint

_ID = String(36)
_MOMENT = String(27)


def api_token_table(metadata: MetaData) -> Table:
    """Declare the keys of other programs; `hash` is all that is kept of a key itself.

    `account_id` names whose rights it has, `table_id` the one table it is good for; with neither
    it belongs to a machine nobody has an account on yet.
    """
    return Table(
        "api_token",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("id", _ID, nullable=False),
        Column("hash", String(64), nullable=False),
        Column("name", String(60), nullable=False),
        Column("account_id", _ID, nullable=True),
        Column("night_id", _ID, nullable=True),
        Column("table_id", _ID, nullable=True),
        Column("scopes", String(500), nullable=False),
        Column("who", String(60), nullable=False),
        Column("created_at", _MOMENT, nullable=False),
        Column("used_on", String(10), nullable=False),
        Column("revoked_at", _MOMENT, nullable=True),
        PrimaryKeyConstraint("club_id", "id", name="pk_api_token"),
        ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_api_token_club"),
        ForeignKeyConstraint(
            ["club_id", "table_id"],
            ["card_table.club_id", "card_table.id"],
            name="fk_api_token_card_table",
        ),
        UniqueConstraint("hash", name="uq_api_token_hash"),
        CheckConstraint(
            "(table_id IS NULL) = (night_id IS NULL) AND (table_id IS NULL OR account_id IS NULL)",
            name="ck_api_token_right",
        ),
        sqlite_strict=True,
    )


def webhook_table(metadata: MetaData) -> Table:
    """Declare whom a club tells what happened. `events` are names with blanks between them."""
    return Table(
        "webhook",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("id", _ID, nullable=False),
        Column("url", String(500), nullable=False),
        Column("secret", String(80), nullable=False),
        Column("events", String(500), nullable=False),
        Column("active", Boolean, nullable=False),
        Column("revision", BigInteger, nullable=False),
        Column("who", String(60), nullable=False),
        Column("created_at", _MOMENT, nullable=False),
        PrimaryKeyConstraint("club_id", "id", name="pk_webhook"),
        ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_webhook_club"),
        sqlite_strict=True,
    )


def delivery_table(metadata: MetaData) -> Table:
    """Declare what was told to whom, and how that went."""
    return Table(
        "delivery",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("webhook_id", _ID, nullable=False),
        Column("id", _ID, nullable=False),
        Column("event", String(40), nullable=False),
        Column("payload", Text, nullable=False),
        Column("state", String(10), nullable=False),
        Column("attempts", BigInteger, nullable=False),
        Column("status", BigInteger, nullable=True),
        Column("error", String(200), nullable=False),
        Column("created_at", _MOMENT, nullable=False),
        Column("ended_at", _MOMENT, nullable=True),
        PrimaryKeyConstraint("club_id", "webhook_id", "id", name="pk_delivery"),
        ForeignKeyConstraint(
            ["club_id", "webhook_id"], ["webhook.club_id", "webhook.id"], name="fk_delivery_webhook"
        ),
        CheckConstraint("state IN ('waiting', 'delivered', 'failed')", name="ck_delivery_state"),
        sqlite_strict=True,
    )
