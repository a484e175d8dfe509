"""Two clubs with something of everything, and somebody of every kind who asks for it.

Whoever adds a route whose address names a new kind of thing says here where such a thing is.
"""

from dataclasses import dataclass
from dataclasses import field
from datetime import date
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services import accounts
from scorekeeper.services import amounts
from scorekeeper.services import clubs
from scorekeeper.services import deals
from scorekeeper.services import devices
from scorekeeper.services import documents
from scorekeeper.services import guests
from scorekeeper.services import house_rules
from scorekeeper.services import house_trial
from scorekeeper.services import imports
from scorekeeper.services import invitations
from scorekeeper.services import ladders
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import officers
from scorekeeper.services import proving
from scorekeeper.services import purse
from scorekeeper.services import purse_documents
from scorekeeper.services import purse_items
from scorekeeper.services import rulings
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services import tables
from scorekeeper.services import tokens
from scorekeeper.services import webhooks
from scorekeeper.services.announcing import Event
from scorekeeper.services.desk import Desk
from scorekeeper.services.devices import sign_in_device
from scorekeeper.services.permissions import Role
from scorekeeper.services.views import TableView
from scorekeeper.store import sign_in
from scorekeeper.store.sign_in import PasskeyRow
from tests.services.play import Keys
from tests.services.play import brand

STRANGER = "stranger"
NO_ROLE = "no role"
ELSEWHERE = "officer of another club"
LOOKER = "guest who looks on"
WRITER = "guest who writes"
OTHER_GUEST = "guest of another evening"
EVERYBODY = (
    *(role.value for role in Role),
    *(NO_ROLE, STRANGER, ELSEWHERE, LOOKER, WRITER, OTHER_GUEST),
)
ALL_ROLES = "every role"


@dataclass(slots=True)
class FilledClub:
    """A club with everything in it; `ids` by the name routes give to a thing."""

    name: str
    ids: dict[str, str]
    other_night: TableView


@dataclass(slots=True)
class Filled:
    """Both clubs, and what each visitor keeps in his session."""

    mine: FilledClub
    theirs: FilledClub
    sessions: dict[str, dict[str, str]] = field(default_factory=dict)
    leader: str = ""  # the account that holds every role

    def client(self, app: Flask, who: str) -> FlaskClient:
        """Return a browser of somebody."""
        client = app.test_client()
        with client.session_transaction() as kept:
            kept.update(self.sessions[who])
        return client


def fill(desk: Desk) -> Filled:
    """Fill an empty database."""
    filled = Filled(mine=filled_club(desk, "Stammtisch"), theirs=filled_club(desk, "Herrenrunde"))
    for role in Role:
        filled.sessions[role.value] = _officer(desk, role.value, filled.mine, role)
    filled.sessions[ALL_ROLES] = _officer(desk, "alles", filled.mine, *Role)
    filled.leader = accounts.find_account(desk, "alles@example.org").id
    for club in (filled.mine, filled.theirs):
        account = accounts.create_account(
            desk, email=f"{club.name}@example.org", name=club.name, password=None
        )
        officers.set_roles(
            desk, club_id=club.ids["club_id"], account_id=account.id, roles=[Role.VIEWER]
        )
        club.ids["account_id"] = account.id
        club.ids |= _signed_in(desk, account.id)
    filled.sessions[NO_ROLE] = _officer(desk, "niemand", filled.mine)
    filled.sessions[ELSEWHERE] = _officer(desk, "woanders", filled.theirs, *Role)
    filled.sessions[STRANGER] = {}
    here = filled.mine.ids["code"]
    there = guests.open_door(
        desk,
        club_id=filled.mine.ids["club_id"],
        table_id=filled.mine.other_night.id,
        writes=True,
    ).code
    for who, code, writes in (
        (LOOKER, here, False),
        (WRITER, here, True),
        (OTHER_GUEST, there, True),
    ):
        token, _ = guests.come_in(desk, code=code, name="Gast", writes=writes)
        filled.sessions[who] = {"guest": token}
    return filled


def _signed_in(desk: Desk, account_id: str) -> dict[str, str]:
    """Sign an account in on a device and give it a passkey."""
    row = PasskeyRow(
        id=desk.new_id(),
        account_id=account_id,
        credential=f"credential of {account_id}",
        public_key="",
        sign_count=0,
        name="Telefon",
        created_at=desk.now(),
        used_on=None,
    )
    with desk.store.write() as tx:
        sign_in_device(tx, desk, account_id, "")
        sign_in.add_passkey(tx, row)
    (device,) = devices.list_devices(desk, account_id=account_id, here=None)
    return {"device_id": device.id, "passkey_id": row.id}


def _officer(desk: Desk, name: str, club: FilledClub, *roles: Role) -> dict[str, str]:
    account = accounts.create_account(
        desk, email=f"{name}@example.org", name=name.title(), password=None
    )
    if roles:
        officers.set_roles(
            desk, club_id=club.ids["club_id"], account_id=account.id, roles=list(roles)
        )
    with desk.store.write() as tx:
        return {"device": sign_in_device(tx, desk, account.id, "")}


