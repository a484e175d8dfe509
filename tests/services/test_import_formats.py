"""Files of other programs in their documented form.

Every sample says where its form is documented; the balances are worked out by hand.
"""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.sheets import Sheet
from scorekeeper.services.import_formats import reshaped
from scorekeeper.services.import_formats import sheet_of_json
from tests.services.plain_sheets import found
from tests.services.plain_sheets import sums

# Splitwise, "Export as spreadsheet" of a group. Splitwise describes it nowhere; the German form is
# that of a real export kept in github.com/redrabbyte/spendapp (packages/shared/test/
# csv-import.test.ts), the English one that of shared/cases/import/shared-costs.csv.
SPLITWISE_DE = """\
Datum,Beschreibung,Kategorie,Kosten,Währung,Ines Müller,ARN,Lukas,Papa

2026-07-02,Flug,Flugzeug,2362.00,EUR,0.00,-2362.00,0.00,2362.00
2026-07-02,"Hotel „Post“, Zimmer",Hotel,403.90,EUR,-100.98,-100.97,302.92,-100.97
2026-07-28,Ines M. zahlte Papa,Zahlung,94.53,EUR,94.53,0.00,0.00,-94.53

2026-08-02,Gesamtbilanz, , ,EUR,-6.45,-2462.97,302.92,2166.50
"""
SPLITWISE_NOTE = """\
Note: does not include group expenses

Date,Description,Category,Cost,Currency,Anna,Bert
2026-01-15,Groceries,Food,120.00,CAD,-60.00,60.00
2026-02-10,Bert paid Anna,Payment,500.00,EUR,-500.00,500.00
"""
SPLITWISE_ES = """\
Fecha,Descripción,Categoría,Coste,Moneda,Anna,Bert
2026-01-15,Cena,General,12.00,EUR,6.00,-6.00
"""
# Spliit: github.com/spliit-app/spliit, src/app/groups/[groupId]/expenses/export/csv/route.ts and
# json/route.ts: the payer's own share is above zero, everybody else's below.
SPLIIT = '''\
\ufeff"Date","Description","Category","Currency","Cost","Original cost","Original currency",\
"Conversion rate","Is Reimbursement","Split mode","Anna","Bert","Cäcilie"
"2026-11-06","Brotzeit","Food","EUR","10.00",,,,"No","Evenly",3.33,-3.33,-3.33
"2026-11-06","Karten ""Schmid""","General","EUR","9.00",,,,"No","Unevenly – By amount",-2,7,0
"2026-11-07","Nur für die andern","General","EUR","8.00",,,,"No","Evenly",0,-4,-4
"2026-11-08","Pfand zurück","General","EUR","-6.00",,,,"No","Evenly",-2,2,2
'''
SPLIIT_JSON: dict[str, Any] = {
    "id": "x1",
    "name": "Runde",
    "currency": "€",
    "currencyCode": "EUR",
    "participants": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Bert"}],
    "expenses": [
        {
            "expenseDate": "2026-11-06T00:00:00.000Z",
            "title": "Brotzeit",
            "amount": 1001,
            "paidById": "a",
            "paidFor": [
                {"participantId": "a", "shares": 300},
                {"participantId": "b", "shares": 100},
            ],
            "isReimbursement": False,
            "splitMode": "BY_SHARES",
        },
        {
            "expenseDate": "2026-11-07T00:00:00.000Z",
            "title": "Bert zahlt Anna",
            "amount": 200,
            "paidById": "b",
            "paidFor": [{"participantId": "a", "shares": 1}],
            "isReimbursement": True,
            "splitMode": "EVENLY",
        },
    ],
    "activities": [],
}
# Tricount, the spreadsheet the app wrote and its support still sends: the French headings are those
# of programs reading it ('Date & heure', 'Titre', 'Montant', 'Devise', 'Montant dans la devise du
# tricount (…)', 'Type de transaction', 'Catégorie', 'Payé par …', 'Impacté à …'), which also show
# that amounts spent are below zero there. The other languages name the same columns.
TRICOUNT_FR = """\
Titre,Montant,Devise,Taux de change,Montant dans la devise du tricount (EUR),\
Type de transaction,Catégorie,Date & heure,Payé par Anna,Payé par Bert,Impacté à Anna,Impacté à Bert
Brotzeit,-36.00,EUR,1,-36.00,Dépense,Repas,06/11/2026 19:30,-36.00,0.00,-7.00,-29.00
Startgeld zurück,10.00,USD,0.9,9.00,Rentrée d'argent,,13/11/2026 20:00,0.00,9.00,4.50,4.50
Remboursement,-20.00,EUR,1,-20.00,Remboursement,,14/11/2026 08:00,0.00,-20.00,-20.00,0.00
"""
TRICOUNT_DE = """\
Datum und Uhrzeit;Titel;Betrag;Währung;Bezahlt von;Betrifft Anna;Betrifft Jürgen „Jü“ O'Hara;\
Betrifft Zenz
06.11.2026 19:30;Karten;1.036,00;EUR;Jürgen „Jü“ O'Hara;345,34;345,33;345,33
"""
NO_CURRENCY = 3 * "X"  # the code of ISO 4217 for none
# Tricount took the export out of its app; who needs one reads the group by a program. This is the
# form of github.com/marcomc/tricount-exporter (src/tricount_exporter/cli.py, human_export_headers);
# "Sesterce" is another one it writes.
TRICOUNT_LOCAL = """\
Date;Time;Description;Who Paid;Total;Currency;Local Total;Local Currency;Exchange Rate;\
Share Marco;Share Laura;Local Share Marco;Local Share Laura;Allocation Type Marco;\
Allocation Type Laura;Share Ratio Marco;Share Ratio Laura;Category;Transaction Type;Involved
2026-03-29;00:47:48;Birra e bruschetta;Marco;40.0;USD;36.0;EUR;0.9;7.78;32.22;7.0;29.0;AMOUNT;\
AMOUNT;;;FOOD;NORMAL;Marco, Laura
2026-03-30;10:00:00;Pfand;Laura;1.0;EUR;1.0;EUR;1.0;0.5;0.5;0.5;0.5;RATIO;RATIO;1;1;;INCOME;Laura
"""
SESTERCE = """\
Date,Title,Paid by Marco,Paid by Laura,Paid for Marco,Paid for Laura,Currency,Category,Exchange rate
2026-03-29,Birra,36.0,0.0,7.0,29.0,EUR,Food,1.0
"""
# I Hate Money: github.com/spiral-project/ihatemoney, ihatemoney/models.py (get_pretty_bills) and
# its tests (generate csv export of bills); with `bill_type` since 6.1.
I_HATE_MONEY = """\
date,what,bill_type,amount,currency,payer_name,payer_weight,owers
2017-01-01,refund,Reimbursement,13.33,NONE,tata,1.0,fred
2016-12-31,red wine,Expense,200.0,NONE,fred,1.0,"zorglub, tata"
2016-12-31,fromage à raclette,Expense,10.0,NONE,zorglub,2.0,"zorglub, fred, tata, pépé"
""".replace("NONE", NO_CURRENCY)
COSPEND_BILLS = """\
what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,comment,deleted
"Bier",10,2024-01-15,1705276800,"Anna",1,1,"Anna,Ben",n,"",0
"Taxi",25.5,2024-01-16,1705363200,"Ben",1,1,"Anna,Ben",n,"",0
"Irrtum",99,2024-01-16,1705363200,"Ben",1,1,"Anna",n,"",1
"""


