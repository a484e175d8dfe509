"""The purse on paper: what a month's cash book and a member's account state, and how they print."""

import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

from scorekeeper.documents.child import render_pdf
from scorekeeper.documents.purse_facts import CashBookFacts
from scorekeeper.documents.purse_facts import StatementFacts
from scorekeeper.documents.purse_html import purse_html
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs.tasks import TASKS
from scorekeeper.jobs.tasks import Context
from scorekeeper.ledger.journal import printed_hash
from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import documents
from scorekeeper.services import purse
from scorekeeper.services import purse_documents
from scorekeeper.services import purse_items
from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from tests.services.treasurer import Club
from tests.services.treasurer import found_club
from tests.services.treasurer import pay_in
from tests.services.treasurer import spend

OCTOBER = date(2026, 10, 5)


def booked(desk: Desk) -> Club:
    """October as it stands on a sheet: 100,00 at first, +5,00, -29,80, 70 cents missing."""
    club = found_club(desk)
    purse.open_books(
        desk, club_id=club.club_id, cash=10_000, bank=5_000, key=club.keys(), day=date(2026, 9, 30)
    )
    item = purse_items.add_item(
        desk, club_id=club.club_id, kind="fee", name="Monatsbeitrag", amount=500
    )
    purse.charge(
        desk,
        club_id=club.club_id,
        kind="fee",
        item_id=item.id,
        member_ids=[club.ids["Anna"]],
        day=OCTOBER,
        paid="cash",
        key=club.keys(),
    )
    spend(club, 2980, category="Blumen", words="für die <Wirtin>", voucher="4711", day=OCTOBER)
    closings.close_month(
        desk,
        club_id=club.club_id,
        month="2026-10",
        counted=7450,
        reason="verzählt",
        key=club.keys(),
    )
    return club


def facts_of(club: Club, kind: str, of: str) -> purse_documents.PurseFacts:
    return purse_documents.facts_for(club.desk, club_id=club.club_id, args={"kind": kind, "of": of})


def text_of(pdf: bytes) -> str:
    found = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True
    )
    return found.stdout.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_a_month_states_what_the_sheet_says(desk: Desk) -> None:
    club = booked(desk)
    facts = facts_of(club, "month", "2026-10")
    assert isinstance(facts, CashBookFacts)
    assert (facts.cash_before, facts.bank_before) == (10_000, 5_000)
    assert [(row.receipt, row.kind, row.cash, row.cash_after) for row in facts.rows] == [
        ("2026-2", "member_payment", 500, 10_500),
        ("2026-3", "expense", -2980, 7_520),
        ("2026-4", "counted", -70, 7_450),
    ]
    assert (facts.cash_after, facts.bank_after) == (7_450, 5_000)
    assert facts.counted is not None
    assert (facts.counted.counted, facts.counted.why) == (7_450, "verzählt")
    assert facts.hash == cash_book.get_purse(desk, club_id=club.club_id).hash


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", ["Oktober 2026", "Anfangsbestand", "75,20", "−30,50", "74,50", "Papierbeleg 4711"]),
        ("en", ["October 2026", "Brought forward", "75.20", "−30.50", "74.50", "paper 4711"]),
    ],
)
def test_the_page_has_rows_sums_signatures_and_the_head(
    desk: Desk, lang: str, said: list[str]
) -> None:
    club = booked(desk)
    facts = facts_of(club, "month", "2026-10")
    html = purse_html(facts, language=lang)
    assert [one for one in [*said, printed_hash(facts.hash)] if one not in html] == []
    assert "für die &lt;Wirtin&gt;" in html
    assert "signatures" in html


