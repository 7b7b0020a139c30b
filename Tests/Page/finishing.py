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
    for gallery, page, width in listed(browser):
        places = lambda: page.locator("#purposes .use").evaluate_all("all => all.map((one) => [one.offsetLeft, one.offsetWidth])")
        lines = [one.inner_text() for one in page.locator("#purposes small, #meaning").all() if one.is_visible()]
        if width < 400:
            assert not lines and page.locator("#to-purpose").inner_text() == "Any use ▾"
            page.locator("#to-purpose").tap()
            lines = page.locator("#purposes small").all_inner_texts()
            boxes = [one.bounding_box() for one in page.locator("#purposes small").all()]
            assert len(lines) == 4 and all(0 <= box["x"] and box["x"] + box["width"] <= 390 for box in boxes), boxes
        assert lines[0] == "All photos, also those to ask for first" and (width < 400 or len(lines) == 1), lines
        before = places()
        # What is added is a box to tick, in whatever state.
        added = page.get_by_label("and change it", exact=True)
        assert added.evaluate("node => getComputedStyle(node).opacity") == "1" and added.bounding_box()["width"] == 18
        page.get_by_label("Sell", exact=True).check()
        gallery.until("location.search.includes('commercial')")
        page.get_by_label("and change it", exact=True).check()
        gallery.until("location.search.includes('modification')")
        assert places() == before, (before, places())
        told = page.locator("#purposes .use").evaluate_all("all => all.map(({ title }) => title)")
        assert len(set(told)) == 4 and all(told), told
        if width < 400:
            assert page.locator("#to-purpose").inner_text() == "Sell and change it ▾"


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


