"""Members of a club."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import literal
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.season.ladder import ALL
from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import balance
from scorekeeper.store.schema import member
from scorekeeper.store.schema import night_tally
from scorekeeper.store.schema import season
from scorekeeper.store.schema import season_night
from scorekeeper.store.schema import season_tally
from scorekeeper.store.schema import seat


class MemberRow(NamedTuple):
    """A member and in how many nights he or a duplicate of him played a deal that counts.

    `merged_into` is the id of the person this one is a duplicate of, None for a person himself.
    """

    id: str
    name: str
    active: bool
    nights: int
    guest: bool = False
    anonymous: bool = False
    merged_into: str | None = None


class NightPerson(NamedTuple):
    """An id that occurs in a night, and the person it stands for."""

    id: str
    person_id: str
    name: str
    active: bool


_mine = member.c.club_id == bindparam("club_id")
_same = member.alias("same")
# As attendance counts: sitting at a table or standing on a sheet is no part in a night.
_nights = (
    select(func.count(night_tally.c.night_id.distinct()))
    .where(
        night_tally.c.club_id == member.c.club_id,
        night_tally.c.season_id.in_(
            select(season.c.id).where(season.c.club_id == bindparam("club_id"))
        ),
        night_tally.c.deals > 0,
        night_tally.c.member_id.in_(
            select(member.c.id)
            .correlate(member)
            .union_all(
                select(_same.c.id)
                .where(_same.c.club_id == member.c.club_id, _same.c.merged_into == member.c.id)
                .correlate(member)
            )
        ),
    )
    .scalar_subquery()
)
_standing = (member.c.guest, member.c.anonymous, member.c.merged_into)
_columns = (member.c.id, member.c.name, member.c.active, _nights, *_standing)
_plain = (member.c.id, member.c.name, member.c.active, literal(0), *_standing)

_ADD = insert_all(member)
_GET = Prepared(
    select(*_columns).where(_mine, member.c.id == bindparam("id")),
    through=("night_tally", "ix_night_tally_member"),
)
# What is folded is added up already; only the few nights that are not have to be counted.
_FOLDED = Prepared(
    select(season_tally.c.member_id, func.sum(season_tally.c.nights))
    .where(season_tally.c.club_id == bindparam("club_id"), season_tally.c.game == ALL)
    .group_by(season_tally.c.member_id)
)
_FRESH = Prepared(
    select(night_tally.c.member_id, func.count(night_tally.c.night_id.distinct()))
    .join_from(
        season_night,
        night_tally,
        (night_tally.c.club_id == season_night.c.club_id)
        & (night_tally.c.night_id == season_night.c.night_id),
    )
    .where(
        season_night.c.club_id == bindparam("club_id"),
        season_night.c.folded == 0,
        night_tally.c.deals > 0,
    )
    .group_by(night_tally.c.member_id),
    through=("season_night", "ix_season_night_folded"),
)
_BY_KEY = Prepared(select(*_plain).where(_mine, member.c.name_key == bindparam("name_key")))
_PLAIN = Prepared(select(*_plain).where(_mine, member.c.id == bindparam("id")))
_seated = select(seat.c.member_id).where(
    seat.c.club_id == bindparam("club_id"), seat.c.night_id == bindparam("night_id")
)
_ACCOUNT = "member:"
_booked = select(func.substr(balance.c.account, len(_ACCOUNT) + 1)).where(
    balance.c.club_id == bindparam("club_id"),
    balance.c.book == bindparam("night_id"),
    balance.c.account.like(_ACCOUNT + "%"),
)
_person = member.alias("person")
_who = select(
    member.c.id,
    func.coalesce(_person.c.id, member.c.id),
    func.coalesce(_person.c.name, member.c.name),
    func.coalesce(_person.c.active, member.c.active),
).join_from(
    member,
    _person,
    (_person.c.club_id == member.c.club_id) & (_person.c.id == member.c.merged_into),
    isouter=True,
)
_AT_NIGHT = Prepared(
    _who.where(_mine, member.c.id.in_(_seated.union_all(_booked))).order_by(member.c.id)
)
_EVERYBODY = Prepared(_who.where(_mine).order_by(member.c.name_key))
_ALL_PLAIN = Prepared(select(*_plain).where(_mine).order_by(member.c.name_key))
_MERGED = Prepared(
    select(member.c.id, member.c.merged_into).where(_mine, member.c.merged_into.is_not(None)),
    through=("member", "ix_member_merged"),
)
_here = update(member).where(
    member.c.club_id == bindparam("club"), member.c.id == bindparam("member")
)
_RENAME = Prepared(_here.values(name=bindparam("name"), name_key=bindparam("name_key")))
_ACTIVATE = Prepared(_here.values(active=bindparam("active")))
_MERGE = Prepared(_here.values(merged_into=bindparam("into")))
_MAKE_GUEST = Prepared(_here.values(guest=bindparam("guest")))
_FORGET = Prepared(
    _here.values(
        name=bindparam("name"), name_key=bindparam("name_key"), active=False, anonymous=True
    )
)


def add(
    tx: Transaction,
    club_id: str,
    *,
    member_id: str,
    name: str,
    name_key: str,
    at: str,
    guest: bool = False,
) -> None:
    """Add an active member, or a guest."""
    tx.run(
        _ADD,
        club_id=club_id,
        id=member_id,
        name=name,
        name_key=name_key,
        active=True,
        created_at=at,
        merged_into=None,
        guest=guest,
        anonymous=False,
    )


def get(tx: Transaction, club_id: str, member_id: str) -> MemberRow | None:
    """Return the member, None if the club has none of that id."""
    row = tx.one(_GET, club_id=club_id, id=member_id)
    return None if row is None else MemberRow._make(row)


def plain(tx: Transaction, club_id: str, member_id: str) -> MemberRow | None:
    """Return the member without counting his nights."""
    row = tx.one(_PLAIN, club_id=club_id, id=member_id)
    return None if row is None else MemberRow._make(row)


def list_all(tx: Transaction, club_id: str) -> list[MemberRow]:
    """Return every member by name; the nights of a duplicate are the person's."""
    folded = dict(tx.all(_FOLDED, club_id=club_id))
    fresh = dict(tx.all(_FRESH, club_id=club_id))
    rows = list_plain(tx, club_id)
    several = {row.merged_into for row in rows}
    return [
        (get(tx, club_id, row.id) if row.id in several else None)
        or row._replace(nights=int(folded.get(row.id, 0)) + fresh.get(row.id, 0))
        for row in rows
    ]


