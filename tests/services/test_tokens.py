"""Keys for other programs: shown once, kept as a hash, good for what they were made for."""

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import tokens
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from tests.services.play import quick


def found(desk: Desk) -> str:
    return clubs.create_club(desk, name="Kartenrunde").id


def test_a_key_is_shown_once_and_kept_as_a_hash_only(desk: Desk) -> None:
    club_id = found(desk)
    made = tokens.create_token(desk, club_id=club_id, name="Anzeige", scopes=["look"])
    assert made.text.startswith("sk_")
    assert len(made.text) == 46
    (listed,) = tokens.list_tokens(desk, club_id=club_id)
    assert listed == made.token
    assert made.text not in repr(listed)
    with desk.store.read() as tx:
        rows = tx.connection.exec_driver_sql("SELECT * FROM api_token").all()
    assert made.text not in repr(rows)
    assert made.text[3:] not in repr(rows)


def test_a_key_does_what_its_scopes_say_and_only_in_its_club(desk: Desk) -> None:
    club_id, other = found(desk), clubs.create_club(desk, name="Andere").id
    text = tokens.create_token(desk, club_id=club_id, name="Anzeige", scopes=["look"]).text
    visitor = tokens.visitor_of_token(desk, text)
    assert visitor is not None
    assert visitor.name == "Anzeige"
    may = {action for action in Action if visitor.may(action, club_id)}
    assert may == {Action.PUBLIC, Action.ENTER_SITE, Action.LOOK}
    assert not visitor.may(Action.LOOK, other)
    assert not visitor.everywhere


def test_a_key_for_a_table_is_a_guest_of_that_table(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    made = tokens.create_token(
        desk,
        club_id=table.club_id,
        name="Tablet",
        scopes=["look", "record"],
        table_id=table.table.id,
    )
    visitor = tokens.visitor_of_token(desk, made.text)
    assert visitor is not None
    assert visitor.grant is not None
    assert visitor.grant.table_id == table.table.id
    assert visitor.may(Action.RECORD, table.club_id)
    assert not visitor.may(Action.SETTLE, table.club_id)
    with pytest.raises(ScorekeeperError) as caught:
        tokens.create_token(
            desk,
            club_id=table.club_id,
            name="Tablet",
            scopes=["settle"],
            table_id=table.table.id,
        )
    assert (caught.value.code, caught.value.place) == (ErrorCode.VALUE_INVALID, "scopes")


def test_a_revoked_key_and_one_nobody_made_open_nothing(desk: Desk) -> None:
    club_id = found(desk)
    made = tokens.create_token(desk, club_id=club_id, name="Anzeige", scopes=["look"])
    for wrong in ("", "sk_", made.text[:-1], made.text + "A", "sk_" + "A" * 43, "é" * 46):
        assert tokens.visitor_of_token(desk, wrong) is None
    assert tokens.revoke_token(desk, club_id=club_id, token_id=made.token.id).revoked
    assert tokens.visitor_of_token(desk, made.text) is None
    assert tokens.list_tokens(desk, club_id=club_id) == ()


def test_the_day_of_the_last_use_is_kept(desk: Desk) -> None:
    club_id = found(desk)
    made = tokens.create_token(desk, club_id=club_id, name="Anzeige", scopes=["look"])
    assert made.token.used_on is None
    tokens.visitor_of_token(desk, made.text)
    (listed,) = tokens.list_tokens(desk, club_id=club_id)
    assert str(listed.used_on) == desk.now()[:10]


def test_a_key_of_another_club_is_not_found(desk: Desk) -> None:
    club_id, other = found(desk), clubs.create_club(desk, name="Andere").id
    made = tokens.create_token(desk, club_id=club_id, name="Anzeige", scopes=["look"])
    with pytest.raises(ScorekeeperError) as caught:
        tokens.revoke_token(desk, club_id=other, token_id=made.token.id)
    assert caught.value.code is ErrorCode.NOT_FOUND


@pytest.mark.parametrize("scopes", [[], ["everything"], ["look", "public"]])
def test_scopes_nobody_knows_are_refused(desk: Desk, scopes: list[str]) -> None:
    with pytest.raises(ScorekeeperError) as caught:
        tokens.create_token(desk, club_id=found(desk), name="Anzeige", scopes=scopes)
    assert caught.value.code is ErrorCode.VALUE_INVALID


def account(desk: Desk, club_id: str, *roles: str) -> str:
    account_id = desk.new_id()
    with desk.store.write() as tx:
        run = tx.connection.exec_driver_sql
        run(
            "INSERT INTO account (id, email, name, password, created_at) "
            f"VALUES ('{account_id}', '{account_id}@example.org', 'Berta', '', '{desk.now()}')"
        )
        for role in roles:
            run(
                "INSERT INTO officer (club_id, account_id, role, given_by, given_at) "
                f"VALUES ('{club_id}', '{account_id}', '{role}', '', '{desk.now()}')"
            )
    return account_id


def test_a_key_of_an_account_has_its_roles_within_its_scopes(desk: Desk) -> None:
    club_id = found(desk)
    mine = account(desk, club_id, "treasurer", "viewer")
    text = tokens.create_token(
        desk, club_id=club_id, name="Kasse", scopes=["purse", "rule"], account_id=mine
    ).text
    visitor = tokens.visitor_of_token(desk, text)
    assert visitor is not None
    assert (visitor.name, visitor.account_id) == ("Berta (Kasse)", mine)
    assert visitor.may(Action.PURSE, club_id)
    assert not visitor.may(Action.RULE, club_id)
    assert not visitor.may(Action.LOOK, club_id)
    with desk.store.write() as tx:
        tx.connection.exec_driver_sql("DELETE FROM officer")
    assert tokens.visitor_of_token(desk, text) is None


def test_only_its_own_keys_are_an_accounts_to_see_and_end(desk: Desk) -> None:
    club_id = found(desk)
    mine, other = account(desk, club_id, "viewer"), account(desk, club_id, "viewer")
    made = tokens.create_token(
        desk, club_id=club_id, name="Anzeige", scopes=["look"], account_id=mine
    )
    assert len(tokens.list_tokens(desk, club_id=club_id, account_id=mine)) == 1
    assert tokens.list_tokens(desk, club_id=club_id, account_id=other) == ()
    with pytest.raises(ScorekeeperError):
        tokens.revoke_token(desk, club_id=club_id, token_id=made.token.id, account_id=other)


def test_keys_of_a_private_machine_end_with_the_first_account(desk: Desk) -> None:
    club_id = found(desk)
    text = tokens.create_token(desk, club_id=club_id, name="Anzeige", scopes=["look"]).text
    assert tokens.visitor_of_token(desk, text) is not None
    account(desk, club_id, "owner")
    assert tokens.visitor_of_token(desk, text) is None
