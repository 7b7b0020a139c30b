"""`imgsearch mcp` and the photo services that it asks, for checks that speak its protocol line by line"""
import atexit, http.server, json, os, pathlib, queue, select, shlex, shutil, socket, subprocess, tempfile, threading, time

VERSION = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": {}}
patience = 60


def home():
    """A folder in which the program finds nothing and leaves what it keeps"""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="imgsearch-assistants-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def kept():
    """The files that keep what a process is asked and answers, for wire.py, in the folder IMGSEARCH_WIRE"""
    folder = pathlib.Path(os.environ.get("IMGSEARCH_WIRE") or home())
    _, name = tempfile.mkstemp(".asked", "", folder)
    asked = pathlib.Path(name)
    return asked, asked.with_suffix(".answered")


class Wire:
    """A program between client and server that keeps what each writes"""
    def __init__(self, program, *options, environment=None):
        self.home = home()
        self.asked, self.answered = kept()
        self.folder = self.home / "pictures"
        line = shlex.join([program, "mcp", *options, "-o", str(self.folder)])
        self.command = ["bash", "-c", f"tee {self.asked} | {line} | tee {self.answered}"]
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], **(environment or {})}


class Server:
    """The program while it runs: requests by number, answers as they come"""
    def __init__(self, program, *options, environment=None, folder=None):
        self.home = folder or home()
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], **(environment or {})}
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [program, "mcp", *options], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        atexit.register(self.process.kill)
        self.number, self.answers, self.lines = 0, {}, []
        self.asked, self.answered = (file.open("wb", buffering=0) for file in kept())
        self.arrived = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.errors = []
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.answered.write(line)
            self.arrived.put((time.monotonic(), line))
        self.arrived.put((time.monotonic(), None))

    def write(self, text):
        text = text if isinstance(text, bytes) else text.encode()
        self.asked.write(text)
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def send(self, method, params=None, meta=META, **more):
        """Asks, and gives the number of the request"""
        self.number += 1
        params = {**(params or {}), "_meta": {**(meta or {}), **more}} if meta or more else params
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, **({"params": params} if params is not None else {})}
        self.write(json.dumps(message) + "\n")
        return self.number

    def cancel(self, number):
        self.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}) + "\n")

    def line(self, timeout=patience):
        """The next line that it writes; None at the end of its output"""
        at, line = self.arrived.get(timeout=timeout)
        self.at = at
        if line is None:
            return None
        assert line.endswith(b"\n") and line.count(b"\n") == 1, line
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0", line
        self.lines.append(message)
        return message

    def answer(self, number):
        """The answer to a request, whatever comes before it"""
        while number not in self.answers:
            message = self.line()
            assert message is not None, f"it ended: {b''.join(self.errors).decode()}"
            if "method" not in message:
                self.answers[message.get("id")] = message
        return self.answers.pop(number)

    def ask(self, method, params=None, **more):
        return self.answer(self.send(method, params, **more))

    def call(self, tool, arguments=None, **more):
        """What a tool answers: its object; the text alone where it is a failure"""
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments or {}}, **more)
        assert "result" in answer, answer
        return told(answer["result"])

    def close(self):
        """Ends the input, and gives the exit code"""
        self.process.stdin.close()
        return self.process.wait(timeout=patience)


class Refused(Exception):
    """A result with isError"""


def told(result):
    """What a result says: text and structured content are the same"""
    text = result["content"][0]["text"]
    if result.get("isError"):
        assert "structuredContent" not in result and len(result["content"]) == 1
        raise Refused(text)
    if "structuredContent" in result:
        assert len(result["content"]) == 1
        assert json.loads(text) == result["structuredContent"], result
        assert json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")) == text or "\\u" in text, text
    return json.loads(text)


class Services:
    """The photo services on this machine"""
    def __init__(self, services, fixtures):
        self.process = subprocess.Popen([services, fixtures], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
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


class SlowService:
    """An Openverse on this machine that has nothing, and takes its time to say so"""
    def __init__(self, delay):
        self.begun, self.left = [], []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                service.begun.append(time.monotonic())
                ready, _, _ = select.select([self.connection], [], [], delay)
                if ready and not self.connection.recv(1, socket.MSG_PEEK):
                    service.left.append(time.monotonic())
                    return
                body = json.dumps({"result_count": 0, "page_count": 0, "page": 1, "results": []}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.environment = {"OPENVERSE_API_URL": f"http://127.0.0.1:{self.server.server_port}/v1"}


def run(checks, names):
    """Runs the checks that are named, or all"""
    for check in checks:
        if names and check.__name__ not in names:
            continue
        start = time.monotonic()
        check()
        print(f"{check.__name__}: {check.__doc__.strip().splitlines()[0]} ({time.monotonic() - start:.1f} s)", flush=True)