def detail_of(browser, number):
    """A gallery, and its page with the detail of a photo of Flickr"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=flickr")
    gallery.loaded()
    with page.expect_response(re.compile("api/photo$")):
        card(page, number).locator(".open").click()
    return gallery, page


def more_of_author(browser):
    """The way to more of an author has a line of its own, however long the name is"""
    gallery, page = detail_of(browser, 1)
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


def counted(browser):
    """How many photos are there is said: in the second row of a desk, at the foot of a phone"""
    for gallery, page, width in listed(browser):
        # Further photos may be on their way.
        gallery.until("document.body.dataset.list === 'more' && / photos, more below/.test($dom.byId('found').textContent)")
        words = page.locator("#found").text_content()
        if width < 400:
            assert words in page.locator("#foot").evaluate("node => getComputedStyle(node, '::before').content")
        else:
            # Where it is narrow, it gives way, but nothing leaves the window.
            page.set_viewport_size({"width": 724, "height": 844})
            page.wait_for_timeout(200)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") and page.locator("#to-providers").is_visible()
            page.set_viewport_size({"width": width, "height": 844})
            page.wait_for_timeout(200)
            row, found = box(page, "#to-filters"), box(page, "#found")
            assert page.locator("#found").is_visible()
            assert page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)($dom.byId('found'))")
            assert abs(row["y"] + row["height"] / 2 - found["y"] - found["height"] / 2) < 2


def narrow_rows(browser):
    """Between a phone and a desk the purposes stand in a panel, and a filter that is set stays in the row"""
    for width in (820, 1024, 1280):
        gallery = Gallery(browser, width=width, height=800, touch=width < 1000)
        page = gallery.open("?q=kittens&license=commercial,modification&min-width=1000")
        gallery.loaded()
        page.wait_for_timeout(500)
        chip = box(page, "#narrowed button")
        assert min(chip["width"], box(page, ".middle")["width"]) > 60, (width, chip)
        assert page.locator("#to-purpose").is_visible() == (width < 1024)
        if width < 1024:
            page.locator("#to-purpose").tap()
            assert all(one.is_visible() for one in page.locator("#purposes small").all())
            panel = box(page, "#purposes")
            assert panel["x"] >= 0 and panel["y"] >= 64 and panel["height"] > 300, panel
        else:
            assert box(page, "#meaning")["width"] > 80
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        gallery.close()


def phone_detail(browser):
    """On a phone the title stays at the top once it has left, nothing of it is cut, and ✕ lies on no other button"""
    gallery = Gallery(browser, width=390, height=844, touch=True)
    page = gallery.open("?q=kittens&provider=flickr")
    gallery.loaded()
    card(page, 0).locator(".open").tap()
    gallery.until("document.querySelector('.frame.here')")
    page.wait_for_timeout(600)
    page.locator("#unfold").tap()
    bar = "(() => { const { content, position, height } = getComputedStyle($dom.byId('detail'), '::before'); return content !== 'none' && position === 'fixed' ? parseFloat(height) : 0; })()"
    buttons = "[...document.querySelectorAll('.arrow, .looks button')].map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height }))"
    heights = set()
    for top in range(0, 500, 15):
        page.evaluate("top => { $dom.byId('detail').scrollTop = top; }", top)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        title, shut = box(page, "#title"), box(page, "#close")
        height = page.evaluate(bar)
        heights.add(height)
        assert bool(height) == (title["y"] + title["height"] <= 72), (top, height, title)
        for one in page.evaluate(buttons):
            apart = one["x"] + one["width"] <= shut["x"] or one["y"] >= shut["y"] + shut["height"] or one["y"] + one["height"] <= shut["y"]
            assert height or apart, (top, one, shut)
    assert heights == {0, 71}, heights
    # Below the rows it stays, and the lowest of them ends above the actions.
    page.evaluate("$dom.byId('detail').scrollTop = 1e6")
    page.wait_for_timeout(500)
    assert page.evaluate(bar) == 71
    gallery.close()


def offered_rows(browser):
    """Rows that nobody has asked for yet are a line with the word Show each, without a hole below, and go when they are empty"""
    for width in (390, 1280):
        gallery = Gallery(browser, width=width, height=844)
        page = gallery.open("?q=kittens&provider=flickr")
        gallery.loaded()
        card(page, 1).locator(".open").click()
        page.wait_for_selector("#further section")
        sections = page.locator("#further section")
        for one in sections.all():
            assert one.bounding_box()["height"] < 60, one.bounding_box()
            words = one.locator(".plain").evaluate("node => getComputedStyle(node, '::after').content")
            assert words.startswith('"Show"'), words
        page.evaluate("document.querySelectorAll('#further .plain').forEach((one) => one.click())")
        gallery.until("!/Searching/.test($dom.byId('further').innerText)")
        left = page.locator("#further section").count()
        shown = page.locator("#further").is_visible()
        assert shown == bool(left), (left, shown)
        words = page.locator("#further .plain").evaluate_all("all => all.map((node) => getComputedStyle(node, '::after').content)")
        assert all(one == "none" for one in words), words
        gallery.close()


def plain_facts(browser):
    """What is shown and what the original has are told apart, and an ISO stays with its number"""
    gallery, page = detail_of(browser, 0)
    page.wait_for_selector("#rows dt:text-is('Exposure')")
    rows = dict(zip(page.locator("#rows dt").all_text_contents(), page.locator("#rows dd").all_text_contents()))
    assert re.match(r"\d+ × \d+ pixels · Full size", rows["Original"]), rows
    lines = page.locator("#rows dt:text-is('Exposure') + dd span").evaluate_all("all => all.map((one) => [one.textContent, one.getClientRects().length])")
    assert len(lines) > 1 and all(count == 1 for _, count in lines), lines
    assert any(words.startswith("ISO ") for words, _ in lines), lines
    gallery.until("getComputedStyle(document.querySelector('.frame'), '::after').content.startsWith('\"Shown: ')")
    signs = page.locator("#close svg, .arrow svg").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert len(signs) == 3 and all(20 <= width <= 24 for width in signs), signs
    download = box(page, "#download")
    assert download["height"] >= 48, download
    gallery.close()


def at_hand(browser):
    """Sorting stands above the fold of the filters; the day's photos stand in three columns; a history's button is near its words"""
    for gallery, page, width in listed(browser, height=800):
        page.locator("#to-filters").click()
        panel, sort = box(page, "#filters"), page.locator("#filters label:has(span:text-is('Sort'))").bounding_box()
        assert sort["y"] + sort["height"] <= panel["y"] + panel["height"] - 20, (panel, sort)
        if width > 400:
            gallery.open()
            gallery.loaded()
            lefts = set(page.evaluate("[...document.querySelectorAll('.card')].map(({ style }) => style.left)"))
            assert len(lefts) == 3, lefts
    gallery = Gallery(browser, width=2560, height=1440)
    gallery.imgsearch("kit", "-n", "2")
    page = gallery.open("?view=history")
    page.wait_for_selector("#past li")
    assert box(page, "#past li")["width"] < 480, box(page, "#past li")
    gallery.close()


checks = [field, counted, narrow_rows, phone_detail, offered_rows, plain_facts, at_hand, still, welcoming, signs, calm, history, panels, more_of_author, menus]
