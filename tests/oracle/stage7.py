"""Stage 7: agreement between what is written about tricks."""

from .errors import Errors
from .table import Table
from .tricks import Trick


def won(tricks: list[Trick], player: str) -> int:
    """Return how many tricks the cards show this player won."""
    return sum(trick.winner == player for trick in tricks)


def numbers(table: Table, tricks: list[Trick], errors: Errors) -> None:
    """Compare `tricks_taken` with the tricks."""
    taken = table.get("tricks_taken")
    each_right = True
    for key, name, number in taken:
        others = sum(won(tricks, other) for other in table.players if other != name)
        # "fewer than the tricks show he won, or more than can still be his"
        if number < won(tricks, name) or number > table.last_trick - others:
            errors.add("contradiction", "tricks_taken", key)
            each_right = False
    given = {name: number for _, name, number in taken}
    if not given or not each_right:
        return
    # "each number could be right, but not all together"
    total = sum(given.get(player, won(tricks, player)) for player in table.players)
    if total > table.last_trick:
        errors.add("contradiction", "tricks_taken")
    if len(given) == len(table.players):
        # Each trick of which all cards were played was won by somebody, and all before the last.
        played = [
            trick.n if len(trick.cards) == len(table.players) else trick.n - 1 for trick in tricks
        ]
        if total < max(played, default=0):
            errors.add("contradiction", "tricks_taken")


def third_trick(table: Table, tricks: list[Trick]) -> int | None:
    """Return the trick of a side's third, 'known when all tricks up to it are recorded in full'."""
    so_far = {str(side): 0 for side in table.sides}
    for n in range(1, table.last_trick + 1):
        winner = next((trick.winner for trick in tricks if trick.n == n), None)
        if winner is None:
            return None
        so_far[str(table.side_of(winner))] += 1
        if max(so_far.values()) == 3:
            return n
    return None


def has_three(table: Table, tricks: list[Trick]) -> list[str] | None:
    """Return the side that has three tricks by `tricks` or by `tricks_taken`."""
    given = {name: number for _, name, number in table.get("tricks_taken")}
    for side in table.sides:
        if sum(won(tricks, member) for member in side) >= 3:
            return side
        if sum(given.get(member, 0) for member in side) >= 3:
            return side
    return None


def raises(table: Table, tricks: list[Trick], errors: Errors) -> None:
    """Compare the raises with the tricks."""
    third = third_trick(table, tricks)
    for i, entry in enumerate(table.get("raises")):
        in_trick = entry.get("in_trick")
        if in_trick is not None and third is not None and in_trick > third:
            errors.add("contradiction", "raises", i)
        if entry["answer"] == "fold":
            if has_three(table, tricks) is not None:
                errors.add("contradiction", "raises", i)
            if in_trick is not None and any(trick.n > in_trick for trick in tricks):
                errors.add("contradiction", "raises", i)


def bluffs(table: Table, tricks: list[Trick], errors: Errors) -> None:
    """T11: five tricks were played and he has shown no Kritischer."""
    taken = table.get("tricks_taken")
    stopped = len(taken) == len(table.players) and sum(n for _, _, n in taken) < 5
    for i, ruling in enumerate(table.get("rulings")):
        if ruling["offence"] != "bluff":
            continue
        shown = any(
            card in table.criticals and player == ruling["by"]
            for trick in tricks
            for player, card in zip(trick.order, trick.cards, strict=False)
        )
        if shown or stopped:
            errors.add("T11", "rulings", i)


def agreement(table: Table, tricks: list[Trick], errors: Errors) -> None:
    """Find the errors of stage 7."""
    numbers(table, tricks, errors)
    if table.watten:
        raises(table, tricks, errors)
        bluffs(table, tricks, errors)
    for i, asked in enumerate(table.get("ask")):
        found = [
            card
            for trick in tricks
            if trick.n == asked["trick"]
            for player, card in zip(trick.order, trick.cards, strict=False)
            if player == asked["player"] and card is not None
        ]
        if not found:
            errors.add("contradiction", "ask", i)
