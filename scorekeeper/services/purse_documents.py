"""Papers of the purse: the cash book of a month or a season, and a member's account.

They are made by the worker as other documents are, but are a kind of job of their own: who may
look at evenings may not look at these.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorekeeper.documents.file_names import file_name
from scorekeeper.documents.purse_facts import CashBookFacts
from scorekeeper.documents.purse_facts import CashRowFacts
from scorekeeper.documents.purse_facts import CountedFacts
from scorekeeper.documents.purse_facts import MovementFacts
from scorekeeper.documents.purse_facts import PurseFacts
from scorekeeper.documents.purse_facts import StatementFacts
from scorekeeper.documents.purse_facts import digest
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import translator
from scorekeeper.services import bounds
from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import clubs
from scorekeeper.services import paper_jobs
from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from scorekeeper.services.paper_jobs import JobView
from scorekeeper.services.purse_booking import club_today
from scorekeeper.services.purse_views import CashRow
from scorekeeper.services.purse_views import MovementView

JOB_KIND = "purse_document"
MONTH = "month"
SEASON = "season"
ACCOUNT = "account"
KINDS = (MONTH, SEASON, ACCOUNT)
CURRENCY = "EUR"
_PAGE = 500
_TRIES = 5
_LOG = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class PursePaperView:
    """What a paper is about: its kind, and the month, season or member it is of."""

    kind: str
    of: str
    language: str
    club: str


def request_paper(desk: Desk, *, club_id: str, kind: str, of: str, language: str) -> JobView:
    """Ask for the cash book of a month ("2026-11") or season, or a member's account.

    While nothing changed that stands in it, the same paper is the same job.

    Raises ScorekeeperError: NOT_FOUND; VALUE_INVALID for a kind, month or language there is not.
    """
    if kind not in KINDS:
        raise bounds.invalid("kind", kind)
    if language not in LANGUAGES:
        raise bounds.invalid("language", language)
    args = {"kind": kind, "of": of, "language": language}
    dedupe = digest(facts_for(desk, club_id=club_id, args=args), language=language)
    return paper_jobs.request(desk, club_id=club_id, kind=JOB_KIND, args=args, dedupe=dedupe)


def get_job(desk: Desk, *, club_id: str, job_id: str) -> JobView:
    """Return how far a paper is.

    Raises ScorekeeperError: NOT_FOUND.
    """
    return paper_jobs.state(desk, club_id=club_id, kind=JOB_KIND, job_id=job_id)


def cancel_job(desk: Desk, *, club_id: str, job_id: str) -> JobView:
    """Cancel a paper nobody wants any more.

    Raises ScorekeeperError: NOT_FOUND.
    """
    return paper_jobs.cancel(desk, club_id=club_id, kind=JOB_KIND, job_id=job_id)


def get_paper(desk: Desk, *, club_id: str, job_id: str) -> PursePaperView:
    """Return what a paper is about; a season and a member by name.

    Raises ScorekeeperError: NOT_FOUND.
    """
    args = paper_jobs.asked(desk, club_id=club_id, kind=JOB_KIND, job_id=job_id)
    of = args["of"]
    if args["kind"] == SEASON:
        of = seasons.get_season(desk, club_id=club_id, season_id=of).name
    elif args["kind"] == ACCOUNT:
        found = cash_book.get_statement(desk, club_id=club_id, member_id=of, limit=1).member
        assert found is not None
        of = found.name
    club = clubs.get_club(desk, club_id=club_id).name
    return PursePaperView(kind=args["kind"], of=of, language=args["language"], club=club)


def name_of(paper: PursePaperView) -> str:
    """Return the name of a paper's file: what it is of, in its own language."""
    title = translator(paper.language)(
        f"purse.file.{'account' if paper.kind == ACCOUNT else 'book'}"
    )
    return file_name(paper.club, title, paper.of, ending=".pdf")


def paper_bytes(desk: Desk, *, club_id: str, job_id: str) -> bytes:
    """Return a paper that is done.

    Raises ScorekeeperError: NOT_FOUND, also when it is not done or its file is gone.
    """
    return paper_jobs.content(desk, club_id=club_id, kind=JOB_KIND, job_id=job_id)


