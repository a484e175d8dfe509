"""Guests at a table: a short code lets them in for one evening, without an account.

A guest sees the evening of that table and, where the club lets guests write, records at it. He is
gone when the evening is closed or voided, or as soon as somebody sends him away.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import GUEST_SCOREKEEPER
from scorekeeper.services.permissions import GUEST_VIEWER
from scorekeeper.services.permissions import TableGrant
from scorekeeper.services.permissions import Visitor
from scorekeeper.store import guests
from scorekeeper.store import jobs
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction
from scorekeeper.store.guests import CodeRow
from scorekeeper.store.moments import moment_of

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like a digit or like another
CODE_LENGTH = 8
GUESTS_MAX = 40  # at one table in one evening
TOKEN_MAX = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestView:
    id: str
    name: str
    writes: bool
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorView:
    """The door of a table: its code, "" while it is shut, and who came in."""

    club_id: str
    table_id: str
    night_id: str
    code: str
    writes: bool
    guests: tuple[GuestView, ...] = ()


def visitor_of_guest(desk: Desk, token: str) -> Visitor | None:
    """Return the guest whose device holds this token, None when he may not come in (any more).

    One indexed read: it stands before every request.
    """
    if not 1 <= len(token) <= TOKEN_MAX:
        return None
    with desk.store.read() as tx:
        row = guests.seen(tx, _hashed(token))
    if row is None:
        return None
    return Visitor(
        name=row.name,
        device_id=row.id,
        grant=TableGrant(
            club_id=row.club_id,
            night_id=row.night_id,
            table_id=row.table_id,
            actions=GUEST_SCOREKEEPER if row.may_write else GUEST_VIEWER,
        ),
    )


def within_grant(
    desk: Desk,
    grant: TableGrant,
    *,
    night_id: str | None = None,
    table_id: str | None = None,
    deal_id: str | None = None,
    job_id: str | None = None,
    own_table: bool = False,
) -> bool:
    """Say whether all that is asked for belongs to a guest's evening; with `own_table` his table.

    He reads the whole evening, for its ledger is one; what he writes is written at his table.
    """
    if table_id is not None and table_id != grant.table_id:
        return False
    if night_id is not None and night_id != grant.night_id:
        return False
    if deal_id is None and job_id is None:
        return True
    with desk.store.read() as tx:
        if deal_id is not None:
            place = guests.place_of_deal(tx, grant.club_id, deal_id)
            if place is None or place[0] != grant.night_id:
                return False
            if own_table and place[1] != grant.table_id:
                return False
        if job_id is not None:
            job = jobs.get(tx, grant.club_id, job_id)
            return job is not None and job.args.get("night_id") == grant.night_id
    return True


def get_door(desk: Desk, *, club_id: str, table_id: str) -> DoorView:
    """Return a table's code and its guests.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, bounds.id_(table_id, "table"))


def open_door(desk: Desk, *, club_id: str, table_id: str, writes: bool) -> DoorView:
    """Give a table a new code; who is in stays in, the old code lets nobody in any more.

    Raises ScorekeeperError: NOT_FOUND, NIGHT_NOT_OPEN.
    """
    table_id = bounds.id_(table_id, "table")

    def work(tx: Transaction) -> DoorView:
        night_id = _open_night(tx, club_id, table_id)
        row = CodeRow(club_id, table_id, night_id, _new_code(tx), writes)
        guests.put_code(tx, row, who=desk.actor, at=desk.now())
        return read(tx, club_id, table_id)

    return written(desk, work)


def shut_door(desk: Desk, *, club_id: str, table_id: str) -> DoorView:
    """Take a table's code away and send every guest of it away."""
    table_id = bounds.id_(table_id, "table")

    def work(tx: Transaction) -> DoorView:
        door = read(tx, club_id, table_id)
        guests.drop_code(tx, club_id, table_id)
        for one in door.guests:
            guests.revoke(tx, club_id, one.id, desk.now())
        return read(tx, club_id, table_id)

    return written(desk, work)


def let_write(
    desk: Desk, *, club_id: str, table_id: str, writes: bool, guest_id: str | None = None
) -> DoorView:
    """Say whether a table's guests may record, all of them or one.

    Raises ScorekeeperError: NOT_FOUND.
    """
    table_id = bounds.id_(table_id, "table")

    def work(tx: Transaction) -> DoorView:
        door = read(tx, club_id, table_id)
        if guest_id is None:
            guests.set_writes(tx, club_id, table_id, may=writes)
        elif not _is_in(door, guest_id) or not guests.set_device(tx, club_id, guest_id, may=writes):
            raise bounds.missing("guest")
        return read(tx, club_id, table_id)

    return written(desk, work)


