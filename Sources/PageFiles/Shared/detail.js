// One photo in full, over the list that it was opened from; the address bar holds its id
// Uses card, favorites, grid, photos

const detail = (() => {
  const dialog = byId("detail");
  const figure = byId("picture");
  let current = null;
  let list = [];
  // heart: its heart was pressed. shown, hidden: the dialog has it, has it no more. end: the last
  // one of the list is reached. absent: the address bar names a photo that isn't in the list.
  let actions = { heart: () => {}, shown: () => {}, hidden: () => {}, end: () => {}, absent: null };

  const row = (label, value) => {
    if (!value) return [];
    const content = element("dd");
    content.append(value);
    return [element("dt", "", label), content];
  };

  const amount = (number) => (Number.isInteger(number) ? grouped(number) : null);

  const exposureOf = ({ exposureTime, aperture, focalLength, iso }) =>
    [
      exposureTime && `${exposureTime} s`,
      aperture && `f/${aperture}`,
      focalLength && `${Number(focalLength) || focalLength}\u00a0mm`,
      iso && `ISO\u00a0${iso}`,
    ]
      .filter(Boolean)
      .join(" · ");

  const fillFacts = (entry) => {
    const { photo } = entry;
    const place = photo.place || {};
    const camera = photo.camera || {};
    const { width, height } = photo;
    byId("title").replaceChildren(link(nameOf(entry), photo.page));
    byId("author").replaceChildren();
    if (photo.author) {
      byId("author").append("by ", link(photo.author.name || "unknown", photo.author.url));
    }
    const { kind, hint } = licenceOf(entry);
    byId("hint").className = kind;
    byId("hint").replaceChildren(licenceLink(entry), element("span", "means", hint));
    byId("description").textContent = photo.title ? photo.description || "" : "";
    byId("rows").replaceChildren(
      ...row("Likes", amount(photo.likes)),
      ...row("Views", amount(photo.views)),
      ...row("Downloads", amount(photo.downloads)),
      ...row("Size", width && height ? `${width} × ${height} pixels` : null),
      ...row("Place", place.name || [place.city, place.country].filter(Boolean).join(", ")),
      ...row("Camera", entry.camera),
      ...row("Exposure", exposureOf(camera)),
      ...row("Published", (photo.published || "").slice(0, 10)),
      ...row("Tags", photo.tags.slice(0, 30).join(", ")),
      ...row("Source", link(entry.site, photo.page, inkOf(entry))),
    );
    byId("credit").textContent = photo.credit;
    byId("notice").textContent = entry.notice;
  };

  // As large as fits: its shape is known before it comes, and what blurs stands behind until then
  const fillPicture = (entry) => {
    const image = picture(entry, "(max-width: 900px) 100vw, 70vw", true);
    const frame = element("div", "frame");
    dialog.style.setProperty("--ratio", String(ratioOf(entry)));
    background(entry, frame);
    const tellGone = () => frame.replaceChildren(element("p", "gone", "No picture"));
    if (image) {
      image.addEventListener("load", () => frame.classList.add("here"));
      image.addEventListener("gone", tellGone);
      frame.append(image);
    } else {
      tellGone();
    }
    figure.replaceChildren(frame);
  };

  const markHeart = () => {
    if (current) byId("heart").setAttribute("aria-pressed", String(favorites.has(current)));
  };

  // By its id: one that the address bar named is another copy of what the list has.
  const place = () => list.findIndex(({ photo }) => photo.id === current.photo.id);

  const markSteps = () => {
    const index = place();
    byId("previous").disabled = index <= 0;
    byId("next").disabled = index < 0 || index === list.length - 1;
    if (index === list.length - 1) actions.end();
  };

  const address = (entry) => `#${encodeURIComponent(entry.photo.id)}`;

  const show = (entry) => {
    current = entry;
    fillPicture(entry);
    fillFacts(entry);
    byId("copied").textContent = "";
    byId("extras").replaceChildren();
    markHeart();
    markSteps();
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    actions.shown(entry);
  };

  const hide = () => {
    const last = current;
    current = null;
    if (dialog.open) dialog.close();
    figure.replaceChildren();
    if (!last) return;
    actions.hidden(last);
    grid.focus(last);
  };

  // Back to the address of the list, by which the detail closes
  const close = () => {
    if (history.state && history.state.opened) return history.back();
    history.replaceState(null, "", location.pathname + location.search);
    hide();
  };

  const step = (by) => {
    const next = current && list[place() + by];
    if (!next || place() < 0) return;
    history.replaceState(history.state, "", address(next));
    show(next);
  };

  const copy = async (form) => {
    const text = current.credits[form];
    try {
      await navigator.clipboard.writeText(text);
      byId("copied").textContent = "Copied.";
    } catch {
      byId("copied").textContent = text;
    }
  };

  const listenForSwipes = () => {
    let start = null;
    figure.addEventListener("pointerdown", (event) => {
      start = event.isPrimary ? event.clientX : null;
    });
    figure.addEventListener("pointerup", (event) => {
      const moved = start === null ? 0 : event.clientX - start;
      start = null;
      if (Math.abs(moved) > 50) step(moved < 0 ? 1 : -1);
    });
  };

  byId("heart").addEventListener("click", () => current && actions.heart(current));
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("close").addEventListener("click", close);
  for (const node of dialog.querySelectorAll("[data-form]")) {
    node.addEventListener("click", () => copy(node.dataset.form));
  }
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  // A second Esc closes a dialog whatever the first one was told.
  dialog.addEventListener("close", () => current && close());
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  // Not of the dialog alone: a button that is disabled while it has the focus loses it to the page.
  addEventListener("keydown", (event) => {
    if (!dialog.open || event.target.matches("input, select, textarea")) return;
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  listenForSwipes();

  return {
    on: (does) => {
      actions = { ...actions, ...does };
    },
    current: () => current,
    // What previous and next step through
    setList: (entries) => {
      list = entries;
      if (current) markSteps();
    },
    open: (entry) => {
      history.pushState({ opened: true }, "", address(entry));
      show(entry);
    },
    show,
    // More is known of the photo than before
    refresh: (entry) => entry === current && fillFacts(entry),
    mark: markHeart,
    // Shows the photo that the address bar names; closes when it names none
    follow: () => {
      let id = "";
      try {
        id = decodeURIComponent(location.hash.slice(1));
      } catch {}
      const entry = list.find(({ photo }) => photo.id === id);
      if (entry) show(entry);
      else if (id && actions.absent) actions.absent(id);
      else hide();
    },
  };
})();
