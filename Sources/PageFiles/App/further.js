// Below a photo in the detail: photos like it, and more by its author, from its own service. Each is
// asked for once while the page is open, when somebody scrolls to it or presses it

import { makeCard, showPicture } from "../Shared/card.js";
import * as detail from "../Shared/detail.js";
import { button, byId, element } from "../Shared/dom.js";
import * as grid from "../Shared/grid.js";
import * as favorites from "./favorites.js";
import * as providers from "./providers.js";
import * as server from "./server.js";

const most = 8;
const dialog = byId("detail");
const found = new Map();
// Requests that found nothing
const empty = new Set();
// Rows of the photo that is shown: { place, fill, cards }
let rows = [];
let hearts = null;

const search = async (body) => {
  const entries = [];
  await server.stream("search", { count: most + 1, ...body }, null, ({ photo }) => {
    if (photo) entries.push(photo);
  });
  entries.forEach(favorites.meet);
  return entries;
};

const ask = (body) => {
  const key = JSON.stringify(body);
  if (!found.has(key)) found.set(key, search(body));
  found.get(key).catch(() => found.delete(key));
  return found.get(key);
};

const makeRow = (id, title, body) => {
  const part = element("section");
  // An empty ul isn't shown
  const place = element("ol", "like");
  place.role = "list";
  place.ariaLabel = title;
  const say = (words, name = "quiet said") => place.replaceChildren(element("li", name, words));
  const row = { place, cards: [] };
  const drop = () => {
    empty.add(JSON.stringify(body));
    if (part.contains(document.activeElement)) byId("title").focus();
    rows = rows.filter((one) => one !== row);
    part.remove();
  };
  row.fill = async (isPressed) => {
    if (place.firstChild && !isPressed) return;
    say("Searching…", "quiet");
    try {
      const others = (await ask(body)).filter(({ photo }) => photo.id !== id).slice(0, most);
      if (!rows.includes(row)) return;
      if (!others.length) return drop();
      const parts = others.map((entry) => makeCard(entry, { open: detail.turnTo, hearts }));
      place.replaceChildren(...parts.map(({ card }) => card));
      row.cards = parts;
      // Services that limit the pictures of a page count these too
      grid.leaveRoom(rows.flatMap(({ cards }) => cards).length);
      parts.forEach((one, index) => showPicture(others[index], one, 320, true));
    } catch {
      say("The source can’t be asked for these.");
    }
  };
  const heading = element("h3");
  heading.append(
    button("plain", title, () => {
      row.fill(true);
      part.scrollIntoView();
    }),
  );
  if (empty.has(JSON.stringify(body))) return;
  part.append(heading, place);
  byId("further").append(part);
  rows.push(row);
};

export const clear = () => {
  rows = [];
  byId("further").replaceChildren();
  grid.leaveRoom(0);
};

export const offer = ({ photo: { id, provider, author } }) => {
  clear();
  makeRow(id, "More like this", { id, options: {} });
  if (!author?.name || !providers.lists(provider, "author")) return;
  const options = { provider, author: author.url || author.name };
  makeRow(id, `More by ${author.name}`, { words: null, options });
};

export const begin = (kept) => {
  hearts = kept;
  const further = element("div");
  further.id = "further";
  dialog.append(further);
  favorites.onChange(() => rows.forEach(({ cards }) => cards.forEach(grid.markHearts)));
  dialog.addEventListener("scroll", () => {
    for (const { place, fill } of rows) if (place.getBoundingClientRect().top < innerHeight) fill();
  });
};
