"""A deal record solved: what is answered, what is refused, and where the first lead is bound."""

from typing import Any

import pytest

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.solution import solve_object
from scorekeeper.cards import CARD_NAMES
from scorekeeper.cards import parse_card
from scorekeeper.schemas.answers import SOLUTION_FORMAT as PUBLISHED_FORMAT
from scorekeeper.solver.solve import SOLUTION_FORMAT
from scorekeeper.solver.solve import Solution
from scorekeeper.solver.solve import solution_as_json

ANNA = "HA HK HO HU H10 EA EK GA S8 S7"
BERT = "H9 H8 EO EU E10 GK GO GU SA SK"
CARO = "H7 E9 E8 E7 G10 G9 G8 G7 SO SU"
OUT = "S10 S9"


def record(**said: Any) -> dict[str, Any]:
    """Tell a Bolachen of Anna's against Bert and Caro, with every hand."""
    return {
        "format": "deal-record/1",
        "game": "bolachen",
        "seats": ["Anna", "Bert", "Caro"],
        "dealer": "Caro",
        "contract": {"declarer": "Anna", "kind": "brand", "trump": "H"},
        "hands": {"Anna": ANNA.split(), "Bert": BERT.split(), "Caro": CARO.split()},
        **said,
    }


def wallachen(**said: Any) -> dict[str, Any]:
    """Tell a Wallachen with the same hands."""
    contract = {"declarer": "Anna", "kind": "number", "bid": 6}
    return record(**{"game": "wallachen", "contract": contract, **said})


def solved(told: dict[str, Any]) -> dict[str, Any]:
    solution = solve_object(told)
    assert isinstance(solution, Solution), solution
    return solution_as_json(solution)


def refused(told: dict[str, Any]) -> set[tuple[str, str]]:
    report = solve_object(told)
    assert isinstance(report, Report)
    return {(error.code, error.path) for error in report.errors}


def test_the_format_is_the_published_one() -> None:
    assert SOLUTION_FORMAT == PUBLISHED_FORMAT


def test_a_deal_without_tricks_has_only_its_number() -> None:
    assert solved(record()) == {
        "format": "deal-solution/1",
        "tricks": 8,
        "made": True,
        "plays": [],
    }


def test_every_card_is_given_in_canonical_order_with_what_it_is_worth() -> None:
    answer = solved(record(tricks=[{"cards": ["HA", "H8", "H7"]}, {"cards": ["S8"]}]))
    first, second, third, fourth = answer["plays"]
    assert list(first) == ["trick", "player", "card", "best", "cards"]
    assert (first["trick"], first["player"], first["card"]) == (1, "Anna", "HA")
    assert list(first["cards"]) == [card for card in CARD_NAMES if card in ANNA.split()]
    assert first["best"] == answer["tricks"] == max(first["cards"].values())
    assert first["cards"]["HA"] == 8
    assert list(second["cards"]) == ["H9", "H8"]
    assert list(third["cards"]) == ["H7"]
    assert (fourth["trick"], fourth["player"]) == (2, "Anna")
    assert fourth["cards"]["S8"] <= fourth["best"] == 8


def test_a_card_against_the_rules_stands_apart_with_its_value() -> None:
    answer = solved(record(tricks=[{"cards": ["HA", "SA", "H7"]}]))
    play = answer["plays"][1]
    assert play["legal"] is False
    assert "SA" not in play["cards"]
    assert play["best"] == 8
    assert play["value"] == answer["plays"][2]["best"]
    assert "legal" not in answer["plays"][0]
    assert "value" not in answer["plays"][2]


def test_a_wrong_leader_is_taken_as_he_led() -> None:
    answer = solved(record(tricks=[{"lead": "Bert", "cards": ["SA", "SO", "S8"]}]))
    assert [play["player"] for play in answer["plays"]] == ["Bert", "Caro", "Anna"]
    assert list(answer["plays"][0]["cards"]) == [c for c in CARD_NAMES if c in BERT.split()]
    assert answer["tricks"] == answer["plays"][0]["best"]


@pytest.mark.parametrize("cards", [["HA", None, "H7"], ["HA"], ["HA", None]])
def test_the_plays_end_where_something_is_missing(cards: list[str | None]) -> None:
    plays = solved(record(tricks=[{"cards": cards}]))["plays"]
    assert [play["card"] for play in plays] == ["HA"]


def test_without_the_first_trick_there_are_no_plays() -> None:
    told = record(tricks=[{"n": 2, "lead": "Anna", "cards": ["S8", "SA", "SO"]}])
    assert solved(told)["plays"] == []


