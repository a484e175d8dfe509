"""Many book at once: receipts are distinct and without gaps, and every sum is right."""

import threading

from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import purse
from scorekeeper.services import verify
from scorekeeper.services.desk import Desk
from tests.services.treasurer import TODAY
from tests.services.treasurer import found_club

THREADS = 32
EACH = 3


def test_receipts_of_many_at_once_have_no_gaps(desk: Desk) -> None:
    club = found_club(desk)
    names = sorted(club.ids)
    receipts: list[str] = []
    broken: list[BaseException] = []
    start = threading.Barrier(THREADS)

    def work(place: int) -> None:
        start.wait()
        try:
            for turn in range(EACH):
                key = f"thread-{place:02}-{turn}"
                if place % 2:
                    booked = purse.member_pays(
                        desk,
                        club_id=club.club_id,
                        member_id=club.ids[names[place % 4]],
                        amount=100 + place,
                        place="cash",
                        key=key,
                    )
                else:
                    booked = purse.enter(
                        desk,
                        club_id=club.club_id,
                        kind="expense",
                        amount=7,
                        category="Kreide",
                        place="bank",
                        key=key,
                    )
                receipts.append(booked.receipt)
        except BaseException as error:
            broken.append(error)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert broken == []
    count = THREADS * EACH
    assert sorted(receipts) == sorted(f"2026-{number}" for number in range(1, count + 1))
    seen = cash_book.get_purse(desk, club_id=club.club_id)
    paid = EACH * sum(100 + place for place in range(1, THREADS, 2))
    assert (seen.cash, seen.bank) == (paid, -7 * EACH * THREADS // 2)
    assert seen.agrees
    assert verify.verify(desk) == []


def test_who_closes_a_month_and_who_books_into_it_take_turns(desk: Desk) -> None:
    club = found_club(desk)
    day = TODAY.replace(month=10)
    start = threading.Barrier(9)
    said: list[str] = []

    def pay(place: int) -> None:
        start.wait()
        try:
            purse.member_pays(
                desk,
                club_id=club.club_id,
                member_id=club.ids["Anna"],
                amount=100,
                place="cash",
                day=day,
                key=f"late-pay-{place}",
            )
            said.append("paid")
        except Exception as error:
            said.append(str(error))

    def close() -> None:
        start.wait()
        closings.close_month(
            desk,
            club_id=club.club_id,
            month="2026-10",
            counted=0,
            reason="geschätzt",
            key="close-october",
        )

    threads = [threading.Thread(target=pay, args=(place,)) for place in range(8)]
    threads.append(threading.Thread(target=close))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(said) <= {"paid", "month_closed at day"}
    # Whatever came first was counted: the difference made the box empty, nothing came after it.
    assert cash_book.get_purse(desk, club_id=club.club_id).cash == 0
    (step,) = closings.closing_log(desk, club_id=club.club_id)
    assert (step.cash, step.counted) == (0, 0)
    assert verify.verify(desk) == []
