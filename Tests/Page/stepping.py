"""Where one is in the gallery: what is a step to go back to, what the address names, what comes next"""
import json
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from browsing import card
from missing import everybody
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
        gallery.until(f"location.search === '?q={words}' && $views.list().length")
    typed("kittens")
    assert page.evaluate("document.body.dataset.list") == "loading", "everybody has answered"
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


def waiting(browser):
    """What is typed is searched for 300 ms after the last key, and with Enter at once"""
    gallery = Gallery(browser)
    page, asked = gallery.page, []
    page.on("request", lambda one: one.url.endswith("/api/search") and asked.append(json.loads(one.post_data)))
    page.clock.install(time=0)
    gallery.open("?view=history")
    page.wait_for_selector("#past .empty")
    page.clock.pause_at(3_600_000)
    field = page.locator("#words")
    field.press_sequentially("kit")
    page.clock.run_for(290)
    field.press_sequentially("t")
    page.clock.run_for(290)
    quiet(page)
    assert searches(gallery) == 0 and page.evaluate("location.search") == "?view=history"
    page.clock.run_for(20)
    gallery.until("location.search === '?q=kitt'")
    field.fill("harbor")
    page.keyboard.press("Enter")
    gallery.until("location.search === '?q=harbor'")
    page.clock.run_for(1000)
    quiet(page)
    # The list may go on by its cursor.
    assert [one["words"] for one in asked if "cursor" not in one] == ["kitt", "harbor"], asked
    gallery.close()


def composing(browser):
    """What an input method is still at is searched for when it is committed, not before"""
    gallery = Gallery(browser)
    page = gallery.open("?view=history")
    page.wait_for_selector("#past .empty")
    method = gallery.context.new_cdp_session(page)
    page.locator("#words").focus()
    for text in ("k", "ki", "kit", "kitt", "kitte"):
        method.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    page.wait_for_timeout(900)
    assert searches(gallery) == 0 and page.evaluate("location.search") == "?view=history"
    method.send("Input.insertText", {"text": "kittens"})
    gallery.until("location.search === '?q=kittens'")
    gallery.loaded()
    # Further photos may be on their way.
    assert searches(gallery) >= 1 and page.evaluate("history.length") <= 3
    gallery.close()


def absent(browser):
    """A photo of the address that can't be had: why is said, and the list is shown"""
    live = Services()
    for environment in (None, live.environment):
        gallery = Gallery(browser, environment=environment)
        for name, words in (("flickr:1", "flickr"), ("nonsense", "names no photo"), ("%E0%A4%A", "names no photo"),
                            ("nobody:1", "no provider has photos named")):
            gallery.page.goto("about:blank")
            page = gallery.open(f"?q=kittens#{name}")
            gallery.until(f"$dom.byId('trouble').innerText.includes({json.dumps(words)})")
            assert page.locator("#trouble").is_visible()
            gallery.until("location.hash === '' && $views.list().length")
            assert not page.evaluate("$detail.current()")
        # Over a photo that is shown
        gallery.loaded()
        card(page, 0).locator(".open").click()
        page.evaluate("location.hash = 'nonsense'")
        gallery.until("location.hash === '' && !$dom.byId('detail').open")
        gallery.close()
    live.close()


def unanswered(browser):
    """What nobody can do, or nobody has answered, is kept in no history; the sources say who was left out"""
    live = Services()
    gallery = Gallery(browser, "--patience", "60", environment=live.environment)
    page = gallery.open("?q=kittens&color=red&license=by&sort=popular")
    page.wait_for_selector("#outcome .said")
    states = page.locator(".provider:has(input:checked) .state").all_inner_texts()
    assert len(states) == 8 and set(states) == {"left out"}, states
    told = page.locator("#outcome").inner_text()
    assert "None of the 8 sources can do this." in told and "can't" in told, told
    # Asked again they would say the same.
    assert page.locator("#ways").inner_text().startswith("Without “") and not page.locator("#status").inner_text()
    for service in everybody:
        live.tell(f"fault {service} broken")
    gallery.open("?q=harbor")
    gallery.until("/None of the 8 sources gave photos/.test($dom.byId('outcome').innerText)")
    page.locator("#home").click()
    gallery.until("location.search === ''")
    quiet(page)
    assert json.loads(gallery.imgsearch("history", "-f", "json")) == []
    page.reload()
    page.wait_for_selector("#ways button")
    assert page.locator("#recent").is_hidden()
    # Tried again, it is answered, and counts.
    gallery.open("?q=harbor")
    gallery.until("/None of the 8 sources gave photos/.test($dom.byId('outcome').innerText)")
    for service in everybody:
        live.tell(f"fault {service} none")
    page.get_by_role("button", name="Try again").click()
    gallery.loaded()
    gallery.until(lambda: "harbor" in gallery.imgsearch("history"))
    gallery.close()
    live.close()


