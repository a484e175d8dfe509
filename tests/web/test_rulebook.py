"""The rule book as pages: every rule has its place, and what a club plays otherwise is marked."""

import pytest

from scorekeeper.rules.book import BOOK
from scorekeeper.rules.book import CARDS
from scorekeeper.rules.book import NUMBERS
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from scorekeeper.services import house_rules
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

NOBODY = "0" * 36


def _club(guest: Guest, game: str = "bolachen") -> str:
    """Begin a night, so that there is a club; return its place."""
    return guest.begin(game, "Anna", "Bert", "Caro").place.split("/t/")[0]


def _house(guest: Guest, club: str, game: Game, name: str, options: dict[str, object]) -> str:
    made = house_rules.create_house_rules(
        guest.client.application.extensions[EXTENSION].desk,
        club_id=club.split("/")[-1],
        game=game.value,
        name=name,
        options=options,
    )
    return made.id


def _differing(guest: Guest) -> list[str]:
    return [rule.get("id") for rule in guest.page.find_class("differs")]


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("game", list(Game))
def test_every_rule_stands_at_its_number(guest: Guest, game: Game, lang: str) -> None:
    guest.go("/").send("/language", language=lang)
    guest.go(f"/rules/{game}")
    assert guest.status == 200
    ids = guest.page.xpath("//article/@id")
    numbers = [number for section in BOOK[game] for number in section.rules]
    assert ids == [rule.replace(".", "-") for rule in CARDS.rules] + numbers
    all_ids = guest.page.xpath("//@id")
    assert len(set(all_ids)) == len(all_ids)
    inside = guest.page.xpath("//a/@href[starts-with(.,'#')]")
    assert {link[1:] for link in inside} <= set(all_ids)
    for option in OPTIONS[game]:
        assert (option.label.en if lang == "en" else option.label.de) in guest.text


def test_rules_named_in_a_rule_lead_to_it(guest: Guest) -> None:
    guest.go("/rules/bolachen")
    links = guest.page.xpath("//article[@id='I4']//a[@class='rule-link']/@href")
    assert links == ["/rules/bolachen#I2", "/rules/watten#T33"]
    for link in guest.page.xpath("//a[@class='rule-link']/@href"):
        path, anchor = str(link).split("#")
        there = Guest(guest.client.application).go(path)
        assert there.page.xpath(f"//article[@id='{anchor}']"), link


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_leads_to_its_rule(guest: Guest, number: str) -> None:
    answer = guest.client.get(f"/rules/{number.lower()}")
    assert answer.status_code == 302
    game = {"B": "bolachen", "W": "wallachen", "T": "watten", "I": "bolachen"}[number[0]]
    assert answer.headers["Location"] == f"/rules/{game}#{number}"


def test_without_a_club_there_are_no_house_rules(guest: Guest) -> None:
    guest.go("/rules/")
    assert guest.place == "/rules/bolachen"
    assert guest.page.xpath("//select[@id='house']") == []
    assert _differing(guest) == []


@pytest.mark.parametrize(
    "path", ["/rules/skat", "/rules/B6", "/rules/Bolachen", f"/c/{NOBODY}/rules/watten"]
)
def test_what_there_is_not_is_said_to_be_missing(guest: Guest, path: str) -> None:
    assert guest.go(path).status == 404
    assert guest.text


def test_house_rules_are_marked_where_they_differ(guest: Guest) -> None:
    club = _club(guest)
    five = _house(guest, club, Game.BOLACHEN, "Mittwoch", {"mord_factor": 5})
    calm = _house(guest, club, Game.BOLACHEN, "Ruhig", {"call_right": "off"})
    guest.go(f"{club}/rules/")
    assert guest.place == f"{club}/rules/bolachen"
    assert _differing(guest) == ["B18", "B19"]
    assert "Bei „Ruhig“: niemand ruft" in guest.text
    # B8 is the only rule the other version changes; its form asks for it.
    guest.go(f"{club}/rules/bolachen?house={five}")
    assert _differing(guest) == ["B8"]
    assert guest.page.xpath("//option[@selected]/@value") == [five]
    (here,) = guest.page.xpath("//article[@id='B8']//li[@class='played']")
    assert "5" in here.text_content() or "fünf" in here.text_content()
    guest.go(f"{club}/rules/bolachen?house=book")
    assert _differing(guest) == []
    assert guest.page.xpath("//option[@selected]/@value") == ["book"]
    assert guest.go(f"{club}/rules/watten?house={calm}").status == 404
    assert guest.go(f"{club}/rules/bolachen?house={NOBODY}").status == 404


def test_a_number_of_ones_own_stands_among_the_values(guest: Guest) -> None:
    club = _club(guest, "wallachen")
    _house(guest, club, Game.WALLACHEN, "Teuer", {"bettel_value": 12, "pass_out": "haferl"})
    guest.go(f"{club}/rules/wallachen")
    assert _differing(guest) == ["W13", "W14", "W27"]
    values = [
        " ".join(value.text_content().split())
        for value in guest.page.xpath("//article[@id='W27']//li")
    ]
    assert values == ["10 (Regelbuch)", "12", "jede ganze Zahl von 1 bis 1000"]


def test_plain_house_rules_are_said_to_be_the_book(guest: Guest) -> None:
    club = _club(guest)
    guest.go(f"{club}/rules/bolachen")
    assert _differing(guest) == []
    assert "hält sich ganz an das Regelbuch" in guest.text


def test_the_menu_and_the_house_rules_lead_to_the_book(guest: Guest) -> None:
    assert guest.go("/rules/watten").page.xpath("//nav//a[@href='/rules/']")
    club = _club(guest)
    assert guest.page.xpath(f"//nav//a[@href='{club}/rules/']")
    guest.go(f"{club}/house-rules/")
    assert guest.page.xpath(f"//main//a[@href='{club}/rules/watten']")
    guest.go(f"{club}/house-rules/new/bolachen")
    assert guest.page.xpath(f"//main//a[@href='{club}/rules/bolachen#B12']")
