"""Links sent by mail: signing in without a password, and making a new one. For one use each."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts as signing
from scorekeeper.services import passwords
from scorekeeper.services.accounts import SignedIn
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.devices import hashed
from scorekeeper.store import accounts
from scorekeeper.store import sign_in
from scorekeeper.store.accounts import AccountRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import text_of

GOOD_FOR = timedelta(minutes=15)
TOKEN_MAX = 80


class Purpose(StrEnum):
    """What a link is good for."""

    SIGN_IN = "sign_in"
    PASSWORD = "password"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A fresh link: to whom it goes and the token it holds."""

    email: str
    name: str
    token: str


def make_link(desk: Desk, *, email: str, purpose: Purpose) -> Link | None:
    """Make a link for the account with this e-mail; None when nobody has it, or may sign in."""
    token = secrets.token_urlsafe(32)

    def work(tx: Transaction) -> Link | None:
        row = accounts.by_email(tx, email)
        if row is None or row.deactivated_at is not None:
            return None
        sign_in.add_link(
            tx,
            token=hashed(token),
            account_id=row.id,
            purpose=purpose.value,
            expires_at=text_of(desk.clock() + GOOD_FOR),
            now=desk.now(),
        )
        return Link(email=row.email, name=row.name, token=token)

    return written(desk, work)


def require_link(desk: Desk, *, token: str, purpose: Purpose) -> None:
    """Refuse a link that is good no more, without using it: programs that read mail open it too.

    Raises ScorekeeperError: LINK_ENDED.
    """
    with desk.store.read() as tx:
        _usable(tx, desk, token, purpose)


def use_link(desk: Desk, *, token: str, user_agent: str = "") -> SignedIn:
    """Sign in with a link, which ends with it.

    Raises ScorekeeperError: LINK_ENDED.
    """

    def work(tx: Transaction) -> SignedIn:
        row = _used(tx, desk, token, Purpose.SIGN_IN)
        return signing.signed_in(tx, desk, row, user_agent)

    return written(desk, work)


def renew_password(desk: Desk, *, token: str, password: str, user_agent: str = "") -> SignedIn:
    """Set a new password with a link, end every device and sign in on this one.

    Raises ScorekeeperError: LINK_ENDED, PASSWORD_LENGTH, PASSWORD_COMMON.
    """
    with desk.store.read() as tx:
        known = _usable(tx, desk, token, Purpose.PASSWORD)
    hash_ = passwords.hashed(passwords.usable(password, known.email, known.name))

    def work(tx: Transaction) -> SignedIn:
        row = _used(tx, desk, token, Purpose.PASSWORD)
        signing.replace_password(tx, desk, row.id, hash_)
        return signing.signed_in(tx, desk, row, user_agent)

    return written(desk, work)


def _used(tx: Transaction, desk: Desk, token: str, purpose: Purpose) -> AccountRow:
    row = _usable(tx, desk, token, purpose)
    if not sign_in.use_link(tx, hashed(token), at=desk.now()):
        raise ScorekeeperError(ErrorCode.LINK_ENDED)
    return row


def _usable(tx: Transaction, desk: Desk, token: str, purpose: Purpose) -> AccountRow:
    link = sign_in.link(tx, hashed(token)) if len(token) <= TOKEN_MAX else None
    if link is None or link.used_at is not None or link.expires_at <= desk.now():
        raise ScorekeeperError(ErrorCode.LINK_ENDED)
    row = accounts.get(tx, link.account_id)
    if link.purpose != purpose or row is None or row.deactivated_at is not None:
        raise ScorekeeperError(ErrorCode.LINK_ENDED)
    return row
