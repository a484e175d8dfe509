"""What a fault costs under the house rules, how its proof is known, what two tellings differ in."""

from typing import Any

from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.cards import CARD_NAMES
from scorekeeper.cards import parse_card
from scorekeeper.services import disputes
from scorekeeper.services.disputes import Known
from scorekeeper.services.disputes import Remedy

HANDS = {
    "Anna": ["HA", "HK", "HO", "HU", "H10", "H9", "H8", "GA", "SA", "EA"],
    "Bert": ["GK", "GO", "GU", "G10", "SK", "SO", "SU", "S10", "EK", "EO"],
    "Caro": ["H7", "G9", "G8", "G7", "S9", "S8", "S7", "EU", "E10", "E9"],
}


def wallachen(**more: Any) -> dict[str, Any]:
    return {
        "format": "deal-record/1",
        "game": "wallachen",
        "seats": ["Anna", "Bert", "Caro"],
        "dealer": "Caro",
        "contract": {"declarer": "Anna", "kind": "number", "bid": 7, "trump": "H"},
        **more,
    }


def revoke_of_bert(**more: Any) -> dict[str, Any]:
    tricks = [
        {"n": 5, "lead": "Anna", "cards": ["GO", "H9", "GA"]},
        {"n": 8, "lead": "Bert", "cards": ["G8", "H8", "H7"]},
    ]
    asked = [{"trick": 5, "player": "Bert"}]
    return wallachen(tricks=tricks, ask=asked, **more)


def only_fault(record: dict[str, Any]) -> disputes.Fault:
    (fault,) = disputes.judge(record).faults
    return fault


def paid(fault: disputes.Fault) -> list[tuple[str, str, int]]:
    assert fault.ruled is not None
    return [(one.payer, one.payee, one.amount) for one in fault.ruled.payments]


def test_i2_i3_a_defender_who_revoked_pays_alone() -> None:
    fault = only_fault(revoke_of_bert())
    assert fault.remedy is Remedy.MADE
    assert fault.pays_alone
    assert paid(fault) == [("Bert", "Anna", 140)]
    (seen,) = fault.proof
    assert (seen.known, seen.trick) == (Known.PLAYED, 8)


def test_i3_each_pays_his_share_where_the_house_says_so() -> None:
    fault = only_fault(revoke_of_bert(house_rules={"revoke_payer": "both"}))
    assert not fault.pays_alone
    assert paid(fault) == [("Bert", "Anna", 70), ("Caro", "Anna", 70)]


def test_i2_a_declarer_who_revoked_has_lost() -> None:
    record = wallachen(
        tricks=[{"n": 5, "lead": "Bert", "cards": ["GO", "GA", "H9"]}],
        held=[{"player": "Anna", "cards": ["G7"], "after_trick": 5}],
        ask=[{"trick": 5, "player": "Anna"}],
    )
    fault = only_fault(record)
    assert fault.remedy is Remedy.LOST
    assert fault.proof[0].known is Known.HELD
    assert paid(fault) == [("Anna", "Bert", 70), ("Anna", "Caro", 70)]


def test_i2_as_played_the_fault_changes_nothing() -> None:
    record = revoke_of_bert(house_rules={"revoke_remedy": "as_played"}, tricks_taken={"Anna": 8})
    fault = only_fault(record)
    assert fault.remedy is Remedy.AS_PLAYED
    assert paid(fault) == [("Bert", "Anna", 80), ("Caro", "Anna", 80)]


def test_i4_what_was_decided_stands() -> None:
    won = [{"n": n, "lead": "Anna", "cards": cards} for n, cards in enumerate(_seven(), 1)]
    revoke = [
        {"n": 8, "lead": "Anna", "cards": ["SA", "GK", "S9"]},
        {"n": 9, "lead": "Anna", "cards": ["EA", "SK", "E9"]},
    ]
    asked = [{"trick": 8, "player": "Bert"}]
    record = wallachen(tricks=won + revoke, ask=asked, tricks_taken={"Anna": 9})
    fault = only_fault(record)
    assert fault.remedy is Remedy.DECIDED
    assert paid(fault) == [("Bert", "Anna", 90), ("Caro", "Anna", 90)]


