"""HTML becomes a PDF: the only file that knows WeasyPrint.

A document is rendered in a process of its own: memory goes back when it ends, it can be stopped,
and the garbage collector, which would look at every box again and again, stays off in there.
`python -m scorekeeper.documents.pdf` reads HTML from standard input and writes the PDF to
standard output; the same HTML gives the same bytes on the same machine.
"""

import gc
import io
import logging
import re
import sys

from weasyprint import HTML
from weasyprint.urls import FatalURLFetchingError
from weasyprint.urls import URLFetcher
from weasyprint.urls import URLFetcherResponse

from scorekeeper.documents.symbols import SCHEME
from scorekeeper.documents.symbols import drawing

VARIANT = "pdf/a-3u"
"""Fit to be kept: fonts inside, colours defined, all text readable as Unicode."""

INSTEAD = "\N{REPLACEMENT CHARACTER}"
"""Printed for a sign no font here can draw, as an emoji in a name may be."""

_LACKING = re.compile(r"\.notdef glyph rendered .*\(U\+([0-9A-F]+)\)")


class RenderError(RuntimeError):
    """A document could not be made; the text is for whoever keeps the machine."""


class OwnDrawings(URLFetcher):  # type: ignore[misc]
    """Hands out our own drawings (app:herz) and nothing else: no file, no network, no data."""

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """Return a drawing.

        Raises:
            FatalURLFetchingError: the address is not one of ours; rendering stops.
        """
        try:
            if not url.startswith(SCHEME):
                raise KeyError(url)
            svg = drawing(url.removeprefix(SCHEME))
        except KeyError as error:
            raise FatalURLFetchingError(f"a document asks for {url}") from error
        return URLFetcherResponse(url, svg, {"Content-Type": "image/svg+xml"})


def render(html: str) -> bytes:
    """Render HTML to a PDF/A-3u in this process; what no font can draw stands there as a mark.

    Raises:
        RenderError: the page asks for something outside, or WeasyPrint complains about it.
    """
    pdf, complaints = _rendered(html)
    lacking = {int(found, 16) for found in _LACKING.findall(complaints)} - {ord(INSTEAD)}
    if lacking:
        # A sign without a shape has no place in a PDF/A, so it is left out before, not after.
        pdf, complaints = _rendered(html.translate(dict.fromkeys(lacking, INSTEAD)))
    if complaints:
        raise RenderError(complaints)
    return pdf


def _rendered(html: str) -> tuple[bytes, str]:
    """Return a PDF and what WeasyPrint complained about."""
    complaints = io.StringIO()
    logger = logging.getLogger("weasyprint")
    handler = logging.StreamHandler(complaints)
    handler.setLevel(logging.WARNING)
    logger.addHandler(handler)
    try:
        page = HTML(string=html, base_url=None, url_fetcher=OwnDrawings())
        pdf = page.write_pdf(pdf_variant=VARIANT)
    except FatalURLFetchingError as error:
        raise RenderError(str(error)) from error
    finally:
        logger.removeHandler(handler)
    assert isinstance(pdf, bytes)
    return pdf, complaints.getvalue().strip()


def main() -> None:
    """Read HTML from standard input, write a PDF to standard output."""
    gc.disable()
    sys.stdout.buffer.write(render(sys.stdin.buffer.read().decode("utf-8")))


if __name__ == "__main__":
    main()
