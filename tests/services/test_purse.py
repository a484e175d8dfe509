"""The purse's bookings one by one: what they move, what is refused, and with what sentence."""

from datetime import date

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import error_sentence
from scorekeeper.services import cash_book
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services import settlement
from scorekeeper.services import verify
from scorekeeper.services.desk import Desk
from scorekeeper.store import members as member_rows
from tests.services.play import number
from tests.services.play import quick
from tests.services.treasurer import TODAY
from tests.services.treasurer import Club
from tests.services.treasurer import found_club
from tests.services.treasurer import pay_in
from tests.services.treasurer import spend


def see(club: Club) -> tuple[int, int, int]:
    found = cash_book.get_purse(club.desk, club_id=club.club_id)
    assert found.agrees
    return found.cash, found.bank, found.purse


def refused(caught: pytest.ExceptionInfo[ScorekeeperError], code: ErrorCode) -> str:
    assert caught.value.code is code
    assert error_sentence(caught.value, "en").strip()
    return error_sentence(caught.value, "de")


def test_a_fee_of_the_catalogue_is_owed_and_then_paid(desk: Desk) -> None:
    club = found_club(desk)
    item = purse_items.add_item(
        desk, club_id=club.club_id, kind="fee", name="Monatsbeitrag", amount=500
    )
    booked = purse.charge(
        desk,
        club_id=club.club_id,
        kind="fee",
        member_ids=[club.ids["Anna"], club.ids["Bert"]],
        item_id=item.id,
        key=club.keys(),
    )
    assert [one.receipt for one in booked] == ["", ""]
    assert see(club) == (0, 0, 1000)
    assert club.accounts() == {"Anna": -500, "Bert": -500, "Caro": 0, "Dora": 0}
    paid = pay_in(club, "Anna", 500)
    assert (paid.receipt, paid.cash, paid.bank) == ("2026-1", 500, 0)
    assert see(club) == (500, 0, 1000)
    assert club.accounts()["Anna"] == 0
    assert verify.verify(desk) == []


def test_what_was_charged_keeps_its_name_and_amount(desk: Desk) -> None:
    club = found_club(desk)
    item = purse_items.add_item(
        desk, club_id=club.club_id, kind="fine", name="zu spät gekommen", amount=100
    )
    args = {"club_id": club.club_id, "kind": "fine", "member_ids": [club.ids["Anna"]]}
    (booked,) = purse.charge(desk, item_id=item.id, key=club.keys(), **args)
    purse_items.change_item(
        desk, club_id=club.club_id, item_id=item.id, name="Verspätung", amount=200
    )
    seen = purse.get_booking(desk, club_id=club.club_id, entry=booked.entry)
    assert (seen.category, seen.amount) == ("zu spät gekommen", 100)
    (again,) = purse.charge(desk, item_id=item.id, key=club.keys(), **args)
    assert (again.category, again.amount) == ("Verspätung", 200)
    purse_items.change_item(desk, club_id=club.club_id, item_id=item.id, active=False)
    assert purse_items.list_items(desk, club_id=club.club_id) == ()
    with pytest.raises(ScorekeeperError) as caught:
        purse.charge(desk, item_id=item.id, key=club.keys(), **args)
    refused(caught, ErrorCode.VALUE_INVALID)


def test_the_same_key_books_once(desk: Desk) -> None:
    club = found_club(desk)
    first = pay_in(club, "Anna", 500, key="once-and-only")
    assert pay_in(club, "Anna", 500, key="once-and-only") == first
    assert see(club)[0] == 500
    with pytest.raises(ScorekeeperError) as caught:
        pay_in(club, "Anna", 600, key="once-and-only")
    refused(caught, ErrorCode.KEY_REUSED)


def test_receipts_count_by_the_year_of_their_day(desk: Desk) -> None:
    club = found_club(desk)
    days = [date(2025, 12, 30), TODAY, date(2025, 12, 31), TODAY]
    receipts = [pay_in(club, "Anna", 100, day=day).receipt for day in days]
    assert receipts == ["2025-1", "2026-1", "2025-2", "2026-2"]