def test_a_season_and_an_account_are_printed_too(desk: Desk) -> None:
    club = booked(desk)
    season = seasons.create_season(
        desk, club_id=club.club_id, name="Herbst", begins=date(2026, 9, 1), ends=OCTOBER
    )
    facts = facts_of(club, "season", season.id)
    assert isinstance(facts, CashBookFacts)
    assert [row.receipt for row in facts.rows] == ["2026-1", "2026-2", "2026-3"]
    assert (facts.cash_before, facts.cash_after) == (0, 7_520)
    assert facts.counted is None
    account = facts_of(club, "account", club.ids["Anna"])
    assert isinstance(account, StatementFacts)
    assert [(row.kind, row.cents, row.after) for row in account.rows] == [
        ("fee", -500, -500),
        ("member_payment", 500, 0),
    ]
    pdf = text_of(render_pdf(purse_html(account, language="de")))
    assert "Das Konto von Anna ist ausgeglichen." in pdf
    assert "Monatsbeitrag" in pdf


def test_a_long_month_goes_over_pages_and_every_row_is_there(desk: Desk) -> None:
    club = found_club(desk)
    for number in range(60):
        pay_in(club, "Anna", 100 + number, words=f"Einzahlung Nummer {number}")
    facts = facts_of(club, "month", "2026-11")
    pdf = text_of(render_pdf(purse_html(facts, language="de")))
    pages = pdf.split("\f")
    assert "Seite 1 von 3" in pages[0] or "Seite 1 von 2" in pages[0]
    assert all("Barkasse" in page for page in pages[:2])
    assert {int(found) for found in re.findall(r"\b2026-(\d+)\b", pdf)} == set(range(1, 61))
    assert f"{sum(range(100, 160)) / 100:.2f}".replace(".", ",") in pdf


def test_the_same_paper_is_one_job_until_something_is_booked(desk: Desk, tmp_path: Path) -> None:
    club = booked(desk)
    asked = {"club_id": club.club_id, "kind": "month", "of": "2026-10", "language": "de"}
    job = purse_documents.request_paper(desk, **asked)
    assert purse_documents.request_paper(desk, **asked).id == job.id
    pay_in(club, "Bert", 100)
    other = purse_documents.request_paper(desk, **asked)
    assert other.id != job.id
    steps: list[tuple[int, int]] = []
    context = Context(
        desk=desk,
        club_id=club.club_id,
        folder=tmp_path,
        progress=lambda done, of: steps.append((done, of)),
        stopped=lambda: False,
    )
    work = TASKS[purse_documents.JOB_KIND]
    made = work(context, {"kind": "month", "of": "2026-10", "language": "de"})
    assert Path(made).read_bytes().startswith(b"%PDF")
    assert steps == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_who_may_only_look_at_evenings_does_not_get_it(desk: Desk) -> None:
    club = booked(desk)
    job = purse_documents.request_paper(
        desk, club_id=club.club_id, kind="account", of=club.ids["Anna"], language="de"
    )
    other = found_club(desk, "Egon Fritz Gusti")
    for attempt in (
        lambda: documents.get_job(desk, club_id=club.club_id, job_id=job.id),
        lambda: documents.document_bytes(desk, club_id=club.club_id, job_id=job.id),
        lambda: documents.cancel_job(desk, club_id=club.club_id, job_id=job.id),
        lambda: purse_documents.get_job(desk, club_id=other.club_id, job_id=job.id),
        lambda: purse_documents.paper_bytes(desk, club_id=club.club_id, job_id=job.id),
    ):
        with pytest.raises(ScorekeeperError) as caught:
            attempt()
        assert caught.value.code is ErrorCode.NOT_FOUND
    assert purse_documents.get_job(desk, club_id=club.club_id, job_id=job.id).state == "queued"


@pytest.mark.parametrize(
    ("kind", "of", "code"),
    [
        ("month", "2026-13", ErrorCode.VALUE_INVALID),
        ("year", "2026", ErrorCode.VALUE_INVALID),
        ("season", "x", ErrorCode.NOT_FOUND),
        ("account", "x", ErrorCode.NOT_FOUND),
    ],
)
def test_what_there_is_not_is_refused(desk: Desk, kind: str, of: str, code: ErrorCode) -> None:
    club = found_club(desk)
    with pytest.raises(ScorekeeperError) as caught:
        purse_documents.request_paper(desk, club_id=club.club_id, kind=kind, of=of, language="de")
    assert caught.value.code is code
