"""A sheet's plus and minus per person, for evenings that were played on paper.

Such an entry adds up to zero and belongs to no table; it counts for the money of the night and the
season alone. It is never changed: a wrong one is taken back by a counter-entry, and told anew.
"""

from collections.abc import Iterable
from collections.abc import Mapping

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_cents
from scorekeeper.ledger.amounts import lines_between
from scorekeeper.ledger.balance import line_balances
from scorekeeper.ledger.balance import member_balances
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import Account
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import line as make_line
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.ledger.money import Cents
from scorekeeper.services import bounds
from scorekeeper.services import carrying
from scorekeeper.services.answering import once
from scorekeeper.services.closing import book_of
from scorekeeper.services.closing import lock_night
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.posting import stored_lines
from scorekeeper.services.veiling import veil_of
from scorekeeper.services.views import AmountsView
from scorekeeper.services.views import NightState
from scorekeeper.store import entries
from scorekeeper.store import members
from scorekeeper.store import nights
from scorekeeper.store import settlements
from scorekeeper.store import tables
from scorekeeper.store.engine import Transaction
from scorekeeper.store.entries import EntryRow
from scorekeeper.store.moments import moment_of
from scorekeeper.store.nights import NightRow

PEOPLE_MAX = 100
_ENTRY_MAX = 10**12


def record_amounts(
    desk: Desk,
    *,
    club_id: str,
    night_id: str,
    changes: Mapping[str, int],
    why: str,
    key: str,
) -> AmountsView:
    """Enter what a sheet says everybody won or lost in a night, in cents by member id.

    Raises ScorekeeperError: AMOUNTS_UNBALANCED with what is missing; REASON_NEEDED without `why`;
    AMOUNT_LARGE with the name of whose amount is;
    NOT_FOUND; VALUE_INVALID for fewer than two people who won or lost; NIGHT_NOT_OPEN for a voided
    night.
    """
    told, why = _checked(desk, changes), _reason(why)

    def work(tx: Transaction) -> tuple[str, AmountsView]:
        night = _lock(tx, club_id, night_id)
        _require_members(tx, club_id, told)
        number = _post(tx, desk, club_id, night, [_telling(told, why)], key)[0]
        return str(number), read(tx, club_id, number)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["record_amounts", night_id, told, why],
        work=work,
        again=lambda tx, made: read(tx, club_id, int(made)),
    )


def correct_amounts(
    desk: Desk,
    *,
    club_id: str,
    entry: int,
    changes: Mapping[str, int],
    why: str,
    key: str,
) -> AmountsView:
    """Tell a sheet anew: a counter-entry takes back what it moved, and a new entry stands instead.

    What the purse got by a row of a file, it keeps.

    Raises ScorekeeperError: as `record_amounts`; ENTRY_REVERSED when it was taken back already.
    """
    purse = get_amounts(desk, club_id=club_id, entry=entry).purse
    told, why = _checked(desk, changes, purse), _reason(why)

    def work(tx: Transaction) -> tuple[str, AmountsView]:
        row, night = _standing(tx, club_id, entry)
        _require_members(tx, club_id, told)
        postings = [_counter(tx, club_id, row, why), _telling(told, why, purse)]
        number = _post(tx, desk, club_id, night, postings, key)[1]
        return str(number), read(tx, club_id, number)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["correct_amounts", entry, told, why],
        work=work,
        again=lambda tx, made: read(tx, club_id, int(made)),
    )


def undo_amounts(desk: Desk, *, club_id: str, entry: int, why: str, key: str) -> AmountsView:
    """Take a sheet back by a counter-entry.

    Raises ScorekeeperError: REASON_NEEDED, NOT_FOUND, ENTRY_REVERSED, NIGHT_NOT_OPEN.
    """
    why = _reason(why)

    def work(tx: Transaction) -> tuple[str, AmountsView]:
        row, night = _standing(tx, club_id, entry)
        _post(tx, desk, club_id, night, [_counter(tx, club_id, row, why)], key)
        return str(row.number), read(tx, club_id, row.number)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["undo_amounts", entry, why],
        work=work,
        again=lambda tx, made: read(tx, club_id, int(made)),
    )


