"""The deals of one table one after another: the Haferl, the Watten match and the Bummerl.

A record says what was told of one deal. What lay in the Haferl before it and where the match stood
is carried here from deal to deal and supplied when a deal is scored, so a correction in the middle
gives what recording it right at first would have given: score the sequence again.

Use it like this::

    scored = score_sequence(TableState(), [SpokenDeal(game="wallachen", said={...}, ...), ...])
    scored[-1].state            # what to keep beside the table
    scored[-1].report           # the report of the last deal
    scored[-1].report.money     # cents of every seat, None where nothing is scored

or deal by deal: `score_deal(state, deal)`. Names are whatever the caller uses for people, ids too.
Nothing raises on what people said: a deal that is wrong or undecided has a report that says so and
leaves the state as it was.
"""

from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import Verdict
from scorekeeper.adjudication.check import check
from scorekeeper.adjudication.check import check_object
from scorekeeper.adjudication.side_won import as_deal_record
from scorekeeper.adjudication.side_won import contradiction
from scorekeeper.adjudication.side_won import find_wrong_side
from scorekeeper.rules.house import Game
from scorekeeper.rules.house_watten import WattenRules
from scorekeeper.rules.outcome import HAFERL
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.record import FORMAT
from scorekeeper.rules.record import Count
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.seats import accounts_of

_SUPPLIED = frozenset({"format", "game", "house_rules", "tariff", "haferl", "match"})
_SEATS_IN_PLAY = {Game.BOLACHEN: 3, Game.WALLACHEN: 3, Game.WATTEN: 4}


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenDeal:
    """One deal as it was told.

    `said` is a deal record without `format`, `game`, `house_rules`, `tariff`, `haferl` and
    `match`; if one of these stands in it nevertheless it is not looked at. It may have the fields
    of `side_won`. `new_match` begins a new Watten match with this deal, whatever the running one
    was.
    """

    game: Game | str
    said: Mapping[str, object]
    house_rules: Mapping[str, object] = field(default_factory=dict)
    tariff: int = 10
    new_match: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A Watten match (T27): who plays it and where it stands.

    `accounts` are those who share their points: with four players the two sides, each with
    everybody who has played for it, substitutes last; with three or two each player by himself
    (T41, T43). `points` has one number for each of them. `number` counts the matches of the table
    from 1. `won_by` is empty while the match runs; the next Watten deal after it begins a new one.
    """

    number: int
    size: int
    accounts: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    won_by: tuple[str, ...] = ()

    def points_of(self, player: str) -> int:
        """Give the points a member has in this match, 0 when he was not in it."""
        place = self.account_of(player)
        return 0 if place is None else self.points[place]

    def account_of(self, player: str) -> int | None:
        """Give the number of a member's account; None when he was not in this match."""
        for place, members in enumerate(self.accounts):
            if player in members:
                return place
        return None

    def by_member(self) -> dict[str, int]:
        """Give everybody who has played in this match his points."""
        pairs = zip(self.accounts, self.points, strict=True)
        return {player: points for members, points in pairs for player in members}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """What a table carries from deal to deal.

    `haferl` is in cents. `haferl_payers` are those who paid into the pot that lies there, the
    earliest first, each once with all he paid; empty when the pot was taken (W31). `bummerl`
    counts the marks of each member (T32).
    """

    haferl: int = 0
    haferl_payers: tuple[tuple[str, int], ...] = ()
    match: MatchState | None = None
    bummerl: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDeal:
    """A deal with its report, what was supplied to score it, and the state it leaves behind.

    `match_before` has the points supplied for each player, None but in Watten. `began_match` says
    that a match begins with this deal. `bummerl` are the marks it brings.
    """

    report: Report
    haferl_before: int
    match_before: Mapping[str, int] | None
    match_number: int | None
    began_match: bool
    bummerl: Mapping[str, int]
    state: TableState

    @property
    def settled(self) -> bool:
        """Say whether the deal can stand: it is scored, or it is a misdeal."""
        return self.report.result is not None or self.report.misdeal


