"""The drawings a document may show: the four suits, the same files the pages use."""

from functools import cache
from pathlib import Path

import segno

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
