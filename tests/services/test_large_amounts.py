"""Amounts up to a million euros a person a row work everywhere, and more is refused by name."""

import random
import subprocess
from datetime import date
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.documents.child import render_pdf
from scorekeeper.documents.season_html import season_html
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import error_sentence
from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.season.ladder import Kind
from scorekeeper.services import amounts
from scorekeeper.services import clubs
from scorekeeper.services import documents
from scorekeeper.services import exports
from scorekeeper.services import ladders
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import money_rules
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import settlement
from scorekeeper.services import standings
from scorekeeper.services import statistics
from scorekeeper.services.desk import Desk
from scorekeeper.services.exports import Span
from scorekeeper.services.season_paper import season_facts
from scorekeeper.services.verify import verify
from tests.services.play import Keys
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick

NAMES = ("Anna", "Bert", "Caro", "Dora")


class Rich:
    """A club that plays for what nobody has."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.keys = desk, Keys("rich-key")
        self.club = clubs.private_club(desk).id
        found = members.members_named(desk, club_id=self.club, names=list(NAMES))
        self.ids = {one.name: one.id for one in found}
        self.names = {one.id: one.name for one in found}
        self.season = ""
        self.nights: list[dict[str, int]] = []

    def evening(self, rows: list[dict[str, int]]) -> str:
        """Play an evening of such rows, settle what is open with the last coin, and return it."""
        day = date(2026, 1, 2) + timedelta(days=7 * len(self.nights))
        night = nights.start_night(self.desk, club_id=self.club, date=day, key=self.keys())
        for row in rows:
            amounts.record_amounts(
                self.desk,
                club_id=self.club,
                night_id=night.id,
                changes={self.ids[name]: cents for name, cents in row.items()},
                why="Zettel",
                key=self.keys(),
            )
        brought = {name: sum(row.get(name, 0) for row in rows) for name in NAMES}
        self.nights.append(brought)
        nights.close_night(self.desk, club_id=self.club, night_id=night.id, key=self.keys())
        self.season = night.season_id or ""
        return night.id


def any_row(dice: random.Random) -> dict[str, int]:
    """Think of a row at the limits: one of them wins, others lose, nobody more than allowed."""
    winner, *losers = dice.sample(NAMES, dice.choice([2, 3, 4]))
    cents = dice.choice([AMOUNT_MAX, AMOUNT_MAX, dice.randint(9_223_372, AMOUNT_MAX)])
    each = cents // len(losers)
    row = dict.fromkeys(losers, -each)
    row[losers[0]] -= cents - each * len(losers)
    return {winner: cents, **row}


def test_ladders_standings_and_settlements_at_the_limits(desk: Desk) -> None:
    dice = random.Random(7)
    rich = Rich(desk)
    money_rules.set_money_rules(
        desk, club_id=rich.club, coin=10, stake_limit=None, stake_mode="warn"
    )
    for rows in (1, 3, 40):
        told = [any_row(dice) for _ in range(rows)]
        night = rich.evening(told)
        settle(rich, night)
    for kind in Kind:
        for which in ({}, {"best": 2}, {"drop": 1}):
            if kind is Kind.ATTENDANCE and which:
                continue
            rules = {"kind": kind.value, "game": "all", "tie_breaks": ["best_night", "lots"]}
            made = ladders.create_ladder(
                desk,
                club_id=rich.club,
                season_id=rich.season,
                name=f"{kind} {which}",
                settings=rules | which,
            )
            shown = standings.standings(
                desk, club_id=rich.club, season_id=rich.season, ladder_id=made.id
            )
            if kind is Kind.MONEY:
                found = {rich.names[row.member_id]: row.amount for row in shown.rows}
                assert found == {name: counted(rich.nights, name, which) for name in NAMES}
    for name in NAMES:
        one = statistics.person_statistics(
            desk, club_id=rich.club, season_id=rich.season, member_id=rich.ids[name]
        )
        brought = [night[name] for night in rich.nights if night[name]]
        assert [point.cents for point in one.series] == brought
    assert verify(desk, records=True) == []


def counted(evenings: list[dict[str, int]], name: str, which: dict[str, int]) -> int:
    """Count what is left of somebody's evenings, with a pencil; none without money is one."""
    cents = sorted((night[name] for night in evenings if night[name]), reverse=True)
    if "best" in which:
        cents = cents[: which["best"]]
    return sum(cents[: max(1, len(cents) - which.get("drop", 0))])


