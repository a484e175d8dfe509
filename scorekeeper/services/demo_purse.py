"""The purse of the invented half season: a treasurer at work, evening by evening."""

from collections.abc import Callable
from datetime import date

from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services.desk import Desk

FEE, LATE, MISDEALT = 500, 100, 50
_CASH, _BANK = 8_540, 31_200
_HOST = 1_000
_CARDS = 1_890
_TO_BANK = 4_000


class Treasurer:
    """What the treasurer knows: the catalogue, and which month was begun last."""

    def __init__(
        self, desk: Desk, club_id: str, people: tuple[str, ...], key: Callable[[], str]
    ) -> None:
        self._club_id = club_id
        self._people = people
        self._key = key
        self._month = ""
        self._closed = 0
        self._items = {
            name: purse_items.add_item(
                desk, club_id=club_id, kind=kind, name=name, amount=amount, key=key()
            ).id
            for kind, name, amount in (
                ("fee", "Monatsbeitrag", FEE),
                ("fine", "zu spät gekommen", LATE),
                ("fine", "vergeben", MISDEALT),
            )
        }
        purse.open_books(
            desk,
            club_id=club_id,
            cash=_CASH,
            bank=_BANK,
            accounts={people[1]: 350, people[4]: -500},
            words="aus dem alten Kassenbuch",
            key=key(),
        )

    def begin(self, desk: Desk, today: date, number: int, night_id: str) -> None:
        """Do what is to be done on an evening: it is its day by the desk's clock."""
        month = f"{today:%Y-%m}"
        if month != self._month:
            if self._month:
                self._close(desk, self._month)
            self._month = month
            self._fees(desk)
        if number % 4 == 2:
            late = self._people[number % len(self._people)]
            self._charge(desk, "fine", "zu spät gekommen", (late,), night_id, paid="cash")
        if number % 6 == 3:
            wrong = self._people[(number + 2) % len(self._people)]
            self._charge(desk, "fine", "vergeben", (wrong,), night_id)
        if number % 5 == 1:
            purse.pay_host(
                desk,
                club_id=self._club_id,
                amount=_HOST,
                place="cash",
                night_id=night_id,
                words="Brotzeit",
                key=self._key(),
            )
        if number == 6:
            self._enter(desk, "expense", _CARDS, "Karten", "drei neue Packl", "R 2281")
        if number == 10:
            self._enter(desk, "income", 2_000, "Spende", "vom Wirt", "")
            purse.move_money(
                desk,
                club_id=self._club_id,
                to="bank",
                amount=_TO_BANK,
                words="eingezahlt",
                key=self._key(),
            )

    def _fees(self, desk: Desk) -> None:
        """Charge everybody the month's fee: most pay at once, one by bank, one still owes it."""
        at_once = self._people[:-2]
        self._charge(desk, "fee", "Monatsbeitrag", at_once, None, paid="cash")
        self._charge(desk, "fee", "Monatsbeitrag", self._people[-2:], None)
        purse.member_pays(
            desk,
            club_id=self._club_id,
            member_id=self._people[-2],
            amount=FEE,
            place="bank",
            words="überwiesen",
            key=self._key(),
        )

    def _close(self, desk: Desk, month: str) -> None:
        """Count the cash box and close the month before; the first time five cents are missing."""
        self._closed += 1
        missing = 5 if self._closed == 1 else 0
        held = cash_book.get_purse(desk, club_id=self._club_id).cash
        closings.close_month(
            desk,
            club_id=self._club_id,
            month=month,
            counted=held - missing,
            reason="Wechselgeld" if missing else "",
            key=self._key(),
        )

    def _charge(
        self,
        desk: Desk,
        kind: str,
        name: str,
        people: tuple[str, ...],
        night_id: str | None,
        paid: str | None = None,
    ) -> None:
        purse.charge(
            desk,
            club_id=self._club_id,
            kind=kind,
            member_ids=people,
            item_id=self._items[name],
            night_id=night_id,
            paid=paid,
            key=self._key(),
        )

    def _enter(
        self, desk: Desk, kind: str, amount: int, category: str, words: str, voucher: str
    ) -> None:
        purse.enter(
            desk,
            club_id=self._club_id,
            kind=kind,
            amount=amount,
            category=category,
            place="cash",
            words=words,
            voucher=voucher,
            key=self._key(),
        )
