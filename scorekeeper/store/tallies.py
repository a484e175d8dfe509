"""What nights and seasons brought everybody: tallies, sides of play, nights by their worth."""

from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select

from scorekeeper.season.tally import Facet
from scorekeeper.season.tally import Tally
from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import night_facet
from scorekeeper.store.schema import night_mark
from scorekeeper.store.schema import night_tally
from scorekeeper.store.schema import season_facet
from scorekeeper.store.schema import season_night
from scorekeeper.store.schema import season_tally
from scorekeeper.store.standing_tables import COUNTS
from scorekeeper.store.standing_tables import FACET_COUNTS
from scorekeeper.store.upserts import Adding


class NightTally(NamedTuple):
    """What a night brought a member in one game."""

    night_id: str
    member_id: str
    game: str
    tally: Tally


class SeasonTally(NamedTuple):
    """What folded nights of a season brought a member in one game, or in `all`."""

    game: str
    member_id: str
    tally: Tally
    nights: int
    booked: int
    substituted: int


class MarkRow(NamedTuple):
    """A night of a member by what it is worth in one measure: `amount` / `per`."""

    measure: str
    game: str
    member_id: str
    mark: int
    night_id: str
    amount: int
    per: int


class FacetRow(NamedTuple):
    """One side of a member's deals in a game."""

    member_id: str
    game: str
    facet: str
    counts: Facet


_night_counts = tuple(night_tally.c[name] for name in COUNTS)
_season_counts = tuple(season_tally.c[name] for name in COUNTS)
_SUMS = (*COUNTS, "nights", "booked", "substituted")
_in_night = (
    night_tally.c.club_id == bindparam("club_id"),
    night_tally.c.night_id == bindparam("night_id"),
)
_ordered = (
    season_night.c.club_id == bindparam("club_id"),
    season_night.c.season_id == bindparam("season_id"),
)
_of_its_night = (night_tally.c.club_id == season_night.c.club_id) & (
    night_tally.c.night_id == season_night.c.night_id
)
_night_row = (night_tally.c.night_id, night_tally.c.member_id, night_tally.c.game, *_night_counts)

_NIGHT_COLUMNS = ("club_id", "night_id", "member_id", "game", "season_id", *COUNTS)
_ADD_NIGHT = Adding(night_tally, COUNTS)
_ADD_SEASON = Adding(season_tally, _SUMS)
_ADD_SEASON_FACET = Adding(season_facet, FACET_COUNTS)
_ADD_FACET = insert_all(night_facet)
_ADD_MARK = insert_all(night_mark)
_OF_NIGHT = Prepared(select(*_night_row).where(*_in_night))
_OF_MEMBER_AT = Prepared(
    select(*_night_row).where(*_in_night, night_tally.c.member_id == bindparam("member_id"))
)
_OF_MEMBER = Prepared(
    select(*_night_row).where(
        night_tally.c.club_id == bindparam("club_id"),
        night_tally.c.season_id == bindparam("season_id"),
        night_tally.c.member_id == bindparam("member_id"),
    ),
    through=("night_tally", "ix_night_tally_member"),
)
_UP_TO = Prepared(
    select(*_night_row)
    .join_from(season_night, night_tally, _of_its_night)
    .where(*_ordered, season_night.c.date <= bindparam("date")),
    through=("season_night", "ix_season_night_order"),
)
_UNFOLDED = Prepared(
    select(season_night.c.night_id).where(*_ordered, season_night.c.folded == bindparam("folded")),
    through=("season_night", "ix_season_night_folded"),
)
_DROP_NIGHT = Prepared(delete(night_tally).where(*_in_night))
_OF_SEASON = Prepared(
    select(
        season_tally.c.game,
        season_tally.c.member_id,
        *_season_counts,
        season_tally.c.nights,
        season_tally.c.booked,
        season_tally.c.substituted,
    ).where(
        season_tally.c.club_id == bindparam("club_id"),
        season_tally.c.season_id == bindparam("season_id"),
    )
)
_mark_columns = tuple(night_mark.c[name] for name in MarkRow._fields)
_marks = select(*_mark_columns).where(
    night_mark.c.club_id == bindparam("club_id"),
    night_mark.c.season_id == bindparam("season_id"),
    night_mark.c.measure == bindparam("measure"),
    night_mark.c.game == bindparam("game"),
    night_mark.c.member_id == bindparam("member_id"),
)
_BEST = Prepared(
    _marks.order_by(night_mark.c.mark.desc(), night_mark.c.night_id.desc()).limit(
        bindparam("count")
    )
)
_WORST = Prepared(
    _marks.order_by(night_mark.c.mark, night_mark.c.night_id).limit(bindparam("count"))
)
_DROP_MARK = Prepared(
    delete(night_mark).where(
        night_mark.c.club_id == bindparam("club_id"),
        night_mark.c.season_id == bindparam("season_id"),
        night_mark.c.measure == bindparam("measure"),
        night_mark.c.game == bindparam("game"),
        night_mark.c.member_id == bindparam("member_id"),
        night_mark.c.mark == bindparam("mark"),
        night_mark.c.night_id == bindparam("night_id"),
    )
)
_facet_of_night = (
    night_facet.c.club_id == bindparam("club_id"),
    night_facet.c.night_id == bindparam("night_id"),
)
_FACETS_OF_NIGHT = Prepared(
    select(
        night_facet.c.member_id,
        night_facet.c.game,
        night_facet.c.facet,
        *(night_facet.c[name] for name in FACET_COUNTS),
    ).where(*_facet_of_night)
)
_DROP_FACETS = Prepared(delete(night_facet).where(*_facet_of_night))
_facet_columns = (
    season_facet.c.member_id,
    season_facet.c.game,
    season_facet.c.facet,
    *(season_facet.c[name] for name in FACET_COUNTS),
)
_facets_of_season = (
    season_facet.c.club_id == bindparam("club_id"),
    season_facet.c.season_id == bindparam("season_id"),
)
_FACETS_OF_MEMBER = Prepared(
    select(*_facet_columns).where(
        *_facets_of_season, season_facet.c.member_id == bindparam("member_id")
    )
)
_facets_by_night = (
    select(
        night_facet.c.night_id,
        night_facet.c.member_id,
        night_facet.c.game,
        night_facet.c.facet,
        *(night_facet.c[name] for name in FACET_COUNTS),
    )
    .join_from(
        season_night,
        night_facet,
        (night_facet.c.club_id == season_night.c.club_id)
        & (night_facet.c.night_id == season_night.c.night_id),
    )
    .where(*_ordered)
)
_FACETS_UP_TO = Prepared(
    _facets_by_night.where(
        season_night.c.date <= bindparam("date"),
        night_facet.c.member_id == bindparam("member_id"),
    ),
    through=("season_night", "ix_season_night_order"),
)
_FACETS_OF_SEASON = Prepared(select(*_facet_columns).where(*_facets_of_season))
_FACETS_OF_NIGHTS = Prepared(
    _facets_by_night,
    through=("season_night", "ix_season_night_order"),
)
_MARKS_OF_SEASON = Prepared(
    select(*_mark_columns).where(
        night_mark.c.club_id == bindparam("club_id"),
        night_mark.c.season_id == bindparam("season_id"),
    )
)


