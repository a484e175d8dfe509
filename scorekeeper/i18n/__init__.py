"""Every text for people, German and English, by key.

A key is a dotted name whose first word is its catalogue: `findings.B15.lower` stands in
`catalog/findings.de.po` and `catalog/findings.en.po`. A catalogue is read when its first key is
asked for.
"""

from collections.abc import Iterable
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_month
from scorekeeper.i18n.po import Messages
from scorekeeper.i18n.po import read_po

LANGUAGES = ("de", "en")
DEFAULT_LANGUAGE = "de"

CATALOG = Path(__file__).parent / "catalog"


def asked_for(accepted: Iterable[tuple[str, float]], own: str) -> str:
    """Return the language of ours that is liked best in an Accept-Language, else our own.

    `accepted` are its words with how much each is liked, the best first; en-GB is English.
    """
    for tag, liked in accepted:
        word = tag.partition("-")[0].lower()
        if liked > 0 and word in (*LANGUAGES, "*"):
            return own if word == "*" else word
    return own


class UnknownKeyError(KeyError):
    """A key that no catalogue has: a mistake in the program."""


@cache
def catalogue(domain: str, lang: str) -> Messages:
    """Give the texts of one catalogue in one language; empty when there is none."""
    path = CATALOG / f"{domain}.{lang}.po"
    return read_po(path) if path.is_file() else {}


class Translator:
    """Says sentences in one language."""

    __slots__ = ("_known", "lang")

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._known: Messages = {}

    def __call__(self, key: str, n: int | None = None, /, **values: object) -> str:
        """Return the sentence of a key with its placeholders filled; a tuple or list is listed.

        Where the sentence has a form for one and one for many, `n` chooses, which also fills {n}
        and may be given by name; without it the length of the first list does.

        Raises UnknownKeyError: no catalogue has the key; KeyError: a placeholder has no value.
        """
        if n is not None:
            values["n"] = n
        return self.fill(key, values)

    def fill(self, key: str, values: dict[str, object]) -> str:
        """Return the sentence of a key as a call does; a dict may know values of its own."""
        texts = self._known.get(key)
        if texts is None:
            texts = self._find(key)
        count = values.get("n")
        for name, value in values.items():
            if isinstance(value, tuple | list):
                values[name] = value = Listed(value, self.lang)
            if count is None and isinstance(value, Listed):
                count = len(value)
        text = texts[0] if len(texts) == 1 or count == 1 else texts[1]
        return text.format_map(values) if values else text

    def has(self, key: str) -> bool:
        """Say whether there is a sentence for this key."""
        return key in catalogue(key.partition(".")[0], self.lang)

    def _find(self, key: str) -> tuple[str, ...]:
        texts = catalogue(key.partition(".")[0], self.lang).get(key)
        if texts is None:
            raise UnknownKeyError(f"{key} ({self.lang})")
        self._known[key] = texts
        return texts


@cache
def translator(lang: str) -> Translator:
    """Give the translator of a language, always the same one.

    Raises ValueError for a language we do not speak.
    """
    if lang not in LANGUAGES:
        raise ValueError(lang)
    return Translator(lang)


def joined(parts: Sequence[str], lang: str, *, word: str = "and") -> str:
    """Join parts as in a sentence: "Anna, Bert und Caro"; `word` is "and" or "or"."""
    if len(parts) < 2:
        return "".join(parts)
    link = _LINKS[lang, word]
    return f"{', '.join(parts[:-1])} {link} {parts[-1]}"


_LINKS = {("de", "and"): "und", ("de", "or"): "oder", ("en", "and"): "and", ("en", "or"): "or"}


class Listed:
    """The value of a placeholder that lists: "{names}" joins with "and", "{names:or}" with "or"."""

    __slots__ = ("_lang", "_parts")

    def __init__(self, parts: Sequence[object], lang: str) -> None:
        self._parts = tuple(map(str, parts))
        self._lang = lang

    def __len__(self) -> int:
        return len(self._parts)

    def __format__(self, spec: str) -> str:
        return joined(self._parts, self._lang, word=spec or "and")


def error_sentence(error: ScorekeeperError, lang: str, *, key: str = "") -> str:
    """Return a refusal in words, with what to do about it.

    With `key` in the words of this sentence, where some readers have their own.
    """
    t = translator(lang)
    key = key or _key_of(error, t)
    values = {"place": error.place or "", "code": error.code.value, **error.values}
    if "cents" in values:
        values["cents"] = format_cents(int(str(values["cents"])), lang)
    if "month" in values:
        values["month"] = format_month(str(values["month"]), lang)
    said = _Missing((name, _in_words(value, lang)) for name, value in values.items())
    return t.fill(key, said)


def _key_of(error: ScorekeeperError, t: Translator) -> str:
    key = f"errors.{error.code.value}"
    # What to do about it may depend on what it is about: a season has no initial.
    about = f"{key}.{error.values.get('of')}"
    if t.has(about):
        return about
    return key if t.has(key) else "errors.other"


def _in_words(value: object, lang: str) -> object:
    if isinstance(value, date):
        return format_date(value, lang)
    return value


class _Missing(dict[str, object]):
    """Values of a sentence; a refusal must be said even where one of them is missing."""

    def __missing__(self, name: str) -> str:
        return "…"
