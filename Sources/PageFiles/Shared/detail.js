// One photo with all its details, over its list; the address bar holds its id

import { licenceLink, photoLink } from "./card.js";
import { byId, element, grouped, link } from "./dom.js";
import * as grid from "./grid.js";
import {
  background,
  candidatesOf,
  fullSize,
  inked,
  letGo,
  nameOf,
  picture,
  ratioOf,
} from "./photos.js";
import * as places from "./places.js";
import * as zoom from "./zoom.js";

const dialog = byId("detail");
const figure = byId("picture");
let shown = null;
let list = [];
// hearts: the favorites, { has, toggle, onChange }. end: called at the last photo of the list.
// absent: called if the address bar names a photo that isn't in it. tag, more: links.
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

const unbroken = (texts) => texts?.map((text) => element("span", "line", text));

const amount = (number) => (Number.isInteger(number) ? grouped(number) : null);

// Look-alikes in the list, each as a link that shows it instead of this one
let beside = [];
const besideLinks = (entry) => {
  beside = places.beside(list, entry);
  const show = (one) => {
    turnTo(one);
    byId("title").focus();
  };
  return beside.map((one) => {
    const made = inked(photoLink(one, one.site, "", show), one);
    made.title = nameOf(one);
    return made;
  });
};

// More than five facts are folded, until the user unfolds them for this photo and all others
let isUnfolded = false;
const showFold = () => {
  byId("rows").classList.toggle("folded", !isUnfolded);
  byId("unfold").hidden = byId("rows").querySelectorAll("dt").length <= 5;
  byId("unfold").textContent = isUnfolded ? "Fewer facts" : "All facts";
  byId("unfold").ariaExpanded = isUnfolded;
};

const fillFacts = (entry) => {
  const { photo } = entry;
  const place = photo.place || {};
  const { width, height } = photo;
  byId("title").replaceChildren(link(nameOf(entry), photo.page));
  dialog.dataset.title = nameOf(entry);
  byId("author").replaceChildren();
  if (photo.author) {
    byId("author").append("by ", link(photo.author.name || "unknown", photo.author.url));
    byId("author").append(...actions.more(entry));
  }
  byId("hint").dataset.mark = entry.mark;
  byId("hint").replaceChildren(element("span", "means", entry.may), licenceLink(entry));
  byId("description").textContent = photo.title ? photo.description || "" : "";
  byId("rows").replaceChildren(
    ...row("Taken", (photo.taken || "").replace("T", " ")),
    ...row(
      width && height ? "Original" : "Size",
      [width && height && `${width} × ${height} pixels`, fullSize(entry)],
      " · ",
    ),
    ...row("Place", place.name || [place.city, place.country].filter(Boolean).join(", ")),
    ...row("Camera", entry.camera),
    ...row("Exposure", unbroken(entry.exposure?.split(" · ")), " · "),
    ...row("Likes", amount(photo.likes)),
    ...row("Views", amount(photo.views)),
    ...row("Downloads", amount(photo.downloads)),
    ...row("Published", (photo.published || "").slice(0, 10)),
    ...row(
      "Tags",
      photo.tags.slice(0, 30).map((tag) => actions.tag(tag, entry)),
    ),
    ...row("Source", inked(link(entry.site, photo.page), entry)),
    ...row("Also at", besideLinks(entry)),
  );
  showFold();
  byId("credit").textContent = photo.credit;
  byId("notice").textContent = entry.notice;
};

const large = new Map();

const fetchLarge = (entry) => {
  if (!large.has(entry)) {
    const beside = `min(100vw - 22.5rem, 100vh * ${ratioOf(entry)})`;
    const image = picture(entry, `(max-width: 719px) 100vw, ${beside}`, true);
    const isHere = new Promise((done) => {
      if (!image) return done(null);
      const show = () => done(image);
      image.addEventListener("load", () => image.decode().then(show, show));
      image.addEventListener("gone", () => done(null));
    });
    large.set(entry, { image, isHere });
  }
  return large.get(entry).isHere;
};

const keepLarge = (kept) => {
  for (const [entry, { image }] of large) {
    if (kept.includes(entry)) continue;
    letGo(image);
    large.delete(entry);
  }
};

const fetchNeighbours = () => {
  const index = place();
  const near = index < 0 ? [] : [list[index + 1], list[index - 1]].filter(Boolean);
  keepLarge([shown, ...near]);
  near.forEach(fetchLarge);
};

const imageAt = (address) => {
  const image = element("img");
  image.alt = "";
  image.referrerPolicy = "no-referrer";
  image.src = address;
  return image;
};

// The card's picture again, which is loaded already
const smallOf = (entry) => {
  const parts = grid.partsOf(entry);
  if (!parts?.image?.classList.contains("here")) return null;
  const image = imageAt(parts.image.currentSrc);
  image.decoding = "sync";
  return image;
};

// The pixels of an image that is there, as its `naturalWidth` is by the size that it is shown in
const ownSize = async ({ currentSrc }) => {
  const image = imageAt(currentSrc);
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
};

