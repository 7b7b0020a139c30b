"""What stands below a photo in full, and how much the gallery is made of"""
import json
from browsing import card
from endless import Endless
from served import Gallery


def likenesses(browser):
    """Twenty photos are looked at without a request for more like them; scrolled to or pressed, each row is one, once"""
    service = Endless(900)
    gallery = Gallery(browser, environment=service.environment)
    page = gallery.open("?q=kittens&provider=pexels")
    gallery.loaded()
    searches = []
    page.on("request", lambda one: searches.append(json.loads(one.post_data)) if one.url.endswith("api/search") else None)
    likings = lambda: [one for one in searches if "id" in one]
    card(page, 0).locator(".open").click()
    gallery.until("$dom.byId('detail').open")
    for _ in range(19):
        before = page.evaluate("$detail.current().photo.id")
        page.keyboard.press("ArrowRight")
        gallery.until(f"$detail.current().photo.id !== {json.dumps(before)}")
    assert not likings(), searches
    likes = page.locator("#further section").first.locator(".card")
    page.locator("#further").get_by_role("button", name="More like this").click()
    gallery.until("document.querySelectorAll('#further .card').length === 8")
    own = page.evaluate("$detail.current().photo.id")
    assert likings() == [{"count": 9, "id": own, "options": {}}], searches
    likes.first.locator(".open").click()
    gallery.until(f"$detail.current().photo.id !== {json.dumps(own)}")
    assert page.evaluate("document.getElementById('detail').scrollTop") == 0
    # Looked at again, nothing is asked for again.
    page.evaluate("own => { location.hash = encodeURIComponent(own); }", own)
    gallery.until(f"$detail.current().photo.id === {json.dumps(own)}")
    page.locator("#further").get_by_role("button", name="More like this").click()
    gallery.until("document.querySelectorAll('#further .card').length === 8")
    assert len(likings()) == 1, searches
    gallery.close()
    service.close()


def authors(browser):
    """More by the author is asked of a service that has such lists, when somebody scrolls there, and once"""
    gallery = Gallery(browser, height=420)
    page = gallery.open("?q=kittens&provider=flickr")
    gallery.loaded()
    searches = []
    page.on("request", lambda one: searches.append(json.loads(one.post_data)) if one.url.endswith("api/search") else None)
    card(page, 0).locator(".open").click()
    gallery.until("$dom.byId('detail').open")
    name = page.evaluate("$detail.current().photo.author.name")
    assert page.locator("#further h3").all_inner_texts() == ["More like this", f"More by {name}"]
    for _ in range(3):
        page.evaluate("document.getElementById('detail').scrollTo(0, 1e6)")
        page.evaluate("document.getElementById('detail').scrollTo(0, 0)")
        page.wait_for_timeout(300)
    gallery.until("!/Searching/.test(document.querySelector('#further').innerText)")
    lists = [one for one in searches if "author" in one.get("options", {})]
    assert len(lists) == 1 and len(searches) == 2 and lists[0]["options"]["provider"] == "flickr", searches
    page.evaluate("document.getElementById('detail').scrollTo(0, 0)")
    page.evaluate("document.getElementById('detail').scrollTo(0, 1e6)")
    page.wait_for_timeout(300)
    assert len(searches) == 2, searches
    gallery.close()


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


checks = [likenesses, authors, sizes]
