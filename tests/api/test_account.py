"""One's own account through the API: what a key may decide, and what only its owner may."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts
from scorekeeper.services import devices
from scorekeeper.services import officers
from scorekeeper.services import passkeys
from scorekeeper.services import tokens
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import may
from scorekeeper.store import sign_in
from scorekeeper.store.sign_in import PasskeyRow
from tests.api.client import ALL
from tests.api.client import Program
from tests.api.client import other_club
from tests.api.client import playing
from tests.api.client import program
from tests.api.filled import account

EMAIL, OLD, NEW = "anna@example.org", "drei Karten im Ärmel", "vier Buben und ein Ass"
Keyed = Callable[..., Program]


@pytest.fixture
def anna(desk: Desk) -> str:
    """Somebody with a password, who leads a club."""
    club_id = other_club(desk)
    account = accounts.create_account(desk, email=EMAIL, name="Anna", password=OLD)
    officers.set_roles(
        desk, club_id=club_id, account_id=account.id, roles=[Role.OWNER, Role.VIEWER]
    )
    return account.id


@pytest.fixture
def keyed(app: Flask, desk: Desk) -> Keyed:
    def make(account_id: str, *scopes: Action) -> Program:
        (club_id,) = officers.roles_of(desk, account_id=account_id)
        chosen = [one.value for one in scopes or (Action.ACCOUNT,)]
        made = tokens.create_token(
            desk, club_id=club_id, name="Programm", scopes=chosen, account_id=account_id
        )
        return Program(app, made.text)

    return make


def signed_in(desk: Desk, agent: str = "Firefox/1 Android") -> str:
    """Sign Anna in on one more device and return its id."""
    account = accounts.sign_in(desk, email=EMAIL, password=OLD, user_agent=agent).account
    return sorted(one.id for one in devices.list_devices(desk, account_id=account.id, here=None))[
        -1
    ]


def passkey(desk: Desk, account_id: str) -> str:
    """Give an account a passkey and return its id."""
    row = PasskeyRow(
        id=desk.new_id(),
        account_id=account_id,
        credential=desk.new_id(),
        public_key="",
        sign_count=0,
        name="Telefon",
        created_at=desk.now(),
        used_on=None,
    )
    with desk.store.write() as tx:
        sign_in.add_passkey(tx, row)
    return row.id


def may_sign_in(desk: Desk, password: str) -> bool:
    try:
        accounts.sign_in(desk, email=EMAIL, password=password)
    except ScorekeeperError as error:
        return error.code is not ErrorCode.SIGN_IN_REFUSED
    return True


def test_who_one_is_and_what_one_is_called(desk: Desk, anna: str, keyed: Keyed) -> None:
    api = keyed(anna)
    found = api.get("/me/account")
    told = found.json or {}
    assert (told["id"], told["email"], told["name"]) == (anna, EMAIL, "Anna")
    assert "password" not in told
    tag = found.headers["ETag"]
    assert api.ask("PATCH", "/me/account", {"name": "Anni"}).status_code == 428
    renamed = api.ask("PATCH", "/me/account", {"name": "Anni"}, tag=tag)
    assert (renamed.status_code, (renamed.json or {})["name"]) == (200, "Anni")
    assert api.ask("PATCH", "/me/account", {"name": "Anne"}, tag=tag).status_code == 412
    assert accounts.get_account(desk, account_id=anna).name == "Anni"


def test_devices_are_listed_and_ended(desk: Desk, anna: str, keyed: Keyed) -> None:
    first, second, third = (signed_in(desk) for _ in range(3))
    api = keyed(anna)
    items = (api.get("/me/devices").json or {})["items"]
    assert {one["id"] for one in items} == {first, second, third}
    assert {one["here"] for one in items} == {False}
    assert api.ask("DELETE", f"/me/devices/{second}").status_code == 204
    assert api.ask("DELETE", f"/me/devices/{second}").status_code == 404
    assert api.post("/me/devices/end-others").json == {"ended": 2}
    assert devices.list_devices(desk, account_id=anna, here=None) == ()
    assert api.get("/me/account").status_code == 200  # a key is no device


def test_a_signed_in_browser_stays_when_all_others_end(app: Flask, desk: Desk, anna: str) -> None:
    token = accounts.sign_in(desk, email=EMAIL, password=OLD).token
    signed_in(desk)
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    with client.session_transaction() as kept:
        kept["device"] = token
    assert client.post("/api/v1/me/devices/end-others").json == {"ended": 1}
    (left,) = client.get("/api/v1/me/devices").json["items"]
    assert left["here"] is True
    assert left["id"] == devices.list_devices(desk, account_id=anna, here=None)[0].id


def test_nothing_of_somebody_else_is_reached(desk: Desk, anna: str, keyed: Keyed) -> None:
    other = accounts.create_account(desk, email="berta@example.org", name="Berta", password=NEW)
    (club_id,) = officers.roles_of(desk, account_id=anna)
    officers.set_roles(desk, club_id=club_id, account_id=other.id, roles=[Role.OWNER])
    device, held = signed_in(desk), passkey(desk, anna)
    api = keyed(other.id)
    assert (api.get("/me/devices").json or {})["items"] == []
    assert (api.get("/me/passkeys").json or {})["items"] == []
    assert api.ask("DELETE", f"/me/devices/{device}").status_code == 404
    assert api.ask("DELETE", f"/me/passkeys/{held}").status_code == 404
    assert api.post("/me/devices/end-others").json == {"ended": 0}
    assert len(devices.list_devices(desk, account_id=anna, here=None)) == 1
    assert len(passkeys.list_passkeys(desk, account_id=anna)) == 1


def test_the_password_changes_only_with_the_old_one(desk: Desk, anna: str, keyed: Keyed) -> None:
    signed_in(desk)
    api = keyed(anna)
    for old, new, code in (
        (NEW, NEW, "password_wrong"),
        ("", NEW, "password_wrong"),
        (OLD, "kurz", "password_length"),
        (OLD, "passwort1234", "password_common"),
    ):
        answer = api.post("/me/account/password", {"old": old, "new": new})
        assert (answer.status_code, (answer.json or {})["code"]) == (422, code)
    assert may_sign_in(desk, OLD)
    changed = api.post("/me/account/password", {"old": OLD, "new": NEW})
    assert (changed.status_code, changed.json) == (200, {"ended": 2})
    assert devices.list_devices(desk, account_id=anna, here=None) == ()
    assert may_sign_in(desk, NEW)
    assert not may_sign_in(desk, OLD)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("password", {"old": "falsch geraten", "new": NEW}),
        ("email", {"email": "neu@example.org", "password": "falsch geraten"}),
    ],
)
def test_who_guesses_by_a_key_is_slowed_down_as_at_the_sign_in(
    desk: Desk, anna: str, keyed: Keyed, path: str, body: dict[str, str]
) -> None:
    api = keyed(anna)
    last = api.post(f"/me/account/{path}", body)
    assert last.status_code == 422
    assert (last.json or {})["place"] in body
    for _ in range(12):
        if last.status_code == 422:
            last = api.post(f"/me/account/{path}", body)
    assert (last.status_code, (last.json or {})["code"]) == (429, "try_later")
    assert 0 < int(last.headers["Retry-After"]) <= 3600
    address = str(api.client.environ_base["REMOTE_ADDR"])
    with pytest.raises(ScorekeeperError) as caught:  # the very same count, from there
        accounts.sign_in(desk, email=EMAIL, password=OLD, address=address)
    assert caught.value.code is ErrorCode.TRY_LATER
    assert accounts.get_account(desk, account_id=anna).email == EMAIL


def test_a_key_gives_nobody_a_first_password(app: Flask, desk: Desk, keyed: Keyed) -> None:
    """Else whoever finds it would sign in with that, in every club and to everything."""
    club_id = other_club(desk)
    account = accounts.create_account(desk, email=EMAIL, name="Anna", password=None)
    officers.set_roles(desk, club_id=club_id, account_id=account.id, roles=[Role.OWNER])
    held = passkey(desk, account.id)
    api = keyed(account.id)
    for method, path, body in (
        ("POST", "/me/account/password", {"new": NEW}),
        ("POST", "/me/account/email", {"email": "mine@example.org"}),
        ("DELETE", f"/me/passkeys/{held}", None),
    ):
        answer = api.ask(method, path, body)
        assert (answer.status_code, (answer.json or {})["code"]) == (403, "forbidden"), path
    assert accounts.get_account(desk, account_id=account.id).has_password is False
    assert accounts.get_account(desk, account_id=account.id).email == EMAIL
    assert len(passkeys.list_passkeys(desk, account_id=account.id)) == 1


def test_email_and_passkeys_of_who_has_a_password(desk: Desk, anna: str, keyed: Keyed) -> None:
    held = passkey(desk, anna)
    api = keyed(anna)
    ((shown,), _) = (api.get("/me/passkeys").json or {}).values()
    assert (shown["id"], shown["name"]) == (held, "Telefon")
    assert api.ask("DELETE", f"/me/passkeys/{held}").status_code == 204
    assert passkeys.list_passkeys(desk, account_id=anna) == ()
    old = api.tag_of("/me/account")
    body = {"email": "Anna@Neu.example.org", "password": OLD}
    changed = api.post("/me/account/email", body, tag=old)
    assert (changed.json or {})["email"] == "anna@neu.example.org"
    assert api.post("/me/account/email", body, tag=old).status_code == 412


def test_no_other_scope_reaches_the_account(desk: Desk, anna: str, keyed: Keyed) -> None:
    api = keyed(anna, *(one for one in tokens.SCOPES if one is not Action.ACCOUNT))
    for method, path in (
        ("GET", "/me/account"),
        ("GET", "/me/devices"),
        ("GET", "/me/passkeys"),
        ("POST", "/me/devices/end-others"),
        ("POST", "/me/account/password"),
    ):
        assert api.ask(method, path).status_code == 403, path
    (club_id,) = officers.roles_of(desk, account_id=anna)
    made = api.post(f"/clubs/{club_id}/tokens", {"name": "Mehr", "scopes": ["account"]})
    assert made.status_code == 403


def test_a_key_of_an_account_that_ended_is_good_for_nothing(
    desk: Desk, anna: str, keyed: Keyed
) -> None:
    api = keyed(anna)
    other = accounts.create_account(desk, email="berta@example.org", name="Berta", password=NEW)
    (club_id,) = officers.roles_of(desk, account_id=anna)
    officers.set_roles(desk, club_id=club_id, account_id=other.id, roles=[Role.OWNER])
    accounts.deactivate_account(desk, account_id=anna)
    assert api.get("/me/account").status_code == 401


def test_a_machine_without_accounts_has_none_to_show(app: Flask, desk: Desk) -> None:
    made = tokens.create_token(
        desk, club_id=other_club(desk), name="Programm", scopes=[Action.ACCOUNT.value]
    )
    assert Program(app, made.text).get("/me/account").status_code == 403
    assert app.test_client().get("/api/v1/me/account").status_code == 403


def test_a_key_is_told_what_it_and_its_account_may_and_no_more(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    for roles in ([Role.VIEWER], [Role.REFEREE, Role.SCOREKEEPER]):
        account_id = account(desk, table.club_id, roles)
        for scopes in (ALL, ["look", "see_purse", "rule", "account"]):
            me = program(app, desk, table.club_id, scopes, account_id).get("/api/v1/me").json
            assert me is not None
            allowed = {one.value for one in Action if may(roles, one)}
            assert set(me["scopes"]) == (allowed & set(scopes)) | {"public", "enter_site"}
