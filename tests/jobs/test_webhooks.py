"""Webhooks to a real receiver: signed, tried again, given up; and never into our own network."""

import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs import outgoing
from scorekeeper.jobs.outgoing import Caller
from scorekeeper.jobs.outgoing import UnreachableError
from scorekeeper.jobs.tasks import Task
from scorekeeper.jobs.webhooks import Pauses
from scorekeeper.jobs.webhooks import webhook_tasks
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.services import addresses
from scorekeeper.services import announcing
from scorekeeper.services import nights
from scorekeeper.services import webhooks
from scorekeeper.services.desk import Desk
from scorekeeper.services.webhooks import WebhookView
from tests.conftest import TickingClock
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick

INSIDE = (
    *("127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1"),
    *("169.254.169.254", "100.64.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%1", "fc00::1", "fd12::1"),
    *("ff02::1", "fec0::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001:0:7f00:1::"),
)
EVENTS = [event.value for event in announcing.Event]


class Receiver:
    """Another program that listens; `answers` are the statuses it gives, the last one for ever."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.answers = [204]
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.heard.append(({**self.headers}, body))
                status = outer.answers.pop(0) if len(outer.answers) > 1 else outer.answers[0]
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", outer.url + "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


def listening(desk: Desk, table: Round, receiver: Receiver) -> WebhookView:
    return webhooks.create_webhook(
        desk, club_id=table.club_id, url=receiver.url + "/hook", events=EVENTS, local=True
    )


def work(
    desk: Desk, folder: Path, *, local: bool = True, tasks: Mapping[str, Task] | None = None
) -> int:
    """Let a worker do what there is to do now."""
    place = Workplace(
        database_url=desk.store.url.render_as_string(hide_password=False),
        folder=folder,
        clock=desk.clock,
        tasks=tasks or webhook_tasks(local=local),
    )
    return run(place, stop=threading.Event(), until_idle=True)


def told(desk: Desk, table: Round, hook: WebhookView) -> list[webhooks.DeliveryView]:
    return list(webhooks.list_deliveries(desk, club_id=table.club_id, webhook_id=hook.id))


def test_what_happens_is_told_signed(desk: Desk, receiver: Receiver, tmp_path: Path) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    hook = listening(desk, table, receiver)
    deal = table.record(brand(table.id("Anna"), 7))
    table.correct(deal.id, brand(table.id("Anna"), 6))
    table.undo()
    table.close()
    assert work(desk, tmp_path) == 4
    events = [json.loads(body)["event"] for _, body in receiver.heard]
    assert sorted(events) == ["deal.corrected", "deal.recorded", "deal.undone", "night.closed"]
    headers, body = receiver.heard[0]
    signed = headers["Scorekeeper-Timestamp"].encode() + b"." + body
    proof = hmac.new(hook.secret.encode(), signed, hashlib.sha256).hexdigest()
    assert headers["Scorekeeper-Signature"] == f"sha256={proof}"
    assert headers["Scorekeeper-Event"] == json.loads(body)["event"]
    about = next(json.loads(b) for _, b in receiver.heard if b"deal.recorded" in b)
    assert (about["about"], about["night_id"]) == (deal.id, table.night_id)
    assert {one.state for one in told(desk, table, hook)} == {"delivered"}


def test_only_what_was_asked_for_and_only_the_own_club(
    desk: Desk, receiver: Receiver, tmp_path: Path
) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    hook = webhooks.create_webhook(
        desk, club_id=table.club_id, url=receiver.url, events=["night.closed"], local=True
    )
    table.record(brand(table.id("Anna"), 7))
    assert work(desk, tmp_path) == 0
    webhooks.change_webhook(desk, club_id=table.club_id, webhook_id=hook.id, active=False)
    table.close()
    assert work(desk, tmp_path) == 0
    assert receiver.heard == []


def announce_and_fail(desk: Desk, table: Round) -> None:
    with desk.store.write() as tx:
        closed, night_id = announcing.Event.NIGHT_CLOSED, table.night_id
        announcing.announce(tx, desk, table.club_id, closed, night_id=night_id, about=night_id)
        raise ZeroDivisionError


def test_what_is_undone_with_its_transaction_is_told_nobody(
    desk: Desk, receiver: Receiver, tmp_path: Path
) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    hook = listening(desk, table, receiver)
    with pytest.raises(ScorekeeperError):
        nights.void_night(
            desk, club_id=table.club_id, night_id=table.night_id, reason="", key="a-key-of-ours"
        )
    with pytest.raises(ZeroDivisionError):
        announce_and_fail(desk, table)
    assert (work(desk, tmp_path), told(desk, table, hook)) == (0, [])


def test_it_is_tried_again_until_it_is_heard(
    desk: Desk, clock: TickingClock, receiver: Receiver, tmp_path: Path
) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    hook = listening(desk, table, receiver)
    receiver.answers = [500, 302, 204]
    table.record(brand(table.id("Anna"), 7))
    for _ in range(6):
        work(desk, tmp_path)
        clock.now += timedelta(minutes=1)
    (one,) = told(desk, table, hook)
    assert (one.state, one.attempts, one.status, one.error) == ("delivered", 3, 204, "")
    # The same thing each time, and nowhere else: a redirect is not followed.
    assert len({body for _, body in receiver.heard}) == 1
    assert len(receiver.heard) == 3


def test_who_never_listens_is_given_up(
    desk: Desk, clock: TickingClock, receiver: Receiver, tmp_path: Path
) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    hook = listening(desk, table, receiver)
    receiver.answers = [410]
    for _ in range(10):
        table.record(brand(table.id("Anna"), 7))
    for _ in range(announcing.MAX_ATTEMPTS):
        work(desk, tmp_path)
        clock.now += timedelta(hours=3)
    deliveries = told(desk, table, hook)
    assert {(one.state, one.attempts) for one in deliveries} == {
        ("failed", announcing.MAX_ATTEMPTS)
    }
    assert work(desk, tmp_path) == 0
    found = webhooks.get_webhook(desk, club_id=table.club_id, webhook_id=hook.id)
    assert not found.active
    # Somebody repairs it, and what was missed is told once more.
    receiver.answers = [204]
    again = webhooks.resend(
        desk, club_id=table.club_id, webhook_id=hook.id, delivery_id=deliveries[0].id
    )
    work(desk, tmp_path)
    heard = next(one for one in told(desk, table, hook) if one.id == again.id)
    assert (heard.state, heard.payload) == ("delivered", deliveries[0].payload)


def nobody_there() -> str:
    """Return an address at which nobody listens any more."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}/hook"


