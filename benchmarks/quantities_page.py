"""docs/results/quantities.md: found quantities as a page, rendered from quantities.json alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from bench_page import busy
from quantity_marks import category

ORDER: Final = (
    *("things", "measure", "money", "rate", "number or percentage"),
    *("ordinal", "date", "clock", "label"),
)
SIDES: Final = ("ours", "theirs")


def render(results: Mapping[str, Any]) -> str:
    """Return the page."""
    sentences = results["sentences"]
    total = sum(len(s["gold"]) for s in sentences)
    speed, first = results["per_second"], results["first_call"]
    return "\n".join(
        [
            "# Finding quantities",
            "",
            "Written by `make quantities`, all in one run, from "
            "`experiments/results/quantities.json`: `unitdep.quantities` and "
            f"[quantulum3](https://github.com/nielstron/quantulum3) {results['quantulum3']} on "
            f"{len(sentences)} sentences of our own with {total} quantities "
            "(`benchmarks/quantity_sentences.py`). We wrote the sentences with their units before "
            "either program read them. They show what we care about: things that are counted, "
            "rates, and numbers that only name something. quantulum3 is made for measurements, "
            "knows many more units than we do, and doesn't read counted things; it runs with its "
            "classifier. Some of our rules were mended after the first run, so the figures for "
            "ours aren't those of unseen text.",
            "",
            "An amount is right if its value and its unit are. A date, time, ordinal or label is "
            "right if its kind is; quantulum3 has no kinds, so there it's right if the number gets "
            "no unit. A range counts as its two ends. Where two readings are fair, both count.",
            "",
            *busy(results["load"]),
            "## Right",
            "",
            *_table(("kind", "quantities", "`unitdep`", "quantulum3"), _rows(sentences)),
            "",
            _extra(sentences),
            "",
            "## By topic",
            "",
            *_table(
                ("topic", "sentences", "`unitdep`, all right", "quantulum3, all right"),
                _topics(sentences),
            ),
            "",
            "## Speed",
            "",
            "CPU seconds of one process, the best of several passes; sentences one by one. The "
            "first call includes the imports.",
            "",
            *_table(
                ("", "`unitdep`", "quantulum3"),
                [
                    ["sentences a second", f"{speed['ours']:,.0f}", f"{speed['theirs']:,.0f}"],
                    ["first call, seconds", f"{first['ours']:.1f}", f"{first['theirs']:.1f}"],
                ],
            ),
            "",
            "## Where ours fails",
            "",
            *_table(("sentence", "expected", "missed"), _failures(sentences), text=3),
            "",
        ]
    )


def _rows(sentences: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    rows = []
    for kind in ORDER:
        marked = [_right(s, kind) for s in sentences]
        count = sum(n for n, _, _ in marked)
        rows.append([kind, str(count), *(str(sum(m[k] for m in marked)) for k in (1, 2))])
    sums = [str(sum(int(row[k]) for row in rows)) for k in (1, 2, 3)]
    return [*rows, ["all", *sums]]


def _right(sentence: Mapping[str, Any], kind: str) -> tuple[int, int, int]:
    places = [k for k, gold in enumerate(sentence["gold"]) if category(gold) == kind]
    ours, theirs = (sum(sentence[side]["right"][k] for k in places) for side in SIDES)
    return len(places), ours, theirs


def _extra(sentences: Sequence[Mapping[str, Any]]) -> str:
    ours, theirs = (sum(s[side]["extra"] for s in sentences) for side in SIDES)
    found, other = (sum(sum(s[side]["found"]) for s in sentences) for side in SIDES)
    return (
        f"Amounts that a sentence doesn't have, or has otherwise: {ours} of ours, and {theirs} "
        f"with a unit of quantulum3's. Values alone, whatever their unit: {found} and {other} "
        "right."
    )


def _topics(sentences: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    topics = dict.fromkeys(s["topic"] for s in sentences)
    return [
        [
            topic,
            str(sum(1 for s in sentences if s["topic"] == topic)),
            *(str(sum(_whole(s[k]) for s in sentences if s["topic"] == topic)) for k in SIDES),
        ]
        for topic in topics
    ]


def _whole(marks: Mapping[str, Any]) -> bool:
    return all(marks["right"]) and not marks["extra"]


def _failures(sentences: Iterable[Mapping[str, Any]]) -> Iterator[list[str]]:
    for sentence in sentences:
        if not _whole(sentence["ours"]):
            pairs = zip(sentence["gold"], sentence["ours"]["right"], strict=True)
            missed = [gold for gold, right in pairs if not right]
            told = ", ".join(missed) or "nothing, but more was found"
            yield [sentence["text"], ", ".join(sentence["gold"]), told]


def _table(header: Sequence[str], rows: Iterable[Sequence[str]], *, text: int = 1) -> list[str]:
    """Return the lines of a table; the first ``text`` columns are text, the others figures."""
    rule = ["---"] * text + ["---:"] * (len(header) - text)
    escaped = ([cell.replace("|", "or").replace("oror", "or") for cell in row] for row in rows)
    return ["| " + " | ".join(row) + " |" for row in (header, rule, *escaped)]
