"""What is wrong with a sheet: said at the question, and once more beside the button, as a link.

The sheet of a deal is longer than a phone. Whoever taps "save" sees the foot of it, so what is open
stands there in short and leads to its question; what belongs to no question stands above the sheet.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any
from typing import NamedTuple

from scorekeeper.schemas.forms import FormError
from scorekeeper.web.pages import words

# Where in a record a finding stands, and which question of the sheet that is.
FIELD_OF = {
    "contract/declarer": "declarer",
    "contract/kind": "play",
    "contract/bid": "play",
    "contract/trump": "trump",
    "contract/schlag": "schlag",
    "tricks_taken": "tricks",
    "doubles": "doubles",
    "raises": "value",
    "gehen": "winner",
    "maschine": "winner",
    "call/from": "call_from",
    "call/given": "call_given",
    "call": "call_card",
    "dealer": "dealer",
}
# Questions one picks from a list for have a field of their own name, the others are groups.
_LISTS = frozenset({"dealer", "revoke_by", "revoke_trick", "call_card", "call_from", "call_given"})


class Open(NamedTuple):
    """Something that is open or wrong: where its question is on the page, and what to say."""

    anchor: str
    words: str


def shown_at_fields(error: FormError) -> dict[str, str]:
    """Say at each question that it is open; the question itself stands there already."""
    t = words()
    return {
        name: t("web.form.required" if ".missing." in key else key)
        for name, key in error.errors.items()
    }


def open_questions(error: FormError) -> tuple[Open, ...]:
    """Return what a sheet still asks, each question once."""
    t = words()
    return open_of({name: t(key) for name, key in error.errors.items()})


def open_of(told: Mapping[str, str]) -> tuple[Open, ...]:
    """Return links to questions, by the name of each with what to say of it."""
    found: dict[str, Open] = {}
    for name, said in told.items():
        prefix, dot, field = name.rpartition(".")
        anchor = field if field in _LISTS else f"ask-{field}"
        found.setdefault(said, Open(f"{prefix}{dot}{anchor}", said))
    return tuple(found.values())


def finding_fields(errors: object) -> dict[str, str]:
    """Put each finding at the question it is about; what has none has no name."""
    placed: dict[str, list[str]] = {}
    for found in objects(errors):
        path = str(found.get("path", "")).strip("/")
        field = next((f for start, f in FIELD_OF.items() if path.startswith(start)), "")
        placed.setdefault(field, []).append(str(found.get("message", "")))
    return {field: " ".join(dict.fromkeys(said)) for field, said in placed.items()}


def objects(value: object) -> Sequence[Mapping[str, Any]]:
    """Return a list of findings as it is stored, nothing where there is none."""
    return value if isinstance(value, list | tuple) else ()
