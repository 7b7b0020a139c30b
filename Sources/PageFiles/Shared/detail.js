// One photo in full, over the list that it was opened from; the address bar holds its id

import { licenceLink, photoLink } from "./card.js";
import { byId, element, grouped, link } from "./dom.js";
import * as grid from "./grid.js";
import { background, fullSize, inked, licenceOf, nameOf, picture, ratioOf } from "./photos.js";
import * as places from "./places.js";

const dialog = byId("detail");
const figure = byId("picture");
let shown = null;
let list = [];
// hearts: which photos have one, { has, toggle, onChange }. shown, hidden: the dialog has it, has it no more. end: the last
// one of the list is reached. absent: the address bar names a photo that isn't in the list. tag, more:
// what leads to photos with a tag, and to more of the author's.
let actions = {
  hearts: null,
  shown: () => {},
  hidden: () => {},
  end: () => {},
  absent: null,
  tag: (tag) => tag,
  more: () => [],
};

const row = (label, value, divider = ", ") => {
  const values = [value].flat().filter(Boolean);
  if (!values.length) return [];
  const content = element("dd");
  values.forEach((one, index) => content.append(...(index ? [divider, one] : [one])));
  return [element("dt", "", label), content];
};

const amount = (number) => (Number.isInteger(number) ? grouped(number) : null);

// Photos of the list that look the same, each shown instead of this one
let beside = [];
const besideLinks = (entry) => {
  beside = places.beside(list, entry);
  const show = (one) => {
    turnTo(one);
    // The link is gone.
    byId("title").focus();
  };
  return beside.map((one) => {
    const made = inked(photoLink(one, one.site, "", show), one);
    made.title = nameOf(one);
    return made;
  });
};

const fillFacts = (entry) => {
  const { photo } = entry;
  const place = photo.place || {};
  const { width, height } = photo;
  byId("title").replaceChildren(link(nameOf(entry), photo.page));
  byId("title").parentNode.dataset.title = nameOf(entry);
  byId("author").replaceChildren();
  if (photo.author) {
    byId("author").append("by ", link(photo.author.name || "unknown", photo.author.url));
    byId("author").append(...actions.more(entry));
  }
  const { kind, hint } = licenceOf(entry);
  byId("hint").className = kind;
  byId("hint").replaceChildren(licenceLink(entry), element("span", "means", hint));
  byId("description").textContent = photo.title ? photo.description || "" : "";
  byId("rows").replaceChildren(
    ...row("Likes", amount(photo.likes)),
    ...row("Views", amount(photo.views)),
    ...row("Downloads", amount(photo.downloads)),
    ...row("Size", [width && height && `${width} × ${height} pixels`, fullSize(entry)], " · "),
    ...row("Place", place.name || [place.city, place.country].filter(Boolean).join(", ")),
    ...row("Camera", entry.camera),
    ...row("Exposure", entry.exposure),
    ...row("Published", (photo.published || "").slice(0, 10)),
    ...row("Tags", photo.tags.slice(0, 30).map(actions.tag)),
    ...row("Source", inked(link(entry.site, photo.page), entry)),
    ...row("Also at", besideLinks(entry)),
  );
  byId("credit").textContent = photo.credit;
  byId("notice").textContent = entry.notice;
};

// The large pictures of the photo and of those before and after it, on their way or there: each
// fulfilled with an image to show, or with null
let large = new Map();

const fetchLarge = (entry) => {
  if (!large.has(entry)) {
    const image = picture(entry, "(max-width: 900px) 100vw, 70vw", true);
    const isHere = new Promise((done) => {
      if (!image) return done(null);
      const show = () => done(image);
      image.addEventListener("load", () => image.decode().then(show, show));
      image.addEventListener("gone", () => done(null));
    });
    large.set(entry, isHere);
  }
  return large.get(entry);
};

const fetchNeighbours = () => {
  const index = place();
  const near = index < 0 ? [] : [list[index + 1], list[index - 1]].filter(Boolean);
  const kept = [shown, ...near];
  large = new Map(kept.filter((one) => large.has(one)).map((one) => [one, large.get(one)]));
  near.forEach(fetchLarge);
};

// The card's picture once more, which is there at once
const smallOf = (entry) => {
  const parts = grid.partsOf(entry);
  if (!parts?.image?.classList.contains("here")) return null;
  const image = element("img");
  image.alt = "";
  image.decoding = "sync";
  image.referrerPolicy = "no-referrer";
  image.src = parts.image.currentSrc;
  return image;
};

