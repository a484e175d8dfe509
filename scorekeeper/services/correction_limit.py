"""The Deckel of an evening and its corrections: nobody is made to lose more than was agreed.

What counts is what the evening's games brought so far, whoever paid meanwhile. A correction by
which somebody loses less than before, or as much, is held up by nothing.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.services import money_rules
from scorekeeper.services.desk import Desk
from scorekeeper.services.people import together
from scorekeeper.services.retelling import Story
from scorekeeper.services.views import PreviewView
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction
from scorekeeper.store.nights import NightRow


def with_limit(
    tx: Transaction, club_id: str, night: NightRow, story: Story, seen: PreviewView
) -> PreviewView:
    """Say in a preview who would have lost more than was agreed after a correction."""
    if night.stake_limit is None:
        return seen
    moved, after = _moved(tx, club_id, night, story)
    over = money_rules.over_limit(night.stake_limit, after, moved)
    return replace(
        seen,
        over=tuple((story.names.of(member), lost) for member, lost in over.items()),
        stake_limit=night.stake_limit,
        stake_mode=night.stake_mode,
    )


def require_within(
    tx: Transaction, desk: Desk, club_id: str, night: NightRow, story: Story
) -> None:
    """Refuse a correction by which somebody loses more than was agreed, where that is refused.

    Raises ScorekeeperError: STAKE_LIMIT.
    """
    if night.stake_limit is not None:
        moved, after = _moved(tx, club_id, night, story)
        money_rules.require_within(desk, night, after, moved, story.names.by_id)


def _moved(
    tx: Transaction, club_id: str, night: NightRow, story: Story
) -> tuple[dict[str, int], Mapping[str, int]]:
    """Return by person what a correction moves, and what the night brought him after it."""
    moved = together(story.differences(), story.names.aliases)
    after = dict(moved)
    for row in tallies.of_night(tx, club_id, night.id):
        person = story.names.person(row.member_id)
        if person in moved:
            after[person] += row.tally.cents
    return moved, after
