"""Files brought in: all or nothing, once, and back out again, on both databases."""

import hashlib
import json
import threading
from datetime import date

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run as run_worker
from scorekeeper.services import closings
from scorekeeper.services import clubs
from scorekeeper.services import imports
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services.amounts import record_amounts
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_views import ImportView
from tests.conftest import TickingClock
from tests.services.play import brand
from tests.services.play import quick

SHEET = """Datum;Nr.;Anna;Bert;Cäcilie;Bemerkung
20.11.2026;1;0,40;-0,20;-0,20;Solo
;2;-0,40;0,20;0,20;
;3;1.234,00;-617;-617;
27.11.26;1;5;-5;;
Summe;;1239;-622;-617;
"""


@pytest.fixture
def club(desk: Desk) -> str:
    made = clubs.create_club(desk, name="Freitagsrunde").id
    members.add_member(desk, club_id=made, name="Anna")
    return made


def hand_in(desk: Desk, club: str, text: str = SHEET) -> ImportView:
    return imports.hand_in(desk, club_id=club, file_name="Runde.csv", content=text.encode("cp1252"))


def brought_in(desk: Desk, club: str, text: str = SHEET, *, again: bool = False) -> ImportView:
    view = hand_in(desk, club, text)
    imports.confirm(desk, club_id=club, import_id=view.id, again=again, by_worker=False)
    return imports.run(desk, club_id=club, import_id=view.id)


def balances(desk: Desk, club: str, night_id: str) -> dict[str, int]:
    found = ledger.balances(desk, club_id=club, night_id=night_id)
    return {member.name: cents for member, cents in found}


def refused(call: object, **kwargs: object) -> ErrorCode:
    with pytest.raises(ScorekeeperError) as caught:
        call(**kwargs)  # type: ignore[operator]
    return caught.value.code


def test_the_common_sheet_becomes_nights_with_their_deals(desk: Desk, club: str) -> None:
    view = hand_in(desk, club)
    assert (view.deals, view.problem_count, view.totals) == (4, 0, (6,))
    assert [(n.day.isoformat(), n.deals, n.known) for n in view.nights] == [
        ("2026-11-20", 3, False),
        ("2026-11-27", 1, False),
    ]
    assert [(p.name, bool(p.member_id), p.cents) for p in view.people] == [
        ("Anna", True, 123_900),
        ("Bert", False, -62_200),
        ("Cäcilie", False, -61_700),
    ]
    assert nights.list_nights(desk, club_id=club) == ()
    imports.confirm(desk, club_id=club, import_id=view.id, by_worker=False)
    done = imports.run(desk, club_id=club, import_id=view.id)
    assert (done.state, done.first_entry, done.last_entry) == ("posted", 1, 4)
    second, first = nights.list_nights(desk, club_id=club)
    assert (first.date, first.state, second.date) == (
        date(2026, 11, 20),
        "closed",
        date(2026, 11, 27),
    )
    assert balances(desk, club, first.id) == {"Anna": 123_400, "Bert": -61_700, "Cäcilie": -61_700}
    assert balances(desk, club, second.id) == {"Anna": 500, "Bert": -500}
    (season,) = seasons.list_seasons(desk, club_id=club)
    totals = seasons.get_season(desk, club_id=club, season_id=season.id).totals
    assert {m.name: cents for m, cents in totals}["Anna"] == 123_900
    assert ledger.verify(desk, records=True) == []


def test_bringing_in_twice_changes_nothing_more(desk: Desk, club: str) -> None:
    view = brought_in(desk, club)
    again = imports.run(desk, club_id=club, import_id=view.id)
    assert again == view
    assert len(nights.list_nights(desk, club_id=club)) == 2


def test_the_same_file_is_noticed_and_asked_about(desk: Desk, club: str) -> None:
    first = brought_in(desk, club)
    view = hand_in(desk, club)
    assert view.same_as == first.number
    assert (
        refused(imports.confirm, desk=desk, club_id=club, import_id=view.id)
        is ErrorCode.IMPORT_AGAIN
    )
    second = brought_in(desk, club, again=True)
    assert second.state == "posted"
    assert len(nights.list_nights(desk, club_id=club)) == 4


