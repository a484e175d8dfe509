"""What Bolachen and Wallachen share: one declarer, ten tricks, and what a revoke costs.

* B28, W25 to W28  Brand is made with six tricks or more, a number with the tricks bid, Bettel
       with none, Mord with all ten.
* I2   A revoke established against the declarer: the game counts as lost; against a defender: as
       made, for the Haferl too [revoke_remedy].
* I3   If a defender revoked and the game counts as made, he alone pays for both defenders
       [revoke_payer].
* I4   If the game was already decided by the tricks before the irregular one, the result stands
       as played.
"""

from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards import Suit
from scorekeeper.cards import suit_name
from scorekeeper.rules import bolachen
from scorekeeper.rules import wallachen
from scorekeeper.rules.calls import AuctionRead
from scorekeeper.rules.calls import Wrong
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house_bolachen import BolachenRules
from scorekeeper.rules.house_wallachen import WallachenRules
from scorekeeper.rules.outcome import HAFERL
from scorekeeper.rules.outcome import By
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.outcome import count_won
from scorekeeper.rules.outcome import every_seat
from scorekeeper.rules.outcome import hand_over
from scorekeeper.rules.outcome import won_before
from scorekeeper.rules.record import Contract
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.record import Offence
from scorekeeper.rules.record import Ruling

ALL_TRICKS = 10


def find_errors(record: DealRecord) -> list[Finding]:
    """Find every error of stage 5 in a Bolachen or Wallachen record."""
    found = _contract_gaps(record)
    if isinstance(record.rules, BolachenRules):
        auction = bolachen.read_auction(record)
        found += bolachen.find_contract_errors(record, auction)
        found += bolachen.find_call_error(record, auction)
    else:
        auction = wallachen.read_auction(record)
        found += wallachen.find_double_errors(record)
        found += wallachen.find_contract_errors(record, auction)
    if auction.wrong is not None:
        found.append(auction.wrong)
    return found


def read_auction(record: DealRecord) -> AuctionRead:
    """Read the auction of a Bolachen or Wallachen record."""
    if isinstance(record.rules, BolachenRules):
        return bolachen.read_auction(record)
    return wallachen.read_auction(record)


def _contract_gaps(record: DealRecord) -> list[Finding]:
    """Find a contract that is missing though tricks are there, and tricks though nobody played."""
    contract = record.contract
    if contract is None:
        if not record.tricks:
            return []
        return [Wrong("format", "findings.format.contract_missing").at("/contract")]
    if contract.kind is ContractKind.PASSED_OUT:
        return _played_though_passed_out(record)
    trumps = contract.kind in (ContractKind.BRAND, ContractKind.NUMBER)
    if record.tricks and trumps and trump_of(record) is None:
        return [Wrong("format", "findings.format.trump_missing").at("/contract/trump")]
    return []


def _played_though_passed_out(record: DealRecord) -> list[Finding]:
    paths = []
    if record.tricks:
        paths.append("/tricks")
    if any(count.number for count in record.tricks_taken):
        paths.append("/tricks_taken")
    if record.discards is not None:
        paths.append("/discards")
    for i, ruling in enumerate(record.rulings):
        if ruling.offence is not Offence.MISDEAL:
            paths.append(f"/rulings/{i}")
    wrong = Wrong("contradiction", "findings.contradiction.passed_out")
    return [wrong.at(path) for path in paths]


def trump_of(record: DealRecord) -> Suit | None:
    """Give the trump suit of a three-hander; None without trumps or when it is not known."""
    contract = record.contract
    if contract is None:
        return None
    if isinstance(record.rules, WallachenRules):
        return wallachen.trump_of(record)
    return contract.trump if contract.kind is ContractKind.BRAND else None


@dataclass(frozen=True, slots=True)
class DeclarerTricks:
    """How many tricks the declarer has: at least, and at most."""

    least: int
    most: int

    @property
    def exact(self) -> int | None:
        """The number when it is exactly known."""
        return self.least if self.least == self.most else None


