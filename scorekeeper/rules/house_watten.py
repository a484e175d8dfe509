"""The house rules of a Watten table."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.option import number
from scorekeeper.rules.option import word_or_number
from scorekeeper.rules.option import words
from scorekeeper.rules.option import yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class WattenRules:
    """One value for each option; the defaults are what `rulebook` says."""

    target: Literal[11, 13, 15, 18, 21] = words(
        "T27",
        ("Gespielt wird bis", "Played to"),
        ("Mit so vielen Punkten ist die Partie gewonnen.", "So many points win the match."),
        {n: (f"{n} Punkte", f"{n} points") for n in (11, 13, 15, 18, 21)},
    )
    gespannt_mode: Literal["three", "two_three", "off"] = words(
        "T28 T29 T30 T31",
        ("Gespannt", "Gespannt"),
        (
            "Was gilt, wenn einer Partei höchstens zwei Punkte fehlen.",
            "What holds when a side needs two points or fewer.",
        ),
        {
            "three": ("jedes Spiel zählt 3", "every deal is worth 3"),
            "two_three": (
                "2 für die Gespannten, 3 für die anderen",
                "2 for the gespannt side, 3 for the other",
            ),
            "off": ("niemand ist gespannt", "nobody is ever gespannt"),
        },
    )
    other_side_may_raise_at_gespannt: Literal["yes", "no"] = yes_no(
        "T30",
        ("Die anderen dürfen ausschaffen", "The other side may raise at gespannt"),
        (
            "Ob die Partei, die nicht gespannt ist, von 3 auf 4 erhöhen darf.",
            "Whether the side that is not gespannt may raise the 3 to 4.",
        ),
        default="yes",
    )
    raise_max: Literal["none"] | int = word_or_number(
        "T25 T30",
        ("Höchster Wert durch Ausschaffen", "Highest value by raising"),
        (
            "Bis zu welchem Wert ein Spiel erhöht werden kann.",
            "The highest value a deal can reach by raising.",
        ),
        values={"none": ("keine Grenze", "no limit")},
        span=(3, 20),
    )
    fold_points: Literal["old_value", "always_two"] = words(
        "T25",
        ("Aufgeben kostet", "Giving up costs"),
        (
            "Was die erhöhende Partei bekommt, wenn die andere aufgibt.",
            "What the raising side scores when the other gives up.",
        ),
        {
            "old_value": ("den alten Wert", "the old value"),
            "always_two": ("immer 2", "always 2"),
        },
    )
    gespannt_raise_penalty: int = number(
        "T33",
        ("Strafe fürs Ausschaffen als Gespannter", "Penalty for raising while gespannt"),
        (
            "Punkte für die andere Partei, wenn ein Gespannter erhöht.",
            "Points to the other side when a gespannt side raises.",
        ),
        default=3,
        span=(0, 10),
    )
    error_penalty: int = number(
        "T33",
        ("Strafe für andere Fehler", "Penalty for other errors"),
        (
            "Punkte für die andere Partei bei jedem anderen Fehler.",
            "Points to the other side for every other error.",
        ),
        default=3,
        span=(0, 10),
    )
    maschine: Literal["must_show_2", "show_3_or_play", "off"] = words(
        "T17",
        ("Maschine", "Maschine"),
        (
            "Was gilt, wenn einer alle drei Kritischen hält.",
            "What holds when one player has all three Kritische.",
        ),
        {
            "must_show_2": ("muss aufgelegt werden, 2 Punkte", "must be shown, 2 points"),
            "show_3_or_play": (
                "auflegen für 3 Punkte oder spielen",
                "shown for 3 points, or played",
            ),
            "off": ("gibt es nicht", "there is none"),
        },
    )
    maschine_extended: Literal["three_critical_only", "any_sure_three"] = words(
        "T17",
        ("Was eine Maschine ist", "What a Maschine is"),
        (
            "Ob auch andere Karten gelten, die sicher drei Stiche machen.",
            "Whether other cards that take three tricks for certain count too.",
        ),
        {
            "three_critical_only": ("nur die drei Kritischen", "the three Kritische only"),
            "any_sure_three": (
                "alle sicheren drei Stiche",
                "any three certain tricks",
            ),
        },
    )
    criticals: Literal["three", "none"] = words(
        "T2",
        ("Kritische", "Kritische"),
        (
            "Ob Max, Belli und Spitz die höchsten Karten sind.",
            "Whether HK, S7 and E7 are the highest cards.",
        ),
        {
            "three": ("Herz-König, Schellen-7, Eichel-7", "HK, S7 and E7"),
            "none": ("keine, sie sind gewöhnliche Karten", "none, they are ordinary cards"),
        },
    )
    tok_scope: Literal["first_card_of_deal", "any_lead_of_rechter"] = words(
        "T20",
        ("Trumpf oder Kritisch gilt", "Trumpf oder Kritisch holds"),
        (
            "Bei welchem Ausspielen des Rechten die anderen zugeben müssen.",
            "For which lead of the Rechter the others owe a trump or a Kritischer.",
        ),
        {
            "first_card_of_deal": ("nur bei der ersten Karte", "for the first card only"),
            "any_lead_of_rechter": (
                "immer, wenn der Rechte ausgespielt wird",
                "whenever the Rechter is led",
            ),
        },
    )
    tok_satisfied_by: Literal["trump_or_critical", "also_any_linker"] = words(
        "T20 T22",
        ("Womit Trumpf oder Kritisch erfüllt ist", "What satisfies Trumpf oder Kritisch"),
        (
            "Ob auch ein Linker gilt; verlangt wird er nie.",
            "Whether a Linker will do as well; it is never demanded.",
        ),
        {
            "trump_or_critical": ("Trumpf oder Kritischer", "a trump or a Kritischer"),
            "also_any_linker": ("auch mit einem Linken", "a Linker too"),
        },
    )
    tok_partner: Literal["same_duty", "trump_only"] = words(
        "T20",
        ("Trumpf oder Kritisch für den Partner", "Trumpf oder Kritisch for the partner"),
        (
            "Ob der Partner des Ausspielers auch einen Kritischen schuldet.",
            "Whether the leader's partner owes a Kritischer too.",
        ),
        {
            "same_duty": ("dieselbe Pflicht", "the same duty"),
            "trump_only": ("er schuldet nur Trumpf", "he owes a trump only"),
        },
    )
    tok_released_by_critical: Literal["yes", "no"] = yes_no(
        "T21",
        ("Ein Kritischer befreit", "A Kritischer releases"),
        (
            "Ob die Folgenden frei sind, sobald ein Kritischer den Rechten gestochen hat.",
            "Whether those after it are free once a Kritischer has beaten the Rechter.",
        ),
        default="yes",
    )
    schlecken: Literal["chain_of_three", "one_each", "cutter_only", "off"] = words(
        "T9",
        ("Schlecken", "Schlecken"),
        (
            "Wer beim Abheben eine kritische Karte behalten darf.",
            "Who may keep a critical card when the pack is cut.",
        ),
        {
            "chain_of_three": (
                "Abheber, Geber, wieder Abheber",
                "cutter, dealer, cutter again",
            ),
            "one_each": ("Abheber und Geber je eine", "cutter and dealer, one each"),
            "cutter_only": ("nur der Abheber eine", "the cutter only, one card"),
            "off": ("niemand", "nobody"),
        },
    )
    bluff_penalty: int = number(
        "T11",
        ("Strafe für das Blinde", "Fine for a bluff"),
        (
            "Punkte für die andere Partei, wenn der Abheber keinen Kritischen zeigt.",
            "Points to the other side when the cutter shows no Kritischer.",
        ),
        default=2,
        span=(0, 10),
    )
    schoenere: Literal["once", "off"] = words(
        "T15",
        ("Schönere", "Schönere"),
        (
            "Ob ein Ansager um neue Karten bitten darf.",
            "Whether an announcer may ask for new cards.",
        ),
        {"once": ("einmal", "once"), "off": ("nie", "never")},
    )
    schlagwechsel: Literal["offered_by_forehand", "off"] = words(
        "T16",
        ("Schlagwechsel", "Schlagwechsel"),
        (
            "Ob Vorhand anbieten darf, die Ansagen zu tauschen.",
            "Whether forehand may offer to swap the announcements.",
        ),
        {
            "offered_by_forehand": ("Vorhand bietet an", "offered by forehand"),
            "off": ("gibt es nicht", "there is none"),
        },
    )
    bummerl: Literal["to_loser", "to_winner"] = words(
        "T32",
        ("Wer das Bummerl bekommt", "Who gets the Bummerl"),
        (
            "Wem der Strich angeschrieben wird; gezahlt wird immer vom Verlierer.",
            "Who gets the mark; the losers pay in any case.",
        ),
        {"to_loser": ("der Verlierer", "the loser"), "to_winner": ("der Sieger", "the winner")},
    )
    bummerl_stake: int = number(
        "T32",
        ("Preis des Bummerls", "Price of the Bummerl"),
        (
            "Einheiten, die jeder Verlierer am Ende der Partie zahlt.",
            "Units each loser pays at the end of a match.",
        ),
        default=0,
        span=(0, 1000),
    )
