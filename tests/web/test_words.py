"""Every word a page may need is there, and none that no page needs."""

import re
from pathlib import Path

from flask import Flask

import scorekeeper
from scorekeeper.errors import ErrorCode
from scorekeeper.i18n import catalogue
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.written import REASONS
from scorekeeper.paths import data_dir
from scorekeeper.rules.house import Game
from scorekeeper.schemas import forms
from scorekeeper.schemas import forms_deal
from scorekeeper.services.views import NightState
from scorekeeper.web.refusals import KNOWN
from scorekeeper.web.refusals import STATUS
from tests.web.guest import Guest

KEY = re.compile(r"""["'](web\.[A-Za-z0-9_.]+)["'{]""")
# Keys put together from a beginning and a value.
ENDS: dict[str, set[str]] = {
    "web.game.": {game.value for game in Game},
    "web.suit.": set(forms_deal.SUITS),
    "web.rank.": set(forms_deal.RANKS),
    "web.rank.short.": set(forms_deal.RANKS),
    "web.play.": {*forms_deal.BOLACHEN_PLAYS, *forms_deal.WALLACHEN_PLAYS},
    "web.deal.": {"bettel", "mord"},
    "web.deal.by.": {"fold", "gehen", "maschine", *forms_deal.OFFENCES},
    "web.watten.end.": set(forms_deal.ENDS),
    "web.watten.offence.": set(forms_deal.OFFENCES),
    "web.reason.": {"counted", "player", "forgotten"},
    "web.night.state.": {state.value for state in NightState},
    "web.table.closed.": {state.value for state in NightState},
    "web.document.state.": {"queued", "running", "done", "failed", "cancelled"},
    # The codes of `ledger.written`, and of what is no price.
    "web.amount.": {*REASONS, "price", "price_large"},
    "web.form.people.": set(forms.GAMES),
    "web.form.missing.": {"declarer", "play", "tricks", "offender", "offence"},
    # What stands in a night's book beside its deals; the purse has words of its own.
    "web.event.": {kind.value for kind in EntryKind}
    - {"deal", "correction", "undo", "ruling"}
    - {"opening", "fee", "fine", "income", "expense", "host_share", "money_moved", "counted"}
    - {"member_payment", "member_transfer", "taken_back"}
    - {"month_closed", "month_reopened", "season_closed", "season_reopened", "season_changed"},
    # A status, with its title.
    "web.error.": {f"{status}{end}" for status in KNOWN for end in ("", ".title")},
}


def _sources() -> list[Path]:
    package = Path(scorekeeper.__file__).parent
    written = [
        path
        for part in ("web", "schemas", "services", "i18n", "cli")
        for path in (package / part).rglob("*.py")
    ]
    for folder in ("web", "_macros"):
        written += (data_dir("templates") / folder).glob("*.html")
    return written


def _used() -> set[str]:
    used: set[str] = set()
    for path in _sources():
        for key in KEY.findall(path.read_text(encoding="utf-8")):
            used |= {key + end for end in ENDS[key]} if key.endswith(".") else {key}
    return used


def test_every_key_of_a_page_has_its_words() -> None:
    for lang in ("de", "en"):
        known = set(catalogue("web", lang))
        assert _used() - known == set(), lang


def test_no_words_are_left_over() -> None:
    assert set(catalogue("web", "de")) - _used() - {""} == set()


def test_every_status_a_refusal_has_is_a_page() -> None:
    assert {STATUS.get(code, 409) for code in ErrorCode} <= KNOWN


def test_the_switch_changes_the_language_and_stays(app: Flask) -> None:
    guest = Guest(app)
    guest.go("/").send("/language", language="en")
    assert "Tonight we play" in guest.text
    assert guest.page.get("lang") == "en"
    assert "Tonight we play" in guest.go("/").text
    guest.send("/language", language="xx")
    assert "Tonight we play" in guest.text


def test_who_writes_stands_beside_the_deal(guest: Guest) -> None:
    table = guest.begin("bolachen", "Anna", "Bert", "Caro").place
    guest.send("/writer", who="  Maria   Huber ")
    assert guest.place == table
    guest.enter(table, declarer="Anna", play="brand", tricks=6)
    guest.go(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    assert "Maria Huber" in guest.text
