"""What follows from cards and rulings together: I2 to I5, numbers from tricks, the report."""

import json

import pytest

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import Verdict
from scorekeeper.adjudication.check import check_object
from scorekeeper.adjudication.check import check_text
from scorekeeper.adjudication.writing import report_as_json
from tests.rules.told import errors
from tests.rules.told import played
from tests.rules.told import report

# Anna wins the first six with trumps and aces, then gives four away; nobody errs.
BRAND = [
    ["HA", "H7", "H8"],
    ["HK", "H9", "H10"],
    ["HO", "GU", "GO"],
    ["HU", "G7", "G8"],
    ["SA", "S7", "S8"],
    ["SK", "S9", "S10"],
]


def tricks(*cards, first=1):
    return [{"n": first + i, "lead": "Anna", "cards": list(trick)} for i, trick in enumerate(cards)]


def revoke(by, trick=None):
    return [{"offence": "revoke", "by": by} | ({} if trick is None else {"trick": trick})]


@pytest.mark.parametrize(
    ("rulings", "made", "by"),
    [
        (revoke("Anna", 7), True, "tricks"),
        (revoke("Bert", 7), True, "tricks"),
        (revoke("Anna", 6), False, "ruling"),
        (revoke("Anna"), False, "ruling"),
        (revoke("Anna", 7) + revoke("Anna", 3), False, "ruling"),
        (revoke("Anna", 7) + revoke("Anna", 9), True, "tricks"),
    ],
)
def test_what_was_decided_before_stands(rulings, made, by):
    found = report(
        "bolachen", contract=played("Anna brand H"), tricks=tricks(*BRAND), rulings=rulings
    )
    assert (found["result"]["made"], found["result"]["by"]) == (made, by)


def test_beyond_making_is_decided_too():
    taken = [["SA", "S7", "SK"], ["GA", "GK", "GO"]]
    lost = tricks(*taken[:1])
    lost[0]["lead"] = "Bert"
    fields = {"contract": played("Anna mord"), "rulings": revoke("Bert", 2)}
    assert report("bolachen", **fields)["result"]["made"] is True
    found = report("bolachen", **fields, tricks=lost)
    assert (found["result"]["made"], found["result"]["by"]) == (False, "tricks")
    bettel = {"contract": played("Anna bettel"), "rulings": revoke("Bert", 3)}
    found = report("bolachen", **bettel, tricks=tricks(*taken))
    assert (found["result"]["made"], found["units"]["Anna"]) == (False, -4)


def test_tricks_that_are_missing_do_not_decide():
    """Five of six are recorded before trick 7: it may or may not have been decided."""
    fields = {"contract": played("Anna brand H"), "rulings": revoke("Anna", 7)}
    found = report("bolachen", **fields, tricks=tricks(*BRAND[:5]))
    assert (found["result"]["made"], found["result"]["by"]) == (False, "ruling")
    forgotten = [*BRAND[:5], ["SK", None, "S10"]]
    found = report("bolachen", **fields, tricks=tricks(*forgotten))
    assert (found["result"]["made"], found["result"]["by"]) == (False, "ruling")


def test_a_number_made_but_not_counted_is_not_scored():
    fields = {"contract": played("Anna number 6 H"), "tricks": tricks(*BRAND)}
    assert report("wallachen", **fields)["result"] is None
    bid = report("wallachen", **fields, rules={"win_pays": "tricks_bid"})
    assert (bid["result"]["tricks"], bid["units"]["Anna"]) == (None, 12)
    counted = report("wallachen", **fields, tricks_taken={"Anna": 8})
    assert (counted["result"]["tricks"], counted["units"]["Anna"]) == (8, 16)
    ruled = report("wallachen", **fields, rulings=revoke("Bert", 3))
    assert (ruled["result"]["tricks"], ruled["units"]["Anna"]) == (None, 12)
    higher = {"contract": played("Anna number 7 H"), "tricks": tricks(*BRAND)}
    assert report("wallachen", **higher, rulings=revoke("Bert", 3))["units"]["Anna"] == 14


