"""An invented half season: twenty evenings of a round that never was, by the real services.

Everything is recorded the way people would record it, one call a deal, with the slips they make:
wrong tricks corrected, the last deal taken back, a Haferl left over, Bummerl, payments made in
part. The same seed and the same last evening give the same season.
"""

import random
from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from datetime import UTC
from datetime import date
from datetime import datetime
from datetime import time
from datetime import timedelta
from typing import Any

from scorekeeper.services import clubs
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services import tables
from scorekeeper.services.demo_purse import Treasurer
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import DealView
from scorekeeper.services.views import TableView

CLUB = "Freitagsrunde Hinterholz"
PEOPLE = ("Anni", "Bertl", "Caro", "Dori", "Ernst", "Franzi", "Girgl", "Hedi")
PLACES = ("Gasthof zur Linde", "bei Anni", "Bräustüberl")
NIGHTS = 20
TARIFFS = {"bolachen": 10, "wallachen": 10, "watten": 20}
# What they play on the evenings, over and over; two games mean two tables.
PLAN = (
    ("bolachen",),
    ("wallachen",),
    ("watten",),
    ("bolachen",),
    ("wallachen", "watten"),
    ("bolachen",),
    ("watten",),
)
SUITS = ("E", "G", "H", "S")
RANKS = ("A", "K", "O", "U", "10", "9", "8", "7")
SLIPS = ("verzählt", "falscher Spieler", "vergessen")

Said = dict[str, Any]
Progress = Callable[[int, int], None]


@dataclass(slots=True, kw_only=True)
class Evening:
    """What the telling of the season keeps in hand: the dice, the time, the keys."""

    desk: Desk
    dice: random.Random
    club_id: str
    seed: int
    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    calls: int = field(default=0)

    def at(self) -> Desk:
        """Return the desk with the time of the evening on its clock."""
        moment = self.now
        return replace(self.desk, clock=lambda: moment)

    def pass_time(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes, seconds=self.dice.randrange(60))

    def key(self) -> str:
        """Return a key nobody used before in this club."""
        self.calls += 1
        return f"demo-{self.seed}-{self.calls:06d}"


def fill(
    desk: Desk,
    *,
    seed: int,
    last_evening: date,
    progress: Progress,
    club_name: str = CLUB,
    owner: str | None = None,
) -> ClubView:
    """Record a half season that ends on this evening, which is still open; return its club.

    `progress` is told how many of how many evenings are done; `owner` is as for any club.

    Raises ScorekeeperError: OWNER_NEEDED.
    """
    club = clubs.create_club(desk, name=club_name, owner=owner)
    evening = Evening(desk=desk, dice=random.Random(seed), club_id=club.id, seed=seed)
    first = last_evening - timedelta(weeks=NIGHTS - 1)
    evening.now = _moment(first)
    people = tuple(
        members.add_member(evening.at(), club_id=club.id, name=name, key=evening.key()).id
        for name in PEOPLE
    )
    season = seasons.create_season(
        evening.at(),
        club_id=club.id,
        name=f"{first.year}/{(first.year + 1) % 100:02d}",
        begins=first,
        key=evening.key(),
    )
    rules = {game: _rules(evening, game) for game in TARIFFS}
    treasurer = Treasurer(evening.at(), club.id, people, evening.key)
    for number in range(NIGHTS):
        evening.now = _moment(first + timedelta(weeks=number))
        night_id = _begin(evening, season.id)
        treasurer.begin(evening.at(), evening.now.date(), number, night_id)
        _night(evening, number, night_id, people, rules)
        progress(number + 1, NIGHTS)
    return clubs.get_club(desk, club_id=club.id)


def _moment(day: date) -> datetime:
    return datetime.combine(day, time(18, 30), tzinfo=UTC)


def _rules(evening: Evening, game: str) -> str:
    options: dict[str, Mapping[str, str | int]] = {
        "bolachen": {},
        "wallachen": {"pass_out": "haferl"},
        "watten": {"bummerl_stake": 5},
    }
    return house_rules.create_house_rules(
        evening.at(),
        club_id=evening.club_id,
        game=game,
        name="Hausregeln",
        options=options[game],
        key=evening.key(),
    ).id


def _begin(evening: Evening, season_id: str) -> str:
    return nights.start_night(
        evening.at(),
        club_id=evening.club_id,
        date=evening.now.date(),
        place=evening.dice.choice(PLACES),
        season_id=season_id,
        key=evening.key(),
    ).id


def _night(
    evening: Evening, number: int, night_id: str, people: tuple[str, ...], rules: dict[str, str]
) -> None:
    """Play one evening; the last is left open, the one before it is not all paid."""
    games = PLAN[number % len(PLAN)]
    last = number == NIGHTS - 1
    present = evening.dice.sample(people, len(people))
    for game in games:
        seated = present[:4] if game != "bolachen" or evening.dice.random() < 0.7 else present[:3]
        present = present[len(seated) :]
        table = tables.open_table(
            evening.at(),
            club_id=evening.club_id,
            night_id=night_id,
            game=game,
            house_rules_id=rules[game],
            tariff=TARIFFS[game],
            member_ids=tuple(seated),
            key=evening.key(),
        )
        count = 9 if last else evening.dice.randrange(18, 36)
        _play(evening, table, count, pass_out_last=number % 5 == 1)
    if not last:
        nights.close_night(
            evening.at(), club_id=evening.club_id, night_id=night_id, key=evening.key()
        )
        _settle(evening, night_id, number)


