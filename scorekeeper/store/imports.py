"""Files that were handed in: their rows, the files themselves, and what was said of columns."""

import zlib
from typing import Any
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import import_batch
from scorekeeper.store.schema import import_content
from scorekeeper.store.schema import import_mapping
from scorekeeper.store.schema import import_night
from scorekeeper.store.schema import night

NEW, QUEUED, POSTED, UNDONE, DROPPED = "new", "queued", "posted", "undone", "dropped"


class BatchRow(NamedTuple):
    """A file that was handed in, without the club's id; `mapping` and `found` are JSON."""

    id: str
    number: int
    file_name: str
    digest: str
    kind: str
    state: str
    mapping: str
    found: str
    job_id: str | None
    first_entry: int | None
    last_entry: int | None
    who: str
    at: str
    decided_at: str | None
    why: str


_columns = tuple(import_batch.c[name] for name in BatchRow._fields)
_mine = import_batch.c.club_id == bindparam("club_id")
_content_mine = import_content.c.club_id == bindparam("club_id")

_ADD = insert_all(import_batch)
_ADD_CONTENT = insert_all(import_content)
_ADD_NIGHT = insert_all(import_night)
_GET = Prepared(select(*_columns).where(_mine, import_batch.c.id == bindparam("id")))
_LOCK = Prepared(
    select(*_columns)
    .where(_mine, import_batch.c.id == bindparam("id"))
    .with_for_update(key_share=True)
)
_PAGE = Prepared(
    select(*_columns)
    .where(_mine, import_batch.c.number < bindparam("before"), import_batch.c.state != DROPPED)
    .order_by(import_batch.c.number.desc())
    .limit(bindparam("count"))
)
_LAST_NUMBER = Prepared(select(func.max(import_batch.c.number)).where(_mine))
_SAME = Prepared(
    select(*_columns)
    .where(_mine, import_batch.c.digest == bindparam("digest"), import_batch.c.state == POSTED)
    .order_by(import_batch.c.number.desc())
    .limit(1),
    through=("import_batch", "ix_import_batch_digest"),
)
_here = update(import_batch).where(
    import_batch.c.club_id == bindparam("club"), import_batch.c.id == bindparam("batch")
)
_SAY = Prepared(
    _here.values(kind=bindparam("kind"), mapping=bindparam("mapping"), found=bindparam("found"))
)
_MOVE = Prepared(
    _here.values(
        state=bindparam("state"),
        found=bindparam("found"),
        job_id=bindparam("job_id"),
        first_entry=bindparam("first_entry"),
        last_entry=bindparam("last_entry"),
        decided_at=bindparam("decided_at"),
        why=bindparam("why"),
    )
)
_CONTENT = Prepared(
    select(import_content.c.content).where(
        _content_mine, import_content.c.import_id == bindparam("import_id")
    )
)
_FORGET = Prepared(
    delete(import_content).where(
        _content_mine, import_content.c.import_id == bindparam("import_id")
    )
)
_NIGHTS = Prepared(
    select(import_night.c.night_id)
    .where(
        import_night.c.club_id == bindparam("club_id"),
        import_night.c.import_id == bindparam("import_id"),
    )
    .order_by(import_night.c.night_id)
)
_NIGHTS_THAT_COUNT = Prepared(
    select(night.c.id, night.c.date, import_batch.c.number)
    .select_from(import_night)
    .join(
        import_batch,
        (import_batch.c.club_id == import_night.c.club_id)
        & (import_batch.c.id == import_night.c.import_id),
    )
    .join(
        night,
        (night.c.club_id == import_night.c.club_id) & (night.c.id == import_night.c.night_id),
    )
    .where(
        import_night.c.club_id == bindparam("club_id"),
        import_batch.c.state == POSTED,
        night.c.state != "voided",
    )
    .order_by(import_batch.c.number, night.c.date)
)
_DECIDED = Prepared(
    select(import_batch.c.state, func.count()).where(_mine).group_by(import_batch.c.state)
)
_FOUND_OF_UNDONE = Prepared(
    select(import_batch.c.found).where(_mine, import_batch.c.state == UNDONE)
)
_MAPPING = Prepared(
    select(import_mapping.c.mapping).where(
        import_mapping.c.club_id == bindparam("club_id"),
        import_mapping.c.fingerprint == bindparam("fingerprint"),
    )
)
_values: dict[str, Any] = {c.name: bindparam(c.name) for c in import_mapping.columns}
_on_sqlite = sqlite_insert(import_mapping).values(_values)
_on_postgresql = postgresql_insert(import_mapping).values(_values)
_KEY = ["club_id", "fingerprint"]
_REMEMBER_SQLITE = Prepared(
    _on_sqlite.on_conflict_do_update(
        index_elements=_KEY,
        set_={"mapping": _on_sqlite.excluded.mapping, "at": _on_sqlite.excluded.at},
    )
)
_REMEMBER_POSTGRESQL = Prepared(
    _on_postgresql.on_conflict_do_update(
        index_elements=_KEY,
        set_={"mapping": _on_postgresql.excluded.mapping, "at": _on_postgresql.excluded.at},
    )
)


