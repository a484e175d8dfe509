"""Who takes a trick, and the rule that says so."""

from typing import Any

import pytest

from scorekeeper.adjudication.check import check
from scorekeeper.adjudication.taking import takings
from scorekeeper.cards import card_name
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.record import DealRecord
from tests.adjudication.test_fuzz import played_record

THREE = {"format": "deal-record/1", "seats": ["Anna", "Bert", "Caro"], "dealer": "Caro"}
FOUR = {**THREE, "seats": ["Anna", "Bert", "Caro", "Dora"], "dealer": "Dora", "game": "watten"}
BOLACHEN = {
    **THREE,
    "game": "bolachen",
    "contract": {"declarer": "Anna", "kind": "brand", "trump": "H"},
}
WALLACHEN = {
    **THREE,
    "game": "wallachen",
    "contract": {"declarer": "Anna", "kind": "number", "bid": 7, "trump": "H"},
}
WATTEN = {**FOUR, "contract": {"schlag": "10", "trump": "S"}}
NO_CRITICALS = {**WATTEN, "house_rules": {"criticals": "none"}}


def read(record: dict[str, Any]) -> DealRecord:
    found = read_object(record)
    assert isinstance(found, DealRecord), found
    return found


@pytest.mark.parametrize(
    ("record", "cards", "expected"),
    [
        (BOLACHEN, "GK GA G8", ("Bert", "GA", "B26", "suit")),
        (BOLACHEN, "GK H7 G8", ("Bert", "H7", "B26", "trump")),
        (WALLACHEN, "GK G8 SA", ("Anna", "GK", "W24", "suit")),
        (WALLACHEN, "HO HU HK", ("Caro", "HK", "W24", "trump")),
        (WATTEN, "S10 HK E7 S7", ("Bert", "HK", "T2", "critical")),
        (WATTEN, "G10 S10 SA E8", ("Bert", "S10", "T3", "rechter")),
        (WATTEN, "G10 E10 SA E8", ("Anna", "G10", "T4", "linker")),
        (WATTEN, "GA S8 S9 E8", ("Caro", "S9", "T5", "trump")),
        (WATTEN, "GO EA GK E8", ("Caro", "GK", "T6", "suit")),
        (NO_CRITICALS, "HA HK E8 G8", ("Anna", "HA", "T6", "suit")),
        (NO_CRITICALS, "HA S7 E8 G8", ("Bert", "S7", "T5", "trump")),
    ],
)
def test_each_rule_by_which_a_trick_is_taken(
    record: dict[str, Any], cards: str, expected: tuple[str, ...]
) -> None:
    told = read({**record, "tricks": [{"n": 2, "lead": "Anna", "cards": cards.split()}]})
    (found,) = takings(told, check(told)).values()
    assert (found.player, card_name(found.card), found.rule, found.by) == expected


def test_a_trick_of_which_nothing_is_asked_is_not_told() -> None:
    told = read({**BOLACHEN, "tricks": [{"cards": ["GK", "GA", "G8"]}], "ask": []})
    assert takings(told, check(told)) == {}


def test_a_trick_with_a_forgotten_card_is_nobodys() -> None:
    told = read({**BOLACHEN, "tricks": [{"cards": ["GK", None, "G8"]}]})
    assert takings(told, check(told)) == {}


def test_it_agrees_with_the_report_in_deals_that_were_played() -> None:
    seen = set()
    for seed in range(400):
        told = read_object(played_record(seed))
        if not isinstance(told, DealRecord):
            continue
        report = check(told)
        winners = {trick.n: trick.winner for trick in report.tricks}
        played = {(p.trick, p.player): p.card for p in report.plays}
        for n, one in takings(told, report).items():
            assert winners[n] == one.player
            assert played.get((n, one.player), one.card) == one.card
            seen.add(one.rule)
    assert seen == {"B26", "W24", "T2", "T3", "T4", "T5", "T6"}
