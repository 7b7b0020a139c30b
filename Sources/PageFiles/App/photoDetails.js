// Adds to the detail what only the photo's own service tells

import * as detail from "../Shared/detail.js";
import { byId, element } from "../Shared/dom.js";
import * as favorites from "./favorites.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";

const asked = new Set();
const whys = new WeakMap();
let timer = 0;

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

const tell = (entry) => {
  if (!whys.has(entry) || detail.current() !== entry) return;
  const words = element("p", "some", whys.get(entry));
  words.id = "why";
  words.role = "status";
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
  } catch {}
};

// Waits, so that stepping through photos doesn't request each of them.
export const soon = (entry) => {
  clearTimeout(timer);
  tell(entry);
  if (!asked.has(entry) && !trouble.hasEnded()) timer = setTimeout(() => ask(entry), 300);
};

export const stop = () => clearTimeout(timer);

// A photo that is in the address bar but in no list
export const find = async (id) => {
  const answer = await server.call("photo", { id });
  const { entry } = answer;
  asked.add(entry);
  take(entry, answer);
  favorites.meet(entry);
  return entry;
};