def packed(content: bytes) -> bytes:
    """Return a file as `add` takes it; a large one takes a while, for which no writer waits."""
    return zlib.compress(content, 3)


def add(tx: Transaction, club_id: str, row: BatchRow, packed: bytes) -> None:
    """Keep a file until somebody decides about it."""
    tx.run(_ADD, club_id=club_id, **row._asdict())
    tx.run(_ADD_CONTENT, club_id=club_id, import_id=row.id, content=packed)


def get(tx: Transaction, club_id: str, import_id: str) -> BatchRow | None:
    """Return an import, None if the club has none of that id."""
    row = tx.one(_GET, club_id=club_id, id=import_id)
    return None if row is None else BatchRow._make(row)


def lock(tx: Transaction, club_id: str, import_id: str) -> BatchRow | None:
    """Return an import; nobody else decides about it until this transaction ends."""
    row = tx.one(_LOCK, club_id=club_id, id=import_id)
    return None if row is None else BatchRow._make(row)


def page(tx: Transaction, club_id: str, *, before: int, count: int) -> list[BatchRow]:
    """Return imports by falling number, those below `before`; what was dropped is left out."""
    rows = tx.all(_PAGE, club_id=club_id, before=before, count=count)
    return [BatchRow._make(row) for row in rows]


def numbered(tx: Transaction, club_id: str, number: int) -> BatchRow | None:
    """Return the import of this number, None if there is none or it was dropped."""
    found = page(tx, club_id, before=number + 1, count=1)
    return found[0] if found and found[0].number == number else None


def next_number(tx: Transaction, club_id: str) -> int:
    """Return the number of the club's next import."""
    row = tx.one(_LAST_NUMBER, club_id=club_id)
    return 1 if row is None or row[0] is None else int(row[0]) + 1


def same(tx: Transaction, club_id: str, digest: str) -> BatchRow | None:
    """Return the last import that brought in this very file and still counts."""
    row = tx.one(_SAME, club_id=club_id, digest=digest)
    return None if row is None else BatchRow._make(row)


def say(
    tx: Transaction, club_id: str, import_id: str, *, kind: str, mapping: str, found: str
) -> None:
    """Keep what the columns are and what was found with that."""
    tx.run(_SAY, club=club_id, batch=import_id, kind=kind, mapping=mapping, found=found)


def move(tx: Transaction, club_id: str, row: BatchRow) -> None:
    """Keep where an import stands now."""
    tx.run(
        _MOVE,
        club=club_id,
        batch=row.id,
        state=row.state,
        found=row.found,
        job_id=row.job_id,
        first_entry=row.first_entry,
        last_entry=row.last_entry,
        decided_at=row.decided_at,
        why=row.why,
    )


def content(tx: Transaction, club_id: str, import_id: str) -> bytes | None:
    """Return the file, None once it was decided about."""
    row = tx.one(_CONTENT, club_id=club_id, import_id=import_id)
    return None if row is None else zlib.decompress(row[0])


def forget_content(tx: Transaction, club_id: str, import_id: str) -> None:
    """Give up the file."""
    tx.run(_FORGET, club_id=club_id, import_id=import_id)


def add_nights(tx: Transaction, club_id: str, import_id: str, night_ids: list[str]) -> None:
    """Keep which nights an import began."""
    tx.many(
        _ADD_NIGHT,
        [{"club_id": club_id, "import_id": import_id, "night_id": one} for one in night_ids],
    )


def nights(tx: Transaction, club_id: str, import_id: str) -> list[str]:
    """Return the nights an import began."""
    return [row[0] for row in tx.all(_NIGHTS, club_id=club_id, import_id=import_id)]


def nights_that_count(tx: Transaction, club_id: str) -> list[tuple[str, str, int]]:
    """Return every night an import began that counts, with its day and the import's number."""
    rows = tx.all(_NIGHTS_THAT_COUNT, club_id=club_id)
    return [(row[0], row[1], row[2]) for row in rows]


def decided(tx: Transaction, club_id: str) -> tuple[int, int]:
    """Return how many imports were ever brought in, and how many of them were taken back."""
    rows = {row[0]: int(row[1]) for row in tx.all(_DECIDED, club_id=club_id)}
    undone = rows.get(UNDONE, 0)
    return rows.get(POSTED, 0) + undone, undone


def found_of_undone(tx: Transaction, club_id: str) -> list[str]:
    """Return what was found in the files whose imports were taken back, as JSON."""
    return [row[0] for row in tx.all(_FOUND_OF_UNDONE, club_id=club_id)]


def mapping(tx: Transaction, club_id: str, fingerprint: str) -> str | None:
    """Return what was said last of sheets with this header."""
    row = tx.one(_MAPPING, club_id=club_id, fingerprint=fingerprint)
    return None if row is None else str(row[0])


def remember(tx: Transaction, club_id: str, fingerprint: str, mapping: str, at: str) -> None:
    """Keep what was said of sheets with this header."""
    tx.run(
        _REMEMBER_SQLITE if tx.is_sqlite else _REMEMBER_POSTGRESQL,
        club_id=club_id,
        fingerprint=fingerprint,
        mapping=mapping,
        at=at,
    )