def add_to_night(
    tx: Transaction,
    club_id: str,
    season_id: str,
    night_id: str,
    game: str,
    tallies: Mapping[str, Tally],
) -> None:
    """Add to what a night brought these members in a game."""
    tx.rows(
        _ADD_NIGHT.for_(tx),
        _NIGHT_COLUMNS,
        [
            (club_id, night_id, member, game, season_id, *tally)
            for member, tally in sorted(tallies.items())
        ],
    )


def add_to_season(
    tx: Transaction, club_id: str, season_id: str, rows: Iterable[SeasonTally], *, sign: int = 1
) -> None:
    """Add rows to a season's sums, or with -1 take them out."""
    tx.many(
        _ADD_SEASON.for_(tx),
        [
            {
                "club_id": club_id,
                "season_id": season_id,
                "game": row.game,
                "member_id": row.member_id,
                **{name: sign * n for name, n in row.tally._asdict().items()},
                "nights": sign * row.nights,
                "booked": sign * row.booked,
                "substituted": sign * row.substituted,
            }
            for row in sorted(rows)
        ],
    )


def of_night(tx: Transaction, club_id: str, night_id: str) -> list[NightTally]:
    """Return what a night brought everybody."""
    return [_night(row) for row in tx.all(_OF_NIGHT, club_id=club_id, night_id=night_id)]


def of_member_at(tx: Transaction, club_id: str, night_id: str, member_id: str) -> list[NightTally]:
    """Return what one night brought one member."""
    rows = tx.all(_OF_MEMBER_AT, club_id=club_id, night_id=night_id, member_id=member_id)
    return [_night(row) for row in rows]


def of_member(tx: Transaction, club_id: str, season_id: str, member_id: str) -> list[NightTally]:
    """Return what every night of a season brought one member."""
    rows = tx.all(_OF_MEMBER, club_id=club_id, season_id=season_id, member_id=member_id)
    return [_night(row) for row in rows]


def up_to(tx: Transaction, club_id: str, season_id: str, date: str) -> list[NightTally]:
    """Return what every night of a season up to a day brought everybody."""
    rows = tx.all(_UP_TO, club_id=club_id, season_id=season_id, date=date)
    return [_night(row) for row in rows]


def unfolded(tx: Transaction, club_id: str, season_id: str) -> list[NightTally]:
    """Return what those nights brought that are not in the season's sums."""
    nights = tx.all(_UNFOLDED, club_id=club_id, season_id=season_id, folded=0)
    return [row for (night_id,) in nights for row in of_night(tx, club_id, night_id)]


def drop_night(tx: Transaction, club_id: str, night_id: str) -> None:
    """Forget what a night brought."""
    tx.run(_DROP_NIGHT, club_id=club_id, night_id=night_id)


