"""A session in which somebody types."""

from __future__ import annotations

import pytest

from unitdep.practice import Exercise, Settings, exercises
from unitdep.practice.tutoring.session import HOW, Outcome, Session, answer, start, summary


@pytest.fixture(scope="module")
def made() -> list[Exercise]:
    return exercises(Settings(("two-steps",), count=3, seed=1))


def typed(made: list[Exercise], *lines: str) -> tuple[Session, list[str]]:
    session, said = start(made), []
    for line in lines:
        session, reply = answer(session, line)
        said.append(reply.text)
    return session, said


def test_right_at_once(made: list[Exercise]) -> None:
    session, [said] = typed(made, made[0].answer_text)
    assert said.startswith("Right!")
    assert [done.outcome for done in session.done] == [Outcome.FIRST]


def test_a_working_line_by_line(made: list[Exercise]) -> None:
    first, last = (step.text for step in made[0].steps if not step.prepares)
    session, said = typed(made, first, last)
    assert said[0].startswith("Good so far")
    assert session.done[0].outcome is Outcome.FIRST


def test_a_wrong_line_is_taken_back(made: list[Exercise]) -> None:
    first, last = (step.text for step in made[0].steps if not step.prepares)
    session, said = typed(made, first, f"The answer is {made[0].answer + 1}.", last)
    assert said[1].startswith("Not yet.")
    [done] = session.done
    assert (done.outcome, done.wrong) == (Outcome.LATER, 1)


def test_hints_end_with_the_whole(made: list[Exercise]) -> None:
    session, said = typed(made, *["hint"] * 12)
    assert said[-1] == said[-2]
    assert str(made[0].answer) in said[-1]
    assert not session.done
    session, _ = answer(session, made[0].answer_text)
    assert session.done[0].outcome is Outcome.LATER


def test_skip_tells_the_answer_and_quit_ends(made: list[Exercise]) -> None:
    session, said = typed(made, "skip", "quit")
    assert made[0].answer_text in said[0]
    assert session.over
    assert len(session.done) == 1


@pytest.mark.parametrize("line", ["", "  ", "help"])
def test_help(made: list[Exercise], line: str) -> None:
    assert typed(made, line)[1] == [HOW]


def test_summary(made: list[Exercise]) -> None:
    session, _ = typed(made, made[0].answer_text, "hint", made[1].answer_text, "skip")
    assert session.over
    [row] = summary(session.done)
    assert (row.done, row.first, row.later, row.skipped, row.hints) == (3, 1, 1, 1, 1)
