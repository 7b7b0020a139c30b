"""`imgsearch mcp` and the photo services that it asks, for checks that speak its protocol line by line"""
import atexit, json, os, pathlib, queue, shutil, subprocess, tempfile, threading, time

VERSION = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": {}}
patience = 60


def home():
    """A folder in which the program finds nothing and leaves what it keeps"""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="imgsearch-assistants-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


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
        self.arrived = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.errors = []
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.arrived.put((time.monotonic(), line))
        self.arrived.put((time.monotonic(), None))

    def write(self, text):
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())
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
        for name in ("UNSPLASH_ACCESS_KEY", "FLICKR_API_KEY", "PEXELS_API_KEY", "PIXABAY_API_KEY"):
            self.environment[name] = "made-up"

    def tell(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def asked(self):
        return json.loads(self.tell("asked"))


def run(checks, names):
    """Runs the checks that are named, or all"""
    for check in checks:
        if names and check.__name__ not in names:
            continue
        start = time.monotonic()
        check()
        print(f"{check.__name__}: {check.__doc__.strip().splitlines()[0]} ({time.monotonic() - start:.1f} s)", flush=True)
