"""The rules of card play once more, slowly and in their own words, to compare with."""

from collections.abc import Sequence

from scorekeeper.cards import Card
from scorekeeper.cards import Rank
from scorekeeper.cards import card_name
from scorekeeper.cards import rank_of
from scorekeeper.cards import suit_of
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.obligations import CardPlay

RANKS_DOWN = [Rank.A, Rank.K, Rank.O, Rank.U, Rank.TEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN]


def higher(one: Card, other: Card) -> bool:
    return RANKS_DOWN.index(rank_of(one)) < RANKS_DOWN.index(rank_of(other))


def winning(play: CardPlay, lying: Sequence[Card]) -> int:
    """Give the place of the winning card."""
    if isinstance(play.rules, WattenRules):
        return winning_in_watten(play, lying)
    trumps = [card for card in lying if suit_of(card) is play.trump]
    matter = trumps or [card for card in lying if suit_of(card) is suit_of(lying[0])]
    best = matter[0]
    for card in matter:
        if higher(card, best):
            best = card
    return list(lying).index(best)


def winning_in_watten(play: CardPlay, lying: Sequence[Card]) -> int:
    """T2 to T7, class by class from the highest down."""
    assert isinstance(play.rules, WattenRules)
    named = [card_name(card) for card in lying]
    if play.rules.criticals == "three":
        for critical in ("HK", "S7", "E7"):
            if critical in named:
                return named.index(critical)
    of_schlag = [i for i, card in enumerate(lying) if rank_of(card) is play.schlag]
    for i in of_schlag:
        if suit_of(lying[i]) is play.trump:  # the Rechter
            return i
    if of_schlag:  # Linke: the first is best
        return of_schlag[0]
    for suit in (play.trump, suit_of(lying[0])):
        ranked = [i for i, card in enumerate(lying) if suit_of(card) is suit]
        if ranked:
            return min(ranked, key=lambda i: RANKS_DOWN.index(rank_of(lying[i])))
    raise AssertionError(named)


def beats(play: CardPlay, card: Card, lying: Sequence[Card]) -> bool:
    """Would this card be winning the trick?"""
    return winning(play, [*lying, card]) == len(lying)


def may_play(
    play: CardPlay,
    n: int,
    leader: str,
    lying: Sequence[Card],
    player: str,
    hand: Sequence[Card],
    card: Card,
) -> bool:
    """Say whether this card of the hand may be played to the cards lying."""
    if isinstance(play.rules, WattenRules):
        return may_play_watten(play, play.rules, n, leader, lying, player, hand, card)
    suit_led = suit_of(lying[0])
    of_suit = [one for one in hand if suit_of(one) is suit_led]
    trumps = [one for one in hand if suit_of(one) is play.trump]
    able = [one for one in (of_suit or trumps) if beats(play, one, lying)]
    start = play.players.index(leader)
    winner = play.players[(start + winning(play, lying)) % 3]
    partner_winning = player != play.declarer and winner != play.declarer
    if of_suit and card not in of_suit:
        return False
    if isinstance(play.rules, BolachenRules):
        return bolachen_may(
            play, play.rules, leader, lying, player, card, of_suit, trumps, able, partner_winning
        )
    assert isinstance(play.rules, WallachenRules)
    return wallachen_may(play, play.rules, lying, card, of_suit, trumps, able, partner_winning)


def bolachen_may(
    play: CardPlay,
    rules: BolachenRules,
    leader: str,
    lying: Sequence[Card],
    player: str,
    card: Card,
    of_suit: list[Card],
    trumps: list[Card],
    able: list[Card],
    partner_winning: bool,
) -> bool:
    in_brand = play.trump is not None
    if not in_brand and rules.stichzwang_in_bettel_mord == "no":
        return True
    led_beaten = winning(play, lying) != 0
    released = {
        "beaten_by_anyone": led_beaten,
        # who plays third after the declarer led sits behind his fellow defender
        "partner_beat_only": led_beaten and leader == play.declarer and player != play.declarer,
        "partner_winning": partner_winning,
        "never": False,
    }[rules.release_from_stichzwang]
    if of_suit:
        return released or not able or card in able
    if not in_brand:
        return True
    if rules.void_must_trump == "never":
        return True
    if rules.void_must_trump == "if_unreleased":
        return released or not able or card in able
    if able:
        return card in able
    return not trumps or card in trumps


def wallachen_may(
    play: CardPlay,
    rules: WallachenRules,
    lying: Sequence[Card],
    card: Card,
    of_suit: list[Card],
    trumps: list[Card],
    able: list[Card],
    partner_winning: bool,
) -> bool:
    if play.trump is None and rules.stichzwang_in_bettel_mord == "no":
        return True
    if partner_winning and rules.partner_winning_exemption == "yes":
        return True
    if of_suit:
        return not able or card in able
    if not trumps:
        return True
    if able:
        return card in able
    if rules.undertrump_duty == "free_if_cannot_overtrump":
        return True
    return card in trumps


def may_play_watten(
    play: CardPlay,
    rules: WattenRules,
    n: int,
    leader: str,
    lying: Sequence[Card],
    player: str,
    hand: Sequence[Card],
    card: Card,
) -> bool:
    def critical(one: Card) -> bool:
        return rules.criticals == "three" and card_name(one) in ("HK", "S7", "E7")

    def trump(one: Card) -> bool:
        return suit_of(one) is play.trump

    def linker(one: Card) -> bool:
        return rank_of(one) is play.schlag and not trump(one) and not critical(one)

    led = lying[0]
    is_rechter = rank_of(led) is play.schlag and trump(led) and not critical(led)
    if not is_rechter:
        return True
    if rules.tok_scope == "first_card_of_deal" and n > 1:
        return True
    if rules.tok_released_by_critical == "yes" and any(critical(one) for one in lying):
        return True
    seats = play.players
    apart = abs(seats.index(leader) - seats.index(player))
    if len(seats) == 4:
        partners = apart == 2
    else:  # with three the two others are one side against forehand
        partners = len(seats) == 3 and seats[0] not in (leader, player)
    if rules.tok_partner == "trump_only" and partners:
        bound = any(trump(one) and not critical(one) for one in hand)
    else:
        bound = any(trump(one) or critical(one) for one in hand)
    if not bound:
        return True
    if rules.tok_satisfied_by == "also_any_linker" and linker(card):
        return True
    return trump(card) or critical(card)
