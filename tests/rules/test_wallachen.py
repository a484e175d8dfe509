"""Wallachen: what may be bid and declared, error by error, and who knows how many tricks."""

import pytest

from tests.rules.told import errors
from tests.rules.told import played
from tests.rules.told import report
from tests.rules.told import said

HAFERL = {"pass_out": "haferl"}
ALL_PASS = "Anna pass, Bert pass, Caro pass"
ANNA_SIX = "Anna 6, Bert pass, Caro pass"
ANY = {"hold": "any_previous_high"}


@pytest.mark.parametrize(
    ("auction", "expected", "rules"),
    [
        ("Bert pass", ["W7 /auction/0"], {}),
        ("Anna pass, Caro 6", ["W12 /auction/1"], {}),
        (f"{ANNA_SIX}, Anna 7", ["W12 /auction/3"], {}),
        (f"{ALL_PASS}, Anna 6", ["W12 /auction/3"], {}),
        ("Anna pass, Bert pass, Caro 9, Caro pass", ["W12 /auction/3"], {}),
        ("Anna pass, Bert 6, Caro 7, Bert 8", [], {}),
        ("Anna pass, Bert 6, Caro 7, Anna 8", ["W12 /auction/3"], {}),
        ("Anna hold", ["W11 /auction/0"], {}),
        ("Anna 6, Bert hold", ["W11 /auction/1"], {}),
        ("Anna 6, Bert 7, Caro pass, Anna hold, Bert hold", ["W11 /auction/4"], {}),
        ("Anna 6, Bert 7, Caro pass, Anna hold, Bert hold", ["W11 /auction/4"], ANY),
        ("Anna 6, Bert 7, Caro pass, Anna 8, Bert hold", ["W11 /auction/4"], {}),
        ("Anna 6, Bert 7, Caro pass, Anna 8, Bert hold", [], ANY),
        ("Anna 6, Bert 7, Caro pass, Anna hold", ["W11 /auction/3"], {"hold": "off"}),
        ("Anna 6, Bert 7, Caro pass, Anna hold, Bert 7", ["W9 /auction/4"], {}),
        ("Anna 6, Bert 7, Caro pass, Anna hold, Bert 8, Anna hold", [], {}),
        ("Anna 6, Bert mord, Caro pass, Anna hold, Bert pass", [], {}),
        ("Anna 6, Bert 6", ["W9 /auction/1"], {}),
        ("Anna 8, Bert 7", ["W9 /auction/1"], {}),
        ("Anna bettel, Bert 9", ["W10 /auction/1"], {}),
        ("Anna bettel, Bert 9", [], {"bettel_mord_rank": "bettel_after_7"}),
        ("Anna 8, Bert bettel", ["W10 /auction/1"], {"bettel_mord_rank": "bettel_after_7"}),
        ("Anna bettel, Bert 7", ["W10 /auction/1"], {"bettel_mord_rank": "bettel_after_7"}),
        ("Anna mord, Bert bettel", ["W10 /auction/1"], {}),
        ("Anna mord, Bert bettel", [], {"bettel_mord_rank": "mord_bettel"}),
        ("Anna mord, Bert mord", ["W10 /auction/1"], {}),
        # the first code that applies: out of turn comes before the height
        ("Anna 8, Caro 7", ["W12 /auction/1"], {}),
        ("Bert hold", ["W7 /auction/0"], {}),
    ],
)
def test_auction(auction, expected, rules):
    assert errors("wallachen", auction=said(auction), rules=rules) == expected


UP = {"change_after_stock": "upward"}
TO_TOP = {"change_after_stock": "to_bettel_mord"}
AFTER_7 = {"bettel_mord_rank": "bettel_after_7"}


