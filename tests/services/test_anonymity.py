"""Whoever is made anonymous is named nowhere that can be changed, and every sum stays."""

import json
from pathlib import Path

from sqlalchemy import text

from scorekeeper.errors import ErrorCode
from scorekeeper.services import accounts
from scorekeeper.services import anonymity
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import merging
from scorekeeper.services import officers
from scorekeeper.services import settlement
from scorekeeper.services import webhooks
from scorekeeper.services.desk import Desk
from scorekeeper.services.veiling import Veil
from scorekeeper.services.veiling import mark
from scorekeeper.store import personal
from scorekeeper.store.person_steps import MarkRow
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick
from tests.services.test_merging import everything
from tests.services.test_merging import refused

HASHED = {"entry", "deal_version", "dispute_step"}


def an_evening(desk: Desk) -> tuple[Round, str]:
    """Anna plays, writes and is written about."""
    table = quick(desk, "Anna Bert Caro", "bolachen")
    anna = table.id("Anna")
    told = table.record(brand(anna, 7))
    table.record(brand(table.id("Bert"), 10))
    table.desk = desk.acting("Anna")
    table.correct(told.id, brand(anna, 6), reason="Annas Stiche: Anna, Bert haben sich verzählt")
    table.close()
    return table, anna


def anonymise(table: Round, member_id: str, **more: object) -> str:
    """Make somebody anonymous and return his new name."""
    view = anonymity.make_anonymous(
        table.desk,
        club_id=table.club_id,
        member_id=member_id,
        key=table.keys(),
        **more,  # type: ignore[arg-type]
    )
    return view.name


def test_open_money_keeps_a_name_until_it_is_confirmed(desk: Desk) -> None:
    table, anna = an_evening(desk)
    owed = anonymity.open_money(desk, club_id=table.club_id, member_id=anna)
    assert [(one.night, one.cents) for one in owed] == [(1, table.balances()["Anna"])]
    error = refused(ErrorCode.MONEY_OPEN, lambda: anonymise(table, anna))
    assert "Spielabend 1" in str(error.values["where"])
    plan = settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, key=table.keys(), mode="carry"
    )
    assert plan.done
    owed = anonymity.open_money(desk, club_id=table.club_id, member_id=anna)
    assert [one.night for one in owed] == [None]
    assert "Konto beim Verein" in anonymity.said(owed[0], "de")
    refused(ErrorCode.MONEY_OPEN, lambda: anonymise(table, anna))
    assert anonymise(table, anna, confirmed=True) == "Ehemaliges Mitglied 1"
    refused(ErrorCode.MEMBER_ANONYMOUS, lambda: anonymise(table, anna, confirmed=True))


def test_a_name_is_gone_from_everywhere_but_the_hashed_rows(desk: Desk) -> None:
    table, anna = an_evening(desk)
    club = table.club_id
    before = ledger.night_ledger(desk, club_id=club, night_id=table.night_id)
    with desk.store.write() as tx:
        tx.connection.execute(text("UPDATE night SET place = 'Bei Anna, Hof 3'"))
        tx.connection.execute(
            text("INSERT INTO bank_detail VALUES (:club, :member, 'Anna', 'DE1', '', '2026')"),
            {"club": club, "member": anna},
        )
        tx.connection.execute(
            text("INSERT INTO bank_change VALUES (:club, :member, 1, 'given', 'Anna', '2026')"),
            {"club": club, "member": anna},
        )
    assert anonymise(table, anna, confirmed=True) == "Ehemaliges Mitglied 1"

    rows = everything(desk)
    naming = {name for name, found in rows.items() if any("Anna" in str(row) for row in found)}
    assert naming <= HASHED
    assert {"entry", "deal_version"} <= naming  # what is honest to say of them
    assert rows["bank_detail"] == rows["bank_change"] == []
    after = ledger.night_ledger(desk, club_id=club, night_id=table.night_id)
    assert after.hash == before.hash
    assert after.balances == before.balances
    assert [deal.changes for deal in after.deals] == [deal.changes for deal in before.deals]
    assert after.night.place == "Bei Ehemaliges Mitglied 1, Hof 3"
    assert "Anna" not in repr(after)
    assert after.deals[0].who == "Ehemaliges Mitglied 1"
    assert after.deals[0].reason == (
        "Ehemaliges Mitglied 1s Stiche: Ehemaliges Mitglied 1, Bert haben sich verzählt"
    )
    assert ledger.verify(desk, records=True) == []


def test_nobody_else_is_made_anonymous_by_the_same_name_later(desk: Desk) -> None:
    table, anna = an_evening(desk)
    anonymise(table, anna, confirmed=True)
    second = quick(desk.acting("Anna"), "Anna Bert Caro", "bolachen", keys=table.keys)
    told = second.record(brand(second.id("Anna"), 7))
    assert told.who == "Anna"
    shown = ledger.night_ledger(desk, club_id=table.club_id, night_id=second.night_id)
    assert shown.deals[0].who == "Anna"
    listed = members.list_members(desk, club_id=table.club_id, include_inactive=True)
    assert [(one.name, one.active, one.anonymous) for one in listed] == [
        ("Anna", True, False),
        ("Bert", True, False),
        ("Caro", True, False),
        ("Ehemaliges Mitglied 1", False, True),
    ]
    for change in (
        lambda: members.rename_member(desk, club_id=table.club_id, member_id=anna, name="Anja"),
        lambda: members.reactivate_member(desk, club_id=table.club_id, member_id=anna),
        lambda: members.members_named(desk, club_id=table.club_id, names=["Ehemaliges Mitglied 1"]),
        lambda: merging.merge_members(
            desk, club_id=table.club_id, member_id=anna, into_id=second.id("Bert"), key=table.keys()
        ),
    ):
        refused(ErrorCode.MEMBER_ANONYMOUS, change)


