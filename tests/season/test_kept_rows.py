"""What is kept of a season is what a pencil finds, whatever happened and whenever one looks."""

import random
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.season.ladder import TieBreak
from scorekeeper.services import folding
from scorekeeper.services import ladders
from scorekeeper.services import standings
from scorekeeper.services import statistics
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from scorekeeper.store import forms
from tests.season.living import Club
from tests.season.living import found
from tests.season.naive import facts
from tests.season.naive import runs
from tests.season.naive import sides
from tests.season.naive import standing

KINDS = ["money", "soft", "made", "won", "bettel_mord", "bummerl", "per_deal", "attendance"]


def any_rules(dice: random.Random, first: str = "") -> dict[str, Any]:
    """Think of a ladder; with `first` of one where many are level and this is asked first."""
    kind = dice.choice(["bettel_mord", "bummerl", "attendance", "money"] if first else KINDS)
    rules: dict[str, Any] = {
        "kind": kind,
        "game": dice.choice(["all", "all", "bolachen", "wallachen", "watten"]),
        "best": None,
        "drop": 0,
        "min_nights": dice.choice([0, 0, 2]),
        "min_deals": dice.choice([0, 0, 5]),
        "guests": True,
        "substitutes": dice.random() < 0.6,
        "tie_breaks": dice.sample([t.value for t in TieBreak if t != "lots"], dice.randint(0, 3)),
    }
    if first:
        rules["tie_breaks"] = [first, *(one for one in rules["tie_breaks"] if one != first)]
    if kind != "attendance":
        rules |= dice.choice([{}, {"best": dice.randint(1, 3)}, {"drop": dice.randint(1, 2)}])
    if dice.random() < 0.6:
        rules["tie_breaks"].append("lots")
    return rules


def compare(club: Club, same: dict[str, str], dice: random.Random, first: str = "") -> int:
    """Compare a ladder nobody thought of, now and after some night.

    Return how many of those who are level now were parted by `first`.
    """
    rules = any_rules(dice, first)
    ladder = ladders.create_ladder(
        club.desk,
        club_id=club.id,
        season_id=club.season_id,
        name=f"Irgendeine {club.desk.new_id()}",
        settings=rules,
    )
    told = club.told()
    people = sorted(set(club.people.values()) - set(same))
    shown = standings.standings(
        club.desk, club_id=club.id, season_id=club.season_id, ladder_id=ladder.id
    )
    agree(shown.rows, standing(rules, ladder.seed, told, people, same), rules)
    moved(shown.rows, rules, ladder.seed, told, people, same, shown)
    results = standings.season_nights_of(club.desk, club_id=club.id, season_id=club.season_id)
    if results:
        night = dice.choice(results)
        place = [one.id for one in told].index(night.id)
        earlier = standings.standings(
            club.desk,
            club_id=club.id,
            season_id=club.season_id,
            ladder_id=ladder.id,
            as_of=night.id,
        )
        should = standing(rules, ladder.seed, told[: place + 1], people, same)
        agree(earlier.rows, should, rules)
    ladders.retire_ladder(club.desk, club_id=club.id, ladder_id=ladder.id)
    return sum(row.decided_by == first for row in shown.rows)


def agree(rows: Any, should: Any, rules: dict[str, Any]) -> None:
    placed = [(r.place, r.member_id, Fraction(r.amount, r.per)) for r in rows if r.place]
    left = {(r.member_id, Fraction(r.amount, r.per)) for r in rows if r.place is None}
    assert placed == [one for one in should if one[0] is not None], rules
    assert left == {(person, value) for place, person, value in should if place is None}, rules


def moved(rows: Any, rules: Any, seed: str, told: Any, people: Any, same: Any, shown: Any) -> None:
    """Compare how everybody moved since the last night with results."""
    if shown.night is None:
        assert not rows
        return
    before = [one for one in told if one.id != shown.night.id]
    places = {person: place for place, person, _ in standing(rules, seed, before, people, same)}
    for row in rows:
        was = places.get(row.member_id)
        if row.place is not None:
            assert row.moved == (None if was is None else was - row.place), rules


def compare_people(club: Club, same: dict[str, str]) -> None:
    """Compare everybody's sides of play, nights and runs; the runs when all nights are folded."""
    told = club.told()
    for person in sorted(set(club.people.values()) - set(same)):
        shown = statistics.person_statistics(
            club.desk, club_id=club.id, season_id=club.season_id, member_id=person
        )
        kept = {
            (one.game, one.side, one.member_id or one.what): [
                *(one.deals, one.won, one.soft, one.cents)
            ]
            for one in shown.sides
        }
        assert kept == sides(told, person, same)
        mine = facts(told, person, "all", same)
        assert shown.nights == len(mine["evenings"])
        assert sum(point.cents for point in shown.series) == mine["cents"]
        assert (shown.series[-1].sum if shown.series else 0) == mine["cents"]
        each = [facts([night], person, "all", same) for night in told]
        money = [one["cents"] for one in each if one["deals"] or one["cents"]]
        assert [point.cents for point in shown.best] == ([max(money)] if money else [])
        assert [point.cents for point in shown.worst] == ([min(money)] if money else [])
    with club.desk.store.write() as tx:
        folding.fold_all(tx, club.id)
    for person in club.people.values():
        for game in ("bolachen", "wallachen", "watten"):
            with club.desk.store.read() as tx:
                form = forms.last(tx, club.id, club.season_id, game=game, member_id=person)
            naive = runs(told, person, game)
            assert naive == ((0, 0, 0, 0) if form is None else form[2:])


@pytest.mark.parametrize(("seed", "most"), [(0, 500), (1, 500), (2, AMOUNT_MAX)])
def test_what_is_kept_is_what_a_pencil_finds(desk: Desk, seed: int, most: int) -> None:
    club = found(desk, seed, most)
    dice = random.Random(1000 + seed)
    for _ in range(4):
        club.night()
        for _ in range(22):
            club.anything()
        compare(club, {}, dice)
    assert verify(desk, records=True) == []
    same = club.merge()
    for _ in range(5):
        compare(club, same, dice)
    for _ in range(12):
        club.anything()
    compare(club, same, dice)
    compare_people(club, same)
    assert verify(desk, records=True) == []
