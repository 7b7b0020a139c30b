// A list of photos that grows, one batch after another

import * as favorites from "./favorites.js";
import * as server from "./server.js";

// name and body are the call that starts the list; left is what a page before kept of it. The view
// that shows the list sets its onChange.
export const makeListing = (name, body, left = null) => {
  const listing = {
    entries: [],
    // The providers' states, the end of the last batch, why it failed, and the exit code
    providers: [],
    // Photos by provider for the whole list, as the providers' reports only count one batch
    shown: {},
    end: null,
    // The names of filters that may leave out all photos, the likeliest first
    drop: [],
    // Why providers can't do what is asked, by their ids
    unable: {},
    why: "",
    code: null,
    took: 1000,
    // left (the program has its photos), new, loading, more, nothing (a batch without photos, but
    // not the end), failed, done
    state: left ? "left" : "new",
    scroll: 0,
    // The ids of selected photos
    selected: [],
    onChange: () => {},
  };
  const ids = new Set();
  let next = null;
  let stopper = null;

  const add = (entry) => {
    favorites.meet(entry);
    // After a failure, photos of the failed batch come again.
    if (ids.has(entry.photo.id)) return;
    ids.add(entry.photo.id);
    listing.entries.push(entry);
    const { provider } = entry.photo;
    listing.shown[provider] = (listing.shown[provider] || 0) + 1;
    listing.onChange({ added: entry });
  };

  const take = (event) => {
    if (event.photo) add(event.photo);
    if (event.providers) {
      // Notices are kept for the whole list, as each batch only sends its own.
      const said = new Map(listing.providers.map(({ id, notice }) => [id, notice]));
      listing.providers = event.providers.map((one) => ({
        ...one,
        notice: one.notice || said.get(one.id) || null,
      }));
      listing.onChange({ providers: true });
    }
    if (event.end) listing.end = event.end;
    if (event.drop) ({ drop: listing.drop, unable: listing.unable } = event);
  };

  const finish = (before) => {
    if (!listing.end) throw new Error("The answer broke off.");
    next = listing.end.next || null;
    // A limit of pages ended the batch early, so the user decides whether to continue.
    const hasGrown = listing.entries.length > before && !listing.end.stopped;
    listing.state = !next ? "done" : hasGrown ? "more" : "nothing";
  };

  // photos: how many are needed at least; the program decides if not given
  const load = async (photos) => {
    if (["loading", "done"].includes(listing.state)) return;
    listing.state = "loading";
    [listing.why, listing.code] = ["", null];
    listing.end = null;
    const start = performance.now();
    stopper = new AbortController();
    const { signal } = stopper;
    const before = listing.entries.length;
    listing.onChange({ state: true });
    try {
      await server.stream(name, next ? { cursor: next, count: photos } : body, signal, take);
      listing.took = performance.now() - start;
      if (signal.aborted) return;
      finish(before);
    } catch (problem) {
      if (signal.aborted) return;
      listing.state = "failed";
      [listing.why, listing.code] = [problem.message, problem.code];
    }
    listing.onChange({ state: true });
  };

  let coming = null;
  // Fetches the photos of a list that was left from the program; if it lacks one, the list is new.
  const recall = async () => {
    try {
      const ids = left.photos.map(([id]) => id);
      const { photos, favorites: hearts } = await server.call("photos", { ids });
      for (const [index, entry] of photos.entries()) {
        entry.photo.looksLike = left.photos[index][1];
        entry.photo.favorite = hearts.includes(entry.photo.id);
        add(entry);
      }
      Object.assign(listing, left.facts);
      ({ next } = left);
    } catch {
      listing.state = "new";
    }
  };

  // The list as a page that is left keeps it
  const keep = () => {
    if (listing.state === "left") return left;
    const { providers, unable, end, took, state, scroll, selected } = listing;
    const isOver = ["done", "nothing"].includes(state);
    return {
      photos: listing.entries.map(({ photo }) => [photo.id, photo.looksLike]),
      facts: { providers, unable, end, took, scroll, selected, state: isOver ? state : "more" },
      next,
    };
  };

  return Object.assign(listing, {
    load,
    keep,
    recall: () => (coming ||= recall()),
    hasAnswer: () =>
      listing.entries.length > 0 ||
      listing.providers.some(({ state }) => state === "ready" || state === "ended"),
    // Whether a service found nothing with words that were only typed: Enter asks it for some of them
    mayFindMore: () =>
      Boolean(body.typed) &&
      body.words?.split(" ").length > 2 &&
      listing.providers.some(({ id, state }) => state === "ended" && !listing.shown[id]),
    // Cancels the batch under way, with its requests to providers; it can be loaded again
    stop: () => {
      if (listing.state !== "loading") return;
      listing.state = listing.entries.length ? "more" : "new";
      stopper.abort();
    },
  });
};
