"""Everything a club keeps about a person, as JSON with readable names, written piece by piece.

The piece read last is the only one in memory, so a file of many years is written like one of an
evening. What is left out are secrets that prove who somebody is (hashes of passwords, devices and
keys).
"""

import json
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import asdict
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import season_account
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import people
from scorekeeper.services.desk import Desk
from scorekeeper.services.members import names_of
from scorekeeper.services.person_card import PersonCard
from scorekeeper.services.person_card import person_card
from scorekeeper.services.purse_people import receipt_words
from scorekeeper.services.ruling_views import story
from scorekeeper.services.showing import Names
from scorekeeper.services.showing import deal_view
from scorekeeper.services.veiling import veil_of
from scorekeeper.store import bank_details
from scorekeeper.store import bookings
from scorekeeper.store import deals
from scorekeeper.store import facets
from scorekeeper.store import members as member_rows
from scorekeeper.store import personal
from scorekeeper.store import persons
from scorekeeper.store import rulings
from scorekeeper.store import sign_in
from scorekeeper.store import tokens
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of

FORMAT = "scorekeeper-person/1"
_BLOCK = 500
_CHANGES_MAX = 10_000
_ENCODER = json.JSONEncoder(ensure_ascii=False, default=lambda value: value.isoformat())


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFile:
    """A file about a person: what to call it, and its pieces."""

    name: str
    pieces: Iterator[str]


def export_person(desk: Desk, *, club_id: str, member_id: str) -> PersonFile:
    """Return everything that is kept about a person, whichever of his ids is asked for.

    Raises ScorekeeperError: NOT_FOUND.
    """
    card = person_card(desk, club_id=club_id, member_id=member_id)
    plain = bounds.name_key(card.member.name)
    word = "-".join("".join(sign if sign.isalnum() else " " for sign in plain).split())
    name = f"{word or 'person'}-{desk.clock():%Y-%m-%d}.json"
    return PersonFile(name=name, pieces=_pieces(desk, club_id, card))


def _pieces(desk: Desk, club_id: str, card: PersonCard) -> Iterator[str]:
    with desk.store.walk() as tx:
        ids = people.ids_of(tx, club_id, card.member.id)
        names = names_of(member_rows.everybody(tx, club_id), veil_of(tx, club_id))
        yield "{\n"
        yield from _field("format", FORMAT)
        yield from _field("made_at", desk.clock())
        yield from _field("club", clubs.read(tx, club_id).name)
        yield from _field("person", _person(tx, club_id, card))
        yield from _field("accounts", _accounts(tx, club_id, ids))
        yield from _field("bank_details", _bank_details(tx, club_id, ids))
        yield from _field("bank_changes", _bank_changes(tx, club_id, ids))
        yield from _field("seasons", [asdict(one) for one in card.seasons])
        yield from _list("seats", _seats(tx, club_id, ids))
        yield from _list("deals", _deals(tx, club_id, ids, names))
        yield from _list("movements", _movements(tx, club_id, ids, names), last=True)
        yield "}\n"


def _field(name: str, value: object) -> Iterator[str]:
    yield f"{_ENCODER.encode(name)}: {_ENCODER.encode(value)},\n"


def _list(name: str, values: Iterable[object], *, last: bool = False) -> Iterator[str]:
    yield f"{_ENCODER.encode(name)}: ["
    between = "\n"
    for value in values:
        yield between + _ENCODER.encode(value)
        between = ",\n"
    yield "\n]\n" if last else "\n],\n"


def _person(tx: Transaction, club_id: str, card: PersonCard) -> dict[str, object]:
    member = card.member
    row = members.read(tx, club_id, member.id)
    return {
        "name": row.name,
        "other_names": [one.name for one in card.duplicates],
        "guest": row.guest,
        "active": row.active,
        "anonymous": row.anonymous,
        "nights": row.nights,
        "account_with_club": card.account,
        "decisions": [asdict(one) for one in card.steps],
    }


def _accounts(tx: Transaction, club_id: str, ids: Iterable[str]) -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "email": email,
            "roles": [
                {"role": role, "since": since, "given_by": by}
                for role, since, by in personal.roles_of(tx, club_id, account_id)
            ],
            "devices": [
                {"name": device, "since": since}
                for device, since in personal.devices_of(tx, account_id)
            ],
            "passkeys": [
                {"name": one.name, "since": one.created_at, "last_used": one.used_on or None}
                for one in sign_in.passkeys(tx, account_id)
            ],
            "keys": [
                {
                    "name": one.name,
                    "scopes": one.scopes.split(),
                    "since": one.created_at,
                    "last_used": one.used_on or None,
                    "ended_at": one.revoked_at,
                }
                for one in tokens.of_club(tx, club_id)
                if one.account_id == account_id
            ],
        }
        for account_id, name, email in personal.accounts_of(tx, club_id, ids)
    ]


def _bank_details(tx: Transaction, club_id: str, ids: Iterable[str]) -> list[dict[str, str]]:
    return [
        {"holder": holder, "iban": iban, "bic": bic}
        for holder, iban, bic in personal.bank_details(tx, club_id, ids)
    ]


