"""Ladders, tie-breaks, lots and places by themselves: small cases one can check by eye."""

import hashlib
import re
import subprocess
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import translator
from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.schemas import forms_season
from scorekeeper.season.ladder import Kind
from scorekeeper.season.ladder import Ladder
from scorekeeper.season.ladder import Measured
from scorekeeper.season.ladder import Night
from scorekeeper.season.ladder import TieBreak
from scorekeeper.season.ladder import mark
from scorekeeper.season.ladder import measure
from scorekeeper.season.ladder import value_of
from scorekeeper.season.ladder import worth
from scorekeeper.season.rating import BEGINNER
from scorekeeper.season.rating import after_night
from scorekeeper.season.standings import Entrant
from scorekeeper.season.standings import ranked
from scorekeeper.season.tally import Tally
from scorekeeper.season.tally import facets_of
from scorekeeper.season.tally import of_deal
from scorekeeper.season.tally import total
from scorekeeper.season.tiebreak import checked
from scorekeeper.season.tiebreak import lot
from tests.tidy.tree import ROOT

BRAND = {"game": "bolachen", "seats": ["a", "b", "c", "d"], "sitting_out": ["d"], "dealer": "d"}


def outcome(declarer: str, *, made: bool, kind: str = "brand") -> dict[str, object]:
    unit = 1 if made else -1
    shares = {one: 2 * unit if one == declarer else -unit for one in "abc"} | {"d": 0}
    result = {"declarer": declarer, "kind": kind, "made": made, "trump": "H", "by": "tricks"}
    return {"result": result, "soft": shares, "money": {k: 10 * v for k, v in shares.items()}}


def test_a_deal_counts_for_who_played_it_and_not_for_who_sat_out() -> None:
    counted = of_deal(BRAND, outcome("a", made=False, kind="bettel"))
    assert counted.keys() == {"a", "b", "c"}
    assert counted["a"] == Tally(deals=1, declared=1, bettel=1, soft=-2, cents=-20)
    assert counted["b"] == Tally(deals=1, won=1, soft=1, cents=10)


def test_a_misdeal_counts_for_nobody() -> None:
    assert of_deal(BRAND, {"money": {}, "misdeal": True}) == {}


def test_a_deal_all_passed_is_nobodys_and_only_its_chips_count() -> None:
    passed = {
        "result": {"declarer": None, "kind": "passed_out", "trump": None, "made": None},
        "soft": dict.fromkeys("abcd", 0),
        "money": {"a": -10, "b": -10, "c": -10, "d": 0},
    }
    counted = of_deal({**BRAND, "game": "wallachen"}, passed)
    assert counted == dict.fromkeys("abc", Tally(cents=-10))
    assert list(facets_of({**BRAND, "game": "wallachen"}, passed)) == []
    made = Tally(deals=4, won=3, declared=2, made=1, cents=50)
    whole = total([made, *[counted["a"]] * 6])
    assert measure(Kind.WON, whole) == Measured(3, 4)
    assert measure(Kind.MADE, whole) == Measured(1, 2)
    assert measure(Kind.MONEY, whole) == Measured(-10, 1)
    assert measure(Kind.MONEY, counted["a"]) == Measured(-10, 1)
    assert measure(Kind.WON, counted["a"]) is None


def test_the_sides_of_a_deal() -> None:
    sides = {(name, side): facet for name, side, facet in facets_of(BRAND, outcome("a", made=True))}
    assert {side for name, side in sides if name == "a"} == {
        *("against:b", "against:c", "declarer", "contract:brand", "trump:H")
    }
    assert {side for name, side in sides if name == "b"} == {"against:a", "with:c", "defender"}
    assert sides["b", "with:c"].won == 0


@pytest.mark.parametrize(
    ("settings", "value"),
    [
        ({}, Measured(60, 1)),
        ({"best": 2}, Measured(130, 1)),
        ({"best": 9}, Measured(60, 1)),
        ({"drop": 1}, Measured(130, 1)),
        ({"drop": 2}, Measured(100, 1)),
        ({"drop": 7}, Measured(100, 1)),
    ],
)
def test_which_nights_count(settings: dict[str, int], value: Measured) -> None:
    ladder = Ladder(kind=Kind.MONEY, **settings)
    nights = [Night(c, str(c), Measured(c, 1)) for c in (100, 30, -70)]
    extremes = nights[::-1] if ladder.drop else nights
    assert worth(ladder, Tally(deals=3, cents=60), 3, extremes) == value


def test_marks_order_fractions_exactly() -> None:
    close = [(999_998, 999_999), (999_997, 999_998), (1, 2), (500_001, 1_000_000)]
    by_mark = sorted(close, key=lambda one: mark(Kind.MADE, Measured(*one)))
    assert by_mark == sorted(close, key=lambda one: Fraction(*one))
    assert mark(Kind.WON, Measured(2, 4)) == mark(Kind.WON, Measured(1, 2))
    assert mark(Kind.PER_DEAL, Measured(-1, 3)) < mark(Kind.PER_DEAL, Measured(0, 1))


