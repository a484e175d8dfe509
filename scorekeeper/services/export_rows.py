"""The rows of lists for files: deals, balances, entries of the ledger, members.

Everything is read in one transaction, night by night and block by block, while the file is
written: a list of a hundred thousand deals needs no more memory than one of a hundred.
"""

import json
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from scorekeeper.documents.journals import Booking
from scorekeeper.documents.listing import Column
from scorekeeper.documents.listing import Kind
from scorekeeper.documents.listing import Listing
from scorekeeper.documents.listing import Value
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import MINUS
from scorekeeper.i18n.ladder_words import ladder_name
from scorekeeper.i18n.season_values import standing_value
from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import is_haferl
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import member_of
from scorekeeper.ledger.journal import season_account
from scorekeeper.ledger.journal import season_member_of
from scorekeeper.services import bounds
from scorekeeper.services import standings
from scorekeeper.services.purse_people import receipt_words
from scorekeeper.services.veiling import Veil
from scorekeeper.services.veiling import veil_of
from scorekeeper.services.views import ClubView
from scorekeeper.store import balances
from scorekeeper.store import bookings as booking_rows
from scorekeeper.store import entries
from scorekeeper.store import exports
from scorekeeper.store import ladders
from scorekeeper.store import members
from scorekeeper.store import nights as night_rows
from scorekeeper.store.bookings import BookingRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.entries import EntryRow
from scorekeeper.store.moments import moment_of
from scorekeeper.store.nights import NightRow

BOOKED = ("amounts", "haferl_divided", "haferl_to_purse", "haferl_restored", "void")
_BLOCK = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """What every list is made with: the transaction, the club, who is who, the words."""

    tx: Transaction
    club: ClubView
    t: Translator
    names: Mapping[str, str]  # by id, duplicates under the name of the person
    person: Mapping[str, str]  # id -> id of the person
    veil: Veil  # over texts that name somebody who is anonymous by now

    def moment(self, at: str) -> str:
        """Write a moment as the club's clock showed it."""
        return f"{moment_of(at).astimezone(ZoneInfo(self.club.time_zone)):%Y-%m-%d %H:%M:%S}"

    def account(self, name: str) -> str:
        """Say whose account it is."""
        member, season = member_of(name), season_member_of(name)
        if member is not None:
            return self.names.get(member, member)
        if season is not None:
            return self.t("files.account.member", name=self.names.get(season, season))
        if is_haferl(name):
            return self.t("files.account.haferl")
        known = {PURSE: "purse", CASH: "cash", BANK: "bank"}
        return self.t(f"files.account.{known[name]}") if name in known else name  # type: ignore[index]

    def kind(self, kind: str) -> str:
        """Say what an entry is."""
        key = f"files.entry.{kind}"
        return self.t(key) if self.t.has(key) else kind


def reader(tx: Transaction, club: ClubView, t: Translator) -> Reader:
    """Make what lists are read with."""
    rows = members.list_plain(tx, club.id)
    own = {row.id: row.name for row in rows}
    person = {row.id: row.merged_into or row.id for row in rows}
    names = {id_: own.get(whom, own[id_]) for id_, whom in person.items()}
    veil = veil_of(tx, club.id)
    return Reader(tx=tx, club=club, t=t, names=names, person=person, veil=veil)


def deals(read: Reader, nights: Sequence[NightRow], title: str) -> Listing:
    """List what was played and booked, a row a deal, a column for everybody."""
    t = read.t
    nights = [night for night in nights if night.state != "voided"]
    people, pot = _people(read, nights)
    columns = [
        Column(t("files.column.date"), Kind.DAY, 12),
        Column(t("files.column.night"), Kind.NUMBER, 9),
        Column(t("files.column.table"), Kind.TEXT, 14),
        Column(t("files.column.number"), Kind.NUMBER, 6),
        Column(t("files.column.game"), Kind.TEXT, 14),
        Column(t("files.column.remark"), Kind.TEXT, 24),
        *(Column(read.names[one], Kind.MONEY, max(10, len(read.names[one]) + 2)) for one in people),
    ]
    if pot:
        columns.append(Column(t("files.column.pot"), Kind.MONEY, 12))
    return Listing(
        title=title, columns=tuple(columns), rows=_deal_rows(read, nights, people, pot=pot)
    )


