"""A sheet's plus and minus per person as lines, without saying who played against whom."""

from collections.abc import Mapping

from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.money import cents


def lines_of_amounts(changes: Mapping[str, int]) -> tuple[Line, ...]:
    """Return lines that bring every member what his sheet says, at most one fewer than people.

    Who lost pays who won, both in the order of their ids; who is at zero has no line. The lines
    depend on ids and amounts alone, never on the order they come in.

    Raises:
        ValueError: the amounts do not add up to zero.
    """
    if total := sum(cents(amount) for amount in changes.values()):
        raise ValueError(f"the amounts add up to {total}, not to zero")
    winners = iter(sorted((member, amount) for member, amount in changes.items() if amount > 0))
    lines: list[Line] = []
    payee, left = "", 0
    for member, amount in sorted(changes.items()):
        owed = -amount
        while owed > 0:
            if not left:
                payee, left = next(winners)
            moved = min(owed, left)
            lines.append(line(member_account(member), member_account(payee), moved))
            owed, left = owed - moved, left - moved
    return tuple(lines)
