"""What was played, in words: a sentence for a deal and what else is known about it.

A suit's symbol stands in these texts as one character of its own (`SUIT_MARKS`), which the page
replaces by the drawing; so a sentence can be cut, joined and translated like any other text.
"""

from collections.abc import Callable

from scorekeeper.documents.facts import PlayedFacts
from scorekeeper.documents.typography import HARD
from scorekeeper.documents.typography import NARROW
from scorekeeper.documents.typography import listed

Say = Callable[..., str]
"""A translator of this domain: `say(key, n=None, **values)`, the key without "documents."."""

SUIT_MARKS = {"E": "\ue000", "G": "\ue001", "H": "\ue002", "S": "\ue003"}
"""A character for private use in place of each suit's drawing."""

SEPARATOR = f"{HARD}· "


def suit(letter: str, say: Say) -> str:
    """Return a suit as symbol and word that stay together."""
    return SUIT_MARKS[letter] + NARROW + say(f"suit.{letter}")


def sentence(told: PlayedFacts, say: Say, language: str) -> str:
    """Say in one sentence what was played and who won it."""
    if told.kind in ("passed_out", "misdeal", "unknown"):
        return say(told.kind)
    if told.kind == "watten":
        return _watten(told, say, language)
    key = {True: "won", False: "lost", None: "played"}[told.made]
    text = say(key, who=told.declarer, what=_game(told, say))
    if told.tricks is not None and _tricks_tell(told):
        text = say("and_tricks", sentence=text, tricks=say("tricks", n=told.tricks))
    return text


def details(told: PlayedFacts, dealer: str, say: Say, language: str, *, match: bool = True) -> str:
    """Say what else is known of the deal: who dealt, who doubled, how it ended, the match.

    Without `match` the points of the match are left out, for a table with a column for them.
    """
    parts = [say("dealt", who=dealer)] if dealer else []
    if told.doubles:
        parts.append(say("doubled", names=listed(told.doubles, language)))
    if told.kind == "watten" and (named := _named(told, say)):
        parts.append(named)
    if told.by and told.by != "tricks":
        others = sum(len(names) for names, _ in told.match) - len(told.side)
        parts.append(say(f"by.{told.by}", others if told.match else None))
    parts += [say(f"offence.{x}", who=by) for x, by in told.rulings if x != "misdeal"]
    if told.fine_points and told.fine_side:
        side = listed(told.fine_side, language)
        parts.append(say("fine", points=say("points", n=told.fine_points), names=side))
    if told.match and match:
        parts.append(say("match", score=_score(told, say)))
    if told.match_won_by and set(told.match_won_by) == set(told.side):
        parts.append(say("match_is_won"))
    elif told.match_won_by:
        side = listed(told.match_won_by, language)
        parts.append(say("match_won", names=side))
    return SEPARATOR.join(parts)


def _game(told: PlayedFacts, say: Say) -> str:
    """Name the game as a player calls it: Herz-Brand, 7 in Herz, Bettel."""
    trump = suit(told.trump, say) if told.trump else ""
    if told.kind == "brand":
        return say("brand_in", trump=trump) if trump else say("brand")
    if told.kind == "number":
        bid = str(told.bid)
        return say("number_in", bid=bid, trump=trump) if trump else bid
    return say(told.kind)


def _tricks_tell(told: PlayedFacts) -> bool:
    """Leave out a number of tricks that the game and its result already say."""
    obvious = {("bettel", True): 0, ("mord", True): 10}
    return obvious.get((told.kind, bool(told.made))) != told.tricks


def _watten(told: PlayedFacts, say: Say, language: str) -> str:
    if not told.side or told.points is None:
        return say("watten_open")
    points = say("points", n=told.points)
    return say("watten_won", n=len(told.side), names=listed(told.side, language), points=points)


def _named(told: PlayedFacts, say: Say) -> str:
    """Name Schlag and trump of a Watten deal, as far as they are known."""
    schlag = say(f"rank.{told.schlag}") if told.schlag else ""
    trump = suit(told.trump, say) if told.trump else ""
    if schlag and trump:
        return say("watten_named", schlag=schlag, trump=trump)
    if trump:
        return say("watten_trump", trump=trump)
    return say("watten_schlag", schlag=schlag) if schlag else ""


def score(told: PlayedFacts) -> str:
    """Write the points of a match between two sides: 11 : 5; "" where there are not two."""
    if len(told.match) != 2:
        return ""
    return f"{NARROW}:{NARROW}".join(str(points) for _, points in told.match)


def _score(told: PlayedFacts, say: Say) -> str:
    """Write a match as it stands: Anna, Caro 11 : 5 Bert, Dora; three sides one by one."""
    sides = [(f",{HARD}".join(names), points) for names, points in told.match]
    if len(sides) == 2:
        return f"{sides[0][0]} {score(told)} {sides[1][0]}"
    return ", ".join(say("side_points", who=who, points=str(points)) for who, points in sides)