def test_splitwise_in_german() -> None:
    plain = found(SPLITWISE_DE)
    assert (plain.name, plain.unit, plain.questions, plain.wrong) == ("splitwise", "euro", (), ())
    assert plain.rows == (1, 3, 4, 5, 7)
    assert sums(plain, rows=range(1, 6)) == sums(plain, rows=range(7, 8))
    assert sums(plain, rows=range(1, 6)) == {
        "Ines Müller": -645,
        "ARN": -246_297,
        "Lukas": 30_292,
        "Papa": 216_650,
    }
    assert [row[:2] for row in plain.sheet.rows[2:4]] == [
        ("2026-07-02", "Hotel „Post“, Zimmer"),
        ("2026-07-28", "Ines M. zahlte Papa"),
    ]


def test_splitwise_with_a_note_above_and_another_currency_asks() -> None:
    plain = found(SPLITWISE_NOTE)
    (question,) = plain.questions
    assert (question.code, question.rows, question.columns) == ("currency", (4,), ("Currency",))
    assert question.values == {"currencies": "CAD"}


def test_splitwise_in_any_language_is_known_by_its_columns() -> None:
    plain = found(SPLITWISE_ES)
    assert (plain.name, sums(plain)) == ("splitwise", {"Anna": 600, "Bert": -600})


