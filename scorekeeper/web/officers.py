"""Who holds which role in a club, given by those who lead it; and how one is invited."""

from io import BytesIO

import segno
from flask import Blueprint
from flask import Response as Answer
from flask import g
from flask import request
from flask import session
from flask import url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import joined
from scorekeeper.i18n.formats import format_date
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_account import Invited
from scorekeeper.schemas.forms_account import NewAccount
from scorekeeper.schemas.forms_account import OfficerRoles
from scorekeeper.services import accounts
from scorekeeper.services import clubs
from scorekeeper.services import invitations
from scorekeeper.services import mails
from scorekeeper.services import members
from scorekeeper.services import officers
from scorekeeper.services.invitations import InvitationView
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import needs
from scorekeeper.web.accounts import Shown
from scorekeeper.web.accounts import account_id as own_account
from scorekeeper.web.accounts import admit
from scorekeeper.web.accounts import agent
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words

pages = Blueprint("officers", __name__)

_CLUB = "/c/<string(length=36):club_id>/officers"
_LINK = "/invitation/<string(maxlength=80):token>"


@pages.get(_CLUB)
@needs(Action.ROLES)
def index(club_id: str) -> Shown:
    if g.private:
        return go("accounts.first")
    return _show(club_id, {}, link=_invited(club_id))


@pages.post(f"{_CLUB}/<string(length=36):account_id>")
@needs(Action.ROLES)
def change(club_id: str, account_id: str) -> Shown:
    """Let somebody hold other roles, or none."""
    try:
        form = read(OfficerRoles, request.form)
        roles = [] if request.form.get("do") == "remove" else form["role"]
        if not roles and request.form.get("do") != "remove":
            raise ScorekeeperError(ErrorCode.VALUE_INVALID, "role", value="")
        if roles:
            officers.link_member(
                desk(),
                club_id=club_id,
                account_id=account_id,
                member_id=form["member_id"] or None,
            )
        officers.set_roles(desk(), club_id=club_id, account_id=account_id, roles=roles)
    except FormError as error:
        return _show(club_id, field_errors(error), wrong=account_id), 422
    except ScorekeeperError as error:
        if error.code is ErrorCode.NOT_FOUND:
            raise
        return _show(club_id, {"role": _said(error)}, wrong=account_id), 422
    if account_id == own_account() and Role.OWNER not in roles:
        return go("start.home")
    return go("officers.index", club_id=club_id)


@pages.post(f"{_CLUB}/invite")
@needs(Action.ROLES)
def invite(club_id: str) -> Shown:
    """Make an invitation; its link is shown once here, or goes out by mail."""
    mail = wiring().config.mail is not None
    try:
        form = read(Invited, request.form)
        email = form["email"] if mail else ""
        made, token = invitations.invite(
            desk(), club_id=club_id, roles=form["role"], name=form["name"], email=email
        )
    except FormError as error:
        return _show(club_id, field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, {error.place or "role": _said(error)}), 422
    if email:
        mails.ask_for_invitation(
            desk(), club_id=club_id, invitation_id=made.id, language=language()
        )
        say("accounts.invite.sent", email=made.email)
    else:
        session["invited"] = [club_id, token]
    return go("officers.index", club_id=club_id)


@pages.post(f"{_CLUB}/withdraw")
@needs(Action.ROLES)
def withdraw(club_id: str) -> Response:
    invitations.withdraw_invitation(
        desk(), club_id=club_id, invitation_id=request.form.get("id", "")
    )
    return go("officers.index", club_id=club_id)


@pages.get(_LINK)
@needs(Action.PUBLIC)
def open_invitation(token: str) -> Shown:
    try:
        return _invitation(token, {})
    except ScorekeeperError as error:
        return _ended(error)


