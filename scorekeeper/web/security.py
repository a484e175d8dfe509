"""Headers and limits that hold for every answer."""

from flask import Flask
from flask import Response
from flask_wtf import CSRFProtect

from scorekeeper.config import Config

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
FORM_BYTES = 64 * 1024
FORM_PARTS = 1000


def secure(app: Flask, config: Config) -> None:
    """Set limits for what comes in, and headers for what goes out."""
    https = config.public_url.startswith("https://")
    app.config.update(
        SECRET_KEY=config.secret,
        MAX_CONTENT_LENGTH=FORM_BYTES,
        MAX_FORM_MEMORY_SIZE=FORM_BYTES,
        MAX_FORM_PARTS=FORM_PARTS,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=https,
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=180 * 86_400,
        WTF_CSRF_TIME_LIMIT=None,  # a phone lies open on the table all evening
    )
    CSRFProtect(app)
    headers = dict(HEADERS)
    if https:
        headers["Strict-Transport-Security"] = "max-age=31536000"

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        if response.mimetype == "text/html":
            response.headers.setdefault("Cache-Control", "no-store")
        return response
