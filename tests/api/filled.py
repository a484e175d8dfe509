"""A club in which every id leads somewhere, for tests that ask for anything at all."""

import random
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import field
from typing import Any

from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import amounts
from scorekeeper.services import bank_details
from scorekeeper.services import closings
from scorekeeper.services import clubs
from scorekeeper.services import documents
from scorekeeper.services import house_rules
from scorekeeper.services import house_trial
from scorekeeper.services import imports
from scorekeeper.services import invitations
from scorekeeper.services import ladders
from scorekeeper.services import members
from scorekeeper.services import officers
from scorekeeper.services import proving
from scorekeeper.services import purse
from scorekeeper.services import purse_documents
from scorekeeper.services import purse_items
from scorekeeper.services import rulings
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services import tokens
from scorekeeper.services import webhooks
from scorekeeper.services.desk import Desk
from scorekeeper.services.devices import sign_in_device
from scorekeeper.services.permissions import Role
from scorekeeper.store import accounts
from scorekeeper.store import sign_in
from scorekeeper.store.sign_in import PasskeyRow
from tests.api.client import ALL
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick
from tests.services.signing import FIREFOX
from tests.services.signing import kept_password


@dataclass(slots=True)
class Filled:
    """The ids of a club by the name a path gives them, and a key that may do everything."""

    club_id: str
    other_id: str
    key: str
    table: Round
    ids: dict[str, list[str]] = field(default_factory=dict)
    leader: str = ""
    used: bool = False
    numbers: dict[str, int] = field(default_factory=dict)

    def pick(self, name: str, dice: random.Random) -> str | None:
        """Return an id for a parameter or field of this name, None for a name nobody knows."""
        found = self.ids.get(name)
        return dice.choice(found) if found else None

    def said(self, dice: random.Random) -> dict[str, Any]:
        """Return something people may say of a deal at the table."""
        return brand(dice.choice(self.ids["member_id"][:3]), dice.randint(0, 10))


def fill(desk: Desk) -> Filled:
    """Fill a club with one of everything."""
    table = quick(desk, "Anna Bert Caro", "bolachen", keys=Keys("fill"))
    club_id = table.club_id
    job = documents.request_sheet(desk, club_id=club_id, game="watten", language="de")
    other = clubs.create_club(desk, name="Andere Runde").id
    leader, viewer = (account(desk, club_id, roles) for roles in (list(Role), [Role.VIEWER]))
    officers.link_member(desk, club_id=club_id, account_id=leader, member_id=table.id("Bert"))
    made = tokens.create_token(desk, club_id=club_id, name="Alles", scopes=ALL, account_id=leader)
    filled = Filled(
        club_id=club_id,
        other_id=other,
        key=made.text,
        table=table,
        leader=leader,
        ids={
            "club_id": [club_id],
            "job_id": [job.id],
            "proof_id": [proving.request_proof(desk, club_id=club_id).id],
            "season_id": [one.id for one in seasons.list_seasons(desk, club_id=club_id)],
            "house_rules_id": [
                one.id for one in house_rules.list_house_rules(desk, club_id=club_id)
            ],
            "number": ["W19", "B15", "T7", "I1"],
            "account_id": [viewer],
            "subject": ["deals", "balances", "ledger", "members", "club"],
            "format_": ["csv", "xlsx", "json", "beancount"],
        },
    )
    filled.ids["trial_id"] = [
        house_trial.request_trial(
            desk,
            club_id=club_id,
            season_id=filled.ids["season_id"][0],
            game="bolachen",
            options={},
        )
    ]
    refill(desk, filled, "fill")
    return filled


def account(desk: Desk, club_id: str, roles: list[Role]) -> str:
    """Add somebody with these roles."""
    account_id = desk.new_id()
    with desk.store.write() as tx:
        run = tx.connection.exec_driver_sql
        run(
            "INSERT INTO account (id, email, name, password, created_at) "
            f"VALUES ('{account_id}', '{account_id}@example.org', 'Berta', '', '{desk.now()}')"
        )
        for role in roles:
            run(
                "INSERT INTO officer (club_id, account_id, role, given_by, given_at) "
                f"VALUES ('{club_id}', '{account_id}', '{role.value}', '', '{desk.now()}')"
            )
    return account_id


