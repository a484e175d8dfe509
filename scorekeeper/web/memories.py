"""Two memories of one deal: what they differ in, thing by thing, and whether it matters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards import Pack
from scorekeeper.cards import parse_card
from scorekeeper.i18n import Translator
from scorekeeper.i18n import joined
from scorekeeper.schemas.call_words import write_call
from scorekeeper.services.disputes import Comparison
from scorekeeper.services.disputes import Difference
from scorekeeper.web.verdicts import card_words


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceShown:
    """One thing told in two ways."""

    about: str
    first: str
    second: str
    matters: bool


def differences_shown(
    comparison: Comparison, pack: Pack, t: Translator
) -> tuple[DifferenceShown, ...]:
    """Lay out what two people do not agree on, first what matters."""
    shown = [
        DifferenceShown(
            about=_about(one, t),
            first=_value(one, one.first, pack, t),
            second=_value(one, one.second, pack, t),
            matters=one.matters,
        )
        for one in comparison.differences
    ]
    return tuple(sorted(shown, key=lambda one: not one.matters))


def _about(one: Difference, t: Translator) -> str:
    if one.field == "tricks":
        return t("desk.about.trick", n=one.which)
    if one.field == "held":
        player, _, after = one.which.partition("\n")
        return t("desk.about.held", player=player, n=after)
    if one.field == "contract":
        return t("desk.about.contract." + one.which)
    if one.field in ("hands", "tricks_taken"):
        return t("desk.about." + one.field, player=one.which)
    return t("desk.about." + one.field)


def _value(one: Difference, value: Any, pack: Pack, t: Translator) -> str:
    if value is None:
        return t("desk.about.nothing")
    if one.field == "tricks":
        cards = _cards(value["cards"], pack, t) or t("desk.about.nothing")
        lead = value.get("lead")
        return f"{lead}: {cards}" if lead else cards
    if one.field == "auction":
        return ", ".join(f"{name} {write_call(call, t.lang)}" for name, call in value)
    if isinstance(value, list):
        return _cards(value, pack, t)
    if one.field == "contract" and one.which == "kind":
        return t("web.play." + value) if value in ("brand", "bettel", "mord") else str(value)
    return str(value)


def _cards(cards: Sequence[str | None], pack: Pack, t: Translator) -> str:
    words = [card_words(parse_card(c, pack), t) if c else t("desk.card.forgotten") for c in cards]
    return joined(words, t.lang) if len(words) < 2 else ", ".join(words)
