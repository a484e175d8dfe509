"""Two ids that are one person: merged with a reason, and parted again exactly as they were.

Merging writes one row about the two and changes no record, no entry and no seat. What stands
between the two in a night that both of their ids occur in is worked out again, because two open
balances of one person become one.
"""

from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.ledger.journal import member_account
from scorekeeper.services import bounds
from scorekeeper.services import carrying
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import people
from scorekeeper.services.answering import once
from scorekeeper.services.closing import book_of
from scorekeeper.services.desk import Desk
from scorekeeper.services.people import MERGED
from scorekeeper.services.people import UNMERGED
from scorekeeper.services.people import persons_of
from scorekeeper.services.people import standing_merges
from scorekeeper.services.views import MemberView
from scorekeeper.store import members as member_rows
from scorekeeper.store import nights
from scorekeeper.store import person_steps
from scorekeeper.store import persons
from scorekeeper.store import seasons
from scorekeeper.store import settlements
from scorekeeper.store import tables
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePreview:
    """What becomes of two people who are one: evenings counted once, results in cents added."""

    person: MemberView
    duplicate: MemberView
    nights: int
    result: int
    person_result: int
    duplicate_result: int


def preview_merge(desk: Desk, *, club_id: str, member_id: str, into_id: str) -> MergePreview:
    """Return what a merge would make of two people; nothing is kept.

    Raises ScorekeeperError: as `merge_members`.
    """
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        _require_one(tx, desk, club_id, member_id, into_id)
        ids, own = (people.ids_of(tx, club_id, one) for one in (member_id, into_id))
        books = [row.id for row in seasons.list_all(tx, club_id)]
        theirs, mine = (_result(tx, club_id, one, books) for one in (ids, own))
        evenings = {
            row.night_id
            for one in (*ids, *own)
            for season in books
            for row in tallies.of_member(tx, club_id, season, one)
            if row.tally.deals
        }
        return MergePreview(
            person=members.read(tx, club_id, into_id),
            duplicate=members.read(tx, club_id, member_id),
            nights=len(evenings),
            result=theirs + mine,
            person_result=mine,
            duplicate_result=theirs,
        )


def merge_members(
    desk: Desk, *, club_id: str, member_id: str, into_id: str, key: str, why: str = ""
) -> MemberView:
    """Let `member_id` be a duplicate of `into_id`; return the person.

    Raises ScorekeeperError: NOT_FOUND, MERGE_SAME, MEMBER_MERGED, MEMBER_ANONYMOUS; MERGE_TOGETHER
    and MERGE_SEATED when they cannot be one person, MEMBER_SEATED while they sit at two tables.
    """
    why = bounds.text(why, "why", bounds.REASON_MAX)

    def work(tx: Transaction) -> tuple[str, MemberView]:
        clubs.read(tx, club_id)
        for one in sorted((member_id, into_id)):
            persons.lock(tx, club_id, bounds.id_(one, "member"))
        _require_one(tx, desk, club_id, member_id, into_id)
        before = _even(tx, club_id, _shared_nights(tx, club_id, member_id, into_id))
        person_steps.add(
            tx,
            club_id,
            member_id=member_id,
            kind=MERGED,
            into_id=into_id,
            why=why,
            who=desk.actor,
            at=desk.now(),
        )
        _apply(tx, club_id)
        _look_again(tx, club_id, member_id, before)
        return into_id, members.read(tx, club_id, into_id)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["merge_members", member_id, into_id, why],
        work=work,
        again=lambda tx, made: members.read(tx, club_id, made),
    )


def unmerge_member(
    desk: Desk, *, club_id: str, member_id: str, key: str, why: str = ""
) -> MemberView:
    """Let a duplicate be a person of his own again, with whoever was merged into him.

    Raises ScorekeeperError: NOT_FOUND, MERGE_NONE, MEMBER_ANONYMOUS.
    """
    why = bounds.text(why, "why", bounds.REASON_MAX)

    def work(tx: Transaction) -> tuple[str, MemberView]:
        clubs.read(tx, club_id)
        persons.lock(tx, club_id, bounds.id_(member_id, "member"))
        row = member_rows.plain(tx, club_id, member_id)
        if row is None:
            raise bounds.missing("member")
        if row.merged_into is None:
            raise ScorekeeperError(ErrorCode.MERGE_NONE, "member", name=row.name)
        if row.anonymous:
            raise ScorekeeperError(ErrorCode.MEMBER_ANONYMOUS, "member", name=row.name)
        person = row.merged_into
        before = _even(tx, club_id, _nights(tx, club_id, people.ids_of(tx, club_id, person)))
        person_steps.add(
            tx,
            club_id,
            member_id=member_id,
            kind=UNMERGED,
            into_id=person,
            why=why,
            who=desk.actor,
            at=desk.now(),
        )
        _apply(tx, club_id)
        shared = _shared_nights(tx, club_id, member_id, person)
        _look_again(tx, club_id, member_id, {one: before[one] for one in shared if one in before})
        return member_id, members.read(tx, club_id, member_id)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["unmerge_member", member_id, why],
        work=work,
        again=lambda tx, made: members.read(tx, club_id, made),
    )


