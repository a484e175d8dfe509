"""Posting what a sheet holds: nights by day, one entry a row, within one transaction."""

from dataclasses import dataclass
from dataclasses import field

from scorekeeper.i18n import translator
from scorekeeper.i18n.formats import format_cents
from scorekeeper.ledger.amounts import lines_between
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import member_account
from scorekeeper.services import bounds
from scorekeeper.services import folding
from scorekeeper.services import forming
from scorekeeper.services import import_people
from scorekeeper.services import ratings
from scorekeeper.services import seasons
from scorekeeper.services.closing import book_of
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_check import Checked
from scorekeeper.services.import_check import SheetDeal
from scorekeeper.services.import_mapping import MEMBERS
from scorekeeper.services.import_mapping import SheetMapping
from scorekeeper.services.import_people import Added
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction
from scorekeeper.store.imports import BatchRow

_BETWEEN = " · "


@dataclass(slots=True, kw_only=True)
class Brought:
    """What an import left behind: nights, the members it added, its first and last entry."""

    nights: list[str] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    entries: tuple[int, int] | None = None

    def posted(self, numbers: list[int]) -> None:
        """Take note of entries that were posted."""
        if numbers:
            first = numbers[0] if self.entries is None else self.entries[0]
            self.entries = (first, numbers[-1])

    def member(self, added: Added) -> str:
        """Take note of somebody who became a member, and return his id."""
        if added.is_new:
            self.members.append(added.id)
        return added.id


def bring_in(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    row: BatchRow,
    mapping: SheetMapping,
    checked: Checked,
) -> Brought:
    """Begin the nights of a sheet that has no problems, and post its rows.

    Raises ScorekeeperError: SEASON_CLOSED for a day in a season that was closed.
    """
    brought = Brought()
    if mapping.kind == MEMBERS:
        for _, name in checked.members:
            brought.member(import_people.add(tx, desk, club_id, name))
        return brought
    accounts = {
        column: member_account(
            member or brought.member(import_people.add(tx, desk, club_id, checked.names[column]))
        )
        for column, member in checked.people.items()
    }
    accounts[checked.purse] = PURSE
    by_day: dict[str, list[SheetDeal]] = {}
    for deal in checked.deals:
        by_day.setdefault(deal.day, []).append(deal)
    number = nights.next_number(tx, club_id)
    seasons_moved: set[str] = set()
    for day in sorted(by_day):
        night_id = begin_night(
            tx, desk, club_id, number=number, day=day, season_id=mapping.season_id or None
        )
        number += 1
        brought.nights.append(night_id)
        night = nights.get(tx, club_id, night_id)
        assert night is not None
        postings = [
            Posting(
                kind=EntryKind.AMOUNTS,
                lines=lines_between({accounts[column]: cents for column, cents in deal.changes}),
                about=row.id,
                why=_reason(desk, deal),
            )
            for deal in by_day[day]
        ]
        brought.posted(post(tx, desk, book_of(club_id, night), postings, key=row.id))
        nights.set_state(tx, club_id, night_id, state="closed", closed_at=desk.now())
        folding.fold_night(tx, club_id, night_id, rate=False)
        seasons_moved.add(night.season_id)
    for season_id in sorted(seasons_moved):
        if not forming.catch_up(tx, club_id, season_id):
            ratings.ask(tx, desk, club_id, season_id)
    return brought


def _reason(desk: Desk, deal: SheetDeal) -> str:
    """Return the remark of a row, and what the purse gave or got because it missed zero."""
    if not deal.missing:
        return deal.remark
    amount = format_cents(abs(deal.missing), desk.language)
    side = "gives" if deal.missing > 0 else "takes"
    said = translator(desk.language)(f"files.difference.{side}", amount=amount)
    remark = deal.remark[: bounds.REASON_MAX - len(said) - len(_BETWEEN)]
    return _BETWEEN.join(filter(None, (remark, said)))


def begin_night(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    *,
    number: int,
    day: str,
    season_id: str | None = None,
    place: str = "",
) -> str:
    """Begin a night of that day and return its id."""
    night_id = desk.new_id()
    nights.add(
        tx,
        club_id,
        night_id=night_id,
        number=number,
        date=day,
        place=place,
        season_id=seasons.for_night(tx, desk, club_id, day, season_id),
        at=desk.now(),
    )
    return night_id
