"""Was a play legal? What is known of the hands decides, and says so with its proof."""

from dataclasses import dataclass

from scorekeeper.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayVerdict:
    """The verdict on one recorded card.

    `verdict` is "legal", "illegal" or "open"; `rule` the number of the duty it is about, None for
    a legal play. `because` and `instead` are in canonical order.
    """

    trick: int
    player: str
    card: Card
    verdict: str
    rule: str | None = None
    instead: tuple[Card, ...] = ()
    because: tuple[Card, ...] = ()
