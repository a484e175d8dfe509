"""Layouts that are no plain sheet: several lists, two columns or a row for everybody, our own."""

from decimal import Decimal

import pytest

from scorekeeper.documents.sheets import read_sheet
from scorekeeper.services.import_formats import reshaped
from scorekeeper.services.import_formats.layout import PERSON
from tests.services.plain_sheets import found
from tests.services.plain_sheets import sums

COSPEND = """\
name,weight,active,color
"Anna",1,1,"#102030"
"Bert",1,1,"#405060"

what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,categoryid
"Brotzeit",12.5,2026-11-06,1793923200,"Anna",1,1,"Anna,Bert",n,1

categoryname,categoryid,icon,color
"Essen",1,"X","#ffaa00"
"""


def test_several_lists_ask() -> None:
    (question,) = found(COSPEND).questions
    assert (question.code, question.rows) == ("lists", (5, 8))


def test_two_lists_beside_each_other_ask_where_their_days_differ() -> None:
    head = "Datum;Anna;Bert;;Datum;Caro;Dora\n06.11.2026;1;-1;;06.11.2026;2;-2\n"
    assert reshaped(read_sheet(head.encode())) is None
    for row in ("13.11.2026;1;-1;;14.11.2026;2;-2", ";;;;13.11.2026;2;-2"):
        (question,) = found(head + row).questions
        assert (question.code, question.rows) == ("lists", (3,))


@pytest.mark.parametrize(
    "text",
    [
        "Verein;Freitagsrunde\nSaison;2026\n\nDatum;Anna;Bert\n06.11.2026;1;-1\n",
        "Freitagsrunde 2026\n\nDatum;Anna;Bert\n06.11.2026;1;-1\n\nunterschrieben: Bert\n",
        "Datum;Anna;Bert\n06.11.2026;1;-1\n\nSumme;1;-1\n",
        "Datum;Spiel;Anna;Bert\n;;Huber;Maier\n06.11.2026;Solo;1;-1\n",
    ],
)
def test_a_usual_sheet_is_one_list(text: str) -> None:
    assert reshaped(read_sheet(text.encode())) is None


def test_headings_that_come_again_are_the_same_list() -> None:
    text = (
        "Datum;Anna;Bert;Caro\n06.11.2026;1;-1;0\n\nDezember\n"
        "Datum;Anna;Bert;Caro\n04.12.2026;2;-1;-1\n"
    )
    plain = found(text)
    assert (plain.name, plain.questions, plain.rows) == ("repeated-headings", (), (1, 2, 3, 4, 6))
    other = text.replace("Bert;Caro\n04", "Dora;Caro\n04")
    assert [one.code for one in found(other).questions] == ["lists"]


@pytest.mark.parametrize(
    ("heads", "first"),
    [
        ("Anna +;Anna -;Bert +;Bert -", "Anna"),
        ("Anna (+);Anna (−);Bert (+);Bert (−)", "Anna"),
        ("+ Anna;- Anna;+ Bert;- Bert", "Anna"),
        ("Anna Plus;Anna Minus;Bert Plus;Bert Minus", "Anna"),
        ("Minus Anna;Plus Anna;Minus Bert;Plus Bert", "Anna"),
        ("Anna: gewonnen;Anna: verloren;Bert: gewonnen;Bert: verloren", "Anna"),
        ("Anna + (€);Anna - (€);Bert + (€);Bert - (€)", "Anna"),
        ("Anna-Marie +;Anna-Marie -;Bert won;Bert lost", "Anna-Marie"),
    ],
)
def test_plus_and_minus_columns_are_one_person(heads: str, first: str) -> None:
    text = f"Datum;{heads}\n06.11.2026;1,50;;;1,50\n13.11.2026;;1.000;1.000;\n20.11.2026;;0,2;0,2;"
    plain = found(text)
    sign = -1 if heads.startswith("Minus") else 1
    assert (plain.name, plain.questions, plain.roles[0]) == ("plus-and-minus", (), "")
    header = plain.sheet.rows[0]
    assert header == ("Datum", first, "Bert")
    assert sums(plain) == {first: sign * (150 - 100_000 - 20), "Bert": -sign * (150 - 100_000 - 20)}


