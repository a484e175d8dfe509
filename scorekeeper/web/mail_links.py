"""Links by mail: asking for one, and what one leads to. Opening a link uses nothing up.

Programs that read mail open every link in it; so a page with a button stands before each use.
"""

from flask import Blueprint
from flask import request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_account import SigningIn
from scorekeeper.services import links
from scorekeeper.services import mails
from scorekeeper.services.links import Purpose
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.accounts import Shown
from scorekeeper.web.accounts import admit
from scorekeeper.web.accounts import agent
from scorekeeper.web.accounts import asked_from
from scorekeeper.web.accounts import refused_kindly
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import page
from scorekeeper.web.pages import say
from scorekeeper.web.pages import wiring

pages = Blueprint("mail_links", __name__)

_TOKEN = "<string(maxlength=80):token>"


@pages.get("/sign-in/mail")
@needs(Action.PUBLIC)
def ask() -> str:
    _require_mail()
    return _ask({})


@pages.post("/sign-in/mail")
@needs(Action.PUBLIC)
def send() -> Shown:
    """Send a link if there is such an account; whether there is one is not said."""
    _require_mail()
    new_password = request.form.get("do") == "password"
    try:
        mails.ask_for_link(
            desk(),
            email=read(SigningIn, request.form)["email"],
            purpose=Purpose.PASSWORD if new_password else Purpose.SIGN_IN,
            language=language(),
            address=asked_from(),
        )
    except FormError as error:
        return _ask(field_errors(error)), 422
    except ScorekeeperError as error:
        return refused_kindly(error, _ask, "email")
    return page("web/account_mail_sent.html", club_id=None)


@pages.get(f"/sign-in/link/{_TOKEN}")
@needs(Action.PUBLIC)
def open_sign_in(token: str) -> Shown:
    try:
        links.require_link(desk(), token=token, purpose=Purpose.SIGN_IN)
    except ScorekeeperError as error:
        return _ended(error)
    return page("web/account_link.html", club_id=None)


@pages.post(f"/sign-in/link/{_TOKEN}")
@needs(Action.PUBLIC)
def sign_in(token: str) -> Shown:
    try:
        done = links.use_link(desk(), token=token, user_agent=agent())
    except ScorekeeperError as error:
        return _ended(error)
    admit(done.token)
    return go("start.home")


@pages.get(f"/password/link/{_TOKEN}")
@needs(Action.PUBLIC)
def open_password(token: str) -> Shown:
    try:
        links.require_link(desk(), token=token, purpose=Purpose.PASSWORD)
    except ScorekeeperError as error:
        return _ended(error)
    return _new_password({})


@pages.post(f"/password/link/{_TOKEN}")
@needs(Action.PUBLIC)
def set_password(token: str) -> Shown:
    try:
        done = links.renew_password(
            desk(),
            token=token,
            password=request.form.get("password", ""),
            user_agent=agent(),
        )
    except ScorekeeperError as error:
        if error.code is ErrorCode.LINK_ENDED:
            return _ended(error)
        return refused_kindly(error, _new_password, "password")
    admit(done.token)
    say("accounts.password.renewed")
    return go("accounts.show")


def _ended(error: ScorekeeperError) -> Response | tuple[str, int]:
    """Say that a link is good no more, and where to get another."""
    if error.code is not ErrorCode.LINK_ENDED:
        raise error
    mail = wiring().config.mail is not None
    return page("web/account_link_ended.html", club_id=None, mails=mail), 410


def _require_mail() -> None:
    if wiring().config.mail is None:
        raise NotFound


def _ask(errors: dict[str, str]) -> str:
    email = request.values.get("email", "")
    return page("web/account_mail.html", club_id=None, errors=errors, email=email)


def _new_password(errors: dict[str, str]) -> str:
    return page("web/account_password.html", club_id=None, errors=errors)
