"""What stands on a picture and below it, and the places of photos that are awaited"""
import json
from browsing import card, until, violations
from endless import Endless
from served import Gallery, Services

# Which parts of a card can be seen: what is clipped has no point that a mouse could hit
seen = """card => Object.fromEntries([".author", ".mark", ".site", ".heart", ".check"].map((part) => {
  const node = card.querySelector(part);
  const { left, top, width, height } = node.getBoundingClientRect();
  const there = [node, node.closest(".words") || node].every((one) => getComputedStyle(one).clipPath === "none");
  return [part, Boolean(there && width && height && node.checkVisibility())];
}))"""


def height_below(card):
    """The pixels of a card that lie below its picture"""
    return card.evaluate("node => node.offsetHeight - node.querySelector('.open').offsetHeight")


def captions(browser):
    """On a desk the picture is alone at rest; pointed at, or by keyboard, it says author, mark and service"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=flickr")
    gallery.loaded()
    first = card(page, 1)
    page.mouse.move(2, 2)
    assert set(first.evaluate(seen).values()) == {False} and height_below(first) == 0
    # All of it is in the document all the same.
    told = page.evaluate("""() => [...document.querySelectorAll(".card")].map((card) =>
      [card.querySelector(".site").href, card.querySelector(".mark .short").textContent, card.querySelector(".author").textContent])""")
    assert len(told) > 5 and all(site.startswith("https:") and mark for site, mark, _ in told), told
    first.hover()
    assert set(first.evaluate(seen).values()) == {True}, first.evaluate(seen)
    box, picture = first.locator(".words").bounding_box(), first.locator(".open").bounding_box()
    assert box["height"] == 72 and abs(box["y"] + 72 - picture["y"] - picture["height"]) < 1
    style = first.locator(".author").evaluate("node => [getComputedStyle(node).fontSize, getComputedStyle(node).fontWeight]")
    assert style == ["14px", "600"], style
    links = first.locator(".site").evaluate("node => [node.href, node.target]")
    assert links[0].startswith("https://") and links[1] == "_blank", links
    assert not violations(page)
    page.mouse.move(2, 2)
    card(page, 0).locator(".open").focus()
    page.keyboard.press("ArrowRight")
    assert set(first.evaluate(seen).values()) == {True} and not any(card(page, 0).evaluate(seen).values())
    # Licences that limit have a sign at rest, too, and those alone.
    signs = page.evaluate("""$views.list().slice(0, 30).map((entry) => {
      const parts = $grid.partsOf(entry);
      if (!parts || parts.card.matches(":focus-within")) return null;
      const { content, width, display } = getComputedStyle(parts.card, "::after");
      return [entry.mark, content === "none" ? "" : content[1], width];
    }).filter(Boolean)""")
    for mark, sign, width in signs:
        assert (sign, width if sign else "") == {"limited": ("!", "20px"), "ask": ("?", "20px")}.get(mark, ("", "")), (mark, sign, width)
    assert {"limited", "ask"} <= {mark for mark, *_ in signs}, signs
    # The services in use stay in sight.
    page.evaluate("scrollTo(0, 3000)")
    foot = page.locator("#foot").bounding_box()
    assert foot["height"] == 24 and foot["y"] == 876, foot
    assert page.locator("#notices").inner_text().startswith("From Flickr. This product uses the Flickr API")
    # On request all of it stands below each picture.
    page.evaluate("scrollTo(0, 0)")
    page.locator("#to-menu").click()
    page.get_by_role("switch", name="Captions").click()
    gallery.until("document.querySelector('.card .title').checkVisibility()")
    assert height_below(first) > 40 and first.evaluate(seen)[".author"]
    gallery.close()

    gallery = Gallery(browser, "--captions", "always")
    page = gallery.open("?q=kittens")
    gallery.loaded()
    assert height_below(card(page, 1)) > 40
    gallery.close()


def kept(browser):
    """Favorites, paper, and a service that asks for its name beside each picture keep their captions"""
    gallery = Gallery(browser)
    gallery.imgsearch("favorites", "import", "-", text=gallery.imgsearch("kittens", "-n", "8", "-f", "ndjson"))
    page = gallery.open("?view=favorites")
    gallery.loaded()
    assert height_below(card(page, 1)) > 40 and card(page, 1).locator(".title").is_visible()
    gallery.page.route("**/api/search", lambda route: route.fulfill(
        response=(reply := route.fetch()), body=reply.text().replace('"isNamed":false', '"isNamed":true', 3)))
    gallery.open("?q=kittens")
    gallery.loaded()
    named = page.evaluate("$views.list().map(({ isNamed }) => isNamed)")
    below = {number: height_below(card(page, number)) for number in range(6) if card(page, number).count()}
    assert sum(named) == 3 and all((height > 40) == named[number] for number, height in below.items()), (named[:6], below)
    page.mouse.move(2, 2)
    number = named.index(True)
    assert card(page, number).evaluate(seen)[".site"] and card(page, number).locator(".site").is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    other = named.index(False)
    assert card(page, other).evaluate(seen)[".author"] and card(page, other).locator(".title").is_visible()
    assert "licence" not in page.locator("#foot").inner_text() and page.locator("#foot").is_visible()
    page.unroute_all(behavior="ignoreErrors")
    gallery.close()


def touched(browser):
    """By touch one line of 24 pixels says author, service and mark; the views stand in a bar at the bottom"""
    gallery = Gallery(browser, width=390, height=844, touch=True)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    for number in range(6):
        assert height_below(card(page, number)) == 24
        shown = card(page, number).evaluate(seen)
        assert shown[".author"] or not card(page, number).locator(".author").text_content(), shown
        assert shown[".mark"] and shown[".site"] and shown[".heart"], shown
        mark, site = card(page, number).locator(".mark").bounding_box(), card(page, number).locator(".site").bounding_box()
        assert site["x"] < mark["x"] and card(page, number).locator(".mark").inner_text() in ("free", "free with credit", "limited", "ask")
    for name in ("Today", "Favorites", "History"):
        box = page.get_by_role("link", name=name, exact=True).bounding_box()
        assert box["y"] > 780 and box["height"] >= 44, (name, box)
    inside = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert inside and page.locator("#to-filters").bounding_box()["x"] < 390 - 44
    assert not violations(page)
    gallery.close()


def awaited(browser):
    """Within 200 ms of Enter places stand in the list's columns; photos take them from the top, and none moves"""
    live = Services()
    live.tell("latency 700")
    gallery = Gallery(browser, environment=live.environment)
    page = gallery.open()
    gallery.loaded()
    told = page.evaluate("""async () => {
      const field = document.getElementById("words");
      const seen = { shift: 0, moved: 0 };
      new PerformanceObserver((list) => list.getEntries().forEach((one) => { seen.shift += one.value; }))
        .observe({ type: "layout-shift" });
      const start = performance.now();
      const tops = new Map();
      field.value = "kittens";
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      const passed = () => Math.round(performance.now() - start);
      for (;;) {
        await new Promise(requestAnimationFrame);
        const places = [...document.querySelectorAll("#awaited div")].map((one) => one.getBoundingClientRect());
        if (!seen.places && places.length) {
          seen.places = passed();
          seen.columns = new Set(places.map(({ left }) => Math.round(left))).size;
          seen.ratios = [...new Set(places.map(({ width, height }) => (width / height).toFixed(1)))].sort();
          seen.fill = Math.max(...places.map(({ bottom }) => bottom)) >= innerHeight - 24;
          seen.words = document.getElementById("waiting").innerText;
        }
        for (const card of document.querySelectorAll(".card")) {
          const at = card.style.left + card.style.top;
          if (tops.has(card.ariaPosInSet) && tops.get(card.ariaPosInSet) !== at) seen.moved += 1;
          tops.set(card.ariaPosInSet, at);
        }
        if (!seen.card && tops.size) seen.card = passed();
        if (!seen.picture && document.querySelector(".card img")?.naturalWidth) seen.picture = passed();
        if (seen.picture && document.body.dataset.list !== "loading") break;
        if (passed() > 30000) throw new Error(JSON.stringify(seen));
      }
      seen.left = document.querySelectorAll("#awaited div").length;
      return seen;
    }""")
    print(f"        from Enter to places {told['places']} ms, to the first card {told['card']} ms, to the first picture "
          f"{told['picture']} ms, of services that take 700 ms; layout shift {told['shift']}")
    assert told["places"] <= 200 and told["columns"] == 4 and told["fill"], told
    assert told["ratios"] == ["0.7", "1.0", "1.5"] and told["words"].startswith("Waiting for Unsplash, Flickr"), told
    assert told["card"] > 600 and not told["moved"] and not told["shift"] and not told["left"], told
    gallery.close()
    live.close()


checks = [captions, kept, touched, awaited]
