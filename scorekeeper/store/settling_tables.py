"""The tables of settling: what a club agreed on money in general, and where members are paid.

What holds for one evening stands in its row of `night`, so that recording a deal reads it along.
"""

from sqlalchemy import BigInteger
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table

_ID = String(36)


def money_rules_table(metadata: MetaData) -> Table:
    """Declare what new evenings of a club begin with. No row: nothing was agreed.

    `coin` is the smallest coin payments are made in, `stake_limit` the most anybody may lose in
    an evening, both in cents; None where there is none.
    """
    return Table(
        "money_rules",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("coin", BigInteger, nullable=True),
        Column("stake_limit", BigInteger, nullable=True),
        Column("stake_mode", String(10), nullable=True),
        PrimaryKeyConstraint("club_id", name="pk_money_rules"),
        ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_money_rules_club"),
        CheckConstraint("coin IN (5, 10)", name="ck_money_rules_coin"),
        CheckConstraint("stake_limit > 0", name="ck_money_rules_stake_limit"),
        CheckConstraint("stake_mode IN ('warn', 'refuse')", name="ck_money_rules_stake_mode"),
        sqlite_strict=True,
    )


def bank_detail_table(metadata: MetaData) -> Table:
    """Declare where a member wants to be paid; his own to give and to delete."""
    return Table(
        "bank_detail",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("member_id", _ID, nullable=False),
        Column("holder", String(70), nullable=False),
        Column("iban", String(34), nullable=False),
        Column("bic", String(11), nullable=False),
        Column("at", String(27), nullable=False),
        PrimaryKeyConstraint("club_id", "member_id", name="pk_bank_detail"),
        ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_bank_detail_member"
        ),
        sqlite_strict=True,
    )


def bank_change_table(metadata: MetaData) -> Table:
    """Declare who gave, changed or deleted a member's bank details and when, never which."""
    return Table(
        "bank_change",
        metadata,
        Column("club_id", _ID, nullable=False),
        Column("member_id", _ID, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("kind", String(10), nullable=False),
        Column("who", String(60), nullable=False),
        Column("at", String(27), nullable=False),
        CheckConstraint("kind IN ('given', 'changed', 'deleted')", name="ck_bank_change_kind"),
        PrimaryKeyConstraint("club_id", "member_id", "number", name="pk_bank_change"),
        ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_bank_change_member"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
