"""Closing months and seasons: what is refused afterwards, and how they are opened again."""

from datetime import UTC
from datetime import date
from datetime import datetime
from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import error_sentence
from scorekeeper.ledger.journal import PURSE
from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services import tables
from scorekeeper.services import verify
from scorekeeper.services.amounts import record_amounts
from scorekeeper.services.desk import Desk
from scorekeeper.services.purse_views import BookingView
from tests.conftest import TickingClock
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick
from tests.services.test_coins_and_purse import propose
from tests.services.test_coins_and_purse import to_purse
from tests.services.treasurer import Club
from tests.services.treasurer import found_club
from tests.services.treasurer import pay_in
from tests.services.treasurer import spend

OCTOBER = date(2026, 10, 15)


def close(club: Club, month: str, counted: int, reason: str = "") -> closings.ClosingView:
    return closings.close_month(
        club.desk,
        club_id=club.club_id,
        month=month,
        counted=counted,
        reason=reason,
        key=club.keys(),
    )


def cash(club: Club) -> int:
    found = cash_book.get_purse(club.desk, club_id=club.club_id)
    assert found.agrees
    return found.cash


def test_nothing_is_booked_into_a_closed_month(desk: Desk) -> None:
    club = found_club(desk)
    booked = pay_in(club, "Anna", 1000, day=OCTOBER)
    pay_in(club, "Bert", 300)
    ahead = closings.next_month(desk, club_id=club.club_id)
    assert ahead is not None
    assert (ahead.month, ahead.last, ahead.cash) == ("2026-10", date(2026, 10, 31), 1000)
    closed = close(club, "2026-10", 1000)
    assert (closed.kind, closed.month, closed.cash, closed.counted) == (
        "month_closed",
        "2026-10",
        1000,
        1000,
    )
    for day in (OCTOBER, date(2026, 9, 1)):
        with pytest.raises(ScorekeeperError) as caught:
            spend(club, 100, day=day)
        assert caught.value.code is ErrorCode.MONTH_CLOSED
        assert "Oktober 2026" in error_sentence(caught.value, "de")
    spend(club, 100)
    back = purse.take_back(
        desk, club_id=club.club_id, entry=booked.entry, reason="falsch", key=club.keys()
    )
    assert back.day == date(2026, 11, 27)
    assert cash(club) == 200
    following = closings.next_month(desk, club_id=club.club_id)
    assert following is not None
    assert (following.month, following.over) == ("2026-11", False)
    assert verify.verify(desk) == []


def test_a_difference_is_booked_with_its_reason(desk: Desk) -> None:
    club = found_club(desk)
    pay_in(club, "Anna", 1000, day=OCTOBER)
    with pytest.raises(ScorekeeperError) as caught:
        close(club, "2026-10", 950)
    assert caught.value.code is ErrorCode.REASON_NEEDED
    assert cash(club) == 1000
    close(club, "2026-10", 950, "ein Fünfzgerl ist hinter die Bank gefallen")
    assert cash(club) == 950
    book = cash_book.get_cash_book(
        desk, club_id=club.club_id, first=date(2026, 10, 1), last=date(2026, 10, 31)
    )
    last = book.rows[-1].booking
    assert (last.kind, last.cash, last.day) == ("counted", -50, date(2026, 10, 31))
    with pytest.raises(ScorekeeperError) as caught:
        purse.take_back(desk, club_id=club.club_id, entry=last.entry, reason="x", key=club.keys())
    assert caught.value.code is ErrorCode.VALUE_INVALID
    closings.reopen_month(desk, club_id=club.club_id, reason="gefunden", key=club.keys())
    assert cash(club) == 1000
    close(club, "2026-10", 1000)
    assert [one.kind for one in closings.closing_log(desk, club_id=club.club_id)] == [
        "month_closed",
        "month_reopened",
        "month_closed",
    ]
    assert verify.verify(desk) == []


@pytest.mark.parametrize("month", ["2026-11", "2027-01"])
def test_a_month_is_closed_when_it_is_over(desk: Desk, month: str) -> None:
    with pytest.raises(ScorekeeperError) as caught:
        close(found_club(desk), month, 0)
    assert caught.value.code is ErrorCode.MONTH_NOT_OVER


