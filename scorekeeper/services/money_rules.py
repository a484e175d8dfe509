"""What people agree on about money: the smallest coin, and the most anybody may lose ("Deckel").

A club says what new evenings begin with; an evening may agree on something else. What holds for
an evening stands in its own row, so recording a deal reads nothing more for it.
"""

from collections.abc import Iterable
from collections.abc import Mapping

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_cents
from scorekeeper.ledger.rounding import COINS
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import night_views
from scorekeeper.services.answering import written
from scorekeeper.services.closing import lock_night
from scorekeeper.services.closing import require_season
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import MoneyRulesView
from scorekeeper.services.views import NightState
from scorekeeper.services.views import NightView
from scorekeeper.store import money_rules
from scorekeeper.store import nights
from scorekeeper.store import settlements
from scorekeeper.store import tables
from scorekeeper.store.engine import Transaction
from scorekeeper.store.money_rules import MoneyRulesRow
from scorekeeper.store.nights import NightRow

WARN = "warn"
REFUSE = "refuse"
MODES = (WARN, REFUSE)


def get_money_rules(desk: Desk, *, club_id: str) -> MoneyRulesView:
    """Return what new evenings of a club begin with.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id)


def read(tx: Transaction, club_id: str) -> MoneyRulesView:
    """Return what new evenings of a club begin with, within a transaction."""
    clubs.read(tx, club_id)
    return MoneyRulesView(**money_rules.get(tx, club_id)._asdict())


def set_money_rules(
    desk: Desk,
    *,
    club_id: str,
    coin: int | None,
    stake_limit: int | None,
    stake_mode: str = WARN,
) -> MoneyRulesView:
    """Say what new evenings of a club begin with; None for no coin, no limit.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID.
    """
    told = _checked(coin, stake_limit, stake_mode)

    def work(tx: Transaction) -> MoneyRulesView:
        clubs.read(tx, club_id)
        money_rules.put(tx, club_id, told)
        return MoneyRulesView(**told._asdict())

    return written(desk, work)


def set_night_rules(
    desk: Desk,
    *,
    club_id: str,
    night_id: str,
    coin: int | None,
    stake_limit: int | None,
    stake_mode: str = WARN,
) -> NightView:
    """Agree on something else for one evening. Another coin makes its settlement outdated.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID, NIGHT_NOT_OPEN for a voided night.
    """
    told = _checked(coin, stake_limit, stake_mode)

    def work(tx: Transaction) -> NightView:
        night = lock_night(tx, club_id, night_id)
        require_season(night)
        if night.state == NightState.VOIDED:
            raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night", number=night.number)
        nights.set_terms(tx, club_id, night.id, **told._asdict())
        if night.coin != told.coin:
            settlements.make_stale(tx, club_id, night.id)
        tables.touch_night(tx, club_id, night.id)
        return night_views.read(tx, club_id, night.id)

    return written(desk, work)


def over_limit(
    limit: int | None, after: Mapping[str, int], changes: Mapping[str, int]
) -> dict[str, int]:
    """Return who loses more than was agreed by a deal, with what he has lost then, by member id.

    `after` is where everybody stands after it. Who wins by the deal, or has nothing to do with it,
    is not held up by what he lost before.
    """
    if limit is None:
        return {}
    return {
        member: -after[member]
        for member, cents in changes.items()
        if cents < 0 and -after[member] > limit
    }


def require_within(
    desk: Desk,
    night: NightRow,
    after: Mapping[str, int],
    changes: Mapping[str, int],
    names: Mapping[str, str],
) -> None:
    """Refuse a deal by which somebody loses more than was agreed, where that is refused.

    Raises ScorekeeperError: STAKE_LIMIT with the name, what he would have lost, and the limit.
    """
    if night.stake_mode != REFUSE:
        return
    for member, lost in over_limit(night.stake_limit, after, changes).items():
        raise ScorekeeperError(
            ErrorCode.STAKE_LIMIT,
            "said",
            name=names[member],
            loss=format_cents(lost, desk.language),
            limit=format_cents(night.stake_limit or 0, desk.language),
        )


def near_limit(
    limit: int | None, balances: Iterable[tuple[str, int]], step: int
) -> tuple[tuple[str, int], ...]:
    """Return who may lose no more than `step` until the limit, with what he has left of it."""
    if limit is None:
        return ()
    left = [(name, limit + cents) for name, cents in balances if cents < 0]
    return tuple((name, cents) for name, cents in left if cents <= step)


def _checked(coin: int | None, stake_limit: int | None, stake_mode: str | None) -> MoneyRulesRow:
    if coin is not None and (isinstance(coin, bool) or coin not in COINS):
        raise bounds.invalid("coin", coin)
    if stake_limit is None:
        return MoneyRulesRow(coin=coin)
    bounds.amount(stake_limit, "stake_limit")
    if stake_mode not in MODES:
        raise bounds.invalid("stake_mode", stake_mode)
    return MoneyRulesRow(coin=coin, stake_limit=stake_limit, stake_mode=stake_mode)
