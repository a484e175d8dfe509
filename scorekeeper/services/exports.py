"""Files for others: deals, balances, the ledger, members, all of a club; written while they leave.

What a file is about is looked up at once, so that a refusal comes before the first byte; its rows
are read in one transaction while it is sent.
"""

import json
from collections.abc import Callable
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorekeeper.adjudication.side_won import SIDE_WON
from scorekeeper.adjudication.side_won import as_deal_record
from scorekeeper.documents.csv_sheet import csv_blocks
from scorekeeper.documents.file_names import file_name
from scorekeeper.documents.journals import account_names
from scorekeeper.documents.journals import beancount_blocks
from scorekeeper.documents.journals import hledger_blocks
from scorekeeper.documents.listing import Listing
from scorekeeper.documents.listing import joined
from scorekeeper.documents.xlsx_sheet import xlsx_blocks
from scorekeeper.i18n import translator
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import member_of
from scorekeeper.ledger.journal import season_account
from scorekeeper.ledger.journal import season_member_of
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import export_rows as rows
from scorekeeper.services.desk import Desk
from scorekeeper.services.export_rows import Reader
from scorekeeper.services.import_records import FORMAT as DEALS_FORMAT
from scorekeeper.services.showing import Names
from scorekeeper.services.views import ClubView
from scorekeeper.store import club_copy
from scorekeeper.store import entries
from scorekeeper.store import exports
from scorekeeper.store import nights
from scorekeeper.store import seasons
from scorekeeper.store.engine import Transaction
from scorekeeper.store.nights import NightRow

DEALS, BALANCES, STANDINGS = "deals", "balances", "standings"
LEDGER, MEMBERS, CLUB = "ledger", "members", "club"
CSV, XLSX, JSON, BEANCOUNT, HLEDGER = "csv", "xlsx", "json", "beancount", "hledger"
FORMATS = {
    DEALS: (CSV, XLSX, JSON),
    BALANCES: (CSV, XLSX),
    STANDINGS: (CSV, XLSX),
    LEDGER: (CSV, XLSX, BEANCOUNT, HLEDGER),
    MEMBERS: (CSV, XLSX),
    CLUB: (JSON,),
}
"""What can be had of each subject in which formats."""

_TYPES = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    JSON: "application/json",
    BEANCOUNT: "text/plain; charset=utf-8",
    HLEDGER: "text/plain; charset=utf-8",
}
MEDIA_TYPES = tuple(dict.fromkeys(kind.partition(";")[0] for kind in _TYPES.values()))
_ENDS = {CSV: "csv", XLSX: "xlsx", JSON: "json", BEANCOUNT: "beancount", HLEDGER: "journal"}
_BLOCK = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Which evenings: one, those of a season, those of some days, or with nothing said all."""

    night_id: str | None = None
    season_id: str | None = None
    first: date | None = None
    last: date | None = None

    @property
    def everything(self) -> bool:
        return self == Span()


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A file that can be sent: what it is called, what it is, and its bytes, read only once."""

    name: str
    media_type: str
    blocks: Iterator[bytes]


def export(
    desk: Desk, *, club_id: str, subject: str, format_: str, span: Span | None = None
) -> Export:
    """Write a file about a subject, in the desk's language.

    Raises ScorekeeperError: NOT_FOUND for a night or season the club has not, VALUE_INVALID for a
    subject or format there is not, or days the wrong way round.
    """
    span = span or Span()
    if subject not in FORMATS:
        raise bounds.invalid("subject", subject)
    if format_ not in FORMATS[subject]:
        raise bounds.invalid("format", format_)
    if span.first is not None and span.last is not None and span.last < span.first:
        raise bounds.invalid("last", span.last)
    with desk.store.read() as tx:
        club = clubs.read(tx, club_id)
        about = _about(tx, club, span, desk.language)
    t = translator(desk.language)
    title = f"{t(f'files.subject.{subject}')} {about}".strip()
    return Export(
        name=file_name(club.name, title, ending="." + _ENDS[format_]),
        media_type=_TYPES[format_],
        blocks=_blocks(desk, club, subject, format_, span, title),
    )


def _blocks(
    desk: Desk, club: ClubView, subject: str, format_: str, span: Span, title: str
) -> Iterator[bytes]:
    with desk.store.walk() as tx:
        if subject == CLUB:
            yield from joined(club_copy.dump(tx, club.id))
            return
        read = rows.reader(tx, club, translator(desk.language))
        if format_ in (BEANCOUNT, HLEDGER):
            yield from _journal(read, format_, span, f"{club.name}: {title}")
        elif format_ == JSON:
            yield from joined(_records(read, _nights(tx, club.id, span)))
        else:
            write = csv_blocks if format_ == CSV else xlsx_blocks
            yield from write(_LISTINGS[subject](read, span, title))


def _deals(read: Reader, span: Span, title: str) -> Listing:
    return rows.deals(read, _nights(read.tx, read.club.id, span), title)


