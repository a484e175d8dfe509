"""The direct comparison: who is ahead of whom by the deals the two had a hand in (G9)."""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.season.ladder import TieBreak
from scorekeeper.season.standings import Entrant
from scorekeeper.season.standings import ranked
from scorekeeper.services import folding
from scorekeeper.services import ladders
from scorekeeper.services import seasons
from scorekeeper.services import standings
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.ladder_views import StandingsView
from scorekeeper.services.verify import verify
from tests.season.living import found
from tests.season.test_kept_rows import compare
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick

DIRECT = TieBreak.DIRECT


def entrant(id_: str, value: int, **ties: int) -> Entrant:
    return Entrant(
        id=id_, value=Fraction(value), ties={TieBreak(k): Fraction(v) for k, v in ties.items()}
    )


def test_it_is_asked_of_those_only_who_are_level_until_then() -> None:
    asked: list[Sequence[str]] = []

    def met(group: Sequence[str]) -> dict[str, Fraction]:
        asked.append(sorted(group))
        return {id_: Fraction({"b": 3, "c": 3, "d": 1}[id_]) for id_ in group}

    people = [
        entrant("a", 5, soft=9),
        *(entrant(id_, 5, soft=4) for id_ in "bcd"),
        *(entrant("e", 2, soft=1), entrant("f", 2, soft=0)),
    ]
    rows = ranked(people, (TieBreak.SOFT, DIRECT), "", met)
    assert asked == [["b", "c", "d"]]
    assert [(one.id, one.place, one.shared, one.decided_by) for one in rows] == [
        ("a", 1, False, TieBreak.SOFT),
        ("b", 2, True, TieBreak.SOFT),
        ("c", 2, True, None),
        ("d", 4, False, DIRECT),
        ("e", 5, False, TieBreak.SOFT),
        ("f", 6, False, TieBreak.SOFT),
    ]
    assert [one.direct for one in rows] == [None, 3, 3, 1, None, None]


def test_who_is_level_after_it_goes_on_to_the_next_and_is_not_compared_again() -> None:
    asked: list[int] = []

    def met(group: Sequence[str]) -> dict[str, Fraction]:
        asked.append(len(group))
        return {id_: Fraction(0 if id_ == "a" else 7) for id_ in group}

    people = [entrant(id_, 1, nights=at) for at, id_ in enumerate("abc")]
    rows = ranked(people, (DIRECT, TieBreak.NIGHTS), "", met)
    assert asked == [3]
    assert [(one.id, one.decided_by) for one in rows] == [
        ("c", TieBreak.NIGHTS),
        ("b", TieBreak.NIGHTS),
        ("a", DIRECT),
    ]


def shown(table: Round, kind: str, as_of: str | None = None, **settings: Any) -> StandingsView:
    season = seasons.list_seasons(table.desk, club_id=table.club_id)[0].id
    made = ladders.create_ladder(
        table.desk,
        club_id=table.club_id,
        season_id=season,
        name=f"Vergleich {table.keys()}",
        settings={"kind": kind, "tie_breaks": ["direct"], **settings},
    )
    return standings.standings(
        table.desk, club_id=table.club_id, season_id=season, ladder_id=made.id, as_of=as_of
    )


def told(view: StandingsView) -> list[tuple[str, int | None, str | None, Fraction | None]]:
    return [
        (
            one.name,
            one.place,
            one.decided_by,
            None
            if one.tie_values is None or "direct" not in one.tie_values
            else Fraction(*one.tie_values["direct"]),
        )
        for one in view.rows
    ]


def test_only_deals_the_two_met_in_decide_between_them(desk: Desk) -> None:
    first = quick(desk, "Anna Bert Caro", "bolachen")
    first.record(brand(first.id("Anna"), 7))  # Anna +2, the others −1
    first.record(brand(first.id("Bert"), 4))  # Bert −2, the others +1
    first.close()
    second = quick(desk, "Anna Bert Caro", "bolachen", keys=first.keys)
    second.record(brand(second.id("Caro"), 8))  # Caro +2, the others −1
    # All three are level at two evenings, and each deal counts once for each of the two others:
    # Anna 2·(2 + 1 − 1), Bert 2·(−1 − 2 − 1), Caro 2·(−1 + 1 + 2).
    now = told(shown(second, "attendance"))
    assert sorted(now[:2]) == [("Anna", 1, None, Fraction(4)), ("Caro", 1, None, Fraction(4))]
    assert now[2] == ("Bert", 3, "direct", Fraction(-8))
    earlier = told(shown(second, "attendance", as_of=first.night_id))
    assert [(name, value) for name, _, _, value in earlier] == [
        *(("Anna", Fraction(6)), ("Caro", Fraction(0)), ("Bert", Fraction(-6)))
    ]


