"""Bolachen: what may be announced and declared, error by error."""

import pytest

from tests.rules.told import errors
from tests.rules.told import played
from tests.rules.told import report
from tests.rules.told import said

THROW_IN = {"dealer_forced": "throw_in"}
BRAND_ONLY = {"dealer_forced": "brand_only"}
STAYS = {"uncontested_upgrade": "brand_stays"}
ALL_PASS = "Anna pass, Bert pass, Caro pass"
TWO = "Anna brand, Bert brand, Caro pass"


@pytest.mark.parametrize(
    ("auction", "expected", "rules"),
    [
        ("", [], {}),
        ("Anna brand", [], {}),
        ("Bert pass", ["B10 /auction/0"], {}),
        ("Anna pass, Caro pass", ["B10 /auction/1"], {}),
        ("Anna pass, Anna brand", ["B10 /auction/1"], {}),
        ("Anna pass, Bert brand, Caro pass, Anna bettel", ["B10 /auction/3"], {}),
        ("Anna names:H", ["B14 /auction/0"], {}),
        ("Anna brand, Bert brand, Anna names:H", ["B14 /auction/2"], {}),
        (f"{TWO}, Bert names:H", ["B14 /auction/3"], {}),
        (f"{TWO}, Anna names:H, Bert names:G", [], {}),
        (f"{TWO}, Anna names:H, Bert names:G, Bert names:H", ["B14 /auction/5"], {}),
        (f"{TWO}, Caro names:H", ["B14 /auction/3"], {}),
        ("Anna brand:E, Bert brand, Caro pass, Bert names:E", [], {}),
        ("Anna brand:E, Bert brand, Caro pass, Anna names:H", ["B14 /auction/3"], {}),
        ("Anna brand, Bert brand, Caro mord, Anna names:H", ["B14 /auction/3"], {}),
        ("Anna brand, Bert pass, Caro pass, Anna names:H", ["B14 /auction/3"], {}),
        ("Anna brand, Bert pass, Caro brand, Anna names:H, Anna pass", ["B10 /auction/4"], {}),
        (ALL_PASS, ["B12 /auction/2"], {}),
        (ALL_PASS, ["B12 /auction/2"], BRAND_ONLY),
        (ALL_PASS, [], THROW_IN),
        ("Anna pass, Bert pass, Caro mord", ["B12 /auction/2"], BRAND_ONLY),
        ("Anna pass, Bert pass, Caro bettel", [], {}),
        ("Anna pass, Bert pass, Caro bettel", [], THROW_IN),
        ("Anna pass, Bert brand, Caro bettel", [], BRAND_ONLY),
        # only the first wrong call is reported
        ("Bert pass, Bert pass, Anna names:H", ["B10 /auction/0"], {}),
    ],
)
def test_auction(auction, expected, rules):
    assert errors("bolachen", auction=said(auction), rules=rules) == expected


