"""Who may do what: the one table of actions and roles.

Every route names the action it needs (`needs`); the gate refuses a route that names none. What an
officer may do follows from `ALLOWED` alone, and the documentation prints that table from here.
"""

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from enum import StrEnum
from typing import Any
from typing import TypeVar

View = TypeVar("View", bound=Callable[..., Any])


class Role(StrEnum):
    """What somebody is in a club. One person may hold several."""

    OWNER = "owner"
    TREASURER = "treasurer"
    REFEREE = "referee"
    SCOREKEEPER = "scorekeeper"
    VIEWER = "viewer"


ALL_ROLES = frozenset(Role)
NO_ROLES: frozenset[Role] = frozenset()


class Action(StrEnum):
    """What a route lets people do."""

    PUBLIC = "public"  # anybody at all: health, sign-in, the rule book, imprint
    ENTER_SITE = "enter_site"  # whoever the gate admits, whatever the club
    LOOK = "look"  # nights, ledgers, standings, documents of a night
    RECORD = "record"  # enter deals at a table, preview, undo and correct the last one
    CHANGE = "change"  # correct earlier deals of a night that is open
    CHANGE_CLOSED = "change_closed"  # correct deals of a night that was closed
    HOST_NIGHT = "host_night"  # begin and close nights, tables, who sits where
    VOID_NIGHT = "void_night"  # open a closed night again, void a whole night
    SETTLE = "settle"  # propose who pays whom, tick payments off
    DISPUTE = "dispute"  # bring a dispute before the referee
    RULE = "rule"  # decide disputes
    MEMBERS = "members"  # add, rename, deactivate members
    PEOPLE_DATA = "people_data"  # merge, anonymise, export what is kept about a person
    HOUSE_RULES = "house_rules"  # versions of house rules and what they would change
    SEASONS = "seasons"  # begin and change seasons, ladders, tie-breaks, the public page
    CLOSE_SEASON = "close_season"  # close a season's books, open them again
    SEE_PURSE = "see_purse"  # the cash book and every member's account
    PURSE = "purse"  # book money: fees, fines, receipts, payments in between
    VERIFY = "verify"  # prove the ledger
    IMPORT = "import"  # bring in files, take an import back
    EXPORT = "export"  # everything the club has, as files
    GUESTS = "guests"  # a table's code for guests, its devices
    TOKENS = "tokens"  # keys of one's own for other programs
    ACCOUNT = "account"  # one's own account by a program: devices, passkeys, password
    WEBHOOKS = "webhooks"  # tell other programs what happened
    ROLES = "roles"  # accounts of the club and their roles
    CLUB = "club"  # its name, its texts, its settings


_ALL = frozenset(Role)
_OWNER = frozenset({Role.OWNER})
_MONEY = frozenset({Role.OWNER, Role.TREASURER})
_TABLE = frozenset({Role.OWNER, Role.TREASURER, Role.REFEREE, Role.SCOREKEEPER})

ALLOWED: dict[Action, frozenset[Role]] = {
    Action.PUBLIC: _ALL,
    Action.ENTER_SITE: _ALL,
    Action.LOOK: _ALL,
    Action.RECORD: _TABLE,
    Action.CHANGE: _TABLE,
    Action.CHANGE_CLOSED: frozenset({Role.TREASURER, Role.REFEREE}),
    Action.HOST_NIGHT: _TABLE,
    Action.VOID_NIGHT: frozenset({Role.OWNER, Role.TREASURER, Role.REFEREE}),
    Action.SETTLE: frozenset({Role.OWNER, Role.TREASURER, Role.SCOREKEEPER}),
    Action.DISPUTE: _TABLE,
    Action.RULE: frozenset({Role.REFEREE}),
    Action.MEMBERS: _TABLE,
    Action.PEOPLE_DATA: _OWNER,
    Action.HOUSE_RULES: frozenset({Role.OWNER, Role.REFEREE}),
    Action.SEASONS: _MONEY,
    Action.CLOSE_SEASON: _MONEY,
    Action.SEE_PURSE: _MONEY,
    Action.PURSE: frozenset({Role.TREASURER}),
    Action.VERIFY: frozenset({Role.OWNER, Role.TREASURER, Role.REFEREE}),
    Action.IMPORT: _MONEY,
    Action.EXPORT: _MONEY,
    Action.GUESTS: frozenset({Role.OWNER, Role.SCOREKEEPER}),
    Action.TOKENS: _ALL,
    Action.ACCOUNT: _ALL,
    Action.WEBHOOKS: _OWNER,
    Action.ROLES: _OWNER,
    Action.CLUB: _OWNER,
}
"""Which roles an action is open to. Who holds one of them may do it."""

# What a guest with a table's code may do, at that table and for that night only.
GUEST_VIEWER = frozenset({Action.PUBLIC, Action.ENTER_SITE, Action.LOOK})
GUEST_SCOREKEEPER = GUEST_VIEWER | {Action.RECORD}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGrant:
    """What a guest was let in for: one table of one night."""

    club_id: str
    night_id: str
    table_id: str
    actions: frozenset[Action]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who asks, and what he may do where. `name` is what the ledger shows as "who".

    `everywhere` is the private machine before anybody has an account: every role in every club.
    `scopes` narrows what a key for another program may do, None for people.
    """

    name: str = ""
    account_id: str | None = None
    device_id: str | None = None
    everywhere: bool = False
    roles: Mapping[str, frozenset[Role]] = field(default_factory=dict)
    grant: TableGrant | None = None
    scopes: frozenset[Action] | None = None

    def roles_in(self, club_id: str) -> frozenset[Role]:
        """Return the roles held in a club, none in a club one does not belong to."""
        return ALL_ROLES if self.everywhere else self.roles.get(club_id, NO_ROLES)

    def may(self, action: Action, club_id: str | None) -> bool:
        """Say whether this visitor may do something, in this club or, with None, in none.

        A guest's grant is good for its club here; the gate also holds it to its night and table.
        """
        if self.scopes is not None and action not in self.scopes:
            return False
        if action is Action.PUBLIC:
            return True
        if club_id is None:
            own = action is Action.ACCOUNT and self.account_id is not None
            return own or action is Action.ENTER_SITE
        if self.grant is not None and self.grant.club_id == club_id:
            return action in self.grant.actions
        held = self.roles_in(club_id)
        return bool(held) and may(held, action)


def may(roles: Iterable[Role], action: Action) -> bool:
    """Say whether somebody with these roles may do this."""
    return not ALLOWED[action].isdisjoint(roles)


def needs(action: Action) -> Callable[[View], View]:
    """Say what a route needs, beside the route. Put it under the route's own decorator."""

    def said(view: View) -> View:
        view.action = action  # type: ignore[attr-defined]
        return view

    return said


def needed(view: Any) -> Action | None:
    """Return what a route said it needs, None when it said nothing."""
    found = getattr(view, "action", None)
    return found if isinstance(found, Action) else None
