"""The Haferl at the end of a night (W31)."""

from collections.abc import Iterable

from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import Account
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.money import Cents
from scorekeeper.ledger.money import cents


def haferl_payers(lines: Iterable[Line], haferl: Account) -> tuple[Account, ...]:
    """Name who paid into the pot that lies there now, the earliest payer first.

    `lines` are those of the table's deals that count, in the order they were played; what undone
    or corrected tellings of a deal moved must not be among them. Who paid into a pot that was
    taken since has no part in the present one.
    """
    pot = 0
    payers: dict[Account, None] = {}
    for line in lines:
        if line.credit == haferl:
            pot += line.amount
            payers.setdefault(line.debit)
        elif line.debit == haferl:
            pot -= line.amount
            if pot == 0:
                payers.clear()
    return tuple(payers)


def split_haferl(pot: int, payers_in_order: Iterable[str]) -> dict[str, Cents]:
    """Divide the pot equally among those who paid into it, cent by cent to the earliest (W31).

    A payer named twice counts once, where he stands first. Everybody's share is there, also when
    it is zero; together they are exactly the pot.

    Raises:
        ValueError: the pot is negative, or there is money in it and nobody who paid.
    """
    if cents(pot) < 0:
        raise ValueError(f"a pot holds no debts: {pot}")
    payers = tuple(dict.fromkeys(payers_in_order))
    if not payers:
        if pot:
            raise ValueError(f"nobody paid into the pot of {pot}")
        return {}
    share, rest = divmod(pot, len(payers))
    return {payer: Cents(share + (place < rest)) for place, payer in enumerate(payers)}


def haferl_division(pot: int, payers: Iterable[Account], haferl: Account) -> tuple[Line, ...]:
    """Return the lines that give a pot back to its payers by `split_haferl`."""
    shares = split_haferl(pot, payers)
    return tuple(
        Line(debit=haferl, credit=Account(payer), amount=share)
        for payer, share in shares.items()
        if share
    )


def haferl_to_purse(pot: int, haferl: Account) -> tuple[Line, ...]:
    """Return the lines that send a pot to the club's purse, none when it is empty."""
    return (Line(debit=haferl, credit=PURSE, amount=cents(pot)),) if pot else ()
