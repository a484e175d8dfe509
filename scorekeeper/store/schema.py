"""Every table, declared once. Migrations build the same; a test compares the two.

Every key and index begins with the club, so that one club never reads another's rows and a
database can be spread by club. Who locks a row that others refer to lets them refer (`key_share`).
Moments are text (`moments`), JSON is canonical text, money is whole cents. `entry`, `line`,
`deal_version`, `dispute_step`, `booking`, `movement`, `closing` and `season_change` are only ever
added to; triggers of the migrations refuse anything else.
"""

from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy import Boolean
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import ForeignKeyConstraint
from sqlalchemy import Index
from sqlalchemy import MetaData
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import Text
from sqlalchemy import UniqueConstraint
from sqlalchemy import text

from scorekeeper.store import strict as _strict  # noqa: F401 - teaches STRICT types
from scorekeeper.store.account_tables import account_member_table
from scorekeeper.store.account_tables import account_table
from scorekeeper.store.account_tables import device_table
from scorekeeper.store.account_tables import invitation_table
from scorekeeper.store.account_tables import officer_table
from scorekeeper.store.account_tables import passkey_table
from scorekeeper.store.account_tables import sign_in_link_table
from scorekeeper.store.account_tables import sign_in_try_table
from scorekeeper.store.dispute_tables import dispute_step_table
from scorekeeper.store.dispute_tables import dispute_table
from scorekeeper.store.guest_tables import club_text_table
from scorekeeper.store.guest_tables import guest_code_table
from scorekeeper.store.guest_tables import guest_device_table
from scorekeeper.store.import_tables import import_batch_table
from scorekeeper.store.import_tables import import_content_table
from scorekeeper.store.import_tables import import_mapping_table
from scorekeeper.store.import_tables import import_night_table
from scorekeeper.store.interface_tables import api_token_table
from scorekeeper.store.interface_tables import delivery_table
from scorekeeper.store.interface_tables import webhook_table
from scorekeeper.store.job_table import job_table
from scorekeeper.store.people_tables import deal_facet_table
from scorekeeper.store.people_tables import person_step_table
from scorekeeper.store.public_season_table import public_season_table
from scorekeeper.store.purse_tables import booking_table
from scorekeeper.store.purse_tables import closing_table
from scorekeeper.store.purse_tables import movement_table
from scorekeeper.store.purse_tables import purse_item_table
from scorekeeper.store.purse_tables import purse_table
from scorekeeper.store.season_change_table import season_change_table
from scorekeeper.store.settling_tables import bank_change_table
from scorekeeper.store.settling_tables import bank_detail_table
from scorekeeper.store.settling_tables import money_rules_table
from scorekeeper.store.standing_tables import ladder_tables
from scorekeeper.store.standing_tables import night_tables
from scorekeeper.store.standing_tables import season_tables

metadata = MetaData()

_ID = String(36)
_MOMENT = String(27)


def _must(name: str, type_: Any) -> Column[Any]:
    return Column(name, type_, nullable=False)


def _may(name: str, type_: Any) -> Column[Any]:
    return Column(name, type_, nullable=True)


def _table(name: str, *parts: Any, compact: bool = False) -> Table:
    """Declare a table; a compact one lies in its key's order on SQLite and needs no second tree."""
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=not compact)


def _in_club(table: str, *columns: str, name: str) -> ForeignKeyConstraint:
    targets = [f"{table}.club_id", f"{table}.id"]
    return ForeignKeyConstraint(["club_id", *columns], targets, name=name)


club = _table(
    "club",
    _must("id", _ID),
    _must("name", String(60)),
    _must("language", String(2)),
    _must("time_zone", String(60)),
    _must("private", Boolean),
    _must("created_at", _MOMENT),
    PrimaryKeyConstraint("id", name="pk_club"),
    Index(
        "uq_club_private",
        "private",
        unique=True,
        sqlite_where=text("private = 1"),
        postgresql_where=text("private"),
    ),
)