def facts_for(desk: Desk, *, club_id: str, args: Mapping[str, Any]) -> PurseFacts:
    """Gather the facts of a paper as they are at one moment.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID, STORE_BUSY when others keep on booking.
    """
    for _ in range(_TRIES):
        head = cash_book.get_purse(desk, club_id=club_id).hash
        facts = _gather(desk, club_id, str(args["kind"]), str(args["of"]), head)
        if cash_book.get_purse(desk, club_id=club_id).hash == head:
            return facts
    raise ScorekeeperError(ErrorCode.STORE_BUSY)


def _gather(desk: Desk, club_id: str, kind: str, of: str, head: str) -> PurseFacts:
    if kind == ACCOUNT:
        return _statement(desk, club_id, of, head)
    if kind == MONTH:
        first, last = cash_book.month_span(of)
        return _cash_book(desk, club_id, first, last, head, month=of)
    season = seasons.get_season(desk, club_id=club_id, season_id=of)
    last = season.ends or max(season.begins, _today(desk, club_id))
    return _cash_book(desk, club_id, season.begins, last, head, season=season.name)


def _cash_book(
    desk: Desk,
    club_id: str,
    first: date,
    last: date,
    head: str,
    *,
    month: str = "",
    season: str = "",
) -> CashBookFacts:
    club = clubs.get_club(desk, club_id=club_id)
    page = cash_book.get_cash_book(desk, club_id=club_id, first=first, last=last, limit=_PAGE)
    begins = (page.cash_before, page.bank_before)
    rows = list(page.rows)
    while page.next_after is not None:
        page = cash_book.get_cash_book(
            desk, club_id=club_id, first=first, last=last, after=page.next_after, limit=_PAGE
        )
        rows += page.rows
    ends = (rows[-1].cash, rows[-1].bank) if rows else begins
    return CashBookFacts(
        club=club.name,
        month=month,
        season=season,
        first=first,
        last=last,
        cash_before=begins[0],
        bank_before=begins[1],
        rows=tuple(_row(row) for row in rows),
        cash_after=ends[0],
        bank_after=ends[1],
        counted=_counted(desk, club_id, month) if month else None,
        time_zone=club.time_zone,
        currency=CURRENCY,
        hash=head,
    )


def _row(row: CashRow) -> CashRowFacts:
    told = row.booking
    people = (one.name for one in (told.member, told.other) if one is not None)
    return CashRowFacts(
        receipt=told.receipt,
        day=told.day,
        kind=told.kind,
        category=told.category,
        people=tuple(people),
        words=told.words,
        voucher=told.voucher,
        cash=told.cash,
        bank=told.bank,
        cash_after=row.cash,
        bank_after=row.bank,
        taken_back=told.taken_back_by is not None,
    )


def _counted(desk: Desk, club_id: str, month: str) -> CountedFacts | None:
    """Return how a month was closed, None while it is open."""
    for step in closings.closing_log(desk, club_id=club_id, limit=_LOG):
        if step.month == month:
            if step.counted is None:
                return None
            return CountedFacts(counted=step.counted, who=step.who, at=step.at, why=step.why)
    return None


def _statement(desk: Desk, club_id: str, member_id: str, head: str) -> StatementFacts:
    club = clubs.get_club(desk, club_id=club_id)
    rows: list[MovementView] = []
    before: int | None = None
    while True:
        page = cash_book.get_statement(
            desk, club_id=club_id, member_id=member_id, before=before, limit=_PAGE
        )
        rows += page.rows
        before = page.next_before
        if before is None:
            break
    assert page.member is not None
    return StatementFacts(
        club=club.name,
        member=page.member.name,
        rows=tuple(
            MovementFacts(
                day=row.day,
                kind=row.kind,
                category=row.category,
                night=row.night_number,
                other=row.other,
                words=row.words,
                receipt=row.receipt,
                cents=row.cents,
                after=row.after,
                taken_back=row.taken_back_by is not None,
            )
            for row in reversed(rows)
        ),
        cents=page.cents,
        day=_today(desk, club_id),
        currency=CURRENCY,
        hash=head,
    )


def _today(desk: Desk, club_id: str) -> date:
    with desk.store.read() as tx:
        return club_today(desk, tx, club_id)
