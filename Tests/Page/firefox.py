#!/usr/bin/env python3
"""Opens the page in one file and the gallery in Firefox, and looks at what differs from Chromium.

    firefox.py PROGRAM FIXTURES

Needs Firefox, which it drives by WebDriver BiDi, and websockets from PyPI. Pictures are drawn here:
nothing is asked of any other host.
"""
import atexit, base64, contextlib, json, os, pathlib, re, shutil, subprocess, sys, tempfile, time, traceback
import websockets.sync.client
from drawing import cut, png
from endless import Endless, scroll, until_seen

program, fixtures = sys.argv[1:3]
# How long what has to come may take, in seconds: a limit for what hangs
patience = 60
home = pathlib.Path(tempfile.mkdtemp())
atexit.register(shutil.rmtree, home, ignore_errors=True)
environment = {"HOME": str(home), "PATH": os.environ["PATH"]}


class Firefox:
    """A Firefox of its own, without a window; what goes wrong in its pages is kept"""
    preferences = {
        "browser.zoom.full": False, "network.dns.disabled": True, "app.update.disabledForTesting": True,
        "datareporting.policy.dataSubmissionEnabled": False, "browser.shell.checkDefaultBrowser": False}

    def __init__(self):
        self.open_ends = contextlib.ExitStack()
        profile = pathlib.Path(tempfile.mkdtemp(dir=home))
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.preferences.items()))
        path = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))))
        log = profile / "log"
        with log.open("w") as output:
            self.process = subprocess.Popen(
                [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0",
                 "--remote-allow-system-access"], env=environment, stdout=output, stderr=output)
        atexit.register(self.process.kill)
        end = time.monotonic() + patience
        while not (address := re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text())):
            assert self.process.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        self.socket = self.open_ends.enter_context(
            websockets.sync.client.connect(address[1] + "/session", max_size=None))
        self.last, self.troubles, self.asked = 0, [], []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self.call("network.addIntercept", phases=["beforeRequestSent"], urlPatterns=[{"type": "pattern", "protocol": "https"}])
        self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]
        # The browser's own window, for what only a person can choose
        self.window = self.call("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]

    def call(self, method, **parameters):
        self.last += 1
        mine = self.last
        self.socket.send(json.dumps({"id": mine, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=patience))
            if message["type"] == "event":
                self.note(message["method"], message["params"])
            elif message["id"] == mine:
                assert message["type"] == "success", message
                return message["result"]

    def note(self, event, told):
        if event == "log.entryAdded" and told["level"] in ("error", "warn"):
            self.troubles.append(told["text"])
        if event == "network.beforeRequestSent" and told["isBlocked"]:
            url = told["request"]["url"]
            self.asked.append(url)
            self.last += 1
            self.socket.send(json.dumps({"id": self.last, "method": "network.provideResponse", "params": {
                "request": told["request"]["request"], "statusCode": 200,
                "headers": [{"name": "Content-Type", "value": {"type": "string", "value": "image/png"}}],
                "body": {"type": "base64", "value": base64.b64encode(png(url)).decode()}}}))

    def open(self, address, width=1280, height=900):
        self.call("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})
        self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def value(self, expression, context=None):
        """What a JSON value is in the page"""
        told = self.call(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression}) ?? null))()",
            target={"context": context or self.page}, awaitPromise=True)
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def until(self, condition):
        end = time.monotonic() + patience
        while not self.value(f"Boolean({condition})"):
            assert time.monotonic() < end, f"not within {patience} s: {condition}"
            time.sleep(0.05)

    def zoom_text(self, factor):
        """As a person does who chooses to zoom text only"""
        self.value(f"gBrowser.selectedBrowser.browsingContext.textZoom = {factor}", self.window)

    def close(self):
        self.process.kill()
        self.open_ends.close()


def imgsearch(*arguments):
    done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def look(firefox):
    """Cards with pictures, a detail that opens, steps and closes, captions that nothing cuts"""
    firefox.until("document.querySelectorAll('.card img.here').length > 5")
    firefox.value("document.querySelector(\".card[aria-posinset='3'] .open\").click()")
    firefox.until("$dom.byId('detail').open && $dom.byId('title').innerText && document.querySelector('.frame img')")
    firefox.until("document.querySelector('.frame.here')")
    first = firefox.value("$dom.byId('title').innerText")
    firefox.value("$dom.byId('next').click()")
    firefox.until(f"$dom.byId('title').innerText !== {json.dumps(first)} && document.querySelector('.frame.here')")
    firefox.value("$dom.byId('close').click()")
    firefox.until("!$dom.byId('detail').open && !location.hash")
    assert firefox.value(cut) == [], firefox.value(cut)


