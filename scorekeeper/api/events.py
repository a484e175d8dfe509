"""A table watched: its revision as server-sent events, as long as there are threads for it.

Every stream holds a thread, one of those the server keeps for streams alone; who comes when all
are taken is told to ask for the revision now and then. One thread of the process looks the
revisions up for all streams together. Streams end with the service, and after some minutes by
themselves, for a key may have been revoked meanwhile.
"""

import json
import logging
import threading
import time
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any

from flask import Flask
from flask import current_app
from werkzeug.wrappers import Response

from scorekeeper.api.blueprint import RETRY_AFTER
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.nights import TABLE
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

HUB = "scorekeeper.events"
STREAM_PATH = "/events"  # how the path of every stream ends
STREAMS = 32  # of one process at once
POLL_SECONDS = 0.5
PING_SECONDS = 10.0
STREAM_SECONDS = 600.0
RETRY_MS = 2000
log = logging.getLogger("scorekeeper.api")
resources = Blueprint("events", "A table watched: server-sent events of its revision.")
Place = tuple[str, str]


class Watch:
    """One who watches a table; only the latest revision is kept for him."""

    def __init__(self, place: Place, revision: int) -> None:
        self.place = place
        self.revision = revision
        self.changed = threading.Event()

    def tell(self, revision: int) -> None:
        self.revision = revision
        self.changed.set()


class Hub:
    """Looks up the revisions of every table that is watched, in one thread."""

    def __init__(self, at: Desk, most: int) -> None:
        self._desk = at
        self._most = most
        self._watches: set[Watch] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.alive: Callable[[], bool] = lambda: True

    def watch(self, club_id: str, table_id: str) -> Watch | None:
        """Begin to watch a table; None when too many watch already.

        Raises ScorekeeperError: NOT_FOUND.
        """
        revision = tables.get_revision(self._desk, club_id=club_id, table_id=table_id)
        with self._lock:
            if len(self._watches) >= self._most or not self.alive():
                return None
            made = Watch((club_id, table_id), revision)
            self._watches.add(made)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="events", daemon=True)
                self._thread.start()
        return made

    def leave(self, watch: Watch) -> None:
        """Watch no more."""
        with self._lock:
            self._watches.discard(watch)

    def count(self) -> int:
        """Return how many watch."""
        with self._lock:
            return len(self._watches)

    def _look(self) -> None:
        """Look until nobody watches any more; who comes later starts this again."""
        while True:
            with self._lock:
                watches = list(self._watches)
                if not watches:
                    self._thread = None
                    return
            if not self.alive():
                for watch in watches:
                    watch.changed.set()
            for place in {watch.place for watch in watches}:
                self._tell(place, [watch for watch in watches if watch.place == place])
            time.sleep(POLL_SECONDS)

    def _tell(self, place: Place, watches: list[Watch]) -> None:
        try:
            revision = tables.get_revision(self._desk, club_id=place[0], table_id=place[1])
        except ScorekeeperError as error:
            if error.code is not ErrorCode.NOT_FOUND:
                log.warning("the revision of a table could not be read: %s", error)
            return
        except Exception:  # those who watch other tables are still told
            log.exception("the revision of a table could not be read")
            return
        for watch in watches:
            if watch.revision != revision:
                watch.tell(revision)


def install(app: Flask, at: Desk) -> None:
    """Give an application what watches tables."""
    app.extensions[HUB] = Hub(at, STREAMS)


def hub_of(app: Flask) -> Hub:
    """Return what watches for an application."""
    found: Hub = app.extensions[HUB]
    return found


@resources.get(TABLE + STREAM_PATH)
@needs(Action.LOOK)
@resources.gives(
    200,
    {"type": "string"},
    content_type="text/event-stream",
    description='Events named `revision`, whose data is `{"revision": 17}`; the first at once.',
    example='event: revision\nid: 17\ndata: {"revision": 17}\n\n',
)
@resources.also(
    204,
    "Too many watch already. Ask for the revision now and then instead.",
    **{"Retry-After": RETRY_AFTER},
)
def watch(club_id: str, table_id: str) -> Any:
    """Watch a table: an event for every change of it, until the stream ends after some minutes."""
    hub = hub_of(current_app)
    found = hub.watch(club_id, table_id)
    if found is None:
        return Response(status=204, headers={"Retry-After": "5"})
    response = Response(_stream(hub, found), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: hub.leave(found))
    return response


def _stream(hub: Hub, watched: Watch) -> Iterator[bytes]:
    end = time.monotonic() + STREAM_SECONDS
    yield f"retry: {RETRY_MS}\n\n".encode()
    yield _event(watched.revision)
    while hub.alive() and time.monotonic() < end:
        if watched.changed.wait(PING_SECONDS):
            watched.changed.clear()
            if hub.alive():
                yield _event(watched.revision)
        else:
            # Nobody else finds out that a phone went away.
            yield b": still here\n\n"


def _event(revision: int) -> bytes:
    data = json.dumps({"revision": revision})
    return f"event: revision\nid: {revision}\ndata: {data}\n\n".encode()
