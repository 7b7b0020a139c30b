"""The same picture at several services, in the page in one file: one card that tells of its other places"""
import itertools, json, pathlib, tempfile
from browsing import card, standing, until, violations
from drawing import cut
from visited import Visit, entries_of, fixtures, home, imgsearch


def listed():
    """A page of forty photos, what it is told of them, and which look like an earlier one, all by their numbers"""
    # Where other checks left no favorites
    alone = tempfile.mkdtemp(dir=home)
    html = imgsearch("kittens", "--replay", fixtures, "-n", "40", "-f", "html", home=alone)
    entries = entries_of(html)
    site = [one["site"] for one in entries]
    # Three that look like the first, of two other services, and one that looks like the fifth
    others = [number for number in range(5, 40) if site[number] not in (site[0], site[4])]
    second = next(number for number in others if site[number] != site[others[0]])
    third, alone = [number for number in others[1:] if number != second][:2]
    marks = {others[0]: 0, second: 0, third: 0, alone: 4}
    before, *after = html.split('"looksLike":null')
    assert len(after) == 40
    said = [json.dumps(entries[marks[number]]["photo"]["id"]) if number in marks else "null" for number in range(40)]
    return before + "".join(f'"looksLike":{one}{rest}' for one, rest in zip(said, after)), entries, marks


def places(browser):
    """What looks like an earlier photo stands in its card and is told of there; the list and its order are what they were"""
    html, entries, marks = listed()
    ids = [one["photo"]["id"] for one in entries]
    copies = sorted(number for number in marks if marks[number] == 0)
    visit = Visit(browser, html)
    page = visit.page
    badge, rows = card(page, 0).locator(".badge"), card(page, 0).locator(".place")
    badge.wait_for()
    assert page.evaluate("$page.shown().map(({ photo }) => photo.id)") == ids
    assert page.locator("#count").inner_text() == "40 photos"
    assert card(page, 0).get_attribute("aria-setsize") == "36"
    sites = {entries[number]["site"] for number in copies}
    assert badge.inner_text() == f"Also at {len(sites)} others" and rows.count() == 3 and not rows.first.is_visible()
    one = page.locator(".card").filter(has_text=entries[4]["photo"]["title"]).locator(".badge")
    [alone] = set(marks) - set(copies)
    assert one.inner_text() == f"Also at {entries[alone]['site']}"
    assert page.locator(".badge").count() == 2
    until(page, "document.querySelectorAll('.card img.here').length > 5")
    assert not violations(page)

    # What is told of them lies over the photos: nothing moves.
    before = standing(page)
    badge.click()
    rows.first.wait_for()
    words = [row.replace("\n", " ") for row in rows.all_inner_texts()]
    for number, row in zip(copies, words, strict=True):
        for said in (entries[number]["photo"]["title"], entries[number]["photo"]["author"]["name"], entries[number]["site"]):
            assert said in row, (said, row)
    assert standing(page) == before and not violations(page)
    page.keyboard.press("Escape")
    assert not rows.first.is_visible()

    # By keyboard: the way into it and back, and the arrows from card to card
    card(page, 0).locator(".open").focus()
    page.keyboard.press("a")
    title = entries[copies[0]]["photo"]["title"]
    assert page.evaluate("document.activeElement.textContent") == title
    page.keyboard.press("Enter")
    until(page, f"$dom.byId('title').innerText === {json.dumps(title)}")
    page.keyboard.press("Escape")
    until(page, "!$dom.byId('detail').open")
    assert page.evaluate("document.activeElement.closest('.card').ariaPosInSet") == "1"
    page.keyboard.press("a"), page.keyboard.press("Tab"), page.keyboard.press("Tab"), page.keyboard.press("Enter")
    assert page.evaluate("$entries.entries.filter($favorites.has).map(({ photo }) => photo.id)") == [ids[copies[0]]]
    assert page.evaluate("document.activeElement.ariaPressed") == "true"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('.card').ariaPosInSet") == "2"
    page.evaluate("number => $grid.focus($entries.entries[number])", copies[1])
    assert card(page, 0).locator(".open").evaluate("node => node === document.activeElement")

    # In full: each names the others, and the list is stepped through as it is.
    def beside():
        return page.locator("#rows dt:text-is('Also at') + dd a")
    page.keyboard.press("Enter")
    assert beside().all_inner_texts() == [entries[number]["site"] for number in copies]
    beside().nth(1).click()
    until(page, f"$detail.current().photo.id === {json.dumps(ids[copies[1]])}")
    assert page.evaluate("document.activeElement.id") == "title"
    assert beside().all_inner_texts() == [entries[number]["site"] for number in (0, copies[0], copies[2])]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("$detail.current().photo.id") == ids[copies[1] - 1]
    page.keyboard.press("Escape")
    until(page, "!$dom.byId('detail').open")

    # Where the first isn't shown, the others are cards as any.
    page.locator("#hearted").click()
    assert page.locator("#count").inner_text() == "1 of 40 photos" and page.locator(".badge").count() == 0
    assert page.locator(".card .title").all_inner_texts() == [title]
    page.locator("#hearted").click()
    assert card(page, 0).locator(".badge").count() == 1 and page.locator("#count").inner_text() == "40 photos"
    with page.expect_download() as download:
        page.locator("#export").click()
    [kept] = map(json.loads, pathlib.Path(download.value.path()).read_text(encoding="utf-8").splitlines())
    assert kept["id"] == ids[copies[0]]

    # Paper shows them all.
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator(".card").count() == 36 and page.locator(".place:visible").count() == len(marks)
    assert page.locator(".badge:visible").count() == 0 and not page.evaluate(cut)
    visit.close()


def narrow(browser):
    """The look-alikes of a photo fit a phone and a finger, in the dark and in colors of the system"""
    html, *_ = listed()
    for colors in ("none", "active"):
        visit = Visit(browser, html, width=390, scheme="dark", colors=colors)
        page = visit.page
        page.wait_for_selector(".badge")
        for badge in page.locator(".badge").all():
            badge.click()
            page.locator(".place:visible").first.wait_for()
            sizes = page.evaluate("""[...document.querySelectorAll(".badge, .places:popover-open .heart")].map((one) =>
              Math.min(one.offsetWidth, one.offsetHeight))""")
            assert len(sizes) > 2 and min(sizes) >= 44, sizes
            left, right = page.evaluate("""(() => { const { left, right } = document.querySelector(".places:popover-open").getBoundingClientRect();
              return [left, right]; })()""")
            assert left >= 0 and right <= 390 and page.evaluate("document.documentElement.scrollWidth") == 390
            assert not violations(page)
            page.keyboard.press("Escape")
            assert not page.evaluate(cut)
        # With letters of twice the size, too
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        until(page, f"!({cut}).length")
        boxes = sorted(standing(page).values())
        for (left, top, height), (other, below, _) in itertools.pairwise(boxes):
            assert left != other or top + height < below, (left, top, height, below)
        visit.close()


checks = [places, narrow]