@pytest.mark.parametrize(
    ("auction", "contract", "expected", "rules"),
    [
        ("", "Anna number 6", ["W12 /auction"], {}),
        ("Anna 6, Bert pass", "Anna number 6", ["W12 /auction"], {}),
        ("Anna 6, Bert pass", "Caro mord", ["W12 /auction"], {}),
        ("Bert 6", "Caro mord", ["W7 /auction/0"], {}),
        (None, "passed_out", ["W13 /contract/kind"], {}),
        (ALL_PASS, "passed_out", ["W13 /contract/kind"], {}),
        ("Anna 6", "passed_out", ["W12 /auction", "W13 /contract/kind"], {}),
        (ALL_PASS, "passed_out", [], HAFERL),
        (ALL_PASS, "passed_out", [], {"pass_out": "redeal"}),
        (ALL_PASS, "Anna number 6", ["W13 /contract/kind"], HAFERL),
        (ALL_PASS, "Anna number 6", ["W13 /contract/kind"], {"pass_out": "redeal"}),
        (ANNA_SIX, "passed_out", ["W15 /contract/kind"], HAFERL),
        ("Anna 6", "passed_out", ["W12 /auction"], HAFERL),
        (ANNA_SIX, "Bert number 7", ["W15 /contract/declarer"], {}),
        (ANNA_SIX, "Anna number 7", ["W15 /contract/bid"], {}),
        (ANNA_SIX, "Anna bettel", ["W15 /contract/kind"], {}),
        ("Anna mord, Bert pass, Caro pass", "Anna bettel", ["W15 /contract/kind"], UP),
        ("Anna mord, Bert pass, Caro pass", "Anna number 6", ["W15 /contract/kind"], TO_TOP),
        ("Anna bettel, Bert pass, Caro pass", "Anna mord", [], UP),
        ("Anna bettel, Bert pass, Caro pass", "Anna mord", ["W15 /contract/kind"], TO_TOP),
        ("Anna 8, Bert pass, Caro pass", "Anna number 7", ["W15 /contract/bid"], UP),
        ("Anna 8, Bert pass, Caro pass", "Anna number 9", [], UP),
        ("Anna 8, Bert pass, Caro pass", "Anna number 9", ["W15 /contract/bid"], TO_TOP),
        ("Anna 8, Bert pass, Caro pass", "Anna bettel", [], UP),
        ("Anna 8, Bert pass, Caro pass", "Anna bettel", ["W15 /contract/kind"], UP | AFTER_7),
        ("Anna 8, Bert pass, Caro pass", "Anna bettel", [], TO_TOP | AFTER_7),
        (ALL_PASS, "Anna number 6", [], {}),
        (ALL_PASS, "Bert number 6", ["W13 /contract/declarer"], {}),
        (ALL_PASS, "Anna number 8", ["W13 /contract/bid"], {}),
        (ALL_PASS, "Anna mord", ["W13 /contract/kind"], {}),
        (ALL_PASS, "Anna number 8", [], UP),
        (ALL_PASS, "Anna mord", [], TO_TOP),
        (None, "Anna bettel H", ["W17 /contract/trump"], {}),
        (ANNA_SIX, "Bert mord H", ["W15 /contract/declarer", "W17 /contract/trump"], {}),
        ("Anna 6, Bert 7, Caro pass, Anna hold, Bert pass", "Anna number 7", [], {}),
    ],
)
def test_contract_against_auction(auction, contract, expected, rules):
    fields = {} if auction is None else {"auction": said(auction)}
    assert errors("wallachen", contract=played(contract), rules=rules, **fields) == expected


def test_doubles():
    off = {"double_window": "off"}
    assert errors("wallachen", doubles=["Anna", "Bert", "Caro"]) == []
    twice = ["Anna", "Bert", "Anna", "Anna"]
    assert errors("wallachen", doubles=twice) == ["W6 /doubles/2", "W6 /doubles/3"]
    assert errors("wallachen", doubles=["Bert", "Bert"], rules=off) == [
        "W5 /doubles",
        "W6 /doubles/1",
    ]


def test_what_cannot_be_when_nobody_played():
    found = errors(
        "wallachen",
        rules=HAFERL,
        contract=played("passed_out"),
        tricks_taken={"Anna": 1},
        rulings=[{"offence": "revoke", "by": "Anna"}],
    )
    assert found == ["contradiction /rulings/0", "contradiction /tricks_taken"]
    same = {"contract": played("passed_out"), "tricks_taken": {"Anna": 0}, "rules": HAFERL}
    assert errors("wallachen", **same) == []


@pytest.mark.parametrize(
    ("lead", "trump", "expected", "rules"),
    [
        ({"cards": ["SA"]}, "S", [], {}),
        ({"cards": ["SA"]}, "H", ["W17 /contract/trump"], {}),
        ({"cards": ["SA"], "lead": "Bert"}, "H", [], {}),
        ({"cards": ["SA"]}, "H", [], {"trump_fixing": "announced"}),
        ({"cards": ["SA"]}, None, [], {}),
        ({"cards": ["SA"]}, None, ["format /contract/trump"], {"trump_fixing": "announced"}),
        ({"cards": ["SA"], "lead": "Bert"}, None, ["format /contract/trump"], {}),
        ({"cards": [None]}, None, ["format /contract/trump"], {}),
        ({"cards": []}, None, ["format /contract/trump"], {}),
        ({"cards": ["SA"], "lead": "Anna", "n": 2}, None, ["format /contract/trump"], {}),
        ({"cards": ["SA"], "lead": "Anna", "n": 2}, "H", [], {}),
    ],
)
def test_the_first_lead_names_the_trump(lead, trump, expected, rules):
    contract = played("Anna number 6" + (f" {trump}" if trump else ""))
    assert errors("wallachen", contract=contract, tricks=[lead], rules=rules) == expected


