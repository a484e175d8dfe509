"""The drawings a document may show: the four suits, the same files the pages use."""

from decimal import Decimal
from functools import cache
from pathlib import Path

import segno
from segno import helpers

import scorekeeper

SUITS = {"E": "eichel", "G": "gras", "H": "herz", "S": "schellen"}
SCHEME = "app:"
GIRO_AMOUNTS = range(1, 10**11)
"""The cents one transfer may be of: up to 999,999,999.99 EUR."""
_GIRO_BYTES, _GIRO_NAME, _GIRO_WORDS = 331, 70, 140
_GIRO_KEPT = 40  # bytes of the words that no name takes away


@cache
def drawing(name: str) -> bytes:
    """Return a suit's drawing as SVG.

    Raises:
        KeyError: no drawing of ours has this name.
    """
    if name not in SUITS.values():
        raise KeyError(name)
    folder = Path(scorekeeper.__file__).parent / "web" / "static" / "suits"
    return (folder / f"{name}.svg").read_bytes()


def suit_url(letter: str) -> str:
    """Return where a suit's drawing is found in a document: app:herz."""
    return SCHEME + SUITS[letter]


def qr_code(url: str) -> str:
    """Return a QR code of an address as inline SVG, black on nothing, four modules of margin."""
    return str(segno.make(url, error="m", micro=False).svg_inline(border=4, omitsize=True))


def giro_code(*, name: str, iban: str, bic: str, cents: int, words: str) -> str:
    """Return the QR code of a transfer in euros (EPC069-12, in UTF-8) as inline SVG.

    A name takes at most 70 signs and the whole code 331 bytes: a name or words that would go
    beyond are cut off at a whole sign.

    Raises:
        ValueError: the amount is none a bank transfers, one of `GIRO_AMOUNTS`.
    """
    if cents not in GIRO_AMOUNTS:
        raise ValueError(cents)
    amount = Decimal(cents).scaleb(-2)
    frame = "\n".join(["BCD", "002", "1", "SCT", bic, "", iban, f"EUR{amount:.2f}", "", "", ""])
    room = _GIRO_BYTES - len(frame.encode())
    name = _cut(name[:_GIRO_NAME], room - min(len(words.encode()), _GIRO_KEPT))
    words = _cut(words[:_GIRO_WORDS], room - len(name.encode()))
    made = helpers.make_epc_qr(
        name=name, iban=iban, bic=bic or None, amount=amount, text=words, encoding="utf-8"
    )
    return str(made.svg_inline(border=4, omitsize=True))


def _cut(text: str, room: int) -> str:
    """Return as many whole signs of a text as have room in so many bytes."""
    return text.encode()[:room].decode(errors="ignore").strip()
