"""The spaCy component: a Solution on every Doc, from the pipeline's own parse."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from factories import ISABEL
from paths import ROOT
from unitdep.integrations.component import check_annotation
from unitdep.integrations.spacy import NAME, make_component
from unitdep.models import DEFAULT, PACKAGED
from unitdep.reading.refusals import NO_QUANTITY, NO_TEXT, ONE_QUANTITY
from unitdep.reading.spacy_pipeline import MODEL_PACKAGES
from unitdep.reading.spacy_pipeline import parsing as language
from unitdep.solution import Solution
from unitdep.solver import solve

TEXTS = [
    ISABEL,
    "Ann has 3 pens and buys 4 pens. How many pens does Ann have now?",
    "",
    "Ann has 3 pens.",
    "How many pens does Ann have?",
    "There are 6 boxes with 12 eggs in each box. Ben breaks 7 eggs. How many eggs are left?",
]


@pytest.fixture(scope="module")
def package() -> str:
    return next(name for name in MODEL_PACKAGES if find_spec(name) is not None)


@pytest.fixture(scope="module")
def nlp(package: str) -> Language:
    """A pipeline as a user has it: loaded by spaCy, named entities and all."""
    found = spacy.load(package)
    found.add_pipe("unitdep")
    return found


@pytest.fixture
def no_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the package's own pipeline fail."""

    def fail() -> Language:
        raise AssertionError("parsed anew")

    monkeypatch.setattr(language, "pipeline", fail)


def same(first: Solution, second: Solution) -> None:
    """Assert that two solutions agree; probabilities may differ in their last digits."""
    assert (first.tree, first.graph) == (second.tree, second.graph)
    assert [(a.answer, a.expression) for a in first.alternatives] == [
        (a.answer, a.expression) for a in second.alternatives
    ]
    chances = [[a.probability for a in s.alternatives] for s in (first, second)]
    assert chances[0] == pytest.approx(chances[1], rel=1e-6)
    ours, theirs = first.to_dict(), second.to_dict()
    del ours["alternatives"], theirs["alternatives"]
    for key in ("confidence", "scores"):
        assert ours.pop(key) == pytest.approx(theirs.pop(key), rel=1e-6)
    assert ours == theirs


@pytest.mark.model
def test_a_solution_on_the_doc(nlp: Language) -> None:
    doc = nlp(ISABEL)
    assert isinstance(doc._.unitdep, Solution)
    assert str(doc._.unitdep) == "7 bouquets = (66 - 10) / 8"
    assert doc._.unitdep.problem.doc is doc
    same(doc._.unitdep, solve(ISABEL))


@pytest.mark.parametrize("batch_size", [1, 4, 100])
def test_batches(nlp: Language, batch_size: int) -> None:
    docs = list(nlp.pipe(TEXTS, batch_size=batch_size))
    assert [doc.text for doc in docs] == TEXTS
    for doc in docs:
        same(doc._.unitdep, solve(doc.text))
    reasons = [doc._.unitdep.reason for doc in docs]
    assert reasons == [None, None, NO_TEXT, ONE_QUANTITY, NO_QUANTITY, None]


@pytest.mark.model
@pytest.mark.usefixtures("no_parsing")
def test_the_parse_is_the_pipelines_own(nlp: Language) -> None:
    assert nlp(ISABEL)._.unitdep.answer == 7
    assert [doc._.unitdep.answer for doc in nlp.pipe(TEXTS[:2])] == [7, 7]


def test_docs_can_be_written_and_read(nlp: Language) -> None:
    """As when a Doc is saved, or sent from one process of ``nlp.pipe`` to another."""
    doc = nlp(ISABEL)
    same(Doc(nlp.vocab).from_bytes(doc.to_bytes())._.unitdep, doc._.unitdep)
    stored = DocBin(docs=[doc], store_user_data=True).to_bytes()
    [read] = DocBin().from_bytes(stored).get_docs(nlp.vocab)
    same(read._.unitdep, doc._.unitdep)


