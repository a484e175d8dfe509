"""What other house rules would have made of a season: a dry run, and the change from a deal on.

Every deal of the game is scored again from its record, the Haferl and the match carried from deal
to deal as a correction carries them; nothing is written. The change itself never touches the
past: it begins with a deal that is stated, the next one of a table.
"""

import json
from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import member_of
from scorekeeper.ledger.purse import split_haferl
from scorekeeper.season.ladder import ALL
from scorekeeper.season.standings import Entrant
from scorekeeper.season.standings import ranked
from scorekeeper.services import bounds
from scorekeeper.services import house_rules
from scorekeeper.services import people
from scorekeeper.services import scoring
from scorekeeper.services import standing as standings
from scorekeeper.services import tables
from scorekeeper.services.answering import once
from scorekeeper.services.booked import BookedDeal
from scorekeeper.services.booked import booked_deals
from scorekeeper.services.desk import Desk
from scorekeeper.services.scoring import Booked
from scorekeeper.services.standing import Standing
from scorekeeper.services.views import TableView
from scorekeeper.store import deals
from scorekeeper.store import entries
from scorekeeper.store import jobs
from scorekeeper.store import ladders
from scorekeeper.store import purse
from scorekeeper.store import season_nights
from scorekeeper.store import seasons
from scorekeeper.store import tables as table_rows
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction
from scorekeeper.store.season_nights import SeasonNightRow
from scorekeeper.store.tables import FullRow

