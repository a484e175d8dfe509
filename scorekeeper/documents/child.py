"""Render in a process of its own, so that the service neither waits, grows nor crashes with it."""

import os
import subprocess
import sys
from collections.abc import Callable

SECONDS_MAX = 300.0
_LOOK_EVERY = 0.1


class RenderError(RuntimeError):
    """A document could not be made; the text is for whoever keeps the machine."""


class RenderStoppedError(RuntimeError):
    """Nobody wants the document any more; its process was ended."""


def render_pdf(
    html: str,
    *,
    stop: Callable[[], bool] = lambda: False,
    seconds: float = SECONDS_MAX,
) -> bytes:
    """Render HTML to a PDF in a process of its own; `stop` is asked again and again meanwhile.

    Raises:
        RenderError: the process failed or took too long.
        RenderStoppedError: `stop` said so.
    """
    process = subprocess.Popen(
        # -P: the folder the service was started in is not searched for modules.
        [sys.executable, "-P", "-m", "scorekeeper.documents.pdf"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    waited = 0.0
    message: bytes | None = html.encode("utf-8")
    try:
        while True:
            try:
                pdf, told = process.communicate(message, timeout=_LOOK_EVERY)
                break
            except subprocess.TimeoutExpired:
                message = None  # handed over already; communicate goes on where it was
            waited += _LOOK_EVERY
            if stop():
                raise RenderStoppedError
            if waited > seconds:
                raise RenderError(f"rendering took more than {seconds:.0f} seconds")
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    if process.returncode:
        raise RenderError(told.decode("utf-8", "replace").strip()[-2000:])
    return pdf