@given(
    kind=st.sampled_from([kind for kind in Kind if kind is not Kind.ATTENDANCE]),
    told=st.lists(
        st.builds(
            lambda deals, declared, made, soft, rows, cents: Tally(
                deals=deals,
                won=min(made, deals),
                declared=declared,
                made=min(made, declared),
                soft=deals * soft,
                cents=rows * cents,
            ),
            *(st.integers(0, 999_999), st.integers(0, 999_999), st.integers(0, 999_999)),
            st.integers(-(10**6), 10**6),
            st.integers(0, 50_000),  # as many rows as a file may hold
            st.integers(-AMOUNT_MAX, AMOUNT_MAX),
        ),
        min_size=2,
        max_size=6,
    ),
)
def test_marks_fit_into_64_bits_and_order_nights_as_their_worth_does(
    kind: Kind, told: list[Tally]
) -> None:
    found = [one for one in (measure(kind, tally) for tally in told) if one is not None]
    marks = [mark(kind, one) for one in found]
    assert all(-(2**63) <= one < 2**63 for one in marks)
    for one, its in zip(found, marks, strict=True):
        for other, others in zip(found, marks, strict=True):
            assert (its < others) == (value_of(one) < value_of(other))


def test_a_share_of_no_contracts_is_none() -> None:
    assert measure(Kind.MADE, Tally(deals=4)) is None
    assert measure(Kind.MONEY, Tally(cents=5)) == Measured(5, 1)


def entrant(id_: str, value: int, soft: int = 0) -> Entrant:
    return Entrant(id=id_, value=Fraction(value), ties={TieBreak.SOFT: Fraction(soft)})


def test_places_are_shared_where_nothing_decides() -> None:
    rows = ranked([entrant("a", 1), entrant("b", 2), entrant("c", 2), entrant("d", 0)], (), "")
    assert [(one.id, one.place, one.shared) for one in rows] == [
        *(("b", 1, True), ("c", 1, True), ("a", 3, False), ("d", 4, False))
    ]
    assert rows[0].tied_with == ("c",)
    assert rows[0].decided_by is None


def test_criteria_decide_in_their_order_and_say_so() -> None:
    people = [entrant("a", 2, 1), entrant("b", 2, 3), entrant("c", 2, 1)]
    rows = ranked(people, (TieBreak.SOFT, TieBreak.LOTS), "Lostopf")
    lots = {one: hashlib.sha256(f"Lostopf\n{one}".encode()).hexdigest() for one in "ac"}
    assert [one.id for one in rows] == ["b", *sorted("ac", key=lots.__getitem__)]
    assert [one.decided_by for one in rows] == [TieBreak.SOFT, TieBreak.SOFT, TieBreak.LOTS]
    assert [one.place for one in rows] == [1, 2, 3]
    assert lot("Lostopf", "a") == int(lots["a"], 16)


def test_nothing_comes_after_the_lots() -> None:
    with pytest.raises(ValueError, match="after the lots"):
        checked([TieBreak.LOTS, TieBreak.SOFT])
    with pytest.raises(ValueError, match="twice"):
        checked([TieBreak.SOFT, TieBreak.SOFT])


def test_who_wins_rises_and_who_plays_more_is_better_known() -> None:
    once = after_night({}, [(("a",), ("b", "c"))])
    assert once["a"].mu > BEGINNER.mu > once["b"].mu
    often = after_night(once, [(("a",), ("b", "c"))] * 20)
    assert often["a"].sigma < once["a"].sigma < BEGINNER.sigma
    assert often["a"].cautious > once["a"].cautious
    assert (often["a"].run, often["a"].best_run, often["b"].worst_run) == (21, 21, 21)


def test_a_pair_is_rated_as_a_team() -> None:
    forms = after_night({}, [(("a", "b"), ("c", "d"))])
    assert forms["a"].mu == forms["b"].mu > forms["c"].mu == forms["d"].mu


def test_nights_one_by_one_rate_as_both_at_once_but_for_the_last_digit() -> None:
    deals = [(("a",), ("b", "c")), (("b", "c"), ("a",)), (("c",), ("a", "b"))]
    whole = after_night({}, deals)
    parts: dict[str, object] = {}
    for deal in deals:
        parts |= after_night(parts, [deal])  # type: ignore[arg-type]
    for name, form in whole.items():
        assert abs(form.mu - parts[name].mu) <= 3  # type: ignore[attr-defined]
        assert form[2:] == parts[name][2:]  # type: ignore[index]


def test_every_tie_break_is_written_down_by_its_number() -> None:
    text = (ROOT / "docs" / "STANDINGS.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| G(\d+) \| `(\w+)` \|", text, re.MULTILINE)
    assert told == [(str(number), one.value) for number, one in enumerate(TieBreak, 1)]
    assert tuple(TieBreak) == forms_season.TIES
    for lang in LANGUAGES:
        assert all(translator(lang)(f"season.tie.{one}") for one in TieBreak)


def test_a_lot_can_be_drawn_again_as_the_documentation_says() -> None:
    page = (ROOT / "docs" / "STANDINGS.md").read_text(encoding="utf-8")
    (told,) = [line.strip() for line in page.splitlines() if "sha256sum" in line]
    seed, person = "6 aus 49: 3, 17", "01a2b3"
    command = told.replace("SEED", seed).replace("ID", person)
    drawn = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert int(drawn.stdout.split()[0], 16) == lot(seed, person)


def test_players_are_told_of_lots_in_their_own_words() -> None:
    for lang in ("de", "en"):
        said = translator(lang)("season.rule.lots", seed="3, 17")
        assert "3, 17" in said
        assert "SHA" not in said
