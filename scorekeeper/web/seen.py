"""Forms that change a thing only as they showed it, so that nobody overwrites another unsaid.

A form carries a mark of what it was filled with. Where that reads otherwise by the time it is
sent, nothing is changed and the form is shown anew with what stands there now.
"""

from collections.abc import Callable
from typing import TypeVar

from flask import request

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services.conditions import Thing
from scorekeeper.services.conditions import tag
from scorekeeper.services.conditions import unless_changed
from scorekeeper.services.desk import Desk
from scorekeeper.web.pages import desk

View = TypeVar("View")


def mark(shown: object, *, anew: bool = True) -> str:
    """Return the mark for a form that shows this; a form sent back keeps the mark it came with."""
    return tag(shown) if anew else request.form.get("seen", "")


def as_seen(thing: Thing[View], part: Callable[[View], object], place: str) -> Desk:
    """Return a desk at which a change is made only while this part is as the form sent saw it."""
    narrowed = Thing(read=lambda tx: part(thing.read(tx)), hold=thing.hold)
    return unless_changed(desk(), narrowed, frozenset((request.form.get("seen", ""),)), place)


def changed_meanwhile(error: ScorekeeperError) -> bool:
    """Say whether the form must be shown with what stands there now."""
    return error.code is ErrorCode.CHANGED_MEANWHILE
