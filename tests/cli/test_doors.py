"""Every spelling of an amount means the same at every door: form, purse, sheet, cell, shell."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError
from werkzeug.datastructures import MultiDict

from scorekeeper.cli import main
from scorekeeper.cli.purse.amount import SIGNED
from scorekeeper.clock import system_clock
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.i18n import translator
from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.ledger.written import AmountError
from scorekeeper.ledger.written import read_amount
from scorekeeper.ledger.written import read_price
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Payment
from scorekeeper.schemas.forms import QuickNight
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_purse import Transferred
from scorekeeper.schemas.forms_settling import MoneyRules
from scorekeeper.schemas.forms_settling import sheet_rows
from scorekeeper.services.clubs import private_club
from scorekeeper.services.desk import open_desk

KEY = "k" * 12
MEANT = [
    *(("3", 300), ("3,4", 340), ("3.4", 340), ("3,40", 340), ("3.40", 340), ("5,5", 550)),
    *(("0,5", 50), (",50", 50), ("0,05 €", 5), ("  12,00 ", 1200), ("5,-", 500), ("5,--", 500)),
    *(("5 €", 500), ("€5", 500), ("5 euro", 500), ("5 Euro", 500), ("EUR 5", 500)),
    *(("50 ct", 50), ("50 Cent", 50), ("50ct.", 50), ("0050", 5000), ("+5", 500)),
    *(("1.234,56", 123_456), ("1,234.56", 123_456), ("1'234,56", 123_456), ("1’234", 123_400)),
    *(("1 234,56", 123_456), ("1\u202f234,56 €", 123_456), ("12.345,6", 1_234_560)),
    *(("1.000.000", AMOUNT_MAX), ("1000000,00", AMOUNT_MAX)),
]
BELOW = [("-5", -500), ("−5,50", -550), ("5-", -500), ("(5)", -500), ("-€5", -500)]
REFUSED = [
    *(("viel", "amount"), ("5,", "amount"), ("5 6,70 8x", "amount"), ("1e3", "amount")),
    *(("1.2.3,4", "amount"), ("1.23,456", "amount"), ("٣", "amount"), ("--5", "amount")),
    *(("1.234", "unclear"), ("1,234", "unclear"), ("12.345", "unclear")),
    *(("0,123", "fraction"), ("3,4567", "fraction"), ("0,5 Cent", "fraction")),
    *(("5 $", "currency"), ("CHF 5", "currency"), ("£5", "currency")),
    *(("9" * 14, "large"), ("9" * 20, "large")),
]


def in_form(written: str) -> int:
    return int(read(Payment, MultiDict({"key": KEY, "transfer": "t", "amount": written}))["amount"])


def in_purse(written: str) -> int:
    typed = {"key": KEY, "payer": "a", "payee": "b", "amount": written, "day": "2026-11-27"}
    return int(read(Transferred, MultiDict(typed))["amount"])


def in_rules(written: str) -> int:
    return int(read(MoneyRules, MultiDict({"stake_limit": written}))["stake_limit"])


def in_sheet(written: str) -> int:
    (row,) = sheet_rows(["a"], [""], [written], [""])
    if row.wrong:
        raise ValidationError(row.wrong)
    return row.cents


def in_shell(written: str) -> int:
    return SIGNED.convert(written, None, None)


UNSIGNED = (in_form, in_purse, in_rules, in_sheet)
DOORS: tuple[Callable[[str], int], ...] = (read_amount, amount_of, in_shell, *UNSIGNED)


def why_not(door: Callable[[str], int], written: str) -> str:
    """Return the reason a door gives, "" when it takes the amount."""
    try:
        door(written)
    except (AmountError, CellError) as error:
        return error.code
    except FormError as error:
        (key,) = error.errors.values()
        return key.removeprefix("web.amount.")
    except ValidationError as error:
        return str(error.messages[0]).removeprefix("web.amount.")
    except Exception as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("written", "cents"), MEANT)
@pytest.mark.parametrize("door", DOORS)
def test_it_means_the_same_everywhere(door: Callable[[str], int], written: str, cents: int) -> None:
    assert why_not(door, written) == ""
    assert door(written) == cents


@pytest.mark.parametrize(("written", "cents"), BELOW)
def test_below_zero_is_read_where_it_may_be(written: str, cents: int) -> None:
    for door in (read_amount, amount_of, in_shell):
        assert door(written) == cents
    for door in UNSIGNED:
        assert why_not(door, written) == "below"


@pytest.mark.parametrize(("written", "reason"), REFUSED)
@pytest.mark.parametrize("door", DOORS)
def test_the_same_is_refused_for_the_same_reason(
    door: Callable[[str], int], written: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if door is in_shell:
        monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "de")
        t = translator("de")
        reason = t("web.amount.of", what=written, why=t(f"web.amount.{reason}"))
    assert why_not(door, written) == reason


def test_only_money_handed_over_may_be_more_than_a_row() -> None:
    for door in DOORS:
        assert why_not(door, "1.000.000") == ""
        assert (why_not(door, "1000000,01") == "") is (door is in_form)
    assert in_form("12.000.000,00") == 12 * AMOUNT_MAX


@pytest.mark.parametrize(
    ("written", "cents"),
    [("10", 10), ("5 ct", 5), ("50 Cent", 50), ("0,10 €", 10), ("1,50 Euro", 150), ("0", 0)],
)
def test_prices_are_in_cents(written: str, cents: int) -> None:
    form = MultiDict([("key", KEY), ("tariff", written), *(("name", n) for n in "ABC")])
    assert read_price(written) == read(QuickNight, form)["tariff"] == cents


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        *(("0,5", "cents"), ("0,50", "cents"), ("1.50", "cents"), ("10,00", "cents")),
        *(
            ("zehn", "price"),
            ("1.234", "cents"),
            ("0,5 ct", "fraction"),
            ("-5", "below"),
            ("1000001", "price_large"),
        ),
    ],
)
def test_a_price_with_decimals_is_never_taken_for_the_other_unit(written: str, reason: str) -> None:
    form = MultiDict([("key", KEY), ("tariff", written), *(("name", n) for n in "ABC")])
    with pytest.raises(FormError) as caught:
        read(QuickNight, form)
    assert caught.value.errors == {"tariff": f"web.amount.{reason}"}


@given(st.text(max_size=30))
def test_whatever_is_typed_is_an_amount_or_has_a_reason(written: str) -> None:
    reasons = ("", "amount", "unclear", "fraction", "currency", "large", "cents")
    assert why_not(read_amount, written) in reasons
    assert why_not(read_price, written) in reasons


def test_the_shell_books_and_refuses_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    run = CliRunner()
    assert run.invoke(main, ["db", "upgrade"]).exit_code == 0
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock)
    private_club(desk)
    desk.close()
    done = run.invoke(main, ["purse", "book", "income", "5,5", "Spende"])
    assert done.exit_code == 0, done.output
    shown = json.loads(run.invoke(main, ["purse", "show", "--json"]).output)
    assert shown["cash"] == 550
    for amount, said in (("-3", "without a minus"), ("1.000", "thousands or cents")):
        done = run.invoke(main, ["purse", "book", "income", "--", amount, "Spende"])
        assert done.exit_code == 2
        assert said in done.output
    done = run.invoke(main, ["night", "amounts", "A=B=1", "Bert=1000000,01", "--why", "x"])
    assert done.exit_code == 2
    assert "1000000,01" in done.output
    assert "€1,000,000.00" in done.output
