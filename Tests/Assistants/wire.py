#!/usr/bin/env python3
"""Holds every line that `imgsearch mcp` wrote against the types of its revision of the protocol.

    wire.py FOLDER

FOLDER has what was asked and answered, as serving.py keeps it: 1.asked, 1.answered, 2.asked, … Needs
mcp-types and jsonschema from PyPI. What a tool answers is held against the schema that it declares, too.
"""
import json, pathlib, sys
import jsonschema
from mcp_types import _v2025_11_25, _v2026_07_28, jsonrpc, methods
from serving import VERSION

ERRORS = {VERSION: _v2026_07_28.JSONRPCErrorResponse, "2025-11-25": _v2025_11_25.JSONRPCErrorResponse}


def read(line):
    """What a line that may be anything says; an empty object for what says nothing"""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def schemas(folder):
    """Of tools, by their name and inputSchema or outputSchema, as they were listed"""
    found = {}
    for file in folder.glob("*.answered"):
        for line in file.read_bytes().splitlines():
            for tool in (json.loads(line).get("result") or {}).get("tools", []):
                for part in ("inputSchema", "outputSchema"):
                    if part in tool:
                        jsonschema.Draft202012Validator.check_schema(tool[part])
                        found[tool["name"], part] = jsonschema.Draft202012Validator(tool[part])
    assert len(found) >= 15, found.keys()
    return found


def check(file, schemas):
    """The lines of one process; gives how many those are, and how many of them are errors"""
    asked, errors = {}, 0
    for line in file.with_suffix(".asked").read_bytes().split(b"\n"):
        message = read(line)
        if isinstance(message.get("id"), (str, int)):
            asked[message["id"]] = message
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    # Without a handshake the revision is the newest.
    hands = [one["result"]["protocolVersion"] for one in lines if "protocolVersion" in one.get("result", {})]
    version = hands[0] if hands else VERSION
    for message in lines:
        if "error" in message:
            ERRORS[version].model_validate(message)
            # The types take null for an id; the protocol's schema does not.
            assert "id" not in message or isinstance(message["id"], (str, int)), message
            errors += 1
            continue
        jsonrpc.jsonrpc_message_adapter.validate_python(message)
        if "method" in message:
            methods.SERVER_NOTIFICATIONS[message["method"], version].model_validate(message)
            continue
        request = asked[message["id"]]
        params = request.get("params") or {}
        spoken = (params.get("_meta") or {}).get("io.modelcontextprotocol/protocolVersion", version)
        result = message["result"]
        methods.validate_server_result(request["method"], spoken, result)
        assert (result.get("resultType") == "complete") == (spoken == VERSION), message
        if request["method"] != "tools/call":
            continue
        name, text = params["name"], result["content"][0]["text"]
        if not result.get("isError"):
            schemas[name, "inputSchema"].validate(params["arguments"])
            if (name, "outputSchema") in schemas:
                schemas[name, "outputSchema"].validate(result["structuredContent"])
        if "structuredContent" in result:
            assert json.loads(text) == result["structuredContent"], message
    return len(lines), errors


def check_all(folder):
    """All that was kept; gives the number of processes, lines, and errors among those"""
    folder = pathlib.Path(folder)
    listed = schemas(folder)
    counts = [check(file, listed) for file in sorted(folder.glob("*.answered"))]
    return len(counts), sum(lines for lines, _ in counts), sum(errors for _, errors in counts)


if __name__ == "__main__":
    processes, lines, errors = check_all(sys.argv[1])
    assert lines > 1_000 and errors > 1_000, (lines, errors)
    print(f"wire: all {lines} lines of {processes} processes are of the protocol, {errors} errors among them")
