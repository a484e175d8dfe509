"""The season worked out by hand in `tests/corpus/books`, played through the program."""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from pathlib import Path
from typing import Any

from scorekeeper.services import clubs
from scorekeeper.services import corrections
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import ladders
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import standings
from scorekeeper.services import statistics
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from tests.services.play import MISDEAL
from tests.services.play import PASSED_OUT
from tests.services.play import Keys

BOOKS = Path(__file__).parents[1] / "corpus" / "books"
PEOPLE = ("Anna", "Bert", "Caro", "Dora", "Emil", "Fritz", "Gerda", "Hans")
DAYS = (date(2026, 9, 4), date(2026, 9, 11), date(2026, 9, 18))
SHEETS = (
    ("abend-1-tisch-1-bolachen", "abend-1-tisch-2-wallachen"),
    ("abend-2-tisch-1-wallachen", "abend-2-tisch-2-watten"),
    ("abend-3-tisch-1-bolachen", "abend-3-tisch-2-wallachen"),
)
RULES = {"bolachen": {}, "wallachen": {"pass_out": "haferl"}, "watten": {"bummerl_stake": 5}}
TARIFFS = {"bolachen": 10, "wallachen": 10, "watten": 20}
LADDERS: dict[str, dict[str, Any]] = {
    "Geld": {"kind": "money", "tie_breaks": ["soft"]},
    "Beste zwei": {"kind": "money", "best": 2, "tie_breaks": ["made", "soft"]},
    "Punkte": {"kind": "soft", "tie_breaks": []},
    "Ansagen": {"kind": "made", "tie_breaks": []},
    "Punkte je Spiel": {"kind": "per_deal", "tie_breaks": []},
    "Bummerl": {"kind": "bummerl", "game": "watten", "tie_breaks": []},
    "Bettel und Mord": {"kind": "bettel_mord", "tie_breaks": ["soft"]},
}
CRITERIA = {"weiche Wertung": "soft", "Ansagen": "made"}
Row = dict[str, str]


