"""What the import asks, as sentences: the doubt, and how the command line answers it."""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any
from typing import Protocol

from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.sentences import Words

_ROWS_NAMED = 40
_A_DAY = "2026-11-27"


class Asked(Protocol):
    """A question as the import asks it."""

    @property
    def code(self) -> str: ...

    @property
    def rows(self) -> Sequence[int]: ...

    @property
    def columns(self) -> Sequence[str]: ...

    @property
    def sheets(self) -> Sequence[str]: ...

    @property
    def values(self) -> Mapping[str, Any]: ...


def question_sentence(asked: Asked, t: Words, lang: str) -> str:
    """Return what is in doubt, with the rows, columns and worksheets it is about."""
    return t(f"files.question.{asked.code}", len(asked.rows), **_values(asked, t, lang))


def answer_sentence(asked: Asked, t: Words, lang: str) -> str:
    """Return which options of the command line answer a question, ready to be typed."""
    return t(f"files.answer.{asked.code}", **_values(asked, t, lang))


def left_out_sentences(totals: Sequence[int], known: Sequence[int], t: Words) -> list[str]:
    """Return which rows count for nothing, and how that is overruled."""
    told = []
    if totals:
        told.append(
            t("files.left_out.totals", len(totals), rows=rows_named(totals, t), list=_typed(totals))
        )
    if known:
        told.append(t("files.left_out.known", len(known), rows=rows_named(known, t)))
    return told


def rows_named(rows: Sequence[int], t: Words, amounts: Mapping[str, str] | None = None) -> str:
    """Return rows by their numbers: "Zeile 5", "Zeilen 5, 8, 9", each with its amount if it has."""
    told = amounts or {}
    some = ", ".join(
        f"{row} ({told[str(row)]})" if str(row) in told else str(row) for row in rows[:_ROWS_NAMED]
    )
    if len(rows) > _ROWS_NAMED:
        some = t("files.rows.more", len(rows) - _ROWS_NAMED, some=some)
    return t("files.rows", len(rows), rows=some)


def _typed(rows: Sequence[int]) -> str:
    return ",".join(map(str, rows))


def _values(asked: Asked, t: Words, lang: str) -> dict[str, Any]:
    amounts = {
        row: format_cents(cents, lang, sign=True)
        for row, cents in asked.values.get("cents", {}).items()
    }
    imports = asked.values.get("imports", ())
    return {
        **asked.values,
        "rows": rows_named(asked.rows, t, amounts),
        "list": _typed(asked.rows),
        "columns": ", ".join(f"„{one}“" if lang == "de" else f"“{one}”" for one in asked.columns),
        "sheets": ", ".join(asked.sheets),
        "sheet": asked.sheets[-1] if asked.sheets else "",
        "evening": t("files.answer.evening", day=_A_DAY) if asked.values.get("evening") else "",
        "replace": t("files.answer.replace", number=imports[-1]) if imports else "",
    }