def test_the_number_is_exact_when_least_and_most_meet():
    fields = {"contract": played("Anna brand H"), "tricks": tricks(*BRAND)}
    assert report("bolachen", **fields)["result"]["tricks"] is None
    some = report("bolachen", **fields, tricks_taken={"Bert": 4})
    assert some["result"]["tricks"] == 6
    both = report("bolachen", **fields, tricks_taken={"Bert": 1, "Caro": 1})
    assert both["result"]["tricks"] == 8


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ({"Anna": 5}, ["contradiction /tricks_taken/Anna"]),
        ({"Bert": 5}, ["contradiction /tricks_taken/Bert"]),
        ({"Bert": 4}, []),
        ({"Bert": 2, "Caro": 3}, ["contradiction /tricks_taken"]),
        ({"Anna": 6, "Bert": 4, "Caro": 0}, []),
    ],
)
def test_numbers_against_tricks(taken, expected):
    found = errors(
        "bolachen",
        contract=played("Anna brand H"),
        tricks=tricks(*BRAND),
        tricks_taken=taken,
        ask=[],
    )
    assert found == expected


WATTEN = {"contract": {"schlag": "10", "trump": "S"}}
# Anna, Dora, Anna, Anna
TAKEN = [
    ["HK", "G7", "G8", "G9"],
    ["GK", "E9", "E8", "GA"],
    ["H7", "S7", "H8", "H9"],
    ["S10", "SA", "SK", "SO"],
]


def watten_tricks(*cards, leads=("Anna", "Anna", "Dora", "Anna")):
    return [
        {"n": i + 1, "lead": lead, "cards": trick}
        for i, (trick, lead) in enumerate(zip(cards, leads, strict=False))
    ]


def test_a_side_with_three_tricks_has_won():
    won = watten_tricks(TAKEN[0], TAKEN[1], TAKEN[2], TAKEN[3])
    found = report("watten", **WATTEN, tricks=won, ask=[])
    assert [trick["winner"] for trick in found["tricks"]] == ["Anna", "Dora", "Anna", "Anna"]
    assert (found["result"]["side"], found["result"]["by"]) == (["Anna", "Caro"], "tricks")


@pytest.mark.parametrize(
    ("trick", "side", "by"),
    [(5, ["Anna", "Caro"], "tricks"), (4, ["Bert", "Dora"], "penalty"), (None, None, "penalty")],
)
def test_an_error_after_the_third_trick_changes_nothing(trick, side, by):
    won = watten_tricks(*TAKEN)
    for offence in ("error", "revoke"):
        ruling = {"offence": offence, "by": "Anna"} | ({} if trick is None else {"trick": trick})
        result = report("watten", **WATTEN, tricks=won, ask=[], rulings=[ruling])["result"]
        assert result["by"] == by
        assert side is None or result["side"] == side


@pytest.mark.parametrize(
    ("raises", "number", "expected"),
    [
        ([{"by": "Anna", "answer": "accept", "in_trick": 4}], 4, []),
        ([{"by": "Anna", "answer": "accept", "in_trick": 5}], 4, ["contradiction /raises/0"]),
        ([{"by": "Anna", "answer": "accept", "in_trick": 5}], 3, []),
        (
            [
                {"by": "Anna", "answer": "accept", "in_trick": 5},
                {"by": "Bert", "answer": "accept", "in_trick": 5},
            ],
            4,
            ["contradiction /raises/0", "contradiction /raises/1"],
        ),
        ([{"by": "Anna", "answer": "fold", "in_trick": 4}], 4, ["contradiction /raises/0"]),
        ([{"by": "Anna", "answer": "fold", "in_trick": 3}], 3, []),
        ([{"by": "Anna", "answer": "fold", "in_trick": 2}], 3, ["contradiction /raises/0"]),
        ([{"by": "Anna", "answer": "fold"}], 3, []),
    ],
)
def test_raises_against_tricks(raises, number, expected):
    fields = {**WATTEN, "tricks": watten_tricks(*TAKEN[:number]), "ask": []}
    assert errors("watten", **fields, raises=raises) == expected


