"""What a deal is found by: who played which part, the game, the contract, trump, the table."""

from collections.abc import Mapping
from typing import Any
from typing import NamedTuple

from scorekeeper.rules.house import Game
from scorekeeper.season.tally import watten_trump
from scorekeeper.store import facets
from scorekeeper.store.engine import Transaction
from scorekeeper.store.facets import FacetRow

MISDEAL = "misdeal"


class Found(NamedTuple):
    """Where a deal is: its id, the entry that first recorded it, its day and its table's number."""

    deal_id: str
    seq: int
    day: str
    place: int
    game: str


def facet_row(
    found: Found,
    record: Mapping[str, Any],
    outcome: Mapping[str, Any],
    *,
    counts: bool = True,
    corrected: bool = False,
) -> FacetRow:
    """Return what a deal is found by."""
    result = outcome.get("result") or {}
    out = record.get("sitting_out") or ()
    return FacetRow(
        day=found.day,
        seq=found.seq,
        deal_id=found.deal_id,
        game=found.game,
        contract=MISDEAL if outcome.get("misdeal") else result.get("kind") or "",
        trump=watten_trump(record) if found.game == Game.WATTEN else result.get("trump") or "",
        place=found.place,
        declarer=result.get("declarer") or "",
        players=" ".join(member for member in record["seats"] if member not in out),
        counts=counts,
        corrected=corrected,
    )


def keep(
    tx: Transaction,
    club_id: str,
    found: Found,
    record: Mapping[str, Any],
    outcome: Mapping[str, Any],
) -> None:
    """Let a new deal be found."""
    facets.add(tx, club_id, facet_row(found, record, outcome))


def retell(
    tx: Transaction,
    club_id: str,
    found: Found,
    record: Mapping[str, Any],
    outcome: Mapping[str, Any],
    *,
    corrected: bool,
) -> None:
    """Let a deal that was told anew be found by what it is now."""
    corrected |= facets.remove(tx, club_id, found.day, found.seq)
    facets.add(tx, club_id, facet_row(found, record, outcome, corrected=corrected))
