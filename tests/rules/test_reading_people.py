"""Reading a record, stages 3 and 4: people and counts; and what is read."""

from typing import Any

import pytest

from scorekeeper.cards import Pack
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import card_name
from scorekeeper.rules.record import CallKind
from scorekeeper.rules.record import ContractKind
from tests.rules.read_records import TEN
from tests.rules.read_records import B
from tests.rules.read_records import T
from tests.rules.read_records import W
from tests.rules.read_records import errors
from tests.rules.read_records import good
from tests.rules.read_records import shape

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
