"""What looks finished: lines that hold their words, signs that are alike, nothing that is empty, cut or jumps"""
import json, re
from browsing import card, press
from served import Gallery, Services


def box(page, name):
    return page.locator(name).first.bounding_box()


def listed(browser, height=844):
    """The list of kittens on a phone and on a desk, one after the other"""
    for width in (390, 1280):
        gallery = Gallery(browser, width=width, height=height, touch=width < 400)
        page = gallery.open("?q=kittens")
        gallery.loaded()
        yield gallery, page, width
        gallery.close()


def field(browser):
    """The field has its lens and a button that clears it; after Enter the ring is gone, and keys lead on from there"""
    for width in (390, 1280):
        gallery = Gallery(browser, width=width, height=844, touch=width < 400)
        page = gallery.open("?view=favorites")
        page.wait_for_selector("#outcome .said")
        words, lens, clear = (page.locator(name) for name in ("#words", ".search > .icon", "#clear"))
        assert lens.is_visible() and not clear.is_visible()
        words.fill("kittens")
        inside, outside = box(page, "#clear"), box(page, "#words")
        assert inside["width"] >= 44 and inside["x"] + inside["width"] <= outside["x"] + outside["width"] + 1, inside
        page.keyboard.press("Enter")
        gallery.loaded()
        assert page.evaluate("document.activeElement.id") == "heading"
        page.get_by_role("button", name="Clear the search").click()
        assert words.input_value() == "" and not clear.is_visible()
        assert page.evaluate("document.activeElement.id") == "words"
        # What was found stays until something else is searched for.
        assert page.evaluate("location.search") == "?q=kittens" and page.evaluate("$views.list().length")
        gallery.close()


def still(browser):
    """Neither a choice of purpose nor its sign moves the others; each is explained, the usual one too"""
    for gallery, page, _ in listed(browser):
        places = lambda: page.locator(".use").evaluate_all("all => all.slice(0, 4).map((one) => [one.offsetLeft, one.offsetWidth])")
        before = places()
        assert page.locator("#meaning").inner_text() == "All photos, also those to ask for first"
        page.get_by_label("Sell", exact=True).check()
        gallery.until("location.search.includes('commercial')")
        page.get_by_label("and change it", exact=True).check()
        gallery.until("location.search.includes('modification')")
        assert places() == before, (before, places())
        told = page.locator(".use").evaluate_all("all => all.slice(0, 4).map(({ title }) => title)")
        assert len(set(told)) == 4 and all(told), told


def welcoming(browser):
    """A phone's welcome has the mark; recent searches stand below the field while somebody is in it, one press away"""
    gallery = Gallery(browser, width=390, height=844, touch=True)
    gallery.imgsearch("harbor", "-n", "2")
    page = gallery.open()
    gallery.loaded()
    assert page.locator("#home svg").is_visible() and not page.locator("#recent").is_visible()
    page.locator("#words").tap()
    strip = box(page, "#searched a")
    assert 50 <= strip["y"] and strip["y"] + strip["height"] <= 110 and strip["x"] < 120, strip
    page.locator("#searched a").first.tap()
    gallery.until("location.search === '?q=harbor'")
    gallery.loaded()
    assert not page.locator("#home").is_visible()
    # What can be chosen behind the dots is more than one thing.
    page.locator("#to-menu").tap()
    there = [one.inner_text() for one in page.locator("#menu button").all() if one.is_visible()]
    assert len(there) >= 2 and not any("Shortcuts" in one for one in there), there
    gallery.close()


