"""What is asked about a sheet and what each answer stores, on both databases."""

from datetime import date
from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import PURSE
from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import clubs
from scorekeeper.services import imports
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_views import ImportView
from scorekeeper.store import balances

HEADER = "Datum;Anna;Bert;Caro\n"
FIRST = "06.11.2026;2;-1;-1\n"
SECOND = "13.11.2026;-4;1;3\n"
THIRD = "20.11.2026;3;-5;2\n"


@pytest.fixture
def club(desk: Desk) -> str:
    return clubs.create_club(desk, name="Freitagsrunde").id


def look(desk: Desk, club: str, text: str, **said: Any) -> ImportView:
    return imports.look_at(
        desk, club_id=club, file_name="Runde.csv", content=text.encode(), said=said
    )


def store(desk: Desk, club: str, text: str, **said: Any) -> ImportView:
    view = imports.hand_in(
        desk, club_id=club, file_name="Runde.csv", content=text.encode(), said=said
    )
    assert (view.questions, view.problems) == ((), ())
    imports.confirm(desk, club_id=club, import_id=view.id, by_worker=False)
    return imports.run(desk, club_id=club, import_id=view.id)


def asked(view: ImportView) -> dict[str, tuple[int, ...]]:
    return {one.code: one.rows for one in view.questions}


def standing(desk: Desk, club: str) -> dict[str, int]:
    """Return what everybody has over the club's nights, and the purse where it moved."""
    found: dict[str, int] = {}
    for night in nights.list_nights(desk, club_id=club, limit=100):
        if night.state == "voided":
            continue
        for member, cents in ledger.balances(desk, club_id=club, night_id=night.id):
            found[member.name] = found.get(member.name, 0) + cents
        with desk.store.read() as tx:
            if moved := balances.of_book(tx, club, night.id).get(PURSE, 0):
                found[PURSE] = found.get(PURSE, 0) + moved
    assert ledger.verify(desk, records=True) == []
    return found


def refused(call: Any, **values: Any) -> ErrorCode:
    with pytest.raises(ScorekeeperError) as caught:
        call(**values)
    return caught.value.code


def test_looking_keeps_nothing(desk: Desk, club: str) -> None:
    view = look(desk, club, HEADER + FIRST, unit="cent", columns=["date", "new", "new", "new"])
    assert (view.number, view.deals, view.problems, view.questions) == (0, 1, (), ())
    assert imports.list_imports(desk, club_id=club) == ()
    assert members.list_members(desk, club_id=club) == ()
    stored = store(desk, club, HEADER + FIRST)
    assert (stored.number, standing(desk, club)) == (1, {"Anna": 200, "Bert": -100, "Caro": -100})


def test_a_rehearsal_ends_as_the_real_run_would_and_keeps_nothing(desk: Desk, club: str) -> None:
    season = seasons.create_season(desk, club_id=club, name="Herbst", begins=date(2026, 9, 1))
    ask = {"desk": desk, "club_id": club, "file_name": "x.csv", "rehearsed": True}
    content = (HEADER + FIRST).encode()
    view = imports.look_at(**ask, content=content)  # type: ignore[arg-type]
    assert (view.deals, view.number, view.questions) == (1, 0, ())
    closings.close_season(desk, club_id=club, season_id=season.id, key="close-the-autumn")
    assert refused(imports.look_at, **ask, content=content) is ErrorCode.SEASON_CLOSED
    assert imports.list_imports(desk, club_id=club) == ()
    assert members.list_members(desk, club_id=club) == ()
    assert standing(desk, club) == {}


def test_a_sheet_that_has_grown_brings_in_what_is_new(desk: Desk, club: str) -> None:
    store(desk, club, HEADER + FIRST + SECOND)
    grown = HEADER + FIRST + SECOND + THIRD
    assert asked(look(desk, club, grown)) == {"known": (2, 3)}
    (question,) = look(desk, club, grown).questions
    assert question.options == ("--only-new", "--again", "--replace")
    assert question.values == {"imports": [1]}
    view = store(desk, club, grown, only_new=True)
    assert (view.deals, view.known, view.left_out) == (1, (2, 3), (2, 3))
    assert standing(desk, club) == {"Anna": 100, "Bert": -500, "Caro": 400}
    nothing_new = store(desk, club, grown, only_new=True)
    assert (nothing_new.deals, nothing_new.known) == (0, (2, 3, 4))