# The last entry of each club. Who posts locks this row, so numbers have no gaps.
chain = _table(
    "chain",
    _must("club_id", _ID),
    _must("number", BigInteger),
    _must("hash", String(64)),
    PrimaryKeyConstraint("club_id", name="pk_chain"),
    ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_chain_club"),
)

member = _table(
    "member",
    _must("club_id", _ID),
    _must("id", _ID),
    _must("name", String(60)),
    _must("name_key", String(240)),
    _must("active", Boolean),
    _must("created_at", _MOMENT),
    _may("merged_into", _ID),
    _must("guest", Boolean),
    _must("anonymous", Boolean),
    PrimaryKeyConstraint("club_id", "id", name="pk_member"),
    ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_member_club"),
    UniqueConstraint("club_id", "name_key", name="uq_member_name_key"),
    Index(
        "ix_member_merged",
        "club_id",
        "merged_into",
        sqlite_where=text("merged_into IS NOT NULL"),
        postgresql_where=text("merged_into IS NOT NULL"),
    ),
)

season = _table(
    "season",
    _must("club_id", _ID),
    _must("id", _ID),
    _must("name", String(60)),
    _must("begins", String(10)),
    _may("ends", String(10)),
    _may("closed_at", _MOMENT),
    PrimaryKeyConstraint("club_id", "id", name="pk_season"),
    ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_season_club"),
    UniqueConstraint("club_id", "name", name="uq_season_name"),
)

house_rules = _table(
    "house_rules",
    _must("club_id", _ID),
    _must("id", _ID),
    _must("game", String(10)),
    _must("name", String(60)),
    _must("name_key", String(240)),
    _must("version", BigInteger),
    _must("options", Text),
    _must("frozen", Boolean),
    _must("created_at", _MOMENT),
    PrimaryKeyConstraint("club_id", "id", name="pk_house_rules"),
    ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_house_rules_club"),
    UniqueConstraint("club_id", "game", "name_key", "version", name="uq_house_rules_version"),
)

night = _table(
    "night",
    _must("club_id", _ID),
    _must("id", _ID),
    _must("number", BigInteger),
    _must("date", String(10)),
    _must("place", String(120)),
    _must("state", String(10)),
    _must("season_id", _ID),
    _may("closed_at", _MOMENT),
    _must("void_reason", String(500)),
    _must("created_at", _MOMENT),
    _may("coin", BigInteger),
    _may("stake_limit", BigInteger),
    _may("stake_mode", String(10)),
    PrimaryKeyConstraint("club_id", "id", name="pk_night"),
    _in_club("season", "season_id", name="fk_night_season"),
    UniqueConstraint("club_id", "number", name="uq_night_number"),
    CheckConstraint("state IN ('open', 'closed', 'settled', 'voided')", name="ck_night_state"),
    Index("ix_night_season", "club_id", "season_id"),
    Index("ix_night_date", "club_id", "date", "number"),
)

# `standing` is what the next deal starts from, as JSON (`services.standing`).
card_table = _table(
    "card_table",
    _must("club_id", _ID),
    _must("id", _ID),
    _must("night_id", _ID),
    _must("number", BigInteger),
    _must("name", String(60)),
    _must("game", String(10)),
    _must("house_rules_id", _ID),
    _must("tariff", BigInteger),
    _must("currency", String(3)),
    _must("open", Boolean),
    _must("revision", BigInteger),
    _must("seats", Text),
    _must("standing", Text),
    _must("deals", BigInteger),
    _may("divided_by", BigInteger),
    PrimaryKeyConstraint("club_id", "id", name="pk_card_table"),
    _in_club("night", "night_id", name="fk_card_table_night"),
    _in_club("house_rules", "house_rules_id", name="fk_card_table_house_rules"),
    UniqueConstraint("club_id", "night_id", "number", name="uq_card_table_number"),
    CheckConstraint("tariff >= 0 AND tariff <= 1000000", name="ck_card_table_tariff"),
)

