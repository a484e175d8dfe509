"""Reading a record, stages 1 and 2: is it one, and has everything the right shape?"""

import json
from typing import Any

import pytest

from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.reading import read_text
from scorekeeper.rules.record import DealRecord
from tests.rules.read_records import TEN
from tests.rules.read_records import B
from tests.rules.read_records import T
from tests.rules.read_records import W
from tests.rules.read_records import errors
from tests.rules.read_records import good
from tests.rules.read_records import shape


def text_errors(text: str | bytes) -> list[tuple[str, str]]:
    read = read_text(text.encode() if isinstance(text, str) else text)
    if isinstance(read, DealRecord):
        return []
    return sorted((finding.code, finding.path) for finding in read)


# Stage 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"nonsense",
        b"[]",
        b"null",
        b'"text"',
        b"1",
        b"{",
        b"\xff\xfe",
        b'{"format": "\xff"}',
        b"\xef\xbb\xbf{}",
        b'{"format": NaN}',
        b'{"tariff": Infinity}',
        b'{"tariff": -Infinity}',
        b'{"a": 1, "a": 1}',
        b'{"x": {"a": 1, "\\u0061": 1}}',
        b'{"a": 1} {}',
        b"{'a': 1}",
        b'{"a": 01}',
        b'{"a": "\n"}',
        b"[" * 30_000,
        b'{"a":' * 600 + b"1" + b"}" * 600,
        json.dumps({**B, "x": "y" * 65_536}).encode(),
    ],
    ids=lambda data: repr(data[:20]),
)
def test_what_is_no_json_object_is_no_record(data: bytes) -> None:
    assert text_errors(data) == [("format", "")]


def test_a_record_may_be_exactly_as_long_as_the_bound() -> None:
    text = json.dumps(B)
    assert text_errors(text + " " * (65_536 - len(text))) == []
    assert text_errors(text + " " * (65_537 - len(text))) == [("format", "")]


def test_brackets_in_a_text_are_no_nesting() -> None:
    assert text_errors(json.dumps({**B, "x": '[{"\\' * 1000})) == shape("/x")


@pytest.mark.parametrize(
    ("changed", "paths"),
    [
        ({"format": None}, ["/format"]),
        ({"format": "deal-record/2"}, ["/format"]),
        ({"game": "skat"}, ["/game"]),
        ({"game": ["watten"], "format": 1}, ["/format", "/game"]),
        ({"game": "Watten", "seats": 3, "x": 1}, ["/game"]),
    ],
)
def test_format_and_game_come_first(changed: dict[str, Any], paths: list[str]) -> None:
    assert errors({**B, **changed}) == shape(*paths)


def test_an_empty_object_lacks_both() -> None:
    assert errors({}) == shape("/format", "/game")
    assert errors([]) == shape("")
    assert errors({1: 2}) == shape("/format", "/game")


# Stage 2: numbers


@pytest.mark.parametrize("number", ["10", "10.0", "1e1", "1E+1", "100e-1", "0.1e2", "10.000"])
def test_a_whole_number_may_be_written_with_a_point(number: str) -> None:
    read = read_text(json.dumps({**B, "tariff": "@"}).replace('"@"', number).encode())
    assert isinstance(read, DealRecord)
    assert read.tariff == 10
    assert type(read.tariff) is int


@pytest.mark.parametrize("zero", ["0", "-0", "0.0", "-0.0", "0e99999999999", "0.000e-5"])
def test_zero_is_zero_however_written(zero: str) -> None:
    read = read_text(json.dumps({**B, "tariff": "@"}).replace('"@"', zero).encode())
    assert isinstance(read, DealRecord)
    assert read.tariff == 0


@pytest.mark.parametrize(
    "number",
    [
        "true",
        "false",
        "null",
        '"10"',
        "10.5",
        "-1",
        "1000001",
        "1e7",
        "1e400",
        "1e99999999999",
        "1e-400",
        "1e-99999999999",
        "10.00000000000000000000000001",
        "9.99999999999999999999999999",
        "9" * 400,
        "9" * 5000,
        "-" + "9" * 5000,
        "1" + "0" * 5000 + ".0",
        "[]",
        "{}",
    ],
    ids=lambda text: text[:20],
)
def test_anything_else_is_no_tariff(number: str) -> None:
    text = json.dumps({**B, "tariff": "@"}).replace('"@"', number)
    assert text_errors(text) == shape("/tariff")