def test_nothing_of_a_file_with_a_problem_is_taken(desk: Desk, club: str) -> None:
    view = hand_in(desk, club, SHEET.replace("-617;-617", "-617;-616").replace("0,20;0,20", "y;1"))
    assert [(p.cell, p.header, p.code) for p in view.problems] == [("D3", "Bert", "amount")]
    (question,) = view.questions
    assert (question.code, question.rows, question.values) == (
        *("difference", (4,), {"cents": {"4": 100}}),
    )
    assert (
        refused(imports.confirm, desk=desk, club_id=club, import_id=view.id)
        is ErrorCode.IMPORT_PROBLEMS
    )
    assert nights.list_nights(desk, club_id=club) == ()
    assert len(members.list_members(desk, club_id=club)) == 1
    assert ledger.verify(desk) == []


def test_what_was_said_of_columns_is_remembered(desk: Desk, club: str) -> None:
    text = SHEET.replace("Cäcilie", "Cilli")
    cilli = members.add_member(desk, club_id=club, name="Cäcilie")
    view = hand_in(desk, club, text)
    assert view.people[2].similar == ()
    columns = [*view.mapping.columns] if view.mapping else []
    columns[4] = f"={cilli.id}"
    said = imports.answer(
        desk, club_id=club, import_id=view.id, said={"columns": columns, "unit": "cent"}
    )
    assert said.people[2].name == "Cäcilie"
    assert {p.code for p in said.problems} == {"decimals"}
    forgotten = hand_in(desk, club, text.replace("27.11.26", "28.11.26"))
    assert forgotten.mapping is not None
    assert (forgotten.mapping.columns[4], forgotten.mapping.unit) == ("new", "euro")
    imports.answer(desk, club_id=club, import_id=view.id, said={"unit": "euro"})
    imports.confirm(desk, club_id=club, import_id=view.id, by_worker=False)
    imports.run(desk, club_id=club, import_id=view.id)
    other = hand_in(desk, club, text.replace("27.11.26", "28.11.26"))
    assert other.mapping is not None
    assert (other.mapping.columns[4], other.mapping.unit) == (f"={cilli.id}", "euro")


def test_similar_names_are_suggested(desk: Desk, club: str) -> None:
    members.add_member(desk, club_id=club, name="Berti")
    members.add_member(desk, club_id=club, name="Bert Huber")
    view = hand_in(desk, club)
    assert set(view.people[1].similar) == {"Berti", "Bert Huber"}


def test_an_import_is_taken_back_by_counter_entries(desk: Desk, club: str) -> None:
    view = brought_in(desk, club)
    undone = imports.undo(
        desk, club_id=club, import_id=view.id, reason="falsche Datei", key="undo-key-1"
    )
    assert (undone.state, undone.why) == ("undone", "falsche Datei")
    assert {night.state for night in nights.list_nights(desk, club_id=club)} == {"voided"}
    (season,) = seasons.list_seasons(desk, club_id=club)
    totals = seasons.get_season(desk, club_id=club, season_id=season.id).totals
    assert not any(cents for _, cents in totals)
    assert ledger.verify(desk, records=True) == []
    again = imports.undo(
        desk, club_id=club, import_id=view.id, reason="falsche Datei", key="undo-key-1"
    )
    assert again == undone
    assert (
        refused(imports.undo, desk=desk, club_id=club, import_id=view.id, reason="x")
        is ErrorCode.IMPORT_STATE
    )
    assert hand_in(desk, club).same_as is None


