"""`scorekeeper purse`: the club's money as its treasurer keeps it."""

import click

from scorekeeper.cli.purse import booking
from scorekeeper.cli.purse import catalogue
from scorekeeper.cli.purse import closing
from scorekeeper.cli.purse import reading


@click.group("purse")
def command() -> None:
    """Show and keep the club's purse."""


for _one in (
    *(reading.show, reading.list_, reading.statement, reading.print_),
    *(booking.book, booking.charge, booking.pay, booking.host, booking.move, booking.transfer),
    *(booking.opening, booking.take_back_),
    *(catalogue.items, catalogue.add_item_, catalogue.haferl),
    *(closing.close_month_, closing.open_month_, closing.close_season_),
):
    command.add_command(_one)
