"""Every ending of a Watten deal under every option, against the words of the rules."""

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.adjudication.check import check
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.record import Count
from scorekeeper.rules.record import Offence
from scorekeeper.rules.record import Raise
from scorekeeper.rules.record import Ruling
from tests.rules.test_payments import every_value
from tests.rules.words_of_watten import gespannt_sides
from tests.rules.words_of_watten import outcome
from tests.rules.words_of_watten import sides

PEOPLE = {
    4: ("Anna", "Bert", "Caro", "Dora"),
    3: ("Anna", "Bert", "Caro"),
    2: ("Anna", "Bert"),
}
MODES = every_value("watten", "gespannt_mode", "target")
PRICES = [
    {**words, "error_penalty": fine, "bummerl_stake": stake}
    for words, (fine, stake) in zip(
        every_value("watten", "fold_points", "maschine"),
        [(3, 0), (0, 1), (10, 1000), (2, 0), (1, 7), (3, 2)],
        strict=True,
    )
]


def record_of(size, options, points):
    people = PEOPLE[size]
    record = read_object(
        {
            "format": "deal-record/1",
            "game": "watten",
            "seats": list(people),
            "dealer": people[-1],
            "house_rules": options,
            "match": points or {},
        }
    )
    assert record.players == people
    return record


def standings(size, target):
    """Nothing known, far away, one side short, the other, both, a three-hander's single member."""
    people = PEOPLE[size]
    yield None
    for first, second in ((0, 4), (target - 3, 0), (target - 2, 6), (3, target - 1)):
        team = sides(people)[0]
        yield {person: first if person in team else second for person in people}
    yield dict.fromkeys(people, target - 2)
    if size == 3:
        yield {"Anna": 1, "Bert": 0, "Caro": target - 2}


def tricks_for(team):
    """Three tricks for a side, of which its last member has the last."""
    if len(team) == 1:
        return (Count(team[0], team[0], 3),)
    return (Count(team[0], team[0], 2), Count(team[1], team[1], 1))


def prove(record, options, points, ending, side, raises=0, bluffed=False):
    people = record.players
    report = check(record)
    team, number, soft, match, winners, units = outcome(
        people, options, points, ending, side, raises, bluffed
    )
    by = "penalty" if ending in ("error", "revoke", "gespannt_raise") else ending
    said = (options, points, ending, side, raises)
    assert report.errors == (), said
    assert report.result["by"] == by, said
    assert (report.result["side"], report.result["points"]) == (team, number), said
    assert report.soft == soft, said
    assert report.result["match"] == match, said
    assert report.result["match_won_by"] == winners, said
    assert report.units == units, said
    assert report.money == {person: 10 * units[person] for person in people}, said
    assert sum(report.money.values()) == 0, said
    moved = dict.fromkeys(people, 0)
    for payment in report.payments:
        assert payment.amount > 0, said
        moved[payment.payer] -= payment.amount
        moved[payment.payee] += payment.amount
    assert moved == report.money, said


def endings(record, options, points):
    """Every way a deal can end, as (record, ending, side, raises accepted or refused)."""
    people = record.players
    teams = sides(people)
    gespannt = gespannt_sides(options, points, teams)
    for side, team in enumerate(teams):
        mistake = {"error": Offence.ERROR, "revoke": Offence.REVOKE}
        if options.get("gespannt_mode") != "off" and (points is None or gespannt[side]):
            mistake["gespannt_raise"] = Offence.GESPANNT_RAISE
            yield replace(record, gehen=team[-1]), "gehen", side, 0
        for ending, offence in mistake.items():
            yield replace(record, rulings=(Ruling(offence, team[-1]),)), ending, side, 0
        if options.get("maschine") != "off":
            yield replace(record, maschine=team[0]), "maschine", side, 0
        yield replace(record, tricks_taken=tricks_for(team)), "tricks", side, 0
    yield from raised(record, options, gespannt)


def raised(record, options, gespannt):
    teams = sides(record.players)
    for first, number in product((0, 1), (1, 2, 5)):
        if any(gespannt) and (
            gespannt[first] or number > 1 or options.get("gespannt_mode") == "two_three"
        ):
            continue
        by = [teams[(first + i) % 2][0] for i in range(number)]
        accepted = tuple(Raise(name, accepted=True) for name in by)
        for side, team in enumerate(teams):
            taken = tricks_for(team)
            yield replace(record, raises=accepted, tricks_taken=taken), "tricks", side, number
        folded = (*accepted[:-1], Raise(by[-1], accepted=False))
        yield replace(record, raises=folded), "fold", (first + number - 1) % 2, number


@pytest.mark.parametrize("size", [4, 3, 2])
@pytest.mark.parametrize("mode", MODES, ids=str)
def test_every_ending_scores_what_the_rules_say(size, mode):
    for prices in PRICES:
        options = {**mode, **prices, "gespannt_raise_penalty": 1}
        for points in standings(size, mode["target"]):
            record = record_of(size, options, points)
            for told, ending, side, raises in endings(record, options, points):
                prove(told, options, points, ending, side, raises)


@pytest.mark.parametrize("size", [4, 3, 2])
@pytest.mark.parametrize("fine", [0, 2, 10])
@pytest.mark.parametrize("mode", MODES, ids=str)
def test_a_bluff_is_fined_beside_the_tricks(size, fine, mode):
    options = {**mode, "bluff_penalty": fine, "bummerl_stake": 3}
    people = PEOPLE[size]
    cutter = people[2] if size == 4 else people[0]
    for points in standings(size, mode["target"]):
        record = record_of(size, options, points)
        bluff = Ruling(Offence.BLUFF, cutter)
        for side, team in enumerate(sides(people)):
            told = replace(record, tricks_taken=tricks_for(team), rulings=(bluff, bluff))
            prove(told, options, points, "tricks", side, bluffed=True)
            result = check(told).result
            ended = points and max(points[p] for p in team) + result["points"] >= mode["target"]
            assert ("fine" in result) is (not ended)
            other = Ruling(Offence.ERROR, people[-1])
            told = replace(record, tricks_taken=tricks_for(team), rulings=(bluff, other))
            prove(told, options, points, "error", 1)
