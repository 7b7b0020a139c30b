#!/usr/bin/env python3
"""Opens the gallery of `imgsearch browse` in a real browser, and does what a person would.

    gallery.py PROGRAM FIXTURES SERVICES [CHECK...]

SERVICES is the built FixtureServices, which plays the photo services on this machine. Needs
playwright and axe-playwright-python from PyPI, and chromium. Nothing is asked of any other host.
"""
import collections, json, pathlib, re, sys
import choosing, collecting, finishing, fitting, folding, further, keeping, missing, offering, scrolling, selecting, showing, stepping, tabs, wording
from browsing import card, hostile_photos, is_long, pictures_while_scrolling, press, run, violations
from served import Gallery, Services


def journey(browser):
    """Welcome, kit, kittens, the true end, favorites, download, back and forward, on Fixtures"""
    gallery = Gallery(browser)
    page = gallery.open()
    gallery.until("[...document.images].filter(one => one.complete && one.naturalWidth).length > 5")
    assert page.locator("#heading").inner_text() == "Photos of today"
    field = page.locator("#words")
    field.press_sequentially("kit", delay=30)
    gallery.until("location.search === '?q=kit'")
    # They come one by one
    gallery.until("$views.list().length >= 30")
    # None of them has a picture in the recording, and nothing is asked for in vain.
    page.wait_for_selector(".card .gone")
    assert page.locator(".card img").count() == 0
    kits = gallery.found()
    there = [json.loads(line)["id"] for line in gallery.imgsearch(
        "kit", "-n", "200", "-f", "ndjson", "--no-history").splitlines()]
    assert kits == there[:len(kits)], (kits, there)
    field.press_sequentially("tens", delay=30)
    gallery.until("location.search === '?q=kittens'")
    gallery.until("document.querySelectorAll('.card').length > 5")
    gallery.scroll_to_end()
    whole = [json.loads(line)["id"] for line in gallery.imgsearch(
        "kittens", "-n", "2000", "-f", "ndjson", "--no-history").splitlines()]
    assert gallery.found() == whole, (len(gallery.found()), len(whole))

    page.evaluate("scrollTo(0, 0)")
    press(card(page, 1), ".heart")
    page.wait_for_selector(".card .heart[aria-pressed=true]")
    assert gallery.kept(1) == [whole[1]]
    gallery.imgsearch("favorites", "add", whole[3])
    gallery.until("document.querySelectorAll('.card .heart[aria-pressed=true]').length === 2")

    card(page, 0).locator(".open").click()
    gallery.until("document.getElementById('detail').open")
    assert page.evaluate("decodeURIComponent(location.hash)") == "#" + whole[0]
    page.locator("#download").click()
    gallery.until(
        "[...document.querySelectorAll('#detail *')].some(one => /^Saved/.test(one.textContent))")
    saved = sorted(one.name for one in (gallery.home / "out").iterdir())
    assert len(saved) == 2 and "credits.csv" in saved, saved
    assert whole[0] in (gallery.home / "out" / "credits.csv").read_text()
    page.keyboard.press("ArrowRight")
    gallery.until(f"location.hash.includes({json.dumps(whole[1].split(':')[1])})")
    title = page.locator("#title").inner_text()
    page.reload()
    gallery.until("document.getElementById('detail').open")
    assert page.locator("#title").inner_text() == title
    page.keyboard.press("Escape")
    gallery.until("!document.getElementById('detail').open")

    page.locator("#to-favorites").click()
    gallery.until("location.search === '?view=favorites'")
    gallery.until("document.querySelectorAll('.card').length === 2")
    page.locator("#to-history").click()
    page.wait_for_selector("#past :text('kittens')")
    assert "kittens" in gallery.imgsearch("history")
    page.go_back()
    gallery.until("location.search === '?view=favorites'")
    page.go_back()
    gallery.until("location.search === '?q=kittens'")
    page.wait_for_selector(".card")
    page.go_forward()
    gallery.until("location.search === '?view=favorites'")
    # A photo that is in no list
    gallery.open(f"?view=favorites#{whole[9]}")
    gallery.until("document.getElementById('detail').open")
    gallery.close()


