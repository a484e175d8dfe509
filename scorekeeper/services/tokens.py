"""Keys for other programs. What is kept of a key is its hash; the key itself is shown once.

A key is good for one club, and for no more than its scopes: within them it has the rights of the
account that made it, or those of a guest at one table, or, on a machine nobody has an account on
yet, every right. With the first account keys of that last kind end.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from datetime import datetime

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import GUEST_SCOREKEEPER
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import TableGrant
from scorekeeper.services.permissions import Visitor
from scorekeeper.store import accounts
from scorekeeper.store import tables
from scorekeeper.store import tokens
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of
from scorekeeper.store.refusals import Conflict
from scorekeeper.store.tokens import HeldRow
from scorekeeper.store.tokens import TokenRow

PREFIX = "sk_"
MOST_IN_A_CLUB = 100
_BEARER = re.compile(r"sk_[A-Za-z0-9_-]{43}")
_IMPLIED = frozenset({Action.PUBLIC, Action.ENTER_SITE})

SCOPES = tuple(action for action in Action if action not in _IMPLIED)
"""What a key may be allowed to do. Looking at public things needs no scope."""

TABLE_SCOPES = tuple(action for action in SCOPES if action in GUEST_SCOREKEEPER)
"""What a key for one table may be allowed to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenView:
    """A key as its owner sees it later. `used_on` is the last day it was used."""

    id: str
    name: str
    scopes: tuple[Action, ...]
    account_id: str | None
    table_id: str | None
    who: str
    created_at: datetime
    used_on: date | None
    revoked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NewToken:
    """A key just made, the only time its text is known."""

    token: TokenView
    text: str


def create_token(
    desk: Desk,
    *,
    club_id: str,
    name: str,
    scopes: Iterable[str],
    account_id: str | None = None,
    table_id: str | None = None,
) -> NewToken:
    """Make a key: with an account's rights, for one table, or (neither) for a private machine.

    Raises ScorekeeperError: NAME_INVALID, VALUE_INVALID at `scopes`, TOO_MANY.
    """
    name = bounds.name(name)
    chosen = _scopes(scopes, SCOPES if table_id is None else TABLE_SCOPES)
    text = PREFIX + secrets.token_urlsafe(32)

    def work(tx: Transaction) -> NewToken:
        clubs.read(tx, club_id)
        if tokens.count(tx, club_id) >= MOST_IN_A_CLUB:
            raise ScorekeeperError(ErrorCode.TOO_MANY, "token", max=MOST_IN_A_CLUB)
        night_id = None
        if table_id is not None:
            table = tables.get(tx, club_id, bounds.id_(table_id, "table"))
            if table is None:
                raise bounds.missing("table")
            night_id = table.night.id
        row = TokenRow(
            club_id=club_id,
            id=desk.new_id(),
            hash=_digest(text),
            name=name,
            account_id=account_id if table_id is None else None,
            night_id=night_id,
            table_id=table_id,
            scopes=" ".join(chosen),
            who=desk.actor,
            created_at=desk.now(),
            used_on="",
            revoked_at=None,
        )
        tokens.add(tx, row)
        return NewToken(token=_view(row), text=text)

    return written(desk, work)


def list_tokens(
    desk: Desk, *, club_id: str, account_id: str | None = None
) -> tuple[TokenView, ...]:
    """Return a club's keys that are good, newest first; with an account only that account's."""
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        rows = tokens.of_club(tx, club_id)
    return tuple(
        _view(row)
        for row in reversed(rows)
        if row.revoked_at is None and account_id in (None, row.account_id)
    )


def revoke_token(
    desk: Desk, *, club_id: str, token_id: str, account_id: str | None = None
) -> TokenView:
    """End a key; with an account only one of that account's own.

    Raises ScorekeeperError: NOT_FOUND.
    """

    def work(tx: Transaction) -> TokenView:
        row = tokens.get(tx, club_id, bounds.id_(token_id, "token"))
        if row is None or account_id not in (None, row.account_id):
            raise bounds.missing("token")
        if row.revoked_at is None:
            row = row._replace(revoked_at=desk.now())
            tokens.revoke(tx, club_id, row.id, str(row.revoked_at))
        return _view(row)

    return written(desk, work)


def visitor_of_token(desk: Desk, bearer: str) -> Visitor | None:
    """Return who comes with this key, None when nobody (any more) may.

    One indexed read says it; the day of its use is written at most once a day.
    """
    if not _BEARER.fullmatch(bearer):
        return None
    with desk.store.read() as tx:
        held = tokens.by_hash(tx, _digest(bearer))
        if held is None or held.token.revoked_at is not None:
            return None
        visitor = _visitor(tx, held)
    if visitor is not None:
        _note_use(desk, held.token)
    return visitor


def _visitor(tx: Transaction, held: HeldRow) -> Visitor | None:
    row = held.token
    scopes = frozenset(_kept_scopes(row)) | _IMPLIED
    if row.table_id is not None:
        assert row.night_id is not None
        return Visitor(
            name=row.name,
            device_id=row.id,
            grant=TableGrant(
                club_id=row.club_id,
                night_id=row.night_id,
                table_id=row.table_id,
                actions=scopes & GUEST_SCOREKEEPER,
            ),
            scopes=scopes,
        )
    if row.account_id is not None:
        roles = frozenset(Role(word) for word in held.roles)
        name = f"{held.person} ({row.name})" if held.person else row.name
        if not roles:
            return None
        return Visitor(
            name=name[: bounds.NAME_MAX],
            account_id=row.account_id,
            device_id=row.id,
            roles={row.club_id: roles},
            scopes=scopes,
        )
    if accounts.any_(tx):
        return None
    return Visitor(
        name=row.name,
        device_id=row.id,
        roles={row.club_id: frozenset(Role)},
        scopes=scopes,
    )


def _note_use(desk: Desk, row: TokenRow) -> None:
    day = desk.now()[:10]
    if row.used_on == day:
        return
    try:
        with desk.store.write() as tx:
            tokens.used(tx, row.club_id, row.id, day)
    except (Conflict, ScorekeeperError):  # who asks need not wait for this, tomorrow will do
        return


def _scopes(asked: Iterable[str], offered: Iterable[Action]) -> list[str]:
    wanted = set(asked)
    chosen: list[str] = [action.value for action in offered if action.value in wanted]
    if not chosen or len(chosen) != len(wanted):
        strange = sorted(wanted - set(chosen))
        raise bounds.invalid("scopes", strange[0] if strange else "")
    return chosen


def _kept_scopes(row: TokenRow) -> tuple[Action, ...]:
    return tuple(action for action in SCOPES if action.value in row.scopes.split())


def _view(row: TokenRow) -> TokenView:
    return TokenView(
        id=row.id,
        name=row.name,
        scopes=_kept_scopes(row),
        account_id=row.account_id,
        table_id=row.table_id,
        who=row.who,
        created_at=moment_of(row.created_at),
        used_on=date.fromisoformat(row.used_on) if row.used_on else None,
        revoked=row.revoked_at is not None,
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
