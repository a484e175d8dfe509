"""A guest with a browser without script: reads pages, fills in forms, presses buttons."""

import re
from typing import Any

from flask import Flask
from lxml import html
from werkzeug.test import TestResponse


class Guest:
    """Goes from page to page; `page` is the last one, `status` how it was answered."""

    def __init__(self, app: Flask, **environ: str) -> None:
        self.client = app.test_client()
        self.client.environ_base.update(environ)
        self.status = 0
        self.place = ""
        self.page: Any = None
        self.answer: TestResponse | None = None

    def go(self, path: str, **kwargs: Any) -> "Guest":
        return self.read(self.client.get(path, **kwargs), path)

    def read(self, answer: TestResponse, path: str) -> "Guest":
        hops = 0
        while answer.status_code in (302, 303):
            path = answer.headers["Location"]
            answer = self.client.get(path)
            hops += 1
            assert hops < 5, path
        self.answer, self.status, self.place = answer, answer.status_code, path
        if answer.mimetype == "text/html":
            self.page = html.fromstring(answer.text)
        return self

    @property
    def text(self) -> str:
        """What a reader reads between the head and the foot of the page."""
        main = self.page.xpath("//main")[0]
        return re.sub(r"\s+", " ", main.text_content().replace("\u00a0", " ")).strip()

    def form(self, action: str) -> Any:
        """Return the form whose address ends like this; empty for one that goes to its own page."""
        for form in self.page.forms:
            target = form.get("action") or ""
            if target.endswith(action) if action else not target:
                return form
        raise AssertionError(f"no form for {action!r} at {self.place}")

    def send(self, action: str, *, button: tuple[str, str] | None = None, **typed: Any) -> "Guest":
        """Fill in a form and send it; a list sends several values of one name."""
        form = self.form(action)
        data: dict[str, list[str]] = {}
        for name, value in form.form_values():
            data.setdefault(name, []).append(value)
        for name, value in typed.items():
            data[name] = [str(v) for v in value] if isinstance(value, list) else [str(value)]
        if button:
            data[button[0]] = [button[1]]
        target = form.get("action") or self.place
        return self.read(self.client.post(target, data=data), target)

    def errors(self) -> list[str]:
        """What the page says is wrong."""
        return [e.text_content().strip() for e in self.page.find_class("error")]

    def begin(self, game: str, *names: str, **typed: Any) -> "Guest":
        """Begin a quick night."""
        return self.go("/").send("/", game=game, name=list(names), **typed)

    def option(self, name: str, label: str) -> str:
        """Return the value behind a label somebody taps."""
        for chip in self.page.xpath(f"//label[input[@name='{name}']]"):
            if chip.text_content().strip() == label:
                found: str = chip.xpath("input/@value")[0]
                return found
        raise AssertionError(f"{label!r} cannot be tapped for {name}")

    def enter(self, table: str, *, check: bool = False, **tapped: Any) -> "Guest":
        """Enter a deal at a table by the names people see."""
        self.go(table + "/deal")
        typed = {}
        for name, label in tapped.items():
            if name in ("declarer", "winner", "offender", "raiser", "doubles"):
                labels = label if isinstance(label, list) else [label]
                values = [self.option(name, one) for one in labels]
                typed[name] = values if isinstance(label, list) else values[0]
            else:
                typed[name] = label
        return self.send("/deal", button=("do", "check" if check else "save"), **typed)

    def balances(self) -> dict[str, str]:
        """Return what the table page shows for everybody."""
        return {
            tile.find_class("name")[0].text: tile.find_class("balance")[0].text
            for tile in self.page.find_class("person")
        }
