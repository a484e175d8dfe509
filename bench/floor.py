"""The floor: the least possible Flask service that does what scorekeeper does, on either database.

It keeps deals, lines and balances, durably and in one transaction, and shows them. It has no
sign-in, no check of what was said, no house rules, no corrections, no layout and no languages:
what scorekeeper costs more than this is the price of all that.
"""

import fcntl
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from flask import Flask
from flask import Response
from flask import redirect
from flask import request

PLAYERS = ("anna", "bert", "caro", "dora")

SCHEMA = """
CREATE TABLE deal (
    night INTEGER NOT NULL, no INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, said TEXT NOT NULL,
    PRIMARY KEY (night, no));
CREATE TABLE line (
    night INTEGER NOT NULL, no INTEGER NOT NULL, debit TEXT NOT NULL, credit TEXT NOT NULL,
    cents INTEGER NOT NULL, PRIMARY KEY (night, no, debit, credit));
CREATE TABLE balance (
    night INTEGER NOT NULL, player TEXT NOT NULL, cents INTEGER NOT NULL,
    PRIMARY KEY (night, player));
CREATE TABLE transfer (
    night INTEGER NOT NULL, payer TEXT NOT NULL, payee TEXT NOT NULL, cents INTEGER NOT NULL,
    PRIMARY KEY (night, payer, payee));
"""


