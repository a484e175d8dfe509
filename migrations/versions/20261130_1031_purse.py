"""Keep the club's purse, fees, fines and what members owe.

Revision ID: purse
Revises: accounts
"""

import sqlalchemy as sa
from alembic import op

revision = "purse"
down_revision = "accounts"
branch_labels = None
depends_on = None

# Parents before their children.
TABLES = ("purse", "purse_item", "booking", "movement", "closing")
APPEND_ONLY = ("booking", "movement", "closing")
# What a database may not hold when it goes back to a version that knows nothing of it.
KEPT = ("purse", "purse_item", "booking", "closing")

_CLUBS_ACCOUNTS = "account IN ('purse', 'cash', 'bank') OR substr(account, 1, 8) = 'account:'"
_SIDES = (
    "SELECT club_id, entry, debit AS account, -amount AS cents FROM line "
    "UNION ALL SELECT club_id, entry, credit, amount FROM line"
)


def upgrade() -> None:
    _let_entries_be_of_no_night()
    op.add_column("season", sa.Column("closed_at", sa.String(length=27), nullable=True))
    for table in TABLES:
        globals()[f"_create_{table}"]()
    for table in APPEND_ONLY:
        _forbid_changes(table)
    _fill_the_clubs_book()
    _add_settling()


def downgrade() -> None:
    """Go back, which only a database with nothing booked or closed may."""
    connection = op.get_bind()
    for table in KEPT:
        if connection.execute(sa.text(f"SELECT 1 FROM {table} LIMIT 1")).first() is not None:
            raise RuntimeError("there is a purse; going back would lose it")
    _drop_settling()
    for query in (
        "SELECT 1 FROM entry WHERE night_id IS NULL LIMIT 1",
        "SELECT 1 FROM season WHERE closed_at IS NOT NULL LIMIT 1",
    ):
        if connection.execute(sa.text(query)).first() is not None:
            raise RuntimeError("there is a purse; going back would lose it")
    op.execute("DELETE FROM balance WHERE book = club_id")
    for table in reversed(TABLES):
        op.drop_table(table)
    op.drop_column("season", "closed_at")
    _make_entries_be_of_a_night()


def _let_entries_be_of_no_night() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _copy_entry(night_needed=False)
    else:
        op.execute("ALTER TABLE entry ALTER COLUMN night_id DROP NOT NULL")


def _make_entries_be_of_a_night() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _copy_entry(night_needed=True)
    else:
        op.execute("ALTER TABLE entry ALTER COLUMN night_id SET NOT NULL")


def _copy_entry(*, night_needed: bool) -> None:
    """Copy the ledger's heads into a table of the new shape.

    Dropping the old one takes its triggers and indexes along, and neither asks the triggers nor
    touches the lines: foreign keys are off while migrating. The lines name `entry` all along.
    """
    _create_entry("entry_copy", night_needed=night_needed)
    connection = op.get_bind()
    before = connection.execute(sa.text("SELECT count(*) FROM entry")).scalar_one()
    op.execute("INSERT INTO entry_copy SELECT * FROM entry ORDER BY club_id, number")
    after = connection.execute(sa.text("SELECT count(*) FROM entry_copy")).scalar_one()
    if before != after:
        raise RuntimeError(f"{before} entries, but {after} were copied")
    op.drop_table("entry")
    op.rename_table("entry_copy", "entry")
    op.create_index(
        "ix_entry_night", "entry", ["club_id", "night_id", "kind", "number"], unique=False
    )
    op.create_index(
        "uq_entry_reverses",
        "entry",
        ["club_id", "reverses"],
        unique=True,
        sqlite_where=sa.text("reverses IS NOT NULL"),
    )
    _forbid_changes("entry")


def _fill_the_clubs_book() -> None:
    """Work out the club's own book, which older versions did not keep, from all lines."""
    op.execute(
        "INSERT INTO balance (club_id, book, account, cents) "
        f"SELECT club_id, club_id, account, CAST(sum(cents) AS BIGINT) FROM ({_SIDES}) AS sides "
        f"WHERE {_CLUBS_ACCOUNTS} GROUP BY club_id, account"
    )
    op.execute(
        "INSERT INTO movement (club_id, account, entry, cents, after) "
        "SELECT club_id, account, entry, cents, CAST(sum(cents) OVER "
        "(PARTITION BY club_id, account ORDER BY entry) AS BIGINT) FROM "
        f"(SELECT club_id, account, entry, CAST(sum(cents) AS BIGINT) AS cents FROM ({_SIDES}) "
        f"AS sides WHERE {_CLUBS_ACCOUNTS} GROUP BY club_id, account, entry) AS moved"
    )


