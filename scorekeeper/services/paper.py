"""What a night's ledger states on paper, made of what pages show; nothing is asked here."""

from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence

from scorekeeper.documents.facts import AmountsFacts
from scorekeeper.documents.facts import BalanceFacts
from scorekeeper.documents.facts import ChangeFacts
from scorekeeper.documents.facts import DealFacts
from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.facts import RulesFacts
from scorekeeper.documents.facts import SettlementFacts
from scorekeeper.documents.facts import Standing
from scorekeeper.documents.facts import TableFacts
from scorekeeper.documents.facts import TellingFacts
from scorekeeper.documents.facts import TransferFacts
from scorekeeper.documents.facts import played
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.settlement import fewest_transfers
from scorekeeper.services.views import AmountsView
from scorekeeper.services.views import DealVersionView
from scorekeeper.services.views import DealView
from scorekeeper.services.views import EventView
from scorekeeper.services.views import HouseRulesView
from scorekeeper.services.views import LedgerView
from scorekeeper.services.views import NightState
from scorekeeper.services.views import SettlementView
from scorekeeper.services.views import TableView

UNDONE = "undone"
_HAFERL_EVENTS = ("haferl_divided", "haferl_restored")
_ROUNDING_EVENTS = ("rounding", "rounding_taken_back")


def night_facts(
    view: LedgerView, settlement: SettlementView | None, *, url: str = ""
) -> LedgerFacts:
    """State a night from its whole ledger (every deal, not a page of them) and its settlement."""
    names = {member.id: member.name for member in view.members}
    shares = _haferl_shares(view.events)
    balances = _balances(view, shares)
    results = {one.name: one.result for one in balances}
    at = [deal.at for deal in view.deals] + [event.at for event in view.events]
    at += [sheet.at for sheet in view.amounts]
    purse_rounding = _moved(view.events, _ROUNDING_EVENTS).get(PURSE, 0)
    return LedgerFacts(
        club=view.club.name,
        number=view.night.number,
        date=view.night.date,
        place=view.night.place,
        season=view.night.season_name,
        standing=Standing(view.night.state.value),
        void_reason=view.night.void_reason,
        time_zone=view.club.time_zone,
        currency=view.tables[0].currency if view.tables else "EUR",
        tables=tuple(_table(table, view, names, shares, results) for table in view.tables),
        balances=balances,
        haferl=view.haferl,
        purse=view.purse - purse_rounding,
        purse_rounding=purse_rounding,
        purse_open=view.purse_open,
        entry=view.entry,
        sheets=tuple(_sheet(one, names) for one in view.amounts),
        settlement=_settlement(view, settlement, balances),
        hash=view.hash,
        as_of=max(at, default=None),
        url=url,
    )


def _sheet(sheet: AmountsView, names: Mapping[str, str]) -> AmountsFacts:
    return AmountsFacts(
        reason=sheet.reason,
        who=sheet.who,
        at=sheet.at,
        amounts=tuple(
            (name, sheet.changes[one]) for one, name in names.items() if one in sheet.changes
        ),
        taken_back=sheet.taken_back,
        purse=sheet.purse,
        imported=sheet.import_id is not None,
    )


def _haferl_shares(events: Iterable[EventView]) -> dict[str, int]:
    """Add up what divided Haferl brought everybody, less what opening the night took back."""
    return _moved(events, _HAFERL_EVENTS)


def _moved(events: Iterable[EventView], kinds: tuple[str, ...]) -> dict[str, int]:
    """Add up what entries of these kinds gave and took, by name."""
    shares: dict[str, int] = {}
    for event in events:
        if event.kind in kinds:
            for payer, payee, cents in event.lines:
                shares[payer] = shares.get(payer, 0) - cents
                shares[payee] = shares.get(payee, 0) + cents
    return shares


def _balances(view: LedgerView, shares: Mapping[str, int]) -> tuple[BalanceFacts, ...]:
    voided = view.night.state is NightState.VOIDED
    won = dict.fromkeys((member.id for member in view.members), 0)
    for deal in view.deals:
        if deal.state != UNDONE and not voided:
            for member_id, cents in deal.changes.items():
                won[member_id] = won.get(member_id, 0) + cents
    sheets = dict.fromkeys(won, 0)
    for sheet in view.amounts:
        if not sheet.taken_back:
            for member_id, cents in sheet.changes.items():
                sheets[member_id] = sheets.get(member_id, 0) + cents
    rounded = _moved(view.events, _ROUNDING_EVENTS)
    stated = []
    for member in view.members:
        deals = won[member.id]
        haferl = 0 if voided else shares.get(member.name, 0)
        stands = view.balances.get(member.id, 0)
        sheet_, rounding = sheets[member.id], rounded.get(member.name, 0)
        stated.append(
            BalanceFacts(
                name=member.name,
                deals=deals,
                haferl=haferl,
                paid=stands - deals - haferl - sheet_ - rounding,
                open=stands,
                sheets=sheet_,
                rounding=rounding,
            )
        )
    return tuple(stated)


