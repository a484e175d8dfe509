"""Deals and prices as people say them: "Anna, Herz-Brand gewonnen: Bert und Caro zahlen je 0,10 €".

What goes in are plain values, a record and a result with names; every word comes from the `web`
catalogue.
"""

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any
from typing import Protocol

from scorekeeper.rules.spelling import as_reported

HAFERL = "haferl"

Payments = Iterable[tuple[str, str, int]]
Money = Callable[[int], str]


class Words(Protocol):
    """A translator: the sentence of a key, with what stands in it."""

    def __call__(self, key: str, n: int | None = None, /, **values: Any) -> str: ...


class DealRow(Protocol):
    """Whatever tells of a deal: its game, what was said, what came of it."""

    @property
    def game(self) -> str: ...

    @property
    def record(self) -> Mapping[str, Any]: ...

    @property
    def outcome(self) -> Mapping[str, Any]: ...


def deal_sentence(row: DealRow, t: Words) -> str:
    """Say in one line what was played and how it ended."""
    record, outcome = row.record, row.outcome
    if any(ruling.get("offence") == "misdeal" for ruling in record.get("rulings") or ()):
        return t("web.deal.misdeal")
    if row.game == "watten":
        return _watten(record, outcome, t)
    contract = as_reported(record, "contract")
    if contract.get("kind") == "passed_out":
        return t("web.deal.passed_out")
    return _three_hander(row.game, record, contract, outcome, t)


def trump_of(row: DealRow) -> str:
    """Return the trump suit's letter, empty when there was none or nobody said."""
    return str(row.outcome.get("trump") or as_reported(row.record, "contract").get("trump", ""))


def _three_hander(
    game: str,
    record: Mapping[str, Any],
    contract: Mapping[str, Any],
    outcome: Mapping[str, Any],
    t: Words,
) -> str:
    kind = contract.get("kind", "")
    trump = outcome.get("trump") or contract.get("trump")
    suit = t("web.suit." + trump) if trump else ""
    if kind == "brand":
        what = t("web.deal.brand_in", suit=suit) if suit else t("web.deal.brand")
    elif kind == "number":
        bid = contract.get("bid")
        what = (
            t("web.deal.number_in", bid=bid, suit=suit) if suit else t("web.deal.number", bid=bid)
        )
    else:
        what = t("web.deal." + kind)
    said = t(
        "web.deal.won" if outcome.get("made") else "web.deal.lost",
        name=contract.get("declarer", ""),
        what=what,
    )
    parts = [said]
    tricks = outcome.get("tricks")
    if tricks is not None and kind in ("brand", "number"):
        parts.append(t("web.deal.tricks", tricks, tricks=tricks))
    if outcome.get("by") == "ruling":
        parts.append(t("web.deal.ruled"))
    doubles = record.get("doubles") or ()
    if doubles:
        parts.append(t("web.deal.doubled", names=list(doubles)))
    return ", ".join(parts)


def _watten(record: Mapping[str, Any], outcome: Mapping[str, Any], t: Words) -> str:
    side = list(outcome.get("side") or ())
    points = outcome.get("points") or 0
    parts = [t("web.deal.points", points, names=side, points=points)]
    by = outcome.get("by")
    if by == "penalty":
        parts.append(_penalty(record, t))
    elif by == "maschine":
        parts.append(t("web.deal.by.maschine"))
    elif by in ("fold", "gehen"):
        others = len(record.get("seats") or ()) - len(record.get("sitting_out") or ()) - len(side)
        parts.append(t("web.deal.by." + by, others))
    fine = outcome.get("fine")
    if fine:
        parts.append(t("web.deal.fine", names=fine["side"], points=fine["points"]))
    if outcome.get("match_won_by"):
        parts.append(t("web.deal.match_won"))
    return ", ".join(parts)


def _penalty(record: Mapping[str, Any], t: Words) -> str:
    for ruling in record.get("rulings") or ():
        if ruling.get("offence") in ("error", "revoke", "gespannt_raise"):
            return t("web.deal.by." + ruling["offence"], name=ruling.get("by", ""))
    return t("web.deal.by.penalty")


def payment_sentences(payments: Payments, t: Words, money: Money) -> list[str]:
    """Say who pays whom: one sentence for those who pay, or get, the same."""
    payments = list(payments)
    to_pot = [(payer, cents) for payer, payee, cents in payments if payee == HAFERL]
    people = [p for p in payments if HAFERL not in p[:2]]
    lines: list[str] = []
    for payee, cents, payers in _grouped((b, c, a) for a, b, c in people):
        if len(payers) > 1 or not _pays_several(people, payers[0], cents):
            lines.append(t("web.pay.payee", names=payers, payee=payee, amount=money(cents)))
    for payer, cents, payees in _grouped((a, c, b) for a, b, c in people):
        if len(payees) > 1 and _alone(people, payees, cents):
            lines.append(t("web.pay.each", name=payer, names=payees, amount=money(cents)))
    for _, cents, payers in _grouped(("", c, a) for a, c in to_pot):
        lines.append(t("web.pay.pot", names=payers, amount=money(cents)))
    lines.extend(
        t("web.pay.from_pot", name=payee, amount=money(cents))
        for payer, payee, cents in payments
        if payer == HAFERL
    )
    return lines or [t("web.pay.nobody")]


def _grouped(triples: Iterable[tuple[str, int, str]]) -> list[tuple[str, int, list[str]]]:
    groups: dict[tuple[str, int], list[str]] = {}
    for one, cents, other in triples:
        groups.setdefault((one, cents), []).append(other)
    return [(one, cents, others) for (one, cents), others in groups.items()]


def _pays_several(people: Sequence[tuple[str, str, int]], payer: str, cents: int) -> bool:
    return sum(1 for a, _, c in people if a == payer and c == cents) > 1


def _alone(people: Sequence[tuple[str, str, int]], payees: Sequence[str], cents: int) -> bool:
    """Each of these gets this amount from one only, so it was not said of the payers already."""
    return all(sum(1 for _, b, c in people if b == who and c == cents) == 1 for who in payees)
