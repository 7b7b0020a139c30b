"""What is kept of photos in the gallery: several at once, collections, and the files that favorites are saved in"""
import json, pathlib, re
from browsing import card, until, violations
from drawing import png
from selecting import box, choose, lines, said
from served import Gallery


def apart(one, other):
    return one[3] <= other[1] or other[3] <= one[1]


def keeping(browser):
    """A selection is kept, put back with dates and collections, credited, and saved as a page that shows it"""
    gallery = Gallery(browser)
    gallery.context.grant_permissions(["clipboard-read", "clipboard-write"])
    found = lines(gallery.imgsearch("harbor", "-n", "6", "-f", "ndjson"))
    old = {**found[1], "added": "2020-02-03T04:05:06Z", "collections": ["Sea"]}
    gallery.imgsearch("favorites", "import", "-", text=json.dumps(old))
    page = gallery.open("?q=harbor")
    gallery.loaded()
    names = gallery.found()
    choose(gallery, 0, 1, 2)
    # What stands in the place of a picture that doesn't come stays where it is.
    page.wait_for_selector(".card[aria-posinset='1'] .gone")
    gone, opener = (box(card(page, 0).locator(one)) for one in (".gone", ".open"))
    assert opener[1] < gone[1] and gone[3] < opener[3], (opener, gone)
    kept = lambda: lines(gallery.imgsearch("favorites", "export"))
    favor = page.locator("#favor")
    favor.click()
    gallery.until(lambda: len(kept()) == 3)
    assert favor.get_attribute("aria-pressed") == "true"
    before = sorted(map(json.dumps, kept()))
    favor.click()
    assert "3 photos removed" in page.locator("#undo").inner_text()
    # A trouble stands above it, and both above the bar.
    page.evaluate("$trouble.say('Something that went wrong. '.repeat(4))")
    undo, trouble, bar = (box(page.locator(one)) for one in ("#undo", "#trouble", "#selection"))
    gallery.until(lambda: apart(box(page.locator("#undo")), box(page.locator("#trouble"))))
    assert apart(undo, bar) and trouble[1] >= 0, (undo, trouble, bar)
    gallery.until(lambda: not kept())
    assert favor.get_attribute("aria-pressed") == "false"
    page.locator("#put-back").click()
    gallery.until(lambda: sorted(map(json.dumps, kept())) == before)
    assert any(one.get("collections") == ["Sea"] and one["added"].startswith("2020") for one in kept())

    page.locator("#copy-all").click()
    gallery.until("$dom.byId('work').innerText === '3 credits copied.'")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == gallery.imgsearch("credit", "1-3").rstrip("\n"), copied

    with page.expect_download() as saving:
        page.locator("#page-of").click()
    assert saving.value.suggested_filename == "harbor.html"
    file = gallery.home / "harbor.html"
    saving.value.save_as(file)
    saved = gallery.context.new_page()
    saved.route(re.compile("^https:"), lambda route: route.fulfill(body=png(route.request.url), content_type="image/png"))
    saved.goto(file.as_uri())
    until(saved, "document.querySelectorAll('.card img.here').length === 3")
    assert saved.evaluate("$entries.entries.map(({ photo }) => photo.id)") == names[:3]
    assert saved.title() == "harbor" and not gallery.troubles
    saved.close()
    gallery.close()


def collecting(browser):
    """Collections are made, left, renamed, removed and exported in the page, as by the command line; other pages hear of it"""
    gallery = Gallery(browser)
    found = [one["id"] for one in lines(gallery.imgsearch("harbor", "-n", "4", "-f", "ndjson"))]
    gallery.imgsearch("favorites", "add", found[0], "--to", "Sea")
    listed = lambda name: [one["id"] for one in lines(gallery.imgsearch("favorites", "list", name, "-f", "ndjson"))]
    there = lambda: gallery.imgsearch("favorites", "collections").splitlines()
    other = gallery.tab()
    other.goto(gallery.address + "?view=favorites")
    until(other, "$views.list().length === 1 && $dom.byId('collected').innerText.includes('Sea')")
    other.evaluate("$selection.takes($views.list()[0], { ctrlKey: true })")
    page = gallery.open("?q=harbor")
    page.bring_to_front()
    gallery.loaded()
    # A selection, to one that is there and to a new one
    choose(gallery, 0, 1, 2)
    for press in (lambda: page.locator("#existing button", has_text="Sea").click(),
                  lambda: (page.keyboard.type("<b>Garden"), page.keyboard.press("Enter"))):
        page.locator("#collect-all").click()
        press()
        gallery.until("!$dom.byId('naming').open")
    assert listed("sea") == listed("<b>garden") == found[:3]
    assert page.locator("#work").inner_text() == "3 photos added to “<b>Garden”."
    until(other, "$views.list().length === 3 && $dom.byId('collected').innerText.includes('<b>Garden')")
    # What is selected there stays so in the list as it is now.
    assert other.locator("#selected").inner_text() == "1 selected"
    until(other, "document.querySelectorAll('.card[data-selected]').length === 1")
    # What the command line takes for no name
    page.locator("#collect-all").click()
    page.locator("#name").fill("x" * 61)
    page.locator("#name-it").click()
    gallery.until("/takes 1 to 60/.test($dom.byId('misnamed').innerText)")
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
    gallery.until("$views.list().length === 4 && $dom.byId('heading').innerText === 'Sea'")
    for name, told in (("<b>garden", "there is a collection “<b>garden” already"), ("Ocean", "")):
        page.locator("#rename").click()
        page.locator("#name").fill(name)
        page.keyboard.press("Enter")
        gallery.until(f"$dom.byId('misnamed').innerText === {json.dumps(told)} && $dom.byId('naming').open === {json.dumps(bool(told))}")
        page.keyboard.press("Escape")
    gallery.until("$dom.byId('heading').innerText === 'Ocean' && $views.list().length === 4")
    assert there() == ["<b>Garden", "Ocean"] and page.evaluate("location.search.endsWith('collection=Ocean')")
    until(other, "$dom.byId('collected').innerText.includes('Ocean')")

    for form, ending in (("ndjson", "ndjson"), ("markdown", "md")):
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
    until(other, "!$dom.byId('collected').innerText.includes('Ocean')")
    page.locator("#put-back").click()
    gallery.until("$dom.byId('collected').innerText.includes('Ocean')")
    assert listed("ocean") == found
    gallery.close()


def covers(browser):
    """Collections stand above the favorites, each with four of its photos, its name and how many it has"""
    gallery = Gallery(browser)
    # Of Flickr, whose pictures are limited, a cover shows none.
    for service, collection, count in (("flickr", "Sea", 1), ("unsplash", "Sea", 5), ("pexels", "Sky", 3)):
        gallery.imgsearch("kittens", "-p", service, "-n", str(count))
        gallery.imgsearch("favorites", "add", f"1-{count}", "--to", collection)
    page = gallery.open("?view=favorites")
    page.wait_for_selector(".cover")
    told = [one.split() for one in page.locator("#covers li").all_inner_texts()]
    assert told == [["Sea", "6"], ["Sky", "3"]], told
    gallery.until("document.querySelectorAll('.cover img').length === 7")
    gallery.until("[...document.querySelectorAll('.cover img')].every(one => one.complete && one.naturalWidth)")
    assert not violations(page)
    page.locator(".cover").nth(1).click()
    gallery.until("new URLSearchParams(location.search).get('collection') === 'Sky'")
    gallery.until("document.querySelectorAll('.card').length === 3")
    assert page.locator(".cover").count() == 0
    gallery.close()


checks = [covers, keeping, collecting]
