// Look-alikes of a photo from other services, folded into the first photo's card

import { makeHeart, makeWords } from "./card.js";
import { button, element } from "./dom.js";
import { nameOf } from "./photos.js";

// A short text, because the picture matters more
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

// A button on the picture, and the rows that it unfolds
const make = (item, toggle) => {
  const badge = button("badge", "", toggle);
  badge.append(element("span"));
  // A key presses it.
  badge.tabIndex = -1;
  const rows = element("ul", "places");
  // Safari doesn't treat a list without markers as a list.
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

// Updates a card's look-alikes; existing rows stay, so that they keep the focus
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

// Removes the look-alikes from a card
export const drop = ({ entry, parts }) => {
  if (!parts.places) return;
  parts.places.badge.remove();
  parts.places.rows.remove();
  parts.places = null;
  parts.hearts = new Map([[entry, parts.hearts.get(entry)]]);
};

// The photos of a list that look like this one
export const beside = (list, { photo }) => {
  const first = (one) => one.photo.looksLike || one.photo.id;
  const own = photo.looksLike || photo.id;
  return list.filter((one) => first(one) === own && one.photo.id !== photo.id);
};
