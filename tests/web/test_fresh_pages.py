"""No page shows what stood there before: a warm service says what one just started says."""

import multiprocessing
import re
from collections.abc import Callable
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.services import anonymity
from scorekeeper.services import club_texts
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import members
from scorekeeper.services import merging
from scorekeeper.services import nights
from scorekeeper.services import officers
from scorekeeper.services import rulings
from scorekeeper.services import tables
from scorekeeper.services.permissions import Role
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import Decision
from scorekeeper.services.ruling_views import Offending
from scorekeeper.web.pages import EXTENSION
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick
from tests.services.signing import device_of
from tests.services.signing import person

LANGS = ("de", "en")
ALWAYS_NEW = re.compile(r'name="(csrf_token|key)" value="[^"]*"|content="[^"]{40,}"')
Edits = dict[str, Callable[[], object]]


# A process that has imported everything and made no page yet; every fresh reader is forked off it.
CLEAN = multiprocessing.get_context("forkserver")
CLEAN.set_forkserver_preload(["scorekeeper.app", "tests.web.test_fresh_pages"])


def read(app: Flask, pages: list[str], device: str, lang: str) -> dict[str, str]:
    """Return the pages as somebody reads them, without what is new in each of them."""
    client = app.test_client()
    with client.session_transaction() as session:
        session["lang"] = lang
        if device:
            session["device"] = device
    found = {}
    for page in pages:
        answer = client.get(page)
        found[page] = f"{answer.status_code} {ALWAYS_NEW.sub('', answer.text)}"
    return found


def read_fresh(config: Config, pages: list[str], device: str) -> dict[str, dict[str, str]]:
    """Return the pages of a service that has just begun, by language."""
    app = create_app(config)
    seen = {lang: read(app, pages, device, lang) for lang in LANGS}
    app.extensions[EXTENSION].desk.close()
    return seen


class Reader:
    """Somebody who reads the same pages of a warm service and of one that has just begun."""

    def __init__(self, app: Flask, config: Config, device: str = "") -> None:
        self.app = app
        self.config = config
        self.device = device

    def compare(self, pages: list[str], edit: str) -> dict[str, str]:
        """Return the pages in German, having compared them in both languages."""
        with CLEAN.Pool(1) as pool:
            waiting = pool.apply_async(read_fresh, (self.config, pages, self.device))
            warm = {lang: read(self.app, pages, self.device, lang) for lang in LANGS}
            fresh = waiting.get(120)
        for lang, seen in warm.items():
            for page in pages:
                assert seen[page] == fresh[lang][page], f"{page} in {lang} after: {edit}"
        return warm["de"]


@pytest.fixture
def table(app: Flask) -> Iterator[Round]:
    """A table of Bolachen with a corrected and an undone deal, written by Zenz."""
    desk = app.extensions[EXTENSION].desk.acting("Zenz", "de")
    made = quick(desk, "Anna Bert Caro Dora", "bolachen", keys=Keys("fresh"))
    anna, bert, caro, _ = made.table.seats
    first = made.record(brand(anna, 7))
    made.record(brand(caro, 5))
    made.correct(first.id, brand(bert, 7), reason="Bert hat gespielt")
    made.record(brand(caro, 6))
    made.undo()
    return made


def pages_of(table: Round) -> list[str]:
    club = f"/c/{table.club_id}"
    night = f"{club}/n/{table.night_id}"
    view = table.see()
    deal_pages = [f"{club}/d/{deal.id}" for deal in view.deals]
    return [
        f"{club}/t/{table.table.id}",
        f"{club}/t/{table.table.id}/deal",
        f"{club}/t/{table.table.id}/people",
        night,
        *(f"{night}?person={one.member_id}" for one in view.people[:2]),
        f"{night}/settlement",
        *deal_pages,
        *(f"{page}/correct" for page in deal_pages),
        *(
            f"{club}{part}"
            for part in (
                "",
                "/members",
                "/house-rules",
                "/seasons",
                "/search",
                "/rulings",
                "/settings",
            )
        ),
    ]


def edits_of_deals(table: Round) -> Edits:
    club_id, keys, desk = table.club_id, table.keys, table.desk
    _, bert, caro, _ = table.table.seats
    deal = table.see().deals[-1]

    def dispute() -> None:
        held = Offending(offence="revoke", by=caro, trick=3)
        opened = rulings.open_dispute(
            desk, club_id=club_id, deal_id=deal.id, reason="Farbe nicht bekannt", key=keys()
        )
        rulings.rule(
            desk,
            club_id=club_id,
            dispute_id=opened.id,
            decision=Decision(choice=Choice.OTHER, offending=held),
            reason="er hatte sie",
            key=keys(),
        )

    return {
        "record": lambda: table.record(brand(caro, 8)),
        "correct": lambda: table.correct(deal.id, brand(bert, 4), reason="er sah es"),
        "correct again": lambda: table.correct(deal.id, brand(bert, 5), reason="doch fünf"),
        "undo": table.undo,
        "dispute and ruling": dispute,
    }


