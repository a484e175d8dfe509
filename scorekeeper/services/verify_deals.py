"""Proving deals, a night at a time: each against its entry, its table, what it is found by."""

import json
from collections.abc import Iterator
from collections.abc import Sequence
from typing import Any

from scorekeeper.ledger.journal import haferl_account
from scorekeeper.services import scoring
from scorekeeper.services import standing as standings
from scorekeeper.services.scoring import Terms
from scorekeeper.services.tally_verify import DealCount
from scorekeeper.services.verify_people import FacetProof
from scorekeeper.store import balances
from scorekeeper.store import deals
from scorekeeper.store import house_rules
from scorekeeper.store import tables
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction

Proven = tuple[ToldRow, str | None]
"""A deal as it is told, and the digest its entry proves that by."""

_BLOCK = 500


def deal_problems(
    tx: Transaction,
    club_id: str,
    problems: list[str],
    count: DealCount,
    *,
    among: int,
    records: bool,
) -> Iterator[int]:
    """Add what does not agree in the deals of a club, and count them; give how many are done.

    Only one night's deals are held at once. `among` is how many deals there are.
    """
    proof = FacetProof(tx, club_id, deals=among, records=records)
    seen = told = 0
    for rows in _nights(tx, club_id):
        night_id = rows[0][0].deal.night_id
        for row, digest in rows:
            _version(row, digest, problems)
        problems += proof.problems(night_id, [row for row, _ in rows])
        valid = [row for row, _ in rows if row.deal.state == "valid"]
        _tables(tx, club_id, night_id, valid, problems, records=records)
        problems += count.problems(night_id, valid)
        seen += len(rows)
        if seen - told >= _BLOCK:
            yield seen - told
            told = seen
    problems += proof.rest()
    if seen != among:
        problems.append(f"club {club_id}: of {among - seen} deals there is no telling or no table")
    yield seen - told


def _nights(tx: Transaction, club_id: str) -> Iterator[list[Proven]]:
    """Give the deals of each night in the order they were recorded in."""
    after = ("", 0)
    night: list[Proven] = []
    while page := deals.proven(tx, club_id, after=after, count=_BLOCK):
        for row in page:
            if night and row[0].deal.night_id != night[-1][0].deal.night_id:
                yield night
                night = []
            night.append(row)
        last = page[-1][0].deal
        after = (last.night_id, last.seq)
    if night:
        yield night


def _version(row: ToldRow, digest: str | None, problems: list[str]) -> None:
    told = row.version
    if digest != scoring.digest_of(told.record, told.context, told.outcome):
        problems.append(f"deal {row.deal.id}: its record is not the one entry {told.entry} proves")
    if not _brought(told.outcome, row.deal.changes):
        problems.append(f"deal {row.deal.id}: what it changed is not what its record says")


def _brought(outcome: str, changes: str) -> bool:
    """Tell whether what a deal changed is the money of its outcome.

    Both are written alike, so the one stands in the other as it is, and need not be read: money is
    a flat object, which ends with the first brace that closes.
    """
    flat = changes.startswith("{") and changes.find("}") == len(changes) - 1
    if flat and f'"money":{changes}' in outcome:
        return True
    try:
        return bool(json.loads(changes) == (json.loads(outcome).get("money") or {}))
    except ValueError:
        return False


def _tables(
    tx: Transaction,
    club_id: str,
    night_id: str,
    valid: Sequence[ToldRow],
    problems: list[str],
    *,
    records: bool,
) -> None:
    """Compare the tables of a night with their deals, which come in order."""
    told: dict[str, list[ToldRow]] = {}
    for row in valid:
        told.setdefault(row.deal.table_id, []).append(row)
    book = balances.of_book(tx, club_id, night_id) if told else {}
    for table_id, rows in told.items():
        full = tables.get(tx, club_id, table_id)
        assert full is not None
        if full.night.id != night_id:
            problems.append(f"table {table_id}: it has deals of night {night_id}, where it is not")
        if full.table.deals != len(rows):
            problems.append(f"table {table_id}: {full.table.deals} deals kept, {len(rows)} there")
        if [row.deal.number for row in rows] != list(range(1, len(rows) + 1)):
            problems.append(f"table {table_id}: its deals are not numbered without gaps")
        standing = standings.from_text(full.table.standing)
        pot = book.get(haferl_account(table_id), 0)
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
