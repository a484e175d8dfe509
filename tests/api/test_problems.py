"""Which refusal is which status: what is wrong by itself, and what only stands in the way now."""

import pytest
from flask import Flask

from scorekeeper.api.problems import STATUS
from scorekeeper.errors import ErrorCode
from scorekeeper.services.desk import Desk
from tests.api.client import playing
from tests.api.client import program

CONFLICTS = frozenset(
    [
        *("accounts_exist", "booking_taken_back", "club_there", "deal_undone"),
        *("dispute_decided", "dispute_open", "email_taken", "entry_reversed"),
        *("import_again", "import_changed", "import_problems", "import_settled"),
        *("import_state", "last_owner", "later_deals_break", "link_ended"),
        *("member_anonymous", "member_inactive", "member_merged", "member_seated"),
        *("merge_none", "merge_same", "merge_seated", "merge_together", "money_open"),
        *("month_closed", "month_order", "name_taken", "night_not_closed"),
        *("night_not_open", "opening_there", "partners_changed", "season_closed"),
        *("season_unfinished", "seat_taken", "settlement_stale", "settlement_started"),
        *("stake_limit", "store_not_empty", "too_many", "transfer_too_much"),
        *("owner_needed", "season_outside", "undo_not_last"),
    ]
)
"""What may be sent again once something else has changed."""


def test_every_refusal_has_its_status_on_purpose() -> None:
    """Whoever adds a code says here that it is a conflict, or in STATUS what else it is."""
    assert {code.value for code in ErrorCode if code not in STATUS} - CONFLICTS == set()
    assert {code.value for code in STATUS} & CONFLICTS == set()
    assert {status for status in STATUS.values() if status < 500} == {403, 404, 412, 413, 422, 429}


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/nights/{night}/amounts", {"changes": {"Anna": 100, "Bert": -50}}, "amounts_unbalanced"),
        (
            "/purse/cash-entries",
            {"kind": "income", "amount": 5, "category": "x", "place": "cash", "day": "2099-01-01"},
            "day_ahead",
        ),
        ("/nights/{night}/void", {"reason": ""}, "reason_needed"),
    ],
)
def test_what_is_wrong_by_itself_is_no_conflict(
    app: Flask, desk: Desk, path: str, body: dict[str, object], code: str
) -> None:
    table = playing(desk)
    if "changes" in body:
        changes = {table.id("Anna"): 100, table.id("Bert"): -50}
        body = {"changes": changes, "why": "Zettel"}
    answer = program(app, desk, table.club_id).post(path.format(night=table.night_id), body)
    told = answer.json or {}
    assert (answer.status_code, told.get("status"), told.get("code")) == (422, 422, code)


def test_a_file_that_is_no_sheet_is_no_conflict(app: Flask, desk: Desk) -> None:
    api = program(app, desk, playing(desk).club_id)
    for content, code in ((b"", "sheet_empty"), (b"\0\1\2" * 99, "sheet_unreadable")):
        answer = api.client.post(
            f"{api.at}/imports?file_name=abend.xls",
            data=content,
            headers={"Authorization": f"Bearer {api.key}"},
            content_type="application/octet-stream",
        )
        assert (answer.status_code, (answer.json or {}).get("code")) == (422, code)
