"""Pages that imgsearch made, and windows of a browser that show them"""
import atexit, json, os, pathlib, re, shutil, subprocess, sys, tempfile, urllib.parse
from browsing import listen, patience, png

program, fixtures = sys.argv[1:3]
home = tempfile.mkdtemp()
atexit.register(shutil.rmtree, home, ignore_errors=True)
environment = {"HOME": home, "PATH": os.environ["PATH"]}


def imgsearch(*arguments, text=None, home=home):
    done = subprocess.run(
        [program, *arguments], env={**environment, "HOME": home}, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def page_of(photos):
    """The page of favorites that are these photos and no others"""
    alone = tempfile.mkdtemp(dir=home)
    imgsearch("favorites", "import", "-", text="\n".join(map(json.dumps, photos)), home=alone)
    return imgsearch("favorites", "-f", "html", home=alone)


def entries_of(html):
    """What a page is told of its photos"""
    return [json.loads(line) for line in re.findall('<script type="application/json" class="photo">(.*)</script>', html)]


def host(url):
    return urllib.parse.urlsplit(url)[:2]


class Visit:
    """A page in a window of its own; whatever goes wrong in it is kept

    missing: what is in the addresses of pictures that aren't there. at: what follows the file's own address.
    motion: what is asked for; what moves has checks of its own
    """
    def __init__(self, browser, html, width=1440, height=900, scheme="light", may=(), pictures=True, missing=None,
                 scale=1, at="", motion="reduce", scripts=True,
                 colors="none"):
        self.file = pathlib.Path(home) / f"{abs(hash(html))}.html"
        self.file.write_text(html, encoding="utf-8")
        self.hosts = {
            host(one["url"]) for entry in entries_of(html) for one in entry["photo"]["renditions"]}
        self.missing = missing
        self.troubles, self.asked, self.unanswered = [], [], []
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme=scheme,
            reduced_motion=motion, forced_colors=colors, java_script_enabled=scripts, accept_downloads=True, has_touch=True, permissions=list(may))
        self.context.set_default_timeout(patience * 1000)
        self.page = self.context.new_page()
        listen(self.page, self.troubles)
        self.page.route(re.compile("^https?:"), self.answer if pictures else self.delay)
        self.page.goto(self.file.as_uri() + at, wait_until="load" if pictures else "domcontentloaded")

    def answer(self, route):
        url = route.request.url
        self.asked.append(url)
        if self.missing and self.missing in url:
            route.fulfill(status=404)
        else:
            route.fulfill(body=png(url), content_type="image/png")

    def delay(self, route):
        """Answers nothing while the page is looked at"""
        self.asked.append(route.request.url)
        self.unanswered.append(route)

    def close(self):
        troubles = [one for one in self.troubles if not (self.missing and "status of 404" in one)]
        assert not troubles, troubles[:3]
        strangers = [url for url in self.asked if host(url) not in self.hosts]
        assert not strangers, strangers[:3]
        for route in self.unanswered:
            route.abort()
        self.context.close()
