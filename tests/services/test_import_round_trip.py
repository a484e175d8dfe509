"""What we export comes back, in CSV and XLSX and both languages: every evening, deal and name."""

import csv
import io
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC
from datetime import datetime

import pytest

from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import exports
from scorekeeper.services import imports
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import settlement
from scorekeeper.services.amounts import record_amounts
from scorekeeper.services.desk import Desk
from scorekeeper.services.exports import Span
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import any_deal

NAMES = {
    "bolachen": ["=Anna", "O'Neill; Bert", "Caro: die Ältere", 'Xaver "Xari"'],
    "wallachen": ["'=Karl", "=Anna", "+Sepp, jun.", "''@Zenz"],
    "watten": ["-Otto", "'Resi", "Caro: die Ältere", "Haferl, Kasse & Co"],
}
GAMES = {"bolachen": {}, "wallachen": {"pass_out": "haferl"}, "watten": {}}
DEALS = 9


def evening(desk: Desk, club_id: str, game: str, day: int, keys: Keys) -> None:
    """Play an evening of a game with a deal entered later, and close it."""
    at = datetime(2026, 10, day, 19, tzinfo=UTC)
    desk = replace(desk, clock=lambda: at)
    table = nights.quick_night(
        desk,
        names=NAMES[game],
        game=game,
        tariff=10,
        options=GAMES[game],
        key=keys(),
        club_id=club_id,
    )
    played = Round(desk=desk, table=table, keys=keys)
    dice = random.Random(f"{game}{day}")
    players = [one.member_id for one in played.see().people]
    while len(played.see().deals) < DEALS:
        with suppress(ScorekeeperError):  # not everything said at random can have been
            played.record(any_deal(dice, game, players))
    first, second = players[:2]
    record_amounts(
        desk,
        club_id=club_id,
        night_id=played.night_id,
        changes={first: 70, second: -70},
        why='=SUMME(A1); "Nachtrag"',
        key=keys(),
    )
    played.close()


@pytest.fixture
def source(desk: Desk) -> str:
    """A club with evenings of all games, the Haferl once divided and once the purse's."""
    club_id = clubs.create_club(desk, name="Alte Runde").id
    keys = Keys()
    for day, game in enumerate(GAMES, 2):
        evening(desk, club_id, game, day, keys)
    purse.set_haferl(desk, club_id=club_id, to_purse=True)
    evening(desk, club_id, "wallachen", 9, keys)
    return club_id


def by_evening(desk: Desk, club_id: str) -> dict[str, dict[str, int]]:
    """Return what every evening brought everybody, by its day."""
    found = {}
    for night in nights.list_nights(desk, club_id=club_id):
        _, brought, _ = settlement.how_it_stands(desk, club_id=club_id, night_id=night.id)
        found[str(night.date)] = {member.name: cents for member, cents in brought if cents}
    return found


def files(desk: Desk, club_id: str) -> Iterator[tuple[str, bytes]]:
    for language in ("de", "en"):
        for format_ in ("csv", "xlsx"):
            made = exports.export(
                replace(desk, language=language),
                club_id=club_id,
                subject="deals",
                format_=format_,
                span=Span(),
            )
            yield made.name, b"".join(made.blocks)


def rows(desk: Desk, club_id: str) -> list[tuple[str, dict[str, str]]]:
    """Return the list of deals, row by row: the day and what it brought whom."""
    made = exports.export(desk, club_id=club_id, subject="deals", format_="csv", span=Span())
    text = b"".join(made.blocks).decode("utf-8-sig")
    head, *body = csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True)
    return [
        (row[0], {n: a for n, a in zip(head[6:], row[6:], strict=True) if a not in ("", "0,00")})
        for row in body
    ]


def test_deals_come_back(desk: Desk, source: str) -> None:
    expected = by_evening(desk, source)
    written = rows(desk, source)
    assert len(expected) == 4
    assert sum(not moved for _, moved in written) > 1  # of a match that nobody has won yet
    for name, content in files(desk, source):
        club_id = clubs.create_club(desk, name=name).id
        view = imports.hand_in(desk, club_id=club_id, file_name=name, content=content)
        assert (view.problem_count, view.questions) == (0, ())
        imports.confirm(desk, club_id=club_id, import_id=view.id, by_worker=False)
        done = imports.run(desk, club_id=club_id, import_id=view.id)
        assert by_evening(desk, club_id) == expected, name
        assert done.deals == len(written)
        assert rows(desk, club_id) == written
    assert ledger.verify(desk, records=True) == []
