"""A Model Context Protocol server over standard input and output: ``unitdep mcp``.

Needs the extra ``mcp``. Tools run on one thread of their own, so that the server answers while the
model loads or a text is solved.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

import anyio
from anyio.to_thread import run_sync
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as Offered

from unitdep import __version__
from unitdep.integrations.tools import TOOLS, Tool

INSTRUCTIONS: Final = (
    "Exact tools for arithmetic word problems with units. Use check for somebody's working, "
    "same_answer to compare two answers, solve for an answer with its steps, and quantities for "
    "the numbers of any text with their units."
)
_NAMED: Final = {tool.name: tool for tool in TOOLS}


def server() -> Server[Any]:
    """Return the server, ready to be run over any transport."""
    one_at_a_time = anyio.CapacityLimiter(1)

    async def listed(_context: Any, _params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[_offer(tool) for tool in TOOLS])

    async def called(_context: Any, params: CallToolRequestParams) -> CallToolResult:
        tool = _NAMED.get(params.name)
        if tool is None:
            known = ", ".join(_NAMED)
            raise MCPError(INVALID_PARAMS, f"there is no tool {params.name}; there are {known}")
        arguments = params.arguments or {}
        mistake = tool.mistake(arguments)
        if mistake:
            return CallToolResult(content=[TextContent(text=mistake)], is_error=True)
        result = await run_sync(partial(tool.call, **arguments), limiter=one_at_a_time)
        text = json.dumps(result, ensure_ascii=False)
        return CallToolResult(content=[TextContent(text=text)], structured_content=result)

    return Server(
        "unitdep",
        version=__version__,
        title="unitdep",
        instructions=INSTRUCTIONS,
        on_list_tools=listed,
        on_call_tool=called,
    )


def _offer(tool: Tool) -> Offered:
    return Offered(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema(),
        output_schema=tool.output_schema(),
        annotations=ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        ),
    )


def run() -> None:
    """Serve over standard input and output until the client closes them."""
    anyio.run(_serve)


async def _serve() -> None:
    offered = server()
    async with stdio_server() as (incoming, outgoing):
        await offered.run(incoming, outgoing, offered.create_initialization_options())
