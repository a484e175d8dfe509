"""Proving the ledger: every hash, every sum, and with time every record once more."""

import json
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.balance import line_balances
from scorekeeper.ledger.journal import GENESIS
from scorekeeper.ledger.journal import haferl_account
from scorekeeper.ledger.journal import is_clubs
from scorekeeper.ledger.journal import line as make_line
from scorekeeper.services import scoring
from scorekeeper.services import season_changes
from scorekeeper.services import standing as standings
from scorekeeper.services import tally_verify
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import books_of
from scorekeeper.services.posting import chained
from scorekeeper.services.scoring import Terms
from scorekeeper.services.verify_people import FacetProof
from scorekeeper.services.verify_people import people_problems
from scorekeeper.services.verify_purse import purse_problems
from scorekeeper.services.verify_settling import count_paid
from scorekeeper.services.verify_settling import settling_problems
from scorekeeper.store import balances
from scorekeeper.store import clubs
from scorekeeper.store import deals
from scorekeeper.store import entries
from scorekeeper.store import house_rules
from scorekeeper.store import nights
from scorekeeper.store import tables
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction

Progress = Callable[[int, int], None]
Moved = dict[tuple[str | None, str], dict[str, int]]
"""What the lines of a night's entries of one kind move on each account."""
_BLOCK = 500
_PROBLEMS_MAX = 1000
# What is played never moves an account of the club's own book.
_PLAYED = frozenset({"deal", "correction", "undo", "ruling", "amounts"})


def verify(
    desk: Desk,
    *,
    club_id: str | None = None,
    records: bool = False,
    progress: Progress | None = None,
) -> list[str]:
    """Return what does not agree in the ledger of a club, or of all; nothing when all is well.

    The chain of hashes is followed entry by entry, every kept balance is compared with the sum of
    its lines, every table with its last deal. With `records` every deal is scored again from its
    record. `progress` is told how many of how many steps are done.
    """
    with desk.store.read() as tx:
        return problems_in(tx, club_id=club_id, records=records, progress=progress)


def problems_in(
    tx: Transaction,
    *,
    club_id: str | None = None,
    records: bool = False,
    progress: Progress | None = None,
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
        for step in _club(tx, one, problems, records=records):
            done += step
            if progress is not None:
                progress(min(done, total), total)
            if len(problems) >= _PROBLEMS_MAX:
                return problems
    return problems


def _club(tx: Transaction, club_id: str, problems: list[str], *, records: bool) -> Iterator[int]:
    seasons = _seasons(tx, club_id)
    digests: dict[int, str] = {}
    clubs_own: dict[tuple[str, int], int] = {}
    paid: dict[str, int] = {}
    moved: Moved = {}
    yield from _chain(tx, club_id, digests, clubs_own, paid, moved, problems)
    _balances(tx, club_id, seasons, moved, problems)
    problems += purse_problems(tx, club_id, digests, clubs_own)
    problems += season_changes.problems(tx, club_id, digests)
    problems += settling_problems(tx, club_id, digests, paid)
    problems += people_problems(tx, club_id)
    proof = FacetProof(tx, club_id, records=records)
    told: dict[str, list[ToldRow]] = {}
    after = ""
    while True:
        block = deals.every(tx, club_id, after=after, count=_BLOCK)
        if not block:
            break
        after = block[-1].deal.id
        problems += proof.problems(block)
        for row in block:
            _version(row, digests, problems)
            if row.deal.state == "valid":
                told.setdefault(row.deal.table_id, []).append(row)
        yield len(block)
    problems += proof.rest()
    _tables(tx, club_id, told, problems, records=records)
    everything = [row for rows in told.values() for row in rows]
    problems.extend(tally_verify.problems(tx, club_id, everything, records=records))


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
        digests[number] = head.digest
        sums = moved.setdefault((head.night_id, head.kind), {})
        for debit, credit, amount in lines:
            sums[debit] = sums.get(debit, 0) - amount
            sums[credit] = sums.get(credit, 0) + amount
        if head.kind not in _PLAYED:
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


def _version(row: ToldRow, digests: dict[int, str], problems: list[str]) -> None:
    told = row.version
    digest = scoring.digest_of(told.record, told.context, told.outcome)
    if digests.get(told.entry) != digest:
        problems.append(f"deal {row.deal.id}: its record is not the one entry {told.entry} proves")
    money = json.loads(told.outcome).get("money") or {}
    if json.loads(row.deal.changes) != money:
        problems.append(f"deal {row.deal.id}: what it changed is not what its record says")


def _tables(
    tx: Transaction,
    club_id: str,
    told: dict[str, list[ToldRow]],
    problems: list[str],
    *,
    records: bool,
) -> None:
    for table_id, rows in told.items():
        full = tables.get(tx, club_id, table_id)
        assert full is not None
        rows.sort(key=lambda row: row.deal.seq)
        if full.table.deals != len(rows):
            problems.append(f"table {table_id}: {full.table.deals} deals kept, {len(rows)} there")
        if [row.deal.number for row in rows] != list(range(1, len(rows) + 1)):
            problems.append(f"table {table_id}: its deals are not numbered without gaps")
        standing = standings.from_text(full.table.standing)
        pot = balances.of_book(tx, club_id, full.night.id).get(haferl_account(table_id), 0)
        if pot != (standing.table.haferl if full.table.divided_by is None else 0):
            problems.append(f"table {table_id}: the Haferl is not what its book says")
        if records:
            _again(tx, club_id, table_id, rows, full.table.standing, problems)


def _again(
    tx: Transaction,
    club_id: str,
    table_id: str,
    rows: list[ToldRow],
    standing: str,
    problems: list[str],
) -> None:
    """Score a table's deals again, each from where the one before left the Haferl and match."""
    options: dict[str, str] = {}
    before: standings.Standing | None = None
    for row in rows:
        rules = row.deal.house_rules_id
        if rules not in options:
            found = house_rules.get(tx, club_id, rules)
            assert found is not None
            options[rules] = found.options
        terms = Terms(
            table_id=table_id,
            game=row.deal.game,
            options=options[rules],
            tariff=row.deal.tariff,
        )
        began = standings.from_text(row.deal.began)
        if before is not None and began.table != before.table:
            problems.append(f"deal {row.deal.id}: it does not begin where the deal before ended")
        record: dict[str, Any] = json.loads(row.version.record)
        scored = scoring.score(record, terms, began, ask=False)
        if scored.texts() != (row.version.record, row.version.context, row.version.outcome):
            problems.append(f"deal {row.deal.id}: scored again it comes out differently")
        before = scored.after
    if before is not None and standings.from_text(standing).table != before.table:
        problems.append(f"table {table_id}: it does not stand where its last deal left it")
