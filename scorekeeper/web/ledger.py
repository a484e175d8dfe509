"""The night deal by deal: everybody's running balance, corrections in sight."""

from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for

from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.i18n.season_values import standing_value
from scorekeeper.i18n.sentences import deal_sentence
from scorekeeper.i18n.sentences import trump_of
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.services import ledger
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import DealVersionView
from scorekeeper.services.views import DealView
from scorekeeper.services.views import EventView
from scorekeeper.services.views import LedgerView
from scorekeeper.web.amounts import sheet_lines
from scorekeeper.web.amounts import written_once
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import words
from scorekeeper.web.rows import COLUMNS_MAX
from scorekeeper.web.rows import Columns
from scorekeeper.web.rows import cells_of
from scorekeeper.web.rows import earlier
from scorekeeper.web.rows import soft_cells_of
from scorekeeper.web.rows import told

pages = Blueprint("ledger", __name__, url_prefix="/c/<string(length=36):club_id>/n")

DEALS_A_PAGE = 100


@pages.get("/<string(length=36):night_id>")
@needs(Action.LOOK)
def show(club_id: str, night_id: str) -> str:
    book = ledger.night_ledger(
        desk(),
        club_id=club_id,
        night_id=night_id,
        after=request.args.get("after"),
        limit=DEALS_A_PAGE,
    )
    t = words()
    person = request.args.get("person", "")
    columns = tuple((member.id, member.name) for member in book.members)
    link = url_for("nights.index", club_id=club_id) + "d/"
    return page(
        "web/ledger.html",
        book=book,
        night=book.night,
        here="ledger",
        links=night_links(club_id, night_id),
        tables=[
            (table.name, url_for("tables.show", club_id=club_id, table_id=table.id))
            for table in book.tables
        ],
        title=t("web.night.title", number=book.night.number),
        sub=night_words(book, t),
        many=len(columns) > COLUMNS_MAX,
        rows=[
            _row(deal, columns, link, t)
            for deal in book.deals
            if not person or deal.changes.get(person) or (not deal.tariff and deal.soft.get(person))
        ],
        several=len(book.tables) > 1,
        sheets=[] if book.next_after else sheet_lines(book, columns, person, t),
        sheets_written=written_once(book, t),
        person=next((m.name for m in book.members if m.id == person), ""),
        totals=_totals(book, columns, t),
        soft=any(not deal.tariff for deal in book.deals),
        pot=_pot_words(book, t),
        events=_events(book, t),
        next_link=url_for(".show", club_id=club_id, night_id=night_id, after=book.next_after)
        if book.next_after
        else "",
        key=new_key(),
    )


def _totals(book: LedgerView, columns: Columns, t: Translator) -> list[dict[str, Any]]:
    """Return where everybody stands at the end: in money, and in points where there were such."""
    soft = book.deals[-1].soft_after if book.deals else {}
    money = not soft or any(book.balances.values())
    totals = []
    for member, name in columns:
        cents = book.balances.get(member, 0)
        points = soft.get(member, 0)
        said = [format_amount(cents, t.lang, sign=True)] if money else []
        said += [] if not soft else [standing_value("soft", points, 1, t.lang)]
        stands = cents if money else points
        totals.append({"amount": said[0], "run": said[1:], "minus": stands < 0, "name": name})
    return totals


def night_links(club_id: str, night_id: str) -> dict[str, str]:
    """Return the addresses around a night."""
    night = url_for("ledger.show", club_id=club_id, night_id=night_id)
    return {
        "ledger": night,
        "settlement": night + "/settlement",
        "close": night + "/close",
        "reopen": night + "/reopen",
        "void": night + "/void",
        "new_table": night + "/tables",
        "document": night + "/document",
        "sheet": night + "/sheet",
    }


def night_words(book: LedgerView, t: Translator) -> str:
    """Say which night this is: its day and place."""
    day = format_date(book.night.date, t.lang)
    return f"{day}, {book.night.place}" if book.night.place else day


