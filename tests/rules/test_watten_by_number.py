"""Each rule of Watten by its number: the exact error, verdict or score that follows from it."""

import pytest

from tests.rules.told import FOUR
from tests.rules.told import THREE
from tests.rules.told import errors
from tests.rules.told import judged
from tests.rules.told import report
from tests.rules.told import winner

NINE_OF_GRAS = {"schlag": "9", "trump": "G"}
TWO = ["Anna", "Bert"]
ANNA_WON = {"Anna": 2, "Bert": 1, "Caro": 1, "Dora": 1}
BERT_WON = {"Anna": 1, "Bert": 2, "Caro": 1, "Dora": 1}
GESPANNT = {"Anna": 9, "Bert": 6}
NO_CRITICALS = {"criticals": "none"}


def scored(tricks_taken=None, **fields):
    """Side and points of a deal."""
    if tricks_taken is not None:
        fields["tricks_taken"] = tricks_taken
    found = report("watten", **fields)
    assert found["errors"] == []
    return found["result"]["side"], found["result"]["points"]


def raised(*raises):
    return [dict(zip(("by", "answer"), told.split(), strict=True)) for told in raises]


def lifted(*cards):
    """'Caro HK', 'Dora waived' as cards taken or refused when lifting."""
    taken = []
    for told in cards:
        player, card = told.split()
        known = {"waived": True} if card == "waived" else {"card": card}
        taken.append({"player": player, **known})
    return taken


def test_t1_partners_sit_opposite_and_have_five_cards_each():
    assert scored(ANNA_WON) == (["Anna", "Caro"], 2)
    assert scored(BERT_WON) == (["Bert", "Dora"], 2)
    assert scored({"Anna": 1, "Caro": 2}) == (["Anna", "Caro"], 2)
    assert errors("watten", hands={"Bert": ["EA", "EK", "EO", "EU", "E10"]}) == []
    four = {"Bert": ["EA", "EK", "EO", "EU"]}
    assert errors("watten", hands=four) == ["wrong_count /hands/Bert"]


@pytest.mark.parametrize(("high", "low"), [("HK", "S7"), ("S7", "E7"), ("HK", "E7"), ("E7", "G9")])
def test_t2_the_kritische_are_the_highest_in_their_order(high, low):
    assert winner("watten", NINE_OF_GRAS, low, high, "GA", "E9") == "Bert"
    assert winner("watten", NINE_OF_GRAS, high, low, "GA", "E9") == "Anna"
    ordinary = winner("watten", NINE_OF_GRAS, high, "GA", "E9", "G9", rules=NO_CRITICALS)
    assert ordinary == "Dora"


@pytest.mark.parametrize("card", ["E9", "H9", "S9", "GA", "GK", "G7", "EA"])
def test_t3_the_rechter_is_schlag_and_trump_and_beats_what_is_not_critical(card):
    assert winner("watten", NINE_OF_GRAS, card, "G9", "G8", "EK") == "Bert"
    assert winner("watten", NINE_OF_GRAS, "G9", card, "G8", "EK") == "Anna"


def test_t6_of_plain_cards_only_the_suit_led_can_win():
    assert winner("watten", NINE_OF_GRAS, "E8", "HA", "SA", "HO") == "Anna"
    assert winner("watten", NINE_OF_GRAS, "E8", "E10", "EU", "EO") == "Dora"
    assert winner("watten", NINE_OF_GRAS, "E8", "EA", "G7", "EO") == "Caro"


@pytest.mark.parametrize(
    ("schlag", "trump", "critical", "linke"),
    [("K", "H", "HK", "EK GK"), ("7", "S", "S7", "G7 H7"), ("7", "E", "E7", "G7 H7")],
)
def test_t7_where_a_kritischer_is_named_there_is_no_rechter(schlag, trump, critical, linke):
    contract = {"schlag": schlag, "trump": trump}
    first, second = linke.split()
    assert winner("watten", contract, first, second, f"{trump}A", "EO") == "Anna"
    assert winner("watten", contract, first, critical, second, "EO") == "Bert"
    had = [{"player": "Bert", "cards": [f"{trump}9"], "after_trick": 0}]
    led = judged("watten", "Bert", f"{critical} GA", contract=contract, held=had)
    assert led == ("legal", None, [])


