"""What new evenings of a club begin with: the smallest coin, and the most anybody may lose."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import money_rules


class MoneyRulesRow(NamedTuple):
    """What a club agreed on; None where it agreed on nothing."""

    coin: int | None = None
    stake_limit: int | None = None
    stake_mode: str | None = None


_columns = tuple(money_rules.c[name] for name in MoneyRulesRow._fields)
_GET = Prepared(select(*_columns).where(money_rules.c.club_id == bindparam("club_id")))
_DELETE = Prepared(delete(money_rules).where(money_rules.c.club_id == bindparam("club_id")))
_ADD = insert_all(money_rules)


def get(tx: Transaction, club_id: str) -> MoneyRulesRow:
    """Return what a club agreed on."""
    row = tx.one(_GET, club_id=club_id)
    return MoneyRulesRow() if row is None else MoneyRulesRow._make(row)


def put(tx: Transaction, club_id: str, row: MoneyRulesRow) -> None:
    """Keep what a club agreed on, in place of what it agreed on before."""
    tx.run(_DELETE, club_id=club_id)
    tx.run(_ADD, club_id=club_id, **row._asdict())