def declarer_tricks(
    declarer: str,
    players: Sequence[str],
    taken: Mapping[str, int],
    won: Mapping[str, int],
) -> DeclarerTricks:
    """Tell what is known of the declarer's number of tricks.

    `taken` are the numbers of the record, each final; `won` the tricks each player is recorded to
    have won. His own number counts, or what both defenders' leave of ten; otherwise what is known
    of the tricks.
    """
    if declarer in taken:
        return DeclarerTricks(taken[declarer], taken[declarer])
    defenders = [player for player in players if player != declarer]
    if all(player in taken for player in defenders):
        left = ALL_TRICKS - sum(taken[player] for player in defenders)
        return DeclarerTricks(left, left)
    gone = sum(max(taken.get(player, 0), won[player]) for player in defenders)
    return DeclarerTricks(won[declarer], ALL_TRICKS - gone)


def is_made(contract: Contract, tricks: DeclarerTricks) -> bool | None:
    """Say whether a game is made (B28, W25 to W28); None while it is not certain."""
    if contract.kind is ContractKind.BETTEL:
        if tricks.least > 0:
            return False
        return True if tricks.most == 0 else None
    needed = ALL_TRICKS
    if contract.kind is ContractKind.BRAND:
        needed = bolachen.BRAND_TRICKS
    elif contract.kind is ContractKind.NUMBER:
        assert contract.bid is not None
        needed = contract.bid
    if tricks.least >= needed:
        return True
    return False if tricks.most < needed else None


def was_decided(
    contract: Contract, players: Sequence[str], ruling: Ruling, tricks: Sequence[TrickWon]
) -> bool:
    """Say whether the game was decided before the irregular trick (I4).

    It takes the number of that trick, and as many tricks before it as decide.
    """
    if ruling.trick is None or not tricks:
        return False
    assert contract.declarer is not None
    won = won_before(ruling.trick, tricks, players)
    before = declarer_tricks(contract.declarer, players, {}, won)
    return is_made(contract, before) is not None


def deciding_ruling(record: DealRecord, tricks: Sequence[TrickWon]) -> Ruling | None:
    """Find the ruling that decides a three-hander (I2, I4); None when the deal stands as played."""
    rules, contract = record.rules, record.contract
    assert isinstance(rules, BolachenRules | WallachenRules)
    assert contract is not None
    if rules.revoke_remedy == "as_played":
        return None
    for ruling in record.rulings:
        if not was_decided(contract, record.players, ruling, tricks):
            return ruling
    return None


BestPlay = Callable[[Ruling], int | None]
"""Gives the declarer's tricks by best play from the card a ruling is about; None if not known."""


def score(
    record: DealRecord, tricks: Sequence[TrickWon], best_play: BestPlay | None = None
) -> Outcome | None:
    """Score a three-hander; None when it is not certain how it ended or what is paid.

    `tricks` are the recorded ones with their winners. `best_play` is asked only where
    `double_dummy` replaces an irregular card; where it does not know, the side that revoked loses.
    """
    contract = record.contract
    if contract is None:
        return None
    if any(ruling.offence is Offence.MISDEAL for ruling in record.rulings):  # I6
        return None
    if contract.kind is ContractKind.PASSED_OUT:
        return _passed_out(record)
    declarer = contract.declarer
    assert declarer is not None
    taken = {count.player: count.number for count in record.tricks_taken}
    won = count_won(tricks, record.players)
    known = declarer_tricks(declarer, record.players, taken, won)
    ruling = deciding_ruling(record, tricks) if record.rulings else None
    if ruling is None:
        return _as_played(record, contract, known)
    rules = record.rules
    assert isinstance(rules, BolachenRules | WallachenRules)
    best = None
    if rules.revoke_remedy == "double_dummy" and best_play is not None:
        best = best_play(ruling)
    if best is not None:
        known = DeclarerTricks(best, best)
        made = is_made(contract, known)
        assert made is not None
        units = _units_as_played(record, contract, made=made, tricks=best)
        assert units is not None
    else:
        made = ruling.by != declarer  # I2
        units = _units_by_ruling(record, contract, made=made, known_tricks=known.least)
    return _outcome(
        record, contract, By.RULING, made=made, tricks=known.exact, units=units, offender=ruling.by
    )


def _as_played(record: DealRecord, contract: Contract, known: DeclarerTricks) -> Outcome | None:
    made = is_made(contract, known)
    if made is None:
        return None
    units = _units_as_played(record, contract, made=made, tricks=known.exact)
    if units is None:
        return None
    return _outcome(record, contract, By.TRICKS, made=made, tricks=known.exact, units=units)


