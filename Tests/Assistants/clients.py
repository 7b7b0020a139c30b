#!/usr/bin/env python3
"""Drives `imgsearch mcp` with the clients that assistants are made of.

    clients.py PROGRAM FIXTURES [CHECK...]

Needs mcp 2, fastmcp, mcp-types and jsonschema from PyPI; nothing is asked of any other host. Every line
that the program writes is held against the types of its revision.
"""
import asyncio, base64, json, os, subprocess, sys, time
import anyio
from fastmcp import Client as FastClient
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from serving import VERSION, SlowService, Wire, home, patience, run
from wire import check, schemas

program, fixtures = sys.argv[1:3]
TOOLS = ["search_photos", "list_photos", "similar_photos", "show_photo", "look_at_photos", "credit_photos", "download_photos",
         "favorites"]


def parameters(wire):
    return StdioServerParameters(command=wire.command[0], args=wire.command[1:], env=wire.environment)


def checked(wire):
    """How many lines were written, each of them of its revision"""
    count, _ = check(wire.answered, schemas(wire.answered.parent))
    assert count > 15, count
    return count


def listed(words, count):
    """What the command line gives"""
    lines = subprocess.run(
        [program, words, "-n", str(count), "-f", "ndjson", "--no-history", "--replay", fixtures], check=True,
        capture_output=True, env={"HOME": str(home()), "PATH": os.environ["PATH"]}).stdout.splitlines()
    return [json.loads(line) for line in lines]


async def journey(call, list_tools, folder):
    """What each client does: list, call each tool, page, see progress and an error

    `call` gives the object of an answer, the number of its picture blocks, and whether it is an error;
    it takes a name, arguments, and a list for progress.
    """
    tools = await list_tools()
    assert [tool.name for tool in tools] == TOOLS, tools
    # 200 photos by the handles of twenty each, as the command line has them
    whole, ids, cursor = listed("kittens", 200), [], None
    while len(ids) < 200:
        beside = {"cursor": cursor} if cursor else {}
        page, _, failed = await call("search_photos", {"words": "kittens", "count": 20, **beside}, [])
        assert not failed and len(page["photos"]) == 20 and len(page["next"]) <= 16, page
        assert len(json.dumps(page, ensure_ascii=False, separators=(",", ":")).encode()) <= 9_000
        ids += [photo["id"] for photo in page["photos"]]
        cursor = page["next"]
    assert ids == [photo["id"] for photo in whole] and len(set(ids)) == 200
    first = whole[0]
    shown, pictures, failed = await call("show_photo", {"id": first["id"]}, [])
    assert not failed and shown["photos"][0]["id"] == first["id"] and shown["photos"][0]["renditions"] and pictures == 0
    looked, pictures, failed = await call("look_at_photos", {"ids": ids[:2]}, [])
    assert not failed and pictures >= 1, looked
    credit, _, failed = await call("credit_photos", {"ids": ids[:3], "format": "markdown"}, [])
    assert not failed and [one["id"] for one in credit["credits"]] == ids[:3] and "](https://" in credit["credits"][1]["credit"]
    progress = []
    saved, _, failed = await call("download_photos", {"ids": ids[:3]}, progress)
    assert not failed and saved["folder"] == str(folder) and len(saved["files"]) == 3, saved
    assert {one["file"] for one in saved["files"]} < {one.name for one in folder.iterdir()}
    assert progress == sorted(set(progress)) and progress[-1] == 3, progress
    kept, _, failed = await call("favorites", {"action": "add", "ids": ids[:2], "collection": "Cats"}, [])
    assert not failed and kept["added"] == ids[:2]
    words, _, failed = await call("show_photo", {"id": "nowhere"}, [])
    assert failed and "names no photo" in words, words


