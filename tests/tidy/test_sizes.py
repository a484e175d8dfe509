"""A file has one subject and can be read in one go; so can a function. Names say the subject."""

import ast

from tests.tidy.tree import project_files
from tests.tidy.tree import texts

FILE_LINES = 500  # but for migrations: written once, read once
FUNCTION_LINES = 70
SUBJECTLESS = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "base",
    "manager",
    "managers",
    "misc",
}
LAYERS = {"api", "app", "cli", "documents", "jobs", "schemas", "services", "store", "web"}


def test_no_file_is_longer_than_a_reader_bears() -> None:
    sources = texts(".py", ".js", ".css", ".html", ".sh")
    long = {
        str(path): text.count("\n")
        for path, text in sources
        if text.count("\n") > FILE_LINES and path.parts[0] != "migrations"
    }
    assert not long


def test_no_function_is_longer_than_a_page() -> None:
    long = {}
    for path, text in texts(".py"):
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                long[f"{path}:{node.lineno} {node.name}"] = lines
    assert not long


def test_every_name_has_a_subject() -> None:
    found = [
        str(path)
        for path in project_files()
        if SUBJECTLESS & {part.removesuffix(path.suffix) for part in path.parts}
        and path.name != "base.html"  # what every page extends is called so in Jinja
    ]
    assert not found


def test_the_package_has_only_the_declared_parts() -> None:
    parts = {
        p.parts[1] for p in project_files() if p.parts[0] == "scorekeeper" and len(p.parts) > 2
    }
    core = {"rules", "adjudication", "solver", "ledger", "season", "i18n"}
    assert parts <= core | LAYERS
