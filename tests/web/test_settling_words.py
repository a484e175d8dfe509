"""Every word of settling is there, and none that nothing needs."""

import re
from pathlib import Path

import scorekeeper
from scorekeeper.i18n import catalogue
from scorekeeper.paths import data_dir

KEY = re.compile(r"""["'](settling\.[A-Za-z0-9_.]+)["'{]""")
# Keys put together from a beginning and a value.
ENDS: dict[str, set[str]] = {
    "settling.place.": {"cash", "bank"},
    "settling.bank.": {"given", "changed", "deleted"},
}


def used() -> set[str]:
    package = Path(scorekeeper.__file__).parent
    sources = [
        path
        for part in ("web", "schemas", "services", "cli")
        for path in (package / part).glob("*.py")
    ]
    for folder in ("web", "_macros"):
        sources += (data_dir("templates") / folder).glob("*.html")
    found: set[str] = set()
    for path in sources:
        for key in KEY.findall(path.read_text(encoding="utf-8")):
            found |= {key + end for end in ENDS[key]} if key.endswith(".") else {key}
    return found


def test_every_key_has_its_words_in_both_languages() -> None:
    for lang in ("de", "en"):
        assert used() - set(catalogue("settling", lang)) == set(), lang


def test_no_words_are_left_over() -> None:
    assert set(catalogue("settling", "de")) - used() - {""} == set()
