"""How lists go on while somebody scrolls, and how soon the photos begin"""
from browsing import is_long, until
from endless import Endless, scroll, until_seen
from served import Gallery


def endless_gallery(browser, service, **size):
    gallery = Gallery(browser, environment=service.environment, **size)
    page = gallery.open("?q=cats&provider=pexels")
    gallery.until("$views.list().length >= 30")
    return gallery, page


def passing(browser):
    """After a fast scroll the pictures in the window come within 4 s, and a new search ends the old one's pictures"""
    service = Endless(900, sends=6, pictured=0.2)
    gallery, page = endless_gallery(browser, service)
    page.evaluate(scroll, [3800, 330, 30])
    took = page.evaluate(until_seen)
    print(f"        pictures in the window {took} ms after a fast scroll, of a service that sends six at a time, 0.2 s each")
    assert took <= 4000, took

    service.pictured = 5
    page.evaluate("scrollTo(0, 0)")
    under_way = set()
    page.on("request", lambda one: under_way.add(one) if "/pictures/" in one.url else None)
    for event in ("requestfinished", "requestfailed"):
        page.on(event, lambda one: under_way.discard(one))
    gallery.open("?q=dogs&provider=pexels")
    gallery.until(lambda: sum("dogs" in one.url for one in under_way) > 5)
    page.locator("#words").fill("birds")
    page.keyboard.press("Enter")
    gallery.until(lambda: any("birds" in one.url for one in under_way))
    page.wait_for_timeout(500)
    awaited = [one.url for one in under_way if "dogs" in one.url]
    assert not awaited, (len(awaited), awaited[:3])
    gallery.close()
    service.close()


def slowly(browser):
    """At 1.2 s a page nobody who scrolls lands in the footer, nothing jumps, and more is said to come"""
    service = Endless(5000, seconds=1.2)
    gallery, page = endless_gallery(browser, service)
    seen = page.evaluate(scroll, [1250, 330, 60])
    print(f"        1.2 s a page, 1,250 px/s: {seen}")
    assert seen["photos"] >= 330 and not seen["footer"] and not seen["jumps"], seen
    assert seen["shift"] <= 0.01, seen
    # Faster than anybody answers
    seen = page.evaluate(scroll, [20000, seen["photos"] + 200, 30])
    assert seen["waited"] and seen["said"] >= seen["waited"] - 2, seen
    assert not seen["footer"] and not seen["jumps"] and seen["shift"] <= 0.01, seen
    gallery.close()
    service.close()


def swiftly(browser):
    """Who scrolls fast is given larger batches, and meets no footer"""
    # All 5,000 take a minute and a half; fewer show the same
    most = 5000 if is_long else 1000
    service = Endless(6000, seconds=0.1)
    gallery, page = endless_gallery(browser, service)
    seen = page.evaluate(scroll, [3800, most, 240])
    print(f"        {seen['photos']} photos at 3,800 px/s: {seen['slow']} of {seen['frames']} frames over 34 ms, "
          f"layout shift {seen['shift']:.4f}, {seen['batches']} batches, footer {'seen' if seen['footer'] else 'never seen'}, "
          f"{seen['waited']} frames at the end, {seen['cards']} cards")
    assert seen["photos"] >= most and not seen["footer"] and not seen["jumps"], seen
    assert seen["shift"] <= 0.01 and seen["batches"] < (most - 30) / 30, seen
    gallery.close()
    service.close()


def ending(browser):
    """At the true end, and there alone, the footer is there, and says what services ask for"""
    service = Endless(70)
    gallery, page = endless_gallery(browser, service)
    footer = page.locator("footer")
    assert not footer.is_visible()
    gallery.scroll_to_end()
    assert len(gallery.found()) == 70, len(gallery.found())
    assert footer.is_visible() and "That's all: 70 photos." in page.locator("#outcome").inner_text()
    gallery.close()
    service.close()


def heads(browser):
    """Pictures first: the first photo's place, with filters set too, and columns of about 320 pixels"""
    service = Endless(500)
    places = {}
    for width, height, most in ((390, 844, 28), (820, 1180, 28), (1280, 800, 22), (1440, 900, 22), (1920, 1080, 22)):
        gallery, page = endless_gallery(browser, service, width=width, height=height)
        def place():
            return 100 * page.evaluate("document.querySelector('.open').getBoundingClientRect().top") / height
        plain, column = place(), page.evaluate("document.querySelector('.card').offsetWidth")
        page.goto(gallery.address.split("?")[0] + "?q=cats&provider=pexels&license=commercial&no-ai=true")
        gallery.until("$views.list().length >= 30")
        narrowed = place()
        places[f"{width}x{height}"] = f"{plain:.1f} %, with filters {narrowed:.1f} %, columns {column} px"
        assert plain <= most and narrowed <= most, (width, height, plain, narrowed)
        assert width < 1900 or 300 <= column <= 340, column
        gallery.close()
    print(f"        the first photo begins at: {places}")
    service.close()


checks = [passing, slowly, swiftly, ending, heads]
