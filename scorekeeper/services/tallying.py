"""Keeping what a night brings everybody, in the transaction that changes it.

Deals call `keep` with what they count and `change` when they count otherwise; money without a
deal comes through `keep_booked`, which `posting.post` calls. Who writes a night's deals and
entries in bulk calls `rebuild_night` for it afterwards.

The caller has posted its entries before, so it holds the club's chain.
"""

import json
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import member_of
from scorekeeper.season.ladder import AMOUNTS
from scorekeeper.season.tally import NOTHING
from scorekeeper.season.tally import Tally
from scorekeeper.season.tally import difference
from scorekeeper.season.tally import of_deal
from scorekeeper.season.tally import plus
from scorekeeper.services import folding
from scorekeeper.services import forming
from scorekeeper.store import clubs
from scorekeeper.store import entries
from scorekeeper.store import nights
from scorekeeper.store import season_nights
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction
from scorekeeper.store.season_nights import SeasonNightRow

Told = tuple[Mapping[str, Any], Mapping[str, Any]]
"""A record and its outcome, as they are stored."""

_HAFERL = frozenset(
    {EntryKind.HAFERL_DIVIDED, EntryKind.HAFERL_TO_PURSE, EntryKind.HAFERL_RESTORED}
)
_HAFERL_GAME = "wallachen"
_PAGE = 200
_NUMBER_MAX = 10**9


def keep(tx: Transaction, club_id: str, night_id: str, game: str, told: Told) -> None:
    """Count a deal that was recorded."""
    _add(tx, club_id, night_id, game, of_deal(*told))


def take_back(tx: Transaction, club_id: str, night_id: str, game: str, told: Told) -> None:
    """Count a deal no more."""
    _add(tx, club_id, night_id, game, difference(of_deal(*told), {}))


def change(tx: Transaction, club_id: str, night_id: str, game: str, was: Told, now: Told) -> None:
    """Count a deal otherwise: as it was told, and as it is now."""
    sums = difference(of_deal(*was), of_deal(*now))
    if sums:
        _add(tx, club_id, night_id, game, sums)
    else:
        # Another trump or contract may count the same, and is another side of play.
        folding.unfold_night(tx, club_id, night_id)


def keep_booked(
    tx: Transaction,
    club_id: str,
    night_id: str | None,
    booked: Iterable[tuple[EntryKind, Sequence[Line]]],
) -> None:
    """Count money that came without a deal: a Haferl divided, amounts of a sheet."""
    if night_id is None:
        return
    found: dict[str, list[tuple[str, str, int]]] = {}
    for kind, lines in booked:
        game = game_of(kind)
        if game is not None:
            told = found.setdefault(game, [])
            told += [(line.debit, line.credit, line.amount) for line in lines]
    for game, told in found.items():
        _add(tx, club_id, night_id, game, cents_of(told))


def game_of(kind: EntryKind) -> str | None:
    """Say under which game the money of an entry without a deal counts; None: it is of a deal."""
    if kind in _HAFERL:
        return _HAFERL_GAME
    return AMOUNTS if kind is EntryKind.AMOUNTS else None


def rebuild_night(tx: Transaction, club_id: str, night_id: str, *, rate: bool = False) -> None:
    """Count a night anew from its deals and entries, and fold it.

    For who writes deals and entries in bulk. Without `rate` the ratings are left behind, which
    `forming.catch_up` in a job brings up.
    """
    clubs.lock_chain(tx, club_id)
    row = season_nights.get(tx, club_id, night_id)
    if row is not None:
        if row.folded:
            folding.take_out(tx, club_id, row)
        tallies.drop_night(tx, club_id, night_id)
        season_nights.drop(tx, club_id, night_id)
    if season_nights.head(tx, club_id, night_id)[3] == "voided":
        return
    for game, sums in counted(tx, club_id, night_id).items():
        _add(tx, club_id, night_id, game, sums)
    folding.fold_night(tx, club_id, night_id, rate=rate)


def counted(tx: Transaction, club_id: str, night_id: str) -> dict[str, dict[str, Tally]]:
    """Count a night from its deals and entries, by game and member."""
    found: dict[str, dict[str, Tally]] = {}
    for one in folding.valid_deals(tx, club_id, night_id):
        told = json.loads(one.version.record), json.loads(one.version.outcome)
        _add_up(found, one.deal.game, of_deal(*told))
    for head, lines in entries.events_of_night(tx, club_id, night_id):
        game = game_of(EntryKind(head.kind))
        if game is not None:
            _add_up(found, game, cents_of(lines))
    return found


def complete(tx: Transaction, club_id: str) -> None:
    """Count the nights that were played before anything was kept of them."""
    before = _NUMBER_MAX
    while True:
        page = nights.page(tx, club_id, before=before, count=_PAGE)
        if not page:
            return
        before = page[-1].number
        for night in page:
            if season_nights.get(tx, club_id, night.id) is None:
                rebuild_night(tx, club_id, night.id)


def catch_up(tx: Transaction, club_id: str, season_id: str) -> None:
    """Rate every night of a season that is behind, however many there are."""
    clubs.lock_chain(tx, club_id)
    forming.catch_up(tx, club_id, season_id, at_most=None)


def _add(
    tx: Transaction, club_id: str, night_id: str, game: str, sums: Mapping[str, Tally]
) -> None:
    if not sums:
        return
    row = season_nights.get(tx, club_id, night_id)
    if row is None:
        season, date, number, _ = season_nights.head(tx, club_id, night_id)
        row = SeasonNightRow(season, night_id, date, number, folded=False, formed=False, deals=0)
        season_nights.add(tx, club_id, row)
    elif row.folded:
        folding.take_out(tx, club_id, row)
    tallies.add_to_night(tx, club_id, row.season_id, night_id, game, sums)


def _add_up(found: dict[str, dict[str, Tally]], game: str, sums: Mapping[str, Tally]) -> None:
    mine = found.setdefault(game, {})
    for member, tally in sums.items():
        mine[member] = plus(mine.get(member, NOTHING), tally)


def cents_of(lines: Iterable[tuple[str, str, int]]) -> dict[str, Tally]:
    """Return what lines (debit, credit, amount) move for members."""
    moved: dict[str, int] = {}
    for debit, credit, amount in lines:
        for account, cents in ((debit, -amount), (credit, amount)):
            member = member_of(account)
            if member is not None:
                moved[member] = moved.get(member, 0) + cents
    return {member: Tally(cents=cents) for member, cents in moved.items()}
