"""What is chosen in the gallery: filters, providers, recent searches, what config.json has"""
import json, re
from served import Gallery, Services


def chip(page, name):
    """The chip of a provider"""
    return page.locator(f"#providers button:has(span:text-is('{name}'))")


def kinds(gallery):
    """The providers of the photos that are shown"""
    return set(gallery.page.evaluate("views.list().map(({ photo }) => photo.provider)"))


def filtering(browser):
    """A filter and a provider's chip narrow, stand in the address, and going back undoes them"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    everybody = kinds(gallery)
    assert "flickr" in everybody and len(everybody) > 3, everybody
    licence = page.get_by_label("Licence", exact=True)
    licence.select_option("commercial")
    gallery.until("location.search === '?q=kittens&license=commercial'")
    gallery.loaded()
    assert page.evaluate("views.list().every(({ permits }) => permits.includes('commercial'))")
    page.locator("summary").click()
    page.get_by_label("Nothing machine-made").check()
    gallery.until("/no-ai=true/.test(location.search)")
    assert "More filters: 1" in page.locator("summary").inner_text()
    page.get_by_label("Nothing machine-made").uncheck()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    chip(page, "Flickr").click()
    gallery.until("new URLSearchParams(location.search).get('provider') === 'all,-flickr'")
    gallery.loaded()
    assert "flickr" not in kinds(gallery) and chip(page, "Flickr").get_attribute("aria-pressed") == "false"
    assert "Flickr" not in page.locator("#terms").inner_text()
    page.go_back()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    assert chip(page, "Flickr").get_attribute("aria-pressed") == "true"
    links = page.locator("#terms a").evaluate_all("links => links.map(({ href }) => href)")
    assert len(links) == 6 and all(link.startswith("https://") for link in links), links
    licence.select_option("")
    gallery.until("location.search === '?q=kittens'")
    page.go_back()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    assert licence.input_value() == "commercial"
    chip(page, "NASA").click()
    gallery.until("new URLSearchParams(location.search).get('provider') === 'all,nasa'")
    chip(page, "NASA").click()
    gallery.until("location.search === '?q=kittens&license=commercial'")
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
    page.locator(".card .heart").first.click()
    gallery.until("document.querySelector('.card .heart[aria-pressed=true]')")
    page.locator("#home").click()
    page.wait_for_selector(".card")
    page.reload()
    page.wait_for_selector("#recent:not([hidden])")
    words = page.locator("#searched").inner_text()
    assert "kittens" in words and "Commercial use" in words, words
    page.locator("#searched a").first.click()
    gallery.until("location.search === '?q=kittens&license=commercial'")
    gallery.close()


def configured(browser):
    """What config.json chooses holds, is shown, and can be overruled"""
    gallery = Gallery(browser, config={"provider": "all,-flickr", "license": "commercial", "noAi": True})
    page = gallery.open()
    page.wait_for_selector(".card")
    assert page.evaluate("location.search") == "" and page.locator("#wall").is_visible()
    page.locator("#words").fill("kittens")
    page.keyboard.press("Enter")
    gallery.until("location.search === '?q=kittens'")
    gallery.loaded()
    licence = page.get_by_label("Licence", exact=True)
    machine = page.get_by_label("Nothing machine-made")
    assert licence.input_value() == "commercial" and machine.is_checked()
    assert "More filters: 1" in page.locator("summary").inner_text()
    assert chip(page, "Flickr").get_attribute("aria-pressed") == "false" and "flickr" not in kinds(gallery)
    assert page.evaluate("views.list().every(({ permits }) => permits.includes('commercial'))")
    licence.select_option("")
    gallery.until("location.search === '?q=kittens&license=any'")
    gallery.loaded()
    assert not page.evaluate("views.list().every(({ permits }) => permits.includes('commercial'))")
    page.locator("summary").click()
    machine.uncheck()
    gallery.until("location.search === '?q=kittens&license=any&no-ai=false'")
    page.reload()
    gallery.loaded()
    assert licence.input_value() == "" and not machine.is_checked()
    chip(page, "Flickr").click()
    gallery.until("new URLSearchParams(location.search).get('provider') === 'all'")
    gallery.loaded()
    assert "flickr" in kinds(gallery)
    chip(page, "Flickr").click()
    gallery.until("location.search === '?q=kittens&license=any&no-ai=false'")
    licence.select_option("commercial")
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
    gallery.until("/out of quota/.test(document.getElementById('providers').innerText)")
    gallery.loaded()
    states = {name: chip(page, name).locator(".state").inner_text() for name in ("Unsplash", "Openverse", "Flickr")}
    assert states["Unsplash"] == "failed" and states["Openverse"] == "out of quota", states
    assert re.match(r"\d+ of", states["Flickr"]), states
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
    gallery.until("/^SearXNG: [^]*didn't answer/.test(document.getElementById('reasons').innerText)")
    gallery.close()


checks = [filtering, recent, configured, quotas, notices]