def test_spans_of_numbers_go_by_game() -> None:
    trick = {"cards": [], "n": 6}
    assert errors({**B, "tricks": [{**trick, "n": 10}]}) == []
    assert errors({**B, "tricks": [{**trick, "n": 11}]}) == shape("/tricks/0/n")
    assert errors({**B, "tricks": [{**trick, "n": 0}]}) == shape("/tricks/0/n")
    assert errors({**T, "tricks": [{**trick, "n": 6}]}) == shape("/tricks/0/n")
    assert errors({**B, "tricks_taken": {"Anna": 11}}) == shape("/tricks_taken/Anna")
    assert errors({**T, "tricks_taken": {"Anna": 6}}) == shape("/tricks_taken/Anna")
    assert errors({**T, "match": {"Anna": 1001}}) == shape("/match/Anna")
    assert errors({**W, "haferl": 1_000_000_001}) == shape("/haferl")
    held = {"player": "Anna", "cards": [], "after_trick": 11}
    assert errors({**B, "held": [held]}) == shape("/held/0/after_trick")
    assert errors({**T, "raises": [{"by": "Anna", "answer": "fold", "in_trick": 6}]}) == shape(
        "/raises/0/in_trick"
    )


# Stage 2: fields, words, cards


def test_missing_and_unknown_fields() -> None:
    assert errors({"format": "deal-record/1", "game": "watten"}) == shape("/seats", "/dealer")
    assert errors({**B, "Dealer": "Caro", "a/b~": 1, "": []}) == shape("/Dealer", "/a~1b~0", "/")
    assert errors({**B, "tricks": None}) == shape("/tricks")


def test_a_field_of_another_game_is_wrong_and_so_is_what_is_wrong_in_it() -> None:
    assert errors({**B, "doubles": []}) == shape("/doubles")
    assert errors({**B, "doubles": [1, "Anna"]}) == shape("/doubles", "/doubles/0")
    assert errors({**B, "haferl": "x"}) == shape("/haferl")
    assert errors({**W, "call": {"card": "HX1"}}) == shape("/call", "/call/card")
    assert errors({**T, "auction": [["Anna", "brand"], ["Anna"], ["Anna", "x"]]}) == shape(
        "/auction", "/auction/1", "/auction/2/1"
    )
    assert errors({**W, "raises": [{"by": "Anna", "answer": "no", "x": 1}]}) == shape(
        "/raises", "/raises/0/answer", "/raises/0/x"
    )


@pytest.mark.parametrize(
    ("record", "call", "wrong"),
    [
        (B, "brand", False),
        (B, "brand:h", False),
        (B, "names:L", False),
        (B, "Brand", True),
        (B, "brand:", True),
        (B, "brand: H", True),
        (B, "brand:♥", True),
        (B, "names", True),
        (B, "hold", True),
        (B, 6, True),
        (B, True, True),
        (B, None, True),
        (B, ["pass"], True),
        (W, 6, False),
        (W, 9.0, False),
        (W, "7", False),
        (W, "07", True),
        (W, "6.0", True),
        (W, 10, True),
        (W, 5, True),
        (W, True, True),
        (W, "hold", False),
        (W, "brand", True),
    ],
)
def test_calls_of_the_auction(record: dict[str, Any], call: object, wrong: bool) -> None:
    expected = shape("/auction/0/1") if wrong else []
    assert errors({**record, "auction": [["Anna", call]]}) == expected


