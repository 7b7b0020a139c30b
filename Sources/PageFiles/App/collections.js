// Collections of favorites: what one is put into, where it is taken out, and what is done with a whole

import * as detail from "../Shared/detail.js";
import { button, byId, count, element } from "../Shared/dom.js";
import * as exporting from "./exporting.js";
import * as favorites from "./favorites.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";

const dialog = byId("naming");
const field = byId("name");
// All that there are, and the one that Favorites shows; null for all favorites
let names = [];
let shown = null;
// go: to another address, in place of this one
let actions = { go: () => {}, taken: () => {} };
// How often the program was asked: of two answers the last holds
let asked = 0;
// What is done with a name that is chosen or typed
let name = async () => {};

const address = (collection) =>
  `?${new URLSearchParams({ view: "favorites", ...(collection && { collection }) })}`;

const wayTo = (className, collection) => {
  const made = element("a", `${className} go`.trim(), collection || "All");
  made.href = address(collection);
  return made;
};

const rowOf = (className, ...nodes) => {
  const row = element("li", className);
  row.append(...nodes);
  return row;
};

// Rows that are the same stay, and with them the focus
const fill = (place, texts, makeRow) => {
  const key = JSON.stringify(texts);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(...texts.map(makeRow));
};

const showAll = () => {
  const all = [...new Set([...names, shown].filter(Boolean))];
  // All favorites alone are no choice.
  const choices = all.length ? ["", ...all] : [];
  const place = byId("collected");
  fill(place, choices, (collection) => rowOf("", wayTo("chip", collection)));
  for (const [index, collection] of choices.entries()) {
    const chip = place.children[index].firstChild;
    if (collection === (shown || "")) chip.setAttribute("aria-current", "page");
    else chip.removeAttribute("aria-current");
  }
  for (const id of ["rename", "uncollect"]) byId(id).hidden = !shown;
};

const takeOut = async (entry, collection) => {
  const { id } = entry.photo;
  byId("extras").querySelector(".collections button:last-child")?.focus();
  try {
    await favorites.collect([id], false, collection);
    undo.offer(`Taken out of “${collection}”.`, `${id} ${collection}`, () =>
      favorites.collect([id], true, collection).catch(({ message }) => trouble.say(message)),
    );
  } catch (problem) {
    trouble.say(problem.message);
  }
};

const makeChip = (entry) => (collection) => {
  const out = button("", "✕", () => takeOut(entry, collection));
  out.setAttribute("aria-label", `Take out of ${collection}`);
  return rowOf("chip", wayTo("", collection), out);
};

// The collections of all favorites, and of the photo in full where that is one
export const refresh = async () => {
  const entry = detail.current();
  const isKept = entry && favorites.has(entry);
  asked += 1;
  const number = asked;
  let answer;
  try {
    answer = await server.call("collections", isKept ? { ids: [entry.photo.id] } : {});
  } catch {
    // What is shown of them stays.
    return;
  }
  if (number !== asked) return;
  names = answer.collections;
  showAll();
  const place = byId("extras").querySelector(".collections ul");
  if (place && detail.current() === entry) fill(place, answer.of, makeChip(entry));
};

const ask = (what, text, press, does) => {
  byId("naming-what").textContent = what;
  byId("misnamed").textContent = "";
  byId("name-it").textContent = press;
  field.value = text;
  name = does;
  dialog.showModal();
  field.select();
};

const take = async (text) => {
  if (!text.trim()) return field.focus();
  try {
    await name(text.trim());
    dialog.close();
  } catch (problem) {
    byId("misnamed").textContent = problem.message;
    field.focus();
  }
};

// Asks for the collection that photos are put into
export const askFor = (entries, done = () => {}) => {
  fill(byId("existing"), names, (collection) =>
    rowOf(
      "",
      button("chip", collection, () => take(collection)),
    ),
  );
  const what = entries.length > 1 ? `Add ${count(entries.length, "photo")} to` : "Add to";
  ask(`${what} a collection`, "", "Add", async (collection) => {
    await favorites.collect(
      entries.map(({ photo }) => photo.id),
      true,
      collection,
    );
    done(collection);
  });
};

const rename = () => {
  const before = shown;
  fill(byId("existing"), [], () => {});
  ask(`Rename “${before}”`, before, "Rename", async (text) => {
    const answer = await favorites.changeCollection(before, text);
    actions.go(address(answer.name));
  });
};

const remove = async () => {
  const before = shown;
  try {
    const { photos } = await favorites.changeCollection(before);
    actions.go(address(null));
    byId("heading").focus();
    undo.offer(`The collection “${before}” is removed; its photos stay favorites.`, before, () =>
      favorites.collect(photos, true, before).catch(({ message }) => trouble.say(message)),
    );
  } catch (problem) {
    trouble.say(problem.message);
  }
};

// What brings favorites of a page in one file here
const takeFile = async (file) => {
  try {
    const { added, known, refused } = await server.call("import", { lines: await file.text() });
    const words = [`${count(added, "favorite")} added, ${known} known`, ...refused.slice(0, 3)];
    trouble.say(words.join(". "));
    if (added) actions.taken();
  } catch (problem) {
    trouble.say(problem.message);
  }
};

const listen = () => {
  byId("rename").addEventListener("click", rename);
  byId("uncollect").addEventListener("click", remove);
  byId("name-it").addEventListener("click", () => take(field.value));
  byId("naming-cancel").addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", (event) => {
    // What is below it stays the same.
    event.stopPropagation();
    if (event.target !== field || event.key !== "Enter" || event.isComposing) return;
    take(field.value);
  });
  const input = byId("import");
  byId("to-import").addEventListener("click", () => input.click());
  input.addEventListener("change", async () => {
    if (input.files[0]) await takeFile(input.files[0]);
    // The same file can be chosen again.
    input.value = "";
  });
  for (const node of byId("exports").querySelectorAll("[data-export]")) {
    node.addEventListener("click", () => {
      byId("exports").hidePopover();
      exporting.save(node.dataset.export, shown || "Favorites", { collection: shown });
    });
  }
};

export const begin = (does) => {
  actions = does;
  listen();
  refresh();
};

// In Favorites
export const show = (collection) => {
  shown = collection;
  showAll();
  refresh();
};

// In a photo in full
export const offer = (entry) => {
  const place = element("div", "collections");
  const list = element("ul", "chips");
  list.setAttribute("role", "list");
  list.setAttribute("aria-label", "Collections of the photo");
  place.append(
    list,
    button("", "Add to a collection", () => askFor([entry])),
  );
  byId("extras").append(place);
  refresh();
};
