"""Stage 5 in Bolachen, and what both three-handers share."""

from .errors import Errors
from .table import Table

SUIT_ORDER = ["E", "G", "S", "H"]  # B4, from below


def three_handers(table: Table, errors: Errors) -> None:
    """Find the errors of stage 5 that both three-handers have."""
    tricks = table.get("tricks")
    if tricks and table.contract is None:
        errors.add("format", "contract")
    if tricks and table.kind in ("brand", "number") and table.trump is None:
        errors.add("format", "contract", "trump")
    if table.kind == "passed_out":
        if tricks:
            errors.add("contradiction", "tricks")
        if any(number > 0 for _, _, number in table.get("tricks_taken")):
            errors.add("contradiction", "tricks_taken")
        if "discards" in table.fields:
            errors.add("contradiction", "discards")
        for i, ruling in enumerate(table.get("rulings")):
            if ruling["offence"] != "misdeal":
                errors.add("contradiction", "rulings", i)


class Auction:
    """A Bolachen auction, call by call."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.spoken: list[tuple[str, str]] = []
        self.named: dict[str, str] = {}

    @property
    def brands(self) -> list[str]:
        """Who announced Brand, in the order they spoke."""
        return [player for player, call in self.spoken if call.startswith("brand")]

    @property
    def must_name(self) -> list[str]:
        """B14: two or more announced Brand and nobody a higher game, and all three have spoken."""
        higher = [call for _, call in self.spoken if call in ("bettel", "mord")]
        if len(self.spoken) < 3 or len(self.brands) < 2 or higher:
            return []
        # "one each from those who announced Brand without a suit", F, M, D
        without = [player for player, call in self.spoken if call == "brand"]
        return [player for player in without if player not in self.named]

    @property
    def forced(self) -> bool:
        """B12: F and M have passed."""
        return [call for _, call in self.spoken[:2]] == ["pass", "pass"]

    def wrong(self, player: str, call: str) -> str | None:
        """Return the first code that applies to the next call; take it if there is none."""
        if call.startswith("names:"):
            if self.must_name[:1] != [player]:
                return "B14"  # "a naming that is not due"
            self.named[player] = call[-1]
            return None
        if len(self.spoken) == 3 or player != self.table.players[len(self.spoken)]:
            return "B10"  # "another call out of turn, or a second one of the same player"
        dealer_forced = self.table.rules["dealer_forced"]
        if len(self.spoken) == 2 and self.forced:
            if call == "pass" and dealer_forced != "throw_in":
                return "B12"
            if call in ("bettel", "mord") and dealer_forced == "brand_only":
                return "B12"
        self.spoken.append((player, call))
        if call.startswith("brand:"):
            self.named[player] = call[-1]  # "a suit named at once counts as that naming"
        return None

    @property
    def contested(self) -> bool:
        """B14 decided."""
        return len(self.brands) > 1 and self.winner[1] == "brand"

    @property
    def winner(self) -> tuple[str | None, str]:
        """B9, B11: return who won the auction and with what game."""
        for game in ("mord", "bettel"):
            for player, call in self.spoken:
                if call == game:
                    return player, game
        if len(self.brands) == 1:
            return self.brands[0], "brand"
        best: str | None = None
        for player in self.brands:  # earlier speakers first: only a higher suit is better
            if best is None or SUIT_ORDER.index(self.named[player]) > SUIT_ORDER.index(
                self.named[best]
            ):
                best = player
        return (best, "brand") if best else (None, "pass")


def read_auction(table: Table, errors: Errors) -> Auction | None:
    """Return the auction if it may be compared with the contract."""
    if "auction" not in table.fields:
        return None  # "without `auction` no bid is known"
    auction = Auction(table)
    for i, (player, call) in enumerate(table.fields["auction"]):
        code = auction.wrong(player, call)
        if code is not None:
            errors.add(code, "auction", i)  # "only the first wrong one is reported"
            return None
    if table.contract is None:
        return None
    if len(auction.spoken) < 3:
        errors.add("B10", "auction")
        return None
    if auction.must_name:
        errors.add("B14", "auction")
        return None
    return auction


def compare(table: Table, auction: Auction, errors: Errors) -> None:
    """Compare the contract with a finished auction."""
    rules = table.rules
    winner, game = auction.winner
    if table.kind == "passed_out":
        if winner is not None and rules["dealer_forced"] == "throw_in":
            errors.add("B11", "contract", "kind")
        return
    if winner is None:
        errors.add("B12", "contract", "kind")  # "a game, though all passed"
        return
    if table.declarer != winner:
        errors.add("B11", "contract", "declarer")
        return  # "the rest of the contract is then not compared"
    kind = str(table.kind)
    order = ["brand", "bettel", "mord"]
    if auction.forced and rules["dealer_forced"] == "brand_only" and kind != "brand":
        errors.add("B12", "contract", "kind")
    elif (
        game == "brand"
        and not auction.contested
        and kind != "brand"
        and rules["uncontested_upgrade"] == "brand_stays"
    ):
        errors.add("B16", "contract", "kind")
    if order.index(kind) < order.index(game):
        errors.add("B16", "contract", "kind")  # "down from Mord or Bettel"
    trump = (table.contract or {}).get("trump")
    if (
        auction.contested
        and kind == "brand"
        and trump is not None
        and SUIT_ORDER.index(trump) < SUIT_ORDER.index(auction.named[winner])
    ):
        errors.add("B15", "contract", "trump")


def wrong_call(table: Table, auction: Auction | None) -> tuple[str, list[str]] | None:
    """Return the first code and path that apply to `call`."""
    call = table.fields["call"]
    if table.kind not in ("bettel", "mord") or table.rules["call_right"] == "off":
        return "B18", ["call"]
    if (
        auction is not None
        and auction.winner[1] == "brand"
        and table.rules["call_right"] == "before_dopper_only"
    ):
        return "B19", ["call"]
    if call.get("from") is not None and call["from"] == table.declarer:
        return "B18", ["call", "from"]
    nothing_to_give = "from" in call and call["from"] is None
    if "given" in call and (nothing_to_give or call["given"] == call["card"]):
        return "B18", ["call", "given"]
    return None


def bolachen_calls(table: Table, errors: Errors) -> None:
    """Find the errors of stage 5 in Bolachen."""
    three_handers(table, errors)
    auction = read_auction(table, errors)
    if table.kind == "passed_out" and table.rules["dealer_forced"] != "throw_in":
        errors.add("B12", "contract", "kind")  # "whatever the auction"
    if auction is not None:
        compare(table, auction, errors)
    if table.kind in ("bettel", "mord") and "trump" in (table.contract or {}):
        errors.add("B21", "contract", "trump")
    if "call" in table.fields:
        wrong = wrong_call(table, auction)
        if wrong is not None:
            errors.add(wrong[0], *wrong[1])
