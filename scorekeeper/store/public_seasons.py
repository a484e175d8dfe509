"""The links to seasons that anybody may read."""

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import public_season

_mine = (
    public_season.c.club_id == bindparam("club_id"),
    public_season.c.season_id == bindparam("season_id"),
)
_ADD = insert_all(public_season)
_DROP = Prepared(delete(public_season).where(*_mine))
_TOKEN = Prepared(select(public_season.c.token).where(*_mine))
_SEASON = Prepared(
    select(public_season.c.club_id, public_season.c.season_id).where(
        public_season.c.token == bindparam("token")
    )
)


def add(tx: Transaction, club_id: str, season_id: str, *, token: str, who: str, at: str) -> None:
    """Let anybody with this token read a season."""
    tx.run(_ADD, club_id=club_id, season_id=season_id, token=token, who=who, at=at)


def drop(tx: Transaction, club_id: str, season_id: str) -> None:
    """Let nobody but the club read a season."""
    tx.run(_DROP, club_id=club_id, season_id=season_id)


def token_of(tx: Transaction, club_id: str, season_id: str) -> str | None:
    """Return the token of a season, None while it has none."""
    row = tx.one(_TOKEN, club_id=club_id, season_id=season_id)
    return None if row is None else str(row[0])


def season_of(tx: Transaction, token: str) -> tuple[str, str] | None:
    """Return club and season of a token."""
    row = tx.one(_SEASON, token=token)
    return None if row is None else (row[0], row[1])
