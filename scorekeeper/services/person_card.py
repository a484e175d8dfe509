"""A person of a club on one page: evenings and results, duplicates, what was decided about him."""

from dataclasses import dataclass
from datetime import date
from datetime import datetime

from scorekeeper.ledger.journal import season_account
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import people
from scorekeeper.services.desk import Desk
from scorekeeper.services.veiling import veil_of
from scorekeeper.services.views import MemberView
from scorekeeper.store import entries
from scorekeeper.store import members as member_rows
from scorekeeper.store import nights
from scorekeeper.store import person_steps
from scorekeeper.store import persons
from scorekeeper.store import season_nights
from scorekeeper.store import seasons
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of
from scorekeeper.store.seasons import SeasonRow


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateView:
    """Somebody who is this person too: since when, by whom and why it is said so."""

    id: str
    name: str
    at: datetime
    who: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonNight:
    """An evening of a person: how many deals he played and what it brought him.

    `rows` are all the evening holds of plus and minus without a deal.
    """

    night_id: str
    number: int
    day: date
    state: str
    deals: int
    rows: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSeason:
    """What a season brought a person; `nights` are those in which he played."""

    season_id: str
    name: str
    nights: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """Something that was decided about a person: merged, unmerged, anonymised, guest, member."""

    kind: str
    name: str
    at: datetime
    who: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCard:
    """A person on one page; `nights` are those of one season, the newest first."""

    member: MemberView
    duplicates: tuple[DuplicateView, ...]
    seasons: tuple[PersonSeason, ...]
    season_id: str | None
    nights: tuple[PersonNight, ...]
    account: int
    steps: tuple[StepView, ...]


def person_card(
    desk: Desk, *, club_id: str, member_id: str, season_id: str | None = None
) -> PersonCard:
    """Return a person, whichever of his ids is asked for, with the evenings of a season.

    Without one it is the last one he played in.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        members.read(tx, club_id, member_id)
        ids = people.ids_of(tx, club_id, member_id)
        played = _seasons(tx, club_id, ids)
        if season_id is None:
            season_id = next((season.id for season, nights_ in played if nights_), None)
        elif seasons.get(tx, club_id, bounds.id_(season_id, "season")) is None:
            raise bounds.missing("season")
        shown = next((found for season, found in played if season.id == season_id), {})
        return PersonCard(
            member=members.read(tx, club_id, ids[0]),
            duplicates=_duplicates(tx, club_id, ids),
            seasons=tuple(
                PersonSeason(
                    season_id=season.id,
                    name=season.name,
                    nights=sum(1 for deals, _ in found.values() if deals),
                    cents=sum(cents for _, cents in found.values()),
                )
                for season, found in played
                if found
            ),
            season_id=season_id,
            nights=_nights(tx, club_id, season_id, shown),
            account=sum(
                persons.stands(tx, club_id, season_account(one)).get(club_id, 0) for one in ids
            ),
            steps=_steps(tx, club_id, ids),
        )


_Night = dict[str, tuple[int, int]]  # night id -> deals, cents


def _seasons(tx: Transaction, club_id: str, ids: tuple[str, ...]) -> list[tuple[SeasonRow, _Night]]:
    """Return of each season, the newest first, what each night brought."""
    found: list[tuple[SeasonRow, _Night]] = []
    for season in seasons.list_all(tx, club_id):
        each: _Night = {}
        for one in ids:
            for row in tallies.of_member(tx, club_id, season.id, one):
                deals, cents = each.get(row.night_id, (0, 0))
                each[row.night_id] = (deals + row.tally.deals, cents + row.tally.cents)
        found.append((season, each))
    return found


def _nights(
    tx: Transaction, club_id: str, season_id: str | None, found: _Night
) -> tuple[PersonNight, ...]:
    if season_id is None:
        return ()
    shown = []
    rows = season_nights.of_season(tx, club_id, season_id)
    places = [(row.date, row.number) for row in rows]
    held = entries.rows_of_nights(tx, club_id, places[0], places[-1]) if places else {}
    for row in rows:
        if row.night_id in found:
            night = nights.get(tx, club_id, row.night_id)
            assert night is not None
            deals, cents = found[row.night_id]
            shown.append(
                PersonNight(
                    night_id=night.id,
                    number=night.number,
                    day=date.fromisoformat(night.date),
                    state=night.state,
                    deals=deals,
                    rows=held.get(night.id, 0),
                    cents=cents,
                )
            )
    return tuple(sorted(shown, key=lambda one: (one.day, one.number), reverse=True))


def _duplicates(tx: Transaction, club_id: str, ids: tuple[str, ...]) -> tuple[DuplicateView, ...]:
    merges = people.standing_merges(person_steps.every(tx, club_id)) if len(ids) > 1 else {}
    veil = veil_of(tx, club_id)
    shown = []
    for one in ids[1:]:
        row, step = member_rows.plain(tx, club_id, one), merges[one]
        assert row is not None
        shown.append(
            DuplicateView(
                id=one,
                name=row.name,
                at=moment_of(step.at),
                who=veil.text(step.who, step.at),
                reason=veil.text(step.why, step.at),
            )
        )
    return tuple(sorted(shown, key=lambda one: bounds.name_key(one.name)))


def _steps(tx: Transaction, club_id: str, ids: tuple[str, ...]) -> tuple[StepView, ...]:
    veil = veil_of(tx, club_id)
    names = {row.id: row.name for row in member_rows.list_plain(tx, club_id)}
    return tuple(
        StepView(
            kind=step.kind,
            name=names[step.member_id],
            at=moment_of(step.at),
            who=veil.text(step.who, step.at),
            reason=veil.text(step.why, step.at),
        )
        for step in person_steps.every(tx, club_id)
        if step.member_id in ids or step.into_id in ids
    )
