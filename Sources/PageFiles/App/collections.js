// Collections of favorites: adds photos to them, removes photos, and changes whole collections

import * as detail from "../Shared/detail.js";
import { button, byId, copyOf, count, element, grouped } from "../Shared/dom.js";
import { background, picture } from "../Shared/photos.js";
import * as exporting from "./exporting.js";
import * as favorites from "./favorites.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";

const dialog = byId("naming");
const field = byId("name");
// All collections, and the one that Favorites shows; null for all favorites
let names = [];
let covers = [];
let shown = null;
let actions = { go: () => {}, taken: () => {} };
let asked = 0;
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

const fill = (place, texts, makeRow) => {
  const key = JSON.stringify(texts);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(...texts.map(makeRow));
};

const showAll = () => {
  const all = [...new Set([...names, shown].filter(Boolean))];
  const choices = all.length ? ["", ...all] : [];
  const place = byId("collected");
  fill(place, choices, (collection) => rowOf("", wayTo("chip line", collection)));
  for (const [index, collection] of choices.entries()) {
    const chip = place.children[index].firstChild;
    chip.ariaCurrent = collection === (shown || "") ? "page" : null;
  }
  fill(byId("covers"), shown ? [] : covers, makeCover);
  for (const id of ["rename", "uncollect"]) byId(id).hidden = !shown;
};

// A collection's first four photos, name and count. Services that limit pictures show colors here
const makeCover = ({ name, count: number, cover }) => {
  const made = wayTo("cover", name);
  const four = element("span", "four");
  for (const entry of cover) {
    const tile = element("span");
    background(entry, tile);
    const image = entry.maxPictures ? null : picture(entry, "320px", false);
    if (image) {
      image.alt = "";
      tile.append(image);
    }
    four.append(tile);
  }
  made.prepend(four);
  made.append(" ", element("span", "quiet", grouped(number)));
  return rowOf("", made);
};

const takeOut = async (entry, collection) => {
  const { id } = entry.photo;
  byId("extras").querySelector(".collections button:last-child")?.focus();
  try {
    await favorites.collect([id], false, collection);
    undo.offer(`Taken out of “${collection}”.`, `${id} ${collection}`, () =>
      favorites.collect([id], true, collection).catch(trouble.tell),
    );
  } catch (problem) {
    trouble.tell(problem);
  }
};

const makeChip = (entry) => (collection) => {
  const out = button("", "✕", () => takeOut(entry, collection));
  out.ariaLabel = `Take out of ${collection}`;
  return rowOf("chip", wayTo("", collection), out);
};

// Fetches the collections of all favorites, and of the photo in the detail if it is a favorite
export const refresh = async () => {
  const entry = detail.current();
  const isKept = entry && favorites.has(entry);
  asked += 1;
  const number = asked;
  const body = isKept ? { ids: [entry.photo.id] } : {};
  const answer = await server.call("collections", body).catch(() => null);
  if (!answer || number !== asked) return;
  ({ collections: names, covers } = answer);
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
      favorites.collect(photos, true, before).catch(trouble.tell),
    );
  } catch (problem) {
    trouble.tell(problem);
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
    trouble.tell(problem);
  }
};

const listen = () => {
  byId("rename").onclick = rename;
  byId("uncollect").onclick = remove;
  byId("name-it").onclick = () => take(field.value);
  byId("naming-cancel").onclick = () => dialog.close();
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.target !== field || event.key !== "Enter" || event.isComposing) return;
    take(field.value);
  });
  const input = byId("import");
  byId("to-import").onclick = () => {
    byId("menu").hidePopover();
    input.click();
  };
  input.addEventListener("change", async () => {
    if (input.files[0]) await takeFile(input.files[0]);
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

export const show = (collection) => {
  shown = collection;
  showAll();
  refresh();
};

export const offer = (entry) => {
  const place = copyOf("collections-of");
  place.querySelector("button").onclick = () => askFor([entry]);
  byId("extras").append(place);
  refresh();
};
