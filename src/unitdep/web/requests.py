"""The bodies of requests to the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    StrictFloat,
    StrictInt,
    StrictStr,
    model_validator,
)

from unitdep.web.limits import BATCH, BODY, GIVEN, INDEX

Text = Annotated[StrictStr, Field(max_length=BODY, description="A problem.")]
Given = Annotated[StrictStr, Field(min_length=1, max_length=GIVEN)]
Index = Annotated[StrictInt, Field(ge=0, le=INDEX)]
Vertices = Annotated[
    list[Index | Literal["question"]],
    Field(max_length=INDEX, description='Indices of quantities, and "question".'),
]
Indices = Annotated[list[Index], Field(max_length=INDEX, description="Indices of quantities.")]


class Body(BaseModel):
    """An object that may have no other keys."""

    model_config = ConfigDict(extra="forbid")


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


class ManyBody(Body):
    """Texts to solve."""

    texts: list[Text] = Field(min_length=1, max_length=BATCH)


class GraphBody(SolveBody):
    """A text whose graph is wanted."""

    format: Literal["json", "svg", "tree-svg", "dot", "mermaid", "text"] = "json"


class CheckBody(Body):
    """A text with an expression or an answer: exactly one of the two."""

    text: Text
    expression: Given | None = Field(None, description='"(66-10)/8"')
    answer: StrictInt | Annotated[StrictFloat, FiniteFloat] | Given | None = Field(
        None, description='A number, or a text: "$2.50"'
    )

    @model_validator(mode="after")
    def _one(self) -> CheckBody:
        if (self.expression is None) == (self.answer is None):
            raise ValueError("give an expression or an answer, not both")
        return self