// As large as fits: its shape is known before it comes, and until then the card's picture stands
// there, or what blurs
const fillPicture = async (entry) => {
  const frame = element("div", "frame");
  dialog.style.setProperty("--ratio", String(ratioOf(entry)));
  background(entry, frame);
  const small = smallOf(entry);
  if (small) {
    frame.classList.add("standing");
    frame.append(small);
  }
  figure.replaceChildren(frame);
  const image = await fetchLarge(entry);
  if (shown !== entry) return;
  if (image) {
    frame.replaceChildren(image);
    frame.classList.add("here");
  } else if (!small) {
    frame.replaceChildren(element("p", "gone", "No picture"));
  }
  fetchNeighbours();
};

const markHeart = () => {
  if (shown) byId("heart").setAttribute("aria-pressed", String(actions.hearts.has(shown)));
};

// By its id: one that the address bar named is another copy of what the list has.
const place = () => list.findIndex(({ photo }) => photo.id === shown.photo.id);

const markSteps = () => {
  const index = place();
  byId("previous").disabled = index <= 0;
  byId("next").disabled = index < 0 || index === list.length - 1;
  if (index === list.length - 1) actions.end();
};

const address = (entry) => `#${encodeURIComponent(entry.photo.id)}`;

export const show = (entry) => {
  shown = entry;
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
  const last = shown;
  if (!last) return;
  shown = null;
  large.clear();
  const leave = () => {
    // Another one was opened since.
    if (shown) return;
    dialog.close();
    figure.replaceChildren();
    actions.hidden(last);
    grid.focus(last);
  };
  move(figure.firstChild, leave, () => grid.partsOf(last)?.opener);
};

// Shows the photo that the address bar names; closes when it names none
export const follow = () => {
  let id = "";
  try {
    id = decodeURIComponent(location.hash.slice(1));
  } catch {}
  const entry = list.find(({ photo }) => photo.id === id);
  if (entry) show(entry);
  else if (id && actions.absent) actions.absent(id);
  else hide();
};

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

// A change in which the picture moves from one place to another, where the web browser can show
// that and the reader wants to see it; then it comes with the next frame
const move = (from, change, to) => {
  if (!from || !document.startViewTransition || stillness.matches) return change();
  const name = (node, text) => node?.style.setProperty("view-transition-name", text);
  let target = null;
  name(from, "photo");
  const { ready, finished } = document.startViewTransition(() => {
    name(from, "none");
    change();
    target = to();
    name(target, "photo");
  });
  // One that another takes the place of isn't shown.
  ready.catch(() => {});
  finished.finally(() => name(target, "none"));
};

// Back to the address of the list, by which the detail closes
const close = () => {
  if (history.state && history.state.opened) return history.back();
  history.replaceState(null, "", location.pathname + location.search);
  hide();
};

// Another one, in the place of this
const turnTo = (entry) => {
  history.replaceState(history.state, "", address(entry));
  show(entry);
};

const step = (by) => {
  const next = shown && list[place() + by];
  if (next && place() >= 0) turnTo(next);
};

const copy = async (form) => {
  const text = shown.credits[form];
  try {
    await navigator.clipboard.writeText(text);
    byId("copied").textContent = "Copied.";
  } catch {
    byId("copied").textContent = text;
  }
};

// A finger steps on; a mouse takes hold of the picture.
const listenForSwipes = () => {
  let start = null;
  figure.addEventListener("pointerdown", (event) => {
    start = event.isPrimary && event.pointerType !== "mouse" ? event.clientX : null;
  });
  figure.addEventListener("pointerup", (event) => {
    const moved = start === null ? 0 : event.clientX - start;
    start = null;
    if (Math.abs(moved) > 50) step(moved < 0 ? 1 : -1);
  });
};

byId("heart").addEventListener("click", () => shown && actions.hearts.toggle(shown));
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
dialog.addEventListener("close", () => shown && !dialog.open && close());
// The margin around the picture, and around it all; not where words were selected up to there
let pressed = null;
dialog.addEventListener("pointerdown", ({ target }) => {
  pressed = target;
});
dialog.addEventListener("click", ({ target }) => {
  if (target === pressed && [dialog, figure].includes(target)) close();
});
// Not of the dialog alone: a button that is disabled while it has the focus loses it to the page.
addEventListener("keydown", (event) => {
  if (!dialog.open || event.target.matches("input, select, textarea")) return;
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
});
listenForSwipes();

export const begin = (does) => {
  actions = { ...actions, ...does };
  actions.hearts.onChange(markHeart);
};

export const current = () => shown;

// What previous and next step through
export const setList = (entries) => {
  list = entries;
  if (!shown) return;
  markSteps();
  if (places.beside(list, shown).length !== beside.length) fillFacts(shown);
};

export const open = (entry) => {
  history.pushState({ opened: true }, "", address(entry));
  move(grid.partsOf(entry)?.opener, follow, () => figure.firstChild);
};

// More is known of the photo than before
export const refresh = (entry) => entry === shown && fillFacts(entry);
