"""The page that proves the book, and the one that looks up a printed hash."""

import threading

from flask import Flask

from scorekeeper.config import Config
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from tests.web.guest import Guest


def work(config: Config) -> None:
    run(
        Workplace(database_url=config.database_url, folder=config.data / "documents"),
        stop=threading.Event(),
        until_idle=True,
    )


def test_a_printed_hash_is_found_and_the_chain_unbroken(
    guest: Guest, app: Flask, config: Config
) -> None:
    table = guest.begin("bolachen", "Anna", "Bert", "Caro").place
    club = table.split("/t/")[0]
    assert "Noch ist nichts gebucht" in guest.go(club + "/proof/").text
    guest.enter(table, declarer="Anna", play="brand", tricks=7)
    guest.go(club + "/proof/")
    head = guest.page.find_class("hash")[0].text_content()
    assert len(head.split()) == 16
    guest.send("", printed=head[:14])
    place = guest.place
    assert "wird geprüft" in guest.text
    assert guest.answer is not None
    assert guest.answer.headers["Refresh"] == "1"
    work(config)
    guest.go(place)
    assert "gehört zu Buchung 1," in guest.text
    assert "Seitdem ist die Kette ununterbrochen." in guest.text
    assert "Das Buch stimmt: Die eine Buchung ist unverändert" in guest.text
    assert guest.page.find_class("hash")[0].text_content() == head


def test_what_is_no_hash_is_asked_again(guest: Guest) -> None:
    club = guest.begin("bolachen", "Anna", "Bert", "Caro").place.split("/t/")[0]
    guest.go(club + "/proof/")
    form = guest.page.forms[-1]
    assert form.inputs["printed"] is not None
    answer = guest.client.post(
        club + "/proof/",
        data={"csrf_token": form.inputs["csrf_token"].value, "printed": "kein Hash"},
    )
    guest.read(answer, club + "/proof/")
    assert guest.status == 422
    assert "Das ist keine Prüfsumme" in guest.text
