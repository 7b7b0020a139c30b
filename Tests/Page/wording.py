"""The gallery speaks as people do: of purposes, sources, days, sizes, and of what can't be"""
import datetime, json, re
from browsing import card, press
from choosing import narrowed, option
from served import Gallery, Services


def purposes_told(browser):
    """A purpose has its words in the history, on the welcome and among the filters, in whatever order its codes are"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    codes = page.evaluate("fetch('api/start', { method: 'POST', body: '{}', headers: { 'Imgsearch-Page': '1', 'Content-Type': 'application/json' } })"
                          ".then((reply) => reply.json()).then(({ purposes }) => purposes[1][0])")
    assert "by-nc-nd" in codes, codes
    for words, license in (("harbor", f"modification,{codes}"), ("kit", "modification,commercial"), ("kittens", "by,cc0")):
        gallery.open(f"?q={words}&license={license}")
        gallery.loaded()
        gallery.until(lambda: words in gallery.imgsearch("history"))
    gallery.open("?view=history")
    page.wait_for_selector("#past li")
    told = page.locator("#past .what").all_inner_texts()
    gallery.until("document.querySelectorAll('#past li').length >= 3")
    text = page.locator("#past").inner_text()
    assert "Publish and change it" in text and "Sell and change it" in text, text
    assert "modification" not in text and "by-nc" not in text, told
    gallery.open()
    gallery.loaded()
    text = page.locator("#searched").inner_text()
    assert "Sell and change it" in text and "modification" not in text, text
    # Among the filters the purposes are to be chosen too, in the same words.
    gallery.open("?q=kittens&license=commercial")
    gallery.loaded()
    licence = option(page, "Licence")
    assert licence.evaluate("node => node.selectedOptions[0].text") == "Sell"
    assert licence.evaluate("node => [...node.options].slice(1, 6).map(({ text }) => text)") == [
        "Any use and change it", "Publish", "Publish and change it", "Sell", "Sell and change it"]
    licence.select_option("Publish")
    gallery.until("document.querySelectorAll('.uses input')[1].checked")
    assert narrowed(page) == []
    gallery.close()


def left_out(browser):
    """A source that the filters leave out says so, and why; the button counts those that are asked"""
    live = Services()
    for environment in (None, live.environment):
        gallery = Gallery(browser, environment=environment)
        page = gallery.open("?q=kittens&color=red")
        page.wait_for_selector(".card, #outcome .said")
        gallery.until("!['new', 'loading'].includes(document.body.dataset.list)")
        rows = dict(page.evaluate("""[...document.querySelectorAll(".provider:has(input:checked)")].map((row) =>
          [row.querySelector("label").textContent, [row.querySelector(".state").textContent, row.querySelector(".why").textContent]])"""))
        out = {name: why for name, (state, why) in rows.items() if state == "left out"}
        assert "Flickr" in out and "Unsplash" not in out, rows
        assert out["Flickr"] == "Flickr is left out: can't filter by color.", out
        missed = [name for name, (state, _) in rows.items() if state in ("left out", "failed")]
        assert page.locator("#to-providers").inner_text() == f"{len(rows) - len(missed)} of {len(rows)} sources", rows
        gallery.close()
    live.close()


def explaining(browser):
    """What can't be is explained in the page's words, not those of the command line"""
    gallery = Gallery(browser)
    for query, words in (("ratio=abc", "“Ratio”"), ("since=2020&until=2010", "“Published from” 2020"),
                         ("license=by-nc,commercial", "“Licence”: by-nc doesn't permit commercial use")):
        page = gallery.open(f"?q=kittens&{query}")
        page.wait_for_selector("#outcome .none")
        told = page.locator("#outcome").inner_text()
        assert words in told and "--" not in told and told[0].upper() == told[0], told
    gallery.close()


def days(browser):
    """The history says Today, Yesterday or the day, and its buttons stand in line at the rows' ends"""
    for width in (390, 1280):
        gallery = Gallery(browser, width=width)
        page = gallery.page
        now = datetime.datetime.now()
        times = [now, now - datetime.timedelta(days=1), now - datetime.timedelta(days=40), now - datetime.timedelta(days=800)]
        searches = [{"id": str(number), "words": "w" * (4 + 4 * number), "options": {}, "photos": 3,
                     "searched": one.astimezone().isoformat()} for number, one in enumerate(times)]
        page.route(re.compile("api/history$"), lambda route: route.fulfill(
            content_type="application/x-ndjson", body=json.dumps({"searches": searches}) + "\n"))
        gallery.open("?view=history")
        page.wait_for_selector("#past li")
        told = [one.split(" · ")[1] for one in page.locator("#past li > .quiet").all_inner_texts()]
        assert re.fullmatch(r"Today \d\d:\d\d", told[0]) and re.fullmatch(r"Yesterday \d\d:\d\d", told[1]), told
        assert re.fullmatch(r"\d+ [A-Z][a-z]+( \d{4})?", told[2]) and re.fullmatch(r"\d+ [A-Z][a-z]+ \d{4}", told[3]), told
        boxes = [one.bounding_box() for one in page.locator("#past li button").all()]
        rows = [one.bounding_box() for one in page.locator("#past li").all()]
        assert {box["x"] + box["width"] for box in boxes} == {row["x"] + row["width"] for row in rows}, boxes
        assert all(row["height"] < 70 for row in rows), rows
        gallery.close()


def sized_downloads(browser):
    """The button that downloads says the size that it saves, in sight and in its name"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=pixabay")
    gallery.loaded()
    card(page, 0).locator(".open").click()
    sizes = page.get_by_label("Size", exact=True)
    for size in ("thumb", "full"):
        sizes.select_option(size)
        words = sizes.evaluate("node => node.selectedOptions[0].text")
        assert re.match("Tiny · 150 × 112|Large", words), words
        assert page.get_by_role("button", name=f"Download {words}", exact=True).is_visible()
        assert page.locator("#download").inner_text().split("\n") == ["Download", words]
    gallery.close()


def passing(browser):
    """What was done to selected photos is said for some seconds, or until the next of them is selected"""
    gallery = Gallery(browser)
    page = gallery.page
    page.clock.install()
    page = gallery.open("?q=kittens")
    gallery.loaded()
    press(card(page, 0), ".check")
    told = page.locator("#work")
    def collect(name):
        page.get_by_role("button", name="Add to a collection").click()
        page.locator("#name").fill(name)
        page.keyboard.press("Enter")
        gallery.until("/added to/.test($dom.byId('work').innerText)")
        page.mouse.move(5, 5)
    collect("Sea")
    page.clock.run_for(5000)
    assert told.is_visible()
    page.clock.run_for(4000)
    assert not told.is_visible() and page.locator("#selected").inner_text() == "1 selected"
    collect("Land")
    press(card(page, 2), ".check")
    assert not told.is_visible() and page.locator("#selected").inner_text() == "2 selected"
    gallery.close()


checks = [purposes_told, left_out, explaining, days, sized_downloads, passing]
