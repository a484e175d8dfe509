"""Passwords: which ones will do, and argon2id with the parameters its library recommends."""

import secrets
import threading
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError
from argon2.exceptions import VerificationError

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError

SHORTEST = 10
LONGEST = 200

# None that looks like another, for whoever types them off a screen.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
# Of the most common ones those that are long enough; told apart without capitals.
_COMMON = """
1234567890 12345678910 123456789a a123456789 0123456789 0987654321 1234567891 123123123123
1q2w3e4r5t 1q2w3e4r5t6z 1q2w3e4r5t6y 1qaz2wsx3edc qwertyuiop qwertzuiop qwertzuiopü qwerty1234
qwertz1234 qwerty12345 qwerty123456 asdfghjkl123 asdfghjklö abcdefghij abcd123456 abc1234567
password12 password123 password1234 passwort12 passwort123 passwort1234 passwortpasswort
passwordpassword hallo12345 hallo123456 hallohallo ichliebedich iloveyou12 iloveyou123
schatz1234 schatzi123 sommer2024 sommer2025 sommer2026 winter2025 winter2026 fcbayern1900
bayern1900 bayernmuenchen schafkopf1 kartenspielen kartenspiel scorekeeper anschreiber
administrator letmein123 welcome123 willkommen willkommen1 changeme123 geheim1234 geheimgeheim
sonnenschein sonnenschein1 lukas12345 michael123 internet123 computer123 superman123 princess123
football123 fussball123
"""

# Each takes 64 MiB and the better part of a core: a small machine does two at a time.
_turns = threading.BoundedSemaphore(2)
_hasher = PasswordHasher()


def usable(password: str, *own: str) -> str:
    """Return a new password as it is hashed: nothing is asked of it but that nobody guesses it.

    `own` is what is known of its owner, his name and e-mail.

    Raises ScorekeeperError: PASSWORD_LENGTH, PASSWORD_COMMON.
    """
    told = plain(password)
    if not SHORTEST <= len(told) <= LONGEST:
        raise ScorekeeperError(ErrorCode.PASSWORD_LENGTH, "password", least=SHORTEST, most=LONGEST)
    low = told.casefold()
    known = {plain(one).casefold() for one in own if one}
    known |= {one.partition("@")[0] for one in known}
    bare = "".join(low.split())
    if low in _common() or len(set(bare)) < 3 or low in known or bare in _stripped(known):
        raise ScorekeeperError(ErrorCode.PASSWORD_COMMON, "password")
    return told


def by_chance() -> str:
    """Return a new password nobody chose, to be read off a screen and typed."""
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(4))
    return "-".join(groups)


def hashed(told: str) -> str:
    """Hash a password that `usable` gave."""
    with _turns:
        return _hasher.hash(told)


def matches(password: str, kept: str) -> bool:
    """Say whether this is the password with this hash.

    Without a hash the work is done all the same and the answer is no, so that nobody learns from
    the time it takes which accounts there are.
    """
    stranger = _nobodys()
    try:
        with _turns:
            _hasher.verify(kept or stranger, plain(password[: 4 * LONGEST]))
    except (VerificationError, InvalidHashError):
        return False
    return bool(kept)


def outdated(kept: str) -> bool:
    """Say whether a hash was made with other parameters than one would be today."""
    return _hasher.check_needs_rehash(kept)


def plain(password: str) -> str:
    """Return a password so that every keyboard writes it alike."""
    return unicodedata.normalize("NFKC", password)


@cache
def _common() -> frozenset[str]:
    return frozenset(_COMMON.split())


@cache
def _nobodys() -> str:
    return _hasher.hash(secrets.token_urlsafe(16))


def _stripped(known: set[str]) -> set[str]:
    return {"".join(one.split()) for one in known}
