"""What the page in one file says of its photos, and where it leads, against what it was told of them"""
import functools, json, re, urllib.parse
from browsing import card, until
from visited import Visit, entries_of, fixtures, imgsearch, page_of

nine = ("unsplash", "flickr", "pexels", "pixabay", "openverse", "wikimedia", "nasa", "inaturalist", "searxng")


@functools.cache
def page_of_nine():
    """A page with photos of all services"""
    html = imgsearch("kittens", "-p", ",".join(nine), "--replay", fixtures, "-n", "60", "-f", "html")
    services = {entry["photo"]["id"].split(":")[0] for entry in entries_of(html)}
    assert services == set(nine), services
    return html


marks = {"free", "free with credit", "limited", "ask"}


def terms_of(entry):
    """The licence's name, its mark, and a sentence of what it allows, which agree with what it permits"""
    license, permits = entry["photo"]["license"], set(entry["permits"])
    is_free = permits == {"commercial", "modification"}
    assert entry["mark"] in marks and is_free == (entry["mark"] in ("free", "free with credit")), entry
    assert entry["may"].startswith("You may not" if entry["mark"] == "ask" else "You may use it "), entry
    assert ("credit the author" in entry["may"]) == (entry["mark"] in ("free with credit", "limited")), entry
    return license["name"] if license else "Licence unknown", entry["mark"], entry["may"]


def linked(text, address):
    """How a text looks that leads somewhere, or nowhere"""
    return [text, address] + (["A", "_blank", "noopener noreferrer"] if address else ["SPAN", None, None])


# The same of what is in the page
look = """node => node && [
  node.textContent, node.getAttribute("href"), node.tagName, node.getAttribute("target"), node.getAttribute("rel")]"""


def named(photo):
    return photo["title"] or photo["description"] or "Untitled"


def author(photo):
    return photo["author"] and linked(photo["author"]["name"] or "unknown", photo["author"]["url"])


def light(ink):
    """The first of two colors, `light-dark(#00687a, #6fd3e3)`, as a browser tells it"""
    return "rgb({}, {}, {})".format(*bytes.fromhex(ink.split("#")[1][:6]))


def cards(browser):
    """Each card leads to the detail, its author and licence, and at the provider, in the ink of the terminal, to its page"""
    entries = entries_of(page_of_nine())
    visit = Visit(browser, page_of_nine(), height=6000)
    page = visit.page
    until(page, f"document.querySelectorAll('.card').length === {len(entries)}")
    seen = page.evaluate("""look => [...document.querySelectorAll(".card")]
      .sort((one, other) => one.ariaPosInSet - other.ariaPosInSet)
      .map((card) => {
        const tell = eval(look);
        const [title, author, terms, site] = [".title > *", ".author > *", ".author + *", ".site"]
          .map((part) => card.querySelector(part));
        return { title: tell(title), author: tell(author), terms: tell(terms), kind: terms.dataset.mark, said: terms.innerText, site: tell(site),
                 ink: getComputedStyle(site).color,
                 label: card.querySelector(".open").ariaLabel };
      })""".replace("eval(look)", look))
    inks = {}
    for entry, one in zip(entries, seen, strict=True):
        photo = entry["photo"]
        license, kind, _ = terms_of(entry)
        assert one["title"][:3] == [named(photo), "#" + urllib.parse.quote(photo["id"], safe="!'()*"), "A"], (photo, one)
        assert one["label"] == f"Show {named(photo)}", (photo, one)
        assert one["author"] == author(photo), (photo, one)
        assert one["terms"] == linked(kind + license, (photo["license"] or {}).get("url")), (photo, one)
        assert one["kind"] == one["said"] == kind, (photo, one)
        assert one["site"] == linked(entry["site"], photo["page"]), (photo, one)
        assert one["ink"] == light(entry["ink"]), (photo, one)
        inks[photo["id"].split(":")[0]] = one["ink"]
    kinds = {one["kind"] for one in seen}
    assert kinds == marks, kinds
    colors = page.evaluate("""kinds => kinds.map((kind) => {
      const node = document.querySelector(`.terms > [data-mark="${kind}"]`);
      return getComputedStyle(node).color;
    })""", sorted(kinds))
    assert len(set(colors)) == 4, colors
    assert set(inks) == set(nine) and len(set(inks.values())) == 9, inks
    assert page.evaluate("[...document.images].every(({ referrerPolicy }) => referrerPolicy === 'no-referrer')")
    page.emulate_media(media="print")
    printed = page.locator(".card[aria-posinset='1'] .mark").inner_text()
    assert printed == terms_of(entries[0])[0], printed
    visit.close()