JOB_KIND = "house_trial"
SHOWN_MAX = 1_000
_NUMBER_MAX = 10**9

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialDeal:
    """A deal that would have come out otherwise. Money is cents by name.

    `undecided`: by these rules its record cannot stand, so it is left as it was.
    """

    night: int
    date: str
    table: str
    number: int
    deal_id: str
    was: Mapping[str, int]
    now: Mapping[str, int]
    undecided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialPerson:
    """What the season would stand at for somebody; places by money."""

    name: str
    cents_was: int
    cents_now: int
    soft_was: int
    soft_now: int
    place_was: int
    place_now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialView:
    """What other house rules would have made: `deals` at most `SHOWN_MAX` of `differing`."""

    season: str
    game: str
    options: Mapping[str, str | int]
    nights: int
    scored: int
    differing: int
    undecided: int
    deals: tuple[TrialDeal, ...]
    people: tuple[TrialPerson, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialProgress:
    """How far a dry run is: queued, running, done, failed, cancelled; `done` of `total` nights."""

    id: str
    state: str
    done: int
    total: int
    found: TrialView | None


@dataclass(slots=True)
class _Run:
    """What a dry run has found so far; money and points by member id."""

    scored: int
    differing: int
    undecided: int
    deals: list[TrialDeal]
    cents: dict[str, int]
    soft: dict[str, int]


def try_rules(
    desk: Desk,
    *,
    club_id: str,
    season_id: str,
    game: str,
    options: Mapping[str, object],
    first: int | None = None,
    last: int | None = None,
    progress: Progress | None = None,
) -> TrialView:
    """Score a season's deals of a game by other house rules, from one night's number to another's.

    Raises ScorekeeperError: NOT_FOUND, OPTION_UNKNOWN, OPTION_VALUE.
    """
    game = bounds.game(game)
    changed = house_rules.checked(game, options)
    span = (
        bounds.number(1 if first is None else first, "first", 0, _NUMBER_MAX),
        bounds.number(_NUMBER_MAX if last is None else last, "last", 0, _NUMBER_MAX),
    )
    written = scoring.dump(changed)
    run = _Run(0, 0, 0, [], {}, {})
    with desk.store.read() as tx:
        season = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
        if season is None:
            raise bounds.missing("season")
        chosen = [
            row
            for row in season_nights.of_season(tx, club_id, season_id)
            if span[0] <= row.number <= span[1]
        ]
        known = {id_: row.name for id_, row in ladders.people(tx, club_id).items()}
        aliases = people.canonical(tx, club_id)
        for done, night in enumerate(chosen):
            if progress is not None:
                progress(done, len(chosen))
            for table in table_rows.of_night(tx, club_id, night.night_id):
                _play(tx, club_id, night, table, game, written, known, run)
        book = people.book_of(tx, club_id, season_id)
        points = _points(tx, club_id, season_id, aliases)
    if progress is not None:
        progress(len(chosen), len(chosen))
    money = {member_of(name): cents for name, cents in book.items() if member_of(name)}
    return TrialView(
        season=season.name,
        game=game,
        options=changed,
        nights=len(chosen),
        scored=run.scored,
        differing=run.differing,
        undecided=run.undecided,
        deals=tuple(run.deals),
        people=_people(
            {str(id_): cents for id_, cents in money.items()},
            people.together(run.cents, aliases),
            points,
            people.together(run.soft, aliases),
            known,
        ),
    )


def request_trial(
    desk: Desk,
    *,
    club_id: str,
    season_id: str,
    game: str,
    options: Mapping[str, object],
    first: int | None = None,
    last: int | None = None,
) -> str:
    """Ask a worker for a dry run; return the job's id.

    Raises ScorekeeperError: NOT_FOUND, OPTION_UNKNOWN, OPTION_VALUE.
    """
    game = bounds.game(game)
    args = {
        "season_id": season_id,
        "game": game,
        "options": house_rules.checked(game, options),
        "first": first,
        "last": last,
    }
    with desk.store.write() as tx:
        if seasons.get(tx, club_id, bounds.id_(season_id, "season")) is None:
            raise bounds.missing("season")
        made = desk.new_id()
        jobs.add(
            tx,
            club_id=club_id,
            job_id=made,
            kind=JOB_KIND,
            args=args,
            dedupe=f"{JOB_KIND}:{made}",
            now=int(desk.clock().timestamp() * 1000),
        )
    return made


def get_trial(desk: Desk, *, club_id: str, job_id: str) -> TrialProgress:
    """Return how far a dry run is, and what it found when it is done.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        row = jobs.get(tx, club_id, bounds.id_(job_id, "job"))
    if row is None or row.kind != JOB_KIND:
        raise bounds.missing("job")
    return TrialProgress(
        id=row.id,
        state=row.state,
        done=row.done,
        total=row.total,
        found=from_text(row.result) if row.state == "done" else None,
    )


def as_text(view: TrialView) -> str:
    """Write what a dry run found as JSON."""
    return scoring.dump(asdict(view))


def from_text(text: str) -> TrialView:
    """Read what `as_text` wrote."""
    told: dict[str, Any] = json.loads(text)
    told["deals"] = tuple(TrialDeal(**one) for one in told["deals"])
    told["people"] = tuple(TrialPerson(**one) for one in told["people"])
    return TrialView(**told)


def adopt_rules(
    desk: Desk, *, club_id: str, table_id: str, house_rules_id: str, from_number: int, key: str
) -> TableView:
    """Play by other house rules at a table from the deal of this number on, which is the next.

    Raises ScorekeeperError: NOT_FOUND, NIGHT_NOT_OPEN; VALUE_INVALID for another game's rules;
    TABLE_CHANGED when the next deal has another number: what was played stays as it is.
    """

    def work(tx: Transaction) -> tuple[str, TableView]:
        row = tables.lock(tx, club_id, table_id)
        rules = house_rules.read(tx, club_id, house_rules_id)
        if rules.game != row.table.game:
            raise bounds.invalid("house_rules", rules.game)
        if row.table.deals + 1 != from_number:
            raise ScorekeeperError(ErrorCode.TABLE_CHANGED, "table", revision=row.table.revision)
        table_rows.change(
            tx,
            club_id,
            table_id,
            game=row.table.game,
            rules_id=rules.id,
            tariff=row.table.tariff,
            seats=row.table.seats,
            standing=row.table.standing,
        )
        return table_id, tables.read(tx, club_id, table_id, shown=0)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["adopt_rules", table_id, house_rules_id, from_number],
        work=work,
        again=lambda tx, made: tables.read(tx, club_id, made, shown=0),
    )


def _play(
    tx: Transaction,
    club_id: str,
    night: SeasonNightRow,
    table: FullRow,
    game: str,
    options: str,
    known: Mapping[str, str],
    run: _Run,
) -> None:
    """Score a table's deals again and note what comes out otherwise."""
    was: Standing | None = None
    now: Standing | None = None
    rows = deals.valid_from(tx, club_id, table.table.id, 0)
    for deal in booked_deals(tx, club_id, table, rows):
        begins = deal.began
        if was is not None and now is not None:
            begins = standings.carried(was, deal.began, now)
        tried = None
        if deal.row.deal.game == game:
            run.scored += 1
            terms = replace(deal.terms, options=options)
            if terms.rules != deal.terms.rules:
                tried = scoring.score(deal.record, terms, begins, ask=False)
        undecided = tried is not None and not tried.settled
        run.undecided += undecided
        before, was = deal.booked, deal.after
        if tried is None or undecided:
            after, now = _by_its_own_rules(deal, begins)
        else:
            after, now = tried.booked(), tried.after
        _add(run.cents, before.changes, after.changes)
        _add(run.soft, _points_of(before), _points_of(after))
        if before.changes != after.changes or undecided:
            run.differing += 1
            if len(run.deals) < SHOWN_MAX:
                run.deals.append(
                    TrialDeal(
                        night=night.number,
                        date=night.date,
                        table=table.table.name,
                        number=deal.row.deal.number,
                        deal_id=deal.row.deal.id,
                        was=_named(before.changes, known),
                        now=_named(after.changes, known),
                        undecided=undecided,
                    )
                )
    if was is not None and now is not None and _was_divided(tx, club_id, table):
        _add(run.cents, _shares(was), _shares(now))


def _by_its_own_rules(deal: BookedDeal, begins: Standing) -> tuple[Booked, Standing]:
    """Return a deal by its own house rules from another standing, and what it leaves behind."""
    if deal.holds(deal.record, begins):
        return deal.held_from(begins)
    scored = scoring.score(deal.record, deal.terms, begins, ask=False)
    if not scored.settled:  # it cannot be after what came before it
        return deal.booked, deal.after
    return scored.booked(), scored.after


def _points_of(booked: Booked) -> Mapping[str, int]:
    found: Mapping[str, int] = json.loads(booked.outcome).get("soft", {})
    return found


def _was_divided(tx: Transaction, club_id: str, table: FullRow) -> bool:
    """Say whether a Haferl left over at this table is its payers', and not the purse's."""
    if table.table.open:
        return False
    if table.table.divided_by is None:
        return not purse.get(tx, club_id).haferl
    entry = entries.get(tx, club_id, table.table.divided_by)
    return entry is not None and entry.kind == "haferl_divided"


def _shares(standing: Standing) -> dict[str, int]:
    payers = [member_account(name) for name, _ in standing.table.haferl_payers]
    shares = split_haferl(standing.table.haferl, payers)
    return {account.partition(":")[2]: int(cents) for account, cents in shares.items()}


def _points(
    tx: Transaction, club_id: str, season_id: str, aliases: Mapping[str, str]
) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in tallies.of_season(tx, club_id, season_id):
        if row.game == ALL:
            found[row.member_id] = found.get(row.member_id, 0) + row.tally.soft
    for one in tallies.unfolded(tx, club_id, season_id):
        found[one.member_id] = found.get(one.member_id, 0) + one.tally.soft
    return people.together(found, aliases)


def _people(
    money: Mapping[str, int],
    more: Mapping[str, int],
    points: Mapping[str, int],
    more_points: Mapping[str, int],
    known: Mapping[str, str],
) -> tuple[TrialPerson, ...]:
    after = {id_: money.get(id_, 0) + more.get(id_, 0) for id_ in {**money, **more}}
    before = {id_: money.get(id_, 0) for id_ in after}
    was, now = _places(before), _places(after)
    order = sorted(after, key=lambda id_: (was[id_], known[id_]))
    return tuple(
        TrialPerson(
            name=known[id_],
            cents_was=before[id_],
            cents_now=after[id_],
            soft_was=points.get(id_, 0),
            soft_now=points.get(id_, 0) + more_points.get(id_, 0),
            place_was=was[id_],
            place_now=now[id_],
        )
        for id_ in order
    )


def _places(money: Mapping[str, int]) -> dict[str, int]:
    entrants = [Entrant(id=id_, value=Fraction(cents)) for id_, cents in money.items()]
    return {one.id: one.place for one in ranked(entrants, (), "")}


def _add(sums: dict[str, int], was: Mapping[str, int], now: Mapping[str, int]) -> None:
    for values, sign in ((was, -1), (now, 1)):
        for member, count in values.items():
            sums[member] = sums.get(member, 0) + sign * count


def _named(changes: Mapping[str, int], known: Mapping[str, str]) -> dict[str, int]:
    return {known[member]: cents for member, cents in changes.items() if cents}