def filled_club(desk: Desk, name: str) -> FilledClub:
    """Return a club with something of everything."""
    keys = Keys(prefix=f"filled-{name}")
    club_id = clubs.create_club(desk, name=name).id
    people = [
        members.add_member(desk, club_id=club_id, name=one)
        for one in ["Anna", "Bert", "Caro", "Dora"]
    ]
    season = seasons.create_season(
        desk, club_id=club_id, name="Heuer", begins=date(2026, 9, 1), key=keys()
    )
    rules = house_rules.create_house_rules(
        desk, club_id=club_id, game="bolachen", name="Unsere", options={}, key=keys()
    )
    played = _night(desk, club_id, season.id, rules.id, people, keys)
    deal = _deal(desk, played, people, keys)
    _deal(desk, played, people, keys)
    nights.close_night(desk, club_id=club_id, night_id=played.night.id, key=keys())
    plan = settlement.propose_settlement(
        desk, club_id=club_id, night_id=played.night.id, key=keys()
    )
    table = _night(desk, club_id, season.id, rules.id, people, keys)
    other = _night(desk, club_id, season.id, rules.id, people, keys)
    disputed = _deal(desk, table, people, keys)
    dispute = rulings.open_dispute(
        desk, club_id=club_id, deal_id=disputed.id, reason="verzählt", key=keys()
    )
    sheet = amounts.record_amounts(
        desk,
        club_id=club_id,
        night_id=table.night.id,
        changes={people[0].id: 100, people[1].id: -100},
        why="vom Zettel",
        key=keys(),
    )
    hook = _hook(desk, club_id)
    last = _deal(desk, table, people, keys)
    job = documents.request_document(desk, club_id=club_id, night_id=table.night.id, language="de")
    door = guests.open_door(desk, club_id=club_id, table_id=table.id, writes=True)
    ids = {
        "club_id": club_id,
        "member_id": people[0].id,
        "season_id": season.id,
        "rules_id": rules.id,
        "house_rules_id": rules.id,
        "night_id": table.night.id,
        "table_id": table.id,
        "deal_id": last.id,
        "dispute_id": dispute.id,
        "settlement_id": plan.id,
        "transfer_id": plan.transfers[0].id,
        "job_id": job.id,
        "paid_night_id": played.night.id,
        "code": door.code,
        "webhook_id": hook,
        "delivery_id": webhooks.list_deliveries(desk, club_id=club_id, webhook_id=hook)[0].id,
        "entry": str(sheet.entry),
        **_purse(desk, club_id, people, keys),
        **_beside(desk, club_id, season.id),
    }
    assert deal.id != last.id
    return FilledClub(name=name, ids=ids, other_night=other)


def _hook(desk: Desk, club_id: str) -> str:
    return webhooks.create_webhook(
        desk,
        club_id=club_id,
        url="http://127.0.0.1:9/",
        events=[event.value for event in Event],
        local=True,
    ).id


def _beside(desk: Desk, club_id: str, season_id: str) -> dict[str, str]:
    """Return what a club has beside its evenings."""
    return {
        "proof_id": proving.request_proof(desk, club_id=club_id).id,
        "trial_id": house_trial.request_trial(
            desk, club_id=club_id, season_id=season_id, game="bolachen", options={}
        ),
        "ladder_id": ladders.list_ladders(desk, club_id=club_id, season_id=season_id)[0].id,
        "import_id": imports.hand_in(
            desk, club_id=club_id, file_name="abend.csv", content=b"Anna;Bert\n1,00;-1,00\n"
        ).id,
        "token": invitations.invite(desk, club_id=club_id, roles=["viewer"])[1],
        "token_id": tokens.create_token(
            desk, club_id=club_id, name="Auswertung", scopes=["look"]
        ).token.id,
    }


def _purse(desk: Desk, club_id: str, people: list[Any], keys: Keys) -> dict[str, str]:
    item = purse_items.add_item(desk, club_id=club_id, kind="fee", name="Startgeld", amount=200)
    booked = purse.member_pays(
        desk, club_id=club_id, member_id=people[0].id, amount=500, place="cash", key=keys()
    )
    month = booked.day.isoformat()[:7]
    paper = purse_documents.request_paper(
        desk, club_id=club_id, kind="month", of=month, language="de"
    )
    return {
        "sheet": "pay",
        "item_id": item.id,
        "booking": str(booked.entry),
        "purse_job_id": paper.id,
    }


def _night(
    desk: Desk, club_id: str, season_id: str, rules_id: str, people: list[Any], keys: Keys
) -> TableView:
    night = nights.start_night(
        desk,
        club_id=club_id,
        date=date(2026, 11, 20),
        place="Post",
        season_id=season_id,
        key=keys(),
    )
    return tables.open_table(
        desk,
        club_id=club_id,
        night_id=night.id,
        game="bolachen",
        house_rules_id=rules_id,
        tariff=10,
        member_ids=[one.id for one in people[:3]],
        key=keys(),
    )


def _deal(desk: Desk, table: TableView, people: list[Any], keys: Keys) -> Any:
    return deals.record_deal(
        desk, club_id=table.club.id, table_id=table.id, said=brand(people[0].id, 7), key=keys()
    )
