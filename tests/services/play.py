"""People at a table, and what they say of a deal: builders for the tests of services."""

import random
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from typing import Any

from scorekeeper.services import deals
from scorekeeper.services import nights
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import DealView
from scorekeeper.services.views import TableView

Said = dict[str, Any]


@dataclass(slots=True)
class Keys:
    """Keys nobody used before."""

    prefix: str = "test-key"
    count: int = field(default=0)

    def __call__(self) -> str:
        self.count += 1
        return f"{self.prefix}-{self.count:06d}"


@dataclass(slots=True)
class Round:
    """A night with one table, and the short way to do things there."""

    desk: Desk
    table: TableView
    keys: Keys

    @property
    def club_id(self) -> str:
        return self.table.club.id

    @property
    def night_id(self) -> str:
        return self.table.night.id

    def id(self, name: str) -> str:
        """Return the id of somebody at the table."""
        return next(one.member_id for one in self.see().people if one.name == name)

    def see(self, shown: int = 200) -> TableView:
        return tables.get_table(
            self.desk, club_id=self.club_id, table_id=self.table.id, deals=shown
        )

    def record(self, said: Mapping[str, Any], **more: Any) -> DealView:
        more.setdefault("key", self.keys())
        return deals.record_deal(
            self.desk, club_id=self.club_id, table_id=self.table.id, said=said, **more
        )

    def correct(self, deal_id: str, said: Mapping[str, Any], **more: Any) -> DealView:
        more.setdefault("key", self.keys())
        more.setdefault("reason", "verzählt")
        return deals.correct_deal(
            self.desk, club_id=self.club_id, deal_id=deal_id, said=said, **more
        )

    def undo(self, **more: Any) -> DealView:
        more.setdefault("key", self.keys())
        return deals.undo_last(self.desk, club_id=self.club_id, table_id=self.table.id, **more)

    def balances(self) -> dict[str, int]:
        """Return what everybody stands at in the night, by name."""
        return {one.name: one.balance for one in self.see().people}

    def close(self) -> None:
        nights.close_night(self.desk, club_id=self.club_id, night_id=self.night_id, key=self.keys())


def quick(
    desk: Desk,
    names: str,
    game: str,
    options: Mapping[str, object] | None = None,
    *,
    tariff: int = 10,
    keys: Keys | None = None,
) -> Round:
    """Begin a night: `names` separated by blanks, the last one deals first."""
    keys = keys or Keys()
    table = nights.quick_night(
        desk,
        names=names.split(),
        game=game,
        tariff=tariff,
        options=options or {},
        key=keys(),
    )
    return Round(desk=desk, table=table, keys=keys)


def brand(declarer: str, tricks: int, trump: str = "H") -> Said:
    """Bolachen: Brand with so many tricks."""
    return {
        "contract": {"declarer": declarer, "kind": "brand", "trump": trump},
        "tricks_taken": {declarer: tricks},
    }


def number(declarer: str, bid: int, tricks: int) -> Said:
    """Wallachen: a number game with so many tricks."""
    return {
        "contract": {"declarer": declarer, "kind": "number", "bid": bid},
        "tricks_taken": {declarer: tricks},
    }


PASSED_OUT: Said = {"contract": {"kind": "passed_out"}}
MISDEAL: Said = {"rulings": [{"offence": "misdeal"}]}


def won(player: str, *raises: tuple[str, str]) -> Said:
    """Watten: the side of this player has its three tricks; raises as (who, answer)."""
    said: Said = {"tricks_taken": {player: 3}}
    if raises:
        said["raises"] = [{"by": who, "answer": answer} for who, answer in raises]
        if raises[-1][1] == "fold":
            del said["tricks_taken"]
    return said


def any_deal(dice: random.Random, game: str, players: Sequence[str]) -> Said:
    """Return something people may say of a deal of these players, in playing order."""
    if dice.random() < 0.04:
        return MISDEAL
    if game == "watten":
        first, second = dice.sample(list(players[:2]), 2)
        if dice.random() < 0.3:
            return won(first, (second, dice.choice(["accept", "fold"])))
        return won(first)
    declarer = dice.choice(list(players))
    if game == "wallachen":
        roll = dice.random()
        if roll < 0.25:
            return PASSED_OUT
        if roll < 0.4:
            tricks = dice.choice([0, 1])
            return {
                "contract": {"declarer": declarer, "kind": "bettel"},
                "tricks_taken": {declarer: tricks},
            }
        said = number(declarer, dice.randint(6, 9), dice.randint(3, 10))
        if dice.random() < 0.2:
            said["doubles"] = [dice.choice(list(players))]
        return said
    return brand(declarer, dice.randint(3, 10), dice.choice("EGHS"))
