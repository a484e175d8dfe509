"""The second implementation answers the published cases; its two ways to look at hands agree."""

import json
import random
from pathlib import Path

import pytest

from tests.oracle import reference_check
from tests.oracle import verdicts
from tests.oracle.words import Json

CASES = Path(__file__).resolve().parents[1] / "corpus" / "conformance"


def published() -> list[Json]:
    """Return all published cases."""
    return [
        json.loads(line)
        for path in sorted(CASES.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def codes(errors: list[Json]) -> set[tuple[str, str]]:
    """Return what is compared of errors."""
    return {(error["code"], error["path"]) for error in errors}


@pytest.mark.parametrize("case", published(), ids=lambda case: case["id"])
def test_published_case(case: Json) -> None:
    report = reference_check(json.dumps(case["record"]).encode())
    expect = case["expect"]
    for key in ("verdict", "units", "soft", "money", "payments"):
        if key in expect:
            assert report[key] == expect[key]
    if "errors" in expect:
        assert codes(report["errors"]) == codes(expect["errors"])
    if expect.get("result", True) is None:
        assert report["result"] is None
    for key, value in (expect.get("result") or {}).items():
        assert report["result"][key] == value
    for play in expect.get("plays", []):
        found = [p for p in report["plays"] if all(p[k] == play[k] for k in ("trick", "player"))]
        assert len(found) == 1
        assert found[0] | play == found[0]
    for trick in expect.get("tricks", []):
        assert [t for t in report["tricks"] if t["n"] == trick["n"]] == [trick]


def whole_deal(chance: random.Random, game: str) -> Json:
    """Return a deal with every card played at random, legal or not."""
    names = ["Anna", "Bert", "Caro", "Dora"] if game == "watten" else ["Anna", "Bert", "Caro"]
    last = 5 if game == "watten" else 10
    deck = [suit + rank for suit in "EGHS" for rank in ["A", "K", "O", "U", "10", "9", "8", "7"]]
    chance.shuffle(deck)
    tricks: list[Json] = [
        {"n": n + 1, "lead": chance.choice(names), "cards": deck[n * len(names) :][: len(names)]}
        for n in range(last)
    ]
    contract = {"declarer": "Anna", "kind": "brand", "trump": chance.choice("EGHS")}
    if game == "watten":
        led = tricks[0]["cards"][0]
        contract = {"schlag": led[1:], "trump": led[0]}
    return {
        "format": "deal-record/1",
        "game": game,
        "seats": names,
        "dealer": names[-1],
        "contract": contract,
        "tricks": tricks,
    }


@pytest.mark.parametrize("game", ["bolachen", "watten"])
@pytest.mark.parametrize("seed", range(6))
def test_hands_one_by_one_and_by_traits(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    record = whole_deal(chance, game)
    # Forget the cards of some tricks, so that a few hundred hands are possible.
    for n in chance.sample(range(2, len(record["tricks"])), 1):
        record["tricks"][n]["cards"] = [None] * len(record["seats"])
    record["ask"] = [
        {"trick": 1, "player": name} for name in record["seats"] if record["tricks"][0]["cards"]
    ]
    monkeypatch.setattr(verdicts, "HANDS_ONE_BY_ONE", 2000)
    one_by_one = reference_check(record)
    monkeypatch.setattr(verdicts, "HANDS_ONE_BY_ONE", 0)
    assert reference_check(record) == one_by_one
