"""Accounts: the first one, signing in, passwords. An account is a login, whatever the club.

Who has one may be a member of a club or not, and holds roles there or not (`officers`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import passwords
from scorekeeper.services import tries
from scorekeeper.services.answering import written
from scorekeeper.services.clubs import FIRST_ROLES
from scorekeeper.services.clubs import private_club
from scorekeeper.services.desk import Desk
from scorekeeper.services.devices import sign_in_device
from scorekeeper.services.permissions import Role
from scorekeeper.store import accounts
from scorekeeper.store import clubs
from scorekeeper.store import officers
from scorekeeper.store.accounts import AccountRow
from scorekeeper.store.engine import Transaction

EMAIL_MAX = 254
_EMAIL = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9.-]{1,189}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountView:
    """Somebody who may sign in."""

    id: str
    email: str
    name: str
    active: bool
    has_password: bool
    since: date


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """What a device is told when somebody signs in on it."""

    token: str
    account: AccountView


def any_account(desk: Desk) -> bool:
    """Say whether anybody has an account; until then the machine is private."""
    with desk.store.read() as tx:
        return accounts.any_(tx)


def create_first_account(
    desk: Desk, *, email: str, name: str, password: str, user_agent: str = ""
) -> SignedIn:
    """Make the first account; it leads every club there is, so that none is locked.

    From then on everybody has to sign in.

    Raises ScorekeeperError: ACCOUNTS_EXIST, EMAIL_INVALID, NAME_INVALID, PASSWORD_LENGTH,
    PASSWORD_COMMON.
    """
    private_club(desk)
    made = checked(desk, email=email, name=name, password=password)

    def work(tx: Transaction) -> SignedIn:
        accounts.lock_all(tx)
        if accounts.any_(tx):
            raise ScorekeeperError(ErrorCode.ACCOUNTS_EXIST)
        account = made(tx)
        for club in clubs.list_all(tx):
            for role in FIRST_ROLES:
                officers.add(tx, club.id, account.id, role, by=account.name, at=desk.now())
        token = sign_in_device(tx, desk, account.id, user_agent)
        return SignedIn(token=token, account=account)

    return written(desk, work)


def create_account(desk: Desk, *, email: str, name: str, password: str | None) -> AccountView:
    """Make an account without any role; without a password it signs in by link or passkey.

    Raises ScorekeeperError: EMAIL_TAKEN, EMAIL_INVALID, NAME_INVALID, PASSWORD_LENGTH,
    PASSWORD_COMMON.
    """
    return written(desk, checked(desk, email=email, name=name, password=password))


def sign_up(
    tx: Transaction, desk: Desk, made: Callable[[Transaction], AccountView], user_agent: str
) -> SignedIn:
    """Make an account that was checked before (`checked`) and sign it in."""
    account = made(tx)
    token = sign_in_device(tx, desk, account.id, user_agent)
    return SignedIn(token=token, account=account)


def sign_in(
    desk: Desk, *, email: str, password: str, address: str = "", user_agent: str = ""
) -> SignedIn:
    """Sign in with e-mail and password.

    An account nobody has takes as long as a wrong password and says the same.

    Raises ScorekeeperError: SIGN_IN_REFUSED, TRY_LATER.
    """
    told = _known_email(email)
    counted = tries.of_sign_in(told, address)
    tries.begin(desk, counted)
    with desk.store.read() as tx:
        row = accounts.by_email(tx, told)
    kept = row.password if row is not None and row.deactivated_at is None else ""
    if not passwords.matches(password, kept) or row is None:
        raise ScorekeeperError(ErrorCode.SIGN_IN_REFUSED, "password")
    fresh = kept
    if passwords.outdated(kept):
        fresh = passwords.hashed(passwords.plain(password))

    def work(tx: Transaction) -> SignedIn:
        now = accounts.get(tx, row.id, lock=True)
        # Whoever changes a password ends what was signed in with the old one, this too.
        if now is None or now.deactivated_at is not None or now.password != kept:
            raise ScorekeeperError(ErrorCode.SIGN_IN_REFUSED, "password")
        if fresh != kept:
            accounts.set_password(tx, row.id, fresh)
        tries.succeeded(tx, desk, counted)
        return signed_in(tx, desk, now, user_agent)

    return written(desk, work)


def signed_in(tx: Transaction, desk: Desk, row: AccountRow, user_agent: str) -> SignedIn:
    """Sign an account in that has proved who it is."""
    return SignedIn(token=sign_in_device(tx, desk, row.id, user_agent), account=view(row))


def change_password(
    desk: Desk, *, account_id: str, old: str, new: str, here: str | None, address: str = ""
) -> int:
    """Change one's own password; every other device is ended. Returns how many that were.

    Who has none yet is not asked for it.

    Raises ScorekeeperError: PASSWORD_WRONG, PASSWORD_LENGTH, PASSWORD_COMMON, TRY_LATER.
    """
    with desk.store.read() as tx:
        row = _read(tx, account_id)
    told = passwords.usable(new, row.email, row.name)
    counted = tries.of_sign_in(row.email, address)
    if row.password:
        tries.begin(desk, counted)
        if not passwords.matches(old, row.password):
            raise ScorekeeperError(ErrorCode.PASSWORD_WRONG, "old")
    hash_ = passwords.hashed(told)

    def work(tx: Transaction) -> int:
        now = accounts.get(tx, account_id, lock=True)
        if now is None or now.password != row.password:
            raise ScorekeeperError(ErrorCode.PASSWORD_WRONG, "old")
        if row.password:
            tries.succeeded(tx, desk, counted)
        return _changed(tx, desk, account_id, hash_, here)

    return written(desk, work)


def change_email(
    desk: Desk, *, account_id: str, email: str, password: str, address: str = ""
) -> AccountView:
    """Change the e-mail one signs in with; who has a password is asked for it.

    Raises ScorekeeperError: EMAIL_INVALID, EMAIL_TAKEN, PASSWORD_WRONG, TRY_LATER.
    """
    told = plain_email(email)
    with desk.store.read() as tx:
        row = _read(tx, account_id)
    counted = tries.of_sign_in(row.email, address)
    if row.password:
        tries.begin(desk, counted)
        if not passwords.matches(password, row.password):
            raise ScorekeeperError(ErrorCode.PASSWORD_WRONG, "email_password")

    def work(tx: Transaction) -> AccountView:
        now = _read(tx, account_id, lock=True)
        if now.password != row.password:
            raise ScorekeeperError(ErrorCode.PASSWORD_WRONG, "email_password")
        other = accounts.by_email(tx, told)
        if other is not None and other.id != account_id:
            raise ScorekeeperError(ErrorCode.EMAIL_TAKEN, "email")
        if row.password:
            tries.succeeded(tx, desk, counted)
        accounts.set_email(tx, account_id, told)
        return view(_read(tx, account_id))

    return written(desk, work)


def set_password(desk: Desk, *, account_id: str, password: str) -> AccountView:
    """Give an account another password without asking for the old one; every device is ended.

    For the host of the service: whoever may run its commands may do anything anyway.

    Raises ScorekeeperError: NOT_FOUND, PASSWORD_LENGTH, PASSWORD_COMMON.
    """
    with desk.store.read() as tx:
        row = _read(tx, account_id)
    hash_ = passwords.hashed(passwords.usable(password, row.email, row.name))

    def work(tx: Transaction) -> AccountView:
        _read(tx, account_id, lock=True)
        _changed(tx, desk, account_id, hash_, None)
        return view(_read(tx, account_id))

    return written(desk, work)


def replace_password(tx: Transaction, desk: Desk, account_id: str, hash_: str) -> None:
    """Keep the hash of a new password within a transaction; every device is ended."""
    _changed(tx, desk, account_id, hash_, None)


def rename_account(desk: Desk, *, account_id: str, name: str) -> AccountView:
    """Call somebody otherwise; entries of the ledger keep the name they were written with."""
    told = bounds.name(name)

    def work(tx: Transaction) -> AccountView:
        _read(tx, account_id)
        accounts.rename(tx, account_id, told)
        return view(_read(tx, account_id))

    return written(desk, work)


def deactivate_account(desk: Desk, *, account_id: str) -> AccountView:
    """Let an account sign in no more and end its devices; what it wrote stays.

    Raises ScorekeeperError: NOT_FOUND, LAST_OWNER.
    """

    def work(tx: Transaction) -> AccountView:
        row = _read(tx, account_id)
        led = sorted(c for c, role in officers.of_account(tx, account_id) if role == Role.OWNER)
        for club_id in led:
            officers.lock_owners(tx, club_id)
        if row.deactivated_at is None:
            accounts.deactivate(tx, account_id, desk.now())
            if any(officers.owners(tx, club_id) == 0 for club_id in led):
                raise ScorekeeperError(ErrorCode.LAST_OWNER)
            accounts.revoke_others(tx, account_id, "", desk.now())
        return view(_read(tx, account_id))

    return written(desk, work)


def reactivate_account(desk: Desk, *, account_id: str) -> AccountView:
    """Let an account sign in again."""

    def work(tx: Transaction) -> AccountView:
        _read(tx, account_id)
        accounts.deactivate(tx, account_id, None)
        return view(_read(tx, account_id))

    return written(desk, work)


def list_accounts(desk: Desk) -> tuple[AccountView, ...]:
    """Return every account by e-mail."""
    with desk.store.read() as tx:
        return tuple(view(row) for row in accounts.list_all(tx))


def get_account(desk: Desk, *, account_id: str) -> AccountView:
    """Return an account.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, account_id)


