"""Databases to measure on: files for SQLite, a server of our own for PostgreSQL; both durable."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def _program(name: str) -> str:
    found = shutil.which(name)
    if found:
        return found
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if not installed:
        raise SystemExit(f"{name} is missing: install the Debian package postgresql")
    return str(installed[-1])


def _server_user() -> dict[str, object]:
    """PostgreSQL refuses to run as root; then it runs as its own user."""
    if os.geteuid() != 0:
        return {}
    group = pwd.getpwnam("postgres").pw_gid
    return {"user": "postgres", "group": group, "extra_groups": []}


@contextmanager
def postgres_server() -> Iterator[str]:
    """Give the folder of the socket of a fresh server with its usual, durable settings."""
    folder = Path(tempfile.mkdtemp(prefix="bench-pg"))
    user = _server_user()
    if user:
        shutil.chown(folder, "postgres", "postgres")
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}

    def run(*arguments: str) -> None:
        subprocess.run(
            arguments,
            check=True,
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            env=env,
            cwd="/",
            **user,  # type: ignore[call-overload]
        )

    data = f"{folder}/data"
    run(_program("initdb"), "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8")
    options = f"-k {folder} -c listen_addresses='' -c shared_buffers=256MB"
    log = f"{folder}/log"
    run(_program("pg_ctl"), "-D", data, "-w", "-l", log, "-o", options, "start")
    try:
        yield str(folder)
    finally:
        run(_program("pg_ctl"), "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def create_postgres(socket: str, name: str) -> None:
    """Make an empty database on the server behind this socket."""
    subprocess.run(
        [_program("psql"), "-q", "-h", socket, "-U", "postgres", "-c", f'CREATE DATABASE "{name}"'],
        check=True,
    )


def floor_url(url: str) -> str:
    """Return the address as the bare driver spells it."""
    return url.replace("postgresql+psycopg:", "postgresql:")
