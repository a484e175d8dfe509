"""The duties of who follows, as the rules word them."""

from dataclasses import dataclass

from .table import Table
from .tricks import beats
from .tricks import best_place
from .tricks import rechter

# "The duties, in order, with the rule each verdict cites."
ORDER = ["turn", "follow", "head", "void", "tok"]
RULE = {
    "bolachen": {"turn": "B20", "follow": "B22", "head": "B23", "void": "B23"},
    "wallachen": {"turn": "W18", "follow": "W19", "head": "W20", "void": "W21"},
    "watten": {"turn": "T18", "tok": "T20"},
}


@dataclass(kw_only=True)
class Moment:
    """The moment of a play: whose, in which trick, and what lies there."""

    table: Table
    trick: int
    player: str
    order: list[str]
    lying: list[str]

    @property
    def led(self) -> str:
        """The card led."""
        return self.lying[0]

    @property
    def winning(self) -> str:
        """The card now winning the trick."""
        return self.lying[best_place(self.table, self.lying)]

    @property
    def winner(self) -> str:
        """Whose card is winning."""
        return self.order[best_place(self.table, self.lying)]

    def beats_winning(self, card: str) -> bool:
        """'"Beat" means: beat the card now winning the trick.'"""
        return beats(self.table, card, self.winning, self.led)

    @property
    def fellow(self) -> str | None:
        """The fellow defender, None for the declarer."""
        if self.player == self.table.declarer:
            return None
        return next(other for other in self.table.defenders if other != self.player)


def broken(moment: Moment, hand: set[str], played: str) -> str | None:
    """Return the duty this card breaks when played from this hand, None when it breaks none."""
    if moment.table.watten:
        return _watten(moment, hand, played)
    if moment.table.game == "bolachen":
        return _bolachen(moment, hand, played)
    return _wallachen(moment, hand, played)


def _released(moment: Moment) -> bool:
    """B24 and `release_from_stichzwang`."""
    release = moment.table.rules["release_from_stichzwang"]
    beaten = moment.winning != moment.led
    if release == "beaten_by_anyone":
        return beaten
    if release == "partner_beat_only":
        # "only a defender is released, and only when his fellow defender has beaten a card led by
        # the declarer"
        return (
            moment.fellow is not None
            and beaten
            and moment.order[0] == moment.table.declarer
            and moment.winner == moment.fellow
        )
    if release == "partner_winning":
        # "a defender is released whenever his fellow defender's card is winning, led or not"
        return moment.fellow is not None and moment.winner == moment.fellow
    return False


def _bolachen(moment: Moment, hand: set[str], played: str) -> str | None:
    rules = moment.table.rules
    trump = moment.table.trump
    suit = [card for card in hand if card[0] == moment.led[0]]
    released = _released(moment)
    if suit:
        # B22: "who holds a card of the suit led (plain or trump) must play that suit"
        if played not in suit:
            return "follow"
        # B23, `stichzwang_in_bettel_mord`
        bound = moment.table.kind == "brand" or rules["stichzwang_in_bettel_mord"] == "yes"
        can_beat = any(moment.beats_winning(card) for card in suit)
        if bound and not released and can_beat and not moment.beats_winning(played):
            return "head"
        return None
    trumps = [card for card in hand if card[0] == trump]
    can_beat = any(moment.beats_winning(card) for card in trumps)
    beaten = moment.beats_winning(played)
    if rules["void_must_trump"] == "if_unreleased":
        # "unless released he must beat with a trump; if he cannot beat the card now winning he is
        # free"
        return "void" if not released and can_beat and not beaten else None
    if rules["void_must_trump"] == "always":
        # "he must play a trump if he has one, overtrumping if able; if he cannot overtrump he
        # still plays a trump"
        if trumps and played not in trumps:
            return "void"
        return "void" if can_beat and not beaten else None
    return None


def _wallachen(moment: Moment, hand: set[str], played: str) -> str | None:
    rules = moment.table.rules
    trump = moment.table.trump
    suit = [card for card in hand if card[0] == moment.led[0]]
    # W23: "a defender whose fellow defender's card is winning is free of W20 and W21, not of W19"
    exempt = (
        rules["partner_winning_exemption"] == "yes"
        and moment.fellow is not None
        and moment.winner == moment.fellow
    )
    if suit:
        if played not in suit:
            return "follow"  # W19
        bound = moment.table.kind == "number" or rules["stichzwang_in_bettel_mord"] == "yes"
        can_beat = any(moment.beats_winning(card) for card in suit)
        if bound and not exempt and can_beat and not moment.beats_winning(played):
            return "head"  # W20
        return None
    trumps = [card for card in hand if card[0] == trump]
    if not trumps or exempt:
        return None  # W22
    can_beat = any(moment.beats_winning(card) for card in trumps)
    if can_beat:
        # W21: "must play a trump if he holds one; if a trump is already in the trick, must beat
        # it if able"
        return None if moment.beats_winning(played) else "void"
    # "if he cannot, he must still play a trump", `undertrump_duty`
    if rules["undertrump_duty"] == "free_if_cannot_overtrump":
        return None
    return None if played in trumps else "void"


def _watten(moment: Moment, hand: set[str], played: str) -> str | None:
    rules = moment.table.rules
    if moment.led != rechter(moment.table):
        return None  # T19
    if rules["tok_scope"] == "first_card_of_deal" and moment.trick != 1:
        return None
    criticals = moment.table.criticals
    # T21: "as soon as a Kritischer has beaten the Rechter the following players are free"
    if rules["tok_released_by_critical"] == "yes" and any(
        card in criticals for card in moment.lying
    ):
        return None
    contract = moment.table.contract or {}
    side = moment.table.side_of(moment.player)
    partner = moment.order[0] in side
    demanded = [card for card in hand if card[0] == contract["trump"] or card in criticals]
    if partner and rules["tok_partner"] == "trump_only":
        # "bound only if he holds a card of the trump suit that is no Kritischer"
        demanded = [card for card in demanded if card not in criticals]
    satisfied = played[0] == contract["trump"] or played in criticals
    if rules["tok_satisfied_by"] == "also_any_linker" and played[1:] == contract["schlag"]:
        satisfied = True
    return "tok" if demanded and not satisfied else None


def traits(moment: Moment, card: str) -> tuple[object, ...]:
    """Return all that the duties above ask of a card: cards with the same traits are alike."""
    contract = moment.table.contract or {}
    return (
        card[0] == moment.led[0],
        card[0] == (contract.get("trump") if moment.table.watten else moment.table.trump),
        moment.beats_winning(card),
        card in moment.table.criticals,
        card[1:] == contract.get("schlag"),
    )
