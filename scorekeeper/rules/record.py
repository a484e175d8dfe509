"""The deal record: one deal as people at a real table can remember it.

These are the values a record becomes once it is read (`scorekeeper.rules.reading`), with every
check of the stages 1 to 4 behind it: fields belong to the game, words and cards are known, every
name is a seat's after NFC and trimming and, where only players may be named, a player's, and the
counts are right. What the record leaves out is None, or empty where none and not recorded mean
the same; an auction nobody opened is `()`, one that is not recorded is None, and so for `ask`.

Places for error paths: the index in a tuple here is the index in the record's list, also for
cards; where the record has an object with names as keys, `key` is the name as it was written,
escaped for a JSON Pointer. Parts of which a record has many are named tuples: they are made in no
time.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.cards import Pack
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules

FORMAT = "deal-record/1"
REPORT_FORMAT = "deal-report/1"

HAND_SIZE: dict[Game, int] = {Game.BOLACHEN: 10, Game.WALLACHEN: 10, Game.WATTEN: 5}
"""Cards in a hand at the first lead, and so the number of tricks of the deal."""


class CallKind(StrEnum):
    """What somebody said in the auction, without its suit or number."""

    PASS = "pass"
    BRAND = "brand"  # Bolachen; `suit` is given when it was named at once
    NAMES = "names"  # Bolachen, a naming of B14; `suit` is given
    NUMBER = "number"  # Wallachen, 6 to 9; `bid` is given
    BETTEL = "bettel"
    MORD = "mord"
    HOLD = "hold"  # Wallachen


class Call(NamedTuple):
    """One call of the auction."""

    player: str
    kind: CallKind
    suit: Suit | None = None
    bid: int | None = None


class ContractKind(StrEnum):
    """What was played in a three-hander."""

    BRAND = "brand"
    NUMBER = "number"
    BETTEL = "bettel"
    MORD = "mord"
    PASSED_OUT = "passed_out"


@dataclass(frozen=True, slots=True)
class Contract:
    """What was played.

    In a three-hander `kind` is given, `declarer` unless it is passed out, `bid` for a number and
    only there. In Watten only `schlag` and `trump` may be. `trump` is what the record says:
    in Bettel and Mord it is an error to be found later, and where it is left out it may follow
    from the first lead (W17).
    """

    kind: ContractKind | None = None
    declarer: str | None = None
    bid: int | None = None
    trump: Suit | None = None
    schlag: Rank | None = None


@dataclass(frozen=True, slots=True)
class CalledCard:
    """B18: the declarer called `card`.

    `holder` gave it and got `given` for it. `in_dopper` is True when the record says that nobody
    had it (`"from": null`); when `holder` is None otherwise, who had it is not remembered.
    """

    card: Card
    holder: str | None = None
    in_dopper: bool = False
    given: Card | None = None


class Hand(NamedTuple):
    """All cards a player held at the first lead: ten, in Watten five."""

    player: str
    key: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """Cards known to have been in this hand when trick `after_trick` was over (0: at the lead)."""

    player: str
    cards: tuple[Card, ...]
    after_trick: int


class Trick(NamedTuple):
    """A trick remembered; `cards` in playing order, None for one nobody remembers.

    `n` is the number written or, left out, the one that follows. `lead` is None when left out.
    """

    n: int
    lead: str | None
    cards: tuple[Card | None, ...]


class Count(NamedTuple):
    """A number somebody has: tricks taken, or points of the match before the deal."""

    player: str
    key: str
    number: int


@dataclass(frozen=True, slots=True)
class Raise:
    """T25: who raised, whether the other side accepted (else it folded), during which trick."""

    by: str
    accepted: bool
    in_trick: int | None = None


@dataclass(frozen=True, slots=True)
class Schleck:
    """T9: a card taken when the pack was cut, or waived; `card` is None when not known."""

    player: str
    card: Card | None = None
    waived: bool = False


class Offence(StrEnum):
    """What a table or a referee may establish."""

    REVOKE = "revoke"
    MISDEAL = "misdeal"
    ERROR = "error"
    GESPANNT_RAISE = "gespannt_raise"
    BLUFF = "bluff"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was established: `by` is given except perhaps for a misdeal."""

    offence: Offence
    by: str | None = None
    trick: int | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A play to be judged."""

    trick: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRecord:
    """One deal. `players` are those in the deal in playing order, forehand first, dealer last.

    Where more sit at the table than play, the last of `players` takes the dealer's part even if
    `dealer` himself sits out. `tariff` and `haferl` are in minor units of `currency`.
    """

    game: Game
    rules: HouseRules
    seats: tuple[str, ...]
    dealer: str
    players: tuple[str, ...]
    sitting_out: tuple[str, ...] = ()
    tariff: int = 10
    currency: str = "EUR"
    pack: Pack = Pack.GERMAN
    doubles: tuple[str, ...] = ()
    auction: tuple[Call, ...] | None = None
    contract: Contract | None = None
    call: CalledCard | None = None
    hands: tuple[Hand, ...] = ()
    talon: tuple[Card, ...] | None = None
    discards: tuple[Card, ...] | None = None
    held: tuple[Held, ...] = ()
    tricks: tuple[Trick, ...] = ()
    tricks_taken: tuple[Count, ...] = ()
    match: tuple[Count, ...] = ()
    raises: tuple[Raise, ...] = ()
    gehen: str | None = None
    maschine: str | None = None
    schlecken: tuple[Schleck, ...] = ()
    haferl: int = 0
    rulings: tuple[Ruling, ...] = ()
    ask: tuple[Ask, ...] | None = None