def test_who_does_not_answer_is_left_alone_ever_longer_and_holds_up_nobody(
    desk: Desk,
    clock: TickingClock,
    receiver: Receiver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []
    plain = Caller.post

    def post(self: Caller, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        calls.append(url)
        return plain(self, url, body, headers)

    monkeypatch.setattr(Caller, "post", post)
    desk = replace(desk, clock=lambda: clock.now)  # it stands still but where it is moved
    table = quick(desk, "Anna Bert Caro", "bolachen")
    gone = nobody_there()
    hook = webhooks.create_webhook(desk, club_id=table.club_id, url=gone, events=EVENTS, local=True)
    listening(desk, table, receiver)
    for _ in range(20):
        table.record(brand(table.id("Anna"), 7))
    tasks = webhook_tasks(local=True)
    work(desk, tmp_path, tasks=tasks)
    # Two calls were in vain, and nobody else waited for more of them.
    assert calls.count(gone) == 2
    assert len(receiver.heard) == 20
    assert sum(one.attempts for one in told(desk, table, hook)) == 2
    assert {one.state for one in told(desk, table, hook)} == {"waiting"}
    for pause in (15, 30, 60):
        work(desk, tmp_path, tasks=tasks)
        before = calls.count(gone)
        clock.now += timedelta(seconds=pause + 5)
        work(desk, tmp_path, tasks=tasks)
        assert calls.count(gone) == before + 1
    # The address is put right: there is no pause for that one.
    webhooks.change_webhook(
        desk, club_id=table.club_id, webhook_id=hook.id, url=receiver.url, local=True
    )
    clock.now += timedelta(hours=2)
    work(desk, tmp_path, tasks=tasks)
    assert {one.state for one in told(desk, table, hook)} == {"delivered"}


def test_an_answer_ends_the_pauses(clock: TickingClock) -> None:
    pauses, who = Pauses(), ("hook", "https://example.org/")
    now = clock.now
    pauses.unheard(*who, now)
    assert pauses.until(*who) == now
    for _ in range(20):
        pauses.unheard(*who, now)
    assert pauses.until(*who) == now + timedelta(minutes=15)
    assert pauses.until("hook", "https://example.org/other") is None
    pauses.heard(*who)
    assert pauses.until(*who) is None
    pauses.unheard(*who, now)
    assert pauses.until(*who) == now


def test_nobody_waits_longer_than_three_seconds_for_a_connection() -> None:
    # A full queue of connections: the next one is not answered at all.
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(0)
    address = listener.getsockname()
    waiting = [socket.create_connection(address)]
    full = socket.socket()
    full.setblocking(False)
    full.connect_ex(address)
    waiting.append(full)
    began = time.monotonic()
    with pytest.raises(UnreachableError):
        Caller(local=True).post(f"http://127.0.0.1:{address[1]}/", b"{}", {})
    assert 2.5 < time.monotonic() - began < 5
    for one in (*waiting, listener):
        one.close()


def test_without_the_setting_our_own_network_is_never_called(
    desk: Desk, clock: TickingClock, receiver: Receiver, tmp_path: Path
) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    hook = listening(desk, table, receiver)
    table.record(brand(table.id("Anna"), 7))
    work(desk, tmp_path, local=False)
    (one,) = told(desk, table, hook)
    assert (one.state, one.error[:15]) == ("waiting", "address_refused")
    assert receiver.heard == []


@pytest.mark.parametrize("address", INSIDE)
def test_what_a_name_may_not_mean(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))
    private = (family, socket.SOCK_STREAM, 6, "", (address, 443))
    for found in ([private], [public, private], [private, public]):
        monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, found=found, **__: found)
        with pytest.raises(ScorekeeperError) as caught:
            Caller().post("https://hook.example.org/", b"{}", {})
        assert caught.value.code is ErrorCode.ADDRESS_REFUSED


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://example.org:22/",
        "https://example.org:99999/",
        "https://user:secret@example.org/",
        "https://example.org/#part",
        "https://localhost/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://127.1/",
        "https:///hook",
        "ftp://example.org/",
        "https://exämple.org/",
        "https://example.org/\r\nHost: other",
        "https://example.org\\@127.0.0.1/",
        "https://[::1",
        "javascript:alert(1)",
        "",
        "https://example.org/" + "a" * 500,
    ],
)
def test_what_is_no_address_to_call(url: str) -> None:
    with pytest.raises(ScorekeeperError) as caught:
        addresses.checked(url)
    assert caught.value.code is ErrorCode.ADDRESS_REFUSED