def signs(browser):
    """Hearts are drawn as all signs are; a mark says more when it is pointed at, and a link's line ends before its dot"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    assert page.evaluate("!/[♥♡]/.test(document.body.textContent)")
    hearts = page.evaluate("[...document.querySelectorAll('.heart')].map((one) => one.querySelectorAll('svg').length)")
    assert len(hearts) > 5 and set(hearts) == {1}, hearts
    for number in range(12):
        entry = page.evaluate(f"(({{ mark, may }}) => [mark, may])($views.list()[{number}])")
        mark = card(page, number).locator(".mark")
        assert mark.get_attribute("title").endswith(entry[1]), entry
        words = mark.evaluate("node => node.textContent.startsWith(node.querySelector('.short').textContent)"
                              " && getComputedStyle(node.querySelector('.short'), '::after').content")
        assert card(page, number).get_attribute("title") in card(page, number).locator(".open").get_attribute("aria-label")
        assert words == ('" first"' if entry[0] == "ask" else "none"), (entry, words)
    assert page.locator(".card .site").first.evaluate(
        "node => getComputedStyle(node, '::before').display") == "inline-block"
    press(card(page, 0), ".heart")
    page.wait_for_selector(".card .heart[aria-pressed=true] svg")
    fill = page.locator(".card .heart[aria-pressed=true] svg").evaluate("node => getComputedStyle(node).fill")
    assert fill != "none", fill
    gallery.close()


def calm(browser):
    """Nothing found is told without alarm; where there are no favorites, a way leads on; an undoing ends with its view"""
    live = Services()
    for service in ("flickr", "pexels"):
        live.tell(f"fault {service} broken")
    gallery = Gallery(browser, "--patience", "8", environment=live.environment)
    page = gallery.open("?q=kittens&min-width=90000")
    page.wait_for_selector("#outcome p:nth-child(2)", state="attached")
    gallery.until("!['new', 'loading'].includes(document.body.dataset.list)")
    quiet = page.locator("#status").evaluate("node => getComputedStyle(node).color")
    colors = page.locator("#outcome p + p").evaluate_all("all => all.map((one) => getComputedStyle(one).color)")
    assert colors and set(colors) == {quiet}, colors
    gallery.close()
    live.close()

    gallery = Gallery(browser)
    page = gallery.open("?view=favorites")
    page.wait_for_selector("#ways a")
    assert "Press the heart" in page.locator("#outcome").inner_text()
    page.locator("#ways a").click()
    gallery.until("location.search === ''")
    gallery.loaded()
    press(card(page, 0), ".heart")
    press(card(page, 0), ".heart")
    assert page.locator("#undo").is_visible()
    page.locator("#words").fill("harbor")
    page.keyboard.press("Enter")
    gallery.until("location.search === '?q=harbor'")
    assert not page.locator("#undo").is_visible()
    gallery.close()


def history(browser):
    """The history takes the width that there is, counts what was shown, and begins its line at the left"""
    gallery = Gallery(browser, width=2560, height=1440)
    for words in ("harbor", "kit"):
        gallery.imgsearch(words, "-n", "2")
    page = gallery.open("?q=kittens")
    gallery.loaded()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    gallery.until("$views.list().length >= 60")
    shown = page.evaluate("""() => {
      const { length } = $views.list();
      $dom.byId("to-history").click();
      return length;
    }""")
    gallery.until(f"/kittens[^]*?{shown} photos/.test($dom.byId('past').innerText)")
    boxes = [one.bounding_box() for one in page.locator("#past li").all()]
    assert len({one["y"] for one in boxes}) == 1, boxes
    status, first = box(page, "#status"), boxes[0]
    assert abs(status["x"] - first["x"]) < 1, (status, first)
    remover = page.locator("#past li button").first
    assert remover.evaluate("node => getComputedStyle(node).borderTopWidth") == "0px"
    gallery.close()


def panels(browser):
    """All colors stand in one row; the filters reach down to the foot, and fade where they are cut"""
    for _, page, _ in listed(browser, height=800):
        page.locator("#to-filters").click()
        swatches = [one.bounding_box() for one in page.get_by_role("radiogroup", name="Color").locator("label:has(.swatch)").all()]
        assert len(swatches) == 11 and len({one["y"] for one in swatches}) == 1, swatches
        assert min(one["width"] for one in swatches) >= 28 and min(one["height"] for one in swatches) >= 32, swatches
        panel = page.locator("#filters")
        assert panel.evaluate("node => node.scrollHeight > node.clientHeight")
        assert panel.bounding_box()["y"] + panel.bounding_box()["height"] > 800 - 60
        assert "linear-gradient" in panel.evaluate("node => getComputedStyle(node, '::after').backgroundImage")
        page.keyboard.press("Escape")


def more_of_author(browser):
    """The way to more of an author has a line of its own, however long the name is"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=flickr")
    gallery.loaded()
    with page.expect_response(re.compile("api/photo$")):
        card(page, 1).locator(".open").click()
    page.wait_for_timeout(300)
    way, name = page.get_by_role("link", name="More of this author"), page.locator("#author > *").first
    for width in (0, 300):
        name.evaluate("(node, width) => { node.style.paddingRight = `${width}px`; }", width)
        assert way.evaluate("node => node.getClientRects().length") == 1
        assert way.bounding_box()["y"] >= name.bounding_box()["y"] + name.bounding_box()["height"] - 4
    gallery.close()


def menus(browser):
    """What ⋯ offers below a photo is in the window, on a phone too, where its button is at the bottom"""
    for _, page, width in listed(browser):
        card(page, 1).locator(".open").click()
        page.locator("#to-more").click()
        for form in ("Markdown", "HTML"):
            place = page.get_by_role("button", name=f"Copy credit as {form}").bounding_box()
            assert place["y"] >= 0 and place["y"] + place["height"] <= 844, (width, place)
            assert place["x"] >= 0 and place["x"] + place["width"] <= width, (width, place)


checks = [field, still, welcoming, signs, calm, history, panels, more_of_author, menus]
