"""The corpus: our own problem templates with gold expressions, rates, units and graphs.

A ``Template`` has slots for numbers and names; ``fill`` gives an ``Instance`` of it, ``generate``
as many as are asked for. ``corpus`` gives the templates of the package, ``part`` those of one
``Split``; ``check`` says what is wrong with templates. Templates of one story are in one split.
"""

from unitdep.errors import TemplateError
from unitdep.research.corpus.templates.fill import Instance, fill
from unitdep.research.corpus.templates.generate import generate
from unitdep.research.corpus.templates.packaged import corpus, part, read, signature
from unitdep.research.corpus.templates.template import Irrelevance, Split, Template

__all__ = [
    "Instance",
    "Irrelevance",
    "Split",
    "Template",
    "TemplateError",
    "corpus",
    "fill",
    "generate",
    "part",
    "read",
    "signature",
]
