"""Account numbers: the examples banks print, and every slip of a finger."""

import string

import pytest

from scorekeeper.ledger.iban import grouped
from scorekeeper.ledger.iban import needs_bic
from scorekeeper.ledger.iban import read_bic
from scorekeeper.ledger.iban import read_iban
from scorekeeper.ledger.iban import same_country

EXAMPLES = (
    "DE89 3704 0044 0532 0130 00",
    "AT61 1904 3002 3457 3201",
    "CH93 0076 2011 6238 5295 7",
    "FR14 2004 1010 0505 0001 3M02 606",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
)


@pytest.mark.parametrize("printed", EXAMPLES)
def test_examples_of_the_standard_are_right(printed: str) -> None:
    plain = printed.replace(" ", "")
    assert read_iban(printed) == plain
    assert read_iban(printed.lower()) == plain
    assert grouped(plain) == printed


def test_every_single_wrong_digit_is_found_and_every_two_changed_ones() -> None:
    plain = EXAMPLES[0].replace(" ", "")
    for place in range(2, len(plain)):
        for digit in string.digits:
            if digit != plain[place]:
                assert read_iban(plain[:place] + digit + plain[place + 1 :]) is None
    for place in range(2, len(plain) - 1):
        one, other = plain[place], plain[place + 1]
        if one != other:
            assert read_iban(plain[:place] + other + one + plain[place + 2 :]) is None


@pytest.mark.parametrize(
    "told", ["", "DE", "DE8937040044053201300", "US89370400440532013000", "DE89 3704 ÄÖ", "x" * 90]
)
def test_what_is_none_is_none(told: str) -> None:
    assert read_iban(told) is None


def test_banks_have_eight_or_eleven_signs() -> None:
    assert read_bic("cobadeff xxx") == "COBADEFFXXX"
    assert read_bic("COBADEFF") == "COBADEFF"
    assert read_bic("COBADEF") is None
    assert read_bic("COBADEFFXX") is None


def test_banks_outside_the_eea_must_be_told_by_bic() -> None:
    outside = [one for one in EXAMPLES if needs_bic(one)]
    assert [one[:2] for one in outside] == ["CH"]
    for country in ("AD", "GB", "SM", "MC"):
        assert needs_bic(country + "00")
    for country in ("DE", "NO", "IS", "LI", "HR"):
        assert not needs_bic(country + "00")


@pytest.mark.parametrize(
    ("iban", "bic", "same"),
    [
        *(("DE89", "COBADEFFXXX", True), ("DE89", "POFICHBEXXX", False)),
        *(("GB29", "MIDLJESH", True), ("FR14", "BNPAGPGX", True), ("CH93", "POFICHBE", True)),
        ("AT61", "COBADEFF", False),
    ],
)
def test_iban_and_bic_are_of_one_country(iban: str, bic: str, same: bool) -> None:
    assert same_country(iban, bic) is same
