"""Start the solver quickly: what every command that solves waits for.

A process that solves one text spends nearly all its time on imports and on loading, so the commands
take three shortcuts here. Programs that import ``unitdep`` don't: they call ``Solver.load``.
"""

from __future__ import annotations

import gc
import importlib
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import typer

from unitdep.cli import console

if TYPE_CHECKING:
    from unitdep.solver import Solver


def solver(model: str | None = None) -> Solver:
    """Load the solver for a command.

    A ``--model`` that cannot be loaded is bad usage (exit code 2); if a packaged model cannot be
    loaded, the installation is broken (exit code 1).
    """
    name = checked_model(model)
    try:
        return load(name)
    except (OSError, RuntimeError) as error:
        from unitdep.models import PACKAGED

        if name is not None and name not in PACKAGED:
            raise typer.BadParameter(str(error), param_hint="--model") from None
        console.fail(f"the solver cannot be loaded: {error}")


def checked_model(model: str | None) -> str | None:
    """Return a packaged name as it is, a folder as an absolute path; anything else exits with 2."""
    if model is None:
        return None
    import_spacy()
    from unitdep.errors import ModelError
    from unitdep.models import PACKAGED, resolve

    try:
        folder = resolve(model)
    except ModelError as error:
        raise typer.BadParameter(str(error), param_hint="--model") from None
    return model if model in PACKAGED else str(folder.resolve())


def load(model: str | Path | None = None) -> Solver:
    """Load the solver; raises ModelError or OSError if that fails.

    The model is read and verified on a second thread while spaCy's pipeline loads. Everything that
    loading creates lives as long as the process, so the garbage collector is kept away from it.
    """
    gc.disable()
    try:
        import_spacy()
        from unitdep.reading.spacy_pipeline import pipeline
        from unitdep.solver import Solver

        with ThreadPoolExecutor(1) as thread:
            loading = thread.submit(Solver.load, model)
            pipeline()
            return loading.result()
    finally:
        gc.freeze()
        gc.enable()


def import_spacy() -> None:
    """Import spaCy without what it imports but we don't use.

    Its command line (web clients, project tools, forms) takes a third of its import time, and it
    needs only the function ``info`` of that. ``spacy.info`` still works: it imports the real one
    when called. Where torch is installed, spaCy imports that too, which doubles the start.
    """
    if "spacy" in sys.modules:
        return
    stub = ModuleType("spacy.cli.info")
    vars(stub)["info"] = _spacy_info
    unused: dict[str, ModuleType | None] = {stub.__name__: stub, "torch": None}
    unused = {name: module for name, module in unused.items() if name not in sys.modules}
    sys.modules.update(unused)  # type: ignore[arg-type]  # None: cannot be imported
    try:
        importlib.import_module("spacy")
    finally:
        for name in unused:
            del sys.modules[name]


def _spacy_info(*given: Any, **options: Any) -> Any:
    return importlib.import_module("spacy.cli.info").info(*given, **options)
