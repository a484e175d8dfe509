"""Members: people in a club. Nobody is ever deleted, only deactivated."""

from collections.abc import Iterable
from collections.abc import Sequence

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import once
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.showing import Names
from scorekeeper.services.veiling import CLEAR
from scorekeeper.services.veiling import Veil
from scorekeeper.services.veiling import veil_of
from scorekeeper.services.views import MemberView
from scorekeeper.store import members
from scorekeeper.store import person_steps
from scorekeeper.store.engine import Transaction
from scorekeeper.store.members import MemberRow
from scorekeeper.store.members import NightPerson


def add_member(
    desk: Desk, *, club_id: str, name: str, key: str | None = None, guest: bool = False
) -> MemberView:
    """Add a member, or a guest of the club who may become one.

    Raises ScorekeeperError: NAME_INVALID, NAME_TAKEN whatever the case and form of the letters.
    """
    name = bounds.name(name)

    def work(tx: Transaction) -> tuple[str, MemberView]:
        clubs.read(tx, club_id)
        _require_free(tx, club_id, name)
        added = _add(tx, desk, club_id, name, guest=guest)
        return added.id, added

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["add_member", name, *(["guest"] if guest else [])],
        work=work,
        again=lambda tx, made: read(tx, club_id, made),
    )


def rename_member(desk: Desk, *, club_id: str, member_id: str, name: str) -> MemberView:
    """Give a member another name, everywhere and also for the past."""
    name = bounds.name(name)

    def work(tx: Transaction) -> MemberView:
        require_own(tx, club_id, member_id)
        _require_free(tx, club_id, name, but=member_id)
        members.rename(tx, club_id, member_id, name, bounds.name_key(name))
        return read(tx, club_id, member_id)

    return written(desk, work)


def deactivate_member(desk: Desk, *, club_id: str, member_id: str) -> MemberView:
    """Let a member play no more; what he played stays."""
    return _set_active(desk, club_id, member_id, active=False)


def reactivate_member(desk: Desk, *, club_id: str, member_id: str) -> MemberView:
    """Let a member play again."""
    return _set_active(desk, club_id, member_id, active=True)


def make_guest(desk: Desk, *, club_id: str, member_id: str, key: str) -> MemberView:
    """Let a member be a guest of the club; what he played stays.

    Raises ScorekeeperError: NOT_FOUND, MEMBER_MERGED, MEMBER_ANONYMOUS.
    """
    return _set_guest(desk, club_id, member_id, key, guest=True)


def make_member(desk: Desk, *, club_id: str, member_id: str, key: str) -> MemberView:
    """Let a guest become a member; what he played as a guest is his all the same.

    Raises ScorekeeperError: NOT_FOUND, MEMBER_MERGED, MEMBER_ANONYMOUS.
    """
    return _set_guest(desk, club_id, member_id, key, guest=False)


def list_members(
    desk: Desk, *, club_id: str, include_inactive: bool = False
) -> tuple[MemberView, ...]:
    """Return the members by name."""
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        rows = members.list_all(tx, club_id)
    return tuple(
        view(row) for row in rows if row.merged_into is None and (row.active or include_inactive)
    )


def members_named(desk: Desk, *, club_id: str, names: Sequence[str]) -> tuple[MemberView, ...]:
    """Return the members of these names in this order; who is missing is added."""
    told = [bounds.name(one, f"names/{place}") for place, one in enumerate(names[:100])]

    def work(tx: Transaction) -> tuple[MemberView, ...]:
        clubs.read(tx, club_id)
        return tuple(find_or_add(tx, desk, club_id, told))

    return written(desk, work)


def find_or_add(
    tx: Transaction, desk: Desk, club_id: str, names: Sequence[str]
) -> list[MemberView]:
    """Return the members of these names, which `bounds.name` has seen; who is missing is added.

    The name of a duplicate finds the person.

    Raises ScorekeeperError: NAME_TAKEN when two of them are the same, MEMBER_ANONYMOUS.
    """
    found: list[MemberView] = []
    for place, name in enumerate(names):
        row = members.named(tx, club_id, bounds.name_key(name))
        if row is not None and row.merged_into is not None:
            row = members.plain(tx, club_id, row.merged_into)
        if row is None:
            found.append(_add(tx, desk, club_id, name))
            continue
        if row.anonymous:
            raise ScorekeeperError(ErrorCode.MEMBER_ANONYMOUS, f"names/{place}", name=row.name)
        if any(row.id == other.id for other in found):
            raise ScorekeeperError(ErrorCode.NAME_TAKEN, f"names/{place}", name=row.name)
        if not row.active:
            members.set_active(tx, club_id, row.id, active=True)
        found.append(view(row._replace(active=True)))
    return found


