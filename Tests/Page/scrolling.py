"""How lists go on while somebody scrolls, and how soon the photos begin"""
import http.server, json, threading, time, urllib.parse
from browsing import is_long, until
from served import Gallery


class Endless:
    """Plays Pexels on this machine, with as many photos as one likes, each answer after some time"""
    def __init__(self, photos, seconds=0.0):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                time.sleep(outer.seconds)
                asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
                body = json.dumps(outer.page(int(asked.get("page", 1)), int(asked.get("per_page", 15)))).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    self.wfile.write(body)
                except BrokenPipeError:  # nobody waits for it any more
                    pass

            def log_message(self, *_):
                pass

        self.photos, self.seconds = photos, seconds
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.environment = {
            "PEXELS_API_URL": f"http://127.0.0.1:{self.server.server_port}/v1", "PEXELS_API_KEY": "made-up"}

    def page(self, number, size):
        first = (number - 1) * size
        more = {"next_page": "there"} if first + size < self.photos else {}
        return {"page": number, "per_page": size, "total_results": self.photos, **more, "photos": [
            self.row(one) for one in range(first, min(first + size, self.photos))]}

    @staticmethod
    def row(number):
        width, height = 1200, (800, 900, 1500, 1200)[number % 4]
        picture = f"https://images.pexels.com/photos/{number + 1}/a.jpeg"
        return {
            "id": number + 1, "width": width, "height": height, "url": f"https://www.pexels.com/photo/a-{number + 1}/",
            "photographer": f"Person {number}", "photographer_url": "https://www.pexels.com/@person",
            "avg_color": f"#{number * 7919 % 0xFFFFFF:06X}", "alt": f"Photo number {number}",
            "src": {"small": picture + "?h=130", "medium": picture + "?h=350", "large2x": picture + "?w=940",
                    "original": picture}}

    def close(self):
        self.server.shutdown()


def endless_gallery(browser, service, **size):
    gallery = Gallery(browser, environment=service.environment, **size)
    page = gallery.open("?q=cats&provider=pexels")
    gallery.until("$views.list().length >= 30")
    return gallery, page


# Scrolls at so many pixels a second until there are so many photos, or so long; says what was seen
scroll = """async ([speed, photos, seconds]) => {
  const seen = { shift: 0, jumps: 0, footer: 0, said: 0, waited: 0, frames: [], batches: 0 };
  new PerformanceObserver(list => list.getEntries().forEach(one => { seen.shift += one.value; }))
    .observe({ type: "layout-shift" });
  const footer = document.querySelector("footer");
  const end = performance.now() + seconds * 1000;
  let [last, set, exact, before] = [performance.now(), scrollY, scrollY, ""];
  while ($views.list().length < photos && performance.now() < end) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    seen.frames.push(now - last);
    if (Math.abs(scrollY - set) > 1) seen.jumps += 1;
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    exact = (isAtEnd ? scrollY : exact) + speed * Math.min(now - last, 100) / 1000;
    last = now;
    if (footer.checkVisibility() && footer.getBoundingClientRect().top < innerHeight) seen.footer += 1;
    if (isAtEnd) seen.waited += 1;
    if (isAtEnd && $dom.byId("coming").checkVisibility({ visibilityProperty: true })) seen.said += 1;
    if (document.body.dataset.list !== before && (before = document.body.dataset.list) === "loading") seen.batches += 1;
    scrollTo(0, exact);
    set = scrollY;
    exact = Math.min(exact, set + 1);
  }
  const frames = seen.frames.sort((one, other) => one - other);
  return { ...seen, frames: frames.length, slow: frames.filter(one => one > 34).length,
           longest: frames.at(-1), photos: $views.list().length, cards: document.querySelectorAll(".card").length };
}"""


def slowly(browser):
    """At 1.2 s a page nobody who scrolls lands in the footer, nothing jumps, and more is said to come"""
    service = Endless(5000, seconds=1.2)
    gallery, page = endless_gallery(browser, service)
    seen = page.evaluate(scroll, [1250, 330, 60])
    print(f"        1.2 s a page, 1,250 px/s: {seen}")
    assert seen["photos"] >= 330 and not seen["footer"] and not seen["jumps"], seen
    assert seen["shift"] <= 0.01, seen
    # Faster than anybody answers
    seen = page.evaluate(scroll, [20000, seen["photos"] + 200, 30])
    assert seen["waited"] and seen["said"] >= seen["waited"] - 2, seen
    assert not seen["footer"] and not seen["jumps"] and seen["shift"] <= 0.01, seen
    gallery.close()
    service.close()


def swiftly(browser):
    """Who scrolls fast is given larger batches, and meets no footer"""
    # All 5,000 take a minute and a half; fewer show the same
    most = 5000 if is_long else 1000
    service = Endless(6000, seconds=0.1)
    gallery, page = endless_gallery(browser, service)
    seen = page.evaluate(scroll, [3800, most, 240])
    print(f"        {seen['photos']} photos at 3,800 px/s: {seen['slow']} of {seen['frames']} frames over 34 ms, "
          f"layout shift {seen['shift']:.4f}, {seen['batches']} batches, footer {'seen' if seen['footer'] else 'never seen'}, "
          f"{seen['waited']} frames at the end, {seen['cards']} cards")
    assert seen["photos"] >= most and not seen["footer"] and not seen["jumps"], seen
    assert seen["shift"] <= 0.01 and seen["batches"] < (most - 30) / 30, seen
    gallery.close()
    service.close()


def ending(browser):
    """At the true end, and there alone, the footer is there, and says what services ask for"""
    service = Endless(70)
    gallery, page = endless_gallery(browser, service)
    footer = page.locator("footer")
    assert not footer.is_visible()
    gallery.scroll_to_end()
    assert len(gallery.found()) == 70, len(gallery.found())
    assert footer.is_visible() and "That's all: 70 photos." in page.locator("#outcome").inner_text()
    gallery.close()
    service.close()


def heads(browser):
    """Pictures first: the first photo's place, with filters set too, and columns of about 320 pixels"""
    service = Endless(500)
    places = {}
    for width, height, most in ((390, 844, 28), (820, 1180, 28), (1280, 800, 22), (1440, 900, 22), (1920, 1080, 22)):
        gallery, page = endless_gallery(browser, service, width=width, height=height)
        def place():
            return 100 * page.evaluate("document.querySelector('.open').getBoundingClientRect().top") / height
        plain, column = place(), page.evaluate("document.querySelector('.card').offsetWidth")
        page.goto(gallery.address.split("?")[0] + "?q=cats&provider=pexels&license=commercial&no-ai=true")
        gallery.until("$views.list().length >= 30")
        narrowed = place()
        places[f"{width}x{height}"] = f"{plain:.1f} %, with filters {narrowed:.1f} %, columns {column} px"
        assert plain <= most and narrowed <= most, (width, height, plain, narrowed)
        assert width < 1900 or 300 <= column <= 340, column
        gallery.close()
    print(f"        the first photo begins at: {places}")
    service.close()


checks = [slowly, swiftly, ending, heads]
