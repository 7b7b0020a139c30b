"""What the journeys through the page and the gallery have in common"""
import json, os, shutil, sys, time, traceback
from playwright.sync_api import Error as PlaywrightError, sync_playwright
from axe_playwright_python.sync_playwright import Axe
from drawing import cut, png


def hostile_photos():
    """Photos, a line each, that would run or lead somewhere if what they say were taken for code"""
    texts = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", "\"onload=\"alert(3)",
             "javascript:alert(4)", "<!--<script>", "]]>\u2028\u202e&lt;b&gt;", "{{7*7}}${alert(5)}", "x" * 20000]
    return [json.dumps({
        "id": f"flickr:9{number}", "title": text, "description": text, "page": "https://www.flickr.com/photos/a/1",
        "author": {"name": text, "url": "javascript:alert(6)"}, "tags": [text], "color": text, "blurHash": text,
        "license": {"id": text, "name": text, "url": "javascript:alert(7)"}, "width": 10, "height": 10,
        "renditions": [{"role": "regular", "url": "https://pictures.example/a.jpg", "width": 10, "height": 10}],
    }) for number, text in enumerate(texts)]


# How long what has to come may take, in seconds: a limit for what hangs, on the slowest machine
patience = 60

# Processes that are to end with the check that started them, whatever came of it
to_end = []


def card(page, number):
    """The card of a photo by its place in the list, from 0

    By its place in the document it may be another one: cards are made some at a time, nearest first.
    """
    return page.locator(f".card[aria-posinset='{number + 1}']")


def press(card, part):
    """Presses a button of a card, which is there for a mouse once it lies over the card"""
    card.hover()
    card.locator(part).click()


def until(page, condition, seconds=patience):
    """Waits until a condition holds: an expression of the page, or a function

    The page's policy may forbid it to wait for an expression by itself.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            if condition() if callable(condition) else page.evaluate(f"Boolean({condition})"):
                return
        except PlaywrightError as problem:  # the page is being left
            if "navigation" not in str(problem) and "destroyed" not in str(problem):
                raise
        assert time.monotonic() < end, f"not within {seconds} s: {condition}"
        page.wait_for_timeout(25)


def standing(page):
    """Where the cards in the document stand in the window, each by the place in its list"""
    return page.evaluate("""Object.fromEntries([...document.querySelectorAll(".card")].map((card) => {
      const { left, top, height } = card.getBoundingClientRect();
      return [card.ariaPosInSet, [left, top, height]];
    }))""")


def listen(page, troubles):
    """Keeps whatever goes wrong in a page"""
    page.on("console", lambda message: troubles.append(message.text)
            if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))


def violations(page):
    """What axe finds wrong, each with the first place it is found at"""
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:120]) for one in found]


def pictures_while_scrolling(page, heights):
    """The fewest and the most pictures in the document at once, while a page is scrolled to some heights

    At each it stays until three frames have changed nothing: what is to come is made frame by frame.
    """
    return page.evaluate("""async heights => {
      let [fewest, most, changes] = [Infinity, 0, 0];
      const observer = new MutationObserver(() => {
        changes += 1;
        most = Math.max(most, document.images.length);
      });
      observer.observe(document, { childList: true, subtree: true });
      for (const height of heights) {
        scrollTo(0, height);
        for (let [quiet, before] = [0, changes]; quiet < 3; before = changes) {
          await new Promise(requestAnimationFrame);
          quiet = changes === before ? quiet + 1 : 0;
        }
        fewest = Math.min(fewest, document.images.length);
        most = Math.max(most, document.images.length);
      }
      observer.disconnect();
      return [fewest, most];
    }""", heights)


# Nothing but this machine is reached.
arguments = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]


def chromium():
    """The browser that IMGSEARCH_CHROMIUM names, else the usual one with all that is around its pages"""
    names = (os.environ.get("IMGSEARCH_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, filter(None, names))))


# Whether there is time for what takes long
is_long = bool(os.environ.get("IMGSEARCH_LONG"))


def run(checks, chosen=(), long=(), wider=()):
    """Runs checks in a browser that reaches this machine alone, tells of each, and ends the program

    chosen: names of some of them; none for all
    long: those that take long beside what they add: run with IMGSEARCH_LONG, which leaves the usual ones
        out, or by their names
    wider: usual ones that look at more with IMGSEARCH_LONG
    IMGSEARCH_PART: 2/3 runs every third, from the second on, so that three can run side by side
    """
    passed = failed = 0
    part, parts = map(int, os.environ.get("IMGSEARCH_PART", "1/1").split("/"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        due = [one for one in checks if (one in long) == is_long or is_long and one in wider]
        for check in ([one for one in checks if one.__name__ in chosen] or due)[part - 1::parts]:
            # What a busy machine was too slow for is tried again, twice; a fault fails each time.
            for isLast in (False, False, True):
                start = time.monotonic()
                try:
                    check(browser)
                    passed += 1
                    print(f"ok      {check.__doc__} ({time.monotonic() - start:.0f} s)", flush=True)
                    break
                except Exception:
                    failed += isLast
                    print(f"FAILED  {check.__doc__}", "" if isLast else "(once more)", flush=True)
                    traceback.print_exc()
                finally:
                    for context in browser.contexts:
                        context.close()
                    while to_end:
                        to_end.pop().kill()
        browser.close()
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)
