"""What is kept about a person is told him whole, with names and in one piece."""

import hashlib
import json
import random
from datetime import date
from typing import Any

from sqlalchemy import text

from scorekeeper.errors import ErrorCode
from scorekeeper.services import members
from scorekeeper.services import merging
from scorekeeper.services import nights
from scorekeeper.services import officers
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services import settlement
from scorekeeper.services import tokens
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from scorekeeper.services.person_card import person_card
from scorekeeper.services.person_export import export_person
from scorekeeper.store import bank_details
from tests.services.evenings import Club
from tests.services.evenings import new_club
from tests.services.signing import person
from tests.services.test_merging import refused
from tests.services.treasurer import found_club
from tests.services.treasurer import pay_in


def a_club(desk: Desk) -> Club:
    """Anna plays on two evenings, on the second one as "Anni"."""
    dice = random.Random(11)
    club = new_club(desk.acting("Bert"), ("Anna", "Anni", "Bert", "Caro", "Dora"))
    club.evening(date(2026, 11, 20), [("bolachen", ("Anna", "Bert", "Caro"))])
    for _ in range(12):
        club.happens(dice)
    club.evening(date(2026, 11, 27), [("wallachen", ("Anni", "Bert", "Caro", "Dora"))])
    for _ in range(25):
        club.happens(dice)
    for night_id in club.days:
        nights.close_night(desk, club_id=club.id, night_id=night_id, key=club.keys())
        settlement.propose_settlement(
            desk, club_id=club.id, night_id=night_id, key=club.keys(), mode="carry"
        )
    merging.merge_members(
        desk,
        club_id=club.id,
        member_id=club.people["Anni"],
        into_id=club.people["Anna"],
        key=club.keys(),
        why="Spitzname",
    )
    return club


def test_a_file_has_every_deal_and_every_cent(desk: Desk) -> None:
    club = a_club(desk)
    anna = club.people["Anna"]
    with desk.store.write() as tx:
        tx.connection.execute(
            text("INSERT INTO bank_detail VALUES (:club, :member, 'A. Huber', 'DE02', '', '')"),
            {"club": club.id, "member": anna},
        )
        at = "2026-11-01T10:00:00.000000Z"
        bank_details.add_change(tx, club.id, anna, kind="given", who="Anna", at=at)
    made = export_person(desk, club_id=club.id, member_id=club.people["Anni"])
    told: dict[str, Any] = json.loads("".join(made.pieces))
    assert made.name.startswith("anna-2026-11-2")
    assert told["format"] == "scorekeeper-person/1"
    assert told["club"] == "Zum Ochsen"
    assert (told["person"]["name"], told["person"]["other_names"]) == ("Anna", ["Anni"])
    assert [one["reason"] for one in told["person"]["decisions"]] == ["Spitzname"]
    assert told["bank_changes"] == [
        {"kind": "given", "who": "Anna", "at": "2026-11-01T10:00:00.000000Z"}
    ]
    assert told["bank_details"] == [{"holder": "A. Huber", "iban": "DE02", "bic": ""}]
    assert [one["evening"] for one in told["seats"]] == ["2026-11-20", "2026-11-27"]

    played = [
        deal
        for _, deal in club.deals()
        if "Anna" in deal.record["seats"]  # type: ignore[operator]
        and "Anna" not in deal.record.get("sitting_out", ())  # type: ignore[operator]
    ]
    assert len(told["deals"]) == len(played) > 15
    assert [one["record"] for one in told["deals"]] == [dict(deal.record) for deal in played]
    assert any(one["earlier"] for one in told["deals"])
    names = json.dumps(told)
    assert not any(id_ in names for id_ in club.people.values())

    # What moved in the nights adds up to nothing, for all of it was carried to his account.
    moved = {"Anna": 0, "account:Anna": 0}
    for one in told["movements"]:
        for side, sign in (("from", -1), ("to", 1)):
            if one[side] in moved:
                moved[one[side]] += sign * one["cents"]
    card = person_card(desk, club_id=club.id, member_id=anna)
    assert moved["Anna"] == 0
    assert moved["account:Anna"] == card.account == told["person"]["account_with_club"]
    assert card.account == sum(season.cents for season in card.seasons)


