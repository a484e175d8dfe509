"""Column types for SQLite's STRICT tables, which know INTEGER and TEXT (and three more).

Importing this module teaches SQLAlchemy to write them; migrations do the same for themselves.
"""

from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy import Boolean
from sqlalchemy import SmallInteger
from sqlalchemy import String
from sqlalchemy import Text
from sqlalchemy.ext.compiler import compiles


@compiles(String, "sqlite")
@compiles(Text, "sqlite")
def _text(type_: Any, compiler: Any, **kw: Any) -> str:
    return "TEXT"


@compiles(BigInteger, "sqlite")
@compiles(SmallInteger, "sqlite")
@compiles(Boolean, "sqlite")
def _integer(type_: Any, compiler: Any, **kw: Any) -> str:
    return "INTEGER"
