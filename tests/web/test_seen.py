"""Two who change the same thing at once: the second is told, and sees what the first made of it."""

import re

import pytest
from flask import Flask

from tests.web.guest import Guest


def _club(guest: Guest) -> str:
    found = re.match(r"/c/[0-9a-f-]{36}", guest.begin("bolachen", "Anna", "Bert", "Caro").place)
    assert found is not None
    return found[0]


def _last_link(guest: Guest, page: str, part: str) -> str:
    found: str = guest.go(page).page.xpath(f"//main//a[contains(@href, '{part}')]/@href")[-1]
    return found


def _second_is_told(
    app: Flask, guest: Guest, page: str, action: str, field: str, first: str, second: str
) -> None:
    """Let another change a field after this guest looked, then let the guest send his own."""
    guest.go(page)
    other = Guest(app).go(page)
    other.send(action, button=("do", _save(page)), **{field: first})
    assert other.status == 200, other.errors()
    guest.send(action, button=("do", _save(page)), **{field: second})
    assert guest.status == 409
    assert "inzwischen jemand anders geändert" in " ".join(guest.errors())
    assert dict(guest.form(action).form_values())[field] == first
    guest.send(action, button=("do", _save(page)), **{field: second})
    assert guest.status == 200, guest.errors()
    assert dict(guest.go(page).form(action).form_values())[field] == second


def _save(page: str) -> str:
    return {"settings": "club", "members": "rename"}.get(page.split("/")[3], "save")


@pytest.mark.parametrize(
    ("path", "field", "first", "second"),
    [
        ("/settings", "name", "Eins", "Zwei"),
        ("/money-rules", "stake_limit", "5,00", "9,00"),
    ],
)
def test_the_second_who_changes_the_club_is_told(
    app: Flask, guest: Guest, path: str, field: str, first: str, second: str
) -> None:
    _second_is_told(app, guest, _club(guest) + path, "", field, first, second)


def test_texts_and_settings_are_two_forms_that_do_not_disturb_each_other(
    app: Flask, guest: Guest
) -> None:
    page = _club(guest) + "/settings"
    guest.go(page)
    texts = dict(guest.page.forms[-1].form_values()) | {"imprint": "Anna", "do": "texts"}
    Guest(app).go(page).send("", button=("do", "club"), name="Eins")
    assert guest.client.post(page, data=texts).status_code == 303
    again = guest.client.post(page, data=texts | {"imprint": "Bert"})
    assert again.status_code == 409
    assert "inzwischen jemand anders geändert" in again.text


def test_the_second_who_changes_an_evening_a_member_or_a_fee_is_told(
    app: Flask, guest: Guest
) -> None:
    club = _club(guest)
    night = guest.page.xpath("//a[contains(@href, '/n/')]/@href")
    evening = re.match(rf"{club}/n/[0-9a-f-]{{36}}", night[0])
    assert evening is not None
    path = evening[0] + "/money-rules"
    _second_is_told(app, guest, path, "", "stake_limit", "5,00", "9,00")
    member = _last_link(guest, club + "/members/", "/members/")
    _second_is_told(app, guest, member, member[-36:], "name", "Cara", "Karo")
    catalogue = club + "/purse/catalogue"
    guest.go(catalogue).send("/catalogue", name="Beitrag", kind="fee", amount="5,00")
    item = guest.page.xpath("//form[contains(@action, '/catalogue/')]/@action")[0][-36:]
    _second_is_told(app, guest, catalogue, item, "amount", "6,00", "7,00")
