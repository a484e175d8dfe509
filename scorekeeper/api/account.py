"""One's own account: its name and address, its password, where it is signed in, its passkeys."""

from typing import Any

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import visitor
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import as_seen_or_not
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.blueprint import may_be_conditional
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.problems import ProblemError
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas import api_account as schemas
from scorekeeper.services import accounts
from scorekeeper.services import conditions
from scorekeeper.services import devices
from scorekeeper.services import passkeys
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint(
    "account",
    "One's own account, in whatever club. A key needs the scope `account`, which no other scope "
    "holds and a key for a table cannot have. Whoever has such a key is still not who owns the "
    "account: password and e-mail change only with the password of now, wrong ones are counted "
    "together with those at the sign-in, and where an account has no password a key changes "
    "neither these nor passkeys (`forbidden`). That needs a signed-in browser, and so does making "
    "a passkey. Keys stay good when the password changes; end them one by one.",
)
ME = "/me/account"
_GUESSED = (ErrorCode.PASSWORD_WRONG, ErrorCode.TRY_LATER)


@resources.get(ME)
@needs(Action.ACCOUNT)
@resources.answers(200, schemas.ACCOUNT, etag=True)
def get_account() -> Any:
    """Return one's own account."""
    return tagged(accounts.get_account(desk(), account_id=_own()))


@resources.patch(ME)
@needs(Action.ACCOUNT)
@conditional
@refuses(ErrorCode.NAME_INVALID, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(schemas.Called, example={"name": "Anna"})
@resources.answers(200, schemas.ACCOUNT, etag=True)
def rename_account(told: dict[str, Any]) -> Any:
    """Be called otherwise from now on; what was written keeps the name it was written with."""
    at = as_seen(conditions.account(_own()), "account")
    return tagged(accounts.rename_account(at, account_id=_own(), **told))


@resources.post(ME + "/email")
@heavy
@needs(Action.ACCOUNT)
@may_be_conditional
@refuses(*_GUESSED, ErrorCode.EMAIL_INVALID, ErrorCode.EMAIL_TAKEN, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(
    schemas.NewEmail, example={"email": "anna@example.org", "password": "three words in a row"}
)
@resources.answers(200, schemas.ACCOUNT, etag=True)
def change_email(told: dict[str, Any]) -> Any:
    """Change the e-mail one signs in with; the password of now is asked for.

    A key to an account without a password cannot (`forbidden`): nothing would prove whose it is.
    """
    _require_proof()
    at = as_seen_or_not(conditions.account(_own()), "account")
    try:
        changed = accounts.change_email(at, account_id=_own(), address=_address(), **told)
    except ScorekeeperError as error:
        if error.code is ErrorCode.PASSWORD_WRONG:  # the page calls its field otherwise
            raise ScorekeeperError(error.code, "password") from error
        raise
    return tagged(changed)


@resources.post(ME + "/password")
@heavy
@needs(Action.ACCOUNT)
@refuses(*_GUESSED, ErrorCode.PASSWORD_LENGTH, ErrorCode.PASSWORD_COMMON)
@resources.takes(
    schemas.NewPassword, example={"old": "three words in a row", "new": "four other words in a row"}
)
@resources.answers(200, schemas.Ended)
def change_password(told: dict[str, Any]) -> Any:
    """Change one's own password: the old one is asked for, and every other device is ended.

    A key gives no account its first password (`forbidden`), or whoever found it could sign in.
    """
    _require_proof()
    ended = accounts.change_password(
        desk(), account_id=_own(), here=_here(), address=_address(), **told
    )
    return {"ended": ended}


@resources.get("/me/devices")
@needs(Action.ACCOUNT)
@resources.answers(200, schemas.DEVICES)
def list_devices() -> Any:
    """List the devices one is signed in on, the one that asks first."""
    return page_of(devices.list_devices(desk(), account_id=_own(), here=_here()), None)


@resources.delete("/me/devices/<id:device_id>")
@needs(Action.ACCOUNT)
@resources.answers(204)
def end_device(device_id: str) -> Any:
    """End a device: its very next request is a stranger's."""
    devices.revoke_device(desk(), account_id=_own(), device_id=device_id)
    return Response(status=204)


@resources.post("/me/devices/end-others")
@needs(Action.ACCOUNT)
@resources.answers(200, schemas.Ended)
def end_other_devices() -> Any:
    """End every device but the one that asks; a key is on none, so it ends them all."""
    ended = devices.revoke_other_devices(desk(), account_id=_own(), here=_here())
    return {"ended": ended}


@resources.get("/me/passkeys")
@needs(Action.ACCOUNT)
@resources.answers(200, schemas.PASSKEYS)
def list_passkeys() -> Any:
    """List one's passkeys, the oldest first."""
    return page_of(passkeys.list_passkeys(desk(), account_id=_own()), None)


@resources.delete("/me/passkeys/<id:passkey_id>")
@needs(Action.ACCOUNT)
@resources.answers(204)
def remove_passkey(passkey_id: str) -> Any:
    """Remove a passkey: nobody signs in with it any more.

    A key to an account without a password cannot (`forbidden`): it might be the last way in.
    """
    _require_proof()
    passkeys.remove_passkey(desk(), account_id=_own(), passkey_id=passkey_id)
    return Response(status=204)


def _own() -> str:
    """Return whose account it is."""
    found = visitor().account_id
    if found is None:
        raise ProblemError("forbidden", 403)
    return found


def _here() -> str | None:
    """Return the device that asks, None for a key."""
    who = visitor()
    return who.device_id if who.scopes is None else None


def _require_proof() -> None:
    """Refuse a key what nothing but the password of now may decide, where there is none.

    Else it would give its holder a way into the whole account, or take the owner's last one.
    """
    if visitor().scopes is None:
        return
    if not accounts.get_account(desk(), account_id=_own()).has_password:
        raise ProblemError("forbidden", 403)


def _address() -> str:
    return request.remote_addr or ""