def score_sequence(start: TableState, deals: Iterable[SpokenDeal]) -> list[ScoredDeal]:
    """Score the deals of a table in the order they were played, from a state on."""
    scored = []
    state = start
    for deal in deals:
        one = score_deal(state, deal)
        scored.append(one)
        state = one.state
    return scored


def score_deal(state: TableState, deal: SpokenDeal) -> ScoredDeal:
    """Score one deal from the state before it.

    A deal with errors, or one whose end is not certain, leaves the state as it was; so does a
    misdeal (I6), but for a match that begins with it.
    """
    told = {key: value for key, value in deal.said.items() if key not in _SUPPLIED}
    told["format"] = FORMAT
    told["game"] = str(deal.game)
    told["house_rules"] = dict(deal.house_rules)
    told["tariff"] = deal.tariff
    scored = _score(state, as_deal_record(told), new_match=deal.new_match)
    wrong = find_wrong_side(told) or contradiction(told, scored.report)
    if wrong is not None:
        return _unscored(state, Report(verdict=Verdict.ERROR, errors=(wrong,)))
    return scored


def _score(state: TableState, told: Mapping[str, object], *, new_match: bool) -> ScoredDeal:
    record = read_object(told)
    if not isinstance(record, DealRecord):
        return _unscored(state, check_object(told))
    if record.game is Game.WATTEN:
        return _score_watten(state, record, new_match=new_match)
    if record.game is Game.WALLACHEN:
        report = check(replace(record, haferl=state.haferl))
        moved = ((one.payer, one.payee, one.amount) for one in report.payments)
        return replace(_unscored(state, report), state=move_haferl(state, moved))
    return _unscored(state, check(record))


def _unscored(state: TableState, report: Report) -> ScoredDeal:
    return ScoredDeal(
        report=report,
        haferl_before=state.haferl,
        match_before=None,
        match_number=None,
        began_match=False,
        bummerl={},
        state=state,
    )


def move_haferl(state: TableState, payments: Iterable[tuple[str, str, int]]) -> TableState:
    """Return the state after payments (payer, payee, cents), the pot among them as HAFERL.

    Who pays in is remembered until somebody takes the pot (W31).
    """
    pot = state.haferl
    paid = dict(state.haferl_payers)
    for payer, payee, amount in payments:
        if payee == HAFERL:
            pot += amount
            paid[payer] = paid.get(payer, 0) + amount
        elif payer == HAFERL:
            pot -= amount
    if not pot:
        paid.clear()
    return replace(state, haferl=pot, haferl_payers=tuple(paid.items()))


def _score_watten(state: TableState, record: DealRecord, *, new_match: bool) -> ScoredDeal:
    rules = record.rules
    assert isinstance(rules, WattenRules)
    match, began = match_of_deal(state, record.players, target=rules.target, new_match=new_match)
    before = {player: match.points_of(player) for player in record.players}
    report = check(
        replace(record, match=tuple(Count(name, name, points) for name, points in before.items()))
    )
    after, marks = state, {}
    if report.misdeal:
        after = replace(state, match=match)
    elif report.result is not None:
        marks = _bummerl(rules, record.players, _winners(report.result))
        after = move_match(state, match, report.result, record.players, rules=rules)
    return ScoredDeal(
        report=report,
        haferl_before=state.haferl,
        match_before=before,
        match_number=match.number,
        began_match=began,
        bummerl=marks,
        state=after,
    )


def match_of_deal(
    state: TableState, players: Sequence[str], *, target: int, new_match: bool
) -> tuple[MatchState, bool]:
    """Return the match a deal of these players, in playing order, belongs to, and if it is new."""
    running = None if new_match else match_going_on(state, players, target=target)
    return running or begin_match(state, players), running is None


def move_match(
    state: TableState,
    match: MatchState,
    result: Mapping[str, object],
    players: Sequence[str],
    *,
    rules: WattenRules,
) -> TableState:
    """Return the state after a deal of this match that ended with this result."""
    counted = {**state.bummerl}
    for player, number in _bummerl(rules, players, _winners(result)).items():
        counted[player] = counted.get(player, 0) + number
    return replace(state, match=_add_points(match, result), bummerl=counted)


