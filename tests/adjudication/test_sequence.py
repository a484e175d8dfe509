"""What a table carries from deal to deal: Haferl, match, Bummerl, who deals, who sits out."""

import random

import pytest

from scorekeeper.adjudication.check import check_object
from scorekeeper.adjudication.sequence import SpokenDeal
from scorekeeper.adjudication.sequence import TableState
from scorekeeper.adjudication.sequence import match_going_on
from scorekeeper.adjudication.sequence import same_sides
from scorekeeper.adjudication.sequence import score_deal
from scorekeeper.adjudication.sequence import score_sequence
from scorekeeper.adjudication.sequence import sitting_out_next

THREE = ["Anna", "Bert", "Caro"]
FOUR = ["Anna", "Bert", "Caro", "Dora"]
WITH_HAFERL = {"pass_out": "haferl"}


def wallachen(said, rules=WITH_HAFERL, seats=THREE, dealer="Caro"):
    return SpokenDeal(
        game="wallachen", said={"seats": seats, "dealer": dealer, **said}, house_rules=rules
    )


def watten(said, rules=None, seats=FOUR, dealer="Dora", new_match=False):
    return SpokenDeal(
        game="watten",
        said={"seats": seats, "dealer": dealer, **said},
        house_rules=rules or {},
        new_match=new_match,
    )


def passed_out(**more):
    return wallachen({"contract": {"kind": "passed_out"}, **more})


def six(declarer, tricks, **more):
    contract = {"declarer": declarer, "kind": "number", "bid": 6}
    return wallachen({"contract": contract, "tricks_taken": {declarer: tricks}, **more})


def points(scored):
    return scored.state.match.by_member()


def test_the_haferl_fills_and_the_next_who_makes_takes_it():
    deals = score_sequence(
        TableState(), [passed_out(), passed_out(), six("Anna", 5), six("Bert", 7), six("Caro", 6)]
    )
    assert [deal.haferl_before for deal in deals] == [0, 30, 60, 60, 0]
    assert [deal.state.haferl for deal in deals] == [30, 60, 60, 0, 0]
    assert deals[1].state.haferl_payers == (("Anna", 20), ("Bert", 20), ("Caro", 20))
    assert deals[3].state.haferl_payers == ()
    assert deals[3].report.money == {"Anna": -70, "Bert": 200, "Caro": -70}


def test_who_pays_into_a_new_pot_is_counted_anew():
    rules = {**WITH_HAFERL, "haferl_on_failure": "double_pot"}
    failed = wallachen(
        {
            "contract": {"declarer": "Bert", "kind": "bettel"},
            "tricks_taken": {"Bert": 1},
        },
        rules,
    )
    deals = score_sequence(TableState(), [passed_out(), six("Anna", 6), passed_out(), failed])
    assert deals[-1].state.haferl == 60
    assert deals[-1].state.haferl_payers == (("Anna", 10), ("Bert", 40), ("Caro", 10))


def test_the_pot_and_the_match_stay_while_another_game_is_played():
    other = SpokenDeal(
        game="bolachen",
        said={
            "seats": THREE,
            "dealer": "Anna",
            "contract": {"declarer": "Anna", "kind": "mord"},
            "tricks_taken": {"Anna": 10},
        },
    )
    lost = watten({"tricks_taken": {"Anna": 3}})
    deals = score_sequence(TableState(), [passed_out(), lost, other, lost])
    assert deals[2].state.haferl == 30
    assert points(deals[2])["Anna"] == 2
    assert deals[3].match_before == {"Anna": 2, "Bert": 0, "Caro": 2, "Dora": 0}


def test_what_is_carried_is_never_taken_from_the_record():
    deal = passed_out(haferl=990, match={"Anna": 3}, tariff=500, house_rules={}, game="watten")
    assert score_deal(TableState(), deal).state.haferl == 30


def test_a_match_runs_to_the_target_then_a_new_one_begins():
    win = watten({"tricks_taken": {"Bert": 3}}, {"bummerl_stake": 4})
    deals = score_sequence(TableState(), [win] * 6)
    assert [points(deal)["Dora"] for deal in deals] == [2, 4, 6, 8, 10, 13]
    assert [deal.match_number for deal in deals] == [1] * 6
    assert [deal.began_match for deal in deals] == [True] + [False] * 5
    assert deals[4].bummerl == {}
    assert deals[5].state.match.won_by == ("Bert", "Dora")
    assert deals[5].bummerl == {"Anna": 1, "Caro": 1}
    assert deals[5].report.money == {"Anna": -40, "Bert": 40, "Caro": -40, "Dora": 40}
    following = score_deal(deals[5].state, win)
    assert following.began_match
    assert following.match_number == 2
    assert following.match_before == dict.fromkeys(FOUR, 0)
    assert following.state.bummerl == {"Anna": 1, "Caro": 1}


