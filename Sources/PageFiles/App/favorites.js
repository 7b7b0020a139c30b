// Favorites, which are the program's: a heart is set here at once and told to it, and what is
// changed elsewhere is told by it. Each has all of its photo's names.

import { count } from "../Shared/dom.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";

let ids = new Set();
let historyMark = null;
let listeners = [];
// What was set here, by name, until the program tells of favorites as they are after it
const pending = new Map();
// One change after another: of two presses the last is to hold
let lastChange = Promise.resolve();
// How often something was set here, how many of these changes aren't answered, and the program's
// mark of the last that is
let changes = 0;
let unanswered = 0;
let lastMark = -1;
// Collections as this page knows them, and as they were told of last, by the program's mark
let collectionsMark = null;
let told = null;
// What was told between a change and its answer, when nobody can say whose change it is
let waiting = null;

const set = (id, isOn) => {
  if (isOn) ids.add(id);
  else ids.delete(id);
};

const hold = (name, change) => {
  pending.set(name, change);
  set(name, change.isOn);
};

// {} where hearts alone have changed
const say = (news) => listeners.forEach((listener) => listener(news));

// Whether others have changed collections: what is told of them is news, unless this page has
// changed them since, or is the one who did
const isNewsOfCollections = () => {
  if (!told || unanswered || told.mark < lastMark) return false;
  const before = collectionsMark;
  collectionsMark = told.collections;
  return before !== null && before !== collectionsMark;
};

// A change, after those before it
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
    // Once what waits for the answer has taken it
    if (waiting) setTimeout(() => waiting && take(waiting));
  }
};

// Sets photos by their names: as favorites, or with a collection as part of it, which makes them
// favorites too
const change = async (names, isOn, collection) => {
  const before = new Set(ids);
  changes += 1;
  const made = { isOn, number: changes, mark: Infinity };
  if (isOn || !collection) for (const id of names) hold(id, made);
  say({});
  try {
    const answer = await call("favorite", { ids: names, on: isOn, collection });
    made.mark = answer.mark;
    // A later one of the same photo holds.
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

// Makes photos favorites, or no longer
export const mark = (names, isOn) => {
  const changed = names.filter((id) => ids.has(id) !== isOn);
  if (!changed.length) return;
  const thing = changed.join(" ");
  change(changed, isOn).catch(({ message }) => trouble.say(message));
  if (isOn) return undo.withdraw(thing);
  const what = changed.length > 1 ? `${count(changed.length, "photo")} removed` : "Removed";
  undo.offer(`${what} from the favorites.`, thing, () => mark(changed, true));
};

const take = (line) => {
  // A page that was slow to tell tells of what was before.
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
  const hasChanged = before.size !== ids.size || [...ids].some((id) => !before.has(id));
  // What is told first is how things stand, not what has changed.
  const isFirst = historyMark === null;
  const isSearch = !isFirst && history !== historyMark;
  historyMark = history;
  told = line;
  const isCollected = isNewsOfCollections();
  if (hasChanged) say({});
  say({ isOther: isCollected || (!isFirst && hasChanged), isSearch, isCollected });
};

// Of the pages of this gallery that are seen, one listens and tells the others: a web browser
// opens six connections to one host, and a stream takes one for as long as it lasts.
const name = `changes ${location.pathname}`;
const others = new BroadcastChannel(name);
let stop = null;
// What was told last, while this page is the one that listens
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

// Listens while the page is seen, once the one that listens is closed or hidden. The stream has
// no end of its own, so its end is the program's, unless the program said why: too many listen.
export const listen = async () => {
  if (document.hidden || stop || trouble.hasEnded()) return;
  stop = new AbortController();
  const { signal } = stop;
  others.postMessage({ asks: true });
  try {
    if (navigator.locks)
      await navigator.locks.request(name, { signal }, () => listenForAll(signal));
    else await listenForAll(signal);
  } catch (problem) {
    if (problem.isAnswer && stop?.signal === signal) {
      stop = null;
      setTimeout(listen, 30_000);
      return;
    }
  }
  if (!signal.aborted) trouble.end();
};

// A page that goes away ends its requests, which is no end of the program.
const pause = () => {
  if (stop) stop.abort();
  stop = null;
};

addEventListener("pagehide", pause);
document.addEventListener("visibilitychange", () => (document.hidden ? pause() : listen()));

export const has = ({ photo }) => ids.has(photo.id);

// A photo came with its heart: the program knows it by its other names too
export const meet = ({ photo }) => {
  if (!pending.has(photo.id)) set(photo.id, Boolean(photo.favorite));
};

export const toggle = ({ photo: { id } }) => mark([id], !ids.has(id));

// Puts photos into a collection, or takes them out of it
export const collect = change;

// Gives a collection another name, or removes it where there is none
export const changeCollection = (name, to) => call("collection", { name, to });

// After each change of hearts too. isOther: others have changed favorites or collections; isSearch: the history has changed;
// isCollected: collections have, or may have
export const onChange = (listener) => {
  listeners = [...listeners, listener];
};