def test_taking_back_restores_everything_and_happens_once(desk: Desk) -> None:
    club = found_club(desk)
    pay_in(club, "Anna", 700)
    wrong = spend(club, 300, voucher="R-17")
    with pytest.raises(ScorekeeperError) as caught:
        purse.take_back(desk, club_id=club.club_id, entry=wrong.entry, reason=" ", key=club.keys())
    refused(caught, ErrorCode.REASON_NEEDED)
    args = {"club_id": club.club_id, "entry": wrong.entry, "reason": "doppelt"}
    back = purse.take_back(desk, key=club.keys(), **args)
    assert (back.takes_back, back.cash, back.receipt, back.why) == (
        wrong.entry,
        300,
        "2026-3",
        "doppelt",
    )
    assert see(club) == (700, 0, 0)
    for entry in (wrong.entry, back.entry):
        with pytest.raises(ScorekeeperError) as caught:
            purse.take_back(desk, key=club.keys(), **{**args, "entry": entry})
        assert "schon zurückgenommen" in refused(caught, ErrorCode.BOOKING_TAKEN_BACK)
    seen = purse.get_booking(desk, club_id=club.club_id, entry=wrong.entry)
    assert (seen.taken_back_by, seen.may_be_taken_back) == (back.entry, False)
    assert verify.verify(desk) == []


def test_opening_balances_are_there_once_until_taken_back(desk: Desk) -> None:
    club = found_club(desk)
    told = {"cash": 12_345, "accounts": {club.ids["Anna"]: 500, club.ids["Bert"]: -1500}}
    opened = purse.open_books(desk, club_id=club.club_id, key=club.keys(), bank=-2000, **told)
    assert see(club) == (12_345, -2000, 12_345 - 2000 + 1000)
    with pytest.raises(ScorekeeperError) as caught:
        purse.open_books(desk, club_id=club.club_id, key=club.keys(), cash=1)
    refused(caught, ErrorCode.OPENING_THERE)
    purse.take_back(
        desk, club_id=club.club_id, entry=opened.entry, reason="Zahlendreher", key=club.keys()
    )
    assert see(club) == (0, 0, 0)
    purse.open_books(desk, club_id=club.club_id, key=club.keys(), cash=12_354)
    assert see(club) == (12_354, 0, 12_354)
    assert verify.verify(desk) == []


def test_days_ahead_are_refused(desk: Desk) -> None:
    club = found_club(desk)
    with pytest.raises(ScorekeeperError) as caught:
        pay_in(club, "Anna", 100, day=date(2026, 11, 28))
    assert "Zukunft" in refused(caught, ErrorCode.DAY_AHEAD)


def test_amounts_places_and_people_are_checked(desk: Desk) -> None:
    club = found_club(desk)
    for amount in (0, -5, True, 1.5, "5"):
        with pytest.raises(ScorekeeperError) as caught:
            pay_in(club, "Anna", amount)  # type: ignore[arg-type]
        refused(caught, ErrorCode.VALUE_INVALID)
    with pytest.raises(ScorekeeperError) as caught:
        pay_in(club, "Anna", 5, place="pocket")
    refused(caught, ErrorCode.VALUE_INVALID)
    with pytest.raises(ScorekeeperError) as caught:
        purse.member_transfer(
            desk,
            club_id=club.club_id,
            payer_id=club.ids["Anna"],
            payee_id=club.ids["Anna"],
            amount=5,
            key=club.keys(),
        )
    refused(caught, ErrorCode.VALUE_INVALID)


def test_another_clubs_people_and_bookings_are_not_there(desk: Desk) -> None:
    club, other = found_club(desk), found_club(desk, "Egon Fritz Gusti")
    booked = pay_in(club, "Anna", 100)
    item = purse_items.add_item(desk, club_id=club.club_id, kind="fee", name="Startgeld", amount=50)
    other.ids["Anna"] = club.ids["Anna"]
    tries = [
        lambda: pay_in(other, "Anna", 100),
        lambda: purse.get_booking(desk, club_id=other.club_id, entry=booked.entry),
        lambda: purse.take_back(
            desk, club_id=other.club_id, entry=booked.entry, reason="x", key=other.keys()
        ),
        lambda: purse.charge(
            desk,
            club_id=other.club_id,
            kind="fee",
            member_ids=[other.ids["Egon"]],
            item_id=item.id,
            key=other.keys(),
        ),
        lambda: purse_items.change_item(desk, club_id=other.club_id, item_id=item.id, amount=1),
        lambda: cash_book.get_statement(desk, club_id=other.club_id, member_id=club.ids["Anna"]),
    ]
    for attempt in tries:
        with pytest.raises(ScorekeeperError) as caught:
            attempt()
        assert caught.value.code is ErrorCode.NOT_FOUND
    assert see(other) == (0, 0, 0)


