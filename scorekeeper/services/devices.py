"""The devices people are signed in on: who asks on one, which there are, how one is ended."""

import hashlib
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from datetime import timedelta

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.services import bounds
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import Visitor
from scorekeeper.store import accounts
from scorekeeper.store.engine import Transaction

LASTS = timedelta(days=180)  # unseen for longer, a device has to sign in anew
TOKEN_MAX = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceView:
    """A device somebody is signed in on; `here` is the one he asks from."""

    id: str
    name: str
    since: date
    seen_on: date
    here: bool


def visitor_of_device(desk: Desk, token: str) -> Visitor | None:
    """Return who asks on the device with this token, None when it was ended or never was.

    One indexed read, for it stands before every request; once a day it notes the day.
    """
    if not 1 <= len(token) <= TOKEN_MAX:
        return None
    with desk.store.read() as tx:
        rows = accounts.seen(tx, hashed(token))
    if not rows:
        return None
    first = rows[0]
    today = desk.clock().date()
    if first.seen_on != today.isoformat():
        if date.fromisoformat(first.seen_on) + LASTS < today:
            return None
        # A database that is busy or full must not keep anybody out.
        with suppress(ScorekeeperError), desk.store.write() as tx:
            accounts.look(tx, first.device_id, day=today.isoformat())
    roles: dict[str, frozenset[Role]] = {}
    for row in rows:
        if row.club_id is not None:
            roles[row.club_id] = roles.get(row.club_id, frozenset()) | {Role(row.role or "")}
    return Visitor(
        name=first.name, account_id=first.account_id, device_id=first.device_id, roles=roles
    )


def sign_in_device(tx: Transaction, desk: Desk, account_id: str, user_agent: str) -> str:
    """Sign an account in on a device and return the token only the device is told."""
    token = secrets.token_urlsafe(32)
    accounts.add_device(
        tx,
        device_id=desk.new_id(),
        account_id=account_id,
        token=hashed(token),
        name=named(user_agent, desk.language),
        at=desk.now(),
        day=desk.clock().date().isoformat(),
    )
    return token


def list_devices(desk: Desk, *, account_id: str, here: str | None) -> tuple[DeviceView, ...]:
    """Return the devices an account is signed in on, this one first."""
    oldest = desk.clock().date() - LASTS
    with desk.store.read() as tx:
        rows = accounts.devices(tx, account_id)
    found = [
        DeviceView(
            id=row.id,
            name=row.name,
            since=date.fromisoformat(row.created_at[:10]),
            seen_on=date.fromisoformat(row.seen_on),
            here=row.id == here,
        )
        for row in rows
    ]
    return tuple(sorted((one for one in found if one.seen_on >= oldest), key=lambda d: not d.here))


def revoke_device(desk: Desk, *, account_id: str, device_id: str) -> None:
    """End a device: its very next request is a stranger's.

    Raises ScorekeeperError: NOT_FOUND, for a device of somebody else too.
    """
    device_id = bounds.id_(device_id, "device")

    def work(tx: Transaction) -> None:
        if not accounts.revoke(tx, account_id, device_id, desk.now()):
            raise bounds.missing("device")

    written(desk, work)


def revoke_other_devices(desk: Desk, *, account_id: str, here: str | None) -> int:
    """End every device but the one that asks; return how many that were."""
    return written(desk, lambda tx: accounts.revoke_others(tx, account_id, here or "", desk.now()))


def hashed(token: str) -> str:
    """Return what is kept of a token: it is long and random, so one round is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


# The first that fits: what runs on others' engines names those too.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/|Firefox/", "Firefox"),
    ("CriOS/|Chrome/|Chromium/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X|Macintosh", "Mac"),
    ("Linux|X11", "Linux"),
)


def named(user_agent: str, language: str) -> str:
    """Call a device in words: "Firefox auf Android"; "" when its browser says nothing we know."""
    told = user_agent[:400]
    browser = next((name for sign, name in _BROWSERS if re.search(sign, told)), "")
    system = next((name for sign, name in _SYSTEMS if re.search(sign, told)), "")
    if browser and system:
        return translator(language)("accounts.device.on", browser=browser, system=system)
    return browser or system
