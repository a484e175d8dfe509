"""The statements of every request find their rows by an index, however much there is."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from sqlalchemy.sql.expression import Delete
from sqlalchemy.sql.expression import Insert

import scorekeeper.store
from scorekeeper.store.engine import open_store
from scorekeeper.store.prepared import Prepared

# Read whole on purpose: few rows, or told so by their name.
WHOLE = {
    ("clubs", "_ALL"),
    ("clubs", "_PRIVATE"),
    ("access", "_GET"),
    ("club_texts", "_FIRST"),  # two short texts a club
    ("accounts", "_ANY"),  # the first row, whichever it is
    ("accounts", "_ALL"),
}

# Tables that grow with every deal or evening: a walk through all of a club's rows would be felt.
GROWING = (
    *("booking", "movement"),
    "deal_facet",
    *("season_night", "night_tally", "night_mark", "night_facet", "season_form"),
    *("night", "card_table", "seat", "deal", "deal_version", "entry", "line", "balance"),
    *("import_batch", "import_night", "import_content"),
    *("settlement", "transfer", "dispute", "dispute_step", "request", "job", "delivery"),
    "guest_device",
)
WHOLE_CLUB = {
    ("balances", "_ALL"),  # to verify
    ("movements", "_ALL"),  # likewise
    ("clubs", "_GET"),  # counts members and nights, for the page that says how many
    ("nights", "_LAST_NUMBER"),  # the end of an index, one step
    ("rulings", "_LAST_NUMBER"),  # likewise
    ("imports", "_LAST_NUMBER"),  # likewise
    ("imports", "_FOUND_OF_UNDONE"),  # some files a year
    ("imports", "_DECIDED"),  # counts files, some a year, by an index alone
    ("imports", "_NIGHTS_THAT_COUNT"),  # a row an imported evening, once a file with known days
    ("deals", "_COUNT"),  # to verify
    ("exports", "_ACCOUNTS"),  # every account there is, for a journal
    *(("proofs", name) for name in ("_STEPS", "_PAID", "_PRINTED")),  # to verify
    ("facets", "_COUNT"),  # likewise
    ("facets", "_DIFFERING"),  # likewise
}


def statements() -> Iterator[tuple[str, str, Prepared]]:
    for module in pkgutil.iter_modules(scorekeeper.store.__path__):
        found = importlib.import_module(f"scorekeeper.store.{module.name}")
        for name, value in vars(found).items():
            if isinstance(value, Prepared) and not isinstance(value.statement, Insert | Delete):
                yield module.name, name, value


@pytest.mark.parametrize(
    ("module", "name", "statement"),
    [pytest.param(*one, id=f"{one[0]}.{one[1]}") for one in statements()],
)
def test_no_statement_scans_a_table(
    sqlite_url: str, module: str, name: str, statement: Prepared
) -> None:
    store = open_store(sqlite_url)
    with store.read() as tx:
        dialect = tx.connection.dialect
        sql, names, fixed = statement._for(dialect)
        parameters = tuple(fixed.get(one, 1) for one in names or ())
        driver = tx.connection.connection.dbapi_connection
        assert driver is not None
        plan = [row[3] for row in driver.execute("EXPLAIN QUERY PLAN " + sql, parameters)]
    store.close()
    scans = [step for step in plan if step.startswith("SCAN") and "CONSTANT" not in step]
    if (module, name) in WHOLE:
        return
    assert scans == [], plan
    keys = ("club_id=?", "(id=?", "(hash=?")  # a key of another program says itself whose it is
    # Who signs in is found before any club is.
    keys += ("(token=?", "(account_id=?", "(email=?", "(credential=?", "(who=?")
    keys += ("(code=?",)  # so is the table a guest comes to
    assert any(key in step for step in plan for key in keys), plan
    walks = [
        step
        for step in plan
        if step.endswith("(club_id=?)") and step.split()[1] in GROWING and step[0] == "S"
    ]
    assert walks == [] or (module, name) in WHOLE_CLUB, plan