def _balances(read: Reader, span: Span, title: str) -> Listing:
    if span.night_id is not None:
        return rows.night_balances(read, _nights(read.tx, read.club.id, span)[0], title)
    if span.season_id is not None:
        return rows.season_balances(read, span.season_id, title)
    return rows.club_balances(read, title)


def _standings(read: Reader, span: Span, title: str) -> Listing:
    """List the ladders of a season, by default of the one that began last."""
    found = seasons.list_all(read.tx, read.club.id)
    season_id = span.season_id or (found[0].id if found else "")
    return rows.ladder_places(read, season_id, title)


def _ledger(read: Reader, span: Span, title: str) -> Listing:
    chosen = None if span.everything else _nights(read.tx, read.club.id, span)
    return rows.ledger_lines(read, chosen, title)


def _members(read: Reader, span: Span, title: str) -> Listing:
    return rows.member_list(read, title)


_LISTINGS: dict[str, Callable[[Reader, Span, str], Listing]] = {
    DEALS: _deals,
    BALANCES: _balances,
    STANDINGS: _standings,
    LEDGER: _ledger,
    MEMBERS: _members,
}


def _journal(read: Reader, format_: str, span: Span, title: str) -> Iterator[bytes]:
    names = account_names(rows.journal_accounts(read))
    for id_, person in read.person.items():
        if id_ != person:
            for of in (member_account, season_account):
                if of(person) in names:
                    names[of(id_)] = names[of(person)]
    chosen = None if span.everything else _nights(read.tx, read.club.id, span)
    write = beancount_blocks if format_ == BEANCOUNT else hledger_blocks
    yield from write(title, names, rows.bookings(read, chosen))


def _records(read: Reader, chosen: list[NightRow]) -> Iterator[str]:
    """Give deals in our own words, as they can be brought in again: lines of JSON."""
    yield _line({"format": DEALS_FORMAT})
    names = Names(read.names)
    for night in chosen:
        if night.state == "voided":
            continue
        yield _line({"night": {"date": night.date, "place": night.place}})
        booked = _sheets(read, night.id)
        table, after = "", 0
        while True:
            block = exports.records(read.tx, read.club.id, night.id, after=after, count=_BLOCK)
            for row in block:
                record = _as_deal_record(names.read(row.record), row.house_rules)
                head = {
                    "name": row.table_name,
                    "game": record["game"],
                    "house_rules": json.loads(row.house_rules),
                    "tariff": row.tariff,
                    "seats": record["seats"],
                }
                if (now := _line({"table": head})) != table:
                    yield now
                    table = now
                yield _line(record)
            if len(block) < _BLOCK:
                break
            after = block[-1].seq
        yield from booked


def _as_deal_record(told: dict[str, Any], house_rules: str) -> dict[str, Any]:
    """Return what is told of a deal as the deal record another program can read."""
    if SIDE_WON not in told:
        return told
    written = as_deal_record({**told, "house_rules": json.loads(house_rules)})
    return {name: value for name, value in written.items() if name != "house_rules"}


def _sheets(read: Reader, night_id: str) -> Iterator[str]:
    """Give what was booked from a sheet and not taken back."""
    club_id = read.club.id
    for head in entries.standing_of_night(read.tx, club_id, night_id):
        if head.kind == "amounts":
            moved: dict[str, int] = {}
            for line in entries.lines_of(read.tx, club_id, head.number):
                for account, cents in ((line.debit, -line.amount), (line.credit, line.amount)):
                    member = member_of(account) or season_member_of(account) or account
                    name = read.names.get(member, member)
                    moved[name] = moved.get(name, 0) + cents
            yield _line({"amounts": {"changes": moved, "why": head.why}})


def _nights(tx: Transaction, club_id: str, span: Span) -> list[NightRow]:
    if span.night_id is not None:
        night = nights.get(tx, club_id, bounds.id_(span.night_id, "night"))
        if night is None:
            raise bounds.missing("night")
        return [night]
    if span.season_id is not None:
        found = exports.nights_of_season(tx, club_id, span.season_id)
    else:
        first = "0000-01-01" if span.first is None else span.first.isoformat()
        last = "9999-12-31" if span.last is None else span.last.isoformat()
        return nights.between(tx, club_id, first, last)
    return [
        night
        for night in found
        if (span.first is None or night.date >= span.first.isoformat())
        and (span.last is None or night.date <= span.last.isoformat())
    ]


def _about(tx: Transaction, club: ClubView, span: Span, language: str) -> str:
    """Say in short which evenings a file is about."""
    t = translator(language)
    parts = []
    if span.night_id is not None:
        night = _nights(tx, club.id, span)[0]
        parts.append(t("files.about.night", number=night.number, day=night.date))
    if span.season_id is not None:
        season = seasons.get(tx, club.id, bounds.id_(span.season_id, "season"))
        if season is None:
            raise bounds.missing("season")
        parts.append(season.name)
    if span.first is not None:
        parts.append(t("files.about.from", day=span.first.isoformat()))
    if span.last is not None:
        parts.append(t("files.about.until", day=span.last.isoformat()))
    return " ".join(parts)


def _line(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"
