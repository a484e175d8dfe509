"""The whole of `check`, stage after stage."""

from .errors import Errors
from .results_three import three_handers
from .results_watten import watten
from .stage1 import NotReadable
from .stage1 import look_at_record
from .stage1 import read_bytes
from .stage2 import RecordShape
from .stage5_bolachen import bolachen_calls
from .stage5_wallachen import wallachen_calls
from .stage5_watten import watten_calls
from .stage6 import cards
from .stage7 import agreement
from .stage34 import counts
from .stage34 import people
from .table import Table
from .tricks import resolve
from .verdicts import TooMany
from .verdicts import plays
from .words import Json

TOO_MANY = "too many"  # stands where this plain code does not want to look at all deals


def reference_check(given: Json) -> dict[str, Json]:
    """Return the report for a record, given as the bytes of its JSON text or as a JSON value.

    `plays` and `result` are TOO_MANY, and what follows from them, where there are too many deals.
    """
    errors = Errors()
    value = given
    if isinstance(given, bytes):
        try:
            value = read_bytes(given)
        except NotReadable:
            errors.add("format")
    if not errors:
        look_at_record(value, errors)
    if errors:
        return _report_with(errors)
    fields = RecordShape(errors, value["game"]).read(value)
    if errors:
        return _report_with(errors)
    table = Table(value["game"], fields)
    people(table, errors)
    if errors:
        return _report_with(errors)
    counts(table, errors)
    if errors:
        return _report_with(errors)
    {"bolachen": bolachen_calls, "wallachen": wallachen_calls, "watten": watten_calls}[table.game](
        table, errors
    )
    if errors:
        return _report_with(errors)
    return _from_stage_6(table, errors)


def _from_stage_6(table: Table, errors: Errors) -> dict[str, Json]:
    knowledge = cards(table, errors)
    if errors:
        return _report_with(errors)
    tricks = resolve(table)
    agreement(table, tricks, errors)
    if errors:
        return _report_with(errors)
    report = _report_with(errors)
    report["tricks"] = [{"n": trick.n, "winner": trick.winner} for trick in tricks]
    try:
        report["plays"] = plays(table, knowledge, tricks)
        # "`illegal` if at least one play in `plays` is, else `open` if at least one is, else ..."
        verdicts = [play["verdict"] for play in report["plays"]]
        report["verdict"] = next(
            (word for word in ("illegal", "open") if word in verdicts), "legal"
        )
    except TooMany:
        report["plays"] = report["verdict"] = TOO_MANY
    try:
        scored = watten(table, tricks) if table.watten else three_handers(table, tricks, knowledge)
    except TooMany:
        for key in ("result", "units", "soft", "money", "payments"):
            report[key] = TOO_MANY
        return report
    if scored is not None:
        handed = scored.pop("handed")
        report.update(scored)
        report["payments"] = _payments(table, handed)
    return report


def _payments(table: Table, handed: list[tuple[str, str, int]]) -> list[Json]:
    """'Sorted by payer, then payee, in the order of `seats`, the pot after everybody.'"""
    order = [*table.seats, "haferl"]
    listed = sorted(
        (order.index(payer), order.index(payee), amount) for payer, payee, amount in handed
    )
    return [
        {"from": order[payer], "to": order[payee], "amount": amount}
        for payer, payee, amount in listed
        if amount
    ]


def _report_with(errors: Errors) -> dict[str, Json]:
    """Return a report with these errors and nothing scored."""
    return {
        "format": "deal-report/1",
        "verdict": "error" if errors else "legal",
        "errors": errors.as_json(),
        "plays": [],
        "tricks": [],
        "result": None,
        "units": None,
        "soft": None,
        "money": None,
        "payments": [],
    }
