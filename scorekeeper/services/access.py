"""The access code that lets other machines of the network in. Kept as a slow hash only."""

import base64
import hashlib
import hmac
import os
import secrets

from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.store import access

CODE_SPAN = (4, 60)
# No letters that look like digits or like each other: the code is typed off a screen.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP = 3, 4
_N, _R, _P = 2**14, 8, 1  # scrypt: about 50 ms and 16 MiB


def set_access_code(desk: Desk, code: str | None = None) -> str:
    """Set an access code, by default a new one by chance, and return it; the old one ends.

    Raises ScorekeeperError: VALUE_INVALID for a code that is too short or too long.
    """
    told = _chance() if code is None else _plain(code)
    if not CODE_SPAN[0] <= len(told) <= CODE_SPAN[1]:
        raise bounds.invalid("code", "")
    salt = os.urandom(16)
    with desk.store.write() as tx:
        access.put(tx, (salt.hex(), _hash(told, salt)))
    return code if code is not None else _grouped(told)


def check_access_code(desk: Desk, code: str) -> bool:
    """Say whether this is the code; upper case, blanks and hyphens do not matter."""
    with desk.store.read() as tx:
        kept = access.get(tx)
    told = _plain(code)[: CODE_SPAN[1] + 1]
    if kept is None or not told:
        return False
    return hmac.compare_digest(_hash(told, bytes.fromhex(kept[0])), kept[1])


def access_mark(desk: Desk) -> str:
    """Return what changes with every new code, "" without one: who came in by an old one is out."""
    with desk.store.read() as tx:
        kept = access.get(tx)
    return "" if kept is None else hashlib.sha256(kept[1].encode()).hexdigest()[:16]


def _chance() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_GROUPS * _GROUP))


def _grouped(code: str) -> str:
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


def _plain(code: str) -> str:
    return "".join(sign for sign in code[:200].casefold() if sign.isalnum())


def _hash(code: str, salt: bytes) -> str:
    made = hashlib.scrypt(code.encode("utf-8", "replace"), salt=salt, n=_N, r=_R, p=_P, dklen=32)
    return base64.b64encode(made).decode()
