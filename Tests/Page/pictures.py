"""The pictures of the README, made of Fixtures: pictures.py IMGSEARCH FIXTURES FOLDER

A grid with pictures as a terminal shows it, and the gallery in light and dark as Chromium does.
"""
import fcntl, html, os, pathlib, pty, re, struct, subprocess, sys, tempfile, termios, unicodedata

from playwright.sync_api import sync_playwright

from browsing import arguments, chromium
from served import Gallery

program, fixtures, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
columns = 112

page = """<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; padding: 20px 24px; width: max-content; background: #16181d; color: #d7dae0; }
  pre { margin: 0; font: 13.29px/15.34px "DejaVu Sans Mono", "Noto Sans Mono", monospace; }
  .wide { display: inline-block; width: 2ch; }
</style><pre>"""
palette = ["#16181d", "#ff7b72", "#7ee787", "#f2cc60", "#79c0ff", "#d2a8ff", "#76e3ea", "#d7dae0"]


def printed(*words):
    """What the program writes to a terminal of so many columns"""
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        child = subprocess.Popen([program, *words, "--replay", fixtures], stdin=side, stdout=side, stderr=side, env=environment)
        os.close(side)
        output = b""
        try:
            while more := os.read(main, 65536):
                output += more
        except OSError:
            pass  # The terminal's other end is closed.
        assert child.wait() == 0, output
        return output.decode().replace("\r\n", "\n")


def color(number):
    """One of the 256"""
    if number < 16:
        return palette[number % 8]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#" + "".join(f"{levels[one]:02x}" for one in (number // 36, number // 6 % 6, number % 6))


def styles(codes):
    """The style of some SGR codes, as CSS"""
    found, rest = [], [int(one or 0) for one in codes.split(";")]
    while rest:
        code = rest.pop(0)
        if code == 0:
            found = []
        elif code == 1:
            found.append("font-weight:700;color:#fff")
        elif code == 2:
            found.append("opacity:.65")
        elif 30 <= code < 38 or 90 <= code < 98:
            found.append(f"color:{palette[code % 10]}")
        elif code in (38, 48) and rest[:1] in ([5], [2]):
            ground = "color" if code == 38 else "background"
            isIndexed = rest.pop(0) == 5
            value = color(rest[0]) if isIndexed else f"rgb({rest[0]},{rest[1]},{rest[2]})"
            found.append(f"{ground}:{value}")
            rest = rest[1 if isIndexed else 3:]
    return ";".join(found)


def cells(text):
    """Signs that a terminal gives two cells get two, whatever their font has"""
    return "".join(
        f'<span class="wide">{one}</span>' if unicodedata.east_asian_width(one) in "WF" else html.escape(one)
        for one in text)


def as_page(text):
    text = re.sub(r"\x1b\]8;[^\x1b\x07]*(\x1b\\|\x07)", "", text)
    out, is_open = page, False
    for part in re.split(r"(\x1b\[[0-9;]*[A-Za-z])", text):
        if match := re.fullmatch(r"\x1b\[([0-9;]*)m", part):
            out += "</span>" if is_open else ""
            style = styles(match[1])
            is_open = bool(style)
            out += f'<span style="{style}">' if style else ""
        elif not part.startswith("\x1b"):
            out += cells(part)
    return out + ("</span>" if is_open else "") + "</pre>"


folder.mkdir(parents=True, exist_ok=True)
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
    terminal = browser.new_page(device_scale_factor=1.5)
    words = ["harbor", "--provider", "all", "-n", "6", "--pictures", "always"]
    terminal.set_content(as_page(f"$ imgsearch {' '.join(words)}\n" + printed(*words)))
    terminal.locator("body").screenshot(path=folder / "grid.png")

    for scheme, name in (("light", "gallery.jpg"), ("dark", "gallery-dark.jpg")):
        gallery = Gallery(browser, scheme=scheme, width=1280, height=800)
        shown = gallery.open("?q=harbor")
        gallery.loaded()
        gallery.until("[...document.querySelectorAll('.card img')].filter(one => one.getBoundingClientRect().top < innerHeight).every(one => one.complete && one.classList.contains('here'))")
        shown.evaluate("document.activeElement.blur()")
        shown.mouse.move(0, 0)
        shown.wait_for_timeout(500)
        shown.screenshot(path=folder / name, type="jpeg", quality=86)
        gallery.close()
    browser.close()
