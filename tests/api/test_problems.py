"""Which refusal is which status: what is wrong by itself, and what only stands in the way now."""

import re
from typing import Any

import pytest
from flask import Flask
from marshmallow import Schema
from marshmallow import ValidationError
from marshmallow import fields
from marshmallow import validate

from scorekeeper.api.field_words import in_words
from scorekeeper.api.problems import STATUS
from scorekeeper.errors import ErrorCode
from scorekeeper.i18n import catalogue
from scorekeeper.i18n import translator
from scorekeeper.schemas.api_requests import Whole
from scorekeeper.services.desk import Desk
from tests.api.client import playing
from tests.api.client import program

CONFLICTS = frozenset(
    [
        *("accounts_exist", "booking_taken_back", "club_there", "deal_undone"),
        *("dispute_decided", "dispute_open", "email_taken", "entry_reversed"),
        *("import_again", "import_changed", "import_problems", "import_asks", "import_settled"),
        *("import_state", "last_owner", "later_deals_break", "link_ended"),
        *("member_anonymous", "member_inactive", "member_merged", "member_seated"),
        *("merge_none", "merge_same", "merge_seated", "merge_together", "money_open"),
        *("month_closed", "month_order", "name_taken", "night_not_closed"),
        *("night_not_open", "opening_there", "partners_changed", "season_closed"),
        *("season_unfinished", "seat_taken", "settlement_stale", "settlement_started"),
        *("stake_limit", "store_not_empty", "too_many", "transfer_too_much"),
        *("owner_needed", "season_outside", "undo_not_last", "charged_already"),
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


@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_is_wrong_with_a_field_is_said_in_the_language_asked_for(
    app: Flask, desk: Desk, lang: str
) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    wrong = {
        "/members": {"strange": 1},
        f"/nights/{table.night_id}/settlement": {"mode": "barter"},
        "/purse/charges": {
            "kind": 7,
            "member_ids": "all",
            "amount": -1,
            "words": "x" * 1000,
            "day": "yesterday",
        },
        "/purse/member-payments": {"member_id": "", "amount": 1.5, "paid_out": "perhaps"},
    }
    said = {
        path: (api.post(path, body, Accept_Language=lang).json or {})["errors"]["json"]
        for path, body in wrong.items()
    }
    t = translator(lang)
    assert said["/members"] == {
        "name": [t("api.field.missing")],
        "strange": [t("api.field.unknown")],
    }
    known = {key for key in catalogue("api", "en") if key.startswith("api.field.")}
    shapes = [re.compile(re.sub(r"\\{[a-z]+\\}", ".+", re.escape(t(key)))) for key in sorted(known)]
    for errors in said.values():
        for field, (sentence,) in errors.items():
            assert any(shape.fullmatch(sentence) for shape in shapes), (field, sentence)


def test_every_sentence_of_the_checks_we_use_has_words_of_ours() -> None:
    checks: list[tuple[fields.Field[Any], Any]] = [
        (fields.String(), 1),
        (fields.String(validate=validate.Length(2, 3)), "x"),
        (fields.String(validate=validate.Length(min=2)), "x"),
        (fields.String(validate=validate.Length(max=2)), "xxx"),
        (fields.String(validate=validate.OneOf(["a", "b"])), "c"),
        (fields.String(validate=validate.Regexp("a")), "b"),
        (fields.Integer(), "x"),
        (fields.Integer(validate=validate.Range(1, 2)), 3),
        (fields.Integer(validate=validate.Range(min=1)), 0),
        (fields.Integer(validate=validate.Range(max=1)), 2),
        (Whole(0, 5), "x"),
        (Whole(0, 5), -1),
        (fields.Boolean(), "x"),
        (fields.Date(), "x"),
        (fields.AwareDateTime(), "x"),
        (fields.List(fields.String()), "x"),
        (fields.Dict(), "x"),
        (fields.Nested(Schema.from_dict({})), "x"),
        (fields.String(), None),
    ]
    for field, value in checks:
        with pytest.raises(ValidationError) as caught:
            Schema.from_dict({"it": field})().load({"it": value})
        told = caught.value.messages
        german, english = (in_words(told, translator(lang)) for lang in ("de", "en"))
        assert len({str(one) for one in (told, german, english)}) == 3, told