def _bank_changes(tx: Transaction, club_id: str, ids: Iterable[str]) -> list[dict[str, str]]:
    veil = veil_of(tx, club_id)
    return [
        {"kind": row.kind, "who": veil.text(row.who, row.at), "at": row.at}
        for one in ids
        for row in bank_details.changes(tx, club_id, one, count=_CHANGES_MAX)
    ]


def _seats(tx: Transaction, club_id: str, ids: Iterable[str]) -> Iterator[dict[str, object]]:
    for one in ids:
        for stay in persons.stays(tx, club_id, one):
            yield {
                "evening": stay.day,
                "table": stay.table_name,
                "came_at": stay.came_at,
                "left_at": stay.left_at,
            }


def _deals(
    tx: Transaction, club_id: str, ids: Iterable[str], names: Names
) -> Iterator[dict[str, object]]:
    for one in ids:
        after: tuple[str, int] = ("", 0)
        while True:
            block = facets.of_member(tx, club_id, one, after=after, count=_BLOCK)
            if not block:
                break
            after = (block[-1].day, block[-1].seq)
            for row in block:
                yield _deal(tx, club_id, one, row.day, row.deal_id, names)


def _deal(
    tx: Transaction, club_id: str, member_id: str, day: str, deal_id: str, names: Names
) -> dict[str, object]:
    told = deals.get(tx, club_id, deal_id)
    assert told is not None
    earlier = []
    if told.version.version > 1:
        earlier = deals.history(tx, club_id, deal_id)[:-1]
    view = deal_view(told, names, {}, earlier)
    return {
        "evening": date.fromisoformat(day),
        "table": view.table_name,
        "number": view.number,
        "game": view.game,
        "counts": view.state == "valid",
        "cents": view.changes.get(member_id, 0),
        "record": view.record,
        "result": view.outcome,
        "who": view.who,
        "at": view.at,
        "reason": view.reason,
        "earlier": [
            {
                "record": one.record,
                "cents": one.changes.get(member_id, 0),
                "who": one.who,
                "at": one.at,
                "reason_of_change": one.reason,
            }
            for one in view.history
        ],
        "disputes": _disputes(tx, club_id, deal_id, names),
    }


def _disputes(tx: Transaction, club_id: str, deal_id: str, names: Names) -> list[dict[str, Any]]:
    return [
        {
            "number": dispute.number,
            "state": dispute.state,
            "steps": [
                asdict(step) for step in story(rulings.steps(tx, club_id, dispute.id), names)
            ],
        }
        for dispute in rulings.of_deal(tx, club_id, deal_id)
    ]


def _movements(
    tx: Transaction, club_id: str, ids: Iterable[str], names: Names
) -> Iterator[dict[str, object]]:
    """Give every line that moved money of the person, in nights and on his account."""
    own = {member_account(one) for one in ids}
    for one in ids:
        account = member_account(one)
        nights = {stay.night_id for stay in persons.stays(tx, club_id, one)}
        nights |= persons.stands(tx, club_id, account).keys()
        for night_id in sorted(nights):
            for row in persons.lines_of_night(tx, club_id, night_id, account):
                yield _movement(tx, club_id, row, names, night_id)
        running = season_account(one)
        for row in persons.lines_of_account(tx, club_id, running):
            if not own & {row.debit, row.credit}:  # carried from a night, where it stands already
                yield _movement(tx, club_id, row, names, None)


def _movement(
    tx: Transaction, club_id: str, row: persons.MovedRow, names: Names, night_id: str | None
) -> dict[str, object]:
    told = {
        "entry": row.number,
        "at": moment_of(row.at),
        "kind": row.kind,
        "night_id": night_id,
        "from": _said(row.debit, names),
        "to": _said(row.credit, names),
        "cents": row.amount,
        "who": names.veil.text(row.who, row.at),
        "reason": names.veil.text(row.why, row.at),
    }
    return {**told, **_booked(tx, club_id, row, names)}


def _booked(
    tx: Transaction, club_id: str, row: persons.MovedRow, names: Names
) -> dict[str, object]:
    """Return what the treasurer wrote of a line of the purse, nothing for one of the games."""
    games = ("member:", "haferl:")
    if row.debit.startswith(games) and row.credit.startswith(games):
        return {}
    found = bookings.plain(tx, club_id, row.number)
    if found is None:
        return {}
    return {
        "day": found.day,
        "category": names.veil.text(found.category, row.at),
        "words": names.veil.text(found.words, row.at),
        "voucher": names.veil.text(found.voucher, row.at),
        "receipt": receipt_words(found.year, found.receipt),
    }


def _said(account: str, names: Names) -> str:
    """Name an account: a member's name, with "account:" before it where it is with the club."""
    kind, _, id_ = account.partition(":")
    if kind == "member":
        return names.of(id_)
    return f"{kind}:{names.of(id_)}" if kind == "account" else kind
