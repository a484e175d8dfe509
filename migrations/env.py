"""Runs migrations on the connection handed over by `scorekeeper.store.migrate`.

On SQLite, changing a table means copying it; with foreign keys on, dropping the old copy of a
parent would delete every child row. So they are off while migrating, and checked at the end.
"""

from alembic import context
from sqlalchemy import BigInteger
from sqlalchemy import Boolean
from sqlalchemy import SmallInteger
from sqlalchemy import String
from sqlalchemy import Text
from sqlalchemy.ext.compiler import compiles


@compiles(String, "sqlite")
@compiles(Text, "sqlite")
def _text(type_, compiler, **kw):
    return "TEXT"


@compiles(BigInteger, "sqlite")
@compiles(SmallInteger, "sqlite")
@compiles(Boolean, "sqlite")
def _integer(type_, compiler, **kw):
    return "INTEGER"


def run() -> None:
    connection = context.config.attributes.get("connection")
    if connection is None:
        raise SystemExit("Run migrations with: scorekeeper db upgrade")
    context.configure(
        connection=connection,
        target_metadata=context.config.attributes.get("metadata"),
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
    )
    context.run_migrations()


run()
