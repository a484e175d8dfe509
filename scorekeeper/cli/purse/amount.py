"""Amounts of money on the command line, read as everywhere else."""

from typing import Any
from typing import NoReturn

import click

from scorekeeper.cli import language
from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.ledger.written import AmountError
from scorekeeper.ledger.written import read_amount


class Amount(click.ParamType[int]):
    """Euros as people write them: 5, 5,50 or 1.234,56; whole cents come out."""

    name = "amount"

    def __init__(self, *, least: int | None = 0, most: int = AMOUNT_MAX) -> None:
        self._least = least
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        try:
            cents = read_amount(str(value), most=self._most)
        except AmountError as error:
            self._refuse(str(value), error.code, param, ctx)
        if self._least is not None and cents < self._least:
            self._refuse(str(value), "below", param, ctx)
        return cents

    def _refuse(
        self, value: str, why: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> NoReturn:
        from scorekeeper.i18n import translator

        t = translator(language())
        self.fail(t("web.amount.of", what=value, why=t(f"web.amount.{why}")), param, ctx)


AMOUNT = Amount()
COUNTED = Amount(most=SUM_MAX)
SIGNED = Amount(least=None)


def named_amount(told: str) -> tuple[str, int]:
    """Return whose amount "Anna=3,40" or "Bert=-3.40" is, and its cents."""
    name, equals, amount = told.rpartition("=")
    if not equals or not name.strip():
        raise click.BadParameter(f"{told!r} is no NAME=AMOUNT, as in Anna=3,40")
    return name.strip(), SIGNED.convert(amount, None, None)
