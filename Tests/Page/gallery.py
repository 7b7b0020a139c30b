#!/usr/bin/env python3
"""Opens the gallery of `imgsearch browse` in a real browser, and does what a person would.

    gallery.py PROGRAM FIXTURES SERVICES [CHECK...]

SERVICES is the built FixtureServices, which plays the photo services on this machine. Needs
playwright and axe-playwright-python from PyPI, and chromium. Nothing is asked of any other host.
"""
import functools, json, os, re, shutil, signal, subprocess, sys, tempfile, threading, time, pathlib
from browsing import listen, png, run, violations

program, fixtures, services = sys.argv[1:4]


@functools.cache
def picture_hosts():
    """Where the recordings say that pictures are"""
    text = "".join(one.read_text() for one in pathlib.Path(fixtures).glob("*.har"))
    return set(re.findall(r"https://([a-z0-9._-]+)/", text))


class Services:
    """The photo services on this machine"""
    def __init__(self):
        self.process = subprocess.Popen(
            [services, fixtures], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.environment = {}
        while line := self.process.stdout.readline().strip():
            name, value = line.split("=", 1)
            self.environment[name] = value
        for name in ("UNSPLASH_ACCESS_KEY", "FLICKR_API_KEY", "PEXELS_API_KEY", "PIXABAY_API_KEY"):
            self.environment[name] = "made-up"

    def tell(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def asked(self):
        return json.loads(self.tell("asked"))

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)


class Gallery:
    """The program, and a window of a browser that shows its page; what goes wrong in it is kept"""
    def __init__(self, browser, *options, environment=None, scheme="light", width=1280, height=900):
        self.home = pathlib.Path(tempfile.mkdtemp())
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], **(environment or {})}
        self.browser, self.scheme, self.size = browser, scheme, (width, height)
        self.source = [] if environment else ["--replay", fixtures]
        self.process = subprocess.Popen(
            [program, "browse", "--no-open", "-o", str(self.home / "out"), *self.source, *options],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.origin = self.address.split("/", 3)[2]
        self.errors = []
        threading.Thread(
            target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        self.page = self.window()

    def window(self):
        self.troubles, self.asked = [], []
        self.context = self.browser.new_context(
            viewport={"width": self.size[0], "height": self.size[1]}, color_scheme=self.scheme)
        page = self.context.new_page()
        listen(page, self.troubles)
        page.on("request", lambda request: self.asked.append(request.url))
        # Pictures that are nowhere on this machine
        page.route(re.compile("^https:"), lambda route: route.fulfill(
            body=png(route.request.url), content_type="image/png"))
        return page

    def imgsearch(self, *arguments, text=None):
        source = self.source if arguments[0] not in ("favorites", "history") else []
        done = subprocess.run(
            [program, *arguments, *source], env=self.environment, input=text, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def open(self, query=""):
        self.page.goto(self.address.split("?")[0] + query)
        return self.page

    def until(self, condition, seconds=30):
        """Waits for an expression of the page; its policy lets nothing be evaluated in it but this"""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.page.evaluate(f"Boolean({condition})"):
                    return
            except Exception as problem:  # the page is being left
                if "navigation" not in str(problem) and "destroyed" not in str(problem):
                    raise
            self.page.wait_for_timeout(25)
        raise AssertionError(f"not within {seconds} s: {condition}")

    def found(self):
        """The ids of all photos of the list, whether they stand in the document or not"""
        return self.page.evaluate("views.list().map(({ photo }) => photo.id)")

    def kept(self, count):
        """The favorites of the terminal, once there are so many: a heart is shown at once, and written then"""
        for _ in range(50):
            lines = self.imgsearch("favorites", "-f", "ndjson").splitlines()
            if len(lines) >= count:
                break
            self.page.wait_for_timeout(100)
        return [json.loads(line)["id"] for line in lines]

    def has_ended(self):
        return "That's all" in self.page.locator("#below").inner_text()

    def scroll_to_end(self, most=120):
        for _ in range(most):
            if self.has_ended():
                return
            self.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            self.page.wait_for_timeout(80)
        raise AssertionError(self.page.locator("#below").inner_text())

    def interrupt(self):
        start = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=10)
        return code, time.monotonic() - start

    def close(self, expected=()):
        if self.process.poll() is None:
            code, _ = self.interrupt()
            assert code == 130, code
        troubles = [one for one in self.troubles if not any(part in one for part in expected)]
        assert not troubles, troubles[:3]
        own = [f"http://{self.origin}/", "data:", "blob:"] + [
            value.rsplit("/", 1)[0] for name, value in self.environment.items() if name.endswith("_URL")]
        own += [f"https://{host}/" for host in picture_hosts()] if "--replay" not in self.source else []
        strangers = [url for url in self.asked if not any(url.startswith(one) for one in own)]
        assert not strangers, strangers[:3]
        self.context.close()
        shutil.rmtree(self.home, ignore_errors=True)


def journey(browser):
    """Welcome, kit, kittens, the true end, favorites, download, back and forward, on Fixtures"""
    gallery = Gallery(browser)
    page = gallery.open()
    page.wait_for_selector(".card img")
    assert page.locator("#wall").is_visible()
    field = page.locator("#words")
    field.press_sequentially("kit", delay=30)
    gallery.until("location.search === '?q=kit'")
    page.wait_for_selector(".card img")
    kits = gallery.found()
    assert kits == [json.loads(line)["id"] for line in gallery.imgsearch(
        "kit", "-f", "ndjson", "--no-history").splitlines()][:len(kits)] and len(kits) >= 30, len(kits)
    field.press_sequentially("tens", delay=30)
    gallery.until("location.search === '?q=kittens'")
    gallery.until("document.querySelectorAll('.card').length > 5")
    gallery.scroll_to_end()
    whole = [json.loads(line)["id"] for line in gallery.imgsearch(
        "kittens", "-n", "2000", "-f", "ndjson", "--no-history").splitlines()]
    assert gallery.found() == whole, (len(gallery.found()), len(whole))

    page.evaluate("scrollTo(0, 0)")
    page.locator(".card .heart").nth(1).click()
    page.wait_for_selector(".card .heart[aria-pressed=true]")
    assert gallery.kept(1) == [whole[1]]
    gallery.imgsearch("favorites", "add", whole[3])
    gallery.until("document.querySelectorAll('.card .heart[aria-pressed=true]').length === 2")

    page.locator(".card .open").nth(0).click()
    gallery.until("document.getElementById('detail').open")
    assert page.url.endswith("#" + whole[0].replace(":", "%3A")) or whole[0] in page.url, page.url
    page.locator("#download").click()
    gallery.until(
        "[...document.querySelectorAll('#detail *')].some(one => /^Saved/.test(one.textContent))")
    saved = sorted(one.name for one in (gallery.home / "out").iterdir())
    assert len(saved) == 2 and "credits.csv" in saved, saved
    assert whole[0] in (gallery.home / "out" / "credits.csv").read_text()
    page.keyboard.press("ArrowRight")
    gallery.until(f"location.hash.includes({json.dumps(whole[1].split(':')[1])})")
    title = page.locator("#title").inner_text()
    page.reload()
    gallery.until("document.getElementById('detail').open")
    assert page.locator("#title").inner_text() == title
    page.keyboard.press("Escape")
    gallery.until("!document.getElementById('detail').open")

    page.locator("#to-favorites").click()
    gallery.until("location.search === '?view=favorites'")
    gallery.until("document.querySelectorAll('.card').length === 2")
    page.locator("#to-history").click()
    page.wait_for_selector("#past :text('kittens')")
    assert "kittens" in gallery.imgsearch("history")
    page.go_back()
    gallery.until("location.search === '?view=favorites'")
    page.go_back()
    gallery.until("location.search === '?q=kittens'")
    page.wait_for_selector(".card")
    page.go_forward()
    gallery.until("location.search === '?view=favorites'")
    # A photo that is in no list
    gallery.open(f"?view=favorites#{whole[9]}")
    gallery.until("document.getElementById('detail').open")
    gallery.close()


def typing(browser):
    """With 300 ms of latency: one search for what is typed, each page once, the old search ended"""
    live = Services()
    live.tell("latency 300")
    gallery = Gallery(browser, "-v", environment=live.environment)
    page = gallery.open()
    gallery.until("!document.getElementById('below').innerText.includes('Loading')")
    live.tell("forget")
    page.locator("#words").press_sequentially("kittens", delay=100)
    page.wait_for_selector(".card img")
    page.wait_for_timeout(300)
    # The list of the welcome is on its way too.
    words = [one for one in live.asked() if re.search(r"[?&](query|q|text|gsrsearch)=", one)]
    assert words and all("kittens" in one for one in words), words
    firsts = [one for one in words if not re.search(r"[?&](page|sroffset|gsroffset|continue)=[2-9]", one)]
    assert len(firsts) <= 6, firsts  # of six providers

    # A new search while the old one is under way
    live.tell("fault openverse hang")
    live.tell("fault flickr hang")
    gallery.errors.clear()
    page.locator("#words").fill("harbor")
    page.keyboard.press("Enter")
    for _ in range(50):
        if any("flickr" in one and "harbor" in one for one in live.asked()):
            break
        page.wait_for_timeout(20)
    page.locator("#words").fill("kit")
    page.keyboard.press("Enter")
    for _ in range(100):
        if any("no answer" in line and "harbor" in line for line in list(gallery.errors)):
            break
        page.wait_for_timeout(20)
    ended = [line for line in list(gallery.errors) if "no answer" in line and "harbor" in line]
    assert ended, gallery.errors
    live.tell("latency 300")
    live.tell("forget")
    page.locator("#words").fill("harbor")
    page.keyboard.press("Enter")
    page.wait_for_selector(".card")
    gallery.scroll_to_end()
    asked = [one for one in live.asked() if "/pictures/" not in one]
    assert len(set(asked)) == len(asked), sorted(asked)

    gallery.close()

    # From Enter to the first picture in its place, as the page itself sees it, each time from nothing
    times = []
    for _ in range(3):
        gallery = Gallery(browser, environment=live.environment)
        page = gallery.open("?view=favorites")
        page.wait_for_timeout(500)
        page.locator("#words").fill("kittens")
        times.append(round(page.evaluate("""async () => {
          const field = document.getElementById("words");
          const start = performance.now();
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          for (;;) {
            await new Promise(requestAnimationFrame);
            const image = document.querySelector("#photos .card img");
            if (image && image.complete && image.naturalWidth) return performance.now() - start;
          }
        }""")))
        gallery.close()
    print(f"        from Enter to the first picture in its place, at 300 ms of latency: {times} ms")
    live.close()


def states(browser):
    """A provider that hangs, fails, is out of quota; Ctrl-C while it loads"""
    live = Services()
    for service, fault in (("flickr", "hang"), ("unsplash", "broken"), ("openverse", "quota")):
        live.tell(f"fault {service} {fault}")
    gallery = Gallery(browser, "--patience", "8", environment=live.environment)
    page = gallery.open("?q=kittens")
    page.wait_for_selector(".card")
    gallery.until("/out of quota/.test(document.getElementById('providers').innerText)")
    gallery.until("/failed/.test(document.getElementById('providers').innerText)")
    words = page.locator("#providers").inner_text()
    assert re.search("Flickr\\s*(waiting|slow)", words), words
    reasons = page.locator("#reasons").inner_text()
    assert "try again" in reasons, reasons
    page.locator("#words").fill("harbor")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    code, seconds = gallery.interrupt()
    assert code == 130 and seconds < 2, (code, seconds)
    page.wait_for_selector("#trouble:not([hidden])")
    assert "ended" in page.locator("#trouble").inner_text()
    gallery.close(expected=("ERR_", "Failed to load"))
    live.close()


def accessible(browser):
    """No violation that axe knows, on welcome, results, detail, favorites, history, light and dark"""
    for scheme in ("light", "dark"):
        for width in (390, 1280):
            gallery = Gallery(browser, scheme=scheme, width=width)
            page = gallery.page
            lines = gallery.imgsearch("harbor", "-n", "6", "-f", "ndjson")
            gallery.imgsearch("favorites", "import", "-", text=lines)
            for query in ("", "?q=kittens", "?q=kittens&license=commercial#detail", "?view=favorites",
                          "?view=history"):
                gallery.open(query.split("#")[0])
                page.wait_for_selector("#past:not([hidden])" if "history" in query else ".card")
                if "#" in query:
                    page.locator(".card .open").nth(1).click()
                    page.wait_for_timeout(600)
                found = violations(page)
                assert not found, (scheme, width, query, found)
                inside = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert inside, (width, query)
            gallery.close()


def keyboard(browser):
    """The whole way by keyboard alone"""
    gallery = Gallery(browser)
    page = gallery.open("?view=history")
    page.wait_for_selector("#past:not([hidden])")
    page.keyboard.press("Tab")
    page.keyboard.press("/")
    page.keyboard.type("harbor", delay=10)
    page.keyboard.press("Enter")
    page.wait_for_selector(".card")
    def tab_to(condition):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(f"(one => {condition})(document.activeElement)"):
                return
        raise AssertionError(condition)
    tab_to("one.className === 'open'")
    page.keyboard.press("Enter")
    gallery.until("document.getElementById('detail').open")
    tab_to("one.id === 'heart'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#heart[aria-pressed=true]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    gallery.until("!document.getElementById('detail').open")
    assert len(gallery.kept(1)) == 1
    gallery.close()


def figures(browser):
    """Memory, longest task and frames while 5,000 photos are scrolled through"""
    gallery = Gallery(browser)
    rows = [json.loads(line) for line in gallery.imgsearch("kittens", "-n", "300", "-f", "ndjson").splitlines()]
    photos = []
    for number in range(5000):
        photo = dict(rows[number % len(rows)])
        service = photo["id"].split(":")[0]
        photo["id"] = photo["origin"] = f"{service}:{number}x{photo['id'].split(':')[1]}"
        photos.append(json.dumps(photo))
    gallery.imgsearch("favorites", "import", "-", text="\n".join(photos))
    page = gallery.open("?view=favorites")
    gallery.until("views.list().length === 5000", seconds=60)
    page.wait_for_timeout(500)
    measured = page.evaluate("""async () => {
      const seen = { task: 0, shift: 0 };
      new PerformanceObserver(list => list.getEntries().forEach(one => { seen.task = Math.max(seen.task, one.duration); }))
        .observe({ type: "longtask", buffered: true });
      new PerformanceObserver(list => list.getEntries().forEach(one => { if (!one.hadRecentInput) seen.shift += one.value; }))
        .observe({ type: "layout-shift", buffered: true });
      const frames = [];
      let last = performance.now();
      for (let step = 0; step < 300; step += 1) {
        scrollBy(0, 400);
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
      }
      frames.sort((one, other) => one - other);
      return { ...seen, median: frames[150], slow: frames.filter(one => one > 50).length,
               cards: document.querySelectorAll(".card").length,
               heap: performance.memory ? performance.memory.usedJSHeapSize / 1e6 : 0 };
    }""")
    status = pathlib.Path(f"/proc/{gallery.process.pid}/status")
    peak = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    print(f"        5,000 photos: program {int(peak[1]) // 1024 if peak else '?'} MB, page {measured['heap']:.0f} MB, "
          f"{measured['cards']} cards in the document, longest task {measured['task']:.0f} ms, "
          f"median frame {measured['median']:.0f} ms, {measured['slow']} of 300 frames over 50 ms, "
          f"layout shift {measured['shift']:.4f}")
    assert measured["cards"] < 300, measured
    gallery.close()


run([journey, typing, states, accessible, keyboard, figures], sys.argv[4:])
