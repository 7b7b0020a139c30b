// The photos in columns. Only cards near the window are in the document, so that a list of
// thousands scrolls as well as one of thirty.

import { makeCard, showPicture } from "./card.js";
import { makeColumns } from "./columns.js";
import { byId, element } from "./dom.js";
import { letGo, ratioOf, serviceOf } from "./photos.js";
import * as places from "./places.js";

const list = byId("photos");
const columns = makeColumns(list);
// Most cards to make between two frames; more would make scrolling stutter.
const mostAtOnce = 12;
let items = [];
// Items by their photos' ids; a look-alike of a listed photo has no card of its own.
let byPhoto = new Map();
const made = new Set();
let isWhole = false;
let hasAll = true;
// open: called with the event. dress: called with a new card to add elements. hearts: the
// favorites, { has, toggle, onChange }
let actions = { open: () => {}, hearts: null, end: () => {}, dress: () => {} };
const known = new WeakMap();
const byCard = new WeakMap();
// Most pictures to wait for before one outside the window is requested, and before any is while the
// user scrolls fast: a server goes on with requests that are ended
const mostAwaited = 12;
const mostPassing = 6;
const screensAhead = 3;

const fit = ({ parts: { card }, left, top, height, pictureHeight }) => {
  card.style.setProperty("--picture", `${pictureHeight}px`);
  card.style.width = `${columns.width()}px`;
  card.style.height = `${height}px`;
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
};

const number = (item) => {
  item.parts.card.ariaPosInSet = item.index + 1;
  item.parts.card.ariaSetSize = hasAll ? items.length : -1;
};

// Items for the document: those within two screens of the window, and the focused one
const wanted = (top) => {
  const reach = innerHeight * 2;
  const [first, last] = isWhole
    ? [0, items.length]
    : columns.between(items, top - reach, top + innerHeight + reach);
  const found = items.slice(first, last);
  const focused = byCard.get(document.activeElement?.closest(".card"));
  if (focused && items[focused.index] === focused) {
    if (focused.index >= last) found.push(focused);
    if (focused.index < first) found.unshift(focused);
  }
  return found;
};

const attach = (found) => {
  const keep = new Set(found.map(({ parts }) => parts && parts.card));
  for (const card of [...list.children]) if (!keep.has(card)) card.remove();
  let next = list.firstChild;
  for (const item of found) {
    if (!item.parts) continue;
    const { card } = item.parts;
    if (card === next) next = next.nextSibling;
    else list.insertBefore(card, next);
  }
};

// Pixels a second, averaged over frames
let [speed, lastTop, lastTime] = [0, 0, 0];
const notePace = () => {
  const now = performance.now();
  const passed = now - lastTime;
  const current = (Math.abs(scrollY - lastTop) / Math.max(1, passed)) * 1000;
  speed = passed > 500 ? 0 : speed * 0.8 + current * 0.2;
  [lastTop, lastTime] = [scrollY, now];
};
const isFast = () => speed > innerHeight && performance.now() - lastTime < 150;

const isAwaited = ({ parts }) => Boolean(parts?.image && !parts.image.complete);

let room = 0;
export const leaveRoom = (count) => {
  room = count;
  later(update);
};

// Loads pictures of the cards in the document: those in the window at once, those around it a few
// at a time. Where a service limits them, the nearest cards have theirs, and one less, for the detail
const showPictures = (nearest, isSeen) => {
  const counts = new Map();
  const isPassing = isFast();
  const most = isPassing ? mostPassing : mostAwaited;
  let awaited = [...made].filter(isAwaited).length;
  for (const item of nearest) {
    const { entry, parts } = item;
    if (!parts) continue;
    const number = (counts.get(serviceOf(entry)) || 0) + 1;
    counts.set(serviceOf(entry), number);
    const fits = !entry.maxPictures || number + room < entry.maxPictures;
    const isDue = isWhole || (!isPassing && isSeen(item)) || awaited < most;
    if (fits && !parts.image && isDue) {
      showPicture(entry, parts, columns.width(), isSeen(item));
      awaited += isAwaited(item);
    }
    if (!fits && parts.image) {
      letGo(parts.image);
      parts.image.remove();
      parts.image = null;
    }
  }
};