def details(browser):
    """A photo that is looked at is asked for by itself: its place and its camera come too"""
    gallery = Gallery(browser)
    for service in ("unsplash", "flickr"):
        page = gallery.open(f"?q=kittens&provider={service}")
        gallery.until("$views.list().length >= 5")
        # The recording doesn't have them all, of which nothing is said.
        for number in range(5):
            with page.expect_response(re.compile("api/photo$")) as reply:
                card(page, number).locator(".open").click()
            isKnown = "views" in reply.value.json()["entry"]["photo"]
            gallery.until(f"/Views/.test($dom.byId('rows').textContent) === {json.dumps(isKnown)}")
            assert "recording" not in page.locator("#detail").inner_text()
            if "Camera" in page.locator("#rows").text_content():
                break
            page.keyboard.press("Escape")
            gallery.until("!document.getElementById('detail').open")
        rows = dict(zip(page.locator("#rows dt").all_text_contents(), page.locator("#rows dd").all_text_contents()))
        photo = json.loads(gallery.imgsearch("show", gallery.found()[number], "-f", "json"))
        camera = photo["camera"]
        assert rows["Place"] == photo["place"]["name"], rows
        assert rows["Camera"] == f"{camera['make']} {camera['model']}", rows
        words = gallery.imgsearch("show", gallery.found()[number])
        for label in ("Camera", "Exposure"):
            assert re.search(rf"^{label} +{re.escape(rows[label])}$", words, re.M), (rows, words)
        assert rows["Views"].replace(",", "") == str(photo["views"]), rows
    gallery.close()


def enter(page, words):
    """Searches at once: between keys from outside, words that are typed may be searched for before Enter"""
    page.evaluate("""words => {
      const field = document.getElementById("words");
      field.value = words;
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }""", words)


def typing(browser):
    """With 300 ms of latency: one search for what is typed, each page once, the old search ended"""
    live = Services()
    live.tell("latency 300")
    # Nobody's turn passes, which would have a later batch ask for the same page again.
    gallery = Gallery(browser, "-v", "--patience", "30", environment=live.environment)
    page = gallery.open()
    gallery.loaded()
    live.tell("forget")
    providers = ("unsplash", "flickr", "pexels", "pixabay", "openverse", "wikimedia", "wordpress", "europeana")
    # By the page's own clock: keys from outside can be held up for longer than it waits for more.
    page.evaluate("""async words => {
      const field = document.getElementById("words");
      for (const letter of words) {
        field.value += letter;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await new Promise(done => setTimeout(done, 100));
      }
    }""", "kittens")
    gallery.until(lambda: all(any(f"/{name}" in one for one in live.searched()) for name in providers))
    gallery.loaded()
    words = live.searched()
    assert all("kittens" in one for one in words), words
    firsts = collections.Counter(
        re.match(r"http://[^/]+/(\w+)", one)[1] for one in words
        if not re.search(r"[?&](page|sroffset|gsroffset)=([2-9]|\d\d)", one))
    assert firsts == {name: 1 for name in providers}, firsts

    # A new search while the old one is under way
    live.tell("fault openverse hang")
    live.tell("fault flickr hang")
    gallery.errors.clear()
    enter(page, "harbor")
    gallery.until(lambda: any("/flickr" in one and "harbor" in one for one in live.searched()))
    enter(page, "kit")
    gallery.until(lambda: any("no answer" in line and "harbor" in line for line in list(gallery.errors)))
    live.tell("latency 300")
    live.tell("forget")
    enter(page, "harbor")
    page.wait_for_selector(".card")
    gallery.scroll_to_end()
    asked = [one for one in live.asked() if "/pictures/" not in one]
    assert len(set(asked)) == len(asked), sorted(asked)

    gallery.close()

    # From Enter to the first picture in its place, as the page itself sees it, each time from nothing
    times = []
    for _ in range(3):
        gallery = Gallery(browser, environment=live.environment)
        page = gallery.open("?view=favorites")
        page.wait_for_selector("#outcome .said")
        page.locator("#words").fill("kittens")
        times.append(round(page.evaluate("""async () => {
          const field = document.getElementById("words");
          const start = performance.now();
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          for (let taken = 0; taken < 60_000; taken = performance.now() - start) {
            const image = document.querySelector("#photos .card img");
            if (image && image.complete && image.naturalWidth) return taken;
            await new Promise(requestAnimationFrame);
          }
          throw new Error("no picture");
        }""")))
        gallery.close()
    print(f"        from Enter to the first picture in its place, 300 ms for the services and 300 for it: {times} ms")
    live.close()


