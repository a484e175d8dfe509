"""Telling a deal rightly later gives what telling it rightly at first would have given.

Two clubs play the same night: in one everything is told rightly at once, in the other a deal is
told wrongly and corrected at the end. Between the deals people come, go, change seats and change
what they play, in both alike.
"""

import json
import random
from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import house_rules
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.views import TableView
from tests.conftest import TickingClock
from tests.services.play import MISDEAL
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import Said
from tests.services.play import any_deal

OPTIONS: dict[str, dict[str, object]] = {
    "bolachen": {},
    "wallachen": {"pass_out": "haferl", "haferl_on_failure": "double_pot"},
    "watten": {"bummerl_stake": 3},
}
NIGHTS = {
    "bolachen": ("Anna Bert Caro Dora", "bolachen"),
    "wallachen": ("Anna Bert Caro Dora Emil", "wallachen"),
    "watten": ("Anna Bert Caro Dora", "watten"),
    "watten of three": ("Anna Bert Caro", "watten"),
}
DEALS = 16
GUESTS = ("Xaver", "Yvonne")


class Club:
    """One of the two clubs, and what names are there."""

    def __init__(self, desk: Desk, number: int, names: str, game: str) -> None:
        self.id = clubs.create_club(desk, name=f"Club {number}").id
        self.rules = {
            other: house_rules.create_house_rules(
                desk, club_id=self.id, game=other, name="Unsere", options=options
            ).id
            for other, options in OPTIONS.items()
        }
        guests = members.members_named(desk, club_id=self.id, names=GUESTS)
        table = nights.quick_night(
            desk,
            names=names.split(),
            game=game,
            tariff=10,
            options=OPTIONS[game],
            club_id=self.id,
            key="the-first-night",
        )
        self.round = Round(desk=desk, table=table, keys=Keys(f"club-{number}"))
        self.ids = {one.name: one.id for one in guests}
        self.ids |= {one.name: one.member_id for one in table.people}
        self.names = {id_: name for name, id_ in self.ids.items()}

    def here(self, said: Said, other: "Club") -> Said:
        """Return what was said in the other club as it is said here."""
        text = json.dumps(said)
        for name, id_ in other.ids.items():
            text = text.replace(id_, self.ids[name])
        told: Said = json.loads(text)
        return told


def state(club: Club) -> dict[str, Any]:
    """Return what must not depend on how a table got there, by name."""
    view = club.round.see()
    names = club.names
    match = view.match
    return {
        "balances": {one.name: one.balance for one in view.people},
        "dealt": {one.name: one.dealt for one in view.people},
        "haferl": view.haferl,
        "dealer": names[view.dealer_id],
        "next": view.next_number,
        "bummerl": match and {names[one]: marks for one, marks in match.bummerl.items()},
        "deals": [
            (
                one.number,
                {names[member]: cents for member, cents in one.changes.items()},
                one.haferl_after,
                {names[member]: points for member, points in one.match_after.items()},
            )
            for one in view.deals
            if one.state == "valid"
        ],
    }


def players(view: TableView) -> list[str]:
    at = view.seats.index(view.dealer_id) + 1
    around = (*view.seats[at:], *view.seats[:at])
    return [one for one in around if one not in view.sitting_out]


def happen(dice: random.Random, both: tuple[Club, Club]) -> None:
    """Let something happen between two deals, at both tables alike."""
    view = both[0].round.see()
    seated = [one.name for one in view.people if one.seated]
    away = [name for name in both[0].ids if name not in seated]
    kind = dice.choice(["substitute", "join", "leave", "order", "game", "dealer"])
    who, place = dice.choice(seated), dice.randrange(len(seated))
    order = dice.sample(seated, len(seated))
    game = dice.choice(sorted(OPTIONS))
    for club in both:
        at = {"club_id": club.id, "table_id": club.round.table.id}
        desk = club.round.desk
        if kind == "substitute" and away:
            tables.substitute(desk, **at, out_id=club.ids[who], in_id=club.ids[away[0]])
        elif kind == "join" and away and len(seated) < 5:
            tables.join_table(desk, **at, member_id=club.ids[away[0]], place=place)
        elif kind == "leave" and len(seated) > 3:
            tables.leave_table(desk, **at, member_id=club.ids[who])
        elif kind == "order":
            tables.set_seats(desk, **at, member_ids=[club.ids[name] for name in order])
        elif kind == "dealer" and club.ids[who] not in view.sitting_out:
            tables.set_dealer(desk, **at, member_id=club.ids[who])
        elif kind == "game":
            tables.change_game(desk, **at, game=game, house_rules_id=club.rules[game], tariff=20)


