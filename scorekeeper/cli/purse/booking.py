"""Booking into the purse, and taking it back."""

from datetime import datetime

import click

from scorekeeper.cli.purse.amount import AMOUNT
from scorekeeper.cli.purse.amount import SIGNED
from scorekeeper.cli.purse.amount import named_amount
from scorekeeper.cli.purse.asking import BANK
from scorekeeper.cli.purse.asking import CLUB
from scorekeeper.cli.purse.asking import DAY
from scorekeeper.cli.purse.asking import WHO
from scorekeeper.cli.purse.asking import WORDS
from scorekeeper.cli.purse.asking import at
from scorekeeper.cli.purse.asking import date_of
from scorekeeper.cli.purse.asking import member_id
from scorekeeper.cli.purse.asking import new_key
from scorekeeper.cli.purse.asking import place_of
from scorekeeper.cli.purse.asking import tell


@click.command("book")
@click.argument("kind", type=click.Choice(["income", "expense"]))
@click.argument("amount", type=AMOUNT)
@click.argument("category")
@click.option("--voucher", default="", help="Number on the paper receipt.")
@WORDS
@BANK
@DAY
@WHO
@CLUB
def book(
    kind: str,
    amount: int,
    category: str,
    voucher: str,
    words: str,
    day: datetime | None,
    who: str,
    club: str | None,
    *,
    bank: bool,
) -> None:
    """Book an income or expense of an AMOUNT for a CATEGORY and print its receipt's number."""
    from scorekeeper.services.purse import enter

    with at(club, who) as (desk, where):
        booked = enter(
            desk,
            club_id=where.id,
            kind=kind,
            amount=amount,
            category=category,
            place=place_of(bank),
            words=words,
            voucher=voucher,
            day=date_of(day),
            key=new_key(),
        )
        tell(desk, where, booked)


@click.command("charge")
@click.argument("item")
@click.argument("members", nargs=-1, required=True)
@click.option("--amount", type=AMOUNT, help="Another amount than the catalogue has.")
@click.option("--again", is_flag=True, help="Also where this fee stands in the month already.")
@WORDS
@DAY
@WHO
@CLUB
def charge(
    item: str,
    members: tuple[str, ...],
    amount: int | None,
    words: str,
    day: datetime | None,
    who: str,
    club: str | None,
    *,
    again: bool,
) -> None:
    """Charge an ITEM of the catalogue to MEMBERS, all by name."""
    from scorekeeper.services import bounds
    from scorekeeper.services.purse import charge as charged
    from scorekeeper.services.purse_items import list_items

    with at(club, who) as (desk, where):
        wanted = bounds.name_key(item.strip())
        found = [
            one
            for one in list_items(desk, club_id=where.id)
            if one.id == item or bounds.name_key(one.name) == wanted
        ]
        if len(found) != 1:
            raise bounds.missing("item")
        booked = charged(
            desk,
            club_id=where.id,
            kind=found[0].kind,
            member_ids=[member_id(desk, where, name) for name in members],
            item_id=found[0].id,
            amount=amount,
            words=words,
            day=date_of(day),
            again=again,
            key=new_key(),
        )
        for one in booked:
            tell(desk, where, one)


@click.command("pay")
@click.argument("member")
@click.argument("amount", type=AMOUNT)
@click.option("--out", "paid_out", is_flag=True, help="He is paid out instead of paying in.")
@WORDS
@BANK
@DAY
@WHO
@CLUB
def pay(
    member: str,
    amount: int,
    words: str,
    day: datetime | None,
    who: str,
    club: str | None,
    *,
    bank: bool,
    paid_out: bool,
) -> None:
    """Book that a MEMBER paid an AMOUNT into his account."""
    from scorekeeper.services.purse import member_pays

    with at(club, who) as (desk, where):
        booked = member_pays(
            desk,
            club_id=where.id,
            member_id=member_id(desk, where, member),
            amount=amount,
            place=place_of(bank),
            paid_out=paid_out,
            words=words,
            day=date_of(day),
            key=new_key(),
        )
        tell(desk, where, booked)


