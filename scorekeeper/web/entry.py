"""What the entry sheet shows for a deal: who can play, what can be played, what was typed."""

from collections.abc import Collection
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field

from scorekeeper.i18n import Translator
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.seats import cutter_of
from scorekeeper.rules.seats import players_in_order
from scorekeeper.rules.seats import sides_of
from scorekeeper.schemas.forms import FormData
from scorekeeper.schemas.forms_deal import BOLACHEN_PLAYS
from scorekeeper.schemas.forms_deal import IN_TALON
from scorekeeper.schemas.forms_deal import NOBODY
from scorekeeper.schemas.forms_deal import RANKS
from scorekeeper.schemas.forms_deal import SUITS
from scorekeeper.schemas.forms_deal import WALLACHEN_PLAYS
from scorekeeper.schemas.forms_deal import Seating
from scorekeeper.services.views import SeatingView
from scorekeeper.services.views import TableView

Choices = tuple[tuple[str, str], ...]
LADDER = 7  # the highest value shown; more than five raises in a deal of five cards is a story
_SPECIAL = ("misdeal", "revoke_by", "call_card", "dealer", "bluff")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a deal is entered: the people, the rules and, in Watten, the match before it."""

    game: str
    rules: HouseRules
    names: Mapping[str, str]  # member id -> name
    seats: tuple[str, ...]
    dealer: str
    rests: Mapping[str, tuple[str, ...]]  # who sits out, by who deals
    gespannt: tuple[str, ...] = ()

    def dealing(self, dealer: str) -> str:
        """Return who deals: who was typed, else the one whose turn it is."""
        return dealer if dealer in self.seats else self.dealer

    def seating(self, dealer: str = "") -> Seating:
        """Say who plays, in playing order; `dealer` when somebody else deals than planned."""
        chosen = self.dealing(dealer)
        players = players_in_order(self.seats, chosen, self.rests[chosen])
        watten = self.game == Game.WATTEN
        return Seating(
            game=self.game,
            players=players,
            sides=sides_of(players) if watten and len(players) > 1 else (),
            base=self.base,
            gespannt=self.gespannt,
        )

    def players_mark(self, dealer: str) -> frozenset[frozenset[str]]:
        """Return who plays with whom when somebody deals; who leads is left out."""
        seating = self.seating(dealer)
        return frozenset(map(frozenset, seating.sides or (seating.players,)))

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
    dealer: str  # who deals by what was typed, "" for the one whose turn it is
    game: str
    typed: Mapping[str, tuple[str, ...]]
    errors: Mapping[str, str]
    players: Choices
    seats: Choices
    dealer_name: str  # whose turn to deal it is
    dealing_name: str  # who dealt by what was typed
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
        rests=table.resting_by_dealer,
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
        rests=seating.resting_by_dealer,
        gespannt=seating.gespannt,
    )


def dealer_typed(typed: Mapping[str, tuple[str, ...]]) -> str:
    """Return who deals by what was typed, "" for the one whose turn it is."""
    return (typed.get("dealer") or ("",))[0]


def reseated(data: FormData, place: Place) -> bool:
    """Return whether the sheet that was sent showed others as players than its dealer means."""
    shown, dealer = data.get("shown"), data.get("dealer") or ""
    if shown is None or shown == dealer:
        return False
    return place.players_mark(str(shown)) != place.players_mark(dealer)


def entry_of(
    place: Place,
    t: Translator,
    *,
    typed: Mapping[str, tuple[str, ...]],
    errors: Mapping[str, str] | None = None,
    prefix: str = "",
    base_known: bool = True,
) -> Entry:
    """Lay out the sheet of a deal.

    What was typed can be tapped, also where the rules would not offer it now.
    """
    dealer = dealer_typed(typed)
    dealing = place.dealing(dealer)
    seating = place.seating(dealer)
    rules = place.rules
    # As they sit, not in playing order: a thumb finds everybody where he was a deal ago.
    players = tuple((m, place.names[m]) for m in place.seats if m in seating.players)
    sides = _as_seated(seating.sides, place)
    bolachen = isinstance(rules, BolachenRules)
    wallachen = isinstance(rules, WallachenRules)
    calling = isinstance(rules, BolachenRules) and (
        rules.call_right != "off" or "call_card" in typed
    )
    return Entry(
        p=prefix,
        dealer=dealer,
        game=place.game,
        typed=typed,
        errors=errors or {},
        players=players,
        seats=tuple((m, place.names[m]) for m in place.seats),
        dealer_name=place.names.get(place.dealer, ""),
        dealing_name=place.names.get(dealing, ""),
        cutter_name=place.names[cutter_of(seating.players)] if seating.players else "",
        out_names=tuple(place.names[m] for m in place.rests[dealing]),
        plays=BOLACHEN_PLAYS if bolachen else WALLACHEN_PLAYS if wallachen else (),
        pass_out=_may_pass_out(rules) or NOBODY in typed.get("declarer", ()),
        doubling=isinstance(rules, WallachenRules)
        and (rules.double_window != "off" or "doubles" in typed),
        calling=calling,
        bluff=isinstance(rules, WattenRules) and (rules.schlecken != "off" or "bluff" in typed),
        ends=_ends(place, typed.get("end", ())),
        sides=sides,
        raisers=_raisers(sides, seating, typed.get("raiser", ())),
        values_up=_steps(
            place, "" if base_known else t("web.watten.not_raised"), typed.get("value", ())
        ),
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


def _raisers(sides: Choices, seating: Seating, typed: Collection[str]) -> Choices:
    """Return the sides that may have raised: a side that is gespannt may not (T28)."""
    tight = {side for side in seating.sides if any(m in seating.gespannt for m in side)}
    return tuple(
        (first, names)
        for first, names in sides
        if first in typed or not any(first in side for side in tight)
    )


def _cards(t: Translator) -> Choices:
    return tuple(
        (suit + rank, f"{t('web.suit.' + suit)} {t('web.rank.' + rank)}")
        for suit in SUITS
        for rank in RANKS
    )


def _ends(place: Place, typed: Collection[str]) -> tuple[str, ...]:
    rules = place.rules
    if not isinstance(rules, WattenRules):
        return ()
    offered = {
        "tricks": True,
        "fold": len(_ladder(place)) > 1,
        "gehen": bool(place.gespannt) and rules.gespannt_mode != "off",
        "maschine": rules.maschine != "off",
        "penalty": True,
    }
    return tuple(end for end, there in offered.items() if there or end in typed)


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


def _steps(place: Place, unraised: str, typed: Collection[str]) -> Choices:
    """Name the steps of the ladder; the foot of it in words where its number is not known."""
    ladder = _ladder(place)
    higher = (int(n) for n in typed if n.isdecimal() and len(n) < 4 and int(n) > ladder[-1])
    return tuple(
        (str(n), unraised if unraised and n == place.base else str(n)) for n in (*ladder, *higher)
    )


def defaults(place: Place) -> dict[str, tuple[str, ...]]:
    """Preselect the usual guess; who won is never guessed."""
    if place.game == Game.WATTEN:
        return {"end": ("tricks",), "value": (str(place.base),)}
    if place.game == Game.BOLACHEN:
        return {"play": ("brand",)}
    return {}
