"""The pages for other programs: keys shown once, and whom to tell what happened."""

from flask import Flask

from scorekeeper.services import webhooks
from scorekeeper.services.tokens import visitor_of_token
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest


def club_of(guest: Guest) -> str:
    guest.begin("bolachen", "Anna", "Bert", "Caro")
    return guest.place.split("/t/")[0]


def test_a_key_is_made_shown_once_and_ended(app: Flask, guest: Guest) -> None:
    desk = app.extensions[EXTENSION].desk
    club = club_of(guest)
    guest.go(f"{club}/tokens/").send("tokens/", name="Anzeige", scope=["look", "record"])
    assert guest.status == 200
    text = guest.page.find_class("key")[0].text_content().strip()
    visitor = visitor_of_token(desk, text)
    assert visitor is not None
    assert visitor.scopes is not None
    assert {"look", "record"} < {scope.value for scope in visitor.scopes}
    guest.go(f"{club}/tokens/")
    assert "Anzeige" in guest.text
    assert text not in guest.answer.text if guest.answer else False
    assert "Spiele am Tisch eintragen" in guest.text
    guest.send("/revoke")
    assert guest.status == 200
    assert visitor_of_token(desk, text) is None


def test_a_key_for_a_table(app: Flask, guest: Guest) -> None:
    desk = app.extensions[EXTENSION].desk
    club = club_of(guest)
    table_id = guest.place.split("/t/")[1][:36]
    guest.go(f"{club}/tokens/").send("tokens/", name="Tablet", scope=["look"], table=table_id)
    visitor = visitor_of_token(desk, guest.page.find_class("key")[0].text_content().strip())
    assert visitor is not None
    assert visitor.grant is not None
    assert visitor.grant.table_id == table_id
    guest.go(f"{club}/tokens/").send("tokens/", name="Tablet", scope=["settle"], table=table_id)
    assert guest.status == 422
    assert guest.errors()


def test_a_key_without_a_name_or_a_scope_is_asked_for_again(guest: Guest) -> None:
    club = club_of(guest)
    guest.go(f"{club}/tokens/").send("tokens/", name="", scope=["look"])
    assert (guest.status, len(guest.errors())) == (422, 1)
    guest.go(f"{club}/tokens/").send("tokens/", name="Anzeige", scope=[])
    assert (guest.status, len(guest.errors())) == (422, 1)


def test_somebody_is_told_changed_paused_and_removed(app: Flask, guest: Guest) -> None:
    desk = app.extensions[EXTENSION].desk
    club = club_of(guest)
    guest.go(f"{club}/webhooks/").send(
        "webhooks/", url="https://example.org/hook", event=["deal.recorded", "night.closed"]
    )
    assert guest.status == 200
    club_id = club.split("/")[2]
    (hook,) = webhooks.list_webhooks(desk, club_id=club_id)
    assert hook.events == ("deal.recorded", "night.closed")
    guest.send("", button=("do", "off"))
    assert not webhooks.list_webhooks(desk, club_id=club_id)[0].active
    guest.send("", button=("do", "save"), url="https://example.org/other", event=["night.closed"])
    (hook,) = webhooks.list_webhooks(desk, club_id=club_id)
    assert (hook.url, hook.events) == ("https://example.org/other", ("night.closed",))
    guest.send("", button=("do", "remove"))
    assert webhooks.list_webhooks(desk, club_id=club_id) == ()


def test_our_own_network_is_no_address_to_tell(guest: Guest) -> None:
    club = club_of(guest)
    for url in ("http://example.org/", "https://127.0.0.1/", "https://localhost/x"):
        guest.go(f"{club}/webhooks/").send("webhooks/", url=url, event=["deal.recorded"])
        assert guest.status == 422
        assert guest.errors()


def test_what_was_told_is_seen_and_told_again(app: Flask, guest: Guest) -> None:
    desk = app.extensions[EXTENSION].desk
    club = club_of(guest)
    table = guest.place
    guest.go(f"{club}/webhooks/").send(
        "webhooks/", url="https://example.org/hook", event=["deal.recorded"]
    )
    page = guest.place
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks="7")
    guest.go(page)
    assert "Spiel eingetragen" in guest.text
    delivery = guest.page.xpath("//form[contains(@action, 'deliveries')]/@action")[0]
    guest.send(delivery.rpartition("/")[2])
    (hook,) = webhooks.list_webhooks(desk, club_id=club.split("/")[2])
    told = webhooks.list_deliveries(desk, club_id=club.split("/")[2], webhook_id=hook.id)
    assert len(told) == 2
    assert told[0].payload == told[1].payload
