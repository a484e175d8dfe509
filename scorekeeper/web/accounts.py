"""Signing in and out, the first account, and what everybody sees of his own."""

import time
from collections.abc import Callable
from datetime import date

from flask import Blueprint
from flask import g
from flask import request
from flask import session
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import joined
from scorekeeper.i18n.formats import format_date
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_account import Called
from scorekeeper.schemas.forms_account import NewAccount
from scorekeeper.schemas.forms_account import SigningIn
from scorekeeper.services import accounts
from scorekeeper.services import clubs
from scorekeeper.services import devices
from scorekeeper.services import passkeys
from scorekeeper.services.accounts import AccountView
from scorekeeper.services.passkeys import Domain
from scorekeeper.services.passkeys import Question
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import Visitor
from scorekeeper.services.permissions import needs
from scorekeeper.web.own import own_member
from scorekeeper.web.pages import back_to
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words

pages = Blueprint("accounts", __name__)

Shown = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]
ASKED_SECONDS = 900  # a question for a passkey is good for so long


@pages.get("/sign-in")
@needs(Action.PUBLIC)
def sign_in() -> Shown:
    if g.private:
        return go("accounts.first")
    if account_id() is not None:
        return back_to(request.args.get("back", "/"))
    return _ask({})


@pages.post("/sign-in")
@needs(Action.PUBLIC)
def enter() -> Shown:
    try:
        form = read(SigningIn, request.form)
        done = accounts.sign_in(
            desk(),
            email=form["email"],
            password=request.form.get("password", ""),
            address=asked_from(),
            user_agent=agent(),
        )
    except FormError as error:
        return _ask(field_errors(error)), 422
    except ScorekeeperError as error:
        return refused_kindly(error, _ask, "password")
    admit(done.token)
    return back_to(request.form.get("back", "/"))


@pages.post("/sign-in/passkey")
@needs(Action.PUBLIC)
def enter_by_passkey() -> Shown:
    domain, challenge = passkey_domain(), _asked("who")
    try:
        if domain is None or challenge is None:
            raise ScorekeeperError(ErrorCode.PASSKEY_REFUSED)
        done = passkeys.sign_in_by_passkey(
            desk(),
            domain=domain,
            challenge=challenge,
            answer=request.form.get("answer", ""),
            address=asked_from(),
            user_agent=agent(),
        )
    except ScorekeeperError as error:
        return refused_kindly(error, _ask, "passkey")
    admit(done.token)
    return back_to(request.form.get("back", "/"))


@pages.post("/sign-out")
@needs(Action.PUBLIC)
def sign_out() -> Response:
    """End this device; another one signed in stays so."""
    visitor: Visitor = g.visitor
    if visitor.account_id and visitor.device_id:
        devices.revoke_device(desk(), account_id=visitor.account_id, device_id=visitor.device_id)
    forget()
    return go("accounts.sign_in")


@pages.get("/account/first")
@needs(Action.ENTER_SITE)
def first() -> Shown:
    return _first({}) if g.private else go("accounts.show")


@pages.post("/account/first")
@needs(Action.ENTER_SITE)
def found() -> Shown:
    """Make the first account: from then on everybody signs in."""
    try:
        form = read(NewAccount, request.form)
        done = accounts.create_first_account(
            desk(),
            email=form["email"],
            name=form["name"],
            password=request.form.get("password", ""),
            user_agent=agent(),
        )
    except FormError as error:
        return _first(field_errors(error)), 422
    except ScorekeeperError as error:
        if error.code is ErrorCode.ACCOUNTS_EXIST:
            return go("accounts.sign_in")
        return refused_kindly(error, _first, "email")
    admit(done.token)
    say("accounts.first.done")
    return go("accounts.show")


@pages.get("/account")
@needs(Action.ENTER_SITE)
def show() -> Shown:
    if g.private:
        return go("accounts.first")
    if account_id() is None:
        return go("accounts.sign_in")
    return _mine({})


