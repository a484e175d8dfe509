"""A report on a deal, said in words for people on a terminal or in a chat."""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.taking import Taking
from scorekeeper.adjudication.taking import takings
from scorekeeper.adjudication.verdict import PlayVerdict
from scorekeeper.cards import Card
from scorekeeper.cards import card_name
from scorekeeper.i18n import Translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.i18n.formats import format_cents
from scorekeeper.rules.record import DealRecord

_HAFERL = "haferl"


def report_text(report: Report, record: DealRecord | None, t: Translator) -> str:
    """Return the verdict, what is wrong and where, how the deal ended and who pays whom.

    One sentence a line. `record` is None where it could not be read.
    """
    if report.errors or record is None:
        lines = [t("check.verdict.error", len(report.errors))]
        lines += [f"  {_error(error, t)}" for error in report.errors]
        return "\n".join(lines)
    lines = [t(f"check.verdict.{report.verdict}")]
    for play in report.plays:
        lines += [f"  {sentence}" for sentence in play_sentences(play, t)]
    for taking in takings(record, report).values():
        said = taking_words(taking, card_name(taking.card), t)
        lines.append(f"  {said} ({taking.rule}).")
    if report.result is None:
        return "\n".join([*lines, t("check.nothing")])
    lines += result_sentences(report.result, t, players=_as_seated(record))
    lines += payment_sentences(report, t, currency=record.currency)
    return "\n".join(lines)


def _as_seated(record: DealRecord) -> tuple[str, ...]:
    return tuple(name for name in record.seats if name in record.players)


def _error(error: Any, t: Translator) -> str:
    sentence = finding_sentence(error, t)
    key = "check.error" if error.path else "check.error_whole"
    return t(key, sentence=sentence, code=error.code, path=error.path)


def _cards(cards: Sequence[Card]) -> list[str]:
    return [card_name(card) for card in cards]


def play_sentences(play: PlayVerdict, t: Translator) -> list[str]:
    """Say what was wrong with a play, what proves it and what was allowed; nothing if legal."""
    if play.verdict == "legal":
        return []
    key = f"check.play.{play.verdict}"
    values = {"trick": play.trick, "player": play.player, "card": card_name(play.card)}
    said = [t(key, rule=play.rule, **values)]
    if play.because:
        proof = "check.play.because" if play.verdict == "illegal" else "check.play.depends"
        said.append(t(proof, cards=_cards(play.because)))
    if play.instead:
        said.append(t("check.play.instead", cards=_cards(play.instead)))
    return said


def taking_words(taking: Taking, card: str, t: Translator) -> str:
    """Return who takes a trick, with which card and why; the rule may be put after it."""
    why = t(f"check.takes.{taking.by}")
    return t("check.takes", taking.n, player=taking.player, card=card, why=why)


def result_sentences(
    result: Mapping[str, Any], t: Translator, *, players: Sequence[str]
) -> list[str]:
    """Return in words how a deal ended; a match is told in the order of `players`."""
    if "side" in result:
        return _watten(result, t, players)
    if result["declarer"] is None:
        return [t("check.passed_out")]
    outcome = "won" if result["made"] else "lost"
    values = {"declarer": result["declarer"], "game": _game(result, t)}
    if result["tricks"] is None:
        said = [t(f"check.{outcome}", **values)]
    else:
        said = [t(f"check.{outcome}_tricks", result["tricks"], **values)]
    if result["by"] == "ruling":
        said.append(t("check.ruling"))
    return said


def _game(result: Mapping[str, Any], t: Translator) -> str:
    kind, trump = result["kind"], result["trump"]
    named = None if trump is None else t(f"findings.suit.{trump}")
    if kind == "number":
        key = "check.game.number" if named is None else "check.game.number_trump"
        return t(key, bid=result["bid"], trump=named)
    if kind == "brand" and named is None:
        return t("check.game.brand_any")
    return t(f"check.game.{kind}", trump=named)


def _watten(result: Mapping[str, Any], t: Translator, players: Sequence[str]) -> list[str]:
    side = result["side"]
    others = [name for name in players if name not in side]
    points = t("check.points", result["points"], names=side)
    said = [f"{points} {t('check.by.' + result['by'], names=others)}"]
    fine = result.get("fine")
    if fine is not None:
        said.append(t("check.fine", fine["points"], names=fine["side"]))
    match = result["match"]
    if match:
        points = ", ".join(f"{name} {match[name]}" for name in players)
        said.append(t("check.match", points=points))
    if result["match_won_by"]:
        said.append(t("check.match_won", names=result["match_won_by"]))
    return said


def payment_sentences(report: Report, t: Translator, *, currency: str) -> list[str]:
    """Say who hands whom how much, and what lies in the pot."""
    said = []
    for payment in report.payments:
        amount = format_cents(payment.amount, t.lang, currency)
        if payment.payee == _HAFERL:
            said.append(t("check.pays_pot", payer=payment.payer, amount=amount))
        elif payment.payer == _HAFERL:
            said.append(t("check.takes_pot", payee=payment.payee, amount=amount))
        else:
            values = {"payer": payment.payer, "payee": payment.payee, "amount": amount}
            said.append(t("check.pays", **values))
    if not said:
        said.append(t("check.pays_nobody"))
    if report.result and "haferl" in report.result:
        amount = format_cents(int(str(report.result["haferl"])), t.lang, currency)
        said.append(t("check.haferl", amount=amount))
    return said