def file_page(firefox):
    """The page in one file: cards, detail, its place after a reload, text of twice the size"""
    file = home / "page.html"
    file.write_text(imgsearch("kittens", "-p", "flickr,unsplash", "--replay", fixtures, "-n", "60", "-f", "html"))
    firefox.open(file.as_uri())
    look(firefox)
    firefox.value("scrollTo(0, 2000)")
    firefox.until("history.state?.scroll === 2000")
    firefox.call("browsingContext.reload", context=firefox.page, wait="complete")
    firefox.until("scrollY === 2000 && document.querySelector('.card')")
    zoomed(firefox, file.as_uri())


def gallery(*options, **more):
    """The address of a gallery"""
    process = subprocess.Popen(
        [program, "browse", "--no-open", "-o", str(home / "out"), *options],
        env={**environment, **more}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    atexit.register(process.kill)
    return process.stdout.readline().strip()


def gallery_page(firefox):
    """The gallery: cards, detail, text of twice the size"""
    address = gallery("--replay", fixtures)
    firefox.open(address + "?q=kittens")
    look(firefox)
    zoomed(firefox, address + "?q=kittens")


def passing(firefox):
    """After a fast scroll the pictures in the window come within 4 s"""
    service = Endless(900, sends=6, pictured=0.2)
    firefox.open(gallery(**service.environment) + "?q=cats&provider=pexels")
    firefox.until("$views.list().length >= 30")
    firefox.value(f"({scroll})([3800, 330, 30])")
    took = firefox.value(f"({until_seen})()")
    print(f"        pictures in the window {took} ms after a fast scroll")
    assert took <= 4000, took
    service.close()


def standing(firefox):
    """Places stand within 200 ms of Enter; a picture alone, captions for the keyboard; none above its pixels, and zoom"""
    service = Endless(90, seconds=1, sends=6)
    firefox.open(gallery(**service.environment) + "?view=history", width=2560, height=1440)
    firefox.until("typeof $views !== 'undefined' && $views.asked()")
    took = []
    # The least of three: other browsers work beside this one.
    for words in ("dogs", "birds", "cats"):
        took.append(firefox.value("""(async words => {
          const [field, start] = [$dom.byId("words"), performance.now()];
          field.value = words;
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
          while (!document.querySelector("#awaited div")) await new Promise(requestAnimationFrame);
          return performance.now() - start;
        })""" + f"({json.dumps(words)})"))
        firefox.until("document.querySelectorAll('.card img.here').length > 5 && !document.querySelector('#awaited div')")
    assert min(took) <= 200, took
    words = "document.querySelector(\".card[aria-posinset='2'] .words\")"
    if firefox.value("document.body.dataset.captions === 'bare'"):
        firefox.value("document.activeElement.blur()")
        assert firefox.value(f"getComputedStyle({words}).clipPath") != "none"
        firefox.value(f"{words}.parentNode.querySelector('.open').focus()")
        assert firefox.value(f"getComputedStyle({words}).clipPath") == "none"
    else:
        assert firefox.value(f"{words}.offsetHeight") == 24
    firefox.value(f"{words}.parentNode.querySelector('.open').click()")
    # The drawn pictures have 8 by 6 pixels.
    firefox.until("document.querySelector('.frame.here')?.offsetWidth <= 8")
    for key, isZoomed in (("+", True), ("0", False)):
        firefox.value(f"document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
        firefox.until(f"$dom.byId('picture').classList.contains('zoomed') === {json.dumps(isZoomed)}")
    service.close()


def zoomed(firefox, address):
    """Text alone at twice its size, on a desk and on a phone"""
    height = "document.querySelector('.card .mark')?.getBoundingClientRect().height"
    for width in (1280, 390):
        firefox.open(address, width=width)
        firefox.until(height)
        usual = firefox.value(height)
        firefox.zoom_text(2)
        firefox.until(f"{height} > {1.8 * usual}")
        firefox.until(f"!{cut}.length")
        firefox.zoom_text(1)
        firefox.until(f"{height} === {usual} && !{cut}.length")


def attempt(check, tries=3):
    """Whether a check passes: what a busy machine was too slow for is tried again, twice"""
    start = time.monotonic()
    firefox = Firefox()
    try:
        check(firefox)
        assert not firefox.troubles, firefox.troubles[:3]
        print(f"ok      {check.__doc__} ({time.monotonic() - start:.0f} s)", flush=True)
        return True
    except Exception:
        print(f"FAILED  {check.__doc__}", "(once more)" if tries > 1 else "", flush=True)
        traceback.print_exc()
    finally:
        firefox.close()
    return tries > 1 and attempt(check, tries - 1)


passed = [attempt(check) for check in (file_page, gallery_page, passing, standing)]
sys.exit(not all(passed))