@pages.post("/account/name")
@needs(Action.ENTER_SITE)
def rename() -> Shown:
    mine = account_id()
    if mine is None:
        return go("accounts.show")
    try:
        accounts.rename_account(desk(), account_id=mine, name=read(Called, request.form)["name"])
    except FormError as error:
        return _mine(field_errors(error)), 422
    except ScorekeeperError as error:
        return refused_kindly(error, _mine, "name")
    return go("accounts.show")


@pages.post("/account/email")
@needs(Action.ENTER_SITE)
def change_email() -> Shown:
    mine = account_id()
    if mine is None:
        return go("accounts.show")
    try:
        accounts.change_email(
            desk(),
            account_id=mine,
            email=read(SigningIn, request.form)["email"],
            password=request.form.get("email_password", ""),
            address=asked_from(),
        )
    except FormError as error:
        return _mine(field_errors(error)), 422
    except ScorekeeperError as error:
        return refused_kindly(error, _mine, "email")
    say("accounts.email.changed")
    return go("accounts.show")


@pages.post("/account/password")
@needs(Action.ENTER_SITE)
def change_password() -> Shown:
    mine = account_id()
    if mine is None:
        return go("accounts.show")
    try:
        ended = accounts.change_password(
            desk(),
            account_id=mine,
            old=request.form.get("old", ""),
            new=request.form.get("password", ""),
            here=g.visitor.device_id,
            address=asked_from(),
        )
    except ScorekeeperError as error:
        return refused_kindly(error, _mine, "old")
    say("accounts.password.changed", n=ended)
    return go("accounts.show")


@pages.post("/account/passkeys")
@needs(Action.ENTER_SITE)
def add_passkey() -> Shown:
    """Keep the passkey this browser made."""
    mine, domain, challenge = account_id(), passkey_domain(), _asked("new")
    if mine is None:
        return go("accounts.show")
    try:
        if domain is None or challenge is None:
            raise ScorekeeperError(ErrorCode.PASSKEY_REFUSED)
        passkeys.add_passkey(
            desk(),
            domain=domain,
            account_id=mine,
            challenge=challenge,
            answer=request.form.get("answer", ""),
            name=request.form.get("called") or devices.named(agent(), language()) or "Passkey",
        )
    except ScorekeeperError as error:
        return refused_kindly(error, _mine, "passkey")
    return go("accounts.show")


@pages.post("/account/passkeys/remove")
@needs(Action.ENTER_SITE)
def remove_passkey() -> Response:
    mine = account_id()
    if mine is not None:
        passkeys.remove_passkey(desk(), account_id=mine, passkey_id=request.form.get("id", ""))
    return go("accounts.show")


@pages.post("/account/devices")
@needs(Action.ENTER_SITE)
def revoke() -> Response:
    """End one device, or all but this one."""
    mine = account_id()
    if mine is None:
        return go("accounts.show")
    device_id = request.form.get("id", "")
    if device_id == "others":
        ended = devices.revoke_other_devices(desk(), account_id=mine, here=g.visitor.device_id)
        say("accounts.devices.ended", n=ended)
    else:
        devices.revoke_device(desk(), account_id=mine, device_id=device_id)
        say("accounts.devices.ended", n=1)
    return go("accounts.show")


def account_id() -> str | None:
    """Return whose account this request comes from, None for guests and strangers."""
    visitor: Visitor = g.visitor
    return visitor.account_id if visitor.device_id else None


def asked_from() -> str:
    """Return what guesses are counted by: a signed-in device apart from its neighbours' address."""
    device = g.visitor.device_id
    return (request.remote_addr or "") if device is None else f"device {device}"


def agent() -> str:
    return request.headers.get("User-Agent", "")


def admit(token: str) -> None:
    """Begin a new session for who has just signed in: nothing of the one before it stays."""
    lang = session.get("lang")
    session.clear()
    if lang:
        session["lang"] = lang
    session.permanent = True
    session["device"] = token