def read(tx: Transaction, account_id: str, *, hold: bool = False) -> AccountView:
    """Return an account within a transaction, with `hold` so that it stays as it is meanwhile.

    Raises ScorekeeperError: NOT_FOUND.
    """
    return view(_read(tx, account_id, lock=hold))


def find_account(desk: Desk, called: str) -> AccountView:
    """Return the account with this e-mail or id.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        row = accounts.by_email(tx, _known_email(called)) or accounts.get(tx, called)
    if row is None:
        raise bounds.missing("account")
    return view(row)


def plain_email(value: object) -> str:
    """Return an e-mail address as it is kept: small letters, its domain as mail servers know it.

    Raises ScorekeeperError: EMAIL_INVALID.
    """
    told = _known_email(value)
    local, _, domain = told.rpartition("@")
    words = domain.split(".")
    if (
        len(told) > EMAIL_MAX
        or _EMAIL.fullmatch(told) is None
        or len(words) < 2
        or any(not word or word[0] == "-" or word[-1] == "-" for word in words)
        or not all(local.split("."))
    ):
        raise ScorekeeperError(ErrorCode.EMAIL_INVALID, "email")
    return told


def view(row: AccountRow) -> AccountView:
    """Return what is shown of an account."""
    return AccountView(
        id=row.id,
        email=row.email,
        name=row.name,
        active=row.deactivated_at is None,
        has_password=bool(row.password),
        since=date.fromisoformat(row.created_at[:10]),
    )


def checked(
    desk: Desk, *, email: str, name: str, password: str | None
) -> Callable[[Transaction], AccountView]:
    """Check what somebody wants an account with, and return what makes it in a transaction.

    Raises ScorekeeperError: EMAIL_INVALID, NAME_INVALID, PASSWORD_LENGTH, PASSWORD_COMMON.
    """
    told, called = plain_email(email), bounds.name(name)
    hash_ = ""
    if password is not None:
        # Hashed before the transaction begins: nobody else should wait for it.
        hash_ = passwords.hashed(passwords.usable(password, told, called))

    def work(tx: Transaction) -> AccountView:
        if accounts.by_email(tx, told) is not None:
            raise ScorekeeperError(ErrorCode.EMAIL_TAKEN, "email")
        account_id = desk.new_id()
        accounts.add(
            tx, account_id=account_id, email=told, name=called, password=hash_, at=desk.now()
        )
        return view(_read(tx, account_id))

    return work


def _changed(tx: Transaction, desk: Desk, account_id: str, hash_: str, here: str | None) -> int:
    accounts.set_password(tx, account_id, hash_)
    return accounts.revoke_others(tx, account_id, here or "", desk.now())


def _read(tx: Transaction, account_id: str, *, lock: bool = False) -> AccountRow:
    row = accounts.get(tx, bounds.id_(account_id, "account"), lock=lock)
    if row is None:
        raise bounds.missing("account")
    return row


def _known_email(value: object) -> str:
    """Return an e-mail address as it would be kept, "" for what can be none."""
    if not isinstance(value, str) or len(value) > 2 * EMAIL_MAX:
        return ""
    told = value.strip().lower()
    local, sign, domain = told.rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    return f"{local}{sign}{domain}" if local.isascii() else ""
