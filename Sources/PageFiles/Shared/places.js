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
  // The first one takes the focus when they are shown
  titled.autofocus = true;
  const hearted = makeHeart(entry, actions.hearts);
  hearted.tabIndex = 0;
  row.append(words, hearted);
  return { row, hearted };
};

// A button on the picture, and the rows that it opens over the page
const make = ({ card }) => {
  const badge = button("badge");
  badge.append(element("span", "line"));
  badge.tabIndex = -1;
  const rows = element("ul", "places");
  // Safari doesn't treat a list without markers as a list.
  rows.role = "list";
  rows.popover = "auto";
  badge.popoverTargetElement = rows;
  card.append(badge, rows);
  return { badge, rows, shown: new Set() };
};

// Updates a card's look-alikes; existing rows stay, so that they keep the focus
export const show = ({ entry, parts, others }, actions) => {
  if (!others.length) return;
  parts.places ||= make(parts);
  const { badge, rows, shown } = parts.places;
  for (const one of others) {
    if (shown.has(one)) continue;
    shown.add(one);
    const { row, hearted } = makeRow(one, actions);
    rows.append(row);
    parts.hearts.set(one, hearted);
  }
  const words = wordsOf(others);
  badge.firstChild.textContent = words;
  badge.ariaLabel = `${words}: ${nameOf(entry)}`;
  rows.ariaLabel = words;
};

export const drop = ({ entry, parts }) => {
  if (!parts.places) return;
  parts.places.badge.remove();
  parts.places.rows.remove();
  parts.places = null;
  parts.hearts = new Map([[entry, parts.hearts.get(entry)]]);
};

export const beside = (list, { photo }) => {
  const first = (one) => one.photo.looksLike || one.photo.id;
  const own = photo.looksLike || photo.id;
  return list.filter((one) => first(one) === own && one.photo.id !== photo.id);
};