# Who sat where from when to when: one row for each stay of a member at a table.
seat = _table(
    "seat",
    _must("club_id", _ID),
    _must("table_id", _ID),
    _must("number", BigInteger),
    _must("night_id", _ID),
    _must("member_id", _ID),
    _must("came_at", _MOMENT),
    _may("left_at", _MOMENT),
    PrimaryKeyConstraint("club_id", "table_id", "number", name="pk_seat"),
    _in_club("card_table", "table_id", name="fk_seat_card_table"),
    _in_club("member", "member_id", name="fk_seat_member"),
    Index("ix_seat_night", "club_id", "night_id", "member_id"),
    Index("ix_seat_member", "club_id", "member_id", "night_id"),
    compact=True,
)

# Where a deal stands now. `began` is the standing before it, `seq` the entry that first recorded
# it (the order of the night), `entry` the one whose payments count, `changes` cents by member.
deal = _table(
    "deal",
    _must("club_id", _ID),
    _must("id", _ID),
    _must("night_id", _ID),
    _must("table_id", _ID),
    _must("seq", BigInteger),
    _must("number", BigInteger),
    _must("game", String(10)),
    _must("house_rules_id", _ID),
    _must("tariff", BigInteger),
    _must("state", String(10)),
    _must("version", BigInteger),
    _must("entry", BigInteger),
    _must("began", Text),
    _must("changes", Text),
    PrimaryKeyConstraint("club_id", "id", name="pk_deal"),
    _in_club("card_table", "table_id", name="fk_deal_card_table"),
    _in_club("house_rules", "house_rules_id", name="fk_deal_house_rules"),
    UniqueConstraint("club_id", "night_id", "seq", name="uq_deal_seq"),
    CheckConstraint("state IN ('valid', 'undone')", name="ck_deal_state"),
    Index("ix_deal_table", "club_id", "table_id", "seq"),
    Index(
        "uq_deal_number",
        "club_id",
        "table_id",
        "number",
        unique=True,
        sqlite_where=text("state = 'valid'"),
        postgresql_where=text("state = 'valid'"),
    ),
)

deal_version = _table(
    "deal_version",
    _must("club_id", _ID),
    _must("deal_id", _ID),
    _must("version", BigInteger),
    _must("cause", String(10)),
    _must("entry", BigInteger),
    _must("record", Text),
    _must("context", Text),
    _must("outcome", Text),
    _must("who", String(60)),
    _must("at", _MOMENT),
    _must("why", String(500)),
    _must("rules", BigInteger),
    PrimaryKeyConstraint("club_id", "deal_id", "version", name="pk_deal_version"),
    _in_club("deal", "deal_id", name="fk_deal_version_deal"),
)

entry = _table(
    "entry",
    _must("club_id", _ID),
    _must("number", BigInteger),
    _must("kind", String(20)),
    _may("night_id", _ID),
    _may("table_id", _ID),
    _may("about", _ID),
    _may("reverses", BigInteger),
    _must("who", String(60)),
    _must("at", _MOMENT),
    _must("why", String(500)),
    _must("key", String(80)),
    _must("digest", String(64)),
    _must("hash", String(64)),
    PrimaryKeyConstraint("club_id", "number", name="pk_entry"),
    _in_club("night", "night_id", name="fk_entry_night"),
    Index("ix_entry_night", "club_id", "night_id", "kind", "number"),
    Index(
        "uq_entry_reverses",
        "club_id",
        "reverses",
        unique=True,
        sqlite_where=text("reverses IS NOT NULL"),
        postgresql_where=text("reverses IS NOT NULL"),
    ),
    compact=True,
)

line = _table(
    "line",
    _must("club_id", _ID),
    _must("entry", BigInteger),
    _must("number", BigInteger),
    _must("debit", String(60)),
    _must("credit", String(60)),
    _must("amount", BigInteger),
    PrimaryKeyConstraint("club_id", "entry", "number", name="pk_line"),
    ForeignKeyConstraint(
        ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_line_entry"
    ),
    CheckConstraint("amount > 0", name="ck_line_amount"),
    CheckConstraint("debit <> credit", name="ck_line_accounts"),
    compact=True,
)

