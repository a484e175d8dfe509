"""Keeping ratings and runs: night by night in order, again from a night on whose deals changed.

Ratings depend on the order of deals, so a change in the past touches every night after it. A few
nights are done at once with what changed them; many are left for `catch_up` in a job, and the
season says meanwhile that its ratings are behind.
"""

import json

from scorekeeper.season import rating
from scorekeeper.season.ladder import GAMES
from scorekeeper.season.rating import Form
from scorekeeper.season.tally import sides_of
from scorekeeper.store import deals
from scorekeeper.store import forms
from scorekeeper.store import season_nights
from scorekeeper.store.engine import Transaction
from scorekeeper.store.season_nights import SeasonNightRow

AT_ONCE = 2_000
"""So many deals are rated within the transaction that asks for it: about half a second."""

_PAGE = 1_000


def catch_up(
    tx: Transaction, club_id: str, season_id: str, *, at_most: int | None = AT_ONCE
) -> bool:
    """Rate the nights that are behind, the earliest first; say whether none is left.

    With `at_most` nothing is done when there are more deals than that.
    """
    behind = [row for row in season_nights.unformed(tx, club_id, season_id) if row.folded]
    if at_most is not None and sum(row.deals for row in behind) > at_most:
        return False
    for row in behind:
        rate_night(tx, club_id, row)
    return True


def rate_night(tx: Transaction, club_id: str, row: SeasonNightRow) -> None:
    """Rate a night from what everybody stood at before it, and keep it."""
    for game, now in formed(tx, club_id, row).items():
        forms.add(tx, club_id, row.season_id, game, row.date, row.number, now)
    season_nights.set_formed(tx, club_id, row.night_id)


def formed(tx: Transaction, club_id: str, row: SeasonNightRow) -> dict[str, dict[str, Form]]:
    """Return everybody's form by game after a night, from the rows kept before it."""
    told: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {game: [] for game in GAMES}
    after = 0
    while True:
        page = deals.page(tx, club_id, row.night_id, after=after, count=_PAGE)
        for one in page:
            if one.deal.state != "valid":
                continue
            sides = sides_of(json.loads(one.version.record), json.loads(one.version.outcome))
            if sides is not None:
                told[one.deal.game].append(sides)
        if len(page) < _PAGE:
            break
        after = page[-1].deal.seq
    found = {}
    for game, played in told.items():
        people = sorted({name for sides in played for side in sides for name in side})
        before = {}
        for member in people:
            form = forms.last(
                tx,
                club_id,
                row.season_id,
                game=game,
                member_id=member,
                date=row.date,
                number=row.number - 1,
            )
            if form is not None:
                before[member] = form
        found[game] = rating.after_night(before, played)
    return found


def forget_from(tx: Transaction, club_id: str, row: SeasonNightRow) -> None:
    """Take a night and all after it out of the ratings."""
    forms.drop_from(tx, club_id, row.season_id, row.date, row.number)
    season_nights.unform_from(tx, club_id, row.season_id, row.date, row.number)