def test_what_was_paid_or_added_since_keeps_an_import_in(desk: Desk, club: str) -> None:
    view = brought_in(desk, club)
    night = nights.list_nights(desk, club_id=club)[0]
    plan = settlement.propose_settlement(desk, club_id=club, night_id=night.id, key="propose-1")
    (transfer,) = plan.transfers
    settlement.pay_transfer(
        desk, club_id=club, transfer_id=transfer.id, amount=500, key="pay-key-1"
    )
    ask = {"desk": desk, "club_id": club, "import_id": view.id, "reason": "zurück"}
    assert refused(imports.undo, **ask) is ErrorCode.IMPORT_SETTLED
    settlement.unpay_transfer(desk, club_id=club, transfer_id=transfer.id, key="unpay-key-1")
    people = {m.name: m.id for m in members.list_members(desk, club_id=club)}
    record_amounts(
        desk,
        club_id=club,
        night_id=night.id,
        changes={people["Anna"]: 10, people["Bert"]: -10},
        why="Nachtrag",
        key="amounts-1",
    )
    assert refused(imports.undo, **ask) is ErrorCode.IMPORT_CHANGED
    assert {n.state for n in nights.list_nights(desk, club_id=club)} == {"closed"}
    assert ledger.verify(desk, records=True) == []


def test_a_list_of_members(desk: Desk, club: str) -> None:
    text = "Name;Telefon\nanna;1\nBert;2\nCäcilie;3\n"
    view = brought_in(desk, club, text)
    assert (view.kind, view.members, view.empty) == ("members", ("Bert", "Cäcilie"), 1)
    assert len(members.list_members(desk, club_id=club)) == 3
    imports.undo(desk, club_id=club, import_id=view.id, reason="falsche Liste")
    assert [m.name for m in members.list_members(desk, club_id=club)] == ["Anna"]
    twice = hand_in(desk, club, "Name\nDora\nDORA\n")
    assert [(p.cell, p.code) for p in twice.problems] == [("A3", "name_twice")]


def test_a_dropped_file_is_forgotten(desk: Desk, club: str) -> None:
    view = hand_in(desk, club)
    imports.drop(desk, club_id=club, import_id=view.id)
    assert imports.list_imports(desk, club_id=club) == ()
    assert (
        refused(imports.confirm, desk=desk, club_id=club, import_id=view.id)
        is ErrorCode.IMPORT_STATE
    )


def test_another_club_sees_nothing_of_it(desk: Desk, club: str) -> None:
    other = clubs.create_club(desk, name="Andere").id
    view = hand_in(desk, club)
    ask = {"desk": desk, "club_id": other, "import_id": view.id}
    assert refused(imports.get_import, **ask) is ErrorCode.NOT_FOUND
    assert refused(imports.confirm, **ask) is ErrorCode.NOT_FOUND
    assert refused(imports.drop, **ask) is ErrorCode.NOT_FOUND
    assert refused(imports.undo, **ask, reason="x") is ErrorCode.NOT_FOUND
    assert refused(imports.answer, **ask, said={}) is ErrorCode.NOT_FOUND


def test_a_worker_brings_it_in_once_and_in_the_name_of_who_said_so(
    desk: Desk, club: str, database_url: str, tmp_path: object, clock: TickingClock
) -> None:
    view = hand_in(desk, club)
    queued = imports.confirm(desk, club_id=club, import_id=view.id, key="confirm-1")
    assert (queued.state, bool(queued.job_id)) == ("queued", True)
    assert imports.confirm(desk, club_id=club, import_id=view.id, key="confirm-1") == queued
    place = Workplace(database_url=database_url, folder=tmp_path, clock=clock)  # type: ignore[arg-type]
    assert run_worker(place, stop=threading.Event(), until_idle=True) == 1
    done = imports.get_import(desk, club_id=club, import_id=view.id)
    assert done.state == "posted"
    with desk.store.read() as tx:
        who = tx.connection.exec_driver_sql("SELECT DISTINCT who FROM entry").scalars().all()
    assert who == ["Anna"]


def test_rows_of_deals_keep_what_a_row_says(desk: Desk, club: str) -> None:
    brought_in(desk, club)
    night = nights.list_nights(desk, club_id=club)[1]
    shown = ledger.night_ledger(desk, club_id=club, night_id=night.id)
    assert [sheet.reason for sheet in shown.amounts] == ["Solo", "", ""]


