"""Another program: speaks JSON with a key, keeps the tags of what it read."""

import secrets
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.services import clubs
from scorekeeper.services import tokens
from scorekeeper.services.desk import Desk
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import quick


class Program:
    """A program with a key; `at` is what every path begins with."""

    def __init__(self, app: Flask, key: str, club_id: str = "") -> None:
        self.client = app.test_client()
        # Not from the machine itself: nothing but the key lets it in.
        self.client.environ_base["REMOTE_ADDR"] = "203.0.113.9"
        self.key = key
        self.at = f"/api/v1/clubs/{club_id}" if club_id else "/api/v1"

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str | None = None,
        tag: str | None = None,
        unless: str | None = None,
        **headers: str,
    ) -> TestResponse:
        """Send a request; `tag` goes into If-Match, `unless` into If-None-Match."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.key:
            sent["Authorization"] = f"Bearer {self.key}"
        for name, value in (("Idempotency-Key", key), ("If-Match", tag), ("If-None-Match", unless)):
            if value is not None:
                sent[name] = value
        target = path if path.startswith("/api/") else self.at + path
        if body is None:
            return self.client.open(target, method=method, headers=sent)
        return self.client.open(target, method=method, json=body, headers=sent)

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> TestResponse:
        more.setdefault("key", secrets.token_urlsafe(12))
        return self.ask("POST", path, body, **more)

    def tag_of(self, path: str) -> str:
        """Return the tag of a thing as it is now."""
        return str(self.get(path).headers["ETag"])


ALL = [scope.value for scope in tokens.SCOPES]


def program(
    app: Flask,
    desk: Desk,
    club_id: str,
    scopes: list[str] | None = None,
    account_id: str | None = None,
) -> Program:
    """Return a program whose key may do this, by default everything."""
    made = tokens.create_token(
        desk, club_id=club_id, name="Programm", scopes=scopes or ALL, account_id=account_id
    )
    return Program(app, made.text, club_id)


def playing(desk: Desk) -> Round:
    """Begin a night of Bolachen in the private club."""
    return quick(desk, "Anna Bert Caro", "bolachen", keys=Keys("begin"))


def other_club(desk: Desk) -> str:
    """Found another club."""
    return clubs.create_club(desk, name="Andere Runde").id
