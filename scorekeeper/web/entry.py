"""What the entry sheet shows for a deal: who can play, what can be played, what was typed."""

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from typing import Any

from scorekeeper.i18n import Translator
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.seats import players_in_order
from scorekeeper.rules.seats import sides_of
from scorekeeper.schemas.forms import FormData
from scorekeeper.schemas.forms_deal import BOLACHEN_PLAYS
from scorekeeper.schemas.forms_deal import IN_TALON
from scorekeeper.schemas.forms_deal import RANKS
from scorekeeper.schemas.forms_deal import SUITS
from scorekeeper.schemas.forms_deal import WALLACHEN_PLAYS
from scorekeeper.schemas.forms_deal import Seating
from scorekeeper.services.views import SeatingView
from scorekeeper.services.views import TableView

Choices = tuple[tuple[str, str], ...]
LADDER = 7  # the highest value shown; more than five raises in a deal of five cards is a story
_FIELDS = (
    *("declarer", "play", "trump", "tricks", "doubles", "misdeal", "dealer"),
    *("revoke_by", "revoke_trick", "call_card", "call_from", "call_given"),
    *("end", "winner", "value", "raiser", "schlag", "offender", "offence", "bluff"),
)
_SPECIAL = ("misdeal", "revoke_by", "call_card", "dealer", "bluff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a deal is entered: the people, the rules and, in Watten, the match before it."""

    game: str
    rules: HouseRules
    names: Mapping[str, str]  # member id -> name
    seats: tuple[str, ...]
    dealer: str
    sitting_out: tuple[str, ...]
    gespannt: tuple[str, ...] = ()

    def seating(self, dealer: str = "") -> Seating:
        """Say who plays, in playing order; `dealer` when somebody else deals than planned."""
        chosen = dealer if dealer in self.seats else self.dealer
        players = players_in_order(self.seats, chosen, self.resting(dealer))
        watten = self.game == Game.WATTEN
        return Seating(
            game=self.game,
            players=players,
            sides=sides_of(players) if watten and len(players) > 1 else (),
            base=self.base,
            gespannt=self.gespannt,
        )

    def resting(self, dealer: str = "") -> tuple[str, ...]:
        """Say who sits out: where it is the dealer, it is he who really dealt."""
        if dealer in self.seats and self.sitting_out == (self.dealer,):
            return (dealer,)
        return self.sitting_out

    @property
    def base(self) -> int:
        """Say what a Watten deal is worth before anybody raises (T24, T28)."""
        rules = self.rules
        three = isinstance(rules, WattenRules) and rules.gespannt_mode == "three"
        return 3 if three and self.gespannt else 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The sheet of one deal. `p` stands before every field's name."""

    p: str
    game: str
    typed: Mapping[str, tuple[str, ...]]
    errors: Mapping[str, str]
    players: Choices
    seats: Choices
    dealer_name: str
    cutter_name: str
    out_names: tuple[str, ...]
    plays: tuple[str, ...]
    pass_out: bool
    doubling: bool
    calling: bool
    bluff: bool
    ends: tuple[str, ...]
    sides: Choices
    raisers: Choices
    values_up: Choices
    cards: Choices
    call_holders: Choices
    trick_numbers: Choices = field(default=tuple((str(n), str(n)) for n in range(1, 11)))

    def has(self, name: str, code: object) -> bool:
        return str(code) in self.typed.get(name, ())

    @property
    def special_open(self) -> bool:
        return any(value for name in _SPECIAL for value in self.typed.get(name, ())) or any(
            name in self.errors for name in _SPECIAL
        )


def place_of(table: TableView) -> Place:
    """Say where the next deal of a table is entered."""
    return Place(
        game=table.game,
        rules=rules_from(Game(table.game), table.house_rules.options),
        names={person.member_id: person.name for person in table.people},
        seats=table.seats,
        dealer=table.dealer_id,
        sitting_out=table.sitting_out,
        gespannt=table.match.gespannt if table.match else (),
    )


def place_of_seating(seating: SeatingView) -> Place:
    """Say where a deal is read that somebody has entered; nobody's name is needed for that."""
    return Place(
        game=seating.game,
        rules=rules_from(Game(seating.game), seating.options),
        names={},
        seats=seating.seats,
        dealer=seating.dealer_id,
        sitting_out=seating.sitting_out,
        gespannt=seating.gespannt,
    )


def typed_in(data: FormData) -> dict[str, tuple[str, ...]]:
    """Keep what was typed, to be shown again."""
    typed: dict[str, tuple[str, ...]] = {}
    for name in _FIELDS:
        values = tuple(str(value) for value in data.getlist(name))
        if values:
            typed[name] = values
    return typed


def dealer_typed(typed: Mapping[str, tuple[str, ...]]) -> str:
    """Return who deals by what was typed, "" for the one whose turn it is."""
    return (typed.get("dealer") or ("",))[0]


def entry_of(
    place: Place,
    t: Translator,
    *,
    typed: Mapping[str, tuple[str, ...]],
    errors: Mapping[str, str] | None = None,
    prefix: str = "",
    base_known: bool = True,
) -> Entry:
    """Lay out the sheet of a deal."""
    dealer = dealer_typed(typed)
    seating = place.seating(dealer)
    rules = place.rules
    # As they sit, not in playing order: a thumb finds everybody where he was a deal ago.
    players = tuple((m, place.names[m]) for m in place.seats if m in seating.players)
    sides = _as_seated(seating.sides, place)
    bolachen = isinstance(rules, BolachenRules)
    wallachen = isinstance(rules, WallachenRules)
    calling = isinstance(rules, BolachenRules) and rules.call_right != "off"
    return Entry(
        p=prefix,
        game=place.game,
        typed=typed,
        errors=errors or {},
        players=players,
        seats=tuple((m, place.names[m]) for m in place.seats),
        dealer_name=place.names.get(place.dealer, ""),
        cutter_name=_cutter(seating, place.names),
        out_names=tuple(place.names[m] for m in place.resting(dealer)),
        plays=BOLACHEN_PLAYS if bolachen else WALLACHEN_PLAYS if wallachen else (),
        pass_out=_may_pass_out(rules) or "none" in typed.get("declarer", ()),
        doubling=isinstance(rules, WallachenRules) and rules.double_window != "off",
        calling=calling,
        bluff=isinstance(rules, WattenRules) and rules.schlecken != "off",
        ends=_ends(place),
        sides=sides,
        raisers=tuple(
            (first, names)
            for first, names in sides
            if not any(m in place.gespannt for side in seating.sides if first in side for m in side)
        ),
        values_up=_steps(place, "" if base_known else t("web.watten.not_raised")),
        cards=_cards(t) if calling else (),
        call_holders=(*players, (IN_TALON, t("web.entry.in_dopper"))) if calling else (),
    )


def _may_pass_out(rules: HouseRules) -> bool:
    if isinstance(rules, BolachenRules):
        return rules.dealer_forced == "throw_in"
    return isinstance(rules, WallachenRules) and rules.pass_out != "muss_spiel"


def _as_seated(sides: Sequence[Sequence[str]], place: Place) -> Choices:
    """Name the sides in the order people sit, whoever deals."""
    order = place.seats.index
    seated = sorted((sorted(side, key=order) for side in sides), key=lambda side: order(side[0]))
    return tuple((side[0], " + ".join(place.names[m] for m in side)) for side in seated)


def _cutter(seating: Seating, names: Mapping[str, str]) -> str:
    order = seating.players
    return names[order[2] if len(order) == 4 else order[0]] if order else ""


def _cards(t: Translator) -> Choices:
    return tuple(
        (suit + rank, f"{t('web.suit.' + suit)} {t('web.rank.' + rank)}")
        for suit in SUITS
        for rank in RANKS
    )


def _ends(place: Place) -> tuple[str, ...]:
    rules = place.rules
    if not isinstance(rules, WattenRules):
        return ()
    ends = ["tricks"]
    if len(_ladder(place)) > 1:
        ends.append("fold")
    if place.gespannt and rules.gespannt_mode != "off":
        ends.append("gehen")
    if rules.maschine != "off":
        ends.append("maschine")
    return (*ends, "penalty")


def _ladder(place: Place) -> tuple[int, ...]:
    """List the values a Watten deal can come to, from what it is worth unraised."""
    rules = place.rules
    if not isinstance(rules, WattenRules):
        return ()
    base = place.base
    top = LADDER if rules.raise_max == "none" else max(base, int(rules.raise_max))
    if place.gespannt and rules.gespannt_mode == "three":
        top = min(top, 4 if rules.other_side_may_raise_at_gespannt == "yes" else 3)
    elif place.gespannt and rules.gespannt_mode == "two_three":
        top = base
    return tuple(range(base, min(top, 12) + 1))


def _steps(place: Place, unraised: str) -> Choices:
    """Name the steps of the ladder; the foot of it in words where its number is not known."""
    return tuple(
        (str(n), unraised if unraised and n == place.base else str(n)) for n in _ladder(place)
    )


def defaults(place: Place) -> dict[str, tuple[str, ...]]:
    """Preselect the usual guess; who won is never guessed."""
    if place.game == Game.WATTEN:
        return {"end": ("tricks",), "value": (str(place.base),)}
    if place.game == Game.BOLACHEN:
        return {"play": ("brand",)}
    return {}


def typed_from(record: Mapping[str, Any], place: Place) -> dict[str, tuple[str, ...]]:
    """Fill the sheet from a record that has member ids for names: the way back of the form."""
    typed: dict[str, Any] = {}
    if record.get("dealer") and record["dealer"] != place.dealer:
        typed["dealer"] = record["dealer"]
    contract = record.get("contract") or {}
    rulings = record.get("rulings") or ()
    if any(ruling["offence"] == "misdeal" for ruling in rulings):
        typed["misdeal"] = "misdeal"
    if contract.get("trump"):
        typed["trump"] = contract["trump"]
    if place.game == Game.WATTEN:
        typed |= _watten_typed(record, contract, rulings, place)
    else:
        typed |= _three_hander_typed(record, contract, rulings)
    return {
        name: tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)
        for name, value in typed.items()
    }


