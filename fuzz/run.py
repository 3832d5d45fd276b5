"""Coverage-guided fuzzing of every surface: ``make fuzz`` writes experiments/results/fuzz.json.

Each target runs in a process of its own under atheris (libFuzzer). An input fails if it raises
anything but a documented refusal, takes more than a second of CPU time, runs text as code, starts a
process, opens a connection, or opens a file outside the folder it was given. A failure is written
down and the run goes on; a process that dies or hangs counts as one.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import json
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

LIMIT = 1.0  # CPU seconds of one input
HANG = 30  # seconds by the wall clock after which a process is ended
KEPT = 20  # failures of a target that are told in full
LONGEST = 4096  # bytes of an input
FORBIDDEN = ("os.system", "subprocess.Popen", "socket.connect", "pickle.find_class", "os.exec")


class Watch:
    """Refuses, while an input is worked on, what no input may bring about."""

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
            path = os.path.realpath(os.fsdecode(arguments[0]))
            if not path.startswith(self._inside):
                raise AssertionError(f"a file outside was opened: {path}")


class Tally:
    """Counts inputs and failures of one target, and ends the process when it has had enough."""

    def __init__(self, output: Path, seconds: float, runs: int) -> None:
        self.output, self.runs = output, runs
        self.end = time.monotonic() + seconds
        self.began = self.written = time.monotonic()
        self.inputs = 0
        self.slowest = 0.0
        self.failures: dict[str, str] = {}

    def add(self, data: bytes, seconds: float, error: BaseException | None) -> None:
        self.inputs += 1
        self.slowest = max(self.slowest, seconds)
        if error is not None:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self._fail(f"{type(error).__name__} in {Path(frame.filename).name}", data, str(error))
        if seconds > LIMIT:
            self._fail(f"more than {LIMIT:g} s", data, f"{seconds:.2f} s")
        now = time.monotonic()
        if self.inputs >= self.runs or now >= self.end:
            self.write()
            os._exit(0)
        if now > self.written + 5:
            self.written = now
            self.write()

    def _fail(self, kind: str, data: bytes, told: str) -> None:
        if len(self.failures) < KEPT:
            self.failures.setdefault(kind, f"{told[:300]} | {data[:LONGEST]!r}")
            self.write()

    def write(self) -> None:
        found = {
            "inputs": self.inputs,
            "seconds": round(time.monotonic() - self.began, 1),
            "slowest_seconds": round(self.slowest, 3),
            "failures": self.failures,
        }
        self.output.write_text(json.dumps(found), "utf-8")


def fuzz(name: str, folder: Path, seconds: float, runs: int) -> None:
    """Fuzz one target in this process; never returns."""
    import atheris

    with atheris.instrument_imports(include=["unitdep"]):
        from targets import TARGETS, seeds
    work, corpus = folder / "work", folder / "corpus"
    work.mkdir()
    corpus.mkdir()
    target = TARGETS[name](work)
    for number, seed in enumerate(seeds(name)):
        (corpus / str(number)).write_bytes(seed)
        with contextlib.suppress(Exception):
            target(seed)  # loads what is loaded when first needed
    watch, tally = Watch(work), Tally(folder / "tally.json", seconds, runs)
    atexit.register(tally.write)

    def one(data: bytes) -> None:
        error: BaseException | None = None
        began = time.process_time()
        watch.on = True
        try:
            target(data)
        except BaseException as raised:  # a panic of a library is none of Exception
            error = raised
        finally:
            watch.on = False
        tally.add(data, time.process_time() - began, error)

    quiet = ["-verbosity=0", "-print_final_stats=0", f"-max_len={LONGEST}", f"-timeout={HANG}"]
    atheris.Setup([sys.argv[0], *quiet, f"-artifact_prefix={folder}/", str(corpus)], one)
    atheris.Fuzz()


def run_target(name: str, seconds: float, runs: int) -> dict[str, Any]:
    """Fuzz one target in a process of its own; gives what came of it."""
    with TemporaryDirectory() as place:
        command = [sys.executable, __file__, "--child", place, "--targets", name]
        command += ["--seconds", str(seconds), "--runs", str(runs)]
        done = subprocess.run(command, capture_output=True, check=False)
        try:
            found: dict[str, Any] = json.loads((Path(place) / "tally.json").read_text("utf-8"))
        except FileNotFoundError:
            found = {"inputs": 0, "seconds": 0.0, "slowest_seconds": 0.0, "failures": {}}
        if done.returncode != 0:
            told = done.stderr.decode("utf-8", "replace")[-1000:]
            found["failures"][f"the process ended with {done.returncode}"] = told
    return {"target": name, **found}


def main() -> None:
    """Fuzz the targets one after the other, and write the results file."""
    import unitdep

    names = ("text", "solve", "expression", "data", "batch", "model", "body")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="that each target may take")
    parser.add_argument("--runs", type=int, default=10**9, help="inputs that each target may get")
    parser.add_argument("--targets", nargs="+", choices=names, default=names)
    parser.add_argument("--output", type=Path, default=Path("experiments/results/fuzz.json"))
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child is not None:
        fuzz(given.targets[0], given.child, given.seconds, given.runs)
    results = []
    for name in given.targets:
        results.append(run_target(name, given.seconds, given.runs))
        print(json.dumps(results[-1]), flush=True)
    failed = sum(len(found["failures"]) for found in results)
    total = {
        "version": unitdep.__version__,
        "fuzzer": "atheris",
        "limit_seconds": LIMIT,
        "inputs": sum(found["inputs"] for found in results),
        "failures": failed,
        "targets": results,
    }
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(json.dumps(total, indent=1) + "\n", "utf-8")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
