"""Days of a sheet that may be two: settled by the others of the column, or asked about."""

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import imports
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_views import ImportView

UNCLEAR = "Datum;Anna;Bert\n3/4/2026;1,50;-1,50\n;2;-2\n10/4/2026 20:30;3;-3\n"


@pytest.fixture
def club(desk: Desk) -> str:
    return clubs.create_club(desk, name="Freitagsrunde").id


def looked(desk: Desk, club: str, text: str, **said: object) -> ImportView:
    return imports.look_at(
        desk, club_id=club, file_name="Liste.csv", content=text.encode(), said=said
    )


def days(view: ImportView) -> list[str]:
    return [night.day.isoformat() for night in view.nights]


def test_days_that_may_be_two_are_asked_about(desk: Desk, club: str) -> None:
    view = looked(desk, club, UNCLEAR)
    (question,) = view.questions
    assert (question.code, question.rows, question.columns) == ("dates", (2, 4), ("Datum",))
    assert (question.options, question.values) == (("--dates",), {"text": "3/4/2026"})
    assert view.problem_count == 0


def test_whoever_says_what_stands_first_is_not_asked_again(desk: Desk, club: str) -> None:
    for order, expected in (
        ("day", ["2026-04-03", "2026-04-10"]),
        ("month", ["2026-03-04", "2026-10-04"]),
    ):
        view = looked(desk, club, UNCLEAR, dates=order)
        assert (view.questions, days(view)) == ((), expected)
    handed = imports.hand_in(desk, club_id=club, file_name="x.csv", content=UNCLEAR.encode())
    view = imports.answer(desk, club_id=club, import_id=handed.id, said={"dates": "month"})
    assert (view.questions, days(view)) == ((), ["2026-03-04", "2026-10-04"])
    with pytest.raises(ScorekeeperError) as caught:
        looked(desk, club, UNCLEAR, dates="year")
    assert caught.value.code is ErrorCode.VALUE_INVALID


def test_another_day_of_the_column_settles_it(desk: Desk, club: str) -> None:
    view = looked(desk, club, UNCLEAR + "17/4/2026;1;-1\n")
    assert (view.questions, days(view)) == ((), ["2026-04-03", "2026-04-10", "2026-04-17"])


def test_a_day_that_no_answer_settles_is_a_problem(desk: Desk, club: str) -> None:
    view = looked(desk, club, "Datum;Anna;Bert\n26-11-27;1,50;-1,50\n", dates="day")
    assert [one.code for one in view.problems] == ["day_unclear"]