def phone(browser):
    """A phone shows the mark of each licence in words"""
    entries = entries_of(page_of_nine())
    visit = Visit(browser, page_of_nine(), width=390, height=20000)
    until(visit.page, f"document.querySelectorAll('.card').length === {len(entries)}")
    for number, entry in enumerate(entries):
        mark = card(visit.page, number).locator(".mark")
        assert mark.inner_text() == terms_of(entry)[1], entry["photo"]["id"]
        cut = mark.evaluate("node => node.scrollWidth > node.clientWidth + 1 || !node.offsetWidth")
        assert not cut, (entry["photo"]["id"], mark.inner_text())
    visit.close()


def details(browser):
    """The detail says of a photo what is known of it, and shows its largest picture that fits"""
    entries = entries_of(page_of_nine())
    visit = Visit(browser, page_of_nine())
    page = visit.page
    card(page, 0).locator(".open").click()
    measured = 0
    for number, entry in enumerate(entries):
        photo = entry["photo"]
        if number:
            page.keyboard.press("ArrowRight")
        seen = page.evaluate("""() => {
          const tell = look;
          const [title, hint] = [$dom.byId("title"), $dom.byId("hint")];
          const names = [...document.querySelectorAll("#rows dt")].map((node) => node.innerText);
          const rows = [...document.querySelectorAll("#rows dd")];
          return {
            title: tell(title.firstChild), author: $dom.byId("author").innerText, by: tell($dom.byId("author").children[0]),
            kind: hint.dataset.mark, license: tell(hint.children[1]), means: hint.children[0].textContent,
            description: $dom.byId("description").textContent, credit: $dom.byId("credit").textContent,
            notice: $dom.byId("notice").checkVisibility(), source: tell(rows.at(-1).firstChild),
            ink: getComputedStyle(rows.at(-1).firstChild).color,
            rows: Object.fromEntries(names.map((name, index) => [name, rows[index].textContent])),
          };
        }""".replace("look", look))
        license, kind, means = terms_of(entry)
        size = f"{photo['width']} × {photo['height']} pixels" if photo["width"] else None
        full = [one["url"] for one in photo["renditions"] if one["role"] in ("full", "original")]
        largest = [*full, *(one["url"] for one in photo["renditions"][-1:])][0]
        size = " · ".join(filter(None, [size, "Full size" if full else "Largest size"]))
        assert page.locator("#rows a", has_text=" size").get_attribute("href") == largest, (photo["id"], largest)
        rows = {"Likes": photo["likes"] is not None and f"{photo['likes']:,}", "Original" if photo["width"] else "Size": size,
                "Taken": (photo["taken"] or "").replace("T", " "), "Published": (photo["published"] or "")[:10], "Tags": ", ".join(photo["tags"][:30]),
                "Source": entry["site"]}
        name = (photo["author"] or {}).get("name") or "unknown"
        expected = {
            "title": linked(named(photo), photo["page"]), "author": f"by {name}" if photo["author"] else "",
            "by": author(photo), "kind": kind, "license": linked(license, (photo["license"] or {}).get("url")),
            "means": means, "description": (photo["description"] or "") if photo["title"] else "",
            "credit": photo["credit"], "notice": photo["id"].startswith(("flickr:", "openverse:")),
            "source": linked(entry["site"], photo["page"]), "ink": light(entry["ink"]),
            "rows": {label: text for label, text in rows.items() if text}}
        for part, what in expected.items():
            assert seen[part] == what, (photo["id"], part, seen[part], what)
        until(page, "document.querySelector('.frame.here')")
        assert page.evaluate("document.querySelector('.frame img').referrerPolicy") == "no-referrer"
        widths = {one["url"]: one["width"] for one in photo["renditions"]}
        if all(widths.values()):
            # The window less the column of facts, and for a high picture its height's share
            ratio = photo["width"] / photo["height"] if photo["width"] and photo["height"] else next(
                one["width"] / one["height"] for one in photo["renditions"] if one["height"])
            wide = min(1440 - 360, 900 * max(0.4, min(3, ratio)))
            fitting = min((width for width in widths.values() if width >= wide), default=max(widths.values()))
            shown = page.evaluate("document.querySelector('.frame img').currentSrc")
            assert widths[shown] == fitting, (photo["id"], shown, widths)
            measured += len(set(widths.values())) > 1
    assert measured > 10, measured
    for field in ("likes", "description", "published", "taken", "tags"):
        assert any(entry["photo"][field] for entry in entries), field
    page.locator("#previous").click()
    until(page, f"$dom.byId('title').innerText === {json.dumps(named(entries[-2]['photo']))}")
    assert page.locator("#next").is_enabled()
    page.locator("#close").click()
    visit.close()


