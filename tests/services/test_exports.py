"""Files for others: every cell right, safe to open, journals that balance, on both databases."""

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from beancount import loader
from beancount.core.data import Transaction
from openpyxl import load_workbook

from scorekeeper.adjudication.check import check_object
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import exports
from scorekeeper.services import imports
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import settlement
from scorekeeper.services import standings
from scorekeeper.services.amounts import record_amounts
from scorekeeper.services.desk import Desk
from scorekeeper.services.exports import Span
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick


@pytest.fixture
def filled(desk: Desk) -> Round:
    """Two evenings with a correction, an undone deal, a Haferl divided, a sheet, a payment."""
    first = quick(desk, "Anna =Bert Cäcilie", "wallachen", {"pass_out": "haferl"})
    first.record(PASSED_OUT)
    deal = first.record(number(first.id("Anna"), 6, 8))
    first.record(PASSED_OUT)
    first.correct(deal.id, number(first.id("=Bert"), 6, 6))
    first.record(number(first.id("Anna"), 6, 8))
    first.undo()
    first.close()
    plan = settlement.propose_settlement(
        desk, club_id=first.club_id, night_id=first.night_id, key=first.keys()
    )
    transfer = plan.transfers[0]
    settlement.pay_transfer(
        desk, club_id=first.club_id, transfer_id=transfer.id, amount=5, key=first.keys()
    )
    second = quick(desk, "Anna =Bert Cäcilie Dora", "bolachen", keys=first.keys)
    second.record(brand(second.id("Anna"), 7))
    record_amounts(
        desk,
        club_id=first.club_id,
        night_id=second.night_id,
        changes={second.id("Anna"): 50, second.id("Dora"): -50},
        why='@Wirt; "Nachtrag"',
        key=first.keys(),
    )
    second.record(brand(second.id("Dora"), 5))
    return second


def content(desk: Desk, club: str, subject: str, format_: str, **span: object) -> bytes:
    made = exports.export(
        desk,
        club_id=club,
        subject=subject,
        format_=format_,
        span=Span(**span),  # type: ignore[arg-type]
    )
    return b"".join(made.blocks)


def table(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    text = data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True))


def cents(text: str) -> int:
    return int(Decimal(text.replace(",", ".") or "0") * 100)


def results(desk: Desk, club: str) -> dict[str, int]:
    """Return what the games of all evenings brought everybody."""
    found: dict[str, int] = {}
    for night in nights.list_nights(desk, club_id=club):
        _, brought, _ = settlement.how_it_stands(desk, club_id=club, night_id=night.id)
        for member, amount in brought:
            found[member.name] = found.get(member.name, 0) + amount
    return found


def test_deals_as_csv_add_up_to_what_everybody_won(desk: Desk, filled: Round) -> None:
    head, *rows = table(content(desk, filled.club_id, "deals", "csv"))
    assert head == [
        *("Datum", "Abend Nr.", "Tisch", "Nr.", "Spiel", "Bemerkung"),
        *("'=Bert", "Anna", "Cäcilie", "Dora", "Haferl, Kasse"),
    ]
    assert [row[4] for row in rows] == [
        *("Wallachen", "Wallachen", "Wallachen", "Haferl geteilt"),
        *("Bolachen", "Nachgetragen", "Bolachen"),
    ]
    assert rows[5][5] == '\'@Wirt; "Nachtrag"'
    assert all(sum(map(cents, row[6:])) == 0 for row in rows)
    sums = {name.lstrip("'"): sum(cents(row[i]) for row in rows) for i, name in enumerate(head)
            if i >= 6}  # fmt: skip
    assert sums.pop("Haferl, Kasse") == 0
    assert sums == results(desk, filled.club_id)


def test_deals_of_one_evening_a_season_and_some_days(desk: Desk, filled: Round) -> None:
    club = filled.club_id
    whole = table(content(desk, club, "deals", "csv"))
    one = table(content(desk, club, "deals", "csv", night_id=filled.night_id))
    assert [row[1] for row in one[1:]] == ["2", "2", "2"]
    season = filled.table.night.season_id
    assert table(content(desk, club, "deals", "csv", season_id=season)) == whole
    day = date(2026, 11, 27)
    assert table(content(desk, club, "deals", "csv", first=day, last=day)) == whole
    assert table(content(desk, club, "deals", "csv", first=date(2027, 1, 1)))[1:] == []


