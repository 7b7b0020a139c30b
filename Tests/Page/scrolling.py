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
    """Pictures first: the first photo's place, with filters set too; the whole width is used"""
    service = Endless(500)
    places = {}
    sizes = ((390, 844, 2, 8), (820, 1180, 2, 13), (1280, 800, 4, 16), (1920, 1080, 5, 20), (2560, 1440, 7, 24),
             (3840, 2160, 11, 24))
    for width, height, count, gutter in sizes:
        gallery, page = endless_gallery(browser, service, width=width, height=height, touch=width < 400)
        def place():
            return page.evaluate("document.querySelector('.open').getBoundingClientRect().top")
        most = 108 if width < 400 else 116
        plain, column = place(), page.evaluate("document.querySelector('.card').offsetWidth")
        page.goto(gallery.address.split("?")[0] + "?q=cats&provider=pexels&license=commercial&no-ai=true")
        gallery.until("$views.list().length >= 30")
        narrowed = place()
        used = page.evaluate("""() => {
          const boxes = [...document.querySelectorAll(".card")].map((one) => one.getBoundingClientRect());
          return Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
        }""")
        lefts = sorted(set(page.evaluate("[...document.querySelectorAll('.card')].map(({ style }) => parseFloat(style.left))")))
        places[width] = f"{plain:.0f} px, with filters {narrowed:.0f} px, {len(lefts)} columns of {column} px, {100 * used / width:.0f} % used"
        assert plain <= most and narrowed <= most, (width, height, plain, narrowed)
        assert len(lefts) == count and abs(lefts[1] - lefts[0] - column - gutter) < 1, (width, lefts, column)
        assert used / width >= 0.93 and page.locator(".search input").bounding_box()["width"] <= 720, (width, used)
        row = page.evaluate("[...document.querySelectorAll('.row > *')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])")
        head = page.locator(".bar").bounding_box()["height"]
        assert all(head <= top and bottom <= head + 44 for top, bottom in row if bottom - top > 1), (width, row)
        gallery.close()
    print(f"        the first photo begins at: {places}")
    service.close()


checks = [passing, slowly, swiftly, ending, heads]
