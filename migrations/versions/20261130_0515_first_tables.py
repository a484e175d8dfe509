"""Create every table, and the triggers that keep the ledger from being rewritten.

Revision ID: first_tables
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "first_tables"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = ("entry", "line", "deal_version")
# Parents before their children.
TABLES = (
    *("access_code", "balance", "club", "job", "request", "chain"),
    *("house_rules", "member", "season", "night", "card_table", "entry"),
    *("settlement", "deal", "line", "seat", "transfer", "deal_version"),
)


def upgrade() -> None:
    for table in TABLES:
        globals()[f"_create_{table}"]()
    for table in APPEND_ONLY:
        _forbid_changes(table)


def downgrade() -> None:
    """Go back to an empty database, which only one without entries may."""
    connection = op.get_bind()
    if connection.execute(sa.text("SELECT 1 FROM entry LIMIT 1")).first() is not None:
        raise RuntimeError("the ledger has entries; going back would lose them")
    for table in APPEND_ONLY:
        _allow_changes(table)
    for table in reversed(TABLES):
        op.drop_table(table)
    if connection.dialect.name == "postgresql":
        op.execute("DROP FUNCTION append_only()")


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
        "CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION append_only()"
    )
    op.execute(
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
    )


def _allow_changes(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER {table}_no_{verb}")
        return
    op.execute(f"DROP TRIGGER {table}_append_only ON {table}")
    op.execute(f"DROP TRIGGER {table}_no_truncate ON {table}")


def _create_access_code() -> None:
    op.create_table(
        "access_code",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=128), nullable=False),
        sa.CheckConstraint("id = 1", name="ck_access_code_single"),
        sa.PrimaryKeyConstraint("id", name="pk_access_code"),
        sqlite_strict=True,
    )


def _create_balance() -> None:
    op.create_table(
        "balance",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("book", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=60), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "book", "account", name="pk_balance"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_club() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("time_zone", sa.String(length=60), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club"),
        sqlite_strict=True,
    )
    op.create_index(
        "uq_club_private",
        "club",
        ["private"],
        unique=True,
        sqlite_where=sa.text("private = 1"),
        postgresql_where=sa.text("private"),
    )


def _create_job() -> None:
    op.create_table(
        "job",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("args", sa.Text(), nullable=False),
        sa.Column("dedupe", sa.String(length=80), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("max_attempts", sa.Integer(), server_default="3", nullable=False),
        sa.Column("run_after", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("worker", sa.String(length=60), nullable=True),
        sa.Column("done", sa.Integer(), server_default="0", nullable=False),
        sa.Column("total", sa.Integer(), server_default="0", nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "(state = 'running') = (lease_until IS NOT NULL AND worker IS NOT NULL)",
            name="ck_job_lease",
        ),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="ck_job_state"
        ),
        sa.PrimaryKeyConstraint("club_id", "id"),
        sqlite_strict=True,
    )
    op.create_index("ix_job_state_run_after", "job", ["state", "run_after"], unique=False)
    op.create_index("uq_job_club_id_dedupe", "job", ["club_id", "dedupe"], unique=True)


def _create_request() -> None:
    op.create_table(
        "request",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("body", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.String(length=80), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "key", name="pk_request"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_chain() -> None:
    op.create_table(
        "chain",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_chain_club"),
        sa.PrimaryKeyConstraint("club_id", name="pk_chain"),
        sqlite_strict=True,
    )


def _create_house_rules() -> None:
    op.create_table(
        "house_rules",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("name_key", sa.String(length=240), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("frozen", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_house_rules_club"),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_house_rules"),
        sa.UniqueConstraint(
            "club_id", "game", "name_key", "version", name="uq_house_rules_version"
        ),
        sqlite_strict=True,
    )


def _create_member() -> None:
    op.create_table(
        "member",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("name_key", sa.String(length=240), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_member_club"),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_member"),
        sa.UniqueConstraint("club_id", "name_key", name="uq_member_name_key"),
        sqlite_strict=True,
    )


def _create_season() -> None:
    op.create_table(
        "season",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("begins", sa.String(length=10), nullable=False),
        sa.Column("ends", sa.String(length=10), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_season_club"),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_season"),
        sa.UniqueConstraint("club_id", "name", name="uq_season_name"),
        sqlite_strict=True,
    )


def _create_night() -> None:
    op.create_table(
        "night",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("place", sa.String(length=120), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("season_id", sa.String(length=36), nullable=False),
        sa.Column("closed_at", sa.String(length=27), nullable=True),
        sa.Column("void_reason", sa.String(length=500), nullable=False),
        sa.Column("created_at", sa.String(length=27), nullable=False),
        sa.CheckConstraint(
            "state IN ('open', 'closed', 'settled', 'voided')", name="ck_night_state"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "season_id"], ["season.club_id", "season.id"], name="fk_night_season"
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_night"),
        sa.UniqueConstraint("club_id", "number", name="uq_night_number"),
        sqlite_strict=True,
    )
    op.create_index("ix_night_season", "night", ["club_id", "season_id"], unique=False)


def _create_card_table() -> None:
    op.create_table(
        "card_table",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("house_rules_id", sa.String(length=36), nullable=False),
        sa.Column("tariff", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("standing", sa.Text(), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("divided_by", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("tariff >= 0 AND tariff <= 1000000", name="ck_card_table_tariff"),
        sa.ForeignKeyConstraint(
            ["club_id", "house_rules_id"],
            ["house_rules.club_id", "house_rules.id"],
            name="fk_card_table_house_rules",
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_card_table_night"
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_card_table"),
        sa.UniqueConstraint("club_id", "night_id", "number", name="uq_card_table_number"),
        sqlite_strict=True,
    )


def _create_entry() -> None:
    op.create_table(
        "entry",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
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
    op.create_index(
        "ix_entry_night", "entry", ["club_id", "night_id", "kind", "number"], unique=False
    )
    op.create_index(
        "uq_entry_reverses",
        "entry",
        ["club_id", "reverses"],
        unique=True,
        sqlite_where=sa.text("reverses IS NOT NULL"),
        postgresql_where=sa.text("reverses IS NOT NULL"),
    )


def _create_settlement() -> None:
    op.create_table(
        "settlement",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("mode", sa.String(length=10), nullable=False),
        sa.Column("exact", sa.Boolean(), nullable=False),
        sa.Column("cashier_id", sa.String(length=36), nullable=True),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("stale", sa.Boolean(), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "night_id"], ["night.club_id", "night.id"], name="fk_settlement_night"
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_settlement"),
        sa.UniqueConstraint("club_id", "night_id", "number", name="uq_settlement_number"),
        sqlite_strict=True,
    )


def _create_deal() -> None:
    op.create_table(
        "deal",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("table_id", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("house_rules_id", sa.String(length=36), nullable=False),
        sa.Column("tariff", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("began", sa.Text(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.CheckConstraint("state IN ('valid', 'undone')", name="ck_deal_state"),
        sa.ForeignKeyConstraint(
            ["club_id", "house_rules_id"],
            ["house_rules.club_id", "house_rules.id"],
            name="fk_deal_house_rules",
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "table_id"],
            ["card_table.club_id", "card_table.id"],
            name="fk_deal_card_table",
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_deal"),
        sa.UniqueConstraint("club_id", "night_id", "seq", name="uq_deal_seq"),
        sqlite_strict=True,
    )
    op.create_index("ix_deal_table", "deal", ["club_id", "table_id", "seq"], unique=False)
    op.create_index(
        "uq_deal_number",
        "deal",
        ["club_id", "table_id", "number"],
        unique=True,
        sqlite_where=sa.text("state = 'valid'"),
        postgresql_where=sa.text("state = 'valid'"),
    )


def _create_line() -> None:
    op.create_table(
        "line",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("debit", sa.String(length=60), nullable=False),
        sa.Column("credit", sa.String(length=60), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name="ck_line_amount"),
        sa.CheckConstraint("debit <> credit", name="ck_line_accounts"),
        sa.ForeignKeyConstraint(
            ["club_id", "entry"], ["entry.club_id", "entry.number"], name="fk_line_entry"
        ),
        sa.PrimaryKeyConstraint("club_id", "entry", "number", name="pk_line"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_seat() -> None:
    op.create_table(
        "seat",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("table_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("night_id", sa.String(length=36), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("came_at", sa.String(length=27), nullable=False),
        sa.Column("left_at", sa.String(length=27), nullable=True),
        sa.ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_seat_member"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "table_id"],
            ["card_table.club_id", "card_table.id"],
            name="fk_seat_card_table",
        ),
        sa.PrimaryKeyConstraint("club_id", "table_id", "number", name="pk_seat"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seat_member", "seat", ["club_id", "member_id", "night_id"], unique=False)
    op.create_index("ix_seat_night", "seat", ["club_id", "night_id", "member_id"], unique=False)


def _create_transfer() -> None:
    op.create_table(
        "transfer",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("settlement_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("payer_id", sa.String(length=36), nullable=False),
        sa.Column("payee_id", sa.String(length=36), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name="ck_transfer_amount"),
        sa.CheckConstraint("paid >= 0 AND paid <= amount", name="ck_transfer_paid"),
        sa.CheckConstraint("payer_id <> payee_id", name="ck_transfer_people"),
        sa.ForeignKeyConstraint(
            ["club_id", "settlement_id"],
            ["settlement.club_id", "settlement.id"],
            name="fk_transfer_settlement",
        ),
        sa.PrimaryKeyConstraint("club_id", "id", name="pk_transfer"),
        sa.UniqueConstraint("club_id", "settlement_id", "number", name="uq_transfer_number"),
        sqlite_strict=True,
    )


def _create_deal_version() -> None:
    op.create_table(
        "deal_version",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("deal_id", sa.String(length=36), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.String(length=10), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.Column("why", sa.String(length=500), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id", "deal_id"], ["deal.club_id", "deal.id"], name="fk_deal_version_deal"
        ),
        sa.PrimaryKeyConstraint("club_id", "deal_id", "version", name="pk_deal_version"),
        sqlite_strict=True,
    )
