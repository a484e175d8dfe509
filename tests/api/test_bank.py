"""Account numbers and GiroCodes through the API: right, and seen by nobody else."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.services import bank_details
from scorekeeper.services import officers
from scorekeeper.services import purse
from scorekeeper.services import settlement
from scorekeeper.services import tokens
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from tests.api.client import Program
from tests.api.client import playing
from tests.api.client import program
from tests.api.filled import account
from tests.services.play import Round
from tests.services.play import brand
from tests.web.test_giro import decoded

IBAN = "DE89370400440532013000"


@pytest.fixture
def settled(desk: Desk) -> tuple[Round, str]:
    """A night Anna won: Bert pays her, by the payment of this id."""
    table = playing(desk)
    table.record(brand(table.id("Anna"), 7))
    table.close()
    plan = settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, key=table.keys()
    )
    one = next(one for one in plan.transfers if one.payer == "Bert")
    assert one.payee == "Anna"
    return table, one.id


def somebody(table: Round, role: Role, member: str = "") -> str:
    """Return the account of somebody in this role, who is this member or none."""
    account_id = account(table.desk, table.club_id, [role])
    if member:
        officers.link_member(
            table.desk, club_id=table.club_id, account_id=account_id, member_id=table.id(member)
        )
    return account_id


def key_of(app: Flask, table: Round, account_id: str, scopes: list[str]) -> Program:
    """Return a program with a key of this account."""
    made = tokens.create_token(
        table.desk, club_id=table.club_id, name="Programm", scopes=scopes, account_id=account_id
    )
    return Program(app, made.text, table.club_id)


def test_where_to_pay_is_said_and_the_code_pays_it(
    app: Flask, desk: Desk, settled: tuple[Round, str]
) -> None:
    table, transfer = settled
    api = program(app, desk, table.club_id)
    where, code = f"/members/{table.id('Anna')}/bank", f"/transfers/{transfer}/giro-code"
    assert api.get(where).status_code == 404
    assert api.get(code).status_code == 404
    wrong = api.ask("PUT", where, {"iban": "DE88 3704 0044 0532 0130 00"})
    assert wrong.status_code == 422
    assert wrong.json is not None
    assert wrong.json["code"] == "iban_invalid"
    kept = api.ask("PUT", where, {"iban": "de89 3704 0044 0532 0130 00", "bic": "COBADEFFXXX"})
    assert kept.status_code == 200, kept.text
    assert kept.json is not None
    assert (kept.json["iban"], kept.json["holder"]) == (IBAN, "Anna")
    told = api.get(code).json
    assert told is not None
    assert (told["payer"], told["payee"], told["iban"]) == ("Bert", "Anna", IBAN)
    lines = decoded(told["code"])
    assert lines[4:8] == ["COBADEFFXXX", "Anna", IBAN, f"EUR{told['amount'] / 100:g}"]
    seen = api.tag_of(where)
    assert seen == kept.headers["ETag"]
    changed = api.ask("PUT", where, {"iban": IBAN, "holder": "Anna Huber"}, tag=seen)
    assert changed.status_code == 200, changed.text
    assert api.ask("PUT", where, {"iban": IBAN}).status_code == 428
    assert api.ask("PUT", where, {"iban": IBAN}, unless='"other"').status_code == 428
    assert api.ask("PUT", where, {"iban": IBAN}, unless="*").status_code == 412
    assert api.ask("PUT", where, {"iban": IBAN}, tag=seen).status_code == 412
    assert api.ask("DELETE", where).status_code == 428
    assert api.ask("DELETE", where, tag=seen).status_code == 412
    assert api.tag_of(where) == changed.headers["ETag"]
    assert api.ask("DELETE", where, tag=changed.headers["ETag"]).status_code == 204
    assert api.get(where).status_code == 404
    assert api.ask("PUT", where, {"iban": IBAN}, tag="*").status_code == 412
    assert api.ask("PUT", where, {"iban": IBAN}, tag=seen).status_code == 412
    assert api.get(where).status_code == 404
    assert api.ask("PUT", where, {"iban": IBAN}, unless="*").status_code == 200


def test_only_the_two_it_concerns_and_who_sees_the_purse_see_it(
    app: Flask, settled: tuple[Round, str]
) -> None:
    table, transfer = settled
    bank_details.set_bank_detail(
        table.desk, club_id=table.club_id, member_id=table.id("Anna"), iban=IBAN
    )
    at, code = f"/members/{table.id('Anna')}/bank", f"/transfers/{transfer}/giro-code"
    anna = program(app, table.desk, table.club_id)
    seen = {"Anna": (200, 200), "Bert": (403, 200), "Caro": (403, 404), "": (403, 404)}
    for name, expected in seen.items():
        who = somebody(table, Role.VIEWER, name)
        api = key_of(app, table, who, ["look", "tokens"])
        assert (api.get(at).status_code, api.get(code).status_code) == expected, name
        anna = api if name == "Anna" else anna
        put = api.ask("PUT", at, {"iban": IBAN}, tag="*").status_code
        assert put == expected[0], name
        if name != "Anna":
            assert api.ask("DELETE", at).status_code == 403
        # A key that only looks is on a screen for all, whoever made it.
        screen = key_of(app, table, who, ["look"])
        assert (screen.get(at).status_code, screen.get(code).status_code) == (403, 404)
        assert screen.ask("PUT", at, {"iban": IBAN}).status_code == 403
    owner = key_of(app, table, somebody(table, Role.OWNER), ["look"])
    assert (owner.get(at).status_code, owner.get(code).status_code) == (403, 404)
    writer = key_of(app, table, somebody(table, Role.SCOREKEEPER), ["look", "settle"])
    assert (writer.get(at).status_code, writer.get(code).status_code) == (403, 404)
    assert writer.ask("PUT", at, {"iban": IBAN}, tag="*").status_code == 403
    owner = key_of(app, table, somebody(table, Role.OWNER), ["look", "see_purse"])
    assert (owner.get(at).status_code, owner.get(code).status_code) == (200, 200)
    assert owner.ask("PUT", at, {"iban": IBAN}, tag="*").status_code == 403
    treasurer = key_of(app, table, somebody(table, Role.TREASURER), ["look", "see_purse", "purse"])
    assert (treasurer.get(at).status_code, treasurer.get(code).status_code) == (200, 200)
    french = {"iban": "FR1420041010050500013M02606", "bic": "COBADEFFXXX"}
    wrong = treasurer.ask("PUT", at, french, tag="*")
    assert wrong.status_code == 422
    assert wrong.json is not None
    assert wrong.json["code"] == "bic_invalid"
    assert treasurer.ask("PUT", at, {"iban": IBAN, "holder": "A"}, tag="*").status_code == 200
    told = anna.get(at + "/changes")
    assert told.json is not None
    assert [one["kind"] for one in told.json["items"]] == ["changed", "given"]
    assert writer.get(at + "/changes").status_code == 403
    kept = bank_details.get_bank_detail(
        table.desk, club_id=table.club_id, member_id=table.id("Anna")
    )
    assert kept is not None
    assert kept.iban == IBAN


def codes_in(answer: TestResponse) -> dict[str, str | None]:
    """Return where a settlement says the code of each payment is."""
    told = answer.json
    assert answer.status_code in (200, 201), answer.text
    assert told is not None
    return {one["id"]: one["giro_code"] for one in told["transfers"]}


def test_a_settlement_says_which_payments_have_a_code_to_whom_may_see_it(
    app: Flask, settled: tuple[Round, str]
) -> None:
    table, transfer = settled
    where = f"/nights/{table.night_id}/settlement"
    code = f"/api/v1/clubs/{table.club_id}/transfers/{transfer}/giro-code"
    treasurer = key_of(app, table, somebody(table, Role.TREASURER), ["look", "see_purse"])
    none = treasurer.get(where)
    assert set(codes_in(none).values()) == {None}
    bank_details.set_bank_detail(
        table.desk, club_id=table.club_id, member_id=table.id("Anna"), iban=IBAN
    )
    some = treasurer.get(where, unless=none.headers["ETag"])
    assert codes_in(some)[transfer] == code  # what was seen before is not what is there now
    for name, expected in {"Anna": code, "Bert": code, "Caro": None, "": None}.items():
        who = somebody(table, Role.VIEWER, name)
        api = key_of(app, table, who, ["look", "tokens"])
        told = codes_in(api.get(where))
        assert told[transfer] == expected, name
        for id_, place in told.items():
            at = f"/transfers/{id_}/giro-code"
            assert (api.get(at).status_code == 200) is (place is not None), name
        screen = key_of(app, table, who, ["look"])
        assert set(codes_in(screen.get(where)).values()) == {None}


def test_a_code_ends_with_what_is_open_or_holds(app: Flask, settled: tuple[Round, str]) -> None:
    table, transfer = settled
    bank_details.set_bank_detail(
        table.desk, club_id=table.club_id, member_id=table.id("Anna"), iban=IBAN
    )
    api = key_of(app, table, somebody(table, Role.TREASURER), ["look", "settle", "see_purse"])
    where = f"/nights/{table.night_id}/settlement"
    plan = api.get(where).json
    assert plan is not None
    whole = next(one["amount"] for one in plan["transfers"] if one["id"] == transfer)
    assert codes_in(api.post(f"/transfers/{transfer}/pay", {"amount": 1}))[transfer]
    assert not codes_in(api.post(f"/transfers/{transfer}/pay", {"amount": whole - 1}))[transfer]
    assert codes_in(api.post(f"/transfers/{transfer}/unpay", {"amount": None}))[transfer]
    again = codes_in(api.post(where, {"mode": "transfers"}))
    assert any(again.values())
    assert transfer not in again


def test_a_key_of_a_members_shows_what_he_owes(app: Flask, settled: tuple[Round, str]) -> None:
    table, _ = settled
    purse.charge(
        table.desk,
        club_id=table.club_id,
        kind="fee",
        member_ids=[table.id("Bert")],
        amount=500,
        words="Beitrag",
        key=table.keys(),
    )
    bert = somebody(table, Role.VIEWER, "Bert")
    told = key_of(app, table, bert, ["look", "tokens"]).get("/own-account").json
    assert told is not None
    assert (told["member"]["name"], told["cents"]) == ("Bert", -500)
    assert key_of(app, table, bert, ["look"]).get("/own-account").status_code == 404
    nobody = somebody(table, Role.VIEWER)
    assert key_of(app, table, nobody, ["look", "tokens"]).get("/own-account").status_code == 404
    account = f"/accounts/{table.id('Bert')}"
    assert key_of(app, table, bert, ["look", "tokens"]).get(account).status_code == 403


def test_a_key_of_a_members_gets_all_that_is_kept_about_him(
    app: Flask, settled: tuple[Round, str]
) -> None:
    table, _ = settled
    bert = somebody(table, Role.VIEWER, "Bert")
    api = key_of(app, table, bert, ["look", "tokens"])
    told = api.get("/own-export").json
    assert told is not None
    assert told["person"]["name"] == "Bert"
    for name in ("Anna", "Bert"):
        assert api.get(f"/members/{table.id(name)}/export").status_code == 403
    assert key_of(app, table, bert, ["look"]).get("/own-export").status_code == 404
    nobody = somebody(table, Role.OWNER)
    assert key_of(app, table, nobody, ["look", "tokens"]).get("/own-export").status_code == 404
    owner = key_of(app, table, nobody, ["people_data"])
    assert owner.get(f"/members/{table.id('Bert')}/export").json is not None
