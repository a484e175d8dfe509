"""One option of a table's house rules: how it is declared and what may stand for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from typing import Any
from typing import NamedTuple


class Texts(NamedTuple):
    """The same words in German and English."""

    de: str
    en: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option as the settings page, the schema, the command line and the book show it.

    `values` are the words and numbers listed by name, the default first, each with its label;
    beside them any whole number in `span` (both ends included) will do. `changes` are the
    numbers of the rules it touches.
    """

    name: str
    default: str | int
    values: Mapping[str | int, Texts]
    span: tuple[int, int] | None
    changes: tuple[str, ...]
    label: Texts
    explanation: Texts

    def allows(self, value: object) -> bool:
        """Say whether this is one of the option's values; `true` is no number."""
        if isinstance(value, bool):
            return False
        if isinstance(value, int) and self.span is not None:
            low, high = self.span
            if low <= value <= high:
                return True
        return isinstance(value, str | int) and value in self.values


def words(
    changes: str,
    label: tuple[str, str],
    explanation: tuple[str, str],
    values: Mapping[str | int, tuple[str, str]],
) -> Any:
    """Declare a field of house rules whose values are listed; the first is the default."""
    return _declare(changes, label, explanation, values, next(iter(values)), None)


def yes_no(
    changes: str, label: tuple[str, str], explanation: tuple[str, str], *, default: str
) -> Any:
    """Declare a field of house rules that is yes or no."""
    other = "no" if default == "yes" else "yes"
    texts = {"yes": ("ja", "yes"), "no": ("nein", "no")}
    values: dict[str | int, tuple[str, str]] = {default: texts[default], other: texts[other]}
    return _declare(changes, label, explanation, values, default, None)


def number(
    changes: str,
    label: tuple[str, str],
    explanation: tuple[str, str],
    *,
    default: int,
    span: tuple[int, int],
) -> Any:
    """Declare a field of house rules that takes any whole number of a span."""
    return _declare(changes, label, explanation, {}, default, span)


def word_or_number(
    changes: str,
    label: tuple[str, str],
    explanation: tuple[str, str],
    *,
    values: Mapping[str | int, tuple[str, str]],
    span: tuple[int, int],
) -> Any:
    """Declare a field of house rules that takes a listed word, the default, or a number."""
    return _declare(changes, label, explanation, values, next(iter(values)), span)


def _declare(
    changes: str,
    label: tuple[str, str],
    explanation: tuple[str, str],
    values: Mapping[str | int, tuple[str, str]],
    default: str | int,
    span: tuple[int, int] | None,
) -> Any:
    option = Option(
        name="",
        default=default,
        values={value: Texts(*texts) for value, texts in values.items()},
        span=span,
        changes=tuple(changes.split()),
        label=Texts(*label),
        explanation=Texts(*explanation),
    )
    return field(default=default, metadata={"option": option})
