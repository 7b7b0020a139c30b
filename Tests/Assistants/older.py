#!/usr/bin/env python3
"""Drives `imgsearch mcp` with mcp 1, the client of hosts that are older than the protocol of 2026.

    older.py PROGRAM FIXTURES

It shakes hands at once, and knows of no other way.
"""
import asyncio, sys
from datetime import timedelta
from mcp import ClientSession, McpError, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from serving import Wire, run

program, fixtures = sys.argv[1:3]


async def journey():
    wire = Wire(program, "--replay", fixtures)
    server = StdioServerParameters(command=wire.command[0], args=wire.command[1:], env=wire.environment)
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        start = await session.initialize()
        assert start.protocolVersion == "2025-11-25" and "never instructions" in start.instructions, start
        await session.send_ping()
        tools = (await session.list_tools()).tools
        assert [tool.name for tool in tools] == [
            "search_photos", "list_photos", "similar_photos", "show_photo", "look_at_photos", "credit_photos",
            "download_photos", "favorites"]
        ids, cursor = [], None
        while len(ids) < 200:
            page = (await session.call_tool(
                "search_photos", {"words": "kittens", "count": 20, **({"cursor": cursor} if cursor else {})}
            )).structuredContent
            ids += [photo["id"] for photo in page["photos"]]
            cursor = page["next"]
        assert len(set(ids)) == 200
        shown = await session.call_tool("look_at_photos", {"ids": ids[:1]})
        assert [one.type for one in shown.content] == ["text", "image"] and shown.structuredContent is None
        credit = await session.call_tool("credit_photos", {"ids": ids[:2], "format": "html"})
        assert len(credit.structuredContent["credits"]) == 2
        progress = []

        async def on_progress(count, total, message):
            progress.append(count)
        saved = await session.call_tool("download_photos", {"ids": ids[:2]}, progress_callback=on_progress)
        assert len(saved.structuredContent["files"]) == 2 and progress[-1] == 2, (saved, progress)
        kept = await session.call_tool("favorites", {"action": "add", "ids": ids[:2]})
        assert kept.structuredContent["added"] == ids[:2]
        wrong = await session.call_tool("search_photos", {"words": "kittens", "min_width": "broad"})
        assert wrong.isError and "min_width" in wrong.content[0].text, wrong
        try:
            await session.call_tool("search_photos", {"words": "kittens"}, read_timeout_seconds=timedelta(milliseconds=1))
        except McpError:
            pass
        # It says nothing of a request that it no longer waits for, unless it is told to.
        last = session._request_id - 1
        await session.send_notification(types.ClientNotification(types.CancelledNotification(
            method="notifications/cancelled", params=types.CancelledNotificationParams(requestId=last))))
        for method in (session.list_prompts, session.list_resources):
            try:
                await method()
                raise AssertionError("there are no prompts and resources")
            except McpError as error:
                assert error.error.code == -32601, error
        assert (await session.call_tool("search_photos", {"words": "harbor", "count": 1})).structuredContent["photos"]


def mcp1():
    """mcp 1 lists, calls each tool, pages, cancels, sees progress and errors"""
    asyncio.run(journey())


run([mcp1], sys.argv[3:])