def test_plus_and_minus_below_the_names() -> None:
    plain = found("Datum;Anna;;Bert;\n;+;-;+;-\n06.11.2026;1,5;;;1,5\n")
    assert (plain.rows, sums(plain)) == ((2, 3), {"Anna": 150, "Bert": -150})


def test_a_minus_column_with_both_signs_asks() -> None:
    head = "Datum;Anna +;Anna -;Bert +;Bert -\n"
    plain = found(head + "06.11.2026;1;;;-1\n13.11.2026;;-2;2;\n")
    assert (plain.questions, sums(plain)) == ((), {"Anna": -100, "Bert": 100})
    (question,) = found(head + "06.11.2026;1;;;-1\n13.11.2026;2;;;2\n").questions
    assert (question.code, question.rows, question.columns) == ("signs", (2,), ("Bert -",))
    (question,) = found(head + "06.11.2026;-1;;;-1\n").questions
    assert (question.code, question.rows, question.columns) == ("signs", (2,), ("Anna +",))


def test_a_pair_is_somebodys_whatever_stands_in_it() -> None:
    text = "Datum;Anna +;Anna -;Kasse +;Kasse -\n6.11.26;1;;;abc\n"
    plain = found(text)
    assert plain.roles == ("", PERSON, "")  # that of the purse is guessed by its heading
    assert plain.sheet.rows[1] == ("6.11.26", 1, "abc")


def test_who_never_lost_needs_no_minus_column() -> None:
    plain = found("Datum;Anna +;Anna -;Bert -;Caro\n06.11.2026;2;;1;-1\n13.11.2026;;1;;1\n")
    assert plain.sheet.rows[0] == ("Datum", "Anna", "Bert", "Caro")
    assert sums(plain) == {"Anna": 100, "Bert": -100, "Caro": 0}


@pytest.mark.parametrize("heads", ["Datum;A+;B+;C+", "Datum;Anna;Bert-Josef;Caro", "Datum;A -;B +"])
def test_one_column_with_a_sign_is_no_pair(heads: str) -> None:
    assert reshaped(read_sheet(f"{heads}\n06.11.2026;1;-1;0\n".encode())) is None


def test_a_row_for_each_person() -> None:
    text = (
        'Tag,Wer,Was,Gewinn/Verlust\n27.11.2026 20:30,Anna,Brand,"1.200,50"\n,Bert,,-1000\n'
        ',Cäcilie,Solo,"-200,50"\n\n28. November 2026,anna,,-1\n,Bert,,1\n28.11.2026,Summe,,0\n'
    )
    plain = found(text)
    assert (plain.name, plain.wrong, plain.left_out) == ("row-a-person", (), (8,))
    assert plain.sheet.rows[1:] == (
        ("27.11.2026 20:30", "Brand · Solo", Decimal("1200.50"), -1000, Decimal("-200.50")),
        ("28. November 2026", None, -1, 1, None),
    )
    assert plain.rows == (1, 2, 6)


@pytest.mark.parametrize(
    "head",
    ["Tag;Kartler;Moneten", "Datum;Spieler;Betrag (€)", "Datum;Name;Ergebnis in Euro"],
)
def test_a_row_for_each_person_under_other_headings(head: str) -> None:
    text = head + "\n6.11.26;Anna;1\n6.11.26;Bert;-1\n13.11.26;Bert;2,5\n13.11.26;Anna;-2,5\n"
    plain = found(text)
    assert plain.name == "row-a-person"
    assert plain.sheet.rows[1:] == (
        ("6.11.26", None, 1, -1),
        ("13.11.26", None, Decimal("-2.50"), Decimal("2.50")),
    )
    if "Kartler" in head:  # nothing but the sums tells what the columns are
        assert reshaped(read_sheet(text.replace("-2,5", "-2,4").encode())) is None