def _row(deal: DealView, columns: Columns, link: str, t: Translator) -> dict[str, Any]:
    undone = deal.state == "undone"
    return {
        "number": deal.number,
        "link": link + deal.id,
        "said": deal_sentence(deal, t),
        "suit": trump_of(deal),
        "undone": undone,
        "tag": t("rulings.tag.open") if deal.disputed else "",
        "table": deal.table_name,
        "cells": cells_of(deal.changes, deal.balances_after, columns, t.lang)
        if deal.tariff or any(deal.changes.values())
        else soft_cells_of(deal, columns, t.lang),
        "haferl": format_amount(deal.haferl_after, t.lang) if deal.haferl_after else "",
        "points": ":".join(map(str, _points(deal))),
        "was": [
            {
                "said": told(deal, old, t),
                "why": _why(old, following, t),
                "cells": cells_of(old.changes, {}, columns, t.lang),
            }
            for old, following in _replaced(deal)
        ],
        "why": t("web.ledger.undone", who=deal.who or t("web.somebody")) if undone else "",
    }


def _replaced(deal: DealView) -> list[tuple[DealVersionView, str]]:
    """List what was struck out, each with who told it anew."""
    shown = earlier(deal)
    whos = [*(old.who for old in deal.history[1:]), deal.who]
    return list(zip(shown, whos, strict=False))


def _why(old: DealVersionView, who: str, t: Translator) -> str:
    why = _replaced_why(old, who, t)
    return t("web.ledger.new_rules", why=why) if old.new_rules else why


def _replaced_why(old: DealVersionView, who: str, t: Translator) -> str:
    if old.replaced_by == "rescored":
        return t("web.ledger.rescored")
    who = who or t("web.somebody")
    if old.replaced_by == "ruled":
        return t("rulings.ledger", who=who, reason=old.reason)
    if old.reason:
        return t("web.ledger.why", who=who, reason=old.reason)
    return t("web.ledger.who", who=who)


def _points(deal: DealView) -> list[int]:
    """List a Watten match after a deal: with four a number a side, else one for everybody."""
    outcome: Any = deal.outcome
    match = outcome.get("match")
    if not match:
        return []
    record: Any = deal.record
    players = [name for name in record["seats"] if name in match]
    return [match[name] for name in (players[:2] if len(players) == 4 else players)]


def _pot_words(book: LedgerView, t: Translator) -> str:
    parts = []
    if book.haferl:
        parts.append(t("web.ledger.haferl", amount=format_cents(book.haferl, t.lang)))
    if book.purse:
        parts.append(t("web.ledger.purse", amount=format_cents(book.purse, t.lang)))
    return " · ".join(parts)


def _events(book: LedgerView, t: Translator) -> list[dict[str, Any]]:
    return [
        {
            "kind": t("web.event." + event.kind),
            "at": format_moment(event.at, t.lang, book.club.time_zone),
            "who": event.who or t("web.somebody"),
            "reason": event.reason,
            "lines": _moved(event, t),
        }
        for event in book.events
    ]


def _moved(event: EventView, t: Translator) -> list[str]:
    """Say what an entry moved. Who hands money over is credited, so a payment reads backwards."""
    if event.kind == EntryKind.VOID:
        return []
    accounts = {
        "haferl": t("web.haferl"),
        **dict.fromkeys(("purse", "cash"), t("web.purse")),
        "bank": t("settling.purse.bank"),
        "season": t("web.night.season"),
    }
    paid = event.kind == EntryKind.PAYMENT
    return [
        t(
            "web.event.line",
            payer=accounts.get(credit if paid else debit, credit if paid else debit),
            payee=accounts.get(debit if paid else credit, debit if paid else credit),
            amount=format_cents(cents, t.lang),
        )
        for debit, credit, cents in event.lines
    ]
