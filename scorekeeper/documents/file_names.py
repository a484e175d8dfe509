"""Names of files that are given out, and the header that carries them."""

import unicodedata
from urllib.parse import quote

_PLAIN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
)


def file_name(*parts: str, ending: str) -> str:
    """Return the words of these parts as a name every file system takes.

    Letters and digits only, so nothing in it changes the direction of writing either.
    """
    words = "".join(sign if sign.isalnum() else " " for sign in " ".join(parts)).split()
    return "-".join(words) + ending


def attachment(name: str) -> str:
    """Return a file's Content-Disposition, with a name in plain letters for old programs."""
    plain = unicodedata.normalize("NFKD", name.translate(_PLAIN)).encode("ascii", "ignore")
    return f"attachment; filename=\"{plain.decode()}\"; filename*=UTF-8''{quote(name)}"
