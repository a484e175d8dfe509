"""A report as it is published: the JSON object, and the same as one line of text."""

import json
from collections.abc import Callable

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.verdict import LEGAL
from scorekeeper.adjudication.verdict import PlayVerdict
from scorekeeper.cards import CARD_NAMES
from scorekeeper.cards import card_name
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.record import REPORT_FORMAT

Sentence = Callable[[Finding], str]

_READABLE = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))
_ASCII = json.JSONEncoder(separators=(",", ":"))


def report_as_json(report: Report, sentence: Sentence) -> dict[str, object]:
    """Write a report as the JSON object that is published, with `sentence` for its errors."""
    written = _without_plays(report, sentence)
    written["plays"] = [_play_as_json(play) for play in report.plays]
    return written


def report_as_line(report: Report, sentence: Sentence) -> bytes:
    """Write the JSON object of a report as one line in UTF-8, without a line end.

    The plays, most of what is written, are put together as text, much faster than as objects.
    """
    text = _READABLE.encode(_without_plays(report, sentence))
    if report.plays:
        # In a string the quotation marks would be escaped: this is the empty list itself.
        text = text.replace('"plays":[]', f'"plays":[{_plays_as_text(report)}]', 1)
    try:
        return text.encode()
    except UnicodeEncodeError:  # half a character in a key
        return _ASCII.encode(report_as_json(report, sentence)).encode()


def _without_plays(report: Report, sentence: Sentence) -> dict[str, object]:
    return {
        "format": REPORT_FORMAT,
        "verdict": report.verdict.value,
        "errors": [
            {"code": error.code, "path": error.path, "message": sentence(error)}
            for error in report.errors
        ],
        "plays": [],
        "tricks": [{"n": trick.n, "winner": trick.winner} for trick in report.tricks],
        "result": report.result,
        "units": report.units,
        "soft": report.soft,
        "money": report.money,
        "payments": [
            {"from": payment.payer, "to": payment.payee, "amount": payment.amount}
            for payment in report.payments
        ],
    }


def _play_as_json(play: PlayVerdict) -> dict[str, object]:
    return {
        "trick": play.trick,
        "player": play.player,
        "card": card_name(play.card),
        "verdict": play.verdict,
        "rule": play.rule,
        "instead": [card_name(card) for card in play.instead],
        "because": [card_name(card) for card in play.because],
    }


def _plays_as_text(report: Report) -> str:
    """Write the plays of a report; of a legal one only trick, player and card are its own."""
    names = {name: _READABLE.encode(name) for name in {play.player for play in report.plays}}
    return ",".join(
        [
            f'{{"trick":{play.trick},"player":{names[play.player]},"card":"{CARD_NAMES[play.card]}",'
            '"verdict":"legal","rule":null,"instead":[],"because":[]}'
            if play.verdict == LEGAL
            else _READABLE.encode(_play_as_json(play))
            for play in report.plays
        ]
    )
