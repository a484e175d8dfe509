"""A worker in a process of its own, to be killed: python -m tests.jobs.process URL FOLDER HOW."""

import os
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.jobs.tasks import Context
from scorekeeper.jobs.tasks import bring_in
from scorekeeper.jobs.tasks import make_document
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.services import documents
from scorekeeper.services import imports
from scorekeeper.store import imports as import_rows


def linger(context: Context, args: Mapping[str, Any]) -> str:
    """Say that work has begun, render, and never come to the end of it."""
    print("begun", flush=True)
    make_document(context, args)
    print("rendered", flush=True)
    time.sleep(60)
    raise AssertionError("nobody killed this process")


def crash(context: Context, args: Mapping[str, Any]) -> str:
    """Take the whole process down, as a library may."""
    print("begun", flush=True)
    os._exit(9)


def written(context: Context, args: Mapping[str, Any]) -> str:
    """Bring in a file, and stop when every row is written and nothing is committed yet."""

    def wait(*_: object) -> None:
        print("written", flush=True)
        time.sleep(60)

    import_rows.forget_content = wait
    return bring_in(context, args)


def committed(context: Context, args: Mapping[str, Any]) -> str:
    """Bring in a file, and stop when it is in and the job does not know it yet."""
    bring_in(context, args)
    print("committed", flush=True)
    time.sleep(60)
    raise AssertionError("nobody killed this process")


def told(context: Context, args: Mapping[str, Any]) -> str:
    """Say that work has begun, and bring in a file."""
    print("begun", flush=True)
    return bring_in(context, args)


def main(url: str, folder: str, how: str) -> None:
    """Work with the task of that name until killed."""
    kind, task, lease = {
        "linger": (documents.JOB_KIND, linger, 1.5),
        "crash": (documents.JOB_KIND, crash, 0.3),
        "written": (imports.JOB_KIND, written, 1.5),
        "committed": (imports.JOB_KIND, committed, 1.5),
        "told": (imports.JOB_KIND, told, 1.5),
    }[how]
    place = Workplace(
        database_url=url, folder=Path(folder), tasks={kind: task}, lease=lease, poll=0.05
    )
    run(place, stop=threading.Event())


if __name__ == "__main__":
    main(*sys.argv[1:])
