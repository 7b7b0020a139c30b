// Further places of a picture: photos of other services that look the same stand folded in the card
// of the first

import { makeHeart, makeWords } from "./card.js";
import { button, element } from "./dom.js";
import { nameOf } from "./photos.js";

// Short, as the picture is what one looks at
const wordsOf = (entries) => {
  const sites = new Set(entries.map(({ site }) => site));
  return `Also at ${sites.size > 1 ? `${sites.size} others` : [...sites][0]}`;
};

const makeRow = (entry, actions) => {
  const row = element("li", "place");
  const { words, titled } = makeWords(entry, actions.open);
  const hearted = makeHeart(entry, actions.hearts);
  row.append(words, hearted);
  return { row, titled, hearted };
};

// A button on the picture, and what it unfolds
const make = (item, toggle) => {
  const badge = button("badge", "", toggle);
  badge.append(element("span"));
  const rows = element("ul", "places");
  // What has no marks is no list to Safari.
  rows.setAttribute("role", "list");
  item.parts.card.append(badge, rows);
  return { badge, rows, titles: new Map() };
};

export const mark = ({ entry, others, isUnfolded, parts: { places } }) => {
  const words = wordsOf(others);
  places.badge.firstChild.textContent = words;
  places.badge.setAttribute("aria-label", `${words}: ${nameOf(entry)}`);
  places.badge.setAttribute("aria-expanded", String(isUnfolded));
  places.rows.setAttribute("aria-label", words);
};

// Has a card show what there is; what it has already stays as it is, with the focus
export const show = (item, actions, toggle) => {
  const { parts, others } = item;
  if (!others.length) return;
  parts.places ||= make(item, toggle);
  for (const entry of others) {
    if (parts.places.titles.has(entry)) continue;
    const { row, titled, hearted } = makeRow(entry, actions);
    parts.places.rows.append(row);
    parts.places.titles.set(entry, titled);
    parts.hearts.set(entry, hearted);
  }
  mark(item);
};

// Takes all of it off a card
export const drop = ({ entry, parts }) => {
  if (!parts.places) return;
  parts.places.badge.remove();
  parts.places.rows.remove();
  parts.places = null;
  parts.hearts = new Map([[entry, parts.hearts.get(entry)]]);
};

// Of all photos of a list that look like this one, but this one
export const beside = (list, { photo }) => {
  const first = (one) => one.photo.looksLike || one.photo.id;
  const own = photo.looksLike || photo.id;
  return list.filter((one) => first(one) === own && one.photo.id !== photo.id);
};