def _apply(tx: Transaction, club_id: str) -> None:
    """Bring what is kept of every duplicate to what the steps say."""
    should = persons_of(standing_merges(person_steps.every(tx, club_id)))
    kept = people.canonical(tx, club_id)
    for member in {*should, *kept}:
        if should.get(member) != kept.get(member):
            member_rows.merge(tx, club_id, member, should.get(member))


def _require_one(tx: Transaction, desk: Desk, club_id: str, member_id: str, into_id: str) -> None:
    """Refuse to take two for one who cannot be."""
    into = members.require_own(tx, club_id, into_id, "into")
    duplicate = member_rows.plain(tx, club_id, bounds.id_(member_id, "member"))
    if duplicate is not None and into.id in (duplicate.id, duplicate.merged_into):
        names = {"name": duplicate.name, "other": into.name}
        raise ScorekeeperError(ErrorCode.MERGE_SAME, "member", **names)
    duplicate = members.require_own(tx, club_id, member_id)
    named = {"name": duplicate.name, "other": into.name}
    for one in people.ids_of(tx, club_id, duplicate.id):
        for other in people.ids_of(tx, club_id, into.id):
            played = persons.played_together(tx, club_id, one, other)
            sat = played or persons.sat_together(tx, club_id, one, other)
            if sat is not None:
                code = ErrorCode.MERGE_TOGETHER if played else ErrorCode.MERGE_SEATED
                day = format_date(date.fromisoformat(sat.day), desk.language, short=True)
                where = f"{day}, {sat.table_name}"
                raise ScorekeeperError(code, "into", where=where, number=sat.number, **named)
    here = _sits(tx, club_id, duplicate.id)
    both = here.keys() & _sits(tx, club_id, into.id).keys()
    if both:
        table = here[min(both)]
        raise ScorekeeperError(ErrorCode.MEMBER_SEATED, "member", name=duplicate.name, table=table)


def _sits(tx: Transaction, club_id: str, person_id: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in people.ids_of(tx, club_id, person_id):
        found |= persons.sits(tx, club_id, one)
    return found


def _result(tx: Transaction, club_id: str, ids: Iterable[str], books: Iterable[str]) -> int:
    """Add up what the games of every season brought."""
    stands = [persons.stands(tx, club_id, member_account(one)) for one in ids]
    return sum(one.get(book, 0) for one in stands for book in books)


def _nights(tx: Transaction, club_id: str, ids: Iterable[str]) -> set[str]:
    """Return the books, nights among them, and the nights these ids occur in."""
    found: set[str] = set()
    for one in ids:
        found |= persons.stands(tx, club_id, member_account(one)).keys()
        found |= {stay.night_id for stay in persons.stays(tx, club_id, one)}
    return found


def _shared_nights(tx: Transaction, club_id: str, one: str, other: str) -> set[str]:
    ids, others = (people.ids_of(tx, club_id, member) for member in (one, other))
    return _nights(tx, club_id, ids) & _nights(tx, club_id, others)


def _even(tx: Transaction, club_id: str, found: Iterable[str]) -> dict[str, bool]:
    """Return of the nights among these that are over whether nothing stands open; they are locked.

    The other books among them are no nights.
    """
    even = {}
    for night_id in sorted(found):
        night = nights.lock(tx, club_id, night_id)
        if night is not None and night.state in ("closed", "settled"):
            even[night_id] = not carrying.open_balances(tx, book_of(club_id, night))
    return even


def _look_again(tx: Transaction, club_id: str, member_id: str, before: Mapping[str, bool]) -> None:
    """Let nights of both be settled anew, and whoever watches a table see the name change.

    A night changes its state only where the two together are even and each alone is not.
    """
    for night_id, was in before.items():
        night = nights.get(tx, club_id, night_id)
        assert night is not None
        settlements.make_stale(tx, club_id, night.id)
        done = not carrying.open_balances(tx, book_of(club_id, night))
        if done is not was:
            state = "settled" if done else "closed"
            nights.set_state(tx, club_id, night.id, state=state, closed_at=night.closed_at)
    for night_id in sorted(persons.sits(tx, club_id, member_id)):
        tables.touch_night(tx, club_id, night_id)