def test_rows_that_really_are_new_count_again(desk: Desk, club: str) -> None:
    store(desk, club, HEADER + FIRST)
    store(desk, club, HEADER + FIRST, again=True)
    assert standing(desk, club) == {"Anna": 400, "Bert": -200, "Caro": -200}


def test_a_row_with_other_amounts_is_a_correction_or_new(desk: Desk, club: str) -> None:
    store(desk, club, HEADER + FIRST + SECOND)
    other = HEADER + FIRST + "13.11.2026;-4;2;2\n"
    assert asked(look(desk, club, other)) == {"known": (2,), "changed": (3,)}
    assert asked(look(desk, club, other, only_new=True)) == {"changed": (3,)}
    store(desk, club, other, only_new=True, again=True)
    assert standing(desk, club) == {"Anna": -600, "Bert": 200, "Caro": 400}
    # Another table of the same evening has other people, and is never asked about.
    assert asked(look(desk, club, "Datum;Dora;Emil\n13.11.2026;1;-1\n")) == {}


def test_an_import_stands_instead_of_an_earlier_one(desk: Desk, club: str) -> None:
    store(desk, club, HEADER + FIRST + SECOND)
    other = HEADER + FIRST + "13.11.2026;-4;2;2\n"
    view = store(desk, club, other, replace=1)
    assert standing(desk, club) == {"Anna": -200, "Bert": 100, "Caro": 100}
    second, first = imports.list_imports(desk, club_id=club)
    assert (first.state, second.state) == ("undone", "posted")
    assert first.why == "Ersetzt durch Import 2"
    assert [one.active for one in members.list_members(desk, club_id=club)] == [True] * 3
    assert refused(look, desk=desk, club=club, text=other, replace=1) is ErrorCode.VALUE_INVALID
    undone = imports.undo(desk, club_id=club, import_id=view.id, reason="falsch")
    assert undone.gone == ("Anna", "Bert", "Caro")
    assert standing(desk, club) == {}


def test_what_a_row_misses_is_the_purses(desk: Desk, club: str) -> None:
    text = (
        HEADER + "06.11.2026;2,00;-1,50;-1,00\n13.11.2026;1,10;-2,40;0,80\n20.11.2026;3;-3;0,50\n"
    )
    (question,) = look(desk, club, text).questions
    assert (question.code, question.rows) == ("difference", (2, 3, 4))
    assert question.values == {"cents": {"2": -50, "3": -50, "4": 50}}
    assert question.options == ("--difference",)
    store(desk, club, text, difference="purse")
    assert standing(desk, club) == {"Anna": 610, "Bert": -690, "Caro": 30, "purse": 50}
    rows = cash_book.get_statement(desk, club_id=club, member_id=None).rows
    assert [(one.cents, one.kind) for one in rows] == [
        *((-50, "amounts"), (50, "amounts"), (50, "amounts")),
    ]
    booked = [
        one.reason
        for night in nights.list_nights(desk, club_id=club)
        for one in ledger.night_ledger(desk, club_id=club, night_id=night.id).amounts
    ]
    gets = "0,50\N{NO-BREAK SPACE}€ bekommt die Kasse, weil die Zeile nicht aufging"
    gives = "0,50\N{NO-BREAK SPACE}€ gibt die Kasse dazu, weil die Zeile nicht aufging"
    assert booked == [gives, gets, gets]


