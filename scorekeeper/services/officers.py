"""Who holds which role in a club: given, taken, and never without somebody who leads it."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from scorekeeper.store import accounts
from scorekeeper.store import members
from scorekeeper.store import officers
from scorekeeper.store.engine import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerView:
    """Somebody with at least one role in a club; `member_id` where it was said who he is."""

    account_id: str
    email: str
    name: str
    active: bool
    roles: tuple[Role, ...]
    member_id: str | None


def list_officers(desk: Desk, *, club_id: str) -> tuple[OfficerView, ...]:
    """Return everybody who holds a role in a club, by name.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return _all(tx, clubs.read(tx, club_id).id)


def read(tx: Transaction, club_id: str, account_id: str) -> OfficerView | None:
    """Return what somebody is in a club within a transaction, None who holds no role there."""
    everybody = _all(tx, clubs.read(tx, club_id).id)
    return next((one for one in everybody if one.account_id == account_id), None)


def set_roles(
    desk: Desk, *, club_id: str, account_id: str, roles: Iterable[object]
) -> tuple[OfficerView, ...]:
    """Let an account hold exactly these roles in a club; none: it belongs to the club no more.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID for a role nobody knows, LAST_OWNER.
    """
    wanted = read_roles(roles)

    def work(tx: Transaction) -> tuple[OfficerView, ...]:
        _held_by(tx, club_id, account_id)
        apply(tx, desk, club_id, account_id, wanted)
        return _all(tx, club_id)

    return written(desk, work)


def give_role(desk: Desk, *, club_id: str, account_id: str, role: object) -> frozenset[Role]:
    """Give one more role in a club and return all that are held then."""
    (wanted,) = read_roles((role,))

    def work(tx: Transaction) -> frozenset[Role]:
        held = _held_by(tx, club_id, account_id)
        return apply(tx, desk, club_id, account_id, held | {wanted})

    return written(desk, work)


def take_role(desk: Desk, *, club_id: str, account_id: str, role: object) -> frozenset[Role]:
    """Take one role in a club away and return those that are left.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID, LAST_OWNER.
    """
    (unwanted,) = read_roles((role,))

    def work(tx: Transaction) -> frozenset[Role]:
        held = _held_by(tx, club_id, account_id)
        return apply(tx, desk, club_id, account_id, held - {unwanted})

    return written(desk, work)


def roles_of(desk: Desk, *, account_id: str) -> dict[str, frozenset[Role]]:
    """Return the roles an account holds, by club."""
    found: dict[str, frozenset[Role]] = {}
    with desk.store.read() as tx:
        for club_id, role in officers.of_account(tx, account_id):
            found[club_id] = found.get(club_id, frozenset()) | {Role(role)}
    return found


def link_member(desk: Desk, *, club_id: str, account_id: str, member_id: str | None) -> None:
    """Say which member of a club an account is, None for no one's.

    Raises ScorekeeperError: NOT_FOUND, also for a member somebody else already is.
    """

    def work(tx: Transaction) -> None:
        if not _held_by(tx, club_id, account_id):
            raise bounds.missing("account")
        if member_id is not None:
            others = {m for a, m in officers.members(tx, club_id).items() if a != account_id}
            known = members.get(tx, club_id, bounds.id_(member_id, "member"))
            if known is None or member_id in others:
                raise bounds.missing("member")
        officers.set_member(tx, club_id, account_id, member_id)

    written(desk, work)


def read_roles(roles: Iterable[object]) -> frozenset[Role]:
    """Return roles by their names.

    Raises ScorekeeperError: VALUE_INVALID.
    """
    found = set()
    for role in roles:
        if not isinstance(role, str) or role not in Role.__members__.values():
            raise bounds.invalid("role", role)
        found.add(Role(role))
    return frozenset(found)


def apply(
    tx: Transaction, desk: Desk, club_id: str, account_id: str, wanted: frozenset[Role]
) -> frozenset[Role]:
    """Let an account hold exactly these roles, within a transaction.

    Raises ScorekeeperError: LAST_OWNER.
    """
    officers.lock_owners(tx, club_id)
    held = frozenset(Role(role) for role in officers.held(tx, club_id, account_id))
    for role in sorted(wanted - held):
        officers.add(tx, club_id, account_id, role, by=desk.actor, at=desk.now())
    for role in sorted(held - wanted):
        officers.take(tx, club_id, account_id, role)
    if Role.OWNER in held - wanted and officers.owners(tx, club_id) == 0:
        raise ScorekeeperError(ErrorCode.LAST_OWNER, "role")
    if not wanted:
        officers.set_member(tx, club_id, account_id, None)
    return wanted


def _held_by(tx: Transaction, club_id: str, account_id: str) -> frozenset[Role]:
    clubs.read(tx, club_id)
    if accounts.get(tx, bounds.id_(account_id, "account")) is None:
        raise bounds.missing("account")
    return frozenset(Role(role) for role in officers.held(tx, club_id, account_id))


def _all(tx: Transaction, club_id: str) -> tuple[OfficerView, ...]:
    rows = officers.list_all(tx, club_id)
    people = officers.members(tx, club_id)
    roles: dict[str, set[Role]] = {}
    for row in rows:
        roles.setdefault(row.account_id, set()).add(Role(row.role))
    first = {row.account_id: row for row in reversed(rows)}
    return tuple(
        OfficerView(
            account_id=account_id,
            email=first[account_id].email,
            name=first[account_id].name,
            active=first[account_id].deactivated_at is None,
            roles=tuple(role for role in Role if role in held),
            member_id=people.get(account_id),
        )
        for account_id, held in roles.items()
    )
