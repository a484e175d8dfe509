"""A night played for nothing on paper: points of the soft score where amounts would stand."""

from lxml import html

from scorekeeper.documents.html import ledger_html
from scorekeeper.services import corrections
from scorekeeper.services import documents
from scorekeeper.services.desk import Desk
from tests.services.play import brand
from tests.services.play import quick


def rows(text: str, kind: str) -> list[list[str]]:
    page = html.fromstring(text)
    return [
        [" ".join("".join(cell.itertext()).split()) for cell in row.xpath("td")[2:]]
        for row in page.xpath(f"//table[contains(@class,'deals')]//tr[@class='{kind}']")
    ]


def played(desk: Desk, tariff: int) -> str:
    table = quick(desk, "Anna Bert Caro", "bolachen", {}, tariff=tariff)
    table.record(brand(table.id("Anna"), 7))
    second = table.record(brand(table.id("Bert"), 7))
    corrections.correct_deal(
        desk,
        club_id=table.club_id,
        deal_id=second.id,
        said=brand(table.id("Bert"), 3),
        reason="verzählt",
        key=table.keys(),
    )
    facts = documents.ledger_facts(desk, club_id=table.club_id, night_id=table.night_id)
    return ledger_html(facts, language="de")


def test_points_stand_where_amounts_would(desk: Desk) -> None:
    text = played(desk, 0)
    assert "Ohne Geld gespielt; die Zahlen sind Punkte der weichen Wertung." in text
    assert rows(text, "told") == [["+2", "−1", "−1"], ["+1", "−2", "+1"]]
    assert rows(text, "stands") == [["+2", "−1", "−1"], ["+3", "−3", "0"]]
    assert rows(text, "struck") == [["−1", "+2", "−1"]]
    assert rows(text, "sums") == [["+3", "−3", "0"]]


def test_a_table_for_money_is_as_it_was(desk: Desk) -> None:
    text = played(desk, 10)
    assert "weichen Wertung" not in text
    assert rows(text, "sums") == [["+0,30", "−0,30", "0,00"]]
