"""What belongs to the project: every file git knows or would take."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def project_files() -> tuple[Path, ...]:
    """Return the paths of all files, relative to the root, in order."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (Path(name) for name in listed.split("\0") if name)
    return tuple(sorted(path for path in paths if (ROOT / path).is_file()))


def texts(*suffixes: str) -> list[tuple[Path, str]]:
    """Return (path, text) of every text file, where suffixes are given only of those."""
    found = []
    for path in project_files():
        if suffixes and path.suffix not in suffixes:
            continue
        try:
            found.append((path, (ROOT / path).read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    return found
