"""Searching deals by what they are found by, the newest first, a page at a time.

Each step looks at no more than `window` rows in the order of an index, whatever is asked for: a
search for something rare goes on from where it stopped, and costs the same with a hundred thousand
deals as with a thousand.
"""

from typing import Any
from typing import NamedTuple

from sqlalchemy import BindParameter
from sqlalchemy import ColumnElement
from sqlalchemy import bindparam
from sqlalchemy import literal_column
from sqlalchemy import or_
from sqlalchemy import select
from sqlalchemy import tuple_

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.schema import deal_facet


class Wanted(NamedTuple):
    """What is searched for; "" and 0 stand for whatever it is. Days are inclusive.

    `member_id` is somebody who played in them, with `declared` who declared them; `undone` are
    those that count no more, in the place of those that do.
    """

    first: str = ""
    last: str = "9999"
    game: str = ""
    contract: str = ""
    trump: str = ""
    member_id: str = ""
    declared: bool = False
    place: int = 0
    corrected: bool = False
    undone: bool = False


class Key(NamedTuple):
    """Where a deal stands in the order of a search."""

    day: str
    seq: int


class HitRow(NamedTuple):
    """A deal that was found."""

    day: str
    seq: int
    deal_id: str
    counts: bool
    corrected: bool

    @property
    def key(self) -> Key:
        """Return where it stands."""
        return Key(self.day, self.seq)


TOP = Key("9999", 2**62)
_END_OF_ALL = Key("", 0)
_columns = (
    *(deal_facet.c.day, deal_facet.c.seq, deal_facet.c.deal_id),
    *(deal_facet.c.counts, deal_facet.c.corrected),
)
_place = tuple_(deal_facet.c.day, deal_facet.c.seq)
# Between the days that are wanted and, in the order of a search, after the last row already seen.
_ways = (
    select(*_columns)
    .where(
        deal_facet.c.club_id == bindparam("club_id"),
        deal_facet.c.day >= bindparam("first"),
        deal_facet.c.day <= bindparam("last"),
        _place < tuple_(bindparam("before_day"), bindparam("before_seq")),
    )
    .order_by(deal_facet.c.day.desc(), deal_facet.c.seq.desc())
)


def _any_or(name: str, column: ColumnElement[Any]) -> ColumnElement[bool]:
    """Let every row through unless something is wanted of this column."""
    wanted: BindParameter[Any] = bindparam(name, type_=column.type)
    nothing: ColumnElement[Any] = literal_column("0" if name == "place" else "''")
    return or_(wanted == nothing, column == wanted)


class _Way(NamedTuple):
    """One way through the rows: what is found on it, and where a window on it ends."""

    find: Prepared
    end: Prepared


def _way(index: str = "", *, of_contract: bool = False, corrected: str = "") -> _Way:
    """Walk day by day; or by an index of one contract's deals; or by one of the corrected."""
    ways = _ways
    if of_contract:
        ways = ways.where(deal_facet.c.contract == bindparam("contract"))
    if corrected:
        ways = ways.where(deal_facet.c.corrected == literal_column(corrected))
    names = ("game", "trump", "declarer", "place", *(() if of_contract else ("contract",)))
    through = ("deal_facet", index) if index else None
    return _Way(
        find=Prepared(
            ways.where(
                _place >= tuple_(bindparam("to_day"), bindparam("to_seq")),
                *(_any_or(name, deal_facet.c[name]) for name in names),
                deal_facet.c.players.contains(bindparam("member_id")),
                deal_facet.c.counts == bindparam("counts"),
            ).limit(bindparam("count")),
            through=through,
        ),
        end=Prepared(
            ways.with_only_columns(deal_facet.c.day, deal_facet.c.seq)
            .limit(1)
            .offset(bindparam("window")),
            through=through,
        ),
    )


_ALL = _way()
_CONTRACT = _way("ix_deal_facet_contract", of_contract=True)
_CORRECTED = _way("ix_deal_facet_corrected", corrected="1")
_CORRECTED_POSTGRESQL = _way(corrected="true")
_FIND, _END = _ALL
_FIND_CONTRACT, _END_CONTRACT = _CONTRACT
_FIND_CORRECTED, _END_CORRECTED = _CORRECTED


def hits(
    tx: Transaction, club_id: str, wanted: Wanted, *, before: Key, count: int, window: int
) -> tuple[list[HitRow], Key | None]:
    """Return deals that fit among the next rows, and how far was looked, None for to the end."""
    way = _ALL
    if wanted.corrected:
        way = _CORRECTED if tx.is_sqlite else _CORRECTED_POSTGRESQL
    elif wanted.contract:
        way = _CONTRACT
    where: dict[str, object] = {
        "club_id": club_id,
        "first": wanted.first,
        # The days bound the walk along the index; the places within a day are compared there.
        "last": min(wanted.last, before.day),
        "before_day": before.day,
        "before_seq": before.seq,
    }
    if way is _CONTRACT:
        where["contract"] = wanted.contract
    last = tx.one(way.end, **where, window=window - 1)
    end = _END_OF_ALL if last is None else Key._make(last)
    where["first"] = max(wanted.first, end.day)
    where["contract"] = wanted.contract
    rows = tx.all(
        way.find,
        **where,
        to_day=end.day,
        to_seq=end.seq,
        count=count,
        game=wanted.game,
        trump=wanted.trump,
        member_id=wanted.member_id,
        declarer=wanted.member_id if wanted.declared else "",
        place=wanted.place,
        counts=not wanted.undone,
    )
    found = [HitRow._make(row) for row in rows]
    if len(found) == count:
        return found, found[-1].key
    return found, None if last is None else end