def of_season(tx: Transaction, club_id: str, season_id: str) -> list[SeasonTally]:
    """Return a season's sums by game and member."""
    width = 2 + len(COUNTS)
    return [
        SeasonTally(row[0], row[1], Tally._make(row[2:width]), *row[width:])
        for row in tx.all(_OF_SEASON, club_id=club_id, season_id=season_id)
    ]


def add_marks(tx: Transaction, club_id: str, season_id: str, rows: Iterable[MarkRow]) -> None:
    """Add nights by what they are worth."""
    head = {"club_id": club_id, "season_id": season_id}
    tx.many(_ADD_MARK, [{**head, **row._asdict()} for row in rows])


def drop_marks(tx: Transaction, club_id: str, season_id: str, rows: Iterable[MarkRow]) -> None:
    """Take nights out of those that have a worth."""
    head = {"club_id": club_id, "season_id": season_id}
    tx.many(_DROP_MARK, [{**head, **row._asdict()} for row in rows])


def extremes(
    tx: Transaction,
    club_id: str,
    season_id: str,
    *,
    measure: str,
    game: str,
    member_id: str,
    count: int,
    best: bool,
) -> list[MarkRow]:
    """Return a member's best or worst nights of a season in a measure."""
    rows = tx.all(
        _BEST if best else _WORST,
        club_id=club_id,
        season_id=season_id,
        measure=measure,
        game=game,
        member_id=member_id,
        count=count,
    )
    return [MarkRow._make(row) for row in rows]


def every_mark(tx: Transaction, club_id: str, season_id: str) -> list[MarkRow]:
    """Return every night's worth of a season."""
    rows = tx.all(_MARKS_OF_SEASON, club_id=club_id, season_id=season_id)
    return [MarkRow._make(row) for row in rows]


def add_facets(tx: Transaction, club_id: str, night_id: str, rows: Iterable[FacetRow]) -> None:
    """Keep the sides of a night's deals."""
    tx.many(_ADD_FACET, [_facet_values(club_id, "night_id", night_id, row, 1) for row in rows])


def add_season_facets(
    tx: Transaction, club_id: str, season_id: str, rows: Iterable[FacetRow], *, sign: int = 1
) -> None:
    """Add the sides of a night's deals to a season's, or with -1 take them out."""
    tx.many(
        _ADD_SEASON_FACET.for_(tx),
        [_facet_values(club_id, "season_id", season_id, row, sign) for row in sorted(rows)],
    )


def facets_of_night(tx: Transaction, club_id: str, night_id: str) -> list[FacetRow]:
    """Return the sides of a night's deals."""
    return [_facet(row) for row in tx.all(_FACETS_OF_NIGHT, club_id=club_id, night_id=night_id)]


def facets_of_nights(
    tx: Transaction, club_id: str, season_id: str
) -> Iterator[tuple[str, FacetRow]]:
    """Give the sides of the deals of every night of a season, each with its night."""
    for row in tx.run(_FACETS_OF_NIGHTS, club_id=club_id, season_id=season_id):
        yield row[0], _facet(row[1:])


def drop_facets(tx: Transaction, club_id: str, night_id: str) -> None:
    """Forget the sides of a night's deals."""
    tx.run(_DROP_FACETS, club_id=club_id, night_id=night_id)


def facets_of_member(
    tx: Transaction, club_id: str, season_id: str, member_id: str
) -> list[FacetRow]:
    """Return the sides of a member's deals in a season."""
    rows = tx.all(_FACETS_OF_MEMBER, club_id=club_id, season_id=season_id, member_id=member_id)
    return [_facet(row) for row in rows]


def facets_up_to(
    tx: Transaction, club_id: str, season_id: str, member_id: str, date: str
) -> list[tuple[str, FacetRow]]:
    """Return by night the sides of a member's deals up to a day, of nights that are folded."""
    rows = tx.all(
        _FACETS_UP_TO, club_id=club_id, season_id=season_id, member_id=member_id, date=date
    )
    return [(str(row[0]), _facet(row[1:])) for row in rows]


def facets_of_season(tx: Transaction, club_id: str, season_id: str) -> list[FacetRow]:
    """Return the sides of everybody's deals in a season."""
    rows = tx.all(_FACETS_OF_SEASON, club_id=club_id, season_id=season_id)
    return [_facet(row) for row in rows]


def _night(row: tuple[object, ...]) -> NightTally:
    return NightTally(str(row[0]), str(row[1]), str(row[2]), Tally._make(row[3:]))


def _facet(row: tuple[object, ...]) -> FacetRow:
    return FacetRow(str(row[0]), str(row[1]), str(row[2]), Facet._make(row[3:]))


def _facet_values(
    club_id: str, where: str, id_: str, row: FacetRow, sign: int
) -> dict[str, object]:
    return {
        "club_id": club_id,
        where: id_,
        "member_id": row.member_id,
        "game": row.game,
        "facet": row.facet,
        **{name: sign * count for name, count in row.counts._asdict().items()},
    }
