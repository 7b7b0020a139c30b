"""What is chosen in the gallery: filters, providers, recent searches, what config.json has"""
import json, re
from browsing import press, violations
from served import Gallery, Services


def switch(page, name):
    """The switch of a provider, in the list behind the button"""
    if not page.locator("#providers").is_visible():
        page.locator("#to-providers").click()
    return page.get_by_role("switch", name=name, exact=True)


def option(page, name):
    """A filter, among all those behind the button"""
    if not page.locator("#filters").is_visible():
        page.locator("#to-filters").click()
    return page.locator(f"#filters label:has(span:text-is('{name}')) :is(select, input)")


def narrowed(page):
    """The filters that stand in the open"""
    return page.locator("#narrowed button").all_inner_texts()


def kinds(gallery):
    """The providers of the photos that are shown"""
    return set(gallery.page.evaluate("$views.list().map(({ photo }) => photo.provider)"))


def filtering(browser):
    """A filter and a provider's chip narrow, stand in the address, and going back undoes them"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    everybody = kinds(gallery)
    assert "flickr" in everybody and len(everybody) > 3, everybody
    assert page.locator("#to-providers").inner_text() == "8 sources" and narrowed(page) == []
    option(page, "Licence").select_option("commercial")
    gallery.until("location.search === '?q=kittens&license=commercial'")
    gallery.loaded()
    assert page.evaluate("$views.list().every(({ permits }) => permits.includes('commercial'))")
    option(page, "Nothing machine-made").check()
    gallery.until("/no-ai=true/.test(location.search)")
    assert narrowed(page) == ["Nothing machine-made ✕"]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Without Nothing machine-made").click()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    assert page.evaluate("document.activeElement.id") == "to-filters"
    switch(page, "Flickr").click()
    gallery.until("new URLSearchParams(location.search).get('provider') === 'all,-flickr'")
    gallery.loaded()
    assert "flickr" not in kinds(gallery) and not switch(page, "Flickr").is_checked()
    assert page.locator("#to-providers").inner_text() == "7 sources"
    page.go_back()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    assert switch(page, "Flickr").is_checked()
    links = page.locator(".provider a").evaluate_all("links => links.map(({ href }) => href)")
    assert len(links) == 12 and all(link.startswith("https://") for link in links), links
    option(page, "Licence").select_option("")
    gallery.until("location.search === '?q=kittens'")
    page.go_back()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    assert option(page, "Licence").input_value() == "commercial"
    switch(page, "NASA").click()
    gallery.until("new URLSearchParams(location.search).get('provider') === 'all,nasa'")
    switch(page, "NASA").click()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    option(page, "Licence")
    page.get_by_label("Landscape", exact=True).check()
    gallery.until("/orientation=landscape/.test(location.search)")
    page.get_by_role("button", name="Clear all").click()
    gallery.until("location.search === '?q=kittens'")
    assert narrowed(page) == []
    gallery.close()


def recent(browser):
    """Two letters search nothing until Enter; what was searched for stands on the welcome"""
    live = Services()
    gallery = Gallery(browser, environment=live.environment)
    page = gallery.open()
    gallery.loaded()
    assert page.locator("#recent").is_hidden()
    live.tell("forget")
    page.locator("#words").press_sequentially("ki", delay=30)
    # Three times as long as it waits for more letters
    page.wait_for_timeout(900)
    asked = live.searched()
    assert not asked and page.evaluate("location.search") == "", asked
    page.keyboard.press("Enter")
    gallery.until("location.search === '?q=ki'")
    gallery.until(lambda: any(re.search(r"[?&]query=ki(&|$)", one) for one in live.searched()))
    gallery.close()
    live.close()

    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&license=commercial")
    gallery.loaded()
    press(page.locator(".card").first, ".heart")
    gallery.until("document.querySelector('.card .heart[aria-pressed=true]')")
    page.locator("#home").click()
    page.wait_for_selector(".card")
    page.reload()
    page.wait_for_selector("#recent:not([hidden])")
    words = page.locator("#searched").inner_text()
    assert "kittens" in words and "Sell" in words, words
    page.locator("#searched a").first.click()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    gallery.close()


def configured(browser):
    """What config.json chooses holds, is shown, and can be overruled"""
    gallery = Gallery(browser, config={"provider": "all,-flickr", "license": "commercial", "noAi": True})
    page = gallery.open()
    page.wait_for_selector(".card")
    assert page.evaluate("location.search") == "" and page.locator("#heading").inner_text() == "Photos of today"
    page.locator("#words").fill("kittens")
    page.keyboard.press("Enter")
    gallery.until("location.search === '?q=kittens'")
    gallery.loaded()
    assert narrowed(page) == ["Nothing machine-made ✕"] and page.get_by_label("Sell", exact=True).is_checked()
    assert option(page, "Licence").input_value() == "commercial" and option(page, "Nothing machine-made").is_checked()
    assert not switch(page, "Flickr").is_checked() and "flickr" not in kinds(gallery)
    assert page.evaluate("$views.list().every(({ permits }) => permits.includes('commercial'))")
    option(page, "Licence").select_option("")
    gallery.until("location.search === '?q=kittens&license=any'")
    gallery.loaded()
    assert not page.evaluate("$views.list().every(({ permits }) => permits.includes('commercial'))")
    option(page, "Nothing machine-made").uncheck()
    gallery.until("location.search === '?q=kittens&license=any&no-ai=false'")
    page.reload()
    gallery.loaded()
    assert narrowed(page) == []
    switch(page, "Flickr").click()
    gallery.until("new URLSearchParams(location.search).get('provider') === 'all'")
    gallery.loaded()
    assert "flickr" in kinds(gallery)
    switch(page, "Flickr").click()
    gallery.until("location.search === '?q=kittens&license=any&no-ai=false'")
    option(page, "Licence").select_option("commercial")
    gallery.until("location.search === '?q=kittens&no-ai=false'")
    gallery.close()


def quotas(browser):
    """Out of quota is what its service says so of, not what has a note of what is left"""
    live = Services()
    gallery = Gallery(browser, "--patience", "8", environment=live.environment)
    # What is left of their quotas is kept from run to run.
    gallery.imgsearch("harbor")
    for service, fault in (("unsplash", "broken"), ("openverse", "quota")):
        live.tell(f"fault {service} {fault}")
    page = gallery.open("?q=kittens")
    gallery.until("/out of quota/.test($dom.byId('providers').innerText)")
    gallery.loaded()
    # One that is broken is asked again some times before it is said to be.
    state = "name => [...document.querySelectorAll('.provider')].find(one => one.querySelector('label').innerText === name).querySelector('.state').innerText"
    gallery.until(f"({state})('Unsplash') === 'failed'")
    assert page.evaluate(f"({state})('Openverse')") == "out of quota"
    assert re.match(r"\d+ of", page.evaluate(f"({state})('Flickr')"))
    # Before a search has told anything, it is as the notes have it.
    noted = json.loads(next(gallery.home.rglob("quotas.json")).read_text())
    assert noted["unsplash"]["quota"]["remaining"] > 0, noted
    gallery.close()
    live.close()


def notices(browser):
    """What a provider that answers has to say stands with the reasons"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=searxng")
    gallery.loaded()
    # Said at the end of each batch: the next one begins in the same place with nothing.
    gallery.until("/SearXNG: [^]*didn't answer/.test($dom.byId('providers').innerText)")
    gallery.close()