def _people(read: Reader, nights: Sequence[NightRow]) -> tuple[list[str], bool]:
    """Return who stands in the books of these nights, by name, and whether a pot or purse does."""
    found: set[str] = set()
    pot = False
    for night in nights:
        for account in balances.of_book(read.tx, read.club.id, night.id):
            member = member_of(account)
            if member is not None:
                found.add(read.person.get(member, member))
            elif is_haferl(account) or account == PURSE:
                pot = True
    return sorted(found, key=lambda one: bounds.name_key(read.names[one])), pot


def _deal_rows(
    read: Reader, nights: Sequence[NightRow], people: Sequence[str], *, pot: bool
) -> Iterator[tuple[Value, ...]]:
    places = {id_: people.index(whom) for id_, whom in read.person.items() if whom in people}
    games = {game: read.t(f"files.game.{game}") for game in ("bolachen", "wallachen", "watten")}
    blank: list[int | None] = [None] * (len(people) + pot)
    for night in nights:
        day = date.fromisoformat(night.date)
        booked = _booked(read, night.id)
        waiting = next(booked, None)
        after = 0
        while True:
            block = exports.played(read.tx, read.club.id, night.id, after=after, count=_BLOCK)
            for seq, number, game, table, changes in block:
                while waiting is not None and waiting[0].number < seq:
                    yield _booked_row(read, night, day, waiting, places, blank, pot=pot)
                    waiting = next(booked, None)
                row = blank.copy()
                for member, cents in json.loads(changes).items():
                    place = places.get(member)
                    if place is not None:
                        row[place] = cents + (row[place] or 0)
                if pot:
                    row[-1] = -sum([cents for cents in row if cents])
                yield (day, night.number, table, number, games[game], None, *row)
            if len(block) < _BLOCK:
                break
            after = block[-1].seq
        while waiting is not None:
            yield _booked_row(read, night, day, waiting, places, blank, pot=pot)
            waiting = next(booked, None)


def _booked(read: Reader, night_id: str) -> Iterator[entries.Booked]:
    """Give what was booked in a night without a deal."""
    for one in entries.events_of_night(read.tx, read.club.id, night_id):
        if one[0].kind in BOOKED:
            yield one


def _booked_row(
    read: Reader,
    night: NightRow,
    day: date,
    one: entries.Booked,
    places: Mapping[str, int],
    blank: Sequence[int | None],
    *,
    pot: bool,
) -> tuple[Value, ...]:
    head, lines = one
    row = list(blank)
    for debit, credit, amount in lines:
        for account, cents in ((debit, -amount), (credit, amount)):
            place = places.get(member_of(account) or "")
            if place is not None:
                row[place] = cents + (row[place] or 0)
    if pot:
        row[-1] = -sum(cents for cents in row[:-1] if cents)
    return (day, night.number, None, None, read.kind(head.kind), head.why or None, *row)


def night_balances(read: Reader, night: NightRow, title: str) -> Listing:
    """List what a night brought everybody, what was paid, and what is open."""
    t = read.t
    book = balances.of_book(read.tx, read.club.id, night.id)
    paid = entries.payments(read.tx, read.club.id, night.id)
    summed: dict[str, list[int]] = {}
    for account, cents in book.items():
        member = member_of(account)
        if member is not None:
            sums = summed.setdefault(read.person.get(member, member), [0, 0])
            sums[0] += cents - paid.get(account, 0)
            sums[1] += cents
    rows = [
        (read.names[member], result, result - open_, open_)
        for member, (result, open_) in sorted(
            summed.items(), key=lambda pair: bounds.name_key(read.names[pair[0]])
        )
    ]
    columns = (
        Column(t("files.column.member"), Kind.TEXT, 24),
        Column(t("files.column.result"), Kind.MONEY),
        Column(t("files.column.paid"), Kind.MONEY),
        Column(t("files.column.open"), Kind.MONEY),
    )
    return Listing(title=title, columns=columns, rows=rows)


def season_balances(read: Reader, season_id: str, title: str) -> Listing:
    """List what a season's games brought everybody, and what was carried to his account."""
    t = read.t
    book = balances.of_book(read.tx, read.club.id, season_id)
    summed = _by_person(read, book)
    columns = (
        Column(t("files.column.member"), Kind.TEXT, 24),
        Column(t("files.column.result"), Kind.MONEY),
        Column(t("files.column.account"), Kind.MONEY),
    )
    return Listing(title=title, columns=columns, rows=summed)


