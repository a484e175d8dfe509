"""Every word the desk may need is there, and none that nothing needs."""

import re
from pathlib import Path

import scorekeeper.schemas.notation
import scorekeeper.web
from scorekeeper.i18n import catalogue
from scorekeeper.paths import data_dir
from scorekeeper.rules.house import Game
from scorekeeper.services.disputes import Known
from scorekeeper.services.disputes import Remedy

KEY = re.compile(r"""["'](desk\.[A-Za-z0-9_.]+)["']""")
# Keys put together from a beginning and a value.
ENDS: dict[str, set[str]] = {
    "desk.role.": {"F", "M", "D", "FP", "DP"},
    "desk.memory.": {"a", "b"},
    "desk.headline.": {"legal", "illegal", "open"},
    "desk.card.": {"illegal", "open"},
    "desk.proof.": {known.value for known in Known},
    "desk.remedy.": {*(remedy.value for remedy in Remedy), "made_alone"} - {"fine"},
    "desk.about.": {"hands", "tricks_taken", "talon", "discards", "auction"},
    "desk.about.contract.": {"kind", "declarer", "bid", "trump", "schlag"},
    "desk.told.example.": {game.value for game in Game},
    "desk.told.hint.": {"bolachen", "wallachen"},
    "desk.schlecken.card.": {"HK", "S7", "E7"},
    "desk.who.hint.": {"three", "watten"},
}


def used() -> set[str]:
    sources = [*Path(scorekeeper.web.__file__).parent.glob("*.py")]
    sources.append(Path(scorekeeper.schemas.notation.__file__))
    for folder in ("web", "_macros"):
        sources += (data_dir("templates") / folder).glob("*.html")
    found: set[str] = set()
    for path in sources:
        for key in KEY.findall(path.read_text(encoding="utf-8")):
            found |= {key + end for end in ENDS[key]} if key.endswith(".") else {key}
    return found


def test_every_key_has_its_words_in_both_languages() -> None:
    for lang in ("de", "en"):
        assert used() - set(catalogue("desk", lang)) == set(), lang


def test_no_words_are_left_over() -> None:
    assert set(catalogue("desk", "de")) - used() - {""} == set()
