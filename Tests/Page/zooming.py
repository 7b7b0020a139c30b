"""A photo in full: never above its pixels, enlarged about the pointer, its facts and actions in a column"""
import re, struct, zlib
from browsing import card, until, violations
from visited import Visit, page_of


def photos():
    """One of 640 pixels, and one that is larger than any window"""
    return page_of([{
        "id": f"searxng:{number:016x}", "title": f"photo {number}", "page": "https://web.example/", "width": width,
        "height": width * 3 // 4, "author": {"name": "A person"}, "likes": 1, "published": "2020-01-01T00:00:00Z",
        "taken": "2019-05-01", "tags": ["one"], "renditions": [
            {"role": "small", "url": f"https://small.example/{number}", "width": 320, "height": 240},
            {"role": "original", "url": f"https://large.example/{number}", "width": width, "height": width * 3 // 4}],
    } for number, width in enumerate((640, 6400))])


def sized(route):
    """A picture of one color that has as many pixels as its photo says"""
    width = 320 if "small" in route.request.url else (640, 6400)[int(route.request.url[-1])]
    height = width * 3 // 4
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + b"\x55" * (width // 8)) * height
    route.fulfill(content_type="image/png", body=b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


# The picture as it is drawn
drawn = """(() => {
  const { left, top, width, height } = document.querySelector(".frame img").getBoundingClientRect();
  return [left, top, width, height];
})()"""


def zooming(browser):
    """A small picture isn't drawn above its pixels, nor is its stage large; click, keys, pinch and drag enlarge and move it, 0 lets it fit"""
    visit = Visit(browser, photos(), width=1440, height=900)
    page = visit.page
    page.route(re.compile("^https:"), sized)
    numbers = page.evaluate("$entries.entries.map(({ photo }) => photo.width)")
    card(page, numbers.index(640)).locator(".open").click()
    page.wait_for_selector(".frame.here")
    assert page.locator(".frame").bounding_box()["width"] == 640
    # Its stage is not much higher than it, and a large one has the whole height.
    assert page.locator("#picture").bounding_box()["height"] == 480 + 128
    assert page.locator(".facts").bounding_box()["width"] == 360
    page.keyboard.press("Escape")
    until(page, "!$dom.byId('detail').open")
    card(page, numbers.index(6400)).locator(".open").click()
    page.wait_for_selector(".frame.here")
    fitting = page.evaluate(drawn)
    assert fitting[2] == 1080, fitting
    assert page.locator("#picture").bounding_box()["height"] == 900
    # What the pointer is at stays there.
    x, y = fitting[0] + 300, fitting[1] + 200
    def held():
        left, top, width, height = page.evaluate(drawn)
        return abs((x - left) / width - 300 / fitting[2]) < 0.01 and abs((y - top) / height - 200 / fitting[3]) < 0.01
    page.mouse.click(x, y)
    enlarged = page.evaluate(drawn)
    assert enlarged[2] > 5000 and held() and page.locator("#zoom").inner_text() == "Fit", enlarged
    page.mouse.down(), page.mouse.move(x - 120, y - 80, steps=3), page.mouse.up()
    moved = page.evaluate(drawn)
    assert abs(moved[0] - enlarged[0] + 120) < 2 and abs(moved[1] - enlarged[1] + 80) < 2, (enlarged, moved)
    assert page.locator("#detail").evaluate("node => node.open")
    page.keyboard.press("0")
    assert page.evaluate(drawn) == fitting
    page.mouse.move(x, y)
    page.keyboard.press("+")
    assert abs(page.evaluate(drawn)[2] - 1.5 * fitting[2]) < 2 and held()
    page.keyboard.press("-")
    assert abs(page.evaluate(drawn)[2] - fitting[2]) < 2
    finger = visit.context.new_cdp_session(page)
    def touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]})
    touch("touchStart", (x - 50, y), (x + 50, y))
    for part in range(1, 6):
        touch("touchMove", (x - 50 - 20 * part, y), (x + 50 + 20 * part, y))
    touch("touchEnd")
    until(page, f"{drawn}[2] > {2.5 * fitting[2]}")
    assert held() and page.evaluate("visualViewport.scale") == 1
    # Another photo fits again.
    page.keyboard.press("ArrowRight"), page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".frame.here")
    until(page, "!document.querySelector('.zoomed') && document.querySelector('.frame').getBoundingClientRect().width < 1081")
    visit.close()


