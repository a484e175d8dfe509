"""Reading a record: stages 1 to 4, every error at its place and each once."""

import json
from typing import Any

import pytest

from scorekeeper.cards import Pack
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import card_name
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.reading import read_text
from scorekeeper.rules.record import CallKind
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import DealRecord

B: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "bolachen",
    "seats": ["Anna", "Bert", "Caro"],
    "dealer": "Caro",
}
W = {**B, "game": "wallachen"}
T = {**B, "game": "watten", "seats": ["Anna", "Bert", "Caro", "Dora"]}
TEN = ["EA", "EK", "EO", "EU", "E10", "E9", "E8", "E7", "GA", "GK"]


def errors(record: object) -> list[tuple[str, str]]:
    read = read_object(record)
    if isinstance(read, DealRecord):
        return []
    return sorted((finding.code, finding.path) for finding in read)


def text_errors(text: str | bytes) -> list[tuple[str, str]]:
    read = read_text(text.encode() if isinstance(text, str) else text)
    if isinstance(read, DealRecord):
        return []
    return sorted((finding.code, finding.path) for finding in read)


def good(record: object) -> DealRecord:
    read = read_object(record)
    assert isinstance(read, DealRecord), read
    return read


def shape(*paths: str) -> list[tuple[str, str]]:
    return sorted(("format", path) for path in paths)


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


# Stage 3


def test_everyone_named_sits_at_the_table_and_plays() -> None:
    record = {
        **W,
        "seats": ["Anna", "Bert", "Caro", "Dora"],
        "dealer": "Xaver",
        "sitting_out": ["Dora"],
        "doubles": ["Anna", "Dora", "anna"],
        "auction": [["Dora", "pass"], ["X", 6]],
        "contract": {"kind": "mord", "declarer": "Dora"},
        "hands": {"Dora": [], "a/b": []},
        "held": [{"player": "Dora", "cards": [], "after_trick": 0}],
        "tricks": [{"lead": "Dora", "cards": ["HA"] * 9}],
        "tricks_taken": {"Dora": 0},
        "rulings": [{"offence": "revoke", "by": "Dora"}],
        "ask": [{"trick": 1, "player": "Dora"}, {"trick": 1, "player": "Anna"}],
    }
    assert errors(record) == sorted(
        ("unknown_player", path)
        for path in (
            "/dealer", "/doubles/1", "/doubles/2", "/auction/0/0", "/auction/1/0",
            "/contract/declarer", "/hands/Dora", "/hands/a~1b", "/held/0/player",
            "/tricks/0/lead", "/tricks_taken/Dora", "/rulings/0/by", "/ask/0/player",
        )
    )  # fmt: skip


def test_everyone_named_in_watten() -> None:
    record = {
        **T,
        "match": {"X": 1},
        "raises": [{"by": "X", "answer": "fold"}],
        "gehen": "X",
        "maschine": "\ud800",
        "schlecken": [{"player": ""}],
    }
    assert errors(record) == sorted(
        ("unknown_player", path)
        for path in ("/match/X", "/raises/0/by", "/gehen", "/maschine", "/schlecken/0/player")
    )
    assert errors({**B, "call": {"card": "E7", "from": "X"}}) == [("unknown_player", "/call/from")]


@pytest.mark.parametrize(
    ("record", "count", "sitting", "path"),
    [
        (B, 2, 0, "/seats"),
        (B, 3, 0, None),
        (B, 3, 1, "/sitting_out"),
        (B, 4, 0, "/sitting_out"),
        (B, 4, 1, None),
        (B, 6, 3, None),
        (B, 6, 2, "/sitting_out"),
        (B, 7, 4, "/seats"),
        (T, 1, 0, "/seats"),
        (T, 2, 0, None),
        (T, 2, 1, "/sitting_out"),
        (T, 4, 0, None),
        (T, 4, 2, None),
        (T, 5, 0, "/sitting_out"),
        (T, 6, 2, None),
        (T, 7, 3, "/seats"),
        (T, 0, 0, "/seats"),
    ],
)
def test_numbers_of_people(
    record: dict[str, Any], count: int, sitting: int, path: str | None
) -> None:
    seats = [f"P{i}" for i in range(count)]
    dealer = seats[0] if seats else "P0"
    changed = {**record, "seats": seats, "dealer": dealer, "sitting_out": seats[:sitting]}
    expected = [("wrong_count", path)] if path else []
    if not seats:
        expected.insert(0, ("unknown_player", "/dealer"))
    assert errors(changed) == expected


def test_who_remains_is_not_counted_with_a_stranger_sitting_out() -> None:
    assert errors({**B, "sitting_out": ["X"]}) == [("unknown_player", "/sitting_out/0")]


# Stage 4


def test_numbers_of_cards() -> None:
    record = {
        **B,
        "hands": {"Anna": TEN[:9], "Bert": [], "Caro": TEN},
        "talon": ["HA"],
        "discards": ["HA", "HA", "HA"],
        "held": [
            {"player": "Anna", "cards": TEN[:3], "after_trick": 8},
            {"player": "Anna", "cards": TEN[:2], "after_trick": 8},
            {"player": "Anna", "cards": TEN[:1], "after_trick": 10},
        ],
    }
    assert errors(record) == sorted(
        ("wrong_count", path)
        for path in (
            "/hands/Anna", "/hands/Bert", "/talon", "/discards", "/held/0/cards", "/held/2/cards",
        )
    )  # fmt: skip
    assert errors({**T, "hands": {"Anna": TEN[:5], "Bert": TEN}}) == [
        ("wrong_count", "/hands/Bert")
    ]


