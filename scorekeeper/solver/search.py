"""The search: can the declarer win this many of the tricks left?

Alpha-beta with a window of nothing: every question is yes or no, and what is learnt of a position,
at least so many and at most so many, is kept for all later questions about the same deal.
Positions are looked at between tricks only, and reached from there by changes (`suits`). Of a
position's moves first those are looked at that are decided by what is known or by `bounds`; only
if that does not answer the question, the search goes deeper, into moves with the fewest open
answers first.

To *score* a trick is to win it, or in Bettel to let it go to the defenders. The declarer wants to
score, the defenders want him not to.
"""

from collections.abc import Callable
from itertools import repeat

from scorekeeper.solver.bounds import Bounds
from scorekeeper.solver.bounds import Losers
from scorekeeper.solver.bounds import losers
from scorekeeper.solver.bounds import no_bounds
from scorekeeper.solver.bounds import no_losers
from scorekeeper.solver.bounds import no_trump_bounds
from scorekeeper.solver.bounds import trump_bounds
from scorekeeper.solver.duties import Duties
from scorekeeper.solver.moves import Moves
from scorekeeper.solver.moves import NestedMoves
from scorekeeper.solver.moves import declarer_moves
from scorekeeper.solver.moves import first_defender_moves
from scorekeeper.solver.moves import second_defender_moves

Known = dict[int, int]
"""For a position at most (16 times) and at least how many tricks the declarer scores."""
Scores = Callable[[int, int, int], bool]
"""Position, tricks left, tricks needed: does the declarer score them?

Only to be asked of a position that is in `Known` with less than that at least, and not less at
most.
"""
Certain = tuple[Bounds, Losers]
Gains = tuple[int, int, int]
"""What the declarer scores when the trick goes to each player."""


def make_search(duties: Duties, *, trumps: bool, fewest: bool) -> tuple[Scores, Bounds, Known]:
    """Give the search for one deal, the bounds it goes by and what it will know.

    `fewest`: the declarer wants no tricks, and scores those that he does not win.
    """
    certain: Certain
    if fewest:
        certain = no_bounds, no_losers
    else:
        certain = trump_bounds() if trumps else no_trump_bounds(), losers(trumps=trumps)
    gains = (0, 1, 1) if fewest else (1, 0, 0)
    known: Known = {}
    scores: list[Scores] = []
    first = declarer_moves(duties, trumps=trumps, top_first=fewest)
    second = first_defender_moves(duties, trumps=trumps, top_first=fewest)
    third = second_defender_moves(duties, trumps=trumps, top_first=fewest)
    scores.append(_declarer_leads(first, certain, gains, known, scores))
    scores.append(_first_defender_leads(second, certain, gains, known, scores))
    scores.append(_second_defender_leads(third, certain, gains, known, scores))
    by_leader = tuple(scores)

    def search(position: int, left: int, need: int) -> bool:
        return by_leader[position & 3](position, left, need)

    return search, certain[0], known


# The three functions below say the same for the three leaders: any lead of the declarer all of
# whose answers score; no choice of the defenders without an answer that scores; no lead of the
# defender without an answer of the declarer after which every last card scores. They are written
# out, as half of the time of a deal is spent in them.


def _declarer_leads(
    moves: Moves, certain: Certain, gains: Gains, known: Known, scores: list[Scores]
) -> Scores:
    get = known.get
    bounds, losers = certain

    def search(position: int, left: int, need: int) -> bool:
        most = left - losers(position)
        if need > most:
            known[position] = most << 4 | known[position] & 15
            return False
        left -= 1
        leads: list[list[tuple[int, int]]] = []
        found = False
        for group in moves(position):
            unknown = []
            for change in group:
                after = position ^ change
                rest = need - gains[after & 3]
                if rest <= 0:
                    continue
                if rest > left:
                    break
                value = get(after)
                if value is None:
                    value = known[after] = bounds(after, left)
                if rest <= value & 15:
                    continue
                if rest > value >> 4:
                    break
                unknown.append((after, rest))
            else:
                if not unknown:
                    found = True
                    break
                leads.append(unknown)
        if not found:
            leads.sort(key=len)
            for unknown in leads:
                for after, rest in unknown:
                    value = known[after]
                    if rest <= value & 15:
                        continue
                    if rest > value >> 4 or not scores[after & 3](after, left, rest):
                        break
                else:
                    found = True
                    break
        value = known[position]
        known[position] = value & 0xF0 | need if found else (need - 1) << 4 | value & 15
        return found

    return search


def _first_defender_leads(
    moves: Moves, certain: Certain, gains: Gains, known: Known, scores: list[Scores]
) -> Scores:
    get = known.get
    bounds, losers = certain

    def search(position: int, left: int, need: int) -> bool:
        most = left - losers(position)
        if need > most:
            known[position] = most << 4 | known[position] & 15
            return False
        left -= 1
        choices: list[list[tuple[int, int]]] = []
        found = True
        for group in moves(position):
            unknown = []
            for change in group:
                after = position ^ change
                rest = need - gains[after & 3]
                if rest <= 0:
                    break
                if rest > left:
                    continue
                value = get(after)
                if value is None:
                    value = known[after] = bounds(after, left)
                if rest <= value & 15:
                    break
                if rest > value >> 4:
                    continue
                unknown.append((after, rest))
            else:
                if not unknown:
                    found = False
                    break
                choices.append(unknown)
        if found:
            choices.sort(key=len)
            for unknown in choices:
                for after, rest in unknown:
                    value = known[after]
                    if rest > value >> 4:
                        continue
                    if rest <= value & 15 or scores[after & 3](after, left, rest):
                        break
                else:
                    found = False
                    break
        value = known[position]
        known[position] = value & 0xF0 | need if found else (need - 1) << 4 | value & 15
        return found

    return search


def _open_answers(answers: list[list[tuple[int, int]]]) -> int:
    return sum(map(len, answers))


def _second_defender_leads(
    moves: NestedMoves, certain: Certain, gains: Gains, known: Known, scores: list[Scores]
) -> Scores:
    get = known.get
    bounds, losers = certain

    def search(position: int, left: int, need: int) -> bool:
        most = left - losers(position)
        if need > most:
            known[position] = most << 4 | known[position] & 15
            return False
        left -= 1
        leads: list[list[list[tuple[int, int]]]] = []
        found = True
        for groups in moves(position):
            answers = []
            for group in groups:
                unknown = []
                for change in group:
                    after = position ^ change
                    rest = need - gains[after & 3]
                    if rest <= 0:
                        continue
                    if rest > left:
                        break
                    value = get(after)
                    if value is None:
                        value = known[after] = bounds(after, left)
                    if rest <= value & 15:
                        continue
                    if rest > value >> 4:
                        break
                    unknown.append((after, rest))
                else:
                    if not unknown:
                        break
                    answers.append(unknown)
            else:
                if not answers:
                    found = False
                    break
                leads.append(answers)
        if found:
            leads.sort(key=_open_answers)
            found = all(map(answered, leads, repeat(left)))
        value = known[position]
        known[position] = value & 0xF0 | need if found else (need - 1) << 4 | value & 15
        return found

    def answered(answers: list[list[tuple[int, int]]], left: int) -> bool:
        for unknown in answers:
            for after, rest in unknown:
                value = known[after]
                if rest <= value & 15:
                    continue
                if rest > value >> 4 or not scores[after & 3](after, left, rest):
                    break
            else:
                return True
        return False

    return search
