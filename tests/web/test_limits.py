"""How often somebody may ask, and who is asked nothing."""

import random
import time
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.services import access
from scorekeeper.web.limits import LIMITS
from scorekeeper.web.limits import SWEEP
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import Limits
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

FEW = {Kind.PAGE: "3/minute", Kind.WORK: "2/minute", Kind.GUESS: "1/minute"}


def test_a_device_has_its_own_share_whatever_its_address() -> None:
    limits = Limits(FEW)
    for _ in range(3):
        assert limits.wait(Kind.PAGE, device="a", address="10.0.0.1") == 0
    assert 0 < limits.wait(Kind.PAGE, device="a", address="10.0.0.2") <= 60
    assert limits.wait(Kind.PAGE, device="b", address="10.0.0.1") == 0


def test_an_address_stands_for_a_whole_club() -> None:
    limits = Limits(FEW)
    waits = [limits.wait(Kind.PAGE, device=None, address="10.0.0.1") for _ in range(16)]
    assert waits[:15] == [0] * 15
    assert waits[15] > 0
    assert limits.wait(Kind.PAGE, device=None, address="10.0.0.2") == 0


def test_guessing_is_counted_by_address_and_has_no_crowd() -> None:
    limits = Limits(FEW)
    assert limits.wait(Kind.GUESS, device="a", address="10.0.0.1") == 0
    assert limits.wait(Kind.GUESS, device="b", address="10.0.0.1") > 0


def test_hard_work_is_counted_apart() -> None:
    limits = Limits(FEW)
    for _ in range(3):
        limits.wait(Kind.PAGE, device="a", address="")
    assert limits.wait(Kind.WORK, device="a", address="") == 0


def test_who_asks_too_often_is_told_when_to_come_back(app: Flask) -> None:
    app.extensions[LIMITS] = Limits(FEW)
    access.set_access_code(app.extensions[EXTENSION].desk, "einlass")
    phone = Guest(app, REMOTE_ADDR="192.168.1.23")
    for _ in range(15):
        phone.client.get("/access")
    answer = phone.client.get("/access")
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "Das war zu oft hintereinander" in answer.text
    program = phone.client.get("/api/v1/clubs")
    assert program.status_code == 429
    assert program.mimetype == "application/problem+json"
    assert program.get_json()["code"] == "too_many_requests"
    assert int(program.headers["Retry-After"]) > 0


def test_the_machine_itself_may_ask_for_ever(app: Flask) -> None:
    app.extensions[LIMITS] = Limits(FEW)
    guest = Guest(app)
    assert [guest.go("/").status for _ in range(30)] == [200] * 30


def test_behind_https_cookies_are_tied_to_the_host(config: Config) -> None:
    app = create_app(replace(config, public_url="https://karten.example.org"))
    answer = app.test_client().get("/access", base_url="https://karten.example.org")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-scorekeeper=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
    app.extensions[EXTENSION].desk.close()


def test_without_https_nothing_is_promised_about_it(guest: Guest) -> None:
    guest.go("/")
    assert guest.answer is not None
    assert "Strict-Transport-Security" not in guest.answer.headers


def test_the_window_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a plain recount of every request that was let through."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limits = Limits({Kind.PAGE: "7/minute;20/hour", Kind.WORK: "1/day", Kind.GUESS: "1/day"})
    dice = random.Random(4)
    let_in: list[float] = []
    for _ in range(4000):
        now += dice.choice([0.0, 0.3, 5.0, 40.0, 400.0])
        full = [
            span
            for most, span in ((7, 60), (20, 3600))
            if sum(1 for at in let_in if now - at < span) >= most
        ]
        waits = limits.wait(Kind.PAGE, device="a", address="")
        assert bool(waits) == bool(full), (now, full)
        assert waits <= max(full, default=0) + 1
        if not waits:
            let_in.append(now)


def test_who_came_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limits = Limits(FEW)
    for number in range(SWEEP):
        limits.wait(Kind.PAGE, device=str(number), address="")
    assert len(limits._asked) == SWEEP
    now = 61.0
    for _ in range(SWEEP):
        limits.wait(Kind.PAGE, device="late", address="")
    assert len(limits._asked) == 1
