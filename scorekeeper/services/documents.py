"""Documents: asked for here, made by a worker, fetched here when they are done."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import replace
from pathlib import Path
from typing import Any

from scorekeeper.documents.facts import Facts
from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.facts import SheetFacts
from scorekeeper.documents.facts import digest
from scorekeeper.documents.file_names import file_name
from scorekeeper.documents.html import ledger_html
from scorekeeper.documents.html import sheet_html
from scorekeeper.documents.season_facts import SeasonFacts
from scorekeeper.documents.season_html import season_html
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import translator
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services import paper_jobs
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from scorekeeper.services.paper import night_facts
from scorekeeper.services.paper_jobs import JobView
from scorekeeper.services.season_paper import season_facts
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import LedgerView
from scorekeeper.services.views import NightView

JOB_KIND = "document"
LEDGER = "ledger"
SHEET = "sheet"
SEASON = "season"
SHEET_PEOPLE_MAX = 6
_PAGE = 500
_TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperView:
    """What a document is about: a night, a season, or the game of a blank sheet."""

    kind: str
    language: str
    club: ClubView
    night: NightView | None
    game: str
    season: str = ""  # its name


def request_document(
    desk: Desk,
    *,
    club_id: str,
    night_id: str,
    kind: str = LEDGER,
    language: str,
    public_url: str = "",
) -> JobView:
    """Ask for a night's document and return its job.

    While nothing changed that stands in it, the same document is the same job, however often it
    is asked for; a job that failed, or whose file is gone, is tried again. `public_url` is where
    the club's pages are found from outside, for the QR code; "" leaves that out.

    Raises ScorekeeperError: NOT_FOUND; VALUE_INVALID for a kind or language we do not have.
    """
    if kind != LEDGER:
        raise bounds.invalid("kind", kind)
    args = {"kind": kind, "night_id": night_id, "language": language, "public_url": public_url}
    return _request(desk, club_id, args)


def request_sheet(
    desk: Desk,
    *,
    club_id: str,
    game: str,
    language: str,
    people: tuple[str, ...] = (),
    tariff: int | None = None,
) -> JobView:
    """Ask for a blank score sheet with the club's name on it and return its job.

    Raises ScorekeeperError: VALUE_INVALID for a game or language we do not have.
    """
    args = {
        "kind": SHEET,
        "game": bounds.game(game),
        "language": language,
        "people": [bounds.name(name) for name in people[:SHEET_PEOPLE_MAX]],
        "tariff": tariff,
    }
    return _request(desk, club_id, args)


def request_season(
    desk: Desk, *, club_id: str, season_id: str, language: str, public_url: str = ""
) -> JobView:
    """Ask for a season's report and return its job.

    Raises ScorekeeperError: NOT_FOUND; VALUE_INVALID for a language we do not have.
    """
    args = {
        "kind": SEASON,
        "season_id": bounds.id_(season_id, "season"),
        "language": language,
        "public_url": public_url,
    }
    return _request(desk, club_id, args)


def get_job(desk: Desk, *, club_id: str, job_id: str) -> JobView:
    """Return how far a document is.

    Raises ScorekeeperError: NOT_FOUND.
    """
    return paper_jobs.state(desk, club_id=club_id, kind=JOB_KIND, job_id=job_id)


def cancel_job(desk: Desk, *, club_id: str, job_id: str) -> JobView:
    """Cancel a document nobody wants any more; one that is done stays.

    Raises ScorekeeperError: NOT_FOUND.
    """
    return paper_jobs.cancel(desk, club_id=club_id, kind=JOB_KIND, job_id=job_id)


def get_paper(desk: Desk, *, club_id: str, job_id: str) -> PaperView:
    """Return what a document is about.

    Raises ScorekeeperError: NOT_FOUND.
    """
    args = paper_jobs.asked(desk, club_id=club_id, kind=JOB_KIND, job_id=job_id)
    night_id = args.get("night_id")
    return PaperView(
        kind=args["kind"],
        language=args["language"],
        club=clubs.get_club(desk, club_id=club_id),
        night=nights.get_night(desk, club_id=club_id, night_id=night_id) if night_id else None,
        game=args.get("game", ""),
        season=_season_name(desk, club_id, args.get("season_id")),
    )


def name_of(paper: PaperView) -> str:
    """Return the name of a document's file: what it is about, in its own language."""
    t = translator(paper.language)
    if paper.season:
        about = t("season.doc.file", season=paper.season)
    elif paper.night is None:
        about = t("web.document.file.sheet", game=t("web.game." + paper.game))
    else:
        night = paper.night
        about = t("web.document.file.ledger", number=night.number, day=night.date.isoformat())
    return file_name(paper.club.name, about, ending=".pdf")