const showPlaces = (item) => places.show(item, actions);

const make = (item) => {
  item.parts = makeCard(item.entry, actions);
  actions.dress(item.entry, item.parts);
  showPlaces(item);
  byCard.set(item.parts.card, item);
  made.add(item);
  fit(item);
  number(item);
};

const dropLeft = () => {
  for (const item of made) {
    if (item.parts.card.isConnected) continue;
    letGo(item.parts.image);
    item.parts = null;
    made.delete(item);
  }
};

// Places for awaited photos, down to the window's lower edge. They don't lengthen the page, and are
// moved by a transform, which isn't a layout shift.
let isAwaiting = false;
const awaited = byId("awaited");
const showAwaited = (bottom) => {
  const found = isAwaiting ? columns.ahead(bottom) : [];
  awaited.style.height = `${Math.max(columns.height(), innerHeight)}px`;
  while (awaited.children.length > found.length) awaited.lastChild.remove();
  for (const [index, { left, top, height }] of found.entries()) {
    const { style } = awaited.children[index] || awaited.appendChild(element("div"));
    style.width = `${columns.width()}px`;
    style.height = `${height}px`;
    style.transform = `translate(${left}px, ${top}px)`;
  }
};

const update = () => {
  if (scrollY !== lastTop) notePace();
  const top = -list.getBoundingClientRect().top;
  const below = columns.height() - top - innerHeight;
  const middle = top + innerHeight / 2;
  const distance = (item) => Math.abs(item.top + item.height / 2 - middle);
  const isSeen = (item) => item.top < top + innerHeight && item.top + item.height > top;
  const found = wanted(top);
  const nearest = [...found].sort((left, right) => distance(left) - distance(right));
  const missing = nearest.filter(({ parts }) => !parts);
  (isWhole ? missing : missing.slice(0, mostAtOnce)).forEach(make);
  attach(found);
  dropLeft();
  showPictures(nearest, isSeen);
  if (awaited) showAwaited(top + innerHeight);
  if (!isWhole && missing.length > mostAtOnce) later(update);
  list.classList.toggle("passed", !hasAll && below < columns.gap());
  if (!hasAll && below < innerHeight * screensAhead) actions.end();
};

const layOut = () => {
  columns.begin();
  items.forEach(columns.place);
  made.forEach(fit);
  list.style.height = `${columns.height()}px`;
};

export const refresh = () => columns.haveChanged() && layOutAgain();

// Keeps the photo at the top in place when columns change
const layOutAgain = () => {
  const before = -list.getBoundingClientRect().top;
  const anchor = before > 0 ? columns.below(items, before) : null;
  const offset = anchor ? anchor.top - before : 0;
  layOut();
  if (anchor) scrollBy(0, anchor.top - offset + list.getBoundingClientRect().top);
  update();
};

const waiting = new Set();
const later = (work) => {
  if (waiting.has(work)) return;
  waiting.add(work);
  requestAnimationFrame(() => {
    waiting.delete(work);
    work();
  });
};

const itemOf = (entry) => {
  if (!known.has(entry)) known.set(entry, { entry, ratio: ratioOf(entry), parts: null, index: 0 });
  return known.get(entry);
};

const itemWith = (entry) => itemOf(entry).first || itemOf(entry);

const isListed = (item) => items[item.index] === item;

// Adds a photo, and returns its item to be placed; null for a look-alike, which has no card
const take = (entry) => {
  const item = itemOf(entry);
  item.first = byPhoto.get(entry.photo.looksLike) || null;
  item.others = [];
  item.first?.others.push(entry);
  if (item.first) return null;
  byPhoto.set(entry.photo.id, item);
  item.index = items.push(item) - 1;
  return item;
};

let calm = 0;
const scrolled = () => {
  later(update);
  clearTimeout(calm);
  calm = setTimeout(update, 200);
};