def test_a_month_is_over_on_the_first_of_the_next_by_the_clubs_clock(
    desk: Desk, clock: TickingClock
) -> None:
    club = found_club(desk)
    pay_in(club, "Anna", 1000)
    # The last evening of November, an hour before midnight in Berlin.
    clock.now = datetime(2026, 11, 30, 22, 0, tzinfo=UTC)
    ahead = closings.next_month(desk, club_id=club.club_id)
    assert ahead is not None
    assert (ahead.month, ahead.over, ahead.opens) == ("2026-11", False, date(2026, 12, 1))
    with pytest.raises(ScorekeeperError) as caught:
        close(club, "2026-11", 1000)
    assert caught.value.code is ErrorCode.MONTH_NOT_OVER
    assert error_sentence(caught.value, "de") == (
        "Der November 2026 ist noch nicht vorbei. Abschließen lässt er sich ab Dienstag, "
        "1. Dezember 2026."
    )
    assert "from Tuesday, 1 December 2026 on" in error_sentence(caught.value, "en")
    # In Greenwich it is still November.
    clock.now = datetime(2026, 11, 30, 23, 0, tzinfo=UTC)
    ahead = closings.next_month(desk, club_id=club.club_id)
    assert ahead is not None
    assert ahead.over
    assert close(club, "2026-11", 1000).month == "2026-11"


@pytest.mark.parametrize("month", ["2026-13", "2026-1", "", "26-10-01", "2026-00", "²026-10"])
def test_what_is_no_month_is_refused(desk: Desk, month: str) -> None:
    with pytest.raises(ScorekeeperError) as caught:
        close(found_club(desk), month, 0)
    assert caught.value.code is ErrorCode.VALUE_INVALID


def test_months_are_closed_forwards_and_opened_backwards(desk: Desk) -> None:
    club = found_club(desk)
    close(club, "2026-08", 0)
    close(club, "2026-10", 0)
    for month in ("2026-09", "2026-10"):
        with pytest.raises(ScorekeeperError) as caught:
            close(club, month, 0)
        assert caught.value.code is ErrorCode.MONTH_ORDER
    args = {"club_id": club.club_id, "reason": "Beleg nachgereicht"}
    with pytest.raises(ScorekeeperError) as caught:
        closings.reopen_month(desk, key=club.keys(), **{**args, "reason": ""})
    assert caught.value.code is ErrorCode.REASON_NEEDED
    assert closings.reopen_month(desk, key=club.keys(), **args).month == "2026-10"
    pay_in(club, "Anna", 100, day=date(2026, 9, 1))
    assert closings.reopen_month(desk, key=club.keys(), **args).month == "2026-08"
    with pytest.raises(ScorekeeperError) as caught:
        closings.reopen_month(desk, key=club.keys(), **args)
    assert caught.value.code is ErrorCode.MONTH_ORDER
    assert verify.verify(desk) == []


def settled(desk: Desk) -> Round:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    table.close()
    settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, mode="carry", key=table.keys()
    )
    return table


def season_of(table: Round) -> str:
    return seasons.list_seasons(table.desk, club_id=table.club_id)[0].id


def close_season(table: Round) -> closings.ClosingView:
    return closings.close_season(
        table.desk, club_id=table.club_id, season_id=season_of(table), key=table.keys()
    )


