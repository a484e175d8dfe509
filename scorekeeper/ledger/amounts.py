"""Plus and minus per account as lines, without saying who played against whom."""

from collections.abc import Mapping

from scorekeeper.ledger.journal import Account
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.money import cents


def lines_of_amounts(changes: Mapping[str, int]) -> tuple[Line, ...]:
    """Return lines that bring every member what his sheet says.

    Raises:
        ValueError: the amounts do not add up to zero.
    """
    return lines_between({member_account(member): amount for member, amount in changes.items()})


def lines_between(changes: Mapping[Account, int]) -> tuple[Line, ...]:
    """Return lines that bring every account its amount, at most one fewer than accounts.

    Who loses pays who wins, both in the order of their names; what is at zero has no line. The
    lines depend on names and amounts alone, never on the order they come in.

    Raises:
        ValueError: the amounts do not add up to zero.
    """
    if total := sum(cents(amount) for amount in changes.values()):
        raise ValueError(f"the amounts add up to {total}, not to zero")
    winners = iter(sorted((account, amount) for account, amount in changes.items() if amount > 0))
    lines: list[Line] = []
    payee, left = "", 0
    for account, amount in sorted(changes.items()):
        owed = -amount
        while owed > 0:
            if not left:
                payee, left = next(winners)
            moved = min(owed, left)
            lines.append(line(account, payee, moved))
            owed, left = owed - moved, left - moved
    return tuple(lines)
