"""House rules: declared once, read strictly, and as the published table has them."""

from dataclasses import fields
from typing import get_args

import pytest

from scorekeeper.rules.house import DEFAULTS
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import PRESET_LABELS
from scorekeeper.rules.house import PRESETS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRulesError
from scorekeeper.rules.house import option_named
from scorekeeper.rules.house import rules_as_dict
from scorekeeper.rules.house import rules_from

TABLE = {
    Game.BOLACHEN: """
        dealer_forced any_game brand_only throw_in
        uncontested_upgrade allowed brand_stays
        call_right before_dopper_only also_after_switch off
        release_from_stichzwang beaten_by_anyone partner_beat_only partner_winning never
        void_must_trump if_unreleased always never
        stichzwang_in_bettel_mord yes no
        mord_factor 3 5
        revoke_remedy side_loses as_played double_dummy
        revoke_payer offender both
    """,
    Game.WALLACHEN: """
        double_window until_deal_ends until_first_bid off
        multiple_doubles multiply single additive
        double_touches_pot no yes
        bettel_mord_rank bettel_mord mord_bettel bettel_after_7
        hold earlier_previous_high any_previous_high off
        pass_out muss_spiel haferl redeal
        haferl_stake 1 1-100
        haferl_taker next_made next_number_made bettel_or_mord_made
        haferl_on_failure nothing pay_stake double_pot
        change_after_stock none upward to_bettel_mord
        trump_fixing first_lead announced
        undertrump_duty must_trump free_if_cannot_overtrump
        partner_winning_exemption no yes
        stichzwang_in_bettel_mord yes no
        win_pays tricks_won tricks_bid
        loss_pays tricks_bid shortfall bid_plus_shortfall
        bettel_value 10 1-1000
        mord_value 10 1-1000
        revoke_remedy side_loses as_played double_dummy
        revoke_payer offender both
    """,
    Game.WATTEN: """
        target 11 13 15 18 21
        gespannt_mode three two_three off
        other_side_may_raise_at_gespannt yes no
        raise_max none 3-20
        fold_points old_value always_two
        gespannt_raise_penalty 3 0-10
        error_penalty 3 0-10
        maschine must_show_2 show_3_or_play off
        maschine_extended three_critical_only any_sure_three
        criticals three none
        tok_scope first_card_of_deal any_lead_of_rechter
        tok_satisfied_by trump_or_critical also_any_linker
        tok_partner same_duty trump_only
        tok_released_by_critical yes no
        schlecken chain_of_three one_each cutter_only off
        bluff_penalty 2 0-10
        schoenere once off
        schlagwechsel offered_by_forehand off
        bummerl to_loser to_winner
        bummerl_stake 0 0-1000
    """,
}


def row(game: Game, name: str) -> str:
    option = option_named(game, name)
    assert option is not None
    values = list(option.values) or [option.default]
    span = [f"{option.span[0]}-{option.span[1]}"] if option.span else []
    return " ".join(map(str, [name, *values, *span]))


@pytest.mark.parametrize("game", list(Game))
def test_the_options_are_those_of_the_published_table(game: Game) -> None:
    rows = [line.strip() for line in TABLE[game].strip().splitlines()]
    assert [row(game, option.name) for option in OPTIONS[game]] == rows


@pytest.mark.parametrize("game", list(Game))
def test_every_option_explains_itself_in_both_languages(game: Game) -> None:
    for option in OPTIONS[game]:
        texts = [option.label, option.explanation, *option.values.values()]
        assert all(text.de.strip() and text.en.strip() for text in texts)
        assert option.explanation.de.endswith(".")
        assert option.explanation.en.endswith(".")
        assert all(rule[0] in "BWTI" and rule[1:].isdigit() for rule in option.changes)
        assert option.changes


@pytest.mark.parametrize("game", list(Game))
def test_the_type_of_a_field_names_its_values(game: Game) -> None:
    rules = type(DEFAULTS[game])
    for part, option in zip(fields(rules), OPTIONS[game], strict=True):
        named = get_args(part.type)
        if option.span is None:
            assert set(named) == set(option.values)
            assert option.default == next(iter(option.values))


@pytest.mark.parametrize("game", list(Game))
def test_every_value_is_read_and_written_back(game: Game) -> None:
    for option in OPTIONS[game]:
        values = [*option.values, *(option.span or ())]
        for value in values:
            rules = rules_from(game, {option.name: value})
            assert getattr(rules, option.name) == value
            assert rules_as_dict(rules, only_changed=False)[option.name] == value
            changed = {} if value == option.default else {option.name: value}
            assert rules_as_dict(rules) == changed
            assert rules_from(game, rules_as_dict(rules)) == rules


def test_whole_numbers_may_have_a_point() -> None:
    assert rules_as_dict(rules_from(Game.BOLACHEN, {"mord_factor": 5.0})) == {"mord_factor": 5}
    assert rules_as_dict(rules_from(Game.WATTEN, {"raise_max": 3.0})) == {"raise_max": 3}


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        (Game.BOLACHEN, "mord_factor", 4),
        (Game.BOLACHEN, "mord_factor", "3"),
        (Game.BOLACHEN, "dealer_forced", "Any_game"),
        (Game.BOLACHEN, "stichzwang_in_bettel_mord", True),
        (Game.WALLACHEN, "haferl_stake", 0),
        (Game.WALLACHEN, "haferl_stake", 101),
        (Game.WALLACHEN, "haferl_stake", True),
        (Game.WALLACHEN, "bettel_value", 10.5),
        (Game.WATTEN, "raise_max", 2),
        (Game.WATTEN, "raise_max", 21),
        (Game.WATTEN, "raise_max", None),
        (Game.WATTEN, "raise_max", []),
        (Game.WATTEN, "target", 12),
        (Game.WATTEN, "mord_factor", 3),
        (Game.WATTEN, "bummerl_stake", float("nan")),
    ],
)
def test_unknown_options_and_values_are_refused(game: Game, name: str, value: object) -> None:
    with pytest.raises(HouseRulesError) as refused:
        rules_from(game, {name: value})
    assert refused.value.name == name
    assert (refused.value.option is None) == (option_named(game, name) is None)


@pytest.mark.parametrize("game", list(Game))
def test_presets_are_named_sets_of_options(game: Game) -> None:
    assert next(iter(PRESETS[game])) == "rulebook"
    for name, options in PRESETS[game].items():
        assert rules_as_dict(rules_from(game, options)) == options
        assert PRESET_LABELS[name].de
        assert PRESET_LABELS[name].en


def test_the_presets_of_the_published_list() -> None:
    assert PRESETS[Game.BOLACHEN]["mord_at_five"] == {"mord_factor": 5}
    assert PRESETS[Game.WALLACHEN]["with_haferl"] == {"pass_out": "haferl"}
    assert PRESETS[Game.WATTEN]["tournament"] == {
        "target": 15,
        "other_side_may_raise_at_gespannt": "no",
        "gespannt_raise_penalty": 2,
        "error_penalty": 2,
    }