def _units_as_played(
    record: DealRecord, contract: Contract, *, made: bool, tricks: int | None
) -> int | None:
    """Give the units each defender pays or receives; None when they are not certain."""
    rules = record.rules
    if isinstance(rules, BolachenRules):
        assert contract.kind is not None
        return bolachen.game_value(rules, contract.kind)
    assert isinstance(rules, WallachenRules)
    value = wallachen.game_value(rules, contract, made=made, tricks=tricks)
    return None if value is None else value * wallachen.multiplier(rules, len(record.doubles))


def _units_by_ruling(
    record: DealRecord, contract: Contract, *, made: bool, known_tricks: int
) -> int:
    rules = record.rules
    if isinstance(rules, BolachenRules):
        assert contract.kind is not None
        return bolachen.game_value(rules, contract.kind)
    assert isinstance(rules, WallachenRules)
    value = wallachen.ruled_value(rules, contract, made=made, known_tricks=known_tricks)
    return value * wallachen.multiplier(rules, len(record.doubles))


def _outcome(
    record: DealRecord,
    contract: Contract,
    by: By,
    *,
    made: bool,
    tricks: int | None,
    units: int,
    offender: str | None = None,
) -> Outcome:
    """Hand over what a decided game is worth: units of each defender, and the Haferl."""
    rules, declarer = record.rules, contract.declarer
    assert declarer is not None
    assert isinstance(rules, BolachenRules | WallachenRules)
    defenders = [player for player in record.players if player != declarer]
    alone = made and offender in defenders and rules.revoke_payer == "offender"  # I3
    each = units if made else -units
    shares = {declarer: 2 * each}
    for player in defenders:
        if alone:
            shares[player] = -2 * each if player == offender else 0
        else:
            shares[player] = -each
    debts = []
    for player in defenders:
        amount = shares[player] * record.tariff
        if amount < 0:
            debts.append((player, declarer, -amount))
        else:
            debts.append((declarer, player, amount))
    result: dict[str, object] = {
        "declarer": declarer,
        "kind": contract.kind.value if contract.kind is not None else None,
        "trump": _trump_name(record),
        "tricks": tricks,
        "made": made,
        "by": by.value,
    }
    if isinstance(rules, WallachenRules):
        result["bid"] = contract.bid
        moved = wallachen.pot_payment(
            rules,
            contract,
            made=made,
            haferl=record.haferl,
            tariff=record.tariff,
            factor=wallachen.multiplier(rules, len(record.doubles)),
        )
        debts.append((HAFERL, declarer, moved) if moved > 0 else (declarer, HAFERL, -moved))
        _add_haferl(result, before=record.haferl, after=record.haferl - moved)
    money, payments = hand_over(record.seats, debts)
    everybody = every_seat(record.seats, shares)
    return Outcome(
        result=result, units=everybody, soft=dict(everybody), money=money, payments=payments
    )


def _trump_name(record: DealRecord) -> str | None:
    trump = trump_of(record)
    return None if trump is None else suit_name(trump)


def _add_haferl(result: dict[str, object], *, before: int, after: int) -> None:
    """Tell what lies in the Haferl after the deal, where it was or is not empty."""
    if before or after:
        result["haferl"] = after


def _passed_out(record: DealRecord) -> Outcome:
    """Score a deal nobody played (B12, W14)."""
    result: dict[str, object] = {
        "declarer": None,
        "kind": ContractKind.PASSED_OUT.value,
        "trump": None,
        "tricks": None,
        "made": None,
        "by": None,
    }
    each = 0
    if isinstance(record.rules, WallachenRules):
        factor = wallachen.multiplier(record.rules, len(record.doubles))
        each = wallachen.pass_out_payment(record.rules, tariff=record.tariff, factor=factor)
        result["bid"] = None
        after = record.haferl + each * len(record.players)
        _add_haferl(result, before=record.haferl, after=after)
    money, payments = hand_over(record.seats, [(player, HAFERL, each) for player in record.players])
    return Outcome(
        result=result,
        units=every_seat(record.seats, {}),
        soft=every_seat(record.seats, {}),
        money=money,
        payments=payments,
    )
