// A list of photos that grows: asked for batch by batch, one at a time

import * as favorites from "./favorites.js";
import * as server from "./server.js";

// name and body: the call that begins it. Its onChange is set while it is the one that is shown.
export const makeListing = (name, body) => {
  const listing = {
    entries: [],
    // The providers as they stand, the last one's end, and why it failed, with the program's code
    providers: [],
    // How many photos each has given; the providers' reports tell of one batch
    shown: {},
    end: null,
    why: "",
    code: null,
    // How long the last batch took, in milliseconds
    took: 1000,
    // new, loading, more, nothing (a batch without a photo, but not the end), failed, done
    state: "new",
    scroll: 0,
    onChange: () => {},
  };
  const ids = new Set();
  let next = null;
  let stopper = null;

  const add = (entry) => {
    favorites.meet(entry);
    // What came before a batch failed comes again when it is asked for again.
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
      // What one has said besides is of the whole list; each batch tells anew.
      const said = new Map(listing.providers.map(({ id, notice }) => [id, notice]));
      listing.providers = event.providers.map((one) => ({
        ...one,
        notice: one.notice || said.get(one.id) || null,
      }));
      listing.onChange({ providers: true });
    }
    if (event.end) listing.end = event.end;
  };

  const finish = (before) => {
    if (!listing.end) throw new Error("The answer broke off.");
    next = listing.end.next || null;
    // A limit of pages ended it before enough was found: a person decides whether to go on.
    const hasGrown = listing.entries.length > before && !listing.end.stopped;
    listing.state = !next ? "done" : hasGrown ? "more" : "nothing";
  };

  // photos: how many at least; as many as the program gives where it isn't said
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

  return Object.assign(listing, {
    load,
    // Whether anybody has answered, also with nothing
    hasAnswer: () =>
      listing.entries.length > 0 ||
      listing.providers.some(({ state }) => state === "ready" || state === "ended"),
    // Whether a service found nothing with words that were only typed: Enter asks it for some of them
    mayFindMore: () =>
      Boolean(body.typed) &&
      body.words?.split(" ").length > 2 &&
      listing.providers.some(({ id, state }) => state === "ended" && !listing.shown[id]),
    // Ends what is under way, its requests at the providers too; it can be loaded again
    stop: () => {
      if (listing.state !== "loading") return;
      listing.state = listing.entries.length ? "more" : "new";
      stopper.abort();
    },
  });
};