def forget() -> None:
    """End a session; only the language stays."""
    lang = session.get("lang")
    session.clear()
    if lang:
        session["lang"] = lang


def passkey_domain() -> Domain | None:
    """Return where passkeys are good, None where the service has no domain of its own."""
    return passkeys.domain_of(wiring().config.public_url)


def refused_kindly(
    error: ScorekeeperError, show: Callable[[dict[str, str]], str], place: str
) -> tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Show a page once more with what was refused; who tries too often is told how long to wait."""
    said = {error.place or place: refusal(error)}
    shown = show(said)
    if error.code is ErrorCode.TRY_LATER:
        return shown, 429, {"Retry-After": str(error.values["seconds"])}
    return shown, 422


def _ask(errors: dict[str, str]) -> str:
    domain = passkey_domain()
    question = None
    if domain is not None:
        question = passkeys.ask_who(domain=domain)
        _remember("who", question)
    return page(
        "web/account_sign_in.html",
        club_id=None,
        errors=errors,
        email=request.form.get("email", ""),
        back=request.values.get("back", "/"),
        question=question,
        mails=wiring().config.mail is not None,
    )


def _first(errors: dict[str, str]) -> str:
    return page(
        "web/account_first.html",
        club_id=None,
        errors=errors,
        typed={
            "email": request.form.get("email", ""),
            "name": request.form.get("name") or session.get("who", ""),
        },
    )


def _mine(errors: dict[str, str]) -> str:
    visitor: Visitor = g.visitor
    assert visitor.account_id is not None
    account: AccountView = accounts.get_account(desk(), account_id=visitor.account_id)
    domain = passkey_domain()
    question = None
    if domain is not None:
        question = passkeys.ask_new(desk(), domain=domain, account_id=account.id)
        _remember("new", question)
    lang = language()
    return page(
        "web/account.html",
        here="account",
        club_id=None,
        account=account,
        name=request.form.get("name", account.name),
        email=request.form.get("email", account.email),
        errors=errors,
        question=question,
        clubs=_clubs(visitor),
        passkeys=[
            (one, format_date(one.since, lang, short=True), _day(one.used_on, lang))
            for one in passkeys.list_passkeys(desk(), account_id=account.id)
        ],
        devices=[
            (one, format_date(one.seen_on, lang, short=True))
            for one in devices.list_devices(desk(), account_id=account.id, here=visitor.device_id)
        ],
    )


def _clubs(visitor: Visitor) -> list[dict[str, str]]:
    """Return every club this visitor has a role in, and where what is his own there is."""
    t = words()
    return [
        {
            "id": club.id,
            "name": club.name,
            "held": joined([t(f"gate.role.{one}") for one in Role if one in held], t.lang),
            **_own_links(club.id),
        }
        for club in clubs.list_clubs(desk())
        if (held := visitor.roles_in(club.id))
    ]


def _own_links(club_id: str) -> dict[str, str]:
    """Return where a member of a club sees what he owes it and what is kept about him."""
    member = own_member(club_id)
    if member is None:
        return {"own": "", "export": ""}
    return {
        "own": url_for("purse.account", club_id=club_id, member_id=member),
        "export": url_for("member_steps.export", club_id=club_id, member_id=member),
    }


def _day(day: date | None, lang: str) -> str:
    return "" if day is None else format_date(day, lang, short=True)


def _remember(what: str, question: Question) -> None:
    session[f"asked_{what}"] = [question.challenge, int(time.time())]


def _asked(what: str) -> str | None:
    """Return the challenge of a question that was asked here lately; it is answered once."""
    asked = session.pop(f"asked_{what}", None)
    if not isinstance(asked, list) or len(asked) != 2:
        return None
    challenge, at = asked
    return str(challenge) if time.time() - at <= ASKED_SECONDS else None
