"""The corpus: our own problem templates with gold expressions, rates, units and graphs.

A ``Template`` has slots for numbers and names; ``fill`` makes an ``Instance`` of it, ``generate``
any number of them. ``corpus`` returns the templates of the package, ``part`` those of one
``Split``. Templates of one story are in the same split.

- ``templates`` has all of that;
- ``check`` finds what is wrong with templates, ``units`` checks their unit algebra;
- ``everyday`` has the templates that imply something, with their own ``check``;
- ``labels`` and ``survey`` count what the corpus covers, ``rules`` how often each unit rule fires;
  ``second_reading`` compares two readers;
- ``dataset`` offers the splits as data sets, ``output`` writes generated problems as JSON.
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