def test_deals_in_our_own_words(desk: Desk, club: str) -> None:
    lines = [
        {"format": "scorekeeper-deals/1"},
        {"night": {"date": "2026-11-20", "place": "Linde"}},
        {"table": {"game": "bolachen", "tariff": 10, "seats": ["Anna", "Bert", "H"]}},
        {"format": "deal-record/1", **brand("Anna", 7), "dealer": "H"},
        {"format": "deal-record/1", **brand("H", 5), "dealer": "Anna"},
        {"night": {"date": "2026-11-21"}},
        {
            "format": "deal-record/1",
            "game": "bolachen",
            "seats": ["Anna", "Bert", "H", "Dora"],
            "dealer": "Dora",
            "sitting_out": ["Dora"],
            "tariff": 20,
            **brand("Bert", 8),
        },
    ]
    text = "\n".join(map(json.dumps, lines))
    before = content_hash(desk)
    view = hand_in(desk, club, text)
    assert (view.kind, view.deals, view.problem_count) == ("records", 3, 0)
    assert content_hash(desk) == before
    done = brought_in(desk, club, text)
    second, first = nights.list_nights(desk, club_id=club)
    assert (first.place, first.deals, first.state, second.deals) == ("Linde", 2, "closed", 1)
    assert balances(desk, club, first.id)["H"] < 0
    assert ledger.verify(desk, records=True) == []
    imports.undo(desk, club_id=club, import_id=done.id, reason="zurück")
    assert ledger.verify(desk, records=True) == []


def test_every_problem_of_records_is_told_by_its_line(desk: Desk, club: str) -> None:
    seats = {"game": "bolachen", "seats": ["Anna", "Bert", "Caro"], "dealer": "Caro"}
    good = {**seats, **brand("Anna", 7)}
    bad = {**seats, **brand("Dora", 7)}
    text = "\n".join(map(json.dumps, [good, bad, good, {**good, "game": "skat"}]))
    view = hand_in(desk, club, text)
    assert [(p.cell, p.code) for p in view.problems] == [("2", "record"), ("4", "record")]
    assert len(members.list_members(desk, club_id=club)) == 1


