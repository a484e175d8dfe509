"""The tables of accounts: who may sign in, on which devices, with which roles in which club.

`account`, `device`, `passkey`, `sign_in_link` and `sign_in_try` belong to no club: one person signs
in once, whatever clubs he keeps the book of, and is found before anybody knows a club. What such a
row lets him do stands in `officer`, which is led by the club like everything else. Tokens are
random and kept as SHA-256 only, passwords as argon2id.
"""

from typing import Any

from sqlalchemy import BigInteger
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
_HASH = String(64)


def _must(name: str, type_: Any) -> Column[Any]:
    return Column(name, type_, nullable=False)


def _may(name: str, type_: Any) -> Column[Any]:
    return Column(name, type_, nullable=True)


def _of_account(name: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["account_id"], ["account.id"], name=name)


def _of_club(name: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["club_id"], ["club.id"], name=name)


def account_table(metadata: MetaData) -> Table:
    """Declare who may sign in. `password` is empty for who signs in without one."""
    return Table(
        "account",
        metadata,
        _must("id", _ID),
        _must("email", String(254)),
        _must("name", String(60)),
        _must("password", String(200)),
        _must("created_at", _MOMENT),
        _may("deactivated_at", _MOMENT),
        PrimaryKeyConstraint("id", name="pk_account"),
        UniqueConstraint("email", name="uq_account_email"),
        sqlite_strict=True,
    )


def device_table(metadata: MetaData) -> Table:
    """Declare the signed-in devices. `seen_on` is a day, so that it is written once a day."""
    return Table(
        "device",
        metadata,
        _must("id", _ID),
        _must("account_id", _ID),
        _must("token", _HASH),
        _must("name", String(60)),
        _must("created_at", _MOMENT),
        _must("seen_on", String(10)),
        _may("revoked_at", _MOMENT),
        PrimaryKeyConstraint("id", name="pk_device"),
        _of_account("fk_device_account"),
        UniqueConstraint("token", name="uq_device_token"),
        Index("ix_device_account", "account_id"),
        sqlite_strict=True,
    )


def passkey_table(metadata: MetaData) -> Table:
    """Declare the passkeys; the key that is kept is the public one, in base64url."""
    return Table(
        "passkey",
        metadata,
        _must("id", _ID),
        _must("account_id", _ID),
        _must("credential", String(1400)),
        _must("public_key", Text),
        _must("sign_count", BigInteger),
        _must("name", String(60)),
        _must("created_at", _MOMENT),
        _may("used_on", String(10)),
        PrimaryKeyConstraint("id", name="pk_passkey"),
        _of_account("fk_passkey_account"),
        UniqueConstraint("credential", name="uq_passkey_credential"),
        Index("ix_passkey_account", "account_id"),
        sqlite_strict=True,
    )


def sign_in_link_table(metadata: MetaData) -> Table:
    """Declare the links sent by mail, each for one use."""
    return Table(
        "sign_in_link",
        metadata,
        _must("token", _HASH),
        _must("account_id", _ID),
        _must("purpose", String(10)),
        _must("expires_at", _MOMENT),
        _may("used_at", _MOMENT),
        PrimaryKeyConstraint("token", name="pk_sign_in_link"),
        _of_account("fk_sign_in_link_account"),
        CheckConstraint("purpose IN ('sign_in', 'password')", name="ck_sign_in_link_purpose"),
        Index("ix_sign_in_link_account", "account_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def sign_in_try_table(metadata: MetaData) -> Table:
    """Declare how often somebody tried to sign in, in milliseconds since 1970.

    `who` is the hash of an account's or an address's name, so that nobody reads here who tried.
    """
    return Table(
        "sign_in_try",
        metadata,
        _must("who", _HASH),
        _must("tries", BigInteger),
        _must("last", BigInteger),
        _must("blocked_until", BigInteger),
        PrimaryKeyConstraint("who", name="pk_sign_in_try"),
        Index("ix_sign_in_try_last", "last"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def officer_table(metadata: MetaData) -> Table:
    """Declare who holds which role in a club. By account too: that is read for every request."""
    return Table(
        "officer",
        metadata,
        _must("club_id", _ID),
        _must("account_id", _ID),
        _must("role", String(12)),
        _must("given_by", String(60)),
        _must("given_at", _MOMENT),
        PrimaryKeyConstraint("club_id", "account_id", "role", name="pk_officer"),
        _of_club("fk_officer_club"),
        _of_account("fk_officer_account"),
        CheckConstraint(
            "role IN ('owner', 'treasurer', 'referee', 'scorekeeper', 'viewer')",
            name="ck_officer_role",
        ),
        Index("ix_officer_account", "account_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def account_member_table(metadata: MetaData) -> Table:
    """Declare which member of a club an account is, where somebody said so."""
    return Table(
        "account_member",
        metadata,
        _must("club_id", _ID),
        _must("account_id", _ID),
        _must("member_id", _ID),
        PrimaryKeyConstraint("club_id", "account_id", name="pk_account_member"),
        _of_account("fk_account_member_account"),
        ForeignKeyConstraint(
            ["club_id", "member_id"],
            ["member.club_id", "member.id"],
            name="fk_account_member_member",
        ),
        UniqueConstraint("club_id", "member_id", name="uq_account_member_member"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def invitation_table(metadata: MetaData) -> Table:
    """Declare the links that make somebody an officer, each for one use; `roles` by blanks."""
    return Table(
        "invitation",
        metadata,
        _must("club_id", _ID),
        _must("id", _ID),
        _must("token", _HASH),
        _must("roles", String(80)),
        _must("name", String(60)),
        _must("email", String(254)),
        _must("invited_by", String(60)),
        _must("created_at", _MOMENT),
        _must("expires_at", _MOMENT),
        _may("ended_at", _MOMENT),
        _may("account_id", _ID),
        PrimaryKeyConstraint("club_id", "id", name="pk_invitation"),
        _of_club("fk_invitation_club"),
        _of_account("fk_invitation_account"),
        UniqueConstraint("token", name="uq_invitation_token"),
        sqlite_strict=True,
    )
