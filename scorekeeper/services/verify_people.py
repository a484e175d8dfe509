"""Proving what is kept about people beside the ledger: duplicates, names given up, facets."""

import json
from collections.abc import Sequence

from scorekeeper.services.facets import Found
from scorekeeper.services.facets import facet_row
from scorekeeper.services.people import ANONYMISED
from scorekeeper.services.people import persons_of
from scorekeeper.services.people import standing_merges
from scorekeeper.store import deals
from scorekeeper.store import facets
from scorekeeper.store import members
from scorekeeper.store import nights
from scorekeeper.store import person_steps
from scorekeeper.store import tables
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.facets import FacetRow

READ_AT_ONCE = 20_000
"""So many deals of a club are read again whenever it is proved."""

_DAMAGE = (KeyError, TypeError, ValueError)
_RETOLD = frozenset({"corrected", "ruled"})


def people_problems(tx: Transaction, club_id: str) -> list[str]:
    """Return of which members the steps say something else than what is kept."""
    steps = person_steps.every(tx, club_id)
    persons = persons_of(standing_merges(steps))
    gone = {step.member_id for step in steps if step.kind == ANONYMISED}
    problems = []
    for row in members.list_plain(tx, club_id):
        if row.merged_into != persons.get(row.id):
            problems.append(
                f"member {row.id}: kept as a duplicate of {row.merged_into}, "
                f"the steps say {persons.get(row.id)}"
            )
        if bool(row.anonymous) is not (row.id in gone):
            problems.append(f"member {row.id}: whether he is anonymous is not what the steps say")
    return problems


class FacetProof:
    """Compares night by night what deals are found by with what was told of them.

    Without `records` only for as many deals as take no more than a second or two; of a larger club
    each deal's own row is then compared with the deal, in the database.
    """

    def __init__(self, tx: Transaction, club_id: str, *, deals: int, records: bool) -> None:
        self._tx = tx
        self._club_id = club_id
        self._whole = records or deals <= READ_AT_ONCE
        self._places: dict[str, tuple[str, int]] = {}
        self._rows = 0

    def problems(self, night_id: str, deals_of_night: Sequence[ToldRow]) -> list[str]:
        """Return which deals of a night are found by something else."""
        if not self._whole:
            return []
        night = nights.get(self._tx, self._club_id, night_id)
        found = (
            facets.of_night(self._tx, self._club_id, night.date, night_id)
            if night is not None  # a deal can be said to be of a night that is not there
            else ()
        )
        kept = {row.seq: row for row in found}
        self._rows += len(kept)
        self._places.clear()
        wrong = []
        for told in deals_of_night:
            try:
                right = kept.get(told.deal.seq) == self._should(told)
            except _DAMAGE:
                right = False
            if not right:
                wrong.append(f"deal {told.deal.id}: it is found by what it is not")
        return wrong

    def rest(self) -> list[str]:
        """Return, after the last night, whether there are rows of no deal."""
        if not self._whole:
            wrong = facets.differing(self._tx, self._club_id)
            said = f"club {self._club_id}: {wrong} deals are not found by what they are"
            return [said] if wrong else []
        count = facets.count(self._tx, self._club_id)
        if count == self._rows:
            return []
        return [f"club {self._club_id}: {count} rows to find deals by, {self._rows} are of a deal"]

    def _should(self, told: ToldRow) -> FacetRow:
        deal = told.deal
        if deal.table_id not in self._places:
            full = tables.get(self._tx, self._club_id, deal.table_id)
            assert full is not None
            self._places[deal.table_id] = (full.night.date, full.table.number)
        day, place = self._places[deal.table_id]
        corrected = deal.version > 1 and any(
            one.cause in _RETOLD for one in deals.history(self._tx, self._club_id, deal.id)
        )
        return facet_row(
            Found(deal.id, deal.seq, day, place, deal.game),
            json.loads(told.version.record),
            json.loads(told.version.outcome),
            counts=deal.state == "valid",
            corrected=corrected,
        )
