"""Results files as tables and documents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from unitdep.research.evaluation.layout.published import SETS
from unitdep.research.evaluation.layout.rows import (
    NONE,
    Cell,
    Row,
    compare,
    measured_everywhere,
    measured_on,
    published_and_ours,
    rows,
)
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.pages.results import (
    BEGIN,
    END,
    render_results,
    render_short,
    update_readme,
)
from unitdep.research.evaluation.protocol.results import (
    Figure,
    Results,
    Signature,
    figure,
    find,
    merge,
    read,
    same_data,
    write,
)
from unitdep.research.evaluation.tables import TABLES
from unitdep.research.evaluation.tables.paper import classifiers, graphs
from unitdep.research.evaluation.tables.paper.solving import comparisons

PLANS = {t.name.value: t.rows for t in TABLES.values() if t.rows}

HUNDRED = [str(i) for i in range(100)]


def signature(dataset: str) -> Signature:
    return Signature(dataset, "abc123", 100, "authors' 5", 7, "9.9.9", "3.8.0", "1.5.0")


def results(table: str, dataset: str, *figures: Figure) -> Results:
    return Results(table, signature(dataset), 61.4, figures)


def answered(row: str, dataset: str, wrong: set[str]) -> Figure:
    """A figure over a hundred problems in five folds."""
    pairs = [(i, i not in wrong) for i in HUNDRED]
    return figure(row, dataset, [pairs[k::5] for k in range(5)])


@pytest.fixture
def solving() -> Results:
    return results(
        "solving",
        "allarith",
        answered("lca++, paper", "allarith", set(HUNDRED[:20])),
        answered("unitdep, paper", "allarith", set(HUNDRED[10:20]) | {"99"}),
    )


def line(text: str, start: str) -> list[str]:
    """Return the cells of a table's row."""
    found = next(one for one in text.splitlines() if one.startswith(f"| {start} |"))
    return [cell.strip() for cell in found.strip("|").split("|")][1:]


def solving_rows(found: Results, *datasets: str) -> list[Row]:
    return rows(TABLES["solving"].rows, measured_on([found], "solving", datasets))


class TestRows:
    def test_cell(self) -> None:
        cell = Cell(81.7, 82.06, (79.44, 84.55))
        assert (cell.published_text, cell.ours_text) == ("81.7", "82.1 (79.4–84.5)")
        assert (Cell(None, None).published_text, Cell(None, None).ours_text) == (NONE, NONE)
        assert Cell(None, 96.0).ours_text == "96.0"

    def test_published_beside_ours(self, solving: Results) -> None:
        found = {row.title: row.cells for row in solving_rows(solving, *SETS)}
        lca = found["LCA++, the paper's features"]
        assert lca["allarith"].ours == pytest.approx(80)
        assert lca["allarith"].interval is not None
        assert [lca[name].published for name in SETS] == [79.4, 63.6, 74.7]
        assert lca["allarithlex"].ours is None
        assert found["UnitDep, our features"]["allarith"] == Cell(None, None)

    def test_a_set_that_the_paper_has_not(self) -> None:
        other = results("solving", "perturb", answered("unitdep, own", "perturb", set()))
        assert list(measured_everywhere([other], "solving", SETS)) == [*SETS, "perturb"]
        assert list(measured_everywhere([other], "graphs", SETS)) == list(SETS)
        found = solving_rows(other, "perturb")
        assert [row.cells["perturb"].ours for row in found] == [None] * 7 + [100]
        assert all(row.cells["perturb"].published is None for row in found)

    def test_the_last_results_count(self, solving: Results) -> None:
        newer = results("solving", "allarith")
        assert find([solving, newer], "solving", "allarith") is newer
        assert find([solving], "graphs", "allarith") is None

    def test_every_table_has_rows(self) -> None:
        assert {"solving", "classifiers", "graphs"} <= PLANS.keys()
        for plans in PLANS.values():
            assert len({p.title for p in plans}) == len({p.figure for p in plans}) == len(plans)

    @pytest.mark.parametrize(
        ("table", "row", "published"),
        [
            ("solving", "template", (73.7, 65.5, 71.3)),
            ("solving", "singleeq", (60.4, 51.5, 51.0)),
            ("solving", "unitdep-no-edge, paper", (79.9, 64.1, 75.7)),
            ("classifiers", "vertex, no context, algebra", (95.1, 94.1, 95.3)),
            ("classifiers", "edge, all, printed", (87.1, 84.3, 86.6)),
            ("classifiers", "edge, own, algebra", None),
            ("classifiers", "irrelevance, all, algebra", None),
            ("classifiers", "lca, own, algebra", None),
            ("graphs", "decompose, paper, printed", (73.6, 67.7, 68.7)),
            ("graphs", "decompose, no constraints, paper, algebra", (70.9, 62.9, 65.5)),
            ("graphs", "decompose, own, printed", None),
        ],
    )
    def test_plans(self, table: str, row: str, published: tuple[float, ...] | None) -> None:
        found = {p.figure: p.published for p in PLANS[table]}[row]
        assert found == (dict(zip(SETS, published, strict=True)) if published else {})

    def test_systems_in_the_order_of_the_paper(self) -> None:
        titles = [plan.title for plan in PLANS["solving"]]
        assert [title.split(",")[0] for title in titles[:4]] == [
            "Template",
            "SingleEq",
            "LCA++",
            "UnitDep",
        ]