def test_two_hands_and_the_cards_out_of_play_are_enough() -> None:
    hands = {"Anna": ANNA.split(), "Bert": BERT.split()}
    assert solved(record(hands=hands, discards=OUT.split()))["tricks"] == 8


def test_the_tricks_may_tell_the_hands() -> None:
    anna, bert, caro = ANNA.split(), BERT.split(), CARO.split()
    tricks = [
        {"n": n, "lead": "Anna", "cards": [anna[n - 1], bert[n - 1], caro[n - 1]]}
        for n in range(1, 11)
    ]
    answer = solved({k: v for k, v in record(tricks=tricks).items() if k != "hands"})
    assert answer["tricks"] == 8
    assert len(answer["plays"]) == 30


def test_a_contract_is_made_or_not() -> None:
    bettel = {"declarer": "Anna", "kind": "bettel"}
    mord = {"declarer": "Anna", "kind": "mord"}
    assert solved(record(contract=bettel))["made"] is False
    assert solved(record(contract=mord))["made"] is False
    nine = {"declarer": "Anna", "kind": "number", "bid": 9, "trump": "H"}
    assert solved(wallachen(contract=nine))["made"] is False


def test_the_first_lead_is_of_the_trump_suit() -> None:
    contract = {"declarer": "Anna", "kind": "number", "bid": 6, "trump": "H"}
    answer = solved(wallachen(contract=contract, tricks=[{"cards": ["HK"]}]))
    assert list(answer["plays"][0]["cards"]) == ["HA", "HK", "HO", "HU", "H10"]
    announced = {"trump_fixing": "announced"}
    told = wallachen(contract=contract, house_rules=announced, tricks=[{"cards": ["HK"]}])
    assert len(solved(told)["plays"][0]["cards"]) == 10


def test_a_trump_that_follows_from_the_first_lead_binds_it_too() -> None:
    answer = solved(wallachen(tricks=[{"cards": ["S8", "SA", "SO"]}]))
    assert list(answer["plays"][0]["cards"]) == ["S8", "S7"]
    assert answer["tricks"] == answer["plays"][0]["best"]


def test_without_a_trump_every_first_lead_counts_with_its_own_suit() -> None:
    values = []
    for trump in "EGHS":
        contract = {"declarer": "Anna", "kind": "number", "bid": 6, "trump": trump}
        values.append(solved(wallachen(contract=contract))["tricks"])
    assert len(set(values)) > 1
    assert solved(wallachen())["tricks"] == max(values)


def test_an_error_of_the_record_comes_first() -> None:
    assert refused(record(dealer="Dora")) == {("unknown_player", "/dealer")}
    assert refused({"format": "deal-record/1"}) == {("format", "/game")}


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ({"contract": {"kind": "passed_out"}, "house_rules": {"dealer_forced": "throw_in"}}, ""),
        ({"contract": {"declarer": "Anna", "kind": "brand"}}, "/trump"),
    ],
)
def test_without_game_or_trump_nothing_is_solved(said: dict[str, Any], path: str) -> None:
    assert refused(record(**said)) == {("format", "/contract" + path)}


def test_a_record_without_a_contract_is_not_solved() -> None:
    told = record()
    del told["contract"]
    assert refused(told) == {("format", "/contract")}


def test_an_announced_trump_is_needed() -> None:
    told = wallachen(house_rules={"trump_fixing": "announced"})
    assert refused(told) == {("format", "/contract/trump")}


def test_unknown_hands_are_not_solved() -> None:
    assert refused(record(hands={"Anna": ANNA.split()})) == {("format", "/hands")}
    hands = {"Anna": ANNA.split(), "Bert": BERT.split()}
    assert refused(record(hands=hands)) == {("format", "/hands")}


def test_watten_is_not_solved() -> None:
    told = {
        "format": "deal-record/1",
        "game": "watten",
        "seats": ["Anna", "Bert", "Caro", "Dora"],
        "dealer": "Dora",
    }
    assert refused(told) == {("format", "/game")}


def test_cards_are_read_in_either_pack() -> None:
    french = str.maketrans("EGHSOU", "CSHDQJ")
    hands = {
        name: [card.translate(french) for card in cards.split()]
        for name, cards in (("Anna", ANNA), ("Bert", BERT), ("Caro", CARO))
    }
    told = record(pack="french", hands=hands, tricks=[{"cards": ["HA"]}])
    assert list(solved(told)["plays"][0]["cards"]) == sorted(ANNA.split(), key=parse_card)
