"""What the reader has set holds: the size of text, and colors of one's own"""
from browsing import arguments, card, chromium, cut, press, until
from visited import Visit, fixtures, imgsearch


def sizes(browser):
    """Text is as large as the reader has it, and nothing cuts it"""
    html = imgsearch("kittens", "-p", "flickr,unsplash,wikimedia", "--replay", fixtures, "-n", "60", "-f", "html")
    seen = {}
    for size in (16, 32):
        own = browser.browser_type.launch(
            executable_path=chromium(), args=[*arguments, f"--blink-settings=defaultFontSize={size}"])
        try:
            for width in (390, 1280):
                visit = Visit(own, html, width=width)
                page = visit.page
                until(page, "document.querySelectorAll('.card img.here').length > 3")
                found = page.evaluate(cut)
                assert not found, (size, width, found[:3])
                height = "(place) => document.querySelector(place).getBoundingClientRect().height"
                seen[size, width] = [page.evaluate(height, place) for place in (".card .title", ".about", "#find")]
                card(page, 1).locator(".open").click()
                page.wait_for_selector(".frame.here")
                seen[size, width].append(page.evaluate(height, "#author"))
                wide = page.evaluate("""[document.documentElement, $dom.byId("detail"), document.querySelector(".facts")]
                  .map((node) => node.scrollWidth - node.clientWidth)""")
                assert wide == [0, 0, 0], (size, width, wide)
                visit.close()
        finally:
            own.close()
    for width in (390, 1280):
        pairs = list(zip(seen[16, width], seen[32, width]))
        assert all(large > 1.3 * usual for usual, large in pairs), (width, pairs)


def colors(browser):
    """In colors of the reader's own, arrows, hearts and what is chosen can be told"""
    visit = Visit(browser, imgsearch("kittens", "--replay", fixtures, "-n", "12", "-f", "html"), colors="active")
    page = visit.page
    look = """place => {
      const { opacity, borderTopStyle, borderTopWidth, backgroundColor, color } = getComputedStyle(document.querySelector(place));
      return [Number(opacity), borderTopStyle !== "none" && parseFloat(borderTopWidth) > 0, backgroundColor, color];
    }"""
    press(card(page, 1), ".heart")
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    first, second = [page.evaluate(look, f".card[aria-posinset='{number}'] .heart") for number in (1, 2)]
    assert first[:2] == second[:2] == [1, True] and first[2] != second[2] and second[2] != second[3], (first, second)
    back = page.evaluate("getComputedStyle(document.body).backgroundColor")
    card(page, 2).locator(".open").click()
    for place in ("#previous", "#next", "#close"):
        opacity, hasEdge, behind, ink = page.evaluate(look, place)
        assert opacity == 1 and hasEdge and ink != behind and not behind.startswith("rgba"), (place, behind, ink)
        assert ink != back, (place, ink, back)
    page.locator("#heart").click()
    assert page.evaluate(look, "#heart")[2] == second[2]
    page.locator("#close").click()
    # The browser draws the arrow of a choice, which is drawn of colors elsewhere.
    assert page.evaluate("getComputedStyle(document.getElementById('license')).appearance") == "auto"
    visit.close()


checks = [sizes, colors]
