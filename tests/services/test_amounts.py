"""Sheets that were played on paper: typed in, told anew, taken back, settled like any evening."""

import random
from datetime import date

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import amounts
from scorekeeper.services import clubs
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from scorekeeper.services.verify import verify
from scorekeeper.services.views import NightState
from tests.services.play import Keys
from tests.services.play import brand
from tests.services.play import quick


class Paper:
    """An evening of last winter that was written on a sheet."""

    def __init__(self, desk: Desk, names: str = "Anna Bert Caro Dora") -> None:
        self.desk, self.keys = desk, Keys("sheet-key")
        self.club = clubs.private_club(desk).id
        self.night = nights.start_night(
            desk, club_id=self.club, date=date(2026, 1, 9), place="Post", key=self.keys()
        ).id
        found = members.members_named(desk, club_id=self.club, names=names.split())
        self.ids = {one.name: one.id for one in found}

    def enter(self, why: str = "Zettel vom 9. Januar", **changes: int) -> int:
        told = {self.ids[name]: cents for name, cents in changes.items()}
        return amounts.record_amounts(
            self.desk,
            club_id=self.club,
            night_id=self.night,
            changes=told,
            why=why,
            key=self.keys(),
        ).entry

    def stands(self) -> dict[str, int]:
        found = ledger.balances(self.desk, club_id=self.club, night_id=self.night)
        return {one.name: cents for one, cents in found}

    def close(self) -> None:
        nights.close_night(self.desk, club_id=self.club, night_id=self.night, key=self.keys())


def test_a_sheet_of_a_past_day_counts_for_night_and_season(desk: Desk) -> None:
    paper = Paper(desk)
    paper.enter(Anna=340, Bert=-120, Caro=-220, Dora=0)
    assert paper.stands() == {"Anna": 340, "Bert": -120, "Caro": -220}
    book = ledger.night_ledger(desk, club_id=paper.club, night_id=paper.night)
    assert [one.name for one in book.members] == ["Anna", "Bert", "Caro"]
    assert book.events == ()
    (sheet,) = book.amounts
    assert (sheet.reason, sheet.who, sheet.taken_back) == ("Zettel vom 9. Januar", "Anna", False)
    assert sheet.changes == {
        paper.ids[n]: c for n, c in [("Anna", 340), ("Bert", -120), ("Caro", -220)]
    }
    (season,) = seasons.list_seasons(desk, club_id=paper.club)
    found = seasons.get_season(desk, club_id=paper.club, season_id=season.id)
    assert {one.name: cents for one, cents in found.totals} == paper.stands()
    assert verify(desk, records=True) == []


def test_who_is_on_a_sheet_alone_is_settled_with_the_others(desk: Desk) -> None:
    paper = Paper(desk)
    paper.enter(Anna=340, Bert=-120, Caro=-220)
    paper.close()
    plan = settlement.propose_settlement(
        desk, club_id=paper.club, night_id=paper.night, key=paper.keys()
    )
    assert [(x.payer, x.payee, x.amount) for x in plan.transfers] == [
        ("Bert", "Anna", 120),
        ("Caro", "Anna", 220),
    ]
    for one in plan.transfers:
        plan = settlement.pay_transfer(
            desk, club_id=paper.club, transfer_id=one.id, amount=one.amount, key=paper.keys()
        )
    assert plan.done
    assert plan.night.state is NightState.SETTLED
    assert {one.name: cents for one, cents in plan.results} == {
        "Anna": 340,
        "Bert": -120,
        "Caro": -220,
    }


def test_a_sheet_told_anew_leaves_the_first_to_be_seen(desk: Desk) -> None:
    paper = Paper(desk)
    first = paper.enter(Anna=340, Bert=-120, Caro=-220)
    told = {paper.ids["Anna"]: 300, paper.ids["Dora"]: -300}
    again = amounts.correct_amounts(
        desk, club_id=paper.club, entry=first, changes=told, why="verlesen", key=paper.keys()
    )
    assert again.changes == told
    assert paper.stands() == {"Anna": 300, "Bert": 0, "Caro": 0, "Dora": -300}
    book = ledger.night_ledger(desk, club_id=paper.club, night_id=paper.night)
    assert [(one.entry, one.taken_back) for one in book.amounts] == [
        (first, True),
        (again.entry, False),
    ]
    with pytest.raises(ScorekeeperError) as refused:
        amounts.undo_amounts(desk, club_id=paper.club, entry=first, why="x", key=paper.keys())
    assert refused.value.code is ErrorCode.ENTRY_REVERSED
    key = paper.keys()
    for _ in range(2):
        gone = amounts.undo_amounts(
            desk, club_id=paper.club, entry=again.entry, why="falscher Abend", key=key
        )
        assert gone.taken_back
    assert set(paper.stands().values()) == {0}
    assert verify(desk, records=True) == []


