"""What stands on each account after a number of entries."""

from collections.abc import Iterable
from collections.abc import Mapping

from scorekeeper.ledger.journal import Account
from scorekeeper.ledger.journal import Entry
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import member_of
from scorekeeper.ledger.money import Cents


def line_balances(lines: Iterable[Line]) -> dict[Account, Cents]:
    """Add up lines: credits raise a balance, debits lower it.

    Every account that is named has a balance, also when it is zero; all of them add up to zero.
    """
    totals: dict[Account, Cents] = {}
    for line in lines:
        totals[line.debit] = Cents(totals.get(line.debit, 0) - line.amount)
        totals[line.credit] = Cents(totals.get(line.credit, 0) + line.amount)
    return totals


def balances(entries: Iterable[Entry]) -> dict[Account, Cents]:
    """Add up all lines of the entries, as `line_balances` does."""
    return line_balances(line for entry in entries for line in entry.lines)


def member_balances(book: Mapping[Account, Cents]) -> dict[str, Cents]:
    """Pick the members out of a book's balances, by member id."""
    picked = ((member_of(account), amount) for account, amount in book.items())
    return {member: amount for member, amount in picked if member is not None}
