"""Bringing in files: handed in, looked through, decided about, taken back.

A file waits until somebody decides. Looking through it changes nothing; bringing it in happens in
one transaction, so all of it counts or nothing does. What can be worked out before is worked out
before: while the ledger is held, only hashes are made and rows written, and whoever wants to write
meanwhile waits in the queue of writers for that long (some 30 microseconds a deal; a file may have
fifty thousand). Taking blocks of it in transactions of their own would let others in between, but
a worker killed between two blocks would leave half a file in everybody's balances.
"""

import hashlib
import json
from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.documents.sheets import require_harmless
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import import_batches as batches
from scorekeeper.services import import_looking as looking
from scorekeeper.services import import_people
from scorekeeper.services import import_records as records
from scorekeeper.services.answering import once
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_look import foreign_json
from scorekeeper.services.import_look import look
from scorekeeper.services.import_look import open_again
from scorekeeper.services.import_look import open_answered
from scorekeeper.services.import_look import open_file
from scorekeeper.services.import_mapping import AMOUNTS
from scorekeeper.services.import_mapping import RECORDS
from scorekeeper.services.import_mapping import from_text
from scorekeeper.services.import_questions import AGAIN_ANSWERS
from scorekeeper.services.import_questions import Question
from scorekeeper.services.import_storing import rehearse
from scorekeeper.services.import_storing import storing
from scorekeeper.services.import_undoing import take_back
from scorekeeper.services.import_views import ImportView
from scorekeeper.services.import_views import found_of
from scorekeeper.services.import_views import view_of
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import imports
from scorekeeper.store.engine import Transaction
from scorekeeper.store.imports import BatchRow

JOB_KIND = "import"
FILE_NAME_MAX = 120
_NUMBER_MAX = 10**9
_PAGE_MAX = 200

Progress = Callable[[int, int], None]


def look_at(
    desk: Desk,
    *,
    club_id: str,
    file_name: str,
    content: bytes,
    said: Mapping[str, object] | None = None,
    rehearsed: bool = False,
) -> ImportView:
    """Return what bringing a file in would come to, and keep nothing at all: not even a number.

    `said` is what `answer` takes. `rehearsed`, it is stored and given up again, so that what would
    be in the way is found as well.

    Raises ScorekeeperError: as `hand_in`; what `run` raises, when rehearsed.
    """
    name, digest = _named(file_name), hashlib.sha256(content).hexdigest()
    row = _batch(desk, name, digest, _looked(desk, club_id, content, digest, said or {}))
    view = view_of(row)
    if rehearsed and not view.problem_count and not view.questions:
        rehearse(desk, club_id, row._replace(id=desk.new_id()), content)
    return view


def hand_in(
    desk: Desk,
    *,
    club_id: str,
    file_name: str,
    content: bytes,
    said: Mapping[str, object] | None = None,
    by_worker: bool = False,
) -> ImportView:
    """Keep a file until it is decided about, guess what its columns are, and look through it.

    `said` is what `answer` takes. With `by_worker` a file that takes long is kept, and a worker
    looks through it; what it cannot be then stands with the import.

    Raises ScorekeeperError: SHEET_LARGE, SHEET_LONG, SHEET_EMPTY, SHEET_OLD, SHEET_UNREADABLE;
    VALUE_INVALID for what cannot be said of it.
    """
    name, digest = _named(file_name), hashlib.sha256(content).hexdigest()
    require_harmless(content)
    later = by_worker and looking.takes_long(content)
    told = (
        (AMOUNTS, "", looking.not_yet(said or {}))
        if later
        else _looked(desk, club_id, content, digest, said or {})
    )
    packed = imports.packed(content)

    def work(tx: Transaction) -> ImportView:
        row = _batch(desk, name, digest, told)._replace(
            id=desk.new_id(), number=imports.next_number(tx, club_id)
        )
        if later:
            row = row._replace(job_id=looking.ask(tx, desk, club_id, row.id))
        imports.add(tx, club_id, row, packed)
        return batches.view(tx, club_id, row)

    return written(desk, work)


