"""Chromium on a phone, before the real service on a data folder of its own."""

import shutil
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import BrowserContext
from playwright.sync_api import Page
from playwright.sync_api import expect

from tests.serve.service import Service

PHONE = {"width": 390, "height": 844}
Phones = Callable[..., Page]

expect.set_options(timeout=30_000)  # nothing is slow here, but a machine may be busy


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("browser") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = shutil.which("chromium")
    assert chromium, "the browser tests need Debian's chromium"
    quiet = "--disable-quic --no-first-run --disable-background-networking --disable-sync"
    return {
        **browser_type_launch_args,
        "executable_path": chromium,
        "args": ["--no-sandbox", "--disable-gpu", "--disable-component-update", *quiet.split()],
    }


@pytest.fixture
def phones(browser: Browser, service: Service) -> Iterator[Phones]:
    """Give out phones, each with its own cookies; an error in a script fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def phone(**settings: Any) -> Page:
        context = browser.new_context(
            base_url=service.url,
            viewport=settings.pop("viewport", PHONE),
            has_touch=True,
            is_mobile=True,
            locale="de-DE",
            reduced_motion="reduce",
            accept_downloads=True,
            **settings,
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return page

    yield phone
    for context in contexts:
        context.close()
    assert wrong == []