def test_a_night_of_today_is_there_already(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    view = hand_in(desk, table.club_id)
    assert [night.known for night in view.nights] == [False, True]


def content_hash(desk: Desk) -> str:
    """Return what nights, members and the ledger hold, in short."""
    with desk.store.read() as tx:
        rows = [
            tx.connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY 1, 2").all()
            for table in ("night", "member", "entry", "line", "deal", "card_table", "chain")
        ]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def test_what_is_in_the_way_leaves_nothing_of_a_file(desk: Desk, club: str) -> None:
    old = brought_in(desk, club, "Datum;Anna;Bert\n20.11.2025;1;-1\n")
    (night,) = nights.list_nights(desk, club_id=club)
    settlement.propose_settlement(
        desk, club_id=club, night_id=night.id, mode="carry", key="carry-key-1"
    )
    (season,) = seasons.list_seasons(desk, club_id=club)
    closings.close_season(desk, club_id=club, season_id=season.id, key="close-key-1")
    before = content_hash(desk)
    view = hand_in(desk, club, "Datum;Anna;Bert\n1.2.2026;1;-1\n1.2.2025;1;-1\n")
    imports.confirm(desk, club_id=club, import_id=view.id, by_worker=False)
    ask = {"desk": desk, "club_id": club, "import_id": view.id}
    assert refused(imports.run, **ask) is ErrorCode.SEASON_CLOSED
    assert content_hash(desk) == before
    waiting = imports.get_import(desk, club_id=club, import_id=view.id)
    assert (waiting.state, json.loads(waiting.why)["code"]) == ("new", "season_closed")
    ask["import_id"] = old.id
    assert refused(imports.undo, **ask, reason="zurück") in (
        ErrorCode.SEASON_CLOSED,
        ErrorCode.IMPORT_SETTLED,
    )
    assert ledger.verify(desk, records=True) == []


def active(desk: Desk, club: str) -> list[str]:
    return [one.name for one in members.list_members(desk, club_id=club)]


def test_whom_an_import_made_a_member_goes_with_it_unless_named_elsewhere(
    desk: Desk, club: str
) -> None:
    text = "Datum;Anna;Bert;Dora;Emil;Fritz\n20.11.2026;4;-1;-1;-1;-1\n"
    view = brought_in(desk, club, text)
    people = {one.name: one.id for one in members.list_members(desk, club_id=club)}
    later = nights.start_night(desk, club_id=club, key="later-key-1", date=date(2026, 11, 27))
    record_amounts(
        desk,
        club_id=club,
        night_id=later.id,
        changes={people["Anna"]: 10, people["Dora"]: -10},
        why="Nachtrag",
        key="amounts-1",
    )
    members.make_guest(desk, club_id=club, member_id=people["Emil"], key="guest-key-1")
    members.deactivate_member(desk, club_id=club, member_id=people["Fritz"])
    undone = imports.undo(desk, club_id=club, import_id=view.id, reason="falsche Datei")
    assert (undone.gone, undone.stayed) == (("Bert",), ("Dora", "Emil"))
    assert active(desk, club) == ["Anna", "Dora", "Emil"]
    assert imports.get_import(desk, club_id=club, import_id=view.id) == undone
    assert ledger.verify(desk, records=True) == []


def test_who_went_with_an_import_is_new_to_the_right_file(desk: Desk, club: str) -> None:
    first = brought_in(desk, club)
    imports.undo(desk, club_id=club, import_id=first.id, reason="falsche Datei")
    assert active(desk, club) == ["Anna"]
    looked = hand_in(desk, club)
    assert [(p.name, bool(p.member_id)) for p in looked.people] == [
        ("Anna", True),
        ("Bert", False),
        ("Cäcilie", False),
    ]
    second = brought_in(desk, club)
    assert active(desk, club) == ["Anna", "Bert", "Cäcilie"]
    imports.undo(desk, club_id=club, import_id=second.id, reason="doch falsch")
    assert active(desk, club) == ["Anna"]
    listed = brought_in(desk, club, "Name\nAnna\nBert\n")
    assert (listed.members, active(desk, club)) == (("Bert",), ["Anna", "Bert"])
    assert ledger.verify(desk, records=True) == []


def test_who_had_left_before_an_import_stays_away_through_it(desk: Desk, club: str) -> None:
    bert = members.add_member(desk, club_id=club, name="Bert")
    members.deactivate_member(desk, club_id=club, member_id=bert.id)
    view = brought_in(desk, club)
    assert active(desk, club) == ["Anna", "Cäcilie"]
    undone = imports.undo(desk, club_id=club, import_id=view.id, reason="falsche Datei")
    assert (undone.gone, undone.stayed) == (("Cäcilie",), ())


def test_players_of_deals_in_our_own_words_go_with_their_import(desk: Desk, club: str) -> None:
    lines = [
        {"night": {"date": "2026-11-20"}},
        {"table": {"game": "bolachen", "tariff": 10, "seats": ["Anna", "Bert", "H"]}},
        {"format": "deal-record/1", **brand("Anna", 7), "dealer": "H"},
        {"amounts": {"changes": {"Anna": 50, "Dora": -50}, "why": "Zettel"}},
    ]
    view = brought_in(desk, club, "\n".join(map(json.dumps, lines)))
    assert active(desk, club) == ["Anna", "Bert", "Dora", "H"]
    undone = imports.undo(desk, club_id=club, import_id=view.id, reason="zurück")
    assert undone.gone == ("Bert", "Dora", "H")
    assert active(desk, club) == ["Anna"]
    assert ledger.verify(desk, records=True) == []
