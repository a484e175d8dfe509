"""Coins and the most anybody may lose: agreed on for the club or one evening, said at the table."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_settling import MoneyRules
from scorekeeper.services import clubs
from scorekeeper.services import conditions
from scorekeeper.services import money_rules
from scorekeeper.services import nights
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import MoneyRulesView
from scorekeeper.services.views import NightView
from scorekeeper.services.views import PreviewView
from scorekeeper.services.views import TableView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.seen import as_seen
from scorekeeper.web.seen import changed_meanwhile
from scorekeeper.web.seen import mark

pages = Blueprint("money_rules", __name__, url_prefix="/c/<string(length=36):club_id>")


@pages.get("/money-rules")
@needs(Action.CLUB)
def show(club_id: str) -> str:
    told = money_rules.get_money_rules(desk(), club_id=club_id)
    return _show(club_id, _typed(told), {})


@pages.post("/money-rules")
@needs(Action.CLUB)
def save(club_id: str) -> Response | tuple[str, int]:
    try:
        form = read(MoneyRules, request.form)
        money_rules.set_money_rules(
            as_seen(conditions.terms(club_id), _agreed, "stake_limit"), club_id=club_id, **form
        )
    except FormError as error:
        return _show(club_id, request.form.to_dict(), field_errors(error)), 422
    except ScorekeeperError as error:
        errors = {"stake_limit": refusal(error)}
        if changed_meanwhile(error):
            now = money_rules.get_money_rules(desk(), club_id=club_id)
            return _show(club_id, _typed(now), errors), 409
        return _show(club_id, request.form.to_dict(), errors), 422
    say("settling.rules.saved")
    return go("money_rules.show", club_id=club_id)


@pages.get("/n/<string(length=36):night_id>/money-rules")
@needs(Action.HOST_NIGHT)
def of_night(club_id: str, night_id: str) -> str:
    night = nights.get_night(desk(), club_id=club_id, night_id=night_id)
    return _show(club_id, _typed(night), {}, night)


@pages.post("/n/<string(length=36):night_id>/money-rules")
@needs(Action.HOST_NIGHT)
def save_of_night(club_id: str, night_id: str) -> Response | tuple[str, int]:
    night = nights.get_night(desk(), club_id=club_id, night_id=night_id)
    try:
        form = read(MoneyRules, request.form)
        money_rules.set_night_rules(
            as_seen(conditions.night(club_id, night_id), _agreed, "stake_limit"),
            club_id=club_id,
            night_id=night_id,
            **form,
        )
    except FormError as error:
        return _show(club_id, request.form.to_dict(), field_errors(error), night), 422
    except ScorekeeperError as error:
        errors = {"stake_limit": refusal(error)}
        if changed_meanwhile(error):
            night = nights.get_night(desk(), club_id=club_id, night_id=night_id)
            return _show(club_id, _typed(night), errors, night), 409
        return _show(club_id, request.form.to_dict(), errors, night), 422
    say("settling.rules.saved")
    return go("settlement.show", club_id=club_id, night_id=night_id)


def stake_lines(seen: PreviewView, t: Translator) -> list[str]:
    """Say of a deal that was not recorded yet who would lose more than was agreed."""
    if seen.stake_limit is None:
        return []
    limit = format_cents(seen.stake_limit, t.lang)
    key = "settling.stake.refuses" if seen.stake_mode == "refuse" else "settling.stake.warns"
    return [
        t(key, name=name, loss=format_cents(lost, t.lang), limit=limit) for name, lost in seen.over
    ]


def stake_notes(table: TableView, t: Translator) -> list[str]:
    """Say at an open table who is about to reach the limit: within one deal like those shown."""
    limit = table.night.stake_limit
    if limit is None or not table.open:
        return []
    lost = [-cents for deal in table.deals for cents in deal.changes.values()]
    step = max([table.tariff, *lost])
    near = money_rules.near_limit(limit, [(p.name, p.balance) for p in table.people], step)
    said = format_cents(limit, t.lang)
    return [
        t("settling.stake.near", name=name, left=format_cents(left, t.lang), limit=said)
        if left > 0
        else t("settling.stake.reached", name=name, limit=said)
        for name, left in near
    ]


def _agreed(told: MoneyRulesView | NightView) -> tuple[object, ...]:
    return told.coin, told.stake_limit, told.stake_mode


def _typed(told: MoneyRulesView | NightView) -> dict[str, Any]:
    limit = told.stake_limit
    return {
        "coin": str(told.coin or 1),
        "stake_limit": "" if limit is None else format_amount(limit, words().lang),
        "stake_mode": told.stake_mode or money_rules.WARN,
    }


def _show(
    club_id: str,
    typed: Mapping[str, Any],
    errors: Mapping[str, str],
    night: NightView | None = None,
) -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    now = night or money_rules.get_money_rules(desk(), club_id=club_id)
    back = (
        url_for("nights.index", club_id=club_id)
        if night is None
        else url_for("settlement.show", club_id=club_id, night_id=night.id)
    )
    return page(
        "web/money_rules.html",
        here="money_rules",
        club=club,
        night=night,
        back=back,
        seen=mark(_agreed(now), anew="seen" not in typed),
        coins=[
            ("1", t("settling.rules.cent")),
            ("5", format_cents(5, t.lang)),
            ("10", format_cents(10, t.lang)),
        ],
        modes=[("warn", t("settling.rules.warn")), ("refuse", t("settling.rules.refuse"))],
        typed={"coin": "1", "stake_limit": "", "stake_mode": "warn", **typed},
        errors=errors,
    )
