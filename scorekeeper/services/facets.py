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
DECLARER, DEFENDER, PLAYER = "declarer", "defender", "player"
_THE_DEAL = ("", "deal")


class Found(NamedTuple):
    """Where a deal is: its id, the entry that first recorded it, its day and its table's number."""

    deal_id: str
    seq: int
    day: str
    place: int
    game: str


def facet_rows(
    found: Found,
    record: Mapping[str, Any],
    outcome: Mapping[str, Any],
    *,
    counts: bool = True,
    corrected: bool = False,
) -> list[FacetRow]:
    """Return the rows a deal is found by: its own, and one for everybody who played."""
    result = outcome.get("result") or {}
    contract = MISDEAL if outcome.get("misdeal") else result.get("kind") or ""
    trump = watten_trump(record) if found.game == Game.WATTEN else result.get("trump") or ""
    declarer = result.get("declarer") or ""
    other = DEFENDER if declarer else PLAYER
    out = record.get("sitting_out") or ()
    people = [_THE_DEAL]
    people += [
        (member, DECLARER if member == declarer else other)
        for member in record["seats"]
        if member not in out
    ]
    return [
        FacetRow(
            member_id=member,
            day=found.day,
            seq=found.seq,
            deal_id=found.deal_id,
            game=found.game,
            contract=contract,
            trump=trump,
            place=found.place,
            part=part,
            counts=counts,
            corrected=corrected,
        )
        for member, part in people
    ]


def keep(
    tx: Transaction,
    club_id: str,
    found: Found,
    record: Mapping[str, Any],
    outcome: Mapping[str, Any],
) -> None:
    """Let a new deal be found."""
    facets.add(tx, club_id, facet_rows(found, record, outcome))


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
    corrected |= facets.remove(tx, club_id, found.seq)
    facets.add(tx, club_id, facet_rows(found, record, outcome, corrected=corrected))
