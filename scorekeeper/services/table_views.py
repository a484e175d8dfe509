"""A table as the page shows it that is open all night."""

import json
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace

from scorekeeper.adjudication.sequence import MatchState
from scorekeeper.ledger.journal import member_account
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.seats import accounts_of
from scorekeeper.services import clubs
from scorekeeper.services import house_rules
from scorekeeper.services import night_views
from scorekeeper.services import standing as standings
from scorekeeper.services.members import names_at
from scorekeeper.services.people import book_together
from scorekeeper.services.people import together
from scorekeeper.services.showing import Names
from scorekeeper.services.showing import deal_view
from scorekeeper.services.showing import running_balances
from scorekeeper.services.standing import Standing
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import DealView
from scorekeeper.services.views import MatchView
from scorekeeper.services.views import NightView
from scorekeeper.services.views import PersonView
from scorekeeper.services.views import SeatingView
from scorekeeper.services.views import TableView
from scorekeeper.store import balances
from scorekeeper.store import deals
from scorekeeper.store import rulings
from scorekeeper.store import seats as stays
from scorekeeper.store import tables
from scorekeeper.store import tallies
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.seats import StayRow
from scorekeeper.store.tables import FullRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What every table of a night needs to be shown."""

    club: ClubView
    night: NightView
    names: Names
    book: Mapping[str, int]
    soft: Mapping[str, int] | None = (
        None  # the night's soft score by person, at a table without money
    )


def read(tx: Transaction, club_id: str, row: FullRow, shown: int) -> TableView:
    """Return a table with its last deals, the newest first."""
    names = names_at(tx, club_id, row.night.id)
    around = Surroundings(
        club=clubs.read(tx, club_id),
        night=night_views.view(
            row.night,
            [(one.id, one.name, one.deals) for one in _siblings(tx, club_id, row)],
            night_views.rows_in(tx, club_id, row.night),
        ),
        names=names,
        book=book_together(balances.of_book(tx, club_id, row.night.id), names.aliases),
        soft=_soft(tx, club_id, row.night.id, names) if not row.table.tariff else None,
    )
    told = deals.last_of_table(tx, club_id, row.table.id, shown) if shown else []
    undoable = next((one.deal.id for one in told if one.deal.state == "valid"), None)
    if undoable is None and row.table.deals:
        last = deals.last_valid(tx, club_id, row.table.id)
        undoable = None if last is None else last.id
    return table_view(
        row,
        around,
        stays.of_table(tx, club_id, row.table.id),
        undoable=undoable,
        told=deal_views(tx, club_id, told, around.names) if told else (),
    )


def _soft(tx: Transaction, club_id: str, night_id: str, names: Names) -> dict[str, int]:
    """Return everybody's soft score of a night."""
    found: dict[str, int] = {}
    for one in tallies.of_night(tx, club_id, night_id):
        found[one.member_id] = found.get(one.member_id, 0) + one.tally.soft
    return together(found, names.aliases)


def _siblings(tx: Transaction, club_id: str, row: FullRow) -> list[tables.TableRow]:
    return [one.table for one in tables.of_night(tx, club_id, row.night.id)]


def deal_views(
    tx: Transaction,
    club_id: str,
    told: Sequence[ToldRow],
    names: Names,
    *,
    running: bool = False,
    from_start: bool = False,
) -> tuple[DealView, ...]:
    """Return deals of one night as they are shown, in the order given.

    A table page does without the `running` balances: adding up the night's deals costs more the
    longer it lasts. With `from_start` the deals are the night's first ones in order, so that
    nothing more need be read to tell them.
    """
    seqs = [row.deal.seq for row in told]
    night_id = told[0].deal.night_id
    after: dict[int, dict[str, int]] = {}
    if running:
        changes = (
            deals.changes(tx, club_id, night_id, max(seqs))
            if not from_start
            else [(row.deal.seq, row.deal.changes) for row in told if row.deal.state == "valid"]
        )
        after = running_balances(names.by_id, changes, seqs)
        if names.aliases:
            after = {seq: _each(amounts, names) for seq, amounts in after.items()}
    earlier = {}
    if any(row.deal.version > 1 for row in told):
        earlier = deals.history_of_night(tx, club_id, night_id, min(seqs), max(seqs))
    shown = tuple(
        deal_view(row, names, after.get(row.deal.seq, {}), earlier.get(row.deal.id, ()))
        for row in told
    )
    disputed = rulings.open_of_night(tx, club_id, night_id)
    if not disputed:
        return shown
    return tuple(
        replace(one, disputed=one.id in disputed and one.state == "valid") for one in shown
    )


