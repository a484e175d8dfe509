"""Names of people at the table."""

import unicodedata


def trimmed(text: str) -> str:
    """'A name is taken after Unicode NFC and trimming of white space at both ends.'"""
    return unicodedata.normalize("NFC", text).strip()


def is_seat_name(name: str) -> bool:
    """Say whether a trimmed name may be a seat's."""
    return (
        1 <= len(name) <= 60
        and not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name)
        and name.casefold() != "haferl"
    )


def seat_key(name: str) -> str:
    """'Seats must differ even after Unicode case folding (and NFC again).'"""
    return unicodedata.normalize("NFC", name.casefold())
