"""At which migration a database is, told without Alembic, which takes long to load."""

import re

from sqlalchemy import text

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.paths import data_dir
from scorekeeper.store.engine import Store

_NAMED = re.compile(r'^revision(?:: str)? = "([^"]+)"', re.MULTILINE)


def known() -> frozenset[str]:
    """Return every migration this version of the program has."""
    folder = data_dir("migrations") / "versions"
    return frozenset(
        name
        for path in folder.glob("*.py")
        for name in _NAMED.findall(path.read_text(encoding="utf-8"))
    )


def refuse_newer(store: Store) -> None:
    """Refuse a database that a newer version of the program has migrated.

    One that cannot be asked is no matter here: whoever works in it is told what is wrong.

    Raises ScorekeeperError: STORE_NEWER.
    """
    try:
        with store.read() as tx:
            found = tx.connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except ScorekeeperError:
        return
    if found is not None and found not in known():
        raise ScorekeeperError(ErrorCode.STORE_NEWER)