def test_what_was_stored_meanwhile_is_asked_about(desk: Desk, club: str) -> None:
    handed = {"club_id": club, "file_name": "Runde.csv", "content": (HEADER + FIRST).encode()}
    waiting = imports.hand_in(desk, **handed)  # type: ignore[arg-type]
    imports.confirm(desk, club_id=club, import_id=waiting.id, by_worker=False)
    store(desk, club, HEADER + FIRST)
    ask = {"desk": desk, "club_id": club, "import_id": waiting.id}
    assert refused(imports.run, **ask) is ErrorCode.IMPORT_ASKS
    now = imports.get_import(desk, club_id=club, import_id=waiting.id)
    assert (now.state, asked(now)) == ("new", {"known": (2,)})
    assert refused(imports.confirm, **ask, by_worker=False) is ErrorCode.IMPORT_AGAIN
    answered = imports.answer(desk, club_id=club, import_id=waiting.id, said={"only_new": True})
    assert asked(answered) == {}
    imports.confirm(desk, club_id=club, import_id=waiting.id, by_worker=False)
    assert imports.run(desk, club_id=club, import_id=waiting.id).deals == 0
    assert standing(desk, club) == {"Anna": 200, "Bert": -100, "Caro": -100}


def test_our_own_list_keeps_its_rows_of_zeros_and_knows_them(desk: Desk, club: str) -> None:
    text = (
        "Datum;Abend Nr.;Tisch;Nr.;Spiel;Bemerkung;Anna;Bert\n"
        "06.11.2026;1;Tisch 1;1;Watten;;0,00;0,00\n06.11.2026;1;Tisch 1;2;Watten;;0,00;0,00\n"
        "06.11.2026;1;Tisch 1;3;Watten;;1,00;-1,00\n"
    )
    assert store(desk, club, text).deals == 3
    assert asked(look(desk, club, text)) == {"known": (2, 3, 4)}
    assert standing(desk, club) == {"Anna": 100, "Bert": -100}


@pytest.mark.parametrize(
    "said",
    [
        *({"rows": "x"}, {"unit": "dollar"}, {"replace": 7}, {"replace": -1}, {"totals": [99]}),
        *({"deals": [1]}, {"totals": [2], "deals": [2]}, {"totals": "2"}, {"only_new": "yes"}),
        *({"sheet": "Mai"}, {"separator": "x"}, {"difference": "haferl"}, {"colums": []}),
    ],
)
def test_what_cannot_be_said_is_refused(desk: Desk, club: str, said: dict[str, Any]) -> None:
    code = refused(look, desk=desk, club=club, text=HEADER + FIRST, **said)
    assert code is ErrorCode.VALUE_INVALID


@pytest.mark.parametrize("said", [{}, {"difference": "purse"}])
def test_a_column_of_one_mistyped_amount_is_no_remark(
    desk: Desk, club: str, said: dict[str, str]
) -> None:
    view = look(desk, club, "Datum;Anna;Bert\n1.2.2026;1,00;-1,OO\n", **said)
    assert [(one.cell, one.code) for one in view.problems] == [("C2", "amount")]
    told = look(desk, club, "Datum;Anna;Zeit im Wirtshaus;Bert\n1.2.2026;1;lang;-1\n")
    assert [one.role for one in told.columns] == ["date", "new", "remark", "new"]


def test_bare_numbers_beside_cents_are_asked_about_by_row(desk: Desk, club: str) -> None:
    text = "Datum;Anna;Bert\n1.2.2026;50 ct;-50 ct\n8.2.2026;1,00;-1,00\n15.2.2026;50;-50\n"
    assert asked(look(desk, club, text)) == {"unit": (4,)}
    euros = "Datum;Anna;Bert;Währung\n1.2.2026;50 ct;-50 ct;EUR\n15.2.2026;50;-50;EUR\n"
    assert asked(look(desk, club, euros)) == {}
    assert not look(desk, club, "Datum;Anna;Bert;Währung\n15.2.2026;50;-50;EUR\n").bare


def test_a_list_of_people_keeps_decimals_units_and_money(desk: Desk, club: str) -> None:
    head = "Datum;Name;Betrag\n"
    assert not look(desk, club, head + "1.2.2026;Anna;1,00\n1.2.2026;Bert;-1,00\n").bare
    assert look(desk, club, head + "1.2.2026;Anna;1\n1.2.2026;Bert;-1\n").bare
    dollars = "Datum;Name;Betrag;Währung\n1.2.2026;Anna;1;USD\n1.2.2026;Bert;-1;USD\n"
    assert "currency" in asked(look(desk, club, dollars))


