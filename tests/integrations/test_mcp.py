"""The server of the Model Context Protocol, in a process of its own, with the SDK's own client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from unitdep.cli import console
from unitdep.cli.app import app
from unitdep.integrations.tools import TOOLS

mcp = pytest.importorskip("mcp", reason="needs the extra mcp: pip install 'unitdep[mcp]'")
anyio = pytest.importorskip("anyio")

PENS = "Ann has 9 pens. She gives 2 pens away. How many pens are left?"
SECONDS = 60.0
COMMAND = [sys.executable, "-m", "unitdep", "mcp"]


def talk(conversation: Callable[[Any], Awaitable[Any]], *options: str) -> Any:
    """Start the server, let a client talk to it, and return what that returns."""
    from mcp.client.stdio import StdioServerParameters

    environment = {k: v for k, v in os.environ.items() if k in ("PYTHONPATH", "OMP_NUM_THREADS")}
    arguments = [*COMMAND[1:], *options]
    started = StdioServerParameters(command=COMMAND[0], args=arguments, env=environment)

    async def whole() -> Any:
        with anyio.fail_after(SECONDS):
            async with mcp.Client(started) as client:
                return await conversation(client)

    return anyio.run(whole)


def test_the_tools_with_our_schemas() -> None:
    async def listed(client: Any) -> Any:
        return client.server_info, await client.list_tools()

    info, found = talk(listed)
    assert info.name == "unitdep"
    assert [tool.name for tool in found.tools] == ["solve", "check", "same_answer", "quantities"]
    for offered, tool in zip(found.tools, TOOLS, strict=True):
        assert offered.input_schema == tool.input_schema()
        assert offered.output_schema == tool.output_schema()
        assert offered.description == tool.description
        assert offered.annotations.read_only_hint


def test_calls() -> None:
    async def called(client: Any) -> list[Any]:
        await client.list_tools()  # so that the client checks results against the schemas
        return [
            await client.call_tool("solve", {"problem": PENS}),
            await client.call_tool("check", {"problem": PENS, "work": "9 - 2 = 6"}),
            await client.call_tool("check", {"problem": PENS, "work": "5", "gold": "5"}),
            await client.call_tool("same_answer", {"gold": "1 hour", "given": "60 minutes"}),
        ]

    results = talk(called)
    assert not any(result.is_error for result in results)
    solved, slip, right, same = (result.structured_content for result in results)
    assert solved["answer_text"] == "7 pens"
    assert (slip["verdict"], slip["finding"], slip["first_wrong"]) == (
        "wrong",
        "arithmetic slip",
        0,
    )
    assert (right["verdict"], right["basis"]) == ("right", "gold")
    assert same["verdict"] == "equal after conversion"
    assert json.loads(results[0].content[0].text) == solved


def test_mistakes_are_told_and_the_server_goes_on() -> None:
    async def called(client: Any) -> list[Any]:
        with pytest.raises(mcp.MCPError, match="there is no tool guess; there are solve, check"):
            await client.call_tool("guess", {})
        return [
            await client.call_tool("solve", {}),
            await client.call_tool("same_answer", {"gold": "7", "given": "7"}),
        ]

    wrong, fine = talk(called)
    assert wrong.is_error
    assert wrong.content[0].text == "solve needs problem"
    assert fine.structured_content["same"] is True


def test_another_model() -> None:
    async def called(client: Any) -> Any:
        return await client.call_tool("solve", {"problem": PENS})

    assert talk(called, "--model", "linear").structured_content["answer"] == 7


def test_it_ends_with_its_input() -> None:
    done = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    assert (done.returncode, done.stdout) == (0, b"")


def test_an_unknown_model_is_bad_usage() -> None:
    result = CliRunner().invoke(app, ["mcp", "--model", "no-such-model"])
    assert result.exit_code == 2
    assert "no-such-model" in result.output


def test_the_extra_is_named() -> None:
    assert console._EXTRAS["mcp"] == "mcp"