@pytest.mark.model
def test_the_pipeline_can_be_written_and_read(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    assert again.pipe_names == nlp.pipe_names
    assert again(ISABEL)._.unitdep.answer == 7


def test_a_doc_that_the_component_has_not_seen(nlp: Language) -> None:
    with nlp.select_pipes(disable=[NAME]):
        assert nlp(ISABEL)._.unitdep is None


class TestConfig:
    @pytest.mark.model
    def test_min_confidence(self, nlp: Language) -> None:
        sure, unsure = (make_component(nlp, NAME, None, share) for share in (0.0, 0.999999))
        doc = nlp.make_doc(ISABEL)
        for name, part in nlp.pipeline:
            if name != NAME:
                doc = part(doc)
        assert sure(doc)._.unitdep.answer == 7
        refused = unsure(doc)._.unitdep
        assert refused.answer is None
        assert refused.reason == solve(ISABEL, min_confidence=0.999999).reason
        assert refused.problem.size == 3

    def test_model(self, nlp: Language, tmp_path: Path) -> None:
        with pytest.raises(RuntimeError, match=r"no model in .*config\.json is missing"):
            nlp.add_pipe("unitdep", name="other", config={"model": str(tmp_path)})
        assert "other" not in nlp.pipe_names

    def test_a_model_by_its_folder(self, nlp: Language) -> None:
        component = make_component(nlp, NAME, str(PACKAGED[DEFAULT]), 0.0)
        assert component(nlp(ISABEL))._.unitdep.answer == 7

    def test_min_confidence_out_of_range(self, nlp: Language) -> None:
        with pytest.raises(ValueError, match="min_confidence is 2, not between 0 and 1"):
            nlp.add_pipe("unitdep", name="other", config={"min_confidence": 2.0})

    def test_another_language(self) -> None:
        with pytest.raises(ValueError, match="unitdep reads English"):
            spacy.blank("de").add_pipe("unitdep")


class TestMissingComponents:
    def test_a_blank_pipeline(self) -> None:
        blank = spacy.blank("en")
        blank.add_pipe("unitdep")
        with pytest.raises(ValueError, match=r"parser, tagger, attribute_ruler, lemmatizer"):
            blank(ISABEL)
        with pytest.raises(ValueError, match=r"add it as the last component of a pipeline"):
            list(blank.pipe([ISABEL]))

    @pytest.mark.filterwarnings("ignore:.*W108")  # the lemmatizer needs the tagger, too
    @pytest.mark.parametrize("part", ["parser", "tagger"])
    def test_one_is_missing(self, package: str, part: str) -> None:
        partial = spacy.load(package, exclude=["ner", part])
        partial.add_pipe("unitdep")
        with pytest.raises(ValueError, match=part):
            partial(ISABEL)

    def test_it_stands_too_early(self, package: str) -> None:
        early = spacy.load(package, exclude=["ner"])
        early.add_pipe("unitdep", before="parser")
        with pytest.raises(ValueError, match=r"lacks, or has after it: parser"):
            early(ISABEL)

    def test_a_whole_one_is_not_complained_of(self, nlp: Language) -> None:
        check_annotation(nlp("Hi"))
        assert not any(nlp.analyze_pipes()["problems"].values())


class TestEntryPoint:
    def test_it_names_the_factory(self) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        found = project["project"]["entry-points"]["spacy_factories"]
        assert found == {NAME: f"{make_component.__module__}:{make_component.__name__}"}

    @pytest.mark.model
    def test_it_works_after_import_spacy_alone(self, package: str) -> None:
        code = (
            f"import spacy; nlp = spacy.load({package!r}); nlp.add_pipe('unitdep'); "
            f"print(nlp({ISABEL!r})._.unitdep.answer)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert done.stdout.strip() == "7", done.stderr