def test_spliit() -> None:
    plain = found(SPLIIT)
    assert (plain.name, plain.unit, plain.questions, plain.wrong) == ("spliit", "euro", (), ())
    by_row = [sums(plain, rows=range(row, row + 1)) for row in plain.rows[1:]]
    assert sum(by_row[0].values()) == 0
    assert sorted(-by_row[0][name] for name in ("Bert", "Cäcilie")) in ([333, 333], [333, 334])
    assert by_row[1] == {"Anna": -200, "Bert": 200, "Cäcilie": 0}
    assert by_row[2] == {"Anna": 800, "Bert": -400, "Cäcilie": -400}
    assert by_row[3] == {"Anna": -400, "Bert": 200, "Cäcilie": 200}


def test_spliit_does_not_say_who_paid_for_others_alone() -> None:
    text = SPLIIT + '"2026-11-09","A zahlt B","Payment","EUR","5.00",,,,"Yes","Evenly",-5,0,0\n'
    (wrong,) = found(text).wrong
    assert (wrong.row, wrong.code, wrong.values) == (6, "payer_unknown", {"names": "Bert, Cäcilie"})


def test_spliit_in_another_currency_asks() -> None:
    (question,) = found(SPLIIT.replace('"EUR"', '"₹"')).questions
    assert (question.code, question.rows) == ("currency", (2, 3, 4, 5))


def test_spliit_as_json_knows_who_paid() -> None:
    sheet = sheet_of_json(json.dumps(SPLIIT_JSON).encode())
    assert sheet is not None
    plain = reshaped(sheet)
    assert plain is not None
    assert (plain.wrong, plain.questions) == ((), ())
    # 10.01: three quarters are 7.5075, a quarter 2.5025: 7.51 and 2.50.
    assert sums(plain, rows=range(2, 3)) == {"Anna": 250, "Bert": -250}
    assert sums(plain) == {"Anna": 50, "Bert": -50}
    assert plain.sheet.rows[1][:2] == ("2026-11-06T00:00:00.000Z", "Brotzeit")


def test_tricount_with_a_column_for_everybody() -> None:
    plain = found(TRICOUNT_FR)
    assert (plain.name, plain.wrong, plain.questions) == ("tricount", (), ())
    assert [sums(plain, rows=range(row, row + 1)) for row in plain.rows[1:]] == [
        {"Anna": 2900, "Bert": -2900},
        {"Anna": 450, "Bert": -450},
        {"Anna": -2000, "Bert": 2000},
    ]


def test_tricount_with_one_who_paid() -> None:
    plain = found(TRICOUNT_DE)
    assert (plain.name, plain.wrong) == ("tricount", ())
    assert sums(plain) == {"Anna": -34_534, "Jürgen „Jü“ O'Hara": 69_067, "Zenz": -34_533}


def test_tricount_as_programs_read_it() -> None:
    plain = found(TRICOUNT_LOCAL)
    assert (plain.name, plain.wrong, plain.questions) == ("tricount", (), ())
    assert [sums(plain, rows=range(row, row + 1)) for row in plain.rows[1:]] == [
        {"Marco": 2900, "Laura": -2900},
        {"Marco": 50, "Laura": -50},
    ]
    assert sums(found(SESTERCE)) == {"Marco": 2900, "Laura": -2900}
    older = 'Date;Description;Who Paid;Total;Currency;Involved\n2026-03-29;B;M;36;EUR;"M, L"\n'
    assert [one.code for one in found(older).wrong] == ["shares_missing"]


