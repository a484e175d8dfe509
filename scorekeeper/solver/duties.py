"""The duties of card play, boiled down to what the search wants to know.

`scorekeeper.rules.obligations` says what may be played; this says the same in the form in which
the search can work it out once for all deals, and the tests hold the two against each other.

All duties of both three-handers (B22 to B24, W19 to W23, with every option) come to three
questions. Is the player who follows released from heading? That depends on who led, on his place
in the trick and on whether the second card beat the led one. What binds him when he is void, and
what when he is void and released? Players are numbered from the declarer: 0 is he, 1 and 2 are the
defenders after him in playing order.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from scorekeeper.rules.house_bolachen import BolachenRules
from scorekeeper.rules.house_wallachen import WallachenRules

PreferenceRules = BolachenRules | WallachenRules


class VoidDuty(IntEnum):
    """What a player owes who is void in a plain suit that was led and holds trumps."""

    NOTHING = 0
    BEAT = 1
    """He must beat the card now winning; if he cannot, he may play anything."""
    TRUMP = 2
    """He must beat the card now winning; if he cannot, he still plays a trump."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duties:
    """The duties of one set of house rules, in a game with or without trumps.

    `second_released[leader]`: the second player need not head. `third_released[leader][beaten]`:
    the third need not, the second card having beaten the led one or not.
    """

    second_released: tuple[bool, bool, bool]
    third_released: tuple[tuple[bool, bool], tuple[bool, bool], tuple[bool, bool]]
    void_bound: VoidDuty
    void_released: VoidDuty


_NOBODY = (False, False, False)
_ALL = (True, True, True)
_NEVER = ((False, False), (False, False), (False, False))
_ALWAYS = ((True, True), (True, True), (True, True))
_ONCE_BEATEN = ((False, True), (False, True), (False, True))
_PARTNER_BEAT = ((False, True), (False, False), (False, False))

# The fellow defender's card is winning: 1 led to 2; 1 beat the declarer's lead before 2 plays;
# 2 led, the declarer did not beat it, 1 plays last.
_PARTNER_LED = (False, True, False)
_PARTNER_WINS = ((False, True), (False, False), (True, False))

_FREE = Duties(
    second_released=_ALL,
    third_released=_ALWAYS,
    void_bound=VoidDuty.NOTHING,
    void_released=VoidDuty.NOTHING,
)


@cache
def duties_of(rules: PreferenceRules, *, trumps: bool) -> Duties:
    """Give the duties of a table's house rules in a Brand or number game, or without trumps."""
    if not trumps and rules.stichzwang_in_bettel_mord == "no":
        return _FREE
    if isinstance(rules, BolachenRules):
        return _bolachen(rules)
    exempt = rules.partner_winning_exemption == "yes"
    return Duties(
        second_released=_PARTNER_LED if exempt else _NOBODY,
        third_released=_PARTNER_WINS if exempt else _NEVER,
        void_bound=VoidDuty.TRUMP if rules.undertrump_duty == "must_trump" else VoidDuty.BEAT,
        void_released=VoidDuty.NOTHING,
    )


def _bolachen(rules: BolachenRules) -> Duties:
    second, third = {
        "beaten_by_anyone": (_NOBODY, _ONCE_BEATEN),
        "partner_beat_only": (_NOBODY, _PARTNER_BEAT),
        "partner_winning": (_PARTNER_LED, _PARTNER_WINS),
        "never": (_NOBODY, _NEVER),
    }[rules.release_from_stichzwang]
    bound, released = {
        "if_unreleased": (VoidDuty.BEAT, VoidDuty.NOTHING),
        "always": (VoidDuty.TRUMP, VoidDuty.TRUMP),
        "never": (VoidDuty.NOTHING, VoidDuty.NOTHING),
    }[rules.void_must_trump]
    return Duties(
        second_released=second, third_released=third, void_bound=bound, void_released=released
    )
