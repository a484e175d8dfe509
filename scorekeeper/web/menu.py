"""The menu: where this visitor may go from here."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import current_app
from flask import g
from flask import request
from flask import url_for

from scorekeeper.services.permissions import NO_ROLES
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import TableGrant
from scorekeeper.services.permissions import Visitor
from scorekeeper.services.permissions import may as may_do
from scorekeeper.services.permissions import needed

# Endpoint, words, and what its pages call themselves; those of parts that are not there are left
# out.
CLUB = (
    ("nights.index", "web.menu.nights", "nights"),
    ("search.show", "people.search.title", "search"),
    ("members.index", "web.menu.members", "members"),
    ("house_rules.index", "web.menu.house_rules", "house_rules"),
    ("seasons.index", "web.menu.seasons", "seasons"),
    ("rulings.book", "rulings.title", "rulings"),
    ("disputes.new", "desk.title", "dispute"),
    ("purse.index", "gate.menu.purse", "purse"),
    ("proving.show", "settling.proof.menu", "proof"),
    ("files.index", "gate.menu.files", "files"),
    ("tokens.index", "gate.menu.tokens", "tokens"),
    ("officers.index", "gate.menu.officers", "officers"),
    ("club_pages.settings", "gate.menu.settings", "settings"),
)
NOBODY = Visitor()

Entry = tuple[str, str, str]


def visitor() -> Visitor:
    """Return who asks; a stranger when the gate could not say."""
    found: Visitor = g.get("visitor", NOBODY)
    return found


def doings(club_id: str | None) -> Mapping[str, bool]:
    """Say of every action whether this visitor may do it in the club this page is about."""
    here = visitor()
    held = NO_ROLES if club_id is None else here.roles_in(club_id)
    grant = here.grant if here.grant is not None and here.grant.club_id == club_id else None
    return _doings(held, grant, here.scopes, club_id)


@lru_cache(maxsize=1024)
def _doings(
    held: frozenset[Role],
    grant: TableGrant | None,
    scopes: frozenset[Action] | None,
    club_id: str | None,
) -> Mapping[str, bool]:
    one = Visitor(roles={club_id or "": held}, grant=grant, scopes=scopes)
    return {action.value: one.may(action, club_id) for action in Action}


def address(endpoint: str, **values: Any) -> str:
    """Return the address of a page, "" while there is no such page."""
    return url_for(endpoint, **values) if endpoint in current_app.view_functions else ""


def entries(club_id: str | None) -> tuple[Entry, ...]:
    """Return address, words and name of every page of the menu that leads somewhere."""
    here = visitor()
    nobody = club_id is None or here.grant is not None
    held = NO_ROLES if nobody else here.roles_in(club_id or "")
    return _built(current_app.name, request.script_root, club_id if held else None, held)


@lru_cache(maxsize=1024)
def _built(app: str, root: str, club_id: str | None, held: frozenset[Role]) -> tuple[Entry, ...]:
    found: list[Entry] = []
    if club_id is not None:
        for endpoint, words, name in CLUB:
            action = needed(current_app.view_functions.get(endpoint))
            if action is not None and may_do(held, action):
                found.append((url_for(endpoint, club_id=club_id), words, name))
        found.append(
            (url_for("rulebook.club_index", club_id=club_id), "rulebook.title", "rulebook")
        )
    else:
        found.append((url_for("rulebook.index"), "rulebook.title", "rulebook"))
    return tuple(found)