def test_an_auction_is_pairs_of_name_and_call() -> None:
    auction: list[object] = ["Anna", ["Anna"], ["Anna", "pass", 1], {}, [1, "pass"], [1, 2]]
    assert errors({**B, "auction": auction}) == shape(
        "/auction/0", "/auction/1", "/auction/2", "/auction/3", "/auction/4/0", "/auction/5/0",
        "/auction/5/1",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("record", "contract", "paths"),
    [
        (B, {}, ["kind"]),
        (B, {"declarer": 5, "x": 1}, ["kind"]),
        (B, {"kind": "number", "x": 1}, ["kind"]),
        (W, {"kind": "brand", "bid": 6}, ["kind"]),
        (B, {"kind": ["brand"]}, ["kind"]),
        (B, {"kind": "brand"}, ["declarer"]),
        (B, {"kind": "brand", "declarer": "Anna", "bid": 6}, ["bid"]),
        (B, {"kind": "mord", "declarer": "Anna", "trump": "H"}, []),
        (B, {"kind": "mord", "declarer": "Anna", "trump": "Q"}, ["trump"]),
        (B, {"kind": "passed_out"}, []),
        (B, {"kind": "passed_out", "declarer": "Anna", "trump": "H"}, ["declarer", "trump"]),
        (W, {"kind": "number", "declarer": "Anna"}, ["bid"]),
        (W, {"kind": "number", "declarer": "Anna", "bid": 10}, ["bid"]),
        (W, {"kind": "bettel", "declarer": "Anna", "bid": 6}, ["bid"]),
        (W, {"kind": "number", "declarer": "Anna", "bid": 6, "schlag": 7}, ["schlag"]),
        (T, {}, []),
        (T, {"schlag": 10, "trump": "s"}, []),
        (T, {"schlag": "x", "trump": "S"}, []),
        (T, {"schlag": 6}, ["schlag"]),
        (T, {"schlag": "Q"}, ["schlag"]),
        (T, {"schlag": True}, ["schlag"]),
        (T, {"kind": "brand", "declarer": "Anna"}, ["kind", "declarer"]),
        (T, {"schlag": None}, ["schlag"]),
    ],
    ids=str,
)
def test_contracts(record: dict[str, Any], contract: object, paths: list[str]) -> None:
    expected = shape(*(f"/contract/{path}" for path in paths))
    assert errors({**record, "contract": contract}) == expected


def test_objects_need_their_parts() -> None:
    assert errors({**B, "call": {}}) == shape("/call/card")
    assert errors({**B, "held": [{}]}) == shape(
        "/held/0/player", "/held/0/cards", "/held/0/after_trick"
    )
    assert errors({**B, "tricks": [{}]}) == shape("/tricks/0/cards")
    assert errors({**T, "raises": [{}]}) == shape("/raises/0/by", "/raises/0/answer")
    assert errors({**T, "schlecken": [{}]}) == shape("/schlecken/0/player")
    assert errors({**B, "ask": [{}]}) == shape("/ask/0/trick", "/ask/0/player")
    assert errors({**B, "rulings": [{}]}) == shape("/rulings/0/offence", "/rulings/0/by")
    assert errors({**B, "rulings": [{"offence": "misdeal"}]}) == []
    assert errors({**B, "rulings": [{"offence": "misdeal", "by": 1}]}) == shape("/rulings/0/by")
    assert errors({**B, "rulings": [{"offence": "revoke"}]}) == shape("/rulings/0/by")
    assert errors({**B, "rulings": [{"offence": "bluff", "by": "Anna"}]}) == shape(
        "/rulings/0/offence"
    )
    assert errors({**T, "rulings": [{"offence": "bluff", "by": "Anna"}]}) == []


def test_null_stands_in_three_places_only() -> None:
    assert errors({**B, "tricks": [{"cards": [None, "HA", None]}]}) == []
    assert errors({**B, "call": {"card": "E7", "from": None}}) == []
    assert errors({**T, "schlecken": [{"player": "Caro", "card": None}]}) == []
    assert errors({**B, "call": {"card": None, "given": None}}) == shape(
        "/call/card", "/call/given"
    )
    assert errors({**B, "hands": {"Anna": [None]}}) == shape("/hands/Anna/0")
    assert errors({**B, "tricks": [{"lead": None, "n": None, "cards": []}]}) == shape(
        "/tricks/0/lead", "/tricks/0/n"
    )
    assert errors({**B, "held": None, "dealer": None}) == shape("/held", "/dealer")


