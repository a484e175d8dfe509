"""A verdict in the words of people who play cards: on the page, and to be passed on as text."""

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.taking import takings
from scorekeeper.cards import Card
from scorekeeper.cards import Rank
from scorekeeper.cards import rank_name
from scorekeeper.cards import rank_of
from scorekeeper.cards import suit_name
from scorekeeper.cards import suit_of
from scorekeeper.i18n import Translator
from scorekeeper.i18n import joined
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.reports import taking_words
from scorekeeper.i18n.sentences import deal_sentence
from scorekeeper.i18n.sentences import payment_sentences
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.record import DealRecord
from scorekeeper.schemas.notation import Notation
from scorekeeper.services.disputes import TURN
from scorekeeper.services.disputes import Fault
from scorekeeper.services.disputes import Judgement
from scorekeeper.services.disputes import Known
from scorekeeper.services.disputes import Remedy
from scorekeeper.services.disputes import Seen
from scorekeeper.web.rows import Told

FIELD_OF = {
    "/contract": "contract",
    "/seats": "player",
    "/tricks": "told",
    "/tariff": "tariff",
    "/call": "call_card",
    "/doubles": "doubles",
    "/match": "points",
    "/raises": "value",
    "/schlecken": "schlecken",
    "/maschine": "maschine",
}
LEGAL_SAID = 4  # more plays than these are said in one sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What one person told, how it was read, and the verdict on it."""

    who: str
    record: Mapping[str, Any]
    judgement: Judgement
    notation: Notation | None  # None: pasted as a record


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """A card on the table; `suit` and `rank` are empty for one nobody remembers."""

    player: str
    suit: str
    rank: str
    name: str
    accused: bool
    winner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultShown:
    """A play that was wrong or may have been, ready to be read."""

    verdict: str
    title: str
    cards: tuple[CardShown, ...]
    said: str
    rule: str
    rule_link: str
    rule_title: str
    rule_words: str
    proof: tuple[str, ...]
    instead: str
    remedy_title: str
    remedy: tuple[str, ...]
    remedy_links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingShown:
    """Who takes a trick and why, with the rule that has it so."""

    said: str
    rule: str
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictShown:
    """A whole verdict. `errors` are the line (0: none), the field ("" if none) and the sentence."""

    who: str
    state: str
    headline: str
    errors: tuple[tuple[int, str, str], ...]
    faults: tuple[FaultShown, ...]
    legal: tuple[str, ...]
    takes: tuple[TakingShown, ...]
    as_played: tuple[str, ...]
    text: str


def card_words(card: Card, t: Translator) -> str:
    """Name a card as players do: "Herz 9", "Gras-Sau"."""
    rank = rank_of(card)
    suit = t("web.suit." + suit_name(suit_of(card)))
    key = "desk.card.court" if rank < Rank.TEN else "desk.card.number"
    short = t("web.rank." + rank_name(rank)) if rank < Rank.TEN else rank_name(rank)
    return t(key, suit=suit, rank=short)


def cards_words(cards: Iterable[Card], t: Translator, word: str) -> str:
    return joined([card_words(card, t) for card in cards], t.lang, word=word)


def verdict_shown(told: Telling, t: Translator, link: Callable[[str], str]) -> VerdictShown:
    """Lay out a verdict; `link` gives the address of a rule in the rule book."""
    judgement = told.judgement
    report, record = judgement.report, judgement.record
    errors = [(error.line, "", t(error.key, **error.values)) for error in _line_errors(told)]
    if not errors:  # what is missing because a line could not be read need not be said
        errors = [_placed(error, told.notation, t) for error in report.errors]
    state = "error" if errors else report.verdict.value
    if state == "error" or record is None:
        unread = bool(told.notation and told.notation.errors)
        headline = t("desk.headline.unread" if unread else "desk.headline.error")
        lines = [said for _, _, said in errors]
        text = "\n".join([headline, *lines])
        return VerdictShown(
            who=told.who,
            state=state,
            headline=headline,
            errors=tuple(errors),
            faults=(),
            legal=(),
            takes=(),
            as_played=(),
            text=text,
        )
    headline = t("desk.headline." + state) if report.plays else t("desk.headline.nothing")
    faults = tuple(_fault(fault, record, t, link, told.record) for fault in judgement.faults)
    legal = _legal(report, t)
    takes = tuple(
        TakingShown(
            said=taking_words(one, card_words(one.card, t), t), rule=one.rule, link=link(one.rule)
        )
        for one in takings(record, report).values()
    )
    as_played = _as_played(report, record, told.record, t)
    return VerdictShown(
        who=told.who,
        state=state if report.plays else "nothing",
        headline=headline,
        errors=(),
        faults=faults,
        legal=legal,
        takes=takes,
        as_played=as_played,
        text=_text(headline, faults, legal, takes, as_played, t),
    )


