"""Rows without a deal on paper: a table that holds everybody, and adds up."""

from dataclasses import replace
from datetime import UTC
from datetime import date
from datetime import datetime
from itertools import accumulate
from random import Random

import pytest
from lxml import html

from scorekeeper.documents.facts import AmountsFacts
from scorekeeper.documents.facts import BalanceFacts
from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.facts import Standing
from scorekeeper.documents.html import ledger_html

AT = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)


def night(people: int, rows: int, *, most: int = 500, purse: bool = False) -> LedgerFacts:
    """Return an imported evening of so many people and rows."""
    chance = Random(people * 1000 + rows)
    names = [f"Maximilian Obermeier {place:02}" for place in range(people)]
    sheets = []
    for number in range(rows):
        moved = [chance.randint(-most, most) for _ in names[1:]]
        moved.insert(0, -sum(moved))
        to_purse = 100 if purse and number % 2 else 0
        moved[0] -= to_purse
        sheets.append(
            AmountsFacts(
                reason=f"Bettel {number}" if number % 3 else "",
                who="Gitta",
                at=AT,
                amounts=tuple((n, c) for n, c in zip(names, moved, strict=True) if c),
                purse=to_purse,
                imported=True,
            )
        )
    stands = {name: sum(dict(one.amounts).get(name, 0) for one in sheets) for name in names}
    return LedgerFacts(
        club="Freitagsrunde",
        number=4,
        date=date(2026, 11, 27),
        place="",
        season="",
        standing=Standing.CLOSED,
        void_reason="",
        time_zone="Europe/Berlin",
        currency="EUR",
        tables=(),
        balances=tuple(
            BalanceFacts(name=one, deals=0, haferl=0, paid=0, open=cents, sheets=cents)
            for one, cents in stands.items()
        ),
        haferl=0,
        purse=sum(one.purse for one in sheets),
        settlement=None,
        hash="",
        as_of=AT,
        url="",
        sheets=tuple(sheets),
    )


def cents(text: str) -> int:
    digits = "".join(one for one in text if one.isdigit()) or "0"
    return -int(digits) if text.startswith("\N{MINUS SIGN}") else int(digits)


def cells(row: html.HtmlElement) -> list[str]:
    return [str(cell.text_content()).strip() for cell in row.xpath("./td")]


@pytest.mark.parametrize(
    ("people", "rows", "most", "purse"),
    [
        *((4, 3, 500, False), (4, 200, 500, True), (12, 3, 500, False), (12, 200, 500, True)),
        *(
            (1 + 1, 1, 5, False),
            (5, 7, 100_000_000, True),
            (30, 10, 500, True),
            (100, 3, 500, False),
        ),
    ],
)
def test_every_row_stands_there_with_all_people_and_adds_up(
    people: int, rows: int, most: int, purse: bool
) -> None:
    facts = night(people, rows, most=most, purse=purse)
    page = html.fromstring(ledger_html(facts, language="de"))
    seen: list[str] = []
    moved = [0] * rows
    for table in page.xpath("//table[contains(@class, 'deals')]"):
        heads = [str(one.text_content()).strip() for one in table.xpath("./thead/tr/th")]
        names = [one for one in heads[2:] if one != "Kasse"]
        seen += names
        told = table.xpath("./tbody/tr[@class='told']")
        stands = table.xpath("./tbody/tr[@class='stands']")
        sums = cells(table.xpath("./tbody/tr[@class='sums']")[0])[2:]
        assert len(told) == len(stands) == rows
        for place, (name, summed) in enumerate(zip(heads[2:], sums, strict=True)):
            column = [cents(cells(row)[2 + place]) for row in told]
            assert sum(column) == cents(summed)
            if name != "Kasse":
                run = [cents(cells(row)[2 + place]) for row in stands]
                assert run == list(accumulate(column))
                moved = [a + b for a, b in zip(moved, column, strict=True)]
        assert [cells(row)[1] for row in told] == [one.reason for one in facts.sheets]
    assert seen == [one.name for one in facts.balances]
    assert [a + one.purse for a, one in zip(moved, facts.sheets, strict=True)] == [0] * rows


@pytest.mark.parametrize(
    ("people", "most"), [(4, 500), (8, 500), (12, 500), (30, 10**8), (100, 500)]
)
def test_columns_fit_the_page(people: int, most: int) -> None:
    source = ledger_html(night(people, 3, most=most, purse=True), language="de")
    room = 261 if "landscape" in source else 174
    for table in html.fromstring(source).xpath("//table[contains(@class, 'deals')]"):
        widths = [
            float(one[len("width:") : -len("mm")]) for one in table.xpath("./colgroup/col/@style")
        ]
        assert sum(widths) == pytest.approx(room, abs=0.1)
        assert min(widths) >= 10


def test_who_entered_them_is_said_once_or_with_each() -> None:
    facts = night(3, 3)
    assert ledger_html(facts, language="de").count("Eingetragen von Gitta") == 1
    later = replace(facts.sheets[2], at=datetime(2026, 11, 29, 9, 30, tzinfo=UTC))
    told = ledger_html(replace(facts, sheets=(*facts.sheets[:2], later)), language="de")
    assert told.count("Eingetragen von Gitta") == 3


def test_a_row_taken_back_is_struck_and_moves_nothing() -> None:
    facts = night(3, 2)
    gone = replace(facts.sheets[0], taken_back=True, reason="falscher Abend")
    page = html.fromstring(
        ledger_html(replace(facts, sheets=(gone, facts.sheets[1])), language="de")
    )
    (struck,) = page.xpath("//tr[@class='struck']")
    assert "falscher Abend" in struck.text_content()
    assert "zurückgenommen" in struck.text_content()
    sums = cells(page.xpath("//tr[@class='sums']")[0])[2:]
    assert [cents(one) for one in sums] == [c for _, c in facts.sheets[1].amounts]
