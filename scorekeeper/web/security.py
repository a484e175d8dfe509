"""Headers and limits that hold for every answer."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from hmac import compare_digest
from typing import TYPE_CHECKING
from typing import Any

from flask import Flask
from flask import Request
from flask import Response
from flask import g
from flask import request
from flask import session
from flask.sessions import SecureCookieSession
from flask.sessions import SecureCookieSessionInterface
from flask.sessions import SessionMixin
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf
from itsdangerous import BadSignature
from itsdangerous import URLSafeTimedSerializer

from scorekeeper.config import Config

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse
    from _typeshed.wsgi import WSGIApplication
    from _typeshed.wsgi import WSGIEnvironment

POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
STATIC_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HOST = re.compile(
    r"(?:(?:[a-z0-9_-]{1,63}\.){0,9}[a-z0-9_-]{1,63}\.?|\[[0-9a-f:.]{2,45}\])?(?::[0-9]{0,5})?",
    re.IGNORECASE,
)
FORM_BYTES = 64 * 1024
FORM_PARTS = 1000
_COOKIES_MAX = 4096
_COOKIE_KEPT = 1024  # characters


def secure(app: Flask, config: Config) -> None:
    """Set limits for what comes in; who sends a form must have been given its token."""
    https = config.public_url.startswith("https://")
    app.config.update(
        SECRET_KEY=config.secret,
        MAX_CONTENT_LENGTH=FORM_BYTES,
        MAX_FORM_MEMORY_SIZE=FORM_BYTES,
        MAX_FORM_PARTS=FORM_PARTS,
        # No other host of the domain can set a cookie of this name, and none goes over plain HTTP.
        SESSION_COOKIE_NAME="__Host-scorekeeper" if https else "scorekeeper",
        SESSION_COOKIE_PATH="/",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",  # Strict would show a stranger's page to who scans a code
        SESSION_COOKIE_SECURE=https,
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=180 * 86_400,
        WTF_CSRF_TIME_LIMIT=None,  # a phone lies open on the table all evening
    )
    app.session_interface = OneSigner(int(app.permanent_session_lifetime.total_seconds()))
    Tokens(app)
    app.jinja_env.globals["csrf_token"] = csrf_token


class OneSigner(SecureCookieSessionInterface):
    """Flask's sessions, with a signer that is made once and cookies that are unsigned once.

    A phone sends the same cookie all evening. What one said is kept beside its every character,
    signature included, so that only who sends just that cookie is given it.
    """

    def __init__(self, max_age: int) -> None:
        self._signer: URLSafeTimedSerializer | None = None
        self._max_age = max_age
        self._said: dict[str, tuple[float, dict[str, Any]]] = {}

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        if self._signer is None:
            self._signer = super().get_signing_serializer(app)
        return self._signer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        signer = self.get_signing_serializer(app)
        sent = request.cookies.get(self.get_cookie_name(app))
        if signer is None or not sent:
            return super().open_session(app, request)
        kept = self._said.get(sent)
        if kept is not None and time.time() < kept[0]:
            return self.session_class(kept[1])
        try:
            said, signed = signer.loads(sent, max_age=self._max_age, return_timestamp=True)
        except BadSignature:
            return self.session_class()
        # A list in it could be written to by a page; and nobody fills the memory with long ones.
        if len(sent) <= _COOKIE_KEPT and all(
            type(one) in (str, bool, int) for one in said.values()
        ):
            if len(self._said) >= _COOKIES_MAX:
                self._said.clear()
            self._said[sent] = (signed.timestamp() + self._max_age, said)
        return self.session_class(said)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session and not session.modified and not app.config["SESSION_REFRESH_EACH_REQUEST"]:
            if session.accessed and "Vary" not in response.headers:
                response.headers["Vary"] = "Cookie"
                return
            if not session.accessed:
                return
        super().save_session(app, session, response)


class Tokens(CSRFProtect):  # type: ignore[misc]  # Flask-WTF ships no types
    """Flask-WTF's protection of forms; a token that was given out here need not be unsigned."""

    def protect(self, apply_exemptions: bool = False) -> None:
        if request.path.startswith("/api/") and (
            "Authorization" in request.headers or _of_a_program(request)
        ):
            return  # no browser sends a key of its own accord
        if request.method == "POST" and not request.is_secure:
            given = _TOKENS.get(session.get("csrf_token", ""))
            sent = request.form.get("csrf_token", "")
            if given and compare_digest(given.encode(), sent.encode()):
                g.csrf_valid = True
                return
        super().protect(apply_exemptions)


def _of_a_program(asked: Request) -> bool:
    """Return whether no page in a browser can have sent this.

    A page says where it is from (`Origin`), and may send JSON elsewhere only after asking.
    """
    beside = ("Cookie", "Origin", "Referer", "Sec-Fetch-Site")
    return asked.is_json and not any(name in asked.headers for name in beside)


_TOKENS: dict[str, str] = {}
_TOKENS_MAX = 4096


def csrf_token() -> str:
    """Return this phone's token for forms. It has no end, so it is signed once and kept."""
    raw = session.get("csrf_token")
    token = _TOKENS.get(raw) if isinstance(raw, str) else None
    if token is None:
        token = str(generate_csrf())
        if len(_TOKENS) >= _TOKENS_MAX:
            _TOKENS.clear()
        _TOKENS[session["csrf_token"]] = token
    return token


def with_headers(app: WSGIApplication, config: Config) -> WSGIApplication:
    """Add to every answer what browsers must not do with it; pages are not kept by anybody."""
    fixed = list(HEADERS.items())
    if config.public_url.startswith("https://"):
        fixed.append(("Strict-Transport-Security", "max-age=31536000"))

    def headed(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not HOST.fullmatch(environ.get("HTTP_HOST", "")):
            # No address of ours can be made with it, so no page either.
            start_response("400 Bad Request", [("Content-Type", "text/plain"), *fixed])
            return [b"This is no address of this service.\n"]

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            if not any(name == "Cache-Control" for name, _ in headers):
                headers.append(("Cache-Control", "no-store"))
            return start_response(status, headers + fixed, *error)

        return app(environ, start)

    return headed
