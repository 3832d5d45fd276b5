"""The import direction of ARCHITECTURE.md and the public API."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import unitdep

SOURCE = Path(unitdep.__file__).parent
# A package imports only what stands to its left.
FLOW = [
    "errors",
    "lexicon",
    "core",
    "units",
    "reading",
    "scoring",
    "inference",
    "models",
    "steps",
    "solution",
    "explain",
    "solver",
    "checking",
    "schema",
    "batch",
    "research",
    "web",
    "integrations",
    "cli",
    "__main__",
]
RANK = {name: rank for rank, name in enumerate(FLOW)}
# A solution draws itself in a notebook; the import is inside that method.
EXCEPTIONS = {("solution", "explain")}


def modules() -> list[Path]:
    return sorted(p for p in SOURCE.rglob("*.py") if p.parent != SOURCE or p.stem != "__init__")


def package(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("unitdep."):
            found.add(node.module.split(".")[1])
        if isinstance(node, ast.ImportFrom) and node.module == "unitdep":
            found |= {alias.name for alias in node.names if alias.name in RANK}
        if isinstance(node, ast.Import):
            found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("unitdep.")}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_module_imports_only_from_its_left(path: Path) -> None:
    own = package(path)
    assert own in RANK, f"{own} has no place in the flow: add it to ARCHITECTURE.md and here"
    wrong = {
        other
        for other in imports(path)
        if other != own and RANK[other] >= RANK[own] and (own, other) not in EXCEPTIONS
    }
    assert not wrong, f"{own} imports {wrong}, which stand to its right"


def test_public_names() -> None:
    assert unitdep.__all__ == [
        "CheckResult",
        "Problem",
        "Solution",
        "Solver",
        "UnitdepError",
        "__version__",
        "check",
        "read_problem",
        "solve",
    ]
    for name in unitdep.__all__:
        assert getattr(unitdep, name) is not None


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        unitdep.nonsense  # noqa: B018


def test_solving_needs_no_learning() -> None:
    code = (
        "import sys, unitdep; unitdep.solve('Ann has 3 pens and 4 pens. How many pens has she?');"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('sklearn', 'matplotlib')"
        " or m.startswith('unitdep.research')];"
        "sys.exit(str(bad) if bad else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
