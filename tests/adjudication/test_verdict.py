"""Verdicts: equal to those found by going through every deal that fits, and the stories told."""

import random
from typing import Any

import pytest

from scorekeeper.adjudication.knowledge import CardsRead
from scorekeeper.adjudication.knowledge import read_cards
from scorekeeper.adjudication.verdict import PlayVerdict
from scorekeeper.adjudication.verdict import judge
from scorekeeper.rules.house import Game
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.obligations import card_play_of
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.record import DealRecord
from tests.adjudication.every_deal import Story
from tests.adjudication.every_deal import every_deal
from tests.adjudication.every_deal import judge_by_every_deal

DUTY = {
    "B22": "follow",
    "B23": "head or trump",
    "W19": "follow",
    "W20": "head",
    "W21": "trump",
    "T20": "trump",
}


def read(told: dict[str, Any]) -> tuple[DealRecord, CardPlay, CardsRead]:
    record = read_object(told)
    assert isinstance(record, DealRecord), record
    assert record.contract is not None
    play = card_play_of(record, record.contract.trump)
    assert play is not None
    return record, play, read_cards(record, play)


def plays_of(told: dict[str, Any]) -> list[PlayVerdict]:
    record, play, cards = read(told)
    assert cards.findings == ()
    return list(judge(record, play, cards))


def compare(seed: int, game: Game) -> int:
    """Compare one story; give how many verdicts were open or illegal."""
    story = Story(random.Random(seed), game)
    record, play, _cards = read(story.table())
    story.play_out(play)
    told = story.record()
    record, play, cards = read(told)
    assert cards.findings == (), (seed, told)
    leaders = {n.n: lead.leader or "" for n, lead in zip(cards.tricks, cards.leads, strict=True)}
    deals = list(every_deal(record, leaders, story.size))
    interesting = 0
    verdicts = {(v.trick, v.player): v for v in judge(record, play, cards)}
    for lead, trick in zip(cards.leads, cards.tricks, strict=True):
        assert lead.leader is not None
        for place, (player, card) in enumerate(trick.plays):
            if card is None:
                continue
            verdict = verdicts.pop((trick.n, player))
            if place == 0:
                wrong = lead.due is not None and lead.due != player
                assert (verdict.verdict == "illegal") == wrong
                continue
            said = judge_by_every_deal(play, deals, trick.n, lead.leader, place, story.size)
            told_here = (seed, trick.n, player, told, said)
            assert verdict.verdict == said.verdict, told_here
            assert frozenset(verdict.because) == said.because, told_here
            assert frozenset(verdict.instead) == said.instead, told_here
            if said.duty is None:
                assert verdict.rule is None
            else:
                assert verdict.rule is not None
                assert said.duty in DUTY[verdict.rule], told_here
                interesting += 1
    assert not verdicts
    return interesting


@pytest.mark.parametrize("game", list(Game))
def test_verdicts_are_those_of_every_deal_that_fits(game: Game) -> None:
    least = 5 if game is Game.WATTEN else 40
    assert sum(compare(seed, game) for seed in range(60)) > least
