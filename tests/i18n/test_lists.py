"""What hangs on a list of names agrees with how many they are, in both languages."""

import re
from collections.abc import Iterator

import pytest

from scorekeeper.i18n import CATALOG
from scorekeeper.i18n import catalogue
from scorekeeper.i18n import translator
from scorekeeper.rules.reading import read_object
from tests.records import mutated_record

DOMAINS = sorted({path.name.split(".")[0] for path in CATALOG.glob("*.po")})
ONE = {"de": "Bert", "en": "Bert"}
TWO = {"de": "Bert und Dora", "en": "Bert and Dora"}
VERBS = {
    "de": "sitzt sitzen|zahlt zahlen|kam kamen|bleibt bleiben|spielt spielen|gewinnt gewinnen|"
    "hat haben|ist sind|war waren|hatte hatten|saß saßen|wird werden|würde würden|geht gehen|"
    "bekommt bekommen|gehörte gehörten|gab gaben|muss müssen|darf dürfen|kann können|"
    "steht stehen|verliert verlieren|kommt kommen|macht machen",
    "en": "sits sit|pays pay|comes come|stays stay|plays play|wins win|has have|is are|was were|"
    "does do|gets get|loses lose|takes take|makes make|goes go|stands stand",
}
SINGULAR, PLURAL = (
    {lang: {pair.split()[n] for pair in said.split("|")} for lang, said in VERBS.items()}
    for n in (0, 1)
)
# The verb is another's: "Anna zahlt Bert und Dora je 0,10 €."
OTHER_SUBJECT = {"web.pay.each"}


def with_names(lang: str) -> Iterator[str]:
    for domain in DOMAINS:
        for key, texts in catalogue(domain, lang).items():
            if "{names" in texts[-1]:
                yield key


def said(key: str, lang: str, names: tuple[str, ...]) -> str:
    texts = catalogue(key.partition(".")[0], lang)[key]
    others = dict.fromkeys(re.findall(r"{(\w+)", texts[-1]), "…")
    return translator(lang)(key, **{**others, "n": len(names), "names": names})


def verbs(sentence: str, names: str, lang: str) -> set[str]:
    """Return the verbs of the clauses in which the names stand."""
    clauses = [part for part in re.split(r"[.;:?!,]", sentence) if names in part]
    assert clauses, sentence
    return set(re.findall(r"\w+", " ".join(clauses).replace(names, ""))) & (
        SINGULAR[lang] | PLURAL[lang]
    )


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_sentence_with_names_agrees_with_one_and_with_two(lang: str) -> None:
    keys = set(with_names(lang))
    assert {"web.entry.out", "web.pay.payee", "findings.B10.missing"} <= keys
    for key in keys - OTHER_SUBJECT:
        one, two = said(key, lang, ("Bert",)), said(key, lang, ("Bert", "Dora"))
        assert not verbs(one, ONE[lang], lang) & PLURAL[lang] - SINGULAR[lang], one
        assert not verbs(two, TWO[lang], lang) & SINGULAR[lang] - PLURAL[lang], two
        found = verbs(one, ONE[lang], lang) | verbs(two, TWO[lang], lang)
        plural = len(catalogue(key.partition(".")[0], lang)[key]) == 2
        assert plural or not found, f"{key} has one form for one and for many"


def test_who_sits_out_and_who_pays() -> None:
    german, english = translator("de"), translator("en")
    assert german("web.entry.out", names=("Bert", "Dora")) == "Bert und Dora sitzen aus"
    assert german("web.entry.out", names=("Bert",)) == "Bert sitzt aus"
    assert english("web.entry.out", names=("Bert", "Dora")) == "Bert and Dora sit out"
    assert english("web.entry.out", names=["Bert"]) == "Bert sits out"
    pot = german("web.pay.pot", names=("Bert", "Dora", "Max"), amount="0,10 €")
    assert pot == "Bert, Dora und Max zahlen je 0,10 € ins Haferl."
    assert german("web.correct.rescored", numbers=["#4"]) == "Neu gerechnet wird auch #4."


def test_a_number_given_chooses_before_a_list() -> None:
    german = translator("de")
    assert german("check.points", 1, names=("Anna", "Caro")) == "Anna und Caro: ein Punkt."
    assert german("check.points", 2, names=("Anna",)) == "Anna: 2 Punkte."


def test_the_core_hands_out_names_by_that_name() -> None:
    """Return every list of people under `names`, where the test above finds it."""
    for seed in range(1500):
        record = mutated_record(seed)
        findings = read_object(record)
        if not isinstance(findings, tuple):
            continue
        seats = record.get("seats")
        people = {one for one in seats if isinstance(one, str)} if isinstance(seats, list) else ()
        for finding in findings:
            for name, value in finding.args.items():
                if name != "allowed" and isinstance(value, tuple) and set(value) & set(people):
                    assert name == "names", finding
