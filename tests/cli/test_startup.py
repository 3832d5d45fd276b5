"""--model and UNITDEP_MODEL on the commands that solve, and how the solver is started."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from servers import free_port
from unitdep.batch.job import Format, Job
from unitdep.batch.run import run
from unitdep.cli import startup
from unitdep.cli.app import app
from unitdep.cli.options import ModelOption
from unitdep.errors import BatchUsageError
from unitdep.models import PACKAGED, VARIABLE
from unitdep.reading.text import BATCH
from unitdep.solver import Solver

PENS = "Ann has 3 pens and buys 4 pens. How many pens does Ann have now?"
runner = CliRunner(env={"COLUMNS": "400"})


@pytest.fixture(scope="module")
def linear() -> float:
    """How sure the linear model is, unlike the default one."""
    return Solver.load("linear").solve(PENS).confidence


def confidence(*arguments: str, **environment: str) -> float:
    result = runner.invoke(app, ["solve", "--json", PENS, *arguments], env=environment)
    assert result.exit_code == 0, result.output
    return float(json.loads(result.stdout)["confidence"])


class TestModel:
    def test_a_packaged_name(self, linear: float) -> None:
        assert confidence("--model", "linear") == pytest.approx(linear)
        assert confidence("--model", "default") == pytest.approx(confidence())
        assert confidence() != pytest.approx(linear)

    def test_a_folder(self, linear: float) -> None:
        assert confidence("--model", str(PACKAGED["linear"])) == pytest.approx(linear)

    def test_the_environment(self, linear: float) -> None:
        assert confidence(UNITDEP_MODEL="linear") == pytest.approx(linear)
        assert confidence("--model", "default", UNITDEP_MODEL="linear") != pytest.approx(linear)

    def test_check_and_graph(self, linear: float) -> None:
        result = runner.invoke(app, ["check", PENS, "-a", "7", "--json", "--model", "linear"])
        assert json.loads(result.stdout)["solution"]["confidence"] == pytest.approx(linear)
        assert runner.invoke(app, ["graph", PENS, "--model", "linear"]).exit_code == 0

    def test_batch(self, tmp_path: Path, linear: float) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_text(json.dumps({"text": PENS}) + "\n", "utf-8")
        arguments = ["batch", str(source), str(target)]
        assert runner.invoke(app, [*arguments, "--model", "linear"]).exit_code == 0
        assert json.loads(target.read_text("utf-8"))["confidence"] == pytest.approx(linear)
        other = runner.invoke(app, [*arguments, "--resume"])  # the manifest knows its model
        assert other.exit_code == 2
        assert "was started with a different model" in other.stderr
        same = runner.invoke(app, [*arguments, "--resume"], env={VARIABLE: "linear"})
        assert same.exit_code == 0

    @pytest.mark.parametrize(
        "command",
        [["solve", PENS], ["check", PENS, "-a", "7"], ["graph", PENS], ["batch"], ["serve"]],
        ids=lambda command: command[0],
    )
    def test_an_unknown_name(self, command: list[str], tmp_path: Path) -> None:
        if command == ["batch"]:
            (tmp_path / "in.jsonl").touch()
            command = ["batch", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl")]
        for environment, arguments in (({}, ["--model", "nonsense"]), ({VARIABLE: "nonsense"}, [])):
            result = runner.invoke(app, [*command, *arguments], env=environment)
            assert (result.exit_code, result.stdout) == (2, "")
            assert "'nonsense'" in result.stderr
            assert "default, fast, linear" in result.stderr
        assert not (tmp_path / "out.jsonl").exists()

    def test_a_folder_without_a_model(self, tmp_path: Path) -> None:
        result = runner.invoke(app, ["solve", PENS, "--model", str(tmp_path)])
        assert (result.exit_code, result.stdout) == (2, "")
        assert str(tmp_path) in result.stderr

    def test_a_broken_installation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(_: object) -> Solver:
            raise OSError("disk")

        monkeypatch.setattr(startup, "load", broken)
        for arguments in ([], ["--model", "linear"]):
            result = runner.invoke(app, ["solve", PENS, *arguments])
            assert (result.exit_code, result.stderr) == (
                1,
                "Error: the solver cannot be loaded: disk\n",
            )

    def test_a_batch_of_a_program(self, tmp_path: Path) -> None:
        source = tmp_path / "in.jsonl"
        source.touch()
        job = Job(source, tmp_path / "out.jsonl", Format.JSONL, Format.JSONL, model="nonsense")
        assert job.block == BATCH
        with pytest.raises(BatchUsageError, match="default, fast, linear"):
            run(job)

    def test_the_variable_is_the_librarys(self) -> None:
        [option] = ModelOption.__metadata__
        assert option.envvar == VARIABLE


def test_the_server_passes_its_model_to_its_workers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They are other processes, which inherit the environment."""
    monkeypatch.setenv(VARIABLE, "default")
    seen = {}

    class Server:
        started = True

        def __init__(self, _: object) -> None:
            pass

        def run(self) -> None:
            import os

            seen["model"] = os.environ[VARIABLE]
            time.sleep(0.2)  # until the address is printed

    monkeypatch.setattr("unitdep.web.connections.Server", Server)
    store = str(tmp_path / "annotations.sqlite")
    port = str(free_port())
    arguments = ["serve", "--model", "linear", "--annotations", store, "--port", port]
    result = runner.invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert f"Serving on http://127.0.0.1:{port}/" in result.stderr
    assert seen["model"] == "linear"


@pytest.mark.parametrize("command", ["check", "graph", "batch"])
def test_commands_start_like_solve(command: str, tmp_path: Path) -> None:
    """None of them imports spaCy's own command line, nor torch, which spaCy asks for."""
    (tmp_path / "in.jsonl").write_text(json.dumps({"text": PENS}) + "\n", "utf-8")
    arguments = {
        "check": ["check", PENS, "-a", "7"],
        "graph": ["graph", PENS],
        "batch": ["batch", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl")],
    }[command]
    code = (
        "import sys; from unitdep.cli.app import app; from typer.testing import CliRunner; "
        f"done = CliRunner().invoke(app, {arguments!r}); assert done.exit_code == 0, done.output; "
        "print([n for n in sys.modules if n.startswith('spacy.cli') or n == 'torch'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