def states(browser):
    """A provider that hangs, fails, is out of quota; Ctrl-C while it loads"""
    live = Services()
    for service, fault in (("flickr", "hang"), ("unsplash", "broken"), ("openverse", "quota")):
        live.tell(f"fault {service} {fault}")
    gallery = Gallery(browser, "--patience", "8", environment=live.environment)
    page = gallery.open("?q=kittens")
    page.wait_for_selector(".card")
    page.locator("#to-providers").click()
    gallery.until("/out of quota/.test($dom.byId('providers').innerText)")
    gallery.until("/failed/.test($dom.byId('providers').innerText)")
    gallery.until("/Flickr\\s*(waiting|slow)/.test($dom.byId('providers').innerText)")
    gallery.until("/Openverse answers again at \\d\\d:\\d\\d/.test($dom.byId('providers').innerText)")
    page.keyboard.press("Escape")
    live.tell("forget")
    page.locator("#words").fill("harbor")
    page.keyboard.press("Enter")
    gallery.until(lambda: any("/flickr" in one and "harbor" in one for one in live.searched()))
    code, seconds = gallery.interrupt()
    # Not when the one that hangs is given up, which takes 30 s
    assert code == 130 and seconds < 10, (code, seconds)
    gallery.until("/ended/.test(document.getElementById('trouble').innerText)")
    assert page.locator("#trouble").is_visible()
    # Nothing speaks against it.
    gallery.until("!/error|again|waiting|slow|coming/.test(document.querySelector('main').innerText)")
    page.locator("#to-favorites").click()
    gallery.until("location.search === '?view=favorites'")
    page.wait_for_timeout(300)
    assert not re.search("error|again", page.locator("main").inner_text()), page.locator("main").inner_text()
    gallery.close(expected=("ERR_", "Failed to load"))
    live.close()


def accessible(browser):
    """No violation that axe knows, on welcome, results, detail, favorites, history, light and dark"""
    looks = [("light", 390), ("dark", 1280)]
    if is_long:
        looks += [("light", 1280), ("dark", 390)]
    for scheme, width in looks:
        gallery = Gallery(browser, scheme=scheme, width=width)
        page = gallery.page
        lines = gallery.imgsearch("harbor", "-n", "6", "-f", "ndjson")
        gallery.imgsearch("favorites", "import", "-", text=lines)
        for query in ("", "?q=kittens", "?q=kittens&license=commercial#detail", "?view=favorites",
                      "?view=history"):
            gallery.open(query.split("#")[0])
            if "history" in query:
                page.wait_for_selector("#past li")
            else:
                gallery.loaded()
            if "#" in query:
                with page.expect_response(re.compile("api/photo$")):
                    card(page, 1).locator(".open").click()
            found = violations(page)
            assert not found, (scheme, width, query, found)
            inside = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert inside, (width, query)
        gallery.close()


