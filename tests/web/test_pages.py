"""The pages in a real browser: solve, decide, check, the API page, the token."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from browser import Visit, picture
from factories import ISABEL
from servers import Server, serving

pytestmark = pytest.mark.slow
SCRIPT = (
    "<img src=x onerror=alert('x')> Ann has 3 <i>pens</i> and buys 4 pens. How many pens has Ann?"
)

DOUBTFUL = (
    "A farm has 14 geese, 9 ducks and 3 ponds of 7 frogs. How many frogs are in 2 ponds more than "
    "there are geese?"
)


def solved(page: Any, text: str) -> None:
    """Type a problem and wait for its answer."""
    page.goto("/")
    page.fill("#problem", text)
    page.click("#solve")
    page.wait_for_selector("#answer")


def wait_settled(page: Any) -> None:
    page.wait_for_selector("#result:not(.busy)", state="attached")


class TestSolve:
    @pytest.mark.model
    def test_a_solution(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        assert page.inner_text("#answer .answer") == "7 bouquets"
        assert "(66 − 10) ÷ 8" in page.inner_text("#answer")
        assert page.locator(".quantity").count() == 3
        assert "flower per bouquet" in page.inner_text('.quantity[data-vertex="1"] .unit')
        assert page.locator("#steps li").count() == 2
        assert "? bouquets" in page.text_content("#picture svg.bars desc")
        assert page.is_hidden("svg.graph")
        picture(page, "solve")
        page.click("#why summary")
        assert page.is_visible("svg.graph")
        assert page.locator(".pictures svg").count() == 2

    def test_a_word_is_explained(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click("#why summary")
        page.click("#why .term:text-is('Num Unit')")
        meaning = page.locator(".meaning:popover-open")
        assert meaning.inner_text().startswith('Num Unit: The unit before the "per" of a rate')
        page.keyboard.press("Escape")
        assert meaning.count() == 0

    @pytest.mark.model
    def test_three_examples(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        assert page.locator("#examples button").count() == 3
        page.click("#examples button:nth-of-type(2)")
        page.wait_for_selector(".quantity.irrelevant")
        assert page.inner_text(".quantity.irrelevant").startswith("12")
        assert "not used" in page.inner_text(".quantity.irrelevant .unit")

    @pytest.mark.model
    def test_the_graph_is_a_control(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click("#why summary")
        page.click('svg.graph .vertex[data-vertex="2"]')
        page.check('#panel input[name="use"][value="drop"]')
        page.wait_for_selector('.quantity.irrelevant[data-vertex="2"]')
        wait_settled(page)
        assert page.inner_text("#answer .answer") != "7 bouquets"
        assert "10" not in page.inner_text("#answer .expression").replace("66", "")
        assert "left out" in page.inner_text("#decided")
        page.click("#reset")
        page.wait_for_selector("#decided", state="detached")
        assert page.inner_text("#answer .answer") == "7 bouquets"

    @pytest.mark.model
    def test_implied_quantities_can_be_decided_about(self, visit: Visit) -> None:
        page = visit.page
        solved(page, "Tom reads 12 pages a day. How many pages does he read in 3 weeks?")
        assert page.inner_text("#answer .answer") == "252 pages"
        assert page.locator("#proposed").count() == 0
        page.click("#why summary")
        page.click('svg.graph .vertex[data-vertex="2"]')
        assert page.inner_text("#panel h3") == "What is weeks (7 day per week)?"
        page.check('#panel input[name="use"][value="drop"]')
        page.wait_for_selector("#proposed")
        wait_settled(page)
        assert "12 × 3" in page.inner_text("#answer .expression")
        assert page.inner_text("#proposed button") == "weeks (7 days per week)"
        assert "weeks (7 days per week): left out" in page.inner_text("#decided")
        page.check('#panel input[name="use"][value="keep"]')
        page.wait_for_selector("#proposed", state="detached")
        assert page.inner_text("#answer .answer") == "252 pages"

    def test_a_factor_is_used_or_not_but_never_a_rate(self, visit: Visit) -> None:
        page = visit.page
        solved(page, "Mum baked 36 cookies. The kids ate 1/4 of them. How many are left?")
        page.click('.quantity[data-vertex="1"]')
        assert page.locator('#panel input[name="use"]').count() == 3
        assert page.locator('#panel input[name="label"]').count() == 0
        page.click('#alternatives [data-other="0"]')
        page.click("#scores summary")
        assert "part of a percentage or fraction" in page.inner_text("#comparison table")

    def test_a_label_is_changed_and_the_link_tells_it(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click('.quantity[data-vertex="1"]')
        page.check('#panel input[name="label"][value="not"]')
        page.wait_for_selector("#decided")
        wait_settled(page)
        assert "not=1" in page.url
        assert page.locator('svg.graph .vertex.rate[data-vertex="1"]').count() == 0
        before = page.inner_text("#result")
        other = visit.context.new_page()
        other.goto(page.url)
        other.wait_for_selector("#decided")
        assert other.inner_text("#result").splitlines()[:8] == before.splitlines()[:8]

    def test_by_keyboard_alone(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        page.focus("#problem")
        page.keyboard.type(ISABEL)
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("#answer")
        page.focus("#why summary")
        page.keyboard.press("Enter")
        page.focus('svg.graph .vertex[data-vertex="0"]')
        page.keyboard.press("Enter")
        page.wait_for_selector("#panel input:checked:focus")
        page.keyboard.press("ArrowDown")  # a rate
        page.wait_for_selector("#decided")
        wait_settled(page)
        assert "rate=0" in page.url
        assert page.locator('svg.graph .vertex.rate[data-vertex="0"]').count() == 1

    def test_other_answers(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click('#alternatives [data-other="0"]')
        said = page.inner_text("#comparison")
        assert said.startswith("Why not 56 bouquets?")
        assert "It would be 66 − 10." in said
        assert "log" not in said
        assert page.is_hidden("#comparison table")
        page.click("#scores summary")
        assert "operations between numbers" in page.inner_text("#comparison table")
        page.click("#comparison details:not(#scores) summary")
        assert page.locator("#comparison svg").count() == 2
        assert "other=0" in page.url
        picture(page, "solve-alternative")
        page.reload()
        page.wait_for_selector("#comparison")

    @pytest.mark.model
    def test_an_answer_that_is_not_sure_says_what_to_check(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        assert page.locator("#doubts, .unsure").count() == 0
        solved(page, DOUBTFUL)
        assert page.inner_text("#answer .answer").startswith("Perhaps ")
        assert "Not sure. Check this first:" in page.inner_text("#doubts")
        assert page.locator("#doubts li").count() >= 1
        colour = page.evaluate("getComputedStyle(document.querySelector('.unsure')).color")
        assert colour == "rgb(138, 83, 0)"
        assert page.inner_text("#alternatives strong").split()[1:]  # a number with its unit

    @pytest.mark.model
    def test_without_a_bar_model_it_shows_the_tree_and_says_why(self, visit: Visit) -> None:
        page = visit.page
        solved(page, "A garden is 8 feet long and 5 feet wide. What is its area?")
        assert page.locator("#picture svg.tree").count() == 1
        assert "No bar model fits" in page.inner_text("#picture")

    def test_on_paper_there_is_only_the_solution(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.emulate_media(media="print")
        for gone in ("header", "form", "#why", ".others"):
            assert page.is_hidden(gone), gone
        for kept in ("#answer", "#text", "#steps", "#picture svg"):
            assert page.is_visible(kept), kept

    def test_markup_is_shown_as_text(self, visit: Visit) -> None:
        page = visit.page
        solved(page, SCRIPT)
        assert "<img src=x onerror=alert('x')>" in page.inner_text("#text")
        assert page.locator("main img, #text i").count() == 0

    def test_nothing_to_solve(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        page.click("#solve")
        assert "nothing to solve" in page.inner_text("#message")
        solved(page, "Hello.")
        assert "no number" in page.inner_text("#answer")

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_on_a_phone(self, browser: Any, server: Server, scheme: str) -> None:
        visit = Visit(
            browser, viewport={"width": 360, "height": 740}, base_url=server.url,
            color_scheme=scheme, has_touch=True,
        )  # fmt: skip
        page = visit.page
        solved(page, ISABEL)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360
        assert page.locator("header").bounding_box()["height"] < 60  # one row
        page.click("#why summary")
        drawn = page.locator("svg.graph").bounding_box()
        assert drawn["x"] >= 0
        assert drawn["x"] + drawn["width"] <= 360
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(13, 17, 23)"}[scheme]
        page.evaluate("document.querySelector('#answer').scrollIntoView()")
        picture(page, f"phone-{scheme}", whole=False)
        visit.context.close()
        assert not visit.wrong

    def test_colours_can_be_chosen(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        page.click("#theme")
        page.click("#theme")
        assert page.get_attribute("html", "data-theme") == "dark"
        page.reload()
        assert page.get_attribute("html", "data-theme") == "dark"


PENCILS = "A class has 48 pencils. 3 tables get 14 pencils each. How many pencils are left?"
SLIP = "The tables get 3 × 14 = 43.\nThen 48 − 43 = 5, so 5 pencils are left."


def checked(page: Any, work: str, text: str = PENCILS, gold: str = "", view: str = "") -> None:
    """Fill in the check page and wait for the verdict."""
    page.goto("/check")
    page.fill("#problem", text)
    page.fill("#work", work)
    if gold:
        page.fill("#gold", gold)
    if view:
        page.check(f'input[name="view"][value="{view}"]')
    page.click("#check")
    page.wait_for_selector("#verdict")


def marks(page: Any) -> list[tuple[str, str]]:
    """Return the marked parts of the working and their marks."""
    found = page.locator("#working .step")
    return [
        (one.locator(".written").inner_text(), one.get_attribute("data-mark"))
        for one in found.all()
    ]


class TestCheck:
    @pytest.mark.model
    def test_steps_are_marked_in_place(self, visit: Visit) -> None:
        page = visit.page
        checked(page, SLIP)
        assert page.get_attribute(".verdict", "data-verdict") == "wrong"
        assert page.inner_text("#finding") == "Arithmetic slip"
        assert page.inner_text("#reason") == "3 × 14 is 42, not 43."
        assert marks(page) == [
            ("3 × 14 = 43", "slip"),
            ("48 − 43 = 5", "follows"),
            ("5 pencils", "follows"),
        ]
        assert page.locator("#working .sign").all_inner_texts() == [
            "✗ 1 slip",
            "↳ 2 follows",
            "↳ follows",
        ]
        style = "(node) => getComputedStyle(node).textDecorationStyle"
        written = page.locator("#working .written")
        lines = [written.nth(place).evaluate(style) for place in (0, 1)]
        assert lines == ["wavy", "dashed"]
        page.click("#working button.sign")
        assert page.locator("#step-1[open] .trail").inner_text().endswith("= 42 pencils")
        picture(page, "check")
        before = page.inner_text("#result")
        page.reload()
        page.wait_for_selector("#step-1[open]")
        assert page.inner_text("#result") == before

    @pytest.mark.model
    def test_the_placeholders_are_a_right_example(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        text, work, gold = (page.get_attribute(f"#{name}", "placeholder") for name in
                            ("problem", "work", "gold"))  # fmt: skip
        assert "\n" in work
        for known in ("", gold):
            checked(page, work, text, known)
            assert page.get_attribute(".verdict", "data-verdict") == "right"
            assert {mark for _, mark in marks(page)} == {"right"}

    @pytest.mark.model
    def test_examples_are_what_they_say(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        found = {}
        for button in page.locator("#examples button").all():
            button.click()
            page.wait_for_selector("#verdict")
            wait_settled(page)
            found[button.inner_text()] = page.get_attribute(".verdict", "data-finding")
        assert found["Another way"] in ("right", "right another way")
        assert {name: found[name] for name in found if name != "Another way"} == {
            "A right one": "right",
            "A slip": "arithmetic slip",
            "Units": "units do not close",
            "Not finished": "unfinished",
        }

    def test_the_known_answer_decides(self, visit: Visit) -> None:
        page = visit.page
        checked(page, "48 + 3 = 51", gold="51 things")
        assert page.get_attribute(".verdict", "data-verdict") == "right"
        assert "that you gave: 51 things" in page.inner_text("#expected")
        assert "gold=51" in page.url
        checked(page, "3 × 14 = 42, 48 − 42 = 6", gold="51")
        assert page.get_attribute(".verdict", "data-verdict") == "wrong"

    @pytest.mark.model
    def test_a_pupil_gets_one_hint_at_a_time(self, visit: Visit) -> None:
        page = visit.page
        checked(page, SLIP, gold="6 pencils", view="pupil")
        assert "Not right yet" in page.inner_text("#verdict")
        assert page.locator("#hints li, #working, #reason, #expected, #steps, #own").count() == 0
        assert page.is_hidden("#gold")
        assert "gold" not in page.url
        said = []
        while page.locator("#more").count():
            page.click("#more")
            assert page.locator("#hints li").count() == len(said) + 1
            said.append(page.inner_text("#hints li:last-child"))
        assert said == ["Look at step 1: 3 × 14 = 43", "Check 3 × 14 again."]
        assert marks(page)[0] == ("3 × 14 = 43", "slip")
        assert page.locator("#working button").count() == 0
        picture(page, "check-pupil")

    @pytest.mark.model
    @pytest.mark.parametrize(
        ("text", "work", "secrets"),
        [
            (PENCILS, "3 × 14 = 43, 48 − 43 = 5", {"6", "42"}),
            (PENCILS, "48 + 3 = 51", {"6", "42"}),
            (PENCILS, "3 × 14 = 42", {"6"}),
            (PENCILS, "5 pencils", {"6", "42"}),
            (ISABEL, "66 + 8", {"7", "56", "74"}),
            (ISABEL, "66 − 10 = 56", {"7"}),
        ],
    )
    def test_no_hint_tells_the_answer(
        self, visit: Visit, text: str, work: str, secrets: set[str]
    ) -> None:
        page = visit.page
        checked(page, work, text, view="pupil")
        assert page.get_attribute(".verdict", "data-verdict") in ("wrong", "incomplete")
        while page.locator("#more").count():
            page.click("#more")
        assert page.locator("#hints li").count() >= 2
        assert not secrets & set(re.findall(r"\d+", page.inner_text("#result")))

    @pytest.mark.model
    def test_hints_go_from_vague_to_clear(self, visit: Visit) -> None:
        page = visit.page
        checked(page, "66 + 8 = 74", ISABEL, view="pupil")
        said, marked = [], []
        while page.locator("#more").count():
            page.click("#more")
            said.append(page.inner_text("#hints li:last-child"))
            marked.append(page.locator("#working").count())
        assert said == [
            "This is the question: “how many bouquets could she still make?”",
            "Look at your sum: 66 + 8 = 74",
            "What does each number in 66 + 8 count? Can these be put together?",
            "What do the numbers count? 66 flowers + 8 flowers per bouquet = ?",
        ]
        assert marked == [0, 1, 1, 1]
        assert page.locator("#last").count() == 1

    @pytest.mark.model
    def test_a_pupil_who_is_right(self, visit: Visit) -> None:
        page = visit.page
        checked(page, "48 − 14 − 14 − 14 = 6", view="pupil")
        assert page.inner_text("#said") == "Well done: your answer is right."
        assert page.locator("#more").count() == 0
        page.check('input[name="view"][value="teacher"]')
        assert "6 pencils" in page.inner_text("#reason")
        assert page.is_visible("#gold")

    def test_by_keyboard_alone(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        page.focus("#problem")
        page.keyboard.type(PENCILS)
        page.keyboard.press("Tab")
        page.keyboard.type("3 x 14 = 43")
        page.keyboard.press("Enter")  # a new line
        page.keyboard.type("48 - 43 = 5")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("#verdict")
        page.focus("#working button.sign")
        page.keyboard.press("Enter")
        page.wait_for_selector("#step-1[open] summary:focus")
        page.keyboard.press("Enter")
        assert page.locator("#step-1[open]").count() == 0
        page.focus('input[name="view"]:checked')
        page.keyboard.press("ArrowDown")
        page.focus("#more")
        page.keyboard.press("Enter")
        page.wait_for_selector("#hints li:focus")

    def test_an_answer_by_itself(self, visit: Visit) -> None:
        page = visit.page
        checked(page, "7 bouquets", ISABEL, gold="7")
        assert marks(page) == [("7 bouquets", "right")]
        checked(page, "58", ISABEL, gold="7")
        assert marks(page) == [("58", "wrong")]

    def test_sums_that_run_on_and_what_is_not_read(self, visit: Visit) -> None:
        page = visit.page
        checked(page, "😀 66 - 10 = 56 / 8 = 7\n5 -* 3\n#### 7", ISABEL, gold="7")
        assert marks(page) == [
            ("66 - 10 = 56", "right"),
            (" / 8 = 7", "right"),
            ("5 -* 3", "unclear"),
            ("7", "right"),
        ]
        assert "The equals sign runs on" in page.inner_text("#remarks")

    def test_what_is_no_working(self, visit: Visit) -> None:
        page = visit.page
        checked(page, "I don't know.")
        assert page.get_attribute(".verdict", "data-verdict") == "cannot tell"
        assert "No number" in page.inner_text("#reason")
        page.fill("#work", " ")
        page.click("#check")
        assert "Fill in both" in page.inner_text("#message")
        assert page.locator("#verdict").count() == 0

    def test_markup_is_shown_as_text(self, visit: Visit) -> None:
        page = visit.page
        checked(page, "<img src=x onerror=alert('x')> <b>3 × 14 = 42</b>", SCRIPT, gold="<i>42</i>")
        assert "<img src=x onerror=alert('x')>" in page.inner_text("#working")
        assert page.locator("main img, #working b, #result i").count() == 0

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_on_a_phone(self, browser: Any, server: Server, scheme: str) -> None:
        visit = Visit(
            browser, viewport={"width": 360, "height": 740}, base_url=server.url,
            color_scheme=scheme, has_touch=True,
        )  # fmt: skip
        page = visit.page
        checked(page, SLIP)
        page.evaluate("document.querySelector('#verdict').scrollIntoView()")
        picture(page, f"check-phone-{scheme}", whole=False)
        checked(page, SLIP + "\n" + "1" * 300)
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        sizes = [one.bounding_box() for one in page.locator("#working button.sign").all()]
        assert sizes
        assert all(box["width"] >= 24 and box["height"] >= 24 for box in sizes)
        visit.context.close()
        assert not visit.wrong


def test_the_api_page(visit: Visit) -> None:
    visit.page.goto("/docs")
    visit.page.wait_for_selector(".operation")
    assert "POST /api/solve" in visit.page.inner_text("#operations")


def test_a_token_is_asked_for(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1", "--token", "sesame") as server:
        visit = Visit(browser, base_url=server.url)
        page = visit.page
        page.goto("/")
        page.fill("#problem", "Ann has 3 pens and buys 4 pens. How many pens has Ann?")
        page.click("#solve")
        page.fill("dialog #token", "sesame")
        page.keyboard.press("Enter")
        page.wait_for_selector("#answer")
        assert page.inner_text("#answer .answer").endswith("pens")
        visit.context.close()
        assert not visit.wrong
