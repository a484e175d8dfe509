"""What a unit costs, in words; and the question about a price few people mean."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_cents

WATTEN = "watten"
ASK_ABOVE = 200
"""Cents a unit. Who means euros where cents are asked for is a hundred times off."""

ASK_ABOVE_BUMMERL = 1000  # one is played for in many deals; a deal is often several units


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceQuestion:
    """What is asked, the price it is about, and the answer to tick."""

    text: str
    cents: int
    yes: str


class PriceAskedError(Exception):
    """A price must be confirmed first."""

    def __init__(self, question: PriceQuestion) -> None:
        super().__init__(question.text)
        self.question = question


def price_of(game: str, options: Mapping[str, object], tariff: int) -> int:
    """Return what people know the price as: that of a unit, in Watten that of a Bummerl."""
    if game != WATTEN:
        return tariff
    return tariff * int(str(options.get("bummerl_stake", 0)))


def equation(game: str, cents: int, t: Translator, currency: str = "EUR") -> str:
    """Return "1 Einheit = 0,50 €", in Watten with the Bummerl; "" where no money is played for."""
    if not cents:
        return ""
    amount = format_cents(cents, t.lang, currency)
    return t("web.price.bummerl" if game == WATTEN else "web.price.unit", amount=amount)


def price_question(game: str, cents: int, sure: str, t: Translator) -> PriceQuestion | None:
    """Return what to ask before such a price is taken, None where `sure` answered for it."""
    if cents <= (ASK_ABOVE_BUMMERL if game == WATTEN else ASK_ABOVE) or sure == str(cents):
        return None
    said = equation(game, cents, t)
    return PriceQuestion(
        text=t("web.price.question", price=said), cents=cents, yes=t("web.price.yes", price=said)
    )


def require_sure(game: str, cents: int, sure: str, t: Translator) -> None:
    """Return if nobody need be asked about a price, or it was confirmed.

    Raises PriceAskedError.
    """
    question = price_question(game, cents, sure, t)
    if question is not None:
        raise PriceAskedError(question)
