"""Passkeys, with an authenticator of our own: what is no proof lets nobody in."""

import json
from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import HealthCheck
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts
from scorekeeper.services import devices
from scorekeeper.services import passkeys
from scorekeeper.services.accounts import SignedIn
from scorekeeper.services.desk import Desk
from scorekeeper.services.passkeys import Domain
from scorekeeper.services.permissions import Role
from tests.services.authenticator import Authenticator
from tests.services.signing import person
from tests.services.test_accounts import refused

ORIGIN = "https://karten.example.org"
ADDRESSES = (f"10.0.{n // 250}.{n % 250}" for n in count())  # so that nobody is slowed down
DOMAIN = Domain(name="karten.example.org", origin=ORIGIN)


def register(desk: Desk, account_id: str, phone: Authenticator) -> None:
    asked = passkeys.ask_new(desk, domain=DOMAIN, account_id=account_id)
    passkeys.add_passkey(
        desk,
        domain=DOMAIN,
        account_id=account_id,
        challenge=asked.challenge,
        answer=phone.make(asked.options),
        name="Handy",
    )


def enter(desk: Desk, phone: Authenticator) -> SignedIn:
    asked = passkeys.ask_who(domain=DOMAIN)
    return answer(desk, asked.challenge, phone.sign(asked.options))


def answer(desk: Desk, challenge: str, told: str) -> SignedIn:
    return passkeys.sign_in_by_passkey(
        desk, domain=DOMAIN, challenge=challenge, answer=told, address=next(ADDRESSES)
    )


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://Karten.example.org", "karten.example.org"),
        ("https://karten.example.org:8443/club", "karten.example.org"),
        ("http://localhost:8000", "localhost"),
        ("http://karten.example.org", None),
        ("http://127.0.0.1:8000", None),
        ("https://192.168.1.5", None),
        ("https://[::1]", None),
        ("", None),
    ],
)
def test_passkeys_need_a_domain(url: str, name: str | None) -> None:
    found = passkeys.domain_of(url)
    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://karten.example.org:443/club", "https://karten.example.org"),
        ("https://karten.example.org:8443", "https://karten.example.org:8443"),
        ("http://localhost:80", "http://localhost"),
    ],
)
def test_browsers_leave_the_usual_port_out(url: str, origin: str) -> None:
    found = passkeys.domain_of(url)
    assert found is not None
    assert found.origin == origin


def test_a_passkey_signs_in_as_whose_it_is(desk: Desk) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.VIEWER)
    hers, his = Authenticator(ORIGIN), Authenticator(ORIGIN)
    register(desk, anna, hers)
    register(desk, bert, his)
    assert enter(desk, hers).account.id == anna
    done = enter(desk, his)
    visitor = devices.visitor_of_device(desk, done.token)
    assert visitor is not None
    assert visitor.account_id == bert
    (kept,) = passkeys.list_passkeys(desk, account_id=bert)
    assert (kept.name, kept.used_on) == ("Handy", desk.clock().date())
    asked = json.loads(passkeys.ask_new(desk, domain=DOMAIN, account_id=bert).options)
    assert len(asked["excludeCredentials"]) == 1


def test_what_is_no_proof_is_refused(desk: Desk) -> None:
    anna = person(desk, "Anna", Role.OWNER)
    phone = Authenticator(ORIGIN)
    register(desk, anna, phone)
    asked, other = passkeys.ask_who(domain=DOMAIN), passkeys.ask_who(domain=DOMAIN)
    good = phone.sign(asked.options)

    def forged(change: Callable[[Authenticator], None]) -> str:
        thief = Authenticator(ORIGIN)
        thief.id, thief.key, thief.count = phone.id, phone.key, 10
        change(thief)
        return thief.sign(asked.options)

    def elsewhere(thief: Authenticator) -> None:
        thief.origin = "https://karten.example.com"

    def without_finger(thief: Authenticator) -> None:
        thief.verified = False

    def with_another_key(thief: Authenticator) -> None:
        thief.key = Authenticator(ORIGIN).key

    def nobodys(thief: Authenticator) -> None:
        thief.id = b"x" * 32

    for told in map(forged, (elsewhere, without_finger, with_another_key, nobodys)):
        refused(ErrorCode.PASSKEY_REFUSED, lambda t=told: answer(desk, asked.challenge, t))
    refused(ErrorCode.PASSKEY_REFUSED, lambda: answer(desk, other.challenge, good))
    assert answer(desk, asked.challenge, good).account.id == anna
    # A copy of the key that has signed less often than the key itself is one too many.
    phone.count = 0
    refused(ErrorCode.PASSKEY_REFUSED, lambda: enter(desk, phone))


def test_one_passkey_is_one_persons(desk: Desk) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.OWNER)
    phone = Authenticator(ORIGIN)
    register(desk, anna, phone)
    refused(ErrorCode.PASSKEY_REFUSED, lambda: register(desk, bert, phone))
    phone.origin, phone.id = "https://karten.example.com", b"y" * 16
    refused(ErrorCode.PASSKEY_REFUSED, lambda: register(desk, bert, phone))


def test_a_removed_passkey_and_a_deactivated_account_sign_in_no_more(desk: Desk) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.VIEWER)
    hers, his = Authenticator(ORIGIN), Authenticator(ORIGIN)
    register(desk, anna, hers)
    register(desk, bert, his)
    (kept,) = passkeys.list_passkeys(desk, account_id=anna)
    refused(
        ErrorCode.NOT_FOUND,
        lambda: passkeys.remove_passkey(desk, account_id=bert, passkey_id=kept.id),
    )
    passkeys.remove_passkey(desk, account_id=anna, passkey_id=kept.id)
    refused(ErrorCode.PASSKEY_REFUSED, lambda: enter(desk, hers))
    accounts.deactivate_account(desk, account_id=bert)
    refused(ErrorCode.PASSKEY_REFUSED, lambda: enter(desk, his))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                (
                    "id",
                    "rawId",
                    "type",
                    "response",
                    "clientDataJSON",
                    "authenticatorData",
                    "signature",
                )
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(told=_JSON, path=st.sampled_from(("", "response", "response.clientDataJSON", "type")))
def test_any_answer_at_all_is_refused_and_nothing_breaks(
    desk: Desk, told: object, path: str
) -> None:
    phone = _known(desk)
    asked = passkeys.ask_who(domain=DOMAIN)
    whole: object = told
    if path:
        whole = json.loads(phone.sign(asked.options))
        place = whole
        *outer, last = path.split(".")
        for name in outer:
            place = place[name]  # type: ignore[index]
        place[last] = told  # type: ignore[index]
    for call in (
        lambda: answer(desk, asked.challenge, json.dumps(whole)),
        lambda: passkeys.add_passkey(
            desk,
            domain=DOMAIN,
            account_id=_KNOWN[desk.store.url.render_as_string()][0],
            challenge=asked.challenge,
            answer=json.dumps(whole),
            name="x",
        ),
    ):
        with pytest.raises(ScorekeeperError) as caught:
            call()
        assert caught.value.code is ErrorCode.PASSKEY_REFUSED


_KNOWN: dict[str, tuple[str, Authenticator]] = {}


def _known(desk: Desk) -> Authenticator:
    """Return the one authenticator this database knows."""
    name = desk.store.url.render_as_string()
    if name not in _KNOWN:
        phone = Authenticator(ORIGIN)
        anna = person(desk, "Anna", Role.OWNER)
        register(desk, anna, phone)
        _KNOWN[name] = (anna, phone)
    return _KNOWN[name][1]
