"""A database that was never brought up to date is a refusal that says what to do."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services.clubs import list_clubs
from scorekeeper.services.desk import Desk
from scorekeeper.store.engine import open_store
from tests.conftest import PostgresServer
from tests.conftest import TickingClock


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without any table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/bare.db"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    name = f"bare_{os.urandom(4).hex()}"
    server.run(f"CREATE DATABASE {name}")
    yield server.database(name)
    server.run(f"DROP DATABASE {name} WITH (FORCE)")


def test_reading_it_says_that_it_is_not_up_to_date(bare_url: str, clock: TickingClock) -> None:
    desk = Desk(store=open_store(bare_url), clock=clock, actor="")
    with pytest.raises(ScorekeeperError) as refused:
        list_clubs(desk)
    desk.close()
    assert refused.value.code is ErrorCode.STORE_OUTDATED


@pytest.mark.parametrize("command", [["db", "verify"], ["purse", "show"], ["season", "list"]])
def test_commands_say_so_in_a_sentence(bare_url: str, tmp_path: Path, command: list[str]) -> None:
    told = {
        "SCOREKEEPER_DATA": str(tmp_path),
        "SCOREKEEPER_DATABASE_URL": bare_url,
        "SCOREKEEPER_LANGUAGE": "en",
    }
    answer = CliRunner().invoke(main, command, env=told)
    assert answer.exit_code == 1
    assert "scorekeeper db upgrade" in answer.output
    assert "Traceback" not in answer.output
