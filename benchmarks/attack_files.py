"""What hostile files and model folders cost, and what a batch that is killed loses."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from attack_figures import Figure, resident

ROWS: Final = int(os.environ.get("UNITDEP_ATTACK_ROWS", "1000000"))  # each with a new word
PARTS: Final = 10  # of a batch, whose memory is compared
KILLS: Final = 40
STUB: Final = Path(__file__).parents[1] / "tests" / "batch_stub.py"
MEGABYTE: Final = 1 << 20


def tables(folder: Path) -> Iterator[Figure]:
    """Return what reading a megabyte costs in which every line leaves a quote open."""
    for name, line in (("one after the other", 'a","b\n'), ("never closed", '"a,b\n')):
        source = folder / "quotes.csv"
        source.write_text("id,text\n" + line * (MEGABYTE // len(line)))
        seconds, _ = _batch(source, folder / "quotes.jsonl")
        yield Figure(f"a CSV of 1 MB whose quotes stay open, {name}", seconds, "s", 20)
    yield packed(folder)


def packed(folder: Path) -> Figure:
    """Return the memory that a Parquet file of a kilobyte takes which stands for 20 GB."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    text = pa.DictionaryArray.from_arrays(
        pa.array([0] * 1024, pa.int32()), pa.array(["a" * 20_000_000])
    )
    pq.write_table(pa.table({"text": text}), folder / "packed.parquet", compression="zstd")
    _, memory = _batch(folder / "packed.parquet", folder / "packed.jsonl")
    return Figure("memory for a Parquet file of 1 kB that stands for 20 GB", memory, "MB", 1000)


def rows(folder: Path) -> Iterator[Figure]:
    """Return the memory of a long batch in which no word occurs twice, and how it grows.

    A row is one word, so that it costs little: memory grows with the words that the parser learns,
    and a row without a number is parsed like any other.
    """
    source, target = folder / "words.jsonl", folder / "out.jsonl"
    rng = random.Random(7)
    with source.open("w") as file:
        for _ in range(ROWS):
            file.write(json.dumps({"text": f"{rng.getrandbits(56):x}q"}) + "\n")
    seen: list[tuple[int, float]] = []

    def look(process: int) -> None:
        size = target.stat().st_size if target.exists() else 0
        seen.append((size, resident(Path("/proc") / str(process)) / MEGABYTE))

    seconds, memory = _batch(source, target, look)
    with target.open("rb") as file:
        done = sum(1 for _ in file)
    if done != ROWS:
        raise RuntimeError(f"{done} of {ROWS} rows were written")
    parts = parts_of(seen)
    yield Figure(f"memory of a batch of {ROWS:,} rows, each a new word", memory, "MB", 1000, parts)
    growth = max(parts[-1] - max(parts[: PARTS // 2]), 0)
    yield Figure("what its last tenth holds more than its first half", growth, "MB", 50)
    yield Figure("CPU time of that batch", seconds, "s")


def parts_of(seen: Sequence[tuple[int, float]]) -> tuple[float, ...]:
    """Return the most memory in each tenth of a batch, from the bytes written and the memory then.

    A tenth in which nobody looked has what was seen before it.
    """
    end = max(seen[-1][0], 1)
    found: list[float] = []
    for part in range(PARTS):
        within = [held for size, held in seen if part * end <= size * PARTS <= (part + 1) * end]
        found.append(round(max(within, default=found[-1] if found else 0.0), 1))
    return tuple(found)


def kills(folder: Path) -> Iterator[Figure]:
    """Kill a batch at random moments until it is done; count what is missing or there twice."""
    from batch_stub import rows as rows_of
    from batch_stub import texts, write

    rng = random.Random(11)
    killed = lost = doubled = 0
    for attempt in range(1000):
        if killed >= KILLS:
            break
        source = write(folder / f"in{attempt}.jsonl", rows_of(texts(60)))
        target = folder / f"kill{attempt}.{('jsonl', 'csv')[attempt % 2]}"
        while True:
            run = subprocess.Popen(
                [sys.executable, str(STUB), str(source), str(target), str(1 + attempt % 3), "0.02"],
                start_new_session=True,
            )
            try:
                ended = run.wait(rng.uniform(0.5, 4.0)) if killed < KILLS else run.wait()
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
                killed += 1
                continue
            if ended != 0:
                raise RuntimeError(f"a batch ended with {ended}")
            break
        found = _ids(target)
        lost += len(set(range(60)) - set(found))
        doubled += len(found) - len(set(found))
    yield Figure(f"rows lost in {killed} kills of a batch", lost, "rows", 0)
    yield Figure(f"rows doubled in {killed} kills of a batch", doubled, "rows", 0)


def models(folder: Path) -> Iterator[Figure]:
    """Return how many model folders that cannot work are loaded, and the memory that all take."""
    from hostile_networks import cases, packaged, write
    from unitdep.errors import ModelError
    from unitdep.models.store import load

    parts = packaged()
    good = bad = wrong = 0
    for number, (name, change) in enumerate(cases()):
        place = write(folder / f"model{number}", parts, change)
        works = name.startswith("good")
        good, bad = good + works, bad + (not works)
        try:
            load(place)
        except ModelError:
            wrong += works
        else:
            wrong += not works
        for file in place.iterdir():
            file.unlink()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure(
        f"wrong decisions about {bad} model folders that cannot work and {good} that can",
        wrong,
        "folders",
        0,
    )
    yield Figure("memory for all of them, one after the other", memory, "MB", 1000)


def _ids(target: Path) -> list[int]:
    """Return the numbers in the ids of an output."""
    from batch_stub import read

    return [int(row["id"].removeprefix("p")) for row in read(target)]


def _batch(
    source: Path, target: Path, look: Callable[[int], None] = lambda _: None
) -> tuple[float, float]:
    """Run a batch in one process; returns its CPU seconds and the most memory it held, in MB.

    ``look`` is called with its process id every now and then.
    """
    command = [sys.executable, "-m", "unitdep", "batch", str(source), str(target), "--overwrite"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while True:
        ended, _, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        look(process.pid)
        time.sleep(0.2)