@pytest.mark.parametrize(
    ("auction", "contract", "expected", "rules"),
    [
        ("", "Anna brand", ["B10 /auction"], {}),
        ("Anna brand, Bert pass", "Anna brand", ["B10 /auction"], {}),
        (TWO, "Anna brand", ["B14 /auction"], {}),
        (f"{TWO}, Anna names:H", "Anna brand", ["B14 /auction"], {}),
        # an auction with a wrong or missing call is compared with nothing
        ("Bert pass", "Caro mord", ["B10 /auction/0"], {}),
        (TWO, "Caro mord", ["B14 /auction"], {}),
        (None, "passed_out", ["B12 /contract/kind"], {}),
        ("Anna brand", "passed_out", ["B10 /auction", "B12 /contract/kind"], {}),
        ("Bert pass", "passed_out", ["B10 /auction/0", "B12 /contract/kind"], BRAND_ONLY),
        (None, "passed_out", [], THROW_IN),
        (ALL_PASS, "passed_out", [], THROW_IN),
        (ALL_PASS, "Caro brand", ["B12 /contract/kind"], THROW_IN),
        ("Anna brand, Bert pass, Caro pass", "passed_out", ["B11 /contract/kind"], THROW_IN),
        ("Anna brand", "passed_out", ["B10 /auction"], THROW_IN),
        ("Anna brand, Bert bettel, Caro pass", "Anna brand", ["B11 /contract/declarer"], {}),
        ("Anna brand, Bert bettel, Caro pass", "Anna mord", ["B11 /contract/declarer"], {}),
        ("Anna brand:H, Bert brand:H, Caro brand:H", "Anna brand H", [], {}),
        ("Anna brand:E, Bert brand:G, Caro brand:S", "Caro brand S", [], {}),
        ("Anna brand:E, Bert brand:G, Caro brand:S", "Caro brand H", [], {}),
        ("Anna brand:E, Bert brand:G, Caro brand:S", "Caro brand", [], {}),
        ("Anna brand:E, Bert brand:G, Caro brand:S", "Caro brand G", ["B15 /contract/trump"], {}),
        ("Anna bettel, Bert brand:G, Caro brand:S", "Anna bettel", [], {}),
        ("Anna brand:H, Bert pass, Caro pass", "Anna brand E", [], {}),
        ("Anna brand:H, Bert pass, Caro pass", "Anna mord", [], {}),
        ("Anna brand:H, Bert pass, Caro pass", "Anna mord", ["B16 /contract/kind"], STAYS),
        ("Anna brand:H, Bert pass, Caro pass", "Anna brand E", [], STAYS),
        ("Anna brand:H, Bert brand:E, Caro pass", "Anna mord", [], STAYS),
        ("Anna bettel, Bert pass, Caro pass", "Anna mord", [], STAYS),
        ("Anna bettel, Bert pass, Caro pass", "Anna brand", ["B16 /contract/kind"], {}),
        ("Anna mord, Bert pass, Caro pass", "Anna bettel", ["B16 /contract/kind"], {}),
        ("Anna mord, Bert pass, Caro pass", "Anna brand E", ["B16 /contract/kind"], {}),
        ("Anna pass, Bert pass, Caro brand", "Caro bettel", [], {}),
        ("Anna pass, Bert pass, Caro brand", "Caro bettel", ["B12 /contract/kind"], BRAND_ONLY),
        (
            "Anna pass, Bert pass, Caro brand",
            "Caro bettel",
            ["B12 /contract/kind"],
            BRAND_ONLY | STAYS,
        ),
        ("Anna pass, Bert brand, Caro pass", "Bert bettel", [], BRAND_ONLY),
        (None, "Anna bettel H", ["B21 /contract/trump"], {}),
        (None, "Anna mord H", ["B21 /contract/trump"], {}),
        (
            "Anna brand, Bert pass, Caro pass",
            "Bert mord H",
            ["B11 /contract/declarer", "B21 /contract/trump"],
            {},
        ),
    ],
)
def test_contract_against_auction(auction, contract, expected, rules):
    fields = {} if auction is None else {"auction": said(auction)}
    assert errors("bolachen", contract=played(contract), rules=rules, **fields) == expected


CALLED = {"card": "E7", "from": "Bert", "given": "HA"}


@pytest.mark.parametrize(
    ("contract", "call", "expected", "more"),
    [
        (None, CALLED, ["B18 /call"], {}),
        ("Anna brand", CALLED, ["B18 /call"], {}),
        ("passed_out", CALLED, ["B18 /call"], {"rules": THROW_IN}),
        ("Anna bettel", CALLED, ["B18 /call"], {"rules": {"call_right": "off"}}),
        ("Anna bettel", {"card": "E7", "from": "Anna"}, ["B18 /call/from"], {}),
        ("Anna bettel", {"card": "E7", "from": None, "given": "HA"}, ["B18 /call/given"], {}),
        ("Anna bettel", {"card": "E7", "given": "E7"}, ["B18 /call/given"], {}),
        (
            "Anna bettel",
            {"card": "E7", "from": "Anna", "given": "E7"},
            ["B18 /call/from"],
            {},
        ),
        (
            "Anna bettel",
            {"card": "E7", "from": "Anna"},
            ["B19 /call"],
            {"auction": said("Anna brand, Bert pass, Caro pass")},
        ),
    ],
)
def test_called_card(contract, call, expected, more):
    fields = {} if contract is None else {"contract": played(contract)}
    assert errors("bolachen", call=call, **fields, **more) == expected