def test_xlsx_has_numbers_days_and_text(desk: Desk, filled: Round) -> None:
    data = content(desk, filled.club_id, "deals", "xlsx")
    sheet = load_workbook(io.BytesIO(data))["Spiele"]
    assert sheet.freeze_panes == "A2"
    head = [cell.value for cell in sheet[1]]
    assert head[6:9] == ["=Bert", "Anna", "Cäcilie"]
    assert (sheet["G1"].data_type, sheet["G1"].font.bold) == ("s", True)
    row = next(r for r in sheet.iter_rows(min_row=2) if r[4].value == "Nachgetragen")
    assert (row[0].value.date(), row[0].number_format) == (date(2026, 11, 27), "DD.MM.YYYY")
    assert (row[5].value, row[5].data_type) == ('@Wirt; "Nachtrag"', "s")
    assert (row[7].value, row[7].data_type, row[7].number_format) == (0.5, "n", "#,##0.00")
    by_csv = table(content(desk, filled.club_id, "deals", "csv"))
    for cells, texts in zip(sheet.iter_rows(min_row=2), by_csv[1:], strict=True):
        for cell, text in zip(cells[6:], texts[6:], strict=True):
            assert (None if text == "" else cents(text)) == (
                None if cell.value is None else round(cell.value * 100)
            )
    assert sheet.column_dimensions["F"].width == 24


def test_balances(desk: Desk, filled: Round) -> None:
    club = filled.club_id
    first = nights.list_nights(desk, club_id=club)[1]
    head, *rows = table(content(desk, club, "balances", "csv", night_id=first.id))
    assert head == ["Mitspieler", "Ergebnis", "Bezahlt", "Offen"]
    open_ = {m.name: amount for m, amount in ledger.balances(desk, club_id=club, night_id=first.id)}
    assert {row[0].lstrip("'"): cents(row[3]) for row in rows} == open_
    assert sorted(abs(cents(row[2])) for row in rows) == [0, 5, 5]
    _, *season = table(
        content(desk, club, "balances", "csv", season_id=filled.table.night.season_id)
    )
    assert {row[0].lstrip("'"): cents(row[1]) for row in season} == results(desk, club)
    assert [row[0] for row in table(content(desk, club, "members", "csv"))[1:]] == [
        *("'=Bert", "Anna", "Cäcilie", "Dora")
    ]
    assert len(table(content(desk, club, "balances", "csv"))) == 5


def test_every_line_of_the_ledger(desk: Desk, filled: Round) -> None:
    head, *rows = table(content(desk, filled.club_id, "ledger", "csv"))
    with desk.store.read() as tx:
        lines = tx.connection.exec_driver_sql("SELECT amount FROM line").scalars().all()
        entries = tx.connection.exec_driver_sql("SELECT count(*) FROM entry").scalar()
    amounts = [cents(row[head.index("Betrag")]) for row in rows if row[head.index("Betrag")]]
    assert sorted(amounts) == sorted(lines)
    assert sorted({int(row[0]) for row in rows}) == list(range(1, (entries or 0) + 1))
    one = table(content(desk, filled.club_id, "ledger", "csv", night_id=filled.night_id))
    assert {row[3] for row in one[1:]} == {"2"}


def test_a_journal_beancount_takes(desk: Desk, filled: Round, tmp_path: Path) -> None:
    path = tmp_path / "club.beancount"
    path.write_bytes(content(desk, filled.club_id, "ledger", "beancount"))
    entries, errors, _ = loader.load_file(str(path))
    assert errors == []
    sums: dict[str, Decimal] = {}
    for entry in entries:
        if isinstance(entry, Transaction):
            for posting in entry.postings:
                assert posting.units is not None
                assert posting.units.number is not None
                at = posting.account
                sums[at] = sums.get(at, Decimal(0)) + posting.units.number
    assert sum(sums.values()) == 0
    held = {name: -amount * 100 for name, amount in sums.items()}
    assert set(held) >= {"Liabilities:Evening:Anna", "Liabilities:Evening:Caecilie"}
    total: dict[str, int] = {}
    for night in nights.list_nights(desk, club_id=filled.club_id):
        for member, amount in ledger.balances(desk, club_id=filled.club_id, night_id=night.id):
            total[member.name] = total.get(member.name, 0) + amount
    assert held["Liabilities:Evening:Bert"] == total["=Bert"]
    assert held["Liabilities:Evening:Dora"] == total["Dora"]


DAY = re.compile(r"(\d{4}-\d\d-\d\d) \* \((\d+)\) ([^;\n]+)")
POSTING = re.compile(r"  ([A-Z][A-Za-z0-9:-]+)  (-?\d+\.\d\d) EUR")


