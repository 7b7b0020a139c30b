"""What has to fit into its room on a phone and on a desk, and a finger that swipes"""
import json, re
from browsing import card, violations
from drawing import cut
from served import Gallery, Services


def phone_row(browser):
    """On a phone the purpose, both panels and what they count fit into the second row; chips follow, one swipe away"""
    live = Services()
    gallery = Gallery(browser, environment=live.environment, width=390, height=844, touch=True)
    row = "document.querySelector('.row')"
    def inside(*names):
        """Whether they stand in the window whole, 44 pixels high, in one line"""
        for name in names:
            box = page.locator(name).bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] >= 40, (name, box)
            assert box["y"] >= 50 and box["y"] + box["height"] <= 104, (name, box)
    page = gallery.open("?q=kittens&license=commercial,modification&min-width=1000")
    gallery.loaded()
    gallery.until("/^\\d of 8 sources$/.test($dom.byId('to-providers').lastChild.textContent)")
    inside("#to-purpose", "#to-filters", "#to-providers")
    assert page.locator("#to-purpose").inner_text() == "Sell and change it ▾"
    for name in ("#to-filters", "#to-providers"):
        assert page.locator(name).bounding_box()["width"] >= 44
    # The names stay what they are, though less is seen of them.
    assert page.get_by_label("and change it", exact=True).is_checked()
    assert page.get_by_role("button", name="Filters (1)").count() == 1
    assert page.locator("#to-filters").get_attribute("data-short") == "1"
    assert not (found := violations(page)), found
    page.evaluate(f"{row}.scrollLeft = 300")
    box = page.locator("#narrowed").bounding_box()
    assert 0 <= box["x"] and box["x"] + box["width"] <= 390, box
    gallery.open()
    gallery.loaded()
    inside("#to-purpose", "#to-providers")
    live.tell("fault pexels hang")
    gallery.open("?q=puppies")
    gallery.until("/^Waiting for/.test($dom.byId('waiting').innerText)")
    box = page.locator("#waiting").bounding_box()
    assert box["y"] > 750 and box["width"] <= 390, box
    gallery.close()
    live.close()


def foot(browser):
    """The line of services and notices ends in an ellipsis where it is cut, is short on a phone, and whole once it is pressed or pointed at"""
    for width, touch in ((390, True), (1280, False)):
        gallery = Gallery(browser, width=width, height=800, touch=touch)
        page = gallery.open("?q=kittens")
        gallery.until("/ photos, more below/.test($dom.byId('found').textContent)")
        line = page.locator("#foot")
        cut = "node => node.scrollWidth > node.clientWidth"
        assert line.evaluate(cut) != touch and line.bounding_box()["height"] == 24
        short = line.evaluate("node => getComputedStyle(node, '::before').content").replace('" "', "")
        assert re.match(r'"\d+ photos, more below · From \d+ services · Their notices ▴"', short) if touch else short == "none", short
        assert line.evaluate("node => getComputedStyle(node).textOverflow") == "ellipsis"
        bottom = line.bounding_box()["y"] + 24
        line.tap() if touch else line.hover()
        assert not line.evaluate(cut) and line.bounding_box()["height"] > 40
        notices = page.locator("#notices").bounding_box()
        assert notices["height"] > 30 and notices["x"] >= 0 and "SmugMug" in page.locator("#notices").inner_text()
        assert abs(line.bounding_box()["y"] + line.bounding_box()["height"] - bottom) < 1
        assert not (found := violations(page)), found
        gallery.close()


def captions(browser):
    """By touch neither mark nor service is cut: the author gives way, as far as out of the line"""
    for width, height in ((390, 844), (1180, 820)):
        check_captions(browser, width, height)


def check_captions(browser, width, height):
    gallery = Gallery(browser, width=width, height=height, touch=True)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    assert page.evaluate(cut) == [], page.evaluate(cut)
    lines = page.evaluate("""[...document.querySelectorAll(".card .terms")].map((line) => {
      const width = (name) => {
        const node = line.querySelector(name);
        return { shown: node.clientWidth, whole: node.scrollWidth, words: node.textContent };
      };
      const top = (name) => line.querySelector(name).getBoundingClientRect().top;
      const gone = top(".author") < top(".site") - 9;
      return { all: line.clientWidth, author: { ...width(".author"), gone }, site: width(".site"), mark: width(".mark") };
    })""")
    assert len(lines) > 8
    for line in lines:
        assert line["mark"]["whole"] <= line["mark"]["shown"], line
        author = line["author"]
        # A name that fills the line by itself can't be whole.
        isWhole = line["site"]["whole"] <= line["site"]["shown"]
        assert isWhole or author["gone"] and line["site"]["whole"] + line["mark"]["whole"] > line["all"], line
        assert not author["words"] or author["gone"] or author["shown"] >= min(36, author["whole"]), line
    authors = [line["author"] for line in lines]
    assert 2 * sum(one["gone"] for one in authors) < len(authors), authors
    gallery.close()


