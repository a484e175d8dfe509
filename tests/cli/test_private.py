"""What is kept and what is written out is readable by nobody but its owner, whatever the umask."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.store.engine import open_store
from tests.serve.service import Service
from tests.serve.visitor import Visitor
from tests.serve.visitor import quick_night
from tests.serve.visitor import record_brand

COMMAND = (sys.executable, "-m", "scorekeeper")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def written(folder: Path) -> dict[str, str]:
    """Return the mode of every file and folder below this one."""
    return {str(path.relative_to(folder)): oct(mode(path)) for path in sorted(folder.rglob("*"))}


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_service_and_what_commands_write(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        out = tmp_path / "out"
        out.mkdir()
        (out / "was-open.json").touch()
        (out / "was-open.json").chmod(0o644)
        home = {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": str(tmp_path / "home")}
        with Service(tmp_path / "data", settings=home) as service:
            table = quick_night(Visitor(service.url), "Anna", "Bert", "Caro")
            record_brand(Visitor(service.url), table)
            for said in (
                ("db", "backup", out / "cards.backup"),
                ("export", "club", "-o", out / "club.json"),
                ("export", "club", "-o", out / "was-open.json"),
                ("export", "ledger", "--format", "xlsx", "-o", out / "ledger.xlsx"),
                ("document", "night", table.split("/")[2], "1", "-o", out / "night.pdf"),
            ):
                done = subprocess.run(
                    [*COMMAND, *map(str, said)], env=service.env, capture_output=True, text=True
                )
                assert done.returncode == 0, done.stderr
            kept = written(service.data)
            assert {"scorekeeper.db", "scorekeeper.db-wal", "scorekeeper.db-shm", "secret"} <= {
                *kept
            }
            files = {name: one for name, one in kept.items() if "." in name or name == "secret"}
            assert set(files.values()) == {"0o600"}, files
            assert set(written(out).values()) == {"0o600"}, written(out)
            assert len(written(out)) == 5
    finally:
        os.umask(before)


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_the_usual_data_folder_is_its_owners_alone(tmp_path: Path, umask: int) -> None:
    made = tmp_path / "home" / "scorekeeper"
    done = subprocess.run(
        [sys.executable, "-c", _USUAL],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "home")},
        umask=umask,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (oct(mode(made)), oct(mode(made / "secret"))) == ("0o700", "0o600")


_USUAL = """
import os
from scorekeeper import config
config.checkout = lambda: None  # as when it is installed
config.read_config({"XDG_DATA_HOME": os.environ["XDG_DATA_HOME"], "HOME": "/nowhere"})
"""


def test_a_database_of_an_earlier_version_is_closed_to_others(
    tmp_path: Path, sqlite_url: str
) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    path.chmod(0o664)
    store = open_store(sqlite_url)
    with store.read():
        assert oct(mode(path)) == "0o600"
    store.close()
