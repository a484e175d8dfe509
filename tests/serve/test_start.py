"""Starting, stopping, and who is let in from where."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.serve.service import Service
from tests.serve.service import free_port
from tests.serve.visitor import Visitor

COMMAND = (sys.executable, "-m", "scorekeeper")


def test_it_says_where_it_is_and_ends_when_told_to(tmp_path: Path) -> None:
    with Service(tmp_path / "data", settings={"SCOREKEEPER_LANGUAGE": "en"}) as service:
        assert f"scorekeeper is running: {service.url}" in service.said()
        assert "code" not in service.said()
        assert Visitor(service.url).get("/").status == 200
        assert service.stop() == 0


def test_a_network_address_comes_with_a_code_that_is_asked_once(tmp_path: Path) -> None:
    english = {"SCOREKEEPER_LANGUAGE": "en"}
    with Service(tmp_path / "data", "--host", "0.0.0.0", settings=english) as service:
        (line,) = [text for text in service.said().splitlines() if text.startswith("Access code:")]
        code = line.split()[2]
        phone = Visitor(f"http://{_own_address()}:{service.port}")
        asked = phone.get("/")
        assert asked.url.split("?")[0].endswith("/access")
        wrong = phone.send(asked, "/access", code="nonsense")
        assert wrong.status == 403
        inside = phone.send(phone.get("/access"), "/access", code=code)
        assert inside.status == 200
        assert "/access" not in inside.url
        assert service.stop() == 0

        # The code holds over a restart: phones stay signed in, and it is not shown again.
        service.log.unlink()
        service.start()
        assert code not in service.said()
        assert "/access" not in phone.get("/").url


def test_a_taken_port_gives_a_sentence(tmp_path: Path) -> None:
    with Service(tmp_path / "data") as service:
        done = subprocess.run(
            [*COMMAND, "serve", "--port", str(service.port)],
            env=service.env,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 1
    assert str(service.port + 1) in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_setting_gives_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "serve"],
        env={**os.environ, "SCOREKEEPER_DATA": str(tmp_path), "SCOREKEEPER_TREADS": "4"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "SCOREKEEPER_TREADS" in done.stderr


def test_two_starting_at_once_migrate_once(tmp_path: Path) -> None:
    first = Service(tmp_path / "data")
    other_port = free_port()
    environment = {**first.env, "SCOREKEEPER_PORT": str(other_port)}
    second = subprocess.Popen(
        [*COMMAND, "serve"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        with first:
            other = Visitor(f"http://127.0.0.1:{other_port}", patience=20)
            assert other.get("/healthz").status == 200
    finally:
        second.send_signal(signal.SIGTERM)
        said, _ = second.communicate(timeout=30)
    assert b"Traceback" not in said


def test_a_request_under_way_is_answered_before_it_ends(tmp_path: Path) -> None:
    with Service(tmp_path / "data") as service:
        assert Visitor(service.url).get("/").status == 200
        began = time.monotonic()
        assert service.stop() == 0
        assert time.monotonic() - began < 10


def _own_address() -> str:
    """Return an address of this machine that is not the loopback's own name."""
    return "127.0.0.2"