def sheet(name: str) -> list[Row]:
    with (BOOKS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def cents(text: str) -> int:
    return int(text) if text else 0


@dataclass(slots=True)
class Season:
    """The club of the books, as far as it has played."""

    desk: Desk
    club_id: str
    season_id: str
    ids: dict[str, str]
    rules: dict[str, str]
    ladders: dict[str, str]
    keys: Keys = field(default_factory=Keys)

    def record(self, table_id: str, said: dict[str, Any]) -> str:
        return deals.record_deal(
            self.desk, club_id=self.club_id, table_id=table_id, said=said, key=self.keys()
        ).id

    def correct(self, deal_id: str, said: dict[str, Any]) -> None:
        corrections.correct_deal(
            self.desk,
            club_id=self.club_id,
            deal_id=deal_id,
            said=said,
            reason="verzählt",
            key=self.keys(),
        )

    def play(self, night: int) -> None:
        """Play one night from its two sheets, close it, and correct what was found afterwards."""
        evening = nights.start_night(
            self.desk,
            club_id=self.club_id,
            date=DAYS[night],
            season_id=self.season_id,
            key=self.keys(),
        )
        afterwards: list[Callable[[], None]] = []
        played = []
        for name in SHEETS[night]:
            rows = sheet(name)
            game = name.rpartition("-")[2]
            people = [one for one in rows[0] if one in PEOPLE]
            table = tables.open_table(
                self.desk,
                club_id=self.club_id,
                night_id=evening.id,
                game=game,
                house_rules_id=self.rules[game],
                tariff=TARIFFS[game],
                member_ids=[self.ids[one] for one in people],
                key=self.keys(),
            )
            made = self.table(table.id, game, rows, afterwards)
            played.append((table.id, rows, people, made))
        nights.close_night(self.desk, club_id=self.club_id, night_id=evening.id, key=self.keys())
        for change in afterwards:
            change()
        for table_id, rows, people, made in played:
            self.check(table_id, rows, people, made)

    def table(
        self, table_id: str, game: str, rows: list[Row], afterwards: list[Callable[[], None]]
    ) -> dict[int, str]:
        """Record a sheet line by line, wrong where it was wrong first; return deals by line."""
        later: dict[str, list[Callable[[], None]]] = {}
        made: dict[int, str] = {}
        for place, row in enumerate(rows):
            if row["Nr"] in ("geteilt", "Summe"):
                continue
            seen = tables.get_table(self.desk, club_id=self.club_id, table_id=table_id)
            assert seen.dealer_id == self.ids[row["Geber"]], row
            said = self.said(game, row)
            note = row["Bemerkung"]
            if note == "zurückgenommen":
                self.record(table_id, said)
                deals.undo_last(self.desk, club_id=self.club_id, table_id=table_id, key=self.keys())
                continue
            when, _, wrong = note.partition(": zuerst ")
            first = {**row, "Stiche": wrong.split()[0]} if wrong else row
            made[place] = deal = self.record(table_id, self.said(game, first))
            if wrong:
                change = [lambda deal=deal, said=said: self.correct(deal, said)]
                if when == "berichtigt nach dem Abend":
                    afterwards.extend(change)
                else:
                    later[when.rpartition(" ")[2]] = change
            for one in later.pop(row["Nr"], []):
                one()
        assert not later
        return made

    def said(self, game: str, row: Row) -> dict[str, Any]:
        """Say what a line says."""
        if row["Bemerkung"] == "vergeben":
            return MISDEAL
        if game == "watten":
            raises = [one.split() for one in row["Geboten"].split(", ") if one]
            told: dict[str, Any] = {"tricks_taken": {self.ids[row["Gewinner"]]: 3}}
            if raises:
                answers = {"angenommen": "accept", "abgelehnt": "fold"}
                told["raises"] = [
                    {"by": self.ids[who], "answer": answers[how]} for who, how in raises
                ]
                if raises[-1][1] == "abgelehnt":
                    del told["tricks_taken"]
            return told
        if row["Ansage"] == "gepasst":
            return PASSED_OUT
        declarer, said = self.ids[row["Ansager"]], row["Ansage"].lower()
        contract: dict[str, Any] = {"declarer": declarer, "kind": said}
        if said.isdigit():
            contract |= {"kind": "number", "bid": int(said)}
        if row["Trumpf"]:
            contract["trump"] = row["Trumpf"]
        told = {"contract": contract, "tricks_taken": {declarer: int(row["Stiche"])}}
        if row["Bemerkung"].endswith(" doppelt"):
            told["doubles"] = [self.ids[row["Bemerkung"].split()[0]]]
        return told

    def check(
        self, table_id: str, rows: list[Row], people: list[str], made: dict[int, str]
    ) -> None:
        """Compare every line of a sheet with what the program keeps of its deal."""
        for place, row in enumerate(rows):
            if place not in made:
                continue
            deal = deals.get_deal(self.desk, club_id=self.club_id, deal_id=made[place])
            should = {self.ids[one]: cents(row[one]) for one in people}
            moved = {one: deal.changes.get(one, 0) for one in should}
            assert moved == should, row
            if "Haferl" in row:
                assert deal.haferl_after == cents(row["Haferl"]), row
            if "Stand" in row and row["Nr"] != "Summe":
                sides = [deal.match_after[self.ids[one]] for one in ("Bert", "Emil")]
                assert f"{sides[0]}:{sides[1]}" == row["Stand"], row
        total = next(row for row in rows if row["Nr"] == "Summe")
        for one in people:
            lines = [cents(row[one]) for row in rows if row["Nr"] != "Summe"]
            assert sum(lines) == cents(total[one]), one


def begin(desk: Desk) -> Season:
    club = clubs.create_club(desk, name="Am Stammtisch")
    ids = {one: members.add_member(desk, club_id=club.id, name=one).id for one in PEOPLE}
    season = seasons.create_season(desk, club_id=club.id, name="Herbst", begins=DAYS[0])
    rules = {
        game: house_rules.create_house_rules(
            desk, club_id=club.id, game=game, name="Haus", options=options, key=f"rules-{game}"
        ).id
        for game, options in RULES.items()
    }
    made = {
        name: ladders.create_ladder(
            desk, club_id=club.id, season_id=season.id, name=f"{name} (Buch)", settings=settings
        ).id
        for name, settings in LADDERS.items()
    }
    return Season(
        desk=desk, club_id=club.id, season_id=season.id, ids=ids, rules=rules, ladders=made
    )


def compare_ladders(season: Season, after: int, as_of: str | None) -> int:
    """Compare every ladder the books have after a night; return how many lines were compared."""
    wanted = [row for row in sheet("ranglisten") if row["nach Abend"] == str(after)]
    lines = 0
    for name in {row["Rangliste"]: None for row in wanted}:
        shown = standings.standings(
            season.desk,
            club_id=season.club_id,
            season_id=season.season_id,
            ladder_id=season.ladders[name],
            as_of=as_of,
        )
        found = {row.name: row for row in shown.rows}
        mine = [row for row in wanted if row["Rangliste"] == name]
        assert found.keys() == {row["Wer"] for row in mine}, name
        for row in mine:
            one = found[row["Wer"]]
            amount, _, per = row["Wert"].partition("/")
            assert (one.amount, one.per) == (int(amount), int(per or 1)), row
            assert one.place == int(row["Platz"]), row
            assert one.moved == (None if row["Bewegung"] == "neu" else int(row["Bewegung"])), row
            assert set(one.tied_with) == {n for n in row["Gleichauf mit"].split(", ") if n}, row
            assert one.decided_by == CRITERIA.get(row["Entschieden durch"]), row
            lines += 1
    return lines


def test_the_season_of_the_books_comes_out_to_the_cent_and_the_place(desk: Desk) -> None:
    season = begin(desk)
    for night in range(3):
        season.play(night)
        compare_ladders(season, night + 1, None)
    played = standings.season_nights_of(desk, club_id=season.club_id, season_id=season.season_id)[
        ::-1
    ]
    lines = [compare_ladders(season, n, night.id) for n, night in enumerate(played, 1)]
    assert lines == [8, 8, len(sheet("ranglisten")) - 16]
    totals = seasons.get_season(desk, club_id=season.club_id, season_id=season.season_id).totals
    money = {row["Wer"]: row for row in sheet("saison-geld")}
    assert {one.name: sum_ for one, sum_ in totals} == {
        name: int(row["Summe"]) for name, row in money.items()
    }
    for row in sheet("saison-punkte"):
        person = statistics.person_statistics(
            desk,
            club_id=season.club_id,
            season_id=season.season_id,
            member_id=season.ids[row["Wer"]],
        )
        every = person.totals["all"]
        made = every["bettel_made"] + every["mord_made"]
        told = [every["soft"], every["deals"], every["declared"], every["made"], made]
        names = ("Summe", "Spiele", "Ansagen", "davon gewonnen", "Bettel und Mord gewonnen")
        assert told == [int(row[name]) for name in names], row
        for n, point in enumerate(person.series, 1):
            assert point.soft == int(row[f"Abend {n}"]), row
            assert point.cents == int(money[row["Wer"]][f"Abend {n}"]), row
    assert verify(desk, records=True) == []


def test_the_books_add_up_by_themselves() -> None:
    for row in sheet("saison-geld"):
        assert sum(int(row[f"Abend {n}"]) for n in (1, 2, 3)) == int(row["Summe"]), row
    for names, night in zip(SHEETS, (1, 2, 3), strict=True):
        for name in names:
            total = sheet(name)[-1]
            people = [one for one in total if one in PEOPLE]
            assert sum(cents(total[one]) for one in people) == 0, name
            money = {row["Wer"]: row for row in sheet("saison-geld")}
            for one in people:
                assert cents(total[one]) == int(money[one][f"Abend {night}"]), one
