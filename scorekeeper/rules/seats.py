"""Who sits where: the players of a deal in playing order, and the sides of Watten."""

from collections.abc import Collection
from collections.abc import Sequence


def players_in_order(
    seats: Sequence[str], dealer: str, sitting_out: Collection[str]
) -> tuple[str, ...]:
    """List the players of a deal clockwise from the dealer's left: forehand first, dealer last.

    When the dealer himself sits out, the last player takes the dealer's part.
    """
    left = seats.index(dealer) + 1
    clockwise = (*seats[left:], *seats[:left])
    if not sitting_out:
        return clockwise
    return tuple(name for name in clockwise if name not in sitting_out)


def resting_of(dealer: str, out: Collection[str], other: str) -> tuple[str, ...]:
    """Return who sat out of a deal that somebody else dealt than was recorded.

    Where it was the dealer who sat out, it is he who really dealt.
    """
    return (other,) if tuple(out) == (dealer,) else tuple(out)


def sides_of(players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Give the sides of a Watten deal, forehand's first (T1, T40, T43).

    `players` are in playing order. Four: forehand and his partner, then the dealer's partner and
    the dealer. Three: forehand alone, then the two others. Two: each alone.
    """
    if len(players) == 4:
        return (players[0], players[2]), (players[1], players[3])
    return (players[0],), tuple(players[1:])


def accounts_of(players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Give those who share the points of a match: partners with four, else each for himself."""
    if len(players) == 4:
        return sides_of(players)
    return tuple((name,) for name in players)


def cutter_of(players: Sequence[str]) -> str:
    """Name who cuts in Watten: forehand's partner with four, forehand with three and two."""
    return players[2] if len(players) == 4 else players[0]
