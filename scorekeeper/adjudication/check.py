"""The report on a deal record: what is wrong with it, what was played, how it ended.

`check` is a pure function of the record, and the only way a deal is judged: the preview on a
phone, the saved deal, the command line and the referee's desk all call it. Errors are found in
stages; a report has those of the first stage that has one, and then nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.adjudication.agreement import find_disagreements
from scorekeeper.adjudication.knowledge import CardsRead
from scorekeeper.adjudication.knowledge import read_cards
from scorekeeper.adjudication.remedy import best_play_after_revoke
from scorekeeper.adjudication.verdict import PlayVerdict
from scorekeeper.adjudication.verdict import judge
from scorekeeper.cards import Suit
from scorekeeper.rules import preference
from scorekeeper.rules import watten
from scorekeeper.rules import watten_points
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.obligations import card_play_of
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.outcome import Payment
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.reading import read_text
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.record import Offence
from scorekeeper.rules.record import Ruling


class Verdict(StrEnum):
    """What a report says in one word."""

    LEGAL = "legal"
    OPEN = "open"
    ILLEGAL = "illegal"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What follows from a deal record.

    With `errors` nothing else is there. `result`, `units`, `soft` and `money` are None where
    nothing is scored; `money` and `payments` are cents, and with the pot they add up to zero.
    `misdeal` says that the deal is dealt again by the same dealer (I6).
    """

    verdict: Verdict
    errors: tuple[Finding, ...] = ()
    plays: tuple[PlayVerdict, ...] = ()
    tricks: tuple[TrickWon, ...] = ()
    result: dict[str, object] | None = None
    units: dict[str, int] | None = None
    soft: dict[str, int] | None = None
    money: dict[str, int] | None = None
    payments: tuple[Payment, ...] = ()
    misdeal: bool = False


def check_text(data: bytes) -> Report:
    """Judge a record written as JSON in UTF-8, one record without its line end."""
    return _check_read(read_text(data))


def check_object(value: object) -> Report:
    """Judge a record given as an object of JSON's types."""
    return _check_read(read_object(value))


def _check_read(read: DealRecord | tuple[Finding, ...]) -> Report:
    return check(read) if isinstance(read, DealRecord) else _with_errors(read)


def check(record: DealRecord) -> Report:
    """Judge a record that was read: calls, cards, plays and agreement, then the result."""
    errors: Sequence[Finding] = _call_errors(record)
    if errors:
        return _with_errors(errors)
    read: CardsRead | None = None
    play: CardPlay | None = None
    plays: tuple[PlayVerdict, ...] = ()
    tricks: tuple[TrickWon, ...] = ()
    if _speaks_of_cards(record):
        play = card_play_of(record, trump_of(record))
        read = read_cards(record, play)
        if read.findings:
            return _with_errors(read.findings)
        tricks = read.tricks
    errors = find_disagreements(record, tricks)
    if errors:
        return _with_errors(errors)
    if read is not None:
        plays = judge(record, play, read)
    outcome = _score(record, play, read)
    verdict = _verdict_of(plays)
    if outcome is None:
        misdeal = any(ruling.offence is Offence.MISDEAL for ruling in record.rulings)
        return Report(verdict=verdict, plays=plays, tricks=tricks, misdeal=misdeal)
    return Report(
        verdict=verdict,
        plays=plays,
        tricks=tricks,
        result=outcome.result,
        units=outcome.units,
        soft=outcome.soft,
        money=outcome.money,
        payments=outcome.payments,
    )


def _with_errors(errors: Sequence[Finding]) -> Report:
    """Report errors, each code and path once."""
    once = {(error.code, error.path): error for error in reversed(errors)}
    return Report(verdict=Verdict.ERROR, errors=tuple(reversed(once.values())))


def _call_errors(record: DealRecord) -> list[Finding]:
    if record.game is Game.WATTEN:
        return watten.find_errors(record)
    return preference.find_errors(record)


def _speaks_of_cards(record: DealRecord) -> bool:
    """Say whether anything of the record is about cards; most deals are told without them."""
    return bool(
        record.tricks
        or record.hands
        or record.held
        or record.talon
        or record.discards
        or record.call
        or record.schlecken
        or record.maschine
    )


def trump_of(record: DealRecord) -> Suit | None:
    """Return the trump suit of a deal; None without trumps or when it is not known."""
    if record.game is not Game.WATTEN:
        return preference.trump_of(record)
    return None if record.contract is None else record.contract.trump


def _verdict_of(plays: Sequence[PlayVerdict]) -> Verdict:
    """Say in one word what was found of the plays: the worst of them."""
    found = {play.verdict for play in plays}
    for verdict in (Verdict.ILLEGAL, Verdict.OPEN):
        if verdict.value in found:
            return verdict
    return Verdict.LEGAL


def _score(record: DealRecord, play: CardPlay | None, read: CardsRead | None) -> Outcome | None:
    tricks = () if read is None else read.tricks
    if record.game is Game.WATTEN:
        return watten_points.score(record, tricks)

    def best_play(ruling: Ruling) -> int | None:
        if play is None or read is None:
            return None
        return best_play_after_revoke(record, play, read, ruling)

    return preference.score(record, tricks, best_play)