def test_tricount_says_what_cannot_be() -> None:
    other = TRICOUNT_FR.replace("Dépense", "Quatsch").replace("-7.00", "-9.00")
    assert [(one.row, one.code) for one in found(other).wrong] == [(2, "share_sum")]
    other = TRICOUNT_FR.replace("Dépense", "Quatsch")
    assert [(one.row, one.code) for one in found(other).wrong] == [(2, "kind_unknown")]


def test_tricount_in_another_currency_asks() -> None:
    (question,) = found(
        TRICOUNT_FR.replace("tricount (EUR)", "Tricount").replace("USD", "CHF")
    ).questions
    assert question.code == "currency"


def test_i_hate_money() -> None:
    text = I_HATE_MONEY.replace(",2.0,", ",1.0,")
    plain = found(text)
    assert (plain.name, plain.questions, plain.wrong) == ("i-hate-money", (), ())
    by_row = [sums(plain, rows=range(row, row + 1)) for row in plain.rows[1:]]
    assert by_row[0] == {"tata": 1333, "fred": -1333, "zorglub": 0, "pépé": 0}
    assert by_row[1] == {"fred": 20_000, "zorglub": -10_000, "tata": -10_000, "pépé": 0}
    assert by_row[2] == {"zorglub": 750, "fred": -250, "tata": -250, "pépé": -250}


def test_i_hate_money_with_weights() -> None:
    plain = found(I_HATE_MONEY)
    assert plain.wrong == ()
    # The weight of zorglub is 2 wherever he owes.
    moved = sums(plain, rows=range(3, 4))
    assert moved == {"fred": 20_000, "zorglub": -13_333, "tata": -6_667, "pépé": 0}
    # pépé never paid: he counts once, as in utils.get_members there.
    moved = sums(plain, rows=range(4, 5))
    assert moved == {"zorglub": 600, "fred": -200, "tata": -200, "pépé": -200}
    twice = I_HATE_MONEY + "2017-01-02,more,Expense,9.0,,zorglub,1.0,zorglub\n"
    assert {(one.code, one.values["name"]) for one in found(twice).wrong} == {
        ("weight_unknown", "zorglub")
    }


def test_i_hate_money_as_json_is_its_csv() -> None:
    bills = [
        {
            "what": "Wein",
            "amount": 10.0,
            "currency": "EUR",
            "date": "2026-11-06",
            "payer_name": "Huber, Anna",
            "payer_weight": 1.0,
            "owers": ["Huber, Anna", "Bert"],
        }
    ]
    sheet = sheet_of_json(json.dumps(bills).encode())
    assert sheet is not None
    plain = reshaped(sheet)
    assert plain is not None
    assert sums(plain) == {"Huber, Anna": 500, "Bert": -500}


def test_a_plan_for_settling_is_no_list_of_bills() -> None:
    plan = f"amount,currency,receiver,ower\n127.33,{NO_CURRENCY},fred,zorglub\n"
    assert [one.code for one in found(plan).wrong] == ["settlement_plan"]


def test_weights_that_cospend_names_in_rows_that_are_no_bills() -> None:
    text = COSPEND_BILLS.rsplit('"Irrtum"', 1)[0].replace(",0\n", ",0\n", 1)
    head, rest = text.split("\n", 1)
    no_bill = '"deleteMeIfYouWant",1,1970-01-01,666,"Ben",2,1,"Ben",n,"",0\n'
    plain = found(f"{head}\n{no_bill}{rest}".replace('"Ben",1,', '"Ben",2,'))
    assert (plain.wrong, plain.rows) == ((), (1, 3, 4))
    # 10 and 25.50 by 1 to 2: 3.33 and 6.67, 8.50 and 17.
    assert sums(plain) == {"Anna": 667 - 850, "Ben": -667 + 850}


