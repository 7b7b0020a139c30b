// The four views of the app: welcome, a search, favorites, history

import * as detail from "../Shared/detail.js";
import { byId, count } from "../Shared/dom.js";
import * as grid from "../Shared/grid.js";
import * as collections from "./collections.js";
import * as filters from "./filters.js";
import { makeListing } from "./listing.js";
import * as outcome from "./outcome.js";
import * as providers from "./providers.js";
import * as purposes from "./purposes.js";
import * as reasons from "./reasons.js";
import * as searches from "./searches.js";
import * as selection from "./selection.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";

// The services whose photos are here, and the texts that they require beside them, each once. It is
// one text: parts that push each other aside would be seen to move
let sites = new Set();
let notices = new Set();
const showServices = (entries) => {
  const before = sites.size + notices.size;
  for (const { photo, site, notice } of entries) {
    sites.add(providers.nameOf(photo.provider) || site);
    if (notice) notices.add(notice);
  }
  if (sites.size + notices.size === before) return;
  const from = `From ${reasons.joined([...sites])}`;
  byId("notices").textContent = [`${from}.`, ...notices].join(" ");
  const few = sites.size > 2 ? `From ${sites.size} services` : from;
  byId("foot").dataset.short = notices.size ? `${few} · Their notices ▴` : few;
  byId("foot").hidden = false;
};

const clearServices = () => {
  [sites, notices] = [new Set(), new Set()];
  byId("notices").replaceChildren();
  byId("foot").hidden = true;
};

let isCaptioned = false;
const hover = matchMedia("(hover: hover)");

const showCaptions = () => {
  const usual = hover.matches ? "bare" : "line";
  const isFull = isCaptioned || current.view === "favorites";
  document.body.dataset.captions = isFull ? "full" : usual;
  byId("captions").ariaChecked = isCaptioned;
};

const changeCaptions = () => {
  showCaptions();
  grid.refresh();
};

// Lists that the user has left, so that going back needs no requests
const kept = new Map();
const mostKept = 6;
let listing = null;
let current = null;
let isStale = false;

// Photos per batch, unless the user scrolls fast
let usual = 30;
const most = 200;

const say = (words) => {
  if (byId("status").textContent !== words) byId("status").textContent = words;
};

const foundWords = () => {
  const { entries, state } = listing;
  if (state === "loading" && !entries.length) return trouble.hasEnded() ? "" : "Searching…";
  if (outcome.isTold(listing, current)) return "";
  const words = count(entries.length, "photo");
  return state === "more" && !trouble.hasEnded() ? `${words}, more below` : words;
};

// A desk says it in the second row, a phone at the foot, and screen readers hear it with who is missing
const sayFound = () => {
  const words = foundWords();
  const missed = words && current.view !== "favorites" ? providers.missed(listing) : [];
  say((current.view === "welcome" && providers.lackingWords()) || [words, ...missed].join(" · "));
  byId("found").textContent = words;
  byId("foot").dataset.found = words && `${words} · `;
};

const follow = (event) => {
  if (event.added) {
    grid.add([event.added]);
    detail.setList(listing.entries);
    searches.seen();
    showServices([event.added]);
  }
  if (event.providers || event.state) providers.report(listing);
  if (event.state) {
    const { state } = listing;
    const isOver = trouble.hasEnded() || ["done", "nothing", "failed"].includes(state);
    grid.setEnd(isOver);
    grid.awaitPhotos(state === "loading" && !trouble.hasEnded());
    if (state !== "loading") searches.arrived();
    if (current.view === "favorites" && listing.end) {
      byId("to-export").hidden = !listing.entries.length;
      selection.keep(listing.entries);
    }
    document.body.dataset.list = trouble.hasEnded() ? "done" : state;
    outcome.show(listing, current);
  }
  // At the end only: a screen reader would read it for each photo.
  if (event.state) sayFound();
};

const keyOf = ({ view, words, options, collection }) =>
  JSON.stringify([view, words, Object.entries(options).sort(), collection]);

// The lists by their keys, kept for this tab's next page
const storage = "imgsearch lists";
const keepAll = () => {
  if (listing) note();
  const lists = [...kept].filter(([, { state, entries }]) => state === "left" || entries.length);
  try {
    sessionStorage.setItem(storage, JSON.stringify(lists.map(([key, one]) => [key, one.keep()])));
  } catch {
    // Without storage they are asked for again.
  }
};

// Takes what the page before kept; favorites are listed anew, as other programs may change them
const takeKept = () => {
  let lists = [];
  try {
    lists = JSON.parse(sessionStorage.getItem(storage)) || [];
  } catch {
    // Without storage there are none.
  }
  for (const [key, left] of lists) {
    const [view, words, options] = JSON.parse(key);
    const asked = { view, words, options: Object.fromEntries(options) };
    if (view !== "favorites") keep(key, makeListing(...bodyOf(asked), left));
  }
};

const keep = (key, made) => {
  kept.delete(key);
  kept.set(key, made);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value);
  return made;
};