@click.command("take-back")
@click.argument("entry", type=int)
@click.argument("reason")
@click.option(
    "--day",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Day it is taken back on; its own while that month is open, else today, if left out.",
)
@WHO
@CLUB
def take_back_(entry: int, reason: str, day: datetime | None, who: str, club: str | None) -> None:
    """Take a booking back by its ENTRY's number, for a REASON."""
    from scorekeeper.services.purse import take_back

    with at(club, who) as (desk, where):
        booked = take_back(
            desk,
            club_id=where.id,
            entry=entry,
            reason=reason,
            day=date_of(day),
            key=new_key(),
        )
        tell(desk, where, booked)


@click.command("move")
@click.argument("to", type=click.Choice(["bank", "cash"]))
@click.argument("amount", type=AMOUNT)
@WORDS
@DAY
@WHO
@CLUB
def move(
    to: str, amount: int, words: str, day: datetime | None, who: str, club: str | None
) -> None:
    """Bring an AMOUNT from the cash box to the bank, or fetch it from there."""
    from scorekeeper.services.purse import move_money

    with at(club, who) as (desk, where):
        booked = move_money(
            desk,
            club_id=where.id,
            to=to,
            amount=amount,
            words=words,
            day=date_of(day),
            key=new_key(),
        )
        tell(desk, where, booked)


@click.command("transfer")
@click.argument("payer")
@click.argument("payee")
@click.argument("amount", type=AMOUNT)
@WORDS
@DAY
@WHO
@CLUB
def transfer(
    payer: str,
    payee: str,
    amount: int,
    words: str,
    day: datetime | None,
    who: str,
    club: str | None,
) -> None:
    """Move an AMOUNT from the PAYER's account to the PAYEE's; no cash moves."""
    from scorekeeper.services.purse import member_transfer

    with at(club, who) as (desk, where):
        booked = member_transfer(
            desk,
            club_id=where.id,
            payer_id=member_id(desk, where, payer),
            payee_id=member_id(desk, where, payee),
            amount=amount,
            words=words,
            day=date_of(day),
            key=new_key(),
        )
        tell(desk, where, booked)


@click.command("host")
@click.argument("amount", type=AMOUNT)
@click.option("--member", help="To this member's account instead of in cash.")
@WORDS
@BANK
@DAY
@WHO
@CLUB
def host(
    amount: int,
    member: str | None,
    words: str,
    day: datetime | None,
    who: str,
    club: str | None,
    *,
    bank: bool,
) -> None:
    """Give the host of an evening an AMOUNT out of the purse."""
    from scorekeeper.services.purse import pay_host

    with at(club, who) as (desk, where):
        booked = pay_host(
            desk,
            club_id=where.id,
            amount=amount,
            place=place_of(bank) if member is None else None,
            member_id=None if member is None else member_id(desk, where, member),
            words=words,
            day=date_of(day),
            key=new_key(),
        )
        tell(desk, where, booked)


@click.command("opening")
@click.option("--cash", type=AMOUNT, default=0, help="What lay in the cash box.")
@click.option("--bank", type=SIGNED, default=0, help="What lay at the bank; overdrawn: -5,00.")
@click.option(
    "--member",
    "accounts",
    multiple=True,
    help="NAME=5,00 to somebody's credit, NAME=-5,00 owed; give it once for each.",
)
@DAY
@WHO
@CLUB
def opening(
    cash: int,
    bank: int,
    accounts: tuple[str, ...],
    day: datetime | None,
    who: str,
    club: str | None,
) -> None:
    """Take over what there was on paper; what the club owns follows from it."""
    from scorekeeper.services.purse import open_books

    with at(club, who) as (desk, where):
        told: dict[str, int] = {}
        for one in accounts:
            name, cents = named_amount(one)
            told[member_id(desk, where, name)] = cents
        booked = open_books(
            desk,
            club_id=where.id,
            cash=cash,
            bank=bank,
            accounts=told,
            day=date_of(day),
            key=new_key(),
        )
        tell(desk, where, booked)
