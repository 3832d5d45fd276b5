"""Workings of two problems in the styles of pupils and language models, for ``answers.py``."""

from __future__ import annotations

WORKINGS: dict[str, tuple[str, tuple[str, ...]]] = {  # text: the right answer, and workings
    "A baker fills 6 trays with 12 rolls each. She sells 40 rolls. How many rolls are left?": (
        "32",
        (
            "32",
            "32 rolls",
            "6 * 12 - 40",
            "6 × 12 = 72\n72 − 40 = 32",
            "First, 6 trays of 12 rolls make 6 * 12 = <<6*12=72>>72 rolls.\n"
            "Then 72 - 40 = <<72-40=32>>32 rolls are left.\n#### 32",
            r"$$6 \times 12 = 72$$ and $$72 - 40 = \boxed{32}$$",
            "6 * 12 = 62, 62 - 40 = 22",
            "6 + 12 = 18\n40 - 18 = 22",
            "12 * 40 = 480",
            "72",
        ),
    ),
    "Isla has 48 pencils. She gives 3 pupils 14 pencils each. How many pencils are left?": (
        "6",
        (
            "6",
            "3 x 14 = 42, 48 - 42 = 6",
            "48 - 14 - 14 - 14 = 6 pencils",
            "48 - 3 = 45",
            "48 - 14 = 34",
            "**Step 1:** 3 × 14 = 42 pencils given away.\n**Step 2:** 48 − 42 = 6 pencils left.\n\n"
            "The answer is **6 pencils**.",
            "3*14=52, 48-52=4",
            "6 pupils",
        ),
    ),
}
