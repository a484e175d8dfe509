"""Proving deals, a night at a time: each against its entry, its table, what it is found by."""

import json
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace
from datetime import date

from scorekeeper.adjudication.sequence import TableState
from scorekeeper.ledger.balance import line_balances
from scorekeeper.ledger.journal import haferl_account
from scorekeeper.ledger.journal import is_haferl
from scorekeeper.ledger.journal import member_account
from scorekeeper.services import scoring
from scorekeeper.services import standing as standings
from scorekeeper.services.booked import booked_deals
from scorekeeper.services.members import names_at
from scorekeeper.services.scoring import Booked
from scorekeeper.services.tally_verify import DAMAGE
from scorekeeper.services.tally_verify import DealCount
from scorekeeper.services.verify_people import FacetProof
from scorekeeper.store import balances
from scorekeeper.store import deals
from scorekeeper.store import tables
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.tables import FullRow

Proven = tuple[ToldRow, str | None]
"""A deal as it is told, and the digest its entry proves that by."""

_BLOCK = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesNews:
    """A deal booked by other rules that today's rules would pay otherwise; what it was stands.

    `was` and `now` are cents by name; `now` is None where today's rules would refuse the deal.
    """

    night: int
    date: date
    table: str
    number: int
    currency: str
    was: Mapping[str, int]
    now: Mapping[str, int] | None


def deal_problems(
    tx: Transaction,
    club_id: str,
    problems: list[str],
    count: DealCount,
    *,
    among: int,
    records: bool,
    news: list[RulesNews],
) -> Iterator[int]:
    """Add what does not agree in the deals of a club, and count them; give how many are done.

    Only one night's deals are held at once. `among` is how many deals there are. With `records`
    what today's rules would pay otherwise is added to `news`.
    """
    proof = FacetProof(tx, club_id, deals=among, records=records)
    seen = told = 0
    for rows in _nights(tx, club_id):
        night_id = rows[0][0].deal.night_id
        for row, digest in rows:
            _version(row, digest, problems)
        problems += proof.problems(night_id, [row for row, _ in rows])
        valid = [row for row, _ in rows if row.deal.state == "valid"]
        for full, rows_there in _tables(tx, club_id, night_id, valid, problems):
            if records:
                try:
                    news += _again(tx, club_id, full, rows_there, problems)
                except DAMAGE:
                    problems.append(f"table {full.table.id}: its deals cannot be scored again")
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
) -> Iterator[tuple[FullRow, list[ToldRow]]]:
    """Compare the tables of a night with their deals, which come in order; give both."""
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
        yield full, rows


def _again(
    tx: Transaction, club_id: str, full: FullRow, rows: list[ToldRow], problems: list[str]
) -> list[RulesNews]:
    """Compare a table's deals with their entries and with what their records give.

    Each is scored from where the one before left the Haferl and the match. What other rules than
    today's have given stands; where these would give something else it is news and no problem.
    """
    news = []
    before: TableState | None = None
    for deal in booked_deals(tx, club_id, full, rows):
        id_, booked, began = deal.row.deal.id, deal.booked, deal.began
        if not _pays(booked):
            problems.append(f"deal {id_}: its entry does not pay what its record says")
        if before is not None and began.table != before:
            problems.append(f"deal {id_}: it does not begin where the deal before ended")
        scored = scoring.score(deal.record, deal.terms, began, ask=False)
        today = scored.booked()
        if booked.rules == today.rules:
            before = scored.after.table
            if booked.texts != today.texts or booked.lines != today.lines:
                problems.append(f"deal {id_}: scored again it comes out differently")
            continue
        # How a match goes on may be another rule by now; what lies in the Haferl is money.
        before = replace(deal.left, haferl=json.loads(booked.outcome)["haferl"][1])
        if booked.lines != today.lines:
            names = names_at(tx, club_id, full.night.id)
            now = today.changes if scored.settled else None
            news.append(
                RulesNews(
                    night=full.night.number,
                    date=date.fromisoformat(full.night.date),
                    table=full.table.name,
                    number=deal.row.deal.number,
                    currency=full.table.currency,
                    was={names.of(one): cents for one, cents in booked.changes.items()},
                    now=now and {names.of(one): cents for one, cents in now.items()},
                )
            )
    if before is not None and standings.from_text(full.table.standing).table != before:
        problems.append(f"table {full.table.id}: it does not stand where its last deal left it")
    return news


def _pays(booked: Booked) -> bool:
    """Return whether the lines of a deal's entry move the money of its outcome, Haferl and all."""
    outcome = json.loads(booked.outcome)
    moved = line_balances(booked.lines)
    pot = sum(cents for account, cents in moved.items() if is_haferl(account))
    paid = {account: cents for account, cents in moved.items() if cents and not is_haferl(account)}
    money = outcome.get("money") or {}
    due = {member_account(one): cents for one, cents in money.items() if cents}
    return pot == outcome["haferl"][0] and paid == due