def tell_rightly(club: Club, dice: random.Random) -> tuple[Said, bool | None]:
    """Record something that can be recorded; return it and what was said about the match."""
    while True:
        view = club.round.see()
        said = any_deal(dice, view.game, players(view))
        said = {**said, "dealer": view.dealer_id, "sitting_out": list(view.sitting_out)}
        new_match = dice.random() < 0.5 if view.partners_changed else None
        try:
            club.round.record(said, new_match=new_match)
        except ScorekeeperError as error:
            if error.code is not ErrorCode.DEAL_INVALID:
                raise
            continue
        return said, new_match


def tell(club: Club, said: Said, new_match: bool | None) -> tuple[str, bool]:
    """Record what was said; where a mistake before makes it impossible, something else."""
    try:
        return club.round.record(said, new_match=new_match).id, True
    except ScorekeeperError as error:
        if error.code is ErrorCode.PARTNERS_CHANGED:
            return tell(club, said, True)
        if error.code is not ErrorCode.DEAL_INVALID:
            raise
    other = {**MISDEAL, "dealer": said["dealer"], "sitting_out": said["sitting_out"]}
    return club.round.record(other, new_match=new_match).id, False


def mistaken(dice: random.Random, club: Club, right: Said, game: str) -> Said:
    """Return another deal of the same people."""
    seats = list(club.round.see().seats)
    at = seats.index(right["dealer"]) + 1
    around = [one for one in (*seats[at:], *seats[:at]) if one not in right["sitting_out"]]
    said = any_deal(dice, game, around)
    return {**said, "dealer": right["dealer"], "sitting_out": right["sitting_out"]}


def play(desk: Desk, night: str, seed: int) -> None:
    dice = random.Random(f"{night}-{seed}")
    names, game = NIGHTS[night]
    right, wrong = Club(desk, 1, names, game), Club(desk, 2, names, game)
    place = dice.randrange(DEALS)
    corrections: dict[str, Said] = {}
    for turn in range(DEALS):
        if dice.random() < 0.25:
            happen(dice, (right, wrong))
        game_now = right.round.see().game
        told, new_match = tell_rightly(right, dice)
        here = wrong.here(told, right)
        as_told = mistaken(dice, wrong, here, game_now) if turn == place else here
        deal_id, as_meant = tell(wrong, as_told, new_match)
        if turn == place or not as_meant:
            corrections[deal_id] = here
    first, *rest = corrections
    wrong.round.correct(first, corrections[first], others={one: corrections[one] for one in rest})
    assert state(wrong) == state(right)
    assert ledger.verify(desk, records=True) == []
    for _ in range(3):
        right.round.undo()
        wrong.round.undo()
    assert state(wrong) == state(right)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("night", NIGHTS)
def test_a_correction_anywhere_gives_what_telling_it_rightly_would_have_given(
    sqlite_url: str, clock: TickingClock, night: str, seed: int
) -> None:
    desk = open_desk(sqlite_url, clock, "Anna")
    play(desk, night, seed)
    desk.close()


@pytest.mark.parametrize("night", NIGHTS)
def test_the_same_on_postgresql(postgres_url: str, clock: TickingClock, night: str) -> None:
    desk = open_desk(postgres_url, clock, "Anna")
    play(desk, night, 100)
    desk.close()