def test_when_the_deal_was_decided_is_known_only_from_all_tricks_before():
    late = [{"by": "Anna", "answer": "accept", "in_trick": 5}]
    for missing in (0, 1, 2):
        some = watten_tricks(*TAKEN)
        some[missing]["cards"] = [None, *some[missing]["cards"][1:]]
        assert errors("watten", **WATTEN, tricks=some, raises=late, ask=[]) == []
    gap = watten_tricks(*TAKEN)[1:]
    assert errors("watten", **WATTEN, tricks=gap, raises=late, ask=[]) == []


def test_a_bluff_of_who_played_a_critical_card_was_none():
    fields = {**WATTEN, "tricks": watten_tricks(*TAKEN), "ask": []}
    seats = {"seats": ["Bert", "Dora", "Anna", "Caro"], "dealer": "Caro"}
    bluff = [{"offence": "bluff", "by": "Caro"}]
    assert errors("watten", **fields, rulings=bluff) == []
    some = watten_tricks(["HK", "G7", "G8", "G9"], leads=("Anna",))
    shown = {**WATTEN, "tricks": some, "rulings": [{"offence": "bluff", "by": "Anna"}]}
    assert errors("watten", **shown, **seats) == ["T11 /rulings/0"]
    none = {"rules": {"criticals": "none"}}
    assert errors("watten", **shown, **seats, **none) == []


def test_everybody_counted_covers_every_trick_played():
    """Three tricks in all, though a fifth was played out."""
    last = [{"n": 5, "lead": "Anna", "cards": TAKEN[0]}]
    taken = {"Anna": 1, "Bert": 1, "Caro": 1, "Dora": 0}
    assert errors("watten", **WATTEN, tricks=last, tricks_taken=taken) == [
        "contradiction /tricks_taken"
    ]
    begun = [{"n": 4, "lead": "Anna", "cards": ["HK"]}]
    assert errors("watten", **WATTEN, tricks=begun, tricks_taken=taken) == []


def test_asking_for_plays():
    some = tricks(["HA", None, "H8"], ["HK", "H9"])
    fields = {"contract": played("Anna brand H"), "tricks": some}
    wanted = [{"trick": 1, "player": "Bert"}, {"trick": 2, "player": "Caro"}]
    assert errors("bolachen", **fields, ask=wanted) == [
        "contradiction /ask/0",
        "contradiction /ask/1",
    ]
    right = [{"trick": 2, "player": "Bert"}, {"trick": 2, "player": "Bert"}]
    assert len(report("bolachen", **fields, ask=right)["plays"]) == 1
    assert report("bolachen", **fields, ask=[])["plays"] == []
    assert len(report("bolachen", **fields)["plays"]) == 4


def test_an_illegal_play_changes_no_result():
    held = [{"player": "Bert", "cards": ["H9"], "after_trick": 1}]
    fields = {"contract": played("Anna brand H"), "tricks": tricks(["HA", "E7", "H8"])}
    found = report("bolachen", **fields, held=held, tricks_taken={"Anna": 6})
    assert found["verdict"] == "illegal"
    assert found["result"]["made"] is True


@pytest.mark.parametrize("value", [None, 1, "x", [], {}, {"format": 1}, [[[]]], 1.5, True])
def test_anything_gets_a_report(value):
    found = report_as_json(check_object(value), lambda finding: finding.key)
    assert found["verdict"] == "error"
    assert found == json.loads(json.dumps(found))
    assert check_text(json.dumps(value).encode()).verdict is Verdict.ERROR


def test_a_report_is_a_value():
    assert check_text(b"{") == check_text(b"[")
    assert Report(verdict=Verdict.LEGAL).payments == ()
