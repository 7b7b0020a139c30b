#!/usr/bin/env python3
"""Twenty tasks in words, each with the calls that a sensible assistant makes of it, and what they cost.

    tasks.py PROGRAM FIXTURES SERVICES

FIXTURES has photos that are pleasant to look at, SERVICES is the built FixtureServices. Needs mcp 2 and
jsonschema from PyPI; nothing is asked of any other host. Every call is held against the schema that its
tool has told before, and so is every answer. For each task the calls and the requests of services are
counted, and are the same each time.
"""
import asyncio, base64, http.server, json, os, subprocess, sys, threading, urllib.parse
import jsonschema
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from serving import Services, Wire

program, fixtures, services = sys.argv[1:4]


class Lights(http.server.BaseHTTPRequestHandler):
    """An Openverse on this machine with lists by author and by tag, similar photos, and a daily quota"""
    protocol_version = "HTTP/1.1"
    asked = []
    authors = ["Ines Falk", "Jo Ahrens", "Runa Dahl"]

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.asked.append(self.path)
        place = urllib.parse.urlsplit(self.path)
        items = {name: values[0].strip('"') for name, values in urllib.parse.parse_qs(place.query).items()}
        rows = [self.row(number) for number in range(240)]
        if "creator" in items:
            rows = [row for row in rows if row["creator"] == items["creator"]][:20]
        if "tags" in items:
            rows = [row for row in rows if items["tags"] in [tag["name"] for tag in row["tags"]]][:20]
        if place.path.endswith("/related/"):
            rows = rows[100:110]
        page = int(items.get("page", 1))
        pages = -(-len(rows) // 20)
        body = json.dumps({"result_count": len(rows), "page_count": pages, "page": page, "page_size": 20,
                           "results": rows[20 * page - 20:20 * page]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("x-ratelimit-limit-anon_sustained", "200/day")
        self.send_header("x-ratelimit-available-anon_sustained", str(200 - len(self.asked)))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def row(self, number):
        license = ["by", "by-nc", "cc0", "by-sa"][number % 4]
        return {
            "id": f"00000000-0000-4000-8000-{number:012}", "title": f"Lighthouse {number}",
            "foreign_landing_url": f"https://lights.example/{number}", "url": f"https://lights.example/{number}.jpg",
            "thumbnail": f"https://lights.example/{number}-thumb.jpg", "creator": self.authors[number % 3],
            "creator_url": None, "license": license, "license_version": "1.0" if license == "cc0" else "4.0",
            "license_url": None, "provider": "lights", "source": "lights", "width": 4000, "height": 3000,
            "tags": [{"name": "fog"}] if number % 5 == 0 else [{"name": "sea"}], "mature": False}


class Assistant:
    """A client that only knows what the tools tell of themselves, and counts its calls"""
    def __init__(self, client):
        self.client, self.calls = client, 0

    async def begin(self):
        tools = (await self.client.list_tools()).tools
        self.tools = {tool.name: tool for tool in tools}
        return tools

    async def call(self, name, refused=False, **arguments):
        """The object of an answer, or its blocks where it has pictures; its words where it is refused"""
        tool = self.tools[name]
        jsonschema.Draft202012Validator(tool.input_schema).validate(arguments)
        self.calls += 1
        result = await self.client.call_tool(name, arguments)
        text = result.content[0].text
        assert bool(result.is_error) == refused, (name, arguments, text)
        for option in ("--", "imgsearch more", "imgsearch search"):
            assert option not in text, text
        if refused:
            return text
        if tool.output_schema is None:
            return result.content
        jsonschema.Draft202012Validator(tool.output_schema).validate(result.structured_content)
        return result.structured_content


def ids(answer):
    return [photo["id"] for photo in answer["photos"]]


def terms(answer):
    return {one["id"]: one for one in answer["terms"]}


TASKS = []


def task(words, calls, requests, lights=False):
    """A task in words, with the calls and requests that it takes

    With `lights` it is for the server whose Openverse is that of lighthouses.
    """
    def add(body):
        TASKS.append((words, calls, requests, lights, body))
        return body
    return add


@task("A picture of a harbor for our shop's page", 1, 5)
async def find(it, seen):
    found = await it.call("search_photos", words="harbor", license=["commercial"], count=5)
    assert len(found["photos"]) == 5 and all("sell" in terms(found)[one["license"]]["may"] for one in found["photos"])
    assert all(one["credit"] and one["page"].startswith("https://") for one in found["photos"])


@task("Show me kittens", 1, 8)
async def kittens(it, seen):
    seen["list"] = await it.call("search_photos", words="kittens", count=30)
    assert len(seen["list"]["photos"]) == 30
    assert not any("credit" in one for one in seen["list"]["photos"]) and all("page" in one for one in seen["list"]["photos"])


@task("More of them, but nothing of Flickr", 1, 0)
async def without(it, seen):
    more = await it.call("search_photos", cursor=seen["list"]["next"], providers=["-flickr"], count=10)
    assert more["photos"] and not set(ids(more)) & set(ids(seen["list"]))
    assert not any(id.startswith("flickr:") for id in ids(more)), ids(more)


@task("And now of NASA, too", 2, 1)
async def other(it, seen):
    words = await it.call("search_photos", refused=True, cursor=seen["list"]["next"], providers=["nasa"])
    assert "providers" in words and "search again" in words, words
    found = await it.call("search_photos", words="kittens", providers=["nasa"], count=3)
    assert all(id.startswith("nasa:") for id in ids(found)) and found["photos"]


@task("Kittens in a wide picture, at least 3000 pixels", 1, 6)
async def wide(it, seen):
    found = await it.call("search_photos", words="kittens", orientation="landscape", min_width=3000, count=6)
    for photo in found["photos"]:
        width, height = map(int, photo["size"].split("×"))
        assert width >= 3000 and width > height, photo


@task("May I print this one on a mug and sell it?", 1, 3)
async def mug(it, seen):
    photo = next(one for one in seen["list"]["photos"] if "-NC" in one["license"])
    shown = await it.call("show_photo", id=photo["id"])
    answer = terms(shown)[shown["photos"][0]["license"]]
    assert answer["mark"] == "limited" and "sell" not in answer["may"] and "credit" in answer["must"], answer


@task("And which of the others may I?", 0, 0)
async def mugs(it, seen):
    known = terms(seen["list"])
    free = [one["id"] for one in seen["list"]["photos"] if "sell" in known[one["license"]]["may"]]
    assert free and all(one["mark"] in ("free", "free with credit", "limited", "ask") for one in known.values())
    seen["five"] = free[:5]


@task("Credits for these five", 1, 0)
async def five(it, seen):
    told = await it.call("credit_photos", ids=seen["five"])
    assert [one["id"] for one in told["credits"]] == seen["five"] and not told["failed"]


@task("The first one's credit for a web page", 1, 0)
async def html(it, seen):
    told = await it.call("credit_photos", id=seen["five"][0], format="html")
    assert "<a href=" in told["credits"][0]["credit"]


@task("Put four of them side by side: which is the nicest?", 1, 4)
async def side_by_side(it, seen):
    blocks = await it.call("look_at_photos", ids=seen["five"][:4])
    assert [block.type for block in blocks] == ["text", "image"] * 4, blocks
    assert [block.text.split(":")[0] for block in blocks[::2]] == ["1", "2", "3", "4"]
    assert all(len(base64.b64decode(block.data)) <= 20_000 for block in blocks[1::2])


@task("Save the second and the third", 1, 2)
async def save(it, seen):
    saved = await it.call("download_photos", ids=seen["five"][1:3])
    assert len(saved["files"]) == 2 and all(one["isNew"] for one in saved["files"])
    assert (seen["folder"] / saved["files"][0]["file"]).is_file() and (seen["folder"] / "credits.csv").is_file()


@task("Keep these two for the header", 1, 0)
async def keep(it, seen):
    kept = await it.call("favorites", action="add", ids=seen["five"][:2], collection="Header")
    assert kept["added"] == seen["five"][:2]


@task("What have I kept?", 1, 0)
async def kept(it, seen):
    told = await it.call("favorites")
    assert ids(told) == seen["five"][:2] and told["total"] == 2
    assert told["collections"] == [{"name": "Header", "count": 2}]


@task("Take the first out; no, put it back", 2, 0)
async def undo(it, seen):
    told = await it.call("favorites", action="remove", ids=[seen["five"][0]])
    assert told["removed"] == [{"id": seen["five"][0], "collections": ["Header"]}], told
    one = told["removed"][0]
    assert (await it.call("favorites", action="add", ids=[one["id"]], collection=one["collections"][0]))["added"] == [one["id"]]


@task("Call the collection Page, and then dissolve it", 2, 0)
async def dissolve(it, seen):
    await it.call("favorites", action="rename", collection="Header", new_name="Page")
    told = await it.call("favorites", action="remove", collection="Page")
    assert {one["id"] for one in told["removed"]} == set(seen["five"][:2])


@task("What do the services show today?", 1, 3)
async def today(it, seen):
    assert (await it.call("list_photos", count=6))["photos"]


@task("Photos by Ines Falk, and more of them", 2, 1, lights=True)
async def author(it, seen):
    found = await it.call("list_photos", author="Ines Falk", providers=["openverse"], count=3)
    more = await it.call("list_photos", cursor=found["next"], count=3)
    assert {one["author"] for one in found["photos"] + more["photos"]} == {"Ines Falk"}
    assert not set(ids(found)) & set(ids(more))
    seen["light"] = ids(found)[0]


@task("Something tagged fog", 1, 1, lights=True)
async def tagged(it, seen):
    assert (await it.call("list_photos", tag="fog", providers=["openverse"], count=3))["photos"]


@task("More like that lighthouse", 1, 1, lights=True)
async def similar(it, seen):
    found = await it.call("similar_photos", id=seen["light"], count=4)
    assert found["photos"] and seen["light"] not in ids(found)
    assert any("openverse's own list of photos like" in line for line in found["notices"]), found["notices"]


@task("Lighthouses of 20,000 pixels: is it worth the quota?", 2, 10, lights=True)
async def rare(it, seen):
    found = await it.call("search_photos", words="lighthouse", providers=["openverse"], min_width=20000)
    assert found["requests"] == 5 and not found["photos"] and found["next"]
    assert any(line.startswith("stopped after 5 pages of openverse") for line in found["notices"]), found["notices"]
    assert any("leave out `min_width`" in line for line in found["notices"]), found["notices"]
    assert found["quota"][0].startswith("openverse: ") and "200" in found["quota"][0], found["quota"]
    more = await it.call("search_photos", cursor=found["next"], providers=["openverse"])
    assert more["requests"] == 5


@task("What did I look for the other day?", 1, 0)
async def earlier(it, seen):
    told = await it.call("search_history", words="Harb")
    assert [one["words"] for one in told["searches"]] == ["harbor"]
    assert told["searches"][0]["options"][:2] == ["providers flickr", "license by"], told


async def main():
    lights = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Lights)
    threading.Thread(target=lights.serve_forever, daemon=True).start()
    playing = Services(services, fixtures)

    def requests():
        return len(playing.asked()) + len(Lights.asked)

    def server(*options, environment):
        wire = Wire(program, *options, environment=environment)
        return wire, StdioServerParameters(command=wire.command[0], args=wire.command[1:], env=wire.environment)

    wire, parameters = server("--history", "--patience", "forever", environment=playing.environment)
    subprocess.run(
        [program, "harbor", "--license", "by", "-p", "flickr", "--replay", fixtures], check=True, capture_output=True,
        env={"HOME": str(wire.home), "PATH": os.environ["PATH"]})
    seen = {"folder": wire.folder}
    light = {"OPENVERSE_API_URL": f"http://127.0.0.1:{lights.server_port}/v1"}
    _, others = server("-p", "openverse", environment=light)
    async with Client(parameters) as client, Client(others) as second:
        its = [Assistant(client), Assistant(second)]
        tools = await its[0].begin()
        await its[1].begin()
        size = len(json.dumps([tool.model_dump(by_alias=True, exclude_none=True) for tool in tools],
                              ensure_ascii=False, separators=(",", ":")).encode())
        assert len(tools) == 9 and size <= 14_000, (len(tools), size)
        for tool in tools:
            example = json.loads(tool.description.split("Example: ")[1])
            jsonschema.Draft202012Validator(tool.input_schema).validate(example)
        print(f"  tools/list: {size} bytes of {len(tools)} tools")
        differing = []
        for words, calls, asked, isOfLights, body in TASKS:
            it = its[isOfLights]
            before, it.calls = requests(), 0
            await body(it, seen)
            used = requests() - before
            print(f"  {words}: {it.calls} calls, {used} requests")
            if (it.calls, used) != (calls, asked): differing.append((words, it.calls, used))
    assert len(TASKS) >= 20 and not differing, differing
    _, parameters = server("--read-only", environment=light)
    async with Client(parameters) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["search_photos", "list_photos", "similar_photos", "show_photo", "look_at_photos", "credit_photos"]
    print(f"tasks: {len(TASKS)} tasks in words")


asyncio.run(main())
