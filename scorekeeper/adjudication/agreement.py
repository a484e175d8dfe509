"""Whether the numbers of a record agree with its tricks: the errors of stage 7."""

from collections.abc import Sequence

from scorekeeper.rules.calls import Wrong
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house_watten import WattenRules
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.outcome import count_won
from scorekeeper.rules.record import HAND_SIZE
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.record import Offence
from scorekeeper.rules.record import Ruling
from scorekeeper.rules.watten import is_critical
from scorekeeper.rules.watten import read_match
from scorekeeper.rules.watten_points import TRICKS_TO_WIN
from scorekeeper.rules.watten_points import side_with_three


def find_disagreements(record: DealRecord, tricks: Sequence[TrickWon]) -> list[Finding]:
    """Find every error of stage 7.

    `tricks` are the recorded ones, in their order, with the winners of those recorded in full.
    """
    found = _number_errors(record, tricks) if record.tricks_taken else []
    if record.raises:
        found += _raise_errors(record, tricks)
    found += _bluff_errors(record, tricks)
    found += _ask_errors(record, tricks)
    return found


def _number_errors(record: DealRecord, tricks: Sequence[TrickWon]) -> list[Finding]:
    """Compare the numbers with the winners of the tricks, each by itself, then all together."""
    all_tricks = HAND_SIZE[record.game]
    won = count_won(tricks, record.players)
    found = []
    for count in record.tricks_taken:
        most = all_tricks - sum(won.values()) + won[count.player]
        path = f"/tricks_taken/{count.key}"
        args: dict[str, object] = {"player": count.player, "number": count.number}
        if count.number < won[count.player]:
            args["won"] = won[count.player]
            wrong = Wrong("contradiction", "findings.contradiction.taken_fewer", args)
            found.append(wrong.at(path))
        elif count.number > most:
            args["most"] = most
            wrong = Wrong("contradiction", "findings.contradiction.taken_more", args)
            found.append(wrong.at(path))
    if found:
        return found
    taken = {count.player: count.number for count in record.tricks_taken}
    total = sum(taken.get(player, won[player]) for player in record.players)
    everybody = len(taken) == len(record.players)
    if total > all_tricks or (everybody and total < _tricks_played(record)):
        wrong = Wrong("contradiction", "findings.contradiction.taken_together")
        found.append(wrong.at("/tricks_taken"))
    return found


def _tricks_played(record: DealRecord) -> int:
    """Count the tricks that were certainly played out: a later one was begun, or all its cards."""
    if not record.tricks:
        return 0
    last = record.tricks[-1]
    return last.n if len(last.cards) == len(record.players) else last.n - 1


def _raise_errors(record: DealRecord, tricks: Sequence[TrickWon]) -> list[Finding]:
    """Find raises after the deal was won, and a fold though it was played on."""
    decided = _decided_in(record, tricks)
    found = []
    for i, said in enumerate(record.raises):
        late = decided is not None and said.in_trick is not None and said.in_trick > decided
        if late:
            args: dict[str, object] = {"player": said.by, "trick": decided}
            wrong = Wrong("contradiction", "findings.contradiction.raise_late", args)
        elif said.accepted or not _was_played_on(record, tricks, said.in_trick):
            continue
        else:
            args = {"player": said.by}
            wrong = Wrong("contradiction", "findings.contradiction.fold_played_on", args)
        found.append(wrong.at(f"/raises/{i}"))
    return found


def _decided_in(record: DealRecord, tricks: Sequence[TrickWon]) -> int | None:
    """Give the trick in which a side won its third; it takes every trick up to it in full."""
    match = read_match(record)
    number = [0, 0]
    for place, trick in enumerate(tricks):
        if trick.n != place + 1 or trick.winner is None:
            return None
        side = match.side_of(trick.winner)
        number[side] += 1
        if number[side] == TRICKS_TO_WIN:
            return trick.n
    return None


def _was_played_on(record: DealRecord, tricks: Sequence[TrickWon], in_trick: int | None) -> bool:
    """Say whether the deal went on though a side gave up in this trick."""
    if in_trick is not None and any(trick.n > in_trick for trick in tricks):
        return True
    match = read_match(record)
    taken = {count.player: count.number for count in record.tricks_taken}
    won = count_won(tricks, record.players)
    return side_with_three(match, won) is not None or side_with_three(match, taken) is not None


def _bluff_errors(record: DealRecord, tricks: Sequence[TrickWon]) -> list[Finding]:
    """Find bluffs that were none: a critical card was shown, or not all was played (T11)."""
    found = []
    for i, ruling in enumerate(record.rulings):
        if ruling.offence is not Offence.BLUFF:
            continue
        if _played_critical(record, tricks, ruling):
            wrong = Wrong("T11", "findings.T11.shown", {"player": ruling.by})
        elif _stopped_early(record):
            wrong = Wrong("T11", "findings.T11.stopped", {"player": ruling.by})
        else:
            continue
        found.append(wrong.at(f"/rulings/{i}"))
    return found


def _played_critical(record: DealRecord, tricks: Sequence[TrickWon], ruling: Ruling) -> bool:
    rules = record.rules
    assert isinstance(rules, WattenRules)
    return any(
        player == ruling.by and card is not None and is_critical(rules, card)
        for trick in tricks
        for player, card in trick.plays
    )


def _stopped_early(record: DealRecord) -> bool:
    everybody = len(record.tricks_taken) == len(record.players)
    total = sum(count.number for count in record.tricks_taken)
    return everybody and total < HAND_SIZE[record.game]


def _ask_errors(record: DealRecord, tricks: Sequence[TrickWon]) -> list[Finding]:
    """Find plays asked for that are not recorded, or forgotten."""
    if not record.ask:
        return []
    remembered = {
        (trick.n, player) for trick in tricks for player, card in trick.plays if card is not None
    }
    found = []
    for i, asked in enumerate(record.ask):
        if (asked.trick, asked.player) not in remembered:
            args = {"player": asked.player, "trick": asked.trick}
            wrong = Wrong("contradiction", "findings.contradiction.ask", args)
            found.append(wrong.at(f"/ask/{i}"))
    return found
