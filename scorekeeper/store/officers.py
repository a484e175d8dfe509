"""Who holds which role in a club, which member he is, and who was invited to become an officer."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import account
from scorekeeper.store.schema import account_member
from scorekeeper.store.schema import invitation
from scorekeeper.store.schema import officer


class OfficerRow(NamedTuple):
    """One role of one account in a club."""

    account_id: str
    email: str
    name: str
    deactivated_at: str | None
    role: str
    given_by: str
    given_at: str


class InvitationRow(NamedTuple):
    """A link that makes somebody an officer; `ended_at` once it was used or withdrawn."""

    club_id: str
    id: str
    roles: str
    name: str
    email: str
    invited_by: str
    created_at: str
    expires_at: str
    ended_at: str | None
    account_id: str | None


_mine = officer.c.club_id == bindparam("club_id")
_columns = (
    officer.c.account_id,
    account.c.email,
    account.c.name,
    account.c.deactivated_at,
    officer.c.role,
    officer.c.given_by,
    officer.c.given_at,
)
_invitation = tuple(invitation.c[name] for name in InvitationRow._fields)

_ADD = insert_all(officer)
_ALL = Prepared(
    select(*_columns)
    .select_from(officer.join(account, account.c.id == officer.c.account_id))
    .where(_mine)
    .order_by(account.c.name, account.c.id)
)
_HELD = Prepared(select(officer.c.role).where(_mine, officer.c.account_id == bindparam("account")))
_OF_ACCOUNT = Prepared(
    select(officer.c.club_id, officer.c.role).where(officer.c.account_id == bindparam("account_id"))
)
_LOCK_OWNERS = Prepared(
    select(officer.c.account_id)
    .where(_mine, officer.c.role == "owner")
    .order_by(officer.c.account_id)
    .with_for_update()
)
_OWNERS = Prepared(
    select(func.count())
    .select_from(officer.join(account, account.c.id == officer.c.account_id))
    .where(_mine, officer.c.role == "owner", account.c.deactivated_at.is_(None))
)
_TAKE = Prepared(
    delete(officer).where(
        officer.c.club_id == bindparam("club"),
        officer.c.account_id == bindparam("account"),
        officer.c.role == bindparam("role_"),
    )
)

_ADD_MEMBER = insert_all(account_member)
_MEMBERS = Prepared(
    select(account_member.c.account_id, account_member.c.member_id).where(
        account_member.c.club_id == bindparam("club_id")
    )
)
_FORGET_MEMBER = Prepared(
    delete(account_member).where(
        account_member.c.club_id == bindparam("club"),
        account_member.c.account_id == bindparam("account"),
    )
)

_INVITE = insert_all(invitation)
_INVITED = Prepared(select(*_invitation).where(invitation.c.token == bindparam("token")))
_INVITATION = Prepared(
    select(*_invitation).where(
        invitation.c.club_id == bindparam("club_id"), invitation.c.id == bindparam("id")
    )
)
_OPEN = Prepared(
    select(*_invitation)
    .where(
        invitation.c.club_id == bindparam("club_id"),
        invitation.c.ended_at.is_(None),
        invitation.c.expires_at > bindparam("now"),
    )
    .order_by(invitation.c.id)
)
_open = update(invitation).where(
    invitation.c.club_id == bindparam("club"),
    invitation.c.id == bindparam("invitation"),
    invitation.c.ended_at.is_(None),
)
# Whom it was for is nobody's business once it is over.
_END = Prepared(
    _open.values(ended_at=bindparam("at"), account_id=bindparam("account"), name="", email="")
)
_FORGET = Prepared(
    delete(invitation).where(
        invitation.c.club_id == bindparam("club"), invitation.c.expires_at < bindparam("before")
    )
)
_TOKEN = Prepared(_open.values(token=bindparam("hash")))


def add(tx: Transaction, club_id: str, account_id: str, role: str, *, by: str, at: str) -> None:
    """Give a role that is not held yet."""
    tx.run(_ADD, club_id=club_id, account_id=account_id, role=role, given_by=by, given_at=at)


def take(tx: Transaction, club_id: str, account_id: str, role: str) -> None:
    """Take a role away."""
    tx.run(_TAKE, club=club_id, account=account_id, role_=role)


def list_all(tx: Transaction, club_id: str) -> list[OfficerRow]:
    """Return every role in a club, by the names of those who hold them."""
    return [OfficerRow._make(row) for row in tx.all(_ALL, club_id=club_id)]


def held(tx: Transaction, club_id: str, account_id: str) -> frozenset[str]:
    """Return the roles an account holds in a club."""
    return frozenset(str(row[0]) for row in tx.all(_HELD, club_id=club_id, account=account_id))


def of_account(tx: Transaction, account_id: str) -> list[tuple[str, str]]:
    """Return every club and role of an account."""
    return [(row[0], row[1]) for row in tx.all(_OF_ACCOUNT, account_id=account_id)]


def lock_owners(tx: Transaction, club_id: str) -> None:
    """Let nobody else change who leads this club until we are done."""
    tx.all(_LOCK_OWNERS, club_id=club_id)


def owners(tx: Transaction, club_id: str) -> int:
    """Count those who lead a club and can sign in."""
    row = tx.one(_OWNERS, club_id=club_id)
    assert row is not None
    return int(row[0])


def members(tx: Transaction, club_id: str) -> dict[str, str]:
    """Return which members the accounts of a club are, as far as it was said."""
    return {row[0]: row[1] for row in tx.all(_MEMBERS, club_id=club_id)}


def set_member(tx: Transaction, club_id: str, account_id: str, member_id: str | None) -> None:
    """Keep which member of a club an account is, None for no one's."""
    tx.run(_FORGET_MEMBER, club=club_id, account=account_id)
    if member_id is not None:
        tx.run(_ADD_MEMBER, club_id=club_id, account_id=account_id, member_id=member_id)


def invite(tx: Transaction, row: InvitationRow, token: str) -> None:
    """Keep an invitation, whose link holds what `token` is the hash of; forget those of old."""
    tx.run(_FORGET, club=row.club_id, before=row.created_at)
    tx.run(_INVITE, **row._asdict(), token=token)


def invited(tx: Transaction, token: str) -> InvitationRow | None:
    """Return the invitation of a link, whether it can still be used or not."""
    row = tx.one(_INVITED, token=token)
    return None if row is None else InvitationRow._make(row)


def invitation_of(tx: Transaction, club_id: str, invitation_id: str) -> InvitationRow | None:
    """Return an invitation of a club."""
    row = tx.one(_INVITATION, club_id=club_id, id=invitation_id)
    return None if row is None else InvitationRow._make(row)


def invitations(tx: Transaction, club_id: str, now: str) -> list[InvitationRow]:
    """Return the invitations that can still be used, in order."""
    return [InvitationRow._make(row) for row in tx.all(_OPEN, club_id=club_id, now=now)]


def end_invitation(
    tx: Transaction, club_id: str, invitation_id: str, *, at: str, account_id: str | None
) -> bool:
    """Use an invitation up, or withdraw it with no account; False when it had ended before."""
    return bool(
        tx.run(_END, club=club_id, invitation=invitation_id, at=at, account=account_id).rowcount
    )


def set_token(tx: Transaction, club_id: str, invitation_id: str, token: str) -> bool:
    """Give an open invitation another link; False when it has ended."""
    return bool(tx.run(_TOKEN, club=club_id, invitation=invitation_id, hash=token).rowcount)
