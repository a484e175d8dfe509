"""The table of a record whose shape is right: who sits where, which rules hold."""

from .words import OPTIONS
from .words import Json


class Table:
    """Answers the questions that every later stage asks."""

    def __init__(self, game: str, fields: dict[str, Json]) -> None:
        self.game = game
        self.fields = fields
        self.watten = game == "watten"
        self.last_trick = 5 if self.watten else 10
        # "option -> value, for the options that differ from the defaults"
        self.rules: dict[str, Json] = {name: values[0] for name, values in OPTIONS[game].items()}
        self.rules.update(fields.get("house_rules", {}))
        self.seats: list[str] = fields["seats"]
        self.dealer: str = fields["dealer"]
        self.tariff: int = fields.get("tariff", 10)
        self.sitting_out: list[str] = fields.get("sitting_out", [])

    def get(self, field: str) -> list[Json]:
        """Return a list field; an empty one is the same as none."""
        found: list[Json] = self.fields.get(field) or []
        return found

    @property
    def contract(self) -> dict[str, Json] | None:
        """Return the contract, None when none is recorded."""
        return self.fields.get("contract")

    @property
    def playing(self) -> list[str]:
        """'The players in the deal are the seats without `sitting_out`', in the order of seats."""
        return [seat for seat in self.seats if seat not in self.sitting_out]

    @property
    def players(self) -> list[str]:
        """'The players in the deal, clockwise from the dealer's left.'"""
        place = self.seats.index(self.dealer)
        clockwise = self.seats[place + 1 :] + self.seats[: place + 1]
        return [seat for seat in clockwise if seat not in self.sitting_out]

    @property
    def forehand(self) -> str:
        """F, left of the dealer."""
        return self.players[0]

    @property
    def dealing(self) -> str:
        """D: 'if the dealer himself sits out, the last of them takes the dealer's part'."""
        return self.players[-1]

    @property
    def declarer(self) -> str | None:
        """Return the declarer of a three-hander, None without one."""
        return (self.contract or {}).get("declarer")

    @property
    def kind(self) -> str | None:
        """Return the kind of game of a three-hander."""
        return (self.contract or {}).get("kind")

    @property
    def defenders(self) -> list[str]:
        """Everybody in the deal but the declarer."""
        return [player for player in self.players if player != self.declarer]

    @property
    def cutter(self) -> str:
        """T1: F' cuts with four; T40, T43: F with three and two."""
        return self.players[2] if len(self.players) == 4 else self.players[0]

    @property
    def sides(self) -> list[list[str]]:
        """Return who belongs together, in the order of seats; F's side first."""
        if not self.watten:
            return [[str(self.declarer)], self.defenders]
        if len(self.players) == 4:  # T1
            sides = [self.players[0::2], self.players[1::2]]
        else:  # T40, T43
            sides = [self.players[:1], self.players[1:]]
        return [[seat for seat in self.seats if seat in side] for side in sides]

    def side_of(self, player: str) -> list[str]:
        """Return a player's side."""
        return next(side for side in self.sides if player in side)

    def other_side(self, side: list[str]) -> list[str]:
        """Return the side against this one."""
        return next(other for other in self.sides if other != side)

    # Watten: the match --------------------------------------------------------------------------

    @property
    def accounts(self) -> list[list[str]]:
        """Return who shares points: partners, else 'every player is a side of his own'."""
        return self.sides if len(self.players) == 4 else [[player] for player in self.playing]

    @property
    def points(self) -> dict[str, int] | None:
        """Return the points before the deal of everybody in it, None when no match is recorded."""
        if not self.get("match"):
            return None
        points = {}
        for _, name, number in self.get("match"):
            for account in self.accounts:
                if name in account:
                    points.update(dict.fromkeys(account, number))
        return points

    def gespannt(self, side: list[str]) -> bool:
        """T28, T42; 'without `match` in the record nobody counts as gespannt'."""
        if self.points is None or self.rules["gespannt_mode"] == "off":
            return False
        return any(self.points[member] >= self.rules["target"] - 2 for member in side)

    @property
    def criticals(self) -> list[str]:
        """T2: HK > S7 > E7."""
        return ["HK", "S7", "E7"] if self.rules.get("criticals") == "three" else []

    # Wallachen -----------------------------------------------------------------------------------

    @property
    def bid_order(self) -> list[str]:
        """W10 and `bettel_mord_rank`."""
        return {
            "bettel_mord": ["6", "7", "8", "9", "bettel", "mord"],
            "mord_bettel": ["6", "7", "8", "9", "mord", "bettel"],
            "bettel_after_7": ["6", "7", "bettel", "8", "9", "mord"],
        }[self.rules["bettel_mord_rank"]]

    @property
    def first_lead(self) -> str | None:
        """Return the first card of trick 1, when it is recorded and the declarer led it."""
        for trick in self.numbered_tricks:
            led = trick.get("lead", self.declarer) == self.declarer
            if trick["n"] == 1 and trick["cards"] and led:
                card: str | None = trick["cards"][0]
                return card
        return None

    @property
    def trump(self) -> str | None:
        """Return the trump suit, None without trumps or when it is not known."""
        trump: str | None = (self.contract or {}).get("trump")
        if (
            trump is None
            and self.kind == "number"
            and self.rules["trump_fixing"] == "first_lead"
            and self.first_lead is not None
        ):
            return self.first_lead[0]  # W17
        return trump

    # Tricks --------------------------------------------------------------------------------------

    @property
    def numbered_tricks(self) -> list[dict[str, Json]]:
        """'Left out, it is one more than the highest before it in the list, 1 for the first.'"""
        numbered: list[dict[str, Json]] = []
        highest = 0
        for trick in self.get("tricks"):
            n = trick.get("n", highest + 1)
            highest = max(highest, n)
            numbered.append({**trick, "n": n, "given": "n" in trick})
        return numbered
