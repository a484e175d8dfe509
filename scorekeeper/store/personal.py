"""Where a name or an address of somebody stands besides the ledger, and taking it away.

Nothing here happens often, and no two tables are alike: the statements are built when needed.
"""

import json
from collections.abc import Callable
from collections.abc import Iterable

from sqlalchemy import Column
from sqlalchemy import Table
from sqlalchemy import delete
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.schema import account
from scorekeeper.store.schema import account_member
from scorekeeper.store.schema import api_token
from scorekeeper.store.schema import bank_change
from scorekeeper.store.schema import bank_detail
from scorekeeper.store.schema import club_text
from scorekeeper.store.schema import delivery
from scorekeeper.store.schema import device
from scorekeeper.store.schema import dispute
from scorekeeper.store.schema import guest_code
from scorekeeper.store.schema import guest_device
from scorekeeper.store.schema import import_batch
from scorekeeper.store.schema import import_mapping
from scorekeeper.store.schema import invitation
from scorekeeper.store.schema import job
from scorekeeper.store.schema import ladder_version
from scorekeeper.store.schema import night
from scorekeeper.store.schema import officer
from scorekeeper.store.schema import passkey
from scorekeeper.store.schema import settlement
from scorekeeper.store.schema import sign_in_link
from scorekeeper.store.schema import webhook
from scorekeeper.store.webhooks import as_payload

Change = Callable[[str], str]

# Texts that may be changed and that somebody's name may stand in.
_TEXTS: tuple[tuple[Table, tuple[str, ...]], ...] = (
    (night, ("place", "void_reason")),
    (settlement, ("who",)),
    (bank_change, ("who",)),
    (dispute, ("words",)),
    (guest_code, ("made_by",)),
    (guest_device, ("name",)),
    (club_text, ("who",)),
    (api_token, ("name", "who")),
    (webhook, ("who",)),
    (officer, ("given_by",)),
    (ladder_version, ("who",)),
    (invitation, ("name", "invited_by")),
    (import_batch, ("file_name", "who", "why")),
)


def change_texts(tx: Transaction, club_id: str, change: Change) -> None:
    """Change every text of a club that may be changed and that a name may stand in."""
    for table, names in _TEXTS:
        keys = [column for column in table.primary_key.columns if column.name != "club_id"]
        for name in names:
            _change(tx, club_id, table, keys, table.c[name], change)
    _change_deliveries(tx, club_id, change)


def _change(
    tx: Transaction,
    club_id: str,
    table: Table,
    keys: list[Column[str]],
    column: Column[str],
    change: Change,
) -> None:
    mine = table.c.club_id == club_id
    found = tx.connection.execute(select(column, *keys).where(mine, column != "")).all()
    for told, *key in found:
        fresh = change(told)
        if fresh != told:
            here = [one == value for one, value in zip(keys, key, strict=True)]
            tx.connection.execute(update(table).where(mine, *here).values({column.name: fresh}))


def _change_deliveries(tx: Transaction, club_id: str, change: Change) -> None:
    """Change who it was in everything webhooks were told, or are still to be told."""
    found = tx.connection.execute(
        select(delivery.c.webhook_id, delivery.c.id, delivery.c.payload).where(
            delivery.c.club_id == club_id
        )
    ).all()
    for webhook_id, delivery_id, payload in found:
        told = json.loads(payload)
        fresh = change(told["who"])
        if fresh != told["who"]:
            tx.connection.execute(
                update(delivery)
                .where(
                    delivery.c.club_id == club_id,
                    delivery.c.webhook_id == webhook_id,
                    delivery.c.id == delivery_id,
                )
                .values(payload=as_payload({**told, "who": fresh}))
            )


def forget_mappings(tx: Transaction, club_id: str, named: Callable[[str], bool]) -> None:
    """Forget how sheets with a name in their header were read."""
    mine = import_mapping.c.club_id == club_id
    found = tx.connection.execute(
        select(import_mapping.c.fingerprint, import_mapping.c.mapping).where(mine)
    ).all()
    for fingerprint, mapping in found:
        if named(mapping):
            tx.connection.execute(
                delete(import_mapping).where(mine, import_mapping.c.fingerprint == fingerprint)
            )


def forget_bank_details(tx: Transaction, club_id: str, member_ids: Iterable[str]) -> None:
    """Forget where somebody wanted to be paid, and who wrote that when."""
    ids = list(member_ids)
    for table in (bank_detail, bank_change):
        tx.connection.execute(
            delete(table).where(table.c.club_id == club_id, table.c.member_id.in_(ids))
        )


def bank_details(
    tx: Transaction, club_id: str, member_ids: Iterable[str]
) -> list[tuple[str, str, str]]:
    """Return holder, IBAN and BIC of where somebody wants to be paid."""
    rows = tx.connection.execute(
        select(bank_detail.c.holder, bank_detail.c.iban, bank_detail.c.bic).where(
            bank_detail.c.club_id == club_id, bank_detail.c.member_id.in_(list(member_ids))
        )
    ).all()
    return [(row[0], row[1], row[2]) for row in rows]


def accounts_of(
    tx: Transaction, club_id: str, member_ids: Iterable[str]
) -> list[tuple[str, str, str]]:
    """Return id, name and e-mail address of the accounts that are one of these members."""
    rows = tx.connection.execute(
        select(account.c.id, account.c.name, account.c.email)
        .join(account_member, account_member.c.account_id == account.c.id)
        .where(
            account_member.c.club_id == club_id, account_member.c.member_id.in_(list(member_ids))
        )
    ).all()
    return [(row[0], row[1], row[2]) for row in rows]


def roles_of(tx: Transaction, club_id: str, account_id: str) -> list[tuple[str, str, str]]:
    """Return the roles of an account in a club: which, since when, given by whom."""
    rows = tx.connection.execute(
        select(officer.c.role, officer.c.given_at, officer.c.given_by)
        .where(officer.c.club_id == club_id, officer.c.account_id == account_id)
        .order_by(officer.c.role)
    ).all()
    return [(row[0], row[1], row[2]) for row in rows]


def devices_of(tx: Transaction, account_id: str) -> list[tuple[str, str]]:
    """Return name and first day of the devices an account is signed in on."""
    rows = tx.connection.execute(
        select(device.c.name, device.c.created_at).where(device.c.account_id == account_id)
    ).all()
    return [(row[0], row[1]) for row in rows]


def forget_account(tx: Transaction, account_id: str, *, name: str, at: str) -> None:
    """Let nobody sign in with an account any more, and keep neither its address nor its name."""
    for table in (device, passkey, sign_in_link, invitation, account_member):
        tx.connection.execute(delete(table).where(table.c.account_id == account_id))
    its_own = select(account.c.email).where(account.c.id == account_id).scalar_subquery()
    tx.connection.execute(delete(invitation).where(invitation.c.email == its_own))
    tx.connection.execute(
        update(account)
        .where(account.c.id == account_id)
        .values(email=f"{account_id}@anonymous.invalid", name=name, password="", deactivated_at=at)
    )


def forget_documents(tx: Transaction, club_id: str, kind: str) -> list[str]:
    """Forget the documents a club has had made and return where their files are."""
    mine = (job.c.club_id == club_id, job.c.kind == kind)
    over = (*mine, job.c.state.in_(("done", "failed", "cancelled")))
    files = tx.connection.execute(select(job.c.result).where(*over, job.c.result != "")).scalars()
    found = list(files)
    tx.connection.execute(delete(job).where(*over))
    return found
