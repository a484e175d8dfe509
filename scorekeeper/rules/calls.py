"""What an auction comes to, and who is to speak: the shape Bolachen and Wallachen share.

How a call is judged is in each game's own file; here are the words both use for the answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field

from scorekeeper.cards import Suit
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.record import CallKind


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a call was not possible: the rule, the sentence, what the sentence needs."""

    code: str
    key: str
    args: Mapping[str, object] = field(default_factory=dict)

    def at(self, path: str) -> Finding:
        """Put it at its place in the record."""
        return Finding(code=self.code, path=path, key=self.key, args=self.args)


@dataclass(frozen=True, slots=True)
class Won:
    """Who won an auction, and with what.

    `suit` is the one he named in a Bolachen Brand, `bid` the number in Wallachen. `contested`
    is the Brand of B14; `forced` the game of a dealer who had to play (B12) or of a forehand in a
    Muss-Spiel (W13).
    """

    player: str
    kind: CallKind
    suit: Suit | None = None
    bid: int | None = None
    contested: bool = False
    forced: bool = False


@dataclass(frozen=True, slots=True)
class AuctionRead:
    """What an auction says, read from its first call on.

    `wrong` is what is wrong with it, at its place: a call, or the first one missing where a
    contract is recorded. `finished` when all was said that had to be; only then `won` tells who
    plays, None when all passed without anybody having to play.
    """

    wrong: Finding | None = None
    finished: bool = False
    won: Won | None = None


UNKNOWN = AuctionRead()
"""No auction is recorded: nothing is known of the bids."""
