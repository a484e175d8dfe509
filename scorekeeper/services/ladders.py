"""Ladders of a season: which there are, in versions, and how they stand after any night.

A change is a new version; standings name theirs. Each version tells beforehand from what seed its
lots would be drawn. A closed season's ladders stand as they ended: nothing of it can change.
"""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.i18n.ladder_words import usual_names
from scorekeeper.season import tiebreak
from scorekeeper.season.ladder import ALL
from scorekeeper.season.ladder import USUAL
from scorekeeper.season.ladder import USUAL_TIE_BREAKS
from scorekeeper.season.ladder import Kind
from scorekeeper.season.ladder import Ladder
from scorekeeper.season.ladder import TieBreak
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import once
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.ladder_views import LadderView
from scorekeeper.store import ladders
from scorekeeper.store import seasons
from scorekeeper.store.engine import Transaction
from scorekeeper.store.ladders import LadderRow
from scorekeeper.store.moments import moment_of

NIGHTS_MAX = 1_000
DEALS_MAX = 1_000_000
SEED_MAX = 80
_LADDERS_MAX = 50
_SETTINGS = frozenset(Ladder.__dataclass_fields__)
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def create_ladder(
    desk: Desk,
    *,
    club_id: str,
    season_id: str,
    name: str,
    settings: Mapping[str, Any],
    seed: str = "",
    key: str | None = None,
) -> LadderView:
    """Add a ladder to a season; `settings` are the fields of `season.ladder.Ladder`.

    Without a seed one is made, and told.

    Raises ScorekeeperError: NOT_FOUND, SEASON_CLOSED, NAME_INVALID, VALUE_INVALID at the setting,
    NAME_TAKEN where another of the season has the name or is shown by it in some language.
    """
    name, seed = bounds.name(name), bounds.text(seed, "seed", SEED_MAX)
    told = checked(settings)

    def work(tx: Transaction) -> tuple[str, LadderView]:
        _require_open(tx, club_id, season_id)
        number = ladders.next_number(tx, club_id, season_id)
        _require_free(tx, club_id, season_id, name)
        bounds.number(number, "ladders", 1, _LADDERS_MAX)
        row = _first(desk, season_id, number, name, told, seed or _seed(desk), desk.actor)
        ladders.add(tx, club_id, row)
        return row.id, view(row)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["create_ladder", season_id, name, _text(told), seed],
        work=work,
        again=lambda tx, made: view(_get(tx, club_id, made)),
    )


def change_ladder(
    desk: Desk,
    *,
    club_id: str,
    ladder_id: str,
    name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: str | None = None,
    key: str | None = None,
) -> LadderView:
    """Give a ladder a new version; what is not named stays. The earlier versions are kept.

    Raises ScorekeeperError: NOT_FOUND, SEASON_CLOSED, NAME_INVALID, VALUE_INVALID, NAME_TAKEN.
    """
    called = None if name is None else bounds.name(name)
    sown = None if seed is None else bounds.text(seed, "seed", SEED_MAX)
    asked = dict(settings or {})
    checked({**_plain(Ladder(kind=Kind.MONEY)), **asked})

    def work(tx: Transaction) -> tuple[str, LadderView]:
        row = _get(tx, club_id, ladder_id)
        _require_open(tx, club_id, row.season_id)
        told = checked({**json.loads(row.settings), **asked})
        if called is not None and bounds.name_key(called) not in _keys(row):
            _require_free(tx, club_id, row.season_id, called)
        changed = row._replace(
            current=row.version + 1,
            version=row.version + 1,
            name=called or row.name,
            settings=_text(told),
            seed=row.seed if sown is None else sown or _seed(desk),
            who=desk.actor,
            at=desk.now(),
        )
        ladders.change(tx, club_id, changed)
        return row.id, view(changed)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["change_ladder", ladder_id, called, asked, sown],
        work=work,
        again=lambda tx, made: view(_get(tx, club_id, made)),
    )


def retire_ladder(desk: Desk, *, club_id: str, ladder_id: str, retired: bool = True) -> LadderView:
    """Show a ladder no more, or again; it is never deleted.

    Raises ScorekeeperError: NOT_FOUND, SEASON_CLOSED.
    """

    def work(tx: Transaction) -> LadderView:
        row = _get(tx, club_id, ladder_id)
        _require_open(tx, club_id, row.season_id)
        ladders.retire(tx, club_id, row, retired=retired)
        return view(_get(tx, club_id, ladder_id))

    return written(desk, work)


def list_ladders(
    desk: Desk, *, club_id: str, season_id: str, retired: bool = False
) -> tuple[LadderView, ...]:
    """Return the ladders of a season in their order.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        _season(tx, club_id, season_id)
        rows = ladders.of_season(tx, club_id, season_id)
    return tuple(view(row) for row in rows if retired or not row.retired)


def ladder_history(desk: Desk, *, club_id: str, ladder_id: str) -> tuple[LadderView, ...]:
    """Return every version of a ladder, the oldest first.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        rows = ladders.history(tx, club_id, bounds.id_(ladder_id, "ladder"))
    if not rows:
        raise bounds.missing("ladder")
    return tuple(view(row) for row in rows)


def read(tx: Transaction, club_id: str, ladder_id: str) -> LadderView:
    """Return the present version of a ladder within a transaction.

    Raises ScorekeeperError: NOT_FOUND.
    """
    return view(_get(tx, club_id, ladder_id))


