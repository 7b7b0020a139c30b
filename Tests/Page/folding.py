"""The same picture at several services, in the gallery: photos that arrive while one looks at the first"""
import json, re
from browsing import card, standing, violations
from served import Gallery
from selecting import choose, numbers, said


def folding(browser):
    """A photo that looks like an earlier one arrives and moves nothing; a range passes over it, its heart is its own"""
    gallery = Gallery(browser)
    page = gallery.page
    ids = []
    def answer(route):
        """The program's answer, in which the sixth photo and the first of each later batch look like the first"""
        rows = [json.loads(row) for row in route.fetch().text().splitlines()]
        isFirst = not ids
        for row in rows:
            if "photo" not in row:
                continue
            photo = row["photo"]["photo"]
            isCopy = len(ids) == 5 if isFirst else row is next(one for one in rows if "photo" in one)
            photo["looksLike"] = ids[0] if isCopy else None
            ids.append(photo["id"])
        route.fulfill(content_type="application/x-ndjson", body="".join(json.dumps(row) + "\n" for row in rows))
    held = []
    page.route(re.compile("api/search$"), lambda route: held.append(route) if ids else answer(route))
    gallery.open("?q=kittens")
    # The next batch is asked for at once, and comes when the cards were looked at.
    gallery.until(lambda: held)
    assert gallery.found() == ids
    badge = card(page, 0).locator(".badge")
    badge.wait_for()
    assert card(page, 0).locator(".place").count() == 1 and "others" not in badge.inner_text()
    count = len(ids)
    badge.focus()
    before = standing(page)
    while held:
        answer(held.pop())
    gallery.until(f"$views.list().length > {count}")
    gallery.until("$grid.partsOf($views.list()[0]).places.shown.size > 1")
    assert gallery.found() == ids
    after = standing(page)
    assert {place: after[place] for place in before} == before
    assert badge.evaluate("node => node === document.activeElement")

    # A range takes cards: not what stands folded between them.
    choose(gallery, 3)
    card(page, 6).locator(".open").click(modifiers=["Shift"])
    assert numbers(gallery) == [3, 4, 5, 6] and said(gallery) == "4 selected"
    page.locator("#unselect").click()
    badge.click()
    heart = card(page, 0).locator(".place .heart").first
    heart.click()
    assert gallery.kept(1) == [ids[5]]
    assert heart.get_attribute("aria-pressed") == "true"
    assert card(page, 0).locator(".heart").first.get_attribute("aria-pressed") == "false"
    # As others set them
    gallery.imgsearch("favorites", "remove", ids[5])
    gallery.until("document.querySelectorAll('.heart[aria-pressed=true]').length === 0")
    assert not violations(page)
    gallery.close()


checks = [folding]
