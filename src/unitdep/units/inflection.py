"""TODO."""

from __future__ import annotations

from unitdep.lexicon import LEMMAS, LEXICON


def singular(form: str, tag: str = "NNS") -> str:
    """Return the singular of a noun form.

    The tagger's own lemmas are not used: they give "cooky" and "vas" for "cookies" and "vases".
    """
    if form in LEMMAS:
        return LEMMAS[form]
    if tag == "NN" or len(form) < 3 or not form.endswith("s"):
        return form
    if form.endswith(("ss", "us", "is", "'s")):
        return form
    if form.endswith("ies"):
        return form[:-1] if form in LEXICON["plain-ies"] or len(form) == 4 else form[:-3] + "y"
    if form.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return form[:-2]
    if form.endswith("oes"):
        return form[:-1] if form in LEXICON["plain-oes"] else form[:-2]
    return form[:-1]
