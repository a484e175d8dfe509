"""What was booked at a table deal by deal, read from what is stored and never scored."""

import json
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace
from typing import Any

from scorekeeper.adjudication.sequence import TableState
from scorekeeper.ledger.journal import line as make_line
from scorekeeper.services import scoring
from scorekeeper.services import standing as standings
from scorekeeper.services.scoring import Booked
from scorekeeper.services.scoring import Terms
from scorekeeper.services.standing import Standing
from scorekeeper.store import deals
from scorekeeper.store import house_rules
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.tables import FullRow


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedDeal:
    """A deal as it was booked: what it began from and moved, and what it left at its table."""

    row: ToldRow
    terms: Terms
    record: Mapping[str, Any]
    booked: Booked
    began: Standing
    left: TableState

    @property
    def after(self) -> Standing:
        """Return the standing the deal left behind as it was booked."""
        return self.held_from(self.began)[1]

    def holds(self, record: Mapping[str, Any], begins: Standing) -> bool:
        """Return whether the deal keeps what was booked with this record from this standing."""
        if not _same(record, self.record):
            return False
        return begins.table == self.began.table or _same(
            scoring.supplied(record, self.terms, begins), json.loads(self.booked.context)
        )

    def held_from(self, begins: Standing) -> tuple[Booked, Standing]:
        """Return what is stored of a deal that holds from this standing, and what it leaves behind.

        Only what lies in the Haferl after it may be another amount than it was.
        """
        outcome = json.loads(self.booked.outcome)
        booked, table = self.booked, self.left
        if begins.table != self.began.table:
            table = scoring.table_after(booked, self.terms, begins)
            outcome["haferl"] = [outcome["haferl"][0], table.haferl]
            booked = replace(booked, outcome=scoring.dump(outcome))
        misdeal = bool(outcome.get("misdeal"))
        return booked, standings.after_deal(begins, self.record, table, misdeal=misdeal)


def booked_deals(
    tx: Transaction, club_id: str, table: FullRow, rows: Sequence[ToldRow]
) -> Iterator[BookedDeal]:
    """Yield the deals of a table that count in order; `rows` are all from some deal to the last."""
    if not rows:
        return
    lines = deals.lines_from(tx, club_id, table.table.id, rows[0].deal.seq)
    options: dict[str, str] = {}
    ends = [*(row.deal.began for row in rows[1:]), table.table.standing]
    for row, end in zip(rows, ends, strict=True):
        rules_id = row.deal.house_rules_id
        if rules_id not in options:
            found = house_rules.get(tx, club_id, rules_id)
            assert found is not None
            options[rules_id] = found.options
        yield BookedDeal(
            row=row,
            terms=Terms(
                table_id=row.deal.table_id,
                game=row.deal.game,
                options=options[rules_id],
                tariff=row.deal.tariff,
                currency=table.table.currency,
            ),
            record=json.loads(row.version.record),
            booked=Booked(
                record=row.version.record,
                context=row.version.context,
                outcome=row.version.outcome,
                changes=json.loads(row.deal.changes),
                lines=tuple(make_line(*moved) for moved in lines.get(row.deal.id, ())),
                rules=row.version.rules,
            ),
            began=standings.from_text(row.deal.began),
            left=standings.from_text(end).table,
        )


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two JSON objects say the same, in whatever order."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