def test_a_carried_night_stands_on_the_members_accounts(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen")
    table.record(number(table.id("Anna"), 7, 7))
    brought = table.balances()
    table.close()
    args = {"club_id": table.club_id, "night_id": table.night_id}
    settlement.propose_settlement(desk, mode="carry", key=table.keys(), **args)
    accounts = {
        one.member.name: one.cents for one in cash_book.list_accounts(desk, club_id=table.club_id)
    }
    assert accounts == brought
    page = cash_book.get_statement(desk, club_id=table.club_id, member_id=table.id("Anna"))
    assert [(row.kind, row.cents, row.night_number) for row in page.rows] == [
        ("carry", brought["Anna"], 1)
    ]
    nights.void_night(desk, reason="Probe", key=table.keys(), **args)
    found = cash_book.list_accounts(desk, club_id=table.club_id)
    assert [one.cents for one in found] == [0, 0, 0]
    assert verify.verify(desk) == []


def test_the_haferl_goes_to_the_purse_where_the_club_says_so(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    table.record({"contract": {"kind": "passed_out"}})
    pot = -sum(table.balances().values())
    assert pot > 0
    club_id = table.club_id
    purse.set_haferl(desk, club_id=club_id, to_purse=True)
    table.close()
    seen = cash_book.get_purse(desk, club_id=club_id)
    assert (seen.purse, seen.nights, seen.agrees) == (pot, -pot, True)
    assert sum(table.balances().values()) == -pot
    page = cash_book.get_statement(desk, club_id=club_id, member_id=None)
    assert [(row.kind, row.cents, row.night_number) for row in page.rows] == [
        ("haferl_to_purse", pot, 1)
    ]
    assert verify.verify(desk) == []
    nights.reopen_night(desk, club_id=club_id, night_id=table.night_id, key=table.keys())
    assert cash_book.get_purse(desk, club_id=club_id).purse == 0
    table.close()
    # What the club says later does not reach back: a correction sends it where it went.
    purse.set_haferl(desk, club_id=club_id, to_purse=False)
    deal = table.see().deals[0]
    table.correct(deal.id, {"contract": {"kind": "passed_out"}})
    assert cash_book.get_purse(desk, club_id=club_id).purse == pot
    nights.void_night(
        desk, club_id=club_id, night_id=table.night_id, reason="Probe", key=table.keys()
    )
    seen = cash_book.get_purse(desk, club_id=club_id)
    assert (seen.purse, seen.nights) == (0, 0)
    assert verify.verify(desk) == []


def test_a_duplicates_account_is_the_persons(desk: Desk) -> None:
    club = found_club(desk, "Anna Toni Caro")
    pay_in(club, "Anna", 500)
    pay_in(club, "Toni", 300)
    pay_in(club, "Anna", 50)
    with desk.store.write() as tx:
        member_rows.merge(tx, club.club_id, club.ids["Toni"], club.ids["Anna"])
    assert club.accounts() == {"Anna": 850, "Caro": 0}
    page = cash_book.get_statement(desk, club_id=club.club_id, member_id=club.ids["Toni"], limit=2)
    assert [(row.cents, row.after) for row in page.rows] == [(50, 850), (300, 800)]
    page = cash_book.get_statement(
        desk, club_id=club.club_id, member_id=club.ids["Anna"], before=page.next_before
    )
    assert [(row.cents, row.after) for row in page.rows] == [(500, 500)]


def test_who_left_is_listed_while_he_owes(desk: Desk) -> None:
    club = found_club(desk)
    pay_in(club, "Anna", 100)
    for name in ("Anna", "Bert"):
        members.deactivate_member(desk, club_id=club.club_id, member_id=club.ids[name])
    assert club.accounts() == {"Anna": 100, "Caro": 0, "Dora": 0}
    assert clubs.get_club(desk, club_id=club.club_id).member_count == 2
