"""Stage 5 in Wallachen."""

from .errors import Errors
from .stage5_bolachen import three_handers
from .table import Table

NUMBERS = ["6", "7", "8", "9"]


class Auction:
    """A Wallachen auction, call by call."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.passed: list[str] = []
        self.turn: str | None = table.forehand  # W7
        self.bid: str | None = None
        self.bidder: str | None = None
        self.been_highest: list[str] = []
        self.held = False

    @property
    def finished(self) -> bool:
        """W12: one bidder is left and every other player has passed; W13: all pass."""
        return len(self.passed) == 3 or (len(self.passed) == 2 and self.bidder is not None)

    def _next(self, player: str) -> str:
        """W12: clockwise, skipping those who passed."""
        players = self.table.players
        for step in (1, 2, 3):
            candidate = players[(players.index(player) + step) % 3]
            if candidate not in self.passed:
                return candidate
        return player

    def _may_hold(self, player: str) -> bool:
        """W11 and `hold`."""
        hold = self.table.rules["hold"]
        if hold == "off" or self.bidder is None or self.held or player not in self.been_highest:
            return False
        place = self.table.players.index
        return hold == "any_previous_high" or place(player) < place(self.bidder)

    def wrong(self, first: bool, player: str, call: str) -> str | None:
        """Return the first code that applies to the next call; take it if there is none."""
        if first and player != self.table.forehand:
            return "W7"
        if self.finished or player != self.turn:
            return "W12"
        if call == "pass":
            self.passed.append(player)
        elif call == "hold":
            if not self._may_hold(player):
                return "W11"
            self.bidder = player
            self.held = True
        else:
            order = self.table.bid_order
            if self.bid is not None and order.index(call) <= order.index(self.bid):
                # W9: "a number not higher than the number it should beat"; W10: "any other bid"
                return "W9" if call in NUMBERS and self.bid in NUMBERS else "W10"
            self.bid = call
            self.bidder = player
            self.held = False
            self.been_highest.append(player)
        self.turn = self._next(player)
        return None


def read_auction(table: Table, errors: Errors) -> Auction | None:
    """Return the auction if it may be compared with the contract."""
    if "auction" not in table.fields:
        return None
    auction = Auction(table)
    for i, (player, call) in enumerate(table.fields["auction"]):
        code = auction.wrong(i == 0, player, call)
        if code is not None:
            errors.add(code, "auction", i)
            return None
    if table.contract is None:
        return None
    if not auction.finished:
        errors.add("W12", "auction")
        return None
    return auction


def compare(table: Table, auction: Auction, errors: Errors) -> None:
    """Compare the contract with a finished auction."""
    muss_spiel_table = table.rules["pass_out"] == "muss_spiel"
    if table.kind == "passed_out":
        if auction.bidder is not None and not muss_spiel_table:
            errors.add("W15", "contract", "kind")
        return
    winner, bid, code = auction.bidder, auction.bid, "W15"
    if winner is None and not muss_spiel_table:
        errors.add("W13", "contract", "kind")  # "a game, though all passed, at any other table"
        return
    if winner is None or bid is None:  # "in a Muss-Spiel, F having bid 6"
        winner, bid, code = table.forehand, "6", "W13"
    if table.declarer != winner:
        errors.add(code, "contract", "declarer")
        return
    played = str((table.contract or {})["bid"]) if table.kind == "number" else str(table.kind)
    if played == bid:
        return
    change = table.rules["change_after_stock"]
    higher = table.bid_order.index(played) > table.bid_order.index(bid)
    if change == "upward" and higher:
        return
    if change == "to_bettel_mord" and bid in NUMBERS and played not in NUMBERS:
        return
    both_numbers = bid in NUMBERS and played in NUMBERS
    errors.add(code, "contract", "bid" if both_numbers else "kind")


def wallachen_calls(table: Table, errors: Errors) -> None:
    """Find the errors of stage 5 in Wallachen."""
    three_handers(table, errors)
    doubles = table.get("doubles")
    if doubles and table.rules["double_window"] == "off":
        errors.add("W5", "doubles")
    for i, name in enumerate(doubles):
        if name in doubles[:i]:
            errors.add("W6", "doubles", i)
    auction = read_auction(table, errors)
    if table.kind == "passed_out" and table.rules["pass_out"] == "muss_spiel":
        errors.add("W13", "contract", "kind")  # "whatever the auction"
    if auction is not None:
        compare(table, auction, errors)
    trump = (table.contract or {}).get("trump")
    if trump is None:
        return
    other_lead = (
        table.rules["trump_fixing"] == "first_lead"
        and table.first_lead is not None
        and table.first_lead[0] != trump
    )
    if table.kind in ("bettel", "mord") or other_lead:
        errors.add("W17", "contract", "trump")