def test_a_call_after_the_switch_where_the_table_allows_it():
    found = errors(
        "bolachen",
        auction=said("Anna brand, Bert pass, Caro pass"),
        contract=played("Anna mord"),
        call={"card": "E7", "from": "Anna"},
        rules={"call_right": "also_after_switch"},
    )
    assert found == ["B18 /call/from"]


def test_what_cannot_be_when_nobody_played():
    found = errors(
        "bolachen",
        rules=THROW_IN,
        contract=played("passed_out"),
        tricks=[{"cards": []}],
        tricks_taken={"Anna": 0, "Bert": 1},
        discards=["HA", "HK"],
        rulings=[{"offence": "misdeal"}, {"offence": "revoke", "by": "Anna"}],
    )
    paths = ["/discards", "/rulings/1", "/tricks", "/tricks_taken"]
    assert found == [f"contradiction {path}" for path in paths]


def test_tricks_need_the_contract_and_a_brand_its_trump():
    tricks = [{"lead": "Anna", "cards": ["HA"]}]
    assert errors("bolachen", tricks=tricks) == ["format /contract"]
    missing = errors("bolachen", tricks=tricks, contract=played("Anna brand"))
    assert missing == ["format /contract/trump"]


def test_all_is_found_that_is_wrong_in_one_stage():
    found = errors(
        "bolachen",
        auction=said("Bert pass"),
        contract=played("Anna mord H"),
        call={"card": "E7", "from": "Anna"},
        tricks_taken={"Anna": 3},
    )
    assert found == ["B10 /auction/0", "B18 /call/from", "B21 /contract/trump"]


def test_a_misdeal_scores_nothing():
    fields = {"contract": played("Anna brand"), "tricks_taken": {"Anna": 6}}
    assert report("bolachen", **fields)["result"]["made"] is True
    for rulings in (
        [{"offence": "misdeal"}],
        [{"offence": "revoke", "by": "Anna"}, {"offence": "misdeal", "by": "Bert"}],
    ):
        assert report("bolachen", **fields, rulings=rulings)["result"] is None


@pytest.mark.parametrize(
    ("kind", "taken", "made", "tricks"),
    [
        ("brand", {"Anna": 6}, True, 6),
        ("brand", {"Bert": 2, "Caro": 2}, True, 6),
        ("brand", {"Bert": 2, "Caro": 3}, False, 5),
        ("brand", {"Bert": 5}, False, None),
        ("brand", {"Bert": 4}, "uncertain", None),
        ("bettel", {"Bert": 9}, "uncertain", None),
        ("bettel", {"Bert": 10}, True, 0),
        ("bettel", {"Anna": 1}, False, 1),
        ("mord", {"Bert": 1}, False, None),
        ("mord", {"Bert": 0}, "uncertain", None),
        ("mord", {"Bert": 0, "Caro": 0}, True, 10),
        ("mord", {}, "uncertain", None),
    ],
)
def test_what_the_numbers_decide(kind, taken, made, tricks):
    result = report("bolachen", contract=played(f"Anna {kind}"), tricks_taken=taken)["result"]
    if made == "uncertain":
        assert result is None
    else:
        assert (result["made"], result["tricks"]) == (made, tricks)


def test_the_first_ruling_decides_and_it_needs_no_tricks():
    by = [{"offence": "revoke", "by": "Bert"}, {"offence": "revoke", "by": "Anna", "trick": 2}]
    found = report("bolachen", contract=played("Anna mord"), rulings=by)
    assert (found["result"]["made"], found["result"]["by"]) == (True, "ruling")
    assert found["units"] == {"Anna": 6, "Bert": -6, "Caro": 0}
    found = report("bolachen", contract=played("Anna mord"), rulings=by[::-1])
    assert found["units"] == {"Anna": -6, "Bert": 3, "Caro": 3}
    rules = {"revoke_remedy": "as_played"}
    assert (
        report("bolachen", contract=played("Anna mord"), rulings=by, rules=rules)["units"] is None
    )
