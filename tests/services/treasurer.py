"""A treasurer with pencil and paper: every booking recomputed in plain Python, without lines.

He knows what lies where, what everybody stands at and what the club owns, and adds and subtracts
as the words say. Nothing in here knows of entries, debits or credits.
"""

import random
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from datetime import timedelta

from scorekeeper.services import cash_book
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services.desk import Desk
from scorekeeper.services.purse_views import BookingView
from tests.services.play import Keys

TODAY = date(2026, 11, 27)


@dataclass(slots=True)
class Paper:
    """What the treasurer's sheet says."""

    cash: int = 0
    bank: int = 0
    purse: int = 0
    accounts: dict[str, int] = field(default_factory=dict)

    def add(self, cash: int = 0, bank: int = 0, purse: int = 0, **accounts: int) -> None:
        self.cash += cash
        self.bank += bank
        self.purse += purse
        for one, cents in accounts.items():
            self.accounts[one] = self.accounts.get(one, 0) + cents

    def put(self, place: str, cents: int) -> None:
        if place == "cash":
            self.cash += cents
        else:
            self.bank += cents


@dataclass(slots=True)
class Club:
    """A club with members, its catalogue, and the short way to book."""

    desk: Desk
    club_id: str
    ids: dict[str, str]
    keys: Keys

    def name(self, member_id: str) -> str:
        return next(name for name, one in self.ids.items() if one == member_id)

    def accounts(self) -> dict[str, int]:
        found = cash_book.list_accounts(self.desk, club_id=self.club_id)
        return {one.member.name: one.cents for one in found}


def found_club(desk: Desk, names: str = "Anna Bert Caro Dora") -> Club:
    """Found a club of these people."""
    club = clubs.create_club(desk, name="Stammtisch")
    ids = {name: members.add_member(desk, club_id=club.id, name=name).id for name in names.split()}
    return Club(desk, club.id, ids, Keys("purse-key"))


def pay_in(club: Club, name: str, amount: int, **more: object) -> BookingView:
    """Let somebody pay into his account, in cash."""
    told: dict[str, object] = {"place": "cash", "key": club.keys(), **more}
    return purse.member_pays(
        club.desk, club_id=club.club_id, member_id=club.ids[name], amount=amount, **told
    )


def spend(club: Club, amount: int, **more: object) -> BookingView:
    """Spend money of the purse."""
    told: dict[str, object] = {"place": "cash", "category": "Blumen", "key": club.keys(), **more}
    return purse.enter(club.desk, club_id=club.club_id, kind="expense", amount=amount, **told)


def any_booking(
    dice: random.Random, club: Club, paper: Paper, done: list[tuple[BookingView, Paper]]
) -> None:
    """Book anything, on the program's side and on paper."""
    what = dice.choice(["charge", "enter", "pays", "transfer", "move", "host", "back", "back"])
    amount = dice.randint(1, 5000)
    place = dice.choice(["cash", "bank"])
    day = TODAY - timedelta(days=dice.randint(0, 60))
    names = dice.sample(sorted(club.ids), dice.randint(1, len(club.ids)))
    common = {"club_id": club.club_id, "key": club.keys()}
    one, sheet = names[0], Paper()
    if what == "charge":
        _charge(dice, club, paper, done, names, amount)
        return
    if what == "enter":
        kind = dice.choice(["income", "expense"])
        cents = amount if kind == "income" else -amount
        sheet.add(purse=cents)
        sheet.put(place, cents)
        booked = purse.enter(
            club.desk, kind=kind, amount=amount, category="x", place=place, day=day, **common
        )
    elif what == "pays":
        out = dice.random() < 0.3
        cents = -amount if out else amount
        sheet.add(**{one: cents})
        sheet.put(place, cents)
        booked = purse.member_pays(
            club.desk,
            member_id=club.ids[one],
            amount=amount,
            place=place,
            paid_out=out,
            day=day,
            **common,
        )
    elif what == "transfer" and len(names) > 1:
        sheet.add(**{one: -amount, names[1]: amount})
        booked = purse.member_transfer(
            club.desk,
            payer_id=club.ids[one],
            payee_id=club.ids[names[1]],
            amount=amount,
            day=day,
            **common,
        )
    elif what == "host":
        if dice.random() < 0.5:
            sheet.add(purse=-amount)
            sheet.put(place, -amount)
            booked = purse.pay_host(club.desk, amount=amount, place=place, day=day, **common)
        else:
            sheet.add(purse=-amount, **{one: amount})
            booked = purse.pay_host(
                club.desk, amount=amount, member_id=club.ids[one], day=day, **common
            )
    elif what == "back" and done:
        was, sheet_was = done.pop(dice.randrange(len(done)))
        purse.take_back(club.desk, entry=was.entry, reason="verschrieben", **common)
        _apply(paper, sheet_was, -1)
        return
    else:
        sheet.put(place, amount)
        sheet.put("bank" if place == "cash" else "cash", -amount)
        booked = purse.move_money(club.desk, to=place, amount=amount, day=day, **common)
    _apply(paper, sheet, 1)
    done.append((booked, sheet))


def _charge(
    dice: random.Random,
    club: Club,
    paper: Paper,
    done: list[tuple[BookingView, Paper]],
    names: list[str],
    amount: int,
) -> None:
    kind = dice.choice(["fee", "fine"])
    items = [x for x in purse_items.list_items(club.desk, club_id=club.club_id) if x.kind == kind]
    item = dice.choice(items) if items and dice.random() < 0.7 else None
    paid = dice.choice([None, None, "cash", "bank"])
    booked = purse.charge(
        club.desk,
        club_id=club.club_id,
        kind=kind,
        member_ids=[club.ids[name] for name in names],
        item_id=None if item is None else item.id,
        amount=amount if item is None else None,
        words="" if item is not None else "Sonderbeitrag",
        paid=paid,
        again=True,
        key=club.keys(),
    )
    cents = amount if item is None else item.amount
    for one in booked:
        assert one.member is not None
        sheet = Paper()
        if one.kind == "member_payment":
            sheet.add(**{one.member.name: cents})
            sheet.put(paid or "", cents)
        else:
            sheet.add(purse=cents, **{one.member.name: -cents})
        _apply(paper, sheet, 1)
        done.append((one, sheet))


def _apply(paper: Paper, sheet: Paper, times: int) -> None:
    paper.add(times * sheet.cash, times * sheet.bank, times * sheet.purse)
    for one, cents in sheet.accounts.items():
        paper.accounts[one] = paper.accounts.get(one, 0) + times * cents
