"""An evening brought in says how many rows it holds, wherever evenings are listed."""

from scorekeeper.i18n import translator
from scorekeeper.i18n.night_words import held_words
from scorekeeper.services import amounts
from scorekeeper.services import clubs
from scorekeeper.services import imports
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import statistics
from scorekeeper.services.desk import Desk
from scorekeeper.services.person_card import person_card
from scorekeeper.services.verify import verify
from tests.services.play import brand
from tests.services.play import quick

SHEET = """Datum;Bemerkung;Anna;Bert
06.11.2026;Bettel;0,40;-0,40
;;-0,20;0,20
;Herz;1;-1
13.11.2026;;5;-5
"""


def bring_in(desk: Desk, club_id: str) -> str:
    view = imports.hand_in(desk, club_id=club_id, file_name="Runde.csv", content=SHEET.encode())
    imports.confirm(desk, club_id=club_id, import_id=view.id, by_worker=False)
    return imports.run(desk, club_id=club_id, import_id=view.id).id


def test_rows_are_counted_wherever_an_evening_is_shown(desk: Desk) -> None:
    club_id = clubs.create_club(desk, name="Freitagsrunde").id
    bring_in(desk, club_id)
    listed = nights.list_nights(desk, club_id=club_id)
    assert [(one.number, one.deals, one.rows) for one in listed] == [(2, 0, 1), (1, 0, 3)]
    first = listed[-1]
    assert nights.get_night(desk, club_id=club_id, night_id=first.id).rows == 3
    book = ledger.night_ledger(desk, club_id=club_id, night_id=first.id)
    assert book.night.rows == 3
    assert [one.reason for one in book.amounts] == ["Bettel", "", "Herz"]
    assert all(one.import_id for one in book.amounts)
    anna = next(one.id for one in members.list_members(desk, club_id=club_id))
    card = person_card(desk, club_id=club_id, member_id=anna)
    assert [(one.deals, one.rows) for one in card.nights] == [(0, 1), (0, 3)]
    assert first.season_id is not None
    found = statistics.person_statistics(
        desk, club_id=club_id, season_id=first.season_id, member_id=anna
    )
    assert [(one.deals, one.rows) for one in found.series] == [(0, 3), (0, 1)]
    assert [one.rows for one in (*found.best, *found.worst)] == [1, 3]


def test_a_row_taken_back_counts_no_more_and_one_told_anew_once(desk: Desk) -> None:
    club_id = clubs.create_club(desk, name="Freitagsrunde").id
    bring_in(desk, club_id)
    night = nights.list_nights(desk, club_id=club_id)[-1]
    book = ledger.night_ledger(desk, club_id=club_id, night_id=night.id)
    amounts.undo_amounts(
        desk, club_id=club_id, entry=book.amounts[0].entry, why="doppelt", key="undo-first-row"
    )
    told = {member: -2 * cents for member, cents in book.amounts[1].changes.items()}
    amounts.correct_amounts(
        desk,
        club_id=club_id,
        entry=book.amounts[1].entry,
        changes=told,
        why="verlesen",
        key="correct-second-row",
    )
    assert nights.get_night(desk, club_id=club_id, night_id=night.id).rows == 2


def test_deals_and_sheets_of_one_evening_are_both_named(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 4))
    told = {table.id("Anna"): 100, table.id("Bert"): -100}
    amounts.record_amounts(
        desk,
        club_id=table.club_id,
        night_id=table.night_id,
        changes=told,
        why="zweiter Tisch",
        key=table.keys(),
    )
    night = nights.get_night(desk, club_id=table.club_id, night_id=table.night_id)
    assert (night.deals, night.rows) == (1, 1)
    assert held_words(translator("de"), night.deals, night.rows) == "ein\xa0Spiel, eine\xa0Zeile"


def test_words_for_what_a_night_holds() -> None:
    for language, nothing, rows in (
        ("de", "0\xa0Spiele", "3\xa0Zeilen"),
        ("en", "0\xa0deals", "3\xa0rows"),
    ):
        t = translator(language)
        assert held_words(t, 0, 0) == nothing
        assert held_words(t, 0, 3) == rows
        assert held_words(t, 2, 0) == t("web.deals", 2)


def test_a_row_corrected_by_hand_keeps_what_the_purse_got(desk: Desk) -> None:
    club_id = clubs.create_club(desk, name="Freitagsrunde").id
    sheet = "Datum;Anna;Bert;Kasse\n06.11.2026;2,00;-2,50;0,50\n13.11.2026;1,00;-1,00;\n"
    view = imports.hand_in(desk, club_id=club_id, file_name="Runde.csv", content=sheet.encode())
    imports.confirm(desk, club_id=club_id, import_id=view.id, by_worker=False)
    imports.run(desk, club_id=club_id, import_id=view.id)
    night = nights.list_nights(desk, club_id=club_id)[-1]
    book = ledger.night_ledger(desk, club_id=club_id, night_id=night.id)
    (row,) = book.amounts
    assert (row.purse, sum(row.changes.values())) == (50, -50)
    changed = {
        member: cents + (100 if cents > 0 else -100) for member, cents in row.changes.items()
    }
    told = amounts.correct_amounts(
        desk, club_id=club_id, entry=row.entry, changes=changed, why="verlesen", key="correct-purse"
    )
    assert told.purse == 50
    after = ledger.night_ledger(desk, club_id=club_id, night_id=night.id)
    assert after.purse == 50
    assert sorted(after.balances.values()) == [-350, 300]
    assert verify(desk, records=True) == []
