"""Deal records judged and solved, and the rules they are judged by."""

import json
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import check_text
from scorekeeper.adjudication.solution import solve_text
from scorekeeper.adjudication.writing import report_as_json
from scorekeeper.api.asking import language
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.blueprint import page_of
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.rules.book import NUMBERS
from scorekeeper.rules.book import game_of
from scorekeeper.rules.book import options_changing
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.schemas.record_json import record_json_schema
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.solver.solve import Solution
from scorekeeper.solver.solve import solution_as_json

resources = Blueprint("records", "Deal records judged and solved; the rule book.")
_RECORD = {
    "game": "bolachen",
    "players": ["Anna", "Bert", "Caro"],
    "contract": {"kind": "brand", "declarer": "Bert", "trump": "H"},
    "tricks_taken": {"Bert": 5},
}
_BODY = {
    "required": True,
    "description": "A deal record; its JSON Schema is at /api/v1/schemas/record.",
    "content": {"application/json": {"schema": {"type": "object"}, "example": _RECORD}},
}
_ANSWER = {"type": "object"}


@resources.post("/check")
@heavy
@needs(Action.ENTER_SITE)
@resources.takes_body(_BODY)
@resources.gives(200, _ANSWER, description="The report, as `scorekeeper check --json` has it.")
def check() -> Any:
    """Judge a deal record: is it as the rules have it, and who pays whom?"""
    return _json(_told(check_text(request.get_data())))


@resources.post("/solve")
@heavy
@needs(Action.ENTER_SITE)
@resources.takes_body(_BODY)
@resources.gives(200, _ANSWER, description="The solution, or the report of what is missing.")
def solve() -> Any:
    """Say what best play by everyone would have given, and what each card cost."""
    solved = solve_text(request.get_data())
    return _json(solution_as_json(solved) if isinstance(solved, Solution) else _told(solved))


@resources.get("/schemas/record")
@needs(Action.PUBLIC)
@resources.gives(200, _ANSWER, description="JSON Schema 2020-12.")
def record_schema() -> Any:
    """Return the JSON Schema of a deal record."""
    return _json(record_json_schema())


@resources.get("/rules")
@needs(Action.PUBLIC)
@resources.takes(asked.OfGame, location="query")
@resources.answers(200, answers.RULES)
def list_rules(told: dict[str, Any]) -> Any:
    """Return the rule book, or that of one game, in the Accept-Language."""
    chosen = told.get("game")
    numbers = [one for one in NUMBERS if chosen is None or game_of(one) in (None, Game(chosen))]
    return page_of([_rule(number) for number in numbers], None)


@resources.get("/rules/<string(maxlength=8):number>")
@needs(Action.PUBLIC)
@resources.answers(200, answers.Rule)
def get_rule(number: str) -> Any:
    """Return one rule by its number, as in W19."""
    if number.upper() not in NUMBERS:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "rule")
    return _rule(number.upper())


def _rule(number: str) -> dict[str, Any]:
    t = translator(language())
    own = game_of(number)
    names = [
        option.name
        for game in ([own] if own else list(Game))
        for option in options_changing(game, number)
    ]
    title, text = t(f"rulebook.{number}.title"), t(f"rulebook.{number}")
    return answers.as_rule(number, title, text, list(dict.fromkeys(names)))


def _told(report: Report) -> dict[str, object]:
    t = translator(language())

    def sentence(finding: Finding) -> str:
        return finding_sentence(finding, t)

    return report_as_json(report, sentence)


def _json(value: object) -> Response:
    return Response(json.dumps(value), mimetype="application/json")
