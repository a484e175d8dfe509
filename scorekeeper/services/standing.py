"""Where a table stands between two deals, and how a deal moves it on.

A standing is a value: what the next deal starts from (dealer, Haferl, match) and what decides
who sits out and how long the last round still goes. Each deal keeps the standing it began with,
so a deal can be undone, and a correction in the middle can be carried through to the end.
"""

import json
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from typing import Any

from scorekeeper.adjudication.sequence import MatchState
from scorekeeper.adjudication.sequence import TableState
from scorekeeper.adjudication.sequence import same_sides
from scorekeeper.adjudication.sequence import sitting_out_next
from scorekeeper.rules.seats import accounts_of
from scorekeeper.rules.seats import players_in_order

WATTEN = "watten"
NEW_MATCH = "new"
NEW_IF_CHANGED = "new_if_changed"  # the answer where partners have changed; else it means nothing
GO_ON = "go_on"
PEOPLE_MAX = 6

_ENCODER = json.JSONEncoder(separators=(",", ":"))
_PLAYERS = {WATTEN: (2, 4)}
_THREE = (3, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the next deal starts from.

    `table` is the Haferl, the match and the Bummerl. `resting` is who was chosen to sit out, None
    for whom the rule says. `dealt` counts deals by member, `head_start` what a late comer is given
    so that he need not catch up, `rested` the number of the last deal each sat out, of `played`
    in all. `decision` is what people said since the last deal about the running match: a new one,
    or go on. `last_round` is how often everybody must have dealt at the end, 0 when none is
    announced.
    """

    dealer: str
    table: TableState = field(default_factory=TableState)
    resting: tuple[str, ...] | None = None
    dealt: Mapping[str, int] = field(default_factory=dict)
    head_start: Mapping[str, int] = field(default_factory=dict)
    rested: Mapping[str, int] = field(default_factory=dict)
    played: int = 0
    decision: str = ""
    last_round: int = 0


class PartnersChangedError(Exception):
    """The running match was begun by other sides and nobody has said how to go on."""


def match_running(match: MatchState | None, target: int) -> bool:
    """Say whether a match is under way: somebody has points, nobody has won."""
    return (
        match is not None
        and not match.won_by
        and any(match.points)
        and all(points < target for points in match.points)
    )


def partners_changed(standing: Standing, players: Sequence[str], target: int) -> bool:
    """Say whether people must decide before these players, in playing order, go on."""
    match = standing.table.match
    return (
        match is not None
        and not standing.decision
        and match_running(match, target)
        and not same_sides(match, players)
    )


def opening(
    standing: Standing, players: Sequence[str], target: int, *, ask: bool
) -> tuple[TableState, bool]:
    """Return what a Watten deal of these players is scored from, and whether a match begins.

    Going on with other sides, each side has the points of its better member.

    Raises PartnersChangedError when people must decide first. Without `ask` a new match begins
    instead, as people do who change partners between two matches.
    """
    state = standing.table
    match = state.match
    if match is None or match.won_by:
        return state, False
    if not any(match.points):
        return replace(state, match=_among(match, players)), False
    if standing.decision == NEW_MATCH:
        return state, True
    if same_sides(match, players) or not match_running(match, target):
        return state, False
    if standing.decision == GO_ON:
        return replace(state, match=_among(match, players)), False
    if ask and not standing.decision:
        raise PartnersChangedError
    return state, True


def _among(match: MatchState, players: Sequence[str]) -> MatchState:
    accounts = accounts_of(players)
    points = tuple(max(match.points_of(name) for name in account) for account in accounts)
    return replace(match, size=len(players), accounts=accounts, points=points)


def after_deal(
    standing: Standing, record: Mapping[str, Any], table: TableState, *, misdeal: bool
) -> Standing:
    """Return the standing after a deal that left `table` behind.

    A misdeal is dealt again by the same dealer (I6), with the same people sitting out, and is
    nobody's turn; otherwise the deal passes to the left.
    """
    played, dealer = standing.played + 1, record["dealer"]
    out = tuple(record.get("sitting_out", ()))
    if misdeal:
        return replace(standing, table=table, dealer=dealer, resting=out, played=played)
    moved = replace(
        standing,
        table=table,
        dealt={**standing.dealt, dealer: standing.dealt.get(dealer, 0) + 1},
        rested={**standing.rested, **dict.fromkeys(out, played)},
        played=played,
        resting=None,
    )
    skipped: tuple[str, ...] = ()
    if record["game"] == WATTEN:
        moved = replace(moved, decision="")
        if table.match is not None and not table.match.won_by:
            # A match is played to its end by those who began it; the deal goes round among them.
            moved = replace(moved, resting=out)
            skipped = out
    place = record["seats"].index(dealer) + 1
    around = (*record["seats"][place:], *record["seats"][:place])
    return replace(moved, dealer=next(name for name in around if name not in skipped))


def seated_dealer(standing: Standing, seats: Sequence[str]) -> Standing:
    """Return the standing with a dealer who sits at the table."""
    return standing if standing.dealer in seats else replace(standing, dealer=seats[0])


def sitting_out(standing: Standing, seats: Sequence[str], game: str) -> tuple[str, ...]:
    """Name who sits out in the next deal, in the order of the seats."""
    least, most = _PLAYERS.get(game, _THREE)
    if standing.resting is not None:
        chosen = tuple(name for name in seats if name in standing.resting)
        if least <= len(seats) - len(chosen) <= most:
            return chosen
    if len(seats) <= most or standing.dealer not in seats:
        return ()
    rested = {name: min(deal, standing.played) for name, deal in standing.rested.items()}
    # Which rest came before which is all that counts, so the deals between them are left out.
    history = [
        {n for n, deal in rested.items() if deal == at} for at in sorted(set(rested.values()))
    ]
    return sitting_out_next(seats, standing.dealer, game, history)


def dealt_by(standing: Standing, dealer: str, game: str) -> Standing:
    """Return the standing with somebody else to deal.

    At a three-hander who sits out goes by who deals; a Watten match keeps its players.
    """
    if dealer == standing.dealer:
        return standing
    resting = standing.resting if game == WATTEN else None
    return replace(standing, dealer=dealer, resting=resting)


def resting_by_dealer(
    standing: Standing, seats: Sequence[str], game: str
) -> dict[str, tuple[str, ...]]:
    """Return who sits out in the next deal, for each who may have dealt it."""
    return {one: sitting_out(dealt_by(standing, one, game), seats, game) for one in seats}


def enough_seated(count: int, game: str) -> bool:
    """Say whether so many people at a table can play this game."""
    return _PLAYERS.get(game, _THREE)[0] <= count <= PEOPLE_MAX


def enough_playing(count: int, game: str) -> bool:
    """Say whether so many can play in one deal of this game."""
    least, most = _PLAYERS.get(game, _THREE)
    return least <= count <= most


def players_next(standing: Standing, seats: Sequence[str], game: str) -> tuple[str, ...]:
    """List who plays the next deal in playing order, () when too few or too many sit here."""
    if not enough_seated(len(seats), game) or standing.dealer not in seats:
        return ()
    return players_in_order(seats, standing.dealer, sitting_out(standing, seats, game))


def turns(standing: Standing, name: str) -> int:
    """Count a member's deals as the last round counts them."""
    return standing.dealt.get(name, 0) + standing.head_start.get(name, 0)


def deals_to_go(standing: Standing, seats: Sequence[str]) -> int | None:
    """Count the deals until everybody has dealt equally often; None without a last round."""
    if not standing.last_round:
        return None
    return sum(max(0, standing.last_round - turns(standing, name)) for name in seats)


def announced(standing: Standing, seats: Sequence[str], *, on: bool) -> Standing:
    """Announce the last round, or take the announcement back.

    When all have dealt equally often already, a whole round is still played.
    """
    if not on:
        return replace(standing, last_round=0)
    counts = [turns(standing, name) for name in seats]
    return replace(standing, last_round=max(counts) + (min(counts) == max(counts)))


def joined(standing: Standing, seats: Sequence[str], name: str, game: str) -> Standing:
    """Let somebody in: he plays before he sits out, and need not catch up on dealing.

    Four who are in the middle of a Watten match play it to its end without him.
    """
    others = [turns(standing, other) for other in seats if other != name]
    start = max(0, min(others, default=0) - standing.dealt.get(name, 0))
    match = standing.table.match
    resting = None
    if game == WATTEN and len(seats) >= 4 and match is not None and not match.won_by:
        resting = (*sitting_out(standing, seats, game), name)
    return replace(
        standing,
        head_start={**standing.head_start, name: start},
        rested={**standing.rested, name: standing.played},
        resting=resting,
    )


def left(standing: Standing, seats_before: Sequence[str], name: str) -> Standing:
    """Let somebody go; the deal passes on if it was his, and if he rested the others still do."""
    resting = None
    if standing.resting is not None and name in standing.resting:
        resting = tuple(one for one in standing.resting if one != name)
    at = seats_before.index(name) + 1
    around = (*seats_before[at:], *seats_before[: at - 1])
    dealer = standing.dealer
    if dealer == name:
        dealer = next((one for one in around if one not in (resting or ())), dealer)
    return replace(standing, dealer=dealer, resting=resting)


def substituted(standing: Standing, out: str, newcomer: str) -> Standing:
    """Put somebody in another's place: his turn to deal and his rest become the newcomer's."""
    resting = standing.resting
    if resting is not None:
        resting = tuple(newcomer if name == out else name for name in resting)
    start = turns(standing, out) - standing.dealt.get(newcomer, 0)
    return replace(
        standing,
        dealer=newcomer if standing.dealer == out else standing.dealer,
        resting=resting,
        head_start={**standing.head_start, newcomer: start},
        rested={**standing.rested, newcomer: standing.rested.get(out, 0)},
    )


def carried(was: Standing, began: Standing, now: Standing) -> Standing:
    """Return what a later deal begins with when the deals before it are told anew.

    `was` and `now` are the standing the deal before it left behind, before and after the new
    telling; `began` what the later deal began with. What people said and did in between (who
    came, who was to deal) stays; what the deals themselves made of it is taken from `now`.
    """
    return replace(
        began,
        table=now.table,
        played=now.played,
        dealt=_between(was.dealt, began.dealt, now.dealt),
        rested=_between(was.rested, began.rested, now.rested),
        dealer=began.dealer if began.dealer != was.dealer else now.dealer,
        resting=began.resting if began.resting != was.resting else now.resting,
    )


def _between(
    was: Mapping[str, int], began: Mapping[str, int], now: Mapping[str, int]
) -> dict[str, int]:
    changed = {name: count for name, count in began.items() if was.get(name) != count}
    return {**now, **changed}


def as_text(standing: Standing) -> str:
    """Write a standing as JSON; what is as at the beginning is left out."""
    table = standing.table
    full: dict[str, Any] = {
        "dealer": standing.dealer,
        "haferl": table.haferl,
        "payers": table.haferl_payers,
        "match": None if table.match is None else asdict(table.match),
        "bummerl": table.bummerl,
        "dealt": standing.dealt,
        "head_start": {n: c for n, c in standing.head_start.items() if c},
        "rested": standing.rested,
        "played": standing.played,
        "decision": standing.decision,
        "last_round": standing.last_round,
    }
    kept = {name: value for name, value in full.items() if value}
    if standing.resting is not None:
        kept["resting"] = standing.resting
    return _ENCODER.encode(kept)


def from_text(text: str) -> Standing:
    """Read what `as_text` wrote."""
    kept: dict[str, Any] = json.loads(text)
    match = kept.pop("match", None)
    if match is not None:
        match["accounts"] = tuple(tuple(account) for account in match["accounts"])
        match["points"] = tuple(match["points"])
        match["won_by"] = tuple(match["won_by"])
        match = MatchState(**match)
    table = TableState(
        haferl=kept.pop("haferl", 0),
        haferl_payers=tuple((name, paid) for name, paid in kept.pop("payers", ())),
        match=match,
        bummerl=kept.pop("bummerl", {}),
    )
    if "resting" in kept:
        kept["resting"] = tuple(kept["resting"])
    return Standing(table=table, **kept)
