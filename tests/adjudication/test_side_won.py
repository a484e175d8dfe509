"""The side that won, told without who took the tricks: scored alike, never contradicted falsely."""

import random
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.adjudication.check import check_object
from scorekeeper.adjudication.sequence import SpokenDeal
from scorekeeper.adjudication.sequence import TableState
from scorekeeper.adjudication.sequence import score_deal
from scorekeeper.adjudication.side_won import as_deal_record
from scorekeeper.adjudication.side_won import without_invented
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence
from tests.differential import playing
from tests.differential.tables import random_base
from tests.oracle.table import Table
from tests.oracle.words import RANKS
from tests.oracle.words import SUITS

TABLE: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "watten",
    "seats": ["Anna", "Bert", "Caro", "Dora"],
    "dealer": "Dora",
    "contract": {"schlag": "10", "trump": "S"},
}
OURS = ["Anna", "Caro"]
# Caro takes both tricks, by a Kritischer and by leading a trump that is not beaten.
TWO_TRICKS_OF_CARO = [{"cards": ["S10", "SA", "E7", "G8"]}, {"cards": ["SK", "G7", "G9", "HA"]}]


def score(told: dict[str, Any]) -> Any:
    """Return the report of a deal by the way every stored deal is scored."""
    said = {name: value for name, value in told.items() if name != "house_rules"}
    rules = told.get("house_rules", {})
    return score_deal(TableState(), SpokenDeal(game="watten", said=said, house_rules=rules)).report