CHAIN = lifted("Caro HK", "Dora S7", "Caro E7")


@pytest.mark.parametrize(
    ("schlecken", "option", "expected"),
    [
        (CHAIN, "chain_of_three", []),
        ([*CHAIN, *lifted("Dora EA")], "chain_of_three", ["T9 /schlecken/3"]),
        (CHAIN, "one_each", ["T9 /schlecken/2"]),
        (CHAIN[:2], "one_each", []),
        (CHAIN[:2], "cutter_only", ["T9 /schlecken/1"]),
        (CHAIN[:1], "cutter_only", []),
        (CHAIN[:1], "off", ["T9 /schlecken/0"]),
        (lifted("Anna HK"), "chain_of_three", ["T9 /schlecken/0/player"]),
        (lifted("Caro HK", "Caro S7"), "chain_of_three", ["T9 /schlecken/1/player"]),
        (lifted("Caro HK", "Dora EA"), "chain_of_three", ["T9 /schlecken/1/card"]),
        (lifted("Caro HK", "Dora waived", "Caro E7"), "chain_of_three", ["T9 /schlecken/2"]),
    ],
)
def test_t9_cutter_dealer_and_cutter_may_keep_a_kritischer(schlecken, option, expected):
    assert errors("watten", schlecken=schlecken, rules={"schlecken": option}) == expected


def test_t10_if_the_cutter_waives_the_dealer_may_not_take():
    waived = lifted("Caro waived", "Dora S7")
    assert errors("watten", schlecken=waived) == ["T10 /schlecken/1"]
    assert errors("watten", schlecken=waived[:1]) == []


@pytest.mark.parametrize("fine", [2, 0, 10])
def test_t11_a_bluff_without_a_kritischer_is_fined_beside_the_score(fine):
    bluff = {"rulings": [{"offence": "bluff", "by": "Caro"}], "rules": {"bluff_penalty": fine}}
    found = report("watten", tricks_taken=ANNA_WON, **bluff)
    assert (found["result"]["side"], found["result"]["points"]) == (["Anna", "Caro"], 2)
    assert found["result"]["fine"] == {"side": ["Bert", "Dora"], "points": fine}
    assert found["soft"] == {"Anna": 2, "Bert": fine, "Caro": 2, "Dora": fine}
    early = {**ANNA_WON, "Anna": 1}
    assert errors("watten", tricks_taken=early, **bluff) == ["T11 /rulings/0"]
    other = [{"offence": "bluff", "by": "Dora"}]
    assert errors("watten", rulings=other) == ["T11 /rulings/0/by"]


@pytest.mark.parametrize(
    ("rules", "points", "at_gespannt"),
    [
        ({}, 2, 3),
        ({"maschine": "show_3_or_play"}, 3, 3),
        ({"gespannt_mode": "two_three"}, 2, 2),
    ],
)
def test_t17_who_holds_all_three_kritische_lays_them_open_and_wins(rules, points, at_gespannt):
    assert scored(maschine="Anna", rules=rules) == (["Anna", "Caro"], points)
    near = scored(maschine="Anna", rules=rules, match=GESPANNT)
    assert near == (["Anna", "Caro"], at_gespannt)
    assert errors("watten", maschine="Anna", rules={"maschine": "off"}) == ["T17 /maschine"]
    elsewhere = {"hands": {"Bert": ["HK", "EA", "EO", "EU", "E10"]}}
    assert errors("watten", maschine="Anna", **elsewhere) == ["T17 /maschine"]
    sure = {"maschine_extended": "any_sure_three"}
    assert errors("watten", maschine="Anna", rules=sure, **elsewhere) == []


