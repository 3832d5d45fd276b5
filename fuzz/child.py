"""One target in its own process: ``fuzz_run.py`` starts it, and reads what it writes.

``guided`` lets atheris (libFuzzer) look for inputs that reach new branches of the program and keeps
those; ``mutated`` then changes the kept ones at random without the cost of tracing, which is
several times as fast. An input fails if it raises anything but a documented refusal, takes more
than a second of CPU time, runs text as code, starts a process, opens a connection, or opens a file
outside its folder. A failure is recorded, and the run continues.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIMIT = 1.0  # CPU seconds of one input
HANG = 120  # wall-clock seconds after which libFuzzer ends the process
KEPT = 20  # failures that are recorded in full
LONGEST = {
    "text": 4096,
    "solve": 1024,
    "body": 2048,
    "parquet": 4096,
    "templates": 2048,
}  # bytes of an input; of others 512
FORBIDDEN = ("os.system", "subprocess.Popen", "socket.connect", "pickle.find_class", "os.exec")


class Watch:
    """Forbids, while an input is processed, what no input may cause."""

    def __init__(self, folder: Path) -> None:
        self.on = False
        own = (folder, Path(__file__).resolve().parents[1], sys.prefix, sys.base_prefix)
        self._inside = tuple(str(path) for path in own)
        sys.addaudithook(self._event)

    def _event(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event in FORBIDDEN:
            raise AssertionError(f"{event} {arguments!r:.100}")
        if event == "exec" and getattr(arguments[0], "co_filename", "<").startswith("<string"):
            raise AssertionError("a text was run as code")
        if event == "open" and isinstance(arguments[0], str | bytes):
            path = os.fsdecode(arguments[0])
            if path.startswith(self._inside) and ".." not in path:
                return  # targets make no links
            path = os.path.realpath(path)
            if not path.startswith(self._inside):
                raise AssertionError(f"a file outside was opened: {path}")


class Tally:
    """Counts inputs and failures, and ends the process at its limit."""

    def __init__(self, output: Path, seconds: float, runs: int) -> None:
        self.output, self.runs = output, runs
        self.began = self.written = time.process_time()
        self.end = self.began + seconds
        self.inputs = 0
        self.slowest = 0.0
        self.failures: dict[str, str] = {}

    def add(self, data: bytes, seconds: float, error: BaseException | None) -> None:
        """Count one input."""
        self.inputs += 1
        self.slowest = max(self.slowest, seconds)
        if error is not None:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self._fail(f"{type(error).__name__} in {Path(frame.filename).name}", data, str(error))
        if seconds > LIMIT:
            self._fail(f"more than {LIMIT:g} s", data, f"{seconds:.2f} s")
        now = time.process_time()
        if self.inputs >= self.runs or now >= self.end:
            self.write()
            os._exit(0)
        if now > self.written + 5:
            self.written = now
            self.write()

    def _fail(self, kind: str, data: bytes, message: str) -> None:
        if len(self.failures) < KEPT:
            self.failures.setdefault(kind, f"{message[:300]} | {data!r}")
            self.write()

    def write(self) -> None:
        """Write the counts so far."""
        counts = {
            "inputs": self.inputs,
            "seconds": round(time.process_time() - self.began, 1),
            "slowest_seconds": round(self.slowest, 3),
            "failures": self.failures,
        }
        self.output.write_text(json.dumps(counts), "utf-8")


def guided(name: str, folder: Path, seconds: float, runs: int) -> None:
    """Fuzz under atheris; what reaches new branches is kept in the corpus. Never returns."""
    import atheris

    with atheris.instrument_imports(include=["unitdep"]):
        from targets import TARGETS, seeds
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(seeds(name)):
        (corpus / str(number)).write_bytes(seed)
    one = _watched(TARGETS[name], seeds(name), folder / "guided", seconds, runs)
    options = [f"-max_len={LONGEST.get(name, 512)}", f"-timeout={HANG}", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/", str(corpus)], one)
    atheris.Fuzz()


def mutated(name: str, folder: Path, seconds: float, runs: int) -> None:
    """Change what ``guided`` has kept at random, with a seed. Never returns."""
    from targets import TARGETS, seeds

    corpus = [path.read_bytes() for path in sorted((folder / "corpus").iterdir())]
    one = _watched(TARGETS[name], seeds(name), folder / "mutated", seconds, runs)
    rng = random.Random(0)
    while True:
        one(change(rng, corpus)[: LONGEST.get(name, 512)])


def change(rng: random.Random, corpus: list[bytes]) -> bytes:
    """Return an input with some bytes replaced, by random ones or by another input's."""
    data, other = rng.choice(corpus), rng.choice(corpus)
    for _ in range(rng.randint(1, 4)):
        at, size = rng.randint(0, len(data)), rng.choice((0, 1, 1, 2, 8, 40))
        start, length = rng.randint(0, len(other)), rng.choice((0, 1, 1, 2, 8, 40))
        fresh = rng.randbytes(length) if rng.random() < 0.5 else other[start : start + length]
        data = data[:at] + fresh + data[at + size :]
    return data


def _watched(
    make: Callable[[Path], Callable[[bytes], None]],
    seeds: list[bytes],
    work: Path,
    seconds: float,
    runs: int,
) -> Callable[[bytes], None]:
    """Return a target that is watched and counted, with everything loaded that loads lazily."""
    work.mkdir()
    tempfile.tempdir = str(work)
    target = make(work)
    for seed in seeds:
        with contextlib.suppress(Exception):
            target(seed)
    watch, tally = Watch(work), Tally(work.with_suffix(".json"), seconds, runs)

    def one(data: bytes) -> None:
        error: BaseException | None = None
        began = time.process_time()
        watch.on = True
        try:
            target(data)
        except BaseException as raised:  # a panic in a library is not an Exception
            error = raised
        finally:
            watch.on = False
        tally.add(data, time.process_time() - began, error)

    return one


if __name__ == "__main__":
    PHASES = {"guided": guided, "mutated": mutated}
    PHASES[sys.argv[1]](sys.argv[2], Path(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5]))
