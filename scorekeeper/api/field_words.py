"""What is wrong with a field, in the language that was asked for.

Fields are checked by marshmallow, which speaks English alone. Its sentences are told apart here by
their shape and said in ours; one nobody knows stays as it is.
"""

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper.i18n import Translator

_BETWEEN = (
    r"Must be greater than or equal to (?P<least>-?\d+)"
    r" and less than or equal to (?P<most>-?\d+)\."
)
_WORDS = tuple(
    (re.compile(shape), f"api.field.{word}")
    for shape, word in (
        (r"Missing data for required field\.", "missing"),
        (r"Field may not be null\.", "null"),
        (r"Unknown field\.", "unknown"),
        (r"Not a valid (?:string|utf-8 string)\.", "text"),
        (r"(?:Not a valid (?:integer|number)|Not a whole number)\.", "number"),
        (r"Not a valid boolean\.", "yes_or_no"),
        (r"Not a valid date\.", "day"),
        (r"Not a valid (?:aware )?datetime\.", "moment"),
        (r"Not a valid list\.", "list"),
        (r"(?:Not a valid mapping type|Invalid (?:input )?type)\.", "object"),
        (r"Must be one of: (?P<choices>.*)\.", "choice"),
        (r"Shorter than minimum length (?P<least>\d+)\.", "short"),
        (r"Longer than maximum length (?P<most>\d+)\.", "long"),
        (r"Length must be between (?P<least>\d+) and (?P<most>\d+)\.", "length"),
        (r"Must be greater than or equal to (?P<least>-?\d+)\.", "least"),
        (r"Must be less than or equal to (?P<most>-?\d+)\.", "most"),
        (_BETWEEN, "between"),
        (r"(?:String does not match expected pattern|Invalid (?:value|input))\.", "value"),
    )
)


def in_words(errors: Any, t: Translator) -> Any:
    """Return errors by field as they are, with every sentence in a translator's language."""
    if isinstance(errors, Mapping):
        return {field: in_words(told, t) for field, told in errors.items()}
    if isinstance(errors, list | tuple):
        return [in_words(told, t) for told in errors]
    if not isinstance(errors, str):
        return errors
    for shape, key in _WORDS:
        found = shape.fullmatch(errors)
        if found is not None:
            return t(key, **found.groupdict())
    return errors
