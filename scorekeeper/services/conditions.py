"""Changing something only as it was seen: what stands there now is compared in the transaction.

A tag names a view as it was read. Who changes a thing with `unless_changed` hands its tags over;
if it looks otherwise by then, nothing is done, so that of two who change at once one is told.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace
from typing import Generic
from typing import TypeVar

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts
from scorekeeper.services import bank_details
from scorekeeper.services import bounds
from scorekeeper.services import club_texts
from scorekeeper.services import clubs
from scorekeeper.services import deals
from scorekeeper.services import guests
from scorekeeper.services import imports
from scorekeeper.services import ladders
from scorekeeper.services import members
from scorekeeper.services import money_rules
from scorekeeper.services import night_views
from scorekeeper.services import officers
from scorekeeper.services import public_seasons
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services import seasons
from scorekeeper.services import tables
from scorekeeper.services import webhooks
from scorekeeper.services.accounts import AccountView
from scorekeeper.services.bank_details import BankView
from scorekeeper.services.club_texts import ClubTexts
from scorekeeper.services.desk import Desk
from scorekeeper.services.guests import DoorView
from scorekeeper.services.import_views import ImportView
from scorekeeper.services.ladder_views import LadderView
from scorekeeper.services.officers import OfficerView
from scorekeeper.services.public_seasons import PublicView
from scorekeeper.services.purse_views import ItemView
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import DealView
from scorekeeper.services.views import MemberView
from scorekeeper.services.views import MoneyRulesView
from scorekeeper.services.views import NightView
from scorekeeper.services.views import SeasonView
from scorekeeper.services.views import TableView
from scorekeeper.services.webhooks import WebhookView
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import imports as import_rows
from scorekeeper.store import locks
from scorekeeper.store import nights
from scorekeeper.store import officers as officer_rows
from scorekeeper.store import seasons as season_rows
from scorekeeper.store.engine import Transaction

View = TypeVar("View")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing(Generic[View]):
    """Something that can be changed: how it is read, and how it is held on to meanwhile."""

    read: Callable[[Transaction], View]
    hold: Callable[[Transaction], None]


def tag(view: object) -> str:
    """Return a name for what a view shows: another one when anything in it is another."""
    if isinstance(view, TableView):
        # Whatever is told of its deals, the revision counts every change of them.
        view = replace(view, deals=())
    return hashlib.sha256(repr(view).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def look(desk: Desk, thing: Thing[View]) -> View:
    """Return a thing as it is now.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return thing.read(tx)


def unless_changed(desk: Desk, thing: Thing[View], tags: frozenset[str] | None, place: str) -> Desk:
    """Return a desk at which the next change is made only while a thing has one of these tags.

    With None it only has to be there. The change raises ScorekeeperError: CHANGED_MEANWHILE.
    """

    def check(tx: Transaction) -> None:
        thing.hold(tx)
        found = thing.read(tx)
        if found is None if tags is None else tag(found) not in tags:
            raise ScorekeeperError(ErrorCode.CHANGED_MEANWHILE, place)

    return replace(desk, before=check)


def club(club_id: str) -> Thing[ClubView]:
    """Name a club."""
    return Thing(read=lambda tx: clubs.read(tx, club_id), hold=lambda tx: locks.club_(tx, club_id))


def texts(club_id: str) -> Thing[ClubTexts]:
    """Name what a club says of itself."""
    return Thing(
        read=lambda tx: club_texts.read(tx, club_id), hold=lambda tx: locks.club_(tx, club_id)
    )


def account(account_id: str) -> Thing[AccountView]:
    """Name an account."""

    def hold(tx: Transaction) -> None:
        accounts.read(tx, account_id, hold=True)

    return Thing(read=lambda tx: accounts.read(tx, account_id), hold=hold)


def member(club_id: str, member_id: str) -> Thing[MemberView]:
    """Name a member."""
    return Thing(
        read=lambda tx: members.read(tx, club_id, member_id),
        hold=lambda tx: locks.member_(tx, club_id, member_id),
    )


def bank(club_id: str, member_id: str) -> Thing[BankView | None]:
    """Name where a member wants to be paid, as long as he says it."""
    return Thing(
        read=lambda tx: bank_details.read(tx, club_id, member_id),
        hold=lambda tx: locks.member_(tx, club_id, member_id),
    )