def _table(
    table: TableView,
    view: LedgerView,
    names: Mapping[str, str],
    shares: Mapping[str, int],
    results: Mapping[str, int],
) -> TableFacts:
    deals = [deal for deal in view.deals if deal.table_id == table.id]
    columns = _columns(table, deals)
    people = tuple(names[member_id] for member_id in columns)
    soft = bool(deals) and not any(map(_for_money, deals))
    divided = any(shares.get(name) for name in people) and _only_pot(table, view)
    return TableFacts(
        name=table.name,
        game=table.game,
        tariff=table.tariff,
        rules=(_rules(table.house_rules),),
        people=people,
        deals=tuple(_deal(deal, columns, people, soft=soft) for deal in deals),
        haferl_shares=tuple(shares.get(name, 0) for name in people) if divided else (),
        final_balances=tuple(results.get(name, 0) for name in people),
        soft=soft,
    )


def _for_money(deal: DealView) -> bool:
    """Return whether a deal was played for money, in any of its tellings."""
    moved: tuple[DealView | DealVersionView, ...] = (deal, *deal.history)
    return bool(deal.tariff) or any(any(t.changes.values()) or t.haferl_change for t in moved)


def _rules(rules: HouseRulesView) -> RulesFacts:
    return RulesFacts(
        game=rules.game,
        name=rules.name,
        version=rules.version,
        options=tuple(rules.options.items()),
    )


def _columns(table: TableView, deals: Sequence[DealView]) -> tuple[str, ...]:
    """Return who has a column: who sits there, who left, and whoever a deal paid or charged."""
    order = dict.fromkeys(person.member_id for person in table.people)
    for deal in deals:
        order.update(dict.fromkeys(deal.changes))
        for version in deal.history:
            order.update(dict.fromkeys(version.changes))
    return tuple(order)


def _only_pot(table: TableView, view: LedgerView) -> bool:
    """Tell whether this is the only table that had a Haferl left, so that its division is its."""
    last = {deal.table_id: deal.haferl_after for deal in view.deals if deal.state != UNDONE}
    return [table_id for table_id, left in last.items() if left] == [table.id]


def _deal(
    deal: DealView, columns: Sequence[str], people: Sequence[str], *, soft: bool
) -> DealFacts:
    undone = deal.state == UNDONE
    followers: tuple[DealVersionView | DealView, ...] = (*deal.history[1:], deal)
    struck = [
        (_telling(deal.game, version, columns, people, soft=soft), _why(version, later))
        for version, later in zip(deal.history, followers[: len(deal.history)], strict=True)
    ]
    if undone and not (deal.history and deal.history[-1].replaced_by == UNDONE):
        struck.append((_telling(deal.game, deal, columns, people, soft=soft), _why(None, deal)))
    return DealFacts(
        number=deal.number,
        dealer=deal.dealer,
        valid=None if undone else _telling(deal.game, deal, columns, people, soft=soft),
        struck=tuple(struck),
        balances=tuple(
            (deal.soft_after if soft else deal.balances_after).get(member_id, 0 if soft else None)
            for member_id in columns
        ),
        haferl_after=deal.haferl_after,
        disputed=deal.disputed,
    )


def _telling(
    game: str,
    told: DealView | DealVersionView,
    columns: Sequence[str],
    people: Sequence[str],
    *,
    soft: bool,
) -> TellingFacts:
    seats, out = (_names(told.record.get(field)) for field in ("seats", "sitting_out"))
    changes = told.soft if soft else told.changes
    return TellingFacts(
        played=played(game, told.record, told.outcome),
        changes=tuple(
            changes.get(member_id, 0) if name in seats and name not in out else None
            for member_id, name in zip(columns, people, strict=True)
        ),
        haferl_change=told.haferl_change,
    )


def _names(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()


def _why(version: DealVersionView | None, later: DealVersionView | DealView) -> ChangeFacts:
    """Say who struck out a telling, when and why: who told the next one did."""
    if version is None:
        return ChangeFacts(who=later.who, at=later.at, reason=later.reason)
    rescored = version.replaced_by == "rescored"
    return ChangeFacts(
        who=later.who,
        at=later.at,
        reason=version.reason,
        rescored=rescored,
        ruled=version.replaced_by == "ruled",
        new_rules=version.new_rules,
    )


def _settlement(
    view: LedgerView, settlement: SettlementView | None, balances: Sequence[BalanceFacts]
) -> SettlementFacts | None:
    """State the stored proposal; without one, or with an outdated one, work one out."""
    if view.night.state in (NightState.OPEN, NightState.VOIDED):
        return None
    if settlement is not None and not settlement.stale:
        return SettlementFacts(
            mode=settlement.mode,
            exact=settlement.exact,
            cashier=settlement.cashier,
            transfers=tuple(
                TransferFacts(
                    payer="" if x.payer_id == PURSE else x.payer,
                    payee="" if x.payee_id == PURSE else x.payee,
                    amount=x.amount,
                    paid=x.paid,
                )
                for x in settlement.transfers
            ),
            proposed=True,
        )
    stands = {one.name: one.open for one in balances} | {"": view.purse_open}
    # Some of it lies in a pot, or lots are drawn for its coins when it is asked for.
    if sum(stands.values()) or view.night.coin is not None:
        return None
    plan = fewest_transfers(stands)
    return SettlementFacts(
        mode="transfers",
        exact=plan.exact,
        cashier="",
        transfers=tuple(
            TransferFacts(payer=x.payer, payee=x.payee, amount=x.amount, paid=0)
            for x in plan.transfers
        ),
        proposed=False,
    )