def _three_hander_typed(
    record: Mapping[str, Any], contract: Mapping[str, Any], rulings: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    typed: dict[str, Any] = {}
    kind = contract.get("kind")
    if kind == "passed_out":
        typed["declarer"] = "none"
    elif kind:
        typed["declarer"] = contract["declarer"]
        typed["play"] = contract["bid"] if kind == "number" else kind
        tricks = (record.get("tricks_taken") or {}).get(contract["declarer"])
        if tricks is not None:
            typed["tricks"] = tricks
    if record.get("doubles"):
        typed["doubles"] = list(record["doubles"])
    for ruling in rulings:
        if ruling["offence"] == "revoke":
            typed["revoke_by"] = ruling["by"]
            typed["revoke_trick"] = ruling.get("trick", "")
    call = record.get("call")
    if call:
        typed["call_card"] = call["card"]
        typed["call_given"] = call.get("given", "")
        typed["call_from"] = (call["from"] or IN_TALON) if "from" in call else ""
    return typed


def _watten_typed(
    record: Mapping[str, Any],
    contract: Mapping[str, Any],
    rulings: Sequence[Mapping[str, Any]],
    place: Place,
) -> dict[str, Any]:
    typed: dict[str, Any] = {}
    if "schlag" in contract:
        typed["schlag"] = contract["schlag"]
    sides = place.seating(str(record.get("dealer", ""))).sides

    def side_of(member: object, *, other: bool = False) -> str:
        for side in sides:
            if (member in side) is not other:
                return min(side, key=place.seats.index)
        return ""

    raises = record.get("raises") or ()
    typed["value"] = place.base + len(raises)
    for ruling in rulings:
        if ruling["offence"] == "bluff":
            typed["bluff"] = "yes"
        elif ruling["offence"] != "misdeal":
            typed |= {"end": "penalty", "offender": ruling["by"], "offence": ruling["offence"]}
    if raises:
        typed["raiser"] = side_of(raises[-1]["by"])
    if "end" in typed:
        return typed
    if record.get("gehen"):
        return typed | {"end": "gehen", "winner": side_of(record["gehen"], other=True)}
    if record.get("maschine"):
        return typed | {"end": "maschine", "winner": side_of(record["maschine"])}
    if raises and raises[-1]["answer"] == "fold":
        return typed | {"end": "fold", "winner": typed["raiser"]}
    taken = record.get("tricks_taken") or {}
    won = next((s for s in sides if sum(taken.get(m, 0) for m in s) >= 3), None)
    return typed | {"end": "tricks"} | ({"winner": won[0]} if won else {})
