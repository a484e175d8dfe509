"""Tables: who sits there, what is played, who deals."""

import json
from collections.abc import Callable
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.rules.house import WattenRules
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import house_rules
from scorekeeper.services import members
from scorekeeper.services import people
from scorekeeper.services import standing as standings
from scorekeeper.services import table_views
from scorekeeper.services.answering import once
from scorekeeper.services.desk import Desk
from scorekeeper.services.standing import Standing
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import SeatingView
from scorekeeper.services.views import TableView
from scorekeeper.store import nights
from scorekeeper.store import seats as stays
from scorekeeper.store import tables
from scorekeeper.store.engine import Transaction
from scorekeeper.store.tables import FullRow

DEALS_MAX = 10_000
_TABLES_MAX = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """What may change at a table between two deals."""

    seats: tuple[str, ...]
    standing: Standing
    game: str
    rules_id: str
    tariff: int


def open_table(
    desk: Desk,
    *,
    club_id: str,
    night_id: str,
    game: str,
    house_rules_id: str,
    tariff: int,
    member_ids: Sequence[str],
    key: str,
    name: str = "",
) -> TableView:
    """Open a table of an open night; the members sit clockwise, the last of them deals first.

    Raises ScorekeeperError: NIGHT_NOT_OPEN, SEATS_COUNT, SEAT_TAKEN, MEMBER_INACTIVE.
    """
    game, tariff = bounds.game(game), bounds.tariff(tariff)
    name = bounds.text(name, "name", bounds.NAME_MAX)
    people = tuple(member_ids[:100])
    require_count(len(people), game)

    def work(tx: Transaction) -> tuple[str, TableView]:
        club = clubs.read(tx, club_id)
        rules = house_rules.read(tx, club_id, house_rules_id)
        if rules.game != game:
            raise bounds.invalid("house_rules", rules.game)
        members.require_active(tx, club_id, people, "members")
        made = add(
            tx,
            desk,
            club,
            bounds.id_(night_id, "night"),
            game=game,
            rules_id=rules.id,
            tariff=tariff,
            member_ids=people,
            name=name,
        )
        return made, read(tx, club_id, made, shown=0)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["open_table", night_id, game, house_rules_id, tariff, people, name],
        work=work,
        again=lambda tx, made: read(tx, club_id, made, shown=0),
    )


def get_table(desk: Desk, *, club_id: str, table_id: str, deals: int = 20) -> TableView:
    """Return a table with its last deals.

    Raises ScorekeeperError: NOT_FOUND.
    """
    shown = bounds.number(deals, "deals", 0, DEALS_MAX)
    with desk.store.read() as tx:
        return read(tx, club_id, table_id, shown=shown)


