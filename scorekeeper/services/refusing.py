"""Refusing a deal that cannot stand, with everything that is wrong with it."""

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services.scoring import Scored
from scorekeeper.services.showing import Names
from scorekeeper.services.showing import named_finding
from scorekeeper.services.showing import sentences


def require_settled(scored: Scored, names: Names, language: str) -> None:
    """Refuse a deal with errors, or one of which it is not certain how it ended.

    Raises ScorekeeperError: DEAL_INVALID with `findings` (names in them) and `details`, a text of
    their sentences; DEAL_UNDECIDED; AMOUNT_LARGE with a name where it moves more than a row may.
    """
    errors = scored.report.errors
    if errors:
        raise ScorekeeperError(
            ErrorCode.DEAL_INVALID,
            "said",
            findings=tuple(named_finding(one, names) for one in errors),
            details=" ".join(sentences(errors, names, language)),
        )
    if not scored.settled:
        raise ScorekeeperError(ErrorCode.DEAL_UNDECIDED, "said")
    for member, cents in scored.changes.items():
        bounds.amount(cents, "said", least=None, name=names.of(member))