# Kept sums: what every account stands at in a night's book, a season's, and the club's own.
balance = _table(
    "balance",
    _must("club_id", _ID),
    _must("book", _ID),
    _must("account", String(60)),
    _must("cents", BigInteger),
    PrimaryKeyConstraint("club_id", "book", "account", name="pk_balance"),
    Index("ix_balance_account", "club_id", "account"),
    compact=True,
)

settlement = _table(
    "settlement",
    _must("club_id", _ID),
    _must("id", _ID),
    _must("night_id", _ID),
    _must("number", BigInteger),
    _must("mode", String(10)),
    _must("exact", Boolean),
    _may("cashier_id", _ID),
    _must("current", Boolean),
    _must("stale", Boolean),
    _must("who", String(60)),
    _must("at", _MOMENT),
    PrimaryKeyConstraint("club_id", "id", name="pk_settlement"),
    _in_club("night", "night_id", name="fk_settlement_night"),
    UniqueConstraint("club_id", "night_id", "number", name="uq_settlement_number"),
)

transfer = _table(
    "transfer",
    _must("club_id", _ID),
    _must("id", _ID),
    _must("settlement_id", _ID),
    _must("number", BigInteger),
    _must("payer_id", _ID),
    _must("payee_id", _ID),
    _must("amount", BigInteger),
    _must("paid", BigInteger),
    PrimaryKeyConstraint("club_id", "id", name="pk_transfer"),
    _in_club("settlement", "settlement_id", name="fk_transfer_settlement"),
    UniqueConstraint("club_id", "settlement_id", "number", name="uq_transfer_number"),
    CheckConstraint("amount > 0", name="ck_transfer_amount"),
    CheckConstraint("paid >= 0 AND paid <= amount", name="ck_transfer_paid"),
    CheckConstraint("payer_id <> payee_id", name="ck_transfer_people"),
)

request = _table(
    "request",
    _must("club_id", _ID),
    _must("key", String(80)),
    _must("body", String(64)),
    _must("answer", String(80)),
    _must("at", _MOMENT),
    PrimaryKeyConstraint("club_id", "key", name="pk_request"),
    compact=True,
)

season_night, night_tally, night_mark, night_facet = night_tables(metadata)
season_tally, season_facet, season_form = season_tables(metadata)
ladder, ladder_version = ladder_tables(metadata)
job = job_table(metadata)
person_step = person_step_table(metadata)
deal_facet = deal_facet_table(metadata)
dispute = dispute_table(metadata)
public_season = public_season_table(metadata)
season_change = season_change_table(metadata)
money_rules = money_rules_table(metadata)
bank_detail = bank_detail_table(metadata)
bank_change = bank_change_table(metadata)
purse = purse_table(metadata)
purse_item = purse_item_table(metadata)
booking = booking_table(metadata)
movement = movement_table(metadata)
closing = closing_table(metadata)
dispute_step = dispute_step_table(metadata)
import_batch = import_batch_table(metadata)
import_content = import_content_table(metadata)
import_night = import_night_table(metadata)
import_mapping = import_mapping_table(metadata)
account = account_table(metadata)
device = device_table(metadata)
passkey = passkey_table(metadata)
sign_in_link = sign_in_link_table(metadata)
sign_in_try = sign_in_try_table(metadata)
officer = officer_table(metadata)
account_member = account_member_table(metadata)
invitation = invitation_table(metadata)
guest_code = guest_code_table(metadata)
guest_device = guest_device_table(metadata)
club_text = club_text_table(metadata)
api_token = api_token_table(metadata)
webhook = webhook_table(metadata)
delivery = delivery_table(metadata)

# The one code that lets other machines in, as a slow hash; no row: none is set.
access_code = _table(
    "access_code",
    _must("id", BigInteger),
    _must("salt", String(64)),
    _must("hash", String(128)),
    PrimaryKeyConstraint("id", name="pk_access_code"),
    CheckConstraint("id = 1", name="ck_access_code_single"),
)
