"""The entry point that spaCy loads: ``nlp.add_pipe("unitdep")``.

spaCy imports this module for every pipeline it makes, so it imports nothing else of ours until the
component is added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spacy.language import Language

if TYPE_CHECKING:
    from unitdep.integrations.component import UnitDepComponent

NAME: Final = "unitdep"  # of the component, of the extension and in ``Doc.user_data``


@Language.factory(
    NAME,
    default_config={"model": None, "min_confidence": 0.0},
    assigns=[f"doc._.{NAME}"],
    requires=["token.dep", "token.head", "token.tag", "token.lemma"],
)
def make_component(
    nlp: Language,
    name: str,  # noqa: ARG001 - spaCy passes it
    model: str | None,
    min_confidence: float,
) -> UnitDepComponent:
    """Make the component.

    Args:
        nlp: The pipeline it is added to; an English one.
        name: Its name in the pipeline.
        model: A packaged model ("default", "fast", "linear") or a folder; None for the default.
        min_confidence: From 0 to 1; an answer with lower confidence is withheld.

    Raises:
        ValueError: The pipeline is not English, or ``min_confidence`` is out of range.
        ModelError: There is no such model.

    """
    from unitdep.integrations.component import UnitDepComponent, register_extension
    from unitdep.solver import Solver, default_solver

    if nlp.lang != "en":
        raise ValueError(f"unitdep reads English, but this pipeline's language is {nlp.lang!r}")
    register_extension()
    solver = default_solver() if model is None else Solver.load(model)
    return UnitDepComponent(solver, min_confidence)
