"""The annotation API. A click is answered once it is on disk."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import AfterValidator, Field, StrictBool, StrictStr
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from unitdep.core.labels import Vertex
from unitdep.errors import RequestError
from unitdep.web.annotate import labels
from unitdep.web.annotate.read import read_problems
from unitdep.web.annotate.store import Store
from unitdep.web.api import pool_of, settings_of
from unitdep.web.limits import BODY
from unitdep.web.requests import Body, Index
from unitdep.web.responses import described

router = APIRouter(prefix="/api/annotate")


def _name(text: str) -> str:
    """Return a name on one line; it must not be empty."""
    if not (name := " ".join(text.split())):
        raise ValueError("the name is empty")
    return name


Id = Annotated[StrictStr, Field(min_length=1, max_length=500)]
Annotator = Annotated[str, Field(max_length=80), AfterValidator(_name)]
QueryAnnotator = Annotated[Annotator, Query(description="Who annotates.")]
VertexField = Annotated[
    Index | Literal["question"], Field(description='The index of a quantity, or "question".')
]


class LoadBody(Body):
    """The content of a file with problems and their expressions."""

    content: Annotated[StrictStr, Field(max_length=BODY)]


class LabelBody(Body):
    """One click: a vertex is a rate, or not."""

    id: Id
    annotator: Annotator
    vertex: VertexField
    rate: StrictBool


class DoneBody(Body):
    """A problem is finished, or not."""

    id: Id
    annotator: Annotator
    done: StrictBool


class SettleBody(Body):
    """How a conflict is settled; null reopens it."""

    id: Id
    vertex: VertexField
    rate: StrictBool | None


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _problem(store: Store, name: str, vertex: Vertex | None = None) -> dict[str, Any]:
    """Return a problem that needs a person; 404 or RequestError if it or the vertex is missing."""
    problem = store.problem(name)
    if problem is None or problem["by_tree"]:
        raise HTTPException(404, "there is no such problem to annotate")
    if vertex is not None and not labels.is_vertex(problem, vertex):
        raise RequestError("the expression does not use this number, so it is not a vertex")
    return problem


def _shown(store: Store, problem: dict[str, Any], annotator: str) -> JSONResponse:
    name = problem["id"]
    rates = store.rates(annotator).get(name, frozenset())
    done = name in store.done().get(annotator, ())
    return JSONResponse(labels.shown(problem, rates, done))


@router.post("/load", responses=described("api-annotate-load"))
async def load(body: LoadBody, request: Request) -> JSONResponse:
    """Add problems with their expressions: JSON lines of {"id", "text", "expression"}."""
    seconds = settings_of(request).many_seconds
    content = await pool_of(request).run(read_problems, body.content, seconds=seconds)
    added, known, clashing = _store(request).add(content["problems"])
    return JSONResponse(
        {
            "added": added,
            "known": known,
            "by_tree": sum(p["by_tree"] for p in content["problems"]),
            "without_tree": content["without_tree"],
            "bad": [
                *content["bad"],
                *(f"{name}: another problem has this id" for name in clashing),
            ],
        }
    )


@router.get("/problems", responses=described("api-annotate-list"))
def problems(request: Request, annotator: QueryAnnotator) -> JSONResponse:
    """List the problems that need an annotator, and who has finished which."""
    store = _store(request)
    all_problems, done = store.problems(), store.done()
    mine = set(done.get(annotator, ()))
    people: dict[str, list[str]] = {}
    for person, names in done.items():
        for name in names:
            people.setdefault(name, []).append(person)
    return JSONResponse(
        {
            "problems": [
                {
                    "id": p["id"],
                    "start": p["text"][:80],
                    "done": p["id"] in mine,
                    "by": people.get(p["id"], []),
                }
                for p in all_problems
                if not p["by_tree"]
            ],
            "by_tree": sum(p["by_tree"] for p in all_problems),
            "annotators": [{"name": n, "done": len(names)} for n, names in done.items()],
        }
    )


@router.get("/problem", responses=described("api-annotate-problem"))
def problem(
    request: Request, id: Annotated[Id, Query()], annotator: QueryAnnotator
) -> JSONResponse:
    """Return one problem with an annotator's labels and the edges that follow."""
    store = _store(request)
    return _shown(store, _problem(store, id), annotator)


@router.post("/label", responses=described("api-annotate-problem"))
def label(body: LabelBody, request: Request) -> JSONResponse:
    """Mark a vertex as a rate or not; returns the problem with the edges that follow."""
    store = _store(request)
    problem = _problem(store, body.id, body.vertex)
    store.label(body.id, body.annotator, body.vertex, body.rate)
    return _shown(store, problem, body.annotator)


@router.post("/done", responses=described("api-annotate-problem"))
def done(body: DoneBody, request: Request) -> JSONResponse:
    """Mark a problem as done, or reopen it."""
    store = _store(request)
    problem = _problem(store, body.id)
    store.set_done(body.id, body.annotator, body.done)
    return _shown(store, problem, body.annotator)


@router.get("/agreement", responses=described("api-annotate-agreement"))
def agreement(request: Request, first: QueryAnnotator, second: QueryAnnotator) -> JSONResponse:
    """Compare two annotators: Cohen's kappa, and the vertices on which they differ."""
    return JSONResponse(labels.compare(_store(request), first, second))


@router.post("/settle", responses=described("api-annotate-settle"))
def settle(body: SettleBody, request: Request) -> JSONResponse:
    """Settle a conflict, or reopen it."""
    store = _store(request)
    _problem(store, body.id, body.vertex)
    store.settle(body.id, body.vertex, body.rate)
    return JSONResponse({"id": body.id, "vertex": body.vertex, "settled": body.rate})


@router.get("/export", responses=described("annotation"), response_class=Response)
def export(
    request: Request, first: QueryAnnotator, second: QueryAnnotator | None = None
) -> Response:
    """Return all annotations as JSON lines: one annotator's, or what two agree on."""
    content = labels.export(_store(request), first, second)
    name = "attachment; filename=annotations.jsonl"
    return Response(content, media_type="application/jsonl", headers={"Content-Disposition": name})