def _play(evening: Evening, table: TableView, count: int, *, pass_out_last: bool) -> None:
    """Record `count` deals at a table, with the slips people make."""
    dice = evening.dice
    for number in range(count):
        evening.pass_time(4)
        table = tables.get_table(evening.at(), club_id=evening.club_id, table_id=table.id)
        passed_out = pass_out_last and number == count - 1
        said = _deal(dice, table, passed_out=passed_out)
        slip = dice.random()
        if slip < 0.03:
            _record(evening, table, _deal(dice, table, passed_out=False))
            evening.pass_time(0)
            deals.undo_last(
                evening.at(), club_id=evening.club_id, table_id=table.id, key=evening.key()
            )
        deal = _record(evening, table, said)
        if 0.03 <= slip < 0.07 and "tricks_taken" in said and table.game != "watten":
            _correct(evening, table, deal, said)


def _record(evening: Evening, table: TableView, said: Said) -> DealView:
    return deals.record_deal(
        evening.at(), club_id=evening.club_id, table_id=table.id, said=said, key=evening.key()
    )


def _correct(evening: Evening, table: TableView, deal: DealView, said: Said) -> None:
    """Tell a three-hander deal anew with another number of tricks."""
    declarer = said["contract"]["declarer"]
    taken = said["tricks_taken"][declarer]
    better = {**said, "tricks_taken": {declarer: taken - 1 if taken else 1}}
    evening.pass_time(1)
    deals.correct_deal(
        evening.at(),
        club_id=evening.club_id,
        deal_id=deal.id,
        said=better,
        reason=evening.dice.choice(SLIPS),
        key=evening.key(),
    )


def _deal(dice: random.Random, table: TableView, *, passed_out: bool) -> Said:
    """Return what is said of the next deal at this table."""
    out = set(table.sitting_out)
    players = [member for member in table.seats if member not in out]
    if table.game == "watten":
        return _watten(dice, table, players)
    if table.game == "wallachen":
        return _wallachen(dice, players, passed_out=passed_out)
    return _bolachen(dice, players)


def _bolachen(dice: random.Random, players: list[str]) -> Said:
    declarer = dice.choice(players)
    kind = dice.choices(("brand", "bettel", "mord"), (82, 13, 5))[0]
    if kind == "brand":
        suit = dice.choices(SUITS, (1, 1, 2, 1))[0]
        taken = dice.choices((3, 4, 5, 6, 7, 8, 9), (2, 8, 18, 34, 22, 12, 4))[0]
        contract = {"declarer": declarer, "kind": kind, "trump": suit}
        return {"contract": contract, "tricks_taken": {declarer: taken}}
    made = dice.random() < 0.6
    if kind == "bettel":
        taken = 0 if made else dice.randrange(1, 3)
    else:
        taken = 10 if made else dice.randrange(7, 10)
    return {"contract": {"declarer": declarer, "kind": kind}, "tricks_taken": {declarer: taken}}


def _wallachen(dice: random.Random, players: list[str], *, passed_out: bool) -> Said:
    if passed_out or dice.random() < 0.12:
        return {"contract": {"kind": "passed_out"}}
    declarer = dice.choice(players)
    doubles = [member for member in players if dice.random() < 0.06]
    said: Said = {"doubles": doubles} if doubles else {}
    kind = dice.choices(("number", "bettel", "mord"), (88, 8, 4))[0]
    if kind == "number":
        bid = dice.choices((6, 7, 8, 9), (60, 26, 11, 3))[0]
        taken = min(10, max(2, bid + dice.choices((-2, -1, 0, 1, 2), (6, 20, 44, 22, 8))[0]))
        trump = dice.choice(SUITS)
        said["contract"] = {"declarer": declarer, "kind": kind, "bid": bid, "trump": trump}
    else:
        made = dice.random() < 0.6
        taken = {"bettel": (1, 0), "mord": (9, 10)}[kind][made]
        said["contract"] = {"declarer": declarer, "kind": kind}
    said["tricks_taken"] = {declarer: taken}
    return said


def _watten(dice: random.Random, table: TableView, players: list[str]) -> Said:
    """Four players: forehand and the one opposite against the dealer and his partner."""
    said: Said = {"contract": {"schlag": dice.choice(RANKS), "trump": dice.choice(SUITS)}}
    first, second = players[0], players[1]
    winner = dice.choice((first, second))
    gespannt = bool(table.match and table.match.gespannt)
    if not gespannt and dice.random() < 0.35:
        raiser, other = dice.sample((first, second), 2)
        said["raises"] = [{"by": raiser, "answer": "accept"}]
        if dice.random() < 0.3:
            said["raises"].append({"by": other, "answer": "fold"})
            return said
    said["side_won"] = players[players.index(winner) :: 2]
    return said


def _settle(evening: Evening, night_id: str, number: int) -> None:
    """Settle an evening: mostly by the fewest payments, now and then another way."""
    evening.pass_time(5)
    mode = "carry" if number == 7 else "cashier" if number == 11 else "transfers"
    people = members.list_members(evening.at(), club_id=evening.club_id)
    proposal = settlement.propose_settlement(
        evening.at(),
        club_id=evening.club_id,
        night_id=night_id,
        mode=mode,
        cashier_id=people[0].id if mode == "cashier" else None,
        key=evening.key(),
    )
    for index, transfer in enumerate(proposal.transfers):
        open_still = number == NIGHTS - 2 and index == 0
        amount = transfer.amount // 2 if open_still else transfer.amount
        if amount:
            settlement.pay_transfer(
                evening.at(),
                club_id=evening.club_id,
                transfer_id=transfer.id,
                amount=amount,
                key=evening.key(),
            )
