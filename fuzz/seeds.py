"""What each target begins with: inputs of our own, which the fuzzer changes."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import numpy as np

from unitdep.inference import Weights
from unitdep.models.store import Model, save
from unitdep.scoring.linear import FEATURE_SETS, LinearModel, LinearScorer
from unitdep.scoring.linear.model import hash_features

TEXTS = (
    "",
    "Hello",
    "Ann has 3 pens and buys 4 pens. How many pens has she now?",
    "Mara filled 14 jars with 6 pickles each. She gave away 9 pickles. How many are left?",
    "Tom bought 3 shirts for $12.50 each and a hat for $9. How much did he spend?",
    "A train goes 120 miles in two and a half hours. How fast does it go, in miles per hour?",
    "“Half of the 1,200 pupils” walk; 35% of them are 7. How many don’t?",
    "Ａｎｎ ｈａｓ ３\u00a0pens \u200fand 4\u200b cups\x07. How many\u2028things has she?",
    "2 3 4 5 6 7 8 9 10 11 12 13 how many?",
    "On May 5 at 3:15 Bo ate 1/2 of 2 dozen eggs. What is 7½ times that?",
)
EXPRESSIONS = (
    "",
    "(66-10)/8",
    "1,200.5 * $3 + 25% − .5",
    "x = 3 × 4 ÷ 2",
    "27 + x = 70",
    "((1))",
    "３＋４",
    "1/0",
)
ITEMS: tuple[dict[str, object], ...] = (
    {"id": "1", "text": "Ann has 3 pens.", "answer": 3, "expression": "3+4"},
    {"input": "Ann has 3 pens.", "target": "1,200.5"},
    {"iIndex": 1, "sQuestion": "3 and 4?", "lEquations": ["X=3+4"], "lSolutions": [7.0]},
    {
        "iIndex": 2,
        "sQuestion": "3 and 4?",
        "lEquations": ["X=(3+4)"],
        "lSolutions": [7.0],
        "lAlignments": [0, 1],
        "quantities": [{"start": 0, "end": 1, "val": 3}, {"start": 6, "end": 7, "val": 4}],
        "quants": [3.0, 4.0],
        "rates": [-1, 0],
    },
    {"ID": "a", "Body": "3 pens.", "Question": "4?", "Equation": "( 3.0 + 4.0 )", "Answer": 7.0},
    {"Question": "number0 and number1?", "Equation": "+ number0 number1", "Numbers": "3 4"},
)
XML = (
    "<Root><Problem ID='1'><Body>3 pens.</Body><Question>And 4?</Question>"
    "<Answer>7 (pens)</Answer><Formula>3+4=7</Formula></Problem></Root>"
)
WORKINGS = (
    "",
    "3 + 4 = 7",
    "14 x 6 = 84, 84 - 9 = 75. So 75 pickles are left.",
    "First, $12.50 × 3 = $37.50\n$37.50 + $9 = $46.50\n**Answer: $46.50**",
    "\\frac{120}{2.5} = \\boxed{48} miles per hour",
    "Half of 1,200 is 600. 35% of 600 = <<600*0.35=210>>210\n#### 210",
    "7 + 8 = 15 - 2 = 13; no wait, 7 + 8 = 14",
    "Three dozen eggs minus one half is 35 1/2 eggs (about 36).",
)
ANSWERS = (
    "7\n7 pens",
    "3 1/2\n3.5",
    "$1,200.50\n1200.5 dollars",
    "50%\n0.5",
    "3:15 pm\n15:15",
    "5 ft 4 in\n64 inches",
    "1e3\n1000",
    "-1/3\n-0.333",
)
TEMPLATES: tuple[dict[str, object], ...] = (
    {
        "id": "a-000",
        "text": "{F1} put [0] red and [1] blue cups on a shelf. How many cups is that?",
        "tree": "0+1",
        "rates": [],
        "units": ["cup", "cup", "cup"],
        "where": "n[0]>n[1] and n[0]<=30 and (n[0]+n[1])%2==0",
        "kinds": ["combine"],
        "irrelevant": {},
        "asks": "total",
    },
    {
        "id": "b-000",
        "text": "A box holds [0] cups. How many cups do [1] boxes hold? {M1} has [2] lids.",
        "tree": "0*1",
        "rates": [0],
        "units": ["cup per box", "box", "lid", "cup"],
        "irrelevant": {"2": "other-unit"},
        "story": "b",
    },
)
BODIES: tuple[tuple[str, object], ...] = (
    ("/api/solve", {"text": TEXTS[2], "constraints": {"rates": ["question"], "dropped": [1]}}),
    ("/api/solve-many", {"texts": [TEXTS[2], ""]}),
    ("/api/check", {"text": TEXTS[2], "expression": "3+4"}),
    ("/api/check-page", {"text": TEXTS[2], "answer": 7.5}),
    ("/api/graph", {"text": TEXTS[2], "format": "tree-svg"}),
    ("/api/explore", {"text": TEXTS[2], "constraints": None}),
    ("/api/annotate/load", {"content": json.dumps(ITEMS[0])}),
    ("/api/annotate/label", {"id": "1", "annotator": "a", "vertex": "question", "rate": True}),
)


def model_folder(folder: Path) -> None:
    """Write a small linear model."""
    hashes = np.unique(hash_features(["a", "b"]))

    def part(labels: int) -> LinearModel:
        weights = np.ones((len(hashes), labels), np.float16)
        return LinearModel(hashes, weights, np.zeros(labels, np.float32))

    scorer = LinearScorer(FEATURE_SETS["paper"], part(2), part(6), part(2), part(6))
    save(Model(scorer, Weights(), {"seed": 0}), folder)


def parquet_file(kind: int) -> bytes:
    """Return a small Parquet file: plain, with dictionaries, or with other columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = list(TEXTS[2:5])
    columns: dict[str, object] = {"text": texts, "id": [1, 2, None]}
    if kind == 1:
        columns["text"] = pa.array(texts).dictionary_encode()
    if kind == 2:
        columns |= {"day": pa.array([0, 1, None], pa.date32()), "all": [[1], [], None]}
    file = BytesIO()
    pq.write_table(pa.table(columns), file, use_dictionary=kind == 1, compression="zstd")
    return file.getvalue()


def seeds(target: str) -> list[bytes]:
    """Return the first inputs of a target; each begins with the byte that chooses a variant."""
    texts, items = [t.encode() for t in TEXTS], [json.dumps(i).encode() for i in ITEMS]
    found = {
        "text": texts,
        "solve": [
            *texts,
            *(e.encode() + b"\n" + t for e, t in zip(EXPRESSIONS, texts, strict=False)),
        ],
        "expression": [e.encode() for e in EXPRESSIONS],
        "data": [*items, b"[" + b",\n".join(items) + b"]", b"\n".join(items), XML.encode()],
        "working": [w.encode() for w in WORKINGS],
        "answers": [a.encode() for a in ANSWERS],
        "templates": [json.dumps(t).encode() for t in TEMPLATES],
        "parquet": [parquet_file(k) for k in range(3)],
        "batch": [*items, b'id,text\n1,"Ann has 3 pens."\n2,x\n', b"text\n\n"],
        "model": [bytes([k, 40 * k % 256]) + b'{"format": 1}' for k in range(8)],
        "body": [path.encode() + b"\n" + json.dumps(body).encode() for path, body in BODIES],
    }[target]
    return [bytes([k % 16]) + content for k, content in enumerate(found)]
