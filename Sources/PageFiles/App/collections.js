// Collections of favorites: adds photos to them, removes photos, and changes whole collections

import * as detail from "../Shared/detail.js";
import { button, byId, count, element } from "../Shared/dom.js";
import * as exporting from "./exporting.js";
import * as favorites from "./favorites.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";

const dialog = byId("naming");
const field = byId("name");
// All collections, and the one that Favorites shows; null for all favorites
let names = [];
let shown = null;
// go: a function that replaces the current address
let actions = { go: () => {}, taken: () => {} };
// Counts requests to the program: only the answer to the last one is used
let asked = 0;
// A function to call with the name that the user chooses or types
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

// Rows that haven't changed stay, so that they keep the focus
const fill = (place, texts, makeRow) => {
  const key = JSON.stringify(texts);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(...texts.map(makeRow));
};

const showAll = () => {
  const all = [...new Set([...names, shown].filter(Boolean))];
  // With only "all favorites" there is nothing to choose.
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

// Fetches the collections of all favorites, and of the photo in the detail if it is a favorite
export const refresh = async () => {
  const entry = detail.current();
  const isKept = entry && favorites.has(entry);
  asked += 1;
  const number = asked;
  let answer;
  try {
    answer = await server.call("collections", isKept ? { ids: [entry.photo.id] } : {});
  } catch {
    // After an error the earlier collections stay.
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

// Asks the user for the collection to add photos to
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

// Imports favorites from a file that a one-file page has exported
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
    // Enter here must not reach the page below the dialog.
    event.stopPropagation();
    if (event.target !== field || event.key !== "Enter" || event.isComposing) return;
    take(field.value);
  });
  const input = byId("import");
  byId("to-import").addEventListener("click", () => {
    byId("menu").hidePopover();
    input.click();
  });
  input.addEventListener("change", async () => {
    if (input.files[0]) await takeFile(input.files[0]);
    // Lets the user choose the same file again.
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

// Shows a collection in Favorites
export const show = (collection) => {
  shown = collection;
  showAll();
  refresh();
};

// Shows a photo's collections in the detail
export const offer = (entry) => {
  const place = element("div", "collections");
  const list = element("ul", "chips");
  list.setAttribute("role", "list");
  list.setAttribute("aria-label", "Collections of the photo");
  const adding = button("", "+", () => askFor([entry]));
  adding.setAttribute("aria-label", "Add to a collection");
  place.append(list, adding);
  byId("extras").append(place);
  refresh();
};
