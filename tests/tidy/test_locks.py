"""The locks hold what pyproject.toml asks for, agree with each other, and name no host."""

import re
import tomllib

import pytest

from tests.tidy.tree import ROOT

LOCKS = ("requirements-build.lock", "requirements.lock", "requirements-dev.lock")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", re.MULTILINE)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(lock: str) -> dict[str, str]:
    return {normal(name): version for name, version in PINNED.findall((ROOT / lock).read_text())}


def asked_for(*, dev: bool) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + (project["optional-dependencies"]["dev"] if dev else [])
    return {normal(re.match(r"[A-Za-z0-9._-]+", text).group()) for text in wanted}


def test_every_dependency_is_locked() -> None:
    assert asked_for(dev=False) <= pinned("requirements.lock").keys()
    assert asked_for(dev=True) <= pinned("requirements-dev.lock").keys()


def test_tests_run_with_the_versions_the_service_runs_with() -> None:
    run = pinned("requirements.lock")
    dev = pinned("requirements-dev.lock")
    assert run.items() <= dev.items()


def test_the_build_is_locked_at_what_the_project_names() -> None:
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    build = pinned("requirements-build.lock")
    assert requires == [f"hatchling=={build['hatchling']}"]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes_and_no_line_names_a_host(lock: str) -> None:
    text = (ROOT / lock).read_text()
    entries = re.split(r"\n(?=[A-Za-z0-9])", text)
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert not re.search(r"^--?(?:index|extra|find|trusted)", text, re.MULTILINE)
