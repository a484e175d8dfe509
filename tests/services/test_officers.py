"""Roles in a club, invitations and links: for one use, and never without an owner."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts
from scorekeeper.services import clubs
from scorekeeper.services import devices
from scorekeeper.services import invitations
from scorekeeper.services import links
from scorekeeper.services import members
from scorekeeper.services import officers
from scorekeeper.services.desk import Desk
from scorekeeper.services.links import Purpose
from scorekeeper.services.permissions import Role
from tests.conftest import TickingClock
from tests.services.signing import PASSWORD
from tests.services.signing import device_of
from tests.services.signing import person
from tests.services.test_accounts import refused
from tests.services.test_accounts import together

NEW = "ein neues langes Passwort"


@pytest.fixture
def club_id(desk: Desk) -> str:
    return clubs.private_club(desk).id


def held(desk: Desk, club_id: str) -> dict[str, tuple[Role, ...]]:
    return {one.name: one.roles for one in officers.list_officers(desk, club_id=club_id)}


def test_a_role_counts_from_the_very_next_request(desk: Desk, club_id: str) -> None:
    person(desk, "Anna", Role.OWNER)
    bert = person(desk, "Bert", Role.VIEWER)
    token = device_of(desk, bert)
    officers.set_roles(desk, club_id=club_id, account_id=bert, roles=["referee", "scorekeeper"])
    visitor = devices.visitor_of_device(desk, token)
    assert visitor is not None
    assert visitor.roles_in(club_id) == {Role.REFEREE, Role.SCOREKEEPER}
    officers.set_roles(desk, club_id=club_id, account_id=bert, roles=[])
    visitor = devices.visitor_of_device(desk, token)
    assert visitor is not None
    assert visitor.roles_in(club_id) == frozenset()
    assert held(desk, club_id) == {"Anna": (Role.OWNER,)}


@pytest.mark.parametrize("role", ["king", "", None, 7])
def test_a_role_nobody_knows_is_refused(desk: Desk, club_id: str, role: object) -> None:
    anna = person(desk, "Anna", Role.OWNER)
    refused(
        ErrorCode.VALUE_INVALID,
        lambda: officers.set_roles(desk, club_id=club_id, account_id=anna, roles=[role]),
    )


def test_the_last_owner_stays_one(desk: Desk, club_id: str) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.OWNER)
    caro = person(desk, "Caro", Role.VIEWER)
    officers.take_role(desk, club_id=club_id, account_id=bert, role="owner")
    last: list[Callable[[], Any]] = [
        lambda: officers.take_role(desk, club_id=club_id, account_id=anna, role="owner"),
        lambda: officers.set_roles(desk, club_id=club_id, account_id=anna, roles=["viewer"]),
        lambda: officers.set_roles(desk, club_id=club_id, account_id=anna, roles=[]),
        lambda: accounts.deactivate_account(desk, account_id=anna),
    ]
    for attempt in last:
        refused(ErrorCode.LAST_OWNER, attempt)
    assert accounts.get_account(desk, account_id=anna).active
    # One who cannot sign in leads nobody.
    officers.give_role(desk, club_id=club_id, account_id=caro, role="owner")
    accounts.deactivate_account(desk, account_id=caro)
    refused(ErrorCode.LAST_OWNER, last[0])
    clubs.create_club(desk, name="Stammtisch", owner=bert)
    refused(ErrorCode.LAST_OWNER, last[0])
    assert Role.OWNER in held(desk, club_id)["Anna"]


@pytest.mark.parametrize("way", ["roles", "account"])
def test_two_owners_at_once_do_not_leave_a_club_without_one(
    desk: Desk, club_id: str, way: str
) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.OWNER)

    def end(account_id: str) -> Callable[[], Any]:
        if way == "account":
            return lambda: accounts.deactivate_account(desk, account_id=account_id)
        return lambda: officers.set_roles(desk, club_id=club_id, account_id=account_id, roles=[])

    answers = together(end(anna), end(bert))
    assert answers.count(ErrorCode.LAST_OWNER) == 1, answers
    leading = [
        one
        for one in officers.list_officers(desk, club_id=club_id)
        if one.active and Role.OWNER in one.roles
    ]
    assert len(leading) == 1


def test_an_account_is_one_member_of_a_club_and_no_two_are_the_same(
    desk: Desk, club_id: str
) -> None:
    anna, bert = person(desk, "Anna", Role.OWNER), person(desk, "Bert", Role.VIEWER)
    stranger = person(desk, "Caro")
    member = members.add_member(desk, club_id=club_id, name="Annerl").id

    def link(account_id: str, member_id: str | None) -> None:
        officers.link_member(desk, club_id=club_id, account_id=account_id, member_id=member_id)

    link(anna, member)
    link(anna, member)
    refused(ErrorCode.NOT_FOUND, lambda: link(bert, member))
    refused(ErrorCode.NOT_FOUND, lambda: link(bert, "0" * 36))
    refused(ErrorCode.NOT_FOUND, lambda: link(stranger, None))
    assert {one.name: one.member_id for one in officers.list_officers(desk, club_id=club_id)} == {
        "Anna": member,
        "Bert": None,
    }
    link(anna, None)
    link(bert, member)


def test_an_invitation_is_used_once_by_whoever_is_first(desk: Desk, club_id: str) -> None:
    person(desk, "Anna", Role.OWNER)
    bert, caro = person(desk, "Bert"), person(desk, "Caro")
    made, token = invitations.invite(desk, club_id=club_id, roles=["treasurer"], name="Bert")
    assert invitations.see_invitation(desk, token=token) == made
    answers = together(
        lambda: invitations.accept_invitation(desk, token=token, account_id=bert),
        lambda: invitations.accept_invitation(desk, token=token, account_id=caro),
        lambda: invitations.accept_invitation(desk, token=token, account_id=bert),
    )
    assert answers.count(ErrorCode.LINK_ENDED) == 2, answers
    assert answers.count(club_id) == 1
    assert len(held(desk, club_id)) == 2
    refused(ErrorCode.LINK_ENDED, lambda: invitations.see_invitation(desk, token=token))


def test_of_two_who_sign_up_with_one_link_one_has_no_account(desk: Desk, club_id: str) -> None:
    person(desk, "Anna", Role.OWNER)
    _, token = invitations.invite(desk, club_id=club_id, roles=["viewer"])

    def sign_up(name: str) -> Callable[[], Any]:
        return lambda: invitations.sign_up(
            desk, token=token, email=f"{name}@example.org", name=name, password=NEW
        )

    answers = together(sign_up("bert"), sign_up("caro"))
    assert answers.count(ErrorCode.LINK_ENDED) == 1, answers
    assert len(accounts.list_accounts(desk)) == 2


def test_an_invitation_ends_by_time_and_when_it_is_withdrawn(
    desk: Desk, club_id: str, clock: TickingClock
) -> None:
    bert = person(desk, "Bert")
    made, token = invitations.invite(desk, club_id=club_id, roles=["viewer"])
    other, _ = invitations.invite(desk, club_id=club_id, roles=["owner", "viewer"])
    assert [one.roles for one in invitations.list_invitations(desk, club_id=club_id)] == [
        (Role.VIEWER,),
        (Role.OWNER, Role.VIEWER),
    ]
    elsewhere = clubs.create_club(desk, name="Stammtisch", owner=bert).id
    refused(
        ErrorCode.NOT_FOUND,
        lambda: invitations.withdraw_invitation(desk, club_id=elsewhere, invitation_id=made.id),
    )
    invitations.withdraw_invitation(desk, club_id=club_id, invitation_id=made.id)

    def accept() -> str:
        return invitations.accept_invitation(desk, token=token, account_id=bert)

    refused(ErrorCode.LINK_ENDED, accept)
    _, token = invitations.invite(desk, club_id=club_id, roles=["viewer"])
    clock.now += timedelta(days=8)
    refused(ErrorCode.LINK_ENDED, accept)
    assert invitations.list_invitations(desk, club_id=club_id) == ()
    assert other.until > made.until - timedelta(days=1)


def test_whom_an_invitation_was_for_is_forgotten(
    desk: Desk, club_id: str, clock: TickingClock
) -> None:
    def kept() -> list[str]:
        with desk.store.read() as tx:
            rows = tx.connection.exec_driver_sql("SELECT name, email FROM invitation").all()
        return sorted(f"{row[0]} {row[1]}".strip() for row in rows)

    bert = person(desk, "Bert")
    _, token = invitations.invite(desk, club_id=club_id, roles=["viewer"], name="Bert")
    invitations.invite(
        desk, club_id=club_id, roles=["viewer"], name="Caro", email="caro@example.org"
    )
    invitations.accept_invitation(desk, token=token, account_id=bert)
    assert kept() == ["", "Caro caro@example.org"]
    clock.now += timedelta(days=8)
    invitations.invite(desk, club_id=club_id, roles=["viewer"], name="Dora")
    assert kept() == ["Dora"]


def test_a_mail_gives_an_invitation_another_link(desk: Desk, club_id: str) -> None:
    bert = person(desk, "Bert")
    made, first = invitations.invite(desk, club_id=club_id, roles=["viewer"])
    _, second = invitations.renew_link(desk, club_id=club_id, invitation_id=made.id)
    refused(
        ErrorCode.LINK_ENDED,
        lambda: invitations.accept_invitation(desk, token=first, account_id=bert),
    )
    assert invitations.accept_invitation(desk, token=second, account_id=bert) == club_id


def test_a_link_signs_in_once_and_for_a_quarter_of_an_hour(desk: Desk, clock: TickingClock) -> None:
    anna = person(desk, "Anna", Role.OWNER)

    def make() -> str:
        link = links.make_link(desk, email="anna@example.org", purpose=Purpose.SIGN_IN)
        assert link is not None
        return link.token

    token = make()
    links.require_link(desk, token=token, purpose=Purpose.SIGN_IN)
    refused(
        ErrorCode.LINK_ENDED,
        lambda: links.renew_password(desk, token=token, password=NEW),
    )
    answers = together(*[lambda: links.use_link(desk, token=token).account.id] * 4)
    assert answers.count(anna) == 1, answers
    assert answers.count(ErrorCode.LINK_ENDED) == 3
    token = make()
    clock.now += timedelta(minutes=14)
    links.require_link(desk, token=token, purpose=Purpose.SIGN_IN)
    clock.now += timedelta(minutes=2)
    refused(ErrorCode.LINK_ENDED, lambda: links.use_link(desk, token=token))
    assert links.make_link(desk, email="nobody@example.org", purpose=Purpose.SIGN_IN) is None


def test_a_link_for_a_password_ends_what_was_signed_in(desk: Desk) -> None:
    anna = person(desk, "Anna", Role.OWNER)
    there = device_of(desk, anna)
    link = links.make_link(desk, email="anna@example.org", purpose=Purpose.PASSWORD)
    assert link is not None
    refused(
        ErrorCode.PASSWORD_LENGTH,
        lambda: links.renew_password(desk, token=link.token, password="kurz"),
    )
    done = links.renew_password(desk, token=link.token, password=NEW)
    assert devices.visitor_of_device(desk, done.token) is not None
    assert devices.visitor_of_device(desk, there) is None
    refused(
        ErrorCode.SIGN_IN_REFUSED,
        lambda: accounts.sign_in(desk, email="anna@example.org", password=PASSWORD),
    )


def test_a_deactivated_account_uses_no_link_and_no_invitation(desk: Desk, club_id: str) -> None:
    person(desk, "Anna", Role.OWNER)
    bert = person(desk, "Bert", Role.VIEWER)
    link = links.make_link(desk, email="bert@example.org", purpose=Purpose.SIGN_IN)
    _, token = invitations.invite(desk, club_id=club_id, roles=["owner"])
    accounts.deactivate_account(desk, account_id=bert)
    assert link is not None
    refused(ErrorCode.LINK_ENDED, lambda: links.use_link(desk, token=link.token))
    refused(
        ErrorCode.LINK_ENDED,
        lambda: invitations.accept_invitation(desk, token=token, account_id=bert),
    )
    assert links.make_link(desk, email="bert@example.org", purpose=Purpose.SIGN_IN) is None
    assert invitations.see_invitation(desk, token=token).roles == (Role.OWNER,)


@pytest.mark.parametrize("token", ["", "x", "x" * 500, "\ud800"])
def test_a_link_nobody_made_leads_nowhere(desk: Desk, token: str) -> None:
    for call in (
        lambda: links.use_link(desk, token=token),
        lambda: invitations.see_invitation(desk, token=token),
    ):
        with pytest.raises(ScorekeeperError) as caught:
            call()
        assert caught.value.code is ErrorCode.LINK_ENDED