def _line_errors(told: Telling) -> Sequence[Any]:
    return told.notation.errors if told.notation is not None else ()


def _placed(error: Finding, notation: Notation | None, t: Translator) -> tuple[int, str, str]:
    """Put an error of the record where it was typed: a line, or one of the questions."""
    said = finding_sentence(error, t)
    line = notation.line_of(error.path) if notation is not None else None
    if line is not None:
        return line, "", said
    field = next((f for start, f in FIELD_OF.items() if error.path.startswith(start)), "")
    if notation is None and error.path:
        said = t("desk.error.at", path=error.path, said=said)
    return 0, field, said


def game_words(record: DealRecord, t: Translator) -> str:
    """Say the game and what was trump: "Wallachen, Herz ist Trumpf"."""
    game = t("web.game." + record.game.value)
    contract = record.contract
    if contract is None:
        return game
    trump = contract.trump
    suit = "" if trump is None else t("web.suit." + suit_name(trump))
    if contract.schlag is not None and suit:
        schlag = t("web.rank." + rank_name(contract.schlag))
        return t("desk.game.watten", game=game, schlag=schlag, suit=suit)
    if suit:
        return t("desk.game.trump", game=game, suit=suit)
    if contract.kind in ("bettel", "mord"):
        return t("desk.game.plain", game=game, kind=t("web.play." + contract.kind))
    return game


def _fault(
    fault: Fault,
    record: DealRecord,
    t: Translator,
    link: Callable[[str], str],
    told: Mapping[str, Any],
) -> FaultShown:
    play = fault.play
    rule = play.rule or ""
    rules = _remedy_rules(fault, record)
    illegal = play.verdict == "illegal"
    return FaultShown(
        verdict=play.verdict,
        title=t("desk.fault.title", n=play.trick, game=game_words(record, t)),
        cards=_table(fault, t),
        said=_said(fault, t),
        rule=rule,
        rule_link=link(rule),
        rule_title=t(f"rulebook.{rule}.title"),
        rule_words=t(f"rulebook.{rule}"),
        proof=_proof(fault, t),
        instead=cards_words(play.instead, t, "or"),
        remedy_title=t("desk.remedy.title" if illegal else "desk.remedy.if")
        + (f" ({', '.join(rules)})" if rules else ""),
        remedy=_remedy(fault, record, told, t),
        remedy_links=tuple((number, link(number)) for number in rules),
    )


def _table(fault: Fault, t: Translator) -> tuple[CardShown, ...]:
    return tuple(
        CardShown(
            player=player,
            suit="" if card is None else suit_name(suit_of(card)),
            rank="" if card is None else t("web.rank.short." + rank_name(rank_of(card))),
            name=t("desk.card.forgotten") if card is None else card_words(card, t),
            accused=player == fault.play.player,
            winner=player == fault.trick.winner,
        )
        for player, card in fault.trick.plays
    )


def _said(fault: Fault, t: Translator) -> str:
    play = fault.play
    values = {"player": play.player, "card": card_words(play.card, t)}
    if play.verdict == "open":
        return t("desk.said.open", **values)
    if play.rule in TURN:
        return t("desk.said.turn", leader=fault.leader, **values)
    return t("desk.said.follow", **values)


def _proof(fault: Fault, t: Translator) -> tuple[str, ...]:
    play = fault.play
    if play.verdict == "open":
        if not play.because:
            return (t("desk.open.unknown"),)
        cards = cards_words(play.because, t, "or")
        return (t("desk.open.depends", len(play.because), player=play.player, cards=cards),)
    if play.rule in TURN:
        return ()
    if not fault.proof:
        return (t("desk.proof.numbers"),)
    places: dict[tuple[Known, int], list[Card]] = {}
    for seen in fault.proof:
        places.setdefault((seen.known, seen.trick), []).append(seen.card)
    return tuple(
        _seen_words(Seen(card=cards[0], known=known, trick=n), cards, play.player, t)
        for (known, n), cards in places.items()
    )


def _seen_words(seen: Seen, cards: Sequence[Card], player: str, t: Translator) -> str:
    values: dict[str, object] = {"player": player, "cards": [card_words(one, t) for one in cards]}
    if seen.known is Known.HELD and not seen.trick:
        return t("desk.proof.hand", **values)
    if seen.known in (Known.PLAYED, Known.HELD):
        return t("desk.proof." + seen.known.value, n=seen.trick, **values)
    return t("desk.proof." + seen.known.value, **values)


