// Favorites, which are the program's: a heart is set here at once and told to it, and what is
// changed elsewhere is told by it. Each has all of its photo's names.
// Uses detail, grid, server, undo

const favorites = (() => {
  let ids = new Set();
  let historyMark = null;
  let listeners = [];
  // What was set here, by name, until the program tells of favorites as they are after it
  const pending = new Map();
  // One change after another: of two presses the last is to hold
  let lastChange = Promise.resolve();

  const set = (id, isOn) => {
    if (isOn) ids.add(id);
    else ids.delete(id);
  };

  const show = () => {
    grid.markAll();
    detail.mark();
  };

  const hold = (name, change) => {
    pending.set(name, change);
    set(name, change.isOn);
  };

  const tell = async (id, change) => {
    // A later one of the same photo holds.
    const isLast = () => pending.get(id) === change;
    try {
      const { names, mark } = await server.call("favorite", { id, on: change.isOn });
      change.mark = mark;
      if (isLast()) for (const name of names) hold(name, change);
    } catch (problem) {
      trouble.say(problem.message);
      if (!isLast()) return;
      pending.delete(id);
      set(id, !change.isOn);
      show();
    }
  };

  const toggle = (entry) => {
    const { id } = entry.photo;
    const change = { isOn: !ids.has(id), mark: Infinity };
    hold(id, change);
    show();
    if (change.isOn) undo.withdraw(id);
    else undo.offer("Removed from the favorites.", id, () => ids.has(id) || toggle(entry));
    lastChange = lastChange.then(() => tell(id, change));
  };

  const take = ({ favorites: names, history, mark }) => {
    const before = ids;
    ids = new Set(names);
    for (const [name, change] of pending) {
      if (change.mark <= mark) pending.delete(name);
      else set(name, change.isOn);
    }
    const hasChanged = before.size !== ids.size || [...ids].some((id) => !before.has(id));
    // What is told first is how things stand, not what has changed.
    const isFirst = historyMark === null;
    const isOther = !isFirst && hasChanged;
    const isSearch = !isFirst && history !== historyMark;
    historyMark = history;
    if (hasChanged) show();
    for (const listener of listeners) listener({ isOther, isSearch });
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
  const listen = async () => {
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

  return {
    has: ({ photo }) => ids.has(photo.id),
    // A photo came with its heart: the program knows it by its other names too
    meet: ({ photo }) => {
      if (!pending.has(photo.id)) set(photo.id, Boolean(photo.favorite));
    },
    toggle,
    listen,
    // isOther: favorites have changed; isSearch: the history has
    onChange: (listener) => {
      listeners = [...listeners, listener];
    },
  };
})();
