"""Clubs."""

from uuid import UUID
from uuid import uuid5
from zoneinfo import ZoneInfo
from zoneinfo import ZoneInfoNotFoundError

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.ledger.journal import GENESIS
from scorekeeper.services import bounds
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from scorekeeper.services.views import ClubView
from scorekeeper.store import accounts
from scorekeeper.store import clubs
from scorekeeper.store import officers
from scorekeeper.store.clubs import ClubRow
from scorekeeper.store.engine import Transaction

LANGUAGES = ("de", "en")
_FOUNDED_BY_KEY = UUID("b1e0c6a8-6b0a-5d8c-9b1f-7d0f4f1c2a55")
FIRST_ROLES = (Role.OWNER, Role.TREASURER, Role.REFEREE)  # of who founds a club


def create_club(
    desk: Desk,
    *,
    name: str,
    language: str = "de",
    time_zone: str = "Europe/Berlin",
    owner: str | None = None,
    key: str | None = None,
) -> ClubView:
    """Found a club; `owner` is the id of the account that leads it.

    As long as nobody has an account, there is nobody to name: the first one leads every club.
    With an idempotency key, asking again returns the club that was founded with it.

    Raises ScorekeeperError: NAME_INVALID, VALUE_INVALID for a language or zone nobody knows;
    OWNER_NEEDED where there are accounts and none is named, NOT_FOUND for one there is not;
    KEY_REUSED for a key that founded a club of another name.
    """
    name = bounds.name(name)
    if language not in LANGUAGES:
        raise bounds.invalid("language", language)
    _require_zone(time_zone)

    # Requests are remembered by club, which there is none of yet: its id remembers the key.
    club_id = desk.new_id() if key is None else str(uuid5(_FOUNDED_BY_KEY, bounds.key(key)))

    def work(tx: Transaction) -> ClubView:
        known = clubs.plain(tx, club_id)
        if known is not None:
            if known.name != name:
                raise ScorekeeperError(ErrorCode.KEY_REUSED, "key")
            return view(known)
        leads = _founder(tx, owner)
        made = _add(
            tx, desk, club_id, name=name, language=language, time_zone=time_zone, private=False
        )
        for role in FIRST_ROLES if leads else ():
            officers.add(tx, made.id, leads, role, by=desk.actor, at=desk.now())
        return made

    return written(desk, work)


def list_clubs(desk: Desk) -> tuple[ClubView, ...]:
    """Return every club by name."""
    with desk.store.read() as tx:
        return tuple(view(row) for row in clubs.list_all(tx))


def get_club(desk: Desk, *, club_id: str) -> ClubView:
    """Return a club.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return _counted(tx, club_id)


def rename_club(desk: Desk, *, club_id: str, name: str) -> ClubView:
    """Give a club another name."""
    name = bounds.name(name)

    def work(tx: Transaction) -> ClubView:
        read(tx, club_id)
        clubs.rename(tx, club_id, name)
        return _counted(tx, club_id)

    return written(desk, work)


def home_clubs(desk: Desk) -> tuple[ClubView, ...]:
    """Return the clubs a machine without accounts shows, the one it opens with first.

    A private one nobody ever played or holds an office in is left out beside another: older
    versions made one whenever a page was read.
    """
    with desk.store.read() as tx:
        own = clubs.private(tx)
        others = tuple(view(row) for row in clubs.list_all(tx) if own is None or row.id != own.id)
        unused = own is not None and is_empty(view(own)) and not officers.list_all(tx, own.id)
    if own is None or (others and unused):
        return others
    return (view(own), *others)


def is_empty(club: ClubView) -> bool:
    """Return whether a club has neither people nor evenings."""
    return not club.member_count and not club.night_count


def private_club(desk: Desk) -> ClubView:
    """Return the club a machine without accounts opens with; it is made where there is none."""
    found = home_clubs(desk)
    if found:
        return found[0]

    def work(tx: Transaction) -> ClubView:
        row = clubs.private(tx)
        if row is not None:
            return view(row)
        name = translator(desk.language)("services.private_club")
        return _add(
            tx,
            desk,
            desk.new_id(),
            name=name,
            language=desk.language,
            time_zone="Europe/Berlin",
            private=True,
        )

    return written(desk, work)


def read(tx: Transaction, club_id: str) -> ClubView:
    """Return a club within a transaction; its members and nights are not counted."""
    row = clubs.plain(tx, bounds.id_(club_id, "club"))
    if row is None:
        raise bounds.missing("club")
    return view(row)


def _counted(tx: Transaction, club_id: str) -> ClubView:
    row = clubs.get(tx, bounds.id_(club_id, "club"))
    if row is None:
        raise bounds.missing("club")
    return view(row)


def view(row: ClubRow) -> ClubView:
    """Return what pages show of a club."""
    return ClubView(
        id=row.id,
        name=row.name,
        language=row.language,
        time_zone=row.time_zone,
        member_count=row.members,
        night_count=row.nights,
    )


def _add(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    *,
    name: str,
    language: str,
    time_zone: str,
    private: bool,
) -> ClubView:
    clubs.add(
        tx,
        club_id=club_id,
        name=name,
        language=language,
        time_zone=time_zone,
        private=private,
        at=desk.now(),
        genesis=GENESIS,
    )
    return ClubView(id=club_id, name=name, language=language, time_zone=time_zone)


def _founder(tx: Transaction, owner: str | None) -> str:
    """Return the account that leads a new club, empty while there are no accounts."""
    if owner is None:
        if accounts.any_(tx):
            raise ScorekeeperError(ErrorCode.OWNER_NEEDED, "owner")
        return ""
    row = accounts.get(tx, bounds.id_(owner, "owner"))
    if row is None or row.deactivated_at is not None:
        raise bounds.missing("account")
    return row.id


def _require_zone(name: object) -> None:
    if not isinstance(name, str) or len(name) > bounds.NAME_MAX:
        raise bounds.invalid("time_zone", "")
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise bounds.invalid("time_zone", name) from error
