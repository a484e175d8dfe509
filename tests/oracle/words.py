"""The tables of the specification: cards, spelling, options, ranges."""

from typing import Any

Json = Any

# "Canonical order of any printed list of cards: suits E, G, H, S; in a suit A down to 7."
SUITS = ["E", "G", "H", "S"]
RANKS = ["A", "K", "O", "U", "10", "9", "8", "7"]
ALL_CARDS = [suit + rank for suit in SUITS for rank in RANKS]

# "Spelling": what a letter means in each pack.
SUIT_SPELLING = {
    "german": {"E": "E", "G": "G", "L": "G", "B": "G", "H": "H", "S": "S"},
    "french": {
        "C": "E",
        "♣": "E",
        "S": "G",
        "♠": "G",
        "H": "H",
        "♥": "H",
        "D": "S",
        "♦": "S",
    },
}
NUMBER_RANKS = {"10": "10", "T": "10", "Z": "10", "X": "10", "9": "9", "8": "8", "7": "7"}
RANK_SPELLING = {
    "german": {"A": "A", "D": "A", "K": "K", "O": "O", "U": "U", **NUMBER_RANKS},
    "french": {"A": "A", "K": "K", "Q": "O", "J": "U", **NUMBER_RANKS},
}


def in_order(cards: Any) -> list[str]:
    """Put cards in canonical order, each once."""
    return [card for card in ALL_CARDS if card in set(cards)]


def ascii_upper(text: str) -> str:
    """'ASCII letters in either case': nothing but a to z is changed."""
    return "".join(chr(ord(c) - 32) if "a" <= c <= "z" else c for c in text)


def read_suit(text: str, pack: str) -> str | None:
    """Return E, G, H or S, or None."""
    return SUIT_SPELLING[pack].get(ascii_upper(text))


def read_rank(text: str, pack: str) -> str | None:
    """Return a rank as reports write it, or None."""
    return RANK_SPELLING[pack].get(ascii_upper(text))


def read_card(text: str, pack: str) -> str | None:
    """'A card is a suit and a rank ... without spaces or any other character'."""
    suit = read_suit(text[:1], pack)
    rank = read_rank(text[1:], pack)
    if suit is None or rank is None:
        return None
    return suit + rank


# house-rules.md: the first value is the default. A pair is "any whole number a to b".
_REVOKE = {
    "revoke_remedy": ["side_loses", "as_played", "double_dummy"],
    "revoke_payer": ["offender", "both"],
}
OPTIONS: dict[str, dict[str, list[Json]]] = {
    "bolachen": {
        "dealer_forced": ["any_game", "brand_only", "throw_in"],
        "uncontested_upgrade": ["allowed", "brand_stays"],
        "call_right": ["before_dopper_only", "also_after_switch", "off"],
        "release_from_stichzwang": [
            "beaten_by_anyone",
            "partner_beat_only",
            "partner_winning",
            "never",
        ],
        "void_must_trump": ["if_unreleased", "always", "never"],
        "stichzwang_in_bettel_mord": ["yes", "no"],
        "mord_factor": [3, 5],
        **_REVOKE,
    },
    "wallachen": {
        "double_window": ["until_deal_ends", "until_first_bid", "off"],
        "multiple_doubles": ["multiply", "single", "additive"],
        "double_touches_pot": ["no", "yes"],
        "bettel_mord_rank": ["bettel_mord", "mord_bettel", "bettel_after_7"],
        "hold": ["earlier_previous_high", "any_previous_high", "off"],
        "pass_out": ["muss_spiel", "haferl", "redeal"],
        "haferl_stake": [1, range(1, 101)],
        "haferl_taker": ["next_made", "next_number_made", "bettel_or_mord_made"],
        "haferl_on_failure": ["nothing", "pay_stake", "double_pot"],
        "change_after_stock": ["none", "upward", "to_bettel_mord"],
        "trump_fixing": ["first_lead", "announced"],
        "undertrump_duty": ["must_trump", "free_if_cannot_overtrump"],
        "partner_winning_exemption": ["no", "yes"],
        "stichzwang_in_bettel_mord": ["yes", "no"],
        "win_pays": ["tricks_won", "tricks_bid"],
        "loss_pays": ["tricks_bid", "shortfall", "bid_plus_shortfall"],
        "bettel_value": [10, range(1, 1001)],
        "mord_value": [10, range(1, 1001)],
        **_REVOKE,
    },
    "watten": {
        "target": [11, 13, 15, 18, 21],
        "gespannt_mode": ["three", "two_three", "off"],
        "other_side_may_raise_at_gespannt": ["yes", "no"],
        "raise_max": ["none", range(3, 21)],
        "fold_points": ["old_value", "always_two"],
        "gespannt_raise_penalty": [3, range(11)],
        "error_penalty": [3, range(11)],
        "maschine": ["must_show_2", "show_3_or_play", "off"],
        "maschine_extended": ["three_critical_only", "any_sure_three"],
        "criticals": ["three", "none"],
        "tok_scope": ["first_card_of_deal", "any_lead_of_rechter"],
        "tok_satisfied_by": ["trump_or_critical", "also_any_linker"],
        "tok_partner": ["same_duty", "trump_only"],
        "tok_released_by_critical": ["yes", "no"],
        "schlecken": ["chain_of_three", "one_each", "cutter_only", "off"],
        "bluff_penalty": [2, range(11)],
        "schoenere": ["once", "off"],
        "schlagwechsel": ["offered_by_forehand", "off"],
        "bummerl": ["to_loser", "to_winner"],
        "bummerl_stake": [0, range(1001)],
    },
}

# "Record fields": the second column.
FIELDS = {
    "format": "BWT",
    "game": "BWT",
    "house_rules": "BWT",
    "tariff": "BWT",
    "currency": "BWT",
    "seats": "BWT",
    "dealer": "BWT",
    "sitting_out": "BWT",
    "pack": "BWT",
    "doubles": "W",
    "auction": "BW",
    "contract": "BWT",
    "call": "B",
    "hands": "BWT",
    "talon": "BW",
    "discards": "BW",
    "held": "BWT",
    "tricks": "BWT",
    "tricks_taken": "BWT",
    "match": "T",
    "raises": "T",
    "gehen": "T",
    "maschine": "T",
    "schlecken": "T",
    "haferl": "W",
    "rulings": "BWT",
    "ask": "BWT",
}
LETTER = {"bolachen": "B", "wallachen": "W", "watten": "T"}

CALLS = {
    "bolachen": ["pass", "brand", "bettel", "mord"],
    "wallachen": ["pass", "6", "7", "8", "9", "bettel", "mord", "hold"],
    # No call is one of Watten; "what is wrong inside" is what is no call of the games of the field.
    "watten": ["pass", "brand", "6", "7", "8", "9", "bettel", "mord", "hold"],
}
KINDS = {
    "bolachen": ["brand", "bettel", "mord", "passed_out"],
    "wallachen": ["number", "bettel", "mord", "passed_out"],
}
OFFENCES = {
    "bolachen": ["revoke", "misdeal"],
    "wallachen": ["revoke", "misdeal"],
    "watten": ["revoke", "misdeal", "error", "gespannt_raise", "bluff"],
}