def test_t18_forehand_leads_then_who_won():
    told = {"contract": NINE_OF_GRAS}
    assert judged("watten", "Dora", "EA", lead="Dora", **told) == ("illegal", "T18", [])
    assert judged("watten", "Anna", "EA", **told) == ("legal", None, [])
    tricks = [{"cards": ["EA", "EK", "G7", "EO"]}, {"lead": "Anna", "cards": ["HA"]}]
    last = report("watten", tricks=tricks, **told)["plays"][-1]
    assert (last["player"], last["verdict"], last["rule"]) == ("Anna", "illegal", "T18")
    tricks[1]["lead"] = "Caro"
    assert report("watten", tricks=tricks, **told)["plays"][-1]["verdict"] == "legal"


@pytest.mark.parametrize("led", ["EA", "GA", "HK", "E9"])
def test_t19_there_is_no_duty_to_follow_or_to_beat(led):
    suit = {"E": "EO", "G": "GO", "H": "HO"}[led[0]]
    hand = {"Bert": [suit, "G8", "S7", "S8", "SO"]}
    told = {"contract": NINE_OF_GRAS, "hands": hand}
    assert judged("watten", "Bert", f"{led} S8", **told) == ("legal", None, [])


@pytest.mark.parametrize("owed", ["G8", "E7"])
def test_t20_to_the_rechter_led_first_a_trump_or_a_kritischer(owed):
    had = [{"player": "Bert", "cards": [owed], "after_trick": 1}]
    told = {"contract": NINE_OF_GRAS, "held": had}
    assert judged("watten", "Bert", "G9 E8", **told) == ("illegal", "T20", [owed])
    assert judged("watten", "Bert", "G9 G7", **told) == ("legal", None, [])
    assert judged("watten", "Bert", "G9 S7", **told) == ("legal", None, [])
    assert judged("watten", "Bert", "G9 E8", contract=NINE_OF_GRAS) == ("open", "T20", [])
    later = {"held": [{**had[0], "after_trick": 2}], "n": 2, "contract": NINE_OF_GRAS}
    assert judged("watten", "Bert", "G9 E8", **later) == ("legal", None, [])
    any_lead = {"tok_scope": "any_lead_of_rechter"}
    bound = judged("watten", "Bert", "G9 E8", rules=any_lead, **later)
    assert bound == ("illegal", "T20", [owed])


def test_t20_a_partner_may_be_bound_by_trumps_alone():
    hand = {"Caro": ["E7", "E8", "EA", "EK", "EO"]}
    told = {"contract": NINE_OF_GRAS, "hands": hand}
    assert judged("watten", "Caro", "G9 G7 E8", **told) == ("illegal", "T20", ["E7"])
    trump_only = {"tok_partner": "trump_only"}
    free = judged("watten", "Caro", "G9 G7 E8", rules=trump_only, **told)
    assert free == ("legal", None, [])


def test_t21_a_kritischer_on_the_rechter_frees_who_follows():
    had = [{"player": "Caro", "cards": ["G8"], "after_trick": 1}]
    told = {"contract": NINE_OF_GRAS, "held": had}
    assert judged("watten", "Caro", "G9 HK E8", **told) == ("legal", None, [])
    bound = {"tok_released_by_critical": "no"}
    found = judged("watten", "Caro", "G9 HK E8", rules=bound, **told)
    assert found == ("illegal", "T20", ["G8"])


def test_t24_a_deal_won_plainly_scores_two():
    assert scored(ANNA_WON)[1] == scored(BERT_WON)[1] == 2
    found = report("watten", tricks_taken=BERT_WON)
    assert found["soft"] == {"Anna": 0, "Bert": 2, "Caro": 0, "Dora": 2}


