"""What the gallery says where photos are missing: nobody answered, nothing was found, some couldn't be asked"""
import re
from browsing import violations
from scrolling import Endless
from served import Gallery, Services

everybody = ("unsplash", "flickr", "pexels", "pixabay", "openverse", "wikimedia", "wordpress", "europeana")


def told(page):
    """What came of a list, and what could help"""
    return page.locator("#outcome").inner_text(), page.locator("#ways").inner_text().split("\n")


def heard(gallery):
    """What a screen reader hears of the page: each text of its live regions, as it comes"""
    gallery.page.add_init_script("""addEventListener("DOMContentLoaded", () => {
      window.heard = [];
      for (const node of document.querySelectorAll("[role=status]")) {
        new MutationObserver(() => node.textContent && heard.push(node.textContent))
          .observe(node, { childList: true, characterData: true, subtree: true });
      }
    })""")


def nobody(browser):
    """Nobody answered: heard, and read once, in whole sentences without a tooltip; again where it can help"""
    live = Services()
    for service in everybody:
        live.tell(f"fault {service} broken")
    live.tell("fault flickr quota")
    gallery = Gallery(browser, environment=live.environment)
    heard(gallery)
    page = gallery.open("?q=harbor")
    gallery.until("/None of the 8 sources gave photos/.test($dom.byId('outcome').innerText)")
    words, ways = told(page)
    assert "Unsplash, Pexels, Pixabay, Openverse, Wikimedia Commons, WordPress Photo Directory and Europeana had an error" in words, words
    assert re.search(r"Flickr answers again at \d\d:\d\d, as the quota is used up\.", words), words
    assert "Try again" in ways, ways
    said = page.evaluate("heard")
    assert said[0] == "Searching…" and any("None of the 8 sources gave photos" in one and "Flickr" in one for one in said), said
    # Once: what else says it is behind the button.
    assert page.locator("main").evaluate("node => node.innerText.split('Flickr answers').length") == 2
    assert not page.locator(":is(#outcome, #ways) [title], .row button[title]").count() and page.locator("#outcome p").evaluate_all(
        "all => all.every(one => one.scrollWidth <= one.clientWidth)")
    assert page.locator("#to-providers").inner_text() == "0 of 8 sources"
    # What passes of itself, and no sooner
    for service in everybody:
        live.tell(f"fault {service} quota")
    gallery.open("?q=kit")
    gallery.until("/None of the 8/.test($dom.byId('outcome').innerText)")
    assert "Try again" not in told(page)[1], told(page)
    gallery.close()
    live.close()


def nothing(browser):
    """Nothing found: one sentence, and what could help, each a press that does it"""
    gallery = Gallery(browser)
    page = gallery.open("?q=kittens&provider=wikimedia&license=us-government")
    gallery.until("$dom.byId('outcome').textContent")
    words, ways = told(page)
    assert words == "Nothing was found for “kittens”." and not page.locator("#status").inner_text(), words
    assert ways[0] == "Without “US Government work”" and re.match(r"Ask [A-Z].* too", ways[1]), ways
    page.locator("#ways").get_by_role("button", name="Without “US").click()
    gallery.until("location.search === '?q=kittens&provider=wikimedia' && $views.list().length")
    assert not page.locator("#outcome .said").is_visible() or "all" in told(page)[0]
    page.go_back()
    page.get_by_role("link", name="Ask ").click()
    gallery.until("location.search.includes('license') && !location.search.includes('provider=wikimedia&')")
    gallery.close()
    empty = Endless(0)
    gallery = Gallery(browser, environment=empty.environment)
    page = gallery.open("?q=red kittens at dawn&provider=pexels")
    gallery.until("$dom.byId('outcome').textContent")
    assert told(page)[0] == "Nothing was found for “red kittens at dawn”." and "Without filters" not in told(page)[1]
    page.get_by_role("link", name="Search for “red kittens at”").click()
    gallery.until("new URLSearchParams(location.search).get('q') === 'red kittens at'")
    assert page.locator("#words").input_value() == "red kittens at"
    gallery.close()
    empty.close()


def lacking(browser):
    """A source that lacks its key says so, with a link to where one is got, and can't be switched on"""
    live = Services()
    environment = {name: value for name, value in live.environment.items() if name != "PEXELS_API_KEY"}
    gallery = Gallery(browser, environment=environment)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    page.locator("#to-providers").click()
    row = page.locator(".provider:has(span:text-is('Pexels'))")
    assert "Pexels needs a key." in row.inner_text(), row.inner_text()
    assert row.get_by_role("link", name="Get a key").get_attribute("href") == "https://www.pexels.com/api/"
    assert row.get_by_role("switch").is_disabled() and page.locator("#to-providers").inner_text() == "7 sources"
    # One that was asked all the same, as by an address of before
    gallery.open("?q=kittens&provider=pexels")
    gallery.until("/Pexels/.test($dom.byId('outcome').innerText)")
    assert page.locator("#outcome").get_by_role("link", name="Get a key").is_visible(), told(page)
    assert "Try again" not in told(page)[1], told(page)
    gallery.close()
    live.close()


def some(browser):
    """Where some answer and some don't, a line says who; nothing above the photos moves for it"""
    live = Services()
    for service, fault in (("unsplash", "broken"), ("openverse", "quota")):
        live.tell(f"fault {service} {fault}")
    gallery = Gallery(browser, "--patience", "8", environment=live.environment)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    assert "Unsplash and Openverse gave no photos" in page.locator("#status").inner_text(), page.locator("#status").inner_text()
    page.locator("#to-providers").click()
    # While more is asked for, it may be waited for again.
    gallery.until("/Unsplash had an error/.test($dom.byId('asked').innerText)")
    words = page.locator("#asked").inner_text()
    assert "Openverse answers again at" in words, words
    assert "made using Openverse but is not endorsed or certified by Openverse" in words, words
    gallery.close()
    live.close()


def clean(browser):
    """axe finds nothing wrong in what is behind buttons, nor where nothing was found, light and dark"""
    live = Services()
    for scheme in ("light", "dark"):
        for width in (390, 1280):
            gallery = Gallery(browser, environment=live.environment, scheme=scheme, width=width)
            page = gallery.open("?q=kittens&license=commercial&no-ai=true")
            gallery.loaded()
            for opener in ("#to-filters", "#to-providers"):
                page.locator(opener).click()
                page.wait_for_selector(".panel:popover-open")
                found = violations(page)
                inside = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert not found and inside, (scheme, width, opener, found)
                page.keyboard.press("Escape")
            gallery.open("?q=what nobody has recorded&license=by")
            gallery.until("$dom.byId('outcome').textContent")
            found = violations(page)
            assert not found, (scheme, width, found)
            gallery.close()
    live.close()


checks = [nobody, nothing, lacking, some, clean]
