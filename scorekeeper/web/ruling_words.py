"""Disputes in words: what is held against whom, what the cards say, what a ruling costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards import Card
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_moment
from scorekeeper.i18n.sentences import deal_sentence
from scorekeeper.i18n.sentences import payment_sentences
from scorekeeper.rules.house import Game
from scorekeeper.services.disputes import TURN
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import DisputeState
from scorekeeper.services.ruling_views import DisputeView
from scorekeeper.services.ruling_views import FoundView
from scorekeeper.services.ruling_views import OutcomeView
from scorekeeper.services.ruling_views import StepKind
from scorekeeper.services.ruling_views import StepView
from scorekeeper.web.rows import Told
from scorekeeper.web.rules_words import rule_url
from scorekeeper.web.verdicts import card_words
from scorekeeper.web.verdicts import cards_words


@dataclass(frozen=True, slots=True, kw_only=True)
class StepShown:
    """One step of a dispute, ready to be read."""

    kind: str
    title: str
    at: str
    reason: str
    charge: str
    rule: str
    rule_link: str
    rule_title: str
    found: tuple[str, ...]
    changes: tuple[tuple[str, str, bool], ...]  # name, amount, whether less than nothing
    unchanged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeShown:
    """One way a dispute may end: how the deal would read, who pays whom, what would change."""

    choice: str
    title: str
    said: str
    pays: tuple[str, ...]
    changes: tuple[tuple[str, str, bool], ...]
    rescored: tuple[str, ...]
    new_rules: tuple[str, ...]
    share: tuple[tuple[str, str, bool], ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A dispute as a line of a list."""

    link: str
    number: int
    head: str
    charge: str
    reason: str
    rule: str
    state: str
    state_words: str


def charge_words(step: StepView, t: Translator) -> str:
    """Say what is held against whom; "" where nothing is."""
    if not step.offence:
        return ""
    what = t("rulings.offence." + step.offence)
    if not step.by:
        return what
    if step.trick:
        return t("rulings.charge.trick", name=step.by, what=what, n=step.trick)
    return t("rulings.charge", name=step.by, what=what)


def state_words(dispute: DisputeView, t: Translator) -> str:
    """Say where a dispute stands."""
    return t("rulings.state." + dispute.state.value)


def outcome_of(dispute: DisputeView, t: Translator) -> str:
    """Say in a line what a dispute is about, or how it was decided."""
    ruling = dispute.ruling
    if ruling is None:
        first = dispute.proposal
        return "" if first is None else charge_words(first, t)
    return charge_words(ruling, t) or t("rulings.choice.as_played")


def cited(dispute: DisputeView, link: str, t: Translator) -> Cited:
    """Lay out a dispute for a list."""
    said = dispute.ruling or dispute.steps[0]
    return Cited(
        link=link,
        number=dispute.number,
        head=t(
            "rulings.head",
            game=t("web.game." + dispute.game),
            night=dispute.night_number,
            deal=dispute.deal_number,
        ),
        charge=outcome_of(dispute, t),
        reason=said.reason or dispute.steps[0].reason,
        rule=said.rule,
        state=dispute.state.value,
        state_words=state_words(dispute, t),
    )


def step_shown(
    step: StepView, dispute: DisputeView, t: Translator, *, zone: str, club_id: str
) -> StepShown:
    """Lay out one step of a dispute's story."""
    charge = charge_words(step, t)
    ruled = step.kind is StepKind.RULED
    if ruled and not charge:
        charge = t("rulings.choice.as_played")
    title = t("rulings.rule.title", number=step.rule) if step.rule else ""
    key = f"rulebook.{step.rule}.title"
    link = ""
    if step.rule:
        house = dispute.house_rules_id
        link = rule_url(step.rule, game=Game(dispute.game), club_id=club_id, house=house)
    return StepShown(
        kind=step.kind.value,
        title=t(f"rulings.step.{step.kind.value}", who=step.who or t("web.somebody")),
        at=format_moment(step.at, t.lang, zone),
        reason=step.reason,
        charge=charge,
        rule=title,
        rule_link=link,
        rule_title=t(key) if step.rule and t.has(key) else "",
        found=() if step.found is None else found_words(step.found, t),
        changes=amounts(dict(step.changes), dispute.currency, t),
        unchanged=ruled and not step.changes,
    )


def found_words(found: FoundView, t: Translator) -> tuple[str, ...]:
    """Say what the cards prove of the play in question."""
    values: dict[str, Any] = {"player": found.player, "card": card_words(Card(found.card), t)}
    because = [Card(card) for card in found.because]
    if found.verdict == "open":
        first = t("desk.said.open", **values)
        if not because:
            return (first, t("desk.open.unknown"))
        cards = cards_words(because, t, "or")
        return (first, t("desk.open.depends", len(because), player=found.player, cards=cards))
    if found.rule in TURN:
        return (t("rulings.found.turn", n=found.trick, **values),)
    said = [t("rulings.found.follow", n=found.trick, **values)]
    if because:
        cards = cards_words(because, t, "and")
        said.append(t("rulings.found.proof", player=found.player, cards=cards))
    if found.instead:
        cards = cards_words([Card(card) for card in found.instead], t, "or")
        said.append(t("rulings.found.instead", cards=cards))
    return tuple(said)


def outcome_shown(outcome: OutcomeView, dispute: DisputeView, t: Translator) -> OutcomeShown:
    """Lay out one way a dispute may end, priced."""
    seen = outcome.seen
    names = dict(dispute.people)
    report: Mapping[str, Any] = seen.preview.report
    record: Mapping[str, Any] = seen.preview.record
    said = ""
    pays: tuple[str, ...] = ()
    if seen.preview.scored:
        told = Told(game=dispute.game, record=record, outcome=report.get("result") or {})
        said = deal_sentence(told, t)
        pays = tuple(
            payment_sentences(
                seen.preview.payments,
                t,
                lambda cents: format_cents(cents, t.lang, dispute.currency),
            )
        )
    errors: Any = report.get("errors") or ()
    wrong = [str(one.get("text", "")) for one in errors]
    wrong += [t("rulings.impossible", number=n, said=line) for _, n, line in seen.impossible]
    if not seen.preview.scored and not wrong:
        wrong = [t("rulings.undecided")]
    changes = {names.get(member, ""): cents for member, cents in seen.differences.items()}
    shares = {names.get(member, ""): cents for member, cents in seen.new_rules_share.items()}
    return OutcomeShown(
        choice=outcome.choice.value,
        title=t("rulings.outcome." + outcome.choice.value),
        said=said[:1].upper() + said[1:],
        pays=pays,
        changes=amounts(changes, dispute.currency, t),
        rescored=tuple(f"#{n}" for n in seen.rescored),
        new_rules=tuple(f"#{n}" for n in seen.new_rules),
        share=amounts(shares, dispute.currency, t),
        wrong=tuple(wrong),
    )


def amounts(
    changes: Mapping[str, int], currency: str, t: Translator
) -> tuple[tuple[str, str, bool], ...]:
    """Write who has how much more or less."""
    return tuple(
        (name, format_cents(cents, t.lang, currency, sign=True), cents < 0)
        for name, cents in changes.items()
        if cents
    )


def may_be_accepted(dispute: DisputeView, outcomes: tuple[OutcomeView, ...]) -> bool:
    """Say whether what a dispute asks for can be ruled as it stands."""
    return dispute.state is DisputeState.OPEN and any(
        one.choice is Choice.PROPOSED and one.seen.preview.scored and not one.seen.impossible
        for one in outcomes
    )
