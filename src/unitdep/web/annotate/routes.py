"""The annotation API. A click is answered once it is on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Query, Request
from pydantic import AfterValidator, Field, StrictBool, StrictStr
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from unitdep.core.labels import Vertex
from unitdep.errors import RequestError
from unitdep.reading.text import MAX_ID
from unitdep.web.annotate import labels
from unitdep.web.annotate.read import Sent, prepare, read_records
from unitdep.web.annotate.store import Store
from unitdep.web.api import run_many, settings_of
from unitdep.web.limits import LARGE
from unitdep.web.requests import Body, Index
from unitdep.web.responses import described

T = TypeVar("T")

router = APIRouter(prefix="/api/annotate")


def _name(text: str) -> str:
    """Return a name on one line; it must not be empty."""
    if not (name := " ".join(text.split())):
        raise ValueError("the name is empty")
    return name


Id = Annotated[StrictStr, Field(min_length=1, max_length=MAX_ID)]
Annotator = Annotated[str, Field(max_length=80), AfterValidator(_name)]
QueryAnnotator = Annotated[Annotator, Query(description="Who annotates.")]
VertexField = Annotated[
    Index | Literal["question"], Field(description='The index of a quantity, or "question".')
]


class LoadBody(Body):
    """The content of a file with problems and their expressions."""

    content: Annotated[StrictStr, Field(max_length=LARGE)]


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
    """Return the store; raises StoreError if its file can't be used."""
    store: Store | None = request.app.state.store
    return store or Store(settings_of(request).annotations)


def _problem(store: Store, name: str, vertex: Vertex | None = None) -> dict[str, Any]:
    """Return a problem that needs a person; 404 or RequestError if it or the vertex is missing."""
    problem = store.problem(name)
    if problem is None or problem["by_tree"]:
        raise HTTPException(404, "there is no such problem to annotate")
    if vertex is not None and not labels.is_vertex(problem, vertex):
        raise RequestError("the expression does not use this number, so it is not a vertex")
    return problem


def _shown(store: Store, problem: dict[str, Any], annotator: str) -> dict[str, Any]:
    name = problem["id"]
    rates = store.rates(annotator).get(name, frozenset())
    done = name in store.done().get(annotator, ())
    return labels.shown(problem, rates, done)


async def _click(request: Request, work: Callable[[Store], T]) -> T:
    """Do a little with the store, in a thread: another program may have locked it."""
    async with request.app.state.clicks.turn(settings_of(request).seconds):
        return await run_in_threadpool(lambda: work(_store(request)))


async def _survey(request: Request, work: Callable[[Store], T]) -> T:
    """Read everything in the store; only one request does that at a time."""
    async with request.app.state.surveys.turn(settings_of(request).seconds):
        return await run_in_threadpool(lambda: work(_store(request)))


@router.post("/load", responses=described("api-annotate-load"))
async def load(body: LoadBody, request: Request) -> JSONResponse:
    """Add problems with their expressions: JSON lines of {"id", "text", "expression"}."""
    sent, prepared = await _prepared(request, body.content)
    problems = [problem for problem in prepared if problem is not None]
    added, known, clashing = await _click(request, lambda store: store.add(problems))
    without = [r.id for r, p in zip(sent.records, prepared, strict=True) if p is None]
    return JSONResponse(
        {
            "added": added,
            "known": known,
            "by_tree": sum(p["by_tree"] for p in problems),
            "without_tree": without,
            "bad": [*sent.bad, *(f"{name}: another problem has this id" for name in clashing)],
        }
    )


async def _prepared(request: Request, content: str) -> tuple[Sent, list[dict[str, Any] | None]]:
    [sent] = await run_many(request, read_records, [(content,)])
    if not sent.records:
        return sent, []
    return sent, await run_many(request, prepare, [(record,) for record in sent.records])


@router.get("/problems", responses=described("api-annotate-list"))
async def problems(request: Request, annotator: QueryAnnotator) -> JSONResponse:
    """List the problems that need an annotator, and who has finished which."""
    return JSONResponse(await _survey(request, lambda store: _list(store, annotator)))


def _list(store: Store, annotator: str) -> dict[str, Any]:
    all_problems, done = store.problems(), store.done()
    mine = set(done.get(annotator, ()))
    people: dict[str, list[str]] = {}
    for person, names in done.items():
        for name in names:
            people.setdefault(name, []).append(person)
    return {
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


@router.get("/problem", responses=described("api-annotate-problem"))
async def problem(
    request: Request, id: Annotated[Id, Query()], annotator: QueryAnnotator
) -> JSONResponse:
    """Return one problem with an annotator's labels and the edges that follow."""
    return JSONResponse(
        await _click(request, lambda store: _shown(store, _problem(store, id), annotator))
    )


@router.post("/label", responses=described("api-annotate-problem"))
async def label(body: LabelBody, request: Request) -> JSONResponse:
    """Mark a vertex as a rate or not; returns the problem with the edges that follow."""

    def work(store: Store) -> dict[str, Any]:
        problem = _problem(store, body.id, body.vertex)
        store.label(body.id, body.annotator, body.vertex, body.rate)
        return _shown(store, problem, body.annotator)

    return JSONResponse(await _click(request, work))


@router.post("/done", responses=described("api-annotate-problem"))
async def done(body: DoneBody, request: Request) -> JSONResponse:
    """Mark a problem as done, or reopen it."""

    def work(store: Store) -> dict[str, Any]:
        problem = _problem(store, body.id)
        store.set_done(body.id, body.annotator, body.done)
        return _shown(store, problem, body.annotator)

    return JSONResponse(await _click(request, work))


@router.get("/agreement", responses=described("api-annotate-agreement"))
async def agreement(
    request: Request, first: QueryAnnotator, second: QueryAnnotator
) -> JSONResponse:
    """Compare two annotators: Cohen's kappa, and the vertices on which they differ."""
    return JSONResponse(await _survey(request, lambda store: labels.compare(store, first, second)))


@router.post("/settle", responses=described("api-annotate-settle"))
async def settle(body: SettleBody, request: Request) -> JSONResponse:
    """Settle a conflict, or reopen it."""

    def work(store: Store) -> None:
        _problem(store, body.id, body.vertex)
        store.settle(body.id, body.vertex, body.rate)

    await _click(request, work)
    return JSONResponse({"id": body.id, "vertex": body.vertex, "settled": body.rate})


@router.get("/export", responses=described("annotation"), response_class=Response)
async def export(
    request: Request, first: QueryAnnotator, second: QueryAnnotator | None = None
) -> Response:
    """Return all annotations as JSON lines: one annotator's, or what two agree on."""
    content = await _survey(request, lambda store: labels.export(store, first, second))
    name = "attachment; filename=annotations.jsonl"
    return Response(content, media_type="application/jsonl", headers={"Content-Disposition": name})