def hledger(text: str) -> Iterator[tuple[str, list[tuple[str, Decimal]]]]:
    """Read what we write of hledger's format, and nothing else of it."""
    lines = iter(text.splitlines())
    declared: set[str] = set()
    head, postings = "", []
    for line in lines:
        if line.startswith("account "):
            declared.add(line.removeprefix("account "))
        elif found := DAY.fullmatch(line):
            date.fromisoformat(found[1])
            head, postings = line, []
        elif found := POSTING.fullmatch(line):
            assert found[1] in declared, line
            assert head, line
            postings.append((found[1], Decimal(found[2])))
        else:
            assert line == "" or line.startswith((";", "commodity 1000.00 EUR")), line
            if head:
                yield head, postings
            head = ""
    if head:
        yield head, postings


def test_a_journal_hledger_takes(desk: Desk, filled: Round) -> None:
    text = content(desk, filled.club_id, "ledger", "hledger").decode()
    found = list(hledger(text))
    assert len(found) >= 10
    for head, postings in found:
        assert len(postings) >= 2, head
        assert sum(amount for _, amount in postings) == 0, head
    assert any("@Wirt, " in head for head, _ in found)


def test_names_alike_get_accounts_of_their_own(desk: Desk) -> None:
    table_ = quick(desk, "Ägir Aegir agir", "bolachen")
    table_.record(brand(table_.id("Ägir"), 7))
    text = content(desk, table_.club_id, "ledger", "beancount").decode()
    opened = re.findall(r"open (Liabilities:Evening:\S+)", text)
    assert len(opened) == len(set(opened)) == 3


def test_deals_in_our_own_words_come_back_the_same(desk: Desk, filled: Round) -> None:
    text = content(desk, filled.club_id, "deals", "json")
    other = clubs.create_club(desk, name="Andere").id
    view = imports.hand_in(desk, club_id=other, file_name="deals.json", content=text)
    assert (view.problems, view.deals) == ((), 6)
    imports.confirm(desk, club_id=other, import_id=view.id, by_worker=False)
    imports.run(desk, club_id=other, import_id=view.id)
    assert results(desk, other) == results(desk, filled.club_id)
    assert ledger.verify(desk, records=True) == []
    again = content(desk, other, "deals", "json")
    assert [json.loads(x) for x in again.splitlines() if b"record" in x] == [
        json.loads(x) for x in text.splitlines() if b"record" in x
    ]


def test_a_side_that_won_leaves_as_a_record_anybody_can_judge(desk: Desk) -> None:
    """A deal record has no word for it: it is written as tricks that fit the cards known."""
    table_ = quick(desk, "Anna Bert Caro Dora", "watten")
    anna, _, caro, _ = table_.table.seats
    won = {"contract": {"schlag": "10", "trump": "S"}, "side_won": [anna, caro]}
    cards = [{"cards": ["S10", "SA", "E7", "G8"]}, {"cards": ["SK", "G7", "G9", "HA"]}]
    table_.record(won)
    table_.record({**won, "dealer": table_.table.seats[3], "tricks": cards})
    text = content(desk, table_.club_id, "deals", "json")
    records = [json.loads(line) for line in text.splitlines() if b"deal-record" in line]
    assert [one["tricks_taken"] for one in records] == [{"Anna": 3}, {"Anna": 1, "Caro": 2}]
    for one in records:
        result = check_object(one).result
        assert result is not None
        assert result["side"] == ["Anna", "Caro"]


def test_our_csv_can_be_brought_in_elsewhere(desk: Desk, filled: Round) -> None:
    text = content(desk, filled.club_id, "deals", "csv", night_id=filled.night_id)
    other = clubs.create_club(desk, name="Andere").id
    view = imports.hand_in(desk, club_id=other, file_name="deals.csv", content=text)
    assert view.problems == ()
    imports.confirm(desk, club_id=other, import_id=view.id, by_worker=False)
    imports.run(desk, club_id=other, import_id=view.id)
    (night,) = nights.list_nights(desk, club_id=other)
    told = {m.name: a for m, a in ledger.balances(desk, club_id=other, night_id=night.id)}
    of_night = ledger.balances(desk, club_id=filled.club_id, night_id=filled.night_id)
    expected = {m.name: a for m, a in of_night}
    assert told == expected


