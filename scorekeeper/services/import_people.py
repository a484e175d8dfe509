"""Who is who in a file, and who became a member only by an import.

Nobody is ever deleted. Whom an import made a member, and who has nothing else to his name when it
is taken back, plays no more: the voided nights can still be read. To the next file he is new.
"""

import json
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Mapping
from typing import Any
from typing import NamedTuple

from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_check import People
from scorekeeper.store import imports
from scorekeeper.store import members
from scorekeeper.store import mentions
from scorekeeper.store.engine import Transaction

MADE, GONE, STAYED = "made", "gone", "stayed"


class Added(NamedTuple):
    """A member by the name a file uses, and whether the file made him one."""

    id: str
    is_new: bool


def read(tx: Transaction, club_id: str) -> People:
    """Return the members; the name of a duplicate leads to the person he is."""
    rows = members.list_plain(tx, club_id)
    let_go = _let_go(tx, club_id) if any(not row.active for row in rows) else frozenset()
    known = [row for row in rows if row.active or row.id not in let_go]
    return People(
        names={row.id: row.name for row in known if row.merged_into is None},
        ids={bounds.name_key(row.name): row.merged_into or row.id for row in known},
    )


def add(tx: Transaction, desk: Desk, club_id: str, name: str) -> Added:
    """Return the member of this name, who is added if there is none, active or not."""
    known = members.named(tx, club_id, bounds.name_key(name))
    if known is None:
        member_id = desk.new_id()
        key = bounds.name_key(name)
        members.add(tx, club_id, member_id=member_id, name=name, name_key=key, at=desk.now())
        return Added(member_id, is_new=True)
    if known.active or known.merged_into or known.id not in _let_go(tx, club_id):
        return Added(known.merged_into or known.id, is_new=False)
    members.set_active(tx, club_id, known.id, active=True)
    return Added(known.id, is_new=True)


def let_go(
    tx: Transaction,
    club_id: str,
    import_id: str,
    found: Mapping[str, Any],
    keep: Collection[str] = (),
) -> dict[str, Any]:
    """Retire whom an import made a member, unless anything else names him or he is in `keep`.

    Return what was found in the file with who went and who stays. Who plays no more anyway is
    neither.
    """
    went: list[str] = []
    stayed: list[str] = []
    for member_id in found.get(MADE, ()):
        row = members.plain(tx, club_id, member_id)
        if row is None or not row.active or member_id in keep:
            continue
        if mentions.elsewhere(tx, club_id, member_id, import_id):
            stayed.append(member_id)
        else:
            members.set_active(tx, club_id, member_id, active=False)
            went.append(member_id)
    return {**found, GONE: went, STAYED: stayed}


def names(tx: Transaction, club_id: str, member_ids: Iterable[str]) -> tuple[str, ...]:
    """Return the names these members have now, by name."""
    found = [members.plain(tx, club_id, one) for one in member_ids]
    return tuple(sorted((row.name for row in found if row is not None), key=bounds.name_key))


def _let_go(tx: Transaction, club_id: str) -> frozenset[str]:
    """Return who went with an import that was taken back."""
    told = (json.loads(found) for found in imports.found_of_undone(tx, club_id))
    return frozenset(member_id for found in told for member_id in found.get(GONE, ()))
