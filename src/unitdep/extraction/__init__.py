"""Extraction: the quantities of any English text, without a question, a model or a search.

    text -> blocks -> reading -> Problem -> quantities, with dates, ordinals and labels

Takes a text of any length; returns ``FoundQuantity`` objects with exact spans and values.
``blocks`` cuts a long text where sentences end, so that time grows with its length and no faster.
Each block is read as a problem is (``reading.problem``), and ``find`` shows what was read: the
numbers with their units, and those that only name something (``reading.named``). ``symbols`` knows
the units of measurement that problems don't have, and ``pint_units`` hands a quantity to pint.
"""

from unitdep.extraction.find import by_block, quantities, to_dict
from unitdep.extraction.types import FoundQuantity, QuantityKind

__all__ = ["FoundQuantity", "QuantityKind", "by_block", "quantities", "to_dict"]