def narrowing(browser):
    """Size, ratio, dates and author are filters with plain words; a value that can't be is explained, and stays"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=flickr,wikimedia&min-megapixels=0.1")
    gallery.loaded()
    sized = page.evaluate("$views.list().every(({ photo }) => photo.width * photo.height >= 100_000)")
    assert sized and narrowed(page) == ["At least 0.1 MP ✕"], narrowed(page)
    for name, typed, words in (("Width at least", "1920", "At least 1920 px wide"),
                               ("Height at least", "1080p", "At least 1080 px high"), ("Ratio", "16x9", "16:9"),
                               ("Author", "Jane Doe", "By Jane Doe")):
        field = option(page, name)
        assert field.get_attribute("placeholder") not in (None, "any"), name
        field.fill(typed)
        field.press("Enter")
        gallery.until(f"[...$dom.byId('narrowed').querySelectorAll('button')].some(one => one.innerText === '{words} ✕')")
    for name, year, words in (("Published from", "2000", "Since 2000"), ("Published to", "2023", "Until 2023")):
        option(page, name).select_option(year)
        gallery.until(f"[...$dom.byId('narrowed').querySelectorAll('button')].some(one => one.innerText === '{words} ✕')")
    page.get_by_label("Very large", exact=True).check()
    gallery.until("new URLSearchParams(location.search).get('min-megapixels') === '24'")
    assert len(narrowed(page)) == 7 and "Very large ✕" in narrowed(page), narrowed(page)
    values = "input => [...input.list.options].map(({ value }) => value)"
    assert option(page, "Width at least").evaluate(values) == ["1280", "1920", "3840"]
    assert option(page, "Ratio").evaluate(values) == ["16:9", "3:2", "4:3", "1:1"]
    option(page, "Width at least").fill("abc")
    page.keyboard.press("Enter")
    gallery.until("/“Width at least”: it takes pixels, such as 1920/.test($dom.byId('outcome').innerText)")
    assert "--" not in page.locator("#outcome").inner_text()
    assert option(page, "Width at least").input_value() == "abc" and len(narrowed(page)) == 7
    assert option(page, "Author").input_value() == "Jane Doe" and page.locator("#words").input_value() == "kittens"
    # The history says the same words.
    gallery.imgsearch("kittens", "--min-width", "100px", "--until", "2030-05", "-p", "unsplash", "-n", "1")
    gallery.open("?view=history")
    gallery.until("/At least 100 px wide · Until 2030-05-31/.test($dom.byId('past').innerText)")
    assert "min-width" not in page.locator("#past").inner_text()
    gallery.close()


def purposes(browser):
    """One of three uses, each explained, and a change narrow by licence; codes stay in the filters"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    marks = lambda: set(page.evaluate("$views.list().map(({ mark }) => mark)"))
    permitted = lambda: page.evaluate("$views.list().map(({ permits }) => permits)")
    asked = lambda: page.evaluate("new URLSearchParams(location.search).get('license')")
    assert {"free", "limited"} <= marks() and page.get_by_label("Any use", exact=True).is_checked()
    meanings = set()
    for name in ("Any use", "Publish", "Sell", "and change it"):
        page.locator("#purposes label", has_text=name).hover()
        gallery.until("$dom.byId('meaning').innerText")
        meanings.add(page.locator("#meaning").inner_text())
        assert page.get_by_label(name, exact=True).get_attribute("aria-description") == page.locator("#meaning").inner_text()
    assert len(meanings) == 4, meanings
    page.get_by_label("Publish", exact=True).check()
    gallery.until("location.search.includes('license')")
    gallery.loaded()
    assert "ask" not in marks() and len(marks()) > 1, marks()
    assert narrowed(page) == [] and page.locator("#to-filters").inner_text() == "Filters"
    page.get_by_label("Sell", exact=True).check()
    gallery.until(lambda: asked() == "commercial")
    gallery.loaded()
    assert all("commercial" in one for one in permitted()) and len(permitted()) > 20
    page.get_by_label("and change it", exact=True).check()
    gallery.until("location.search.includes('modification')")
    gallery.loaded()
    assert all(len(one) == 2 for one in permitted()) and marks() == {"free", "free with credit"}
    page.reload()
    gallery.loaded()
    assert page.get_by_label("Sell", exact=True).is_checked() and page.get_by_label("and change it", exact=True).is_checked()
    assert not (found := violations(page)), found
    # By the arrow keys, as any such choice
    page.get_by_label("Sell", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    gallery.until("document.querySelectorAll('.use input')[1].checked && location.search.includes('by-nc')")
    gallery.loaded()
    assert all("modification" in one for one in permitted()) and "ask" not in marks()
    # A code is no purpose, and stands among the filters.
    option(page, "Licence").select_option("by")
    gallery.until(lambda: asked() == "by")
    assert not page.locator(".uses :checked").count() and narrowed(page) == ["CC BY ✕"]
    assert page.locator("#to-filters").inner_text() == "Filters (1)"
    gallery.close()


checks = [purposes, filtering, narrowing, recent, configured, quotas, notices]
