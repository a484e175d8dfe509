"""Streitfall: what people remember goes in, the verdict with its proof and its price comes out."""

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint
from flask import abort
from flask import g
from flask import request
from flask import url_for

from scorekeeper.adjudication.check import Report
from scorekeeper.cards import Pack
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.rules.house import PRESETS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.record import FORMAT
from scorekeeper.rules.seats import players_in_order
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms_deal import BOLACHEN_PLAYS
from scorekeeper.schemas.forms_deal import RANKS
from scorekeeper.schemas.forms_deal import SUITS
from scorekeeper.schemas.forms_deal import WALLACHEN_PLAYS
from scorekeeper.schemas.forms_dispute import FRENCH_RANKS
from scorekeeper.schemas.forms_dispute import FRENCH_SUITS
from scorekeeper.schemas.forms_dispute import beside_contract
from scorekeeper.schemas.forms_dispute import contract_said
from scorekeeper.schemas.forms_dispute import contract_typed
from scorekeeper.schemas.forms_dispute import dispute_form
from scorekeeper.schemas.forms_dispute import record_of
from scorekeeper.schemas.notation import read_notation
from scorekeeper.schemas.notation import with_call
from scorekeeper.schemas.notation import write_notation
from scorekeeper.services import clubs
from scorekeeper.services import disputes
from scorekeeper.services import house_rules
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.dispute_special import lists_typed
from scorekeeper.web.dispute_special import special_of
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import limited
from scorekeeper.web.memories import differences_shown
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import page
from scorekeeper.web.pages import words
from scorekeeper.web.replays import replay_shown
from scorekeeper.web.rules_words import PRESET
from scorekeeper.web.rules_words import changed_words
from scorekeeper.web.rules_words import preset_name
from scorekeeper.web.rules_words import rule_url
from scorekeeper.web.rules_words import rules_choices
from scorekeeper.web.rules_words import rules_name
from scorekeeper.web.verdicts import Telling
from scorekeeper.web.verdicts import verdict_shown

pages = Blueprint("disputes", __name__, url_prefix="/c/<string(length=36):club_id>")