def send_away(desk: Desk, *, club_id: str, table_id: str, guest_id: str) -> DoorView:
    """End one guest's device.

    Raises ScorekeeperError: NOT_FOUND.
    """
    table_id = bounds.id_(table_id, "table")

    def work(tx: Transaction) -> DoorView:
        door = read(tx, club_id, table_id)
        if not _is_in(door, guest_id) or not guests.revoke(tx, club_id, guest_id, desk.now()):
            raise bounds.missing("guest")
        return read(tx, club_id, table_id)

    return written(desk, work)


def find_door(desk: Desk, *, code: str) -> DoorView:
    """Return where a code leads; who is in there is not said.

    Raises ScorekeeperError: NOT_FOUND, for one whose evening is over too.
    """
    with desk.store.read() as tx:
        row = _by_code(tx, code)
    return DoorView(
        club_id=row.club_id,
        table_id=row.table_id,
        night_id=row.night_id,
        code=row.code,
        writes=row.writes,
    )


def come_in(desk: Desk, *, code: str, name: str, writes: bool) -> tuple[str, DoorView]:
    """Let somebody in by a code and return the token only his device is told.

    Raises ScorekeeperError: NOT_FOUND, NAME_INVALID, TOO_MANY when the table is full of guests.
    """
    name = bounds.name(name)
    token = secrets.token_urlsafe(32)

    def work(tx: Transaction) -> DoorView:
        row = _by_code(tx, code)
        _open_night(tx, row.club_id, row.table_id)  # so that nobody slips in while it is closed
        # Those sent away are counted too: a code that went round is changed, not used up.
        if len(guests.devices(tx, row.club_id, row.night_id, row.table_id)) >= 5 * GUESTS_MAX:
            raise ScorekeeperError(ErrorCode.TOO_MANY, "guest", max=GUESTS_MAX)
        door = read(tx, row.club_id, row.table_id)
        if len(door.guests) >= GUESTS_MAX:
            raise ScorekeeperError(ErrorCode.TOO_MANY, "guest", max=GUESTS_MAX)
        guests.add_device(
            tx,
            row,
            device_id=desk.new_id(),
            token=_hashed(token),
            name=name,
            writes=writes and row.writes,
            at=desk.now(),
        )
        return door

    return token, written(desk, work)


def leave(desk: Desk, *, visitor: Visitor) -> None:
    """End the device a guest asks from."""
    grant, device_id = visitor.grant, visitor.device_id
    if grant is None or device_id is None:
        return
    written(desk, lambda tx: guests.revoke(tx, grant.club_id, device_id, desk.now()))


def plain(code: str) -> str:
    """Return a code as it is kept: upper case, blanks and hyphens do not matter."""
    return "".join(sign for sign in code[:40].casefold() if sign.isalnum())


def shown(code: str) -> str:
    """Return a code as it is read out, in two halves."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}".upper()


def _by_code(tx: Transaction, code: str) -> CodeRow:
    told = plain(code)
    row = guests.open_code(tx, told) if len(told) == CODE_LENGTH else None
    if row is None:
        raise bounds.missing("code")
    return row


def read(tx: Transaction, club_id: str, table_id: str) -> DoorView:
    """Return a table's code and its guests within a transaction.

    Raises ScorekeeperError: NOT_FOUND.
    """
    night_id = guests.night_of_table(tx, club_id, table_id)
    if night_id is None:
        raise bounds.missing("table")
    row = guests.code_of(tx, club_id, table_id)
    return DoorView(
        club_id=club_id,
        table_id=table_id,
        night_id=night_id,
        code=row.code if row else "",
        writes=row.writes if row else False,
        guests=tuple(
            GuestView(id=one.id, name=one.name, writes=one.writes, since=moment_of(one.came_at))
            for one in guests.devices(tx, club_id, night_id, table_id)
            if one.revoked_at is None
        ),
    )


def _is_in(door: DoorView, guest_id: str) -> bool:
    return any(one.id == guest_id for one in door.guests)


def _open_night(tx: Transaction, club_id: str, table_id: str) -> str:
    night_id = guests.night_of_table(tx, club_id, table_id)
    if night_id is None:
        raise bounds.missing("table")
    night = nights.lock(tx, club_id, night_id)
    if night is None or night.state != "open":
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night")
    return night_id


def _new_code(tx: Transaction) -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if guests.open_code(tx, code) is None:
            return code


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