def get_seating(desk: Desk, *, club_id: str, table_id: str) -> SeatingView:
    """Return of a table only what reading the entry of its next deal needs.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        row = tables.get(tx, club_id, bounds.id_(table_id, "table"))
    if row is None:
        raise bounds.missing("table")
    return table_views.seating_view(row)


def get_revision(desk: Desk, *, club_id: str, table_id: str) -> int:
    """Return how often the table has changed, for those who watch it."""
    with desk.store.read() as tx:
        found = tables.revision(tx, club_id, table_id)
    if found is None:
        raise bounds.missing("table")
    return found


def join_table(
    desk: Desk,
    *,
    club_id: str,
    table_id: str,
    member_id: str,
    place: int | None = None,
    key: str | None = None,
) -> TableView:
    """Seat somebody at a place counted from 0 clockwise, by default the last.

    Raises ScorekeeperError: SEATS_COUNT when six sit there, SEAT_TAKEN, MEMBER_INACTIVE.
    """

    def change(tx: Transaction, row: FullRow, now: Seated) -> Seated:
        _require_free(tx, club_id, row, member_id)
        if len(now.seats) >= standings.PEOPLE_MAX:
            raise ScorekeeperError(ErrorCode.SEATS_COUNT, "members", count=len(now.seats) + 1)
        at = len(now.seats) if place is None else bounds.number(place, "place", 0, len(now.seats))
        seats = (*now.seats[:at], member_id, *now.seats[at:])
        stays.add(
            tx,
            club_id,
            table_id=row.table.id,
            night_id=row.night.id,
            member_ids=(member_id,),
            at=desk.now(),
        )
        return replace(
            now,
            seats=seats,
            standing=standings.joined(now.standing, now.seats, member_id, now.game),
        )

    return _change(desk, club_id, table_id, key, ["join_table", member_id, place], change)


def leave_table(
    desk: Desk, *, club_id: str, table_id: str, member_id: str, key: str | None = None
) -> TableView:
    """Let somebody go; his balance stays in the night.

    Raises ScorekeeperError: NOT_FOUND when he does not sit there, SEATS_COUNT for the last one.
    """

    def change(tx: Transaction, row: FullRow, now: Seated) -> Seated:
        _require_seated(now, member_id)
        if len(now.seats) == 1:
            raise ScorekeeperError(ErrorCode.SEATS_COUNT, "members", count=0)
        stays.leave(tx, club_id, table_id=row.table.id, member_id=member_id, at=desk.now())
        standing = standings.left(now.standing, now.seats, member_id)
        return replace(
            now, seats=tuple(one for one in now.seats if one != member_id), standing=standing
        )

    return _change(desk, club_id, table_id, key, ["leave_table", member_id], change)


def substitute(
    desk: Desk, *, club_id: str, table_id: str, out_id: str, in_id: str, key: str | None = None
) -> TableView:
    """Put somebody in another's place; the turn to deal goes with the place.

    Raises ScorekeeperError: SEAT_TAKEN, MEMBER_INACTIVE, NOT_FOUND.
    """

    def change(tx: Transaction, row: FullRow, now: Seated) -> Seated:
        _require_seated(now, out_id)
        _require_free(tx, club_id, row, in_id)
        at = desk.now()
        stays.leave(tx, club_id, table_id=row.table.id, member_id=out_id, at=at)
        stays.add(
            tx,
            club_id,
            table_id=row.table.id,
            night_id=row.night.id,
            member_ids=(in_id,),
            at=at,
        )
        seats = tuple(in_id if one == out_id else one for one in now.seats)
        return replace(
            now, seats=seats, standing=standings.substituted(now.standing, out_id, in_id)
        )

    return _change(desk, club_id, table_id, key, ["substitute", out_id, in_id], change)


def set_dealer(
    desk: Desk, *, club_id: str, table_id: str, member_id: str, key: str | None = None
) -> TableView:
    """Say who deals next."""

    def change(_tx: Transaction, row: FullRow, now: Seated) -> Seated:
        _require_seated(now, member_id)
        standing = standings.dealt_by(now.standing, member_id, row.table.game)
        return replace(now, standing=standing)

    return _change(desk, club_id, table_id, key, ["set_dealer", member_id], change)


def set_sitting_out(
    desk: Desk,
    *,
    club_id: str,
    table_id: str,
    member_ids: Sequence[str],
    key: str | None = None,
) -> TableView:
    """Say who sits out in the next deal, in Watten in the whole match.

    Raises ScorekeeperError: SEATS_COUNT when too few or too many would play.
    """
    chosen = tuple(member_ids[: standings.PEOPLE_MAX])

    def change(_tx: Transaction, row: FullRow, now: Seated) -> Seated:
        for member_id in chosen:
            _require_seated(now, member_id)
        playing = len(now.seats) - len(set(chosen))
        if not standings.enough_playing(playing, row.table.game):
            raise ScorekeeperError(ErrorCode.SEATS_COUNT, "members", count=playing)
        return replace(now, standing=replace(now.standing, resting=chosen))

    return _change(desk, club_id, table_id, key, ["set_sitting_out", chosen], change)


def change_game(
    desk: Desk,
    *,
    club_id: str,
    table_id: str,
    game: str,
    house_rules_id: str,
    tariff: int,
    key: str | None = None,
) -> TableView:
    """Change game, house rules or tariff from the next deal on.

    Raises ScorekeeperError: SEATS_COUNT when the people at the table cannot play this game.
    """
    game, tariff = bounds.game(game), bounds.tariff(tariff)

    def change(tx: Transaction, _row: FullRow, now: Seated) -> Seated:
        rules = house_rules.read(tx, club_id, house_rules_id)
        if rules.game != game:
            raise bounds.invalid("house_rules", rules.game)
        require_count(len(now.seats), game)
        standing = now.standing if game == now.game else replace(now.standing, resting=None)
        return replace(now, game=game, rules_id=rules.id, tariff=tariff, standing=standing)

    body = ["change_game", game, house_rules_id, tariff]
    return _change(desk, club_id, table_id, key, body, change)


def announce_last_round(
    desk: Desk, *, club_id: str, table_id: str, on: bool, key: str | None = None
) -> TableView:
    """Announce that the night ends when all have dealt equally often, or take it back."""

    def change(_tx: Transaction, _row: FullRow, now: Seated) -> Seated:
        return replace(now, standing=standings.announced(now.standing, now.seats, on=bool(on)))

    return _change(desk, club_id, table_id, key, ["announce_last_round", bool(on)], change)


def set_seats(
    desk: Desk,
    *,
    club_id: str,
    table_id: str,
    member_ids: Sequence[str],
    key: str | None = None,
) -> TableView:
    """Seat the same people in another order, clockwise.

    Raises ScorekeeperError: VALUE_INVALID when they are not the same people.
    """
    order = tuple(member_ids[:100])

    def change(_tx: Transaction, _row: FullRow, now: Seated) -> Seated:
        if sorted(order) != sorted(now.seats):
            raise bounds.invalid("members", "")
        return replace(now, seats=order)

    return _change(desk, club_id, table_id, key, ["set_seats", order], change)


def new_match(desk: Desk, *, club_id: str, table_id: str, key: str | None = None) -> TableView:
    """Begin a new Watten match with the next deal."""
    return _decide(desk, club_id, table_id, key, standings.NEW_MATCH)


def continue_match(desk: Desk, *, club_id: str, table_id: str, key: str | None = None) -> TableView:
    """Go on with the running Watten match though the partners have changed.

    Each side goes on with the points of its better member.
    """
    return _decide(desk, club_id, table_id, key, standings.GO_ON)


def _decide(desk: Desk, club_id: str, table_id: str, key: str | None, decision: str) -> TableView:
    def change(_tx: Transaction, row: FullRow, now: Seated) -> Seated:
        if row.table.game != standings.WATTEN:
            raise bounds.invalid("game", row.table.game)
        said = decision
        if decision == standings.NEW_MATCH and _partners_changed(row, now):
            said = standings.NEW_IF_CHANGED
        return replace(now, standing=replace(now.standing, decision=said))

    return _change(desk, club_id, table_id, key, ["decide", decision], change)


def _partners_changed(row: FullRow, now: Seated) -> bool:
    rules = house_rules.rules_of(row.table.game, row.rules.options)
    players = standings.players_next(now.standing, now.seats, row.table.game)
    asked = replace(now.standing, decision="")
    return (
        isinstance(rules, WattenRules)
        and bool(players)
        and standings.partners_changed(asked, players, rules.target)
    )


def add(
    tx: Transaction,
    desk: Desk,
    club: ClubView,
    night_id: str,
    *,
    game: str,
    rules_id: str,
    tariff: int,
    member_ids: tuple[str, ...],
    name: str,
) -> str:
    """Add a table to an open night and seat people there; return its id."""
    night = nights.lock(tx, club.id, night_id)
    if night is None:
        raise bounds.missing("night")
    if night.state != "open":
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night", number=night.number)
    number = bounds.number(tables.next_number(tx, club.id, night_id), "tables", 1, _TABLES_MAX)
    taken = people.seated(tx, club.id, night_id)
    for member_id in member_ids:
        if member_id in taken:
            raise _taken(tx, club.id, member_id, taken[member_id])
    table_id = desk.new_id()
    tables.add(
        tx,
        club.id,
        table_id=table_id,
        night_id=night_id,
        number=number,
        name=name or word(club, "services.table", number=number),
        game=game,
        rules_id=rules_id,
        tariff=tariff,
        currency="EUR",
        seats=json.dumps(member_ids),
        standing=standings.as_text(Standing(dealer=member_ids[-1])),
    )
    stays.add(
        tx,
        club.id,
        table_id=table_id,
        night_id=night_id,
        member_ids=member_ids,
        at=desk.now(),
    )
    return table_id


def read(tx: Transaction, club_id: str, table_id: str, *, shown: int) -> TableView:
    """Return a table within a transaction."""
    row = tables.get(tx, club_id, bounds.id_(table_id, "table"))
    if row is None:
        raise bounds.missing("table")
    return table_views.read(tx, club_id, row, shown)


def lock(tx: Transaction, club_id: str, table_id: str) -> FullRow:
    """Return an open table that nobody else changes until this transaction ends.

    Raises ScorekeeperError: NOT_FOUND, NIGHT_NOT_OPEN.
    """
    row = tables.lock(tx, club_id, bounds.id_(table_id, "table"))
    if row is None:
        raise bounds.missing("table")
    if not row.table.open:
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night", number=row.night.number)
    return row


def require_count(count: int, game: str) -> None:
    """Refuse too few or too many people for a game."""
    if not standings.enough_seated(count, game):
        raise ScorekeeperError(ErrorCode.SEATS_COUNT, "members", count=count)


def word(club: ClubView, key: str, **values: object) -> str:
    """Say a name the program gives, in the language of the club."""
    return translator(club.language)(key, **values)


def _change(
    desk: Desk,
    club_id: str,
    table_id: str,
    key: str | None,
    body: list[object],
    change: Callable[[Transaction, FullRow, Seated], Seated],
) -> TableView:
    def work(tx: Transaction) -> tuple[str, TableView]:
        seen = tables.get(tx, club_id, bounds.id_(table_id, "table"))
        if seen is None:
            raise bounds.missing("table")
        # The night first: a member may sit at one table of it only.
        nights.lock(tx, club_id, seen.night.id)
        row = lock(tx, club_id, table_id)
        table = row.table
        now = Seated(
            seats=tuple(json.loads(table.seats)),
            standing=standings.from_text(table.standing),
            game=table.game,
            rules_id=table.house_rules_id,
            tariff=table.tariff,
        )
        after = change(tx, row, now)
        tables.change(
            tx,
            club_id,
            table.id,
            game=after.game,
            rules_id=after.rules_id,
            tariff=after.tariff,
            seats=json.dumps(after.seats),
            standing=standings.as_text(standings.seated_dealer(after.standing, after.seats)),
        )
        return table.id, read(tx, club_id, table.id, shown=20)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=[table_id, *body],
        work=work,
        again=lambda tx, made: read(tx, club_id, made, shown=20),
    )


def _require_seated(now: Seated, member_id: str) -> None:
    if member_id not in now.seats:
        raise bounds.missing("member")


def _require_free(tx: Transaction, club_id: str, row: FullRow, member_id: str) -> None:
    members.require_active(tx, club_id, (member_id,), "member")
    taken = people.seated(tx, club_id, row.night.id)
    if member_id in taken:
        raise _taken(tx, club_id, member_id, taken[member_id])


def _taken(tx: Transaction, club_id: str, member_id: str, table: str) -> ScorekeeperError:
    name = members.read(tx, club_id, member_id).name
    return ScorekeeperError(ErrorCode.SEAT_TAKEN, "member", name=name, table=table)
