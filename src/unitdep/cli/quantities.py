"""``unitdep quantities``: the numbers of any text with their units, without solving it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unitdep.cli import console, startup
from unitdep.cli.options import FileOption, JsonOption, TextArgument
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from rich.table import Table

    from unitdep.extraction import FoundQuantity

LONG: Final = 50_000  # characters; reading more takes seconds


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("quantities")(quantities)


def quantities(
    text: TextArgument = None,
    file: FileOption = None,
    as_json: JsonOption = False,
    implied: Annotated[
        bool,
        typer.Option("--implied", help="Add what words imply: the 7 days of a week."),
    ] = False,
) -> None:
    """Find the quantities of any English text: numbers, what they count, rates, dates, labels."""
    given = console.problem_text(text, file)
    if len(given.encode("utf-8", "replace")) >= console.MAX_BYTES - len(" \n") * 2:
        console.fail("the text is longer than 1 MB; cut it into several")
    found = read(given, implied=implied)
    if as_json:
        from unitdep.extraction import to_dict

        ascii_only = not console.prints_unicode()
        typer.echo(json.dumps(to_dict(given, found), indent=2, ensure_ascii=ascii_only))
    elif not found:
        console.fail("the text has no numbers")
    else:
        console.console().print(table(found))


def read(text: str, *, implied: bool) -> list[FoundQuantity]:
    """Read a text, with a progress bar if it's long."""
    startup.import_spacy()
    from unitdep.extraction import by_block
    from unitdep.extraction import quantities as quantities_of
    from unitdep.extraction.blocks import blocks

    if len(text) < LONG:
        return quantities_of(text, implied=implied)
    found: list[FoundQuantity] = []
    with progress_bar("reading", sum(1 for _ in blocks(text))) as progress:
        for part in by_block(text, implied=implied):
            found += part
            progress("")
    return found


def table(found: Sequence[FoundQuantity]) -> Table:
    """Return a table of quantities: as written, what it is, its kind, and where it is."""
    from rich.text import Text

    rows = console.table("written", "quantity", "kind", "characters")
    for quantity in found:
        kind = f"{quantity.kind.value}, implied" if quantity.implied else quantity.kind.value
        place = f"{quantity.start}-{quantity.end}"
        rows.add_row(*map(Text, (quantity.text, str(quantity), kind, place)))
    return rows
