"""Who pays whom so that everybody is at zero.

With n people who are not at zero, g groups that each add up to zero need n - g payments, so the
fewest payments come from the most groups. Two people who owe and are owed the same amount may
always be a group of their own (if they stand in two groups, what is left of these is one group;
if in one, the rest of it is another), so they are taken out first; for up to `EXACT_PEOPLE` people
left the most groups are found over all subsets, for more of them by a good guess that says it is
one.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.ledger.money import Cents
from scorekeeper.ledger.money import cents

EXACT_PEOPLE = 16
"""Up to so many people who are not at zero the plan is certainly one with the fewest payments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """Money that should change hands; `amount` is positive."""

    payer: str
    payee: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Payments, sorted by payer and payee, after which everybody is at zero.

    `exact` is False where there may be a plan with fewer payments.
    """

    transfers: tuple[Transfer, ...]
    exact: bool


def fewest_transfers(balances: Mapping[str, int]) -> Plan:
    """Plan the fewest payments that bring every balance to zero.

    The plan depends on names and balances alone, never on the order they come in. Nobody who is
    at zero takes part, who owes only pays, who is owed only receives.

    Raises:
        ValueError: the balances do not add up to zero.
    """
    open_ = _open_balances(balances)
    pairs, rest = _equal_pairs(open_)
    exact = len(rest) <= EXACT_PEOPLE
    groups = _most_groups(rest) if exact else (rest,)
    transfers = [*pairs, *(x for group in groups for x in _settle_group(group))]
    return Plan(transfers=_in_order(transfers), exact=exact)


def cashier_plan(balances: Mapping[str, int], cashier: str) -> Plan:
    """Plan payments that all go through one cashier, who may be at the table or not.

    Who owes pays the cashier, the cashier pays who is owed; he himself keeps or gives the rest.

    Raises:
        ValueError: the balances do not add up to zero.
    """
    open_ = _open_balances(balances)
    transfers = [
        Transfer(payer=name, payee=cashier, amount=Cents(-amount))
        if amount < 0
        else Transfer(payer=cashier, payee=name, amount=Cents(amount))
        for amount, name in open_
        if name != cashier
    ]
    # What the cashier must collect before he can pay stands first.
    transfers.sort(key=lambda x: (x.payer == cashier, x.payer, x.payee))
    return Plan(transfers=tuple(transfers), exact=True)


def after(balances: Mapping[str, int], transfers: Sequence[Transfer]) -> dict[str, Cents]:
    """Return the balances once the transfers are paid: who pays rises, who receives falls."""
    left = {name: Cents(amount) for name, amount in balances.items()}
    for transfer in transfers:
        left[transfer.payer] = Cents(left.get(transfer.payer, 0) + transfer.amount)
        left[transfer.payee] = Cents(left.get(transfer.payee, 0) - transfer.amount)
    return left


_Open = Sequence[tuple[int, str]]  # (balance, name), nobody at zero


def _open_balances(balances: Mapping[str, int]) -> _Open:
    """Return who is not at zero, debtors before creditors, in an order of their own."""
    if total := sum(cents(amount) for amount in balances.values()):
        raise ValueError(f"the balances add up to {total}, not to zero")
    return sorted((amount, name) for name, amount in balances.items() if amount)


def _equal_pairs(people: _Open) -> tuple[list[Transfer], _Open]:
    """Take out those who owe exactly what somebody else is owed, the first names first."""
    waiting: dict[int, list[str]] = {}
    for amount, name in reversed(people):
        if amount > 0:
            waiting.setdefault(amount, []).append(name)
    pairs = []
    rest = []
    for amount, name in people:
        if amount < 0 and waiting.get(-amount):
            payee = waiting[-amount].pop()
            pairs.append(Transfer(payer=name, payee=payee, amount=Cents(-amount)))
        elif amount < 0:
            rest.append((amount, name))
    rest += [(amount, name) for amount, names in sorted(waiting.items()) for name in names[::-1]]
    return pairs, rest


def _most_groups(people: _Open) -> list[_Open]:
    """Split people who together are at zero into as many groups as possible that are too.

    For each set of people, `groups[set]` is how often the running sum can touch zero when they
    are lined up well. The last of all people may stand last in any line-up, so he is left out of
    the tables, which halves them.
    """
    if not people:
        return []
    amounts = [amount for amount, _ in people[:-1]]
    sums = [0]
    for amount in amounts:
        sums += [total + amount for total in sums]
    bits = [1 << i for i in range(len(amounts))]
    groups = [0] * len(sums)
    for chosen in range(1, len(sums)):
        best = 0
        for bit in bits:
            if bit > chosen:
                break
            if chosen & bit and groups[chosen ^ bit] > best:
                best = groups[chosen ^ bit]
        groups[chosen] = best + (not sums[chosen])
    return _read_groups(people, sums, groups)


def _read_groups(people: _Open, sums: Sequence[int], groups: Sequence[int]) -> list[_Open]:
    """Walk the tables of `_most_groups` back from everybody to nobody and note each zero."""
    found: list[_Open] = []
    chosen = len(sums) - 1
    members = [people[-1]]
    while chosen:
        if not sums[chosen]:
            found.append(members)
            members = []
        best = groups[chosen] - (not sums[chosen])
        place = next(
            i for i in range(len(people)) if chosen >> i & 1 and groups[chosen ^ 1 << i] == best
        )
        members.append(people[place])
        chosen ^= 1 << place
    found.append(members)
    return found


def _settle_group(people: _Open) -> list[Transfer]:
    """Let the one who owes most pay the one who is owed most until all are at zero.

    Each payment brings one of the two to zero, the last one both, so n people need at most
    n - 1 payments.
    """
    owing = sorted((amount, name) for amount, name in people if amount < 0)
    owed = sorted((-amount, name) for amount, name in people if amount > 0)
    transfers = []
    while owing:
        (debt, payer), (claim, payee) = owing.pop(0), owed.pop(0)
        amount = min(-debt, -claim)
        transfers.append(Transfer(payer=payer, payee=payee, amount=Cents(amount)))
        if debt + amount:
            owing = sorted([*owing, (debt + amount, payer)])
        if claim + amount:
            owed = sorted([*owed, (claim + amount, payee)])
    return transfers


def _in_order(transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    return tuple(sorted(transfers, key=lambda x: (x.payer, x.payee)))