def named(tx: Transaction, club_id: str, name_key: str) -> MemberRow | None:
    """Return who has this name, however it was written; nights are not counted."""
    row = tx.one(_BY_KEY, club_id=club_id, name_key=name_key)
    return None if row is None else MemberRow._make(row)


def at_night(tx: Transaction, club_id: str, night_id: str) -> list[MemberRow]:
    """Return whoever sat at a table of a night or stands in its book; nights are not counted.

    Whom several ids stand for is in it once, under the id of the person.
    """
    return persons(people_at_night(tx, club_id, night_id))


def persons(rows: Iterable[NightPerson]) -> list[MemberRow]:
    """Return the people of a night, each once; nights are not counted."""
    found = {row.person_id: MemberRow(row.person_id, row.name, row.active, 0) for row in rows}
    return list(found.values())


def people_at_night(tx: Transaction, club_id: str, night_id: str) -> list[NightPerson]:
    """Return every id that sat at a table of a night or stands in its book, and who that is."""
    rows = tx.all(_AT_NIGHT, club_id=club_id, night_id=night_id)
    return [NightPerson._make(row) for row in rows]


def everybody(tx: Transaction, club_id: str) -> list[NightPerson]:
    """Return every id of a club and who that is, in the order of their own names."""
    return [NightPerson._make(row) for row in tx.all(_EVERYBODY, club_id=club_id)]


def list_plain(tx: Transaction, club_id: str) -> list[MemberRow]:
    """Return every member by name without counting nights."""
    return [MemberRow._make(row) for row in tx.all(_ALL_PLAIN, club_id=club_id)]


def merged(tx: Transaction, club_id: str) -> dict[str, str]:
    """Return of every duplicate the id of the person he is."""
    return dict(tx.all(_MERGED, club_id=club_id))


def merge(tx: Transaction, club_id: str, member_id: str, into: str | None) -> None:
    """Let a member be a duplicate of another, or with None a person of his own again."""
    tx.run(_MERGE, club=club_id, member=member_id, into=into)


def set_guest(tx: Transaction, club_id: str, member_id: str, *, guest: bool) -> None:
    """Let somebody be a guest of the club, or a member."""
    tx.run(_MAKE_GUEST, club=club_id, member=member_id, guest=guest)


def make_anonymous(tx: Transaction, club_id: str, member_id: str, name: str, name_key: str) -> None:
    """Let a member be called by a name that says nothing, and play no more."""
    tx.run(_FORGET, club=club_id, member=member_id, name=name, name_key=name_key)


def rename(tx: Transaction, club_id: str, member_id: str, name: str, name_key: str) -> None:
    """Give a member another name."""
    tx.run(_RENAME, club=club_id, member=member_id, name=name, name_key=name_key)


def set_active(tx: Transaction, club_id: str, member_id: str, *, active: bool) -> None:
    """Let a member play again, or no more."""
    tx.run(_ACTIVATE, club=club_id, member=member_id, active=active)
