"""What a dispute is to pages: its story, who holds what, and what a ruling would change."""

import json
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from scorekeeper.services.showing import Names
from scorekeeper.services.views import CorrectionPreview
from scorekeeper.store.moments import moment_of
from scorekeeper.store.rulings import DisputeRow
from scorekeeper.store.rulings import StepRow


class Choice(StrEnum):
    """How a referee decides."""

    PROPOSED = "proposed"  # what the dispute asks for, by the engine's verdict where it has one
    AS_PLAYED = "as_played"
    OTHER = "other"
    MISDEAL = "misdeal"


class StepKind(StrEnum):
    """What happened to a dispute."""

    OPENED = "opened"
    RULED = "ruled"
    APPEALED = "appealed"


class DisputeState(StrEnum):
    """`moot`: the deal was undone, or its night voided, before anybody decided."""

    OPEN = "open"
    DECIDED = "decided"
    MOOT = "moot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offending:
    """An offence as a record has it: `by` is a member's id, None only for a misdeal."""

    offence: str
    by: str | None = None
    trick: int | None = None

    def as_ruling(self) -> dict[str, Any]:
        """Return it as it stands among a record's rulings."""
        told: dict[str, Any] = {"offence": self.offence}
        if self.by is not None:
            told["by"] = self.by
        if self.trick is not None:
            told["trick"] = self.trick
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a referee decides; `offending` where he holds something else than was proposed."""

    choice: Choice
    offending: Offending | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundView:
    """What the engine said of the play in question; cards as numbers, the player by name."""

    verdict: str
    rule: str
    trick: int
    player: str
    card: int
    because: tuple[int, ...]
    instead: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One step of a dispute. `offence` is empty where nothing is held against anybody."""

    number: int
    kind: StepKind
    choice: str
    offence: str
    by: str
    trick: int | None
    rule: str
    found: FoundView | None
    changes: tuple[tuple[str, int], ...]  # name, cents more or less for the night
    reason: str
    who: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeView:
    """A dispute with its whole story, the oldest step first."""

    id: str
    number: int
    deal_id: str
    deal_number: int
    table_id: str
    table_name: str
    night_id: str
    night_number: int
    house_rules_id: str
    game: str
    currency: str
    state: DisputeState
    people: tuple[tuple[str, str], ...]  # id and name of who played, in playing order
    steps: tuple[StepView, ...]

    @property
    def proposal(self) -> StepView | None:
        """Return the step that says what is held against whom."""
        return next((one for one in reversed(self.steps) if one.kind is StepKind.OPENED), None)

    @property
    def ruling(self) -> StepView | None:
        """Return the ruling that holds, None while there is none."""
        last = self.steps[-1]
        return last if last.kind is StepKind.RULED else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeView:
    """One way a dispute may end, and what it would change from how the deal counts now."""

    choice: Choice
    seen: CorrectionPreview


@dataclass(frozen=True, slots=True, kw_only=True)
class BookView:
    """A page of the book of precedents, the newest first; `before` is the next page's cursor."""

    disputes: tuple[DisputeView, ...]
    before: int | None


def step_view(row: StepRow, names: Names) -> StepView:
    """Return a step with names."""
    found: dict[str, Any] = json.loads(row.verdict)
    return StepView(
        number=row.number,
        kind=StepKind(row.kind),
        choice=row.choice,
        offence=row.offence,
        by=names.get(row.by_id or "", ""),
        trick=row.trick,
        rule=row.rule,
        found=_found(found, names) if found else None,
        changes=tuple(
            (names.get(member, ""), cents) for member, cents in json.loads(row.changes).items()
        ),
        reason=names.veil.text(row.why, row.at),
        who=names.veil.text(row.who, row.at),
        at=moment_of(row.at),
    )


def _found(told: Mapping[str, Any], names: Names) -> FoundView:
    return FoundView(
        verdict=told["verdict"],
        rule=told["rule"],
        trick=told["trick"],
        player=names.get(told["player"], ""),
        card=told["card"],
        because=tuple(told["because"]),
        instead=tuple(told["instead"]),
    )


def people_of(row: DisputeRow, names: Names) -> tuple[tuple[str, str], ...]:
    """Return who played in the deal."""
    return tuple((one, names.get(one, "")) for one in row.people.split())


def story(rows: Sequence[StepRow], names: Names) -> tuple[StepView, ...]:
    """Return the steps of a dispute with names."""
    return tuple(step_view(row, names) for row in rows)
