"""Whether anything but one import names a member: asked when that import is taken back.

This happens seldom, and no two tables are alike: the statements are built when needed.
"""

from collections.abc import Iterator

from sqlalchemy import ColumnElement
from sqlalchemy import Select
from sqlalchemy import literal
from sqlalchemy import or_
from sqlalchemy import select

from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import season_account
from scorekeeper.store.engine import Transaction
from scorekeeper.store.schema import account_member
from scorekeeper.store.schema import balance
from scorekeeper.store.schema import bank_change
from scorekeeper.store.schema import booking
from scorekeeper.store.schema import import_batch
from scorekeeper.store.schema import import_night
from scorekeeper.store.schema import member
from scorekeeper.store.schema import night
from scorekeeper.store.schema import person_step
from scorekeeper.store.schema import seat


def elsewhere(tx: Transaction, club_id: str, member_id: str, import_id: str) -> bool:
    """Say whether a member has anything to his name besides the nights of an import.

    What stands in nights of imports that were taken back before is nothing either.
    """
    found = _places(club_id, member_id, import_id)
    return any(tx.connection.execute(one.limit(1)).first() is not None for one in found)


def _places(club_id: str, member_id: str, import_id: str) -> Iterator[Select[int]]:
    def rows(*where: ColumnElement[bool]) -> Select[int]:
        return select(literal(1)).where(*where)

    its_own = (
        select(import_night.c.night_id)
        .join(
            import_batch,
            (import_batch.c.club_id == import_night.c.club_id)
            & (import_batch.c.id == import_night.c.import_id),
        )
        .where(
            import_night.c.club_id == club_id,
            or_(import_batch.c.id == import_id, import_batch.c.state == "undone"),
        )
    )
    others = select(night.c.id).where(night.c.club_id == club_id, night.c.id.not_in(its_own))
    yield rows(
        seat.c.club_id == club_id, seat.c.member_id == member_id, seat.c.night_id.not_in(its_own)
    )
    # A season's book moves with its nights, so only books of nights and the club's own say more.
    yield rows(
        balance.c.club_id == club_id,
        balance.c.account == member_account(member_id),
        balance.c.book.in_(others),
    )
    yield rows(balance.c.club_id == club_id, balance.c.account == season_account(member_id))
    yield rows(
        booking.c.club_id == club_id,
        or_(booking.c.member_id == member_id, booking.c.other_id == member_id),
    )
    yield rows(
        person_step.c.club_id == club_id,
        or_(person_step.c.member_id == member_id, person_step.c.into_id == member_id),
    )
    yield rows(account_member.c.club_id == club_id, account_member.c.member_id == member_id)
    yield rows(bank_change.c.club_id == club_id, bank_change.c.member_id == member_id)
    yield rows(member.c.club_id == club_id, member.c.merged_into == member_id)
