"""The command reference: every command with its arguments and options, as Markdown.

It is read from the functions behind the application, so it doesn't depend on the version of Typer.
``tools/pages.py`` writes it to docs/reference/commands.md.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from unitdep.cli.app import app
from unitdep.research.evaluation.layout.markdown import table

_HEAD = """\
# Command reference

<!-- Written by `make pages`; changes by hand are lost. -->

All commands and options of `unitdep`. `unitdep COMMAND -h` shows the same in a terminal, and
`unitdep --version` prints the version. `unitdep --install-completion` lets your shell complete
commands and options with the Tab key. Results go to standard output; messages and progress go to
standard error.

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | failure: no answer, a wrong working, a file that can't be written, a missing extra |
| 2 | bad usage: an unknown option, or a file, data set or model that doesn't exist |
| 3 | `unitdep check` only: no working is wrong, but some could not be decided |
| 130 | ended by Ctrl+C |

"""


def reference() -> str:
    """Return the page."""
    return _HEAD + "\n".join(_sections(app, "unitdep", 2))


def _sections(part: typer.Typer, name: str, level: int) -> Iterator[str]:
    """Yield the sections of an application's commands, then those of its groups."""
    for command in part.registered_commands:
        assert command.callback is not None
        yield section(command.callback, f"{name} {command.name}", level)
    for group in part.registered_groups:
        inner = group.typer_instance
        assert inner is not None
        title = f"{name} {group.name}"
        yield f"{'#' * level} {title}\n\n{inner.info.help}\n"
        yield from _sections(inner, title, level + 1)


def section(command: Callable[..., Any], title: str, level: int) -> str:
    """Return the section of one command."""
    hints = get_type_hints(command, include_extras=True)
    arguments, options, usage = [], [], [title]
    for name, parameter in inspect.signature(command).parameters.items():
        kind, many, info = _declared(hints[name])
        given = parameter.default
        required = given is inspect.Parameter.empty
        about = " ".join([info.help or "", *_limits(kind, info)]).strip()
        if isinstance(info, ArgumentInfo):
            shown = (info.metavar or name.upper()).strip("[].")
            arguments.append([f"`{shown}`", about])
            several = f"{shown}..." if many else shown
            usage.append(several if required else f"[{several}]")
        else:
            names, value = _written(name, kind, info)
            shown = f"{names} {value}".strip()
            options.append([f"`{shown}`", "required" if required else _default(given), about])
            if required:
                usage.append(f"{names.split(', ')[0]} {value}")
    usage.insert(1, "[OPTIONS]" if options else "")
    line = " ".join(filter(None, usage))
    parts = [f"{'#' * level} {title}\n", f"{inspect.getdoc(command)}\n", f"```sh\n{line}\n```\n"]
    if arguments:
        parts.append(table(["argument", "meaning"], arguments, text_columns=2))
    if options:
        parts.append(table(["option", "default", "meaning"], options, text_columns=3))
    return "\n".join(parts)


def _declared(hint: Any) -> tuple[Any, bool, ArgumentInfo | OptionInfo]:
    """Return the type of a parameter's values, whether it takes several, and Typer's settings."""
    kind, info = get_args(hint)
    if get_origin(kind) is UnionType:
        [kind] = (member for member in get_args(kind) if member is not NoneType)
    many = get_origin(kind) is list
    return (get_args(kind)[0] if many else kind), many, info


def _written(name: str, kind: Any, info: ArgumentInfo | OptionInfo) -> tuple[str, str]:
    """Return the names of an option, "--output, -o", and its metavariable, "FILE"."""
    # inside Annotated, Typer stores the first name as the default
    declared = [str(part) for part in (info.default, *(info.param_decls or ())) if part is not ...]
    names = declared or [f"--{name.replace('_', '-')}"]
    known = {bool: "", int: "N", float: "X", Path: "FILE"}
    value = info.metavar or known.get(kind, names[0].strip("-").upper())
    return ", ".join(names), value


def _default(value: object) -> str:
    if value is None or value is False:
        return ""
    if isinstance(value, Enum):
        return f"`{value.value}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def _limits(kind: Any, info: ArgumentInfo | OptionInfo) -> Iterator[str]:
    """Yield which values a parameter allows, and its environment variable."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        yield f"One of {', '.join(f'`{member.value}`' for member in kind)}."
    if info.min is not None and info.max is not None:
        yield f"From {info.min:g} to {info.max:g}."
    elif info.min is not None:
        yield f"At least {info.min:g}."
    if info.envvar:
        yield f"Environment: `{info.envvar}`."
