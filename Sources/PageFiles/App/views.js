// The four things that the app shows: welcome, a search, favorites, history
// Uses detail, filters, grid, listing, photos, providers, searches, server

const views = (() => {
  // What services ask to have said where their photos are, each once
  const showNotices = (entries) => {
    const place = byId("notices");
    for (const { notice } of entries) {
      if (notice && !place.textContent.includes(notice)) place.append(`${notice} `);
    }
  };

  // Lists that were left, so that going back asks nobody anew
  const kept = new Map();
  const mostKept = 6;
  let listing = null;
  let asked = null;
  // Whether favorites have changed since they were listed
  let isStale = false;

  const parts = [
    "filters",
    "providers",
    "reasons",
    "recent",
    "collections",
    "past",
    "wall",
    "terms",
  ];

  const showOnly = (...ids) => {
    for (const id of parts) byId(id).hidden = !ids.includes(id);
  };

  const say = (words) => {
    if (byId("status").textContent !== words) byId("status").textContent = words;
  };

  const foundWords = () => {
    const { entries, state } = listing;
    if (trouble.hasEnded()) return entries.length ? count(entries.length, "photo") : "";
    if (state === "loading" && !entries.length) return "Searching…";
    if (!entries.length) return state === "failed" || state === "nothing" ? "" : "No photos.";
    const words = count(entries.length, "photo");
    return { loading: `${words}…`, more: `${words}, more below` }[state] || words;
  };

  const sayFound = () => {
    if (asked.view === "welcome") return say(byId("missing").textContent);
    say(asked.view === "favorites" && !listing.entries.length ? "" : foundWords());
  };

  // The summary is the last batch's, which may be all there is.
  const allWords = () => {
    const { entries, end } = listing;
    const words = end.shown === entries.length ? end.found : count(entries.length, "photo");
    return element("p", "quiet", `That's all: ${words}`);
  };

  // What stands below the last photo
  const showEnd = () => {
    const { state, why, end, entries } = listing;
    const place = byId("below");
    const again = (text) => button("", text, () => listing.load());
    // That the program has ended is told above it all.
    if (trouble.hasEnded() && state !== "done") place.replaceChildren();
    else if (state === "loading") place.replaceChildren(element("p", "quiet", "Loading…"));
    else if (state === "failed") {
      place.replaceChildren(element("p", "none", why), again("Try again"));
    } else if (state === "nothing") {
      const nobody = !entries.length && listing.providers.every((one) => one.state === "failed");
      const words = nobody
        ? "Nobody answered."
        : `No more photos for now. ${end.leftOut || ""}`.trim();
      const reasons = providers.reasons(listing);
      const button = again(nobody ? "Try again" : "Look further");
      place.replaceChildren(element("p", "quiet", words), ...reasons, button);
    } else if (state === "done" && asked.view === "favorites") {
      place.replaceChildren(...(entries.length ? [] : [element("p", "empty", nothingKept())]));
    } else if (state === "done") {
      place.replaceChildren(allWords(), ...providers.reasons(listing));
    } else place.replaceChildren();
    place.hidden = !place.firstChild;
  };

  const nothingKept = () =>
    asked.collection
      ? "No favorites in this collection."
      : "No favorites yet. Press the heart of a photo to keep it here.";

  const follow = (event) => {
    if (event.added) {
      // What stands below would be pushed down by each photo.
      byId("below").hidden = true;
      grid.add([event.added]);
      detail.setList(listing.entries);
      searches.seen();
      showNotices([event.added]);
    }
    if (event.providers || event.state) providers.report(listing);
    if (event.state) {
      const { state } = listing;
      grid.setEnd(state === "done" || state === "nothing" || state === "failed");
      if (state !== "loading") searches.arrived();
      if (asked.view === "favorites" && listing.end) showCollections();
      showEnd();
    }
    // Told for each photo, it would be read aloud for each.
    if (event.state) sayFound();
  };

  const keyOf = ({ view, words, options, collection }) =>
    JSON.stringify([view, words, Object.entries(options).sort(), collection]);

  const keep = (key, made) => {
    kept.delete(key);
    kept.set(key, made);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value);
    return made;
  };

  const bodyOf = ({ view, words, options, collection }) =>
    view === "favorites" ? ["favorites", { collection }] : ["search", { words, options }];

  const leaveListing = () => {
    if (!listing) return;
    listing.scroll = scrollY;
    listing.stop();
    listing.onChange = () => {};
    listing = null;
  };

  // Shows a list as it was left, or begins it
  const showListing = (isAnew) => {
    leaveListing();
    const key = keyOf(asked);
    listing = keep(key, (!isAnew && kept.get(key)) || makeListing(...bodyOf(asked)));
    listing.onChange = follow;
    detail.setList(listing.entries);
    grid.setEnd(false);
    grid.show(listing.entries);
    byId("notices").replaceChildren();
    showNotices(listing.entries);
    providers.report(listing);
    scrollTo(0, listing.scroll);
    if (listing.state === "new") listing.load();
    else follow({ state: true });
  };

  const take = async (file) => {
    try {
      const { added, known, refused } = await server.call("import", { lines: await file.text() });
      const words = [`${count(added, "favorite")} added, ${known} known`, ...refused.slice(0, 3)];
      trouble.say(words.join(". "));
      if (added) refresh();
    } catch (problem) {
      trouble.say(problem.message);
    }
  };

  // What brings favorites of a page in one file here
  const importButtons = () => {
    const input = element("input");
    input.type = "file";
    input.accept = ".ndjson,.json,application/x-ndjson";
    input.hidden = true;
    input.addEventListener("change", () => input.files[0] && take(input.files[0]));
    return [button("chip", "Import favorites…", () => input.click()), input];
  };

  const showCollections = () => {
    const known = listing.end ? listing.end.collections : [];
    const names = [null, ...new Set([...known, asked.collection].filter(Boolean))];
    const chips = names.map((name) => {
      const chip = element("a", "chip go", name || "All");
      chip.href = `?${new URLSearchParams({ view: "favorites", ...(name && { collection: name }) })}`;
      if (name === asked.collection) chip.setAttribute("aria-current", "page");
      return chip;
    });
    // All favorites alone are no choice.
    const choices = chips.length > 1 ? chips : [];
    byId("collections").replaceChildren(...choices, ...importButtons());
    byId("collections").hidden = false;
  };

  const leave = () => {
    leaveListing();
    searches.leave();
    byId("below").replaceChildren();
    byId("notices").replaceChildren();
    say("");
  };

  const enter = {
    welcome: () => {
      showOnly("wall", "terms");
      providers.show("list", asked.options.provider);
      searches.showRecent();
      showListing();
    },
    search: (isChosen) => {
      showOnly("filters", "providers", "reasons", "terms");
      filters.show(asked.options);
      const kind = asked.words === null ? "list" : "search";
      providers.show(kind, asked.options.provider);
      showListing();
      // Going back to a list that is there is no new search.
      if (listing.entries.length) return;
      const { words, options } = asked;
      searches.begin({ words, options, listing }, isChosen);
    },
    favorites: () => {
      showOnly("collections");
      // Others may have changed them.
      showListing(true);
      showCollections();
    },
    history: () => {
      showOnly("past");
      listing = null;
      grid.setEnd(true);
      grid.show([]);
      detail.setList([]);
      searches.showAll();
    },
  };

  const titles = {
    welcome: () => "Photos, with licence and credit",
    search: ({ words }) => (words === null ? "Today" : words),
    favorites: ({ collection }) => collection || "Favorites",
    history: () => "History",
  };

  const refresh = () => {
    if (asked.view !== "favorites") return;
    isStale = Boolean(detail.current());
    if (isStale) return;
    const top = scrollY;
    showListing(true);
    scrollTo(0, top);
  };

  return {
    asked: () => asked,
    // What is shown, whether it stands in the document or not
    list: () => (listing ? listing.entries : []),
    title: () => titles[asked.view](asked),
    isShown: (other) => asked !== null && keyOf(asked) === keyOf(other),
    // isChosen: by Enter or a link, not while typing
    show: (other, isChosen) => {
      if (asked) leave();
      asked = other;
      byId("heading").textContent = titles[asked.view](asked);
      document.body.dataset.view = asked.view;
      for (const name of ["favorites", "history"]) {
        if (asked.view === name) byId(`to-${name}`).setAttribute("aria-current", "page");
        else byId(`to-${name}`).removeAttribute("aria-current");
      }
      enter[asked.view](isChosen);
    },
    // A search that failed, asked for once more
    again: () => listing && listing.state === "failed" && listing.load(),
    more: () => {
      if (listing && ["more", "new"].includes(listing.state) && !trouble.hasEnded()) listing.load();
    },
    // Favorites were changed elsewhere: the list of them is asked for again, where one is
    refresh,
    // The program has ended: nobody is waited for, and nothing can be tried again
    end: () => {
      if (!listing) return;
      listing.stop();
      follow({ state: true });
    },
    // What was put off while a photo was looked at
    catchUp: () => isStale && refresh(),
  };
})();
