"""The pages of people: the list, one person, merging, a name given up, searching deals."""

import json

from tests.web.guest import Guest

THREE = ("Anna", "Bert", "Caro")


def club_of(guest: Guest) -> str:
    return "/".join(guest.place.split("/")[:3]) + "/"


def person(guest: Guest, club: str, name: str) -> str:
    """Go to somebody's page and return its address."""
    guest.go(club + "members/")
    link: str = guest.page.xpath(f"//a[.//strong='{name}']/@href")[0]
    guest.go(link)
    return link


def test_members_are_added_found_renamed_and_put_aside(guest: Guest) -> None:
    guest.begin("bolachen", *THREE)
    club = club_of(guest)
    for name in ("Dora", "Emil", "Fritz", "Gabi", "Hans", "Ida"):
        guest.go(club + "members/").send("/members/", name=name)
    guest.send("/members/", name="dora")
    assert guest.status == 422
    assert len(guest.errors()) == 1
    assert ("name", "dora") in guest.form("/members/").form_values()
    guest.go(club + "members/?q=ri")
    assert "Fritz" in guest.text
    assert "Emil" not in guest.text
    assert "Niemand heißt „Zenzi“." in guest.go(club + "members/?q=Zenzi").text
    guest.go(club + "members/").send("/members/", name="Gast Kurt", guest="yes")
    link = person(guest, club, "Gast Kurt")
    assert "Gast" in guest.text
    guest.send(link, button=("do", "member"))
    assert guest.page.xpath("//button[@value='guest']")
    guest.send(link, button=("do", "rename"), name="ida")
    assert guest.status == 422
    assert len(guest.errors()) == 1
    guest.send(link, button=("do", "rename"), name="Kurt")
    assert "Kurt" in guest.page.xpath("//h1")[0].text_content()
    guest.send(link, button=("do", "deactivate"))
    assert "spielt nicht mehr mit" in guest.text
    guest.send(link, button=("do", "reactivate"))
    assert "spielt nicht mehr mit" not in guest.text


def test_people_are_merged_after_a_look_and_parted_again(guest: Guest) -> None:
    guest.begin("bolachen", *THREE)
    club = club_of(guest)
    guest.go(club + "members/").send("/members/", name="Anni")
    anni = person(guest, club, "Anni")
    anna = person(guest, club, "Anna")
    guest.go(anna + "/merge?other=" + anni.rpartition("/")[2])
    assert "Anna und Anni sind dieselbe Person: 0 Spielabende, 0,00 €." in guest.text
    guest.send("/merge", why="Spitzname")
    assert guest.place == anna
    assert "Zusammengelegt als Anna." in guest.text
    assert "Anni" in guest.text
    assert "Spitzname" in guest.text
    assert "Anni" not in guest.go(club + "members/").text
    assert guest.go(anni).page.xpath("//h1")[0].text_content() == "Anna"
    guest.send("/part")
    assert "Anni ist wieder eine eigene Person." in guest.text
    assert "Anni" in guest.go(club + "members/").text


def test_a_duplicate_at_a_table_is_offered_as_nobody_else(guest: Guest) -> None:
    table = guest.begin("bolachen", "Anni", "Bert", "Caro").place
    club = club_of(guest)
    guest.go(club + "members/").send("/members/", name="Anna")
    anni = person(guest, club, "Anni").rpartition("/")[2]
    anna = person(guest, club, "Anna")
    guest.go(f"{anna}/merge?other={anni}").send("/merge")
    guest.go(table + "/people")
    assert "Anna" in guest.text
    assert "Anni" not in guest.text
    options = guest.page.xpath("//select[@name='member']/option/text()")
    assert "Anna" not in options
    guest.send("/people", button=("do", "join"), member_name="anni")
    assert guest.status == 422
    assert "Anna" in guest.errors()[0]


def test_who_played_together_is_not_merged(guest: Guest) -> None:
    guest.begin("bolachen", *THREE)
    club = club_of(guest)
    bert = person(guest, club, "Bert").rpartition("/")[2]
    anna = person(guest, club, "Anna")
    guest.go(anna + "/merge?other=" + bert)
    assert "saßen zur selben Zeit am selben Tisch" in guest.text
    assert not guest.page.xpath("//form[@method='post']//input[@name='keep']")
    guest.go(anna + "/merge?other=" + "0" * 36)
    assert guest.status == 404


def test_a_name_is_given_up_only_when_one_is_sure(guest: Guest) -> None:
    guest.begin("bolachen", *THREE)
    club = club_of(guest)
    guest.go(club + "members/").send("/members/", name="Dora")
    dora = person(guest, club, "Dora")
    guest.go(dora + "/anonymise")
    assert "durch Prüfsummen" in guest.text
    guest.send("")
    assert guest.status == 422
    guest.send("", sure="yes", also="Dorle, Frau Huber")
    assert guest.place == dora
    assert "Heißt jetzt überall Ehemaliges Mitglied 1." in guest.text
    assert not guest.page.xpath("//button[@value='rename']")
    guest.go(person(guest, club, "Anna") + "/anonymise").send("", sure="yes")
    assert guest.status == 422
    assert "Anna sitzt gerade an" in guest.text


def test_everything_about_a_person_is_a_file(guest: Guest) -> None:
    guest.begin("bolachen", *THREE)
    anna = person(guest, club_of(guest), "Anna")
    answer = guest.client.get(anna + "/export")
    assert answer.mimetype == "application/json"
    assert "anna-" in answer.headers["Content-Disposition"]
    told = json.loads(answer.text)
    assert told["person"]["name"] == "Anna"
    assert [one["table"] for one in told["seats"]] == ["Tisch 1"]


def test_deals_are_found_by_a_form(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    club = club_of(guest)
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks="7")
    found = guest.go(club + "search?person=anna&contract=brand&trump=H&place=1&first=2026-01-01")
    assert "Anna, Herz-Brand gewonnen, 7 Stiche" in found.text
    assert "Tisch 1" in found.text
    guest.go(guest.page.xpath("//ol//a/@href")[0])
    assert "/d/" in guest.place
    assert "Nichts gefunden" in guest.go(club + "search?contract=mord").text
    for query, field in (
        ("person=Niemand", "person"),
        ("first=gestern", "first"),
        ("place=x", "place"),
    ):
        guest.go(club + "search?" + query)
        assert guest.status == 422, query
        assert guest.page.xpath(f"//input[@name='{field}'][@aria-invalid='true']"), query
    for query in ("game=skat", "contract=ramsch", "trump=X", "after=x"):
        assert guest.go(club + "search?" + query).status == 422, query
