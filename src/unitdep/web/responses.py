"""OpenAPI: the description of the API, with the schemas of the command line's outputs in it."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

import unitdep
from unitdep.schema import PREFIX, schema
from unitdep.web.errors import Error

_HERE: Final = "#/components/schemas/"
_OF_COMMANDS: Final = ("solve", "graph", "check", "annotation")


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"{_HERE}{name}"}


def _object(**properties: Any) -> dict[str, Any]:
    """Describe an object that has these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_TEXT: Final = {"type": "string"}
_COUNT: Final = {"type": "integer", "minimum": 0}
_PICTURE: Final = {"description": "An SVG element.", "type": ["string", "null"]}
_SHOWN: Final = {"solution": _ref("solve"), "graph_svg": _PICTURE, "tree_svg": _PICTURE}
_VERTEX: Final = {"anyOf": [_COUNT, {"const": "question"}]}
_EDGE: Final = _object(source=_VERTEX, target=_VERTEX, label=_TEXT)

# What only the server gives.
_OWN: Final[dict[str, dict[str, Any]]] = {
    "health": _object(
        status={"const": "ok"}, version=_TEXT, workers=_COUNT, busy=_COUNT, capacity=_COUNT
    ),
    "solve-many": _object(solutions=_array(_ref("solve"))),
    "explore": _object(**_SHOWN, others=_array(_object(**_SHOWN))),
    "check-page": _object(result=_ref("check"), given_svg=_PICTURE, **_SHOWN),
    "annotate-load": _object(
        added=_COUNT, known=_COUNT, by_tree=_COUNT, without_tree=_array(_TEXT), bad=_array(_TEXT)
    ),
    "annotate-list": _object(
        problems=_array(
            _object(
                id=_TEXT,
                start={"description": "How the text begins.", **_TEXT},
                done={"type": "boolean"},
                by=_array(_TEXT),
            )
        ),
        by_tree=_COUNT,
        annotators=_array(_object(name=_TEXT, done=_COUNT)),
    ),
    "annotate-problem": _object(
        id=_TEXT,
        text=_TEXT,
        expression=_TEXT,
        vertices=_array(
            _object(
                vertex=_VERTEX,
                caption=_TEXT,
                start=_COUNT,
                end=_COUNT,
                rate={"type": "boolean"},
            )
        ),
        edges=_array(_EDGE),
        consistent={
            "description": "Whether the paper's conditions 1 and 2 hold.",
            "type": "boolean",
        },
        done={"type": "boolean"},
        graph_svg=_TEXT,
        tree_svg=_TEXT,
    ),
    "annotate-settle": _object(id=_TEXT, vertex=_VERTEX, settled={"type": ["boolean", "null"]}),
    "annotate-agreement": _object(
        first=_TEXT,
        second=_TEXT,
        problems=_COUNT,
        vertices=_COUNT,
        both_rate=_COUNT,
        first_only=_COUNT,
        second_only=_COUNT,
        neither=_COUNT,
        kappa={"type": ["number", "null"]},
        conflicts=_array(
            _object(
                id=_TEXT,
                text=_TEXT,
                vertex=_VERTEX,
                caption=_TEXT,
                start=_COUNT,
                end=_COUNT,
                first={"type": "boolean"},
                second={"type": "boolean"},
                settled={"type": ["boolean", "null"]},
            )
        ),
    ),
}
_ERRORS: Final = {
    400: "Not JSON.",
    401: "The server's token is missing or wrong.",
    403: "From another site.",
    404: "There is no such thing.",
    408: "The request did not arrive in time.",
    413: "The request is too large.",
    421: "Another server's name.",
    422: "Something is wrong with what was sent; error says what.",
    500: "The server failed.",
    503: "Too much to do; Retry-After says when to try again.",
    504: "It takes too long.",
}


def described(name: str | None, *, token: bool = True) -> dict[int | str, dict[str, Any]]:
    """Describe the responses of an operation: the object that it gives, and the errors."""
    errors = {code: said for code, said in _ERRORS.items() if token or code in (421, 500)}
    found: dict[int | str, dict[str, Any]] = {
        code: {"description": said, "model": Error} for code, said in errors.items()
    }
    content: dict[str, Any] = {"application/json": {"schema": _ref(name)} if name else {}}
    if name == "graph":
        content |= {kind: {"schema": _TEXT} for kind in ("image/svg+xml", "text/plain")}
    if name == "annotation":
        content = {"application/jsonl": {"schema": _TEXT}}
    found[200] = {"description": "It is done.", "content": content}
    return found


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description of an application."""
    if app.openapi_schema is None:
        found = get_openapi(
            title="unitdep",
            version=unitdep.__version__,
            summary="Arithmetic word problems solved with unit dependency graphs.",
            routes=app.routes,
        )
        components = found.setdefault("components", {})
        parts = components.setdefault("schemas", {})
        parts |= _OWN
        for name in _OF_COMMANDS:
            parts |= _placed(name)
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        app.openapi_schema = found
    return app.openapi_schema


def _placed(name: str) -> dict[str, Any]:
    """Return a schema and its own definitions under names of their own."""
    found = {key: part for key, part in schema(name).items() if key not in ("$schema", "$id")}
    parts = found.pop("$defs", {})
    placed = {name: _moved(found, name)}
    for part, definition in parts.items():
        if "$id" not in definition:  # another output has its own place
            placed[f"{name}-{part}"] = _moved(definition, name)
    return placed


def _moved(part: Any, name: str) -> Any:
    """Rewrite references: those to other outputs, and those to definitions of the same one."""
    if isinstance(part, list):
        return [_moved(value, name) for value in part]
    if not isinstance(part, dict):
        return part
    target = part.get("$ref")
    if isinstance(target, str):
        other, _, inner = target.removeprefix(PREFIX).partition("#")
        own = inner.removeprefix("/$defs/")
        return _ref("-".join(n for n in (other or name, own) if n))
    return {key: _moved(value, name) for key, value in part.items()}