def test_t25_a_raise_is_accepted_or_costs_the_old_value():
    anna, bert = ["Anna", "Caro"], ["Bert", "Dora"]
    assert scored(ANNA_WON, raises=raised("Anna accept")) == (anna, 3)
    assert scored(ANNA_WON, raises=raised("Anna accept", "Dora accept")) == (anna, 4)
    assert scored(raises=raised("Anna fold")) == (anna, 2)
    folded = raised("Anna accept", "Bert fold")
    assert scored(raises=folded) == (bert, 3)
    assert scored(raises=folded, rules={"fold_points": "always_two"}) == (bert, 2)
    twice = raised("Anna accept", "Caro accept")
    assert errors("watten", raises=twice) == ["T25 /raises/1"]
    assert errors("watten", raises=folded, rules={"raise_max": 3}) == ["T25 /raises/1"]
    after = raised("Anna fold", "Bert accept")
    assert errors("watten", raises=after) == ["T25 /raises/1"]


@pytest.mark.parametrize("target", [11, 13, 15, 18, 21])
def test_t27_a_match_is_won_with_the_target(target):
    rules = {"target": target}
    match = {"Anna": target - 2, "Bert": 0}
    won = report("watten", match=match, tricks_taken=ANNA_WON, rules=rules)["result"]
    assert won["match"]["Anna"] == won["match"]["Caro"] == target + 1
    assert won["match_won_by"] == ["Anna", "Caro"]
    short = {"Anna": target - 3, "Bert": 0}
    going_on = report("watten", match=short, tricks_taken=ANNA_WON, rules=rules)["result"]
    assert (going_on["match"]["Anna"], going_on["match_won_by"]) == (target - 1, [])
    over = {"Anna": target, "Bert": 0}
    assert errors("watten", match=over, rules=rules) == ["T27 /match/Anna"]


def test_t28_a_gespannt_side_may_not_raise_and_deals_are_worth_three():
    raises = raised("Anna accept")
    assert errors("watten", match=GESPANNT, raises=raises) == ["T28 /raises/0"]
    assert scored(ANNA_WON, match=GESPANNT) == (["Anna", "Caro"], 3)
    assert scored(BERT_WON, match=GESPANNT) == (["Bert", "Dora"], 3)
    before = {"Anna": 8, "Bert": 6}
    assert scored(ANNA_WON, match=before) == (["Anna", "Caro"], 2)
    assert errors("watten", match=before, raises=raises) == []
    off = {"gespannt_mode": "off"}
    assert scored(ANNA_WON, match=GESPANNT, rules=off) == (["Anna", "Caro"], 2)


def test_t29_a_gespannt_side_may_go_for_two():
    assert scored(match=GESPANNT, gehen="Caro") == (["Bert", "Dora"], 2)
    assert errors("watten", match=GESPANNT, gehen="Bert") == ["T29 /gehen"]
    off = {"gespannt_mode": "off"}
    assert errors("watten", match=GESPANNT, gehen="Anna", rules=off) == ["T29 /gehen"]


def test_t30_the_other_side_may_raise_the_three_to_four_once():
    assert scored(BERT_WON, match=GESPANNT, raises=raised("Bert accept")) == (["Bert", "Dora"], 4)
    assert scored(ANNA_WON, match=GESPANNT, raises=raised("Bert accept")) == (["Anna", "Caro"], 4)
    for fold_points in ("old_value", "always_two"):
        rules = {"fold_points": fold_points}
        given_up = scored(match=GESPANNT, raises=raised("Dora fold"), rules=rules)
        assert given_up == (["Bert", "Dora"], 3)
    twice = raised("Bert accept", "Dora accept")
    assert errors("watten", match=GESPANNT, raises=twice) == ["T30 /raises/1"]
    nobody = {"other_side_may_raise_at_gespannt": "no"}
    found = errors("watten", match=GESPANNT, raises=twice[:1], rules=nobody)
    assert found == ["T30 /raises/0"]


def test_t31_in_two_three_a_gespannt_side_wins_two_and_the_other_three():
    told = {"match": GESPANNT, "rules": {"gespannt_mode": "two_three"}}
    assert scored(ANNA_WON, **told) == (["Anna", "Caro"], 2)
    assert scored(BERT_WON, **told) == (["Bert", "Dora"], 3)
    assert scored(gehen="Anna", **told) == (["Bert", "Dora"], 3)
    for player in FOUR:
        raises = raised(f"{player} accept")
        assert errors("watten", raises=raises, **told) == ["T31 /raises/0"]