@pytest.mark.parametrize(
    ("contract", "taken", "rules", "units"),
    [
        ("Anna number 6", {"Bert": 1, "Caro": 2}, {}, 14),
        ("Anna number 6", {"Bert": 1}, {}, None),
        ("Anna number 6", {"Bert": 5}, {}, -12),
        ("Anna number 6", {"Bert": 5}, {"loss_pays": "shortfall"}, None),
        ("Anna number 6", {"Bert": 5, "Caro": 1}, {"loss_pays": "shortfall"}, -4),
        ("Anna number 9", {"Anna": 2}, {"loss_pays": "bid_plus_shortfall"}, -32),
        ("Anna number 9", {"Anna": 10}, {"win_pays": "tricks_bid"}, 18),
        ("Anna bettel", {"Bert": 10}, {"bettel_value": 7}, 14),
        ("Anna mord", {"Caro": 1}, {"mord_value": 1000}, -2000),
    ],
)
def test_what_the_numbers_pay(contract, taken, rules, units):
    found = report("wallachen", contract=played(contract), tricks_taken=taken, rules=rules)
    assert (found["units"] and found["units"]["Anna"]) == units


@pytest.mark.parametrize(
    ("taken", "by", "rules", "units"),
    [
        ({"Anna": 8}, "Bert", {}, {"Anna": 16, "Bert": -16, "Caro": 0}),
        ({"Anna": 2}, "Bert", {}, {"Anna": 14, "Bert": -14, "Caro": 0}),
        ({}, "Bert", {}, {"Anna": 14, "Bert": -14, "Caro": 0}),
        ({"Bert": 0, "Caro": 1}, "Caro", {}, {"Anna": 18, "Bert": 0, "Caro": -18}),
        # the most he can have is not known to be his
        ({"Bert": 0}, "Caro", {}, {"Anna": 14, "Bert": 0, "Caro": -14}),
        ({"Anna": 9}, "Caro", {"win_pays": "tricks_bid"}, {"Anna": 14, "Bert": 0, "Caro": -14}),
        ({"Anna": 9}, "Caro", {"revoke_payer": "both"}, {"Anna": 18, "Bert": -9, "Caro": -9}),
        ({"Anna": 9}, "Anna", {}, {"Anna": -14, "Bert": 7, "Caro": 7}),
        ({"Anna": 2}, "Anna", {"loss_pays": "shortfall"}, {"Anna": -14, "Bert": 7, "Caro": 7}),
    ],
)
def test_what_a_ruling_pays(taken, by, rules, units):
    found = report(
        "wallachen",
        contract=played("Anna number 7"),
        tricks_taken=taken,
        rules=rules,
        rulings=[{"offence": "revoke", "by": by, "trick": 4}],
    )
    assert found["units"] == units
    assert found["result"]["by"] == "ruling"


def test_a_ruling_counts_for_the_haferl_too():
    fields = {"contract": played("Anna number 7"), "tricks_taken": {"Anna": 7}, "haferl": 30}
    made = report("wallachen", **fields, rulings=[{"offence": "revoke", "by": "Bert"}])
    assert made["payments"] == [
        {"from": "Bert", "to": "Anna", "amount": 140},
        {"from": "haferl", "to": "Anna", "amount": 30},
    ]
    lost = report(
        "wallachen",
        **fields,
        rulings=[{"offence": "revoke", "by": "Anna"}],
        rules={"haferl_on_failure": "pay_stake", "haferl_stake": 3},
    )
    assert lost["result"]["haferl"] == 60
    assert lost["money"] == {"Anna": -170, "Bert": 70, "Caro": 70}
    assert lost["units"] == {"Anna": -14, "Bert": 7, "Caro": 7}


def test_an_empty_haferl_stays_empty_when_the_declarer_fails():
    for failure in ("nothing", "pay_stake", "double_pot"):
        found = report(
            "wallachen",
            contract=played("Anna number 7"),
            tricks_taken={"Anna": 3},
            rules={"haferl_on_failure": failure},
        )
        assert found["money"] == {"Anna": -140, "Bert": 70, "Caro": 70}
        assert "haferl" not in found["result"]