def club_balances(read: Reader, title: str) -> Listing:
    """List what everybody's account with the club stands at, and the club's own money."""
    t = read.t
    book = balances.of_book(read.tx, read.club.id, read.club.id)
    rows = [(name, account) for name, _, account in _by_person(read, book, everybody=True)]
    for account in (PURSE, CASH, BANK):
        if account in book:
            # Cash and bank stand at minus what they hold.
            cents = book[account] if account == PURSE else -book[account]
            rows.append((read.account(account), cents))
    columns = (
        Column(t("files.column.member"), Kind.TEXT, 24),
        Column(t("files.column.account"), Kind.MONEY),
    )
    return Listing(title=title, columns=columns, rows=rows)


def _by_person(
    read: Reader, book: Mapping[str, int], *, everybody: bool = False
) -> list[tuple[str, int, int]]:
    summed: dict[str, list[int]] = {}
    if everybody:
        summed = {person: [0, 0] for person in set(read.person.values())}
    for account, cents in book.items():
        member, season = member_of(account), season_member_of(account)
        whom = member or season
        if whom is not None:
            sums = summed.setdefault(read.person.get(whom, whom), [0, 0])
            sums[season is not None] += cents
    found = [(read.names.get(whom, whom), one[0], one[1]) for whom, one in summed.items()]
    return sorted(found, key=lambda row: bounds.name_key(row[0]))


def member_list(read: Reader, title: str) -> Listing:
    """List the members."""
    t = read.t
    rows = [
        (
            row.name,
            t("files.member.guest" if row.guest else "files.member.yes")
            if row.active
            else t("files.member.no"),
            row.nights,
        )
        for row in members.list_all(read.tx, read.club.id)
        if row.merged_into is None
    ]
    columns = (
        Column(t("files.column.member"), Kind.TEXT, 24),
        Column(t("files.column.active"), Kind.TEXT, 14),
        Column(t("files.column.nights"), Kind.NUMBER, 9),
    )
    return Listing(title=title, columns=columns, rows=rows)


def ladder_places(read: Reader, season_id: str, title: str) -> Listing:
    """List every ladder of a season as it stands now."""
    t = read.t
    columns = (
        Column(t("files.column.ladder"), Kind.TEXT, 20),
        Column(t("files.column.place"), Kind.NUMBER, 7),
        Column(t("files.column.member"), Kind.TEXT, 24),
        Column(t("files.column.amount"), Kind.MONEY, 12),
        Column(t("files.column.value"), Kind.TEXT, 12),
        Column(t("files.column.nights"), Kind.NUMBER, 9),
        Column(t("files.column.deals"), Kind.NUMBER, 9),
    )
    return Listing(title=title, columns=columns, rows=_place_rows(read, season_id))


def _place_rows(read: Reader, season_id: str) -> Iterator[tuple[Value, ...]]:
    tx, club_id = read.tx, read.club.id
    for ladder in ladders.of_season(tx, club_id, season_id):
        if ladder.retired:
            continue
        stands = standings.read(tx, club_id, season_id, ladder.id, None)
        kind = stands.ladder.kind
        name = ladder_name(stands.ladder.number, stands.ladder.name, read.t)
        for row in stands.rows:
            money = row.amount if kind == "money" else None
            value = standing_value(kind, row.amount, row.per, read.t.lang).lstrip("+")
            told = None if kind == "money" else _whole(value)
            yield (name, row.place, row.name, money, told, row.nights, row.deals)


def _whole(value: str) -> Value:
    """Return a whole number as one, so that a spreadsheet can reckon with it, else the text."""
    plain = value.replace(MINUS, "-")
    return int(plain) if plain.removeprefix("-").isdecimal() else value


def ledger_lines(read: Reader, nights: Sequence[NightRow] | None, title: str) -> Listing:
    """List the ledger line by line, of some nights or, with None, all of it in its own order."""
    t = read.t
    columns = (
        Column(t("files.column.entry"), Kind.NUMBER, 9),
        Column(t("files.column.at"), Kind.TEXT, 20),
        Column(t("files.column.date"), Kind.DAY, 12),
        Column(t("files.column.night"), Kind.NUMBER, 9),
        Column(t("files.column.kind"), Kind.TEXT, 20),
        Column(t("files.column.debit"), Kind.TEXT, 22),
        Column(t("files.column.credit"), Kind.TEXT, 22),
        Column(t("files.column.amount"), Kind.MONEY, 12),
        Column(t("files.column.who"), Kind.TEXT, 16),
        Column(t("files.column.why"), Kind.TEXT, 30),
        Column(t("files.column.what_for"), Kind.TEXT, 30),
        Column(t("files.column.receipt"), Kind.TEXT, 10),
        Column(t("files.column.hash"), Kind.TEXT, 20),
    )
    return Listing(title=title, columns=columns, rows=_ledger_rows(read, nights))