def test_numbers_of_tricks() -> None:
    assert errors({**B, "tricks_taken": {"Anna": 6, "Bert": 5}}) == [
        ("wrong_count", "/tricks_taken")
    ]
    assert errors({**B, "tricks_taken": {"Anna": 6, "Bert": 3}}) == []
    assert errors({**B, "tricks_taken": {"Anna": 6, "Bert": 3, "Caro": 0}}) == [
        ("wrong_count", "/tricks_taken")
    ]
    three = {"Anna": 3, "Bert": 0, "Caro": 0, "Dora": 0}
    assert errors({**T, "tricks_taken": three}) == []
    assert errors({**T, "tricks_taken": {**three, "Bert": 3}}) == [("wrong_count", "/tricks_taken")]


def tricks(*numbers: int | None, cards: int = 3) -> list[dict[str, Any]]:
    made = []
    for n in numbers:
        trick: dict[str, Any] = {"cards": [None] * cards}
        if n is not None:
            trick["n"] = n
        made.append(trick)
    return made


def test_trick_numbers_go_up() -> None:
    assert [t.n for t in good({**B, "tricks": tricks(None, None, 5, None)}).tricks] == [1, 2, 5, 6]
    assert errors({**B, "tricks": tricks(5, 5, 4, None, 6, 7)}) == [
        ("contradiction", "/tricks/1/n"),
        ("contradiction", "/tricks/2/n"),
        ("contradiction", "/tricks/4/n"),
    ]
    assert errors({**B, "tricks": tricks(10, None, None, 3)}) == [
        ("contradiction", "/tricks/3/n"),
        ("wrong_count", "/tricks/1"),
        ("wrong_count", "/tricks/2"),
    ]
    assert errors({**T, "tricks": tricks(5, None, cards=4)}) == [("wrong_count", "/tricks/1")]


def test_only_the_last_trick_may_be_short() -> None:
    def with_cards(*counts: int) -> dict[str, Any]:
        return {**B, "tricks": [{"cards": [None] * count} for count in counts]}

    assert errors(with_cards(3, 3, 0)) == []
    assert errors(with_cards(3, 2, 3, 4)) == [
        ("wrong_count", "/tricks/1/cards"),
        ("wrong_count", "/tricks/3/cards"),
    ]
    assert errors(with_cards(4, 2)) == [("wrong_count", "/tricks/0/cards")]


def test_a_later_stage_is_silent_while_an_earlier_one_speaks() -> None:
    bad_counts = {"talon": ["HA"], "tricks": tricks(5, 5)}
    assert errors({**B, **bad_counts, "dealer": "X"}) == [("unknown_player", "/dealer")]
    assert errors({**B, **bad_counts, "dealer": "X", "pack": "x"}) == shape("/pack")


# What is read


def test_everything_of_a_bolachen_record_is_read() -> None:
    record = good(
        {
            **B,
            "pack": "french",
            "auction": [["Anna", "brand:♥"], ["Bert", "pass"], ["Caro", "bettel"]],
            "contract": {"declarer": "Caro", "kind": "bettel"},
            "call": {"card": "♣7", "from": "Bert", "given": "HA"},
            "talon": ["SQ", "DX"],
            "tricks": [{"cards": ["HA", None]}],
        }
    )
    assert record.pack is Pack.FRENCH
    assert record.players == ("Anna", "Bert", "Caro")
    assert record.auction is not None
    assert [(call.player, call.kind, call.suit) for call in record.auction] == [
        ("Anna", CallKind.BRAND, Suit.H),
        ("Bert", CallKind.PASS, None),
        ("Caro", CallKind.BETTEL, None),
    ]
    assert record.contract is not None
    assert record.contract.kind is ContractKind.BETTEL
    assert record.call is not None
    assert (record.call.holder, record.call.in_dopper) == ("Bert", False)
    assert record.talon is not None
    assert [card_name(card) for card in record.talon] == ["GO", "S10"]
    assert record.tricks[0].lead is None
    assert record.tricks[0].cards[1] is None
    assert record.ask is None


def test_everything_of_a_watten_record_is_read() -> None:
    record = good(
        {
            **T,
            "dealer": "Bert",
            "contract": {"schlag": 10, "trump": "L"},
            "match": {"Anna": 3.0},
            "raises": [{"by": "Anna", "answer": "fold", "in_trick": 2}],
            "schlecken": [{"player": "Bert", "card": "HK"}, {"player": "Anna", "waived": True}],
            "rulings": [{"offence": "bluff", "by": "Bert", "trick": 3}],
            "ask": [],
        }
    )
    assert record.players == ("Caro", "Dora", "Anna", "Bert")
    assert record.contract is not None
    assert (record.contract.schlag, record.contract.trump) == (Rank.TEN, Suit.G)
    assert record.match[0].number == 3
    assert not record.raises[0].accepted
    assert record.schlecken[1].waived
    assert record.ask == ()


def test_players_are_clockwise_from_the_dealers_left_without_those_sitting_out() -> None:
    seats = ["Anna", "Bert", "Caro", "Dora", "Emil"]
    record = good({**B, "seats": seats, "dealer": "Caro", "sitting_out": ["Caro", "Emil"]})
    assert record.players == ("Dora", "Anna", "Bert")


def test_in_dopper_is_told_from_not_remembered() -> None:
    lay = good({**B, "call": {"card": "E7", "from": None}}).call
    forgotten = good({**B, "call": {"card": "E7"}}).call
    assert lay is not None
    assert lay.in_dopper
    assert forgotten is not None
    assert not forgotten.in_dopper
