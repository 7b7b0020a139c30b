"""Several photos at once in the gallery: selected by mouse, key and finger, and saved; what fits a small window"""
import json
from browsing import card, press, violations
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
    gallery.until(lambda: said(gallery) == f"{len(places)} selected")


def box(node):
    """Left, top, right and bottom of a node in the window"""
    return node.evaluate("node => (({ left, top, right, bottom }) => [left, top, right, bottom])(node.getBoundingClientRect())")


def selecting(browser):
    """Clicks and keys select photos, near and far; it is plain to see, lasts while one scrolls, and comes back with the list"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    bar = page.locator("#selection")
    assert not bar.is_visible()
    choose(gallery, 1)
    assert bar.is_visible() and not page.evaluate("$detail.current()")
    card(page, 5).locator(".open").click(modifiers=["Shift"])
    assert numbers(gallery) == [1, 2, 3, 4, 5] and said(gallery) == "5 selected"
    assert page.evaluate("String(getSelection())") == ""
    card(page, 3).locator(".open").click(modifiers=["ControlOrMeta"])
    press(card(page, 4), ".check")
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
    gallery.until("$detail.current()")
    page.locator("#close").click()
    gallery.until("!$dom.byId('detail').open")
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
    page.locator("#to-menu").click()
    page.locator("#to-keys").click()
    assert "Select the photo" in page.locator("#keys").inner_text()
    page.locator("#keys button").click()

    # It is of a list. Below the last photos there is room for it.
    gallery.open("?q=harbor")
    gallery.loaded()
    choose(gallery, 0)
    gallery.scroll_to_end()
    gallery.until("document.querySelector('.card:last-child')?.ariaPosInSet === String($views.list().length)")
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
    # It is the list's, and there again when somebody comes back.
    page.go_back()
    gallery.until("$dom.byId('selected').innerText === '1 selected'")
    assert bar.is_visible() and len(numbers(gallery)) == 1
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
    assert said(gallery) == "1 selected" and not page.evaluate("$detail.current()")
    assert page.evaluate("window.menu ?? true")
    touch(1, 0)
    touch(3, 0)
    assert numbers(gallery) == [0, 1, 3] and not page.evaluate("$detail.current()")
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
    gallery.until("$dom.byId('selection').hidden || !$dom.byId('selection').checkVisibility()")
    touch(1, 0)
    gallery.until("$detail.current()")
    gallery.close()


def several(browser):
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
    page.locator("#end-work").click()
    # One of them may have come before.
    gallery.until("/^[01] of 5 photos saved/.test($dom.byId('work').innerText)")
    page.locator("#end-work").click()
    assert not page.locator("#selection-told").is_visible() and said(gallery) == "5 selected"
    live.tell("fault pictures none")
    page.evaluate("""() => {
      window.told = [];
      new MutationObserver(() => told.push($dom.byId("work").innerText)).observe($dom.byId("work"), { childList: true });
    }""")
    page.locator("#save-all").click()
    gallery.until("/^5 photos saved in .*out/.test($dom.byId('work').innerText)")
    assert len(files()) == 5 and calls["most"] <= 2, (files(), calls)
    assert any("2 of 5" in one for one in page.evaluate("told")), page.evaluate("told")
    # In the size that one alone would have been offered in
    card(page, 0).locator(".open").click()
    gallery.until("$detail.current()")
    assert page.get_by_label("Size", exact=True).input_value() == "regular"
    assert not any(name.endswith(("-full.jpg", "-original.jpg", "-thumb.jpg")) for name in files()), files()
    page.locator("#close").click()
    live.tell("fault pictures broken")
    page.locator("#unselect").click()
    choose(gallery, 5, 6)
    page.locator("#save-all").click()
    gallery.until("$dom.byId('told').childElementCount === 2")
    assert page.locator("#work").inner_text() == "0 of 2 photos saved."
    titles = page.evaluate("$views.list().slice(5, 7).map($photos.nameOf)")
    for title, told in zip(titles, page.locator("#told li").all_inner_texts()):
        assert told.startswith(f"{title}: ") and len(told) > len(title) + 10, told
    assert not violations(page)
    # Not for the program that has ended
    gallery.interrupt()
    gallery.until("/has ended/.test($dom.byId('trouble').innerText)")
    assert not page.locator("#selection").is_visible() and not card(page, 0).locator(".check").is_visible()
    gallery.close(expected=("ERR_", "Failed to load"))
    live.close()


def zoomed(browser):
    """At 400 % of 1280 by 1024 nothing scrolls sideways, all can be reached, and most is left to what one looks at"""
    gallery = Gallery(browser, width=320, height=256)
    found = [one["id"] for one in lines(gallery.imgsearch("harbor", "-n", "4", "-f", "ndjson"))]
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
    gallery.open("?q=kittens")
    gallery.loaded()
    choose(gallery, 0, 1)
    look("#selection")
    page.locator("#save-all").click()
    gallery.until("/saved in/.test($dom.byId('work').innerText)")
    look("#selection")
    page.locator("#collect-all").click()
    assert page.evaluate("$dom.byId('naming').scrollWidth <= innerWidth") and not page.evaluate(lost, "#naming")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    gallery.open("?view=favorites")
    gallery.loaded()
    card(page, 0).locator(".open").click()
    gallery.until("$dom.byId('detail').open && $dom.byId('extras').querySelector('.collections li')")
    assert page.evaluate("$dom.byId('detail').scrollWidth <= innerWidth")
    wrong = page.evaluate(lost, "#detail")
    assert not wrong, wrong
    page.evaluate("$dom.byId('detail').scrollTo(0, 0)")
    picture = box(page.locator("#picture"))
    assert picture[3] - picture[1] >= 128, picture
    gallery.close()


checks = [selecting, fingers, several, zoomed]