// The picture as large as fits; until it comes, the card's picture or the blurred preview
const fillPicture = async (entry) => {
  zoom.fit();
  const frame = element("div", "frame");
  const setPixels = (width) => {
    dialog.style.setProperty("--pixels", `${width}px`);
    dialog.classList.toggle("short", width / ratioOf(entry) < innerHeight - 200);
  };
  const largest = candidatesOf(entry, true).reduce(
    (one, other) => (one.width < other.width ? other : one),
    { width: 0 },
  );
  setPixels(largest.width || 1280);
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
    // Of the renditions, the one that the frame needs
    zoom.fit();
    if (image.currentSrc !== largest.address) return fetchNeighbours();
    // Sizes of some renditions are only known from the pictures themselves.
    ownSize(image).then(([width, height]) => {
      setPixels(width);
      if (frame.offsetWidth === width) frame.dataset.size = `Shown: ${width} × ${height} pixels`;
    });
  } else if (!small) {
    frame.replaceChildren(element("p", "gone", "No picture"));
  }
  fetchNeighbours();
};

const markHeart = () => {
  if (shown) byId("heart").ariaPressed = actions.hearts.has(shown);
};

// The photo is found by id, because the address bar's photo is another object than the list's.
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
  if (document.fullscreenElement) document.exitFullscreen();
  shown = null;
  keepLarge([]);
  const leave = () => {
    if (shown) return;
    dialog.close();
    figure.replaceChildren();
    actions.hidden(last);
    grid.focus(last);
  };
  move(figure.firstChild, leave, () => grid.partsOf(last)?.opener);
};

// The id of the photo in the address bar; null if it can't be read
export const named = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return null;
  }
};

// Shows the photo that the address bar names; closes if it names none
export const follow = () => {
  const id = named();
  const entry = list.find(({ photo }) => photo.id === id);
  if (entry) show(entry);
  else if (id && actions.absent) actions.absent(id);
  else hide();
};

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

// Makes a change in which the picture moves from one place to another, if the user allows motion
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
  // A transition that is replaced by another one is skipped.
  ready.catch(() => {});
  finished.finally(() => name(target, "none"));
};

const close = () => {
  if (history.state?.opened) return history.back();
  history.replaceState(null, "", location.pathname + location.search);
  hide();
};

export const turnTo = (entry) => {
  history.replaceState(history.state, "", address(entry));
  show(entry);
};

const step = (by) => {
  const next = shown && list[place() + by];
  if (next && place() >= 0) turnTo(next);
};

const copy = async (form) => {
  byId("more").hidePopover();
  const text = shown.credits[form];
  try {
    await navigator.clipboard.writeText(text);
    byId("copied").textContent = "Copied.";
  } catch {
    byId("copied").textContent = text;
  }
};

// A finger swipes to the next photo; a mouse would drag the picture.
let start = null;
figure.addEventListener("pointerdown", (event) => {
  start = event.isPrimary && event.pointerType !== "mouse" ? event.clientX : null;
});
figure.addEventListener("pointerup", (event) => {
  const moved = start === null ? 0 : event.clientX - start;
  start = null;
  if (Math.abs(moved) > 50 && zoom.isFit()) step(moved < 0 ? 1 : -1);
});

byId("heart").onclick = () => shown && actions.hearts.toggle(shown);
byId("previous").onclick = () => step(-1);
byId("next").onclick = () => step(1);
byId("close").onclick = close;
byId("zoom").onclick = () => (zoom.isFit() ? zoom.by(2) : zoom.fit());
byId("unfold").onclick = () => {
  isUnfolded = !isUnfolded;
  showFold();
};
byId("whole").hidden = !document.fullscreenEnabled;
byId("whole").onclick = () =>
  document.fullscreenElement ? document.exitFullscreen() : figure.parentNode.requestFullscreen();
document.addEventListener("fullscreenchange", () => {
  byId("whole").lastChild.textContent = document.fullscreenElement
    ? "Leave full screen"
    : "Full screen";
});
for (const node of dialog.querySelectorAll("[data-form]")) {
  node.addEventListener("click", () => copy(node.dataset.form));
}
dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  close();
});
// A browser closes a dialog at the second Esc even if the first was prevented.
dialog.addEventListener("close", () => shown && !dialog.open && close());
let pressed = null;
dialog.addEventListener("pointerdown", ({ target }) => {
  pressed = target;
});
dialog.addEventListener("click", ({ target }) => {
  if (target === pressed && [dialog, figure].includes(target)) close();
});
// On the window, because a button that is disabled while focused loses the focus to the page.
addEventListener("keydown", (event) => {
  if (!dialog.open || event.target.matches("input, select, textarea")) return;
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const factor = { "+": 1.5, "=": 1.5, "-": 1 / 1.5 }[event.key];
  if (factor) zoom.by(factor);
  if (event.key === "0") zoom.fit();
});
// The bar of a phone comes once the title's first line is where it covers that
new IntersectionObserver(
  (seen) => dialog.classList.toggle("passed", dialog.open && seen.at(-1).intersectionRatio < 1),
  { root: dialog, rootMargin: "-46px 0px 9999px", threshold: 1 },
).observe(byId("title"));
zoom.begin((scale) => {
  byId("zoom").lastChild.textContent = scale > 1 ? "Fit" : "Zoom in";
});

export const begin = (does) => {
  actions = { ...actions, ...does };
  actions.hearts.onChange(markHeart);
};

export const current = () => shown;

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

export const refresh = (entry) => entry === shown && fillFacts(entry);
