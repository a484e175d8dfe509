"""A club that played some evenings by chance, and what reading every deal of it says."""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import field
from datetime import date

from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import house_rules
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import DealView
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import any_deal

GAMES = ("bolachen", "wallachen", "watten")


@dataclass(slots=True)
class Club:
    """A club, its evenings by day, and its tables."""

    desk: Desk
    id: str
    people: dict[str, str]
    keys: Keys = field(default_factory=Keys)
    days: dict[str, date] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)

    def evening(self, day: date, seats: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Begin an evening with a table for each game and those who sit there, by name."""
        night = nights.start_night(self.desk, club_id=self.id, key=self.keys(), date=day)
        self.days[night.id] = day
        for game, names in seats:
            rules = house_rules.list_house_rules(self.desk, club_id=self.id, game=game)
            table = tables.open_table(
                self.desk,
                club_id=self.id,
                night_id=night.id,
                game=game,
                house_rules_id=rules[0].id,
                tariff=10,
                member_ids=[self.people[name] for name in names],
                key=self.keys(),
            )
            self.rounds.append(Round(desk=self.desk, table=table, keys=self.keys))

    def happens(self, dice: random.Random) -> None:
        """Let something happen at one of the tables; not everything anybody says is a deal."""
        table = dice.choice(self.rounds)
        with suppress(ScorekeeperError):
            seen = table.see(1)
            playing = [one.member_id for one in seen.people if one.seated and not one.sits_out_next]
            told = table.record(any_deal(dice, seen.game, playing), new_match=True)
            roll = dice.random()
            if roll < 0.12:
                table.undo()
            elif roll < 0.3:
                table.correct(told.id, any_deal(dice, seen.game, playing))

    def deals(self) -> list[tuple[date, DealView]]:
        """Return every deal with the day of its evening."""
        return [
            (day, deal)
            for night_id, day in self.days.items()
            for deal in ledger.night_ledger(
                self.desk, club_id=self.id, night_id=night_id, limit=1000
            ).deals
        ]


def new_club(desk: Desk, names: Sequence[str]) -> Club:
    """Found a club of these people with house rules for every game."""
    made = clubs.create_club(desk, name="Zum Ochsen", language="de", time_zone="Europe/Berlin")
    for game in GAMES:
        house_rules.create_house_rules(
            desk, club_id=made.id, game=game, name="Hausregeln", options={}
        )
    found = members.members_named(desk, club_id=made.id, names=names)
    return Club(desk=desk, id=made.id, people={one.name: one.id for one in found})
