"""Headers, tokens and bounds."""

import re
import time
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.paths import data_dir
from scorekeeper.web.security import FORM_BYTES
from scorekeeper.web.security import OneSigner
from tests.web.guest import Guest


def test_every_page_forbids_what_it_does_not_need(guest: Guest) -> None:
    guest.go("/")
    assert guest.answer is not None
    headers = guest.answer.headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"


def test_no_template_has_script_or_style_inside() -> None:
    for path in data_dir("templates").glob("[_w]*/**/*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=", text), path
        assert not re.search(r"<script(?![^>]*\ssrc=)", text), path
        assert "https://" not in text, path


def test_a_form_without_token_is_refused_kindly(guest: Guest) -> None:
    answer = guest.client.post("/", data={"game": "bolachen"})
    assert answer.status_code == 400
    assert "Lade sie neu" in answer.text


def test_another_phones_token_is_refused(app: Flask) -> None:
    one, two = Guest(app).go("/"), Guest(app).go("/")
    stolen = dict(one.form("/").form_values())["csrf_token"]
    names = {"game": "bolachen", "name": ["Anna", "Bert", "Caro"]}
    for token in (stolen, "", "x" * 60, "ü"):
        data = dict(two.form("/").form_values()) | names | {"csrf_token": token}
        assert two.client.post("/", data=data).status_code == 400, token
    two.begin("bolachen", "Anna", "Bert", "Caro")
    assert "/t/" in two.place


def test_a_body_too_large_is_refused_kindly(guest: Guest) -> None:
    guest.go("/")
    data = dict(guest.form("/").form_values()) | {"place": "x" * (FORM_BYTES + 1)}
    answer = guest.client.post("/", data=data)
    assert answer.status_code == 413
    assert "Zu groß" in answer.text


def test_too_many_fields_are_refused(guest: Guest) -> None:
    guest.go("/")
    token = dict(guest.form("/").form_values())["csrf_token"]
    body = f"csrf_token={token}&" + "&".join(["name=x"] * 2000)
    answer = guest.client.post("/", data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (413, 422)


@pytest.mark.parametrize(
    "path", ["/nowhere", "/c/x", "/c/" + "x" * 36 + "/", "/c/" + "0" * 36 + "/"]
)
def test_what_is_not_there_is_said_kindly(guest: Guest, path: str) -> None:
    guest.go(path)
    assert guest.status == 404
    assert "Zum Anfang" in guest.text


def test_the_wrong_verb_is_said_kindly(guest: Guest) -> None:
    assert guest.go("/language").status == 405


def test_static_files_may_be_kept_for_ever(guest: Guest) -> None:
    guest.go("/")
    sheets = guest.page.xpath("//link[@rel='stylesheet']/@href")
    assert len(sheets) == 6
    for sheet in sheets:
        answer = guest.client.get(sheet)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Access-Control-Allow-Origin" not in answer.headers
        answer.close()


def test_every_suit_is_drawn() -> None:
    import scorekeeper.web

    folder = Path(scorekeeper.web.__file__).parent / "static" / "suits"
    assert {p.stem for p in folder.glob("*.svg")} == {"eichel", "gras", "herz", "schellen"}


@pytest.mark.parametrize(
    "host", ["a" * 64, "a" * 5000, "localhost:80@evil", "local host", "a..b", "[::1]evil:80", "ä"]
)
def test_a_host_that_is_none_gets_no_page(app: Flask, host: str) -> None:
    answer = app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert answer.mimetype == "text/plain"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:1"])
def test_every_name_of_this_machine_is_known(app: Flask, host: str) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


def test_a_cookie_is_believed_to_its_last_character_only(app: Flask) -> None:
    phone = Guest(app).go("/")
    phone.begin("bolachen", "Anna", "Bert", "Caro")
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    signer = app.session_interface
    for sent, believed in ((cookie.value, True), (cookie.value[:-1], False), (cookie.value, True)):
        headers = {"Cookie": f"scorekeeper={sent}"}
        with app.test_request_context("/", headers=headers) as context:
            found = signer.open_session(app, context.request)
            assert found is not None
            assert bool(found.get("csrf_token")) is believed


def test_a_kept_cookie_ends_when_it_is_too_old(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Guest(app).go("/")
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    headers = {"Cookie": f"scorekeeper={cookie.value}"}
    with app.test_request_context("/", headers=headers) as context:
        assert app.session_interface.open_session(app, context.request)
        then = time.time() + app.permanent_session_lifetime.total_seconds() + 60
        monkeypatch.setattr("time.time", lambda: then)
        assert not app.session_interface.open_session(app, context.request)


def test_what_a_page_writes_into_a_session_stays_out_of_the_kept_one(app: Flask) -> None:
    signer = app.session_interface
    serializer = OneSigner(60).get_signing_serializer(app)
    assert serializer is not None
    for said in ({"lang": "de"}, {"_flashes": [("message", "da")]}):
        headers = {"Cookie": f"scorekeeper={serializer.dumps(said)}"}
        for _ in range(2):
            with app.test_request_context("/", headers=headers) as context:
                found = signer.open_session(app, context.request)
                assert dict(found or {}) == said
                assert found is not None
                found["lang"] = "en"
                found.get("_flashes", []).append(("message", "mehr"))
