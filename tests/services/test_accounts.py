"""Accounts: signing in, who is slowed down, what ends a device."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from scorekeeper.clock import system_clock
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts
from scorekeeper.services import clubs
from scorekeeper.services import devices
from scorekeeper.services import invitations
from scorekeeper.services import passwords
from scorekeeper.services import tries
from scorekeeper.services.backup import backup
from scorekeeper.services.backup import restore
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.permissions import Role
from scorekeeper.store import accounts as kept
from scorekeeper.store.engine import Transaction
from tests.conftest import TickingClock
from tests.services.signing import CHROME
from tests.services.signing import FIREFOX
from tests.services.signing import PASSWORD
from tests.services.signing import device_of
from tests.services.signing import person


def refused(code: ErrorCode, call: Callable[[], Any]) -> ScorekeeperError:
    with pytest.raises(ScorekeeperError) as caught:
        call()
    assert caught.value.code is code
    return caught.value


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Do things at once; return what each gave or the code of its refusal."""
    gate = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(place: int) -> None:
        gate.wait()
        try:
            answers[place] = calls[place]()
        except ScorekeeperError as error:
            answers[place] = error.code

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_the_first_account_leads_every_club_there_is(desk: Desk) -> None:
    assert not accounts.any_account(desk)
    other = clubs.create_club(desk, name="Stammtisch")
    made = accounts.create_first_account(
        desk, email=" Anna@Example.ORG ", name="Anna", password=PASSWORD, user_agent=FIREFOX
    )
    assert accounts.any_account(desk)
    assert (made.account.email, made.account.active) == ("anna@example.org", True)
    visitor = devices.visitor_of_device(desk, made.token)
    assert visitor is not None
    assert (visitor.name, visitor.account_id) == ("Anna", made.account.id)
    assert not visitor.everywhere
    officer = {Role.OWNER, Role.TREASURER, Role.REFEREE}
    assert dict(visitor.roles) == {clubs.private_club(desk).id: officer, other.id: officer}
    error = ErrorCode.ACCOUNTS_EXIST
    refused(
        error,
        lambda: accounts.create_first_account(
            desk, email="b@example.org", name="Bert", password=PASSWORD
        ),
    )


def test_of_two_first_accounts_at_once_there_is_one(desk: Desk) -> None:
    clubs.private_club(desk)

    def first(name: str) -> Callable[[], str]:
        return lambda: (
            accounts.create_first_account(
                desk, email=f"{name}@example.org", name=name, password=PASSWORD
            ).token
        )

    answers = together(first("anna"), first("bert"))
    assert answers.count(ErrorCode.ACCOUNTS_EXIST) == 1
    assert len(accounts.list_accounts(desk)) == 1


def test_signing_in_makes_a_device_with_a_name(desk: Desk) -> None:
    anna = person(desk, "Anna", Role.OWNER)
    done = accounts.sign_in(
        desk, email="ANNA@example.org", password=PASSWORD, user_agent=FIREFOX, address="10.0.0.1"
    )
    visitor = devices.visitor_of_device(desk, done.token)
    assert visitor is not None
    device_of(desk, anna, CHROME)
    found = devices.list_devices(desk, account_id=anna, here=visitor.device_id)
    assert [(one.name, one.here) for one in found] == [
        ("Firefox auf Android", True),
        ("Chrome auf Windows", False),
    ]
    with desk.store.read() as tx:
        stored = tx.connection.exec_driver_sql("SELECT token FROM device").scalars().all()
    assert done.token not in stored