def sharpness(browser):
    """A card asks for a wider picture where its pixels are more"""
    html = imgsearch("kittens", "-p", "flickr,unsplash,wikimedia", "--replay", fixtures, "-n", "12", "-f", "html")
    entries = entries_of(html)
    asked = []
    for width, scale in ((390, 1), (1440, 2)):
        visit = Visit(browser, html, width=width, height=3000, scale=scale)
        until(visit.page, f"document.querySelectorAll('.card img.here').length === {len(entries)}")
        shown = [card(visit.page, number).locator("img").evaluate("image => image.currentSrc")
                 for number in range(len(entries))]
        asked.append([next(one["width"] for one in entry["photo"]["renditions"] if one["url"] == url)
                      for entry, url in zip(entries, shown)])
        visit.close()
    pairs = [(few, many) for few, many in zip(*asked) if few and many]
    assert len(pairs) > 6 and all(few <= many for few, many in pairs), pairs
    assert sum(few < many for few, many in pairs) > 3, pairs


def addresses(browser):
    """A page that is opened at a photo shows it, also after a reload; back and forward lead through details"""
    html = imgsearch("kittens", "--replay", fixtures, "-n", "12", "-f", "html")
    first, second, third = [entry["photo"] for entry in entries_of(html)][4:7]
    visit = Visit(browser, html, at="#" + first["id"])
    page = visit.page
    def shows(photo):
        until(page, "document.getElementById('detail').open", seconds=15)
        until(page, f"$dom.byId('title').innerText === {json.dumps(named(photo))}", seconds=15)
        assert page.evaluate("decodeURIComponent(location.hash)") == "#" + photo["id"]
    def closed():
        until(page, "!document.getElementById('detail').open", seconds=15)
    shows(first)
    page.reload()
    shows(first)
    for photo in (second, third):
        page.evaluate("id => { location.hash = id; }", photo["id"])
        shows(photo)
    page.go_back()
    shows(second)
    page.go_back()
    shows(first)
    page.go_forward()
    shows(second)
    page.reload()
    shows(second)
    page.keyboard.press("Escape")
    closed()
    assert not page.evaluate("location.hash")
    # One after the other, the list between them
    for number in (7, 8):
        card(page, number).locator(".open").click()
        page.keyboard.press("Escape")
        closed()
    card(page, 9).locator(".open").click()
    page.go_back()
    closed()
    page.go_forward()
    shows(entries_of(html)[9]["photo"])
    visit.close()


