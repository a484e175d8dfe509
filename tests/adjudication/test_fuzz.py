"""Whatever is told, there is a report: records spoilt at random, objects and bytes."""

import json
import random
from typing import Any

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import check_object
from scorekeeper.adjudication.check import check_text
from scorekeeper.adjudication.writing import report_as_json
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.i18n.reports import report_text
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.obligations import card_play_of
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.reading import read_text
from scorekeeper.rules.record import DealRecord
from tests.adjudication.every_deal import Story
from tests.records import mutated_record
from tests.records import shaped_record
from tests.records import spoil


def played_record(seed: int) -> dict[str, Any]:
    """Tell a deal that was played, with up to three things spoilt."""
    rng = random.Random(seed)
    story = Story(rng, rng.choice(list(Game)))
    table = read_object(story.table())
    assert isinstance(table, DealRecord)
    assert table.contract is not None
    play = card_play_of(table, table.contract.trump)
    assert play is not None
    story.play_out(play)
    record = story.record()
    for _ in range(rng.randint(0, 3)):
        spoil(record, rng)
    return record


def is_whole(report: Report, read: DealRecord | tuple[Finding, ...]) -> None:
    record = read if isinstance(read, DealRecord) else None
    german, english = translator("de"), translator("en")
    written = report_as_json(report, lambda finding: finding_sentence(finding, german))
    assert len(written) == 10
    json.dumps(written)
    assert report_text(report, record, german)
    assert report_text(report, record, english)
    paths = [(error.code, error.path) for error in report.errors]
    assert len(paths) == len(set(paths))
    if report.errors:
        assert report.verdict == "error"
        assert (report.plays, report.tricks, report.result) == ((), (), None)
    if report.money is not None:
        pot = {"haferl": 0}
        for payment in report.payments:
            pot["haferl"] += payment.amount * (payment.payee == "haferl")
            pot["haferl"] -= payment.amount * (payment.payer == "haferl")
        assert sum(report.money.values()) + pot["haferl"] == 0


def test_spoilt_records_are_reported_on() -> None:
    verdicts = set()
    for seed in range(700):
        for record in (mutated_record(seed), shaped_record(seed), played_record(seed)):
            report = check_object(record)
            is_whole(report, read_object(record))
            verdicts.add(report.verdict)
    assert verdicts == {"legal", "illegal", "open", "error"}


def test_spoilt_bytes_are_reported_on() -> None:
    rng = random.Random(8)
    for seed in range(700):
        data = bytearray(json.dumps(shaped_record(seed)).encode())
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(data))
            data[place : place + rng.randint(0, 2)] = rng.choice(
                (b"", b"\xff", b"0", b'"', b"[", b"}", b"e9", b"\\u0000", b"null", b":", b"\n")
            )
        is_whole(check_text(bytes(data)), read_text(bytes(data)))