def get_amounts(desk: Desk, *, club_id: str, entry: int) -> AmountsView:
    """Return one sheet.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, entry)


def action_needed(state: NightState) -> Action:
    """Say what somebody must be allowed to do to enter or change a sheet of a night."""
    return Action.CHANGE if state is NightState.OPEN else Action.CHANGE_CLOSED


def read(tx: Transaction, club_id: str, number: int) -> AmountsView:
    """Return a sheet within a transaction."""
    row = _entry(tx, club_id, number)
    taken_back = entries.reversed_by(tx, club_id, row.number) is not None
    moved = line_balances(stored_lines(tx, club_id, row.number))
    veil = veil_of(tx, club_id)
    told = row._replace(who=veil.text(row.who, row.at), why=veil.text(row.why, row.at))
    return _view(told, moved, taken_back=taken_back)


def views(found: Iterable[entries.Booked]) -> tuple[AmountsView, ...]:
    """Pick the sheets among a night's entries that are no deals, also those taken back."""
    told = list(found)
    back = {row.reverses for row, _ in told if row.reverses is not None}
    return tuple(
        _view(row, line_balances(make_line(*one) for one in lines), taken_back=row.number in back)
        for row, lines in told
        if row.kind == EntryKind.AMOUNTS and row.reverses is None
    )


def _view(row: EntryRow, moved: Mapping[Account, Cents], *, taken_back: bool) -> AmountsView:
    return AmountsView(
        entry=row.number,
        night_id=row.night_id or "",
        changes=member_balances(moved),
        who=row.who,
        at=moment_of(row.at),
        reason=row.why,
        taken_back=taken_back,
        purse=moved.get(PURSE, 0),
        import_id=row.about,
    )


def _checked(desk: Desk, changes: Mapping[str, int], purse: int = 0) -> dict[str, int]:
    """Return who won or lost how much; who is at zero moves nothing and is left out.

    With what the purse gets it has to add up to zero.
    """
    if len(changes) > PEOPLE_MAX:
        raise bounds.invalid("changes", "")
    told = {
        bounds.id_(member, "changes"): bounds.number(amount, "changes", -SUM_MAX, SUM_MAX)
        for member, amount in changes.items()
    }
    total = sum(told.values()) + purse
    if total:
        missing = format_cents(-total, desk.language, sign=True)
        raise ScorekeeperError(ErrorCode.AMOUNTS_UNBALANCED, "changes", missing=missing)
    told = {member: amount for member, amount in sorted(told.items()) if amount}
    if not told:
        raise bounds.invalid("changes", "")
    return told


def _reason(why: str) -> str:
    why = bounds.text(why, "why", bounds.REASON_MAX)
    if not why:
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "why")
    return why


def _lock(tx: Transaction, club_id: str, night_id: str) -> NightRow:
    night = lock_night(tx, club_id, night_id)
    if night.state == NightState.VOIDED:
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night", number=night.number)
    return night


def _entry(tx: Transaction, club_id: str, number: int) -> EntryRow:
    row = entries.get(tx, club_id, bounds.number(number, "entry", 1, _ENTRY_MAX))
    if row is None or row.kind != EntryKind.AMOUNTS or row.reverses is not None:
        raise bounds.missing("entry")
    return row


def _standing(tx: Transaction, club_id: str, number: int) -> tuple[EntryRow, NightRow]:
    """Return a sheet that nobody took back, and its night, locked."""
    row = _entry(tx, club_id, number)
    night = _lock(tx, club_id, row.night_id or "")
    if entries.reversed_by(tx, club_id, row.number) is not None:
        raise ScorekeeperError(ErrorCode.ENTRY_REVERSED, "entry")
    return row, night


def _require_members(tx: Transaction, club_id: str, told: Mapping[str, int]) -> None:
    """Refuse ids that are nobody's; who plays no more may well stand on an old sheet.

    Nobody brings more than a million euros to one sheet.
    """
    for member_id, cents in told.items():
        row = members.plain(tx, club_id, member_id)
        if row is None:
            raise bounds.missing("changes")
        bounds.amount(cents, "changes", least=None, name=row.name)


def _telling(told: Mapping[str, int], why: str, purse: int = 0) -> Posting:
    moved = {member_account(member): cents for member, cents in told.items()}
    return Posting(kind=EntryKind.AMOUNTS, lines=lines_between({**moved, PURSE: purse}), why=why)


def _counter(tx: Transaction, club_id: str, row: EntryRow, why: str) -> Posting:
    return Posting(
        kind=EntryKind.AMOUNTS,
        lines=reversed_lines(stored_lines(tx, club_id, row.number)),
        reverses=row.number,
        why=why,
    )


def _post(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    night: NightRow,
    postings: list[Posting],
    key: str,
) -> list[int]:
    """Post, and where the night was closed, let what is open be worked out again."""
    book = book_of(club_id, night)
    numbers = post(tx, desk, book, postings, key=key)
    if night.state != NightState.OPEN:
        settlements.make_stale(tx, club_id, night.id)
    if night.state == NightState.SETTLED and carrying.open_balances(tx, book):
        nights.set_state(tx, club_id, night.id, state="closed", closed_at=night.closed_at)
    tables.touch_night(tx, club_id, night.id)
    return numbers