def keyboard(browser):
    """The whole way by keyboard alone"""
    gallery = Gallery(browser)
    page = gallery.open("?view=history")
    page.wait_for_selector("#past:not([hidden])")
    page.keyboard.press("Tab")
    page.keyboard.press("/")
    page.keyboard.type("harbor", delay=10)
    page.keyboard.press("Enter")
    page.wait_for_selector(".card")
    def tab_to(condition):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(f"(one => {condition})(document.activeElement)"):
                return
        raise AssertionError(condition)
    tab_to("one.className === 'open'")
    page.keyboard.press("Enter")
    gallery.until("document.getElementById('detail').open")
    tab_to("one.id === 'heart'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#heart[aria-pressed=true]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    gallery.until("!document.getElementById('detail').open")
    assert len(gallery.kept(1)) == 1
    gallery.close()


def stops(browser):
    """A link leads past the head to the photos, a card is one stop, and arrows lead from card to card"""
    gallery = Gallery(browser, height=600)
    page = gallery.open("?q=kittens&provider=flickr")
    gallery.loaded()
    page.locator("#home").focus()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "skip"
    box = page.locator("#skip").bounding_box()
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", [box["x"] + 9, box["y"] + 9]) == "skip"
    page.keyboard.press("Enter")
    place = "document.activeElement.closest('.card')?.ariaPosInSet"
    assert page.evaluate(place) == "1" and page.evaluate("document.activeElement.className") == "open"
    # One of a card, then the next card's
    seen = []
    for _ in range(4):
        seen.append((page.evaluate(place), page.evaluate("document.activeElement.className")))
        page.keyboard.press("Tab")
    assert seen == [(number, "open") for number in "1234"], seen
    stops = page.evaluate("""[...document.querySelectorAll(".card")].map((card) =>
      [...card.querySelectorAll("a, button")].filter(({ tabIndex }) => tabIndex >= 0).length)""")
    assert len(stops) > 8 and set(stops) == {1}, stops
    # Keys press the rest.
    card(page, 1).locator(".open").focus()
    for pressed in ("true", "false"):
        page.keyboard.press("f")
        assert card(page, 1).locator(".heart").get_attribute("aria-pressed") == pressed
    page.keyboard.press("x")
    assert card(page, 1).locator(".check").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    gallery.until("$dom.byId('detail').open")
    page.keyboard.press("Escape")
    gallery.until("!$dom.byId('detail').open")

    card(page, 0).locator(".open").focus()
    def press(key):
        page.keyboard.press(key)
        return int(page.evaluate(place))
    assert [press(key) for key in ("ArrowLeft", "ArrowRight", "ArrowRight", "ArrowLeft")] == [1, 2, 3, 2]
    column = page.evaluate("$views.list().map((_, number) => $grid.partsOf($views.list()[number])?.card.style.left ?? null)")
    down = next(number for number in range(2, len(column)) if column[number] == column[1]) + 1
    assert press("ArrowDown") == down and press("ArrowUp") == 2 and press("ArrowUp") == 2
    # Each is seen whole where it fits
    assert press("ArrowDown") == down
    for _ in range(6):
        before = press("ArrowDown")
        top, bottom = page.evaluate("(({ top, bottom }) => [top, bottom])(document.activeElement.closest('.card').getBoundingClientRect())")
        assert bottom <= 600 or top <= 200, (before, top, bottom)
    assert page.evaluate("scrollY") > 300
    page.keyboard.press("Control+ArrowRight")
    assert int(page.evaluate(place)) == before
    gallery.open("?view=favorites")
    page.wait_for_selector("#outcome .said")
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "photos"
    gallery.close()


def keys(browser):
    """Single keys search, list themselves, and in a photo favor, download and copy; none while one types"""
    gallery = Gallery(browser)
    gallery.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = gallery.open("?q=kittens&provider=unsplash")
    gallery.loaded()
    card(page, 0).locator(".open").focus()
    page.keyboard.press("Control+/")
    page.keyboard.press("Control+f")
    assert page.evaluate("document.activeElement.className") == "open"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "words"
    page.keyboard.type("?")
    assert page.locator("#words").input_value() == "?" and not page.locator("#keys").is_visible()
    page.locator("#words").fill("kittens")
    page.locator("#to-menu").click()
    page.locator("#to-keys").click()
    assert page.locator("#keys").is_visible() and not violations(page)
    told = page.locator("#keys kbd").all_inner_texts()
    assert {"/", "?", "f", "d", "c", "Esc"} <= set(told), told
    page.keyboard.press("Escape")
    assert not page.locator("#keys").is_visible() and page.evaluate("document.activeElement.id") == "to-menu"

    card(page, 1).locator(".open").click()
    gallery.until("$dom.byId('detail').open")
    shown = gallery.found()[1]
    for key in ("Control+f", "Alt+f", "Meta+f"):
        page.keyboard.press(key)
    page.get_by_label("Size", exact=True).focus()
    page.keyboard.press("f")
    page.locator("#title").focus()
    assert page.locator("#heart").get_attribute("aria-pressed") == "false"
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    # Neither these nor the arrows reach the photo below.
    for key in ("f", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    gallery.until("!$dom.byId('keys').open")
    assert page.locator("#detail").is_visible() and page.evaluate("$detail.current().photo.id") == shown
    assert page.locator("#heart").get_attribute("aria-pressed") == "false"
    page.keyboard.press("f")
    page.wait_for_selector("#heart[aria-pressed=true]")
    assert gallery.kept(1) == [shown]
    page.keyboard.press("c")
    gallery.until("$dom.byId('copied').innerText === 'Copied.'")
    assert page.evaluate("navigator.clipboard.readText()") == page.evaluate("$detail.current().photo.credit")
    page.keyboard.press("d")
    gallery.until("/^Saved/.test($dom.byId('extras').querySelector('.said').innerText)")
    page.keyboard.press("/")
    assert page.locator("#detail").is_visible() and page.locator("#words").input_value() == "kittens"
    gallery.close()


def leads(browser):
    """A tag and the author of a photo are searches; its full size opens apart, and is told nothing"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=pixabay")
    gallery.loaded()
    # One of those that have both
    number = page.evaluate("$views.list().findIndex(({ photo }) => photo.tags.length > 1 && photo.author?.name)")
    def show():
        card(page, number).locator(".open").click()
        gallery.until("$dom.byId('detail').open")
        return page.evaluate("$detail.current().photo")
    photo = show()
    tags = page.locator("#rows a.go").all_text_contents()
    assert tags == photo["tags"][:30], tags
    if page.locator("#unfold").is_visible():
        page.locator("#unfold").click()
    page.locator("#rows a.go").nth(1).click()
    gallery.until(f"new URLSearchParams(location.search).get('q') === {json.dumps(photo['tags'][1])}")
    assert page.evaluate("new URLSearchParams(location.search).get('provider')") == "pixabay"
    gallery.until("!$dom.byId('detail').open")
    assert page.locator("#words").input_value() == photo["tags"][1]
    assert page.evaluate("document.activeElement.id") == "heading"
    page.go_back()
    gallery.until("$dom.byId('detail').open")
    page.get_by_role("link", name="More of this author").click()
    gallery.until("new URLSearchParams(location.search).has('author')")
    asked = page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")
    assert asked == {"q": "kittens", "provider": "pixabay", "author": photo["author"]["name"]}, asked
    gallery.until("!$dom.byId('detail').open")
    gallery.loaded()
    authors = set(page.evaluate("$views.list().map(({ photo }) => photo.author.name)"))
    assert authors == {photo["author"]["name"]}, authors
    assert f"By {photo['author']['name']}" in page.locator("#narrowed").inner_text()

    # Flickr has lists by tag and by author, which need no words, and are asked of all services that have them.
    gallery.open("?q=kittens&provider=flickr&no-ai=true")
    gallery.loaded()
    before, number = number, page.evaluate("$views.list().findIndex(({ photo }) => photo.tags.length && photo.author?.name)")
    photo = show()
    ways = [page.locator("#rows a.go").first, page.get_by_role("link", name="More of this author")]
    asked = [way.evaluate("({ search }) => Object.fromEntries(new URLSearchParams(search))") for way in ways]
    narrowed = {"no-ai": "true"}
    assert asked == [{**narrowed, "tag": photo["tags"][0]}, {**narrowed, "author": photo["author"]["name"]}], asked
    ways[1].click()
    gallery.until("new URLSearchParams(location.search).has('author')")
    assert page.locator("#heading").inner_text() == f"Photos by {photo['author']['name']}"

    number = before
    gallery.open("?q=kittens&provider=pixabay")
    gallery.loaded()
    # What the service tells of the photo alone takes nothing away.
    with page.expect_response(re.compile("/photo$")):
        photo = show()
    roles = ["thumb", "small", "regular", "full", "original"]
    full = next(one for one in photo["renditions"] if roles.index(one["role"]) >= roles.index("full"))
    way = page.get_by_role("link", name="Full size")
    assert way.get_attribute("href") == full["url"] and way.get_attribute("rel") == "noopener noreferrer"
    gallery.context.route(re.compile("^https:"), lambda route: route.fulfill(body=json.dumps(route.request.headers)))
    with gallery.context.expect_page() as opened:
        way.click()
    other = opened.value
    other.wait_for_load_state()
    assert other.url == full["url"] and other.evaluate("window.opener") is None
    assert "referer" not in json.loads(other.locator("body").inner_text())
    other.close()
    gallery.close()


def undoing(browser):
    """What was removed from favorites or the history can be put back for eight seconds, in the detail too"""
    gallery = Gallery(browser)
    ids = [json.loads(line)["id"] for line in gallery.imgsearch("harbor", "-n", "4", "-f", "ndjson").splitlines()]
    gallery.imgsearch("favorites", "add", *ids[:2], "--to", "Sea")
    gallery.imgsearch("kittens", "-n", "2")
    before = gallery.imgsearch("favorites", "export", "-f", "jsonl").splitlines()
    def collected():
        return sorted(gallery.imgsearch("favorites", "export", "-f", "jsonl").splitlines())
    page = gallery.page
    page.clock.install()
    gallery.open("?view=favorites")
    gallery.until("$views.list().length === 2")
    notice, back = page.locator("#undo"), page.get_by_role("button", name="Undo")
    assert not notice.is_visible()
    heart = card(page, 1).locator(".heart")
    heart.click()
    assert notice.is_visible() and "Removed from the favorites." in notice.inner_text()
    assert not violations(page)
    gallery.until(lambda: len(collected()) == 1)
    back.focus()
    page.keyboard.press("Enter")
    assert not notice.is_visible() and heart.evaluate("node => node === document.activeElement")
    # With the date and the collections that it had
    gallery.until(lambda: collected() == sorted(before))
    # Set by hand there is nothing to put back.
    heart.click()
    heart.click()
    assert not notice.is_visible()
    # In the detail, where all else is out of reach, and on when that is closed
    card(page, 0).locator(".open").click()
    gallery.until("$dom.byId('detail').open")
    page.locator("#heart").click()
    back.click()
    page.wait_for_selector("#heart[aria-pressed=true]")
    page.locator("#heart").click()
    assert notice.is_visible()
    page.locator("#close").click()
    gallery.until("!$dom.byId('detail').open")
    assert notice.is_visible()
    page.mouse.move(1, 1)
    page.clock.run_for(7000)
    assert notice.is_visible()
    page.clock.run_for(1500)
    assert not notice.is_visible()
    gallery.until(lambda: len(collected()) == 1)

    gallery.open("?view=history")
    gallery.until("document.querySelectorAll('#past li').length === 2")
    shown = page.locator("#past").inner_text()
    page.get_by_role("button", name="Remove harbor").click()
    gallery.until("document.querySelectorAll('#past li').length === 1")
    page.wait_for_selector("#undo:popover-open")
    assert "Removed from the history." in notice.inner_text()
    assert "harbor" not in gallery.imgsearch("history")
    back.click()
    gallery.until("document.querySelectorAll('#past li').length === 2")
    assert page.locator("#past").inner_text() == shown and not notice.is_visible()
    assert "harbor" in gallery.imgsearch("history")
    gallery.close()


def importing(browser):
    """Favorites of a file are taken over, once"""
    gallery = Gallery(browser)
    file = gallery.home / "favorites.ndjson"
    file.write_text(gallery.imgsearch("harbor", "-n", "5", "-f", "ndjson", "--no-history") + "no JSON\n")
    page = gallery.open("?view=favorites")
    page.wait_for_selector("#outcome .said")
    top = page.locator("main").bounding_box()["y"]
    for words, count in (("5 favorites added, 0 known", 5), ("0 favorites added, 5 known", 5)):
        page.locator("input[type=file]").set_input_files(file)
        gallery.until(f"document.getElementById('trouble').innerText.includes('{words}')")
        # It lies above all that is there, and nothing moves for it.
        assert page.locator("main").bounding_box()["y"] == top
        assert page.evaluate("$dom.byId('trouble').matches(':popover-open')")
        gallery.until(f"document.querySelectorAll('.card').length === {count}")
        page.reload()
        gallery.loaded()
    assert len(gallery.kept(5)) == 5
    gallery.close()


def hostile(browser):
    """Nothing that a stranger says runs or leads anywhere"""
    gallery = Gallery(browser)
    gallery.imgsearch("favorites", "import", "-", text="\n".join(hostile_photos()))
    page = gallery.open("?view=favorites")
    gallery.until(f"document.querySelectorAll('.card').length === {len(hostile_photos())}")
    for number in range(len(hostile_photos())):
        with page.expect_response(re.compile("api/photo$")):
            card(page, number).locator(".open").click()
        links = page.evaluate("[...document.querySelectorAll('a')].map(({ protocol }) => protocol)")
        assert set(links) <= {"https:", "http:"}, set(links)
        page.locator("#close").click()
        gallery.until("!document.getElementById('detail').open")
    inside = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert inside and page.locator("#trouble").is_hidden(), page.locator("#trouble").inner_text()
    found = violations(page)
    assert not found, found
    gallery.close()


def terms(browser):
    """At most thirty pictures of Flickr at once, with its notice and each one's link to it"""
    live = Services()
    gallery = Gallery(browser, environment=live.environment, width=2500, height=5000)
    page = gallery.open("?q=kittens&provider=flickr")
    gallery.until("$views.list().length > 60")
    fewest, most = pictures_while_scrolling(page, [0, 2000, 100000, 0])
    assert 0 < fewest <= most <= 30, (fewest, most)
    page.locator(".card .open").first.click()
    gallery.until("document.getElementById('detail').open")
    assert page.locator("img").count() <= 30 and page.locator("#notice").is_visible()
    page.keyboard.press("Escape")
    page.locator("#to-providers").click()
    assert "SmugMug" in page.locator("#providers").inner_text() and "SmugMug" in page.locator("#notices").text_content()
    assert all("Flickr" in text for text in page.locator(".words").all_inner_texts())
    gallery.close()
    live.close()


def figures(browser):
    """Memory, longest task and frames while thousands of photos are scrolled through"""
    count = 5000 if is_long else 1500
    gallery = Gallery(browser)
    rows = [json.loads(line) for line in gallery.imgsearch("kittens", "-n", "300", "-f", "ndjson").splitlines()]
    photos = []
    for number in range(count):
        photo = dict(rows[number % len(rows)])
        service = photo["id"].split(":")[0]
        photo["id"] = photo["origin"] = f"{service}:{number}x{photo['id'].split(':')[1]}"
        photos.append(json.dumps(photo))
    gallery.imgsearch("favorites", "import", "-", text="\n".join(photos))
    page = gallery.open("?view=favorites")
    gallery.until(f"$views.list().length === {count}", seconds=180)
    gallery.loaded()
    measured = page.evaluate("""async () => {
      const seen = { task: 0, shift: 0 };
      new PerformanceObserver(list => list.getEntries().forEach(one => { seen.task = Math.max(seen.task, one.duration); }))
        .observe({ type: "longtask", buffered: true });
      new PerformanceObserver(list => list.getEntries().forEach(one => { if (!one.hadRecentInput) seen.shift += one.value; }))
        .observe({ type: "layout-shift", buffered: true });
      const frames = [];
      let last = performance.now();
      for (let step = 0; step < 300; step += 1) {
        scrollBy(0, 400);
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
      }
      frames.sort((one, other) => one - other);
      return { ...seen, median: frames[150], slow: frames.filter(one => one > 50).length,
               cards: document.querySelectorAll(".card").length,
               heap: performance.memory ? performance.memory.usedJSHeapSize / 1e6 : 0 };
    }""")
    status = pathlib.Path(f"/proc/{gallery.process.pid}/status")
    peak = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    print(f"        {count} photos: program {int(peak[1]) // 1024 if peak else '?'} MB, page {measured['heap']:.0f} MB, "
          f"{measured['cards']} cards in the document, longest task {measured['task']:.0f} ms, "
          f"median frame {measured['median']:.0f} ms, {measured['slow']} of 300 frames over 50 ms, "
          f"layout shift {measured['shift']:.4f}")
    assert measured["cards"] < 300, measured
    gallery.close()


run([journey, details, typing, states, *choosing.checks, *missing.checks, *stepping.checks, *showing.checks, *scrolling.checks,
     *tabs.checks, *selecting.checks, *folding.checks, *further.checks, *collecting.checks, *keeping.checks, *offering.checks, *fitting.checks, *finishing.checks, *wording.checks,
     importing, hostile, terms, accessible,
     keyboard, stops, keys, leads, undoing, figures],
    chosen=sys.argv[4:],
    long=[scrolling.slowly, scrolling.swiftly, scrolling.heads, tabs.many, tabs.own, figures, details, importing, undoing,
          typing, folding.folding, tabs.beside, stepping.returning, missing.nothing,
          missing.clean, missing.some, choosing.configured, choosing.recent, choosing.narrowing, choosing.quotas,
          stepping.absent, stepping.unanswered, stepping.lacking, stepping.pruning, stepping.cancelling,
          stepping.composing, stepping.steps, stepping.paging, stepping.further, stepping.saving,
          selecting.zoomed, selecting.fingers, selecting.several],
    wider=[accessible])
