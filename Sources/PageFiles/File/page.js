// The one-file page: finding photos in it, and importing and exporting favorites

import * as detail from "../Shared/detail.js";
import { byId, count, grouped, saveFile } from "../Shared/dom.js";
import * as grid from "../Shared/grid.js";
import { serviceOf } from "../Shared/photos.js";
import { entries, readEntries } from "./entries.js";
import * as favorites from "./favorites.js";

// Photos that pass the filters
let found = entries;
export const shown = () => found;

const narrowing = ["find", "provider", "license", "shape"];

const isPressed = (node) => node.getAttribute("aria-pressed") === "true";

const shapeOf = ({ photo }) => {
  if (!photo.width || !photo.height) return "";
  const ratio = photo.width / photo.height;
  if (ratio > 1.05) return "landscape";
  return ratio < 1 / 1.05 ? "portrait" : "square";
};

const matches = (entry) => {
  const words = byId("find").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const { photo, permits } = entry;
  const author = photo.author && photo.author.name;
  const text = [photo.title, photo.description, author, ...photo.tags, photo.id]
    .filter(Boolean)
    .join(" ")
    .toLowerCase();
  const terms = byId("license").value;
  const provider = byId("provider").value;
  const shape = byId("shape").value;
  return (
    words.every((word) => text.includes(word)) &&
    (!provider || serviceOf(entry) === provider) &&
    (!shape || shapeOf(entry) === shape) &&
    (!terms || (terms === "both" ? permits.length === 2 : permits.includes(terms))) &&
    (!isPressed(byId("hearted")) || favorites.has(entry))
  );
};

const nothingWords = () =>
  isPressed(byId("hearted")) && !entries.some(favorites.has)
    ? "No favorites yet. Press the heart of a photo to keep it here."
    : "No photo on this page matches.";

const filter = () => {
  found = entries.filter(matches);
  byId("count").textContent =
    found.length === entries.length
      ? count(entries.length, "photo")
      : `${found.length} of ${count(entries.length, "photo")}`;
  byId("empty").hidden = found.length > 0;
  byId("nothing").textContent = nothingWords();
  grid.show(found);
  detail.setList(found);
};

const showAll = () => {
  for (const id of narrowing) byId(id).value = "";
  byId("hearted").ariaPressed = "false";
  filter();
  byId("find").focus();
};

const markExport = () => {
  byId("export").disabled = !entries.some(favorites.has);
};

const heartsChanged = () => {
  markExport();
  if (isPressed(byId("hearted")) && !detail.current()) filter();
};

const save = () => saveFile("favorites.ndjson", "application/x-ndjson", [favorites.lines()]);

const take = async (file) => {
  const { taken, elsewhere, unreadable } = favorites.take(await file.text());
  byId("said").textContent = [
    `${count(taken, "favorite")} imported`,
    elsewhere && `${grouped(elsewhere)} not on this page`,
    unreadable && `${count(unreadable, "line")} unreadable`,
  ]
    .filter(Boolean)
    .join(" · ");
};

// Puts all cards into the page; returns when their pictures are loaded or failed
const showWhole = async () => {
  grid.setWhole(true);
  const end = performance.now() + 20_000;
  // A failed picture may be replaced by another address, or removed.
  while (byId("photos").querySelector("img:not(.here)") && performance.now() < end) {
    await new Promise((done) => setTimeout(done, 50));
  }
  const pictures = [...byId("photos").querySelectorAll("img.here")].map((image) => image.decode());
  await Promise.allSettled(pictures);
};

const printAll = async ({ currentTarget }) => {
  currentTarget.disabled = true;
  await showWhole();
  print();
  byId("print").disabled = false;
};

// Stores the scroll position for a reload; a page that is being left can't do it any more
const keepPlace = () => history.replaceState({ ...history.state, scroll: scrollY }, "");
let placeTimer = 0;
const keepPlaceSoon = () => {
  clearTimeout(placeTimer);
  placeTimer = setTimeout(keepPlace, 200);
};

const listen = () => {
  for (const id of narrowing) byId(id).addEventListener("input", filter);
  byId("all").onclick = showAll;
  byId("hearted").onclick = ({ currentTarget }) => {
    currentTarget.ariaPressed = !isPressed(currentTarget);
    filter();
  };
  byId("export").onclick = save;
  byId("import").onclick = () => byId("file").click();
  byId("file").addEventListener("change", ({ currentTarget }) => {
    if (currentTarget.files[0]) take(currentTarget.files[0]);
    // Lets the user choose the same file again.
    currentTarget.value = "";
  });
  byId("print").onclick = printAll;
  addEventListener("popstate", detail.follow);
  addEventListener("hashchange", detail.follow);
  addEventListener("scroll", keepPlaceSoon, { passive: true });
};

const begin = async () => {
  // The browser would restore the position before the photos are there.
  history.scrollRestoration = "manual";
  await readEntries();
  byId("plain").remove();
  favorites.begin();
  for (const name of new Set(entries.map(serviceOf))) {
    byId("provider").append(new Option(name, name));
  }
  grid.begin({ open: detail.open, hearts: favorites });
  detail.begin({ hearts: favorites });
  favorites.onChange(heartsChanged);
  listen();
  markExport();
  filter();
  scrollTo(0, history.state?.scroll ?? 0);
  if (location.hash) detail.follow();
};

begin();
