"""The targets: one function per surface, which turns a fuzzer's bytes into a call of the program.

Only refusals that the program documents are caught here: whatever a target raises is a crash. The
first byte chooses a variant (an encoding, a format, a file), the rest is the input.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from seeds import TEXTS, model_folder, seeds
from unitdep.batch.job import Format, Job
from unitdep.batch.reader import open_source
from unitdep.checking import Task, default_checker
from unitdep.core.expression import evaluate, monotonic, render
from unitdep.errors import BatchUsageError, FormatError, GrammarError, ModelError
from unitdep.explain import formats, to_tree_svg
from unitdep.models.store import ARRAYS, CONFIG, load
from unitdep.reading.arithmetic import parse, parse_equation, parse_indices
from unitdep.reading.problem import read_problem
from unitdep.reading.refusals import why_not
from unitdep.research.datasets import READERS, read
from unitdep.solver import default_solver
from unitdep.web.annotate.store import Store
from unitdep.web.app import create_app
from unitdep.web.settings import Settings
from unitdep.web.workers import tasks as work

Target = Callable[[bytes], None]
REFUSALS = {307, 400, 404, 405, 413, 415, 422}  # of a request; 500 is a crash
DECODERS = ("replace", "surrogateescape", "ignore", "backslashreplace")
FIRST, RARELY = 20, 64  # the first requests and one in every RARELY are run, others only parsed


def text_of(data: bytes) -> str:
    """Return a text of arbitrary characters, including lone surrogates."""
    return data[1:].decode("utf-8", DECODERS[data[0] % 4] if data else "replace")


def make_text(_: Path) -> Target:
    """Reading quantities, units and the question; refuses nothing."""

    def target(data: bytes) -> None:
        problem = read_problem(text_of(data))
        why_not(problem)
        for q in problem.quantities:
            assert problem.text[q.number.start : q.number.end] == q.number.text
            str(q.unit)

    return target


def make_solve(_: Path) -> Target:
    """Whole solves, drawings and checks; a first line may be a pupil's expression."""
    solver, checker = default_solver(), default_checker()

    def target(data: bytes) -> None:
        text = text_of(data)
        if data[:1] < b"\x08":
            solution = solver.solve(text)
            json.dumps(solution.to_dict(), allow_nan=False)
            if solution.graph is not None:
                to_tree_svg(solution)
                list(formats.values())[data[0] % len(formats)](solution)
            return
        given, _, text = text.partition("\n")
        json.dumps(checker.check(Task(text, given)).to_dict(), allow_nan=False)

    return target


def make_expression(_: Path) -> Target:
    """The grammar: expressions, equations, trees of indices; each is written and read again."""
    readers: tuple[Callable[[str], Any], ...] = (parse, parse_equation, parse_indices)

    def target(data: bytes) -> None:
        text = text_of(data)
        try:
            parsed = readers[data[0] % 3 if data else 0](text)
        except GrammarError as error:
            error.show()
            return
        if data[:1] and data[0] % 3 != 2:
            try:
                value = evaluate(parsed.tree, parsed.values)
            except ZeroDivisionError:
                return
            names = [str(k) for k in range(len(parsed.literals))]
            again = parse_indices(render(monotonic(parsed.tree), names))
            assert evaluate(again, parsed.values) == value

    return target


def make_data(folder: Path) -> Target:
    """The readers of data sets: by content, or by the name of a format."""
    path, names = folder / "problems", [None, *READERS]

    def target(data: bytes) -> None:
        path.write_bytes(data[1:])
        try:
            result = read(path, names[data[0] % len(names)] if data else None)
        except FormatError:
            return
        for record in result.records:
            record.text.encode()
        for problem in result.problems:
            str(problem)

    return target


def make_batch(folder: Path) -> Target:
    """The readers of batches: JSON lines and CSV."""
    forms = (Format.JSONL, Format.CSV)

    def target(data: bytes) -> None:
        form = forms[data[0] % 2 if data else 0]
        path = folder / f"in.{form.value}"
        path.write_bytes(data[1:])
        try:
            source = open_source(Job(path, folder / "out.jsonl", form, Format.JSONL))
        except BatchUsageError:
            return
        rows = [row for row, _ in source.rows(source.start)]
        assert all(row.error or isinstance(row.text, str) for row in rows)

    return target


def make_model(folder: Path) -> Target:
    """Model folders: a file with other bytes, with the old hash or with the right one."""
    place = folder / "model"
    model_folder(place)
    good = {name: (place / name).read_bytes() for name in (CONFIG, ARRAYS)}

    def target(data: bytes) -> None:
        way, rest = (data[0] if data else 0), data[1:]
        name = ARRAYS if way & 1 else CONFIG
        content = _changed(good[name], rest, whole=bool(way & 2))
        files = {**good, name: content}
        sealed = name == ARRAYS and bool(way & 4)
        if sealed:  # a forger updates the hash
            config = json.loads(good[CONFIG])
            config["sha256"][ARRAYS] = hashlib.sha256(content).hexdigest()
            files[CONFIG] = json.dumps(config).encode()
        for file, written in files.items():
            (place / file).write_bytes(written)
        try:
            load(place)
        except ModelError:
            return
        assert sealed or files[ARRAYS] == good[ARRAYS], "used without the hash of config.json"

    return target


def _changed(content: bytes, rest: bytes, *, whole: bool) -> bytes:
    """Replace all bytes, or some at the position that the first two bytes say."""
    if whole:
        return rest
    at = int.from_bytes(rest[:2], "big") % (len(content) + 1)
    return content[:at] + rest[2:] + content[at + len(rest[2:]) :]


class Pool:
    """Runs few of the requests, in this process; the others get an empty result."""

    workers = busy = 1
    capacity = 1

    def __init__(self) -> None:
        self.count = 0

    async def run(self, function: Callable[..., Any], *arguments: Any, **_: float) -> Any:
        """Run a task, or skip it."""
        self.count += 1
        if self.count <= FIRST or self.count % RARELY == 0:
            return function(*arguments)
        return "" if function is work.graph else {"problems": [], "without_tree": [], "bad": []}


def make_body(folder: Path) -> Target:
    """The API, in the fuzzer's process: the first line is the path, the rest the body."""
    app = create_app(Settings(annotations=folder / "annotations.sqlite"))
    app.state.pool, app.state.store = Pool(), Store(folder / "annotations.sqlite")
    loop = asyncio.new_event_loop()

    def target(data: bytes) -> None:
        path, _, body = data[1:].partition(b"\n")
        status = loop.run_until_complete(request(app, path, body))
        assert status == 200 or status in REFUSALS, f"status {status}"

    return target


async def request(app: Any, path: bytes, body: bytes) -> int:
    """Send one request to an application; returns the status of the response."""
    statuses: list[int] = []
    name, _, query = path.partition(b"?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": name.decode("utf-8", "replace"),
        "raw_path": name,
        "query_string": query,
        "root_path": "",
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope, receive, send)
    return statuses[0]


TARGETS: dict[str, Callable[[Path], Target]] = {
    "text": make_text,
    "solve": make_solve,
    "expression": make_expression,
    "data": make_data,
    "batch": make_batch,
    "model": make_model,
    "body": make_body,
}
__all__ = ["TARGETS", "TEXTS", "Target", "seeds"]
