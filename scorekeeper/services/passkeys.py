"""Passkeys: signing in with what unlocks the phone, where the service has a domain of its own.

A passkey belongs to a domain, so there are none without one (or `localhost`, for trying). What
proves it is worked out by the `webauthn` library; here stands whose it is.
"""

import json
from dataclasses import dataclass
from datetime import date
from ipaddress import ip_address
from urllib.parse import urlsplit

from webauthn import base64url_to_bytes
from webauthn import generate_authentication_options
from webauthn import generate_registration_options
from webauthn import options_to_json
from webauthn import verify_authentication_response
from webauthn import verify_registration_response
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import AuthenticatorSelectionCriteria
from webauthn.helpers.structs import PublicKeyCredentialDescriptor
from webauthn.helpers.structs import ResidentKeyRequirement
from webauthn.helpers.structs import UserVerificationRequirement

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts as signing
from scorekeeper.services import bounds
from scorekeeper.services import tries
from scorekeeper.services.accounts import SignedIn
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.store import accounts
from scorekeeper.store import sign_in
from scorekeeper.store.engine import Transaction
from scorekeeper.store.sign_in import PasskeyRow

ANSWER_MAX = 16_384
KEYS_MAX = 20
CREDENTIAL_MAX = 1400


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """Where passkeys are good: the domain, and the address pages are read under."""

    name: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyView:
    """A passkey somebody has."""

    id: str
    name: str
    since: date
    used_on: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a browser is asked, as JSON, and the challenge its answer must hold."""

    options: str
    challenge: str


def domain_of(public_url: str) -> Domain | None:
    """Return the domain passkeys can be made for, None where there is none."""
    parts = urlsplit(public_url)
    name = (parts.hostname or "").lower()
    safe = parts.scheme == "https" or (parts.scheme == "http" and name == "localhost")
    if not safe or not name or _is_address(name):
        return None
    usual = parts.port in (None, 443 if parts.scheme == "https" else 80)
    place = name if usual else f"{name}:{parts.port}"
    return Domain(name=name, origin=f"{parts.scheme}://{place}")


def ask_new(desk: Desk, *, domain: Domain, account_id: str) -> Question:
    """Ask a browser to make a passkey for an account."""
    account = signing.get_account(desk, account_id=account_id)
    with desk.store.read() as tx:
        known = sign_in.passkeys(tx, account_id)
    options = generate_registration_options(
        rp_id=domain.name,
        rp_name=domain.name,
        user_name=account.email,
        user_id=account_id.encode(),
        user_display_name=account.name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(row.credential)) for row in known
        ],
    )
    return Question(
        options=options_to_json(options), challenge=bytes_to_base64url(options.challenge)
    )


def add_passkey(
    desk: Desk, *, domain: Domain, account_id: str, challenge: str, answer: str, name: str
) -> PasskeyView:
    """Keep the passkey a browser made.

    Raises ScorekeeperError: PASSKEY_REFUSED, NAME_INVALID.
    """
    called = bounds.name(name)
    try:
        made = verify_registration_response(
            credential=_read(answer),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=domain.name,
            expected_origin=domain.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as error:
        raise ScorekeeperError(ErrorCode.PASSKEY_REFUSED) from error
    credential = bytes_to_base64url(made.credential_id)
    row = PasskeyRow(
        id=desk.new_id(),
        account_id=account_id,
        credential=credential,
        public_key=bytes_to_base64url(made.credential_public_key),
        sign_count=made.sign_count,
        name=called,
        created_at=desk.now(),
        used_on=None,
    )

    def work(tx: Transaction) -> PasskeyView:
        many = len(sign_in.passkeys(tx, account_id)) >= KEYS_MAX
        if many or len(credential) > CREDENTIAL_MAX or sign_in.passkey_of(tx, credential):
            raise ScorekeeperError(ErrorCode.PASSKEY_REFUSED)
        sign_in.add_passkey(tx, row)
        return _view(row)

    return written(desk, work)


def ask_who(*, domain: Domain) -> Question:
    """Ask a browser who is there: it offers the passkeys it has for this domain."""
    options = generate_authentication_options(
        rp_id=domain.name, user_verification=UserVerificationRequirement.REQUIRED
    )
    return Question(
        options=options_to_json(options), challenge=bytes_to_base64url(options.challenge)
    )


def sign_in_by_passkey(
    desk: Desk,
    *,
    domain: Domain,
    challenge: str,
    answer: str,
    address: str = "",
    user_agent: str = "",
) -> SignedIn:
    """Sign in with the passkey a browser answered with.

    Raises ScorekeeperError: PASSKEY_REFUSED, TRY_LATER.
    """
    counted = tries.of_sign_in("", address)
    tries.begin(desk, counted)
    told = _read(answer)

    def work(tx: Transaction) -> SignedIn:
        row = sign_in.passkey_of(tx, str(told.get("id", "")))
        account = None if row is None else accounts.get(tx, row.account_id)
        if row is None or account is None or account.deactivated_at is not None:
            raise ScorekeeperError(ErrorCode.PASSKEY_REFUSED)
        try:
            proved = verify_authentication_response(
                credential=told,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=domain.name,
                expected_origin=domain.origin,
                credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.sign_count,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError) as error:
            raise ScorekeeperError(ErrorCode.PASSKEY_REFUSED) from error
        today = desk.clock().date().isoformat()
        sign_in.passkey_used(tx, row.id, sign_count=proved.new_sign_count, day=today)
        tries.succeeded(tx, desk, counted)
        return signing.signed_in(tx, desk, account, user_agent)

    return written(desk, work)


def list_passkeys(desk: Desk, *, account_id: str) -> tuple[PasskeyView, ...]:
    """Return the passkeys of an account, the oldest first."""
    with desk.store.read() as tx:
        return tuple(_view(row) for row in sign_in.passkeys(tx, account_id))


def remove_passkey(desk: Desk, *, account_id: str, passkey_id: str) -> None:
    """Remove a passkey of an account.

    Raises ScorekeeperError: NOT_FOUND, for one of somebody else too.
    """

    def work(tx: Transaction) -> None:
        if not sign_in.remove_passkey(tx, account_id, bounds.id_(passkey_id, "passkey")):
            raise bounds.missing("passkey")

    written(desk, work)


def _read(answer: str) -> dict[str, object]:
    try:
        told = json.loads(answer) if len(answer) <= ANSWER_MAX else None
    except (ValueError, RecursionError) as error:
        raise ScorekeeperError(ErrorCode.PASSKEY_REFUSED) from error
    if not isinstance(told, dict):
        raise ScorekeeperError(ErrorCode.PASSKEY_REFUSED)
    return told


def _view(row: PasskeyRow) -> PasskeyView:
    return PasskeyView(
        id=row.id,
        name=row.name,
        since=date.fromisoformat(row.created_at[:10]),
        used_on=None if row.used_on is None else date.fromisoformat(row.used_on),
    )


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