def test_the_winners_get_the_mark_where_the_table_says_so():
    rules = {"bummerl": "to_winner", "bummerl_stake": 1}
    win = watten({"tricks_taken": {"Anna": 3}}, rules)
    last = score_sequence(TableState(), [win] * 6)[-1]
    assert last.bummerl == {"Anna": 1, "Caro": 1}
    assert last.report.money == {"Anna": 10, "Bert": -10, "Caro": 10, "Dora": -10}


def test_gespannt_is_known_from_the_deals_before():
    win = watten({"tricks_taken": {"Anna": 3}})
    start = score_sequence(TableState(), [win] * 5)[-1].state
    raised = watten({"raises": [{"by": "Anna", "answer": "accept"}], "tricks_taken": {"Anna": 3}})
    report = score_deal(start, raised).report
    assert [(error.code, error.path) for error in report.errors] == [("T28", "/raises/0")]


def test_three_keep_their_own_accounts_and_several_can_lose():
    alone = watten({"tricks_taken": {"Anna": 3}}, seats=THREE, dealer="Caro")
    together = watten({"tricks_taken": {"Bert": 3}}, {"bummerl_stake": 1}, THREE, "Caro")
    deals = score_sequence(TableState(), [alone, *[together] * 5])
    assert points(deals[-2]) == {"Anna": 2, "Bert": 8, "Caro": 8}
    last = score_deal(deals[-1].state, together)
    assert points(last) == {"Anna": 2, "Bert": 13, "Caro": 13}
    assert last.bummerl == {"Anna": 1}
    assert last.report.money == {"Anna": -20, "Bert": 10, "Caro": 10}


def test_two_play_each_for_himself():
    win = watten({"tricks_taken": {"Anna": 3}}, {"target": 11}, ["Anna", "Bert"], "Bert")
    last = score_sequence(TableState(), [win] * 6)[-1]
    assert points(last) == {"Anna": 13, "Bert": 0}
    assert last.bummerl == {"Bert": 1}


def test_a_misdeal_changes_nothing():
    misdeal = watten({"rulings": [{"offence": "misdeal"}]}, new_match=True)
    win = watten({"tricks_taken": {"Anna": 3}})
    deals = score_sequence(TableState(), [win, misdeal, win])
    assert deals[1].settled
    assert points(deals[1]) == dict.fromkeys(FOUR, 0)
    assert deals[2].match_number == 2
    assert [deal.report.misdeal for deal in deals] == [False, True, False]


@pytest.mark.parametrize(
    "said",
    [
        {"tricks_taken": {"Anna": 2}},
        {"tricks_taken": {"Emil": 3}},
        {"raises": [{"by": "Anna", "answer": "accept"}, {"by": "Anna", "answer": "fold"}]},
    ],
)
def test_what_is_undecided_or_wrong_leaves_everything_as_it_was(said):
    start = score_deal(TableState(), watten({"tricks_taken": {"Bert": 3}})).state
    scored = score_deal(start, watten(said))
    assert not scored.settled
    assert scored.state == start


def test_a_deal_that_is_no_record_at_all_is_reported():
    scored = score_deal(TableState(), SpokenDeal(game="skat", said={}))
    assert [error.path for error in scored.report.errors] == ["/game"]


def test_a_substitute_takes_over_the_points_of_his_side():
    win = watten({"tricks_taken": {"Anna": 3}})
    seats = ["Anna", "Bert", "Emil", "Dora"]
    deals = score_sequence(
        TableState(), [win, watten({"tricks_taken": {"Bert": 3}}, seats=seats), win]
    )
    assert deals[1].match_before == {"Anna": 2, "Bert": 0, "Emil": 2, "Dora": 0}
    assert points(deals[2]) == {"Anna": 4, "Caro": 4, "Emil": 4, "Bert": 2, "Dora": 2}
    assert same_sides(deals[2].state.match, ["Bert", "Emil", "Dora", "Anna"])
    assert not same_sides(deals[2].state.match, ["Bert", "Fritz", "Dora", "Anna"])


def test_two_new_partners_take_the_side_that_is_left():
    win = watten({"tricks_taken": {"Anna": 3}})
    seats = ["Anna", "Emil", "Caro", "Fritz"]
    other = watten({"tricks_taken": {"Emil": 3}}, seats=seats, dealer="Fritz")
    assert points(score_sequence(TableState(), [win, other])[-1]) == {
        "Anna": 2,
        "Caro": 2,
        "Emil": 2,
        "Fritz": 2,
        "Bert": 2,
        "Dora": 2,
    }


def test_changed_partners_begin_a_new_match():
    win = watten({"tricks_taken": {"Anna": 3}})
    mixed = watten({"tricks_taken": {"Anna": 3}}, seats=["Anna", "Caro", "Bert", "Dora"])
    scored = score_sequence(TableState(), [win, mixed])[-1]
    assert scored.began_match
    assert scored.match_before == dict.fromkeys(FOUR, 0)


