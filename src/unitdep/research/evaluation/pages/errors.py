"""The page about classes of errors: their shares on AllArith and on our own texts, with examples.

The examples are texts that the default model got wrong when the table mistakes was measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.pages import with_links
from unitdep.research.evaluation.protocol.results import Results
from unitdep.research.evaluation.tables.own import mistakes
from unitdep.research.evaluation.tables.paper import errors

_NONE: Final = "None of the errors on our texts is of this kind.\n"


def render_errors(results: Sequence[Results]) -> str:
    """Write the page."""
    examples = {
        kind.value: "\n".join(map(_shown, found)) or _NONE
        for kind, found in mistakes.examples_of(results).items()
    }
    page = templates.fill(
        "errors",
        shares=errors.section(results),
        mistakes=mistakes.section(results),
        **examples,
    )
    return with_links(page, "errors")


def _shown(example: Mapping[str, str]) -> str:
    says = f"The program: {example['program']} (wrong, it is {example['gold']})."
    return f"> {example['text']}\n\n{says}\n"
