"""Render in a process of its own, so that the service neither waits, grows nor crashes with it."""

import subprocess
import sys
import tempfile
import time
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
    # The page goes in as a file: what a pipe does not hold at once would have to be fed on.
    with tempfile.TemporaryFile() as page:
        page.write(html.encode("utf-8"))
        page.seek(0)
        with subprocess.Popen(
            # -P: the folder the service was started in is not searched for modules.
            [sys.executable, "-P", "-m", "scorekeeper.documents.pdf"],
            stdin=page,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            try:
                pdf, told = _wait(process, stop, seconds)
            except BaseException:
                process.kill()
                raise
    if process.returncode:
        raise RenderError(told.decode("utf-8", "replace").strip()[-2000:])
    return pdf


def _wait(
    process: subprocess.Popen[bytes], stop: Callable[[], bool], seconds: float
) -> tuple[bytes, bytes]:
    """Wait for the PDF and for what the process complains about."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return process.communicate(timeout=_LOOK_EVERY)
        except subprocess.TimeoutExpired:
            if stop():
                raise RenderStoppedError from None
            if time.monotonic() > deadline:
                raise RenderError(f"rendering took more than {seconds:.0f} seconds") from None
