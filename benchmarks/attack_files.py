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
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attack_figures import Figure

ROWS: Final = int(os.environ.get("UNITDEP_ATTACK_ROWS", "40000"))  # of new words
WORDS: Final = 10  # new words in each
KILLS: Final = 40
STUB: Final = Path(__file__).parents[1] / "tests" / "batch_stub.py"
MEGABYTE: Final = 1 << 20


def measure(folder: Path) -> Iterator[Figure]:
    """Measure every kind of file."""
    yield from quotes(folder)
    yield packed(folder)
    yield from kills(folder)
    yield from models(folder)
    yield new_words(folder)


def quotes(folder: Path) -> Iterator[Figure]:
    """Return what reading a megabyte costs in which every line leaves a quote open."""
    for name, line in (("one after the other", 'a","b\n'), ("never closed", '"a,b\n')):
        source = folder / "quotes.csv"
        source.write_text("id,text\n" + line * (MEGABYTE // len(line)))
        seconds, _ = _batch(source, folder / "quotes.jsonl")
        yield Figure(f"a CSV of 1 MB whose quotes stay open, {name}", seconds, "s", 20)


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


def new_words(folder: Path) -> Figure:
    """Return the memory of a batch in which no word occurs twice."""
    rng = random.Random(7)
    with (folder / "words.jsonl").open("w") as file:
        for _ in range(ROWS):
            text = " ".join(f"{rng.getrandbits(56):x}q" for _ in range(WORDS))
            file.write(json.dumps({"text": text}) + "\n")
    _, memory = _batch(folder / "words.jsonl", folder / "out.jsonl")
    return Figure(f"memory of a batch of {ROWS * WORDS:,} new words", memory, "MB", 1000)


def kills(folder: Path) -> Iterator[Figure]:
    """Kill a batch at random moments until it is done; count what is missing or there twice."""
    from batch_stub import rows, texts, write

    rng = random.Random(11)
    killed = lost = doubled = 0
    for attempt in range(1000):
        if killed >= KILLS:
            break
        source = write(folder / f"in{attempt}.jsonl", rows(texts(60)))
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


def _batch(source: Path, target: Path) -> tuple[float, float]:
    """Run a batch in one process; returns its CPU seconds and the most memory it held, in MB."""
    command = [sys.executable, "-m", "unitdep", "batch", str(source), str(target), "--overwrite"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while True:
        ended, _, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        time.sleep(0.2)
