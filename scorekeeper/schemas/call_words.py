"""How players say a call of an auction: "ich spiele 6", "halte ich", "Herz-Brand", "weiter".

The calls are those of W8 to W12 and B10 to B14; which of them a game knows is the record's matter.
German, Bavarian and English words are read, whatever the language of the page.
"""

import re
from collections.abc import Mapping

from scorekeeper.cards import SUIT_TEXTS
from scorekeeper.cards import Pack
from scorekeeper.cards import suit_name

_FRENCH = dict(zip("EGHS", "CSHD", strict=True))


def _meaning(words: str, meaning: str) -> dict[str, str]:
    return dict.fromkeys(words.split(), meaning)


_SUITS: Mapping[str, str] = {
    **_meaning("eichel eicheln oachel oachl oichl acorn acorns kreuz treff club clubs", "E"),
    **_meaning("gras laub blatt grün grean leaf leaves pik pick spade spades", "G"),
    **_meaning("herz herzen heart hearts", "H"),
    **_meaning("schellen schelle schelln schell bell bells karo eckstein diamond diamonds", "S"),
}
_NUMBERS: Mapping[str, str] = {
    **_meaning("6 6er sechs sechse sechser sechsa six", "6"),
    **_meaning("7 7er sieben siebene siebener siem simme seven", "7"),
    **_meaning("8 8er acht achte achter achta eight", "8"),
    **_meaning("9 9er neun neune neuner neine neina nine", "9"),
}
_GAMES: Mapping[str, str] = {
    **_meaning("brand brandl", "brand"),
    **_meaning("bettel bettl beddl", "bettel"),
    **_meaning("mord", "mord"),
}
_VERBS: Mapping[str, str] = {
    **_meaning("weiter weida weita passt passe pass passen passes passed gepasst", "pass"),
    **_meaning("nein nix nichts na no", "pass"),
    # W11: the level becomes his who was the highest before.
    **_meaning("hält halte halten halts hält's gehalten behalte behält", "hold"),
    **_meaning("hoit hoid hoids hoit's hoid's bhoit selbst selber selba seiba", "hold"),
    **_meaning("hold holds held mine keep keeps", "hold"),
    **_meaning("halt mein meins meine", "hold alone"),  # beside a number they only fill in
    **_meaning("spiele spiel spielt spui spuit schbui schbuid play plays", "play"),
    **_meaning("nenne nennt genannt names name naming", "name"),
    **_meaning("ich i er sie is den die das dem a an ein eine einen in auf mit und dann", ""),
    **_meaning("noch bitte sagt sage sag bietet biete reizt reize höher drüber", ""),
    **_meaning("says say bids bid the and then it i'll will he she", ""),
}
_APART = re.compile(r"[\s:,.!?„“”‚‘\"»«()-]+")


def read_call(said: str, pack: Pack, *, spoken: bool) -> str | None:
    """Return the call as a record writes it, None where it is none that anybody knows.

    `spoken`: this player has spoken in this auction before, so a suit of his is a naming (B14).
    """
    spaced = _APART.split(said.casefold().replace("’", "'"))
    words = {part for word in spaced for part in _parts(word.strip("'"))}
    words.discard("")
    suits = {found for word in words if (found := _suit(word, pack))}
    numbers = {_NUMBERS[word] for word in words if word in _NUMBERS}
    games = {_GAMES[word] for word in words if word in _GAMES}
    others = {w for w in words if not _suit(w, pack) and w not in _NUMBERS and w not in _GAMES}
    if not others <= _VERBS.keys() or len(suits) + len(numbers) > 1:
        return None
    verbs = {_VERBS[word] for word in others} - {""}
    if games or suits:
        return None if numbers else _game(games, suits, naming=spoken or "name" in verbs)
    if "pass" in verbs:
        return "pass" if not numbers and verbs == {"pass"} else None
    if "hold" in verbs or ("hold alone" in verbs and not numbers):
        return "hold"
    if numbers:
        return numbers.pop()
    return "6" if "play" in verbs else None  # W8: "ich spiele" is a bid of 6


def _game(games: set[str], suits: set[str], *, naming: bool) -> str | None:
    if not suits:
        return games.pop() if len(games) == 1 else None
    if games - {"brand"}:
        return None
    return f"{'names' if naming else 'brand'}:{suits.pop()}"


def _parts(word: str) -> list[str]:
    """Part "herzbrand" as it is spoken."""
    for game in ("brand", "brandl"):
        if word.endswith(game) and word.removesuffix(game) in _SUITS:
            return [word.removesuffix(game), game]
    return [word]


def _suit(word: str, pack: Pack) -> str:
    letter = _SUITS.get(word, "")
    if not letter and word in SUIT_TEXTS[pack]:
        letter = suit_name(SUIT_TEXTS[pack][word])
    return _FRENCH.get(letter, "") if pack is Pack.FRENCH else letter


_SAID: Mapping[str, Mapping[str, str]] = {
    "de": {"pass": "weiter", "hold": "halte ich", "names": "nennt"},
    "en": {"pass": "pass", "hold": "I hold", "names": "names"},
}


def write_call(call: str, lang: str) -> str:
    """Return a call of a record as `read_call` reads it again; a suit keeps its letter."""
    kind, _, suit = call.partition(":")
    said = _SAID["en" if lang == "en" else "de"].get(kind, kind.capitalize())
    return f"{said} {suit}" if suit else said
