"""How the application takes what was typed: help, suggestions, and bad usage in our own words.

Typer validates values with pydantic, whose messages are for programmers ("Input should be greater
than or equal to 1"). They are said again here, in one place, for every command.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, Final

import typer
from typer.core import TyperGroup

from unitdep.cli import console
from unitdep.errors import ModelError

# What people type who know other programs, and what it is here.
_HABITS: Final = {"help": "--help", "version": "--version"}
_LIST: Final = re.compile(r"<list\[(.*)\]>", re.DOTALL)
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_TYPES: Final = frozenset({"<bool>", "<str>", "<list[str]>", "<path>", "<list[path]>"})
_NEGATIVE: Final = re.compile(r"-[\d.]")  # "-6", of which the first sign is named
_NO_FOLDER: Final = re.compile(r"[Dd]ir(?:ectory)? '(.+)' is a file\.", re.DOTALL)
_NEAR: Final = 0.7  # likeness of an option from which it's named with another one
_TAG: Final = re.compile(r"\[(?=[a-z/])")  # what Rich would take for markup: "unitdep[train]"


class Commands(TyperGroup):
    """All commands; what stops any of them is said in one line.

    That is an extra which isn't installed, a model that fails, or a full disk behind the output.
    """

    def __init__(self, **settings: Any) -> None:
        """Take the commands, and tidy their help."""
        super().__init__(**settings)
        _tidy(self)

    def make_context(self, *given: Any, **settings: Any) -> Any:
        """Read the options before the command."""
        try:
            return super().make_context(*given, **settings)
        except Exception as error:
            _suggest(error)
            raise

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read ``unitdep help solve`` as ``unitdep solve --help``."""
        if args and args[0] in _HABITS and args[0] not in self.commands:
            args = [*args[1:], _HABITS[args[0]]]
        return list(super().parse_args(ctx, args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command; for a problem without one, name ``solve``."""
        if args and len(args[0].split()) > 1:
            raise typer.BadParameter(
                'there is no command before the text; to solve it: unitdep solve "..."', ctx=ctx
            )
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Show the help; Typer adds the options for completion only after ``__init__``."""
        for parameter in self.params:
            _hide_type(parameter)
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            console.fail_without(error)
        except ModelError as error:
            console.fail(str(error))
        except OSError as error:
            if error.errno not in _FULL:
                raise
            console.fail(f"the output cannot be written: {error.strerror}")
        except typer.BadParameter as error:
            error.message = in_words(error)
            raise
        except Exception as error:
            _suggest(error)
            raise


def _tidy(command: Any) -> None:
    """Name no type of a switch in the help, keep square brackets, and fill paragraphs."""
    if isinstance(command.help, str):
        command.help = "\n\n".join(
            " ".join(_escaped(part).split()) for part in command.help.split("\n\n")
        )
    for parameter in command.params:
        if isinstance(getattr(parameter, "help", None), str):
            parameter.help = _escaped(parameter.help)
        _hide_type(parameter)
    _hide_type_of_help(command)
    for inner in getattr(command, "commands", {}).values():
        _tidy(inner)


def _hide_type(parameter: Any) -> None:
    """Hide a type that is a Python name; a switch takes no value anyway."""
    shown: Callable[..., str | None] = parameter.display_type_rich

    def display(ctx: Any) -> str | None:
        label = shown(ctx=ctx)
        if label is None or label in _TYPES:
            return None
        return _LIST.sub(r"<\1>", label)

    parameter.display_type_rich = display


def _hide_type_of_help(command: Any) -> None:
    """Make the option --help as the others are; a command makes it when it's first asked for."""
    made: Callable[[Any], Any] = command.get_help_option

    def option(ctx: Any) -> Any:
        found = made(ctx)
        if found is not None:
            _hide_type(found)
        return found

    command.get_help_option = option


def _escaped(text: str) -> str:
    return _TAG.sub(r"\\[", text)


def in_words(error: typer.BadParameter) -> str:
    """Return what is wrong with a value, as we would say it."""
    if file := _NO_FOLDER.fullmatch(error.message):
        return f"{file[1]} is a file; give a folder"
    cause = error.__cause__
    if type(cause).__name__ != "ValidationError":
        return error.message
    [found, *_] = cause.errors()  # type: ignore[union-attr]
    given, kind = found.get("input"), found["type"]
    if kind in ("greater_than_equal", "less_than_equal"):
        return f"{given} is not allowed; give a number {_range(error.param)}"
    if kind.startswith("int_"):
        return f"{given!r} is not a whole number"
    if kind.startswith("float_"):
        return f"{given!r} is not a number"
    return error.message.removeprefix("Value error, ").rstrip(".")


def _range(parameter: Any) -> str:
    """Return the range of an option: "from 1 to 64", "from 0"."""
    limits = parameter.type_descriptor.parameter_info
    if limits.min is None:
        return f"up to {limits.max:g}"
    return f"from {limits.min:g}" + ("" if limits.max is None else f" to {limits.max:g}")


def _suggest(error: Any) -> None:
    """Let an error about an unknown option say what was probably meant."""
    if _NEGATIVE.fullmatch(getattr(error, "option_name", None) or ""):
        error.message = f"{error.message}. If it's an answer below zero, put -- before it"
        error.possibilities = None
        return
    possible: Sequence[str] = getattr(error, "possibilities", None) or _in_capitals(error)
    if possible:
        near = get_close_matches(error.option_name or "", possible, 2, _NEAR) or possible[:1]
        error.message = f"{error.message}. Did you mean {' or '.join(near)}?"
        error.possibilities = None


def _in_capitals(error: Any) -> Sequence[str]:
    """Return "-V" for "-v", if there is such an option."""
    name, ctx = getattr(error, "option_name", None), getattr(error, "ctx", None)
    if not name or ctx is None:
        return ()
    known = {option for parameter in ctx.command.params for option in parameter.opts}
    return [name.swapcase()] if name.swapcase() in known else ()
