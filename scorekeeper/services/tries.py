"""Slowing down who guesses. Counted in the database, so that several processes agree.

A try is counted before it is decided, so that a thousand at once are a thousand. What was counted
leaks away with time; beyond what is free each try makes the next one wait twice as long. An account
nobody has is counted like any other.
"""

import hashlib
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.store import sign_in
from scorekeeper.store.engine import Transaction
from scorekeeper.store.sign_in import TryRow

_SECOND = 1000
_MINUTE = 60 * _SECOND
_KEPT = 24 * 60 * _MINUTE


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many tries are free; one is forgotten every `leak`, the longest wait is `longest`."""

    free: int
    leak: int
    first: int
    longest: int


# A whole club may sit behind one address; all of them together are many, but not endless.
ACCOUNT = Limit(free=5, leak=5 * _MINUTE, first=5 * _SECOND, longest=15 * _MINUTE)
# From everywhere: who knows an address must not keep its owner out from elsewhere.
ANYWHERE = Limit(free=60, leak=_MINUTE, first=_SECOND, longest=_MINUTE)
ADDRESS = Limit(free=20, leak=_MINUTE, first=5 * _SECOND, longest=15 * _MINUTE)
EVERYBODY = Limit(free=300, leak=2 * _SECOND, first=_SECOND, longest=_MINUTE)
MAIL = Limit(free=3, leak=10 * _MINUTE, first=_MINUTE, longest=60 * _MINUTE)
MAIL_ADDRESS = Limit(free=10, leak=5 * _MINUTE, first=_MINUTE, longest=60 * _MINUTE)
MAIL_EVERYBODY = Limit(free=60, leak=20 * _SECOND, first=20 * _SECOND, longest=10 * _MINUTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """One thing tries are counted for."""

    limit: Limit
    who: str


def of_sign_in(email: str, address: str) -> tuple[Counted, ...]:
    """Return what a try to sign in counts for; without an e-mail only where it came from."""
    account = (
        Counted(limit=ACCOUNT, who=_who("account", email, network(address))),
        Counted(limit=ANYWHERE, who=_who("account", email)),
    )
    return (
        *(account if email else ()),
        Counted(limit=ADDRESS, who=_who("address", network(address))),
        Counted(limit=EVERYBODY, who=_who("everybody")),
    )


def of_mail(email: str, address: str) -> tuple[Counted, ...]:
    """Return what asking for a mail counts for."""
    return (
        Counted(limit=MAIL, who=_who("mail", email)),
        Counted(limit=MAIL_ADDRESS, who=_who("mail address", network(address))),
        Counted(limit=MAIL_EVERYBODY, who=_who("mail everybody")),
    )


def begin(desk: Desk, counted: Sequence[Counted]) -> None:
    """Count a try.

    Raises ScorekeeperError: TRY_LATER, with how many seconds one has to wait.
    """
    now = int(desk.clock().timestamp() * 1000)

    def work(tx: Transaction) -> int:
        sign_in.forget_tries(tx, now - _KEPT)
        rows = [(one, _leaked(one, tx, now)) for one in _ordered(counted)]
        wait = max(row.blocked_until for _, row in rows) - now
        if wait > 0:
            return wait
        for one, row in rows:
            beyond = row.tries + 1 - one.limit.free
            until = row.blocked_until
            if beyond > 0:
                until = now + min(one.limit.longest, one.limit.first << min(beyond - 1, 20))
            sign_in.keep_tries(tx, one.who, TryRow(row.tries + 1, row.last, until))
        return 0

    wait = written(desk, work)
    if wait:
        seconds = -(-wait // _SECOND)
        raise ScorekeeperError(ErrorCode.TRY_LATER, None, seconds=seconds)


def succeeded(tx: Transaction, desk: Desk, counted: Sequence[Counted]) -> None:
    """Take a try back that was no guess; all those for the account that is now proved."""
    now = int(desk.clock().timestamp() * 1000)
    for one in _ordered(counted):
        row = sign_in.lock_tries(tx, one.who, now=now)
        count = 0 if one.limit in (ACCOUNT, ANYWHERE) else max(0, row.tries - 1)
        sign_in.keep_tries(tx, one.who, row._replace(tries=count, blocked_until=0))


def _ordered(counted: Sequence[Counted]) -> list[Counted]:
    # Always in the same order, so that no two wait for each other.
    return sorted(counted, key=lambda one: one.who)


def _leaked(one: Counted, tx: Transaction, now: int) -> TryRow:
    row = sign_in.lock_tries(tx, one.who, now=now)
    gone = max(0, now - row.last) // one.limit.leak
    if gone >= row.tries:
        return TryRow(0, now, row.blocked_until)
    return TryRow(row.tries - gone, row.last + gone * one.limit.leak, row.blocked_until)


def network(address: str) -> str:
    """Return where an address is: of IPv6 a household has a whole network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _who(*parts: str) -> str:
    return hashlib.sha256(" ".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
