"""Stage 3, people, and stage 4, counts."""

from .errors import Errors
from .table import Table
from .words import Json


def people(table: Table, errors: Errors) -> None:
    """Find the errors of stage 3."""
    fields = table.fields
    seats = table.seats
    if table.dealer not in seats:
        errors.add("unknown_player", "dealer")
    for i, name in enumerate(table.sitting_out):
        if name not in seats:
            errors.add("unknown_player", "sitting_out", i)
    playing = table.playing

    def named(name: Json, *path: str | int) -> None:
        # "it is no seat, or sits out where only players may be named"
        if name not in playing:
            errors.add("unknown_player", *path)

    for i, name in enumerate(table.get("doubles")):
        named(name, "doubles", i)
    for i, (name, _) in enumerate(table.get("auction")):
        named(name, "auction", i, 0)
    if table.declarer is not None:
        named(table.declarer, "contract", "declarer")
    if fields.get("call", {}).get("from") is not None:
        named(fields["call"]["from"], "call", "from")
    for field in ("hands", "tricks_taken", "match"):
        for key, name, _ in table.get(field):
            named(name, field, key)
    for field, key in [
        ("held", "player"),
        ("tricks", "lead"),
        ("raises", "by"),
        ("schlecken", "player"),
        ("rulings", "by"),
        ("ask", "player"),
    ]:
        for i, item in enumerate(table.get(field)):
            if key in item:
                named(item[key], field, i, key)
    for field in ("gehen", "maschine"):
        if field in fields:
            named(fields[field], field)

    # "A three-hander has 3 to 6 seats and 3 players, Watten 2 to 6 seats and 2 to 4 players."
    fewest_seats, fewest, most = (2, 2, 4) if table.watten else (3, 3, 3)
    if not fewest_seats <= len(seats) <= 6:
        errors.add("wrong_count", "seats")
    elif all(name in seats for name in table.sitting_out) and not fewest <= len(playing) <= most:
        errors.add("wrong_count", "sitting_out")


def counts(table: Table, errors: Errors) -> None:
    """Find the errors of stage 4."""
    last = table.last_trick
    for key, _, cards in table.get("hands"):
        if len(cards) != last:  # "not 10 cards (Watten 5)"
            errors.add("wrong_count", "hands", key)
    for field in ("talon", "discards"):
        if field in table.fields and len(table.fields[field]) != 2:
            errors.add("wrong_count", field)
    for i, held in enumerate(table.get("held")):
        # "more cards than the hand had left after that trick"
        if len(held["cards"]) > last - held["after_trick"]:
            errors.add("wrong_count", "held", i, "cards")
    tricks = table.numbered_tricks
    for i, trick in enumerate(tricks):
        players = len(table.players)
        is_last = i == len(tricks) - 1
        if len(trick["cards"]) > players or (len(trick["cards"]) < players and not is_last):
            errors.add("wrong_count", "tricks", i, "cards")
        if trick["n"] > last:  # "`n` is left out and comes after the last trick of the deal"
            errors.add("wrong_count", "tricks", i)
        if trick["given"] and any(trick["n"] <= earlier["n"] for earlier in tricks[:i]):
            errors.add("contradiction", "tricks", i, "n")
    taken = [number for _, _, number in table.get("tricks_taken")]
    # "more than 10 (Watten 5) in all; in a three-hander with all three given also fewer"
    if sum(taken) > last or (not table.watten and len(taken) == 3 and sum(taken) < last):
        errors.add("wrong_count", "tricks_taken")
