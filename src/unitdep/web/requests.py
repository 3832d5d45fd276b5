"""The bodies of requests to the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    FailFast,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    model_validator,
)

from unitdep.checking import Task, written
from unitdep.web.errors import shown
from unitdep.web.limits import ARTICLE, BATCH, BODY, INDEX, TOGETHER, WORKINGS

Text = Annotated[StrictStr, Field(max_length=BODY, description="A problem.")]
# A number, or a text of any kind.
Given = (
    StrictInt
    | Annotated[StrictFloat, Field(allow_inf_nan=False)]
    | Annotated[StrictStr, Field(max_length=BODY)]
)
Name = Annotated[StrictStr, Field(max_length=50)]
Index = Annotated[StrictInt, Field(ge=0, le=INDEX)]
Vertices = Annotated[
    list[Index | Literal["question"]],
    FailFast(),
    Field(max_length=INDEX, description='Indices of quantities, and "question".'),
]
Indices = Annotated[
    list[Index], FailFast(), Field(max_length=INDEX, description="Indices of quantities.")
]


class Body(BaseModel):
    """An object that may have no other keys; the first one is named, and nothing else is read."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        if isinstance(given, dict):
            unknown = next((key for key in given if key not in cls.model_fields), None)
            if unknown is not None:
                raise ValueError(
                    f"unknown key {shown(unknown)}; known: {', '.join(cls.model_fields)}"
                )
        return given


class ConstraintsBody(Body):
    """What a person has decided about the graph; a quantity that is a rate is used."""

    rates: Vertices = []
    not_rates: Vertices = []
    dropped: Indices = []
    kept: Indices = []


class SolveBody(Body):
    """A text to solve."""

    text: Text
    constraints: ConstraintsBody | None = None

    @property
    def asked(self) -> dict[str, Any] | None:
        """The constraints as plain data, or None if there are none."""
        return self.constraints.model_dump() if self.constraints else None


class QuantitiesBody(Body):
    """A text whose quantities are wanted: any English text."""

    text: Annotated[StrictStr, Field(max_length=ARTICLE, description="Any English text.")]
    implied: StrictBool = Field(False, description="Whether to add what words imply.")


class ManyBody(Body):
    """Texts to solve."""

    texts: Annotated[list[Text], FailFast()] = Field(min_length=1, max_length=BATCH)


class GraphBody(SolveBody):
    """A text whose graph is wanted."""

    format: Literal["json", "svg", "tree-svg", "dot", "mermaid", "text", "bar", "bar-svg"] = "json"


class CheckBody(Body):
    """A text with a working; ``expression`` and ``answer`` are other names of ``work``."""

    text: Text
    work: Given | None = Field(
        None, description="What was written: an answer, an expression or a whole working."
    )
    expression: Given | None = Field(None, description="The same as work.")
    answer: Given | None = Field(None, description="The same as work.")
    gold: Given | None = Field(None, description="The right answer, if it is known.")

    @model_validator(mode="after")
    def _one(self) -> CheckBody:
        if len(self._forms) != 1:
            raise ValueError("give work, expression or answer: exactly one of them")
        return self

    @property
    def _forms(self) -> list[str | float]:
        forms = (self.work, self.expression, self.answer)
        return [given for given in forms if given is not None]

    @property
    def task(self) -> Task:
        """The working as the checker takes it; numbers are written out."""
        [work] = self._forms
        return Task(self.text, written(work), None if self.gold is None else written(self.gold))


class CheckManyBody(Body):
    """Workings to check, at most BATCH different texts among them."""

    tasks: Annotated[list[CheckBody], FailFast()] = Field(min_length=1, max_length=WORKINGS)

    @model_validator(mode="after")
    def _few_texts(self) -> CheckManyBody:
        if len({task.text for task in self.tasks}) > BATCH:
            raise ValueError(f"tasks have more than {BATCH} different texts")
        return self

    def groups(self) -> list[tuple[str, list[int]]]:
        """Return texts with the places of their workings, a bounded number of them each."""
        places: dict[str, list[int]] = {}
        for place, task in enumerate(self.tasks):
            places.setdefault(task.text, []).append(place)
        return [
            (text, all_of[k : k + TOGETHER])
            for text, all_of in places.items()
            for k in range(0, len(all_of), TOGETHER)
        ]

    def working(self, place: int) -> tuple[str, str | None]:
        """Return a working, and what is right if that is known."""
        task = self.tasks[place].task
        return task.work, task.gold


class PracticeBody(Body):
    """Which problems are wanted."""

    kinds: Annotated[list[Name], Field(max_length=50, description="None for the usual ones.")] = []
    level: Name = "medium"
    count: Annotated[StrictInt, Field(ge=1, le=50)] = 10
    seed: Annotated[StrictInt, Field(ge=0, lt=10**9)] = 0
    numbers: Annotated[
        list[Annotated[StrictInt, Field(ge=0, le=10**6)]] | None,
        Field(min_length=2, max_length=2, description="Smallest and largest, for the level's."),
    ] = None


class ExerciseBody(Body):
    """One of the problems that were made."""

    id: Annotated[StrictStr, Field(max_length=200)]


class AttemptBody(ExerciseBody):
    """What somebody wrote for a problem."""

    work: Annotated[StrictStr, Field(max_length=BODY, description="An answer or a working.")]


class HintBody(ExerciseBody):
    """A request for a hint."""

    told: Annotated[
        list[Annotated[StrictStr, Field(max_length=2000)]],
        Field(max_length=50, description="The hints so far."),
    ] = []
    work: Annotated[StrictStr, Field(max_length=BODY, description="What was written so far.")] = ""
