"""Every key has a text in both languages, with the same placeholders."""

import re
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po as babel_read_po

from scorekeeper.i18n import CATALOG
from scorekeeper.i18n import UnknownKeyError
from scorekeeper.i18n import catalogue
from scorekeeper.i18n import joined
from scorekeeper.i18n import translator
from scorekeeper.i18n.po import PoError
from scorekeeper.i18n.po import read_po

FILES = sorted(CATALOG.glob("*.po"))
DOMAINS = sorted({path.name.split(".")[0] for path in FILES})


def placeholders(text: str) -> set[str]:
    found = set()
    for _, name, spec, _ in string.Formatter().parse(text):
        if name is not None:
            assert re.fullmatch("[a-z_]+", name), text
            assert spec in ("", "or"), text
            found.add(name)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_catalogues_are_read_as_gettext_reads_them(path: Path) -> None:
    with path.open("rb") as stream:
        by_babel = {
            entry.id[0] if isinstance(entry.id, tuple) else entry.id: (
                entry.string if isinstance(entry.string, tuple) else (entry.string,)
            )
            for entry in babel_read_po(stream)
            if entry.id
        }
    assert read_po(path) == by_babel


@pytest.mark.parametrize("domain", DOMAINS)
def test_both_languages_have_the_same_keys_with_the_same_placeholders(domain: str) -> None:
    german, english = catalogue(domain, "de"), catalogue(domain, "en")
    assert german.keys() == english.keys()
    for key, texts in german.items():
        assert key.startswith(f"{domain}.")
        assert all(texts + english[key]), key
        assert len(texts) == len(english[key]), key
        many, en_many = placeholders(texts[-1]), placeholders(english[key][-1])
        assert many == en_many, key
        for text in (*texts, *english[key]):
            assert placeholders(text) | {"n"} == many | {"n"}, key


def test_one_and_many() -> None:
    t = translator("de")
    assert t("check.verdict.error", 1).endswith("ein Fehler.")
    assert t("check.verdict.error", 2).endswith("2 Fehler.")
    assert t("check.verdict.error", n=3).endswith("3 Fehler.")


def test_unknown_keys_and_languages_are_mistakes() -> None:
    with pytest.raises(UnknownKeyError):
        translator("de")("findings.nothing")
    with pytest.raises(UnknownKeyError):
        translator("de")("nowhere.nothing")
    with pytest.raises(ValueError, match="fr"):
        translator("fr")
    assert not translator("en").has("findings.nothing")
    assert translator("en").has("findings.suit.H")


def test_lists_are_joined_as_in_a_sentence() -> None:
    assert joined([], "de") == ""
    assert joined(["Anna"], "de") == "Anna"
    assert joined(["Anna", "Bert", "Caro"], "de") == "Anna, Bert und Caro"
    assert joined(["HA", "HK"], "en", word="or") == "HA or HK"


@pytest.mark.parametrize(
    "text",
    ['msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n', "nonsense\n", 'msgid "a\n'],
)
def test_a_broken_catalogue_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.de.po"
    path.write_text(text, "utf-8")
    with pytest.raises(PoError):
        read_po(path)


def test_escapes_and_continued_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.de.po"
    path.write_text('msgid "a"\nmsgstr ""\n"eins \\"zwei\\" \\\\"\n"\\ndrei"\n', "utf-8")
    assert read_po(path) == {"a": ('eins "zwei" \\\ndrei',)}