def test_two_who_are_level_are_compared_by_their_own_deals_alone(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "bolachen")
    # Dora deals first and sits out: then Anna, Bert, Caro in turn.
    table.record(brand(table.id("Anna"), 7))  # without Dora: Anna +2, Bert −1, Caro −1
    table.record(brand(table.id("Dora"), 7))  # without Anna: Dora +2, Bert −1, Caro −1
    table.record(brand(table.id("Anna"), 4))  # without Bert: Anna −2, Caro +1, Dora +1
    table.record(brand(table.id("Dora"), 4))  # without Caro: Dora −2, Anna +1, Bert +1
    # Points: Anna +1, Dora +1, Bert −1, Caro −1. Bert and Caro met twice, each with −2; Anna and
    # Dora met twice: Anna −2 +1, Dora +1 −2.
    rows = told(shown(table, "soft"))
    assert rows == [
        *(("Anna", 1, None, Fraction(-1)), ("Dora", 1, None, Fraction(-1))),
        *(("Bert", 3, None, Fraction(-2)), ("Caro", 3, None, Fraction(-2))),
    ]
    table.record(brand(table.id("Bert"), 7))  # Dora sits out: Bert +2, Anna −1, Caro −1
    table.record(brand(table.id("Caro"), 7))  # Anna sits out: Caro +2, Bert −1, Dora −1
    table.record(brand(table.id("Dora"), 4))  # Bert sits out: Dora −2, Anna +1, Caro +1
    rows = told(shown(table, "bettel_mord"))
    # All are level at none: each is compared with the three others.
    assert sum(value for *_, value in rows if value is not None) == 0


def test_money_is_compared_in_a_money_ladder_and_a_deal_nobody_played_is_no_meeting(
    desk: Desk,
) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    table.record(PASSED_OUT)
    table.record(number(table.id("Anna"), 6, 8))  # 80 from each, and the 30 of the Haferl
    table.record(number(table.id("Bert"), 6, 8))  # 80 from each
    table.record(number(table.id("Caro"), 6, 8))
    rows = {name: value for name, _, _, value in told(shown(table, "attendance"))}
    assert rows == {"Anna": 0, "Bert": 0, "Caro": 0}
    # Bert and Caro are level at −10 without their own deals; in cents they met as they stand.
    money = told(shown(table, "money"))
    assert [(name, value) for name, _, _, value in money] == [
        *(("Anna", None), ("Bert", Fraction(-80 + 160 - 80)), ("Caro", Fraction(-80 - 80 + 160)))
    ]


@pytest.mark.parametrize("seed", range(2))
def test_what_is_kept_compares_as_a_pencil_does(desk: Desk, seed: int) -> None:
    club = found(desk, 70 + seed)
    dice = random.Random(4000 + seed)
    decided = 0
    same: dict[str, str] = {}
    for evening in range(4):
        club.night()
        for _ in range(14):
            club.anything()
        if evening == 2:
            with desk.store.write() as tx:
                folding.fold_all(tx, club.id)
        if evening == 3:
            same = club.merge()
        for _ in range(6):
            decided += compare(club, same, dice, first="direct")
    assert decided > 3
    assert verify(desk, records=True) == []


def test_an_evening_as_a_substitute_counts_for_neither_of_the_two(desk: Desk) -> None:
    first = quick(desk, "Anna Bert Caro", "bolachen")
    first.record(brand(first.id("Anna"), 7))
    first.close()
    second = quick(desk, "Anna Caro Dora", "bolachen", keys=first.keys)
    second.record(brand(second.id("Anna"), 4))
    tables.substitute(
        desk,
        club_id=second.club_id,
        table_id=second.table.id,
        out_id=second.id("Caro"),
        in_id=first.id("Bert"),
    )
    second.record(brand(first.id("Bert"), 7))  # Bert +2, Anna and Dora −1
    for close in (False, True):
        if close:
            second.close()
        everything = {name: value for name, *_, value in told(shown(second, "bettel_mord"))}
        # Anna with Bert 2 − 1, with Caro 2 − 2, with Dora −2 − 1.
        assert everything["Anna"] == 1 + 0 - 3
        without = told(shown(second, "bettel_mord", substitutes=False))
        # Bert's evening as a substitute is left out between him and the others, not between
        # those: his deal still counts between Anna and Dora.
        assert {name: value for name, *_, value in without} == {
            "Anna": 2 + (2 - 2) + (-2 - 1),
            "Bert": -1 - 1,
            "Caro": (-1 + 1) - 1 + 1,
            "Dora": (1 - 1) + 1,
        }