def add_usual(tx: Transaction, desk: Desk, club_id: str, season_id: str) -> None:
    """Give a new season the ladders every one begins with."""
    club = clubs.read(tx, club_id)
    t = translator(club.language)
    for number, ladder in enumerate(USUAL, 1):
        name = t(f"season.usual.{ladder.kind}")
        row = _first(desk, season_id, number, name, ladder, _seed(desk), "")
        ladders.add(tx, club_id, row)


def complete(tx: Transaction, desk: Desk, club_id: str) -> None:
    """Give the usual ladders to seasons that were begun before there were any."""
    for season in seasons.list_all(tx, club_id):
        if not ladders.of_season(tx, club_id, season.id):
            add_usual(tx, desk, club_id, season.id)


def checked(settings: Mapping[str, Any]) -> Ladder:
    """Return a ladder of these settings.

    Raises ScorekeeperError: VALUE_INVALID at the setting that cannot be.
    """
    for name in settings:
        if name not in _SETTINGS:
            raise bounds.invalid("settings", name)
    kind = _one_of(Kind, settings.get("kind"), "kind")
    game = settings.get("game", ALL)
    if game != ALL:
        game = bounds.game(game)
    best = settings.get("best")
    if best is not None:
        best = bounds.number(best, "best", 1, NIGHTS_MAX)
    drop = bounds.number(settings.get("drop", 0), "drop", 0, NIGHTS_MAX)
    if drop and (best is not None):
        raise bounds.invalid("drop", drop)
    if kind is Kind.ATTENDANCE and (drop or best is not None):
        raise bounds.invalid("best" if best else "drop", best or drop)
    order = settings.get("tie_breaks", USUAL_TIE_BREAKS)
    if not isinstance(order, list | tuple) or len(order) > len(TieBreak):
        raise bounds.invalid("tie_breaks", "")
    try:
        ties = tiebreak.checked([_one_of(TieBreak, one, "tie_breaks") for one in order])
    except ValueError as error:
        raise bounds.invalid("tie_breaks", ", ".join(map(str, order))) from error
    return Ladder(
        kind=kind,
        game=game,
        best=best,
        drop=drop,
        min_nights=bounds.number(settings.get("min_nights", 0), "min_nights", 0, NIGHTS_MAX),
        min_deals=bounds.number(settings.get("min_deals", 0), "min_deals", 0, DEALS_MAX),
        guests=_yes_or_no(settings.get("guests", True), "guests"),
        substitutes=_yes_or_no(settings.get("substitutes", True), "substitutes"),
        tie_breaks=ties,
    )


def ladder_of(row: LadderRow) -> Ladder:
    """Return what a stored version says."""
    return checked(json.loads(row.settings))


def view(row: LadderRow) -> LadderView:
    """Return what pages show of a version."""
    return LadderView(
        id=row.id,
        season_id=row.season_id,
        number=row.number,
        name=row.name,
        version=row.version,
        seed=row.seed,
        who=row.who,
        at=moment_of(row.at),
        retired=bool(row.retired),
        **{**_plain(ladder_of(row)), "tie_breaks": tuple(json.loads(row.settings)["tie_breaks"])},
    )


def _seed(desk: Desk) -> str:
    """Return a new seed to draw lots from that can be read out: 12 random hex digits in fours."""
    digits = desk.new_id()[-12:]
    return " ".join((digits[:4], digits[4:8], digits[8:]))


def _first(
    desk: Desk, season_id: str, number: int, name: str, ladder: Ladder, seed: str, who: str
) -> LadderRow:
    return LadderRow(
        id=desk.new_id(),
        season_id=season_id,
        number=number,
        current=1,
        retired=0,
        version=1,
        name=name,
        settings=_text(ladder),
        seed=seed,
        who=who,
        at=desk.now(),
    )


def _get(tx: Transaction, club_id: str, ladder_id: str) -> LadderRow:
    row = ladders.get(tx, club_id, bounds.id_(ladder_id, "ladder"))
    if row is None:
        raise bounds.missing("ladder")
    return row


def _season(tx: Transaction, club_id: str, season_id: str) -> seasons.SeasonRow:
    row = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
    if row is None:
        raise bounds.missing("season")
    return row


def _require_open(tx: Transaction, club_id: str, season_id: str) -> None:
    if _season(tx, club_id, season_id).closed_at is not None:
        raise ScorekeeperError(ErrorCode.SEASON_CLOSED, "season")


def _require_free(tx: Transaction, club_id: str, season_id: str, name: str) -> None:
    """Refuse a name that a ladder of the season has, or is shown by in some language."""
    wanted = bounds.name_key(name)
    if any(wanted in _keys(row) for row in ladders.of_season(tx, club_id, season_id)):
        raise ScorekeeperError(ErrorCode.NAME_TAKEN, "name", name=name, of="ladder")


def _keys(row: LadderRow) -> frozenset[str]:
    """Return all a ladder is called, as names are compared; a usual one by language."""
    usual = usual_names(row.number)
    return frozenset(map(bounds.name_key, usual if row.name in usual else (row.name,)))


def _plain(ladder: Ladder) -> dict[str, Any]:
    told: dict[str, Any] = {name: getattr(ladder, name) for name in sorted(_SETTINGS)}
    return {**told, "kind": ladder.kind.value, "tie_breaks": [t.value for t in ladder.tie_breaks]}


def _text(ladder: Ladder) -> str:
    return _ENCODER.encode(_plain(ladder))


def _one_of(words: Any, value: object, place: str) -> Any:
    if not isinstance(value, str) or value not in words.__members__.values():
        raise bounds.invalid(place, value)
    return words(value)


def _yes_or_no(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise bounds.invalid(place, value)
    return value