def season(club_id: str, season_id: str) -> Thing[SeasonView]:
    """Name a season with its totals."""
    return Thing(
        read=lambda tx: seasons.read(tx, club_id, season_id),
        hold=lambda tx: season_rows.lock_to_close(tx, club_id, bounds.id_(season_id, "season")),
    )


def night(club_id: str, night_id: str) -> Thing[NightView]:
    """Name a night."""

    def hold(tx: Transaction) -> None:
        nights.lock(tx, club_id, night_id)

    return Thing(read=lambda tx: night_views.read(tx, club_id, night_id), hold=hold)


def table(club_id: str, table_id: str) -> Thing[TableView]:
    """Name a table. Its night is held first, as who changes a table holds it."""

    def read(tx: Transaction) -> TableView:
        return tables.read(tx, club_id, table_id, shown=0)

    def hold(tx: Transaction) -> None:
        nights.lock(tx, club_id, read(tx).night.id)
        locks.table(tx, club_id, table_id)

    return Thing(read=read, hold=hold)


def deal(club_id: str, deal_id: str) -> Thing[DealView]:
    """Name a deal with its history. Its night and table are held first."""

    def hold(tx: Transaction) -> None:
        place = locks.place_of_deal(tx, club_id, deal_id)
        if place is not None:
            nights.lock(tx, club_id, place[1])
            locks.table(tx, club_id, place[0])

    return Thing(read=lambda tx: deals.read(tx, club_id, deal_id), hold=hold)


def ladder(club_id: str, ladder_id: str) -> Thing[LadderView]:
    """Name a ladder in its present version."""
    return Thing(
        read=lambda tx: ladders.read(tx, club_id, ladder_id),
        hold=lambda tx: locks.ladder_(tx, club_id, ladder_id),
    )


def item(club_id: str, item_id: str) -> Thing[ItemView]:
    """Name a fee or fine of the catalogue."""
    return Thing(
        read=lambda tx: purse_items.view(purse_items.read(tx, club_id, item_id)),
        hold=lambda tx: locks.item_(tx, club_id, item_id),
    )


def terms(club_id: str) -> Thing[MoneyRulesView]:
    """Name what a club's new evenings begin with."""
    return Thing(
        read=lambda tx: money_rules.read(tx, club_id), hold=lambda tx: locks.club_(tx, club_id)
    )


def haferl(club_id: str) -> Thing[bool]:
    """Name whether a Haferl left over is the purse's."""

    def hold(tx: Transaction) -> None:
        club_rows.lock_chain(tx, club_id)

    return Thing(read=lambda tx: purse.read_haferl(tx, club_id), hold=hold)


def officer(club_id: str, account_id: str) -> Thing[OfficerView | None]:
    """Name what somebody is in a club, as long as he is anything."""
    return Thing(
        read=lambda tx: officers.read(tx, club_id, account_id),
        hold=lambda tx: officer_rows.lock_owners(tx, club_id),
    )


def public_season(club_id: str, season_id: str) -> Thing[PublicView]:
    """Name the link under which anybody may look at a season."""
    return Thing(
        read=lambda tx: public_seasons.read(tx, club_id, season_id),
        hold=lambda tx: locks.season_(tx, club_id, season_id),
    )


def door(club_id: str, table_id: str) -> Thing[DoorView]:
    """Name the door of a table and who came in by it. Its night is held first."""

    def hold(tx: Transaction) -> None:
        nights.lock(tx, club_id, guests.read(tx, club_id, table_id).night_id)
        locks.code_(tx, club_id, table_id)

    return Thing(read=lambda tx: guests.read(tx, club_id, table_id), hold=hold)


def sheet(club_id: str, import_id: str) -> Thing[ImportView]:
    """Name a file that was handed in."""

    def hold(tx: Transaction) -> None:
        import_rows.lock(tx, club_id, import_id)

    return Thing(read=lambda tx: imports.read(tx, club_id, import_id), hold=hold)


def webhook(club_id: str, webhook_id: str) -> Thing[WebhookView]:
    """Name whom a club tells what happened."""
    return Thing(
        read=lambda tx: webhooks.read(tx, club_id, webhook_id),
        hold=lambda tx: locks.webhook_(tx, club_id, webhook_id),
    )
