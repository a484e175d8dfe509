"""Searching a club's deals: by person, contract, date and what else they are told apart by."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.cards import SUIT_NAMES
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules.house import Game
from scorekeeper.rules.record import ContractKind
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import facets
from scorekeeper.services import people
from scorekeeper.services.desk import Desk
from scorekeeper.services.members import names_of
from scorekeeper.services.showing import deal_view
from scorekeeper.services.veiling import veil_of
from scorekeeper.services.views import DealView
from scorekeeper.store import deals
from scorekeeper.store import members
from scorekeeper.store import nights
from scorekeeper.store import search
from scorekeeper.store.engine import Transaction
from scorekeeper.store.search import TOP
from scorekeeper.store.search import HitRow
from scorekeeper.store.search import Key
from scorekeeper.store.search import Wanted

CONTRACTS = (*(kind.value for kind in ContractKind), facets.MISDEAL)
PAGE_MAX = 100
PLACE_MAX = 99
_WINDOW = 5000  # rows looked at in one step, a few milliseconds
_STEPS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is searched for; what is left out is whatever it is. Days are inclusive.

    `declared` finds only what the person played alone, `undone` deals that were taken back in the
    place of those that count, `place` is the number of a table.
    """

    member_id: str | None = None
    declared: bool = False
    game: str = ""
    contract: str = ""
    trump: str = ""
    place: int | None = None
    first: date | None = None
    last: date | None = None
    corrected: bool = False
    undone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A deal that was found, with its night."""

    deal: DealView
    night_id: str
    night_number: int
    day: date
    corrected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchView:
    """A page of deals, the newest first.

    Without `next_after` that was all; `looked_to` is the day a page got to that found too few.
    """

    hits: tuple[Hit, ...]
    next_after: str | None
    looked_to: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonName:
    """A name somebody is or was called by, and the id of the person."""

    name: str
    person_id: str
    person: str


def search_deals(
    desk: Desk, *, club_id: str, wanted: Search, after: str | None = None, limit: int = 25
) -> SearchView:
    """Return a page of the deals that fit, the newest evening first.

    Raises ScorekeeperError: NOT_FOUND for the club or person, VALUE_INVALID for anything there
    is not.
    """
    asked = _checked(wanted)
    limit = bounds.number(limit, "limit", 1, PAGE_MAX)
    before = _cursor(after)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        ids: Sequence[str] = ("",)
        if wanted.member_id is not None:
            if members.plain(tx, club_id, bounds.id_(wanted.member_id, "member")) is None:
                raise bounds.missing("member")
            ids = people.ids_of(tx, club_id, wanted.member_id)
        found, reached = _walk(tx, club_id, ids, asked, before, limit)
        return _view(tx, club_id, found, reached)


def person_names(desk: Desk, *, club_id: str) -> tuple[PersonName, ...]:
    """Return every name of a club, those of duplicates too, in order."""
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        rows = members.everybody(tx, club_id)
        own = {row.id: row.name for row in members.list_plain(tx, club_id)}
    return tuple(
        PersonName(name=own[row.id], person_id=row.person_id, person=row.name) for row in rows
    )


def person_named(desk: Desk, *, club_id: str, name: str) -> str:
    """Return the id of whoever has this name, or had it before he was merged.

    Raises ScorekeeperError: NOT_FOUND.
    """
    key = bounds.name_key(bounds.text(name, "who", bounds.NAME_MAX))
    with desk.store.read() as tx:
        row = members.named(tx, club_id, key)
    if row is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "member")
    return row.merged_into or row.id


def _checked(wanted: Search) -> Wanted:
    for place, value, known in (
        ("game", wanted.game, Game.__members__.values()),
        ("contract", wanted.contract, CONTRACTS),
        ("trump", wanted.trump, SUIT_NAMES),
    ):
        if value and value not in known:
            raise bounds.invalid(place, value)
    if wanted.declared and wanted.member_id is None:
        raise bounds.invalid("declared", "")
    if wanted.place is not None:
        bounds.number(wanted.place, "place", 1, PLACE_MAX)
    return Wanted(
        first="" if wanted.first is None else bounds.day(wanted.first, "first"),
        last=TOP.day if wanted.last is None else bounds.day(wanted.last, "last"),
        game=wanted.game,
        contract=wanted.contract,
        trump=wanted.trump,
        declared=bool(wanted.declared),
        place=wanted.place or 0,
        corrected=bool(wanted.corrected),
        undone=bool(wanted.undone),
    )


def _walk(
    tx: Transaction,
    club_id: str,
    ids: Sequence[str],
    wanted: Wanted,
    before: Key,
    limit: int,
) -> tuple[list[HitRow], Key | None]:
    """Return deals that fit and how far was looked, None for to the end.

    Each id of a person is walked on its own; what lies beyond where one of them stopped waits for
    the next page.
    """
    found: list[HitRow] = []
    reached: Key | None = before
    for _ in range(_STEPS):
        assert reached is not None
        more: list[HitRow] = []
        stops: list[Key] = []
        for one in ids:
            rows, stop = search.hits(
                tx,
                club_id,
                wanted._replace(member_id=one),
                before=reached,
                count=limit - len(found) + 1,
                window=_WINDOW,
            )
            more += rows
            stops += [] if stop is None else [stop]
        reached = max(stops) if stops else None
        more.sort(key=lambda row: row.key, reverse=True)
        found += [row for row in more if reached is None or row.key >= reached]
        if len(found) > limit:
            return found[:limit], found[limit - 1].key
        if reached is None:
            return found, None
    return found, reached


def _view(
    tx: Transaction, club_id: str, found: Sequence[HitRow], reached: Key | None
) -> SearchView:
    names = names_of(members.everybody(tx, club_id), veil_of(tx, club_id))
    numbers: dict[str, int] = {}
    hits = []
    for row in found:
        told = deals.get(tx, club_id, row.deal_id)
        assert told is not None
        night_id = told.deal.night_id
        if night_id not in numbers:
            night = nights.get(tx, club_id, night_id)
            assert night is not None
            numbers[night_id] = night.number
        hits.append(
            Hit(
                deal=deal_view(told, names, {}),
                night_id=night_id,
                night_number=numbers[night_id],
                day=date.fromisoformat(row.day),
                corrected=bool(row.corrected),
            )
        )
    short = reached is not None and (not found or found[-1].key > reached)
    return SearchView(
        hits=tuple(hits),
        next_after=None if reached is None else f"{reached.day}.{reached.seq}",
        looked_to=date.fromisoformat(reached.day) if reached is not None and short else None,
    )


def _cursor(after: str | None) -> Key:
    if after is None:
        return TOP
    day, _, seq = after.partition(".")
    if not (seq.isascii() and seq.isdigit() and len(seq) < len(str(TOP.seq))):
        raise bounds.invalid("after", after)
    try:
        return Key(date.fromisoformat(day).isoformat(), int(seq))
    except ValueError as error:
        raise bounds.invalid("after", after) from error