def read(tx: Transaction, club_id: str, member_id: str) -> MemberView:
    """Return a member within a transaction."""
    row = members.get(tx, club_id, bounds.id_(member_id, "member"))
    if row is None:
        raise bounds.missing("member")
    return view(row)


def require_own(tx: Transaction, club_id: str, member_id: str, place: str = "member") -> MemberRow:
    """Return a member who is a person of his own with a name of his own.

    Raises ScorekeeperError: NOT_FOUND, MEMBER_MERGED, MEMBER_ANONYMOUS.
    """
    row = members.plain(tx, club_id, bounds.id_(member_id, place))
    if row is None:
        raise bounds.missing(place)
    if row.merged_into is not None:
        person = members.plain(tx, club_id, row.merged_into)
        assert person is not None
        raise ScorekeeperError(ErrorCode.MEMBER_MERGED, place, name=row.name, into=person.name)
    if row.anonymous:
        raise ScorekeeperError(ErrorCode.MEMBER_ANONYMOUS, place, name=row.name)
    return row


def require_active(tx: Transaction, club_id: str, member_ids: Sequence[str], place: str) -> None:
    """Refuse ids that are nobody's, named twice, or of somebody who plays no more."""
    if len(set(member_ids)) != len(member_ids):
        raise bounds.invalid(place, "")
    for member_id in member_ids:
        row = require_own(tx, club_id, member_id, place)
        if not row.active:
            raise ScorekeeperError(ErrorCode.MEMBER_INACTIVE, place, name=row.name)


def names_at(tx: Transaction, club_id: str, night_id: str, *, veiled: bool = True) -> Names:
    """Return the names of whoever sat at a table of a night, by id.

    A duplicate has the name of the person. Who shows nothing but what he writes himself may do
    without the veil.
    """
    rows = members.people_at_night(tx, club_id, night_id)
    return names_of(rows, veil_of(tx, club_id) if veiled else CLEAR)


def names_of(rows: Iterable[NightPerson], veil: Veil = CLEAR) -> Names:
    """Return the names of people of a night, by every id that stands for them."""
    found = tuple(rows)
    return Names(
        {row.id: row.name for row in found},
        {row.id: row.person_id for row in found if row.person_id != row.id},
        veil,
    )


def view(row: MemberRow) -> MemberView:
    """Return what pages show of a member."""
    return MemberView(
        id=row.id,
        name=row.name,
        active=bool(row.active),
        nights=row.nights,
        guest=bool(row.guest),
        anonymous=bool(row.anonymous),
    )


def _add(
    tx: Transaction, desk: Desk, club_id: str, name: str, *, guest: bool = False
) -> MemberView:
    member_id = desk.new_id()
    members.add(
        tx,
        club_id,
        member_id=member_id,
        name=name,
        name_key=bounds.name_key(name),
        at=desk.now(),
        guest=guest,
    )
    return MemberView(id=member_id, name=name, active=True, guest=guest)


def _set_active(desk: Desk, club_id: str, member_id: str, *, active: bool) -> MemberView:
    def work(tx: Transaction) -> MemberView:
        require_own(tx, club_id, member_id)
        members.set_active(tx, club_id, member_id, active=active)
        return read(tx, club_id, member_id)

    return written(desk, work)


def _set_guest(desk: Desk, club_id: str, member_id: str, key: str, *, guest: bool) -> MemberView:
    kind = "guest" if guest else "member"

    def work(tx: Transaction) -> tuple[str, MemberView]:
        row = require_own(tx, club_id, member_id)
        if bool(row.guest) is not guest:
            members.set_guest(tx, club_id, member_id, guest=guest)
            person_steps.add(
                tx, club_id, member_id=member_id, kind=kind, who=desk.actor, at=desk.now()
            )
        return member_id, read(tx, club_id, member_id)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=[f"make_{kind}", member_id],
        work=work,
        again=lambda tx, made: read(tx, club_id, made),
    )


def _require_free(tx: Transaction, club_id: str, name: str, *, but: str | None = None) -> None:
    holder = members.named(tx, club_id, bounds.name_key(name))
    if holder is not None and holder.id != but:
        raise ScorekeeperError(ErrorCode.NAME_TAKEN, "name", name=holder.name)
