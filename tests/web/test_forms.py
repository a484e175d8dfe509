"""Forms by themselves: amounts, what was tapped, what is missing."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import NewSeason
from scorekeeper.schemas.forms import QuickNight
from scorekeeper.schemas.forms import day_of
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_deal import Prefixed
from scorekeeper.schemas.forms_deal import Seating
from scorekeeper.schemas.forms_deal import deal_said
from scorekeeper.schemas.forms_purse import Transferred

KEY = "k" * 12
FOUR = Seating(game="watten", players=("f", "m", "p", "d"), sides=(("f", "p"), ("m", "d")), base=2)
THREE = Seating(game="wallachen", players=("a", "b", "c"))


def said(seating: Seating, **typed: Any) -> dict[str, Any]:
    return deal_said(MultiDict(typed), seating)


def test_names_are_trimmed_and_empty_fields_left_out() -> None:
    names = ["  Anna ", "", "Bert  Maier", "Caro", ""]
    form = MultiDict([("key", KEY), *(("name", n) for n in names)])
    assert read(QuickNight, form)["names"] == ["Anna", "Bert Maier", "Caro"]


@pytest.mark.parametrize(
    ("game", "names", "wrong"),
    [
        ("bolachen", ["A", "B"], "web.form.people.bolachen"),
        ("watten", ["A"], "web.form.people.watten"),
        ("wallachen", ["A", "b", "B"], "web.form.people.twice"),
        ("watten", list("ABCDEFG"), "web.form.people.most"),
    ],
)
def test_people_that_make_no_table(game: str, names: list[str], wrong: str) -> None:
    form = MultiDict([("key", KEY), ("game", game), *(("name", n) for n in names)])
    with pytest.raises(FormError) as caught:
        read(QuickNight, form)
    assert caught.value.errors == {"name": wrong}


def test_a_number_game_with_doubles() -> None:
    form = MultiDict(
        [
            *(("declarer", "b"), ("play", "7"), ("trump", "H"), ("tricks", "8")),
            *(("doubles", "c"), ("doubles", "a")),
        ]
    )
    assert deal_said(form, THREE) == {
        "doubles": ["c", "a"],
        "contract": {"declarer": "b", "kind": "number", "bid": 7, "trump": "H"},
        "tricks_taken": {"b": 8},
    }


def test_no_trump_stays_from_another_game() -> None:
    assert "trump" not in said(THREE, declarer="a", play="mord", trump="H", tricks="10")["contract"]


def test_a_ladder_is_told_by_its_last_step() -> None:
    ladder = said(FOUR, end="tricks", winner="f", value="5", raiser="m")["raises"]
    assert [step["by"] for step in ladder] == ["m", "f", "m"]
    assert {step["answer"] for step in ladder} == {"accept"}


def test_who_gets_the_points_raised_last_when_the_others_gave_up() -> None:
    told = said(FOUR, end="fold", winner="m", value="4")
    assert [(s["by"], s["answer"]) for s in told["raises"]] == [("f", "accept"), ("m", "fold")]
    assert "tricks_taken" not in told


def test_a_penalty_needs_who_and_what() -> None:
    with pytest.raises(FormError) as caught:
        said(FOUR, end="penalty")
    assert set(caught.value.errors) == {"offender", "offence"}


def test_several_deals_fit_in_one_form() -> None:
    data = MultiDict({"x.declarer": "a", "x.play": "6", "x.tricks": "6", "declarer": "b"})
    assert deal_said(Prefixed(data, "x."), THREE)["contract"]["declarer"] == "a"


SOME = ("", "a", "b", "f", "m", "none", "brand", "6", "10", "99", "H", "tricks", "fold", "misdeal")
WORDS = st.sampled_from((*SOME, "x" * 99))
NAMES = st.sampled_from(
    (
        *("declarer", "play", "trump", "tricks", "doubles", "misdeal"),
        *("end", "winner", "value", "raiser", "offender", "offence"),
    )
)


@given(st.lists(st.tuples(NAMES, WORDS), max_size=14), st.sampled_from([THREE, FOUR]))
def test_whatever_is_sent_is_read_or_refused(sent: list[tuple[str, str]], seating: Seating) -> None:
    try:
        told = deal_said(MultiDict(sent), seating)
    except FormError as error:
        told = error.errors
    assert told


@pytest.mark.parametrize("written", ["2026-11-26", "26.11.2026", " 26. 11. 2026 ", "2026-11-26 "])
def test_days_as_browsers_and_people_write_them(written: str) -> None:
    assert day_of(written) == date(2026, 11, 26)


@pytest.mark.parametrize(
    "written",
    [
        *("", "heute", "2026-13-40", "2026-02-30", "30.2.2026", "20261126", "2026-W48-4"),
        *("26.11.26", "0000-01-01", "1899-12-31", "3000-01-01", "9999-12-31", "2026-11-26T00:00"),
        "٢٠٢٦-١١-٢٦",
    ],
)
def test_what_is_no_day(written: str) -> None:
    assert day_of(written) is None
    with pytest.raises(FormError) as caught:
        read(NewSeason, MultiDict({"key": KEY, "name": "Winter", "begins": written}))
    assert set(caught.value.errors) == {"begins"}


def test_money_goes_from_one_to_another() -> None:
    typed = {"key": KEY, "payer": "a", "payee": "a", "amount": "1", "day": "26.11.2026"}
    with pytest.raises(FormError) as caught:
        read(Transferred, MultiDict(typed))
    assert caught.value.errors == {"payee": "purse.form.same"}