class TestMerge:
    def test_older_rows_stay(self, solving: Results) -> None:
        new = (answered("template", "allarith", set()), answered("lca++, paper", "allarith", set()))
        found = merge(solving, results("solving", "allarith", *new))
        assert {f.row: f.mean for f in found.figures} == {
            "lca++, paper": 1,
            "unitdep, paper": solving.figures[1].mean,
            "template": 1,
        }
        assert found.seconds == pytest.approx(2 * 61.4)

    def test_older_rows_say_with_what_they_were_measured(self, solving: Results) -> None:
        newer = results("solving", "allarith", answered("template", "allarith", set()))
        newer = replace(newer, signature=replace(newer.signature, version="10"))
        found = merge(merge(solving, newer), newer)
        older = solving.signature.version
        assert signature_line(found).endswith(
            f"; with unitdep {older}: lca++, paper, unitdep, paper"
        )
        assert "; with" not in signature_line(newer)

    def test_what_belongs_together(self) -> None:
        own = signature("allarith")
        assert same_data(own, replace(own, version="10", spacy="4"))
        for name, value in (("data_hash", "x"), ("folds", "random 5"), ("seed", 8)):
            assert not same_data(own, replace(own, **{name: value}))


class TestCompare:
    def test_by_hand(self, solving: Results) -> None:
        found = compare(solving, "unitdep, paper", "lca++, paper")
        assert found is not None
        assert (found.only_first, found.only_second) == (10, 1)
        assert found.p_value == pytest.approx(2 * (1 + 11) / 2**11)
        assert str(found) == "10 : 1, p = 0.012"

    def test_no_difference(self, solving: Results) -> None:
        found = compare(solving, "lca++, paper", "lca++, paper")
        assert str(found) == "0 : 0, p = 1.000"

    def test_very_small_p(self) -> None:
        pair = (answered("a", "x", set()), answered("b", "x", set(HUNDRED[:50])))
        assert str(compare(results("solving", "x", *pair), "a", "b")) == "50 : 0, p < 0.001"

    def test_nothing_to_compare(self, solving: Results) -> None:
        assert compare(None, "unitdep, paper", "lca++, paper") is None
        assert compare(solving, "unitdep, own", "lca++, own") is None
        without_ids = results("solving", "x", Figure("a", "x", (1.0,)), Figure("b", "x", (1.0,)))
        assert compare(without_ids, "a", "b") is None


class TestMarkdown:
    def test_table(self, solving: Results) -> None:
        cells = line(TABLES["solving"].section([solving]), "UnitDep, the paper's features")
        assert cells[0] == "81.7"
        assert cells[1].startswith("89.0 (")
        assert cells[2:] == ["68.9", NONE, "79.5", NONE]

    def test_figures_without_interval(self) -> None:
        vertex = Figure("vertex, all, algebra", "allarith", (0.96, 0.98))
        measured = dict.fromkeys(SETS) | {"allarith": results("classifiers", "allarith", vertex)}
        text = published_and_ours(classifiers.rows, measured)
        assert line(text, "vertex, the paper's features")[:2] == ["96.7", "97.0"]

    def test_comparisons(self, solving: Results) -> None:
        text = comparisons(measured_on([solving], "solving", SETS))
        assert line(text, "the paper's features") == ["10 : 1, p = 0.012", NONE, NONE]
        assert line(text, "our features") == [NONE] * 3

    def test_signature(self, solving: Results) -> None:
        assert signature_line(solving) == (
            "AllArith: data abc123, 100 problems, folds authors' 5, seed 7, unitdep 9.9.9, "
            "spaCy 3.8.0, scikit-learn 1.5.0, 61 s"
        )

    def test_page(self, solving: Results) -> None:
        text = render_results([solving])
        assert text.count("\n## ") == 13
        assert f"- {signature_line(solving)}\n" in text
        assert text.count("Not measured yet.") == 13
        assert text.endswith("\n")
        assert not text.endswith("\n\n")

    def test_page_without_results(self) -> None:
        text = render_results([])
        assert text.count("Not measured yet.") == 14
        assert "doc:" not in text
        tables = "".join(table.section([]) for table in (classifiers, graphs)).splitlines()
        assert {one.count("|") for one in tables if one.startswith("|")} == {8}

    def test_results_file_and_back(self, solving: Results, tmp_path: Path) -> None:
        again = read(write(solving, tmp_path))
        assert render_results([again]) == render_results([solving])


class TestReadme:
    def test_short_table(self, solving: Results) -> None:
        cells = line(render_short([solving]), "UnitDep, the paper's features")
        assert cells == ["89.0 (81.7)", f"{NONE} (68.9)", f"{NONE} (79.5)"]
        assert line(render_short([solving]), "UnitDep, our features") == [NONE] * 3

    def test_block(self, solving: Results) -> None:
        text = f"# unitdep\n\n{BEGIN}\nold\n{END}\n\nMore.\n"
        new = update_readme(text, [solving])
        assert new == f"# unitdep\n\n{BEGIN}\n{render_short([solving])}{END}\n\nMore.\n"
        assert update_readme(new, [solving]) == new

    @pytest.mark.parametrize("text", ["", "# unitdep\n", f"{BEGIN}\nno end\n", f"{END}\n"])
    def test_without_a_block(self, text: str, solving: Results) -> None:
        assert update_readme(text, [solving]) == text