def refill(desk: Desk, club: Filled, prefix: str) -> None:
    """Add an open night, a closed one with its proposal, and what else may have been used up.

    The first id of each is the one to begin with: of an open night, a table one may record at, the
    last deal of it, somebody who sits there.
    """
    club_id = club.club_id
    keys = Keys(prefix)
    season_id = club.ids["season_id"][0]
    with suppress(ScorekeeperError):
        closings.reopen_season(
            desk, club_id=club_id, season_id=season_id, reason="weiter", key=keys()
        )
    first, second = (quick(desk, "Anna Bert Caro", "bolachen", keys=keys) for _ in range(2))
    for one in (first, second):
        for tricks in (7, 6):
            one.record(brand(one.id("Anna"), tricks))
    second.close()
    plan = settlement.propose_settlement(
        desk, club_id=club_id, night_id=second.night_id, key=keys()
    )
    settlement.pay_transfer(
        desk,
        club_id=club_id,
        transfer_id=plan.transfers[-1].id,
        amount=plan.transfers[-1].amount - 1,
        key=keys(),
    )
    for member_id in second.see().seats:
        bank_details.set_bank_detail(
            desk, club_id=club_id, member_id=member_id, iban="DE89370400440532013000"
        )
    told = [deal.id for deal in first.see().deals]
    dispute = rulings.open_dispute(
        desk, club_id=club_id, deal_id=told[1], reason="nicht bedient", key=keys()
    )
    hook = webhooks.create_webhook(
        desk, club_id=club_id, url="https://example.org/hook", events=["deal.recorded"]
    )
    first.record(brand(first.id("Bert"), 5))
    (delivery,) = webhooks.list_deliveries(desk, club_id=club_id, webhook_id=hook.id)
    for old in club.ids.get("webhook_id", ()):
        with suppress(ScorekeeperError):
            webhooks.remove_webhook(desk, club_id=club_id, webhook_id=old)
    absent = members.members_named(desk, club_id=club_id, names=["Dora"])[0].id
    club.table = first
    club.ids |= {
        "night_id": [first.night_id, second.night_id],
        "table_id": [first.table.id, second.table.id],
        "deal_id": [first.see().deals[0].id, *told, second.see().deals[0].id],
        "member_id": [*first.see().seats, absent],
        "transfer_id": [one.id for one in plan.transfers],
        "dispute_id": [dispute.id],
        "webhook_id": [hook.id],
        "delivery_id": [delivery.id],
    }
    _refill_beside(desk, club, first, keys)


def _account_again(desk: Desk, account_id: str) -> dict[str, list[str]]:
    """Give the leader's account its password, one device and one passkey, and forget its tries."""
    passkey = PasskeyRow(
        id=desk.new_id(),
        account_id=account_id,
        credential=desk.new_id(),
        public_key="",
        sign_count=0,
        name="Telefon",
        created_at=desk.now(),
        used_on=None,
    )
    with desk.store.write() as tx:
        accounts.set_password(tx, account_id, kept_password())
        tx.connection.exec_driver_sql("DELETE FROM sign_in_try")
        for old in sign_in.passkeys(tx, account_id):
            sign_in.remove_passkey(tx, account_id, old.id)
        sign_in.add_passkey(tx, passkey)
        accounts.revoke_others(tx, account_id, "", desk.now())
        sign_in_device(tx, desk, account_id, FIREFOX)
        (device,) = accounts.devices(tx, account_id)
    return {"device_id": [device.id], "passkey_id": [passkey.id]}


def _refill_beside(desk: Desk, club: Filled, first: Round, keys: Keys) -> None:
    """Add what lies beside the evenings: keys, money of the purse, files, invitations."""
    club_id, season_id = club.club_id, club.ids["season_id"][0]
    for key in tokens.list_tokens(desk, club_id=club_id)[:-1]:
        if key.name != "Alles":
            tokens.revoke_token(desk, club_id=club_id, token_id=key.id)
    club.ids |= _account_again(desk, club.leader)
    # Whoever was made anonymous is nobody's account any more.
    officers.link_member(desk, club_id=club_id, account_id=club.leader, member_id=first.id("Bert"))
    shown = tokens.create_token(
        desk, club_id=club_id, name="Anzeige", scopes=["look"], account_id=club.leader
    )
    sheet = amounts.record_amounts(
        desk,
        club_id=club_id,
        night_id=first.night_id,
        changes=dict(zip(first.see().seats[:2], (50, -50), strict=True)),
        why="Zettel",
        key=keys(),
    )
    income = purse.enter(
        desk,
        club_id=club_id,
        kind="income",
        amount=500,
        category="Spende",
        place="cash",
        key=keys(),
    )
    item = purse_items.add_item(
        desk, club_id=club_id, kind="fine", name=f"Strafe {sheet.entry}", amount=100
    )
    ladder = ladders.list_ladders(desk, club_id=club_id, season_id=season_id)[0]
    handed = imports.hand_in(
        desk, club_id=club_id, file_name="abend.csv", content=b"Anna;Bert\n1,00;-1,00\n"
    )
    invited, _ = invitations.invite(desk, club_id=club_id, roles=["viewer"], name="Gerda")
    paper = purse_documents.request_paper(
        desk, club_id=club_id, kind="season", of=season_id, language="de"
    )
    club.numbers = {"entry": sheet.entry, "booking": income.entry}
    club.ids |= {
        "token_id": [shown.token.id],
        "item_id": [item.id],
        "purse_job_id": [paper.id],
        "ladder_id": [ladder.id],
        "import_id": [handed.id],
        "invitation_id": [invited.id],
        "guest_id": [desk.new_id()],
    }
