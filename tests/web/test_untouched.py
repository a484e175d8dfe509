"""A correction sheet that is opened and saved as it is changes nothing, whatever was recorded."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules.seats import players_in_order
from scorekeeper.services import deals
from scorekeeper.services import nights
from scorekeeper.services import verify
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import DealView
from scorekeeper.web.pages import EXTENSION
from tests.differential.records import random_record
from tests.differential.records import whole_record
from tests.differential.spelling import respell
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import quick
from tests.web.guest import Guest

Record = dict[str, Any]
# What the table supplies itself; a match and a Haferl come from the deals before.
SUPPLIED = ("won", "format", "game", "house_rules", "tariff", "currency", "haferl", "match")
SEEDS = 250
PASSING = {
    "bolachen": ("dealer_forced", ["throw_in"]),
    "wallachen": ("pass_out", ["haferl", "redeal"]),
}
EVERYWHERE = {"tricks", "hands", "held", "tricks_taken", "two rulings", "revoke", "misdeal", "pack"}
KINDS = {
    "bolachen": {
        *EVERYWHERE,
        "auction",
        "talon",
        "discards",
        "call",
        "brand",
        "bettel",
        "mord",
        "passed_out",
    },
    "wallachen": {*EVERYWHERE, "auction", "doubles", "number", "bettel", "mord", "passed_out"},
    "watten": {
        *EVERYWHERE,
        *("raises", "fold", "gehen", "maschine", "schlecken", "error", "gespannt_raise", "bluff"),
        *(
            "by tricks",
            "by penalty",
            "by gehen",
            "by maschine",
            "raises at gespannt",
            "side_won",
            "partners' tricks",
            "two play",
            "three play",
        ),
    },
}


def kinds(deal: DealView) -> Iterator[str]:
    """Name everything a recorded deal is an example of."""
    said: Any = deal.said
    outcome: Any = deal.outcome
    yield from said
    contract = said.get("contract") or {}
    yield from (contract["kind"],) if "kind" in contract else ()
    rulings = said.get("rulings") or ()
    yield from (one["offence"] for one in rulings)
    yield from ("two rulings",) if len(rulings) > 1 else ()
    if said["game"] == "watten":
        yield f"by {outcome.get('by')}"
        yield from ("fold",) if outcome.get("by") == "fold" else ()
        yield from ("partners' tricks",) if len(said.get("tricks_taken") or ()) > 1 else ()
        points: Any = outcome.get("match") or {}
        raised = said.get("raises") and outcome.get("points", 0) >= 4 and max(points.values()) >= 9
        yield from ("raises at gespannt",) if raised else ()
        count = len(said["seats"]) - len(said.get("sitting_out") or ())
        yield {2: "two play", 3: "three play"}.get(count, "four play")


def told(chance: random.Random, game: str) -> Record:
    if chance.random() < 0.15:
        return rarely_told(chance, game)
    record = (whole_record if chance.random() < 0.4 else random_record)(chance, game)
    return respell(chance, record) if chance.random() < 0.4 else record


def rarely_told(chance: random.Random, game: str) -> Record:
    """Return what random records hardly ever are: passed out, or Watten with a side gespannt.

    In Watten Anna and Caro stand at 10, as the first five deals of such a table were theirs.
    """
    seats = ["Anna", "Bert", "Caro", "Dora"]
    record: Record = {"game": game, "seats": seats, "dealer": "Dora"}
    if game != "watten":
        name, values = PASSING[game]
        return {
            **record,
            "sitting_out": ["Dora"],
            "house_rules": {name: chance.choice(values)},
            "contract": {"kind": "passed_out"},
        }
    record["won"] = 5
    ours = {"side_won": ["Anna", "Caro"]}
    raised = [{"by": chance.choice(["Anna", "Caro"]), "answer": "accept", "in_trick": 2}]
    return record | chance.choice(
        [
            {"gehen": chance.choice(["Anna", "Caro"])},
            {"raises": [{"by": "Bert", "answer": chance.choice(["accept", "fold"])}], **ours},
            {"raises": raised, "house_rules": {"gespannt_mode": "off"}, **ours},
            {"rulings": [{"offence": "gespannt_raise", "by": "Caro", "trick": 2}]},
            {"by": "maschine", **ours},
            {"maschine": "Caro"},
            {"rulings": [{"offence": "bluff", "by": "Caro"}], **ours},
            {"contract": {"schlag": 10}, "side_won": ["Bert", "Dora"]},
        ]
    )


def with_ids(value: Any, ids: dict[str, str]) -> Any:
    """Return a record with member ids for names."""
    if isinstance(value, dict):
        return {ids.get(key, key): with_ids(part, ids) for key, part in value.items()}
    if isinstance(value, list):
        return [with_ids(part, ids) for part in value]
    return ids.get(value, value) if isinstance(value, str) else value


def recorded(desk: Desk, game: str, seed: int) -> tuple[Round, DealView] | None:
    """Record a deal at a table of its own, after some won by one side; None if it is refused."""
    chance = random.Random(f"{game} {seed}")
    record = told(chance, game)
    keys = Keys(f"{game}-{seed}")
    table = nights.quick_night(
        desk,
        names=record["seats"],
        game=game,
        tariff=10,
        options=record.get("house_rules") or {},
        key=keys(),
    )
    there = Round(desk=desk, table=table, keys=keys)
    ids = dict(zip(record["seats"], table.seats, strict=True))
    said = with_ids({k: v for k, v in record.items() if k not in SUPPLIED}, ids)
    sat = {name: said[name] for name in ("dealer", "sitting_out") if name in said}
    players = players_in_order(table.seats, said["dealer"], said.get("sitting_out", ()))
    try:
        before = record.get("won", chance.choice([0, 0, 3, 4, 5]))
        for _ in range(before if game == "watten" else 0):
            there.record({**sat, "tricks_taken": {players[0]: 3}})
        return there, there.record(said)
    except ScorekeeperError as error:
        if error.code in (ErrorCode.DEAL_INVALID, ErrorCode.DEAL_UNDECIDED):
            return None
        raise


def untouched(guest: Guest, there: Round, deal: DealView) -> None:
    """Open the sheet, check it, save it: nothing has changed."""
    place = f"/c/{there.club_id}/d/{deal.id}"
    before = deals.get_deal(there.desk, club_id=there.club_id, deal_id=deal.id)
    guest.go(place + "/correct")
    assert guest.status == 200
    guest.send("/correct", button=("do", "check"))
    assert guest.status == 200, (guest.errors(), deal.said)
    assert "An den Guthaben ändert das nichts" in guest.text, (guest.text, deal.said)
    guest.send("/correct", button=("do", "save"))
    assert guest.status == 200, (guest.errors(), deal.said)
    assert "Es hat sich nichts geändert" in guest.page.text_content(), deal.said
    after = deals.get_deal(there.desk, club_id=there.club_id, deal_id=deal.id)
    assert after == before


@pytest.mark.parametrize("game", sorted(KINDS))
def test_a_sheet_saved_untouched_changes_nothing(app: Flask, guest: Guest, game: str) -> None:
    desk = app.extensions[EXTENSION].desk
    seen: set[str] = set()
    for seed in range(SEEDS):
        made = recorded(desk, game, seed)
        if made is not None:
            seen.update(kinds(made[1]))
            untouched(guest, *made)
    assert KINDS[game] <= seen, KINDS[game] - seen
    assert verify.verify(desk, records=True) == []


def changed(guest: Guest, there: Round, deal: DealView, **typed: str) -> Record:
    """Change something on the sheet, save it, and return what is said of the deal now."""
    guest.go(f"/c/{there.club_id}/d/{deal.id}/correct")
    guest.send("/correct", button=("do", "save"), usual="counted", **typed)
    assert guest.status == 200, guest.errors()
    after = deals.get_deal(there.desk, club_id=there.club_id, deal_id=deal.id)
    assert len(after.history) == len(deal.history) + 1
    return dict(after.said)


def at_table(app: Flask, game: str, names: str, said: Record, **options: object) -> Any:
    """Record a deal told with names at a new table."""
    table = quick(app.extensions[EXTENSION].desk, names, game, options, keys=Keys(f"at-{names}"))
    ids = dict(zip(names.split(), table.table.seats, strict=True))
    return table, table.record(with_ids(said, ids)), ids


def test_a_second_ruling_outlives_a_change_of_something_else(app: Flask, guest: Guest) -> None:
    rulings = [
        {"offence": "revoke", "by": "Bert", "trick": 4},
        {"offence": "revoke", "by": "Anna", "trick": 2},
    ]
    said = {
        "contract": {"declarer": "Anna", "kind": "brand", "trump": "H"},
        "tricks_taken": {"Anna": 3, "Bert": 4, "Caro": 3},
        "rulings": rulings,
    }
    table, deal, ids = at_table(app, "bolachen", "Anna Bert Caro", said)
    now = changed(guest, table, deal, trump="S")
    assert now["contract"]["trump"] == "S"
    assert now["rulings"] == with_ids(rulings, ids)
    assert now["tricks_taken"] == with_ids(said["tricks_taken"], ids)
    deal = deals.get_deal(table.desk, club_id=table.club_id, deal_id=deal.id)
    now = changed(guest, table, deal, tricks="7")
    assert now["tricks_taken"] == {ids["Anna"]: 7}


def test_partners_tricks_and_raises_outlive_a_change_of_the_schlag(
    app: Flask, guest: Guest
) -> None:
    said = {
        "contract": {"schlag": "Q", "trump": "s"},
        "pack": "french",
        "tricks_taken": {"Anna": 2, "Caro": 1, "Dora": 1},
        "raises": [{"by": "Caro", "answer": "accept", "in_trick": 3}],
    }
    table, deal, ids = at_table(app, "watten", "Anna Bert Caro Dora", said)
    now = changed(guest, table, deal, schlag="U")
    assert now["contract"] == {"schlag": "J", "trump": "S"}
    assert now["tricks_taken"] == with_ids(said["tricks_taken"], ids)
    assert now["raises"] == with_ids(said["raises"], ids)
    deal = deals.get_deal(table.desk, club_id=table.club_id, deal_id=deal.id)
    assert deal.outcome["side"] == ["Anna", "Caro"]
    now = changed(guest, table, deal, winner=ids["Bert"])
    assert (now["side_won"], now["raises"]) == (
        [ids["Bert"], ids["Dora"]],
        with_ids(said["raises"], ids),
    )
    assert "tricks_taken" not in now


@pytest.mark.parametrize("dealer", ["Anna", "Bert", "Caro", "Dora"])
def test_the_winner_is_marked_whoever_dealt(app: Flask, guest: Guest, dealer: str) -> None:
    said = {"dealer": dealer, "tricks_taken": {"Caro": 3}}
    table, deal, ids = at_table(app, "watten", "Anna Bert Caro Dora", said)
    guest.go(f"/c/{table.club_id}/d/{deal.id}/correct")
    assert dict(guest.form("/correct").form_values())["winner"] == ids["Anna"]
    assert guest.option("winner", "Anna + Caro") == ids["Anna"]


def test_a_later_deal_told_anew_keeps_its_rulings(app: Flask, guest: Guest) -> None:
    """Bert's raise is impossible once Anna and Caro are gespannt; the bluff beside it stays."""
    names = "Anna Bert Caro Dora"
    table = quick(app.extensions[EXTENSION].desk, names, "watten", keys=Keys("later"))
    anna, _, caro, dora = table.table.seats
    for _ in range(4):
        first = table.record({"dealer": dora, "side_won": [anna, caro]})
    raises = [{"by": anna, "answer": "accept"}]
    bluff = [{"offence": "bluff", "by": caro}]
    last = table.record(
        {"dealer": dora, "side_won": [anna, caro], "raises": raises, "rulings": bluff}
    )
    guest.go(f"/c/{table.club_id}/d/{first.id}/correct")
    guest.send("/correct", button=("do", "save"), value="3", raiser=anna, usual="counted")
    assert guest.status == 409
    kept = {f"{last.id}.value": "2", f"{last.id}.raiser": ""}
    guest.send("/correct", button=("do", "save"), **kept)
    assert guest.status == 200, guest.errors()
    now = deals.get_deal(table.desk, club_id=table.club_id, deal_id=last.id)
    assert "raises" not in now.said
    assert now.said["rulings"] == bluff