def edits_of_the_table(table: Round) -> Edits:
    club_id, keys, desk = table.club_id, table.keys, table.desk
    there = {"club_id": club_id, "table_id": table.table.id}
    _, bert, _, dora = table.table.seats

    def other_rules() -> None:
        rules = house_rules.create_house_rules(
            desk, club_id=club_id, game="bolachen", name="Andere", options={"mord_factor": 5}
        )
        tables.change_game(
            desk, **there, game="bolachen", house_rules_id=rules.id, tariff=50, key=keys()
        )

    return {
        "house rules and price": other_rules,
        "dealer": lambda: tables.set_dealer(desk, **there, member_id=dora),
        "sitting out": lambda: tables.set_sitting_out(desk, **there, member_ids=[bert]),
    }


def edits_of_people(table: Round) -> Edits:
    club_id, keys, desk = table.club_id, table.keys, table.desk
    there = {"club_id": club_id, "table_id": table.table.id}
    anna, bert, _, _ = table.table.seats
    deal = table.see().deals[-1]

    def merge() -> None:
        twin = members.add_member(desk, club_id=club_id, name="Bertl", key=keys()).id
        merging.merge_members(
            desk, club_id=club_id, member_id=bert, into_id=twin, key=keys(), why="derselbe"
        )

    def anonymise_writer() -> None:
        writer = members.add_member(desk, club_id=club_id, name="Zenz", key=keys())
        anonymity.make_anonymous(desk, club_id=club_id, member_id=writer.id, key=keys())

    def anonymise() -> None:
        tables.leave_table(desk, **there, member_id=anna, key=keys())
        anonymity.make_anonymous(desk, club_id=club_id, member_id=anna, key=keys(), confirmed=True)

    def settings(name: str, language: str, zone: str) -> Callable[[], object]:
        return lambda: club_texts.change_club(
            desk, club_id=club_id, name=name, language=language, time_zone=zone
        )

    return {
        "rename": lambda: members.rename_member(desk, club_id=club_id, member_id=anna, name="Änne"),
        "a reason that names her": lambda: table.correct(
            deal.id, brand(bert, 6), reason="Änne zählte nach"
        ),
        "merge": merge,
        "part": lambda: merging.unmerge_member(desk, club_id=club_id, member_id=bert, key=keys()),
        "club in English": settings("The Round", "en", "Europe/Berlin"),
        "club elsewhere": settings("The Round", "en", "America/New_York"),
        "anonymise": anonymise,
        "anonymise who wrote, and never sat there": anonymise_writer,
    }


def edits_of_the_night(table: Round) -> Edits:
    keys, desk = table.keys, table.desk
    night = {"club_id": table.club_id, "night_id": table.night_id}
    return {
        "close": lambda: nights.close_night(desk, **night, key=keys()),
        "reopen": lambda: nights.reopen_night(desk, **night, key=keys()),
        "void": lambda: nights.void_night(desk, **night, reason="nur zur Probe", key=keys()),
    }


def test_after_every_edit_a_warm_service_shows_what_a_fresh_one_shows(
    app: Flask, config: Config, table: Round
) -> None:
    reader = Reader(app, config)
    pages = pages_of(table)
    reader.compare(pages, "nothing yet")
    shown: dict[str, str] = {}
    table.desk = table.desk.acting("Otto", "de")
    edits = edits_of_deals(table) | edits_of_the_table(table) | edits_of_people(table)
    for name, edit in (edits | edits_of_the_night(table)).items():
        edit()
        shown = reader.compare(pages, name)
    for page, text in shown.items():
        for name in ("Anna", "Änne", "Zenz"):
            assert name not in text, page


def test_after_a_change_of_office_menus_and_buttons_are_those_of_the_new_one(
    app: Flask, config: Config, table: Round
) -> None:
    desk = table.desk
    account = person(desk, "Otto", Role.OWNER, club_id=table.club_id)
    other = person(desk, "Vera", Role.VIEWER, club_id=table.club_id)
    reader = Reader(app, config, device_of(desk, other))
    pages = pages_of(table)
    for roles in ([Role.VIEWER], [Role.SCOREKEEPER], [Role.TREASURER, Role.REFEREE], [Role.OWNER]):
        officers.set_roles(desk, club_id=table.club_id, account_id=other, roles=roles)
        reader.compare(pages, str(roles))
    reader.device = device_of(desk, account)
    reader.compare(pages, "another person")
    assert deals.get_deal(desk, club_id=table.club_id, deal_id=table.see().deals[-1].id).history
