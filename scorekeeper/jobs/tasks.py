"""What a worker can do, by kind."""

from collections.abc import Callable
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from scorekeeper.documents import purse_facts
from scorekeeper.documents.child import RenderStoppedError
from scorekeeper.documents.child import render_pdf
from scorekeeper.documents.facts import digest
from scorekeeper.documents.purse_html import purse_html
from scorekeeper.paths import replacing
from scorekeeper.services import documents
from scorekeeper.services import house_trial
from scorekeeper.services import import_looking
from scorekeeper.services import imports
from scorekeeper.services import proving
from scorekeeper.services import purse_documents
from scorekeeper.services import ratings
from scorekeeper.services.desk import Desk

KEPT_SECONDS = 90 * 24 * 3600
HALF_WRITTEN_SECONDS = 3600


class StoppedError(RuntimeError):
    """The job was cancelled, or its worker is to end."""


class PostponedError(RuntimeError):
    """It is not the time for this job; no attempt is lost. `until` is that time."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"postponed until {until:%H:%M:%S}")
        self.until = until


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a task is given. It asks `stopped` now and then and raises StoppedError if so."""

    desk: Desk
    club_id: str
    folder: Path
    progress: Callable[[int, int], None]
    stopped: Callable[[], bool]


Task = Callable[[Context, Mapping[str, Any]], str]
"""Does the work of one job and returns what it left behind."""


def make_document(context: Context, args: Mapping[str, Any]) -> str:
    """Render a document to a file named after its facts, and return the file.

    The facts are read now, not when it was asked for: a document is never older than its job.
    One that is there already is not rendered again.
    """
    context.progress(0, 3)
    facts = documents.facts_for(context.desk, club_id=context.club_id, args=args)
    language = str(args["language"])
    path = documents.document_path(context.folder, digest(facts, language=language))
    return _rendered(context, path, lambda: documents.document_html(facts, language=language))


def make_purse_paper(context: Context, args: Mapping[str, Any]) -> str:
    """Render a paper of the purse, as `make_document` does with those of evenings."""
    context.progress(0, 3)
    facts = purse_documents.facts_for(context.desk, club_id=context.club_id, args=args)
    language = str(args["language"])
    path = documents.document_path(context.folder, purse_facts.digest(facts, language=language))
    return _rendered(context, path, lambda: purse_html(facts, language=language))


def _rendered(context: Context, path: Path, html_of: Callable[[], str]) -> str:
    if not path.exists():
        html = html_of()
        context.progress(1, 3)
        try:
            pdf = render_pdf(html, stop=context.stopped)
        except RenderStoppedError as error:
            raise StoppedError from error
        context.progress(2, 3)
        write_whole(path, pdf)
    context.progress(3, 3)
    return str(path)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there completely or not at all, whatever happens meanwhile."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(content)


def sweep(folder: Path, *, now: float) -> None:
    """Remove documents nobody fetched for long, and what killed workers left half written.

    Nothing is lost: who asks for a document that was removed has it made again.
    """
    for path in folder.glob("*"):
        half = path.name.startswith(".")
        if half or path.suffix == ".pdf":
            with suppress(FileNotFoundError):  # another worker sweeps too
                age = now - path.stat().st_mtime
                if age > (HALF_WRITTEN_SECONDS if half else KEPT_SECONDS):
                    path.unlink()


def bring_in(context: Context, args: Mapping[str, Any]) -> str:
    """Bring in a file somebody decided about, in his name; once it is in, nothing more happens."""
    view = imports.run(
        context.desk.acting(str(args["who"])),
        club_id=context.club_id,
        import_id=str(args["import_id"]),
        progress=context.progress,
    )
    return view.id


def look_through(context: Context, args: Mapping[str, Any]) -> str:
    """Look through a file that takes long, in the name of who handed it in."""
    view = imports.look_through(
        context.desk.acting(str(args["who"])),
        club_id=context.club_id,
        import_id=str(args["import_id"]),
        progress=context.progress,
    )
    return view.id


def try_rules(context: Context, args: Mapping[str, Any]) -> str:
    """Score a season by other house rules and return what would differ, as JSON."""

    def progress(done: int, total: int) -> None:
        if context.stopped():
            raise StoppedError
        context.progress(done, total)

    found = house_trial.try_rules(
        context.desk, club_id=context.club_id, progress=progress, **dict(args)
    )
    return house_trial.as_text(found)


def rate_season(context: Context, args: Mapping[str, Any]) -> str:
    """Bring the ratings of a season up to its last evening, some evenings at a time."""
    left = 1
    while left and not context.stopped():
        left = ratings.rate_some(
            context.desk, club_id=context.club_id, season_id=str(args["season_id"])
        )
    if left:
        raise StoppedError
    return ""


def prove_book(context: Context, args: Mapping[str, Any]) -> str:
    """Prove a club's ledger and return what it says, as JSON."""

    def progress(done: int, total: int) -> None:
        if context.stopped():
            raise StoppedError
        context.progress(done, total)

    return proving.prove(
        context.desk, club_id=context.club_id, printed=str(args["printed"]), progress=progress
    )


TASKS: Mapping[str, Task] = {
    proving.JOB_KIND: prove_book,
    documents.JOB_KIND: make_document,
    imports.JOB_KIND: bring_in,
    import_looking.JOB_KIND: look_through,
    house_trial.JOB_KIND: try_rules,
    ratings.JOB_KIND: rate_season,
    purse_documents.JOB_KIND: make_purse_paper,
}
