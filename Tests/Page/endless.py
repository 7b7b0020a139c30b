"""A photo service on this machine that has as many photos as one likes, and fast ways through them"""
import http.server, json, threading, time, urllib.parse
from drawing import png


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


# Milliseconds until all pictures in the window are there
until_seen = """async () => {
  const start = performance.now();
  const isSeen = (node) => node.getBoundingClientRect().top < innerHeight && node.getBoundingClientRect().bottom > 0;
  // A card that scrolling has just reached is made within a few frames.
  for (let quiet = 0; quiet < 5; quiet += 1) await new Promise(requestAnimationFrame);
  for (;;) {
    const seen = [...document.querySelectorAll(".card .open")].filter(isSeen);
    if (seen.length && seen.every((one) => one.querySelector("img.here"))) return Math.round(performance.now() - start);
    if (performance.now() - start > 30000) throw new Error("not within 30 s");
    await new Promise(requestAnimationFrame);
  }
}"""


class Quiet(http.server.ThreadingHTTPServer):
    """A server that says nothing of who leaves before the answer, and ends with its program"""
    daemon_threads = True

    def handle_error(self, *_):
        pass


class Endless:
    """Plays Pexels, each answer after some time

    sends: how many of its pictures it sends side by side, each after `pictured` seconds; 0 for pictures that are
        elsewhere
    """
    def __init__(self, photos, seconds=0.0, sends=0, pictured=0.0):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path, _, query = self.path.partition("?")
                if path.startswith("/pictures/"):
                    with outer.turns:
                        time.sleep(outer.pictured)
                    return self.send(png(path), "image/png")
                time.sleep(outer.seconds)
                outer.asked += 1
                asked = dict(urllib.parse.parse_qsl(query))
                page = outer.page(int(asked.get("page", 1)), int(asked.get("per_page", 15)), asked.get("query", ""))
                self.send(json.dumps(page).encode(), "application/json")

            def send(self, body, kind):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.photos, self.seconds, self.pictured = photos, seconds, pictured
        # How often photos were asked for
        self.asked = 0
        self.turns = threading.Semaphore(sends or 1)
        self.server = Quiet(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.pictures = f"{self.origin}/pictures" if sends else "https://images.pexels.com/photos"
        self.environment = {"PEXELS_API_URL": f"{self.origin}/v1", "PEXELS_API_KEY": "made-up"}

    def page(self, number, size, words):
        first = (number - 1) * size
        more = {"next_page": "there"} if first + size < self.photos else {}
        return {"page": number, "per_page": size, "total_results": self.photos, **more, "photos": [
            self.row(one, words) for one in range(first, min(first + size, self.photos))]}

    def row(self, number, words):
        width, height = 1200, (800, 900, 1500, 1200)[number % 4]
        picture = f"{self.pictures}/{words}{number + 1}/a.jpeg"
        return {
            "id": number + 1, "width": width, "height": height, "url": f"https://www.pexels.com/photo/a-{number + 1}/",
            "photographer": f"Person {number}", "photographer_url": "https://www.pexels.com/@person",
            "avg_color": f"#{number * 7919 % 0xFFFFFF:06X}", "alt": f"Photo number {number}",
            "src": {"small": picture + "?h=130", "medium": picture + "?h=350", "large2x": picture + "?w=940",
                    "original": picture}}

    def close(self):
        self.server.shutdown()