export const markHearts = ({ hearts }) => {
  for (const [entry, hearted] of hearts) {
    hearted.ariaPressed = actions.hearts.has(entry);
  }
};

const focusItem = (item) => {
  const { top } = list.getBoundingClientRect();
  const isSeen = item.top + top > -item.height / 2 && item.top + top < innerHeight - 40;
  if (!isSeen) scrollTo(0, scrollY + top + item.top - innerHeight / 4);
  update();
  item.parts?.opener.focus({ preventScroll: true });
};

const neighbours = {
  ArrowLeft: ({ index }) => items[index - 1],
  ArrowRight: ({ index }) => items[index + 1],
  ArrowUp: ({ index, left }) => items.slice(0, index).findLast((one) => one.left === left),
  ArrowDown: ({ index, left }) => items.slice(index + 1).find((one) => one.left === left),
};

const presses = {
  f: ({ entry, parts }) => parts.hearts.get(entry),
  a: ({ parts }) => parts.places?.badge,
};

list.addEventListener("keydown", (event) => {
  const item = byCard.get(event.target.closest(".card"));
  const lead = neighbours[event.key];
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (!item || hasModifier || !isListed(item) || event.target.closest("[popover]")) return;
  if (event.target === item.parts.opener && !event.repeat) presses[event.key]?.(item)?.click();
  if (!lead) return;
  event.preventDefault();
  const next = lead(item);
  if (!next) return;
  focusItem(next);
  next.parts?.card.scrollIntoView({ block: "nearest" });
});

// Skips to the photos at the top of the window, past everything before them
byId("skip").onclick = () => {
  const first = columns.below(items, -list.getBoundingClientRect().top);
  if (first) focusItem(first);
  else list.focus();
};

// Puts all cards into the document, for printing, or only those near the window
export const setWhole = (isOn) => {
  isWhole = isOn;
  update();
};

for (const name of ["load", "error"]) list.addEventListener(name, () => later(update), true);
addEventListener("scroll", scrolled, { passive: true });
addEventListener("resize", () => later(update));
addEventListener("beforeprint", () => setWhole(true));
addEventListener("afterprint", () => setWhole(false));
const observer = new ResizeObserver(() => {
  if (columns.haveChanged()) later(layOutAgain);
});
// The list grows with each photo; this changes with the window and the reader's text size alone
const ruler = element("div", "ruler");
list.after(ruler);
observer.observe(ruler);

export const begin = (does) => {
  actions = { ...actions, ...does };
  actions.hearts.onChange(() => made.forEach(({ parts }) => markHearts(parts)));
};

export const show = (entries) => {
  items = [];
  byPhoto = new Map();
  entries.forEach(take);
  layOut();
  made.forEach(number);
  made.forEach(places.drop);
  made.forEach(showPlaces);
  update();
};

export const add = (entries) => {
  if (!columns.areThere()) layOut();
  for (const entry of entries) {
    const item = take(entry);
    if (item) columns.place(item);
    else if (itemWith(entry).parts) showPlaces(itemWith(entry));
  }
  list.style.height = `${columns.height()}px`;
  if (hasAll) made.forEach(number);
  later(update);
};

// Whether all photos are there; otherwise more are requested near the end
export const setEnd = (isEnd) => {
  hasAll = isEnd;
  made.forEach(number);
  later(update);
};

// Whether photos are awaited, so that places for them are shown
export const awaitPhotos = (isOn) => {
  isAwaiting = isOn;
  update();
};

export const partsOf = (entry) => itemOf(entry).parts;

export const hasCard = (entry) => !itemOf(entry).first;

export const each = (does) => made.forEach(({ entry, parts }) => does(entry, parts));

export const entryOf = (node) => byCard.get(node.closest(".card"))?.entry;

export const pace = () => ({
  speed: performance.now() - lastTime > 1000 ? 0 : speed,
  height: columns.height(),
});

export const focus = (entry) => {
  const item = itemWith(entry);
  if (isListed(item)) focusItem(item);
};
