"""The import direction of ARCHITECTURE.md, the public API, names, sizes, and what is imported."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest

import unitdep
from complexity import GRADE_C, functions

SOURCE = Path(unitdep.__file__).parent
FOLDERS = sorted({path.parent for path in SOURCE.rglob("*.py")})
VAGUE = {"more", "misc", "common", "util", "utils", "helper", "helpers", "stuff"}
# A package imports only what is to its left in this list.
FLOW = [
    "errors",
    "files",
    "lexicon",
    "core",
    "units",
    "reading",
    "extraction",
    "scoring",
    "inference",
    "models",
    "steps",
    "solution",
    "confidence",
    "explain",
    "solver",
    "checking",
    "hints",
    "rewards",
    "schema",
    "batch",
    "research",
    "practice",
    "web",
    "integrations",
    "cli",
    "__main__",
]
RANK = {name: rank for rank, name in enumerate(FLOW)}
# A solution draws itself in a notebook and gives hints, and a solver checks; the imports are inside
# those methods.
EXCEPTIONS = {("solution", "explain"), ("solution", "hints"), ("solver", "checking")}


def modules() -> list[Path]:
    return sorted(p for p in SOURCE.rglob("*.py") if p.parent != SOURCE or p.stem != "__init__")


def relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


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


@pytest.mark.parametrize("path", modules(), ids=relative)
def test_a_module_imports_only_from_its_left(path: Path) -> None:
    own = package(path)
    assert own in RANK, f"{own} has no place in the flow: add it to ARCHITECTURE.md and here"
    wrong = {
        other
        for other in imports(path)
        if other != own and RANK[other] >= RANK[own] and (own, other) not in EXCEPTIONS
    }
    assert not wrong, f"{own} imports {wrong}, which are to its right"


def test_public_names() -> None:
    assert unitdep.__all__ == [
        "BatchError",
        "CheckResult",
        "Comparison",
        "Constraints",
        "FoundQuantity",
        "GrammarError",
        "ModelError",
        "Problem",
        "QuantityKind",
        "Solution",
        "Solver",
        "UnitError",
        "UnitdepError",
        "Verdict",
        "__version__",
        "check",
        "check_many",
        "quantities",
        "read_problem",
        "same_answer",
        "solve",
    ]
    for name in unitdep.__all__:
        assert getattr(unitdep, name) is not None


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        unitdep.nonsense  # noqa: B018


class TestFolders:
    """A folder can be taken in at a glance, and its names say what is in it."""

    MOST = 9
    # Folders that list one kind of thing, a module for each.
    LISTS: ClassVar[dict[str, str]] = {
        "cli": "commands, and what they share",
    }

    @pytest.mark.parametrize("folder", FOLDERS, ids=relative)
    def test_has_few_modules(self, folder: Path) -> None:
        modules = [path for path in folder.glob("*.py") if path.stem != "__init__"]
        assert len(modules) <= self.MOST or relative(folder) in self.LISTS

    def test_there_are_only_exceptions_that_are_needed(self) -> None:
        sizes = {name: len(list((SOURCE / name).glob("[a-z]*.py"))) for name in self.LISTS}
        assert [name for name, size in sizes.items() if size <= self.MOST] == []

    @pytest.mark.parametrize("path", [*FOLDERS, *modules()], ids=relative)
    def test_is_named_after_what_is_in_it(self, path: Path) -> None:
        assert not VAGUE.intersection(path.stem.split("_"))


@pytest.mark.parametrize("path", modules(), ids=relative)
def test_no_function_is_above_grade_c(path: Path) -> None:
    found = functions(path.read_text("utf-8"))
    assert {name: complexity for name, complexity in found if complexity > GRADE_C} == {}


def test_complexity_is_counted_as_radon_counts() -> None:
    source = """
def plain(): pass
def rule(a, b):
    for x in a or b:
        if x and not b: return [y for y in x if y]
    else:
        try: pass
        except (ValueError, KeyError): pass
        else: pass
    def inner(): assert a if b else b
    match a:
        case 1: pass
        case _: pass
"""
    assert dict(functions(source)) == {"plain": 1, "rule": 11, "inner": 3}


def imported(code: str) -> set[str]:
    """Return the modules that are loaded after some code has run in its own process."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sorted(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


class TestWhatIsImported:
    """Solving starts quickly, and needs nothing that only learning and measuring need."""

    HEAVY = frozenset({"matplotlib", "scipy", "sklearn", "threadpoolctl"})
    # Names and paths that the help shows; these modules import nothing.
    LIGHT = frozenset(
        {
            "unitdep.research.evaluation",
            "unitdep.research.evaluation.pages",
            "unitdep.research.evaluation.table_names",
            "unitdep.research.progress",
        }
    )
    PENS = "Ann has 3 pens and 4 pens. How many pens has she?"

    @pytest.mark.parametrize(
        ("code", "research"),
        [
            pytest.param(f"import unitdep; unitdep.solve({PENS!r})", (), id="solve"),
            pytest.param(f"import unitdep; unitdep.check({PENS!r}, '3+4')", (), id="check"),
            pytest.param(
                "from pathlib import Path\n"
                "from unitdep.batch.job import Format, Job\n"
                "from unitdep.batch.run import run\n"
                "run(Job(Path('in.jsonl'), Path('out.jsonl'), Format.JSONL, Format.JSONL))",
                (),
                id="batch",
            ),
            pytest.param(
                "import unitdep.web.app",
                ("unitdep.research.datasets", "unitdep.research.progress"),  # to load problems
                id="web",
            ),
        ],
    )
    def test_without_learning(
        self,
        code: str,
        research: tuple[str, ...],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "in.jsonl").write_text(json.dumps({"text": self.PENS}) + "\n", "utf-8")
        loaded = imported(code)
        assert {name for name in loaded if "." not in name} & self.HEAVY == set()
        ours = {name for name in loaded if name.startswith("unitdep.research.")} - self.LIGHT
        assert {name for name in ours if not name.startswith(research)} == set()

    def test_what_only_hands_out_batches_does_not_import_spacy(self) -> None:
        assert "spacy" not in imported("import unitdep.batch.run")

    def test_a_blank_pipeline_of_spacy(self) -> None:
        """spaCy loads every installed entry point, whether it is used or not."""
        loaded = imported("import spacy; spacy.blank('en')")
        assert len([name for name in loaded if name.split(".")[0] == "unitdep"]) <= 5
