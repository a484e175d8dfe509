"""What a file leaves in doubt: a question names the place and the option that answers it.

While one is open, nothing of the file is stored. A problem is what cannot be right however it is
read; a question can be answered by whoever brings the file in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from typing import Any

AGAIN_ANSWERS = frozenset({"known", "changed", "known_deals", "same_file"})
"""What is answered by saying that these rows are new."""

CODES = AGAIN_ANSWERS | {
    *("balances", "column", "currency", "dates", "difference", "lists", "rows", "sheet"),
    *("money", "names", "signs", "total", "unit", "unnamed_total"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A doubt about a file: `code` names its sentence (`files.question.*`), `values` fill it.

    `rows` are numbers of the file, `columns` the headings and `sheets` the worksheets in doubt,
    `options` those of the command line that answer.
    """

    code: str
    rows: tuple[int, ...] = ()
    columns: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the question as it is stored and given to machines."""
        return {
            "code": self.code,
            "rows": list(self.rows),
            "columns": list(self.columns),
            "sheets": list(self.sheets),
            "options": list(self.options),
            "values": dict(self.values),
        }


def from_dict(said: Mapping[str, Any]) -> Question:
    """Return a question that was stored."""
    return Question(
        code=said["code"],
        rows=tuple(said["rows"]),
        columns=tuple(said["columns"]),
        sheets=tuple(said["sheets"]),
        options=tuple(said["options"]),
        values=said["values"],
    )
