"""Deals told anew, scored again with what comes after them at their table; nothing is kept here."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.purse import split_haferl
from scorekeeper.services import bounds
from scorekeeper.services import scoring
from scorekeeper.services import standing as standings
from scorekeeper.services.closing import goes_to_purse
from scorekeeper.services.members import names_at
from scorekeeper.services.scoring import Scored
from scorekeeper.services.scoring import Terms
from scorekeeper.services.showing import Names
from scorekeeper.services.standing import Standing
from scorekeeper.store import deals
from scorekeeper.store import house_rules
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.tables import FullRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Retold:
    """A deal scored again. `was` is how it was scored before, `began` what it starts from now."""

    row: ToldRow
    corrected: bool
    began: Standing
    was: Scored
    now: Scored

    @property
    def payments_change(self) -> bool:
        """Say whether anybody pays another amount than before."""
        return self.was.lines != self.now.lines

    @property
    def texts_change(self) -> bool:
        """Say whether anything that is stored of the deal changes."""
        return self.corrected or self.told_otherwise

    @property
    def told_otherwise(self) -> bool:
        """Say whether the deal says anything else than before."""
        return self.was.texts() != self.now.texts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The deals of a table from the first corrected one on, and where the table stands after."""

    table: FullRow
    names: Names
    deals: tuple[Retold, ...]
    after: Standing
    to_purse: bool = False  # a Haferl left over went to the purse

    @property
    def unchanged(self) -> bool:
        """Say whether every deal is told as it stands already."""
        return not any(one.told_otherwise or one.payments_change for one in self.deals)

    def wrong(self) -> tuple[Retold, ...]:
        """Return the deals that cannot stand as they are told now."""
        return tuple(one for one in self.deals if not one.now.settled)

    def differences(self) -> dict[str, int]:
        """Return what each member has more or less in the night."""
        moved: dict[str, int] = {}
        for one in self.deals:
            for member, cents in one.now.changes.items():
                moved[member] = moved.get(member, 0) + cents
            for member, cents in one.was.changes.items():
                moved[member] = moved.get(member, 0) - cents
        if not self.table.table.open and not self.to_purse:
            before = standings.from_text(self.table.table.standing)
            for standing, sign in ((self.after, 1), (before, -1)):
                for member, cents in _shares(standing).items():
                    moved[member] = moved.get(member, 0) + sign * cents
        return {member: cents for member, cents in moved.items() if cents}


def deal_of(tx: Transaction, club_id: str, deal_id: str) -> ToldRow:
    """Return a deal as it is told now.

    Raises ScorekeeperError: NOT_FOUND.
    """
    row = deals.get(tx, club_id, deal_id)
    if row is None:
        raise bounds.missing("deal")
    return row


def scored_again(
    tx: Transaction,
    club_id: str,
    table: FullRow,
    row: ToldRow,
    told: Mapping[str, Mapping[str, Any]],
) -> Story:
    """Score the table's deals again from the first one told anew to the last."""
    first = row.deal.seq
    for other in told:
        sibling = row if other == row.deal.id else deal_of(tx, club_id, other)
        if sibling.deal.table_id != row.deal.table_id or sibling.deal.state != "valid":
            raise bounds.missing("others")
        first = min(first, sibling.deal.seq)
    names = names_at(tx, club_id, row.deal.night_id)
    rules: dict[str, str] = {}
    retold: list[Retold] = []
    was: Standing | None = None
    now: Standing | None = None
    for one in deals.valid_from(tx, club_id, row.deal.table_id, first):
        terms = _terms(tx, club_id, table, one, rules)
        began = standings.from_text(one.deal.began)
        begins = began if was is None or now is None else standings.carried(was, began, now)
        record = json.loads(one.version.record)
        before = scoring.score(record, terms, began, ask=False)
        if one.deal.id in told:
            record = _corrected(record, told[one.deal.id], names)
        after = scoring.score(record, terms, begins, ask=False)
        retold.append(
            Retold(row=one, corrected=one.deal.id in told, began=begins, was=before, now=after)
        )
        was, now = before.after, after.after
    assert was is not None
    assert now is not None
    seats = tuple(json.loads(table.table.seats))
    standing = standings.carried(was, standings.from_text(table.table.standing), now)
    return Story(
        table=table,
        names=names,
        deals=tuple(retold),
        after=standings.seated_dealer(standing, seats),
        to_purse=not table.table.open and goes_to_purse(tx, club_id, table.table.divided_by),
    )


def _terms(
    tx: Transaction, club_id: str, table: FullRow, row: ToldRow, rules: dict[str, str]
) -> Terms:
    options = rules.get(row.deal.house_rules_id)
    if options is None:
        found = house_rules.get(tx, club_id, row.deal.house_rules_id)
        assert found is not None
        options = rules[row.deal.house_rules_id] = found.options
    return Terms(
        table_id=row.deal.table_id,
        game=row.deal.game,
        options=options,
        tariff=row.deal.tariff,
        currency=table.table.currency,
    )


def _corrected(record: Mapping[str, Any], said: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Return the record of a deal told anew; who dealt and who sat where may be left as it was."""
    out = record.get("sitting_out", [])
    dealer = said.get("dealer", record["dealer"])
    if dealer != record["dealer"] and out == [record["dealer"]]:
        out = [dealer]
    return scoring.record_of(
        said,
        game=record["game"],
        dealer=record["dealer"],
        seats=record["seats"],
        sitting_out=out,
        known=names.by_id,
    )


def _shares(standing: Standing) -> dict[str, int]:
    payers = [member_account(name) for name, _ in standing.table.haferl_payers]
    shares = split_haferl(standing.table.haferl, payers)
    return {account.partition(":")[2]: int(cents) for account, cents in shares.items()}
