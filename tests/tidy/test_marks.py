"""Nothing left lying about: no reminders, no debugging, nothing that only one machine has."""

import re

import pytest

from tests.tidy.tree import texts

# One letter of each stands in brackets, so that this file does not find itself.
REMINDERS = re.compile(r"\b(?:[T]ODO|[F]IXME|[X]XX|[H]ACK|[W]IP)\b")
DEBUGGING = re.compile(r"\b(?:[b]reakpoint\(|import [p]db|[c]onsole\.log\(|[d]ebugger;)")
HOSTS = re.compile(
    r"[p]ypi\.org|[p]ythonhosted\.org|[n]pmjs\.(?:org|com)|[d]eb\.debian\.org|[c]rates\.io"
    r"|//[c]dn\.|[u]npkg\.com|[g]oogleapis\.com"
)
PLACES = re.compile(r"/[r]oot/|/[w]ork/|/[h]ome/[a-z]|\.[p]yenv")
CONFLICTS = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(REMINDERS, id="reminders"),
        pytest.param(DEBUGGING, id="debugging"),
        pytest.param(HOSTS, id="hosts"),
        pytest.param(PLACES, id="machine paths"),
        pytest.param(CONFLICTS, id="conflicts"),
    ],
)
def test_nothing_is_left_lying_about(pattern: re.Pattern[str]) -> None:
    found = []
    for path, text in texts():
        for match in pattern.finditer(text):
            found.append(f"{path}:{text.count(chr(10), 0, match.start()) + 1} {match.group()}")
    assert not found


def test_the_package_prints_only_through_click() -> None:
    found = [
        f"{path}:{number}"
        for path, text in texts(".py")
        if path.parts[0] == "scorekeeper"
        for number, line in enumerate(text.splitlines(), 1)
        if re.match(r"\s*print\(", line)
    ]
    assert not found


def test_every_text_file_ends_with_one_newline() -> None:
    found = [
        str(path)
        for path, text in texts()
        if text
        and (not text.endswith("\n") or text.endswith("\n\n"))
        and path.suffix != ".svg"
        and path.parts[:2] not in {("tests", "corpus"), ("tests", "golden")}
    ]
    assert not found
