"""What services answer with: plain values for pages, documents, the command line and the API.

Every amount is in whole cents of the table's currency. Nothing here knows the database or the web.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from datetime import datetime
from enum import StrEnum


class NightState(StrEnum):
    """open: deals are recorded; closed: who pays whom is being settled; settled: all is paid."""

    OPEN = "open"
    CLOSED = "closed"
    SETTLED = "settled"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubView:
    id: str
    name: str
    language: str
    time_zone: str
    member_count: int = 0
    night_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberView:
    id: str
    name: str
    active: bool
    nights: int = 0
    guest: bool = False  # a guest of the club, who may become a member
    anonymous: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonView:
    """A season and each member's total of game results in it, best first."""

    id: str
    name: str
    begins: date
    ends: date | None
    nights: int
    totals: tuple[tuple[MemberView, int], ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRulesView:
    """One version of a club's named house rules. `frozen` once a deal was scored with it."""

    id: str
    game: str
    name: str
    version: int
    options: Mapping[str, str | int]  # only those that differ from the defaults
    frozen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NightView:
    id: str
    number: int
    date: date
    place: str
    state: NightState
    season_id: str | None
    season_name: str
    deals: int
    rows: int  # of plus and minus without a deal, as imports and sheets of paper bring them
    table_ids: tuple[str, ...]
    table_names: tuple[str, ...]
    closed_at: datetime | None = None
    void_reason: str = ""
    coin: int | None = None  # the smallest coin payments are made in, in cents
    stake_limit: int | None = None  # the most anybody may lose, in cents
    stake_mode: str | None = None  # warn or refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyRulesView:
    """What new evenings of a club begin with; None where nothing was agreed."""

    coin: int | None
    stake_limit: int | None
    stake_mode: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """Somebody at a table tonight: `balance` is what the night's book says for the whole night."""

    member_id: str
    name: str
    balance: int
    seated: bool  # False: left in mid-night, still has a balance
    deals_next: bool
    sits_out_next: bool
    dealt: int  # how often he has dealt at this table
    soft: int | None = None  # the night's soft score, at a table without money


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A Watten match as it stands: points by member id, who is gespannt, Bummerl won or lost."""

    number: int
    target: int
    points: Mapping[str, int]
    gespannt: tuple[str, ...]
    bummerl: Mapping[str, int]
    sides: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVersionView:
    """One telling of a deal: what was said, what it changed, by whom, why it was replaced."""

    version: int
    record: Mapping[str, object]  # the deal record with names
    outcome: Mapping[str, object]  # the report's result, or {} when nothing is scored
    changes: Mapping[str, int]  # member id -> cents
    haferl_change: int
    who: str
    at: datetime
    reason: str
    cause: str = "recorded"  # why this telling is there: recorded, corrected, ruled, rescored
    replaced_by: str = "corrected"  # what came after it: corrected, ruled, rescored, undone
    new_rules: bool = False  # what came after it was scored by newer rules
    soft: Mapping[str, int] = field(default_factory=dict)  # member id -> soft score


@dataclass(frozen=True, slots=True, kw_only=True)
class DealView:
    """A deal as a ledger shows it. `history` holds the earlier tellings, oldest first."""

    id: str
    number: int
    table_id: str
    table_name: str
    game: str
    house_rules_id: str  # the version it was scored with
    tariff: int
    state: str  # valid, undone
    dealer: str  # a name, like declarer and sides inside `record` and `outcome`
    record: Mapping[str, object]
    said: Mapping[str, object]  # the record as it is kept, with member ids in the place of names
    outcome: Mapping[str, object]
    changes: Mapping[str, int]  # member id -> cents
    haferl_change: int
    haferl_after: int
    balances_after: Mapping[str, int]  # member id -> cents in this night after it; {} at a table
    match_after: Mapping[str, int]  # member id -> points, Watten only
    soft: Mapping[str, int]  # member id -> soft score
    who: str
    at: datetime
    reason: str
    cause: str = "recorded"  # or corrected, ruled, rescored (an earlier deal changed), undone
    history: tuple[DealVersionView, ...] = ()
    disputed: bool = False  # counts as played until the dispute about it is decided
    soft_after: Mapping[str, int] = field(
        default_factory=dict
    )  # the night's, in a ledger without money


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """The page that is open all night."""

    club: ClubView
    night: NightView
    id: str
    name: str
    game: str
    house_rules: HouseRulesView
    tariff: int
    currency: str
    revision: int
    open: bool
    seats: tuple[str, ...]  # member ids, clockwise
    people: tuple[PersonView, ...]  # the seated clockwise, then those who left
    dealer_id: str
    sitting_out: tuple[str, ...]  # member ids, in the next deal
    resting_by_dealer: Mapping[str, tuple[str, ...]]  # who sits out when one of the seated dealt
    playable: bool  # neither too few nor too many sit here for the game
    haferl: int
    match: MatchView | None
    partners_changed: bool  # Watten: the running match was begun by other sides
    next_number: int
    last_round: bool
    deals_to_go: int | None  # in the last round: how many until all have dealt equally often
    undoable_deal_id: str | None
    deals: tuple[DealView, ...]  # newest first


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingView:
    """Of a table only what reading the entry of its next deal needs."""

    game: str
    options: Mapping[str, str | int]
    seats: tuple[str, ...]  # member ids, clockwise
    dealer_id: str
    resting_by_dealer: Mapping[str, tuple[str, ...]]
    gespannt: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewView:
    """What a deal would do if it were saved now; `report` holds the errors as sentences."""

    report: Mapping[str, object]  # the deal report with names
    changes: Mapping[str, int]  # member id -> cents
    payments: tuple[tuple[str, str, int], ...]  # payer, payee, cents; names, the pot is "haferl"
    scored: bool
    record: Mapping[str, object]
    over: tuple[tuple[str, int], ...] = ()  # name, what he has lost then: more than was agreed
    stake_limit: int | None = None
    stake_mode: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPreview:
    """What a correction changes: for the deal, for later deals, for everybody."""

    preview: PreviewView
    differences: Mapping[str, int]  # member id -> cents more or less for the night
    rescored: tuple[int, ...]  # numbers of the later deals whose payment changes
    impossible: tuple[tuple[str, int, str], ...]  # deal id, number, sentence: must be corrected too
    new_rules: tuple[int, ...] = ()  # numbers of those booked by older rules than they are now
    new_rules_share: Mapping[str, int] = field(default_factory=dict)  # their part of differences


@dataclass(frozen=True, slots=True, kw_only=True)
class EventView:
    """Anything in the night's book that is not a deal: a payment, a Haferl divided, a void."""

    kind: str
    at: datetime
    who: str
    reason: str
    lines: tuple[tuple[str, str, int], ...]  # payer name, payee name, cents
    number: int = 0  # of the entry in the club's chain


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountsView:
    """A sheet's plus and minus per person, typed in without its deals, or a row of a file."""

    entry: int  # its number in the club's chain
    night_id: str
    changes: Mapping[str, int]  # member id -> cents, adding up to zero with the purse
    who: str
    at: datetime
    reason: str  # of a row of a file its remark, which may be blank
    taken_back: bool = False
    purse: int = 0  # what it brought the club's purse
    import_id: str | None = None  # of the file it came in with


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerView:
    """The night deal by deal, oldest first, one page of it."""

    club: ClubView
    night: NightView
    members: tuple[MemberView, ...]  # the columns
    tables: tuple[TableView, ...]
    deals: tuple[DealView, ...]
    events: tuple[EventView, ...]
    balances: Mapping[str, int]
    haferl: int
    purse: int
    hash: str  # of the last entry, hex
    next_after: str | None  # cursor of the next page
    entry: int = 0  # number of the last entry
    amounts: tuple[AmountsView, ...] = ()  # sheets without deals, also those taken back
    purse_open: int = 0  # what the members still owe the purse


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferView:
    id: str
    payer_id: str
    payer: str
    payee_id: str
    payee: str
    amount: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementView:
    """A stored proposal: who pays whom. `mode` is transfers, cashier or carry."""

    id: str
    night: NightView
    mode: str
    exact: bool  # False: more than 16 people, found greedily
    cashier: str
    transfers: tuple[TransferView, ...]
    balances: tuple[tuple[MemberView, int], ...]  # what still stands open
    results: tuple[tuple[MemberView, int], ...] = field(default=())  # what the night brought each
    done: bool = False
    stale: bool = False  # something came after the proposal: compute it again
    paid_before: tuple[TransferView, ...] = ()  # by proposals this one replaced
    purse: int = 0  # what stands open for the club's purse
    rounded: tuple[tuple[str, int], ...] = ()  # name, what paying in whole coins gave him or took
    purse_places: tuple[str, ...] = ()  # where money of the purse may lie: cash, bank
