"""The page in one file as it is passed on: without scripts, on paper, after a reload, with its words and date"""
import datetime, json, re
from browsing import hostile_photos, until
from visited import Visit, entries_of, fixtures, imgsearch, page_of


def plain(browser):
    """Without scripts the photos stand as figures with credit and links, thirty of Flickr with their pictures"""
    html = imgsearch("kittens", "-p", "flickr,unsplash", "--replay", fixtures, "-n", "120", "-f", "html")
    entries = entries_of(html)
    visit = Visit(browser, html, scripts=False, height=4000)
    page = visit.page
    figures = page.locator("#plain figure")
    assert figures.count() == len(entries) == 120 and figures.first.is_visible()
    seen = figures.evaluate_all("""figures => figures.map((figure) => ({
      text: figure.innerText.trim(), image: figure.querySelector("img")?.currentSrc ?? null,
      alt: figure.querySelector("img")?.alt, shown: figure.querySelector("img")?.checkVisibility(),
      links: [...figure.querySelectorAll("a")].map(({ href }) => href) }))""")
    flickr = 0
    for entry, one in zip(entries, seen, strict=True):
        photo = entry["photo"]
        assert one["text"] == photo["credit"], (one, photo["credit"])
        assert photo["page"] in one["links"], one
        if "creativecommons.org" in (photo["license"]["url"] or ""):
            assert photo["license"]["url"] in one["links"], one
        isFlickr = photo["id"].startswith("flickr:")
        flickr += isFlickr
        assert bool(one["image"]) == (not isFlickr or flickr <= 30), one
        if one["image"]:
            assert one["image"] in [rendition["url"] for rendition in photo["renditions"]] and one["shown"], one
            assert one["alt"] == (photo["title"] or photo["description"] or "Photo"), one
    assert flickr > 30, flickr
    assert page.locator("#notices").inner_text().startswith("This product uses the Flickr")
    for part in (".tools", ".actions", "#detail"):
        assert not page.locator(part).is_visible(), part
    assert "120 photos from 2 providers" in page.locator("footer").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.close()

    # Scripts take over, and ask for no picture that they don't show.
    visit = Visit(browser, html, height=600)
    until(visit.page, "document.querySelector('.card img.here')")
    assert visit.page.locator("figure:not(#picture)").count() == 0
    assert len(visit.asked) < 60, len(visit.asked)
    visit.close()

    # Nothing that a stranger says is a tag or leads elsewhere here either.
    visit = Visit(browser, page_of([json.loads(line) for line in hostile_photos()]), scripts=False)
    figures = visit.page.locator("#plain figure")
    assert figures.count() == len(hostile_photos())
    tags = set(figures.locator("*").evaluate_all("nodes => nodes.map(({ tagName }) => tagName)"))
    assert tags <= {"A", "IMG", "FIGCAPTION"}, tags
    links = set(figures.locator("a").evaluate_all("links => links.map(({ protocol }) => protocol)"))
    assert links <= {"https:"}, links
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.close()


def written(time):
    """A day as people write it: 1 May 2023"""
    return f"{time.day} {time:%b %Y}"


def head(browser):
    """Words, filters and the day stand in the head, once"""
    days = [written(datetime.datetime.now(datetime.UTC))]
    html = imgsearch("kittens", "--replay", fixtures, "-n", "12", "--license", "commercial", "-f", "html")
    days.append(written(datetime.datetime.now(datetime.UTC)))
    for scripts in (True, False):
        visit = Visit(browser, html, scripts=scripts)
        if scripts:
            visit.page.wait_for_selector(".card")
        words = visit.page.locator("header").inner_text()
        lines = [line for line in words.splitlines() if line != "Skip to the photos"]
        assert lines[0] == "kittens" and words.count("kittens") == 1, words
        about = visit.page.locator(".about").inner_text()
        assert about in [f"license: commercial · {day}" for day in days] and words.count("commercial ·") == 1, words
        assert len(re.findall(r"12 photos", words)) == int(scripts), words
        visit.close()


def place(browser):
    """A page of a thousand photos stands after a reload where it stood"""
    rows = [json.loads(line) for line in imgsearch("kittens", "--replay", fixtures, "-n", "200", "-f", "ndjson").splitlines()]
    photos = [{**rows[number % len(rows)], "id": f"flickr:{number + 1}", "origin": f"flickr:{number + 1}"}
              for number in range(1000)]
    visit = Visit(browser, page_of(photos))
    page = visit.page
    until(page, "window.scrollY === 0 && typeof $page !== 'undefined' && $page.shown().length === 1000")
    until(page, "document.querySelector('.card')")
    page.evaluate("scrollTo(0, 30_000)")
    seen = "[...document.querySelectorAll('.card')].filter(one => Math.abs(one.getBoundingClientRect().y) < 300).map(one => one.ariaPosInSet)"
    until(page, f"scrollY === 30_000 && {seen}.length")
    before = page.evaluate(seen)
    until(page, "history.state?.scroll === 30_000")
    page.reload()
    until(page, f"scrollY === 30_000 && {seen}.length", seconds=15)
    assert page.evaluate(seen) == before
    # Neither does a detail that is closed move it.
    page.locator(f".card[aria-posinset='{before[0]}'] .open").click()
    until(page, "$dom.byId('detail').open")
    page.reload()
    until(page, "$dom.byId('detail').open")
    page.keyboard.press("Escape")
    until(page, "!$dom.byId('detail').open")
    page.wait_for_timeout(200)
    assert abs(page.evaluate("scrollY") - 30_000) < 1000, page.evaluate("scrollY")
    visit.close()


def sheet(browser):
    """On paper four rows of photos stand on the first page already, below its title"""
    html = imgsearch("kittens", "-p", "unsplash", "--replay", fixtures, "-n", "24", "-f", "html")
    for scripts in (True, False):
        visit = Visit(browser, html, scripts=scripts)
        page = visit.page
        if scripts:
            page.wait_for_selector(".card img.here")
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            until(page, "document.querySelectorAll('.card img.here').length === 24")
        # A4 without its margins
        page.set_viewport_size({"width": 182 * 96 * 10 // 254, "height": 269 * 96 * 10 // 254})
        page.emulate_media(media="print")
        first, twelfth = [page.evaluate(
            "number => document.querySelectorAll('.card, #plain figure')[number].getBoundingClientRect().toJSON()", number)
            for number in (0, 11)]
        assert 0 < first["top"] < 150 and twelfth["bottom"] <= 269 * 96 / 25.4, (scripts, first, twelfth)
        pdf = page.pdf(format="A4", print_background=True)
        pages = max(map(int, re.findall(rb"/Count (\d+)", pdf)))
        assert pages <= 3, pages
        visit.close()


checks = [plain, head, place, sheet]