def test_the_rows_whose_difference_the_purse_gets_are_named(desk: Desk, club: str) -> None:
    text = "Datum;Anna;Bert\n1.2.2026;3;-1\n8.2.2026;1;-1\n15.2.2026;1;-2\n"
    view = look(desk, club, text, difference="purse")
    assert (dict(view.missing), view.purse) == ({2: -200, 4: 100}, -100)


def test_amounts_with_decimals_are_no_cents(desk: Desk, club: str) -> None:
    view = look(desk, club, "Datum;Anna;Bert\n1.2.2026;1,00;-1,00\n", unit="cent")
    assert {one.code for one in view.problems} == {"decimals"}


@pytest.mark.parametrize(
    "text",
    [
        "Name;Saldo\nAnna;5,00\nBert;-3,00\nCaro;-2,00\n",
        "Mitglied;Kontostand\nAnna;5,00\nBert;-3,00\nCaro;-2,00\n",
        "Spieler;Betrag\nAnna;5,00\nBert;-3,00\nCaro;-2,00\n",
        "Name;Telefon;Saldo\nAnna;1;5,00\nBert;2;-3,00\nCaro;3;-2,00\n",
        "Name;Guthaben;Schulden\nAnna;5,00;\nBert;;3,00\nCaro;;2,00\n",
    ],
)
def test_balances_without_a_day_ask_whether_they_are_an_evening(
    desk: Desk, club: str, text: str
) -> None:
    assert asked(look(desk, club, text)) == {"balances": ()}
    names = look(desk, club, text, kind="members")
    assert (names.questions, names.problems, len(names.members)) == ((), (), 3)
    view = imports.hand_in(desk, club_id=club, file_name="S.csv", content=text.encode())
    listed = imports.answer(desk, club_id=club, import_id=view.id, said={"kind": "members"})
    assert (listed.kind, listed.questions, listed.problems) == ("members", (), ())
    assert store(desk, club, text, day="27.11.2026").nights[0].day == date(2026, 11, 27)
    assert standing(desk, club) == {"Anna": 500, "Bert": -300, "Caro": -200}


def test_a_day_above_the_balances_is_their_evening(desk: Desk, club: str) -> None:
    view = store(desk, club, "Abend vom;27.11.2026\n\nName;Betrag\nAnna;5,00\nBert;-5,00\n")
    assert [one.day for one in view.nights] == [date(2026, 11, 27)]
    assert standing(desk, club) == {"Anna": 500, "Bert": -500}


def test_balances_of_an_evening_that_miss_zero_ask_about_the_rest(desk: Desk, club: str) -> None:
    text = "Name;Saldo\nAnna;5,00\nBert;-3,00\n"
    assert asked(look(desk, club, text)) == {"balances": ()}
    assert asked(look(desk, club, text, day="27.11.2026")) == {"difference": (2,)}


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Name;Deckel\nAnna;5,00\nBert;4,50\n", ("Deckel",)),
        ("Name;Telefon;Deckel\nAnna;0171;5 €\nBert;0172;4 €\n", ("Deckel",)),
        ("Name;Offen\nAnna;5\nBert;4\n", ("Offen",)),
        ("Name;Telefon\nAnna;0171123\nBert;0172123\n", ()),
        ("Name;Jahrgang;Geburtstag\nAnna;1971;03.04\nBert;1972;05.06\n", ()),
        ("Nr;Name\n1;Anna\n2;Bert\n", ()),
    ],
)
def test_amounts_beside_names_are_asked_about(
    desk: Desk, club: str, text: str, columns: tuple[str, ...]
) -> None:
    view = look(desk, club, text)
    assert [one.columns for one in view.questions if one.code == "balances"] == (
        [columns] if columns else []
    )
    assert (view.kind, view.problems) == ("members", ())


@pytest.mark.parametrize("first", ["Name", ""])
def test_days_side_by_side_are_to_be_turned(desk: Desk, club: str, first: str) -> None:
    text = f"{first};1.2.2026;8.2.2026;Gesamt\nAnna;5,00;-1,00;4,00\nBert;-5,00;1,00;-4,00\n"
    view = look(desk, club, text)
    assert [(one.row, one.code) for one in view.problems] == [(1, "days_across")]
    assert view.questions == ()