def _each(amounts: Mapping[str, int], names: Names) -> dict[str, int]:
    """Return what a person stands at for each of the ids that stand for him."""
    summed = together(amounts, names.aliases)
    return {one: summed[names.person(one)] for one in amounts}


def table_view(
    row: FullRow,
    around: Surroundings,
    stayed: Sequence[StayRow],
    *,
    undoable: str | None,
    told: tuple[DealView, ...],
) -> TableView:
    """Join what is known of a table into what is shown of it."""
    table = row.table
    seats = tuple(json.loads(table.seats))
    standing = standings.from_text(table.standing)
    players = standings.players_next(standing, seats, table.game)
    rests = standings.resting_by_dealer(standing, seats, table.game)
    out = rests[standing.dealer] if players else ()
    match, changed = None, False
    rules = house_rules.rules_of(table.game, row.rules.options)
    if isinstance(rules, WattenRules):
        match = match_view(standing, players or seats[:4], rules)
        changed = bool(players) and standings.partners_changed(standing, players, rules.target)
    person = around.names.person
    here = {person(one) for one in seats}
    went = {person(one.member_id): one.member_id for one in stayed}
    gone = [one for who, one in went.items() if who not in here]
    people = tuple(
        PersonView(
            member_id=member,
            name=around.names.of(member),
            balance=around.book.get(member_account(person(member)), 0),
            seated=member in seats,
            deals_next=member == standing.dealer,
            sits_out_next=member in out,
            dealt=standing.dealt.get(member, 0),
            soft=None if around.soft is None else around.soft.get(person(member), 0),
        )
        for member in (*seats, *gone)
    )
    return TableView(
        club=around.club,
        night=around.night,
        id=table.id,
        name=table.name,
        game=table.game,
        house_rules=house_rules.view(row.rules),
        tariff=table.tariff,
        currency=table.currency,
        revision=table.revision,
        open=bool(table.open),
        seats=seats,
        people=people,
        dealer_id=standing.dealer,
        sitting_out=out,
        resting_by_dealer=rests,
        playable=bool(players),
        haferl=standing.table.haferl if table.divided_by is None else 0,
        match=match,
        partners_changed=changed,
        next_number=table.deals + 1,
        last_round=bool(standing.last_round),
        deals_to_go=standings.deals_to_go(standing, seats),
        undoable_deal_id=undoable if table.open else None,
        deals=told,
    )


def seating_view(row: FullRow) -> SeatingView:
    """Return of a table what reading the entry of its next deal needs."""
    table = row.table
    seats = tuple(json.loads(table.seats))
    standing = standings.from_text(table.standing)
    players = standings.players_next(standing, seats, table.game)
    rules = house_rules.rules_of(table.game, row.rules.options)
    gespannt: tuple[str, ...] = ()
    if isinstance(rules, WattenRules):
        gespannt = match_view(standing, players or seats[:4], rules).gespannt
    return SeatingView(
        game=table.game,
        options=house_rules.view(row.rules).options,
        seats=seats,
        dealer_id=standing.dealer,
        resting_by_dealer=standings.resting_by_dealer(standing, seats, table.game),
        gespannt=gespannt,
    )


def match_view(standing: Standing, players: Sequence[str], rules: WattenRules) -> MatchView:
    """Return the match the next deal of these players belongs to, as it stands."""
    table, begins = standings.opening(standing, players, rules.target, ask=False)
    match = table.match
    if match is None or begins or match.won_by or max(match.points) >= rules.target:
        match = _fresh(match, players)
    points = match.by_member()
    tight = rules.target - 2
    gespannt: tuple[str, ...] = ()
    if rules.gespannt_mode != "off":
        gespannt = tuple(name for name, reached in points.items() if reached >= tight)
    return MatchView(
        number=match.number,
        target=rules.target,
        points=points,
        gespannt=gespannt,
        bummerl=standing.table.bummerl,
        sides=match.accounts,
    )


def _fresh(before: MatchState | None, players: Sequence[str]) -> MatchState:
    accounts = accounts_of(players)
    number = 1 if before is None else before.number + 1
    return MatchState(
        number=number, size=len(players), accounts=accounts, points=(0,) * len(accounts)
    )