def test_a_voided_night_is_in_the_ledger_alone(desk: Desk, filled: Round) -> None:
    nights.void_night(
        desk, club_id=filled.club_id, night_id=filled.night_id, reason="Probe", key=filled.keys()
    )
    rows = table(content(desk, filled.club_id, "deals", "csv"))
    assert {row[1] for row in rows[1:]} == {"1"}
    lines = table(content(desk, filled.club_id, "ledger", "csv"))
    assert "Für ungültig erklärt" in {row[4] for row in lines}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"subject": "deals", "format_": "pdf"}, ErrorCode.VALUE_INVALID),
        ({"subject": "nothing", "format_": "csv"}, ErrorCode.VALUE_INVALID),
        ({"subject": "members", "format_": "beancount"}, ErrorCode.VALUE_INVALID),
        ({"subject": "deals", "format_": "csv", "span": Span(night_id="x")}, ErrorCode.NOT_FOUND),
        ({"subject": "deals", "format_": "csv", "span": Span(season_id="x")}, ErrorCode.NOT_FOUND),
        (
            {
                "subject": "deals",
                "format_": "csv",
                "span": Span(first=date(2026, 2, 1), last=date(2026, 1, 1)),
            },
            ErrorCode.VALUE_INVALID,
        ),
    ],
)
def test_what_cannot_be_had_is_refused_before_the_first_byte(
    desk: Desk, asked: dict[str, object], code: ErrorCode
) -> None:
    club = clubs.create_club(desk, name="Leer").id
    with pytest.raises(ScorekeeperError) as caught:
        exports.export(desk, club_id=club, **asked)  # type: ignore[arg-type]
    assert caught.value.code is code


def test_an_empty_club_gives_empty_lists(desk: Desk) -> None:
    club = clubs.create_club(desk, name="Leer / ?").id
    members.add_member(desk, club_id=club, name="Anna")
    for subject, formats in exports.FORMATS.items():
        for format_ in formats:
            made = exports.export(desk, club_id=club, subject=subject, format_=format_)
            assert b"".join(made.blocks)
            assert re.fullmatch(r"[\w.-]+", made.name)


def test_ladders_as_they_stand(desk: Desk, filled: Round) -> None:
    season = filled.table.night.season_id or ""
    head, *rows = table(content(desk, filled.club_id, "standings", "csv", season_id=season))
    assert head[:4] == ["Rangliste", "Platz", "Mitspieler", "Betrag"]
    shown = standings.standings(desk, club_id=filled.club_id, season_id=season)
    mine = [row for row in rows if row[0] == shown.ladder.name]
    assert [(row[2].lstrip("'"), cents(row[3])) for row in mine] == [
        (row.name, row.amount) for row in shown.rows
    ]
    assert [row[1] for row in mine] == [str(row.place or "") for row in shown.rows]
    soft = [row[4] for row in rows if row[0] == "Weiche Wertung"]
    assert min(int(one) for one in soft) < 0 < max(int(one) for one in soft)
    made = content(desk, filled.club_id, "standings", "xlsx", season_id=season)
    (sheet,) = load_workbook(io.BytesIO(made)).worksheets
    assert [str(one.value) for one in sheet["E"] if isinstance(one.value, int)][: len(soft)] == soft


def test_what_the_treasurer_wrote_goes_out_with_it(desk: Desk, tmp_path: Path) -> None:
    club = clubs.create_club(desk, name="Kasse").id
    day = date(2026, 1, 15)
    purse.enter(
        desk,
        club_id=club,
        kind="expense",
        amount=777,
        category="Karten",
        words='zwei "Blatt"; neu | gut',
        voucher="R-12",
        place="cash",
        day=day,
        key="karten-gekauft",
    )
    head, row = table(content(desk, club, "ledger", "csv"))
    told = dict(zip(head, row, strict=True))
    assert told["Datum"] == "15.01.2026"
    assert told["Wofür"] == 'Karten · zwei "Blatt"; neu | gut · R-12'
    assert (told["Beleg"], told["Betrag"]) == ("2026-1", "7,77")
    path = tmp_path / "club.beancount"
    path.write_bytes(content(desk, club, "ledger", "beancount"))
    entries, errors, _ = loader.load_file(str(path))
    assert errors == []
    (only,) = [entry for entry in entries if isinstance(entry, Transaction)]
    assert (only.date, only.narration) == (day, 'Karten · zwei "Blatt"; neu | gut · R-12')
    assert only.meta["receipt"] == "2026-1"
    text = content(desk, club, "ledger", "hledger").decode()
    assert (
        '2026-01-15 * (1) Ausgabe | Karten · zwei "Blatt", neu / gut · R-12  ; receipt:2026-1\n'
        in text
    )