// typed: while somebody types no service is asked twice
const bodyOf = ({ view, words, options, collection }, typed) =>
  view === "favorites" ? ["favorites", { collection }] : ["search", { words, options, typed }];

// Notes the place in the list, and what is selected
const note = () => {
  listing.scroll = scrollY;
  listing.selected = selection.ids();
};

const leaveListing = () => {
  if (!listing) return;
  note();
  listing.stop();
  listing.onChange = () => {};
  listing = null;
};

// Shows a list as it was left, or starts it
const showListing = (isAnew, typed = false) => {
  leaveListing();
  const key = keyOf(current);
  listing = keep(key, (!isAnew && kept.get(key)) || makeListing(...bodyOf(current, typed)));
  listing.onChange = follow;
  detail.setList(listing.entries);
  grid.setEnd(false);
  grid.show(listing.entries);
  clearServices();
  showServices(listing.entries);
  providers.report(listing);
  scrollTo(0, listing.scroll);
  selection.keep(listing.entries, listing.selected);
  if (listing.state === "new") listing.load();
  else follow({ state: true });
};

const leave = () => {
  leaveListing();
  selection.clear();
  searches.leave();
  outcome.show(null);
  clearServices();
  grid.awaitPhotos(false);
  byId("waiting").replaceChildren();
  say("");
};

const showFilters = () => {
  filters.show(current.options, ({ name }) => name === "license" && purposes.tellAll());
  purposes.show();
};

const enter = {
  welcome: () => {
    showFilters();
    providers.show("list", current.options.provider);
    searches.showRecent();
    showListing();
  },
  search: (isChosen) => {
    showFilters();
    const kind = current.words === null ? "list" : "search";
    providers.show(searches.subjectOf(current) || kind, current.options.provider);
    showListing(false, !isChosen);
    // Going back to an existing list isn't a new search.
    if (listing.entries.length) return;
    const { words, options } = current;
    searches.begin({ words, options, listing }, isChosen);
  },
  favorites: () => {
    // Other programs may have changed the favorites.
    showListing(true);
    collections.show(current.collection);
  },
  history: () => {
    listing = null;
    document.body.dataset.list = "done";
    grid.setEnd(true);
    grid.show([]);
    detail.setList([]);
    searches.showAll();
  },
};

const titles = {
  welcome: () => "Photos of today",
  search: searches.nameOfSearch,
  favorites: ({ collection }) => collection || "Favorites",
  history: () => "History",
};

// Favorites were changed elsewhere, so a visible list of them is loaded again
export const refresh = () => {
  if (current.view !== "favorites") return;
  isStale = Boolean(detail.current());
  if (isStale) return;
  const top = scrollY;
  showListing(true);
  scrollTo(0, top);
};

// Photos that a user scrolling at this speed (pixels a second) passes in a second plus twice the
// time of the last batch
const batchFor = ({ speed, height }) => {
  const passed = (speed * (1000 + 2 * listing.took)) / 1000;
  const photos = Math.ceil((passed * listing.entries.length) / Math.max(1, height));
  return Math.min(most, Math.max(usual, photos));
};

export const begin = (start) => {
  takeKept();
  addEventListener("pagehide", keepAll);
  usual = start.count;
  isCaptioned = start.captions === "always";
  hover.addEventListener("change", changeCaptions);
  byId("captions").onclick = () => {
    isCaptioned = !isCaptioned;
    changeCaptions();
  };
};

export const asked = () => current;

export const list = () => (listing ? listing.entries : []);

export const title = () => titles[current.view](current);

const links = { welcome: "to-today", favorites: "to-favorites", history: "to-history" };

export const isShown = (other) => current !== null && keyOf(current) === keyOf(other);

// A promise of the list, if a page before has left it; else null
export const recall = (other) => {
  const left = kept.get(keyOf(other));
  return left?.state === "left" ? left.recall() : null;
};

export const show = (other, isChosen) => {
  if (current) leave();
  undo.end();
  current = other;
  byId("heading").textContent = titles[current.view](current);
  document.body.dataset.view = current.view;
  for (const node of document.querySelectorAll("[data-in]")) {
    node.classList.toggle("away", !node.dataset.in.includes(current.view));
  }
  showCaptions();
  for (const [view, id] of Object.entries(links)) {
    byId(id).ariaCurrent = current.view === view ? "page" : null;
  }
  enter[current.view](isChosen);
};

// Enter on the words that are shown: tries a failed search again, and starts a search anew that was
// only typed, if a service may find photos with some of the words
export const again = () => {
  if (listing?.state === "failed") return listing.load();
  if (!listing?.mayFindMore()) return;
  showListing(true);
  const { words, options } = current;
  searches.begin({ words, options, listing }, true);
};

export const more = () => {
  if (!listing || !["more", "new"].includes(listing.state) || trouble.hasEnded()) return;
  listing.load(batchFor(grid.pace()));
};

// The program has ended: nothing is waited for, and nothing can be tried again
export const end = () => {
  selection.clear();
  if (!listing) return;
  listing.stop();
  follow({ state: true });
};

export const catchUp = () => isStale && refresh();
