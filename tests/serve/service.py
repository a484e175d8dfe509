"""The real service in a process of its own, to be asked, killed and started again."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path

START_SECONDS = 30
STOP_SECONDS = 30


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """`scorekeeper serve` on a folder of its own; a context manager that stops it in the end."""

    def __init__(
        self,
        data: Path,
        *options: str,
        program: Sequence[str] = (sys.executable, "-m", "scorekeeper"),
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.port = free_port()
        self.log = data.parent / f"{data.name}.log"
        self._command = [*program, "serve", "--port", str(self.port), *options]
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("SCOREKEEPER_")}
        self.env = {**inherited, "SCOREKEEPER_DATA": str(data), "LANG": "C.UTF-8"}
        self.env.update(settings or {})
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def said(self) -> str:
        """Return what it has printed so far."""
        return self.log.read_text(encoding="utf-8")

    def start(self) -> None:
        """Start it and return once it answers."""
        self.data.mkdir(exist_ok=True)
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self.data.parent,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self._process.poll() is None, self.said()[-2000:]
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
            except OSError:
                time.sleep(0.05)
                continue
            return
        raise AssertionError(f"no answer within {START_SECONDS} s: {self.said()[-2000:]}")

    def kill(self) -> None:
        """End all its processes at once, as a power cut would, without a chance to tidy up."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=STOP_SECONDS)
        self._process = None

    def stop(self) -> int:
        """Ask it to end and return its exit status."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGTERM)
        status = self._process.wait(timeout=STOP_SECONDS)
        self._process = None
        return status

    def __enter__(self) -> "Service":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()