def test_nights_that_go_on_or_are_not_settled_stand_in_the_way(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    for state in ("open", "closed"):
        if state == "closed":
            table.close()
        with pytest.raises(ScorekeeperError) as caught:
            close_season(table)
        assert caught.value.code is ErrorCode.SEASON_UNFINISHED
        assert "1 (Fr., 27.11.2026)" in error_sentence(caught.value, "de")
    nights.void_night(
        desk, club_id=table.club_id, night_id=table.night_id, reason="Probe", key=table.keys()
    )
    close_season(table)


def test_a_closed_season_takes_nothing_in(desk: Desk) -> None:
    table = settled(desk)
    deal = table.see().deals[0].id
    close_season(table)
    args = {"club_id": table.club_id, "night_id": table.night_id}
    anna, bert = table.id("Anna"), table.id("Bert")
    tries = {
        "correct": lambda: table.correct(deal, brand(bert, 8)),
        "undo": lambda: table.undo(reason="x"),
        "record": lambda: table.record(brand(anna, 6)),
        "reopen": lambda: nights.reopen_night(desk, key=table.keys(), **args),
        "void": lambda: nights.void_night(desk, key=table.keys(), reason="x", **args),
        "settle": lambda: settlement.propose_settlement(desk, key=table.keys(), **args),
        "amounts": lambda: record_amounts(
            desk, changes={anna: 5, bert: -5}, why="x", key=table.keys(), **args
        ),
        "start": lambda: nights.start_night(desk, club_id=table.club_id, key=table.keys()),
        "named": lambda: nights.start_night(
            desk, club_id=table.club_id, key=table.keys(), season_id=season_of(table)
        ),
        "quick": lambda: quick(desk, "Anna Bert Caro", "bolachen", keys=table.keys),
        "table": lambda: tables.open_table(
            desk,
            game="bolachen",
            house_rules_id=table.table.house_rules.id,
            tariff=10,
            member_ids=[anna, bert, table.id("Caro")],
            key=table.keys(),
            **args,
        ),
        "again": lambda: close_season(table),
    }
    closed_already = dict.fromkeys(("undo", "record", "table"), ErrorCode.NIGHT_NOT_OPEN)
    for name, attempt in tries.items():
        with pytest.raises(ScorekeeperError) as caught:
            pytest.fail(f"{name} was let through: {attempt()}")
        wanted = {ErrorCode.SEASON_CLOSED, closed_already.get(name, ErrorCode.SEASON_CLOSED)}
        assert caught.value.code in wanted, name
    assert verify.verify(desk) == []


def test_a_season_is_opened_again_with_a_reason_that_is_logged(desk: Desk) -> None:
    table = settled(desk)
    deal = table.see().deals[0].id
    close_season(table)
    args = {"club_id": table.club_id, "season_id": season_of(table)}
    with pytest.raises(ScorekeeperError) as caught:
        closings.reopen_season(desk, reason="", key=table.keys(), **args)
    assert caught.value.code is ErrorCode.REASON_NEEDED
    closings.reopen_season(desk, reason="Einspruch von Caro", key=table.keys(), **args)
    table.correct(deal, brand(table.id("Bert"), 8))
    log = closings.closing_log(desk, club_id=table.club_id)
    assert [(one.kind, one.season, one.why, one.who) for one in log] == [
        ("season_reopened", "2026", "Einspruch von Caro", "Anna"),
        ("season_closed", "2026", "", "Anna"),
    ]
    with pytest.raises(ScorekeeperError) as caught:
        closings.reopen_season(desk, reason="noch einmal", key=table.keys(), **args)
    assert caught.value.code is ErrorCode.VALUE_INVALID
    assert verify.verify(desk) == []


def test_a_booking_is_taken_back_on_its_own_day_while_its_month_is_open(desk: Desk) -> None:
    """Closing with what really lay in the cash box then needs no difference."""
    club = found_club(desk)
    pay_in(club, "Anna", 1000, day=OCTOBER)
    wrong = pay_in(club, "Bert", 300, day=OCTOBER)
    assert purse.day_to_take_back(desk, club_id=club.club_id, entry=wrong.entry) == OCTOBER
    back = take_back(club, wrong.entry)
    assert back.day == OCTOBER
    closed = close(club, "2026-10", 1000)
    assert (closed.cash, closed.counted, closed.why) == (1000, 1000, "")
    assert [one.receipt for one in latest(club)] == ["2026-3", "2026-2", "2026-1"]
    assert verify.verify(desk) == []


def test_a_booking_of_a_closed_month_is_taken_back_today_or_after_opening_it(desk: Desk) -> None:
    club = found_club(desk)
    wrong = pay_in(club, "Anna", 1000, day=OCTOBER)
    close(club, "2026-10", 1000)
    with pytest.raises(ScorekeeperError) as caught:
        take_back(club, wrong.entry, day=date(2026, 10, 20))
    assert (caught.value.code, caught.value.place) == (ErrorCode.MONTH_CLOSED, "day")
    assert "wieder öffnen" in error_sentence(caught.value, "de")
    assert take_back(club, wrong.entry).day == date(2026, 11, 27)
    assert cash(club) == 0
    closings.reopen_month(desk, club_id=club.club_id, reason="vergessen", key=club.keys())
    other = pay_in(club, "Anna", 500, day=OCTOBER)
    assert take_back(club, other.entry, day=date(2026, 10, 20)).day == date(2026, 10, 20)


def test_nothing_is_taken_back_before_it_was_booked_or_tomorrow(desk: Desk) -> None:
    club = found_club(desk)
    booked = pay_in(club, "Anna", 1000, day=OCTOBER)
    for day, code in (
        (date(2026, 10, 14), ErrorCode.DAY_BEFORE),
        (date(2026, 11, 28), ErrorCode.DAY_AHEAD),
    ):
        with pytest.raises(ScorekeeperError) as caught:
            take_back(club, booked.entry, day=day)
        assert (caught.value.code, caught.value.place) == (code, "day")
    assert cash(club) == 1000


def test_receipts_follow_the_order_of_entry_and_none_is_given_twice(desk: Desk) -> None:
    club = found_club(desk)
    numbers = [pay_in(club, "Anna", 100, day=date(2026, 11, 20)).receipt]
    numbers.append(pay_in(club, "Bert", 100, day=OCTOBER).receipt)
    numbers.append(take_back(club, latest(club)[0].entry).receipt)
    numbers.append(pay_in(club, "Bert", 100, day=date(2025, 12, 31)).receipt)
    numbers.append(pay_in(club, "Caro", 100, day=OCTOBER).receipt)
    assert numbers == ["2026-1", "2026-2", "2026-3", "2025-1", "2026-4"]
    assert len({(one.day.year, one.receipt) for one in latest(club)}) == len(numbers)


def take_back(club: Club, entry: int, day: date | None = None) -> BookingView:
    return purse.take_back(
        club.desk,
        club_id=club.club_id,
        entry=entry,
        reason="falsch",
        day=day,
        key=club.keys(),
    )


def latest(club: Club) -> tuple[BookingView, ...]:
    return cash_book.list_bookings(club.desk, club_id=club.club_id, limit=50)


def charge(club: Club, *names: str, **more: Any) -> tuple[BookingView, ...]:
    told: dict[str, Any] = {"kind": "fee", "words": "Beitrag", "amount": 500, **more}
    return purse.charge(
        club.desk,
        club_id=club.club_id,
        member_ids=[club.ids[name] for name in names],
        key=club.keys(),
        **told,
    )


def test_the_same_fee_twice_in_a_month_is_a_question(desk: Desk) -> None:
    club = found_club(desk)
    first = charge(club, "Anna", "Bert", day=OCTOBER)
    with pytest.raises(ScorekeeperError) as caught:
        charge(club, "Bert", "Caro", "Anna", day=date(2026, 10, 31))
    assert (caught.value.code, caught.value.place) == (ErrorCode.CHARGED_ALREADY, "again")
    assert error_sentence(caught.value, "de") == (
        "„Beitrag“ ist im Oktober 2026 schon gebucht: Bert und Anna. "
        "Wenn der Betrag wirklich noch einmal fällig ist, bitte bestätigen."
    )
    assert club.accounts()["Caro"] == 0
    charge(club, "Bert", "Anna", day=date(2026, 10, 31), again=True)
    charge(club, "Anna", "Bert", day=date(2026, 11, 1))  # another month
    charge(club, "Anna", words="Startgeld", day=OCTOBER)  # another fee
    charge(club, "Anna", kind="fine", day=OCTOBER)  # fines come as they come
    charge(club, "Anna", kind="fine", day=OCTOBER)
    take_back(club, first[0].entry)
    assert club.accounts()["Bert"] == -1500


def test_a_fee_that_was_taken_back_is_charged_again_without_a_question(desk: Desk) -> None:
    club = found_club(desk)
    item = purse_items.add_item(
        desk, club_id=club.club_id, kind="fee", name="Monatsbeitrag", amount=300
    )
    (first,) = charge(club, "Anna", item_id=item.id, amount=None, words="")
    with pytest.raises(ScorekeeperError):
        charge(club, "Anna", item_id=item.id, amount=None, words="")
    take_back(club, first.entry)
    charge(club, "Anna", item_id=item.id, amount=None, words="")
    assert club.accounts()["Anna"] == -300


def test_a_fee_of_another_evening_is_another_fee(desk: Desk) -> None:
    club = found_club(desk)
    evenings = [
        nights.start_night(desk, club_id=club.club_id, date=day, key=club.keys()).id
        for day in (date(2026, 11, 20), date(2026, 11, 27))
    ]
    for night in evenings:
        charge(club, "Anna", words="Startgeld", night_id=night)
    with pytest.raises(ScorekeeperError):
        charge(club, "Anna", words="Startgeld", night_id=evenings[0])


def test_a_payment_of_an_evening_goes_back_on_the_day_it_was_made(
    desk: Desk, clock: TickingClock
) -> None:
    table = to_purse(desk)
    table.close()
    plan = propose(table)
    one = next(one for one in plan.transfers if one.payee_id == PURSE)
    pay = {"club_id": table.club_id, "transfer_id": one.id}
    settlement.pay_transfer(desk, **pay, amount=one.amount, key=table.keys())
    clock.now = clock.now.replace(day=30)
    settlement.unpay_transfer(desk, **pay, key=table.keys())
    rows = cash_book.list_bookings(desk, club_id=table.club_id, limit=5)
    assert [row.day for row in rows] == [date(2026, 11, 27)] * 2
    clock.now = datetime(2026, 12, 2, 12, tzinfo=UTC)
    closings.close_month(desk, club_id=table.club_id, month="2026-11", counted=0, key=table.keys())
    assert verify.verify(desk) == []
