"""The pages on a database of their own: made once by migration, copied for each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.services.database import upgrade
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("web") / "empty.db"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def config(empty_database: Path, tmp_path: Path) -> Config:
    shutil.copy(empty_database, tmp_path / "cards.db")
    return Config(
        data=tmp_path, database_url=f"sqlite:///{tmp_path}/cards.db", secret="a secret of the tests"
    )


@pytest.fixture
def app(config: Config) -> Iterator[Flask]:
    made = create_app(config)
    yield made
    made.extensions[EXTENSION].desk.close()


@pytest.fixture
def guest(app: Flask) -> Guest:
    return Guest(app)
