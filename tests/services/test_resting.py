"""Who is shown to sit out, whoever dealt, is who pays nothing: for every table there can be."""

from collections.abc import Callable

import pytest

from scorekeeper.rules.seats import players_in_order
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import DealView
from tests.services.play import MISDEAL
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import Said
from tests.services.play import quick

NAMES = ("Anna", "Bert", "Caro", "Dora", "Emil", "Fritz")
TABLES = [
    *(("bolachen", count) for count in range(3, 7)),
    *(("wallachen", count) for count in range(3, 7)),
    *(("watten", count) for count in range(2, 7)),
]


def shown(table: Round) -> dict[str, tuple[str, ...]]:
    """Return who is shown to sit out, by who deals."""
    seating = tables.get_seating(table.desk, club_id=table.club_id, table_id=table.table.id)
    view = table.see(0)
    assert view.resting_by_dealer == seating.resting_by_dealer
    assert view.sitting_out == seating.resting_by_dealer[seating.dealer_id]
    return dict(seating.resting_by_dealer)


def playing(table: Round, dealer: str, out: tuple[str, ...]) -> tuple[str, ...]:
    return players_in_order(table.see(0).seats, dealer, out)


def paid_by_all(table: Round, dealer: str, out: tuple[str, ...]) -> Said:
    """Return a deal of these players that concerns every one of them, and who dealt it."""
    players = playing(table, dealer, out)
    if table.table.game == "watten":
        return {"dealer": dealer, "tricks_taken": {players[0]: 3}}
    declarer = players[0]
    return {
        "dealer": dealer,
        "contract": {"declarer": declarer, "kind": "bettel"},
        "tricks_taken": {declarer: 0},
    }


def concerned(deal: DealView) -> set[str]:
    """Return those a deal was scored for."""
    if deal.game == "watten":
        return set(deal.match_after)
    return {member for member, cents in deal.changes.items() if cents}


def everybody_deals_once(table: Round) -> None:
    """Make each of the table the dealer of the next deal, which is undone again."""
    rests = shown(table)
    for dealer, out in rests.items():
        deal = table.record(paid_by_all(table, dealer, out), new_match=True)
        assert deal.said["dealer"] == dealer
        assert tuple(deal.said.get("sitting_out", ())) == out
        assert concerned(deal) == set(table.see(0).seats) - set(out)
        table.undo()
        assert shown(table) == rests


def begins(table: Round) -> None:
    """Nothing has happened yet."""


def after_deals(table: Round) -> None:
    for _ in range(3):
        view = table.see(0)
        table.record(paid_by_all(table, view.dealer_id, view.sitting_out), new_match=True)


def after_a_misdeal(table: Round) -> None:
    after_deals(table)
    table.record(MISDEAL, new_match=True)


def after_anothers_misdeal(table: Round) -> None:
    after_deals(table)
    other = next(one for one in table.see(0).seats if one != table.see(0).dealer_id)
    table.record({**MISDEAL, "dealer": other}, new_match=True)


def after_an_undo(table: Round) -> None:
    after_deals(table)
    table.undo()


def after_a_choice(table: Round) -> None:
    after_deals(table)
    view = table.see(0)
    if view.sitting_out:
        count = len(view.sitting_out)
        tables.set_sitting_out(
            table.desk,
            club_id=table.club_id,
            table_id=table.table.id,
            member_ids=view.seats[1 : 1 + count],
        )


@pytest.mark.parametrize(
    "before",
    [begins, after_deals, after_a_misdeal, after_anothers_misdeal, after_an_undo, after_a_choice],
)
@pytest.mark.parametrize(("game", "count"), TABLES)
def test_who_is_shown_to_sit_out_pays_nothing(
    desk: Desk, game: str, count: int, before: Callable[[Round], None]
) -> None:
    table = quick(desk, " ".join(NAMES[:count]), game)
    before(table)
    everybody_deals_once(table)


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_saying_who_deals_before_or_with_the_deal_is_the_same(
    desk: Desk, game: str, count: int
) -> None:
    for place in range(count):
        table = quick(desk, " ".join(NAMES[:count]), game, keys=Keys(f"night-{place}"))
        after_a_misdeal(table)
        rests = shown(table)
        dealer = table.see(0).seats[place]
        seen = tables.set_dealer(
            desk, club_id=table.club_id, table_id=table.table.id, member_id=dealer
        )
        assert (seen.dealer_id, seen.sitting_out) == (dealer, rests[dealer])


def test_two_people_are_no_three_hander(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    assert table.see(0).playable
    seen = tables.leave_table(
        desk, club_id=table.club_id, table_id=table.table.id, member_id=table.id("Caro")
    )
    assert not seen.playable
    assert seen.sitting_out == ()
