"""Nights: begun, closed, opened again, voided."""

from collections.abc import Mapping
from collections.abc import Sequence
from datetime import date as day_of
from datetime import timedelta
from zoneinfo import ZoneInfo

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules.house import PRESETS
from scorekeeper.rules.house import Game
from scorekeeper.services import bounds
from scorekeeper.services import carrying
from scorekeeper.services import clubs
from scorekeeper.services import folding
from scorekeeper.services import house_rules
from scorekeeper.services import members
from scorekeeper.services import night_views
from scorekeeper.services import ratings
from scorekeeper.services import rounding
from scorekeeper.services import seasons
from scorekeeper.services import standing as standings
from scorekeeper.services import tables
from scorekeeper.services.announcing import Event
from scorekeeper.services.announcing import announce
from scorekeeper.services.answering import once
from scorekeeper.services.closing import book_of
from scorekeeper.services.closing import divide
from scorekeeper.services.closing import lock_night
from scorekeeper.services.closing import put_back
from scorekeeper.services.closing import require_closed
from scorekeeper.services.closing import require_open
from scorekeeper.services.closing import require_season
from scorekeeper.services.desk import Desk
from scorekeeper.services.standing import Standing
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import NightView
from scorekeeper.services.views import TableView
from scorekeeper.services.voiding import take_back_all
from scorekeeper.store import deals as deal_rows
from scorekeeper.store import facets
from scorekeeper.store import guests
from scorekeeper.store import money_rules
from scorekeeper.store import nights
from scorekeeper.store import settlements
from scorekeeper.store import tables as table_rows
from scorekeeper.store.engine import Transaction

_MORNING_HOUR = 5  # a night belongs to the evening it began
_PAGE_MAX = 200
_NUMBER_MAX = 10**9


def quick_night(
    desk: Desk,
    *,
    names: Sequence[str],
    game: str,
    tariff: int,
    options: Mapping[str, object],
    key: str,
    place: str = "",
    club_id: str | None = None,
) -> TableView:
    """Begin a night with one table in one step; who is no member yet becomes one.

    Without a club it is the one a machine opens with. `names` sit clockwise, the last of them
    deals first.

    Raises ScorekeeperError: NAME_INVALID, NAME_TAKEN, SEATS_COUNT, OPTION_UNKNOWN, OPTION_VALUE.
    """
    told = [bounds.name(one, f"names/{seat}") for seat, one in enumerate(names[:100])]
    game, tariff = bounds.game(game), bounds.tariff(tariff)
    place = bounds.text(place, "place", bounds.PLACE_MAX)
    changed = house_rules.checked(game, options)
    tables.require_count(len(told), game)
    club = clubs.private_club(desk).id if club_id is None else club_id

    def work(tx: Transaction) -> tuple[str, TableView]:
        shown = clubs.read(tx, club)
        people = members.find_or_add(tx, desk, club, told)
        rules_id = _quick_rules(tx, desk, shown, game, changed)
        night_id = _start(tx, desk, shown, _tonight(desk, shown), place, None)
        table_id = tables.add(
            tx,
            desk,
            shown,
            night_id,
            game=game,
            rules_id=rules_id,
            tariff=tariff,
            member_ids=tuple(member.id for member in people),
            name="",
        )
        return table_id, tables.read(tx, club, table_id, shown=0)

    return once(
        desk,
        club_id=club,
        key=key,
        body=["quick_night", told, game, tariff, changed, place],
        work=work,
        again=lambda tx, made: tables.read(tx, club, made, shown=0),
    )