def test_cards_are_read_in_the_pack_of_the_record() -> None:
    record = {**B, "hands": {"Anna": ["HA", "hq", "♠7", "E10", 5]}}
    wrong = ["/hands/Anna/1", "/hands/Anna/2", "/hands/Anna/4"]
    assert errors(record) == shape(*wrong)
    french = {**record, "pack": "french", "contract": {"kind": "mord", "declarer": "Anna"}}
    assert errors(french) == shape("/hands/Anna/3", "/hands/Anna/4")


def test_where_the_pack_is_wrong_cards_are_not_read() -> None:
    record = {
        **B,
        "pack": "Skat",
        "hands": {"Anna": ["??"]},
        "auction": [["Anna", "brand:??"], ["Bert", "??"]],
        "contract": {"kind": "brand", "declarer": "Anna", "trump": "??"},
        "tricks": [{"cards": ["??", None], "x": 1}],
        "call": {"card": "??"},
    }
    assert errors(record) == shape("/pack", "/auction/1/1", "/tricks/0/x")
    assert errors({**T, "pack": 1, "contract": {"schlag": "??"}}) == shape("/pack")


def test_house_rules_at_their_names() -> None:
    rules = {"mord_factor": 4, "target": 11, "a/b": 1, "dealer_forced": "brand_only"}
    assert errors({**B, "house_rules": rules}) == shape(
        "/house_rules/mord_factor", "/house_rules/target", "/house_rules/a~1b"
    )
    assert errors({**B, "house_rules": []}) == shape("/house_rules")
    assert good({**B, "house_rules": {"mord_factor": 5.0}}).rules == BolachenRules(mord_factor=5)
    assert errors({**B, "house_rules": {"mord_factor": True}}) == shape("/house_rules/mord_factor")


@pytest.mark.parametrize("currency", ["eur", "EURO", "EU", "€", "ÄÖÜ", 1, "EUR\n", ""])
def test_a_currency_is_three_capital_letters(currency: object) -> None:
    assert errors({**B, "currency": currency}) == shape("/currency")


# Stage 2: names


@pytest.mark.parametrize(
    "name",
    ["", "  ", "haferl", " HaFeRL ", "x" * 61, "a\u0000b", "a\tb", "\u0085a\u0085b", "\ud800", 5],
    ids=repr,
)
def test_what_is_no_name_for_a_seat(name: object) -> None:
    record = {**B, "seats": ["Anna", "Bert", name, "Caro"], "sitting_out": ["Anna"]}
    assert errors(record) == shape("/seats/2")


def test_names_after_nfc_and_trimming() -> None:
    record = good(
        {
            **B,
            "seats": ["  A\u0308nne ", "x" * 60, "\tBert\n"],
            "dealer": "Änne",
            "tricks_taken": {"Bert": 1, " A\u0308nne": 2},
        }
    )
    assert record.seats == ("Änne", "x" * 60, "Bert")
    assert [(count.player, count.key) for count in record.tricks_taken] == [
        ("Bert", "Bert"),
        ("Änne", " A\u0308nne"),
    ]


def test_seats_differ_even_without_case() -> None:
    seats = ["Straße", "STRASSE", "Bert", "bert", "Ängie", "a\u0308NGIE"]
    assert errors({**B, "seats": seats}) == shape("/seats/1", "/seats/3", "/seats/5")


def test_the_same_name_again() -> None:
    four = {**B, "seats": ["Anna", "Bert", "Caro", "Dora"]}
    assert errors({**four, "sitting_out": ["Dora", " Dora"]}) == shape("/sitting_out/1")
    assert errors({**B, "hands": {"Anna": TEN, "Anna ": "not looked at"}}) == shape("/hands/Anna ")
    assert errors({**B, "tricks_taken": {" Anna": 1, "Anna": -1}}) == shape("/tricks_taken/Anna")
    assert errors({**T, "match": {"a/b": 1, " a/b": 1}}) == shape("/match/ a~1b")
