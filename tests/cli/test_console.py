"""Extras that are not installed, and texts that are read from files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from paths import ROOT
from unitdep.cli import console

PENS = "Ann has 3 pens and buys 4 pens. How many pens does Ann have now?"
EGGS = "There are 6 eggs in each box. Ann buys 4 boxes. How many eggs does Ann have?"
# Runs commands in a process in which some modules cannot be imported; prints what each did.
_WITHOUT = """
import json, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

MISSING, folder, commands = json.loads(sys.argv[1])
sys.meta_path.insert(0, Missing())
from typer.testing import CliRunner
from unitdep.cli.app import app

for command in commands:
    done = CliRunner().invoke(app, command)
    failed = done.exception is not None and not isinstance(done.exception, SystemExit)
    print(json.dumps([done.exit_code, repr(done.exception) if failed else done.stderr]))
"""
# Also asks the server, in the same process.
_SERVER = """
from pathlib import Path
from fastapi.testclient import TestClient
from unitdep.web.annotate.store import Store
from unitdep.web.app import create_app
from unitdep.web.settings import Settings

class Here:
    workers = 1

    async def run(self, function, *arguments, seconds, **_):
        return function(*arguments)

web = create_app(Settings())
web.state.pool, web.state.store = Here(), Store(Path(folder) / "annotations.sqlite")
client = TestClient(web, base_url="http://127.0.0.1")
for path, body in (
    ("/api/solve", {"text": "Ann has 3 pens and 4 pens. How many pens has Ann?"}),
    ("/api/annotate/load", {"content": (Path(folder) / "in.jsonl").read_text()}),
):
    print(json.dumps([client.post(path, json=body).status_code, ""]))
"""


def run_without(
    missing: list[str], folder: Path, commands: list[list[str]], code: str = _WITHOUT
) -> list[list[Any]]:
    given = json.dumps([missing, str(folder), commands])
    done = subprocess.run(
        [sys.executable, "-c", code, given], capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def source(tmp_path: Path) -> str:
    file = tmp_path / "in.jsonl"
    lines = [
        {"id": "1", "text": PENS, "expression": "3+4"},
        {"id": "2", "text": EGGS, "expression": "6*4"},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return str(file)


@pytest.mark.slow
class TestExtras:
    EVERYTHING = tuple(console._EXTRAS)

    def test_solving_needs_none(self, tmp_path: Path, source: str) -> None:
        commands = [
            ["solve", PENS],
            ["solve", PENS, "--model", "linear"],
            ["check", PENS, "-a", "7"],
            ["graph", PENS],
            ["batch", source, str(tmp_path / "out.jsonl")],
            ["schema", "solve"],
        ]
        results = run_without([*self.EVERYTHING], tmp_path, commands, _WITHOUT + _SERVER)
        assert [code for code, _ in results] == [0] * len(commands) + [200, 200]

    def test_other_commands_name_the_extra(self, tmp_path: Path, source: str) -> None:
        commands = [
            ["train", source, "--output", str(tmp_path / "model")],
            ["evaluate", source],
            ["evaluate", source, "--cross-validate"],
            ["reproduce", "--render-only", "--results", str(tmp_path), "--docs", str(tmp_path)],
            ["data", "subset", source, "--size", "1", "--lexical"],
        ]
        missing = ["scipy", "sklearn", "threadpoolctl"]
        for code, message in run_without(missing, tmp_path, commands):
            assert code == 1
            assert message.startswith("Error: this needs ")
            assert message.endswith("is not installed; run: pip install 'unitdep[research]'\n")
            assert message.count("\n") == 1

    def test_the_encoder_needs_another(self, tmp_path: Path, source: str) -> None:
        folder = str(tmp_path / "model")
        commands = [
            ["train", source, "--output", folder, "--scorer", "encoder"],
            ["reproduce", "--table", "encoder", "--work", folder, "--results", folder],
        ]
        for result in run_without(["torch"], tmp_path, commands):
            assert result == [
                1,
                "Error: this needs torch, which is not installed; "
                "run: pip install 'unitdep[train]'\n",
            ]


def named(requirements: list[str]) -> set[str]:
    """Return the names of required packages, without versions and extras."""
    return {re.split(r"[^\w-]", line)[0] for line in requirements}


def test_the_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(console._EXTRAS.values()) <= extras.keys()
    distributions = {"sklearn": "scikit-learn", "mcp_types": "mcp"}
    for module, extra in console._EXTRAS.items():
        name = distributions.get(module, module)
        assert name in named(extras[extra])
        assert name not in named(project["dependencies"])


def test_any_other_missing_module_is_an_error_of_the_program() -> None:
    with pytest.raises(ModuleNotFoundError, match="nonsense"):
        console.fail_without(ModuleNotFoundError("nonsense", name="nonsense"))


class TestText:
    def test_a_character_at_the_cut(self, tmp_path: Path) -> None:
        """A file is read up to a limit, which may be inside a character."""
        file = tmp_path / "long.txt"
        file.write_text("é" * console.MAX_BYTES, "utf-8")
        text = console.problem_text(None, file)
        assert set(text) == {"é"}
        assert len(text) == console.MAX_BYTES // 2
        file.write_text("a" + "é" * console.MAX_BYTES, "utf-8")
        assert set(console.problem_text(None, file)) == {"a", "é"}

    def test_a_character_that_is_cut_in_the_file(self, tmp_path: Path) -> None:
        file = tmp_path / "short.txt"
        file.write_bytes("3 é".encode()[:-1])
        with pytest.raises(typer.BadParameter, match="not UTF-8"):
            console.problem_text(None, file)