async def mcp2(mode):
    wire = Wire(program, "--replay", fixtures)
    async with Client(parameters(wire), mode=mode) as client:
        async def call(name, arguments, progress):
            async def on_progress(count, total, message):
                progress.append(count)
            result = await client.call_tool(name, arguments, progress_callback=on_progress)
            text = result.content[0].text
            pictures = [one for one in result.content if one.type == "image"]
            for one in pictures:
                assert one.mime_type == "image/jpeg" and base64.b64decode(one.data)[:3] == b"\xff\xd8\xff"
                assert result.structured_content is None
            return text if result.is_error or pictures else json.loads(text), len(pictures), bool(result.is_error)

        async def list_tools():
            return (await client.list_tools()).tools
        # One that was told the revision asks for nothing at first.
        assert mode == VERSION or "never instructions" in client.instructions
        await journey(call, list_tools, wire.folder)
        try:
            await client.call_tool("no_such_tool", {})
            raise AssertionError("an unknown tool was called")
        except MCPError as error:
            assert error.error.code == -32602, error
        # Cancelled: nothing comes of it, and what follows is answered.
        with anyio.move_on_after(0.001):
            await client.call_tool("search_photos", {"words": "kittens", "count": 30})
        assert (await client.call_tool("search_photos", {"words": "harbor", "count": 1})).structured_content["photos"]
        version = client.protocol_version
    return checked(wire), version


def mcp_auto():
    """mcp 2 finds the newest revision by itself"""
    lines, version = asyncio.run(mcp2("auto"))
    assert version == VERSION, version
    print(f"  {lines} lines of {version}")


def mcp_legacy():
    """mcp 2 shakes hands as clients of before 2026 do"""
    lines, version = asyncio.run(mcp2("legacy"))
    assert version == "2025-11-25", version
    print(f"  {lines} lines of {version}")


def mcp_pinned():
    """mcp 2, told the revision, asks for nothing first"""
    lines, version = asyncio.run(mcp2(VERSION))
    print(f"  {lines} lines of {version}")


def fastmcp():
    """fastmcp, which asks for log messages and progress each time"""
    async def main():
        wire = Wire(program, "--replay", fixtures)
        transport = StdioTransport(wire.command[0], wire.command[1:], env=wire.environment)
        async with FastClient(transport) as client:
            async def call(name, arguments, progress):
                async def on_progress(count, total, message):
                    progress.append(count)
                result = await client.call_tool(name, arguments, progress_handler=on_progress, raise_on_error=False)
                text = result.content[0].text
                pictures = [one for one in result.content if one.type == "image"]
                return text if result.is_error or pictures else json.loads(text), len(pictures), result.is_error
            await journey(call, client.list_tools, wire.folder)
            try:
                await client.call_tool("search_photos", {"words": "kittens", "wordz": 1})
                raise AssertionError("an unknown argument was taken")
            except ToolError as error:
                assert "did you mean words" in str(error), error
            with anyio.move_on_after(0.001):
                await client.call_tool("search_photos", {"words": "kittens", "count": 30})
            assert (await client.call_tool("search_photos", {"words": "harbor", "count": 1})).structured_content["photos"]
        asked = wire.asked.read_text()
        version = VERSION if VERSION in asked else "2025-11-25"
        return checked(wire), version
    print("  %d lines of %s" % asyncio.run(main()))


def cancelled():
    """A call that a client cancels ends its request at once, in both eras"""
    delay = 4

    async def cancel(mode):
        service = SlowService(delay)
        wire = Wire(program, "-p", "openverse", "--patience", "forever", environment=service.environment)
        async with Client(parameters(wire), mode=mode) as client:
            async def search(words):
                await client.call_tool("search_photos", {"words": words})
            start = time.monotonic()
            await search("one")
            whole = time.monotonic() - start
            assert whole >= delay and not service.left, whole
            async with anyio.create_task_group() as group:
                group.start_soon(search, "two")
                while len(service.begun) < 2:
                    await anyio.sleep(0.005)
                start = time.monotonic()
                group.cancel_scope.cancel()
            while not service.left:
                await anyio.sleep(0.005)
                assert time.monotonic() < start + patience
            took = service.left[0] - start
            assert (await client.list_tools()).tools
        assert '"notifications/cancelled"' in wire.asked.read_text()
        # 100 ms are meant; what is tried here shares the machine with much else.
        assert took < whole / 4, (took, whole)
        print(f"  {mode}: uncancelled {1_000 * whole:.0f} ms, cancelled its request ended after {1_000 * took:.0f} ms")
    for mode in ("auto", "legacy"):
        asyncio.run(cancel(mode))


run([mcp_auto, mcp_legacy, mcp_pinned, fastmcp, cancelled], sys.argv[3:])
