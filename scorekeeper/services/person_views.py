"""A night's ledger by person: the columns of several ids of one person as one."""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.services.people import together
from scorekeeper.services.showing import Names
from scorekeeper.services.views import DealView
from scorekeeper.services.views import LedgerView
from scorekeeper.services.views import TableView


def by_person(view: LedgerView, names: Names) -> LedgerView:
    """Return a ledger in which every id is a person's own, and amounts of one person are summed."""
    return replace(
        view,
        tables=tuple(_table(table, names) for table in view.tables),
        deals=tuple(_deal(deal, names) for deal in view.deals),
        amounts=tuple(
            replace(one, changes=together(one.changes, names.aliases)) for one in view.amounts
        ),
    )


def _table(table: TableView, names: Names) -> TableView:
    people = {names.person(one.member_id): one for one in reversed(table.people)}
    return replace(
        table,
        seats=tuple(names.person(one) for one in table.seats),
        people=tuple(
            replace(one, member_id=person) for person, one in reversed(list(people.items()))
        ),
        dealer_id=names.person(table.dealer_id),
        sitting_out=tuple(names.person(one) for one in table.sitting_out),
    )


def _deal(deal: DealView, names: Names) -> DealView:
    return replace(
        deal,
        changes=together(deal.changes, names.aliases),
        match_after=together(deal.match_after, names.aliases),
        soft=together(deal.soft, names.aliases),
        soft_after=together(deal.soft_after, names.aliases),
        balances_after=_stands(deal.balances_after, names),
        history=tuple(
            replace(
                one,
                changes=together(one.changes, names.aliases),
                soft=together(one.soft, names.aliases),
            )
            for one in deal.history
        ),
    )


def _stands(balances: Mapping[str, int], names: Names) -> dict[str, int]:
    """Return what each person stands at; every id of his has the whole of it already."""
    return {names.person(one): cents for one, cents in balances.items()}