def test_a_card_shows_evenings_and_duplicates(desk: Desk) -> None:
    club = a_club(desk)
    card = person_card(desk, club_id=club.id, member_id=club.people["Anni"])
    assert (card.member.name, card.member.nights) == ("Anna", 2)
    assert [(one.name, one.reason) for one in card.duplicates] == [("Anni", "Spitzname")]
    assert [night.day for night in card.nights] == [date(2026, 11, 27), date(2026, 11, 20)]
    assert sum(night.cents for night in card.nights) == card.seasons[0].cents
    made = members.make_guest(desk, club_id=club.id, member_id=club.people["Dora"], key=club.keys())
    assert made.guest
    members.make_member(desk, club_id=club.id, member_id=made.id, key=club.keys())
    card = person_card(desk, club_id=club.id, member_id=made.id)
    assert [(one.kind, one.who) for one in card.steps] == [("guest", "Anna"), ("member", "Anna")]
    assert not card.member.guest
    refused(
        ErrorCode.NOT_FOUND,
        lambda: person_card(desk, club_id=club.id, member_id=made.id, season_id="none"),
    )


def test_a_file_says_what_was_booked_and_who_he_is_here(desk: Desk) -> None:
    club = found_club(desk.acting("Anna"))
    bert = club.ids["Bert"]
    item = purse_items.add_item(desk, club_id=club.club_id, kind="fine", name="Zu spät", amount=100)
    purse.charge(
        desk,
        club_id=club.club_id,
        kind="fine",
        member_ids=[bert],
        item_id=item.id,
        words="Eine halbe Stunde",
        key=club.keys(),
    )
    pay_in(club, "Bert", 700, words="Für November", voucher="Zettel 3", day=date(2026, 11, 20))
    pay_in(club, "Anna", 1_500, words="Anna allein")
    account_id = person(desk, "Bert", Role.VIEWER, Role.REFEREE, club_id=club.club_id)
    officers.link_member(desk, club_id=club.club_id, account_id=account_id, member_id=bert)
    other = person(desk, "Anna", Role.OWNER, club_id=club.club_id)
    made = [
        tokens.create_token(desk, club_id=club.club_id, name=name, scopes=scopes, account_id=whose)
        for name, scopes, whose in (
            ("Anzeige", ["look"], account_id),
            ("Alt", ["look", "tokens"], account_id),
            ("Annas", ["look"], other),
        )
    ]
    tokens.revoke_token(desk, club_id=club.club_id, token_id=made[1].token.id)
    tokens.visitor_of_token(desk, made[0].text)

    whole = "".join(export_person(desk, club_id=club.club_id, member_id=bert).pieces)
    told: dict[str, Any] = json.loads(whole)
    fine, paid = told["movements"]
    assert (fine["category"], fine["words"], fine["receipt"]) == (
        "Zu spät",
        "Eine halbe Stunde",
        "",
    )
    assert {name: paid[name] for name in ("day", "words", "voucher", "receipt", "cents")} == {
        "day": "2026-11-20",
        "words": "Für November",
        "voucher": "Zettel 3",
        "receipt": "2026-1",
        "cents": 700,
    }
    (account,) = told["accounts"]
    assert [(one["role"], one["given_by"]) for one in account["roles"]] == [
        ("referee", "Anna"),
        ("viewer", "Anna"),
    ]
    keys = {one["name"]: one for one in account["keys"]}
    assert keys.keys() == {"Anzeige", "Alt"}
    assert (keys["Anzeige"]["scopes"], keys["Anzeige"]["ended_at"]) == (["look"], None)
    assert keys["Anzeige"]["last_used"] == "2026-11-27"
    assert keys["Alt"]["ended_at"] is not None
    assert "Anna allein" not in whole
    for one in made:
        assert one.text not in whole
        assert hashlib.sha256(one.text.encode()).hexdigest() not in whole
