"""The tables of standings: what each night brought everybody, a season's sums, and its ladders.

`night_tally` is written with every deal. A night is folded when it ends: only then its rows are
added to the season's (`season_tally`, `season_facet`), ranked (`night_mark`) and rated
(`season_form`); `season_night` says which nights are. Whatever changes a folded night takes it
out first and puts it back, so recording stays cheap and a season's page never adds up its nights.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import Index
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import Text
from sqlalchemy import UniqueConstraint

COUNTS = (
    *("deals", "won", "declared", "made", "bettel", "bettel_made", "mord", "mord_made"),
    *("soft", "matches_won", "matches_lost", "cents"),
)
"""What is counted of everybody, in the order of `season.tally.Tally`."""

FACET_COUNTS = ("deals", "won", "soft", "cents")

_ID = String(36)
_GAME = String(10)


def _must(name: str, type_: Any = BigInteger) -> Column[Any]:
    return Column(name, type_, nullable=False)


def _counts(names: tuple[str, ...]) -> list[Column[Any]]:
    return [_must(name) for name in names]


def _compact(metadata: MetaData) -> Callable[..., Table]:
    def make(name: str, *parts: Any) -> Table:
        return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=False)

    return make


def night_tables(metadata: MetaData) -> tuple[Table, Table, Table, Table]:
    """Declare what is kept of single nights: which there are, tallies, marks, facets.

    `mark` ranks a night among those of a member, the higher the better, for one measure.
    """
    table = _compact(metadata)
    season_night = table(
        "season_night",
        _must("club_id", _ID),
        _must("season_id", _ID),
        _must("night_id", _ID),
        _must("date", String(10)),
        _must("number"),
        _must("folded"),
        _must("formed"),
        _must("deals"),
        PrimaryKeyConstraint("club_id", "night_id", name="pk_season_night"),
        Index("ix_season_night_order", "club_id", "season_id", "date", "number"),
        Index("ix_season_night_folded", "club_id", "folded", "season_id"),
        Index("ix_season_night_formed", "club_id", "season_id", "formed", "date", "number"),
    )
    night_tally = table(
        "night_tally",
        _must("club_id", _ID),
        _must("night_id", _ID),
        _must("member_id", _ID),
        _must("game", _GAME),
        _must("season_id", _ID),
        *_counts(COUNTS),
        PrimaryKeyConstraint("club_id", "night_id", "member_id", "game", name="pk_night_tally"),
        Index("ix_night_tally_member", "club_id", "season_id", "member_id", "night_id"),
    )
    night_mark = table(
        "night_mark",
        _must("club_id", _ID),
        _must("season_id", _ID),
        _must("measure", String(12)),
        _must("game", _GAME),
        _must("member_id", _ID),
        _must("mark"),
        _must("night_id", _ID),
        _must("amount"),
        _must("per"),
        PrimaryKeyConstraint(
            *("club_id", "season_id", "measure", "game", "member_id", "mark", "night_id"),
            name="pk_night_mark",
        ),
    )
    night_facet = table(
        "night_facet",
        _must("club_id", _ID),
        _must("night_id", _ID),
        _must("member_id", _ID),
        _must("game", _GAME),
        _must("facet", String(50)),
        *_counts(FACET_COUNTS),
        PrimaryKeyConstraint(
            "club_id", "night_id", "member_id", "game", "facet", name="pk_night_facet"
        ),
    )
    return season_night, night_tally, night_mark, night_facet


def season_tables(metadata: MetaData) -> tuple[Table, Table, Table]:
    """Declare what is kept of whole seasons: sums, facets, and form after each night.

    `nights` are those with deals, `booked` those with amounts only, `substituted` those somebody
    came to as a substitute. Ratings are millionths.
    """
    table = _compact(metadata)
    season_tally = table(
        "season_tally",
        _must("club_id", _ID),
        _must("season_id", _ID),
        _must("game", _GAME),
        _must("member_id", _ID),
        *_counts(COUNTS),
        _must("nights"),
        _must("booked"),
        _must("substituted"),
        PrimaryKeyConstraint("club_id", "season_id", "game", "member_id", name="pk_season_tally"),
    )
    season_facet = table(
        "season_facet",
        _must("club_id", _ID),
        _must("season_id", _ID),
        _must("member_id", _ID),
        _must("game", _GAME),
        _must("facet", String(50)),
        *_counts(FACET_COUNTS),
        PrimaryKeyConstraint(
            "club_id", "season_id", "member_id", "game", "facet", name="pk_season_facet"
        ),
    )
    season_form = table(
        "season_form",
        _must("club_id", _ID),
        _must("season_id", _ID),
        _must("game", _GAME),
        _must("member_id", _ID),
        _must("date", String(10)),
        _must("number"),
        _must("mu"),
        _must("sigma"),
        _must("deals"),
        _must("run"),
        _must("best_run"),
        _must("worst_run"),
        PrimaryKeyConstraint(
            "club_id", "season_id", "game", "member_id", "date", "number", name="pk_season_form"
        ),
        Index("ix_season_form_order", "club_id", "season_id", "date", "number"),
    )
    return season_tally, season_facet, season_form


def ladder_tables(metadata: MetaData) -> tuple[Table, Table]:
    """Declare the ladders of seasons and every version of each. `settings` is JSON."""
    ladder = Table(
        "ladder",
        metadata,
        _must("club_id", _ID),
        _must("id", _ID),
        _must("season_id", _ID),
        _must("number"),
        _must("version"),
        _must("retired"),
        PrimaryKeyConstraint("club_id", "id", name="pk_ladder"),
        ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_ladder_season"
        ),
        UniqueConstraint("club_id", "season_id", "number", name="uq_ladder_number"),
        CheckConstraint("retired IN (0, 1)", name="ck_ladder_retired"),
        sqlite_strict=True,
    )
    ladder_version = _compact(metadata)(
        "ladder_version",
        _must("club_id", _ID),
        _must("ladder_id", _ID),
        _must("version"),
        _must("name", String(60)),
        _must("settings", Text),
        _must("seed", String(80)),
        _must("who", String(60)),
        _must("at", String(27)),
        PrimaryKeyConstraint("club_id", "ladder_id", "version", name="pk_ladder_version"),
        ForeignKeyConstraint(
            ["club_id", "ladder_id"], ["ladder.club_id", "ladder.id"], name="fk_ladder_version"
        ),
    )
    return ladder, ladder_version