def list_imports(
    desk: Desk, *, club_id: str, before: int | None = None, limit: int = 50
) -> tuple[ImportView, ...]:
    """Return imports, the newest first, without those that were dropped."""
    limit = bounds.number(limit, "limit", 1, _PAGE_MAX)
    first = _NUMBER_MAX if before is None else bounds.number(before, "before", 0, _NUMBER_MAX)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        return tuple(view_of(row) for row in imports.page(tx, club_id, before=first, count=limit))


def get_import(desk: Desk, *, club_id: str, import_id: str) -> ImportView:
    """Return an import.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, import_id)


def read(tx: Transaction, club_id: str, import_id: str) -> ImportView:
    """Return an import within a transaction."""
    return batches.view(tx, club_id, batches.get(tx, club_id, import_id))


def find_import(desk: Desk, *, club_id: str, called: str) -> ImportView:
    """Return the import of this number or id.

    Raises ScorekeeperError: NOT_FOUND.
    """
    if called.isascii() and called.isdigit() and len(called) < 10:
        with desk.store.read() as tx:
            page = imports.page(tx, club_id, before=int(called) + 1, count=1)
            if not page or page[0].number != int(called):
                raise bounds.missing("import")
            return batches.view(tx, club_id, page[0])
    return get_import(desk, club_id=club_id, import_id=called)


def answer(
    desk: Desk,
    *,
    club_id: str,
    import_id: str,
    said: Mapping[str, object],
    by_worker: bool = False,
) -> ImportView:
    """Change what a sheet means, and answer what is asked about it.

    `kind`, `header` (its row), `columns`, `unit`, `day`, `season_id`, `separator`, `sheet`,
    `layout`; `rows` (deals, running), `totals` and `deals` (numbers of rows), `only_new`, `again`,
    `replace` (the number of an import), `difference` (purse). What is not said stays as it is; the
    sheet is looked through again, with `by_worker` as in `hand_in`.

    Raises ScorekeeperError: NOT_FOUND, IMPORT_STATE, VALUE_INVALID.
    """
    with desk.store.read() as tx:
        row = batches.get(tx, club_id, import_id)
        content = batches.content(tx, club_id, row)
    if not row.mapping:
        raise bounds.invalid("mapping", "")
    later = by_worker and looking.takes_long(content)
    told = (
        (row.kind, row.mapping, looking.not_yet(said, row.found))
        if later
        else _answered(desk, club_id, row, content, said)
    )

    def work(tx: Transaction) -> ImportView:
        now = batches.looked_through(tx, club_id, import_id)
        kind, mapping, found = told
        imports.say(tx, club_id, now.id, kind=kind, mapping=mapping, found=found)
        job_id = looking.ask(tx, desk, club_id, now.id) if later else None
        now = now._replace(state=imports.NEW, found=found, job_id=job_id, why="")
        imports.move(tx, club_id, now)
        return batches.view(tx, club_id, batches.get(tx, club_id, import_id))

    return written(desk, work)


def look_through(
    desk: Desk, *, club_id: str, import_id: str, progress: Progress | None = None
) -> ImportView:
    """Look through a file that was handed in or answered about and takes long.

    Raises ScorekeeperError: NOT_FOUND.
    """

    def look_now(row: BatchRow, content: bytes, said: Mapping[str, object]) -> looking.Told:
        if row.mapping:
            return _answered(desk, club_id, row, content, said)
        return _looked(desk, club_id, content, row.digest, said)

    return looking.look_through(
        desk, club_id=club_id, import_id=import_id, look=look_now, progress=progress or _silent
    )


def confirm(
    desk: Desk,
    *,
    club_id: str,
    import_id: str,
    key: str | None = None,
    again: bool = False,
    by_worker: bool = True,
) -> ImportView:
    """Decide that a file is brought in; a worker does it, or with `by_worker=False` `run` after.

    Raises ScorekeeperError: NOT_FOUND, IMPORT_STATE, IMPORT_PROBLEMS, IMPORT_ASKS, and IMPORT_AGAIN
    when this very file was brought in before and `again` does not say that it counts once more.
    """

    def work(tx: Transaction) -> tuple[str, ImportView]:
        row = batches.looked_through(tx, club_id, import_id)
        found = json.loads(row.found)
        if count := found.get("count", 0):
            raise ScorekeeperError(ErrorCode.IMPORT_PROBLEMS, "import", count=count)
        asked = {one["code"] for one in found.get("questions", ())}
        before = imports.same(tx, club_id, row.digest)
        only_again = bool(asked or row.kind == RECORDS) and asked <= AGAIN_ANSWERS
        if not again and before is not None and only_again:
            raise ScorekeeperError(ErrorCode.IMPORT_AGAIN, "again", number=before.number)
        if asked - (AGAIN_ANSWERS if again else set()):
            raise ScorekeeperError(ErrorCode.IMPORT_ASKS, "import")
        if again and row.mapping:
            mapping = replace(from_text(row.mapping), again=True).as_text()
            imports.say(tx, club_id, row.id, kind=row.kind, mapping=mapping, found=row.found)
        job_id = batches.ask(tx, desk, club_id, row.id, JOB_KIND) if by_worker else None
        imports.move(tx, club_id, row._replace(state=imports.QUEUED, job_id=job_id, why=""))
        return row.id, batches.view(tx, club_id, batches.get(tx, club_id, import_id))

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["confirm_import", import_id, again],
        work=work,
        again=lambda tx, made: batches.view(tx, club_id, batches.get(tx, club_id, made)),
    )


def run(
    desk: Desk, *, club_id: str, import_id: str, progress: Progress | None = None
) -> ImportView:
    """Bring in a file that was decided about; once it is in, doing it again changes nothing.

    When something is in the way the import waits to be decided about again, with the reason.

    Raises ScorekeeperError: NOT_FOUND, IMPORT_STATE, IMPORT_PROBLEMS, or the refusal in the way.
    """
    with desk.store.read() as tx:
        row = batches.get(tx, club_id, import_id)
        if row.state == imports.POSTED:
            return batches.view(tx, club_id, row)
        if row.state != imports.QUEUED:
            raise ScorekeeperError(ErrorCode.IMPORT_STATE, "import")
        content = batches.content(tx, club_id, row)
    try:
        return _run(desk, club_id, row, content, progress or _silent)
    except ScorekeeperError as error:
        _put_back(desk, club_id, import_id, error)
        raise


def drop(desk: Desk, *, club_id: str, import_id: str) -> None:
    """Decide that a file is not brought in; it is forgotten.

    Raises ScorekeeperError: NOT_FOUND, IMPORT_STATE.
    """

    def work(tx: Transaction) -> None:
        row = batches.undecided(tx, club_id, import_id)
        imports.move(
            tx, club_id, row._replace(state=imports.DROPPED, decided_at=desk.now(), found="{}")
        )
        imports.forget_content(tx, club_id, row.id)

    written(desk, work)


def undo(
    desk: Desk, *, club_id: str, import_id: str, reason: str, key: str | None = None
) -> ImportView:
    """Take an import back: its nights are voided by counter-entries.

    Whom it made a member plays no more, unless anything else names him.

    Raises ScorekeeperError: NOT_FOUND, REASON_NEEDED, IMPORT_STATE, SEASON_CLOSED; IMPORT_SETTLED
    when a night was paid or carried since, IMPORT_CHANGED when something was added to one.
    """
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)
    if not reason:
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")

    def work(tx: Transaction) -> tuple[str, ImportView]:
        row = batches.locked(tx, club_id, import_id)
        take_back(tx, desk, club_id, row, reason, key)
        return row.id, batches.view(tx, club_id, batches.get(tx, club_id, import_id))

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["undo_import", import_id, reason],
        work=work,
        again=lambda tx, made: batches.view(tx, club_id, batches.get(tx, club_id, made)),
    )


def _named(file_name: str) -> str:
    return bounds.text(file_name[-FILE_NAME_MAX:], "file", FILE_NAME_MAX) or "?"


def _looked(
    desk: Desk, club_id: str, content: bytes, digest: str, said: Mapping[str, object]
) -> tuple[str, str, str]:
    """Return kind, mapping and what was found of a file, the latter two as they are stored."""
    if not records.is_records(content) or foreign_json(content) is not None:
        with desk.store.read() as tx:
            mapped, others = open_file(tx, desk, club_id, content, said)
            found = found_of(look(tx, desk, club_id, mapped, others))
        return mapped.mapping.kind, mapped.mapping.as_text(), found
    if said.keys() - {"again"}:
        raise bounds.invalid("mapping", ", ".join(said))
    held = records.found_of(desk, club_id, records.read(content))
    with desk.store.read() as tx:
        before = imports.same(tx, club_id, digest)
    if before is not None:
        asked = Question(code="same_file", options=("--again",), values={"number": before.number})
        held["questions"] = [asked.as_dict()]
    if said.get("again"):
        held["questions"] = []
    return RECORDS, "", batches.as_json(held)


def _answered(
    desk: Desk, club_id: str, row: BatchRow, content: bytes, said: Mapping[str, object]
) -> looking.Told:
    """Return what `_looked` does of a file once something more was said about it."""
    with desk.store.read() as tx:
        mapped, others = open_answered(tx, desk, club_id, content, from_text(row.mapping), said)
        found = found_of(look(tx, desk, club_id, mapped, others))
    return mapped.mapping.kind, mapped.mapping.as_text(), found


def _batch(desk: Desk, name: str, digest: str, told: tuple[str, str, str]) -> BatchRow:
    kind, mapping, found = told
    return BatchRow(
        id="",
        number=0,
        file_name=name,
        digest=digest,
        kind=kind,
        state=imports.NEW,
        mapping=mapping,
        found=found,
        job_id=None,
        first_entry=None,
        last_entry=None,
        who=desk.actor,
        at=desk.now(),
        decided_at=None,
        why="",
    )


def _run(desk: Desk, club_id: str, row: BatchRow, content: bytes, progress: Progress) -> ImportView:
    bring_in = storing(desk, club_id, row, content)
    progress(1, 2)

    def work(tx: Transaction) -> ImportView:
        club_rows.lock_chain(tx, club_id)
        now = batches.locked(tx, club_id, row.id)
        if now.state == imports.POSTED:
            return batches.view(tx, club_id, now)
        if now.state != imports.QUEUED:
            raise ScorekeeperError(ErrorCode.IMPORT_STATE, "import")
        brought = bring_in(tx)
        imports.add_nights(tx, club_id, row.id, brought.nights)
        found = {**json.loads(now.found), import_people.MADE: brought.members}
        imports.move(
            tx,
            club_id,
            now._replace(
                state=imports.POSTED,
                found=batches.as_json(found),
                first_entry=brought.entries[0] if brought.entries else None,
                last_entry=brought.entries[1] if brought.entries else None,
                decided_at=desk.now(),
            ),
        )
        imports.forget_content(tx, club_id, row.id)
        return batches.view(tx, club_id, batches.get(tx, club_id, row.id))

    view = written(desk, work)
    progress(2, 2)
    return view


def _put_back(desk: Desk, club_id: str, import_id: str, error: ScorekeeperError) -> None:
    """Let an import that met a refusal be decided about again, with what was in the way."""
    asked = None
    with desk.store.read() as tx:
        before = batches.get(tx, club_id, import_id)
        if before.mapping and error.code is ErrorCode.IMPORT_ASKS:
            content = batches.content(tx, club_id, before)
            mapped, others = open_again(content, from_text(before.mapping))
            asked = found_of(look(tx, desk, club_id, mapped, others))

    def work(tx: Transaction) -> None:
        row = batches.locked(tx, club_id, import_id)
        if row.state == imports.QUEUED:
            found = row.found if asked is None else asked
            why = batches.reason(error)
            imports.move(tx, club_id, row._replace(state=imports.NEW, found=found, why=why))

    written(desk, work)


def _silent(done: int, total: int) -> None:
    """Tell nobody."""