def start_night(
    desk: Desk,
    *,
    club_id: str,
    key: str,
    date: day_of | None = None,
    place: str = "",
    season_id: str | None = None,
) -> NightView:
    """Begin a night, by default tonight, in the season named or the one that covers its day."""
    place = bounds.text(place, "place", bounds.PLACE_MAX)
    day = None if date is None else bounds.day(date, "date")

    def work(tx: Transaction) -> tuple[str, NightView]:
        club = clubs.read(tx, club_id)
        made = _start(tx, desk, club, day or _tonight(desk, club), place, season_id)
        return made, night_views.read(tx, club_id, made)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["start_night", day, place, season_id],
        work=work,
        again=lambda tx, made: night_views.read(tx, club_id, made),
    )


def list_nights(
    desk: Desk, *, club_id: str, before: int | None = None, limit: int = 50
) -> tuple[NightView, ...]:
    """Return nights by their day, the latest first; `before` is the number of the last one seen.

    An old sheet entered today is an evening of its own day. After a number that no night has there
    is nothing.
    """
    limit = bounds.number(limit, "limit", 1, _PAGE_MAX)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        seen = None
        if before is not None:
            seen = nights.numbered(tx, club_id, bounds.number(before, "before", 0, _NUMBER_MAX))
            if seen is None:
                return ()
        rows = nights.newest(tx, club_id, before=seen, count=limit)
        return tuple(night_views.with_tables(tx, club_id, rows))


def get_numbered(desk: Desk, *, club_id: str, number: int) -> NightView:
    """Return the night of a number.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        row = nights.numbered(tx, club_id, number)
        if row is None:
            raise bounds.missing("night")
        return night_views.with_tables(tx, club_id, [row])[0]


def get_night(desk: Desk, *, club_id: str, night_id: str) -> NightView:
    """Return a night.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return night_views.read(tx, club_id, night_id)


def close_night(desk: Desk, *, club_id: str, night_id: str, key: str) -> NightView:
    """End a night: no more deals, and what lies in a Haferl is divided or the purse's (W31).

    Raises ScorekeeperError: NIGHT_NOT_OPEN.
    """

    def work(tx: Transaction) -> tuple[str, NightView]:
        night = lock_night(tx, club_id, night_id)
        require_open(night)
        book = book_of(club_id, night)
        for table in table_rows.lock_night(tx, club_id, night.id):
            standing = standings.from_text(table.standing)
            divided = divide(tx, desk, book, table, standing, key=key)
            table_rows.set_open(
                tx,
                club_id,
                table.id,
                open_=False,
                standing=table.standing,
                divided_by=divided,
            )
        guests.end_night(tx, club_id, night.id, desk.now())
        nights.set_state(tx, club_id, night.id, state="closed", closed_at=desk.now())
        folding.fold_night(tx, club_id, night.id)
        ratings.ask_if_behind(tx, desk, club_id, night.season_id)
        announce(tx, desk, club_id, Event.NIGHT_CLOSED, night_id=night.id, about=night.id)
        return night.id, night_views.read(tx, club_id, night.id)

    return _once_for_night(desk, club_id, night_id, key, "close_night", "", work)


def reopen_night(desk: Desk, *, club_id: str, night_id: str, key: str) -> NightView:
    """Open a closed night again: the Haferl lies in the middle as before, a proposal is dropped.

    Raises ScorekeeperError: NIGHT_NOT_CLOSED, SETTLEMENT_STARTED once something was paid.
    """

    def work(tx: Transaction) -> tuple[str, NightView]:
        night = lock_night(tx, club_id, night_id)
        require_closed(night)
        if settlements.paid(tx, club_id, night.id):
            raise ScorekeeperError(ErrorCode.SETTLEMENT_STARTED, "night")
        book = book_of(club_id, night)
        carrying.take_back(tx, desk, book, key=key)
        rounding.take_back(tx, desk, book, key=key)
        settlements.replace(tx, club_id, night.id)
        for table in table_rows.lock_night(tx, club_id, night.id):
            put_back(tx, desk, book, table, key=key)
            table_rows.set_open(
                tx, club_id, table.id, open_=True, standing=table.standing, divided_by=None
            )
        nights.set_state(tx, club_id, night.id, state="open", closed_at=None)
        announce(tx, desk, club_id, Event.NIGHT_REOPENED, night_id=night.id, about=night.id)
        return night.id, night_views.read(tx, club_id, night.id)

    return _once_for_night(desk, club_id, night_id, key, "reopen_night", "", work)


