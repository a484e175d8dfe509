"""A season's page for anybody with its link. Off until somebody puts it on."""

import secrets
from dataclasses import dataclass

from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import ClubView
from scorekeeper.store import public_seasons
from scorekeeper.store import seasons
from scorekeeper.store.engine import Transaction

_BYTES = 16
_TOKEN_MAX = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """The token of a season's link, None while nobody but the club may look."""

    season_id: str
    token: str | None


def publish(desk: Desk, *, club_id: str, season_id: str) -> str:
    """Let anybody with a link read a season and return the link's token, the same until it ends.

    Raises ScorekeeperError: NOT_FOUND.
    """

    def work(tx: Transaction) -> str:
        _require(tx, club_id, season_id)
        token = public_seasons.token_of(tx, club_id, season_id)
        if token is None:
            token = secrets.token_urlsafe(_BYTES)
            public_seasons.add(tx, club_id, season_id, token=token, who=desk.actor, at=desk.now())
        return token

    return written(desk, work)


def withdraw(desk: Desk, *, club_id: str, season_id: str) -> None:
    """End a season's link at once; another one later is a new one.

    Raises ScorekeeperError: NOT_FOUND.
    """

    def work(tx: Transaction) -> None:
        _require(tx, club_id, season_id)
        public_seasons.drop(tx, club_id, season_id)

    written(desk, work)


def link_of(desk: Desk, *, club_id: str, season_id: str) -> str | None:
    """Return the token of a season's link, None while it has none."""
    with desk.store.read() as tx:
        return public_seasons.token_of(tx, club_id, bounds.id_(season_id, "season"))


def read(tx: Transaction, club_id: str, season_id: str) -> PublicView:
    """Return the link of a season within a transaction.

    Raises ScorekeeperError: NOT_FOUND.
    """
    _require(tx, club_id, season_id)
    token = public_seasons.token_of(tx, club_id, season_id)
    return PublicView(season_id=season_id, token=token)


def opened(desk: Desk, *, token: str) -> tuple[ClubView, str]:
    """Return the club and the id of the season this token is good for.

    Raises ScorekeeperError: NOT_FOUND, also when the link has ended.
    """
    with desk.store.read() as tx:
        found = public_seasons.season_of(tx, token) if len(token) <= _TOKEN_MAX else None
        if found is None:
            raise bounds.missing("season")
        return clubs.read(tx, found[0]), found[1]


def _require(tx: Transaction, club_id: str, season_id: str) -> None:
    if seasons.get(tx, club_id, bounds.id_(season_id, "season")) is None:
        raise bounds.missing("season")