def test_whoever_sits_at_a_table_gets_up_first(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    refused(ErrorCode.MEMBER_SEATED, lambda: anonymise(table, table.id("Anna"), confirmed=True))


def test_duplicates_are_made_anonymous_with_the_person(desk: Desk) -> None:
    table, anna = an_evening(desk)
    anni = members.add_member(desk, club_id=table.club_id, name="Anni").id
    merging.merge_members(
        desk, club_id=table.club_id, member_id=anni, into_id=anna, key=table.keys()
    )
    refused(ErrorCode.MEMBER_MERGED, lambda: anonymise(table, anni, confirmed=True))
    anonymise(table, anna, confirmed=True)
    assert not any("Anni" in str(row) for row in everything(desk)["member"])
    refused(
        ErrorCode.MEMBER_ANONYMOUS,
        lambda: merging.unmerge_member(
            desk, club_id=table.club_id, member_id=anni, key=table.keys()
        ),
    )
    assert ledger.verify(desk) == []


def test_an_account_of_no_other_club_goes_with_the_name(desk: Desk) -> None:
    table, anna = an_evening(desk)
    club, bert = table.club_id, table.id("Bert")
    made = [
        accounts.create_account(
            desk, email=f"{name}@verein.example", name=name.title(), password="Solo mit Schellen 7"
        )
        for name in ("anna", "bert")
    ]
    for account, member in zip(made, (anna, bert), strict=True):
        officers.set_roles(desk, club_id=club, account_id=account.id, roles=["owner"])
        officers.link_member(desk, club_id=club, account_id=account.id, member_id=member)
    anonymise(table, anna, confirmed=True)
    with desk.store.read() as tx:
        assert personal.accounts_of(tx, club, [anna]) == []
    gone = accounts.get_account(desk, account_id=made[0].id)
    assert (gone.name, gone.email) == (
        "Ehemaliges Mitglied 1",
        f"{made[0].id}@anonymous.invalid",
    )
    assert not any("anna@" in str(row) for row in everything(desk)["account"])
    refused(ErrorCode.LAST_OWNER, lambda: anonymise(table, bert, confirmed=True))
    assert accounts.get_account(desk, account_id=made[1].id).email == "bert@verein.example"


def test_finished_documents_are_removed(desk: Desk, tmp_path: Path) -> None:
    table, anna = an_evening(desk)
    paper = tmp_path / "old.pdf"
    paper.write_bytes(b"Anna")
    with desk.store.write() as tx:
        tx.connection.execute(
            text(
                "INSERT INTO job (club_id, id, kind, args, dedupe, state, result, created_at) "
                "VALUES (:club, 'one', 'document', :args, 'x', 'done', :file, 0)"
            ),
            {"club": table.club_id, "args": json.dumps({"people": ["Anna"]}), "file": str(paper)},
        )
    anonymise(table, anna, confirmed=True)
    assert not paper.exists()
    assert everything(desk)["job"] == []


def test_a_veil_covers_whole_names_and_nothing_else() -> None:
    def veiled(told: str, *names: str, at: str = "1") -> str:
        return Veil([MarkRow(" ".join(map(mark, names)), "2", "X")]).text(told, at)

    assert veiled("Anna", "Anna") == "X"
    assert veiled("anna sagt: (ANNA) Annas Ass", "Anna") == "X sagt: (X) Xs Ass"
    assert veiled("Annabell und Hanna", "Anna") == "Annabell und Hanna"
    assert veiled("Anna Huber war es, Anna auch", "Anna Huber") == "X war es, Anna auch"
    assert veiled("Huber  Sepp (sen.) zahlt", "Sepp (sen.)") == "Huber  X zahlt"
    assert veiled("Anna", "Anna", at="3") == "Anna"
    assert veiled("Jonas' Ass, Jonas", "Jonas") == "X' Ass, X"
    assert veiled("", "Anna") == ""


def test_what_webhooks_were_or_are_to_be_told_names_him_no_more(desk: Desk) -> None:
    table, anna = an_evening(desk)
    hook = webhooks.create_webhook(
        desk, club_id=table.club_id, url="https://example.org/", events=["deal.recorded"]
    )
    later = quick(table.desk, "Bert Caro Dora", "bolachen", keys=table.keys)
    later.record(brand(later.id("Bert"), 7))

    def told() -> list[dict[str, object]]:
        found = webhooks.list_deliveries(desk, club_id=table.club_id, webhook_id=hook.id)
        return [json.loads(one.payload) for one in found]

    (before,) = told()
    assert before["who"] == "Anna"
    name = anonymise(table, anna, confirmed=True)
    assert told() == [{**before, "who": name}]
