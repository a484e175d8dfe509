"""`scorekeeper maschine`: does this Watten hand take three tricks, whatever the others do?"""

import json
import sys
from typing import NoReturn

import click

from scorekeeper.cards import Card
from scorekeeper.cards import CardError
from scorekeeper.cards import card_name
from scorekeeper.cards import card_set
from scorekeeper.cards import cards_of
from scorekeeper.cards import parse_card
from scorekeeper.cards import parse_rank
from scorekeeper.cards import parse_suit
from scorekeeper.cards import rank_name
from scorekeeper.cards import suit_name
from scorekeeper.i18n import Translator
from scorekeeper.i18n import translator
from scorekeeper.rules.house import Game
from scorekeeper.rules.record import HAND_SIZE
from scorekeeper.rules.watten_points import TRICKS_TO_WIN
from scorekeeper.solver.maschine import sure_tricks

MASCHINE_FORMAT = "maschine/1"

_STATUS_SURE = 0
_STATUS_NOT_SURE = 1
_STATUS_NO_HAND = 2


@click.command("maschine")
@click.argument("cards", nargs=-1, required=True, metavar="CARDS")
@click.option("--schlag", required=True, help="The rank that is Schlag: A K O U 10 9 8 7.")
@click.option("--trump", required=True, help="The suit that is trump: E G H S.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--lang", type=click.Choice(["de", "en"]), default="de", help="Language spoken.")
def command(cards: tuple[str, ...], schlag: str, trump: str, as_json: bool, lang: str) -> None:
    """Say whether five cards, as in "HK S7 E7 H9 G8", are sure of three tricks.

    Whatever the others hold and play, the partner included, in whatever order these cards are
    played, and whoever leads. Exit status: 0 sure, 1 not sure, 2 not a hand.
    """
    t = translator(lang)
    try:
        rank = parse_rank(schlag)
    except CardError:
        _refuse(t, "schlag", schlag)
    try:
        suit = parse_suit(trump)
    except CardError:
        _refuse(t, "trump", trump)
    hand = card_set(_read_hand(cards, t))
    tricks = sure_tricks(hand, rank, suit)
    sure = tricks >= TRICKS_TO_WIN
    if as_json:
        text = json.dumps({"format": MASCHINE_FORMAT, "sure": sure}, separators=(",", ":"))
    else:
        text = t(
            "maschine.sure" if sure else "maschine.not_sure",
            cards=" ".join(map(card_name, cards_of(hand))),
            schlag=rank_name(rank),
            trump=suit_name(suit),
            tricks=tricks,
        )
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.exit(_STATUS_SURE if sure else _STATUS_NOT_SURE)


def _read_hand(texts: tuple[str, ...], t: Translator) -> list[Card]:
    names = " ".join(texts).split()
    try:
        hand = [parse_card(name) for name in names]
    except CardError:
        _refuse(t, "cards", " ".join(names))
    if len(hand) != HAND_SIZE[Game.WATTEN] or len(set(hand)) != len(hand):
        _refuse(t, "cards", " ".join(names))
    return hand


def _refuse(t: Translator, what: str, text: str) -> NoReturn:
    """Say what cannot be read, and stop."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in text)
    sentence = t(f"maschine.{what}", text=shown)
    sys.stderr.buffer.write(sentence.encode("utf-8", "backslashreplace") + b"\n")
    sys.exit(_STATUS_NO_HAND)
