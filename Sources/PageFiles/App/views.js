// The four things that the app shows: welcome, a search, favorites, history
// Uses collections, detail, filters, grid, listing, outcome, photos, providers, searches, selection, server

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

  // Photos of a batch, where nobody scrolls fast
  let usual = 30;
  const most = 200;

  const say = (words) => {
    if (byId("status").textContent !== words) byId("status").textContent = words;
  };

  const foundWords = () => {
    const { entries, state } = listing;
    if (state === "loading" && !entries.length) return trouble.hasEnded() ? "" : "Searching…";
    if (outcome.isTold(listing, asked)) return "";
    const words = count(entries.length, "photo");
    const more = { loading: ", more are coming…", more: ", more below" }[state] || "";
    const missed = asked.view === "favorites" ? [] : providers.missed(listing);
    return [`${words}${trouble.hasEnded() ? "" : more}`, ...missed].join(" · ");
  };

  const sayFound = () =>
    say((asked.view === "welcome" && providers.lackingWords()) || foundWords());

  const follow = (event) => {
    if (event.added) {
      grid.add([event.added]);
      detail.setList(listing.entries);
      searches.seen();
      showNotices([event.added]);
    }
    if (event.providers || event.state) providers.report(listing);
    if (event.state) {
      const { state } = listing;
      const isOver = trouble.hasEnded() || ["done", "nothing", "failed"].includes(state);
      grid.setEnd(isOver);
      if (state !== "loading") searches.arrived();
      if (asked.view === "favorites" && listing.end) {
        byId("to-export").hidden = !listing.entries.length;
        selection.keep(listing.entries);
      }
      document.body.dataset.list = trouble.hasEnded() ? "done" : state;
      outcome.show(listing, asked);
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

  const leave = () => {
    leaveListing();
    selection.clear();
    searches.leave();
    outcome.show(null);
    byId("notices").replaceChildren();
    say("");
  };

  const enter = {
    welcome: () => {
      providers.show("list", asked.options.provider);
      searches.showRecent();
      showListing();
    },
    search: (isChosen) => {
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
      // Others may have changed them.
      showListing(true);
      collections.show(asked.collection);
    },
    history: () => {
      listing = null;
      document.body.dataset.list = "done";
      grid.setEnd(true);
      grid.show([]);
      detail.setList([]);
      searches.showAll();
    },
  };

  const titles = {
    welcome: () => "Photos of today",
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

  // As many as somebody who scrolls that fast, in pixels a second, passes in a second and twice the
  // time that the last batch took
  const batchFor = ({ speed, height }) => {
    const passed = (speed * (1000 + 2 * listing.took)) / 1000;
    const photos = Math.ceil((passed * listing.entries.length) / Math.max(1, height));
    return Math.min(most, Math.max(usual, photos));
  };

  return {
    begin: (start) => {
      usual = start.count;
    },
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
      if (!listing || !["more", "new"].includes(listing.state) || trouble.hasEnded()) return;
      listing.load(batchFor(grid.pace()));
    },
    // Favorites were changed elsewhere: the list of them is asked for again, where one is
    refresh,
    // The program has ended: nobody is waited for, and nothing can be tried again
    end: () => {
      selection.clear();
      if (!listing) return;
      listing.stop();
      follow({ state: true });
    },
    // What was put off while a photo was looked at
    catchUp: () => isStale && refresh(),
  };
})();