def test_after_payments_only_the_difference_is_proposed(desk: Desk) -> None:
    paper = Paper(desk)
    first = paper.enter(Anna=300, Bert=-300)
    paper.close()
    plan = settlement.propose_settlement(
        desk, club_id=paper.club, night_id=paper.night, key=paper.keys()
    )
    settlement.pay_transfer(
        desk, club_id=paper.club, transfer_id=plan.transfers[0].id, amount=300, key=paper.keys()
    )
    told = {paper.ids["Anna"]: 350, paper.ids["Bert"]: -350}
    amounts.correct_amounts(
        desk, club_id=paper.club, entry=first, changes=told, why="verlesen", key=paper.keys()
    )
    night = nights.get_night(desk, club_id=paper.club, night_id=paper.night)
    assert night.state is NightState.CLOSED
    plan = settlement.propose_settlement(
        desk, club_id=paper.club, night_id=paper.night, key=paper.keys()
    )
    assert [(x.payer, x.payee, x.amount) for x in plan.transfers] == [("Bert", "Anna", 50)]


def test_what_does_not_add_up_is_refused_with_what_is_missing(desk: Desk) -> None:
    paper = Paper(desk)
    with pytest.raises(ScorekeeperError) as refused:
        paper.enter(Anna=340, Bert=-120)
    assert refused.value.code is ErrorCode.AMOUNTS_UNBALANCED
    assert refused.value.values["missing"] == "\N{MINUS SIGN}2,20\N{NO-BREAK SPACE}€"
    for why, changes, code in (
        ("", {"Anna": 1, "Bert": -1}, ErrorCode.REASON_NEEDED),
        ("x", {"Anna": 0, "Bert": 0}, ErrorCode.VALUE_INVALID),
        ("x", {"Anna": 10**13, "Bert": -(10**13)}, ErrorCode.VALUE_INVALID),
    ):
        with pytest.raises(ScorekeeperError) as refused:
            paper.enter(why, **changes)
        assert refused.value.code is code
    with pytest.raises(ScorekeeperError) as refused:
        amounts.record_amounts(
            desk,
            club_id=paper.club,
            night_id=paper.night,
            changes={paper.ids["Anna"]: 1, "nobody": -1},
            why="x",
            key=paper.keys(),
        )
    assert refused.value.code is ErrorCode.NOT_FOUND
    assert paper.stands() == {}


def test_a_voided_night_takes_its_sheets_along(desk: Desk) -> None:
    paper = Paper(desk)
    paper.enter(Anna=340, Bert=-340)
    nights.void_night(
        desk, club_id=paper.club, night_id=paper.night, reason="Probe", key=paper.keys()
    )
    assert set(paper.stands().values()) == {0}
    book = ledger.night_ledger(desk, club_id=paper.club, night_id=paper.night)
    assert [one.taken_back for one in book.amounts] == [True]
    with pytest.raises(ScorekeeperError) as refused:
        paper.enter(Anna=340, Bert=-340)
    assert refused.value.code is ErrorCode.NIGHT_NOT_OPEN
    assert verify(desk) == []


def test_another_club_cannot_reach_a_sheet(desk: Desk) -> None:
    paper = Paper(desk)
    entry = paper.enter(Anna=340, Bert=-340)
    other = clubs.create_club(desk, name="Andere", language="de", time_zone="Europe/Berlin").id
    with pytest.raises(ScorekeeperError) as refused:
        amounts.undo_amounts(desk, club_id=other, entry=entry, why="x", key=paper.keys())
    assert refused.value.code is ErrorCode.NOT_FOUND


def test_a_sheet_stands_beside_the_deals_of_the_night(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 6))
    before = table.balances()
    dora = members.members_named(desk, club_id=table.club_id, names=["Dora"])[0].id
    entry = amounts.record_amounts(
        desk,
        club_id=table.club_id,
        night_id=table.night_id,
        changes={table.id("Anna"): 50, dora: -50},
        why="zweiter Tisch auf Papier",
        key=table.keys(),
    )
    assert table.balances() == {**before, "Anna": before["Anna"] + 50}
    # A deal is no sheet, and a sheet is nobody's deal.
    with pytest.raises(ScorekeeperError) as refused:
        amounts.get_amounts(desk, club_id=table.club_id, entry=entry.entry - 1)
    assert refused.value.code is ErrorCode.NOT_FOUND
    assert verify(desk, records=True) == []


def test_a_closed_night_needs_more_than_an_open_one() -> None:
    assert amounts.action_needed(NightState.OPEN) is Action.CHANGE
    for state in (NightState.CLOSED, NightState.SETTLED):
        assert amounts.action_needed(state) is Action.CHANGE_CLOSED


def test_many_sheets_at_random_stand_as_a_plain_sum_says(desk: Desk) -> None:
    dice = random.Random(6)
    paper = Paper(desk)
    names = list(paper.ids)
    told: dict[int, dict[str, int]] = {}
    for _ in range(12):
        if told and dice.random() < 0.3:
            entry = dice.choice(list(told))
            amounts.undo_amounts(desk, club_id=paper.club, entry=entry, why="weg", key=paper.keys())
            del told[entry]
            continue
        changes = {name: dice.randint(-900, 900) for name in names[1:]}
        changes[names[0]] = -sum(changes.values())
        told[paper.enter(**changes)] = changes
    total = {name: sum(one[name] for one in told.values()) for name in names}
    assert {**dict.fromkeys(names, 0), **paper.stands()} == total
    assert verify(desk) == []
