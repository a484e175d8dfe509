"""Nights to print: facts as the service would state them, believable and always adding up."""

import random
from collections.abc import Sequence
from datetime import UTC
from datetime import date
from datetime import datetime
from datetime import timedelta

from scorekeeper.documents.facts import BalanceFacts
from scorekeeper.documents.facts import ChangeFacts
from scorekeeper.documents.facts import DealFacts
from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.facts import PlayedFacts
from scorekeeper.documents.facts import RulesFacts
from scorekeeper.documents.facts import SettlementFacts
from scorekeeper.documents.facts import Standing
from scorekeeper.documents.facts import TableFacts
from scorekeeper.documents.facts import TellingFacts
from scorekeeper.documents.facts import TransferFacts
from scorekeeper.ledger.purse import split_haferl
from scorekeeper.ledger.settlement import fewest_transfers

PEOPLE = (
    "Anna", "Bert", "Caro", "Dora", "Emil", "Franzi", "Gustl", "Hedwig", "Ignaz", "Josefine",
    "Korbinian", "Leonhard",
)  # fmt: skip
BEGIN = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)
REASONS = ("verzählt", "falscher Spieler", "vergessen", "Das war schon die nächste Runde.")


class Night:
    """Plays a night by chance, the same one for the same seed, and keeps its sums."""

    def __init__(self, people: Sequence[str], seed: int = 1) -> None:
        self.chance = random.Random(seed)
        self.people = tuple(people)
        self.balances = dict.fromkeys(people, 0)
        self.at = BEGIN
        self.shares = dict.fromkeys(people, 0)

    def table(
        self,
        game: str,
        deals: int,
        *,
        name: str = "Tisch 1",
        people: Sequence[str] = (),
        tariff: int = 10,
        options: tuple[tuple[str, str | int], ...] = (),
        odd_every: int = 17,
    ) -> TableFacts:
        """Play a table; every so many deals one is corrected or undone."""
        people = tuple(people) or self.people
        pot = 0
        payers: list[str] = []
        played = []
        for number in range(1, deals + 1):
            self.at += timedelta(minutes=4)
            dealer = people[number % len(people)]
            out = () if len(people) <= 3 or game == "watten" else self._out(people, dealer)
            active = [x for x in people if x not in out]
            told, moved, into = self._deal(game, active, tariff, pot)
            valid: TellingFacts | None = self._telling(people, told, moved, into)
            struck: tuple[tuple[TellingFacts, ChangeFacts], ...] = ()
            if odd_every and number % odd_every == 0:
                why = ChangeFacts(who=people[0], at=self.at, reason=REASONS[number % len(REASONS)])
                if number % (2 * odd_every) == 0:
                    struck, valid, moved, into = (((valid, why),), None, {}, 0)  # type: ignore[assignment]
                else:
                    told2, moved2, into2 = self._deal(game, active, tariff, 0)
                    if not into and not into2:
                        struck = ((self._telling(people, told2, moved2, 0), why),)
            pot += into
            if into > 0:
                payers += [x for x in active if x not in payers]
            if not pot:
                payers = []
            for who, cents in moved.items():
                self.balances[who] += cents
            played.append(
                DealFacts(
                    number=number,
                    dealer=dealer,
                    valid=valid,
                    struck=struck,
                    balances=tuple(self.balances[x] for x in people),
                    haferl_after=pot,
                )
            )
        shares = split_haferl(pot, payers)
        for who, cents in shares.items():
            self.balances[who] += cents
            self.shares[who] += cents
        return TableFacts(
            name=name,
            game=game,
            tariff=tariff,
            rules=(RulesFacts(game=game, name="Stammtisch", version=2, options=options),),
            people=people,
            deals=tuple(played),
            haferl_shares=tuple(shares.get(x, 0) for x in people) if pot else (),
            final_balances=tuple(self.balances[x] for x in people),
        )

    def facts(self, *tables: TableFacts, url: str = "") -> LedgerFacts:
        """State the night, closed, with its settlement half paid."""
        plan = fewest_transfers(self.balances)
        transfers = tuple(
            TransferFacts(
                payer=x.payer,
                payee=x.payee,
                amount=x.amount,
                paid=(x.amount, 0, x.amount // 2)[place % 3],
            )
            for place, x in enumerate(plan.transfers)
        )
        paid = dict.fromkeys(self.people, 0)
        for x in transfers:
            paid[x.payer] += x.paid
            paid[x.payee] -= x.paid
        return LedgerFacts(
            club="Kartenrunde Gasthof Post",
            number=23,
            date=date(2026, 11, 26),
            place="Gasthof Post, Nebenzimmer",
            season="Winter 2026/27",
            standing=Standing.CLOSED,
            void_reason="",
            time_zone="Europe/Berlin",
            currency="EUR",
            tables=tables,
            balances=tuple(
                BalanceFacts(
                    name=x,
                    deals=self.balances[x] - self.shares[x],
                    haferl=self.shares[x],
                    paid=paid[x],
                    open=self.balances[x] + paid[x],
                )
                for x in self.people
            ),
            haferl=0,
            purse=0,
            settlement=SettlementFacts(
                mode="transfers",
                exact=plan.exact,
                cashier="",
                transfers=transfers,
                proposed=True,
            ),
            hash="8f3a91bc04d2e6575a3d" + "0" * 44,
            as_of=self.at,
            url=url,
        )

    def _out(self, people: Sequence[str], dealer: str) -> tuple[str, ...]:
        place = people.index(dealer)
        turned = [*people[place:], *people[:place]]
        return tuple(turned[: len(people) - 3])

    def _telling(
        self, people: Sequence[str], told: PlayedFacts, moved: dict[str, int], into: int
    ) -> TellingFacts:
        return TellingFacts(
            played=told, changes=tuple(moved.get(x) for x in people), haferl_change=into
        )

    def _deal(
        self, game: str, active: Sequence[str], tariff: int, pot: int
    ) -> tuple[PlayedFacts, dict[str, int], int]:
        if game == "watten":
            told, moved = self._watten(active, tariff)
            return told, moved, 0
        if game == "wallachen" and self.chance.random() < 0.1:
            passed = PlayedFacts(kind="passed_out")
            return passed, dict.fromkeys(active, -tariff), 3 * tariff
        told, units = self._three(game, active)
        taken = pot if told.made and game == "wallachen" else 0
        moved = dict.fromkeys(active, -units * tariff)
        moved[told.declarer] = 2 * units * tariff + taken
        return told, moved, -taken

    def _three(self, game: str, active: Sequence[str]) -> tuple[PlayedFacts, int]:
        declarer = self.chance.choice(active)
        kind = self.chance.choice(
            ["bettel", "mord"] + ["brand" if game == "bolachen" else "number"] * 8
        )
        bid = self.chance.choice([6, 6, 7, 7, 8, 9]) if kind == "number" else None
        low = {"bettel": 0, "mord": 8, "brand": 4, "number": 5}[kind]
        tricks = min(10, low + self.chance.randrange({"bettel": 2, "mord": 3}.get(kind, 5)))
        needed = {"bettel": 0, "mord": 10, "brand": 6}.get(kind, bid or 0)
        made = tricks == 0 if kind == "bettel" else tricks >= needed
        doubles = tuple(x for x in active if game == "wallachen" and self.chance.random() < 0.08)
        told = PlayedFacts(
            kind=kind,
            declarer=declarer,
            trump="" if kind in ("bettel", "mord") else self.chance.choice("EGHS"),
            bid=bid,
            tricks=tricks,
            made=made,
            by="ruling" if self.chance.random() < 0.02 else "tricks",
            doubles=doubles,
        )
        if game == "bolachen":
            value = {"brand": 1, "bettel": 2, "mord": 3}[kind]
        else:
            value = 10 if kind != "number" else tricks if made else bid or 0
        return told, (value if made else -value) * 2 ** len(doubles)

    def _watten(self, active: Sequence[str], tariff: int) -> tuple[PlayedFacts, dict[str, int]]:
        sides = ((active[0], active[2]), (active[1], active[3]))
        winners = self.chance.randrange(2)
        self.match = getattr(self, "match", [0, 0])
        points = self.chance.choice([2, 2, 2, 3, 3, 4])
        self.match[winners] += points
        won = self.match[winners] >= 11
        told = PlayedFacts(
            kind="watten",
            trump=self.chance.choice("EGHS"),
            schlag=self.chance.choice(["A", "K", "O", "U", "10", "9", "8", "7"]),
            side=sides[winners],
            points=points,
            by="tricks" if self.chance.random() < 0.8 else "fold",
            match=tuple(zip(sides, self.match, strict=True)),
            match_won_by=sides[winners] if won else (),
        )
        moved = dict.fromkeys(active, 0)
        if won:
            self.match = [0, 0]
            moved = {x: 10 * tariff * (1 if x in sides[winners] else -1) for x in active}
        return told, moved


def night_of(people: int, deals: int, game: str = "wallachen", **rest: str) -> LedgerFacts:
    """Play a night at one table of so many people."""
    night = Night(PEOPLE[:people])
    table = night.table(
        game, deals, options=(("pass_out", "haferl"),) if game == "wallachen" else ()
    )
    return night.facts(table, **rest)


def three_tables() -> LedgerFacts:
    """Play a night of twelve people at three tables, one of each game."""
    night = Night(PEOPLE, seed=3)
    return night.facts(
        night.table(
            "wallachen", 24, name="Tisch 1", people=PEOPLE[:4], options=(("pass_out", "haferl"),)
        ),
        night.table("watten", 22, name="Tisch 2", people=PEOPLE[4:8], tariff=5),
        night.table(
            "bolachen", 20, name="Tisch 3", people=PEOPLE[8:], options=(("mord_factor", 5),)
        ),
        url="https://karten.example.org/c/018f/n/0190",
    )
