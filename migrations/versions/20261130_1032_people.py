"""Keep which members are one person, who is anonymous, and by what deals are searched for.

Revision ID: people
Revises: purse
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "people"
down_revision = "purse"
branch_labels = None
depends_on = None

_BLOCK = 2000
# Every spelling of a suit in a record of each pack, as reports write it.
_SUITS = {
    "german": {"E": "E", "G": "G", "L": "G", "B": "G", "H": "H", "S": "S"},
    "french": {"C": "E", "♣": "E", "S": "G", "♠": "G", "H": "H", "♥": "H", "D": "S", "♦": "S"},
}


def upgrade() -> None:
    _widen_member()
    _create_person_step()
    _create_deal_facet()
    # So that what somebody stands at is found without walking through every evening's book.
    op.create_index("ix_balance_account", "balance", ["club_id", "account"], unique=False)
    _forbid_changes()
    _fill_deal_facet()


def downgrade() -> None:
    """Go back, which only a database may where nothing was decided about anybody."""
    connection = op.get_bind()
    if connection.execute(sa.text("SELECT 1 FROM person_step LIMIT 1")).first() is not None:
        raise RuntimeError("people were merged or made anonymous; going back would lose that")
    op.drop_index("ix_balance_account", "balance")
    op.drop_table("deal_facet")
    op.drop_table("person_step")
    op.drop_index("ix_member_merged", "member")
    for column in ("anonymous", "guest", "merged_into"):
        op.drop_column("member", column)


def _widen_member() -> None:
    """Add what is not said of any member yet; all who are there are members of their own."""
    op.add_column("member", sa.Column("merged_into", sa.String(length=36), nullable=True))
    for name in ("guest", "anonymous"):
        op.add_column(
            "member", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.create_index(
        "ix_member_merged",
        "member",
        ["club_id", "merged_into"],
        unique=False,
        sqlite_where=sa.text("merged_into IS NOT NULL"),
        postgresql_where=sa.text("merged_into IS NOT NULL"),
    )


def _create_person_step() -> None:
    op.create_table(
        "person_step",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("into_id", sa.String(length=36), nullable=True),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("why", sa.String(length=500), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("at", sa.String(length=27), nullable=False),
        sa.CheckConstraint(
            "kind IN ('merged', 'unmerged', 'anonymised', 'guest', 'member')",
            name="ck_person_step_kind",
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "into_id"], ["member.club_id", "member.id"], name="fk_person_step_into"
        ),
        sa.ForeignKeyConstraint(
            ["club_id", "member_id"], ["member.club_id", "member.id"], name="fk_person_step_member"
        ),
        sa.PrimaryKeyConstraint("club_id", "number", name="pk_person_step"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_person_step_marks",
        "person_step",
        ["club_id", "number"],
        unique=False,
        sqlite_where=sa.text("kind = 'anonymised'"),
        postgresql_where=sa.text("kind = 'anonymised'"),
    )


def _create_deal_facet() -> None:
    op.create_table(
        "deal_facet",
        sa.Column("club_id", sa.String(length=36), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("deal_id", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("contract", sa.String(length=12), nullable=False),
        sa.Column("trump", sa.String(length=10), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("declarer", sa.String(length=36), nullable=False),
        sa.Column("players", sa.String(length=260), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("corrected", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "day", "seq", name="pk_deal_facet"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_deal_facet_contract",
        "deal_facet",
        ["club_id", "contract", "day", "seq"],
        unique=False,
    )
    op.create_index(
        "ix_deal_facet_corrected",
        "deal_facet",
        ["club_id", "day", "seq"],
        unique=False,
        sqlite_where=sa.text("corrected = 1"),
        postgresql_where=sa.text("corrected"),
    )


def _forbid_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER person_step_no_{verb.lower()} BEFORE {verb} ON person_step "
                "BEGIN SELECT RAISE(ABORT, 'person_step is append-only'); END"
            )
        return
    op.execute(
        "CREATE TRIGGER person_step_append_only BEFORE UPDATE OR DELETE ON person_step "
        "FOR EACH ROW EXECUTE FUNCTION append_only()"
    )
    op.execute(
        "CREATE TRIGGER person_step_no_truncate BEFORE TRUNCATE ON person_step "
        "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
    )


_DEALS = sa.text(
    "SELECT deal.club_id, deal.id, deal.seq, deal.game, deal.state, night.date, card_table.number, "
    "told.record, told.outcome, EXISTS (SELECT 1 FROM deal_version AS one "
    "WHERE one.club_id = deal.club_id AND one.deal_id = deal.id "
    "AND one.cause IN ('corrected', 'ruled')) "
    "FROM deal JOIN night ON night.club_id = deal.club_id AND night.id = deal.night_id "
    "JOIN card_table ON card_table.club_id = deal.club_id AND card_table.id = deal.table_id "
    "JOIN deal_version AS told ON told.club_id = deal.club_id AND told.deal_id = deal.id "
    "AND told.version = deal.version "
    "WHERE (deal.club_id, deal.id) > (:club_id, :deal_id) ORDER BY deal.club_id, deal.id "
    "LIMIT :count"
)


def _fill_deal_facet() -> None:
    """Work out for every deal that is there what it will be searched by."""
    facet = sa.table(
        "deal_facet",
        *(sa.column(name) for name in ("club_id", "day", "seq", "deal_id", "game")),
        *(sa.column(name) for name in ("contract", "trump", "place", "declarer", "players")),
        sa.column("counts", sa.Boolean()),
        sa.column("corrected", sa.Boolean()),
    )
    connection = op.get_bind()
    after = ("", "")
    while True:
        where = {"club_id": after[0], "deal_id": after[1], "count": _BLOCK}
        deals = connection.execute(_DEALS, where).all()
        if not deals:
            return
        after = (deals[-1][0], deals[-1][1])
        connection.execute(facet.insert(), [_facets(*deal) for deal in deals])


def _facets(club_id, deal_id, seq, game, state, day, number, record_text, outcome_text, corrected):
    record, outcome = json.loads(record_text), json.loads(outcome_text)
    result, contract = outcome.get("result") or {}, record.get("contract") or {}
    declarer = result.get("declarer") or ""
    trump = result.get("trump")
    if game == "watten":
        said = str(contract.get("trump") or "").upper()
        trump = _SUITS[record.get("pack", "german")].get(said)
    out = record.get("sitting_out") or ()
    return {
        "club_id": club_id,
        "day": day,
        "seq": seq,
        "deal_id": deal_id,
        "game": game,
        "contract": "misdeal" if outcome.get("misdeal") else result.get("kind") or "",
        "trump": trump or "",
        "place": number,
        "declarer": declarer,
        "players": " ".join(member for member in record["seats"] if member not in out),
        "counts": state == "valid",
        "corrected": bool(corrected),
    }