def facts(browser):
    """More than five facts are folded, when it was taken among the first; a phone has its actions at the bottom"""
    for width, height in ((1440, 900), (390, 844)):
        visit = Visit(browser, photos(), width=width, height=height)
        page = visit.page
        card(page, 0).locator(".open").click()
        page.wait_for_selector(".frame.here")
        shown = lambda: [one for one in page.locator("#rows dt").all() if one.is_visible()]
        labels = page.locator("#rows dt").all_text_contents()
        assert len(labels) > 5 and len(shown()) == 5 and "Taken" in labels[:5], labels
        page.locator("#unfold").click()
        assert len(shown()) == len(labels) and page.locator("#unfold").get_attribute("aria-expanded") == "true"
        assert page.locator("#hint").inner_text().startswith("You may not use it without asking")
        assert not violations(page)
        if width < 400:
            box = page.locator("#heart").bounding_box()
            assert box["y"] + box["height"] > height - 60, box
            picture = page.locator("#picture").bounding_box()
            assert picture["x"] == 0 and picture["width"] == width
        visit.close()


def full_screen(browser):
    """Full screen shows the photo alone, as large as its pixels allow; its button leaves it, and so does closing"""
    visit = Visit(browser, photos(), width=1440, height=900)
    page = visit.page
    page.route(re.compile("^https:"), sized)
    numbers = page.evaluate("$entries.entries.map(({ photo }) => photo.width)")
    def open_photo(width):
        card(page, numbers.index(width)).locator(".open").click()
        page.wait_for_selector(".frame.here")
    open_photo(6400)
    whole = page.get_by_role("button", name="Full screen", exact=True)
    before = page.locator(".frame").bounding_box()["width"]
    whole.click()
    until(page, "document.fullscreenElement")
    leaving = page.get_by_role("button", name="Leave full screen")
    # Its name follows with an event, a little after the element
    leaving.wait_for()
    until(page, f"document.querySelector('.frame').getBoundingClientRect().width > {before}")
    # The next photo stays in full screen.
    page.keyboard.press("ArrowRight" if numbers.index(6400) == 0 else "ArrowLeft")
    until(page, "document.querySelector('.frame.here')?.getBoundingClientRect().width === 640")
    assert page.evaluate("Boolean(document.fullscreenElement)")
    leaving.click()
    until(page, "!document.fullscreenElement")
    whole.wait_for()
    assert page.locator("#detail").evaluate("node => node.open")
    whole.click()
    until(page, "document.fullscreenElement")
    page.go_back()
    until(page, "!$dom.byId('detail').open && !document.fullscreenElement")
    open_photo(640)
    whole.wait_for()
    # A small picture stands in the middle, with its size below it.
    box, room = page.locator(".frame").bounding_box(), page.locator("#picture").bounding_box()
    for start, size in (("x", "width"), ("y", "height")):
        assert abs(2 * box[start] + box[size] - 2 * room[start] - room[size]) <= 1, (box, room)
    until(page, "getComputedStyle(document.querySelector('.frame'), '::after').content.includes('Shown: 640 × 480 pixels')")
    visit.close()


def largest(browser):
    """Of a photo's renditions the one is fetched that the window needs, in full screen and for a narrow picture too"""
    sizes = {"small": 320, "regular": 1080, "full": 2000, "original": 6400}
    def photo(number, ratio):
        return {"id": f"searxng:{number:016x}", "title": "photo", "page": "https://web.example/", "width": 6400,
                "height": int(6400 / ratio), "renditions": [
                    {"role": role, "url": f"https://{role}.example/{number}", "width": width, "height": int(width / ratio)}
                    for role, width in sizes.items()]}
    def answer(route):
        role = re.match("https://([a-z]+)", route.request.url)[1]
        number = int(route.request.url[-1])
        width, height = sizes[role], int(sizes[role] / (1.5, 0.5)[number])
        route.fulfill(content_type="image/svg+xml", body=(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><rect width="100%" height="100%"/></svg>'))
    for width, height, wide, narrow in ((2560, 1440, "original", "regular"), (1280, 800, "regular", "regular")):
        visit = Visit(browser, page_of([photo(0, 1.5), photo(1, 0.5)]), width=width, height=height)
        page = visit.page
        page.route(re.compile("^https:"), answer)
        for number in (0, 1):
            name = page.evaluate("number => $entries.entries.findIndex(({ photo }) => photo.id.endsWith(number))", str(number))
            card(page, name).locator(".open").click()
            page.wait_for_selector(".frame.here")
            source = page.evaluate("document.querySelector('.frame img').currentSrc")
            assert source.startswith(f"https://{(wide, narrow)[number]}."), (width, number, source)
            page.keyboard.press("Escape")
            until(page, "!$dom.byId('detail').open")
        visit.close()


checks = [zooming, facts, full_screen, largest]
