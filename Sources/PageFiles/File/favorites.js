// Favorites of this browser, by id; without storage they last as long as the page

import { entries } from "./entries.js";

const key = "imgsearch favorites";
const ids = new Set();
let listeners = [];

// Changes made in this browser: true or false by id
const changes = () => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) || "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
};

const set = (id, isOn) => {
  if (isOn) ids.add(id);
  else ids.delete(id);
};

const keep = (changed) => {
  for (const [id, isOn] of Object.entries(changed)) set(id, Boolean(isOn));
  try {
    localStorage.setItem(key, JSON.stringify({ ...changes(), ...changed }));
  } catch {}
  listeners.forEach((listener) => listener());
};

// The id in a line of an export; null for an invalid line
const idOf = (line) => {
  try {
    const { id } = JSON.parse(line);
    return typeof id === "string" && /^[a-z0-9-]+:./.test(id) ? id : null;
  } catch {
    return null;
  }
};

// The favorites in the page, with the changes made in this browser
export const begin = () => {
  for (const { photo } of entries) set(photo.id, photo.favorite);
  keep(changes());
};

export const has = ({ photo }) => ids.has(photo.id);

export const onChange = (listener) => {
  listeners = [...listeners, listener];
};

export const toggle = ({ photo }) => keep({ [photo.id]: !ids.has(photo.id) });

// Imports an export of this page, of another one, or of the program
export const take = (text) => {
  const lines = text.split("\n").filter((line) => line.trim());
  const found = lines.map(idOf);
  const here = new Set(entries.map(({ photo }) => photo.id));
  const known = found.filter((id) => here.has(id));
  keep(Object.fromEntries(known.map((id) => [id, true])));
  const elsewhere = found.filter((id) => id && !here.has(id)).length;
  const unreadable = found.filter((id) => !id).length;
  return { taken: new Set(known).size, elsewhere, unreadable };
};

// The favorites as lines for `imgsearch favorites import`
export const lines = () =>
  entries
    .filter(({ photo }) => ids.has(photo.id))
    .map(({ photo }) => `${JSON.stringify({ ...photo, favorite: true })}\n`)
    .join("");
