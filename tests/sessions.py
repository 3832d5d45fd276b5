"""Runs the sessions of a page in order: console sessions in a shell, Python ones as doctests.

``...`` on a page matches any output. ``unitdep serve`` is left running until the end.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import unitdep
from paths import ROOT
from servers import Server, free_port, wait

BLOCK = re.compile(r"^```(console|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PORT = "8000"  # of ``unitdep serve`` on a page; a run takes a free one
SERVE = "unitdep serve"
SECONDS = 240
VERDICTS = {0, 1, 3}  # exit codes of ``unitdep check``: all right, some wrong, some not decided


@dataclass(frozen=True)
class Command:
    """A command after "$", with its continuation lines, and the output that the page shows."""

    line: str
    shown: str


def commands(session: str) -> Iterator[Command]:
    """Yield the commands of a console session."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        first, *rest = part.splitlines()
        more = [line for line in rest if line.startswith("> ")]
        shown = [line for line in rest if not line.startswith("> ")]
        line = "\n".join([first, *(one.removeprefix("> ") for one in more)])
        yield Command(line, "".join(f"{one}\n" for one in shown))


def agrees(shown: str, printed: str) -> bool:
    """Whether a program printed what a page shows."""
    return doctest.OutputChecker().check_output(shown, printed, LOOSELY)


class Shell:
    """A folder with an environment in .venv, in which the commands of a page are run."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, str(free_port())
        self.server: subprocess.Popen[bytes] | None = None
        environment = folder / ".venv"
        (environment / "bin").mkdir(parents=True)
        program = environment / "bin" / "unitdep"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m unitdep "$@"\n', "utf-8")
        program.chmod(0o755)
        (environment / "bin" / "activate").touch()
        (environment / ".run").touch()
        self.variables = {
            **os.environ,
            "PATH": f"{program.parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(Path(unitdep.__file__).parents[1]),
            "COLUMNS": "80",
            "NO_COLOR": "1",
            "PYTHONIOENCODING": "utf-8",
            "MAKEFLAGS": f"--no-print-directory VENV={environment}",
        }

    def run(self, command: Command) -> None:
        """Run a command; fails if it doesn't print what the page shows."""
        line = command.line.replace(f":{PORT}", f":{self.port}")
        if line.startswith(SERVE):
            self.serve(line)
            return
        done = subprocess.run(
            ["bash", "-c", line],
            capture_output=True,
            check=False,
            cwd=ROOT if line.startswith("make ") else self.folder,
            encoding="utf-8",
            env=self.variables,
            timeout=SECONDS,
        )
        codes = VERDICTS if line.startswith("unitdep check ") else {0}
        assert done.returncode in codes, f"{line}\n{done.stderr}"
        assert agrees(command.shown, done.stdout), f"{line}\n{done.stdout}"

    def serve(self, line: str) -> None:
        """Start a server and wait until it answers."""
        words = [*line.split(), "--port", self.port]
        self.server = subprocess.Popen(words, cwd=self.folder, env=self.variables)
        wait(Server(self.server, f"http://127.0.0.1:{self.port}"))

    def close(self) -> None:
        """End the server, if there is one."""
        if self.server is not None:
            self.server.terminate()
            self.server.wait(20)


def run_page(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run all sessions of a page in a folder; returns how many commands and examples there were."""
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    shell, count = Shell(folder), 0
    try:
        for kind, session in BLOCK.findall(page.read_text("utf-8")):
            if kind == "console":
                found = list(commands(session))
                for command in found:
                    shell.run(command)
                count += len(found)
            else:
                count += python(session, names, page.name)
    finally:
        shell.close()
    return count


def python(session: str, names: dict[str, Any], page: str) -> int:
    """Run a Python session in a namespace; returns how many examples it has."""
    test = doctest.DocTestParser().get_doctest(session, names, page, page, 0)
    test.globs = names  # not a copy: a session continues the one before
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, out=told.append, clear_globs=False).failed == 0, "".join(told)
    return len(test.examples)
