"""A club that lives through evenings at random: deals, slips, substitutes, sheets, everything."""

import json
import random
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from datetime import timedelta

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import amounts
from scorekeeper.services import clubs
from scorekeeper.services import corrections
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import members
from scorekeeper.services import merging
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.store import deals as deal_rows
from scorekeeper.store import entries
from scorekeeper.store import season_nights
from tests.season.naive import Night
from tests.services.play import Keys
from tests.services.play import any_deal

PEOPLE = ("Anna", "Bert", "Caro", "Dora", "Emil", "Fritz", "Gerda", "Hans", "Anni")
OPTIONS = {
    "bolachen": {},
    "wallachen": {"pass_out": "haferl"},
    "watten": {"bummerl_stake": 5},
}
_MAY_BE_REFUSED = {
    ErrorCode.LATER_DEALS_BREAK,
    ErrorCode.NIGHT_NOT_OPEN,
    ErrorCode.DEAL_INVALID,
    ErrorCode.SEAT_TAKEN,
    ErrorCode.NOT_FOUND,
    ErrorCode.MEMBER_INACTIVE,
    ErrorCode.VALUE_INVALID,
}


@dataclass(slots=True)
class Club:
    """What the test remembers of what it did."""

    desk: Desk
    dice: random.Random
    id: str
    season_id: str
    people: dict[str, str]
    rules: dict[str, str]
    keys: Keys = field(default_factory=Keys)
    nights: list[str] = field(default_factory=list)
    tables: dict[str, list[str]] = field(default_factory=dict)
    seated: dict[str, set[str]] = field(default_factory=dict)
    came: dict[str, set[str]] = field(default_factory=dict)
    day: date = date(2026, 1, 2)
    most: int = 500  # cents on a sheet

    def night(self) -> None:
        """Begin an evening of one or two tables; now and then one on an earlier day."""
        self.day += timedelta(days=7)
        earlier = self.dice.random() < 0.2
        night = nights.start_night(
            self.desk,
            club_id=self.id,
            date=self.day - timedelta(days=10 if earlier else 0),
            season_id=self.season_id,
            key=self.keys(),
        )
        self.nights.append(night.id)
        self.came[night.id] = set()
        self.tables[night.id] = []
        people = self.dice.sample(self._there(night.id), len(self.people) - 1)
        games = self.dice.sample(sorted(OPTIONS), self.dice.choice([1, 2]))
        for game in games:
            seated, people = people[:4], people[4:]
            if len(seated) < 4:
                return
            table = tables.open_table(
                self.desk,
                club_id=self.id,
                night_id=night.id,
                game=game,
                house_rules_id=self.rules[game],
                tariff=10,
                member_ids=seated,
                key=self.keys(),
            )
            self.tables[night.id].append(table.id)
            self.seated.setdefault(night.id, set()).update(seated)

    def anything(self) -> None:
        """Do one of the things people do."""
        night_id = self.dice.choice(self.nights[-2:] if self.dice.random() < 0.8 else self.nights)
        roll = self.dice.random()
        try:
            if roll < 0.62:
                self._record(night_id)
            elif roll < 0.69:
                self._undo(night_id)
            elif roll < 0.79:
                self._correct(night_id)
            elif roll < 0.83:
                self._substitute(night_id)
            elif roll < 0.88:
                self._sheet(night_id)
            elif roll < 0.94:
                nights.close_night(self.desk, club_id=self.id, night_id=night_id, key=self.keys())
            elif roll < 0.98:
                nights.reopen_night(self.desk, club_id=self.id, night_id=night_id, key=self.keys())
            elif len(self.nights) > 2:
                nights.void_night(
                    self.desk, club_id=self.id, night_id=night_id, reason="Probe", key=self.keys()
                )
        except ScorekeeperError as error:
            if error.code not in _MAY_BE_REFUSED and error.code != "night_not_closed":
                raise

    def merge(self) -> dict[str, str]:
        """Let Anni be Anna, with whom nobody ever saw her; return who stands for whom."""
        gone, into = self.people["Anni"], self.people["Anna"]
        merging.merge_members(
            self.desk, club_id=self.id, member_id=gone, into_id=into, key=self.keys()
        )
        return {gone: into}

    def _there(self, night_id: str) -> list[str]:
        """Return who may be at a night: Anna or Anni, never both."""
        away = "Anna" if self.nights.index(night_id) % 2 else "Anni"
        return sorted(one for name, one in self.people.items() if name != away)

    def _table(self, night_id: str) -> str:
        return self.dice.choice(self.tables[night_id])

    def _record(self, night_id: str) -> None:
        table = tables.get_table(self.desk, club_id=self.id, table_id=self._table(night_id))
        players = [one for one in table.seats if one not in table.sitting_out]
        deals.record_deal(
            self.desk,
            club_id=self.id,
            table_id=table.id,
            said=any_deal(self.dice, table.game, players),
            new_match=True,
            key=self.keys(),
        )

    def _undo(self, night_id: str) -> None:
        deals.undo_last(self.desk, club_id=self.id, table_id=self._table(night_id), key=self.keys())

    def _correct(self, night_id: str) -> None:
        table = tables.get_table(self.desk, club_id=self.id, table_id=self._table(night_id))
        valid = [one for one in table.deals if one.state == "valid"]
        if not valid:
            return
        deal = self.dice.choice(valid)
        out = deal.said.get("sitting_out", [])
        players = [one for one in deal.said["seats"] if one not in out]
        corrections.correct_deal(
            self.desk,
            club_id=self.id,
            deal_id=deal.id,
            said=any_deal(self.dice, deal.game, players),
            reason="verzählt",
            key=self.keys(),
        )

    def _substitute(self, night_id: str) -> None:
        table = tables.get_table(self.desk, club_id=self.id, table_id=self._table(night_id))
        newcomer = self.dice.choice(self._there(night_id))
        tables.substitute(
            self.desk,
            club_id=self.id,
            table_id=table.id,
            out_id=self.dice.choice(table.seats),
            in_id=newcomer,
        )
        if newcomer not in self.seated[night_id]:
            self.came[night_id].add(newcomer)
        self.seated[night_id].add(newcomer)

    def _sheet(self, night_id: str) -> None:
        one, other = self.dice.sample(self._there(night_id), 2)
        cents = self.dice.randint(1, self.most)
        entered = amounts.record_amounts(
            self.desk,
            club_id=self.id,
            night_id=night_id,
            changes={one: cents, other: -cents},
            why="vom Zettel",
            key=self.keys(),
        )
        if self.dice.random() < 0.3:
            amounts.undo_amounts(
                self.desk, club_id=self.id, entry=entered.entry, why="doppelt", key=self.keys()
            )

    def told(self) -> list[Night]:
        """Read what stands in the books of every evening that counts, in the order of days."""
        found = []
        with self.desk.store.read() as tx:
            for night_id in self.nights:
                _, day, number, state = season_nights.head(tx, self.id, night_id)
                if state == "voided":
                    continue
                night = Night(id=night_id, substitutes=self.came[night_id])
                for one in deal_rows.page(tx, self.id, night_id, after=0, count=10_000):
                    if one.deal.state == "valid":
                        told = json.loads(one.version.record), json.loads(one.version.outcome)
                        night.deals.append((one.deal.game, *told))
                for head, lines in entries.events_of_night(tx, self.id, night_id):
                    purse = night.sheet if head.kind == "amounts" else night.haferl
                    if head.kind == "amounts" or head.kind.startswith("haferl"):
                        for debit, credit, cents in lines:
                            for account, amount in ((debit, -cents), (credit, cents)):
                                kind, _, member = account.partition(":")
                                if kind == "member":
                                    purse[member] = purse.get(member, 0) + amount
                found.append((day, number, night))
        return [night for _, _, night in sorted(found, key=lambda one: one[:2])]


def found(desk: Desk, seed: int, most: int = 500) -> Club:
    """Found a club of eight with a season and house rules."""
    dice = random.Random(seed)
    club = clubs.create_club(desk, name="Würfel")
    people = {name: members.add_member(desk, club_id=club.id, name=name).id for name in PEOPLE}
    season = seasons.create_season(desk, club_id=club.id, name="2026", begins=date(2026, 1, 1))
    rules = {
        game: house_rules.create_house_rules(
            desk, club_id=club.id, game=game, name="Haus", options=options, key=f"rules-{game}"
        ).id
        for game, options in OPTIONS.items()
    }
    return Club(
        desk=desk,
        dice=dice,
        id=club.id,
        season_id=season.id,
        people=people,
        rules=rules,
        most=most,
    )
