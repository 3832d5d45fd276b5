"""The data pipeline: small cases by hand, and the paper's figures."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from factories import POOL
from unitdep.cli.app import app
from unitdep.core.expression import monotonic
from unitdep.core.labels import QUESTION, EdgeLabel, Reading
from unitdep.reading import Number
from unitdep.reading.arithmetic import parse, parse_indices
from unitdep.reading.spacy_pipeline import parse_many
from unitdep.research.datasets import Record, load, read
from unitdep.research.datasets.acquisition import (
    Origin,
    agreement,
    build,
    derive_all,
    grams,
    kappa,
    lexical,
    masked_tokens,
    match,
    normalise,
    normalise_record,
    overlap,
    prune,
    read_labels,
    record_json,
    select,
    subset,
    summary,
)
from unitdep.research.datasets.acquisition.agreement import Labels
from unitdep.research.datasets.acquisition.jsonl import annotation_json, jsonl
from unitdep.research.datasets.acquisition.normalise import numeral
from unitdep.research.datasets.acquisition.prune import matches_over
from unitdep.research.datasets.acquisition.subset import template
from unitdep.research.datasets.acquisition.tokens import document, sentences, tokenise
from unitdep.research.datasets.catalog import CATALOG, State

runner = CliRunner()


def normal(text: str) -> str:
    return normalise(next(iter(parse_many([text]))))


def solved(name: str, tree: str, rates: set[int | str] | None = None) -> Record:
    found = None if rates is None else frozenset(rates)
    return Record(name, "text", tree=monotonic(parse_indices(tree)), rates=found)  # type: ignore[arg-type]


class TestNormalise:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Mo has three dozen eggs .", "Mo has 36 eggs ."),
            ("Mo ate half of them.", "Mo ate 0.5 of them."),
            ("Mo ate one third of them.", "Mo ate 1/3 of them."),
            ("Ria pays five dollars.", "Ria pays 5 dollars."),
            ("Twenty percent are red.", "20% are red."),
            ("She has twice as many.", "She has 2 times as many."),
            ("He has 3 pens and 5 dozen jars.", "He has 3 pens and 5 dozen jars."),
            ("One hundred and five of 1,200.5 fit.", "105 of 1,200.5 fit."),
            ("No number here.", "No number here."),
        ],
    )
    def test_text(self, text: str, expected: str) -> None:
        assert normal(text) == expected

    def test_twice_changes_nothing_more(self) -> None:
        once = normal("Mo has twenty-one pens and three jars.")
        assert normal(once) == once == "Mo has 21 pens and 3 jars."

    def test_spans_move_with_the_text(self) -> None:
        text = "Mo has twenty jars and 4.0 pens and six caps and 7 cups."
        four, seven = text.index("4.0"), text.index("7")
        numbers = (
            Number(four, four + 3, "4.0", Fraction(4)),
            Number(seven, seven + 1, "7", Fraction(7)),
        )
        record = Record("1", text, numbers=numbers, offsets=(four, seven))
        found = normalise_record(record, next(iter(parse_many([text]))))
        assert found.text == "Mo has 20 jars and 4.0 pens and 6 caps and 7 cups."
        assert [found.text[n.start : n.end] for n in found.numbers or ()] == ["4.0", "7"]
        assert found.offsets == tuple(n.start for n in found.numbers or ())

    def test_a_listed_number_stays(self) -> None:
        text = "Mo has twenty jars."
        numbers = (Number(7, 13, "twenty", Fraction(20)),)
        record = Record("1", text, numbers=numbers)
        assert normalise_record(record, next(iter(parse_many([text])))) is record

    @pytest.mark.parametrize(
        ("value", "text"),
        [("36", "36"), ("1/8", "0.125"), ("1/20", "0.05"), ("-3/2", "-1.5"), ("2/3", "2/3")],
    )
    def test_numeral(self, value: str, text: str) -> None:
        assert numeral(Fraction(value)) == text

    @given(st.fractions(max_denominator=10_000))
    def test_numeral_is_exact(self, value: Fraction) -> None:
        assert Fraction(numeral(value)) == value


class TestPrune:
    def test_grams(self) -> None:
        assert grams(["a", "b", "a"]) == {"a", "b", "a b", "b a"}
        assert grams([]) == frozenset()

    def test_match(self) -> None:
        assert match(grams(["a", "b", "c"]), grams(["a", "b", "d"])) == Fraction(3, 7)
        assert match(frozenset(), frozenset()) == 0

    def test_names_and_numbers_are_masked(self) -> None:
        first, second = parse_many(["Mary has 3 pens.", "Peter has 50 cups."])
        assert masked_tokens(first) == masked_tokens(second) == ["NNP", "has", "CD", "NNS", "."]

    def test_the_first_stays(self) -> None:
        sets = [frozenset("abcde"), frozenset("xyz"), frozenset("abcdef"), frozenset("abcd")]
        found = prune(sets)  # 5/6 > 4/5; 4/5 is not over 4/5
        assert found.kept == (0, 1, 3)
        assert [(d.index, d.by, d.match) for d in found.dropped] == [(2, 0, Fraction(5, 6))]

    @given(
        st.lists(st.frozensets(st.sampled_from("abcdefgh")), max_size=25),
        st.sampled_from([Fraction(1, 5), Fraction(1, 2), Fraction(4, 5), Fraction(1)]),
    )
    def test_as_a_full_comparison(self, sets: list[frozenset[str]], threshold: Fraction) -> None:
        kept: list[int] = []
        for position, found in enumerate(sets):
            if all(match(found, sets[other]) <= threshold for other in kept):
                kept.append(position)
        assert prune(sets, threshold).kept == tuple(kept)

    def test_threshold(self) -> None:
        with pytest.raises(ValueError, match="threshold"):
            prune([], Fraction(0))

    def test_build(self) -> None:
        records = [
            Record("1", "Mo has three red pens . He buys 4 pens . How many pens has he now ?"),
            Record("2", "Al has 9 red cups . He buys 7 cups . How many cups has he now ?"),
            Record("3", "A train runs 40 miles in 2 hours . How fast is it ?"),
        ]
        built = build({"one": records})
        assert [r.id for r in built.records] == ["1", "3"]
        assert built.records[0].text.startswith("Mo has 3 red pens")
        assert (built.rewritten, built.dropped[0].by) == (1, 0)
        pooled = build({"a": records[:1], "b": records[1:]})
        assert [r.id for r in pooled.pool] == ["a:1", "b:2", "b:3"]


class TestSubset:
    def test_tokens(self) -> None:
        text = "Ann's cat didn't eat 1,200.5 tee-shirts ($3.0). P.E. costs $ 4 , Mr. Po’s"
        assert tokenise(text) == [
            *("Ann", "'s", "cat", "did", "n't", "eat", "1,200.5", "tee-shirts", "(", "$", "3.0"),
            *(")", ".", "P.E.", "costs", "$", "4", ",", "Mr.", "Po", "’", "s"),
        ]

    def test_bigrams_stay_in_their_sentence(self) -> None:
        assert list(sentences(["a", ".", "b"])) == [["a", "."], ["b"]]
        assert document("a . b") == {"a", ".", "b", "a ."}

    def test_lexical_overlap(self) -> None:
        found = lexical(["a b", "a c", "d"])  # {a, b, a b} and {a, c, a c}: 1 of 5
        assert found[0, 1] == pytest.approx(1 / 5.001)
        assert found[0, 2] == 0
        assert overlap(found) == pytest.approx((2 / 5.001) / 6.001)
        assert overlap(found, [0, 1]) == pytest.approx((2 / 5.001) / 2.001)

    @pytest.mark.parametrize(
        ("first", "second", "same"),
        [
            ("(1+2)*3", "4*(5+6)", True),
            ("1-2", "2-1", True),
            ("1-(2+3)", "(2+3)-1", False),
            ("1+2", "1*2", False),
        ],
    )
    def test_template(self, first: str, second: str, same: bool) -> None:
        assert (template(parse(first).tree) == template(parse(second).tree)) is same

    def test_greedy(self) -> None:
        similar = np.array(
            [[1.0, 0.5, 0.1, 0.1], [0.5, 1.0, 0.0, 0.0], [0.1, 0.0, 1.0, 0.9], [0.1, 0.0, 0.9, 1.0]]
        )
        # First the first; then 2 and 3 cost 0.1 each: the lower. Then 1: 0.25, and 3: 0.5.
        assert select(similar, 4) == (0, 2, 1, 3)
        assert select(similar, 2) == (0, 2)
        for size in (0, 5):
            with pytest.raises(ValueError, match="cannot choose"):
                select(similar, size)

    def test_records(self) -> None:
        records = [solved("1", "0+1"), solved("2", "1+0"), solved("3", "0*1")]
        found = subset(records, 2, by_template=True)
        assert found.chosen == (0, 2)
        assert (found.before.template, found.after.template) == (pytest.approx(2 / 6.001), 0)
        with pytest.raises(ValueError, match="1 of 4 problems have no equation"):
            subset([*records, Record("4", "text")], 2, by_template=True)
        with pytest.raises(ValueError, match="choose"):
            subset(records, 2)


class TestDerive:
    RECORDS = (
        solved("plus", "0+1"),
        solved("times", "0*1", {1}),
        solved("unlabelled", "0/1"),
        Record("text", "text"),
        solved("beyond", "0*1", {0, 2}),  # 2 is in no tree: no vertex
    )

    def test_who_labels(self) -> None:
        found, without = derive_all(self.RECORDS)
        assert [a.origin for a in found] == [
            Origin.TREE,
            Origin.PERSON,
            Origin.MISSING,
            Origin.PERSON,
        ]
        assert without == ["text"]
        assert [a.needs_person for a in found] == [False, True, True, True]
        assert found[2].graph is None
        assert found[3].graph is not None
        assert found[3].graph.rates == {0}

    def test_labels(self) -> None:
        found, _ = derive_all(self.RECORDS[1:2])
        assert found[0].graph is not None
        assert found[0].graph.labels == {
            (0, 1): EdgeLabel.DEN_BACKWARD,  # n x rate: n has the Den Unit
            (0, QUESTION): EdgeLabel.NO_RELATION,  # neither is a rate, and x lies between
            (1, QUESTION): EdgeLabel.NUM_FORWARD,
        }
        printed, _ = derive_all(self.RECORDS[1:2], Reading.PRINTED)
        assert printed[0].graph is not None
        assert printed[0].graph.labels[1, QUESTION] is EdgeLabel.DEN_FORWARD

    def test_counts(self) -> None:
        found, without = derive_all(self.RECORDS)
        counts = summary(found, len(without))
        assert (counts.problems, counts.without_tree, counts.by_tree) == (5, 1, 1)
        assert (counts.need_person, counts.by_person, counts.missing) == (3, 2, 1)
        assert (counts.edges, counts.no_relation) == (9, 2)
        assert counts.no_relation_share == pytest.approx(2 / 9)
        assert summary([]).no_relation_share is None

    def test_written(self) -> None:
        found, _ = derive_all(self.RECORDS[:3])
        plus, times, unlabelled = map(annotation_json, found)
        assert plus["rates"] == []
        assert times == {
            "id": "times",
            "needs_person": True,
            "labels_from": "person",
            "vertices": [0, 1, -1],
            "rates": [1],
            "edges": [[0, 1, "den_backward"], [0, -1, "no_relation"], [1, -1, "num_forward"]],
        }
        assert (unlabelled["rates"], unlabelled["edges"]) == (None, None)


class TestAgreement:
    def test_kappa(self) -> None:
        # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed 0.7, expected 0.5, kappa 0.4.
        first = [1] * 25 + [0] * 25
        second = [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
        assert kappa(first, second) == pytest.approx(0.4)
        assert kappa([0, 1], [0, 1]) == 1
        assert kappa([0, 1], [1, 0]) == -1
        assert kappa([1, 1], [1, 1]) is None
        assert kappa([], []) is None
        with pytest.raises(ValueError, match="2 labels and 1"):
            kappa([1, 1], [1])

    def test_files(self, tmp_path: Path) -> None:
        text, lines = tmp_path / "a.txt", tmp_path / "b.jsonl"
        text.write_text("7\t1\n8\t-1 0\n9\t\nx\ty\n", "utf-8")
        objects = [
            {"id": "7", "rates": [1], "vertices": [0, 1, -1]},
            {"id": 8, "rates": [0], "vertices": [0, 2, -1]},
            {"id": "9", "rates": None, "vertices": [0, 1, -1]},
            {"id": "10", "rates": ["?"]},
            {"id": "11", "rates": ["question"]},
        ]
        lines.write_text(jsonl(objects), "utf-8")
        first, second = read_labels(text), read_labels(lines)
        assert first.rates == {"7": {1}, "8": {QUESTION, 0}, "9": frozenset()}
        assert second.rates == {"7": {1}, "8": {0}, "11": {QUESTION}}
        assert [p.line for p in (*first.problems, *second.problems)] == [4, 4]
        found = agreement(first, second)
        # Six vertices of 7 and 8: both Rate 2, only the first 1, neither 3.
        assert (found.problems, found.vertices, found.both_rate) == (2, 6, 2)
        assert (found.first_only, found.second_only, found.neither) == (1, 0, 3)
        assert found.observed == pytest.approx(5 / 6)
        assert found.kappa == pytest.approx(2 / 3)  # expected (3 x 2 + 3 x 4) / 36 = 1/2

    def test_vertices_must_be_known(self) -> None:
        labels = Labels({"7": frozenset({1})}, {})
        with pytest.raises(ValueError, match=r"1 problems are unknown: \['7'\]"):
            agreement(labels, labels)
        assert agreement(labels, labels, {"7": (0, 1, QUESTION)}).kappa == 1


class TestCommands:
    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        path = tmp_path / "problems.jsonl"
        path.write_text(jsonl(POOL), "utf-8")
        return str(path)

    def test_build(self, file: str, tmp_path: Path) -> None:
        output = tmp_path / "built.jsonl"
        arguments = ["data", "build", file, "--output", str(output), "--compare", file, "--json"]
        result = runner.invoke(app, arguments)
        found = json.loads(result.stdout)
        assert (found["pooled"], found["rewritten"], found["kept"]) == (3, 1, 2)
        assert (found["its_ids"], found["shared_ids"]) == (3, 2)
        assert [d["id"] for d in found["dropped"]] == ["b"]
        written = read(output)
        assert not written.problems
        assert written.records[0].text == "Mo has 2 pens and 3 pens. How many?"
        assert written.records[1].equation == parse("6 * 7")

    def test_subset(self, file: str, tmp_path: Path) -> None:
        output = tmp_path / "subset.jsonl"
        arguments = ["--template", "--size", "2", "--output", str(output)]
        result = runner.invoke(app, ["data", "subset", file, *arguments])
        assert result.exit_code == 0, result.output
        assert "template overlap: 0\n" in result.stdout
        assert [r.id for r in read(output).records] == ["a", "c"]

    def test_derive_then_agreement(self, file: str, tmp_path: Path) -> None:
        output = tmp_path / "graphs.jsonl"
        arguments = ["data", "derive", file, "--output", str(output), "--json"]
        found = json.loads(runner.invoke(app, arguments).stdout)
        assert (found["only_+_and_-"], found["need_a_person"], found["missing"]) == (2, 1, ["c"])
        result = runner.invoke(app, ["data", "agreement", str(output), str(output), "--json"])
        found = json.loads(result.stdout)
        assert (found["problems"], found["vertices"], found["kappa"]) == (2, 6, None)
        labels = tmp_path / "rates.txt"
        labels.write_text("c\t0\n", "utf-8")
        result = runner.invoke(app, ["data", "agreement", str(labels), str(output)])
        assert (result.exit_code, "no problem is in both" in result.stderr) == (1, True)

    @pytest.mark.parametrize(
        "arguments",
        [
            [],
            ["build"],
            ["build", "FILE", "FILE"],
            ["build", "FILE", "--match", "101"],
            ["build", "nothing"],
            ["subset", "FILE", "--size", "2"],
            ["subset", "FILE", "--lexical", "--size", "4"],
            ["subset", "FILE", "--lexical", "--size", "0"],
            ["subset", "FILE", "--lexical"],
            ["derive", "FILE", "--reading", "other"],
            ["agreement", "FILE", "nothing.txt"],
        ],
    )
    def test_bad_usage(self, arguments: list[str], file: str) -> None:
        given = [file if argument == "FILE" else argument for argument in arguments]
        assert runner.invoke(app, ["data", *given]).exit_code == 2

    def test_records_are_written_exactly(self) -> None:
        third = Record("1", "t", Fraction(1, 3), equation=parse("1 / (2 + 1)"))
        assert record_json(third) == {
            "id": "1",
            "text": "t",
            "answer": "1/3",
            "expression": "1 / (2 + 1)",
        }


def test_registry_knows_what_the_catalogue_reads() -> None:
    for known in CATALOG.values():
        assert set(known.layout.paths) <= {file.path for file in known.files}
    everything = {file for known in CATALOG.values() for file in known.files}
    assert all(len(file.sha256) == 64 and file.url.startswith("https://") for file in everything)


@pytest.mark.paper
def test_registry_against_the_files() -> None:
    for name in CATALOG:
        dataset = load(name)
        root = CATALOG[name].root()
        assert root is not None
        assert set(dataset.paths) <= {root / file.path for file in CATALOG[name].files}
        assert all(file.state(root) is State.GOOD for file in CATALOG[name].files)


@pytest.mark.paper
@pytest.mark.slow
def test_the_pool_prunes_to_all_arith() -> None:
    pool, theirs = load("pool"), load("allarith")
    built = build({"pool": pool.records})
    ours = {record.id for record in built.records}
    assert len(built.pool) == 1552
    assert abs(len(ours) - 831) <= 25
    assert len(ours & {record.id for record in theirs.records}) >= 795
    documents = [
        grams(masked_tokens(doc)) for doc in parse_many(r.text for r in built.records[:200])
    ]
    assert all(match(a, b) <= Fraction(4, 5) for a, b in combinations(documents, 2))


@pytest.mark.paper
@pytest.mark.parametrize(
    ("name", "words", "least", "logged"),
    [
        ("allarithlex", True, 412, (0.05308, 0.15979)),
        ("allarithtmpl", False, 414, (0.06547, 0.09869)),
    ],
)
def test_subsets_of_all_arith(
    name: str, words: bool, least: int, logged: tuple[float, float]
) -> None:
    records, theirs = load("allarith").records, load(name).records
    found = subset(records, 415, by_words=words, by_template=not words)
    ids = {record.id for record in theirs}
    assert len({records[k].id for k in found.chosen} & ids) >= least
    measured = subset(theirs, len(theirs), by_words=True).before  # of the authors' own choice
    assert measured.template is not None
    assert measured.lexical == pytest.approx(logged[0], abs=1e-5)
    assert measured.template == pytest.approx(logged[1], abs=1e-5)


@pytest.mark.paper
def test_all_arith_graphs() -> None:
    records = load("allarith").records
    shares = {}
    for reading in Reading:
        found, without = derive_all(records, reading)
        counts = summary(found, len(without))
        assert (counts.problems, counts.need_person, counts.missing) == (831, 304, 0)
        shares[reading] = counts.no_relation_share
    assert shares == {
        Reading.ALGEBRA: pytest.approx(0.1413, abs=1e-4),  # the paper: less than 15%
        Reading.PRINTED: pytest.approx(0.1571, abs=1e-4),
    }


@pytest.mark.parametrize("threshold", [Fraction(1, 2), Fraction(4, 5)])
def test_all_pairs_over_a_threshold_are_found(threshold):
    rng = random.Random(0)
    documents = [
        frozenset(rng.choice("abcdefghij") + rng.choice("klmno") for _ in range(rng.randint(0, 14)))
        for _ in range(600)
    ]
    pairs = [(i, j, match(documents[i], documents[j])) for i in range(600) for j in range(i)]
    expected = [pair for pair in pairs if pair[2] > threshold]
    assert expected
    assert list(matches_over(documents, threshold)) == expected
    assert list(matches_over([], threshold)) == []
    assert list(matches_over([frozenset(), frozenset()], threshold)) == []