@pages.post(_LINK)
@needs(Action.PUBLIC)
def accept(token: str) -> Shown:
    """Take what one was invited to: with the account one is signed in with, or a new one."""
    mine = own_account()
    try:
        if mine is not None and request.form.get("do") == "accept":
            club_id = invitations.accept_invitation(desk(), token=token, account_id=mine)
        else:
            form = read(NewAccount, request.form)
            done, club_id = invitations.sign_up(
                desk(),
                token=token,
                email=form["email"],
                name=form["name"],
                password=request.form.get("password", ""),
                user_agent=agent(),
            )
            admit(done.token)
    except FormError as error:
        return _invitation(token, field_errors(error)), 422
    except ScorekeeperError as error:
        if error.code is ErrorCode.LINK_ENDED:
            return _ended(error)
        return _invitation(token, {error.place or "email": refusal(error)}), 422
    say("accounts.invitation.welcome", club=clubs.get_club(desk(), club_id=club_id).name)
    return go("nights.index", club_id=club_id)


@pages.get(f"{_LINK}/image.svg")
@needs(Action.PUBLIC)
def image(token: str) -> Answer:
    """Draw an invitation's link for a phone to read; only where it leads somewhere."""
    if not wiring().config.public_url:
        raise NotFound
    drawn = BytesIO()
    segno.make(_address(token), error="m").save(drawn, kind="svg", scale=4, border=4)
    return Answer(drawn.getvalue(), mimetype="image/svg+xml")


def _said(error: ScorekeeperError) -> str:
    nothing_chosen = error.code is ErrorCode.VALUE_INVALID and error.place == "role"
    return words()("accounts.roles.none") if nothing_chosen else refusal(error)


def _ended(error: ScorekeeperError) -> tuple[str, int]:
    if error.code is not ErrorCode.LINK_ENDED:
        raise error
    return page("web/account_link_ended.html", club_id=None, mails=False), 410


def _invited(club_id: str) -> str:
    """Return the link that was just made for this club, this once."""
    kept = session.get("invited")
    if not isinstance(kept, list) or kept[:1] != [club_id]:
        return ""
    session.pop("invited")
    return str(kept[1])


def _address(token: str) -> str:
    path = url_for("officers.open_invitation", token=token)
    public = wiring().config.public_url
    if not public:
        return url_for("officers.open_invitation", token=token, _external=True)
    return public + path.removeprefix(request.script_root)


def _show(club_id: str, errors: dict[str, str], *, wrong: str = "", link: str = "") -> str:
    t = words()
    config = wiring().config
    club = clubs.get_club(desk(), club_id=club_id)
    held = officers.list_officers(desk(), club_id=club_id)
    people = members.list_members(desk(), club_id=club_id)
    names = {one.id: one.name for one in people}
    return page(
        "web/account_officers.html",
        here="officers",
        club=club,
        roles=list(Role),
        officers=[
            (
                one,
                joined([t(f"gate.role.{role}") for role in one.roles], t.lang),
                names.get(one.member_id or "", ""),
            )
            for one in held
        ],
        people=[(one.id, one.name) for one in people],
        taken={one.member_id: one.account_id for one in held if one.member_id},
        open=[
            (one, _names(one), format_date(one.until, t.lang, short=True))
            for one in invitations.list_invitations(desk(), club_id=club_id)
        ],
        own=own_account(),
        mails=config.mail is not None,
        typed={
            "name": "" if wrong else request.form.get("name", ""),
            "email": "" if wrong else request.form.get("email", ""),
            "role": [] if wrong else request.form.getlist("role"),
        },
        wrong=wrong,
        errors=errors,
        link=_address(link) if link else "",
        image=url_for("officers.image", token=link) if link and config.public_url else "",
    )


def _names(invitation: InvitationView) -> str:
    t = words()
    return joined([t(f"gate.role.{role}") for role in invitation.roles], t.lang)


def _invitation(token: str, errors: dict[str, str]) -> str:
    found = invitations.see_invitation(desk(), token=token)
    mine = own_account()
    return page(
        "web/account_invitation.html",
        club_id=None,
        invitation=found,
        until=format_date(found.until, language(), short=True),
        account=accounts.get_account(desk(), account_id=mine) if mine else None,
        typed={
            "name": request.form.get("name", found.name),
            "email": request.form.get("email", found.email),
        },
        errors=errors,
    )