def _forbid_changes(table: str) -> None:
    """Make the database refuse UPDATE and DELETE, and with them INSERT OR REPLACE."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION append_only()"
    )
    op.execute(
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
    )


def _create_entry(name: str, *, night_needed: bool) -> None:
    op.create_table(
        name,
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=not night_needed),
        sa.Column("table_id", sa.String(length=36), nullable=True),
        sa.Column("about", sa.String(length=36), nullable=True),
        sa.Column("reverses", sa.BigInteger(), nullable=True),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("why", sa.String(length=500), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_entry_night"
        ),
        sa.PrimaryKeyConstraint("club_id", "number", name="pk_entry"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_purse() -> None:
    op.create_table(
        "purse",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("haferl", sa.Boolean(), nullable=False),
        sa.Column("closed_month", sa.String(length=7), nullable=True),
        sa.Column("opening", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_purse_club"),
        sa.PrimaryKeyConstraint("club_id", name="pk_purse"),
        sqlite_strict=True,
    )


def _create_purse_item() -> None:
    op.create_table(
        "purse_item",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("name_key", sa.String(length=240), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.CheckConstraint("amount > 0", name="ck_purse_item_amount"),
        sa.CheckConstraint("kind IN ('fee', 'fine')", name="ck_purse_item_kind"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_purse_item_club"),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_purse_item"),
        sa.UniqueConstraint("club_id", "kind", "name_key", name="uq_purse_item_name"),
        sqlite_strict=True,
    )


def _create_booking() -> None:
    op.create_table(
        "booking",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("year", sa.BigInteger(), nullable=False),
        sa.Column("receipt", sa.BigInteger(), nullable=True),
        sa.Column("cash", sa.BigInteger(), nullable=False),
        sa.Column("bank", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=True),
        sa.Column("other_id", sa.String(length=36), nullable=True),
        sa.Column("night_id", sa.String(length=36), nullable=True),
        sa.Column("item_id", sa.String(length=36), nullable=True),
        sa.Column("category", sa.String(length=60), nullable=False),
        sa.Column("words", sa.String(length=200), nullable=False),
        sa.Column("voucher", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_booking_entry"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "item_id"],
            ["purse_item.club_id", "purse_item.id"],
            name="fk_booking_purse_item",
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_booking_member"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_booking_night"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "other_id"], ["member.club_id", "member.id"], name="fk_booking_other"
        ),
        sa.PrimaryKeyConstraint("club_id", "entry", name="pk_booking"),
        sa.UniqueConstraint("club_id", "year", "receipt", name="uq_booking_receipt"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_booking_day",
        "booking",
        ["club_id", "day", "entry"],
        unique=False,
        sqlite_where=sa.text("receipt IS NOT NULL"),
        postgresql_where=sa.text("receipt IS NOT NULL"),
    )


def _create_movement() -> None:
    op.create_table(
        "movement",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=60), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("after", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_movement_entry"
        ),
        sa.PrimaryKeyConstraint("club_id", "account", "entry", name="pk_movement"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_closing() -> None:
    op.create_table(
        "closing",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("month", sa.String(length=7), nullable=True),
        sa.Column("season_id", sa.String(length=36), nullable=True),
        sa.Column("cash", sa.BigInteger(), nullable=False),
        sa.Column("bank", sa.BigInteger(), nullable=False),
        sa.Column("purse", sa.BigInteger(), nullable=False),
        sa.Column("counted", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "(month IS NULL) = (season_id IS NOT NULL)", name="ck_closing_month_or_season"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_closing_entry"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_closing_season"
        ),
        sa.PrimaryKeyConstraint("club_id", "entry", name="pk_closing"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _add_settling() -> None:
    """Make room for what was agreed on coins and limits, and for where members are paid."""
    for name, kind in (
        ("coin", sa.BigInteger()),
        ("stake_limit", sa.BigInteger()),
        ("stake_mode", sa.String(length=10)),
    ):
        op.add_column("night", sa.Column(name, kind, nullable=True))
    op.create_table(
        "money_rules",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("coin", sa.BigInteger(), nullable=True),
        sa.Column("stake_limit", sa.BigInteger(), nullable=True),
        sa.Column("stake_mode", sa.String(length=10), nullable=True),
        sa.CheckConstraint("coin IN (5, 10)", name="ck_money_rules_coin"),
        sa.CheckConstraint("stake_limit > 0", name="ck_money_rules_stake_limit"),
        sa.CheckConstraint("stake_mode IN ('warn', 'refuse')", name="ck_money_rules_stake_mode"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_money_rules_club"),
        sa.PrimaryKeyConstraint("club_id", name="pk_money_rules"),
        sqlite_strict=True,
    )
    op.create_table(
        "bank_detail",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("holder", sa.String(length=70), nullable=False),
        sa.Column("iban", sa.String(length=34), nullable=False),
        sa.Column("bic", sa.String(length=11), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_bank_detail_member"
        ),
        sa.PrimaryKeyConstraint("club_id", "member_id", name="pk_bank_detail"),
        sqlite_strict=True,
    )


def _drop_settling() -> None:
    """Go back; what was rounded is in the ledger and may not be lost, what was agreed may."""
    found = op.get_bind().execute(sa.text("SELECT 1 FROM entry WHERE kind LIKE 'rounding%'"))
    if found.first() is not None:
        raise RuntimeError("there are roundings; going back would lose them")
    op.drop_table("bank_detail")
    op.drop_table("money_rules")
    for name in ("stake_mode", "stake_limit", "coin"):
        op.drop_column("night", name)
