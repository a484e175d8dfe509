"""The page before it is a PDF: every number and name in its place."""

import re
from dataclasses import replace

import pytest

from scorekeeper.documents.facts import ChangeFacts
from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.facts import SheetFacts
from scorekeeper.documents.facts import Standing
from scorekeeper.documents.facts import digest
from scorekeeper.documents.html import columns
from scorekeeper.documents.html import ledger_html
from scorekeeper.documents.html import sheet_html
from tests.documents import golden
from tests.documents.sample import BEGIN
from tests.documents.sample import PEOPLE
from tests.documents.sample import Night
from tests.documents.sample import night_of


def body_text(html: str) -> str:
    """Return a page's text as a reader takes it in: no markup, spaces as spaces."""
    body = html[html.index("<body>") :]
    text = re.sub(r"<[^>]+>", " ", body).replace("&nbsp;", " ")
    return re.sub(r"[\s\u00a0\u202f]+", " ", text)


@pytest.mark.parametrize("language", golden.LANGUAGES)
@pytest.mark.parametrize("name", sorted(golden.NIGHTS))
def test_the_page_is_what_it_was(name: str, language: str) -> None:
    assert golden.set_now(name, language) == golden.kept(name, language).read_text("utf-8")


@pytest.mark.parametrize("people", range(1, 13))
def test_columns_fill_the_page_and_leave_room_for_words(people: int) -> None:
    wide = people >= 9
    for extra in (False, True):
        shared = columns(people, extra=extra, wide=wide)
        assert shared.text + shared.person * people + shared.extra == pytest.approx(
            251 if wide else 164
        )
        assert shared.text >= 48
        assert 12.5 <= shared.person <= 18


def test_what_a_table_brought_is_the_sum_of_its_valid_deals() -> None:
    facts = night_of(4, 60)
    (table,) = facts.tables
    for place, name in enumerate(table.people):
        total = sum(x.valid.changes[place] or 0 for x in table.deals if x.valid)
        (balance,) = [x for x in facts.balances if x.name == name]
        assert total == balance.deals
    assert sum(x.result for x in facts.balances) == 0


def test_a_corrected_deal_is_struck_out_above_the_new_line_with_a_note() -> None:
    html = ledger_html(night_of(4, 20), language="de")
    rows = re.findall(r"<tr[^>]*>.*?</tr>", html, re.DOTALL)
    (place,) = [i for i, row in enumerate(rows) if 'class="struck"' in row]
    assert "<sup>1</sup>" in rows[place]
    assert ">17</td>" in rows[place]
    assert ">17</td>" in rows[place + 1]
    assert 'class="struck"' not in rows[place + 1]
    assert "Spiel 17 berichtigt von Anna am Do., 26.11.2026, 20:38 Uhr: „falscher Spieler“." in (
        body_text(html)
    )


def test_an_undone_deal_has_no_line_that_holds() -> None:
    html = ledger_html(night_of(4, 36), language="en")
    rows = [row for row in re.findall(r"<tr[^>]*>.*?</tr>", html, re.DOTALL) if ">34</td>" in row]
    assert len(rows) == 1
    assert 'class="struck"' in rows[0]
    assert "Deal 34 undone by Anna" in body_text(html)


def test_a_line_may_change_because_an_earlier_deal_was_corrected() -> None:
    facts = night_of(4, 2)
    (table,) = facts.tables
    deal = table.deals[1]
    assert deal.valid
    why = ChangeFacts(who="Bert", at=BEGIN, reason="", rescored=True)
    table = replace(table, deals=(table.deals[0], replace(deal, struck=((deal.valid, why),))))
    text = body_text(ledger_html(replace(facts, tables=(table,)), language="de"))
    assert "Spiel 2 neu abgerechnet am Do., 26.11.2026, 19:30 Uhr, weil Bert ein" in text


@pytest.mark.parametrize(
    ("language", "rescored", "said"),
    [
        ("de", False, "Spiel 2 berichtigt von jemand am Do., 26.11.2026, 19:30 Uhr."),
        ("de", True, "Spiel 2 neu abgerechnet am Do., 26.11.2026, 19:30 Uhr, weil jemand ein"),
        ("en", False, "Deal 2 corrected by somebody, Thu, 26 Nov 2026"),
    ],
)
def test_who_gave_no_name_is_somebody(language: str, rescored: bool, said: str) -> None:
    facts = night_of(4, 2)
    (table,) = facts.tables
    deal = table.deals[1]
    assert deal.valid
    why = ChangeFacts(who="", at=BEGIN, reason="", rescored=rescored)
    table = replace(table, deals=(table.deals[0], replace(deal, struck=((deal.valid, why),))))
    assert said in body_text(ledger_html(replace(facts, tables=(table,)), language=language))


