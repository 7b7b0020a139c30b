#!/usr/bin/env python3
"""Drives `imgsearch mcp` with the clients that assistants are made of.

    clients.py PROGRAM FIXTURES [CHECK...]

Needs mcp 2, fastmcp, mcp-types and jsonschema from PyPI; nothing is asked of any other host. Every line
that the program writes is held against the types of its revision, and what a tool answers against the
schema that it declares.
"""
import asyncio, base64, json, os, shlex, subprocess, sys
import anyio, jsonschema
from fastmcp import Client as FastClient
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import jsonrpc, methods
from serving import VERSION, home, run

program, fixtures = sys.argv[1:3]
TOOLS = ["search_photos", "show_photo", "credit_photos", "download_photos", "favorite_photos"]


class Wire:
    """A program between client and server that keeps what each writes"""
    def __init__(self, *options):
        self.home = home()
        self.files = [self.home / "asked", self.home / "answered"]
        self.folder = self.home / "pictures"
        line = shlex.join([program, "mcp", "--replay", fixtures, "-o", str(self.folder), *options])
        self.command = ["bash", "-c", f"tee {self.files[0]} | {line} | tee {self.files[1]}"]
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"]}

    def parameters(self):
        return StdioServerParameters(command=self.command[0], args=self.command[1:], env=self.environment)

    def check(self, version):
        """Every line that was written is one of its revision"""
        asked = {}
        for line in self.files[0].read_text().splitlines():
            message = json.loads(line)
            if "id" in message:
                meta = message.get("params", {}).get("_meta", {})
                asked[message["id"]] = (
                    message["method"], meta.get("io.modelcontextprotocol/protocolVersion", version), message)
        lines = self.files[1].read_text().splitlines()
        schemas = {}
        for line in lines:
            message = json.loads(line)
            jsonrpc.jsonrpc_message_adapter.validate_python(message)
            if "method" in message:
                methods.SERVER_NOTIFICATIONS[message["method"], version].model_validate(message)
                continue
            method, spoken, request = asked[message["id"]]
            if "error" in message:
                continue
            result = message["result"]
            methods.validate_server_result(method, spoken, result)
            assert (result.get("resultType") == "complete") == (spoken == VERSION), line
            if method == "tools/list":
                for tool in result["tools"]:
                    for part in ("inputSchema", "outputSchema"):
                        if part in tool:
                            jsonschema.Draft202012Validator.check_schema(tool[part])
                            schemas[tool["name"], part] = jsonschema.Draft202012Validator(tool[part])
            if method == "tools/call":
                name = request["params"]["name"]
                text = result["content"][0]["text"]
                if not result.get("isError"):
                    schemas[name, "inputSchema"].validate(request["params"]["arguments"])
                    if (name, "outputSchema") in schemas:
                        schemas[name, "outputSchema"].validate(result["structuredContent"])
                if "structuredContent" in result:
                    assert json.loads(text) == result["structuredContent"], line
        assert len(lines) > 15, lines
        return len(lines)


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
        assert len(json.dumps(page, ensure_ascii=False, separators=(",", ":"))) <= 4_500
        ids += [photo["id"] for photo in page["photos"]]
        cursor = page["next"]
    assert ids == [photo["id"] for photo in whole] and len(set(ids)) == 200
    first = whole[0]
    shown, pictures, failed = await call("show_photo", {"id": first["id"]}, [])
    assert not failed and shown["id"] == first["id"] and shown["renditions"] and pictures == 0
    shown, pictures, failed = await call("show_photo", {"id": first["id"], "picture": True}, [])
    assert not failed and shown["id"] == first["id"] and pictures == 1
    credit, _, failed = await call("credit_photos", {"ids": ids[:3], "format": "markdown"}, [])
    assert not failed and [one["id"] for one in credit["credits"]] == ids[:3] and "](https://" in credit["credits"][1]["credit"]
    progress = []
    saved, _, failed = await call("download_photos", {"ids": ids[:3]}, progress)
    assert not failed and saved["folder"] == str(folder) and len(saved["files"]) == 3, saved
    assert {one["file"] for one in saved["files"]} < {one.name for one in folder.iterdir()}
    assert progress == sorted(set(progress)) and progress[-1] == 3, progress
    kept, _, failed = await call("favorite_photos", {"ids": ids[:2], "collection": "Cats"}, [])
    assert not failed and kept["favorites"] == ids[:2]
    words, _, failed = await call("show_photo", {"id": "nowhere"}, [])
    assert failed and "names no photo" in words, words


async def mcp2(mode):
    wire = Wire()
    async with Client(wire.parameters(), mode=mode) as client:
        async def call(name, arguments, progress):
            async def on_progress(count, total, message):
                progress.append(count)
            result = await client.call_tool(name, arguments, progress_callback=on_progress)
            text = result.content[0].text
            pictures = [one for one in result.content if one.type == "image"]
            for one in pictures:
                assert one.mime_type == "image/jpeg" and base64.b64decode(one.data)[:3] == b"\xff\xd8\xff"
                assert result.structured_content is None
            return text if result.is_error else json.loads(text), len(pictures), bool(result.is_error)

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
    return wire.check(version), version


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
        wire = Wire()
        transport = StdioTransport(wire.command[0], wire.command[1:], env=wire.environment)
        async with FastClient(transport) as client:
            async def call(name, arguments, progress):
                async def on_progress(count, total, message):
                    progress.append(count)
                result = await client.call_tool(name, arguments, progress_handler=on_progress, raise_on_error=False)
                text = result.content[0].text
                pictures = [one for one in result.content if one.type == "image"]
                return text if result.is_error else json.loads(text), len(pictures), result.is_error
            await journey(call, client.list_tools, wire.folder)
            try:
                await client.call_tool("search_photos", {"words": "kittens", "wordz": 1})
                raise AssertionError("an unknown argument was taken")
            except ToolError as error:
                assert "did you mean words" in str(error), error
            with anyio.move_on_after(0.001):
                await client.call_tool("search_photos", {"words": "kittens", "count": 30})
            assert (await client.call_tool("search_photos", {"words": "harbor", "count": 1})).structured_content["photos"]
        asked = wire.files[0].read_text()
        version = VERSION if VERSION in asked else "2025-11-25"
        return wire.check(version), version
    print("  %d lines of %s" % asyncio.run(main()))


run([mcp_auto, mcp_legacy, mcp_pinned, fastmcp], sys.argv[3:])