def test_public_addresses_may_be_called() -> None:
    for url in ("https://example.org/hook?a=1", "https://example.org:8443", "https://1.1.1.1/"):
        assert addresses.checked(url).geturl() == url


def test_the_connection_is_made_to_what_was_checked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(receiver.url.rpartition(":")[2])
    asked: list[object] = []

    def once(*args: object, **_more: object) -> list[Any]:
        asked.append(args)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(outgoing.socket, "getaddrinfo", once)
    assert Caller(local=True).post(f"http://nowhere.example:{port}/x", b"{}", {}) == 204
    assert len(asked) == 1
    assert receiver.heard[0][0]["Host"] == f"nowhere.example:{port}"


def test_who_drips_is_hung_up_on() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(10)

    def drip() -> None:
        line, _ = listener.accept()
        with line:
            line.recv(65536)
            try:
                line.sendall(b"HTTP/1.1 200 OK\r\n")
                while True:
                    line.sendall(b"X-More: more\r\n")
                    time.sleep(0.05)
            except OSError:
                return

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    began = time.monotonic()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    with pytest.raises(UnreachableError):
        Caller(local=True, seconds=0.5).post(url, b"{}", {})
    assert time.monotonic() - began < 5
    thread.join(5)
    listener.close()


def test_an_answer_of_any_size_costs_little() -> None:
    listener = socket.create_server(("127.0.0.1", 0))

    def flood() -> None:
        line, _ = listener.accept()
        with line:
            line.recv(65536)
            try:
                line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
                while True:
                    line.sendall(b"x" * 65536)
            except OSError:
                return

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    assert Caller(local=True).post(url, b"{}", {}) == 200
    thread.join(5)
    assert not thread.is_alive()
    listener.close()
