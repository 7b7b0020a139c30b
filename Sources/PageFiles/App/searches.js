// Earlier searches: a few on the welcome view, all in the history, and when a search is added to it

import { button, byId, copyOf, count, element } from "../Shared/dom.js";
import * as filters from "./filters.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";

// The search on the screen: { words, options, listing, hasArrived, told, stage }. The history knows
// of `told` photos; Infinity before it is stored. The stages:
//     typed   just searched for; the user may still be typing
//     seen    its first photo is there; if the user stays for a while, it counts
//     counts  chosen or looked at; it is stored once a batch has arrived
//     kept    stored in the history
let current = null;
let recent = [];
let timer = 0;

const remember = (search) => {
  const { words, options, listing } = search;
  if (trouble.hasEnded()) return;
  search.told = listing.entries.length;
  // The search worked all the same: the history is only a convenience.
  server.call("remember", { words, options, photos: search.told }).catch(() => {});
};

export const isPassing = () => ["typed", "seen"].includes(current?.stage);

const keepArrived = () => {
  if (current.stage !== "counts" || !current.hasArrived) return;
  current.stage = "kept";
  if (current.words !== null || subjectOf(current)) remember(current);
};

export const settle = () => {
  clearTimeout(timer);
  if (!isPassing()) return;
  current.stage = "counts";
  keepArrived();
};

// The first photo is there: after a while it counts, even if some providers are still waited for
export const seen = () => {
  if (current?.stage !== "typed") return;
  current.stage = "seen";
  timer = setTimeout(settle, 3000);
};

export const addressOfSearch = ({ words, options }) => {
  const asked = new URLSearchParams(words === null ? {} : { q: words });
  for (const [name, value] of Object.entries(options)) if (value) asked.set(name, value);
  return String(asked) ? `?${asked}` : "./";
};

// The subject of a list without words: `tag` or `author`; empty for the photos of today
export const subjectOf = ({ words, options }) =>
  words === null ? ["tag", "author"].find((name) => options[name]) || "" : "";

export const nameOfSearch = (search) => {
  const { words, options } = search;
  const subject = subjectOf(search);
  if (words !== null) return words;
  if (!subject) return "Today";
  return `Photos ${subject === "tag" ? "tagged" : "by"} ${options[subject]}`;
};

export const wayTo = (className, text, search) => {
  const made = element("a", `${className} go`.trim(), text);
  made.href = addressOfSearch(search);
  return made;
};

const makeLink = (search) => wayTo("", nameOfSearch(search), search);

const load = async () => (await server.call("history")).searches;

// Today 14:05, Yesterday 9:30, 12 Nov, or 12 Nov 2024 of another year
const when = (text) => {
  const time = new Date(text);
  const now = new Date();
  const days = Math.round((now.setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / 864e5);
  const day = ["Today", "Yesterday"][days];
  if (day) return `${day} ${time.toLocaleTimeString("en-GB", { timeStyle: "short" })}`;
  const year = time.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return time.toLocaleDateString("en-GB", { day: "numeric", month: "short", year });
};

const confirmTwice = (text, question, action) => {
  const node = button("", text, () => {
    if (node.textContent === question) return action();
    node.textContent = question;
    setTimeout(() => {
      node.textContent = text;
    }, 4000);
  });
  return node;
};

const forget = async (body) => {
  let removed = 0;
  try {
    ({ removed } = await server.call("forget", body));
  } catch (problem) {
    trouble.tell(problem);
  }
  await showAll();
  byId("heading").focus();
  return removed > 0;
};

const restore = async (id) => {
  try {
    const { restored } = await server.call("restore", { id });
    if (!restored) trouble.say("The search can't be put back: the gallery no longer has it.");
  } catch (problem) {
    trouble.tell(problem);
  }
  await showAll();
};

const remove = async ({ id }) => {
  if (await forget({ id })) undo.offer("Removed from the history.", id, () => restore(id));
};

const makeRow = (search) => {
  const row = copyOf("past-of");
  const [words, facts, remover] = row.children;
  const narrowed = filters.phrase(search.options);
  words.append(makeLink(search));
  if (narrowed) words.append(element("span", "quiet", narrowed));
  facts.textContent = [count(search.photos, "photo"), when(search.searched)].join(" · ");
  remover.onclick = () => remove(search);
  remover.ariaLabel = `Remove ${nameOfSearch(search)}`;
  return row;
};

let listed = "";

export const showAll = async () => {
  const place = byId("past");
  let list;
  try {
    list = await load();
  } catch (problem) {
    listed = "";
    place.replaceChildren(element("p", "empty", problem.message));
    return;
  }
  byId("status").textContent = list.length ? count(list.length, "search", "searches") : "";
  if (JSON.stringify(list) === listed) return;
  listed = JSON.stringify(list);
  if (!list.length) {
    place.replaceChildren(element("p", "empty", "Nothing was searched for yet."));
    return;
  }
  const rows = element("ol", "rows");
  rows.append(...list.map(makeRow));
  const clear = confirmTwice("Clear the history", "Clear all of it?", () => forget({ all: true }));
  place.replaceChildren(rows, clear);
};

// A search was started; it counts at once if the user chose it rather than typed it
export const begin = (search, isChosen) => {
  clearTimeout(timer);
  current = { ...search, stage: isChosen ? "counts" : "typed", hasArrived: false, told: Infinity };
};

export const arrived = () => {
  if (!current || current.hasArrived || !current.listing.hasAnswer()) return;
  current.hasArrived = true;
  seen();
  keepArrived();
};

export const leave = () => {
  clearTimeout(timer);
  // A search that counts is stored even if the user left before all its photos came.
  if (current?.listing.hasAnswer()) {
    current.hasArrived = true;
    keepArrived();
    if (current.listing.entries.length > current.told) remember(current);
  }
  current = null;
};

// Fetches recent searches early, so that nothing moves when they are shown
export const fetchRecent = async () => {
  recent = (await load().catch(() => [])).slice(0, 8);
};

export const showRecent = () => {
  const chips = recent.map((search) => {
    const chip = makeLink(search);
    chip.classList.add("chip");
    const narrowed = filters.phrase(search.options);
    if (narrowed) chip.append(element("span", "state", narrowed));
    const row = element("li");
    row.append(chip);
    return row;
  });
  byId("searched").replaceChildren(...chips);
  byId("recent").hidden = !chips.length;
};