class Book:
    """One connection a thread; writers queue by a lock on a file before SQLite's own handler."""

    def __init__(self, url: str) -> None:
        self.path = url.removeprefix("sqlite:///") if url.startswith("sqlite") else ""
        self.url = url
        self.mark = "?" if self.path else "%s"
        self._local = threading.local()

    def connection(self) -> Any:
        """Return this thread's connection, in autocommit."""
        found = getattr(self._local, "connection", None)
        if found is None:
            found = self._open()
            self._local.connection = found
        return found

    def _open(self) -> Any:
        if not self.path:
            return psycopg.connect(self.url, autocommit=True)
        connection = sqlite3.connect(self.path, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
            connection.execute("PRAGMA " + pragma)
        self._local.queue = os.open(self.path + ".queue", os.O_RDWR | os.O_CREAT)
        return connection

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """Give a cursor in one durable transaction."""
        connection = self.connection()
        if not self.path:
            with connection.transaction(), connection.cursor() as cursor:
                yield cursor
            return
        fcntl.flock(self._local.queue, fcntl.LOCK_EX)
        try:
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
            except BaseException:
                connection.rollback()
                raise
            connection.execute("COMMIT")
        finally:
            fcntl.flock(self._local.queue, fcntl.LOCK_UN)

    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return what a query finds; `?` stands for a value on both databases."""
        cursor = self.connection().cursor()
        cursor.execute(sql.replace("?", self.mark), values)
        return cursor.fetchall()  # type: ignore[no-any-return]


def record(book: Book, night: int, winner: str, cents: int, said: str) -> None:
    """Write a deal: the winner gets `cents` from each of the others."""
    lines = [(other, winner, cents) for other in PLAYERS if other != winner]
    changes = [(other, -cents) for other, _, _ in lines] + [(winner, 3 * cents)]
    with book.writing() as cursor:
        mark = book.mark
        cursor.execute(f"SELECT coalesce(max(no), 0) + 1 FROM deal WHERE night = {mark}", (night,))
        no = cursor.fetchone()[0]
        cursor.execute(
            f"INSERT INTO deal VALUES ({mark}, {mark}, {mark}, {mark})",
            (night, no, time.time(), said),
        )
        cursor.executemany(
            f"INSERT INTO line VALUES ({mark}, {mark}, {mark}, {mark}, {mark})",
            [(night, no, *line) for line in lines],
        )
        cursor.executemany(
            f"INSERT INTO balance VALUES ({mark}, {mark}, {mark}) ON CONFLICT (night, player)"
            " DO UPDATE SET cents = balance.cents + excluded.cents",
            [(night, *change) for change in changes],
        )


def fill(book: Book, nights: list[tuple[int, int]]) -> None:
    """Write (night, number of deals) quickly, as recording one by one would have left them."""
    for night, deals in nights:
        standing = dict.fromkeys(PLAYERS, 0)
        rows = []
        lines = []
        for no in range(1, deals + 1):
            winner = PLAYERS[no % 4]
            rows.append((night, no, time.time(), json.dumps({"winner": winner, "tricks": 7})))
            for other in PLAYERS:
                if other != winner:
                    lines.append((night, no, other, winner, 10))
                    standing[other] -= 10
                    standing[winner] += 10
        with book.writing() as cursor:
            mark = book.mark
            cursor.executemany(f"INSERT INTO deal VALUES ({mark}, {mark}, {mark}, {mark})", rows)
            cursor.executemany(
                f"INSERT INTO line VALUES ({mark}, {mark}, {mark}, {mark}, {mark})", lines
            )
            cursor.executemany(
                f"INSERT INTO balance VALUES ({mark}, {mark}, {mark})",
                [(night, name, cents) for name, cents in standing.items()],
            )
            cursor.executemany(
                f"INSERT INTO transfer VALUES ({mark}, {mark}, {mark}, {mark})",
                [(night, "anna", "bert", 30), (night, "caro", "dora", 10)],
            )


def euros(cents: int) -> str:
    return f"{cents / 100:+.2f}"


def page(body: str) -> Response:
    return Response(f"<!doctype html><title>floor</title>{body}", mimetype="text/html")


def create_floor(url: str) -> Flask:
    """Return the service; the database at `url` exists already."""
    app = Flask("floor")
    book = Book(url)

    def standing(night: int) -> list[Any]:
        return book.rows("SELECT player, cents FROM balance WHERE night = ?", night)

    def deals(night: int, limit: int) -> str:
        found = book.rows(
            "SELECT no, at, said FROM deal WHERE night = ? ORDER BY no DESC LIMIT ?", night, limit
        )
        if not found:
            return "<table></table>"
        lines: dict[int, list[str]] = {}
        for no, debit, credit, cents in book.rows(
            "SELECT no, debit, credit, cents FROM line WHERE night = ? AND no >= ?",
            night,
            found[-1][0],
        ):
            lines.setdefault(no, []).append(f"{debit} zahlt {credit} {euros(cents)}")
        rows = "".join(f"<tr><td>{no}<td>{said}<td>{', '.join(lines[no])}" for no, _, said in found)
        return f"<table>{rows}</table>"

    def balances_list(night: int) -> str:
        return "".join(f"<li>{name} {euros(cents)}" for name, cents in standing(night))

    @app.post("/n/<int:night>/deal")
    def record_deal(night: int) -> Any:
        form = request.form
        said = json.dumps({"winner": form["winner"], "tricks": form["tricks"]})
        record(book, night, form["winner"], 10, said)
        return redirect(f"/n/{night}", 303)

    @app.get("/n/<int:night>")
    def table(night: int) -> Response:
        return page(f"<ul>{balances_list(night)}</ul>{deals(night, 20)}")

    @app.get("/n/<int:night>/ledger")
    def ledger(night: int) -> Response:
        return page(deals(night, 100))

    @app.get("/n/<int:night>/balances")
    def balances(night: int) -> Response:
        return page(f"<ul>{balances_list(night)}</ul>")

    @app.get("/n/<int:night>/settlement")
    def settlement(night: int) -> Response:
        found = book.rows("SELECT payer, payee, cents FROM transfer WHERE night = ?", night)
        return page("".join(f"<li>{payer} {payee} {euros(cents)}" for payer, payee, cents in found))

    return app


def create_schema(url: str) -> None:
    """Make the floor's tables in an empty database."""
    book = Book(url)
    for statement in SCHEMA.strip().split(";\n"):
        book.connection().execute(statement)
