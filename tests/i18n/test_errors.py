"""Every refusal has a sentence in both languages, also one whose values are not known here."""

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import error_sentence
from scorekeeper.i18n import translator


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("code", list(ErrorCode))
def test_every_code_has_its_sentence(code: ErrorCode, lang: str) -> None:
    assert translator(lang).has(f"errors.{code}")
    assert error_sentence(ScorekeeperError(code), lang).strip()


def test_values_stand_in_the_sentence() -> None:
    error = ScorekeeperError(ErrorCode.NAME_TAKEN, "name", name="Anna")
    assert "Anna" in error_sentence(error, "de")
    listed = ScorekeeperError(ErrorCode.NAME_TAKEN, name=("Anna", "Bert"))
    assert "Anna and Bert" in error_sentence(listed, "en")


def test_a_month_is_written_as_people_say_it() -> None:
    error = ScorekeeperError(ErrorCode.MONTH_CLOSED, "day", month="2026-11")
    assert "November 2026" in error_sentence(error, "de")
    march = ScorekeeperError(ErrorCode.MONTH_CLOSED, "day", month="2026-03")
    assert "März 2026" in error_sentence(march, "de")
    assert "March 2026" in error_sentence(march, "en")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_name_taken_has_advice_for_what_it_is_the_name_of(lang: str) -> None:
    said = {
        of: error_sentence(ScorekeeperError(ErrorCode.NAME_TAKEN, "name", name="X", of=of), lang)
        for of in ("", "season", "item", "ladder")
    }
    assert len(set(said.values())) == 4
    people = {"de": "Nachnamens", "en": "initial"}[lang]
    assert [of for of, sentence in said.items() if people in sentence] == [""]
