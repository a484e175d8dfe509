"""The wheel holds everything it needs: installed far from the checkout, it serves."""

import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.serve.service import Service
from tests.tidy.tree import ROOT
from tests.tidy.tree import project_files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel with the pinned hatchling of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install it with its locked libraries into an empty environment; return its command."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    pip("install", "--require-hashes", "-r", str(ROOT / "requirements.lock"), python=python)
    pip("install", "--no-deps", "--no-index", str(wheel), python=python)
    return folder / "bin" / "scorekeeper"


def pip(*arguments: str, python: str = sys.executable) -> None:
    command = [python, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_holds_every_file_that_is_not_code(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    beside = [p for p in project_files() if p.parts[0] in ("templates", "migrations")]
    inside = [p for p in project_files() if p.parts[0] == "scorekeeper"]
    wanted = {f"scorekeeper/{path.as_posix()}" for path in beside if path.name != ".gitkeep"}
    wanted |= {path.as_posix() for path in inside}
    assert not wanted - names


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    strange = [n for n in names if not n.startswith(("scorekeeper/", "scorekeeper-"))]
    assert not strange
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_installed_far_away_it_serves_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Service(data, program=[str(installed)]) as service:
        assert b"ok" in fetch(f"{service.url}/healthz")
        page = fetch(f"{service.url}/").decode()
        assert "Spielabend" in page
        (sheet, *_) = re.findall(r'href="(/static/[^"]+\.css)"', page)
        assert b"{" in fetch(service.url + sheet)
        assert service.stop() == 0
    assert (data / "scorekeeper.db").is_file()


def test_installed_far_away_it_checks_a_record(installed: Path, tmp_path: Path) -> None:
    record = (
        '{"format": "deal-record/1", "game": "bolachen", "seats": ["Anna", "Bert", "Caro"],'
        ' "dealer": "Caro", "contract": {"declarer": "Anna", "kind": "brand", "trump": "H"},'
        ' "tricks_taken": {"Anna": 6}}'
    )
    command = [str(installed), "check", "--lang", "en", "-"]
    done = subprocess.run(command, input=record, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Anna" in done.stdout


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=20) as answer:
        data: bytes = answer.read()
        return data
