"""A night with sheets, coins and the purse on paper: rows, columns, and sums that come out even."""

from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.html import ledger_html
from scorekeeper.ledger.journal import printed_hash
from scorekeeper.services import amounts
from scorekeeper.services import documents
from scorekeeper.services import members
from scorekeeper.services import money_rules
from scorekeeper.services import purse
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from tests.services.play import PASSED_OUT
from tests.services.play import number
from tests.services.play import quick


def facts_of(desk: Desk) -> LedgerFacts:
    """Play a night of Wallachen at 7 cents beside a table on paper; a Haferl goes to the purse."""
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"}, tariff=7)
    purse.set_haferl(desk, club_id=table.club_id, to_purse=True)
    money_rules.set_night_rules(
        desk, club_id=table.club_id, night_id=table.night_id, coin=10, stake_limit=None
    )
    table.record(number(table.id("Anna"), 6, 8))
    table.record(PASSED_OUT)
    (emil,) = members.members_named(desk, club_id=table.club_id, names=["Emil"])
    told = {table.id("Anna"): 340, emil.id: -340}
    entry = amounts.record_amounts(
        desk,
        club_id=table.club_id,
        night_id=table.night_id,
        changes=told,
        why="Zweiter Tisch <auf Papier>",
        key=table.keys(),
    ).entry
    told = {table.id("Anna"): 350, emil.id: -350}
    amounts.correct_amounts(
        desk, club_id=table.club_id, entry=entry, changes=told, why="verlesen", key=table.keys()
    )
    table.close()
    plan = settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, key=table.keys()
    )
    to_purse = next(one for one in plan.transfers if one.payee_id == "purse")
    settlement.pay_transfer(
        desk,
        club_id=table.club_id,
        transfer_id=to_purse.id,
        amount=to_purse.amount,
        key=table.keys(),
    )
    return documents.ledger_facts(desk, club_id=table.club_id, night_id=table.night_id)


def test_results_and_what_is_open_add_up_to_zero(desk: Desk) -> None:
    facts = facts_of(desk)
    stated = {one.name: one for one in facts.balances}
    assert set(stated) == {"Anna", "Bert", "Caro", "Emil"}
    assert (facts.purse, facts.haferl) == (21, 0)
    assert sum(one.result for one in facts.balances) + facts.purse == 0
    assert sum(one.rounding for one in facts.balances) + facts.purse_rounding == 0
    assert sum(one.open for one in facts.balances) + facts.purse_open == 0
    for one in facts.balances:
        assert one.result + one.rounding + one.paid == one.open
        assert one.open % 10 == 0
    assert (stated["Anna"].sheets, stated["Emil"].result) == (350, -350)
    assert [sheet.taken_back for sheet in facts.sheets] == [True, False]
    assert facts.sheets[1].amounts == (("Anna", 350), ("Emil", -350))


def test_the_page_says_all_of_it_in_both_languages(desk: Desk) -> None:
    facts = facts_of(desk)
    german = ledger_html(facts, language="de")
    for text in (
        "Vom Zettel nachgetragen",
        "Zweiter Tisch &lt;auf Papier&gt;",
        "zurückgenommen",
        "<th>Zettel</th>",
        "<th>gerundet</th>",
        "zahlt Kasse",
        f"(Buchung {facts.entry})",
        printed_hash(facts.hash),
    ):
        assert text in german, text
    english = ledger_html(facts, language="en")
    for text in ("Entered from sheets", "Purse", f"(entry {facts.entry})", "<th>rounded</th>"):
        assert text in english, text
