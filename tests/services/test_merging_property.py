"""Whoever is merged and parted by chance, sums are those a reader of every deal works out."""

import random
from collections.abc import Mapping
from datetime import date
from datetime import timedelta

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import merging
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from tests.services.evenings import Club
from tests.services.evenings import new_club
from tests.services.test_merging import everything

NAMES = ("Anna", "Anni", "Annerl", "Bert", "Berti", "Caro", "Dora", "Emil", "Fred")
TOGETHER = {ErrorCode.MERGE_TOGETHER, ErrorCode.MERGE_SEATED}


class Naive:
    """Who is who as one would keep it on paper: a chain of names, followed to its end."""

    def __init__(self, club: Club) -> None:
        self.into: dict[str, str] = {}
        self.names = {id_: name for name, id_ in club.people.items()}
        self.tables = [set(table.table.seats) for table in club.rounds]

    def person(self, member: str) -> str:
        while member in self.into:
            member = self.into[member]
        return member

    def ids(self, member: str) -> set[str]:
        return {one for one in self.names if self.person(one) == self.person(member)}

    def may_merge(self, member: str, into: str) -> bool:
        if member in self.into or into in self.into or member == into:
            return False
        both = (self.ids(member), self.ids(into))
        return not any(seats & both[0] and seats & both[1] for seats in self.tables)

    def sums(self, amounts: Mapping[str, int]) -> dict[str, int]:
        """Add up amounts by the name of the person."""
        found: dict[str, int] = {}
        for member, cents in amounts.items():
            name = self.names[self.person(member)]
            found[name] = found.get(name, 0) + cents
        return found


def club_by_chance(desk: Desk, dice: random.Random) -> Club:
    club = new_club(desk, NAMES)
    for number in range(4):
        names = dice.sample(NAMES, 8)
        games = dice.sample(["bolachen", "wallachen", "watten"], 2)
        seats = [(games[0], names[:4]), (games[1], names[4:])]
        club.evening(date(2026, 11, 1) + timedelta(days=7 * number), seats)
    for _ in range(30):
        club.happens(dice)
    for night_id in club.days:
        nights.close_night(desk, club_id=club.id, night_id=night_id, key=club.keys())
    return club


def results_by_night(club: Club) -> dict[str, dict[str, int]]:
    """Read of every deal that counts what it changed, before anybody is merged."""
    found: dict[str, dict[str, int]] = {night_id: {} for night_id in club.days}
    for night_id in club.days:
        view = ledger.night_ledger(club.desk, club_id=club.id, night_id=night_id, limit=1000)
        for member, cents in view.balances.items():
            found[night_id][member] = cents
        played: dict[str, int] = dict.fromkeys(found[night_id], 0)
        for deal in view.deals:
            if deal.state == "valid":
                for member, cents in deal.changes.items():
                    played[member] += cents
        assert sum(found[night_id].values()) == 0
        pots = any(event.kind.startswith("haferl") for event in view.events)
        assert pots or played == found[night_id]
    return found


def agrees(club: Club, naive: Naive, results: Mapping[str, Mapping[str, int]]) -> None:
    total: dict[str, int] = {}
    for night_id, amounts in results.items():
        should = naive.sums(amounts)
        view = ledger.night_ledger(club.desk, club_id=club.id, night_id=night_id, limit=1000)
        assert {one.name: view.balances[one.id] for one in view.members} == should
        stands = ledger.balances(club.desk, club_id=club.id, night_id=night_id)
        assert {one.name: cents for one, cents in stands} == should
        for name, cents in should.items():
            total[name] = total.get(name, 0) + cents
    (season,) = seasons.list_seasons(club.desk, club_id=club.id)
    shown = seasons.get_season(club.desk, club_id=club.id, season_id=season.id)
    totals = {one.name: cents for one, cents in shown.totals}
    assert {name: cents for name, cents in total.items() if cents} == {
        name: cents for name, cents in totals.items() if cents
    }
    listed = members.list_members(club.desk, club_id=club.id, include_inactive=True)
    assert {one.id for one in listed} == {naive.person(one) for one in naive.names}


def try_to_merge(club: Club, naive: Naive, one: str, into: str) -> bool:
    refused: ErrorCode | None = None
    try:
        merging.merge_members(
            club.desk, club_id=club.id, member_id=one, into_id=into, key=club.keys()
        )
    except ScorekeeperError as error:
        refused = error.code
    assert (refused is None) is naive.may_merge(one, into)
    if refused is None:
        naive.into[one] = into
        return True
    free = one not in naive.into and into not in naive.into
    assert (refused in TOGETHER) == (free and naive.person(one) != naive.person(into))
    return False


@pytest.mark.parametrize("seed", range(2))
def test_merges_by_chance_agree_with_reading_every_deal(desk: Desk, seed: int) -> None:
    dice = random.Random(seed)
    club = club_by_chance(desk, dice)
    results = results_by_night(club)
    naive = Naive(club)
    before = everything(desk)
    merged = 0
    for _ in range(24):
        if naive.into and dice.random() < 0.35:
            back = dice.choice(sorted(naive.into))
            del naive.into[back]
            merging.unmerge_member(desk, club_id=club.id, member_id=back, key=club.keys())
        else:
            one, into = (club.people[name] for name in dice.sample(NAMES, 2))
            merged += try_to_merge(club, naive, one, into)
        agrees(club, naive, results)
    assert merged > 1
    assert ledger.verify(desk) == []
    for back in sorted(naive.into):
        merging.unmerge_member(desk, club_id=club.id, member_id=back, key=club.keys())
    assert everything(desk) == before


def test_a_settlement_pays_merged_people_once(desk: Desk) -> None:
    dice = random.Random(5)
    club = club_by_chance(desk, dice)
    naive = Naive(club)
    for one in dice.sample(NAMES, 5):
        for into in dice.sample(NAMES, 5):
            try_to_merge(club, naive, club.people[one], club.people[into])
    assert naive.into
    for night_id in club.days:
        plan = settlement.propose_settlement(
            desk, club_id=club.id, night_id=night_id, key=club.keys()
        )
        owed = {one.name: cents for one, cents in plan.balances}
        for transfer in plan.transfers:
            assert transfer.payer != transfer.payee
            owed[transfer.payer] += transfer.amount
            owed[transfer.payee] -= transfer.amount
            plan = settlement.pay_transfer(
                desk,
                club_id=club.id,
                transfer_id=transfer.id,
                amount=transfer.amount,
                key=club.keys(),
            )
        assert set(owed.values()) == {0}
        assert plan.done
    assert ledger.verify(desk, records=True) == []