def void_night(desk: Desk, *, club_id: str, night_id: str, reason: str, key: str) -> NightView:
    """Void a whole night (a test night): every entry is taken back by a counter-entry.

    Raises ScorekeeperError: REASON_NEEDED, VALUE_INVALID when it is voided already.
    """
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)
    if not reason:
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")

    def work(tx: Transaction) -> tuple[str, NightView]:
        void_within(tx, desk, club_id, night_id, reason, key)
        announce(tx, desk, club_id, Event.NIGHT_VOIDED, night_id=night_id, about=night_id)
        return night_id, night_views.read(tx, club_id, night_id)

    return _once_for_night(desk, club_id, night_id, key, "void_night", reason, work)


def void_within(
    tx: Transaction, desk: Desk, club_id: str, night_id: str, reason: str, key: str
) -> None:
    """Void a whole night within a transaction."""
    night = lock_night(tx, club_id, night_id)
    require_season(night)
    if night.state == "voided":
        raise bounds.invalid("night", night.state)
    for table in table_rows.lock_night(tx, club_id, night.id):
        empty = Standing(dealer=standings.from_text(table.standing).dealer)
        table_rows.set_open(
            tx,
            club_id,
            table.id,
            open_=False,
            standing=standings.as_text(empty),
            divided_by=None,
        )
    take_back_all(tx, desk, book_of(club_id, night), reason, key)
    deal_rows.undo_night(tx, club_id, night.id)
    facets.undo_night(tx, club_id, night.date, night.id)
    folding.drop_night(tx, club_id, night.id)
    settlements.replace(tx, club_id, night.id)
    guests.end_night(tx, club_id, night.id, desk.now())
    nights.set_state(
        tx,
        club_id,
        night.id,
        state="voided",
        closed_at=night.closed_at or desk.now(),
        void_reason=reason,
    )


def _once_for_night(
    desk: Desk,
    club_id: str,
    night_id: str,
    key: str,
    name: str,
    reason: str,
    work: "carrying.Work[NightView]",
) -> NightView:
    return once(
        desk,
        club_id=club_id,
        key=key,
        body=[name, night_id, reason],
        work=work,
        again=lambda tx, made: night_views.read(tx, club_id, made),
    )


def _start(
    tx: Transaction, desk: Desk, club: ClubView, day: str, place: str, season_id: str | None
) -> str:
    night_id = desk.new_id()
    nights.add(
        tx,
        club.id,
        night_id=night_id,
        number=nights.next_number(tx, club.id),
        date=day,
        place=place,
        season_id=seasons.for_night(tx, desk, club.id, day, season_id),
        at=desk.now(),
        **money_rules.get(tx, club.id)._asdict(),
    )
    folding.fold_all(tx, club.id)  # evenings nobody closed; the season before the chain
    return night_id


def _tonight(desk: Desk, club: ClubView) -> str:
    local = desk.clock().astimezone(ZoneInfo(club.time_zone))
    if local.hour < _MORNING_HOUR:
        local -= timedelta(days=1)
    return local.date().isoformat()


def _quick_rules(
    tx: Transaction, desk: Desk, club: ClubView, game: str, options: Mapping[str, str | int]
) -> str:
    """Return house rules of these options, under a preset's name where it is one."""
    for preset, chosen in PRESETS[Game(game)].items():
        if dict(options) == chosen:
            return house_rules.from_preset(
                tx, desk, club.id, game=game, preset=preset, language=club.language
            ).id
    name = tables.word(club, "services.house_rules")
    return house_rules.find_or_add(tx, desk, club.id, game=game, name=name, options=options).id
