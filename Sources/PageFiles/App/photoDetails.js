// What the app adds to a photo in full: what its service tells of it alone

import * as detail from "../Shared/detail.js";
import { byId, element } from "../Shared/dom.js";
import * as favorites from "./favorites.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";

const asked = new Set();
const whys = new WeakMap();
let timer = 0;

// What was known stays where the answer doesn't tell it.
const merge = (entry, newer) => {
  for (const [name, value] of Object.entries(newer.photo)) {
    if (value !== null && value !== undefined) entry.photo[name] = value;
  }
  for (const name of ["camera", "exposure"]) entry[name] = newer[name] || entry[name];
  entry.credits = newer.credits;
  entry.permits = newer.permits;
  entry.pictures = newer.pictures;
  detail.refresh(entry);
};

// Why no more is known than before, where a photo's service didn't tell
const tell = (entry) => {
  if (!whys.has(entry) || detail.current() !== entry) return;
  const words = element("p", "some", whys.get(entry));
  words.id = "why";
  words.setAttribute("role", "status");
  byId("extras").append(words);
};

const take = (entry, { why }) => {
  if (!why) return;
  whys.set(entry, why);
  tell(entry);
};

const ask = async (entry) => {
  asked.add(entry);
  try {
    const answer = await server.call("photo", { id: entry.photo.id });
    merge(entry, answer.entry);
    take(entry, answer);
  } catch {
    // All that a list tells is there; less is told of the photo, that is all.
  }
};

// Stepping from photo to photo asks for none of those that are passed.
export const soon = (entry) => {
  clearTimeout(timer);
  tell(entry);
  if (!asked.has(entry) && !trouble.hasEnded()) timer = setTimeout(() => ask(entry), 300);
};

export const stop = () => clearTimeout(timer);

// A photo that the address bar names, and no list has
export const find = async (id) => {
  const answer = await server.call("photo", { id });
  const { entry } = answer;
  asked.add(entry);
  take(entry, answer);
  favorites.meet(entry);
  return entry;
};
