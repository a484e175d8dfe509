"""A club of any size for the product, filled by the product's own services.

The rows are what recording deal by deal leaves behind, since `record_deal` writes every one of
them; only the commits are fewer: a whole night is one transaction.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import replace
from datetime import date
from datetime import timedelta
from typing import Any

from scorekeeper.clock import system_clock
from scorekeeper.services import clubs
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import ladders
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services import tables
from scorekeeper.services.database import upgrade
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk

PLAYERS = 4
LEDGER_DEALS = 100
TABLE_DEALS = 20
BEST_NIGHTS = 7  # the number of a ladder of the ten best nights, after the usual ones


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductClub:
    """What the load asks for."""

    id: str
    people: tuple[str, ...]  # clockwise
    night_ids: tuple[str, ...]  # one for each table
    table_ids: tuple[str, ...]  # to record at, each in a night of its own
    ledger_night_id: str
    settled_night_id: str
    season_id: str  # of all that is filled; the tables to record at are in another


class OneTransaction:
    """A store that does everything asked of it in one transaction that is already open."""

    def __init__(self, transaction: Any) -> None:
        self._transaction = transaction

    @contextmanager
    def write(self) -> Iterator[Any]:
        yield self._transaction

    read = write


@contextmanager
def in_bulk(desk: Desk) -> Iterator[Desk]:
    """Give a desk whose services all write into one transaction."""
    with desk.store.write() as transaction:
        yield replace(desk, store=OneTransaction(transaction))  # type: ignore[arg-type]


@dataclass(slots=True, kw_only=True)
class Filling:
    """Keeps count while a club is filled."""

    desk: Desk
    club_id: str
    house_rules_id: str
    people: tuple[str, ...]
    day: date = date(2000, 1, 1)
    count: int = 0

    def key(self) -> str:
        self.count += 1
        return f"bench-{self.count:09d}"

    def night(self, amount: int, *, closed: bool = False) -> tuple[str, str]:
        """Record a night of so many deals; return its id and its table's."""
        self.day += timedelta(days=1)
        with in_bulk(self.desk) as desk:
            night = nights.start_night(
                desk, club_id=self.club_id, date=self.day, place="", key=self.key()
            )
            table = tables.open_table(
                desk,
                club_id=self.club_id,
                night_id=night.id,
                game="bolachen",
                house_rules_id=self.house_rules_id,
                tariff=10,
                member_ids=self.people,
                key=self.key(),
            )
            for number in range(amount):
                self._deal(desk, table.id, number)
            if closed:
                nights.close_night(desk, club_id=self.club_id, night_id=night.id, key=self.key())
        return night.id, table.id

    def _deal(self, desk: Desk, table_id: str, number: int) -> None:
        # The dealer sits out; the one who opened the table's list last deals first.
        declarer = self.people[number % PLAYERS]
        said = {
            "contract": {"declarer": declarer, "kind": "brand", "trump": "H"},
            "tricks_taken": {declarer: 5 + number % 3},
        }
        deals.record_deal(desk, club_id=self.club_id, table_id=table_id, said=said, key=self.key())


def fill_product(url: str, *, size: int, night_deals: int, tables: int) -> ProductClub:
    """Make a club with `size` deals in nights of `night_deals`, and what is measured besides."""
    upgrade(url)
    desk = open_desk(url, system_clock, "bench")
    club = clubs.create_club(desk, name="Bench")
    filling = Filling(
        desk=desk,
        club_id=club.id,
        house_rules_id=house_rules.create_house_rules(
            desk, club_id=club.id, game="bolachen", name="Bench", options={}, key="bench-rules"
        ).id,
        people=tuple(
            members.add_member(desk, club_id=club.id, name=name, key=f"bench-{name}").id
            for name in ("Anna", "Bert", "Caro", "Dora")
        ),
    )
    full, rest = divmod(size, night_deals)
    amounts = [night_deals] * full + ([rest] if rest else [])
    last = filling.day + timedelta(days=len(amounts) + 2)
    season = seasons.create_season(
        desk, club_id=club.id, name="Bench", begins=filling.day, ends=last
    )
    best = ladders.create_ladder(
        desk,
        club_id=club.id,
        season_id=season.id,
        name="Best nights",
        settings={"kind": "money", "best": 10},
    )
    assert best.number == BEST_NIGHTS
    for amount in amounts:
        filling.night(amount, closed=True)
    ledger_night, _ = filling.night(LEDGER_DEALS)
    settled_night, _ = filling.night(TABLE_DEALS)
    nights.close_night(desk, club_id=club.id, night_id=settled_night, key=filling.key())
    settlement.propose_settlement(
        desk, club_id=club.id, night_id=settled_night, mode="transfers", key=filling.key()
    )
    opened = [filling.night(TABLE_DEALS) for _ in range(tables)]
    desk.close()
    return ProductClub(
        id=club.id,
        people=filling.people,
        night_ids=tuple(night for night, _ in opened),
        table_ids=tuple(table for _, table in opened),
        ledger_night_id=ledger_night,
        settled_night_id=settled_night,
        season_id=season.id,
    )
