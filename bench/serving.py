"""Starting the floor and the product, each in a process of its own, under the same server."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from bench.databases import floor_url

START_SECONDS = 30


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def service(command: list[str], port: int, settings: dict[str, str]) -> Iterator[int]:
    """Run a service until the block ends; give its port once it answers."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait(process, port)
        yield port
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


def _wait(process: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit(f"the service ended with status {process.returncode}")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
            continue
        return
    raise SystemExit("the service did not answer")


@contextmanager
def floor(url: str, threads: int, workers: int) -> Iterator[int]:
    """Run the floor on this database."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "bench.serve_floor",
        floor_url(url),
        str(port),
        str(threads),
        str(workers),
    ]
    with service(command, port, {}) as at:
        yield at


@contextmanager
def product(url: str, data: str, threads: int, workers: int) -> Iterator[int]:
    """Run scorekeeper on this database."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "scorekeeper",
        "serve",
        "--port",
        str(port),
        "--threads",
        str(threads),
        "--workers",
        str(workers),
    ]
    settings = {"SCOREKEEPER_DATABASE_URL": url, "SCOREKEEPER_DATA": data}
    with service(command, port, settings) as at:
        yield at