def _seven() -> list[list[str]]:
    trumps = ["HA", "HK", "HO", "HU", "H10", "H9", "H8"]
    berts = ["GO", "GU", "G10", "SO", "SU", "S10", "EO"]
    caros = ["H7", "G9", "G8", "G7", "S8", "S7", "E10"]
    return [list(trick) for trick in zip(trumps, berts, caros, strict=True)]


def test_double_dummy_counts_best_play_from_the_fault_on() -> None:
    record = wallachen(
        hands=HANDS,
        tricks=[
            {"n": 1, "lead": "Anna", "cards": ["HA", "GK", "H7"]},
            {"n": 2, "lead": "Anna", "cards": ["GA", "SK"]},
        ],
        ask=[{"trick": 2, "player": "Bert"}],
        house_rules={"revoke_remedy": "double_dummy"},
    )
    fault = only_fault(record)
    assert fault.remedy is Remedy.BEST_PLAY
    assert paid(fault) == [("Bert", "Anna", 200)]
    assert fault.proof[0].known is Known.HAND


def test_t33_an_error_in_watten_ends_the_deal() -> None:
    record = {
        "format": "deal-record/1",
        "game": "watten",
        "seats": ["Anna", "Bert", "Caro", "Dora"],
        "dealer": "Dora",
        "contract": {"schlag": "10", "trump": "S"},
        "tricks": [{"cards": ["S10", "SA", "E10", "G8"]}],
        "held": [{"player": "Dora", "cards": ["SK"], "after_trick": 1}],
        "ask": [{"trick": 1, "player": "Dora"}],
    }
    fault = only_fault(record)
    assert fault.remedy is Remedy.FINE
    assert fault.ruled is not None
    assert fault.ruled.result is not None
    assert (fault.ruled.result["side"], fault.ruled.result["points"]) == (["Anna", "Caro"], 3)


def test_out_of_turn_names_who_should_have_led_and_has_no_price() -> None:
    fault = only_fault(wallachen(tricks=[{"n": 1, "lead": "Bert", "cards": ["GA", "G7", "G8"]}]))
    assert (fault.leader, fault.remedy, fault.ruled) == ("Anna", Remedy.NONE, None)


def test_every_difference_is_judged_by_itself() -> None:
    first = revoke_of_bert()
    second = revoke_of_bert(held=[{"player": "Caro", "cards": ["SA"], "after_trick": 8}])
    second["tricks"] = [{"n": 5, "lead": "Anna", "cards": ["GO", "GK", "GA"]}, first["tricks"][1]]
    found = disputes.compare(first, second)
    assert found is not None
    assert found.matters
    told = [(one.field, one.which, one.matters) for one in found.differences]
    assert told == [("tricks", "5", True), ("held", "Caro\n8", False)]
    same = disputes.compare(first, first)
    assert same is not None
    assert (same.differences, same.matters) == ((), False)


def test_tellings_that_are_no_records_are_not_compared() -> None:
    assert disputes.compare(revoke_of_bert(), {"format": "deal-record/1"}) is None


def test_a_deal_with_all_hands_can_be_compared_with_best_play() -> None:
    tricks = [{"lead": "Anna", "cards": ["HA", "GK", "H7"]}]
    assert disputes.judge(wallachen(hands=HANDS, tricks=tricks)).replayable
    assert not disputes.judge(wallachen(tricks=tricks)).replayable


CARDS = st.one_of(st.none(), st.sampled_from(CARD_NAMES))
TRICK = st.fixed_dictionaries(
    {"n": st.integers(1, 10), "lead": st.sampled_from(["Anna", "Bert", "Caro"])},
    optional={"cards": st.lists(CARDS, max_size=4)},
)


@settings(max_examples=60, deadline=None)
@given(st.lists(TRICK, max_size=4), st.lists(TRICK, max_size=4))
def test_whatever_two_people_tell_there_is_an_answer(
    first: list[dict[str, Any]], second: list[dict[str, Any]]
) -> None:
    one, other = wallachen(tricks=first), wallachen(tricks=second)
    found = disputes.compare(one, other)
    readable = [disputes.judge(record).record is not None for record in (one, other)]
    assert (found is not None) == all(readable)


def test_cards_are_spelled_as_the_pack_has_them() -> None:
    french = disputes.card_spelling(parse_card("GO"), disputes.Pack.FRENCH)
    assert french == "SQ"
    assert disputes.card_spelling(parse_card("GO"), disputes.Pack.GERMAN) == "GO"
