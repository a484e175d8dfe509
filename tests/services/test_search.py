"""A search finds what reading every deal finds, page by page."""

import random
from datetime import date
from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.services import merging
from scorekeeper.services import search
from scorekeeper.services.desk import Desk
from scorekeeper.services.search import Search
from scorekeeper.services.views import DealView
from tests.services.evenings import Club
from tests.services.evenings import new_club
from tests.services.test_merging import refused

FIRST, SECOND = ("Anna", "Bert", "Caro", "Dora"), ("Emil", "Fred", "Gabi", "Hans")
DAYS = (date(2026, 11, 27), date(2026, 11, 12), date(2026, 11, 20))


@pytest.fixture
def club(desk: Desk) -> Club:
    dice = random.Random(26)
    made = new_club(desk, (*FIRST, *SECOND, "Anni"))
    for day in DAYS:
        here = [name if day != DAYS[1] or name != "Anna" else "Anni" for name in FIRST]
        made.evening(day, [("bolachen", here), (dice.choice(["wallachen", "watten"]), SECOND)])
    made.evening(date(2026, 11, 28), [("watten", FIRST), ("wallachen", SECOND)])
    for _ in range(60):
        made.happens(dice)
    return made


def naive(club: Club, wanted: Search, ids: set[str]) -> list[str]:
    """Read every deal and keep those that fit, the newest evening first."""
    order = {table.table.id: table.table.name for table in club.rounds}
    found = []
    for day, deal in club.deals():
        if fits(deal, day, wanted, ids, place=int(order[deal.table_id].split()[-1])):
            found.append((day, deal))
    seqs = {deal.id: number for number, (_, deal) in enumerate(sorted_by_entry(club))}
    found.sort(key=lambda pair: (pair[0], seqs[pair[1].id]), reverse=True)
    return [deal.id for _, deal in found]


def sorted_by_entry(club: Club) -> list[tuple[date, DealView]]:
    """Return the deals as they were first recorded: ids are made in that order."""
    return sorted(club.deals(), key=lambda pair: pair[1].id)


def fits(deal: DealView, day: date, wanted: Search, ids: set[str], *, place: int) -> bool:
    said: Any = deal.said
    result: Any = deal.outcome
    contract = result.get("kind") or ("misdeal" if said.get("rulings") else "")
    playing = set(said["seats"]) - set(said.get("sitting_out", ()))
    declarer = said.get("contract", {}).get("declarer") if result.get("declarer") else None
    told = [deal.cause, *(one.cause for one in deal.history)]
    return (
        (wanted.member_id is None or bool(playing & ids))
        and (not wanted.declared or declarer in ids)
        and wanted.game in ("", deal.game)
        and wanted.contract in ("", contract)
        and wanted.trump in ("", result.get("trump"))
        and wanted.place in (None, place)
        and (wanted.first is None or day >= wanted.first)
        and (wanted.last is None or day <= wanted.last)
        and (not wanted.corrected or "corrected" in told)
        and (deal.state == "undone") is wanted.undone
    )


def everything(club: Club, wanted: Search, limit: int) -> list[str]:
    found: list[str] = []
    after = None
    while True:
        page = search.search_deals(
            club.desk, club_id=club.id, wanted=wanted, after=after, limit=limit
        )
        found += [hit.deal.id for hit in page.hits]
        after = page.next_after
        if after is None:
            return found
        assert len(page.hits) == limit or page.looked_to is not None


def test_a_search_finds_what_reading_every_deal_finds(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_WINDOW", 7)
    anna, bert = club.people["Anna"], club.people["Bert"]
    merging.merge_members(
        club.desk, club_id=club.id, member_id=club.people["Anni"], into_id=anna, key=club.keys()
    )
    ids = {None: set(), anna: {anna, club.people["Anni"]}, bert: {bert}}
    dice = random.Random(7)
    asked = [
        Search(),
        Search(undone=True),
        Search(corrected=True),
        Search(corrected=True, undone=True),
        Search(contract="misdeal"),
        Search(member_id=anna),
        Search(member_id=anna, declared=True),
        Search(member_id=anna, first=DAYS[1], last=DAYS[1]),
    ]
    for _ in range(25):
        who = dice.choice([None, anna, bert])
        asked.append(
            Search(
                member_id=who,
                declared=who is not None and dice.random() < 0.3,
                game=dice.choice(["", "", "bolachen", "watten"]),
                contract=dice.choice(["", "", "brand", "number", "bettel"]),
                trump=dice.choice(["", "", "H", "S"]),
                place=dice.choice([None, None, 1, 2]),
                first=dice.choice([None, DAYS[2]]),
                last=dice.choice([None, DAYS[0]]),
                corrected=dice.random() < 0.3,
                undone=dice.random() < 0.1,
            )
        )
    counts = set()
    for wanted in asked:
        should = naive(club, wanted, ids[wanted.member_id])
        counts.add(len(should))
        assert everything(club, wanted, dice.choice([1, 3, 100])) == should, wanted
    assert len(counts) > 5  # some find much, some little, some nothing


def test_a_search_for_what_is_not_there_is_refused(club: Club) -> None:
    def asking(wanted: Search, **more: Any) -> Any:
        return lambda: search.search_deals(club.desk, club_id=club.id, wanted=wanted, **more)

    for wanted in (
        Search(game="skat"),
        Search(contract="ramsch"),
        Search(trump="X"),
        Search(place=0),
        Search(declared=True),
    ):
        refused(ErrorCode.VALUE_INVALID, asking(wanted))
    for cursor in ("", "x", "2026-11-27", "2026-11-27.x", "2026-13-01.1", "2026-11-27." + "9" * 30):
        refused(ErrorCode.VALUE_INVALID, asking(Search(), after=cursor))
    refused(ErrorCode.NOT_FOUND, asking(Search(member_id="nobody")))


def test_old_names_find_the_person(club: Club) -> None:
    anna, anni = club.people["Anna"], club.people["Anni"]
    merging.merge_members(club.desk, club_id=club.id, member_id=anni, into_id=anna, key=club.keys())
    assert search.person_named(club.desk, club_id=club.id, name=" anni ") == anna
    refused(
        ErrorCode.NOT_FOUND,
        lambda: search.person_named(club.desk, club_id=club.id, name="Niemand"),
    )
    names = {one.name: one.person for one in search.person_names(club.desk, club_id=club.id)}
    assert (names["Anni"], names["Anna"], names["Bert"]) == ("Anna", "Anna", "Bert")
