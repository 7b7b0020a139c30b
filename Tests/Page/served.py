"""The gallery of `imgsearch browse`, the photo services that it asks, and a window that shows it"""
import atexit, functools, json, os, pathlib, re, shutil, signal, subprocess, sys, tempfile, threading, time
from browsing import listen, patience, png, to_end, until

program, fixtures, services = sys.argv[1:4]


@functools.cache
def picture_hosts():
    """Where the recordings say that pictures are"""
    text = "".join(one.read_text() for one in pathlib.Path(fixtures).glob("*.har"))
    return set(re.findall(r"https?://([a-z0-9._-]+)/", text))


class Services:
    """The photo services on this machine"""
    def __init__(self):
        self.process = subprocess.Popen(
            [services, fixtures], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        to_end.append(self.process)
        self.environment = {}
        while line := self.process.stdout.readline().strip():
            name, value = line.split("=", 1)
            self.environment[name] = value
        for name in ("UNSPLASH_ACCESS_KEY", "FLICKR_API_KEY", "PEXELS_API_KEY", "PIXABAY_API_KEY", "EUROPEANA_API_KEY"):
            self.environment[name] = "made-up"

    def tell(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def asked(self):
        return json.loads(self.tell("asked"))

    def searched(self):
        """The searches for words among what was asked, beside lists and pictures"""
        return [one for one in self.asked()
                if "/pictures/" not in one and re.search(r"[?&](query|q|text|search|gsrsearch)=", one)]

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=patience)


class Gallery:
    """The program, and a window of a browser that shows its page; what goes wrong in it is kept"""
    def __init__(self, browser, *options, environment=None, config=None, scheme="light", width=1280, height=900,
                 touch=False):
        self.home = pathlib.Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, self.home, ignore_errors=True)
        if config:
            (self.home / ".config" / "imgsearch").mkdir(parents=True)
            (self.home / ".config" / "imgsearch" / "config.json").write_text(json.dumps(config))
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], **(environment or {})}
        self.browser, self.scheme, self.size, self.touch = browser, scheme, (width, height), touch
        self.source = [] if environment else ["--replay", fixtures]
        self.process = subprocess.Popen(
            [program, "browse", "--no-open", "-o", str(self.home / "out"), *self.source, *options],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        to_end.append(self.process)
        self.address = self.process.stdout.readline().strip()
        self.origin = self.address.split("/", 3)[2]
        self.errors = []
        threading.Thread(
            target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        self.page = self.window()

    def window(self):
        self.troubles, self.asked = [], []
        self.context = self.browser.new_context(
            viewport={"width": self.size[0], "height": self.size[1]}, color_scheme=self.scheme,
            reduced_motion="reduce", has_touch=self.touch, is_mobile=self.touch, accept_downloads=True)
        self.context.set_default_timeout(patience * 1000)
        return self.tab()

    def tab(self):
        """A further page of the same window"""
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

    def until(self, condition, seconds=patience):
        until(self.page, condition, seconds)

    def loaded(self):
        """Waits until a list has photos, and all of those that it has asked for"""
        self.until("$views.list().length && !['new', 'loading'].includes(document.body.dataset.list)")

    def found(self):
        """The ids of all photos of the list, whether they stand in the document or not"""
        return self.page.evaluate("$views.list().map(({ photo }) => photo.id)")

    def kept(self, count):
        """The favorites of the terminal, once there are so many: a heart is shown at once, and written then"""
        lines = lambda: self.imgsearch("favorites", "-f", "ndjson").splitlines()
        self.until(lambda: len(lines()) >= count)
        return [json.loads(line)["id"] for line in lines()]

    def scroll_to_end(self):
        def has_ended():
            self.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            return "That's all" in self.page.locator("#outcome").inner_text()
        self.until(has_ended, seconds=180)

    def interrupt(self):
        start = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=patience)
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