def begin_match(state: TableState, players: Sequence[str]) -> MatchState:
    """Begin the table's next match with these players, in playing order, all at 0."""
    accounts = accounts_of(players)
    return MatchState(
        number=1 if state.match is None else state.match.number + 1,
        size=len(players),
        accounts=accounts,
        points=(0,) * len(accounts),
    )


def match_going_on(state: TableState, players: Sequence[str], *, target: int) -> MatchState | None:
    """Give the running match with these players in it; None when a new one has to begin.

    `players` are in playing order. A new match begins after one was won, when somebody has the
    target of the present house rules already, when more or fewer play than before, and with four
    players when partners of this deal have played for different sides. A substitute takes the
    points of the side he joins; with three or two players he begins at 0.
    """
    match = state.match
    if match is None or match.won_by or match.size != len(players):
        return None
    if any(points >= target for points in match.points):
        return None
    return _join_sides(match, players) if match.size == 4 else _join_alone(match, players)


def same_sides(match: MatchState, players: Sequence[str]) -> bool:
    """Say whether the match goes on among people who were all in it, on the same sides."""
    if match.size != len(players):
        return False
    places = [{match.account_of(name) for name in account} for account in accounts_of(players)]
    return all(len(place) == 1 and None not in place for place in places) and len(
        {place for known in places for place in known}
    ) == len(places)


def _join_alone(match: MatchState, players: Sequence[str]) -> MatchState:
    new = [player for player in players if match.account_of(player) is None]
    return replace(
        match,
        accounts=(*match.accounts, *((player,) for player in new)),
        points=(*match.points, *(0 for _ in new)),
    )


def _join_sides(match: MatchState, players: Sequence[str]) -> MatchState | None:
    """Find which side of the match each pair plays for, by those who were in it."""
    pairs = accounts_of(players)
    places: list[int | None] = []
    for pair in pairs:
        known = {match.account_of(player) for player in pair} - {None}
        if len(known) > 1:
            return None
        places.append(known.pop() if known else None)
    first, second = places
    if first is None and second is not None:
        first = 1 - second
    elif second is None and first is not None:
        second = 1 - first
    if first is None or first == second:
        return None
    accounts = list(match.accounts)
    for pair, place in zip(pairs, (first, 1 - first), strict=True):
        joined = [player for player in pair if player not in accounts[place]]
        accounts[place] = (*accounts[place], *joined)
    return replace(match, accounts=tuple(accounts))


def _add_points(match: MatchState, result: Mapping[str, object]) -> MatchState:
    """Carry the points a report gives after its deal, and who has won with them."""
    after = result["match"]
    assert isinstance(after, dict)
    points = list(match.points)
    for player, number in after.items():
        place = match.account_of(player)
        assert place is not None
        points[place] = number
    return replace(match, points=tuple(points), won_by=_winners(result))


def _winners(result: Mapping[str, object]) -> tuple[str, ...]:
    won_by = result["match_won_by"]
    assert isinstance(won_by, list)
    return tuple(won_by)


def _bummerl(rules: WattenRules, players: Sequence[str], won_by: Sequence[str]) -> dict[str, int]:
    """Give the marks at the end of a match: to each loser, or to each winner (T32)."""
    if not won_by:
        return {}
    to_winner = rules.bummerl == "to_winner"
    return {player: 1 for player in players if (player in won_by) is to_winner}


def sitting_out_next(
    seats: Sequence[str],
    dealer: str,
    game: Game | str,
    history: Sequence[Collection[str]] = (),
) -> tuple[str, ...]:
    """Name who sits out the next deal, in the order of the seats.

    `history` has those who sat out each earlier deal, the oldest first. With four at a
    three-hander the dealer sits out; where more must, those who sat out longest ago, those who
    never did before them, and among equals the dealer first, then clockwise from him.
    """
    out = len(seats) - _SEATS_IN_PLAY[Game(game)]
    if out <= 0:
        return ()
    if out == 1 and Game(game) is not Game.WATTEN:
        return (dealer,)
    latest = {player: deal for deal, resting in enumerate(history) for player in resting}
    place = seats.index(dealer)
    clockwise = (*seats[place:], *seats[:place])
    resting = sorted(clockwise, key=lambda player: latest.get(player, -1))[:out]
    return tuple(player for player in seats if player in resting)
