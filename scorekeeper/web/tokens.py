"""Keys for other programs: made, shown once, ended."""

from flask import Blueprint
from flask import g
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_programs import NewKey
from scorekeeper.services import clubs
from scorekeeper.services import nights
from scorekeeper.services import tokens
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Visitor
from scorekeeper.services.permissions import needs
from scorekeeper.services.tokens import TokenView
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import NightState
from scorekeeper.web.gate import holds
from scorekeeper.web.gate import require
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words

pages = Blueprint("tokens", __name__, url_prefix="/c/<string(length=36):club_id>/tokens")
_NIGHTS = 5  # the last ones, to find the tables that are open


@pages.get("/")
@needs(Action.TOKENS)
def index(club_id: str) -> str:
    return _show(club_id)


@pages.post("/")
@needs(Action.TOKENS)
def create(club_id: str) -> str | tuple[str, int]:
    """Make a key and show it, this once."""
    try:
        form = read(NewKey, request.form)
        chosen = [scope for scope in tokens.SCOPES if scope.value in form["scope"]]
        for scope in chosen:
            require(scope)
        if form["table"]:
            require(Action.GUESTS)
        made = tokens.create_token(
            desk(),
            club_id=club_id,
            name=form["name"],
            scopes=[scope.value for scope in chosen],
            account_id=_visitor().account_id,
            table_id=form["table"] or None,
        )
    except FormError as error:
        return _show(club_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, errors=_refused(error)), 422
    return _show(club_id, made=made.text)


@pages.post("/<string(length=36):token_id>/revoke")
@needs(Action.TOKENS)
def revoke(club_id: str, token_id: str) -> Response:
    ended = tokens.revoke_token(
        desk(), club_id=club_id, token_id=token_id, account_id=_visitor().account_id
    )
    say("programs.key.ended", name=ended.name)
    return go("tokens.index", club_id=club_id)


def _refused(error: ScorekeeperError) -> dict[str, str]:
    if error.place == "scopes":
        return {"scope": words()("programs.scopes.needed")}
    return {"table" if error.code is ErrorCode.NOT_FOUND else "name": refusal(error)}


def _visitor() -> Visitor:
    found: Visitor = g.visitor
    return found


def _show(club_id: str, *, made: str = "", errors: dict[str, str] | None = None) -> str:
    club = clubs.get_club(desk(), club_id=club_id)
    found = tokens.list_tokens(desk(), club_id=club_id, account_id=_visitor().account_id)
    tables = _tables(club_id) if holds(Action.GUESTS) else []
    names = dict(tables)
    typed = request.form if errors else {}
    return page(
        "web/tokens.html",
        here="tokens",
        club=club,
        made=made,
        tokens=[_row(token, club, names) for token in found],
        scopes=[(scope.value, words()(f"gate.action.{scope}")) for scope in _offered()],
        tables=tables,
        typed={
            "name": typed.get("name", ""),
            "table": typed.get("table", ""),
            "scope": request.form.getlist("scope") if errors else ["look"],
        },
        errors=errors or {},
        key=new_key(),
        reference=url_for("api_reference"),
        webhooks=holds(Action.WEBHOOKS),
    )


def _offered() -> list[Action]:
    return [scope for scope in tokens.SCOPES if holds(scope)]


def _tables(club_id: str) -> list[tuple[str, str]]:
    """Return the tables that are open, by id, with a name that says which evening."""
    lang = words().lang
    return [
        (table_id, f"{name}, {format_date(night.date, lang, short=True)}")
        for night in nights.list_nights(desk(), club_id=club_id, limit=_NIGHTS)
        if night.state is NightState.OPEN
        for table_id, name in zip(night.table_ids, night.table_names, strict=True)
    ]


def _row(token: TokenView, club: ClubView, names: dict[str, str]) -> dict[str, object]:
    t = words()
    place = None
    if token.table_id is not None:
        place = names.get(token.table_id, t("programs.key.table.closed"))
    return {
        "id": token.id,
        "name": token.name,
        "scopes": [t(f"gate.action.{scope}") for scope in token.scopes],
        "table": place,
        "who": token.who,
        "made": format_moment(token.created_at, t.lang, club.time_zone),
        "used": format_date(token.used_on, t.lang, short=True) if token.used_on else "",
    }
