"""Responses of the API as OpenAPI describes them, with the schemas of ``unitdep.schema``."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

import unitdep
from unitdep.schema import PREFIX, names, schema
from unitdep.web.errors import Error

_COMPONENTS: Final = "#/components/schemas/"
_OF_COMMANDS: Final = (*("solve", "graph", "check", "misconception", "quantities", "annotation"),)
_API: Final = "api-"  # what only the server returns
_TEXT: Final = {"type": "string"}
_ERRORS: Final = {
    400: "Not JSON.",
    401: "The server's token is missing or wrong.",
    403: "The request comes from another site.",
    404: "Not found.",
    408: "The request did not arrive in time.",
    413: "The request is too large.",
    415: "Not sent as JSON.",
    421: "Unknown Host header.",
    422: "Something is wrong with what was sent; error says what.",
    500: "The server failed.",
    503: "The server is busy; Retry-After says when to try again.",
    504: "It took too long.",
    507: "The annotations can't be stored; error says why.",
}


def described(name: str, *, token: bool = True) -> dict[int | str, dict[str, Any]]:
    """Describe the responses of an operation: the object that it returns, and the errors."""
    errors = {code: about for code, about in _ERRORS.items() if token or code in (421, 500)}
    responses: dict[int | str, dict[str, Any]] = {
        code: {"description": about, "model": Error} for code, about in errors.items()
    }
    content: dict[str, Any] = {"application/json": {"schema": _ref(name)}}
    if name == "graph":
        content |= {kind: {"schema": _TEXT} for kind in ("image/svg+xml", "text/plain")}
    if name == "annotation":
        content = {"application/jsonl": {"schema": _TEXT}}
    responses[200] = {"description": "Success.", "content": content}
    return responses


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description of an application."""
    if app.openapi_schema is None:
        description = get_openapi(
            title="unitdep",
            version=unitdep.__version__,
            summary="Arithmetic word problems solved with unit dependency graphs.",
            routes=app.routes,
        )
        components = description.setdefault("components", {})
        schemas = components.setdefault("schemas", {})
        for name in (*_OF_COMMANDS, *(name for name in names() if name.startswith(_API))):
            schemas |= _placed(name)
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        app.openapi_schema = description
    return app.openapi_schema


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"{_COMPONENTS}{name}"}


def _placed(name: str) -> dict[str, Any]:
    """Return a schema and its own definitions, each under the name of its component."""
    whole = {key: part for key, part in schema(name).items() if key not in ("$schema", "$id")}
    definitions = whole.pop("$defs", {})
    placed = {name: _moved(whole, name)}
    for part, definition in definitions.items():
        if "$id" not in definition:  # another schema, which is a component of its own
            placed[f"{name}-{part}"] = _moved(definition, name)
    return placed


def _moved(part: Any, name: str) -> Any:
    """Rewrite references to other schemas, and to definitions of the same one."""
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
