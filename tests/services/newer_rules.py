"""Rules that changed: what a later version of the program may pay, put in place of today's."""

import pytest

from scorekeeper.rules import bolachen
from scorekeeper.rules import wallachen
from scorekeeper.rules import watten_points
from scorekeeper.rules.version import RULES_VERSION
from scorekeeper.services import scoring

TODAY = RULES_VERSION


def change_payments(monkeypatch: pytest.MonkeyPatch, *, version: int = TODAY + 1) -> None:
    """From now on a Brand, a number and a deal of Watten are each worth one more."""
    brand, bid, point = bolachen.game_value, wallachen.game_value, watten_points.plain_value
    monkeypatch.setattr(bolachen, "game_value", lambda *told: brand(*told) + 1)

    def number(*told: object, **more: object) -> int | None:
        value = bid(*told, **more)  # type: ignore[arg-type]
        return None if value is None else value + 1

    monkeypatch.setattr(wallachen, "game_value", number)
    monkeypatch.setattr(watten_points, "plain_value", lambda *told: point(*told) + 1)
    monkeypatch.setattr(scoring, "RULES_VERSION", version)
