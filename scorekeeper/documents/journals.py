"""The ledger as beancount and hledger read it.

A credit of ours raises what somebody is owed, so a member's account is a liability of the club's
books and stands below zero there while he is ahead. Every transaction adds up to zero because it
is made of lines from one account to another.
"""

import re
import unicodedata
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.documents.listing import joined

CURRENCY = "EUR"
_FIRST_DAY = "1900-01-01"
_PLAIN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """An entry as a journal shows it. `lines` are debit, credit and cents, by our names.

    `receipt` is the number in the cash book, empty for what moved neither cash nor bank.
    """

    number: int
    day: date
    what: str
    about: str
    receipt: str
    lines: Sequence[tuple[str, str, int]]


def account_names(called: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Give every account of ours a name of theirs, no two the same.

    `called` has for each account the part of the books it is in ("Liabilities:Evening") and what
    people call it.
    """
    taken: set[str] = set()
    names: dict[str, str] = {}
    for account, (part, name) in called.items():
        made = f"{part}:{_component(name)}" if name else part
        unique, count = made, 1
        while unique in taken:
            count += 1
            unique = f"{made}-{count}"
        taken.add(unique)
        names[account] = unique
    return names


def beancount_blocks(
    title: str, names: Mapping[str, str], bookings: Iterable[Booking]
) -> Iterator[bytes]:
    """Write a journal for beancount."""

    def texts() -> Iterator[str]:
        yield f'option "title" "{_quoted(title)}"\n'
        yield f'option "operating_currency" "{CURRENCY}"\n\n'
        for name in sorted(names.values()):
            yield f"{_FIRST_DAY} open {name} {CURRENCY}\n"
        for one in bookings:
            if one.lines:
                yield f'\n{one.day} * "{_quoted(one.what)}" "{_quoted(one.about)}"\n'
                yield f"  entry: {one.number}\n"
                if one.receipt:
                    yield f'  receipt: "{_quoted(one.receipt)}"\n'
                yield _postings(one, names)

    return joined(texts())


def hledger_blocks(
    title: str, names: Mapping[str, str], bookings: Iterable[Booking]
) -> Iterator[bytes]:
    """Write a journal for hledger."""

    def texts() -> Iterator[str]:
        yield f"; {_bare(title)}\n\ncommodity 1000.00 {CURRENCY}\n\n"
        for name in sorted(names.values()):
            yield f"account {name}\n"
        for one in bookings:
            if one.lines:
                about = " | ".join(filter(None, (_bare(one.what), _bare(one.about))))
                receipt = f"  ; receipt:{_bare(one.receipt)}" if one.receipt else ""
                yield f"\n{one.day} * ({one.number}) {about}{receipt}\n"
                yield _postings(one, names)

    return joined(texts())


def _postings(one: Booking, names: Mapping[str, str]) -> str:
    moved: dict[str, int] = {}
    for debit, credit, cents in one.lines:
        moved[debit] = moved.get(debit, 0) + cents
        moved[credit] = moved.get(credit, 0) - cents
    return "".join(
        f"  {names[account]}  {_amount(cents)} {CURRENCY}\n" for account, cents in moved.items()
    )


def _amount(cents: int) -> str:
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02}"


def _component(name: str) -> str:
    """Return a name as part of an account's: letters, digits and hyphens, a capital first."""
    plain = unicodedata.normalize("NFKD", name.translate(_PLAIN)).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", plain)
    return "-".join(word[:1].upper() + word[1:] for word in words) or "X"


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _bare(text: str) -> str:
    """Return text without what hledger would take for a comment or the end of a part."""
    return " ".join(text.replace(";", ",").replace("|", "/").split())
