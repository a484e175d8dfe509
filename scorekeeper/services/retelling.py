"""Deals told anew, and what follows for those after them at their table; nothing is kept here.

What was booked is input. A deal is scored only where it is told otherwise, or where the Haferl or
the match before it has changed; every other one stands as it was booked, by whatever rules.
"""

import json
from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.ledger.balance import line_balances
from scorekeeper.ledger.balance import member_balances
from scorekeeper.ledger.journal import Line
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.seats import resting_of
from scorekeeper.services import bounds
from scorekeeper.services import scoring
from scorekeeper.services import standing as standings
from scorekeeper.services.booked import booked_deals
from scorekeeper.services.closing import division
from scorekeeper.services.members import names_at
from scorekeeper.services.posting import stored_lines
from scorekeeper.services.scoring import Booked
from scorekeeper.services.scoring import Scored
from scorekeeper.services.scoring import Terms
from scorekeeper.services.showing import Names
from scorekeeper.services.standing import Standing
from scorekeeper.store import deals
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.tables import FullRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Retold:
    """A deal of a table that is told anew.

    `was` is what was booked, `now` what is to be booked, `began` what it starts from now.
    `scored` is None where what was booked stands, and nobody pays otherwise.
    """

    row: ToldRow
    corrected: bool
    terms: Terms
    began: Standing
    was: Booked
    now: Booked
    scored: Scored | None

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Return what is wrong with the deal as it is told now."""
        return () if self.scored is None else self.scored.report.errors

    @property
    def settled(self) -> bool:
        """Return whether the deal can stand as it is told now."""
        return self.scored is None or self.scored.settled

    @property
    def payments_change(self) -> bool:
        """Return whether anybody pays another amount than before."""
        return self.was.lines != self.now.lines

    @property
    def texts_change(self) -> bool:
        """Return whether anything that is stored of the deal is another."""
        return self.was.texts != self.now.texts

    @property
    def new_rules(self) -> bool:
        """Return whether somebody pays otherwise, and it is no more by the rules of then."""
        return self.settled and self.payments_change and self.was.rules != self.now.rules

    def seen(self) -> Scored:
        """Return the deal with its report, which says what was booked where that stands."""
        return self.scored or scoring.as_booked(self.now, self.terms, self.began)

    def moved(self) -> dict[str, int]:
        """Return what each member has more or less by it."""
        members = {**self.was.changes, **self.now.changes}
        return {
            member: self.now.changes.get(member, 0) - self.was.changes.get(member, 0)
            for member in members
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The deals of a table from the first corrected one on, and where the table stands after.

    `divided` is how its Haferl was divided when the night was closed, `divides` how it is to be.
    """

    table: FullRow
    names: Names
    deals: tuple[Retold, ...]
    after: Standing
    divided: tuple[Line, ...] = ()
    divides: tuple[Line, ...] = ()

    @property
    def unchanged(self) -> bool:
        """Return whether every deal is told as it stands already."""
        return not any(one.texts_change for one in self.deals)

    def wrong(self) -> tuple[Retold, ...]:
        """Return the deals that cannot stand as they are told now."""
        return tuple(one for one in self.deals if not one.settled)

    def differences(self) -> dict[str, int]:
        """Return what each member has more or less in the night."""
        moved = together(self.deals)
        for lines, sign in ((self.divided, -1), (self.divides, 1)):
            for member, cents in member_balances(line_balances(lines)).items():
                moved[member] = moved.get(member, 0) + sign * cents
        return {member: cents for member, cents in moved.items() if cents}


def deal_of(tx: Transaction, club_id: str, deal_id: str) -> ToldRow:
    """Return a deal as it is told now.

    Raises ScorekeeperError: NOT_FOUND.
    """
    row = deals.get(tx, club_id, deal_id)
    if row is None:
        raise bounds.missing("deal")
    return row


def together(retold: Iterable[Retold]) -> dict[str, int]:
    """Return what each member has more or less by these deals."""
    moved: dict[str, int] = {}
    for one in retold:
        for member, cents in one.moved().items():
            moved[member] = moved.get(member, 0) + cents
    return {member: cents for member, cents in moved.items() if cents}


def story_of(
    tx: Transaction,
    club_id: str,
    table: FullRow,
    row: ToldRow,
    told: Mapping[str, Mapping[str, Any]],
) -> Story:
    """Return the table's deals from the first one told anew to the last, as they are then."""
    first = row.deal.seq
    for other in told:
        sibling = row if other == row.deal.id else deal_of(tx, club_id, other)
        if sibling.deal.table_id != row.deal.table_id or sibling.deal.state != "valid":
            raise bounds.missing("others")
        first = min(first, sibling.deal.seq)
    names = names_at(tx, club_id, row.deal.night_id)
    retold: list[Retold] = []
    was: Standing | None = None
    now: Standing | None = None
    rows = deals.valid_from(tx, club_id, row.deal.table_id, first)
    for deal in booked_deals(tx, club_id, table, rows):
        begins = deal.began
        if was is not None and now is not None:
            begins = standings.carried(was, deal.began, now)
        corrected = deal.row.deal.id in told
        record = deal.record
        if corrected:
            record = _corrected(record, told[deal.row.deal.id], names)
        scored = None
        if deal.holds(record, begins):
            booked, after = deal.held_from(begins)
        else:
            scored = scoring.score(record, deal.terms, begins, ask=False)
            booked, after = scored.booked(), scored.after
        was, now = deal.after, after
        retold.append(
            Retold(
                row=deal.row,
                corrected=corrected,
                terms=deal.terms,
                began=begins,
                was=deal.booked,
                now=booked,
                scored=scored,
            )
        )
    assert was is not None
    assert now is not None
    before = standings.from_text(table.table.standing)
    after = standings.seated_dealer(
        standings.carried(was, before, now), tuple(json.loads(table.table.seats))
    )
    divided: tuple[Line, ...] = ()
    if table.table.divided_by is not None:
        divided = stored_lines(tx, club_id, table.table.divided_by)
    divides = divided
    if not table.table.open and _pot(before) != _pot(after):
        _, divides = division(tx, club_id, table.table, after)
    return Story(
        table=table,
        names=names,
        deals=tuple(retold),
        after=after,
        divided=divided,
        divides=divides,
    )


def _pot(standing: Standing) -> tuple[int, tuple[str, ...]]:
    """Return what lies in the Haferl and who paid into it."""
    return standing.table.haferl, tuple(name for name, _ in standing.table.haferl_payers)


def _corrected(record: Mapping[str, Any], said: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Return the record of a deal told anew; who dealt and who sat where may be left as it was."""
    out = record.get("sitting_out", [])
    dealer = said.get("dealer")
    if isinstance(dealer, str) and dealer in record["seats"]:
        out = resting_of(record["dealer"], out, dealer)
    return scoring.record_of(
        said,
        game=record["game"],
        dealer=record["dealer"],
        seats=record["seats"],
        sitting_out=out,
        known=names.by_id,
    )
