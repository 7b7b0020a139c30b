"""What the gallery's filters offer: shapes and colors to be seen, and only what a source can answer"""
from browsing import violations
from served import Gallery, Services


def offering(browser):
    """Shapes are drawn, colors are swatches; what would leave no source can't be set, and what does is said, with a way out"""
    live = Services()
    for width in (1280, 390):
        gallery = Gallery(browser, environment=live.environment, width=width, height=844)
        page = gallery.open("?q=kittens")
        gallery.loaded()
        page.locator("#to-filters").click()
        shapes = page.get_by_role("radiogroup", name="Shape").locator(".sign")
        ratios = [round(box["width"] / box["height"], 1) for box in (one.bounding_box() for one in shapes.all())]
        assert ratios == [1.5, 0.7, 1.0], ratios
        colors = page.get_by_role("radiogroup", name="Color").locator(".sign").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).backgroundImage)")
        assert len(set(colors)) == 11 and "rgb(128, 0, 128)" in "".join(colors), colors
        assert page.locator("#able").text_content() == ""
        # No source has both.
        purple = page.get_by_label("Purple", exact=True)
        purple.check()
        gallery.until("location.search === '?q=kittens&color=purple'")
        gallery.until("/^Only .* can do all of this/.test($dom.byId('able').innerText)")
        licence = page.locator("#filters select[name=license]")
        gallery.until("document.querySelector('#filters option[value=cc0]').disabled")
        assert licence.evaluate("node => !node.options[0].disabled")
        assert not (found := violations(page)), found
        purple.press("ArrowLeft")
        gallery.until("!location.search.includes('purple')")
        gallery.until("!document.querySelector('#filters option[value=cc0]').disabled || location.search.includes('color')")
        # By an address it can be asked for all the same.
        gallery.open("?q=kittens&color=purple&license=cc0")
        gallery.until("$dom.byId('ways').childElementCount")
        # No other source can do it either.
        assert "Ask" not in page.locator("#ways").inner_text(), page.locator("#ways").inner_text()
        page.locator("#to-filters").click()
        gallery.until("/^No source can do all of this/.test($dom.byId('able').innerText)")
        ways = page.locator("#in-the-way button").all_inner_texts()
        assert sorted(ways) == ["Without CC0", "Without Purple"], ways
        page.locator("#in-the-way").get_by_text("Without CC0").click()
        gallery.until("location.search === '?q=kittens&color=purple'")
        gallery.until("/^Only/.test($dom.byId('able').innerText) && !$dom.byId('in-the-way').childElementCount")
        gallery.close()
    live.close()


checks = [offering]
