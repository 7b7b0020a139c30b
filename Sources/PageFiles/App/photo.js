// What the app adds to a photo in full: what its service tells of it alone, and its download
// Uses detail, favorites, photos, searches, server

const photoDetails = (() => {
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

  return {
    // Stepping from photo to photo asks for none of those that are passed.
    soon: (entry) => {
      clearTimeout(timer);
      tell(entry);
      if (!asked.has(entry) && !trouble.hasEnded()) timer = setTimeout(() => ask(entry), 300);
    },
    stop: () => clearTimeout(timer),
    // A photo that the address bar names, and no list has
    find: async (id) => {
      const answer = await server.call("photo", { id });
      const { entry } = answer;
      asked.add(entry);
      take(entry, answer);
      favorites.meet(entry);
      return entry;
    },
  };
})();

const downloads = (() => {
  // By id: how far it is, or what it came to. Kept while one looks at other photos.
  const states = new Map();
  const mostAtOnce = 2;
  // { id, size, stopper }
  let waiting = [];
  const running = new Set();

  const roles = {
    thumb: "Tiny",
    small: "Small",
    regular: "Medium",
    full: "Large",
    original: "Original",
  };

  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

  const progressOf = ({ bytes, of }) =>
    of ? `${megabytes(bytes)} of ${megabytes(of)}` : megabytes(bytes);

  const show = (id) => {
    const current = detail.current();
    const place = byId("extras").querySelector(".download");
    if (!place || !current || current.photo.id !== id) return;
    const { words = "", isBusy = false, share = null, failed = false } = states.get(id) || {};
    // Not disabled, which would take the focus from it
    const [start, cancel] = place.querySelectorAll("button");
    start.setAttribute("aria-disabled", String(isBusy));
    if (cancel.contains(document.activeElement) && !isBusy) start.focus();
    cancel.hidden = !isBusy;
    const bar = place.querySelector("progress");
    bar.hidden = !isBusy;
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
    const said = place.querySelector(".said");
    // A screen reader would read each step aloud.
    said.setAttribute("aria-live", isBusy ? "off" : "polite");
    said.textContent = words;
    said.classList.toggle("none", failed);
  };

  const set = (id, state) => {
    states.set(id, state);
    show(id);
  };

  const take = (id, event) => {
    if (event.saved) {
      set(id, { words: `Saved as ${event.saved} in ${event.folder}` });
    } else if (event.bytes !== undefined) {
      const share = event.of ? event.bytes / event.of : null;
      set(id, { words: progressOf(event), isBusy: true, share });
    }
  };

  const run = async (job) => {
    const { id, size, stopper } = job;
    const { signal } = stopper;
    running.add(job);
    try {
      await server.stream("download", { id, size }, signal, (event) => take(id, event));
      if (states.get(id).isBusy && !signal.aborted) throw new Error("The answer broke off.");
    } catch (problem) {
      if (!signal.aborted) set(id, { words: problem.message, failed: true });
    }
    running.delete(job);
    if (waiting.length) run(waiting.shift());
  };

  // One that the program has saved meanwhile stays saved.
  const stop = (id) => {
    if (!states.get(id)?.isBusy) return;
    waiting = waiting.filter((job) => job.id !== id);
    set(id, { words: "Cancelled." });
    for (const job of running) if (job.id === id) job.stopper.abort();
  };

  const begin = (entry, size) => {
    const { id } = entry.photo;
    if (states.has(id) && states.get(id).isBusy) return;
    const isNext = running.size < mostAtOnce;
    const job = { id, size, stopper: new AbortController() };
    set(id, { words: isNext ? "Begins…" : "Waits for another…", isBusy: true });
    if (isNext) run(job);
    else waiting.push(job);
    searches.settle();
  };

  const makeSizes = ({ photo }) => {
    const sizes = element("select");
    sizes.setAttribute("aria-label", "Size");
    for (const { role, width, height } of photo.renditions) {
      const pixels = width && height ? ` · ${width} × ${height}` : "";
      sizes.append(new Option(`${roles[role] || role}${pixels}`, role));
    }
    const has = (role) => photo.renditions.some((one) => one.role === role);
    sizes.value = Object.keys(roles).findLast(has) || "";
    return sizes;
  };

  return {
    // The button and the sizes, below the photo's heart
    offer: (entry) => {
      if (!entry.photo.renditions.length) return;
      const place = element("div", "download");
      const sizes = makeSizes(entry);
      const start = button("", "Download", () => begin(entry, sizes.value));
      start.id = "download";
      const cancel = button("", "Cancel", () => stop(entry.photo.id));
      cancel.setAttribute("aria-label", "Cancel the download");
      const bar = element("progress");
      bar.max = 1;
      bar.setAttribute("aria-label", "Download");
      place.append(start, cancel, sizes, bar, element("p", "said"));
      byId("extras").replaceChildren(place);
      show(entry.photo.id);
    },
  };
})();
