"""House rules of a club: named, versioned, never changed once a deal was scored with them."""

import json
from collections.abc import Mapping
from functools import lru_cache

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules.house import PRESET_LABELS
from scorekeeper.rules.house import PRESETS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import HouseRulesError
from scorekeeper.rules.house import rules_as_dict
from scorekeeper.rules.house import rules_from
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import once
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import HouseRulesView
from scorekeeper.store import house_rules
from scorekeeper.store.engine import Transaction
from scorekeeper.store.house_rules import HouseRulesRow

_OPTIONS_MAX = 100


def list_house_rules(
    desk: Desk, *, club_id: str, game: str | None = None
) -> tuple[HouseRulesView, ...]:
    """Return every version by game and name, the oldest first."""
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        rows = house_rules.list_all(tx, club_id)
    return tuple(view(row) for row in rows if game in (None, row.game))


def get_house_rules(desk: Desk, *, club_id: str, house_rules_id: str) -> HouseRulesView:
    """Return one version.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, house_rules_id)


def create_house_rules(
    desk: Desk,
    *,
    club_id: str,
    game: str,
    name: str,
    options: Mapping[str, object],
    key: str | None = None,
) -> HouseRulesView:
    """Keep house rules under a name; a name that exists gets a next version.

    The newest version with the very same options is returned instead of another one like it.

    Raises ScorekeeperError: OPTION_UNKNOWN or OPTION_VALUE at the option's name.
    """
    game, name = bounds.game(game), bounds.name(name)
    changed = checked(game, options)

    def work(tx: Transaction) -> tuple[str, HouseRulesView]:
        clubs.read(tx, club_id)
        made = find_or_add(tx, desk, club_id, game=game, name=name, options=changed)
        return made.id, made

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["create_house_rules", game, name, changed],
        work=work,
        again=lambda tx, made: read(tx, club_id, made),
    )


def preset_house_rules(desk: Desk, *, club_id: str, game: str, preset: str) -> HouseRulesView:
    """Return a club's house rules of a preset; they are kept on first use."""
    game = bounds.game(game)
    if preset not in PRESETS[Game(game)]:
        raise bounds.invalid("preset", preset)

    def work(tx: Transaction) -> HouseRulesView:
        club = clubs.read(tx, club_id)
        return from_preset(tx, desk, club_id, game=game, preset=preset, language=club.language)

    return written(desk, work)


def from_preset(
    tx: Transaction, desk: Desk, club_id: str, *, game: str, preset: str, language: str
) -> HouseRulesView:
    """Return the house rules of a preset, named in the club's language."""
    label = PRESET_LABELS[preset]
    name = label.de if language == "de" else label.en
    options = PRESETS[Game(game)][preset]
    return find_or_add(tx, desk, club_id, game=game, name=name, options=options)


def find_or_add(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    *,
    game: str,
    name: str,
    options: Mapping[str, str | int],
) -> HouseRulesView:
    """Return the newest version of this name with these options, added if it is not the newest."""
    written = json.dumps(options, sort_keys=True, separators=(",", ":"))
    versions = house_rules.versions(tx, club_id, game, bounds.name_key(name))
    if versions and versions[0].options == written:
        return view(versions[0])
    row = HouseRulesRow(
        id=desk.new_id(),
        game=game,
        name=versions[0].name if versions else name,
        version=versions[0].version + 1 if versions else 1,
        options=written,
        frozen=False,
    )
    house_rules.add(
        tx,
        club_id,
        rules_id=row.id,
        game=game,
        name=row.name,
        name_key=bounds.name_key(name),
        version=row.version,
        options=written,
        at=desk.now(),
    )
    return view(row)


def checked(game: str, options: object) -> dict[str, str | int]:
    """Return the options that differ from the rule book.

    Raises ScorekeeperError: OPTION_UNKNOWN or OPTION_VALUE at the option's name.
    """
    if not isinstance(options, Mapping) or len(options) > _OPTIONS_MAX:
        raise bounds.invalid("options", "")
    try:
        return rules_as_dict(rules_from(Game(game), options))
    except HouseRulesError as error:
        place = str(error.name)[:60]
        if error.option is None:
            raise ScorekeeperError(ErrorCode.OPTION_UNKNOWN, place, option=place) from error
        allowed = [str(value) for value in error.option.values]
        if error.option.span is not None:
            allowed.append(f"{error.option.span[0]}–{error.option.span[1]}")
        raise ScorekeeperError(
            ErrorCode.OPTION_VALUE,
            place,
            option=place,
            value=str(error.value)[:40],
            allowed=", ".join(allowed),
        ) from error


def read(tx: Transaction, club_id: str, house_rules_id: str) -> HouseRulesView:
    """Return one version within a transaction."""
    row = house_rules.get(tx, club_id, bounds.id_(house_rules_id, "house_rules"))
    if row is None:
        raise bounds.missing("house_rules")
    return view(row)


@lru_cache(maxsize=512)
def rules_of(game: str, options: str) -> HouseRules:
    """Return the rules that a stored version means."""
    return rules_from(Game(game), json.loads(options))


def view(row: HouseRulesRow) -> HouseRulesView:
    """Return what pages show of a version."""
    return HouseRulesView(
        id=row.id,
        game=row.game,
        name=row.name,
        version=row.version,
        options=json.loads(row.options),
        frozen=bool(row.frozen),
    )
