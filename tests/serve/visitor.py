"""Somebody with a browser: keeps cookies, reads forms off pages and sends them, no more."""

import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from html.parser import HTMLParser
from http.cookiejar import CookieJar

Fields = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, after redirects; `url` is where one ended up."""

    status: int
    url: str
    text: str


@dataclass(slots=True)
class Form:
    """A form as it stands on the page."""

    action: str
    fields: Fields


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(values.get("action", ""), {}))
            self._open = True
        elif tag == "input" and self._open and values.get("name"):
            chosen = values.get("type") not in ("radio", "checkbox") or "checked" in values
            if chosen:
                fields = self.found[-1].fields
                fields.setdefault(values["name"], []).append(values.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False


def forms(page: str) -> list[Form]:
    """Return the forms of a page with the values that stand in them."""
    parser = _Forms()
    parser.feed(page)
    return parser.found


class Visitor:
    """One browser at one service. Where the service is away it asks again until it is back."""

    def __init__(self, url: str, patience: float = 0.0) -> None:
        self._url = url
        self._patience = patience
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Answer:
        return self._ask(path, None)

    def post(self, path: str, fields: Fields) -> Answer:
        return self._ask(path, urllib.parse.urlencode(fields, doseq=True).encode())

    def send(self, page: Answer, action: str, **changed: str | list[str]) -> Answer:
        """Fill in the form of that action on this page, send it, follow where it leads."""
        form = next(form for form in forms(page.text) if form.action == action)
        fields = dict(form.fields)
        for name, value in changed.items():
            fields[name] = [value] if isinstance(value, str) else value
        return self.post(form.action or urllib.parse.urlsplit(page.url).path, fields)

    def _ask(self, path: str, body: bytes | None) -> Answer:
        target = urllib.parse.urljoin(self._url, path)
        deadline = time.monotonic() + self._patience
        while True:
            try:
                with self._opener.open(target, body, timeout=20) as answer:
                    return Answer(answer.status, answer.url, answer.read().decode())
            except urllib.error.HTTPError as error:
                with error:
                    return Answer(error.code, target, error.read().decode())
            except (OSError, http.client.HTTPException):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)


def quick_night(visitor: Visitor, *names: str) -> str:
    """Begin a night of Bolachen from the start page; return the path of its table."""
    start = visitor.get("/")
    table = visitor.send(start, "/", name=list(names), game="bolachen", tariff="10")
    assert table.status == 200, table.text
    assert "/t/" in table.url
    return urllib.parse.urlsplit(table.url).path


def record_brand(visitor: Visitor, table: str) -> Answer:
    """Record a Brand by the first player the entry sheet offers; return the answer."""
    sheet = visitor.get(f"{table}/deal")
    declarer = first_declarer(sheet.text)
    return visitor.send(
        sheet, f"{table}/deal", declarer=declarer, play="brand", trump="H", tricks="6", do="save"
    )


def first_declarer(page: str) -> str:
    """Return the id of the first player who may be declarer."""
    marked = 'name="declarer" value="'
    at = page.index(marked) + len(marked)
    return page[at : at + 36]