def test_what_people_call_themselves_is_never_markup() -> None:
    people = ("<b>Anna</b>", "Bert & Co", "{{ 7 * 7 }}")
    night = Night(people)
    html = ledger_html(night.facts(night.table("bolachen", 3)), language="de")
    assert "<b>Anna" not in html
    assert "&lt;b&gt;Anna&lt;/b&gt;" in html
    assert "Bert &amp; Co" in html
    assert "{{ 7 * 7 }}" in html


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_night_without_deals_says_so(language: str) -> None:
    night = Night(PEOPLE[:3])
    facts = replace(night.facts(night.table("bolachen", 0)), hash="", as_of=None)
    text = body_text(ledger_html(facts, language=language))
    assert {"de": "Noch kein Spiel eingetragen.", "en": "No deal recorded yet."}[language] in text
    assert "Prüfsumme" not in text
    assert {"de": "Niemand schuldet etwas.", "en": "Nobody owes anything."}[language] in text


def stated(**values: object) -> str:
    return body_text(ledger_html(replace(night_of(3, 6), **values), language="de"))  # type: ignore[arg-type]


def test_an_open_and_a_voided_night_are_marked() -> None:
    assert "Zwischenstand" in stated(standing=Standing.OPEN, settlement=None)
    assert "für ungültig erklärt: nur geübt" in stated(
        standing=Standing.VOIDED, void_reason="nur geübt"
    )
    assert "für ungültig erklärt." in stated(standing=Standing.VOIDED)


def test_a_settlement_says_how_it_is_paid() -> None:
    settlement = night_of(3, 6).settlement
    assert settlement is not None
    through = stated(settlement=replace(settlement, mode="cashier", cashier="Zenzi"))
    assert "Alles in bar über Zenzi" in through
    carried = stated(settlement=replace(settlement, mode="carry", transfers=()))
    assert "auf das Konto der Saison" in carried
    assert "Vorschlag nach diesem Stand" in stated(settlement=replace(settlement, proposed=False))
    assert "Mehr als 16 Personen" in stated(settlement=replace(settlement, exact=False))


def test_a_haferl_that_was_divided_has_a_line_and_a_column() -> None:
    night = Night(PEOPLE[:3], seed=5)
    table = next(
        table
        for table in (Night(PEOPLE[:3], seed=n).table("wallachen", 12) for n in range(99))
        if table.haferl_shares
    )
    facts = night.facts(table)
    assert "Haferl geteilt" in body_text(ledger_html(facts, language="de"))


def test_a_qr_code_stands_only_where_a_public_address_is_set() -> None:
    assert "<svg" not in ledger_html(night_of(3, 6), language="de")
    assert "<svg" in ledger_html(night_of(3, 6, url="https://karten.example.org/c"), language="de")


@pytest.mark.parametrize("game", ["bolachen", "wallachen", "watten"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_blank_sheet_asks_for_what_the_entry_page_asks(game: str, language: str) -> None:
    html = sheet_html(SheetFacts(game=game, people=PEOPLE[:4], tariff=10), language=language)
    text = body_text(html)
    asked = {
        "bolachen": ["Brand", "Bettel", "Mord", "Anna", "Dora"],
        "wallachen": ["6", "9", "Bettel", "Mord", "Haferl", "Anna", "Dora"],
        "watten": ["Bummerl", "9", "Anna und Caro" if language == "de" else "Bert and Dora"],
    }[game]
    for word in asked:
        assert word in text
    assert ("app:herz" in html) is True


def test_facts_have_a_name_of_their_own() -> None:
    facts = night_of(3, 6)
    assert digest(facts, language="de") == digest(night_of(3, 6), language="de")
    others: list[LedgerFacts] = [replace(facts, place="daheim"), replace(facts, hash="0" * 64)]
    names = {digest(x, language="de") for x in (facts, *others)} | {digest(facts, language="en")}
    names |= {digest(SheetFacts(game="watten"), language="de")}
    assert len(names) == 5