def settle(rich: Rich, night: str) -> None:
    """Pay everything that is proposed; it is in whole coins and leaves nobody a coin away."""
    plan = settlement.propose_settlement(
        rich.desk, club_id=rich.club, night_id=night, key=rich.keys()
    )
    for one in plan.transfers:
        assert one.amount % 10 == 0
        settlement.pay_transfer(
            rich.desk,
            club_id=rich.club,
            transfer_id=one.id,
            amount=one.amount,
            key=rich.keys(),
        )
    left = ledger.balances(rich.desk, club_id=rich.club, night_id=night)
    assert all(abs(cents) < 10 for _, cents in left)


def test_papers_and_files_show_large_amounts_whole(desk: Desk, tmp_path: Path) -> None:
    rich = Rich(desk)
    night = rich.evening([{"Anna": AMOUNT_MAX, "Bert": -AMOUNT_MAX} for _ in range(12)])
    facts = documents.ledger_facts(desk, club_id=rich.club, night_id=night)
    season = season_facts(desk, club_id=rich.club, season_id=rich.season)
    for html in (
        documents.document_html(facts, language="de"),
        season_html(season, language="de"),
    ):
        path = tmp_path / "paper.pdf"
        path.write_bytes(render_pdf(html))
        text = subprocess.run(
            ["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True, text=True
        ).stdout
        assert "12.000.000,00" in text.replace("\N{NO-BREAK SPACE}", " ")
    for subject in ("balances", "standings", "ledger"):
        for format_ in ("csv", "xlsx"):
            made = exports.export(
                desk,
                club_id=rich.club,
                subject=subject,
                format_=format_,
                span=Span(season_id=rich.season),
            )
            data = b"".join(made.blocks)
            if (subject, format_) == ("balances", "csv"):
                assert b"12000000,00" in data


def refused(name: str, cents: str) -> str:
    return f"{name}: {cents} sind zu viel. In einer Zeile gehen für jeden bis 1.000.000,00 €. "


def test_more_is_refused_with_who_it_is_about(desk: Desk) -> None:
    rich = Rich(desk)
    with pytest.raises(ScorekeeperError) as caught:
        rich.evening([{"Anna": AMOUNT_MAX + 1, "Bert": -AMOUNT_MAX - 1}])
    assert (caught.value.code, caught.value.place) == (ErrorCode.AMOUNT_LARGE, "changes")
    said = error_sentence(caught.value, "de").replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith(refused("Anna", "1.000.000,01 €"))
    with pytest.raises(ScorekeeperError) as caught:
        purse.open_books(
            desk, club_id=rich.club, accounts={rich.ids["Caro"]: -2 * AMOUNT_MAX}, key=rich.keys()
        )
    assert caught.value.code is ErrorCode.AMOUNT_LARGE
    assert caught.value.values["name"] == "Caro"
    with pytest.raises(ScorekeeperError) as caught:
        purse.member_pays(
            desk,
            club_id=rich.club,
            member_id=rich.ids["Caro"],
            amount=AMOUNT_MAX + 1,
            place="cash",
            key=rich.keys(),
        )
    assert (caught.value.code, caught.value.place) == (ErrorCode.AMOUNT_LARGE, "amount")


def test_a_deal_that_moves_more_is_refused_recorded_or_corrected(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", tariff=1_000_000)
    first = table.record(number(table.id("Anna"), 6, 6))
    big = number(table.id("Anna"), 9, 9) | {
        "doubles": [table.id("Anna"), table.id("Bert"), table.id("Caro")]
    }
    for tell in (lambda: table.record(big), lambda: table.correct(first.id, big)):
        with pytest.raises(ScorekeeperError) as caught:
            tell()
        assert caught.value.code is ErrorCode.AMOUNT_LARGE
        assert caught.value.values["name"] in ("Anna", "Bert", "Caro")
    assert ledger.verify(desk, records=True) == []


def test_a_tariff_of_ten_thousand_euros_closes_like_any_other(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen", tariff=1_000_000)
    table.record(brand(table.id("Anna"), 10))
    table.close()
    nights.start_night(desk, club_id=table.club_id, date=date(2026, 11, 28), key=table.keys())
    assert verify(desk, records=True) == []
