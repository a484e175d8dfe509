"""What may be tapped of a dispute beside contract and cards: calls, and what a deal's record has.

With Watten the people may be two, three or four: `Seats` names who a label is about for each of
these numbers, so that the page's script can say it anew when another number is chosen.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.i18n import Translator
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.watten import GESPANNT_SHORT
from scorekeeper.rules.watten import SCHLECKEN_MAY
from scorekeeper.schemas.forms_deal import BOLACHEN_PLAYS
from scorekeeper.schemas.forms_deal import WALLACHEN_PLAYS
from scorekeeper.schemas.forms_dispute import KRITISCHE
from scorekeeper.schemas.forms_dispute import RAISED_MAX
from scorekeeper.schemas.forms_dispute import TAKEN
from scorekeeper.schemas.forms_dispute import WAIVED

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Places at the table, in playing order, for each number of people; `names` for now."""

    code: str
    by_count: Mapping[int, tuple[int, ...]]
    names: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """What can be tapped in a dispute of these rules; what is empty is not asked."""

    calls: Choices = ()
    doubling: bool = False
    calling: bool = False
    accounts: tuple[Seats, ...] = ()
    points: Choices = ()
    values: tuple[str, ...] = ()
    sides: tuple[Seats, ...] = ()
    takers: tuple[Seats, ...] = ()
    taken: Choices = ()
    maschine: bool = False


def special_of(rules: HouseRules, players: Sequence[str], t: Translator) -> Special:
    """Return what may be tapped beside contract and cards."""
    if isinstance(rules, WattenRules):
        return _watten(rules, players, t)
    if isinstance(rules, BolachenRules):
        brands = tuple(
            (f"brand:{s}", t("web.deal.brand_in", suit=t("web.suit." + s))) for s in "EGHS"
        )
        names = tuple(
            (f"names:{s}", t("desk.calls.names", suit=t("web.suit." + s))) for s in "EGHS"
        )
        plays = tuple((code, t("web.play." + code)) for code in BOLACHEN_PLAYS)
        calls = (("pass", t("desk.calls.pass")), *plays[:1], *brands, *plays[1:], *names)
        return Special(calls=calls, calling=rules.call_right != "off")
    assert isinstance(rules, WallachenRules)
    plays = tuple((code, t("web.play." + code)) for code in WALLACHEN_PLAYS)
    calls = (("pass", t("desk.calls.pass")), ("hold", t("desk.calls.hold")), *plays)
    return Special(calls=calls, doubling=rules.double_window != "off")


def _watten(rules: WattenRules, players: Sequence[str], t: Translator) -> Special:
    def seats(
        code: str, four: tuple[int, ...], three: tuple[int, ...], two: tuple[int, ...]
    ) -> Seats:
        by_count = {4: four, 3: three, 2: two}
        here = by_count[len(players)]
        return Seats(code=code, by_count=by_count, names=", ".join(players[n] for n in here))

    line = rules.target - GESPANNT_SHORT if rules.gespannt_mode != "off" else rules.target
    points = tuple(
        (str(n), t("desk.points.gespannt", n) if n >= line else str(n)) for n in range(rules.target)
    )
    cutter = seats("", (2,), (0,), (0,))
    dealer = seats("", (3,), (2,), (1,))
    kritische = tuple((card, t("desk.schlecken.card." + card)) for card in KRITISCHE)
    return Special(
        accounts=(
            seats("", (0, 2), (0,), (0,)),
            seats("", (1, 3), (1,), (1,)),
            seats("", (), (2,), ()),
        ),
        points=points,
        values=tuple(str(n) for n in range(3, RAISED_MAX + 1)),
        sides=(seats("0", (0, 2), (0,), (0,)), seats("1", (1, 3), (1, 2), (1,))),
        takers=(cutter, dealer, cutter)[: SCHLECKEN_MAY[rules.schlecken]],
        taken=(
            (WAIVED, t("desk.schlecken.waived")),
            *(kritische if rules.criticals == "three" else ()),
            (TAKEN, t("desk.schlecken.taken")),
        ),
        maschine=rules.maschine != "off",
    )


def lists_typed(typed: Any) -> dict[str, Sequence[str]]:
    """Return the fields of which several may be tapped, empty where nothing was sent yet."""
    several = getattr(typed, "getlist", None)
    return {name: several(name) if several else () for name in ("doubles", "points", "schlecken")}