def paging(browser):
    """The next photos are asked for three screens before the end, a batch at a time"""
    gallery = Gallery(browser, width=700, height=400)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    def scroll(screens):
        """To so many screens before the end"""
        page.evaluate("""screens => scrollBy(
          0, $dom.byId("photos").getBoundingClientRect().bottom - innerHeight * (1 + screens))""", screens)
        quiet(page)
    for asked in (1, 2):
        assert page.evaluate("$dom.byId('photos').getBoundingClientRect().bottom > innerHeight * 6")
        quiet(page)
        assert searches(gallery) == asked
        scroll(3.3)
        assert searches(gallery) == asked
        scroll(2.9)
        gallery.until(f"$views.list().length > {30 * asked}")
        gallery.loaded()
        quiet(page)
        assert searches(gallery) == asked + 1
    gallery.close()


def further(browser):
    """Next, at the last photo that is there, asks for more"""
    gallery = Gallery(browser, "-n", "12", width=700, height=300)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    assert searches(gallery) == 1
    card(page, 0).locator(".open").click()
    for number in range(1, 20):
        gallery.until("!$dom.byId('next').disabled")
        page.locator("#next").click()
        gallery.until(f"$detail.current() === $views.list()[{number}]")
        assert searches(gallery) == (1 if number < 11 else 2), number
    gallery.close()


def returning(browser):
    """Going back to a list asks nobody anew, and stands where it stood; each view has its title"""
    gallery = Gallery(browser, height=700)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    gallery.until("document.title === 'kittens · imgsearch'")
    page.evaluate("scrollTo(0, 1800)")
    gallery.until("$views.list().length >= 60 && document.body.dataset.list !== 'loading'")
    quiet(page)
    gallery.loaded()
    count, place = len(gallery.found()), page.evaluate("scrollY")
    page.locator("#to-favorites").click()
    gallery.until("document.title === 'Favorites · imgsearch' && scrollY === 0")
    page.locator("#to-history").click()
    gallery.until("document.title === 'History · imgsearch'")
    asked = searches(gallery)
    page.go_back()
    page.go_back()
    gallery.until("document.title === 'kittens · imgsearch' && $views.list().length")
    gallery.until(f"scrollY === {place}")
    quiet(page)
    assert searches(gallery) == asked and len(gallery.found()) == count
    page.locator(".card .open").first.click()
    gallery.until("document.title === `${$photos.nameOf($detail.current())} · imgsearch`")
    page.locator("#close").click()
    gallery.until("document.title === 'kittens · imgsearch'")
    gallery.close()


def pruning(browser):
    """Of the history one search goes, the right one, or all; a collection's chip narrows to it"""
    gallery = Gallery(browser)
    found = {}
    for words in ("kittens", "harbor", "kit"):
        lines = gallery.imgsearch(words, "-n", "4", "-f", "ndjson").splitlines()
        found[words] = [json.loads(line)["id"] for line in lines]
        if words != "kit":
            gallery.imgsearch("favorites", "add", *found[words][:2], "--to", words.capitalize())
    page = gallery.open("?view=history")
    gallery.until("document.querySelectorAll('#past li').length === 3")
    page.get_by_role("button", name="Remove harbor").click()
    gallery.until("document.querySelectorAll('#past li').length === 2")
    assert page.locator("#past li a").all_inner_texts() == ["kit", "kittens"]
    words = [one["words"] for one in json.loads(gallery.imgsearch("history", "-f", "json"))]
    assert words == ["kit", "kittens"], words
    # The question stands for four seconds, and a list that is told anew takes it back: on a slow
    # machine it is asked again.
    for _ in range(10):
        page.get_by_role("button", name="Clear the history").click()
        assert page.locator("#past li").count() == 2
        try:
            page.get_by_role("button", name="Clear all of it?").click(timeout=3000)
            break
        except PlaywrightTimeout:
            continue
    page.wait_for_selector("#past .empty")
    assert json.loads(gallery.imgsearch("history", "-f", "json")) == []

    page = gallery.open("?view=favorites")
    gallery.until("$views.list().length === 4")
    for words in ("kittens", "harbor"):
        page.locator("#collections").get_by_role("link", name=words.capitalize()).click()
        gallery.until(f"new URLSearchParams(location.search).get('collection') === '{words.capitalize()}'")
        gallery.until("$views.list().length === 2")
        assert gallery.found() == found[words][:2]
    page.locator("#collections").get_by_role("link", name="All").click()
    gallery.until("$views.list().length === 4")
    gallery.close()