@pytest.mark.parametrize("bummerl", ["to_loser", "to_winner"])
def test_t32_each_loser_pays_a_winner_for_the_bummerl(bummerl):
    rules = {"bummerl": bummerl, "bummerl_stake": 5}
    won = report("watten", match=GESPANNT, tricks_taken=ANNA_WON, rules=rules)
    assert won["units"] == {"Anna": 5, "Bert": -5, "Caro": 5, "Dora": -5}
    assert won["payments"] == [
        {"from": "Bert", "to": "Caro", "amount": 50},
        {"from": "Dora", "to": "Anna", "amount": 50},
    ]
    alone = {"seats": THREE, "match": {"Anna": 9, "Bert": 0, "Caro": 0}}
    three = report("watten", tricks_taken={"Anna": 3}, rules=rules, **alone)
    assert three["units"] == {"Anna": 10, "Bert": -5, "Caro": -5}
    free = report("watten", match=GESPANNT, tricks_taken=ANNA_WON)
    assert free["payments"] == []


def test_t40_with_three_forehand_cuts_and_plays_against_the_others():
    assert errors("watten", seats=THREE, schlecken=lifted("Anna HK", "Caro S7")) == []
    by_other = errors("watten", seats=THREE, schlecken=lifted("Bert HK"))
    assert by_other == ["T9 /schlecken/0/player"]
    assert scored({"Anna": 3}, seats=THREE) == (["Anna"], 2)
    assert scored({"Bert": 1, "Caro": 2}, seats=THREE) == (["Bert", "Caro"], 2)
    told = {"seats": THREE, "contract": NINE_OF_GRAS}
    assert judged("watten", "Anna", "EA", **told) == ("legal", None, [])


@pytest.mark.parametrize("gespannt", ["Bert", "Caro"])
def test_t42_with_three_a_side_is_gespannt_if_any_member_is(gespannt):
    match = {**dict.fromkeys(THREE, 0), gespannt: 9}
    told = {"seats": THREE, "match": match}
    for player in ("Bert", "Caro"):
        raises = raised(f"{player} accept")
        assert errors("watten", raises=raises, **told) == ["T28 /raises/0"]
    assert errors("watten", raises=raised("Anna accept"), **told) == []
    assert scored({"Anna": 3}, **told) == (["Anna"], 3)
    assert errors("watten", gehen="Anna", **told) == ["T29 /gehen"]


def test_t43_with_two_each_plays_for_himself():
    assert scored({"Anna": 3}, seats=TWO) == (["Anna"], 2)
    assert scored({"Bert": 3}, seats=TWO) == (["Bert"], 2)
    assert errors("watten", seats=TWO, schlecken=lifted("Anna HK", "Bert S7")) == []
    wrong = errors("watten", seats=TWO, schlecken=lifted("Bert HK"))
    assert wrong == ["T9 /schlecken/0/player"]
    told = {"seats": TWO, "contract": NINE_OF_GRAS}
    assert judged("watten", "Bert", "EA", lead="Bert", **told) == ("illegal", "T18", [])
    stake = {"bummerl_stake": 5}
    won = {"match": {"Anna": 9, "Bert": 0}, "tricks_taken": {"Anna": 3}}
    found = report("watten", seats=TWO, rules=stake, **won)
    assert found["payments"] == [{"from": "Bert", "to": "Anna", "amount": 50}]


@pytest.mark.parametrize("fine", [3, 2, 0])
def test_i5_a_revoke_in_watten_is_an_error_and_fined(fine):
    rules = {"error_penalty": fine, "gespannt_raise_penalty": 7}
    found = report("watten", rulings=[{"offence": "revoke", "by": "Bert"}], rules=rules)
    result = found["result"]
    assert (result["side"], result["points"], result["by"]) == (["Anna", "Caro"], fine, "penalty")
    assert found["soft"] == {"Anna": fine, "Bert": 0, "Caro": fine, "Dora": 0}
