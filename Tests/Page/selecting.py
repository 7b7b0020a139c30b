"""Several photos at once in the gallery: selected, kept, saved, collected; and collections themselves"""
import json, pathlib, re
from browsing import card, until, violations
from drawing import png
from served import Gallery, Services


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def numbers(gallery):
    """The places in the list, from 0, of those that are selected and have a card"""
    return gallery.page.evaluate(
        "[...document.querySelectorAll('.card[data-selected]')].map((one) => Number(one.ariaPosInSet) - 1)")


def said(gallery):
    return gallery.page.locator("#selected").inner_text()


def choose(gallery, *places):
    for place in places:
        card(gallery.page, place).locator(".open").click(modifiers=["ControlOrMeta"])
    assert said(gallery) == f"{len(places)} selected"


def box(node):
    """Left, top, right and bottom of a node in the window"""
    return node.evaluate("node => (({ left, top, right, bottom }) => [left, top, right, bottom])(node.getBoundingClientRect())")


def apart(one, other):
    return one[3] <= other[1] or other[3] <= one[1]


def selecting(browser):
    """Clicks and keys select photos, near and far; it is plain to see, lasts while one scrolls, and ends with the list"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    bar = page.locator("#selection")
    assert not bar.is_visible()
    choose(gallery, 1)
    assert bar.is_visible() and not page.evaluate("detail.current()")
    card(page, 5).locator(".open").click(modifiers=["Shift"])
    assert numbers(gallery) == [1, 2, 3, 4, 5] and said(gallery) == "5 selected"
    assert page.evaluate("String(getSelection())") == ""
    card(page, 3).locator(".open").click(modifiers=["ControlOrMeta"])
    card(page, 4).locator(".check").click()
    assert numbers(gallery) == [1, 2, 5]
    # Its button says so, and a ring
    pressed = page.evaluate("[...document.querySelectorAll('.check')].map((one) => one.ariaPressed)")
    assert pressed[:7] == ["false", "true", "true", "false", "false", "true", "false"], pressed[:7]
    assert card(page, 1).locator(".check").get_attribute("aria-label").startswith("Select ")
    ring = "node => getComputedStyle(node.querySelector('.open'), '::after').borderTopWidth"
    assert card(page, 1).evaluate(ring) == "4px" and card(page, 3).evaluate(ring) != "4px"
    page.emulate_media(forced_colors="active")
    colors = [card(page, number).locator(".check").evaluate("node => getComputedStyle(node).backgroundColor") for number in (1, 3)]
    assert colors[0] != colors[1], colors
    page.emulate_media(forced_colors="none")

    # By keys, and not while one types
    card(page, 0).locator(".open").focus()
    page.keyboard.press("x")
    assert numbers(gallery) == [0, 1, 2, 5]
    page.keyboard.press("x")
    page.locator("#words").focus()
    page.keyboard.press("x")
    assert numbers(gallery) == [1, 2, 5]
    page.locator("#words").fill("kittens")
    assert not violations(page)
    # A plain click shows the photo, and the selection stays.
    card(page, 2).locator(".open").click()
    gallery.until("detail.current()")
    page.locator("#close").click()
    gallery.until("!byId('detail').open")
    # The card that has the focus stays in the document.
    page.locator("#home").focus()
    page.evaluate("scrollTo(0, 6000)")
    gallery.until("!document.querySelector('.card[data-selected]')")
    assert said(gallery) == "3 selected"
    page.evaluate("scrollTo(0, 0)")
    gallery.until("document.querySelectorAll('.card[data-selected]').length === 3")
    page.locator("#to-filters").click()
    page.keyboard.press("Escape")
    assert bar.is_visible() and not page.locator("#filters").is_visible()
    page.keyboard.press("Escape")
    assert not bar.is_visible() and numbers(gallery) == []
    page.locator("#to-keys").click()
    assert "Select the photo" in page.locator("#in-list").inner_text()
    page.locator("#keys-done").click()

    # It is of a list. Below the last photos there is room for it.
    gallery.open("?q=harbor")
    gallery.loaded()
    choose(gallery, 0)
    gallery.scroll_to_end()
    gallery.until("document.querySelector('.card:last-child')?.ariaPosInSet === String(views.list().length)")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    top = box(bar)[1]
    assert all(bottom <= top for bottom in page.evaluate(
        "[...document.querySelectorAll('.card:last-child, footer')].map((one) => one.getBoundingClientRect().bottom)"))
    page.locator("#unselect").click()
    assert not bar.is_visible() and page.evaluate("document.activeElement.className") == "open"
    choose(gallery, 0)
    page.locator("#to-favorites").click()
    gallery.until("location.search === '?view=favorites'")
    assert not bar.is_visible()
    page.go_back()
    gallery.until("views.list().length")
    assert not bar.is_visible() and numbers(gallery) == []
    gallery.close()


def fingers(browser):
    """A finger that lies on a photo begins a selection, taps go on with it; all of it fits a phone, in the dark"""
    gallery = Gallery(browser, width=390, height=844, scheme="dark", touch=True)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    page.wait_for_selector(".card[aria-posinset='4'] img.here")
    page.evaluate("addEventListener('contextmenu', (event) => { window.menu = event.defaultPrevented; })")
    screen = gallery.context.new_cdp_session(page)
    def touch(number, seconds, moved=0):
        left, top, right, bottom = box(card(page, number).locator(".open"))
        point = {"x": (left + right) / 2, "y": (top + bottom) / 2}
        screen.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        if moved:
            for step in range(1, 6):
                screen.send("Input.dispatchTouchEvent", {
                    "type": "touchMove", "touchPoints": [{"x": point["x"], "y": point["y"] - moved * step / 5}]})
        page.wait_for_timeout(seconds * 1000)
        screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(100)
    # One that scrolls isn't one that stays.
    touch(2, 0.7, moved=60)
    assert not page.locator("#selection").is_visible()
    page.evaluate("scrollTo(0, 0)")
    touch(0, 0.8)
    assert said(gallery) == "1 selected" and not page.evaluate("detail.current()")
    assert page.evaluate("window.menu ?? true")
    touch(1, 0)
    touch(3, 0)
    assert numbers(gallery) == [0, 1, 3] and not page.evaluate("detail.current()")
    touch(0, 0)
    assert numbers(gallery) == [1, 3]
    # The last one that is taken back ends it, and a tap shows a photo again.
    sizes = page.evaluate("""[...document.querySelectorAll("#selection button, .check")].filter((one) => one.checkVisibility())
      .map((one) => Math.min(one.offsetWidth, one.offsetHeight))""")
    assert min(sizes) >= 44, sizes
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert not violations(page)
    for button in page.locator("#selection-chosen button").all():
        button.scroll_into_view_if_needed()
        left, _, right, _ = box(button)
        assert left >= 0 and right <= 390, button.inner_text()
    touch(1, 0)
    touch(3, 0)
    assert not page.locator("#selection").is_visible()
    touch(1, 0)
    gallery.until("detail.current()")
    gallery.close()


def keeping(browser):
    """A selection is kept, put back with dates and collections, credited, and saved as a page that shows it"""
    gallery = Gallery(browser)
    gallery.context.grant_permissions(["clipboard-read", "clipboard-write"])
    found = lines(gallery.imgsearch("kittens", "-n", "6", "-f", "ndjson"))
    old = {**found[1], "added": "2020-02-03T04:05:06Z", "collections": ["Sea"]}
    gallery.imgsearch("favorites", "import", "-", text=json.dumps(old))
    page = gallery.open("?q=kittens")
    gallery.loaded()
    names = gallery.found()
    choose(gallery, 0, 1, 2)
    kept = lambda: lines(gallery.imgsearch("favorites", "export"))
    favor = page.locator("#favor")
    favor.click()
    gallery.until(lambda: len(kept()) == 3)
    assert favor.get_attribute("aria-pressed") == "true"
    before = sorted(map(json.dumps, kept()))
    favor.click()
    assert "3 photos removed" in page.locator("#undo").inner_text()
    # A trouble stands above it, and both above the bar.
    page.evaluate("trouble.say('Something that went wrong. '.repeat(4))")
    undo, trouble, bar = (box(page.locator(one)) for one in ("#undo", "#trouble", "#selection"))
    gallery.until(lambda: apart(box(page.locator("#undo")), box(page.locator("#trouble"))))
    assert apart(undo, bar) and trouble[1] >= 0, (undo, trouble, bar)
    gallery.until(lambda: not kept())
    assert favor.get_attribute("aria-pressed") == "false"
    page.locator("#put-back").click()
    gallery.until(lambda: sorted(map(json.dumps, kept())) == before)
    assert any(one.get("collections") == ["Sea"] and one["added"].startswith("2020") for one in kept())

    page.locator("#copy-all").click()
    gallery.until("byId('work').innerText === '3 credits copied.'")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == gallery.imgsearch("credit", "1-3").rstrip("\n"), copied

    with page.expect_download() as saving:
        page.locator("#page-of").click()
    assert saving.value.suggested_filename == "kittens.html"
    file = gallery.home / "kittens.html"
    saving.value.save_as(file)
    saved = gallery.context.new_page()
    saved.route(re.compile("^https:"), lambda route: route.fulfill(body=png(route.request.url), content_type="image/png"))
    saved.goto(file.as_uri())
    until(saved, "document.querySelectorAll('.card img.here').length === 3")
    assert saved.evaluate("entries.map(({ photo }) => photo.id)") == names[:3]
    assert saved.title() == "kittens" and not gallery.troubles
    saved.close()
    gallery.close()


def collecting(browser):
    """Collections are made, left, renamed, removed and exported in the page, as by the command line; other pages hear of it"""
    gallery = Gallery(browser)
    found = [one["id"] for one in lines(gallery.imgsearch("kittens", "-n", "4", "-f", "ndjson"))]
    gallery.imgsearch("favorites", "add", found[0], "--to", "Sea")
    listed = lambda name: [one["id"] for one in lines(gallery.imgsearch("favorites", "list", name, "-f", "ndjson"))]
    there = lambda: gallery.imgsearch("favorites", "collections").splitlines()
    other = gallery.tab()
    other.goto(gallery.address + "?view=favorites")
    until(other, "views.list().length === 1 && byId('collected').innerText.includes('Sea')")
    page = gallery.open("?q=kittens")
    page.bring_to_front()
    gallery.loaded()
    # A selection, to one that is there and to a new one
    choose(gallery, 0, 1, 2)
    for press in (lambda: page.locator("#existing button", has_text="Sea").click(),
                  lambda: (page.keyboard.type("<b>Garden"), page.keyboard.press("Enter"))):
        page.locator("#collect-all").click()
        press()
        gallery.until("!byId('naming').open")
    assert listed("sea") == listed("<b>garden") == found[:3]
    assert page.locator("#work").inner_text() == "3 photos added to “<b>Garden”."
    until(other, "views.list().length === 3 && byId('collected').innerText.includes('<b>Garden')")
    # What the command line takes for no name
    page.locator("#collect-all").click()
    page.locator("#name").fill("x" * 61)
    page.locator("#name-it").click()
    gallery.until("/takes 1 to 60/.test(byId('misnamed').innerText)")
    assert not violations(page)
    page.keyboard.press("Escape")
    assert not page.locator("#naming").is_visible() and said(gallery) == "3 selected"

    # In a photo in full
    page.keyboard.press("Escape")
    card(page, 1).locator(".open").click()
    chips = page.locator("#extras .collections li")
    gallery.until(lambda: chips.count() == 2)
    page.get_by_role("button", name="Take out of Sea").click()
    gallery.until(lambda: chips.count() == 1)
    assert listed("sea") == [found[0], found[2]]
    page.locator("#put-back").click()
    gallery.until(lambda: chips.count() == 2)
    assert listed("sea") == found[:3]
    page.keyboard.press("ArrowRight"), page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Add to a collection").last.click()
    page.keyboard.type("Sea")
    page.keyboard.press("Enter")
    gallery.until(lambda: chips.count() == 1)
    assert page.locator("#heart").get_attribute("aria-pressed") == "true" and listed("sea") == found
    assert not violations(page)

    # The collection itself
    chips.locator("a").click()
    gallery.until("views.list().length === 4 && byId('heading').innerText === 'Sea'")
    for name, told in (("<b>garden", "there is a collection “<b>garden” already"), ("Ocean", "")):
        page.locator("#rename").click()
        page.locator("#name").fill(name)
        page.keyboard.press("Enter")
        gallery.until(f"byId('misnamed').innerText === {json.dumps(told)} && byId('naming').open === {json.dumps(bool(told))}")
        page.keyboard.press("Escape")
    gallery.until("byId('heading').innerText === 'Ocean' && views.list().length === 4")
    assert there() == ["<b>Garden", "Ocean"] and page.evaluate("location.search.endsWith('collection=Ocean')")
    until(other, "byId('collected').innerText.includes('Ocean')")

    for form, ending in (("html", "html"), ("ndjson", "ndjson"), ("csv", "csv"), ("markdown", "md")):
        page.locator("#to-export").click()
        with page.expect_download() as saving:
            page.locator(f"[data-export={form}]").click()
        assert saving.value.suggested_filename == f"Ocean.{ending}"
        text = pathlib.Path(saving.value.path()).read_bytes().decode()
        command = ["export", "--to", "Ocean"] if form == "ndjson" else ["list", "Ocean", "-f", form]
        assert text.replace("\r", "") == gallery.imgsearch("favorites", *command).replace("\r", ""), form

    page.locator("#uncollect").click()
    gallery.until("location.search === '?view=favorites'")
    assert there() == ["<b>Garden"] and len(gallery.kept(4)) == 4
    until(other, "!byId('collected').innerText.includes('Ocean')")
    page.locator("#put-back").click()
    gallery.until("byId('collected').innerText.includes('Ocean')")
    assert listed("ocean") == found
    gallery.close()


def saving(browser):
    """A selection is saved few at a time, as far as it says; it can be cancelled, and what failed is told of each"""
    live = Services()
    live.tell("fault pictures drip")
    gallery = Gallery(browser, environment=live.environment)
    page = gallery.open("?q=kittens&provider=unsplash")
    gallery.loaded()
    files = lambda: [one.name for one in (gallery.home / "out").glob("*") if one.suffix == ".jpg"]
    calls = {"now": 0, "most": 0}
    def note(request, by):
        if request.url.endswith("/api/download"):
            calls["now"] += by
            calls["most"] = max(calls["most"], calls["now"])
    page.on("request", lambda one: note(one, 1))
    page.on("requestfinished", lambda one: note(one, -1))
    page.on("requestfailed", lambda one: note(one, -1))
    choose(gallery, 0, 1, 2, 3, 4)
    page.locator("#save-all").click()
    assert page.locator("#work").inner_text() == "Saving: 0 of 5 photos…"
    assert not violations(page)
    page.locator("#end-work").click()
    gallery.until("byId('work').innerText === '0 of 5 photos saved.'")
    page.locator("#end-work").click()
    assert not page.locator("#selection-told").is_visible() and said(gallery) == "5 selected"
    live.tell("fault pictures none")
    page.evaluate("""() => {
      window.told = [];
      new MutationObserver(() => told.push(byId("work").innerText)).observe(byId("work"), { childList: true });
    }""")
    page.locator("#save-all").click()
    gallery.until("/^5 photos saved in .*out/.test(byId('work').innerText)")
    assert len(files()) == 5 and calls["most"] <= 2, (files(), calls)
    assert any("2 of 5" in one for one in page.evaluate("told")), page.evaluate("told")
    # In the size that one alone would have been offered in
    card(page, 0).locator(".open").click()
    gallery.until("detail.current()")
    size = page.get_by_label("Size", exact=True).input_value()
    assert any(size in name for name in files()), (size, files())
    page.locator("#close").click()
    live.tell("fault pictures broken")
    page.locator("#unselect").click()
    choose(gallery, 5, 6)
    page.locator("#save-all").click()
    gallery.until("byId('failures').childElementCount === 2")
    assert page.locator("#work").inner_text() == "0 of 2 photos saved."
    titles = page.evaluate("views.list().slice(5, 7).map(nameOf)")
    for title, told in zip(titles, page.locator("#failures li").all_inner_texts()):
        assert told.startswith(f"{title}: ") and len(told) > len(title) + 10, told
    # Not for the program that has ended
    gallery.interrupt()
    gallery.until("/has ended/.test(byId('trouble').innerText)")
    assert not page.locator("#selection").is_visible() and not card(page, 0).locator(".check").is_visible()
    gallery.close(expected=("ERR_", "Failed to load"))
    live.close()


def zoomed(browser):
    """At 400 % of 1280 by 1024 nothing scrolls sideways, all can be reached, and most is left to what one looks at"""
    gallery = Gallery(browser, width=320, height=256)
    found = [one["id"] for one in lines(gallery.imgsearch("kittens", "-n", "4", "-f", "ndjson"))]
    gallery.imgsearch("favorites", "add", *found, "--to", "A collection with a rather long name")
    page = gallery.page
    # What stands still while the page is scrolled
    still = """[...document.querySelectorAll("body *")].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }) && one.id !== "skip" && !one.closest("dialog")
      && (getComputedStyle(one).position === "fixed" || getComputedStyle(one).position === "sticky"))
      .map((one) => one.getBoundingClientRect()).filter(({ height, width }) => height > 1 && width > 1)
      .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(innerHeight, bottom) - Math.max(0, top)), 0) / innerHeight"""
    # What can't be scrolled into the window
    lost = """place => [...document.querySelectorAll(`${place} :is(button, a, input, select, h1, h2)`)].filter((one) => {
      if (!one.checkVisibility({ opacityProperty: true }) || one.id === "skip" || !one.getClientRects().length) return false;
      one.scrollIntoView({ block: "center", inline: "center" });
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1 && right - left < innerWidth || bottom < 0 || top > innerHeight;
    }).map((one) => one.outerHTML.slice(0, 90))"""
    def look(place="body"):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        wrong = page.evaluate(lost, place)
        assert not wrong, wrong
        page.evaluate("scrollTo(0, 300)")
        page.wait_for_timeout(50)
        share = page.evaluate(still)
        assert share <= 0.36, share
        page.evaluate("scrollTo(0, 0)")
    for address in ("", "?q=kittens&license=by", "?view=favorites", "?view=favorites&collection=A+collection+with+a+rather+long+name"):
        gallery.open(address)
        gallery.loaded()
        look(".bar, main > :not(#photos)")
    choose(gallery, 0, 1)
    look("#selection")
    page.locator("#save-all").click()
    gallery.until("/saved in/.test(byId('work').innerText)")
    look("#selection")
    page.locator("#collect-all").click()
    assert page.evaluate("byId('naming').scrollWidth <= innerWidth") and not page.evaluate(lost, "#naming")
    page.keyboard.press("Escape")
    card(page, 0).locator(".open").click()
    gallery.until("byId('detail').open && byId('extras').querySelector('.collections li')")
    assert page.evaluate("byId('detail').scrollWidth <= innerWidth")
    wrong = page.evaluate(lost, "#detail")
    assert not wrong, wrong
    page.evaluate("byId('detail').scrollTo(0, 0)")
    picture = box(page.locator("#picture"))
    assert picture[3] - picture[1] >= 128, picture
    gallery.close()


checks = [selecting, fingers, keeping, collecting, saving, zoomed]
