"""A worker in a process of its own, to be killed: python -m tests.jobs.process URL FOLDER HOW."""

import os
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.jobs.tasks import Context
from scorekeeper.jobs.tasks import make_document
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.services.documents import JOB_KIND


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


def main(url: str, folder: str, how: str) -> None:
    """Work with the task of that name until killed."""
    task, lease = {"linger": (linger, 1.5), "crash": (crash, 0.3)}[how]
    place = Workplace(
        database_url=url, folder=Path(folder), tasks={JOB_KIND: task}, lease=lease, poll=0.05
    )
    run(place, stop=threading.Event())


if __name__ == "__main__":
    main(*sys.argv[1:])
