"""Where everything is wired together, once."""

import hashlib
from datetime import timedelta
from pathlib import Path
from wsgiref.headers import Headers

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from whitenoise import WhiteNoise  # type: ignore[import-untyped]

from scorekeeper.api import mounting as api
from scorekeeper.clock import Clock
from scorekeeper.clock import system_clock
from scorekeeper.config import Config
from scorekeeper.config import read_config
from scorekeeper.paths import data_dir
from scorekeeper.services.desk import open_desk
from scorekeeper.web import access
from scorekeeper.web import accounts
from scorekeeper.web import amounts
from scorekeeper.web import bank_details
from scorekeeper.web import club_pages
from scorekeeper.web import corrections
from scorekeeper.web import deal_cards
from scorekeeper.web import deals
from scorekeeper.web import disputes
from scorekeeper.web import documents
from scorekeeper.web import files
from scorekeeper.web import gate
from scorekeeper.web import guests
from scorekeeper.web import house_rules
from scorekeeper.web import ladders
from scorekeeper.web import ledger
from scorekeeper.web import live
from scorekeeper.web import mail_links
from scorekeeper.web import member_steps
from scorekeeper.web import members
from scorekeeper.web import money_rules
from scorekeeper.web import nights
from scorekeeper.web import officers
from scorekeeper.web import people
from scorekeeper.web import preferences
from scorekeeper.web import proving
from scorekeeper.web import public_seasons
from scorekeeper.web import purse
from scorekeeper.web import purse_closings
from scorekeeper.web import purse_forms
from scorekeeper.web import purse_papers
from scorekeeper.web import refusals
from scorekeeper.web import rulebook
from scorekeeper.web import rulings
from scorekeeper.web import search
from scorekeeper.web import seasons
from scorekeeper.web import security
from scorekeeper.web import settlement
from scorekeeper.web import start
from scorekeeper.web import statistics
from scorekeeper.web import tables
from scorekeeper.web import tokens
from scorekeeper.web import trials
from scorekeeper.web import webhooks
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import limited
from scorekeeper.web.pages import Wiring
from scorekeeper.web.pages import bind
from scorekeeper.web.templating import Application

STATIC = Path(__file__).parent / "web" / "static"
BLUEPRINTS = (
    start.pages,
    nights.pages,
    tables.pages,
    people.pages,
    deals.pages,
    corrections.pages,
    deal_cards.pages,
    disputes.pages,
    rulings.pages,
    ledger.pages,
    amounts.pages,
    settlement.pages,
    bank_details.pages,
    money_rules.pages,
    proving.pages,
    documents.pages,
    members.pages,
    member_steps.pages,
    search.pages,
    house_rules.pages,
    rulebook.pages,
    seasons.pages,
    purse.pages,
    purse_forms.pages,
    purse_closings.pages,
    purse_papers.pages,
    files.pages,
    ladders.pages,
    trials.pages,
    public_seasons.pages,
    statistics.pages,
    access.pages,
    accounts.pages,
    mail_links.pages,
    officers.pages,
    guests.pages,
    club_pages.pages,
    preferences.pages,
    live.pages,
    tokens.pages,
    webhooks.pages,
)


def create_app(config: Config | None = None, clock: Clock = system_clock) -> Flask:
    """Make the web application; without settings they are read from the environment."""
    config = config or read_config()
    app = Application("scorekeeper", template_folder=str(data_dir("templates")), static_folder=None)
    app.permanent_session_lifetime = timedelta(days=180)
    security.secure(app, config)
    static_url = f"/static/{_state_of(STATIC)}/"
    desk = open_desk(config.database_url, clock, "")
    bind(app, Wiring(config=config, desk=desk, static_url=static_url))
    app.prepare_templates(static=static_url)
    gate.guard(app)
    for pages in BLUEPRINTS:
        app.register_blueprint(pages)
    refusals.answer(app)
    api.mount(app)
    for operation in api.heavy(app):
        limited(Kind.WORK)(operation)
    served = WhiteNoise(
        security.with_headers(app.wsgi_app, config),
        root=str(STATIC),
        prefix=static_url,
        allow_all_origins=False,
        immutable_file_test=lambda path, url: True,
        add_headers_function=_static_headers,
    )
    proxied = config.proxies
    app.wsgi_app = (  # type: ignore[method-assign]
        ProxyFix(served, x_for=proxied, x_proto=proxied, x_host=proxied) if proxied else served
    )
    return app


def _static_headers(headers: Headers, path: str, url: str) -> None:
    for name, value in security.STATIC_HEADERS.items():
        headers[name] = value


def _state_of(folder: Path) -> str:
    """Name what the static files are now, so that browsers may keep them for ever."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