def _ledger_rows(read: Reader, nights: Sequence[NightRow] | None) -> Iterator[tuple[Value, ...]]:
    for night, head, lines in booked_entries(read, nights):
        booked = _booking(read, head, lines)
        told = booked.day if booked is not None else None if night is None else night.date
        day = None if told is None else date.fromisoformat(told)
        number = None if night is None else night.number
        start = (head.number, read.moment(head.at), day, number, read.kind(head.kind))
        who, why = (read.veil.text(told, head.at) for told in (head.who, head.why))
        end = (who, why, *_what_for(read, head, booked), head.hash)
        if not lines:
            yield (*start, None, None, None, *end)
        for debit, credit, amount in lines:
            yield (*start, read.account(debit), read.account(credit), amount, *end)


def bookings(read: Reader, nights: Sequence[NightRow] | None) -> Iterator[Booking]:
    """Give entries as a journal shows them."""
    for night, head, lines in booked_entries(read, nights):
        booked = _booking(read, head, lines)
        what_for, receipt = _what_for(read, head, booked)
        about = [what_for, read.veil.text(head.why, head.at)]
        if night is not None:
            about.insert(0, read.t("files.journal.night", number=night.number))
        told = booked.day if booked is not None else None if night is None else night.date
        moment = moment_of(head.at).astimezone(ZoneInfo(read.club.time_zone))
        yield Booking(
            number=head.number,
            day=moment.date() if told is None else date.fromisoformat(told),
            what=read.kind(head.kind),
            about=", ".join(filter(None, about)),
            receipt=receipt,
            lines=lines,
        )


def _booking(
    read: Reader, head: EntryRow, lines: Sequence[tuple[str, str, int]]
) -> BookingRow | None:
    """Return what the treasurer wrote of an entry, None for one of the games alone."""
    touched = (account for line in lines for account in line[:2])
    if any(one in (PURSE, CASH, BANK) or season_member_of(one) for one in touched):
        return booking_rows.plain(read.tx, read.club.id, head.number)
    return None


def _what_for(read: Reader, head: EntryRow, booked: BookingRow | None) -> tuple[str, str]:
    """Say what was booked for, and on which receipt."""
    if booked is None:
        return "", ""
    told = (booked.category, booked.words, booked.voucher)
    words = " · ".join(read.veil.text(one, head.at) for one in told if one)
    return words, receipt_words(booked.year, booked.receipt)


def journal_accounts(read: Reader) -> dict[str, tuple[str, str]]:
    """Say for every account where in a journal it stands and what it is called."""
    called: dict[str, tuple[str, str]] = {}
    for account in exports.accounts(read.tx, read.club.id):
        member, season = member_of(account), season_member_of(account)
        if member is not None:
            called[account] = ("Liabilities:Evening", read.names.get(member, member))
        elif season is not None:
            called[account] = ("Liabilities:Account", read.names.get(season, season))
        elif is_haferl(account):
            called[account] = ("Liabilities:Haferl", f"Table-{account[-4:]}")
        elif account in (CASH, BANK):
            called[account] = ("Assets", account)
        else:
            called[account] = ("Equity", account)
    # A duplicate's money is the person's.
    for id_, person in read.person.items():
        if id_ != person:
            for of in (member_account, season_account):
                called.pop(of(id_), None)
                called.setdefault(
                    of(person),
                    (
                        "Liabilities:Evening" if of is member_account else "Liabilities:Account",
                        read.names[person],
                    ),
                )
    return called


def booked_entries(
    read: Reader, nights: Sequence[NightRow] | None
) -> Iterator[tuple[NightRow | None, EntryRow, list[tuple[str, str, int]]]]:
    """Give entries with their night and lines: of these nights, or with None of all the club."""
    tx, club_id = read.tx, read.club.id
    if nights is None:
        known = {night.id: night for night in all_nights(read)}
        for head, lines in entries.in_order(tx, club_id):
            yield known.get(head.night_id or ""), head, lines
        return
    for night in nights:
        for head in entries.of_night(tx, club_id, night.id):
            rows = entries.lines_of(tx, club_id, head.number)
            yield night, head, [(row.debit, row.credit, row.amount) for row in rows]


def all_nights(read: Reader) -> list[NightRow]:
    """Return every night of the club by its day."""
    return night_rows.between(read.tx, read.club.id, "0000-01-01", "9999-12-31")