ROLES = {2: ("F", "D"), 3: ("F", "M", "D"), 4: ("F", "DP", "FP", "D")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a dispute is about before anybody remembers a card.

    `base` is all of the record that is not told here; `number` is the deal's, 0 without one.
    `names` are as typed, empty ones for those who are called by their part in the deal.
    """

    game: Game
    options: Mapping[str, Any]
    rules_name: str
    house: HouseRules
    base: Mapping[str, Any]
    players: Sequence[str]
    names: Sequence[str]
    rules: str = ""
    rules_id: str | None = None
    number: int = 0
    deal_link: str = ""

    @property
    def pack(self) -> Pack:
        return Pack(self.base.get("pack", Pack.GERMAN))


@pages.get("/dispute")
@needs(Action.LOOK)
def new(club_id: str) -> str:
    """Ask which game it is about; then for what people remember."""
    rules = request.args.get("rules", "")
    if not rules:
        clubs.get_club(desk(), club_id=club_id)
        return page("web/dispute_start.html", here="dispute", choices=_choices(club_id, words()))
    setting = _setting(club_id, {"rules": rules, "player": (), "players": "4", "tariff": 10})
    return _form(setting, {})


@pages.post("/dispute")
@needs(Action.LOOK)
@limited(Kind.WORK)
def judge(club_id: str) -> str | tuple[str, int]:
    try:
        typed = dispute_form(request.form)
    except FormError as error:
        setting = _setting(club_id, {"rules": request.form.get("rules", ""), "tariff": 10})
        return _form(setting, request.form, errors=field_errors(error)), 422
    return _answered(_setting(club_id, typed), typed)


@pages.get("/d/<string(length=36):deal_id>/dispute")
@needs(Action.LOOK)
def of_deal(club_id: str, deal_id: str) -> str:
    setting = _deal_setting(club_id, deal_id)
    typed = contract_typed(setting.base, setting.players)
    return _form(setting, {**typed, "told_a": write_notation(setting.base, words().lang)})


@pages.post("/d/<string(length=36):deal_id>/dispute")
@needs(Action.LOOK)
@limited(Kind.WORK)
def judge_deal(club_id: str, deal_id: str) -> str | tuple[str, int]:
    setting = _deal_setting(club_id, deal_id)
    try:
        typed = dispute_form(request.form)
    except FormError as error:
        return _form(setting, request.form, errors=field_errors(error)), 422
    return _answered(setting, typed)


@pages.get("/d/<string(length=36):deal_id>/replay")
@needs(Action.LOOK)
@limited(Kind.WORK)
def replay(club_id: str, deal_id: str) -> str:
    """Show a recorded deal with best play."""
    setting = _deal_setting(club_id, deal_id)
    judgement = disputes.judge(setting.base)
    if not judgement.replayable or judgement.report.errors:
        abort(404)
    shown, refused = _replayed(judgement)
    return page(
        "web/replay.html", here="dispute", setting=setting, replay=shown, replay_refused=refused
    )


def _choices(club_id: str, t: Translator) -> list[tuple[str, list[tuple[str, str]]]]:
    """List what can be disputed: each game with the house rules it may have been played by."""
    found: dict[str, list[tuple[str, str]]] = {}
    for code, label in rules_choices(club_id, None, t):
        game, _, name = label.partition(" – ")
        link = url_for(".new", club_id=club_id, rules=code)
        found.setdefault(game, []).append((link, name))
    return list(found.items())


def _setting(club_id: str, typed: Mapping[str, Any]) -> Setting:
    """Return the setting of a dispute without a deal."""
    t = words()
    game, options, name = _rules(club_id, typed["rules"], t)
    count = int(typed.get("players") or 4) if game is Game.WATTEN else 3
    names = [" ".join(one.split()) for one in typed.get("player", ())][:count]
    names += [""] * (count - len(names))
    roles = [t("desk.role." + role) for role in ROLES[count]]
    players = [one or role for one, role in zip(names, roles, strict=True)]
    base: dict[str, Any] = {
        "format": FORMAT,
        "game": game.value,
        "seats": players,
        "dealer": players[-1],
        "tariff": typed["tariff"],
    }
    if options:
        base["house_rules"] = dict(options)
    return Setting(
        game=game,
        options=options,
        rules_name=name,
        house=rules_from(game, options),
        base=base,
        players=players,
        names=names,
        rules=typed["rules"],
        rules_id=None if typed["rules"].startswith(PRESET) else typed["rules"],
    )


def _rules(club_id: str, chosen: str, t: Translator) -> tuple[Game, Mapping[str, Any], str]:
    """Return the game, the options and the name of house rules or of a preset."""
    if not chosen.startswith(PRESET + ":"):
        found = house_rules.get_house_rules(desk(), club_id=club_id, house_rules_id=chosen)
        return Game(found.game), found.options, rules_name(found, t)
    _, game, preset = (*chosen.split(":", 2), "", "")[:3]
    if game not in Game.__members__.values() or preset not in PRESETS[Game(game)]:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "house_rules")
    return Game(game), PRESETS[Game(game)][preset], preset_name(preset, t)


def _deal_setting(club_id: str, deal_id: str) -> Setting:
    deal = disputes.disputed_deal(desk(), club_id=club_id, deal_id=deal_id)
    record = deal.record
    players = players_in_order(record["seats"], record["dealer"], record.get("sitting_out", ()))
    return Setting(
        game=Game(record["game"]),
        options=deal.rules.options,
        rules_name=rules_name(deal.rules, words()),
        house=rules_from(Game(record["game"]), deal.rules.options),
        base=record,
        players=players,
        names=players,
        rules_id=deal.rules.id,
        number=deal.number,
        deal_link=url_for("corrections.show", club_id=club_id, deal_id=deal_id),
    )


def _answered(setting: Setting, typed: Mapping[str, Any]) -> str | tuple[str, int]:
    """Write a call into the text, or judge what was told."""
    try:
        if typed["do"] == "call":
            return _form(setting, _with_call(setting, typed))
        tapped = beside_contract(typed, setting.house, setting.players) if setting.rules else {}
    except FormError as error:
        return _form(setting, request.form, errors=field_errors(error)), 422
    return _judged(setting, typed, tapped)


def _with_call(setting: Setting, typed: Mapping[str, Any]) -> Any:
    """Return the form with the call in its text.

    Raises FormError where it is not said who called, or what.
    """
    calls = dict(special_of(setting.house, setting.players, words()).calls)
    if not typed["caller"] or typed["said"] not in calls:
        raise FormError({"said": "web.form.missing.call"})
    player = setting.players[min(int(typed["caller"]), len(setting.players) - 1)]
    form = request.form.copy()
    form["told_a"] = with_call(typed["told_a"], player, typed["said"], words().lang)
    form["said"] = ""
    return form


def _judged(
    setting: Setting, typed: Mapping[str, Any], tapped: Mapping[str, Any]
) -> str | tuple[str, int]:
    t = words()
    first = _telling(setting, typed, tapped, "a")
    second = _telling(setting, typed, tapped, "b") if typed["told_b"] else None
    tellings = [one for one in (first, second) if one is not None]
    link = partial(rule_url, game=setting.game, club_id=g.club_id, house=setting.rules_id)
    shown = [verdict_shown(one, t, link) for one in tellings]
    context: dict[str, Any] = {"verdicts": shown}
    if second is not None and not any(one.state == "error" for one in shown):
        comparison = disputes.compare(first.record, second.record)
        if comparison is not None:
            context["comparison"] = comparison
            context["differences"] = differences_shown(comparison, setting.pack, t)
    if typed["do"] == "replay" and shown[0].state != "error":
        context["replay"], context["replay_refused"] = _replayed(first.judgement)
    context["replayable"] = first.judgement.replayable and shown[0].state != "error"
    wrong = any(one.state == "error" for one in shown)
    errors = _at_fields(shown)
    return _form(setting, request.form, errors=errors, **context), 422 if wrong else 200


def _at_fields(shown: Sequence[Any]) -> dict[str, str]:
    """Put what is wrong at the field it was typed into; lines at the text they stand in."""
    t = words()
    errors: dict[str, list[str]] = {}
    for letter, verdict in zip("ab", shown, strict=False):
        for line, field, said in verdict.errors:
            if line:
                said = t("desk.error.line", line=line, said=said)
            place = f"told_{letter}" if line or field == "told" else field
            if place and said not in errors.setdefault(place, []):
                errors[place].append(said)
    return {place: "\n".join(lines) for place, lines in errors.items()}


def _telling(
    setting: Setting, typed: Mapping[str, Any], tapped: Mapping[str, Any], letter: str
) -> Telling:
    t = words()
    text = typed["told_" + letter]
    who = (typed["who_" + letter] or t("desk.memory." + letter)) if typed["told_b"] else ""
    if text.startswith("{"):
        judgement = disputes.judge(text.encode())
        told = disputes.as_object(text) or {}
        return Telling(who=who, record=told, judgement=judgement, notation=None)
    notation = read_notation(text, setting.players, setting.pack)
    contract = contract_said(typed, setting.game.value, setting.players, setting.pack)
    record = {**record_of(setting.base, contract, notation.fields), **tapped}
    return Telling(who=who, record=record, judgement=disputes.judge(record), notation=notation)


def _replayed(judgement: disputes.Judgement) -> tuple[Any, tuple[str, ...]]:
    """Return the replay to be shown, or in sentences why there is none."""
    t = words()
    assert judgement.record is not None
    solved = disputes.replay(judgement.record)
    if isinstance(solved, Report):
        return None, tuple(finding_sentence(error, t) for error in solved.errors)
    return replay_shown(judgement, solved, t), ()


def _form(
    setting: Setting,
    typed: Mapping[str, Any],
    *,
    errors: Mapping[str, str] | None = None,
    **context: Any,
) -> str:
    t = words()
    shown: dict[str, Any] = {
        "verdicts": (),
        "comparison": None,
        "differences": (),
        "replayable": False,
        "replay": None,
        "replay_refused": (),
        **context,
    }
    roles = ROLES[len(setting.players)]
    grid = card_grid(setting.pack, t)
    return page(
        "web/dispute.html",
        here="dispute",
        setting=setting,
        typed=typed,
        errors=errors or {},
        rules_words=changed_words(setting.game.value, setting.options, t),
        people=[
            (str(n), name, t("desk.role." + role))
            for n, (name, role) in enumerate(zip(setting.players, roles, strict=True))
        ],
        most=4 if setting.game is Game.WATTEN else 3,
        role_names={count: [t("desk.role." + r) for r in found] for count, found in ROLES.items()},
        plays=BOLACHEN_PLAYS if setting.game is Game.BOLACHEN else WALLACHEN_PLAYS,
        grid=grid,
        named_cards=[(code, name) for _, _, row in grid for code, _, _, name in row],
        hand_size=5 if _watten(setting) else 10,
        criticals=setting.options.get("criticals", "three"),
        special=special_of(setting.house, setting.players, t),
        several=lists_typed(typed),
        **shown,
    )


def _watten(setting: Setting) -> bool:
    return setting.game is Game.WATTEN


def card_grid(pack: Pack, t: Translator) -> list[tuple[str, str, list[tuple[str, str, str, str]]]]:
    """Lay out the 32 cards, a row a suit: how each is written and named."""
    french = pack is Pack.FRENCH
    rows = []
    for suit in SUITS:
        cards = []
        for rank in RANKS:
            written = FRENCH_SUITS[suit] + FRENCH_RANKS.get(rank, rank) if french else suit + rank
            key = "desk.card.court" if rank in "AKOU" else "desk.card.number"
            said = t("web.rank." + rank) if rank in "AKOU" else rank
            name = t(key, suit=t("web.suit." + suit), rank=said)
            cards.append((suit + rank, written, t("web.rank.short." + rank), name))
        rows.append((suit, t("web.suit." + suit), cards))
    return rows
