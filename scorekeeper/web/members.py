"""The people of a club: their names, who still plays."""

from collections.abc import Callable

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Keyed
from scorekeeper.schemas.forms import Named
from scorekeeper.schemas.forms import read
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal

pages = Blueprint("members", __name__, url_prefix="/c/<string(length=36):club_id>/members")


@pages.get("/")
@needs(Action.LOOK)
def index(club_id: str) -> str:
    return _show(club_id)


@pages.post("/")
@needs(Action.MEMBERS)
def add(club_id: str) -> Response | tuple[str, int]:
    try:
        form = read(Named, request.form)
        members.add_member(desk(), club_id=club_id, name=form["name"], key=form["key"])
    except FormError as error:
        return _show(club_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, errors={"name": refusal(error)}), 422
    return go("members.index", club_id=club_id)


@pages.post("/<string(length=36):member_id>")
@needs(Action.MEMBERS)
def change(club_id: str, member_id: str) -> Response | tuple[str, int]:
    """Rename, or take out of the lists, or put back: `do` says which."""
    do = request.form.get("do", "rename")
    try:
        if do == "rename":
            form = read(Named, request.form)
            members.rename_member(desk(), club_id=club_id, member_id=member_id, name=form["name"])
        else:
            read(Keyed, request.form)
            action: Callable[..., object] = (
                members.reactivate_member if do == "reactivate" else members.deactivate_member
            )
            action(desk(), club_id=club_id, member_id=member_id)
    except FormError as error:
        return _show(club_id, wrong=member_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, wrong=member_id, errors={"name": refusal(error)}), 422
    return go("members.index", club_id=club_id)


def _show(club_id: str, *, wrong: str = "", errors: dict[str, str] | None = None) -> str:
    found = members.list_members(desk(), club_id=club_id, include_inactive=True)
    return page(
        "web/members.html",
        club=clubs.get_club(desk(), club_id=club_id),
        here="members",
        active=[m for m in found if m.active],
        inactive=[m for m in found if not m.active],
        wrong=wrong,
        typed=request.form.get("name", ""),
        errors=errors or {},
        key=new_key(),
    )
