"""Pictures in a real terminal: tmux, whose screen is read back with its colors.

usage: terminal.py IMGSEARCH FIXTURES SERVICES

SERVICES is the built FixtureServices, which plays the photo services on this machine.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, FIXTURES, SERVICES = (os.path.abspath(path) for path in sys.argv[1:4])
SEARCH = "-p unsplash,flickr,pexels --patience 30 --pictures auto"
failures = []


def check(holds, words):
    if not holds:
        failures.append(words)
        print("FAILED:", words)


class Services:
    """The photo services, and how they are told what to do"""

    def __init__(self, fixtures=FIXTURES):
        self.process = subprocess.Popen(
            [SERVICES, fixtures], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.variables = {}
        while line := self.process.stdout.readline().strip():
            name, value = line.split("=", 1)
            self.variables[name] = value

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Terminal:
    """A shell in tmux"""

    count = 0

    def __init__(self, columns, rows, variables):
        # A server of the same name may still be ending.
        Terminal.count += 1
        self.socket = f"imgsearch-{os.getpid()}-{Terminal.count}"
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        environment = {"PATH": os.environ["PATH"], "HOME": self.home.name, "LANG": "C.UTF-8"}
        keys = ("UNSPLASH_ACCESS_KEY", "FLICKR_API_KEY", "PEXELS_API_KEY")
        environment |= {name: "made-up" for name in keys} | variables
        self.environment = environment
        shell = "exec bash --norc --noprofile"
        size = ["-x", str(columns), "-y", str(rows)]
        self.tmux("-f", "/dev/null", "new-session", "-d", *size, f"PS1='$ ' {shell}")
        self.tmux("set", "-g", "history-limit", "5000")
        self.until(self.is_ready)

    def tmux(self, *words):
        run = subprocess.run(
            ["tmux", "-L", self.socket, *words],
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout

    def type(self, text):
        self.tmux("send-keys", "-l", text)
        self.tmux("send-keys", "Enter")

    def text(self, colors=False):
        """All that stands there, what has scrolled off too"""
        return self.tmux("capture-pane", "-p", "-S", "-", *(["-e"] if colors else []))

    def until(self, condition, limit=20):
        end = time.monotonic() + limit
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(self.text())
            time.sleep(0.03)

    def is_ready(self):
        """Whether the shell waits for a line"""
        return self.text().rstrip("\n").split("\n")[-1] == "$"

    def run(self, line):
        """Runs a line to its end, and gives what it left there"""
        self.start(line)
        self.finish()

    def start(self, line):
        self.type(f"clear; tmux clear-history; {line}; echo ended $?")

    def finish(self, code=0):
        self.until(lambda: re.search(r"^ended \d+$", self.text(), re.M))
        check(f"ended {code}\n" in self.text(), f"the program ends with {code}")

    def close(self):
        self.tmux("kill-server")
        self.home.cleanup()


def rows(text):
    return [re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;;.*?\x1b\\", "", line) for line in text.split("\n")]


def places(text):
    """The rows that have a picture in them, as runs"""
    return [len(run) for run in "".join(" ▀"["▀" in row] for row in rows(text)).split()]


def colors(text):
    return len(set(re.findall(r"38;[25];[0-9;]+?(?=m|;48)", text)))


def widths(services):
    for columns in (40, 72, 80, 120, 200):
        terminal = Terminal(columns, 50, services.variables)
        terminal.run(f"{PROGRAM} kittens -n 9 {SEARCH}")
        text = terminal.text(colors=True)
        shown = rows(text)
        check("9 photos from 3 services" in " ".join(shown), f"{columns}: all nine came")
        numbers = [n for row in shown for n in re.findall(r"(?:^ ?|   ?)([1-9])  \S", row)]
        check(numbers == [str(n) for n in range(1, 10)], f"{columns}: numbers {numbers}")
        check(colors(text) > 200, f"{columns}: {colors(text)} colors")
        # Above each line with a number the pictures end, and nothing of them is elsewhere.
        for index, row in enumerate(shown):
            if re.match(r" ?[1-9]  \S", row):
                check("▀" in shown[index - 1], f"{columns}: a picture above {row[:30]}")
                check("▀" not in row + shown[index + 1], f"{columns}: words below it")
        check(shown[-3:] and not any("▀" in row for row in shown[-6:]), f"{columns}: the end")
        terminal.close()


def drawing(services):
    """What is drawn late ends as what came at once"""
    texts = []
    for latency in (0, 400):
        services.tell(f"fault pictures {'slow' if latency else 'none'}")
        terminal = Terminal(80, 60, services.variables)
        terminal.run(f"{PROGRAM} kittens -n 6 {SEARCH}")
        text = terminal.text(colors=True)
        texts.append([row for row in text.split("\n") if "▀" in row])
        terminal.close()
    services.tell("fault pictures none")
    check(texts[0] == texts[1] and texts[0], "late pictures are where early ones are")


def hanging(services):
    services.tell("fault pictures hang")
    terminal = Terminal(80, 24, services.variables)
    start = time.monotonic()
    terminal.start(f"{PROGRAM} kittens -n 6 {SEARCH}")
    terminal.until(lambda: " 2  " in terminal.text())
    check(time.monotonic() - start < 5, "the first row doesn't wait")
    terminal.finish()
    check("0 of 6 pictures" in terminal.text(), "what hangs is counted")
    check(" 6  " in terminal.text(), "all rows are there")

    # Ctrl-C while pictures are waited for
    terminal.start(f"{PROGRAM} kittens -n 2 {SEARCH}")
    terminal.until(lambda: "2 photos from" in terminal.text())
    terminal.type("echo typed meanwhile")
    start = time.monotonic()
    terminal.tmux("send-keys", "C-c")
    terminal.until(terminal.is_ready)
    check(time.monotonic() - start < 3, "Ctrl-C ends it at once")
    terminal.run("stty -a | grep -o ' echo ' | tr -d ' '; printf 'plain\\n'")
    text = terminal.text(colors=True)
    check(re.search(r"^echo$", text, re.M), "what is typed is seen again")
    check("\nplain\n" in text, "no color is left on")
    check(terminal.tmux("display-message", "-p", "#{cursor_flag}").strip() == "1", "the cursor")
    services.tell("fault pictures none")
    terminal.close()


def resized(services):
    """What stands is left alone when the terminal gets another width"""
    services.tell("fault pictures slow")
    terminal = Terminal(120, 40, services.variables)
    terminal.start(f"{PROGRAM} kittens -n 6 {SEARCH}")
    terminal.until(lambda: "6 photos from" in terminal.text())
    terminal.tmux("resize-window", "-x", "70", "-y", "40")
    terminal.finish()
    text = terminal.text()
    check(" 6  " in text and "photos from 3 services" in text.replace("\n", " "), "words stay")
    # A terminal with more or fewer rows goes on.
    terminal.tmux("resize-window", "-x", "120", "-y", "40")
    terminal.run("until stty size | grep -x '40 120'; do sleep 0.05; done")
    terminal.start(f"{PROGRAM} kittens -n 3 {SEARCH}")
    terminal.until(lambda: "3 photos from" in terminal.text())
    terminal.tmux("resize-window", "-x", "120", "-y", "30")
    terminal.finish()
    check(colors(terminal.text(colors=True)) > 100, "drawn also after another height")
    services.tell("fault pictures none")
    terminal.close()


def first(services):
    """The first screen, as it is kept in files"""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Goldens")
    for columns, lines in ((80, 24), (120, 40), (200, 60)):
        for use in ("never", "auto"):
            terminal = Terminal(columns, lines, services.variables)
            terminal.run(f"{PROGRAM} kittens {SEARCH} --pictures {use}")
            # With colors where no picture has them; links aren't told by every tmux.
            text = terminal.tmux("capture-pane", "-p", *(["-e"] if use == "never" else []))
            text = re.sub("\x1b\\]8;[^\x1b]*\x1b\\\\", "", text)
            terminal.close()
            name = f"first-{columns}x{lines}{'' if use == 'never' else '-pictures'}.txt"
            path = os.path.join(folder, name)
            if os.environ.get("IMGSEARCH_REWRITE_GOLDENS") == "1":
                with open(path, "w") as file:
                    file.write(text)
                check(False, f"{name} was written anew")
                continue
            with open(path) as file:
                check(text == file.read(), f"{name} is what is shown")


def marked(_):
    """What looks alike is marked on the screen, in whatever order pictures come"""
    with tempfile.TemporaryDirectory() as folder:
        fixtures = shutil.copytree(FIXTURES, folder + "/copies")
        with open(fixtures + "/pictures.har") as file:
            pictures = file.read()
        for copy, original in (("pexels-01", "unsplash-01"), ("pexels-06", "unsplash-02")):
            pictures = pictures.replace(f"/{copy}.jpg", f"/{original}.jpg")
        with open(fixtures + "/pictures.har", "w") as file:
            file.write(pictures)
        services = Services(fixtures)
        screens = []
        for fault in ("none", "jumble", "jumble"):
            services.tell(f"fault pictures {fault}")
            terminal = Terminal(200, 70, services.variables)
            terminal.run(f"{PROGRAM} kittens -n 18 {SEARCH}")
            # Without the line that explains the sign
            shown = terminal.text().split("\n")
            screens.append([row for row in shown if "≈" in row and not row.startswith("≈")])
            terminal.close()
        services.close()
    marks = re.findall("≈ [0-9]+", "".join(screens[0]))
    check(marks == ["≈ 1", "≈ 4"], f"marks {marks}")
    check(screens[1] == screens[0] and screens[2] == screens[0], "whatever came first")


def attempt(part, services, tries=3):
    """Runs a part, once more where it fails: tmux may get another width while a picture is being drawn

    A fault fails each time.
    """
    for left in reversed(range(tries)):
        known = len(failures)
        services.tell("fault pictures none")
        try:
            part(services)
        except TimeoutError as screen:
            print(screen)
            failures.append(f"{part.__name__}: it didn't come in time")
        if len(failures) == known or not left:
            return
        print(f"{part.__name__}: once more")
        del failures[known:]


def main():
    services = Services()
    start = time.monotonic()
    try:
        for part in (first, widths, drawing, hanging, resized, marked):
            attempt(part, services)
            print(f"{part.__name__}: {time.monotonic() - start:.1f} s")
    finally:
        services.close()
    print("failed" if failures else "pictures in tmux: all holds")
    sys.exit(1 if failures else 0)


main()
