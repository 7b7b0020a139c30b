"""A photo in full: how its picture comes, moves and is taken hold of, in the page in one file"""
import json
from browsing import card, until
from visited import Visit, page_of


def photos():
    """Wide ones, each with a small picture and a large one"""
    return page_of([{
        "id": f"searxng:{number:016x}", "title": f"photo {number}", "page": "https://web.example/", "width": 4000,
        "height": 1000, "renditions": [
            {"role": "small", "url": f"https://small.example/{number}", "width": 400, "height": 100},
            {"role": "original", "url": f"https://large.example/{number}", "width": 4000, "height": 1000}],
    } for number in range(8)])


def standing(browser):
    """The card's picture stands in the detail at once, until the large one is there; the next ones are fetched ahead"""
    visit = Visit(browser, photos())
    page = visit.page
    held = []
    page.route("https://large.example/*", lambda route: held.append(route))
    until(page, "document.querySelectorAll('.card img.here').length === 8")
    numbers = page.evaluate("$entries.entries.map(({ photo }) => photo.renditions[0].url.split('/').at(-1))")
    shown = page.evaluate("""() => {
      document.querySelector(".card[aria-posinset='4'] .open").click();
      const image = document.querySelector(".frame img");
      return [image.currentSrc || image.src, image.complete && image.naturalWidth > 0, getComputedStyle(image).opacity,
              image.getAnimations().length, Math.round(image.getBoundingClientRect().width)];
    }""")
    assert shown[:4] == [f"https://small.example/{numbers[3]}", True, "1", 0] and shown[4] > 800, shown
    asked = lambda: [route.request.url.split("/")[-1] for route in held]
    until(page, lambda: len(held) == 1)
    assert asked() == [numbers[3]]
    visit.answer(held[0])
    until(page, f"document.querySelector('.frame.here img')?.currentSrc === 'https://large.example/{numbers[3]}'")
    assert page.locator(".frame img").count() == 1
    until(page, lambda: len(held) == 3)
    assert set(asked()) == {numbers[2], numbers[3], numbers[4]}, asked()
    visit.answer(held[1]), visit.answer(held[2])
    page.keyboard.press("ArrowRight")
    until(page, f"document.querySelector('.frame.here img')?.currentSrc === 'https://large.example/{numbers[4]}'")
    until(page, lambda: len(held) == 4)
    assert asked()[3:] == [numbers[5]], asked()
    visit.answer(held[3])
    # Where the large one isn't there, the small one stays.
    page.route("https://large.example/*", lambda route: route.fulfill(status=404))
    page.route("https://small.example/*", lambda route: route.fulfill(status=404))
    visit.missing = "large"
    page.keyboard.press("ArrowRight"), page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert page.evaluate("document.querySelector('.frame img').currentSrc") == f"https://small.example/{numbers[6]}"
    visit.close()


def moving(browser):
    """The card grows into the detail and back, and not where less motion is asked for"""
    for motion in ("no-preference", "reduce"):
        visit = Visit(browser, photos(), motion=motion)
        page = visit.page
        page.wait_for_selector(".card[aria-posinset='4'] img.here")
        page.evaluate("""() => {
          window.moved = 0;
          const begin = document.startViewTransition.bind(document);
          document.startViewTransition = (change) => {
            const transition = begin(change);
            transition.ready.then(() => {
              const parts = document.getAnimations().map(({ effect }) => effect.pseudoElement);
              moved += parts.includes("::view-transition-group(photo)");
            }, () => {});
            return transition;
          };
        }""")
        expected = [1, 2] if motion == "no-preference" else [0, 0]
        def arrived(count):
            until(page, f"moved === {count}")
            page.wait_for_timeout(600)
            assert page.evaluate("moved") == count, motion
        card(page, 3).locator(".open").click()
        until(page, "$dom.byId('detail').open && document.querySelector('.frame.here')")
        arrived(expected[0])
        page.keyboard.press("Escape")
        until(page, "!$dom.byId('detail').open")
        arrived(expected[1])
        # Whoever is faster than that gets what was asked for last.
        names = page.evaluate("$entries.entries.map($photos.nameOf)")
        page.evaluate("""async () => {
          document.querySelector(".card[aria-posinset='2'] .open").click();
          history.back();
          await new Promise((done) => addEventListener("popstate", done, { once: true }));
          document.querySelector(".card[aria-posinset='3'] .open").click();
        }""")
        until(page, f"$dom.byId('title').innerText === {json.dumps(names[2])} && $dom.byId('detail').open")
        page.keyboard.press("ArrowRight"), page.keyboard.press("Escape")
        until(page, "!$dom.byId('detail').open && !location.hash && document.activeElement.className === 'open'")
        assert page.evaluate("document.activeElement.ariaLabel") == f"Show {names[3]}"
        until(page, """[...document.querySelectorAll("*")].filter(
          (node) => getComputedStyle(node).viewTransitionName !== "none").map(({ tagName }) => tagName).join() === "HTML\"""")
        visit.close()


def holding(browser):
    """A mouse drags the picture out and steps nowhere; a click on the margin closes, a selection that ends there doesn't"""
    visit = Visit(browser, photos())
    page = visit.page
    card(page, 3).locator(".open").click()
    page.wait_for_selector(".frame.here")
    title = page.locator("#title").inner_text()
    figure, frame = page.locator("#picture").bounding_box(), page.locator(".frame").bounding_box()
    page.evaluate("""addEventListener("dragstart", (event) => {
      window.dragged = [event.defaultPrevented, event.target.tagName, event.dataTransfer.getData("text/uri-list")];
    })""")
    middle = figure["x"] + figure["width"] / 2, figure["y"] + figure["height"] / 2
    def drag(start, end):
        page.mouse.move(*start), page.mouse.down()
        page.mouse.move((start[0] + end[0]) / 2, start[1] + 1, steps=4), page.mouse.move(*end, steps=4), page.mouse.up()
    drag(middle, (middle[0] - 300, middle[1]))
    prevented, tag, address = page.evaluate("window.dragged")
    assert not prevented and tag == "IMG" and address.startswith("https://large.example/"), (prevented, tag, address)
    assert page.locator("#title").inner_text() == title
    margin = middle[0], figure["y"] + 20
    assert margin[1] < frame["y"] - 20, (figure, frame)
    box = page.locator("#title").bounding_box()
    drag((box["x"] + 40, box["y"] + 8), margin)
    page.wait_for_timeout(100)
    assert page.locator("#detail").evaluate("node => node.open")
    page.mouse.click(*middle)
    assert page.locator("#detail").evaluate("node => node.open")
    page.mouse.click(*margin)
    until(page, "!$dom.byId('detail').open")
    visit.close()


checks = [standing, moving, holding]