def _remedy_rules(fault: Fault, record: DealRecord) -> tuple[str, ...]:
    """List the rules a remedy follows from."""
    rules: tuple[str, ...] = {
        Remedy.LOST: ("I2",),
        Remedy.MADE: ("I2", "I3"),
        Remedy.BEST_PLAY: ("I2",),
        Remedy.AS_PLAYED: ("I2",),
        Remedy.DECIDED: ("I4",),
        Remedy.FINE: ("T33",),
    }.get(fault.remedy, ())
    if fault.remedy is Remedy.FINE and fault.play.rule not in TURN:
        rules = ("I5", *rules)
    if fault.remedy is Remedy.FINE and len(record.players) == 3:
        rules = (*rules, "T41")
    return rules


def _remedy(
    fault: Fault, record: DealRecord, told: Mapping[str, Any], t: Translator
) -> tuple[str, ...]:
    declarer = record.contract.declarer if record.contract is not None else ""
    ruled = fault.ruled
    values = {"declarer": declarer or "", "player": fault.play.player}
    if fault.remedy is Remedy.FINE and ruled is not None and ruled.result is not None:
        side: Any = ruled.result["side"]
        points: Any = ruled.result["points"]
        first = t("desk.remedy.fine", points, names=side)
        return (first, *_match_words(ruled, t), *_pays(ruled, record, t))
    key = "made_alone" if fault.pays_alone else fault.remedy.value
    first = t("desk.remedy." + key, **values)
    if ruled is None:
        return (first,)
    if fault.remedy in (Remedy.DECIDED, Remedy.AS_PLAYED) and record.game == "watten":
        return (first, _deal_words(ruled, told, record, t))
    return (first, *_pays(ruled, record, t))


def _match_words(report: Report, t: Translator) -> tuple[str, ...]:
    result: Any = report.result or {}
    match = result.get("match")
    if not match:
        return ()
    points = ", ".join(f"{name} {n}" for name, n in match.items())
    return (t("desk.match", points=points),)


def _pays(report: Report, record: DealRecord, t: Translator) -> tuple[str, ...]:
    if record.game == "watten" and not report.payments:
        return ()

    def money(cents: int) -> str:
        return format_cents(cents, t.lang, record.currency)

    payments = [(one.payer, one.payee, one.amount) for one in report.payments]
    return tuple(payment_sentences(payments, t, money))


def _deal_words(report: Report, told: Mapping[str, Any], record: DealRecord, t: Translator) -> str:
    row = Told(game=record.game.value, record=told, outcome=report.result or {})
    said = deal_sentence(row, t)
    return said[:1].upper() + said[1:] + "."


def _legal(report: Report, t: Translator) -> tuple[str, ...]:
    plays = [play for play in report.plays if play.verdict == "legal"]
    if not plays:
        return ()
    if len(plays) > LEGAL_SAID:
        key = "desk.legal.all" if len(plays) == len(report.plays) else "desk.legal.others"
        return (t(key, len(plays)),)
    return tuple(
        t("desk.legal", n=play.trick, player=play.player, card=card_words(play.card, t))
        for play in plays
    )


def _as_played(
    report: Report, record: DealRecord, told: Mapping[str, Any], t: Translator
) -> tuple[str, ...]:
    if report.result is None:
        return ()
    first = _deal_words(report, told, record, t)
    return (first, *_match_words(report, t), *_pays(report, record, t))


def _text(
    headline: str,
    faults: Sequence[FaultShown],
    legal: Sequence[str],
    takes: Sequence[TakingShown],
    as_played: Sequence[str],
    t: Translator,
) -> str:
    """Write a verdict as one sends it to the others."""
    lines = [headline]
    for fault in faults:
        # A play that is open is neither right nor wrong.
        sign = " ✗" if fault.verdict == "illegal" else " ?"
        cards = " · ".join(
            f"{card.player} {card.name}{sign if card.accused else ''}" for card in fault.cards
        )
        rule = t("desk.rule", number=fault.rule)
        rule = f"{rule}, {fault.rule_title}: {fault.rule_words}"
        proven = t("desk.proof" if fault.verdict == "illegal" else "desk.open")
        lines += ["", fault.title, cards, fault.said, rule]
        lines += [f"{proven}: {' '.join(fault.proof)}"] if fault.proof else []
        lines += [f"{t('desk.instead.title')}: {fault.instead}"] if fault.instead else []
        lines.append(f"{fault.remedy_title}: {' '.join(fault.remedy)}")
    lines += ["", *legal] if legal and len(legal) <= LEGAL_SAID else []
    lines += ["", *(f"{one.said} ({one.rule})." for one in takes)] if takes else []
    if as_played:
        lines += ["", f"{t('desk.as_played')}: {' '.join(as_played)}"]
    return "\n".join(lines)
