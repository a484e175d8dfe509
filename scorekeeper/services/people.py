"""Who is who: several ids that stand for one person, counted together wherever people are shown.

A duplicate keeps its id in every record and every line of the ledger. Here it is said whom that id
stands for; sums of the two are added where they are shown, never where they are kept.
"""

from collections.abc import Iterable
from collections.abc import Mapping
from types import MappingProxyType

from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import season_account
from scorekeeper.store import balances
from scorekeeper.store import members
from scorekeeper.store import seats
from scorekeeper.store.engine import Transaction
from scorekeeper.store.person_steps import PersonStepRow

Aliases = Mapping[str, str]
NOBODY: Aliases = MappingProxyType({})
MERGED = "merged"
UNMERGED = "unmerged"
ANONYMISED = "anonymised"
_PERSONAL = {"member": member_account, "account": season_account}


def canonical(tx: Transaction, club_id: str) -> dict[str, str]:
    """Return of every duplicate the id of the person; who is not in it stands for himself."""
    return members.merged(tx, club_id)


def ids_of(tx: Transaction, club_id: str, member_id: str) -> tuple[str, ...]:
    """Return every id that stands for a person, his own first."""
    found = canonical(tx, club_id)
    person = found.get(member_id, member_id)
    return (person, *sorted(one for one, who in found.items() if who == person))


def together(amounts: Mapping[str, int], aliases: Aliases) -> dict[str, int]:
    """Add up amounts by member id for each person, in the order they come."""
    if not aliases:
        return dict(amounts)
    summed: dict[str, int] = {}
    for member, cents in amounts.items():
        person = aliases.get(member, member)
        summed[person] = summed.get(person, 0) + cents
    return summed


def same_account(account: str, aliases: Aliases) -> str:
    """Return the account of the person an account belongs to; any other stays itself."""
    kind, _, member = account.partition(":")
    person = aliases.get(member) if kind in _PERSONAL else None
    return account if person is None else _PERSONAL[kind](person)


def book_together(book: Mapping[str, int], aliases: Aliases) -> dict[str, int]:
    """Add up the accounts of a book for each person."""
    if not aliases:
        return dict(book)
    summed: dict[str, int] = {}
    for account, cents in book.items():
        name = same_account(account, aliases)
        summed[name] = summed.get(name, 0) + cents
    return summed


def seated(tx: Transaction, club_id: str, night_id: str) -> dict[str, str]:
    """Return who sits at a table of the night now, with the name of his table."""
    found = seats.seated(tx, club_id, night_id)
    aliases = canonical(tx, club_id) if found else NOBODY
    return {aliases.get(member, member): table for member, table in found.items()}


def book_of(tx: Transaction, club_id: str, book: str) -> dict[str, int]:
    """Return every account of a book, those of one person added up."""
    return book_together(balances.of_book(tx, club_id, book), canonical(tx, club_id))


def standing_merges(steps: Iterable[PersonStepRow]) -> dict[str, PersonStepRow]:
    """Return of every duplicate the step that merged him and was not taken back."""
    found: dict[str, PersonStepRow] = {}
    for step in steps:
        if step.kind == MERGED:
            found[step.member_id] = step
        elif step.kind == UNMERGED:
            found.pop(step.member_id, None)
    return found


def persons_of(merges: Mapping[str, PersonStepRow]) -> dict[str, str]:
    """Return of every duplicate the person at the end of his chain of merges."""
    found: dict[str, str] = {}
    for member in merges:
        person = member
        while person in merges:
            into = merges[person].into_id
            assert into is not None
            person = into
        found[member] = person
    return found
