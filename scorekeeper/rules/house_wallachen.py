"""The house rules of a Wallachen table."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.option import number
from scorekeeper.rules.option import words
from scorekeeper.rules.option import yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class WallachenRules:
    """One value for each option; the defaults are what `rulebook` says."""

    double_window: Literal["until_deal_ends", "until_first_bid", "off"] = words(
        "W5",
        ("Doppeln", "Doubling"),
        ("Bis wann gedoppelt werden darf.", "Until when a player may double."),
        {
            "until_deal_ends": ("bis zum Ende des Gebens", "until the cards are dealt"),
            "until_first_bid": ("bis zur ersten Ansage", "until the first bid"),
            "off": ("niemand doppelt", "nobody doubles"),
        },
    )
    multiple_doubles: Literal["multiply", "single", "additive"] = words(
        "W6",
        ("Mehrere Doppler", "Several doubles"),
        ("Was mehrere Doppler zusammen zählen.", "What several doubles come to."),
        {
            "multiply": ("jeder verdoppelt noch einmal", "each doubles again"),
            "single": ("zusammen einmal doppelt", "double once in all"),
            "additive": ("jeder zählt eins dazu", "each adds one"),
        },
    )
    double_touches_pot: Literal["no", "yes"] = yes_no(
        "W29",
        ("Doppler gilt für das Haferl", "Doubles touch the Haferl"),
        (
            "Ob auch vervielfacht wird, was in diesem Spiel ins Haferl gezahlt wird.",
            "Whether what is paid into the Haferl in this deal is multiplied too.",
        ),
        default="no",
    )
    bettel_mord_rank: Literal["bettel_mord", "mord_bettel", "bettel_after_7"] = words(
        "W10",
        ("Rang von Bettel und Mord", "Rank of Bettel and Mord"),
        ("Die Reihenfolge der Ansagen.", "The order of the bids."),
        {
            "bettel_mord": (
                "6 < 7 < 8 < 9 < Bettel < Mord",
                "6 < 7 < 8 < 9 < Bettel < Mord",
            ),
            "mord_bettel": (
                "6 < 7 < 8 < 9 < Mord < Bettel",
                "6 < 7 < 8 < 9 < Mord < Bettel",
            ),
            "bettel_after_7": (
                "6 < 7 < Bettel < 8 < 9 < Mord",
                "6 < 7 < Bettel < 8 < 9 < Mord",
            ),
        },
    )
    hold: Literal["earlier_previous_high", "any_previous_high", "off"] = words(
        "W11",
        ("Halten", "Holding"),
        (
            "Wer ein Gebot halten darf, statt höher zu gehen.",
            "Who may hold a bid instead of going higher.",
        ),
        {
            "earlier_previous_high": (
                "wer schon geführt hat und früher sitzt",
                "a former highest bidder who sits earlier",
            ),
            "any_previous_high": (
                "jeder, der schon geführt hat",
                "any former highest bidder",
            ),
            "off": ("niemand", "nobody"),
        },
    )
    pass_out: Literal["muss_spiel", "haferl", "redeal"] = words(
        "W13 W14",
        ("Wenn alle passen", "When all pass"),
        ("Was geschieht, wenn niemand spielen will.", "What happens when nobody will play."),
        {
            "muss_spiel": ("Muss-Spiel: Vorhand spielt 6", "Muss-Spiel: forehand plays 6"),
            "haferl": ("jeder zahlt ins Haferl", "everybody pays into the Haferl"),
            "redeal": ("der Nächste gibt, niemand zahlt", "next dealer, nobody pays"),
        },
    )
    haferl_stake: int = number(
        "W14",
        ("Einsatz ins Haferl", "Haferl stake"),
        (
            "Wie viele Einheiten jeder ins Haferl zahlt, wenn alle passen.",
            "How many units each pays into the Haferl when all pass.",
        ),
        default=1,
        span=(1, 100),
    )
    haferl_taker: Literal["next_made", "next_number_made", "bettel_or_mord_made"] = words(
        "W31",
        ("Wer das Haferl bekommt", "Who takes the Haferl"),
        ("Mit welchem gewonnenen Spiel das Haferl geholt wird.", "Which game takes the Haferl."),
        {
            "next_made": ("mit jedem gewonnenen Spiel", "any game made"),
            "next_number_made": ("nur mit 6 bis 9", "only a 6 to 9 made"),
            "bettel_or_mord_made": (
                "nur mit Bettel oder Mord",
                "only a Bettel or Mord made",
            ),
        },
    )
    haferl_on_failure: Literal["nothing", "pay_stake", "double_pot"] = words(
        "W31",
        ("Haferl bei verlorenem Spiel", "Haferl when the game fails"),
        (
            "Was ein Alleinspieler, der verliert, ins Haferl zahlt.",
            "What a declarer who fails pays into the Haferl.",
        ),
        {
            "nothing": ("nichts", "nothing"),
            "pay_stake": ("den Einsatz", "the stake"),
            "double_pot": ("so viel, wie darin liegt", "as much as lies in it"),
        },
    )
    change_after_stock: Literal["none", "upward", "to_bettel_mord"] = words(
        "W15 W13",
        ("Wechsel nach dem Dabb", "Change after the Stock"),
        (
            (
                "Ob der Alleinspieler nach dem Aufnehmen ein anderes Spiel ansagen darf, auch im "
                "Muss-Spiel."
            ),
            "Whether the declarer may change his game after taking the Stock, in a Muss-Spiel too.",
        ),
        {
            "none": ("kein Wechsel", "no change"),
            "upward": ("zu jedem höheren Spiel", "to any higher game"),
            "to_bettel_mord": (
                "von der Zahl zu Bettel oder Mord",
                "from a number to Bettel or Mord",
            ),
        },
    )
    trump_fixing: Literal["first_lead", "announced"] = words(
        "W17",
        ("Wie Trumpf bestimmt wird", "How trumps are fixed"),
        ("Was die Trumpffarbe festlegt.", "What settles the trump suit."),
        {
            "first_lead": ("durch die erste Karte", "by the first card led"),
            "announced": ("er nennt sie beim Ausspielen", "he names it when leading"),
        },
    )
    undertrump_duty: Literal["must_trump", "free_if_cannot_overtrump"] = words(
        "W21",
        ("Untertrumpfen", "Undertrumping"),
        (
            "Ob mit einem kleineren Trumpf zugegeben werden muss, wer nicht übertrumpfen kann.",
            "Whether a player who cannot overtrump must play a lower trump.",
        ),
        {
            "must_trump": ("Trumpf ist Pflicht", "a trump must be played"),
            "free_if_cannot_overtrump": (
                "frei, wer nicht übertrumpfen kann",
                "free if he cannot overtrump",
            ),
        },
    )
    partner_winning_exemption: Literal["no", "yes"] = yes_no(
        "W23",
        ("Frei, wenn der Mitspieler führt", "Free when the partner is winning"),
        (
            (
                "Ob ein Gegenspieler frei von Stich- und Trumpfzwang ist, solange der Stich seinem "
                "Mitspieler gehört."
            ),
            (
                "Whether a defender is free of heading and trumping while his fellow defender is "
                "winning."
            ),
        ),
        default="no",
    )
    stichzwang_in_bettel_mord: Literal["yes", "no"] = yes_no(
        "W20",
        ("Stichzwang in Bettel und Mord", "Heading in Bettel and Mord"),
        (
            "Ob auch in Bettel und Mord gestochen werden muss.",
            "Whether the duty to beat holds in Bettel and Mord too.",
        ),
        default="yes",
    )
    win_pays: Literal["tricks_won", "tricks_bid"] = words(
        "W25",
        ("Gewonnenes Spiel zahlt", "A game made pays"),
        ("Wonach ein gewonnenes Zahlenspiel bezahlt wird.", "By what a number made is paid."),
        {
            "tricks_won": ("nach gemachten Stichen", "by tricks won"),
            "tricks_bid": ("nach angesagten Stichen", "by tricks bid"),
        },
    )
    loss_pays: Literal["tricks_bid", "shortfall", "bid_plus_shortfall"] = words(
        "W26",
        ("Verlorenes Spiel zahlt", "A game lost pays"),
        ("Wonach ein verlorenes Zahlenspiel bezahlt wird.", "By what a number lost is paid."),
        {
            "tricks_bid": ("nach angesagten Stichen", "by tricks bid"),
            "shortfall": ("nach fehlenden Stichen", "by missing tricks"),
            "bid_plus_shortfall": (
                "angesagte und fehlende Stiche",
                "tricks bid and missing tricks",
            ),
        },
    )
    bettel_value: int = number(
        "W27",
        ("Wert des Bettel", "Value of Bettel"),
        ("Einheiten für jeden Gegenspieler.", "Units from or to each defender."),
        default=10,
        span=(1, 1000),
    )
    mord_value: int = number(
        "W28",
        ("Wert des Mord", "Value of Mord"),
        ("Einheiten für jeden Gegenspieler.", "Units from or to each defender."),
        default=10,
        span=(1, 1000),
    )
    revoke_remedy: Literal["side_loses", "as_played", "double_dummy"] = words(
        "I2",
        ("Folge einer Renonce", "Remedy for a revoke"),
        (
            (
                "Was gilt, wenn der Tisch einen Verstoß gegen Farb-, Stich- oder Trumpfzwang "
                "festgestellt hat."
            ),
            "What holds once the table has established a revoke.",
        ),
        {
            "side_loses": ("die Partei verliert", "the side loses"),
            "as_played": ("es gilt, wie gespielt wurde", "as played"),
            "double_dummy": (
                "bestes Spiel ab dem Fehler",
                "best play from the error on",
            ),
        },
    )
    revoke_payer: Literal["offender", "both"] = words(
        "I3",
        ("Wer für die Renonce zahlt", "Who pays for a revoke"),
        (
            "Ob ein Gegenspieler, der falsch gespielt hat, für beide zahlt.",
            "Whether a defender who revoked pays for both.",
        ),
        {
            "offender": ("der Schuldige allein", "the offender alone"),
            "both": ("beide ihren Teil", "each his own share"),
        },
    )