def test_fewer_players_or_a_lower_target_begin_a_new_match():
    win = watten({"tricks_taken": {"Anna": 3}}, {"target": 15})
    state = score_sequence(TableState(), [win] * 6)[-1].state
    assert state.match.points == (12, 0)
    players = tuple(FOUR)
    assert match_going_on(state, players, target=15) is not None
    assert match_going_on(state, players, target=11) is None
    assert match_going_on(state, players[:3], target=15) is None


def test_a_new_match_can_be_asked_for():
    win = watten({"tricks_taken": {"Anna": 3}})
    again = watten({"tricks_taken": {"Anna": 3}}, new_match=True)
    deals = score_sequence(TableState(), [win, again])
    assert deals[1].match_number == 2
    assert points(deals[1])["Anna"] == 2


def test_with_four_the_dealer_sits_out_a_three_hander():
    for dealer in FOUR:
        assert sitting_out_next(FOUR, dealer, "bolachen", [("Anna",)]) == (dealer,)
    assert sitting_out_next(THREE, "Anna", "wallachen") == ()
    assert sitting_out_next(FOUR, "Anna", "watten") == ()


@pytest.mark.parametrize(("game", "number"), [("bolachen", 3), ("wallachen", 3), ("watten", 4)])
@pytest.mark.parametrize("size", [5, 6])
def test_those_sit_out_who_did_so_longest_ago(game, number, size):
    seats = ["Anna", "Bert", "Caro", "Dora", "Emil", "Fritz"][:size]
    history = []
    for deal in range(30):
        resting = sitting_out_next(seats, seats[deal % size], game, history)
        assert len(resting) == size - number
        assert list(resting) == [seat for seat in seats if seat in resting]
        history.append(resting)
    assert "Anna" in history[0]
    for i in range(len(seats), len(history) + 1):
        rested = [sum(seat in resting for resting in history[:i]) for seat in seats]
        assert max(rested) - min(rested) <= 1


def test_a_misdeal_is_no_error():
    record = {
        "format": "deal-record/1",
        "game": "watten",
        "seats": FOUR,
        "dealer": "Dora",
        "tricks_taken": {"Anna": 3},
        "rulings": [{"offence": "misdeal"}],
    }
    report = check_object(record)
    assert report.misdeal
    assert report.result is None
    assert report.errors == ()


def random_evening(chance):
    """Deals of all three games under house rules that change from deal to deal."""
    for _ in range(40):
        seats = chance.choice([THREE, FOUR])
        game = chance.choice(["wallachen", "wallachen", "bolachen", "watten"])
        said = {"seats": seats, "dealer": chance.choice(seats)}
        resting = [seats[-1]] if game != "watten" and len(seats) == 4 else []
        said["sitting_out"] = resting
        playing = [seat for seat in seats if seat not in resting]
        rules = {}
        if game == "watten":
            rules = {"target": chance.choice([11, 13]), "bummerl_stake": chance.choice([0, 2])}
            said["tricks_taken"] = {chance.choice(playing): 3}
        elif game == "wallachen":
            rules = {
                "pass_out": "haferl",
                "haferl_stake": chance.choice([1, 2]),
                "haferl_on_failure": chance.choice(["nothing", "pay_stake", "double_pot"]),
                "haferl_taker": chance.choice(["next_made", "bettel_or_mord_made"]),
                "double_touches_pot": chance.choice(["yes", "no"]),
            }
            said["doubles"] = chance.sample(playing, chance.randint(0, 2))
        if game != "watten":
            kind = "brand" if game == "bolachen" else "number"
            declarer = chance.choice(playing)
            contract = {"declarer": declarer, "kind": chance.choice([kind, "bettel"])}
            if contract["kind"] == "number":
                contract["bid"] = chance.choice([6, 8])
            said |= {"contract": contract, "tricks_taken": {declarer: chance.randint(0, 10)}}
            if game == "wallachen" and chance.random() < 0.4:
                said |= {"contract": {"kind": "passed_out"}, "tricks_taken": {}}
        yield SpokenDeal(game=game, said=said, house_rules=rules, tariff=chance.choice([5, 10]))


@pytest.mark.parametrize("seed", range(20))
def test_no_cent_is_made_or_lost_in_an_evening(seed):
    deals = list(random_evening(random.Random(seed)))
    scored = score_sequence(TableState(), deals)
    before = 0
    for deal in scored:
        assert deal.report.errors == ()
        assert deal.haferl_before == before
        before = deal.state.haferl
        assert sum(deal.report.money.values()) + before - deal.haferl_before == 0
        # the pot is always what those who are named paid into it
        assert sum(paid for _, paid in deal.state.haferl_payers) == before
        assert all(paid > 0 for _, paid in deal.state.haferl_payers)
    halfway = score_sequence(scored[19].state, deals[20:])
    assert halfway == scored[20:]