@pytest.mark.parametrize("email", ["anna@example.org", "nobody@example.org", "no e-mail", ""])
def test_a_wrong_password_and_nobody_are_told_apart_by_nothing(
    desk: Desk, email: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time it takes is equal because the work is: one verification, whoever is asked for."""
    person(desk, "Anna", Role.OWNER)
    worked: list[str] = []
    real = PasswordHasher.verify

    def counted(self: PasswordHasher, hash_: str, password: str) -> bool:
        worked.append(hash_)
        return real(self, hash_, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    error = refused(
        ErrorCode.SIGN_IN_REFUSED,
        lambda: accounts.sign_in(desk, email=email, password="geraten und falsch"),
    )
    assert (error.place, error.values) == ("password", {})
    assert len(worked) == 1
    assert not passwords.outdated(worked[0])


def test_without_password_or_deactivated_nobody_gets_in(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.OWNER)
    token = device_of(desk, bert)
    with desk.store.write() as tx:
        kept.set_password(tx, anna, "")
    accounts.deactivate_account(desk, account_id=bert)
    assert devices.visitor_of_device(desk, token) is None
    for email in ("anna@example.org", "bert@example.org"):
        for password in (PASSWORD, ""):
            refused(
                ErrorCode.SIGN_IN_REFUSED,
                lambda e=email, p=password: accounts.sign_in(desk, email=e, password=p),
            )
    accounts.reactivate_account(desk, account_id=bert)
    assert devices.visitor_of_device(desk, token) is None
    assert accounts.sign_in(desk, email="bert@example.org", password=PASSWORD).token


def test_a_hash_of_weaker_parameters_is_made_anew_when_it_is_used(desk: Desk) -> None:
    anna = person(desk, "Anna", Role.OWNER)
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    with desk.store.write() as tx:
        kept.set_password(tx, anna, weak)
    assert passwords.outdated(weak)
    assert accounts.sign_in(desk, email="anna@example.org", password=PASSWORD).token
    with desk.store.read() as tx:
        row = kept.get(tx, anna)
    assert row is not None
    assert row.password.startswith("$argon2id$")
    assert not passwords.outdated(row.password)
    assert passwords.matches(PASSWORD, row.password)


def test_guessing_at_an_account_waits_longer_each_time(desk: Desk, clock: TickingClock) -> None:
    person(desk, "Anna", Role.OWNER)

    def guess(email: str = "anna@example.org") -> None:
        tries.begin(desk, tries.of_sign_in(email, "10.0.0.1"))

    def know() -> accounts.SignedIn:
        return accounts.sign_in(
            desk, email="anna@example.org", password=PASSWORD, address="10.0.0.1"
        )

    for _ in range(6):
        guess()
    waits = []
    for _ in range(3):
        seconds = refused(ErrorCode.TRY_LATER, know).values["seconds"]
        assert isinstance(seconds, int)
        waits.append(seconds)
        clock.now += timedelta(seconds=seconds)
        guess()
    assert waits[0] < waits[1] < waits[2]
    # An account nobody has is counted alike, and another account is free.
    for _ in range(6):
        guess("nobody@example.org")
    refused(ErrorCode.TRY_LATER, lambda: guess("nobody@example.org"))
    # Whoever knows the password gets in after the wait, and is free again.
    clock.now += timedelta(minutes=15)
    assert know().token
    for _ in range(5):
        guess()
    assert know().token


def test_an_address_is_slowed_down_whatever_account_it_tries(desk: Desk) -> None:
    for number in range(21):
        tries.begin(desk, tries.of_sign_in(f"{number}@example.org", "2001:db8::1"))
    later = tries.of_sign_in("new@example.org", "2001:db8::2")  # the same household
    assert int(
        str(refused(ErrorCode.TRY_LATER, lambda: tries.begin(desk, later)).values["seconds"])
    )
    tries.begin(desk, tries.of_sign_in("new@example.org", "2001:db8:1::1"))


def test_who_guesses_elsewhere_does_not_keep_the_owner_out(desk: Desk) -> None:
    person(desk, "Anna", Role.OWNER)
    guesses = tries.of_sign_in("anna@example.org", "198.51.100.1")
    for _ in range(6):
        tries.begin(desk, guesses)
    refused(ErrorCode.TRY_LATER, lambda: tries.begin(desk, guesses))
    assert accounts.sign_in(
        desk, email="anna@example.org", password=PASSWORD, address="192.0.2.7"
    ).token
    # Guesses from everywhere are slowed down all the same.
    slowed = 0
    for host in range(80):
        try:
            tries.begin(desk, tries.of_sign_in("anna@example.org", f"203.0.113.{host}"))
        except ScorekeeperError as error:
            slowed += error.code is ErrorCode.TRY_LATER
    assert 0 < slowed <= 20


def test_tries_at_once_are_all_counted(desk: Desk) -> None:
    counted = tries.of_sign_in("anna@example.org", "10.0.0.1")
    desk = replace(desk, clock=system_clock)
    answers = together(*[lambda: tries.begin(desk, counted)] * 12)
    assert answers.count(None) == 6, answers
    assert answers.count(ErrorCode.TRY_LATER) == 6


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("kurz", ErrorCode.PASSWORD_LENGTH),
        ("x" * 201, ErrorCode.PASSWORD_LENGTH),
        ("123456789", ErrorCode.PASSWORD_LENGTH),
        ("1234567890", ErrorCode.PASSWORD_COMMON),
        ("Passwort123", ErrorCode.PASSWORD_COMMON),
        ("aaaaaaaaaaaaaa", ErrorCode.PASSWORD_COMMON),
        ("Anna-Maria.Huber@example.org", ErrorCode.PASSWORD_COMMON),
        ("anna-maria.huber", ErrorCode.PASSWORD_COMMON),
        ("Anna Maria Huber", ErrorCode.PASSWORD_COMMON),
        ("annamariahuber", ErrorCode.PASSWORD_COMMON),
    ],
)
def test_what_anybody_would_guess_is_no_password(password: str, code: ErrorCode) -> None:
    refused(
        code,
        lambda: passwords.usable(password, "anna-maria.huber@example.org", "Anna Maria Huber"),
    )


@pytest.mark.parametrize("password", ["abcdefghijk", "zehnzeichen", "vier Unter", "ä" * 9 + "bc"])
def test_nothing_else_is_asked_of_a_password(password: str) -> None:
    assert passwords.usable(password, "anna@example.org", "Anna") == passwords.plain(password)


def test_every_keyboard_writes_the_same_password() -> None:
    composed, apart = "Größl spielt", "Gro\u0308ßl spielt"
    assert passwords.usable(apart) == passwords.usable(composed)


def test_changing_a_password_ends_every_other_device(desk: Desk) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.VIEWER)
    here, there, his = device_of(desk, anna), device_of(desk, anna), device_of(desk, bert)
    visitor = devices.visitor_of_device(desk, here)
    assert visitor is not None

    def change(old: str, new: str) -> int:
        return accounts.change_password(
            desk, account_id=anna, old=old, new=new, here=visitor.device_id
        )

    refused(ErrorCode.PASSWORD_WRONG, lambda: change("falsch geraten", "fünf Unter im Blatt"))
    refused(ErrorCode.PASSWORD_LENGTH, lambda: change(PASSWORD, "kurz"))
    assert devices.visitor_of_device(desk, there) is not None
    assert change(PASSWORD, "fünf Unter im Blatt") == 1
    assert devices.visitor_of_device(desk, here) is not None
    assert devices.visitor_of_device(desk, there) is None
    assert devices.visitor_of_device(desk, his) is not None
    refused(
        ErrorCode.SIGN_IN_REFUSED,
        lambda: accounts.sign_in(desk, email="anna@example.org", password=PASSWORD),
    )
    accounts.sign_in(desk, email="anna@example.org", password="fünf Unter im Blatt")
    accounts.set_password(desk, account_id=anna, password="sechs Unter im Blatt")
    assert devices.visitor_of_device(desk, here) is None


def test_a_revoked_device_is_a_stranger_at_once(desk: Desk) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.OWNER)
    one, two = device_of(desk, anna), device_of(desk, anna)
    first = devices.visitor_of_device(desk, one)
    assert first is not None
    assert first.device_id is not None
    refused(
        ErrorCode.NOT_FOUND,
        lambda: devices.revoke_device(desk, account_id=bert, device_id=first.device_id or ""),
    )
    devices.revoke_device(desk, account_id=anna, device_id=first.device_id)
    assert devices.visitor_of_device(desk, one) is None
    assert devices.visitor_of_device(desk, two) is not None
    three = device_of(desk, anna)
    here = devices.visitor_of_device(desk, three)
    assert here is not None
    assert devices.revoke_other_devices(desk, account_id=anna, here=here.device_id) == 1
    assert devices.visitor_of_device(desk, two) is None
    assert devices.visitor_of_device(desk, three) is not None


def test_a_device_nobody_used_for_half_a_year_signs_in_anew(
    desk: Desk, clock: TickingClock
) -> None:
    token = device_of(desk, person(desk, "Anna", Role.OWNER))
    clock.now += timedelta(days=170)
    assert devices.visitor_of_device(desk, token) is not None
    clock.now += timedelta(days=170)
    assert devices.visitor_of_device(desk, token) is not None
    clock.now += timedelta(days=182)
    assert devices.visitor_of_device(desk, token) is None


@pytest.mark.parametrize("token", ["", "x", "ü", "\ud800", "x" * 500])
def test_a_token_nobody_was_given_is_nobodys(desk: Desk, token: str) -> None:
    assert devices.visitor_of_device(desk, token) is None


def test_asking_who_is_there_is_one_statement(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    token = device_of(desk, person(desk, "Anna", Role.OWNER, Role.VIEWER))
    asked: list[object] = []
    real = Transaction.run

    def counted(self: Transaction, statement: Any, **values: Any) -> Any:
        asked.append(statement)
        return real(self, statement, **values)

    monkeypatch.setattr(Transaction, "run", counted)
    assert devices.visitor_of_device(desk, token) is not None
    assert len(asked) == 1


@pytest.mark.parametrize(
    "email",
    [
        *("", "anna", "anna@", "@example.org", "anna@example", "a b@example.org", "a@b@c..org"),
        *("anna@-x.org", ".a@example.org", "a..b@example.org", "ä@example.org"),
        *("a" * 65 + "@x.org", "anna@example.org\nBcc: x@example.org", "anna@" + "x" * 300 + ".de"),
    ],
)
def test_what_is_no_address_is_refused(email: str) -> None:
    refused(ErrorCode.EMAIL_INVALID, lambda: accounts.plain_email(email))


def test_addresses_are_kept_as_mail_servers_know_them() -> None:
    assert accounts.plain_email(" Anna.B@Müller.example ") == "anna.b@xn--mller-kva.example"


def test_two_people_share_no_address(desk: Desk) -> None:
    accounts.create_account(desk, email="anna@example.org", name="Anna", password=None)
    refused(
        ErrorCode.EMAIL_TAKEN,
        lambda: accounts.create_account(desk, email="ANNA@example.org", name="B", password=None),
    )


def test_two_processes_count_the_same_tries(database_url: str) -> None:
    one, two = open_desk(database_url, system_clock), open_desk(database_url, system_clock)
    counted = tries.of_sign_in("anna@example.org", "10.0.0.1")
    for place in range(6):
        tries.begin((one, two)[place % 2], counted)
    refused(ErrorCode.TRY_LATER, lambda: tries.begin(one, counted))
    refused(ErrorCode.TRY_LATER, lambda: tries.begin(two, counted))
    one.close()
    two.close()


def test_a_backup_keeps_accounts_but_brings_no_device_back(
    database_url: str, tmp_path: Path
) -> None:
    desk = open_desk(database_url, system_clock)
    anna = person(desk, "Anna", Role.OWNER)
    club_id = clubs.private_club(desk).id
    token = device_of(desk, anna)
    _, invited = invitations.invite(desk, club_id=club_id, roles=["viewer"])
    backup(database_url, tmp_path / "all.backup")
    devices.revoke_other_devices(desk, account_id=anna, here=None)
    restore(database_url, tmp_path / "all.backup", replace=True)
    assert devices.visitor_of_device(desk, token) is None
    refused(
        ErrorCode.LINK_ENDED,
        lambda: invitations.accept_invitation(desk, token=invited, account_id=anna),
    )
    done = accounts.sign_in(desk, email="anna@example.org", password=PASSWORD)
    visitor = devices.visitor_of_device(desk, done.token)
    assert visitor is not None
    assert visitor.roles_in(club_id) == {Role.OWNER}
    desk.close()
