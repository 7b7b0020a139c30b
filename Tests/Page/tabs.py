"""Several pages of one gallery at once, and a terminal beside them"""
import json
from browsing import card, press, until
from served import Gallery


class Streams:
    """Which pages listen for changes: each keeps a connection, of which a browser opens six"""
    def __init__(self, gallery):
        self.open = set()
        gallery.context.on("request", lambda request: self.note(request, True))
        gallery.context.on("requestfinished", lambda request: self.note(request, False))
        gallery.context.on("requestfailed", lambda request: self.note(request, False))

    def note(self, request, isOpen):
        if request.url.endswith("/api/changes"):
            (self.open.add if isOpen else self.open.discard)(request)

    def listener(self, page, but=None):
        """The page that listens, once it is the only one, and another than that"""
        def listening():
            return {one.frame.page for one in self.open if not one.frame.page.is_closed()}
        until(page, lambda: len(listening()) == 1 and but not in listening())
        return listening().pop()


def show(page, isShown):
    """Lets a page be seen, or not, as when another tab comes before it"""
    page.evaluate("""isHidden => {
      Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }""", not isShown)


def hearts(page):
    return page.evaluate("$views.list().filter($favorites.has).length")


def many(browser):
    """Eight pages at once: each loads and finds, all hear of the terminal's hearts, one listens"""
    gallery = Gallery(browser)
    found = [json.loads(line)["id"] for line in gallery.imgsearch("harbor", "-f", "ndjson").splitlines()]
    streams = Streams(gallery)
    pages = [gallery.page] + [gallery.tab() for _ in range(7)]
    for page in pages:
        page.goto(gallery.address)
        page.wait_for_selector(".card img")
    last = pages[-1]
    last.locator("#words").fill("harbor")
    last.keyboard.press("Enter")
    until(last, "location.search === '?q=harbor' && $views.list().length >= 5")
    for page in pages:
        page.goto(gallery.address + "?q=harbor")
        until(page, f"$views.list().some(({{ photo }}) => photo.id === '{found[0]}')")
    listener = streams.listener(last)
    gallery.imgsearch("favorites", "add", found[0])
    for page in pages:
        until(page, lambda: hearts(page) == 1)

    # Hidden, closed: another one listens in its place.
    show(listener, False)
    second = streams.listener(pages[0], but=listener)
    gallery.imgsearch("favorites", "add", found[1])
    seen = [page for page in pages if page != listener]
    for page in seen:
        until(page, lambda: hearts(page) == 2)
    assert hearts(listener) == 1
    show(listener, True)
    until(listener, lambda: hearts(listener) == 2)
    assert streams.listener(pages[0]) == second
    second.close()
    pages.remove(second)
    streams.listener(pages[0], but=second)
    gallery.imgsearch("favorites", "remove", found[0])
    for page in pages:
        until(page, lambda: hearts(page) == 1)

    code, _ = gallery.interrupt()
    assert code == 130
    for page in pages:
        until(page, "/has ended/.test($dom.byId('trouble').innerText)")
    gallery.close(expected=("ERR_", "Failed to load"))


def beside(browser):
    """What a terminal searches for and keeps comes into the lists that are open"""
    gallery = Gallery(browser)
    page = gallery.open("?view=history")
    page.wait_for_selector("#past .empty")
    found = [json.loads(line)["id"] for line in gallery.imgsearch("harbor", "-f", "ndjson").splitlines()]
    page.wait_for_selector("#past li :text('harbor')")
    gallery.open("?view=favorites")
    page.wait_for_selector("#outcome .said")
    for command, kept in (("add", [found[0]]), ("remove", [])):
        gallery.imgsearch("favorites", command, found[0])
        until(page, lambda: gallery.found() == kept)
    gallery.close()


def own(browser):
    """What one takes out of Favorites is no news: nothing comes back, and nothing else leaves"""
    gallery = Gallery(browser)
    page = gallery.page
    # The last has a second name, as what an aggregator found has.
    lines = [json.loads(line) for line in gallery.imgsearch("harbor", "-n", "6", "-f", "ndjson").splitlines()]
    lines[-1]["aliases"] = ["openverse:0d3ad9a4-4b5c-4f4c-8c6b-0a4a6a4b7d11"]
    gallery.imgsearch("favorites", "import", "-", text="\n".join(map(json.dumps, lines)))
    gallery.open("?view=favorites")
    gallery.loaded()
    names = gallery.found()
    before = page.evaluate("""() => new Promise(done => {
      window.told = [];
      $server.stream("changes", {}, null, (line) => { window.told.push(line); done(line); });
    })""")
    gallery.asked.clear()
    for number in (5, 1, 3):
        press(card(page, number), ".heart")
    gallery.until(lambda: len(gallery.imgsearch("favorites", "-f", "ndjson").splitlines()) == 3)
    # Told of once more as they were before, as by a page that was slow to tell
    page.evaluate("line => new BroadcastChannel(`changes ${location.pathname}`).postMessage({ line })", before)
    gallery.until("told.at(-1).favorites.length === 3")
    page.wait_for_timeout(500)
    hearts = page.evaluate("$views.list().map($favorites.has)")
    assert hearts == [True, False, True, False, True, False], hearts
    assert gallery.found() == names and not [one for one in gallery.asked if one.endswith("api/favorites")]
    # What others do is told.
    gallery.imgsearch("favorites", "remove", names[0])
    gallery.until(lambda: gallery.found() == [names[2], names[4]])
    gallery.close()


checks = [many, beside, own]
