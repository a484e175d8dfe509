"""Who gets in: the machine itself without a question, anybody else with the code."""

from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.services.access import set_access_code
from scorekeeper.web import access
from scorekeeper.web import live
from scorekeeper.web.limits import Throttle
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

PHONE = "192.168.1.23"

SHIPPED = (access.TRIES._each, access.TRIES._everyone)


@pytest.fixture
def code(app: Flask, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(access, "TRIES", Throttle(each=5, everyone=50, seconds=60))
    return set_access_code(app.extensions[EXTENSION].desk, None)


def test_the_machine_itself_is_not_asked(guest: Guest) -> None:
    assert guest.go("/").status == 200
    assert "Heut wird gespielt" in guest.text


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "10.0.0.1"},
        {"Forwarded": "for=10.0.0.1"},
        {"X-Forwarded-Proto": "https"},
        {"Via": "1.1 proxy"},
        {"Host": "karten.example.org"},
        {"Host": "rebound.example.org:8000"},
        {"Host": "localhost.example.org"},
        {"Host": "127.0.0.1.example.org"},
    ],
)
def test_whatever_may_come_from_elsewhere_is_asked(guest: Guest, headers: dict[str, str]) -> None:
    answer = guest.client.get("/", headers=headers)
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/access")


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_every_name_of_this_machine_will_do(guest: Guest, host: str) -> None:
    assert guest.client.get("/", headers={"Host": host}).status_code == 200


def test_with_a_public_address_nobody_is_free(config: Config) -> None:
    app = create_app(replace(config, public_url="https://karten.example.org"))
    assert app.test_client().get("/").status_code == 303
    app.extensions[EXTENSION].desk.close()


def test_a_phone_gets_in_with_the_code_and_stays_in(app: Flask, code: str) -> None:
    phone = Guest(app, REMOTE_ADDR=PHONE)
    phone.go("/")
    assert phone.place.startswith("/access")
    phone.send("/access", code="wrong")
    assert phone.status == 403
    assert "Das ist nicht der Code" in phone.text
    phone.send("/access", code=code.upper())
    assert phone.status == 200
    assert "Heut wird gespielt" in phone.text
    assert phone.go("/").status == 200


def test_a_new_code_ends_the_old_one(app: Flask, code: str) -> None:
    phone = Guest(app, REMOTE_ADDR=PHONE)
    phone.go("/").send("/access", code=code)
    assert "Heut wird gespielt" in phone.text
    set_access_code(app.extensions[EXTENSION].desk, None)
    assert phone.go("/").place.startswith("/access")


def test_guessing_is_slowed_down(app: Flask, code: str) -> None:
    phone = Guest(app, REMOTE_ADDR=PHONE)
    phone.go("/")
    for _ in range(5):
        phone.send("/access", code="guess")
        assert phone.status == 403
    phone.send("/access", code=code)
    assert phone.status == 429
    assert phone.answer is not None
    assert int(phone.answer.headers["Retry-After"]) > 0
    other = Guest(app, REMOTE_ADDR="192.168.1.99")
    other.go("/").send("/access", code=code)
    assert other.status == 200


def test_nothing_is_recorded_from_outside_without_the_code(app: Flask, guest: Guest) -> None:
    table = guest.begin("bolachen", "Anna", "Bert", "Caro").place
    guest.go(table + "/deal")
    data = dict(guest.form("/deal").form_values()) | {
        "declarer": guest.option("declarer", "Anna"),
        "tricks": "7",
    }
    answer = guest.client.post(table + "/deal", data=data, environ_overrides={"REMOTE_ADDR": PHONE})
    assert answer.status_code == 403
    assert set(guest.go(table).balances().values()) == {"0,00"}


def test_after_the_code_one_lands_on_a_page_of_ours(app: Flask, code: str) -> None:
    for back in ("https://evil.example.org/", "//evil.example.org", "/\\evil.example.org"):
        phone = Guest(app, REMOTE_ADDR=PHONE)
        phone.go("/")
        data = dict(phone.form("/access").form_values()) | {"code": code, "back": back}
        answer = phone.client.post("/access", data=data)
        assert answer.headers["Location"] == "/"


def test_health_is_open_to_all(app: Flask) -> None:
    answer = app.test_client().get("/healthz", environ_overrides={"REMOTE_ADDR": PHONE})
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_health_asks_the_worker_too(app: Flask) -> None:
    live.watch_jobs(app, lambda: False)
    answer = app.test_client().get("/healthz", environ_overrides={"REMOTE_ADDR": PHONE})
    assert answer.status_code == 503
    assert "Arbeiter" in answer.text
    assert answer.content_type.startswith("text/plain")


def test_throttle_counts_a_household_of_ipv6_as_one() -> None:
    tries = Throttle(each=2, everyone=100, seconds=60)
    tries.failed("2001:db8:1:2::1")
    tries.failed("2001:db8:1:2:ffff::9")
    assert tries.wait("2001:db8:1:2::3") > 0
    assert tries.wait("2001:db8:1:3::1") == 0
    tries.failed("::ffff:192.0.2.1")
    tries.failed("192.0.2.1")
    assert tries.wait("192.0.2.1") > 0
    assert tries.wait("192.0.2.2") == 0


def test_one_who_guesses_does_not_keep_his_club_out() -> None:
    tries = Throttle(each=SHIPPED[0], everyone=SHIPPED[1], seconds=60)
    for _ in range(15):
        tries.failed("192.0.2.1")
    assert tries.wait("192.0.2.1") == 0
    for host in range(1, 15):
        for _ in range(SHIPPED[0]):
            tries.failed(f"198.51.100.{host}")
    assert tries.wait("203.0.113.7") == 0


def test_throttle_counts_addresses_and_everybody() -> None:
    tries = Throttle(each=2, everyone=3, seconds=60)
    assert tries.wait("a") == 0
    tries.failed("a")
    tries.failed("a")
    assert tries.wait("a") > 0
    assert tries.wait("b") == 0
    tries.failed("b")
    assert tries.wait("c") > 0