def lacking(browser):
    """Which keys would bring more photos is said, where some are missing"""
    live = Services()
    keys = [name for name in live.environment if name.endswith("_KEY")]
    for missing, told in ((keys, "More photos with keys of 5 services"),
                          (["UNSPLASH_ACCESS_KEY"], "More photos with a key of Unsplash"), ([], "")):
        there = {name: value for name, value in live.environment.items() if name not in missing}
        gallery = Gallery(browser, environment=there)
        page = gallery.open()
        gallery.loaded()
        words = page.locator("#missing").inner_text()
        assert words.startswith(told) and bool(words) == bool(told), words
        gallery.close()
    live.close()


def saving(browser):
    """While a picture comes, the bar says how far it is; then it is said if it has few pixels, or if there are larger ones"""
    live = Services()
    live.tell("fault pictures drip")
    gallery = Gallery(browser, environment=live.environment)
    page = gallery.open("?q=kittens&provider=unsplash")
    gallery.loaded()
    card(page, 0).locator(".open").click()
    # The usual size, unless another one is chosen
    assert page.get_by_label("Size", exact=True).input_value() == "regular"
    page.locator("#download").click()
    bar = page.locator("#extras progress")
    gallery.until("0 < $dom.byId('extras').querySelector('progress[value]')?.value")
    assert bar.is_visible() and bar.evaluate("bar => bar.value < 1")
    gallery.until("/of 0.1 MB/.test($dom.byId('extras').innerText)")
    gallery.until("/^Saved/.test($dom.byId('extras').querySelector('.said').innerText)")
    assert not bar.is_visible()
    live.tell("fault pictures none")
    page.get_by_label("Size", exact=True).select_option("thumb")
    page.locator("#download").click()
    gallery.until("/There are larger ones/.test($dom.byId('extras').querySelector('.said').innerText)")
    gallery.open("?q=kittens&provider=unsplash&min-width=2000")
    gallery.loaded()
    card(page, 0).locator(".open").click()
    page.locator("#download").click()
    gallery.until("/fewer pixels than asked for/.test($dom.byId('extras').querySelector('.said').innerText)")
    gallery.close()
    live.close()


def cancelling(browser):
    """A download that is under way, or waits for others, can be cancelled, which leaves no file, and begun anew"""
    live = Services()
    live.tell("fault pictures drip")
    gallery = Gallery(browser, environment=live.environment)
    page = gallery.open("?q=kittens&provider=unsplash")
    gallery.loaded()
    cancel = page.get_by_role("button", name="Cancel the download")
    said = "$dom.byId('extras').querySelector('.said').innerText"
    def begin(number):
        card(page, number).locator(".open").click()
        gallery.until("$dom.byId('detail').open")
        assert not cancel.is_visible()
        page.locator("#download").click()
        assert cancel.is_visible()
    def close():
        page.locator("#close").click()
        gallery.until("!$dom.byId('detail').open")
    begin(0)
    gallery.until("0 < $dom.byId('extras').querySelector('progress[value]')?.value")
    cancel.focus()
    page.keyboard.press("Enter")
    gallery.until(f"{said} === 'Cancelled.'")
    assert not cancel.is_visible() and not page.locator("#extras progress").is_visible()
    assert page.evaluate("document.activeElement.id") == "download"
    # Neither the picture nor a part of it
    gallery.until(lambda: not list((gallery.home / "out").glob("**/*.*")))
    quiet(page)
    assert page.evaluate(said) == "Cancelled." and not list((gallery.home / "out").glob("**/*.*"))
    close()
    for number in (1, 2, 3):
        begin(number)
        if number == 3:
            assert page.evaluate(said) == "Waits for another…"
            cancel.click()
            assert page.evaluate(said) == "Cancelled."
        close()
    begin(0)
    gallery.until(f"/^Saved/.test({said})")
    assert not cancel.is_visible()
    gallery.close()
    live.close()


checks = [steps, waiting, composing, absent, unanswered, paging, further, returning, pruning, lacking, saving, cancelling]