def covers(browser):
    """One photo fills a collection's cover, two halve it, of three the first is large, and four are quarters"""
    gallery = Gallery(browser)
    ids = [json.loads(line)["id"] for line in gallery.imgsearch("kittens", "-n", "4", "-f", "ndjson").splitlines()]
    for number, name in enumerate(("One", "Two", "Three", "Four"), 1):
        gallery.imgsearch("favorites", "add", *ids[:number], "--to", name)
    page = gallery.open("?view=favorites")
    gallery.until("document.querySelectorAll('.cover').length === 4 && document.querySelector('.card')")
    # They stand in the columns of the photos below them.
    widths = [page.locator(name).first.bounding_box()["width"] for name in ("#covers li", ".card")]
    assert abs(widths[0] - widths[1]) < 1, widths
    shares = page.evaluate("""Object.fromEntries([...document.querySelectorAll(".cover")].map((cover) => {
      const area = (node) => node.offsetWidth * node.offsetHeight;
      const four = cover.querySelector(".four");
      return [cover.textContent.trim().split(" ")[0], [...four.children].map((one) => area(one) / area(four))];
    }))""")
    expected = {"One": [1], "Two": [0.5, 0.5], "Three": [0.5, 0.25, 0.25], "Four": [0.25] * 4}
    for name, parts in expected.items():
        assert len(shares[name]) == len(parts), shares
        assert all(abs(one - other) < 0.02 for one, other in zip(shares[name], parts)), shares
    gallery.close()


def nothing_further(browser):
    """Where there is nothing like a photo its part goes, the focus with it, and isn't there the next time"""
    for width in (390, 1280):
        gallery = Gallery(browser, width=width)
        page = gallery.open("?q=kittens&provider=flickr")
        gallery.loaded()
        further = page.locator("#further")
        for isFirst in (True, False):
            card(page, 1).locator(".open").click()
            gallery.until("$dom.byId('detail').open")
            likes = further.get_by_role("button", name="More like this")
            assert likes.count() == isFirst
            if isFirst:
                likes.focus()
                page.keyboard.press("Enter")
                gallery.until("!/More like this/.test($dom.byId('further').innerText)")
                assert page.evaluate("document.activeElement.id") == "title"
                assert "There are none" not in page.locator("#detail").inner_text()
            page.keyboard.press("Escape")
            gallery.until("!$dom.byId('detail').open")
        gallery.close()


def swiping(browser):
    """A finger on the photo in full leads to the next one and back; a short way, or up and down, leads nowhere"""
    gallery = Gallery(browser, width=390, height=844, touch=True)
    page = gallery.open("?q=kittens")
    gallery.loaded()
    ids = gallery.found()
    card(page, 0).locator(".open").tap()
    gallery.until("$dom.byId('detail').open")
    finger = gallery.context.new_cdp_session(page)
    def swipe(*points):
        for number, (x, y) in enumerate(points):
            finger.send("Input.dispatchTouchEvent", {
                "type": "touchMove" if number else "touchStart", "touchPoints": [{"x": x, "y": y}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    def shown(number):
        gallery.until(f"$detail.current()?.photo.id === {json.dumps(ids[number])}")
        assert page.evaluate("decodeURIComponent(location.hash)") == f"#{ids[number]}"
    swipe((300, 120), (220, 122), (120, 124))
    shown(1)
    swipe((300, 120), (220, 122), (120, 124))
    shown(2)
    swipe((90, 120), (180, 121), (280, 122))
    shown(1)
    swipe((200, 120), (190, 120), (175, 120))
    swipe((200, 60), (200, 110), (201, 160))
    page.wait_for_timeout(300)
    shown(1)
    gallery.close()


checks = [phone_row, foot, captions, covers, nothing_further, swiping]
