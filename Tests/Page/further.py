"""What stands below a photo in full, and how much the gallery is made of"""
import json
from browsing import card
from served import Gallery, Services


def likenesses(browser):
    """Twenty photos are looked at without a request for more like them; scrolled to or pressed, each row is one, once"""
    live = Services()
    gallery = Gallery(browser, "--patience", "30", environment=live.environment)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    searches = []
    page.on("request", lambda one: searches.append(json.loads(one.post_data)) if one.url.endswith("api/search") else None)
    card(page, 0).locator(".open").click()
    gallery.until("$dom.byId('detail').open")
    for _ in range(19):
        before = page.evaluate("$detail.current().photo.id")
        page.keyboard.press("ArrowRight")
        gallery.until(f"$detail.current().photo.id !== {json.dumps(before)}")
    more = [one for one in searches if "cursor" not in one]
    assert not more, more
    # One with an author whose service lists them, and with tags
    number = page.evaluate("""$views.list().findIndex(({ photo }) =>
      photo.provider === "flickr" && photo.author?.name && photo.tags.length)""")
    page.keyboard.press("Escape")
    gallery.until("!$dom.byId('detail').open")
    page.evaluate("number => $grid.focus($views.list()[number])", number)
    page.keyboard.press("Enter")
    gallery.until("$dom.byId('detail').open")
    page.locator("#further").get_by_role("button", name="More like this").click()
    gallery.until("document.querySelector('#further .card, #further .like li')")
    gallery.until("!/Searching/.test(document.querySelector('#further').innerText)")
    shown = page.locator("#further section").first.locator(".card").count()
    assert 0 < shown <= 8, page.locator("#further").inner_text()
    more = [one for one in searches if "cursor" not in one]
    # Both rows may stand in the window by then.
    assert 1 <= len(more) <= 2 and more[0]["count"] == 9, more
    own = page.evaluate("$detail.current().photo.id")
    page.locator("#further .card .open").first.click()
    gallery.until(f"$detail.current().photo.id !== {json.dumps(own)}")
    assert page.evaluate("document.getElementById('detail').scrollTop") == 0
    # Looked at again, nothing is asked for again.
    page.evaluate("own => { location.hash = encodeURIComponent(own); }", own)
    gallery.until(f"$detail.current().photo.id === {json.dumps(own)}")
    asked = len(searches)
    page.locator("#further").get_by_role("button", name="More like this").click()
    gallery.until(f"document.querySelectorAll('#further section:first-child .card').length === {shown}")
    assert len(searches) == asked, searches[asked:]
    gallery.close(expected=["loopback"])
    live.close()


def sizes(browser):
    """The gallery is made of at most 145,000 bytes of script and 40,000 of style"""
    gallery = Gallery(browser)
    page = gallery.open()
    script, style = (len(page.evaluate("async name => (await fetch(name)).text()", name).encode())
                     for name in ("app.js", "page.css"))
    print(f"        script {script:,} bytes, style {style:,} bytes")
    assert script <= 145_000 and style <= 40_000, (script, style)
    icon = page.locator("link[rel=icon]").get_attribute("href")
    shapes = page.locator("#home svg path").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert len(shapes) == 4 and all(one in icon for one in shapes), icon
    gallery.close()


checks = [likenesses, sizes]