def document_bytes(desk: Desk, *, club_id: str, job_id: str) -> bytes:
    """Return a document that is done.

    Raises ScorekeeperError: NOT_FOUND, also when it is not done, or its file is gone: it can be
    asked for again.
    """
    return paper_jobs.content(desk, club_id=club_id, kind=JOB_KIND, job_id=job_id)


def ledger_facts(desk: Desk, *, club_id: str, night_id: str, public_url: str = "") -> LedgerFacts:
    """State a whole night for its printed ledger.

    Raises ScorekeeperError: NOT_FOUND.
    """
    view = _whole_night(desk, club_id, night_id)
    proposal = settlement.get_settlement(desk, club_id=club_id, night_id=night_id)
    url = f"{public_url}/c/{club_id}/n/{night_id}" if public_url else ""
    return night_facts(view, proposal, url=url)


def facts_for(desk: Desk, *, club_id: str, args: Mapping[str, Any]) -> Facts:
    """Gather the facts of the document a job asks for by its arguments."""
    if args["kind"] == SHEET:
        return SheetFacts(
            game=args["game"],
            club=_club_name(desk, club_id),
            people=tuple(args["people"]),
            tariff=args["tariff"],
        )
    if args["kind"] == SEASON:
        return season_facts(
            desk, club_id=club_id, season_id=args["season_id"], public_url=args["public_url"]
        )
    return ledger_facts(
        desk, club_id=club_id, night_id=args["night_id"], public_url=args["public_url"]
    )


def document_html(facts: Facts, *, language: str) -> str:
    """Set facts as HTML, whichever document they are of."""
    if isinstance(facts, SheetFacts):
        return sheet_html(facts, language=language)
    if isinstance(facts, SeasonFacts):
        return season_html(facts, language=language)
    return ledger_html(facts, language=language)


def document_path(folder: Path, name: str) -> Path:
    """Return where the document with this digest lies, or will lie."""
    return folder / f"{name}.pdf"


def _request(desk: Desk, club_id: str, args: Mapping[str, Any]) -> JobView:
    language = args["language"]
    if language not in LANGUAGES:
        raise bounds.invalid("language", language)
    facts = facts_for(desk, club_id=club_id, args=args)
    dedupe = digest(facts, language=language)
    return paper_jobs.request(desk, club_id=club_id, kind=JOB_KIND, args=args, dedupe=dedupe)


def _whole_night(desk: Desk, club_id: str, night_id: str) -> LedgerView:
    """Read every page of a night's ledger as it stood at one moment.

    Pages are read one by one; when something was recorded meanwhile the ledger's hash differs and
    reading begins anew.
    """
    for _ in range(_TRIES):
        first = ledger.night_ledger(desk, club_id=club_id, night_id=night_id, limit=_PAGE)
        deals = list(first.deals)
        after, same = first.next_after, True
        while after is not None and same:
            more = ledger.night_ledger(
                desk, club_id=club_id, night_id=night_id, after=after, limit=_PAGE
            )
            deals += more.deals
            after, same = more.next_after, more.hash == first.hash
        if same:
            return replace(first, deals=tuple(deals), next_after=None)
    raise ScorekeeperError(ErrorCode.STORE_BUSY)


def _season_name(desk: Desk, club_id: str, season_id: str | None) -> str:
    if season_id is None:
        return ""
    return seasons.get_season(desk, club_id=club_id, season_id=season_id).name


def _club_name(desk: Desk, club_id: str) -> str:
    return clubs.get_club(desk, club_id=club_id).name
