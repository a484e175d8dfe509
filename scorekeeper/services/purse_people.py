"""Who stands behind an id in the purse's books, and how bookings are shown."""

from datetime import date

from scorekeeper.ledger.journal import EntryKind
from scorekeeper.services import bounds
from scorekeeper.services.purse_views import BookingView
from scorekeeper.services.veiling import Veil
from scorekeeper.services.veiling import veil_of
from scorekeeper.services.views import MemberView
from scorekeeper.store import bookings
from scorekeeper.store import members
from scorekeeper.store.bookings import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of

# What a closing booked is taken back by opening the month again.
_STAYS = frozenset({EntryKind.TAKEN_BACK.value, EntryKind.COUNTED.value})


class People:
    """The people of a club within a transaction, each read once; a duplicate is the person."""

    def __init__(self, tx: Transaction, club_id: str) -> None:
        self._tx = tx
        self._club_id = club_id
        self._known: dict[str, MemberView] = {}
        self._veil: Veil | None = None

    def find(self, member_id: str, place: str = "member") -> MemberView:
        """Return the person of an id.

        Raises ScorekeeperError: NOT_FOUND.
        """
        found = self._known.get(member_id)
        if found is None:
            row = members.plain(self._tx, self._club_id, bounds.id_(member_id, place))
            if row is not None and row.merged_into is not None:
                row = members.plain(self._tx, self._club_id, row.merged_into)
            if row is None:
                raise bounds.missing(place)
            found = MemberView(id=row.id, name=row.name, active=bool(row.active))
            self._known[member_id] = found
        return found

    def maybe(self, member_id: str | None) -> MemberView | None:
        """Return the person of an id, nobody for none."""
        return None if member_id is None else self.find(member_id)

    def text(self, told: str, at: str) -> str:
        """Return a text written at this moment, without names that were given up since."""
        if self._veil is None:
            self._veil = veil_of(self._tx, self._club_id)
        return self._veil.text(told, at)


def receipt_words(year: int | None, receipt: int | None) -> str:
    """Write a receipt's number: 2026-17."""
    return "" if receipt is None else f"{year}-{receipt}"


def read_booking(tx: Transaction, club_id: str, number: int, people: People) -> BookingView:
    """Return the booking of an entry.

    Raises ScorekeeperError: NOT_FOUND.
    """
    row = bookings.get(tx, club_id, number)
    if row is None:
        raise bounds.missing("booking")
    return booking_view(row, people)


def booking_view(row: ToldRow, people: People) -> BookingView:
    """Return what pages show of a booking."""
    told = row.booking
    return BookingView(
        entry=told.entry,
        kind=told.kind,
        day=date.fromisoformat(told.day),
        receipt=receipt_words(told.year, told.receipt),
        cash=told.cash,
        bank=told.bank,
        amount=row.amount,
        member=people.maybe(told.member_id),
        other=people.maybe(told.other_id),
        night_id=told.night_id,
        night_number=row.night_number,
        night_date=None if row.night_date is None else date.fromisoformat(row.night_date),
        category=told.category,
        words=people.text(told.words, row.at),
        voucher=told.voucher,
        who=people.text(row.who, row.at),
        at=moment_of(row.at),
        why=people.text(row.why, row.at),
        takes_back=row.reverses,
        taken_back_by=row.taken_back_by,
        may_be_taken_back=row.taken_back_by is None
        and told.kind not in _STAYS
        and row.of_night is None,
    )
