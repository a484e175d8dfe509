"""The house rules of a Bolachen table."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.option import words
from scorekeeper.rules.option import yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class BolachenRules:
    """One value for each option; the defaults are what `rulebook` says."""

    dealer_forced: Literal["any_game", "brand_only", "throw_in"] = words(
        "B12",
        ("Geber muss spielen", "Dealer must play"),
        (
            "Was der Geber ansagen darf, wenn Vorhand und Mittelhand gepasst haben.",
            "What the dealer may announce when forehand and middlehand have passed.",
        ),
        {
            "any_game": ("jedes Spiel", "any game"),
            "brand_only": ("nur Brand", "Brand only"),
            "throw_in": (
                "er darf passen, dann zahlt niemand",
                "he may pass, then nobody pays",
            ),
        },
    )
    uncontested_upgrade: Literal["allowed", "brand_stays"] = words(
        "B16",
        ("Brand ohne Gegenansage", "Uncontested Brand"),
        (
            (
                "Ob der einzige Brand-Ansager nach dem Blick in den Dopper auf Bettel oder Mord "
                "hinaufgehen darf."
            ),
            (
                "Whether the only one who announced Brand may go up to Bettel or Mord once he has "
                "seen the Dopper."
            ),
        ),
        {
            "allowed": ("darf hinaufgehen", "may go up"),
            "brand_stays": ("bleibt Brand, in beliebiger Farbe", "stays Brand, in any suit"),
        },
    )
    call_right: Literal["before_dopper_only", "also_after_switch", "off"] = words(
        "B18 B19",
        ("Karte rufen", "Calling a card"),
        (
            "Ob in Bettel und Mord eine Karte gerufen werden darf, und von wem.",
            "Whether a card may be called in Bettel and Mord, and by whom.",
        ),
        {
            "before_dopper_only": (
                "nur ohne Wechsel von Brand",
                "only without a switch from Brand",
            ),
            "also_after_switch": (
                "auch nach dem Wechsel von Brand",
                "also after a switch from Brand",
            ),
            "off": ("niemand ruft", "nobody calls"),
        },
    )
    release_from_stichzwang: Literal[
        "beaten_by_anyone", "partner_beat_only", "partner_winning", "never"
    ] = words(
        "B23 B24",
        ("Befreiung vom Stichzwang", "Release from heading"),
        (
            "Wann ein Spieler die ausgespielte Karte nicht mehr stechen muss.",
            "When a player need no longer beat the card led.",
        ),
        {
            "beaten_by_anyone": (
                "sobald irgendwer sie gestochen hat",
                "once anybody has beaten it",
            ),
            "partner_beat_only": (
                "nur wenn der Mitspieler den Alleinspieler gestochen hat",
                "only when the fellow defender has beaten the declarer's lead",
            ),
            "partner_winning": (
                "wenn der Stich dem Mitspieler gehört",
                "when the fellow defender is winning the trick",
            ),
            "never": ("nie", "never"),
        },
    )
    void_must_trump: Literal["if_unreleased", "always", "never"] = words(
        "B23",
        ("Trumpfzwang ohne die Farbe", "Trumping when void"),
        (
            "Ob mit Trumpf stechen muss, wer die ausgespielte Farbe nicht hat.",
            "Whether a player who is void in the suit led must trump.",
        ),
        {
            "if_unreleased": ("solange nicht befreit", "unless released"),
            "always": (
                "immer, auch untertrumpfen",
                "always, undertrumping included",
            ),
            "never": ("nie", "never"),
        },
    )
    stichzwang_in_bettel_mord: Literal["yes", "no"] = yes_no(
        "B23",
        ("Stichzwang in Bettel und Mord", "Heading in Bettel and Mord"),
        (
            "Ob auch in Bettel und Mord gestochen werden muss.",
            "Whether the duty to beat holds in Bettel and Mord too.",
        ),
        default="yes",
    )
    mord_factor: Literal[3, 5] = words(
        "B8",
        ("Wert des Mord", "Value of Mord"),
        (
            "Wie viele Einheiten ein Mord für jeden Gegenspieler kostet.",
            "How many units a Mord costs each defender.",
        ),
        {3: ("3-fach", "3 units"), 5: ("5-fach", "5 units")},
    )
    revoke_remedy: Literal["side_loses", "as_played", "double_dummy"] = words(
        "I2",
        ("Folge einer Renonce", "Remedy for a revoke"),
        (
            "Was gilt, wenn der Tisch einen Verstoß gegen den Bedienzwang festgestellt hat.",
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
            "Ob ein Gegenspieler, der falsch bedient hat, für beide zahlt.",
            "Whether a defender who revoked pays for both.",
        ),
        {
            "offender": ("der Schuldige allein", "the offender alone"),
            "both": ("beide ihren Teil", "each his own share"),
        },
    )
