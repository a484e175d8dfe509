"""A second opinion on best play: the duties written from the words of the rules, and minimax.

Nothing is shared with `scorekeeper`. Cards are numbers 0 to 31, eight a suit from the top; players
are 0, 1, 2 clockwise; hands are tuples of cards; options are dicts of words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

BOLACHEN = {
    "release_from_stichzwang": [
        "beaten_by_anyone",
        "partner_beat_only",
        "partner_winning",
        "never",
    ],
    "void_must_trump": ["if_unreleased", "always", "never"],
    "stichzwang_in_bettel_mord": ["yes", "no"],
}
WALLACHEN = {
    "undertrump_duty": ["must_trump", "free_if_cannot_overtrump"],
    "partner_winning_exemption": ["no", "yes"],
    "stichzwang_in_bettel_mord": ["yes", "no"],
    "trump_fixing": ["first_lead", "announced"],
}

Hand = tuple[int, ...]
Trick = tuple[tuple[int, int], ...]  # player and card


@cache
def settings(options: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Look options up by their names."""
    return dict(options)


@dataclass(frozen=True)
class Game:
    """What is played, by which rules; `trump` is None in Bettel and Mord."""

    name: str
    options: tuple[tuple[str, str], ...]
    declarer: int
    trump: int | None
    fewest: bool = False

    def says(self, option: str) -> str:
        """Give the value of an option."""
        return settings(self.options)[option]


def option_sets() -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Give every combination of the options that concern card play, of both games."""
    for name, options in (("bolachen", BOLACHEN), ("wallachen", WALLACHEN)):
        for values in product(*options.values()):
            yield name, tuple(zip(options, values, strict=True))


def beats(card: int, winning: int, trump: int | None) -> bool:
    """Of one suit the higher card; a trump beats what is none (B26, W24)."""
    if card // 8 == winning // 8:
        return card < winning
    return card // 8 == trump


def winner(trick: Trick, trump: int | None) -> tuple[int, int]:
    """Give who is winning and with which card."""
    best = trick[0]
    for play in trick[1:]:
        if beats(play[1], best[1], trump):
            best = play
    return best


def playable(game: Game, hand: Hand, player: int, trick: Trick) -> list[int]:
    """List what may be played: B22 to B24, W19 to W23."""
    if not trick:
        return list(hand)
    led = trick[0][1] // 8
    follow = [card for card in hand if card // 8 == led]
    trumps = [card for card in hand if card // 8 == game.trump]
    if game.trump is None and game.says("stichzwang_in_bettel_mord") == "no":
        return follow or list(hand)
    holder, winning = winner(trick, game.trump)
    partner_wins = player != game.declarer and holder != game.declarer
    if game.name == "bolachen":
        return _bolachen(game, hand, player, trick, follow, trumps)
    exempt = partner_wins and game.says("partner_winning_exemption") == "yes"
    if follow:
        higher = [card for card in follow if beats(card, winning, game.trump)]
        return follow if exempt else higher or follow
    if exempt or not trumps:
        return list(hand)
    over = [card for card in trumps if beats(card, winning, game.trump)]
    if over:
        return over
    return trumps if game.says("undertrump_duty") == "must_trump" else list(hand)


def _bolachen(
    game: Game, hand: Hand, player: int, trick: Trick, follow: list[int], trumps: list[int]
) -> list[int]:
    holder, winning = winner(trick, game.trump)
    beaten = winning != trick[0][1]
    defends = player != game.declarer
    fellow_wins = defends and holder != game.declarer
    released = {
        "beaten_by_anyone": beaten,
        "partner_beat_only": beaten and fellow_wins and trick[0][0] == game.declarer,
        "partner_winning": fellow_wins,
        "never": False,
    }[game.says("release_from_stichzwang")]
    if follow:
        higher = [card for card in follow if beats(card, winning, game.trump)]
        return follow if released else higher or follow
    over = [card for card in trumps if beats(card, winning, game.trump)]
    void = game.says("void_must_trump")
    if void == "always":
        return over or trumps or list(hand)
    if void == "never" or released:
        return list(hand)
    return over or list(hand)


def minimax(game: Game, hands: tuple[Hand, ...], leader: int, trick: Trick = ()) -> int:
    """Count the declarer's tricks by trying everything, without a bound or a short cut.

    Equal positions are counted once; a card remembered is no short cut in the reasoning.
    """
    seen: dict[Any, int] = {}

    def value(hands: tuple[Hand, ...], turn: int, trick: Trick) -> int:
        if len(trick) == 3:
            holder, _ = winner(trick, game.trump)
            return (holder == game.declarer) + value(hands, holder, ())
        if not hands[turn]:
            return 0
        key = hands, turn, trick
        if key not in seen:
            values = []
            for card in playable(game, hands[turn], turn, trick):
                rest = tuple(other for other in hands[turn] if other != card)
                after = (*hands[:turn], rest, *hands[turn + 1 :])
                values.append(value(after, (turn + 1) % 3, (*trick, (turn, card))))
            wants_many = (turn == game.declarer) is not game.fewest
            seen[key] = max(values) if wants_many else min(values)
        return seen[key]

    return value(hands, (leader + len(trick)) % 3, trick)