def test_bills_of_cospend_alone() -> None:
    plain = found(COSPEND_BILLS)
    assert [(one.row, one.code) for one in plain.wrong] == [(4, "deleted_bill")]
    plain = found(COSPEND_BILLS.rsplit('"Irrtum"', 1)[0])
    assert (plain.name, plain.wrong) == ("i-hate-money", ())
    assert sums(plain) == {"Anna": 500 - 1275, "Ben": -500 + 1275}


@given(
    st.integers(1, 10**7),
    st.lists(st.integers(1, 5), min_size=2, max_size=6),
    st.integers(0, 5),
)
def test_what_each_owes_adds_up_for_any_bill(total: int, weights: list[int], payer: int) -> None:
    names = [f"P{number}" for number in range(len(weights))]
    payer %= len(names)
    # Everybody paid a cent for himself, so that his weight is in the file.
    rows = [
        ["2026-11-06", f"w{name}", "0.01", name, str(weight), name]
        for name, weight in zip(names, weights, strict=True)
    ]
    owers = f'"{", ".join(names)}"'
    paid = f"{Decimal(total) / 100:f}"
    rows.append(["2026-11-06", "Essen", paid, names[payer], str(weights[payer]), owers])
    text = "date,what,amount,payer_name,payer_weight,owers\n"
    plain = found(text + "\n".join(",".join(row) for row in rows))
    assert plain.wrong == ()
    moved = sums(plain)
    assert sum(moved.values()) == 0
    for name, weight in zip(names, weights, strict=True):
        gave = total if name == names[payer] else 0
        assert abs(gave - moved[name] - Fraction(total * weight, sum(weights))) < 1


@pytest.mark.parametrize(
    "content", [b"[]", b"{}", b"[1]", b"{", b'{"expenses": 1, "participants": 2}', b"\xff\xfe"]
)
def test_other_json_is_none_of_these(content: bytes) -> None:
    assert sheet_of_json(content) is None


HEADINGS = st.sampled_from(
    [
        *("Datum", "Date", "date", "Betrag", "Amount", "amount", "Cost", "Currency", "Währung"),
        *("Description", "Category", "Split mode", "Is Reimbursement", "Name", "Spieler", "what"),
        *("payer_name", "payer_weight", "owers", "deleted", "Anna", "Bert", "Anna +", "Anna -"),
        *("Bert +", "Bert -", "Paid by", "Paid by Anna", "Paid by Bert", "Impacted to Anna"),
        *("Impacted to Bert", "Weight of Anna", "Weight of Bert", "Type", "Titel", "Nr", ""),
        *("Involved", "receiver", "ower", "Bemerkung", "+", "-", "Kategorie", "Kosten"),
    ]
)
CELLS = st.one_of(
    st.none(),
    st.sampled_from(
        [
            *("1", "-1", "1,50", "1.234", "0", "x", "Anna", "Anna, Bert", "EUR", "USD", "Summe"),
            *("06.11.2026", "3/4/2026", "2026-11-06", "Dépense", "0.333", "1e5", "99999999999"),
        ]
    ),
    st.integers(-(10**12), 10**12),
    st.decimals(allow_nan=False, allow_infinity=False, places=3),
    st.dates(),
)


@given(
    st.lists(HEADINGS, min_size=1, max_size=9),
    st.lists(st.lists(CELLS, max_size=9), min_size=1, max_size=6),
)
def test_any_sheet_is_read_refused_or_left_alone(heads: list[str], body: list[list[Cell]]) -> None:
    sheet = Sheet(rows=(tuple(head or None for head in heads), *map(tuple, body)), form="xlsx")
    plain = reshaped(sheet)
    if plain is None:
        return
    assert len(plain.rows) == len(plain.sheet.rows)
    assert set(plain.rows) <= set(range(1, len(sheet.rows) + 1))
    for row in (*plain.left_out, *(one.row for one in plain.wrong)):
        assert 1 <= row <= len(sheet.rows)
    if plain.name in ("spliit", "tricount", "i-hate-money"):
        for row in plain.sheet.rows[1:]:
            assert sum(amount_of(cell, most=10**15) for cell in row[2:]) == 0
