"""Invitations: a link for one use that makes somebody an officer of a club."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from datetime import timedelta

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts as signing
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.accounts import SignedIn
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.devices import hashed
from scorekeeper.services.officers import apply
from scorekeeper.services.officers import read_roles
from scorekeeper.services.permissions import Role
from scorekeeper.store import accounts
from scorekeeper.store import officers
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import text_of
from scorekeeper.store.officers import InvitationRow

GOOD_FOR = timedelta(days=7)
TOKEN_MAX = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationView:
    """An invitation that can still be used."""

    id: str
    club_id: str
    club_name: str
    roles: tuple[Role, ...]
    name: str
    email: str
    invited_by: str
    until: date


def invite(
    desk: Desk, *, club_id: str, roles: Iterable[object], name: str = "", email: str = ""
) -> tuple[InvitationView, str]:
    """Invite somebody to hold these roles; the token of the link is told this once.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID without a role or with an unknown one,
    TEXT_TOO_LONG, EMAIL_INVALID.
    """
    wanted = read_roles(roles)
    if not wanted:
        raise bounds.invalid("role", "")
    called = bounds.text(name, "name", bounds.NAME_MAX)
    told = signing.plain_email(email) if email else ""
    token = secrets.token_urlsafe(32)

    def work(tx: Transaction) -> InvitationView:
        club = clubs.read(tx, club_id)
        row = InvitationRow(
            club_id=club.id,
            id=desk.new_id(),
            roles=" ".join(role for role in Role if role in wanted),
            name=called,
            email=told,
            invited_by=desk.actor,
            created_at=desk.now(),
            expires_at=text_of(desk.clock() + GOOD_FOR),
            ended_at=None,
            account_id=None,
        )
        officers.invite(tx, row, hashed(token))
        return _view(row, club.name)

    return written(desk, work), token


def list_invitations(desk: Desk, *, club_id: str) -> tuple[InvitationView, ...]:
    """Return the invitations of a club that can still be used."""
    with desk.store.read() as tx:
        club = clubs.read(tx, club_id)
        rows = officers.invitations(tx, club.id, desk.now())
    return tuple(_view(row, club.name) for row in rows)


def withdraw_invitation(desk: Desk, *, club_id: str, invitation_id: str) -> None:
    """End an invitation before it was used.

    Raises ScorekeeperError: NOT_FOUND, LINK_ENDED.
    """

    def work(tx: Transaction) -> None:
        row = officers.invitation_of(tx, club_id, bounds.id_(invitation_id, "invitation"))
        if row is None:
            raise bounds.missing("invitation")
        if not officers.end_invitation(tx, club_id, row.id, at=desk.now(), account_id=None):
            raise ScorekeeperError(ErrorCode.LINK_ENDED)

    written(desk, work)


def see_invitation(desk: Desk, *, token: str) -> InvitationView:
    """Return the invitation of a link, without using it.

    Raises ScorekeeperError: LINK_ENDED.
    """
    with desk.store.read() as tx:
        row = _usable(tx, desk, token)
        return _view(row, clubs.read(tx, row.club_id).name)


def accept_invitation(desk: Desk, *, token: str, account_id: str) -> str:
    """Let an account have what it was invited to; return the club.

    Raises ScorekeeperError: LINK_ENDED.
    """
    return written(desk, lambda tx: _accepted(tx, desk, token, account_id))


def sign_up(
    desk: Desk, *, token: str, email: str, name: str, password: str, user_agent: str = ""
) -> tuple[SignedIn, str]:
    """Make an account for who was invited, sign it in, and return it with the club.

    Raises ScorekeeperError: LINK_ENDED, EMAIL_TAKEN, EMAIL_INVALID, NAME_INVALID,
    PASSWORD_LENGTH, PASSWORD_COMMON.
    """
    with desk.store.read() as tx:  # nothing is hashed for a link that has ended
        _usable(tx, desk, token)
    made = signing.checked(desk, email=email, name=name, password=password)

    def work(tx: Transaction) -> tuple[SignedIn, str]:
        done = signing.sign_up(tx, desk, made, user_agent)
        return done, _accepted(tx, desk, token, done.account.id)

    return written(desk, work)


def renew_link(desk: Desk, *, club_id: str, invitation_id: str) -> tuple[InvitationView, str]:
    """Give an open invitation another link, for the mail that carries it.

    Raises ScorekeeperError: LINK_ENDED.
    """
    token = secrets.token_urlsafe(32)

    def work(tx: Transaction) -> InvitationView:
        row = officers.invitation_of(tx, club_id, invitation_id)
        if row is None or not officers.set_token(tx, club_id, row.id, hashed(token)):
            raise ScorekeeperError(ErrorCode.LINK_ENDED)
        return _view(row, clubs.read(tx, club_id).name)

    return written(desk, work), token


def _accepted(tx: Transaction, desk: Desk, token: str, account_id: str) -> str:
    row = _usable(tx, desk, token)
    account = accounts.get(tx, account_id)
    ended = officers.end_invitation(tx, row.club_id, row.id, at=desk.now(), account_id=account_id)
    if not ended or account is None or account.deactivated_at is not None:
        raise ScorekeeperError(ErrorCode.LINK_ENDED)
    held = frozenset(Role(role) for role in officers.held(tx, row.club_id, account_id))
    by = desk.acting(row.invited_by)
    apply(tx, by, row.club_id, account_id, held | read_roles(row.roles.split()))
    return row.club_id


def _usable(tx: Transaction, desk: Desk, token: str) -> InvitationRow:
    row = officers.invited(tx, hashed(token)) if len(token) <= TOKEN_MAX else None
    if row is None or row.ended_at is not None or row.expires_at <= desk.now():
        raise ScorekeeperError(ErrorCode.LINK_ENDED)
    return row


def _view(row: InvitationRow, club_name: str) -> InvitationView:
    return InvitationView(
        id=row.id,
        club_id=row.club_id,
        club_name=club_name,
        roles=tuple(Role(role) for role in row.roles.split()),
        name=row.name,
        email=row.email,
        invited_by=row.invited_by,
        until=date.fromisoformat(row.expires_at[:10]),
    )
