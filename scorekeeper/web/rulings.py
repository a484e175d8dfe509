"""Disputes about recorded deals, and the club's book of precedents."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.cards import Pack
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.forms import GAMES
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import whole
from scorekeeper.schemas.forms_ruling import OFFENCES
from scorekeeper.schemas.forms_ruling import WATTEN_OFFENCES
from scorekeeper.schemas.forms_ruling import AppealForm
from scorekeeper.schemas.forms_ruling import OpenDispute
from scorekeeper.schemas.forms_ruling import RuleForm
from scorekeeper.schemas.notation import read_notation
from scorekeeper.services import clubs
from scorekeeper.services import disputes
from scorekeeper.services import rulings
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import Decision
from scorekeeper.services.ruling_views import DisputeState
from scorekeeper.services.ruling_views import DisputeView
from scorekeeper.services.ruling_views import Offending
from scorekeeper.web.gate import holds
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words
from scorekeeper.web.ruling_words import Cited
from scorekeeper.web.ruling_words import cited
from scorekeeper.web.ruling_words import may_be_accepted
from scorekeeper.web.ruling_words import outcome_of
from scorekeeper.web.ruling_words import outcome_shown
from scorekeeper.web.ruling_words import state_words
from scorekeeper.web.ruling_words import step_shown

pages = Blueprint("rulings", __name__, url_prefix="/c/<string(length=36):club_id>")

A_PAGE = 20
_TRICKS = {"watten": 5}


@pages.get("/rulings")
@needs(Action.LOOK)
def book(club_id: str) -> str:
    """Show the book of precedents, searched by words, game and rule number."""
    t = words()
    asked = {name: request.args.get(name, "").strip()[:200] for name in ("q", "game", "rule")}
    if asked["game"] not in GAMES:
        asked["game"] = ""
    found = rulings.book_of_rulings(
        desk(),
        club_id=club_id,
        query=asked["q"],
        game=asked["game"],
        rule_number=asked["rule"],
        before=whole(request.args.get("before")),
        limit=A_PAGE,
    )
    more = ""
    if found.before is not None:
        kept: dict[str, Any] = {name: value for name, value in asked.items() if value}
        more = url_for(".book", club_id=club_id, before=found.before, **kept)
    return page(
        "web/rulings.html",
        here="rulings",
        club=clubs.get_club(desk(), club_id=club_id),
        asked=asked,
        games=[(game, t("web.game." + game)) for game in GAMES],
        found=[_cited(club_id, one) for one in found.disputes],
        searched=any(asked.values()),
        more=more,
    )


@pages.get("/rulings/<string(length=36):dispute_id>")
@needs(Action.LOOK)
def show(club_id: str, dispute_id: str) -> str:
    return _show(club_id, dispute_id)


@pages.post("/rulings/<string(length=36):dispute_id>/rule")
@needs(Action.RULE)
def rule(club_id: str, dispute_id: str) -> Response | tuple[str, int]:
    try:
        form = read(RuleForm, request.form)
        offending = None
        if form["choice"] == Choice.OTHER.value:
            offending = Offending(offence=form["offence"], by=form["by"], trick=form["trick"])
        rulings.rule(
            desk(),
            club_id=club_id,
            dispute_id=dispute_id,
            decision=Decision(choice=Choice(form["choice"]), offending=offending),
            reason=form["reason"],
            key=form["key"],
        )
    except FormError as error:
        return _show(club_id, dispute_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        return _refused(club_id, dispute_id, error)
    return go("rulings.show", club_id=club_id, dispute_id=dispute_id)


@pages.post("/rulings/<string(length=36):dispute_id>/appeal")
@needs(Action.DISPUTE)
def appeal(club_id: str, dispute_id: str) -> Response | tuple[str, int]:
    try:
        form = read(AppealForm, request.form)
        rulings.appeal(
            desk(),
            club_id=club_id,
            dispute_id=dispute_id,
            reason=form["reason"],
            key=form["key"],
        )
    except FormError as error:
        return _show(club_id, dispute_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        return _refused(club_id, dispute_id, error)
    return go("rulings.show", club_id=club_id, dispute_id=dispute_id)


@pages.get("/d/<string(length=36):deal_id>/rulings/new")
@needs(Action.DISPUTE)
def new(club_id: str, deal_id: str) -> str:
    return _form(club_id, deal_id)


@pages.post("/d/<string(length=36):deal_id>/rulings/new")
@needs(Action.DISPUTE)
def open_(club_id: str, deal_id: str) -> str | Response | tuple[str, int]:
    """Open a dispute; `do=ask` comes from a verdict and brings what was told there."""
    if request.form.get("do") == "ask":
        return _form(club_id, deal_id)
    try:
        form = read(OpenDispute, request.form)
        made = rulings.open_dispute(
            desk(),
            club_id=club_id,
            deal_id=deal_id,
            reason=form["reason"],
            key=form["key"],
            offence=form["offence"] or None,
            by=form["by"] or None,
            trick=form["trick"],
            told=_told(club_id, deal_id, form["told"]),
        )
    except FormError as error:
        return _form(club_id, deal_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        errors = {"reason": refusal(error)} if error.code == ErrorCode.REASON_NEEDED else {}
        loose = "" if errors else refusal(error)
        return _form(club_id, deal_id, errors=errors, refused=loose), 422
    return go("rulings.show", club_id=club_id, dispute_id=made.id)


def quarrels(club_id: str, deal_id: str) -> list[Cited]:
    """List the disputes there were about a deal, the newest first."""
    found = rulings.disputes_of(desk(), club_id=club_id, deal_id=deal_id)
    return [_cited(club_id, one) for one in reversed(found)]


def _cited(club_id: str, dispute: DisputeView) -> Cited:
    link = url_for("rulings.show", club_id=club_id, dispute_id=dispute.id)
    return cited(dispute, link, words())


def _refused(club_id: str, dispute_id: str, error: ScorekeeperError) -> tuple[str, int]:
    if error.code == ErrorCode.NOT_FOUND:
        raise error
    if error.code == ErrorCode.REASON_NEEDED:
        return _show(club_id, dispute_id, errors={"reason": refusal(error)}), 422
    said = refusal(error)
    if error.code == ErrorCode.VALUE_INVALID:
        said = words()("rulings.form.offence")
    return _show(club_id, dispute_id, refused=said), 422


def _show(
    club_id: str,
    dispute_id: str,
    *,
    errors: Mapping[str, str] | None = None,
    refused: str = "",
) -> str:
    t = words()
    dispute = rulings.get_dispute(desk(), club_id=club_id, dispute_id=dispute_id)
    zone = clubs.get_club(desk(), club_id=club_id).time_zone
    steps = [step_shown(one, dispute, t, zone=zone, club_id=club_id) for one in dispute.steps]
    seen: tuple[Any, ...] = ()
    if dispute.state is DisputeState.OPEN:
        seen = rulings.outcomes(desk(), club_id=club_id, dispute_id=dispute_id)
    first = steps[0]
    return page(
        "web/ruling.html",
        here="rulings",
        dispute=dispute,
        line=_cited(club_id, dispute),
        decided=outcome_of(dispute, t) if dispute.state is DisputeState.DECIDED else "",
        state_words=state_words(dispute, t),
        first=first,
        steps=steps,
        outcomes=[outcome_shown(one, dispute, t) for one in seen],
        acceptable=may_be_accepted(dispute, seen),
        may_rule=holds(Action.RULE) and dispute.state is DisputeState.OPEN,
        typed=request.form,
        errors=errors or {},
        refused=refused,
        key=request.form.get("key") or new_key(),
        deal_link=url_for("corrections.show", club_id=club_id, deal_id=dispute.deal_id),
        **_choices(dispute.game, dispute.people),
    )


def _choices(game: str, people: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """List what may be held against whom, and in which trick."""
    t = words()
    offences = WATTEN_OFFENCES if game == "watten" else OFFENCES
    return {
        "offences": [(one, t("rulings.offence." + one)) for one in offences],
        "people": people,
        "tricks": [(str(n), str(n)) for n in range(1, _TRICKS.get(game, 10) + 1)],
    }


def _form(
    club_id: str,
    deal_id: str,
    *,
    errors: Mapping[str, str] | None = None,
    refused: str = "",
) -> str:
    deal = disputes.disputed_deal(desk(), club_id=club_id, deal_id=deal_id)
    return page(
        "web/ruling_new.html",
        here="rulings",
        deal=deal,
        typed=request.form,
        errors=errors or {},
        refused=refused,
        key=request.form.get("key") or new_key(),
        deal_link=url_for("corrections.show", club_id=club_id, deal_id=deal_id),
        **_choices(
            str(deal.record["game"]), rulings.players_of(desk(), club_id=club_id, deal_id=deal_id)
        ),
    )


def _told(club_id: str, deal_id: str, text: str) -> dict[str, Any]:
    """Read what is remembered, with members' ids in the place of their names.

    Raises FormError at `told`.
    """
    if not text:
        return {}
    people = rulings.players_of(desk(), club_id=club_id, deal_id=deal_id)
    ids = {name: member for member, name in people}
    if text.startswith("{"):
        fields: Mapping[str, Any] = disputes.as_object(text) or {}
    else:
        deal = disputes.disputed_deal(desk(), club_id=club_id, deal_id=deal_id)
        pack = Pack(str(deal.record.get("pack", Pack.GERMAN)))
        notation = read_notation(text, [name for _, name in people], pack)
        if notation.errors:
            raise FormError({"told": "rulings.form.told"})
        fields = notation.fields
    return _with_ids(fields, ids)


def _with_ids(told: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    """Put ids in the place of names where a record names people; cards may be called alike."""

    def put(one: Any, field: str) -> Any:
        if not isinstance(one, dict) or not isinstance(one.get(field), str):
            return one
        return {**one, field: ids.get(one[field], one[field])}

    found = dict(told)
    for field, place in (("tricks", "lead"), ("held", "player"), ("ask", "player")):
        if isinstance(found.get(field), list):
            found[field] = [put(one, place) for one in found[field]]
    if isinstance(found.get("hands"), dict):
        found["hands"] = {ids.get(name, name): hand for name, hand in found["hands"].items()}
    return found
