"""Proving the ledger: every hash, every sum, and with time every record once more."""

from collections.abc import Callable
from collections.abc import Iterator

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.balance import line_balances
from scorekeeper.ledger.journal import GENESIS
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import is_clubs
from scorekeeper.ledger.journal import line as make_line
from scorekeeper.services import season_changes
from scorekeeper.services import tally_verify
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import books_of
from scorekeeper.services.posting import chained
from scorekeeper.services.tally_verify import DealCount
from scorekeeper.services.verify_deals import RulesNews
from scorekeeper.services.verify_deals import deal_problems
from scorekeeper.services.verify_people import people_problems
from scorekeeper.services.verify_purse import purse_problems
from scorekeeper.services.verify_settling import count_paid
from scorekeeper.services.verify_settling import settling_problems
from scorekeeper.store import balances
from scorekeeper.store import clubs
from scorekeeper.store import deals
from scorekeeper.store import entries
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction

Progress = Callable[[int, int], None]
Moved = dict[tuple[str | None, str], dict[str, int]]
"""What the lines of a night's entries of one kind move on each account."""
_BLOCK = 500
_PROBLEMS_MAX = 1000
# What is played never moves an account of the club's own book, but a sheet may have the purse.
_PLAYED = frozenset({"deal", "correction", "undo", "ruling", "amounts"})


def verify(
    desk: Desk,
    *,
    club_id: str | None = None,
    records: bool = False,
    progress: Progress | None = None,
    news: list[RulesNews] | None = None,
) -> list[str]:
    """Return what does not agree in the ledger of a club, or of all; nothing when all is well.

    The chain of hashes is followed entry by entry, every kept balance is compared with the sum of
    its lines, every table with its last deal. With `records` every deal is scored again from its
    record; what today's rules would pay otherwise than older ones did stands, and is added to
    `news`. `progress` is told how many of how many steps are done.
    """
    with desk.store.read() as tx:
        return problems_in(tx, club_id=club_id, records=records, progress=progress, news=news)


def problems_in(
    tx: Transaction,
    *,
    club_id: str | None = None,
    records: bool = False,
    progress: Progress | None = None,
    news: list[RulesNews] | None = None,
) -> list[str]:
    """Return what does not agree in the ledger as this transaction sees it."""
    problems: list[str] = []
    if club_id is not None and clubs.get(tx, club_id) is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "club")
    chosen = [row.id for row in clubs.list_all(tx) if club_id in (None, row.id)]
    total = sum(clubs.chain_end(tx, one)[0] for one in chosen)
    total += sum(deals.count(tx, one) for one in chosen)
    done = 0
    for one in chosen:
        for step in _club(tx, one, problems, [] if news is None else news, records=records):
            done += step
            if progress is not None:
                progress(min(done, total), total)
            if len(problems) >= _PROBLEMS_MAX:
                return problems
    return problems


def _club(
    tx: Transaction, club_id: str, problems: list[str], news: list[RulesNews], *, records: bool
) -> Iterator[int]:
    seasons = _seasons(tx, club_id)
    digests: dict[int, str] = {}
    clubs_own: dict[tuple[str, int], int] = {}
    paid: dict[str, int] = {}
    moved: Moved = {}
    yield from _chain(tx, club_id, digests, clubs_own, paid, moved, problems)
    _balances(tx, club_id, seasons, moved, problems)
    problems += purse_problems(tx, club_id, digests, clubs_own)
    problems += season_changes.problems(tx, club_id, digests)
    problems += settling_problems(tx, club_id, paid)
    problems += people_problems(tx, club_id)
    among = deals.count(tx, club_id)
    count = DealCount(tx, club_id, moved, deals=among, records=records)
    yield from deal_problems(tx, club_id, problems, count, among=among, records=records, news=news)
    problems.extend(tally_verify.problems(tx, club_id, count))


def _seasons(tx: Transaction, club_id: str) -> dict[str, str]:
    found: dict[str, str] = {}
    before = 10**9
    while True:
        page = nights.page(tx, club_id, before=before, count=_BLOCK)
        if not page:
            return found
        before = page[-1].number
        found.update((night.id, night.season_id) for night in page)


def _chain(
    tx: Transaction,
    club_id: str,
    digests: dict[int, str],
    clubs_own: dict[tuple[str, int], int],
    paid: dict[str, int],
    moved: Moved,
    problems: list[str],
) -> Iterator[int]:
    number, previous = 0, GENESIS
    for head, lines in entries.in_order(tx, club_id):
        number += 1
        if head.number != number:
            problems.append(f"club {club_id}: entry {number} is missing")
            number = head.number
        if chained(previous, club_id, head, lines) != head.hash:
            problems.append(f"club {club_id}: entry {number} does not follow from the one before")
        previous = head.hash
        sums = moved.setdefault((head.night_id, head.kind), {})
        for debit, credit, amount in lines:
            sums[debit] = sums.get(debit, 0) - amount
            sums[credit] = sums.get(credit, 0) + amount
        if head.kind not in _PLAYED or any(PURSE in one for one in lines):
            digests[number] = head.digest
            count_paid(paid, head, sum(amount for _, _, amount in lines))
            for account, cents in line_balances(make_line(*one) for one in lines).items():
                if is_clubs(account):
                    clubs_own[account, number] = cents
        if number % _BLOCK == 0:
            yield _BLOCK
    yield number % _BLOCK
    if clubs.chain_end(tx, club_id) != (number, previous):
        problems.append(f"club {club_id}: the end of the chain is not entry {number}")


def _balances(
    tx: Transaction, club_id: str, seasons: dict[str, str], moved: Moved, problems: list[str]
) -> None:
    summed: dict[tuple[str, str], int] = {}
    for (night_id, kind), sums in moved.items():
        season = None if night_id is None else seasons[night_id]
        for account, cents in sums.items():
            for book in books_of(kind, account, club_id, night_id, season):
                summed[book, account] = summed.get((book, account), 0) + cents
    kept = balances.every(tx, club_id)
    for book, account in sorted({*summed, *kept}):
        is_, should = kept.get((book, account), 0), summed.get((book, account), 0)
        if is_ != should:
            problems.append(
                f"club {club_id}: {account} in {book} is kept at {is_}, its lines say {should}"
            )
