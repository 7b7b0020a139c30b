// Saves pictures to the program's folder, a few at a time; its button stands in the detail

import * as detail from "../Shared/detail.js";
import { byId, copyOf, element } from "../Shared/dom.js";
import * as filters from "./filters.js";
import * as searches from "./searches.js";
import * as server from "./server.js";

// Progress or result by photo id, kept while the user looks at other photos
const states = new Map();
const mostAtOnce = 2;
let waiting = [];
const running = new Set();
let changed = () => {};

const roles = {
  thumb: "Tiny",
  small: "Small",
  regular: "Medium",
  full: "Large",
  original: "Original",
};

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

const progressOf = ({ bytes, of }) =>
  of ? `${megabytes(bytes)} of ${megabytes(of)}` : megabytes(bytes);

const show = (id) => {
  const current = detail.current();
  const place = byId("extras").querySelector(".download");
  if (!place || !current || current.photo.id !== id) return;
  const { words = "", isBusy = false, share = null, failed = false } = states.get(id) || {};
  // The button isn't disabled, because a disabled button loses the focus
  const [start, cancel] = place.querySelectorAll("button");
  start.ariaDisabled = isBusy;
  if (cancel.contains(document.activeElement) && !isBusy) start.focus();
  cancel.hidden = !isBusy;
  const bar = place.querySelector("progress");
  bar.hidden = !isBusy;
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
  const said = place.querySelector(".said");
  // Announced live, each step would be read aloud by a screen reader.
  said.ariaLive = isBusy ? "off" : "polite";
  said.textContent = words;
  said.classList.toggle("none", failed);
};

const set = (id, state) => {
  states.set(id, state);
  show(id);
  changed(id);
};

const take = (id, event) => {
  if (event.saved) {
    const { saved, folder, width, height, isShort, larger } = event;
    const pixels = width && height ? ` (${width} × ${height})` : "";
    const few = isShort ? ", fewer pixels than asked for," : "";
    const more = larger ? ". There are larger ones." : "";
    set(id, { words: `Saved as ${saved}${pixels}${few} in ${folder}${more}`, folder });
  } else if (event.bytes !== undefined) {
    const share = event.of ? event.bytes / event.of : null;
    set(id, { words: progressOf(event), isBusy: true, share });
  }
};

const run = async (job) => {
  const { id, body, stopper } = job;
  const { signal } = stopper;
  running.add(job);
  try {
    await server.stream("download", body, signal, (event) => take(id, event));
    if (states.get(id).isBusy && !signal.aborted) throw new Error("The answer broke off.");
  } catch (problem) {
    if (!signal.aborted) set(id, { words: problem.message, failed: true });
  }
  running.delete(job);
  if (waiting.length) run(waiting.shift());
};

export const stop = (id) => {
  if (!states.get(id)?.isBusy) return;
  waiting = waiting.filter((job) => job.id !== id);
  set(id, { words: "Cancelled." });
  for (const job of running) if (job.id === id) job.stopper.abort();
};

const begin = (entry, size) => {
  const { id } = entry.photo;
  if (states.get(id)?.isBusy) return;
  if (!size) return set(id, { words: "There is no picture to save.", failed: true });
  const isNext = running.size < mostAtOnce;
  const options = size === entry.saving ? filters.values() : {};
  const job = { id, body: { id, size, options }, stopper: new AbortController() };
  set(id, { words: isNext ? "Begins…" : "Waits for another…", isBusy: true });
  if (isNext) run(job);
  else waiting.push(job);
  searches.settle();
};

// The size that the search's filters ask for, else regular or the largest of a photo without it,
// unless the user chooses another
const usualSize = ({ photo, saving }) => {
  const there = Object.keys(roles).filter((role) => photo.renditions.some((r) => r.role === role));
  return saving || there.find((role) => role === "regular") || there.at(-1);
};

const fillSizes = (sizes, entry) => {
  for (const { role, width, height } of entry.photo.renditions) {
    const pixels = width && height ? ` · ${width} × ${height}` : "";
    sizes.append(new Option(`${roles[role] || role}${pixels}`, role));
  }
  sizes.value = usualSize(entry) || "";
  sizes.onchange();
};

export const offer = (entry) => {
  if (!entry.photo.renditions.length) return;
  const place = copyOf("download-of");
  const [start, cancel] = place.querySelectorAll("button");
  const sizes = place.querySelector("select");
  sizes.onchange = () => {
    start.replaceChildren("Download ", element("small", "", sizes.selectedOptions[0]?.text));
  };
  fillSizes(sizes, entry);
  start.onclick = () => begin(entry, sizes.value);
  cancel.onclick = () => stop(entry.photo.id);
  byId("extras").append(place);
  show(entry.photo.id);
};

export const all = (entries) => entries.forEach((entry) => begin(entry, usualSize(entry)));

export const state = (id) => states.get(id) || {};

export const onChange = (listener) => {
  changed = listener;
};
