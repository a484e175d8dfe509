"""A database, or an export, of before rules had a version: everything in it is of the first."""

import hashlib
import json
from pathlib import Path

import pytest

from scorekeeper.clock import system_clock
from scorekeeper.services import scoring
from scorekeeper.services.club_copy import restore_club
from scorekeeper.services.database import upgrade
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.verify import verify
from scorekeeper.store import club_copy
from scorekeeper.store import migrate
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick

BEFORE = "bank_changes"


@pytest.fixture
def played(desk: Desk) -> Round:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    first = table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Bert"), 7))
    table.correct(first.id, brand(table.id("Caro"), 7))
    table.undo()
    return table


def rules(desk: Desk) -> list[int]:
    with desk.store.read() as tx:
        return [*tx.connection.exec_driver_sql("SELECT rules FROM deal_version").scalars()]


def test_every_telling_of_before_is_of_the_first_version(played: Round) -> None:
    desk = played.desk
    migrate.downgrade(desk.store, BEFORE)
    migrate.upgrade(desk.store)
    assert rules(desk) == [1] * 4
    assert verify(desk, records=True) == []
    with (
        pytest.raises(Exception, match=r"deal_version|append-only"),
        desk.store.write() as tx,
    ):
        tx.connection.exec_driver_sql("UPDATE deal_version SET rules = 2")


def test_newer_rules_are_not_forgotten(played: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "RULES_VERSION", 2)
    played.record(brand(played.id("Anna"), 7))
    with pytest.raises(RuntimeError, match="newer rules"):
        migrate.downgrade(played.desk.store, BEFORE)
    assert rules(played.desk) == [1, 1, 1, 1, 2]


def test_an_export_of_before_comes_in(played: Round, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    with played.desk.store.read() as tx:
        path.write_text(older("".join(club_copy.dump(tx, played.club_id))), encoding="utf-8")
    url = f"sqlite:///{tmp_path}/other.db"
    upgrade(url)
    other = open_desk(url, system_clock)
    restore_club(other, path)
    assert rules(other) == [1] * 4
    assert verify(other, records=True) == []
    other.close()


def older(text: str) -> str:
    """Return a copy of a club as the version before the rules had one would have written it."""
    told = json.loads(text)
    parts = [f'{{"format":"{told["format"]}","revision":"{BEFORE}","club":"{told["club"]}",']
    parts.append('"tables":[\n')
    proof = hashlib.sha256()
    for place, table in enumerate(told["tables"]):
        kept = [at for at, name in enumerate(table["columns"]) if name != "rules"]
        names = dump([table["columns"][at] for at in kept])
        opening = f'{{"name":{dump(table["name"])},"columns":{names},"rows":['
        rows = [dump([row[at] for at in kept]) for row in table["rows"]]
        for one in (opening, *rows):
            proof.update(one.encode())
        parts.append(f"{',' if place else ''}{opening}\n")
        parts += [f"{',' if number else ''}{row}\n" for number, row in enumerate(rows)]
        parts.append("]}\n")
    parts.append(f'],"rows":{told["rows"]},"sha256":"{proof.hexdigest()}"}}\n')
    return "".join(parts)


def dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
