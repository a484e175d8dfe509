"""The core is the standard library alone; the layer list in pyproject.toml tells the truth."""

import ast
import subprocess
import sys

import pytest

from tests.tidy.tree import texts

CORE = ("cards", "errors", "rules", "adjudication", "solver", "ledger", "season")
OWN_LIBRARY = {"scorekeeper/season/rating.py": {"openskill"}}
FRAMEWORKS = ("flask", "werkzeug", "marshmallow", "sqlalchemy", "alembic", "weasyprint", "jinja2")
FRAMEWORKS_AND_EDGES = (*FRAMEWORKS, "click", "babel", "sqlite3", "logging", "random", "socket")


def core_sources() -> list[tuple[str, ast.Module]]:
    return [
        (str(path), ast.parse(text))
        for path, text in texts(".py")
        if path.parts[0] == "scorekeeper" and path.parts[1].removesuffix(".py") in CORE
    ]


def imported(tree: ast.Module) -> set[str]:
    """Return the top-level names of what a module imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names.add((node.module or "").partition(".")[0])
    return names


def test_the_core_imports_only_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"scorekeeper"}
    found = {
        path: imported(tree) - allowed - OWN_LIBRARY.get(path, set())
        for path, tree in core_sources()
    }
    assert found
    assert not {path: names for path, names in found.items() if names}


def test_the_season_gets_numbers_not_ledgers() -> None:
    seasons = [tree for path, tree in core_sources() if path.startswith("scorekeeper/season")]
    for tree in seasons:
        modules = {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        assert not {m for m in modules if m.startswith("scorekeeper.ledger")}


@pytest.mark.parametrize("package", ["rules", "adjudication", "ledger"])
def test_importing_the_core_loads_no_framework(package: str) -> None:
    program = f"import sys, scorekeeper.{package}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert f"scorekeeper.{package}" in loaded
    assert not set(FRAMEWORKS_AND_EDGES) & set(loaded)
