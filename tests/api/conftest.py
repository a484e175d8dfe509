"""The API on both kinds of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.web.pages import EXTENSION


@pytest.fixture
def app(database_url: str, tmp_path: Path) -> Iterator[Flask]:
    made = create_app(
        Config(data=tmp_path, database_url=database_url, secret="a secret of the tests")
    )
    yield made
    made.extensions[EXTENSION].desk.close()