def strangers(browser):
    """What isn't a web address is no link, neither on the card nor in the detail, whoever let it in"""
    bad = ["javascript:alert(1)", "JaVa\tScript:alert(2)", " javascript:alert(3)", "data:text/html,<script>alert(4)</script>",
           "vbscript:alert(5)", "file:///etc/passwd", "blob:https://web.example/6", "//web.example/7", "about:blank"]
    # The import takes none of these, so they come into the page's own data.
    photos = [{
        "id": f"flickr:{number + 1}", "title": f"title {number}", "page": f"https://page{number}.example/",
        "author": {"name": "author", "url": f"https://author{number}.example/"},
        "license": {"id": "CC-BY-2.0", "name": "licence", "url": f"https://licence{number}.example/"},
        "renditions": [{"role": "small", "url": f"https://picture{number}.example/", "width": 10, "height": 10}],
    } for number in range(len(bad))]
    html = page_of(photos)
    for number, address in enumerate(bad):
        for kind in ("page", "author", "licence", "picture"):
            said = json.dumps(f"https://{kind}{number}.example/")
            assert said in html, said
            # What is said of it to the scripts, not what the program wrote for whoever runs none
            html = "\n".join(
                line.replace(said, json.dumps(address).replace("<", "\\u003C")) if line.startswith("<script") else line
                for line in html.split("\n"))
    visit = Visit(browser, html, height=3000)
    page = visit.page
    until(page, f"document.querySelectorAll('.card').length === {len(bad)}")
    for number in range(len(bad)):
        for place, parts in ((f".card[aria-posinset='{number + 1}']",
                              (".author > *", ".author + *", ".site")),
                             ("#detail", ("#title > *", "#author > *", "#hint > :last-child", "#rows a, #rows span"))):
            if place == "#detail":
                card(page, number).locator(".open").click()
                assert page.locator("#picture").inner_text() == "No picture"
            tags = [page.locator(place).locator(part).evaluate("node => node.tagName") for part in parts]
            assert tags == ["SPAN"] * len(parts), (bad[number], place, tags)
        # Titles lead within the page.
        leads = page.evaluate("""[...document.querySelectorAll("main [href], dialog [href], main [src], dialog [src]")]
          .filter((node) => !node.getAttribute("href")?.startsWith("#")).length""")
        assert leads == 0, bad[number]
        page.locator("#close").click()
        until(page, "!document.getElementById('detail').open")
    visit.close()


def widths(browser):
    """Nothing that a title holds makes the page wider than its window"""
    texts = ["\u3000" * 40, "\u00a0" * 300, "\u2003" * 200, "\t" * 200, "x" * 2000, "字" * 500, "a\u3000" * 100,
             "\u2028" * 50, "W\u2060" * 500, "\ufdfd" * 50]
    texts += [f"{text}b" for text in texts]
    # The import would tidy some of them, so they come into the page's own data.
    html = page_of([{
        "id": f"flickr:{number + 1}", "title": f"text {number} ", "description": f"text {number} ", "tags": [f"text {number} "],
        "page": "https://page.example/", "author": {"name": f"text {number} "},
        "license": {"id": "CC-BY-2.0", "name": f"text {number} ", "url": "https://licence.example/"},
        "renditions": [{"role": "small", "url": "https://picture.example/1", "width": 10, "height": 10}],
    } for number in range(len(texts))])
    for number, text in enumerate(texts):
        assert f"text {number}" in html
        html = re.sub(rf"text {number}\b", lambda _: json.dumps(text)[1:-1], html)
    for width in (390, 1440):
        visit = Visit(browser, html, width=width)
        page = visit.page
        until(page, "document.querySelector('.card')")
        wide = """[document.documentElement, $dom.byId("detail"), document.querySelector(".facts")]
          .map((node) => node.scrollWidth - node.clientWidth)"""
        assert page.evaluate(wide) == [0, 0, 0], width
        page.evaluate("location.hash = $entries.entries[0].photo.id")
        until(page, "document.getElementById('detail').open")
        for number in range(len(texts)):
            wider = page.evaluate(wide)
            assert wider == [0, 0, 0], (width, number, wider)
            page.keyboard.press("ArrowRight")
        visit.close()


def notices(browser):
    """What services ask to have said stands once, and only where they have photos here"""
    asked = {"flickr": "endorsed or certified by SmugMug", "openverse": "made using Openverse but is not endorsed or certified by Openverse"}
    for providers in ("flickr,openverse,pexels", "openverse", "pexels"):
        html = imgsearch("kittens", "-p", providers, "--replay", fixtures, "-n", "12", "-f", "html")
        visit = Visit(browser, html)
        until(visit.page, "document.querySelector('.card')")
        told = visit.page.locator("#notices").text_content()
        for name, words in asked.items():
            assert told.count(words) == (name in providers.split(",")), (providers, told)
        visit.close()


checks = [cards, phone, details, notices, sharpness, addresses, strangers, widths]
