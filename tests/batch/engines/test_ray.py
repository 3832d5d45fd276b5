"""The Ray engine on a real local cluster: the same bytes, even if a worker is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from batch_stub import PROBLEMS, Adder, read, rows, stub_job, texts, write
from paths import TESTS
from unitdep.batch.run import Progress, run
from unitdep.errors import BatchError

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'unitdep[ray]'")

from unitdep.batch.engines.ray import _stretches, cluster, solve_on_ray  # noqa: E402
from unitdep.batch.records import Mark  # noqa: E402

WORKERS = 2


@pytest.fixture(scope="module")
def workers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(TESTS), prepend=os.pathsep)  # for the stub
        with cluster(None, WORKERS):
            yield


def on_ray() -> partial:
    return partial(solve_on_ray, workers=WORKERS)


@pytest.mark.skipif("ray.is_initialized()", reason="a cluster is joined already")
def test_no_cluster_at_an_address(tmp_path: Path) -> None:
    job = stub_job(write(tmp_path / "in.jsonl", rows(texts(3))), tmp_path / "out.jsonl")
    with pytest.raises(BatchError, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        run(job, partial(solve_on_ray, workers=1, address="127.0.0.1:1"), load=Adder())


@pytest.mark.slow
@pytest.mark.usefixtures("workers")
class TestOnACluster:
    def test_a_worker_is_killed(self, tmp_path: Path) -> None:
        given = rows(texts(60))
        given[7]["text"] = "boom"
        source = write(tmp_path / "in.jsonl", given)
        with source.open("a") as file:
            file.write("{broken\n")
        here, there = (stub_job(source, tmp_path / f"{name}.jsonl") for name in ("here", "there"))
        expected = run(here, load=Adder())
        killed: list[int] = []

        def kill_one(progress: Progress) -> None:
            if progress.tally.rows and not killed:
                killed.append(min(int(path.stem) for path in tmp_path.glob("*.pid")))
                os.kill(killed[0], signal.SIGKILL)

        done = run(there, on_ray(), load=Adder(0.05, tmp_path), report=kill_one)
        assert there.target.read_bytes() == here.target.read_bytes()
        assert done == expected
        # another was started in its place, or the other one did the rest
        assert WORKERS <= len(list(tmp_path.glob("*.pid"))) <= WORKERS + 1

    def test_a_job_begun_here_is_resumed_there(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.parquet", rows(texts(20)))
        job = stub_job(source, tmp_path / "out.csv")
        run(job, load=Adder())
        whole = job.target.read_bytes()
        job.target.write_bytes(whole[: len(whole) // 2])
        done = run(job, on_ray(), load=Adder(0.02, tmp_path), resume=True)
        assert job.target.read_bytes() == whole
        # each actor loaded the model once, and this process not at all
        assert 1 <= len(list(tmp_path.glob("*.pid"))) <= WORKERS
        assert not (tmp_path / f"{os.getpid()}.pid").exists()
        assert done.before > 0
        assert done.tally.rows == 20 - done.before

    def test_a_model_that_cannot_be_loaded(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.jsonl", rows(texts(5)))
        job = stub_job(source, tmp_path / "out.jsonl")
        with pytest.raises(BatchError, match=r"the Ray job failed: .*FileNotFoundError"):
            run(job, on_ray(), load=Adder(folder=tmp_path / "missing"))

    def test_with_the_model(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.jsonl", rows(list(PROBLEMS)))
        here, there = (
            stub_job(source, tmp_path / f"{name}.jsonl", model=None, block=2)
            for name in ("here", "there")
        )
        run(here)
        run(there, on_ray())
        assert there.target.read_bytes() == here.target.read_bytes()
        assert read(there.target)[0]["answer"] == 17


def test_stretches_cover_the_input_and_stay_short() -> None:
    for count in (1, 2, 511, 512, 513, 1024, 20_000):
        marks = [Mark(64 * n, n, n) for n in range(count)]
        found = [(Mark(*s["start"]), Mark(*s["end"])) for s in _stretches(iter(marks))]
        assert [a for a, _ in found] + marks[-1:] == marks[:1] + [b for _, b in found]
        assert max((b.row - a.row for a, b in found), default=0) <= 16 * 64
        assert len(found) >= min(count - 1, 256)
    assert _stretches(iter([])) == []
