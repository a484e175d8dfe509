"""A stored record writes cards in the letters of its pack; reports and pages in German ones.

S is Schellen in a German pack and spades, so Gras, in a French one: what is shown or compared is
read here first.
"""

from collections.abc import Callable
from collections.abc import Mapping
from typing import Any

from scorekeeper.cards import CardError
from scorekeeper.cards import Pack
from scorekeeper.cards import card_name
from scorekeeper.cards import parse_card
from scorekeeper.cards import parse_rank
from scorekeeper.cards import parse_suit
from scorekeeper.cards import rank_name
from scorekeeper.cards import suit_name

_READ: dict[str, Callable[[str, Pack], str]] = {
    "trump": lambda text, pack: suit_name(parse_suit(text, pack)),
    "schlag": lambda text, pack: rank_name(parse_rank(text, pack)),
    "card": lambda text, pack: card_name(parse_card(text, pack)),
    "given": lambda text, pack: card_name(parse_card(text, pack)),
}


def as_reported(record: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the contract or the call of a record as a report would write it; {} without one.

    What cannot be read is left out.
    """
    told = dict(record.get(part) or {})
    pack = Pack.FRENCH if record.get("pack") == Pack.FRENCH else Pack.GERMAN
    for name, read in _READ.items():
        if name in told:
            try:
                told[name] = read(_text(told[name]), pack)
            except CardError:
                del told[name]
    if "bid" in told:
        told["bid"] = int(told["bid"])
    return told


def _text(value: object) -> str:
    """Return a rank as text: 10 may be a number too."""
    return str(int(value)) if isinstance(value, int | float) else str(value)