def test_of_several_columns_of_numbers_the_one_of_money_counts() -> None:
    body = "Anna;6.11.26;12;1\nBert;6.11.26;-12;-1\n"
    for heads in ("Player;Date;Points;Amount", "Name;Datum;Ergebnis;Gewinn", "Wer;Tag;x;Betrag"):
        assert sums(found(f"{heads}\n{body}"))["Anna"] == 100
    (question,) = found(f"Wer;Tag;Gewinn;Betrag\n{body}").questions
    assert (question.code, question.columns) == ("money", ("Gewinn", "Betrag"))
    assert reshaped(read_sheet(f"Player;Date;Points;Tricks\n{body}".encode())) is None


def test_a_row_for_each_person_with_plus_and_minus() -> None:
    plain = found("Datum;Name;Gewinn;Verlust\n6.11.26;Anna;1;\n6.11.26;Bert;;1\n")
    assert plain.sheet.rows[1:] == (("6.11.26", None, 1, -1),)


@pytest.mark.parametrize("last", ["-1,20", "-1,00"])
def test_a_list_without_days_asks_whether_it_is_an_evening(last: str) -> None:
    sheet = read_sheet(f"Name;Betrag\nAnna;1,20\nBert;{last}\n".encode())
    plain = reshaped(sheet)
    assert plain is not None
    assert (plain.roles, plain.rows) == (("remark", "", ""), (1, 2))
    assert [(one.code, one.columns) for one in plain.questions] == [("balances", ("Betrag",))]


def test_a_row_for_each_person_of_each_deal() -> None:
    text = "Nr;Spieler;Betrag (ct);Datum\n" + "".join(
        f"{deal};{name};{cents};06.11.2026\n"
        for deal, cents in ((1, 20), (2, -10))
        for name, cents in (("Anna", cents), ("Bert", -cents))
    )
    plain = found(text)
    assert (plain.unit, plain.rows) == ("cent", (1, 2, 4))


def test_a_sheet_that_names_the_declarer_is_no_row_for_each_person() -> None:
    text = "Datum;Spieler;Wert;Anna;Bert;Caro\n06.11.2026;Anna;1;2;-1;-1\n"
    assert reshaped(read_sheet(text.encode())) is None


OWN = """\
\ufeffDatum;Abend Nr.;Tisch;Nr.;Spiel;Bemerkung;'=Anna;Bert;Haferl, Kasse
06.11.2026;1;Tisch 1;1;Watten;;0,00;0,00;
06.11.2026;1;;;Nachgetragen;Summe;1,00;-1,50;0,50
"""


def test_our_own_list_of_deals() -> None:
    plain = found(OWN)
    assert (plain.name, plain.certain, plain.deals) == ("own", True, True)
    assert plain.sheet.rows == (
        ("Datum", "Bemerkung", "=Anna", "Bert", "Haferl, Kasse"),
        ("06.11.2026", "Watten", "0,00", "0,00", None),
        ("06.11.2026", "Summe", "1,00", "-1,50", "0,50"),
    )


@pytest.mark.parametrize("row", [";;Summe;;;;1,00;-1,50;0,50", "Summe;;;;;;1,00;-1,50;0,50"])
def test_a_total_somebody_put_below_our_own_list_is_seen(row: str) -> None:
    plain = found(OWN + row)
    assert not plain.certain
    assert "Summe" in plain.sheet.rows[3][:2]


def test_our_own_balances_say_that_they_are_no_deals() -> None:
    plain = found("\ufeffMitspieler;Ergebnis;Konto\r\nAnna;1,00;0,00\r\nBert;-1,00;0,00\r\n")
    assert [one.code for one in plain.wrong] == ["own_balances"]