def played(seed: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a table and the five tricks of a deal that was really played there."""
    chance = random.Random(seed)
    record = random_base(chance, "watten")
    record["contract"] = {"schlag": chance.choice(RANKS), "trump": chance.choice(SUITS)}
    table = Table("watten", record)
    hands, _ = playing.deal_out(chance, table)
    tricks = playing.play_out(chance, table, hands)
    return record, [
        {"n": n, "lead": trick["lead"], "cards": list(trick["cards"])}
        for n, trick in enumerate(tricks, 1)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_remembered_of_a_deal_fits_the_side_that_won_it(seed: int) -> None:
    record, tricks = played(seed)
    whole = check_object({**record, "tricks": tricks}).result
    assert whole is not None
    side = whole["side"]
    for count in range(len(tricks)):
        for remembered in combinations(tricks, count):
            some: list[dict[str, Any]] = [{**one, "cards": [*one["cards"]]} for one in remembered]
            for forgotten in (False, True):
                if some and forgotten:
                    some[count // 2]["cards"][0] = None
                told = {**record, "tricks": some, "side_won": side}
                report = score(told)
                assert report.errors == ()
                assert report.result is not None
                assert (report.result["side"], report.result["by"]) == (side, "tricks")


@pytest.mark.parametrize("seed", range(40))
def test_the_other_side_is_contradicted_only_where_the_tricks_decide(seed: int) -> None:
    record, tricks = played(seed)
    whole = check_object({**record, "tricks": tricks}).result
    assert whole is not None
    seats = [one for one in record["seats"] if one not in record.get("sitting_out", [])]
    other = [one for one in seats if one not in whole["side"]]
    for count in range(1, len(tricks) + 1):
        told = {**record, "tricks": tricks[:count], "side_won": other}
        decided = check_object({**record, "tricks": tricks[:count]}).result is not None
        errors = score(told).errors
        assert [(one.code, one.path) for one in errors] == (
            [("contradiction", "/side_won")] if decided else []
        )


def test_either_partner_may_have_taken_the_tricks() -> None:
    told = {**TABLE, "side_won": OURS}
    assert as_deal_record(told)["tricks_taken"] == {"Anna": 3}
    with_cards = as_deal_record({**told, "tricks": TWO_TRICKS_OF_CARO})
    assert with_cards["tricks_taken"] == {"Anna": 1, "Caro": 2}
    assert check_object(with_cards).errors == ()


def test_either_partner_may_have_held_the_maschine() -> None:
    told = {**TABLE, "side_won": OURS, "by": "maschine"}
    assert as_deal_record(told)["maschine"] == "Anna"
    hers = {**told, "hands": {"Caro": ["HK", "S7", "E7", "G8", "G9"]}}
    assert as_deal_record(hers)["maschine"] == "Caro"
    assert score(hers).result["by"] == "maschine"
    theirs = {**told, "hands": {"Bert": ["HK", "G7", "GA", "G8", "G9"]}}
    assert [one.path for one in score(theirs).errors] == ["/maschine"]


@pytest.mark.parametrize(
    "side", [["Anna", "Bert"], ["Anna"], [], "Anna", None, [["Anna"]], ["Anna", "Caro", "Nobody"]]
)
def test_what_is_no_side_is_refused(side: object) -> None:
    errors = score({**TABLE, "side_won": side}).errors
    assert [(one.code, one.path) for one in errors] == [("format", "/side_won")]
    german = finding_sentence(errors[0], translator("de"))
    assert german == "Gewonnen haben Anna und Caro oder Bert und Dora."


@pytest.mark.parametrize("by", ["fold", ["tricks"], None, 3])
def test_by_what_a_side_wins_is_tricks_or_a_maschine(by: object) -> None:
    errors = score({**TABLE, "side_won": OURS, "by": by}).errors
    assert [(one.code, one.path) for one in errors] == [("format", "/by")]


def test_what_else_is_wrong_is_said_with_the_side() -> None:
    errors = score({**TABLE, "side_won": OURS, "dealer": "Nobody"}).errors
    assert [(one.code, one.path) for one in errors] == [("unknown_player", "/dealer")]


def test_a_three_hander_has_no_sides_to_win() -> None:
    told = {"game": "bolachen", "seats": ["A", "B", "C"], "dealer": "C", "side_won": ["A"]}
    report = score_deal(TableState(), SpokenDeal(game="bolachen", said=told)).report
    assert [(one.code, one.path) for one in report.errors] == [("format", "/side_won")]


def test_a_ruling_and_a_raise_count_beside_the_side_that_won() -> None:
    raised = {**TABLE, "side_won": OURS, "raises": [{"by": "Bert", "answer": "accept"}]}
    assert score(raised).result["points"] == 3
    ruled = {**TABLE, "side_won": OURS, "rulings": [{"offence": "revoke", "by": "Caro"}]}
    assert (score(ruled).result["side"], score(ruled).result["by"]) == (["Bert", "Dora"], "penalty")
    bluff = {**TABLE, "side_won": OURS, "rulings": [{"offence": "bluff", "by": "Caro"}]}
    assert score(bluff).result["fine"] == {"side": ["Bert", "Dora"], "points": 2}


def test_what_older_sheets_kept_is_read_as_the_side() -> None:
    old = {**TABLE, "tricks_taken": {"Anna": 3}}
    told = without_invented(old)
    assert told == {**TABLE, "side_won": OURS}
    assert score({**told, "tricks": TWO_TRICKS_OF_CARO}).errors == ()
    maschine = without_invented({**TABLE, "maschine": "Bert"})
    assert maschine == {**TABLE, "side_won": ["Bert", "Dora"], "by": "maschine"}


@pytest.mark.parametrize(
    "more",
    [
        {"tricks_taken": {"Caro": 3}},
        {"tricks_taken": {"Anna": 4}},
        {"tricks_taken": {"Anna": 2, "Caro": 1}},
        {"maschine": "Dora"},
        {"tricks_taken": {"Anna": 3}, "tricks": [{"cards": ["S10"]}]},
        {"gehen": "Anna"},
    ],
)
def test_what_somebody_did_say_stays(more: dict[str, Any]) -> None:
    assert without_invented({**TABLE, **more}) == {**TABLE, **more}
