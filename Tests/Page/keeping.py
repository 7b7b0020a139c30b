"""What the gallery keeps of its lists when the page is loaded again, or left and gone back to"""
from browsing import card, is_long
from endless import Endless
from served import Gallery, Services

# Milliseconds from the beginning of the page until a photo stands where it stood before
until_there = """async ([number, top, count]) => {
  for (;;) {
    const card = document.querySelector(`.card[aria-posinset="${number}"]`);
    const off = card && Math.abs(card.getBoundingClientRect().top - top);
    if ($views.list().length === count && card && off <= 50) return Math.round(performance.now());
    if (performance.now() > 20000) throw new Error(`${$views.list().length} photos, ${off} px away`);
    await new Promise(requestAnimationFrame);
  }
}"""


def reloading(browser):
    """Loaded again, or gone back to, the page has its list, its place and what is selected, and no service is asked"""
    count = 2000 if is_long else 600
    service = Endless(6000, sends=6)
    gallery = Gallery(browser, environment=service.environment)
    page = gallery.open("?q=cats&provider=pexels")
    page.evaluate("""async count => {
      while ($views.list().length < count) {
        $views.more();
        scrollTo(0, document.documentElement.scrollHeight);
        await new Promise(requestAnimationFrame);
      }
      scrollTo(0, document.documentElement.scrollHeight / 2);
    }""", count)
    # A batch that was asked for on the way down may still come.
    before = 0
    while before != (before := len(gallery.found())):
        page.wait_for_timeout(1000)
        gallery.loaded()
    number, top = page.evaluate("""() => {
      const card = [...document.querySelectorAll(".card")].find((one) => one.getBoundingClientRect().top > 200);
      return [Number(card.ariaPosInSet), card.getBoundingClientRect().top];
    }""")
    for one in (number, number + 1):
        card(page, one - 1).hover()
        card(page, one - 1).locator(".check").click()
    top = card(page, number - 1).bounding_box()["y"]
    found, asked = gallery.found(), service.asked
    ways = [("reload", page.reload),
            ("back from another page", lambda: (page.goto(f"{service.origin}/pictures/a"), page.go_back()))]
    for name, go in ways:
        go()
        took = page.evaluate(until_there, [number, top, len(found)])
        print(f"        {name}: {len(found)} photos and the place in {took} ms")
        assert took <= (1000 if is_long else 3000), took
        assert gallery.found() == found and service.asked == asked, (service.asked, asked)
        assert page.locator("#selected").inner_text() == "2 selected"
        chosen = page.locator(".check[aria-pressed=true]").count()
        assert chosen == 2, chosen
    # The list goes on where it was.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    gallery.until(f"$views.list().length > {len(found)}")
    grown = gallery.found()
    assert len(set(grown)) == len(grown)
    # Another view, and back within the page, and after a reload there
    page.evaluate(f"scrollTo(0, {top})")
    asked, found = service.asked, gallery.found()
    gallery.loaded()
    page.locator("#to-history").click()
    page.wait_for_selector("#past li")
    page.go_back()
    gallery.until("$dom.byId('selected').innerText === '2 selected'")
    page.locator("#to-history").click()
    page.wait_for_selector("#past li")
    page.reload()
    page.wait_for_selector("#past li")
    page.go_back()
    gallery.until(f"$views.list().length >= {len(found)}")
    gallery.until("$dom.byId('selected').innerText === '2 selected'")
    gallery.close()
    service.close()


def opened(browser):
    """A page that is loaded again at a photo has the photos before and after it"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=flickr")
    gallery.loaded()
    card(page, 2).locator(".open").click()
    gallery.until("$dom.byId('detail').open")
    page.reload()
    gallery.until("$dom.byId('detail').open")
    assert page.locator("#previous").is_enabled() and page.locator("#next").is_enabled()
    gallery.close()


def dropping(browser):
    """Where filters leave nothing, the one to drop is named, and a press drops it"""
    live = Services()
    gallery = Gallery(browser, environment=live.environment)
    page = gallery.open("?q=kittens&color=red&license=by&sort=popular")
    gallery.until("$dom.byId('ways').childElementCount")
    ways = page.locator("#ways > *").all_inner_texts()
    assert "Without “Red”" in ways and "Without filters" in ways, ways
    page.locator("#ways").get_by_role("button", name="Without “Red”").click()
    gallery.until("location.search === '?q=kittens&license=by&sort=popular'")
    gallery.open("?q=kittens&min-width=90000&orientation=landscape")
    gallery.until("$dom.byId('ways').childElementCount")
    ways = page.locator("#ways > *").all_inner_texts()
    assert ways[0] == "Without “At least 90000 px wide”", ways
    page.locator("#ways > *").first.click()
    gallery.until("$views.list().length")
    assert page.evaluate("location.search") == "?q=kittens&orientation=landscape"
    gallery.close()
    live.close()


def blamed(browser):
    """An error or a spent quota is an answer, and only of silence it is said that nobody answered"""
    live = Services()
    for service, fault in (("unsplash", "broken"), ("flickr", "quota")):
        live.tell(f"fault {service} {fault}")
    gallery = Gallery(browser, "--patience", "8", environment=live.environment)
    page = gallery.open("?q=kittens&provider=unsplash,flickr,pexels")
    gallery.until("/Unsplash and Flickr gave no photos/.test($dom.byId('status').textContent)")
    gallery.until("$dom.byId('to-providers').innerText === '1 of 3 sources'")
    assert "answer" not in page.locator("#status").text_content()
    gallery.close()
    gallery = Gallery(browser, "--patience", "30", environment={**live.environment, "PEXELS_API_URL": "http://127.0.0.1:9/v1"})
    page = gallery.open("?q=kittens&provider=pexels,wikimedia")
    gallery.until("/Pexels didn't answer/.test($dom.byId('status').textContent)")
    gallery.until("$dom.byId('to-providers').innerText === '1 of 2 answered'")
    gallery.close()
    live.close()


checks = [reloading, opened, dropping, blamed]
