// What was searched for: the few on the welcome, all of them in the history, and what is added

import { button, byId, count, element } from "../Shared/dom.js";
import * as filters from "./filters.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";

// The search on the screen: { words, options, listing, stage, hasArrived }. Its stage says how far
// it is on its way into the history:
//   typed   perhaps on the way to other words
//   seen    its first photo is there; looked at for a while, it counts
//   counts  was chosen or looked at, and is kept once a batch of it has arrived
//   kept    in the history
let current = null;
let recent = [];
let timer = 0;

const remember = async ({ words, options, listing }) => {
  if (trouble.hasEnded()) return;
  try {
    await server.call("remember", { words, options, photos: listing.entries.length });
  } catch {
    // It was found all the same; the history is a convenience.
  }
};

// Whether it may be on the way to other words
export const isPassing = () => current !== null && ["typed", "seen"].includes(current.stage);

const keepArrived = () => {
  if (current.stage !== "counts" || !current.hasArrived) return;
  current.stage = "kept";
  if (current.words !== null) remember(current);
};

export const settle = () => {
  clearTimeout(timer);
  if (!isPassing()) return;
  current.stage = "counts";
  keepArrived();
};

// Its first photo is there: looked at for a while, it counts, whoever is still waited for
export const seen = () => {
  if (current?.stage !== "typed") return;
  current.stage = "seen";
  timer = setTimeout(settle, 3000);
};

export const addressOfSearch = ({ words, options }) => {
  const asked = new URLSearchParams(words === null ? {} : { q: words });
  for (const [name, value] of Object.entries(options)) asked.set(name, value);
  return String(asked) ? `?${asked}` : "./";
};

const nameOfSearch = ({ words }) => (words === null ? "Today" : words);

// A link to a search
export const wayTo = (className, text, search) => {
  const made = element("a", `${className} go`.trim(), text);
  made.href = addressOfSearch(search);
  return made;
};

const makeLink = (search) => wayTo("", nameOfSearch(search), search);

const load = async () => (await server.call("history")).searches;

const when = (text) =>
  new Date(text).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

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
    trouble.say(problem.message);
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
    trouble.say(problem.message);
  }
  await showAll();
};

const remove = async ({ id }) => {
  if (await forget({ id })) undo.offer("Removed from the history.", id, () => restore(id));
};

const makeRow = (search) => {
  const row = element("li", "past");
  const words = element("div", "what");
  const narrowed = filters.phrase(search.options);
  words.append(makeLink(search));
  if (narrowed) words.append(element("span", "quiet", narrowed));
  const facts = [count(search.photos, "photo"), when(search.searched)].join(" · ");
  const remover = button("", "Remove", () => remove(search));
  remover.setAttribute("aria-label", `Remove ${nameOfSearch(search)}`);
  row.append(words, element("span", "quiet", facts), remover);
  return row;
};

// The history as it stands in the document
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
  // The same rows stay, and with them a question that waits for its answer.
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

// A search that came on the screen; one that was chosen, not typed, counts at once
export const begin = (search, isChosen) => {
  clearTimeout(timer);
  current = { ...search, stage: isChosen ? "counts" : "typed", hasArrived: false };
};

// A batch of it has ended
export const arrived = () => {
  if (!current || current.hasArrived || !current.listing.hasAnswer()) return;
  current.hasArrived = true;
  seen();
  keepArrived();
};

export const leave = () => {
  clearTimeout(timer);
  // One that counts is kept, also when not all of its photos were waited for.
  if (current?.listing.hasAnswer()) {
    current.hasArrived = true;
    keepArrived();
  }
  current = null;
};

// What was asked for last is at hand, so that nothing moves when it comes
export const fetchRecent = async () => {
  try {
    recent = (await load()).slice(0, 8);
  } catch {
    recent = [];
  }
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
