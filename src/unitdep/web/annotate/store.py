"""Store: problems and labels in one SQLite file.

Every click is its own transaction, on disk before it is answered: killing the server at any moment
loses at most the current click. A label belongs to one annotator, one problem and one vertex, so
two annotators never write the same row.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from unitdep.core.labels import QUESTION, Vertex
from unitdep.errors import StoreBusyError, StoreError

_TABLES = """
CREATE TABLE IF NOT EXISTS problem (
    id TEXT PRIMARY KEY, place INTEGER NOT NULL, text TEXT NOT NULL, content TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS label (
    problem TEXT NOT NULL REFERENCES problem(id), annotator TEXT NOT NULL, vertex TEXT NOT NULL,
    rate INTEGER NOT NULL, PRIMARY KEY (annotator, problem, vertex)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS done (
    problem TEXT NOT NULL REFERENCES problem(id), annotator TEXT NOT NULL,
    PRIMARY KEY (annotator, problem)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settled (
    problem TEXT NOT NULL REFERENCES problem(id), vertex TEXT NOT NULL, rate INTEGER NOT NULL,
    PRIMARY KEY (problem, vertex)
) WITHOUT ROWID;
"""
_LOCKED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_BUSY_SECONDS: Final = 3.0  # that a click waits for another program
_BUSY: Final = "the annotations are locked by another program; try again shortly"


class Store:
    """A file of annotations; every method is one transaction."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raises StoreError."""
        self.path = path
        with self._open() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_TABLES)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(
                sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None)
            ) as connection:
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA synchronous = FULL")
                yield connection
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOCKED:
                raise StoreBusyError(_BUSY) from None
            raise StoreError(f"{self.path} cannot be used for annotations: {error}") from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write all or nothing."""
        with self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                if connection.in_transaction:  # a full disk has ended it already
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def add(self, problems: Iterable[Mapping[str, Any]]) -> tuple[int, int, list[str]]:
        """Add problems; returns how many are new and how many known, and the ids that clash."""
        added, known, clashing = 0, 0, []
        with self._writing() as connection:
            [place] = connection.execute("SELECT COALESCE(MAX(place), 0) FROM problem").fetchone()
            for problem in problems:
                row = connection.execute(
                    "SELECT text, content FROM problem WHERE id = ?", (problem["id"],)
                ).fetchone()
                if row is None:
                    added += 1
                    connection.execute(
                        "INSERT INTO problem VALUES (?, ?, ?, ?)",
                        (problem["id"], place + added, problem["text"], json.dumps(problem)),
                    )
                elif row[0] == problem["text"] and json.loads(row[1])["tree"] == problem["tree"]:
                    known += 1
                else:
                    clashing.append(str(problem["id"]))
        return added, known, clashing

    def problems(self) -> list[dict[str, Any]]:
        """Return all problems in the order in which they were added."""
        with self._open() as connection:
            rows = connection.execute("SELECT content FROM problem ORDER BY place").fetchall()
        return [json.loads(content) for (content,) in rows]

    def problem(self, name: str) -> dict[str, Any] | None:
        """Return one problem, or None if none has this id."""
        with self._open() as connection:
            row = connection.execute("SELECT content FROM problem WHERE id = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def label(self, name: str, annotator: str, vertex: Vertex, rate: bool) -> None:
        """Store one click."""
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO label VALUES (?, ?, ?, ?) "
                "ON CONFLICT (annotator, problem, vertex) DO UPDATE SET rate = excluded.rate",
                (name, annotator, str(vertex), rate),
            )

    def set_done(self, name: str, annotator: str, done: bool) -> None:
        """Store that an annotator has, or has not, finished a problem."""
        statement = (
            "INSERT OR IGNORE INTO done VALUES (?, ?)"
            if done
            else "DELETE FROM done WHERE problem = ? AND annotator = ?"
        )
        with self._writing() as connection:
            connection.execute(statement, (name, annotator))

    def settle(self, name: str, vertex: Vertex, rate: bool | None) -> None:
        """Store how a conflict was settled; None reopens it."""
        with self._writing() as connection:
            connection.execute(
                "DELETE FROM settled WHERE problem = ? AND vertex = ?", (name, str(vertex))
            )
            if rate is not None:
                connection.execute(
                    "INSERT INTO settled VALUES (?, ?, ?)", (name, str(vertex), rate)
                )

    def rates(self, annotator: str) -> dict[str, frozenset[Vertex]]:
        """Return the vertices that an annotator has marked as rates, by problem."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT problem, vertex FROM label WHERE annotator = ? AND rate", (annotator,)
            ).fetchall()
        rates: dict[str, frozenset[Vertex]] = {}
        for name, vertex in rows:
            rates[name] = rates.get(name, frozenset()) | {_vertex(vertex)}
        return rates

    def done(self) -> dict[str, list[str]]:
        """Return the problems that each annotator has finished, for all who have ever clicked."""
        with self._open() as connection:
            names = connection.execute(
                "SELECT annotator FROM label UNION SELECT annotator FROM done ORDER BY 1"
            ).fetchall()
            rows = connection.execute("SELECT annotator, problem FROM done").fetchall()
        finished: dict[str, list[str]] = {name: [] for (name,) in names}
        for annotator, name in rows:
            finished[annotator].append(name)
        return finished

    def settled(self) -> dict[tuple[str, Vertex], bool]:
        """Return how conflicts were settled."""
        with self._open() as connection:
            rows = connection.execute("SELECT problem, vertex, rate FROM settled").fetchall()
        return {(name, _vertex(vertex)): bool(rate) for name, vertex, rate in rows}


def _vertex(text: str) -> Vertex:
    return QUESTION if text == QUESTION else int(text)


def opened(path: Path) -> Store | None:
    """Open the store, or return None if its file can't be used: solving doesn't need it."""
    try:
        return Store(path)
    except StoreError:
        return None
