"""From the form to the record and back, without a page: what was typed is typed again."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.house import Game
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.seats import players_in_order
from scorekeeper.rules.seats import sides_of
from scorekeeper.schemas.deal_typed import corrected
from scorekeeper.schemas.deal_typed import typed_from
from scorekeeper.schemas.deal_typed import typed_in
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms_deal import CARDS
from scorekeeper.schemas.forms_deal import FIELDS
from scorekeeper.schemas.forms_deal import RANKS
from scorekeeper.schemas.forms_deal import SUITS
from scorekeeper.schemas.forms_deal import Seating
from scorekeeper.schemas.forms_deal import deal_said
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import DealView
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import quick
from tests.web.test_untouched import KINDS
from tests.web.test_untouched import recorded

NAMES = "Anna Bert Caro Dora Emil"
OPTIONS = {
    "bolachen": {"dealer_forced": "throw_in"},
    "wallachen": {"pass_out": "haferl"},
    "watten": {"gespannt_mode": "off"},
}
Typed = dict[str, tuple[str, ...]]


def seating_of(table: Round) -> Seating:
    view = table.see(0)
    players = players_in_order(view.seats, view.dealer_id, view.sitting_out)
    sides = sides_of(players) if view.game == "watten" else ()
    return Seating(game=view.game, players=players, sides=sides)


def three_hander(dice: random.Random, game: str, seating: Seating) -> Typed:
    """Return the form of any deal of a three-hander, as a browser sends it."""
    players = seating.players
    declarer = dice.choice(players)
    plays = ["bettel", "mord", *(["brand"] if game == "bolachen" else ["6", "7", "8", "9"])]
    if dice.random() < 0.1:
        return {"declarer": ("none",)}
    typed: Typed = {"declarer": (declarer,), "play": (dice.choice(plays),)}
    typed["tricks"] = (str(dice.randint(0, 10)),)
    suited = typed["play"][0] not in ("bettel", "mord")
    if suited and dice.random() < 0.7:
        typed["trump"] = (dice.choice(SUITS),)
    if game == "wallachen" and dice.random() < 0.4:
        typed["doubles"] = tuple(dice.sample(players, dice.randint(1, 3)))
    if dice.random() < 0.3:
        typed["revoke_by"] = (dice.choice(players),)
        if dice.random() < 0.5:
            typed["revoke_trick"] = (str(dice.randint(1, 10)),)
    if game == "bolachen" and not suited and dice.random() < 0.6:
        card, given = dice.sample(CARDS, 2)
        others = [one for one in players if one != declarer]
        holder = dice.choice([*others, "talon", ""])
        typed["call_card"] = (card,)
        typed |= {"call_from": (holder,)} if holder else {}
        typed |= {"call_given": (given,)} if holder in others and dice.random() < 0.5 else {}
    return typed


def watten(dice: random.Random, seating: Seating) -> Typed:
    """Return the form of any deal of Watten at a table where nobody ever is gespannt."""
    names = [min(side) for side in seating.sides]  # members are numbered as they sit
    end = dice.choice(["tricks", "tricks", "fold", "maschine", "penalty"])
    typed: Typed = {"end": (end,)}
    if dice.random() < 0.5:
        typed["schlag"] = (dice.choice(RANKS),)
        typed["trump"] = (dice.choice(SUITS),)
    if end == "penalty":
        typed["offender"] = (dice.choice(seating.players),)
        typed["offence"] = (dice.choice(["error", "revoke"]),)
        return typed
    typed["winner"] = (dice.choice(names),)
    if end == "maschine":
        return typed
    steps = dice.choice([1, 2, 3]) if end == "fold" else dice.choice([0, 0, 1, 2])
    if steps:
        typed["value"] = (str(2 + steps),)
        typed["raiser"] = typed["winner"] if end == "fold" else (dice.choice(names),)
    if end == "tricks" and dice.random() < 0.2:
        typed["bluff"] = ("yes",)
    return typed


def form(typed: Mapping[str, tuple[str, ...]]) -> MultiDict[str, str]:
    return MultiDict([(name, value) for name, values in typed.items() for value in values])


def shown(deal: DealView, base: int = 2) -> Typed:
    """Return what the form of a recorded deal is filled with."""
    record: Any = deal.record
    said: Any = deal.said
    result: dict[str, Any] = dict(deal.outcome)
    ids = dict(zip(record["seats"], said["seats"], strict=True))
    if "side" in result:
        result["side"] = [ids[name] for name in result["side"]]
    return typed_from(said, result, base)


def without_base(typed: Typed) -> Typed:
    """Leave out the value of a deal that nobody raised: not saying it says the same."""
    return {name: values for name, values in typed.items() if (name, values) != ("value", ("2",))}


@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize("game", sorted(OPTIONS))
def test_what_was_typed_is_typed_again(desk: Desk, game: str, count: int) -> None:
    dice = random.Random(f"{game} {count}")
    table = quick(desk, " ".join(NAMES.split()[:count]), game, OPTIONS[game])
    for _ in range(60):
        seating = seating_of(table)
        typed = watten(dice, seating) if game == "watten" else three_hander(dice, game, seating)
        deal = table.record(deal_said(form(typed), seating), new_match=True)
        again = without_base(shown(deal))
        if "doubles" in typed:
            order = table.see(0).seats.index
            typed["doubles"] = tuple(sorted(typed["doubles"], key=order))
        assert again == typed
        assert corrected(deal.said, shown(deal), form(again), seating) == deal.said
        other = table.correct(deal.id, deal_said(form(again), seating))
        assert (other.changes, other.outcome) == (deal.changes, deal.outcome)
        if game == "watten" and dice.random() < 0.7:
            table.undo()


@pytest.mark.parametrize("game", sorted(KINDS))
def test_a_form_sent_as_it_was_filled_is_the_record(desk: Desk, game: str) -> None:
    """Any record: rulings twice, French packs, raises at gespannt; services see no change."""
    made = [one for seed in range(60) if (one := recorded(desk, game, seed))]
    assert len(made) > 20
    for table, deal in made:
        view = table.see(0)
        said: Any = deal.said
        players = players_in_order(said["seats"], said["dealer"], said.get("sitting_out", ()))
        sides = sides_of(players) if game == "watten" else ()
        rules = rules_from(Game(game), view.house_rules.options)
        for base in (2, 3) if isinstance(rules, WattenRules) else (2,):
            seating = Seating(game=game, players=players, sides=sides, base=base)
            typed = shown(deal, base)
            assert typed_in(form(typed)) == typed
            told = corrected(deal.said, typed, form(typed), seating)
            assert told == deal.said
        after = table.correct(deal.id, told, reason="")
        assert (after.history, after.said) == (deal.history, deal.said)


def test_a_misdeal_and_passing_out_leave_nothing_behind(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen", OPTIONS["bolachen"], keys=Keys("misdealt"))
    anna, bert, _ = table.table.seats
    said = {
        "contract": {"declarer": anna, "kind": "brand", "trump": "H"},
        "tricks_taken": {anna: 7},
        "rulings": [{"offence": "revoke", "by": bert, "trick": 3}],
    }
    deal = table.record(said)
    seating = Seating(game="bolachen", players=table.table.seats)
    for typed in ({"misdeal": ("misdeal",)}, {"declarer": ("none",)}):
        told = corrected(deal.said, shown(deal), form({**shown(deal), **typed}), seating)
        assert told == deal_said(form(typed), seating)


FRENCH: dict[str, Any] = {
    "game": "bolachen",
    "seats": ["a", "b", "c"],
    "dealer": "c",
    "pack": "french",
    "contract": {"declarer": "a", "kind": "bettel"},
    "tricks_taken": {"a": 0},
    "call": {"card": "CQ", "from": "b", "given": "D10"},
    "rulings": [{"offence": "revoke", "by": "b"}, {"offence": "revoke", "by": "c"}],
}
SIDES: dict[str, Any] = {
    "game": "watten",
    "seats": ["f", "m", "p", "d"],
    "dealer": "d",
    "side_won": ["f", "p"],
    "raises": [{"by": "m", "answer": "accept", "in_trick": 2}],
    "rulings": [{"offence": "bluff", "by": "p"}],
}
WORDS = st.sampled_from(
    (
        *("", "a", "b", "f", "m", "p", "none", "talon", "brand", "bettel", "mord", "6", "10", "99"),
        *("H", "EO", "S10", "tricks", "fold", "gehen", "maschine", "penalty", "error", "revoke"),
        *("misdeal", "yes", "x" * 99, "٣", "²"),
    )
)


@given(st.lists(st.tuples(st.sampled_from(FIELDS), WORDS), max_size=16), st.booleans())
def test_whatever_is_sent_for_a_record_is_read_or_refused(
    sent: list[tuple[str, str]], three: bool
) -> None:
    record = FRENCH if three else SIDES
    players = players_in_order(record["seats"], record["dealer"], ())
    sides = () if three else sides_of(players)
    seating = Seating(game=record["game"], players=players, sides=sides)
    result = {"by": "tricks", "tricks": 0} if three else {"by": "tricks", "side": ["f", "p"]}
    filled = typed_from(record, result, 2)
    try:
        told = corrected(record, filled, MultiDict(sent), seating)
    except FormError:
        return
    assert set(told) <= {*record, "doubles", "gehen", "by", "tricks_taken", "contract", "dealer"}
