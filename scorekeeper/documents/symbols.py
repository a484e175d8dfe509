"""The drawings a document may show: the four suits, the same files the pages use."""

from decimal import Decimal
from functools import cache
from pathlib import Path

import segno
from segno import helpers

import scorekeeper

SUITS = {"E": "eichel", "G": "gras", "H": "herz", "S": "schellen"}
SCHEME = "app:"


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


def giro_code(*, name: str, iban: str, bic: str, amount: Decimal, words: str) -> str:
    """Return the QR code of a transfer in euros (EPC069-12, in UTF-8) as inline SVG.

    Raises:
        ValueError: the name has more than 70 signs, or the amount is none a bank transfers.
    """
    made = helpers.make_epc_qr(
        name=name, iban=iban, bic=bic or None, amount=amount, text=words, encoding="utf-8"
    )
    return str(made.svg_inline(border=4, omitsize=True))
