// Favorites, which the program stores. A heart changes here at once and the program is told; the
// program tells about changes made elsewhere. A favorite is listed under all ids of its photo.

import { count } from "../Shared/dom.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";

let ids = new Set();
let historyMark = null;
let listeners = [];
// Changes made here, by id, until the program's list includes them
const pending = new Map();
// Changes are sent one after another, so that the last of two presses counts
let lastChange = Promise.resolve();
// Changes made here, those without an answer, and the program's mark of the last answered
let changes = 0;
let unanswered = 0;
let lastMark = -1;
// The collections' mark as this page knows it, and the last line of news from the program
let collectionsMark = null;
let told = null;
// News that came while a change had no answer, when it isn't known whose change it tells
let waiting = null;

const set = (id, isOn) => {
  if (isOn) ids.add(id);
  else ids.delete(id);
};

const hold = (name, change) => {
  pending.set(name, change);
  set(name, change.isOn);
};

// The news are {} if only hearts have changed
const say = (news) => listeners.forEach((listener) => listener(news));

// Whether others have changed collections. News that this page's own change explains don't count
const isNewsOfCollections = () => {
  if (!told || unanswered || told.mark < lastMark) return false;
  const before = collectionsMark;
  collectionsMark = told.collections;
  return before !== null && before !== collectionsMark;
};

const call = async (name, body) => {
  unanswered += 1;
  const answering = lastChange.then(() => server.call(name, body));
  lastChange = answering.catch(() => {});
  try {
    const answer = await answering;
    [lastMark, collectionsMark] = [answer.mark, answer.collections];
    return answer;
  } finally {
    unanswered -= 1;
    say({ isOther: isNewsOfCollections(), isCollected: true });
    if (waiting) setTimeout(() => waiting && take(waiting));
  }
};

// Makes photos favorites or removes them; with a collection, adds them to both, or removes them from it
const change = async (names, isOn, collection) => {
  const before = new Set(ids);
  changes += 1;
  const made = { isOn, number: changes, mark: Infinity };
  if (isOn || !collection) for (const id of names) hold(id, made);
  say({});
  try {
    const answer = await call("favorite", { ids: names, on: isOn, collection });
    made.mark = answer.mark;
    const isLast = (name) => !(pending.get(name)?.number > made.number);
    if (isOn || !collection) answer.names.filter(isLast).forEach((name) => hold(name, made));
  } catch (problem) {
    for (const id of names.filter((name) => pending.get(name) === made)) {
      pending.delete(id);
      set(id, before.has(id));
    }
    say({});
    throw problem;
  }
};

export const mark = (names, isOn) => {
  const changed = names.filter((id) => ids.has(id) !== isOn);
  if (!changed.length) return;
  const thing = changed.join(" ");
  change(changed, isOn).catch(trouble.tell);
  if (isOn) return undo.withdraw(thing);
  const what = changed.length > 1 ? `${count(changed.length, "photo")} removed` : "Removed";
  undo.offer(`${what} from the favorites.`, thing, () => mark(changed, true));
};

const take = (line) => {
  // News that come late through another page may be outdated.
  if (told && line.mark < told.mark) return;
  waiting = unanswered ? line : null;
  if (unanswered) return;
  const { favorites: names, history, mark } = line;
  const before = ids;
  ids = new Set(names);
  for (const [name, change] of pending) {
    if (change.mark <= mark) pending.delete(name);
    else set(name, change.isOn);
  }
  const hasChanged = ids.symmetricDifference(before).size > 0;
  const isFirst = historyMark === null;
  const isSearch = !isFirst && history !== historyMark;
  historyMark = history;
  told = line;
  const isCollected = isNewsOfCollections();
  if (hasChanged) say({});
  say({ isOther: isCollected || (!isFirst && hasChanged), isSearch, isCollected });
};

// A browser opens only six connections to a host, and a stream of news takes one. So only one
// visible page of this gallery listens, and tells the others.
const name = `changes ${location.pathname}`;
const others = new BroadcastChannel(name);
let stop = null;
let last = null;

others.addEventListener("message", ({ data }) => {
  if (data.asks && last) others.postMessage({ line: last });
  if (data.line && stop) take(data.line);
});

const listenForAll = async (signal) => {
  try {
    await server.stream("changes", {}, signal, (line) => {
      last = line;
      others.postMessage({ line });
      take(line);
    });
  } finally {
    last = null;
  }
};

// Listens while the page is visible, once the page that listened is closed or hidden. The stream
// only ends with the program, unless the program says that too many pages listen.
export const listen = async () => {
  if (document.hidden || stop || trouble.hasEnded()) return;
  stop = new AbortController();
  const { signal } = stop;
  others.postMessage({ asks: true });
  try {
    await navigator.locks.request(name, { signal }, () => listenForAll(signal));
  } catch (problem) {
    if (problem.isAnswer && stop?.signal === signal) {
      stop = null;
      setTimeout(listen, 30_000);
      return;
    }
  }
  if (!signal.aborted) trouble.end();
};

// A page that is being left cancels its requests, which isn't the end of the program.
const pause = () => {
  if (stop) stop.abort();
  stop = null;
};

addEventListener("pagehide", pause);
document.addEventListener("visibilitychange", () => (document.hidden ? pause() : listen()));

export const has = ({ photo }) => ids.has(photo.id);

// A photo came with its heart set under its own id; the program also knows its other ids
export const meet = ({ photo }) => {
  if (!pending.has(photo.id)) set(photo.id, Boolean(photo.favorite));
};

export const toggle = ({ photo: { id } }) => mark([id], !ids.has(id));

export const collect = change;

export const changeCollection = (name, to) => call("collection", { name, to });

// Also called after each change of hearts. isOther: others have changed favorites or collections.
// isSearch: the history has changed. isCollected: collections may have changed.
export const onChange = (listener) => {
  listeners = [...listeners, listener];
};
