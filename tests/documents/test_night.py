"""A night that was really kept, as its document states it. On SQLite and on PostgreSQL."""

from dataclasses import replace

import pytest

from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.facts import Standing
from scorekeeper.documents.html import ledger_html
from scorekeeper.services import documents
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from tests.documents.test_html import body_text
from tests.services.play import MISDEAL
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick
from tests.services.play import won


def facts_of(played: Round, **more: str) -> LedgerFacts:
    return documents.ledger_facts(
        played.desk, club_id=played.club_id, night_id=played.night_id, **more
    )


def test_a_night_is_stated_deal_by_deal(desk: Desk) -> None:
    played = quick(desk, "Anna Bert Caro Dora", "bolachen")
    for declarer, tricks in (("Anna", 7), ("Anna", 3), ("Bert", 10)):
        said = brand(played.id(declarer), tricks)
        played.record({**said, "sitting_out": [played.id("Dora")]})
    facts = facts_of(played)
    (table,) = facts.tables
    assert table.people == ("Anna", "Bert", "Caro", "Dora")
    assert [x.valid and x.valid.changes for x in table.deals] == [
        (20, -10, -10, None),
        (-20, 10, 10, None),
        (-10, 20, -10, None),
    ]
    assert [x.balances for x in table.deals][-1] == (-10, 20, -10, 0)
    assert [x.number for x in table.deals] == [1, 2, 3]
    told = table.deals[0].valid
    assert told
    assert (told.played.declarer, told.played.trump, told.played.tricks) == ("Anna", "H", 7)
    assert facts.standing is Standing.OPEN
    assert facts.settlement is None
    shown = ledger.night_ledger(desk, club_id=played.club_id, night_id=played.night_id)
    assert facts.hash == shown.hash
    assert facts.as_of == shown.deals[-1].at
    assert {x.name: x.open for x in facts.balances} == played.balances()


def test_corrected_rescored_and_undone_deals_are_struck_out(desk: Desk) -> None:
    played = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    first = played.record(PASSED_OUT)
    played.record(number(played.id("Bert"), 6, 7))
    played.record(number(played.id("Caro"), 7, 7))
    played.undo(reason="vergessen")
    played.correct(first.id, number(played.id("Anna"), 8, 5), reason="verzählt")
    one, two, three = facts_of(played).tables[0].deals
    (was, why) = one.struck[0]
    assert was.played.kind == "passed_out"
    assert was.changes == (-10, -10, -10)
    assert (why.who, why.reason, why.rescored) == ("Anna", "verzählt", False)
    assert one.valid
    assert one.valid.changes == (-160, 80, 80)
    assert two.struck[0][1].rescored  # the Haferl he had taken was never there
    assert two.struck[0][0].changes == (-70, 170, -70)
    assert two.valid
    assert two.valid.changes == (-70, 140, -70)
    assert three.valid is None
    assert [x[1].reason for x in three.struck] == ["vergessen"]
    for facts, language in ((facts_of(played), "de"), (facts_of(played), "en")):
        assert ledger_html(facts, language=language).count('class="struck"') == 3


def test_a_closed_night_states_haferl_and_settlement(desk: Desk) -> None:
    played = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    played.record(number(played.id("Anna"), 7, 7))
    played.record(PASSED_OUT)
    assert facts_of(played).haferl == 30
    played.close()
    facts = facts_of(played)
    assert facts.haferl == 0
    assert facts.tables[0].haferl_shares == (10, 10, 10)
    assert facts.tables[0].final_balances == (140, -70, -70)
    assert [(x.deals, x.haferl, x.open) for x in facts.balances] == [
        (130, 10, 140),
        (-80, 10, -70),
        (-80, 10, -70),
    ]
    assert facts.settlement is not None
    assert not facts.settlement.proposed
    proposal = settlement.propose_settlement(
        desk, club_id=played.club_id, night_id=played.night_id, key=played.keys()
    )
    settlement.pay_transfer(
        desk,
        club_id=played.club_id,
        transfer_id=proposal.transfers[0].id,
        amount=50,
        key=played.keys(),
    )
    facts = facts_of(played)
    assert facts.settlement
    assert facts.settlement.proposed
    assert sorted(x.paid for x in facts.settlement.transfers) == [0, 50]
    assert [x.paid for x in facts.balances if x.paid] == [-50, 50]
    assert sum(x.open for x in facts.balances) == 0
    text = body_text(ledger_html(facts, language="de"))
    assert "Haferl geteilt" in text
    assert "davon gezahlt 0,50 €" in text


def test_a_voided_night_owes_nothing(desk: Desk) -> None:
    played = quick(desk, "Anna Bert Caro", "bolachen")
    played.record(brand(played.id("Anna"), 7))
    nights.void_night(
        desk,
        club_id=played.club_id,
        night_id=played.night_id,
        reason="nur geübt",
        key=played.keys(),
    )
    facts = facts_of(played)
    assert facts.standing is Standing.VOIDED
    assert [(x.result, x.paid, x.open) for x in facts.balances] == [(0, 0, 0)] * 3
    assert "nur geübt" in body_text(ledger_html(facts, language="de"))


def test_a_match_of_watten_is_stated_with_its_sides(desk: Desk) -> None:
    played = quick(desk, "Anna Bert Caro Dora", "watten", {"bummerl_stake": 5})
    for _ in range(6):
        played.record(won(played.id("Anna")))
    facts = facts_of(played)
    told = [x.valid.played for x in facts.tables[0].deals if x.valid]
    assert [side for side, _ in told[0].match] == [("Anna", "Caro"), ("Bert", "Dora")]
    assert any(x.match_won_by == ("Anna", "Caro") for x in told)
    text = body_text(ledger_html(facts, language="de"))
    assert "Partie Anna und Caro gegen Bert und Dora" in text


def test_a_long_night_is_read_whole(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    played = quick(desk, "Anna Bert Caro", "bolachen")
    for _ in range(7):
        played.record(MISDEAL)
        played.record(brand(played.id("Caro"), 6))
    whole = facts_of(played)
    monkeypatch.setattr(documents, "_PAGE", 4)
    pages = facts_of(played)
    assert pages == whole
    assert len(pages.tables[0].deals) == 14


def test_the_address_is_stated_only_where_it_is_known(desk: Desk) -> None:
    played = quick(desk, "Anna Bert Caro", "bolachen")
    assert facts_of(played).url == ""
    facts = facts_of(played, public_url="https://karten.example.org")
    assert facts.url == f"https://karten.example.org/c/{played.club_id}/n/{played.night_id}"
    assert replace(facts, url="") == facts_of(played)
