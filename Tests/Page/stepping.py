"""Where one is in the gallery: what is a step to go back to, what the address names, what comes next"""
import json
from browsing import card
from served import Gallery, Services


def searches(gallery):
    """How often photos were asked for"""
    return sum(url.endswith("/api/search") for url in gallery.asked)


def quiet(page):
    """Long enough for what must not happen"""
    page.wait_for_timeout(700)


def steps(browser):
    """A search whose photos were looked at is a step to go back to, also one that was typed"""
    live = Services()
    live.tell("fault flickr hang")
    # The batch isn't at its end while one is waited for.
    gallery = Gallery(browser, "--patience", "60", environment=live.environment)
    page = gallery.page
    page.clock.install()
    gallery.open()
    field = page.locator("#words")
    def typed(words):
        field.fill("")
        for end in range(3, len(words) + 1):
            field.fill(words[:end])
            page.clock.run_for(310)
        gallery.until(f"location.search === '?q={words}' && views.list().length")
    typed("kittens")
    # Told below the photos, out of sight while they come
    assert "Loading" in page.locator("#below").text_content(), "everybody has answered"
    page.clock.run_for(3100)
    typed("harbor")
    # Not looked at for long enough
    typed("kit")
    page.go_back()
    gallery.until("location.search === '?q=kittens'")
    page.go_back()
    gallery.until("location.search === ''")
    assert "kittens" in gallery.imgsearch("history") and "harbor" not in gallery.imgsearch("history")
    gallery.close()
    live.close()


def absent(browser):
    """A photo of the address that can't be had: why is said, and the list is shown"""
    live = Services()
    for environment in (None, live.environment):
        gallery = Gallery(browser, environment=environment)
        for name, words in (("flickr:1", "flickr"), ("nonsense", "names no photo"), ("%E0%A4%A", "names no photo"),
                            ("nobody:1", "no provider has photos named")):
            gallery.page.goto("about:blank")
            page = gallery.open(f"?q=kittens#{name}")
            gallery.until(f"find('trouble').innerText.includes({json.dumps(words)})")
            assert page.locator("#trouble").is_visible()
            gallery.until("location.hash === '' && views.list().length")
            assert not page.evaluate("detail.current()")
        # Over a photo that is shown
        gallery.loaded()
        card(page, 0).locator(".open").click()
        page.evaluate("location.hash = 'nonsense'")
        gallery.until("location.hash === '' && !find('detail').open")
        gallery.close()
    live.close()


def unanswered(browser):
    """What nobody can do, or nobody has answered, is kept in no history; the chips say who was skipped"""
    live = Services()
    gallery = Gallery(browser, "--patience", "60", environment=live.environment)
    page = gallery.open("?q=kittens&color=red&license=by&sort=popular")
    page.wait_for_selector("#below .none")
    chips = page.locator("#providers button[aria-pressed=true] .state").all_inner_texts()
    assert len(chips) == 6 and set(chips) == {"skipped"}, chips
    assert "can't" in page.locator("#below").inner_text() and not page.locator("#reasons").inner_text()
    for service in ("unsplash", "flickr", "pexels", "pixabay", "openverse", "wikimedia"):
        live.tell(f"fault {service} broken")
    gallery.open("?q=harbor")
    gallery.until("/Nobody answered/.test(find('below').innerText)")
    page.locator("#home").click()
    gallery.until("location.search === ''")
    quiet(page)
    assert json.loads(gallery.imgsearch("history", "-f", "json")) == []
    page.reload()
    page.wait_for_selector("#below button")
    assert page.locator("#recent").is_hidden()
    # Tried again, it is answered, and counts.
    gallery.open("?q=harbor")
    gallery.until("/Nobody answered/.test(find('below').innerText)")
    for service in ("unsplash", "flickr", "pexels", "pixabay", "openverse", "wikimedia"):
        live.tell(f"fault {service} none")
    page.get_by_role("button", name="Try again").click()
    gallery.loaded()
    gallery.until(lambda: "harbor" in gallery.imgsearch("history"))
    gallery.close()
    live.close()


checks = [steps, unanswered, absent]
