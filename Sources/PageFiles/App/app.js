// The app: the address bar holds what is shown, and every choice changes the address

import * as detail from "../Shared/detail.js";
import { byId } from "../Shared/dom.js";
import * as grid from "../Shared/grid.js";
import { nameOf } from "../Shared/photos.js";
import * as collections from "./collections.js";
import * as downloads from "./downloads.js";
import * as favorites from "./favorites.js";
import * as filters from "./filters.js";
import * as further from "./further.js";
import * as keys from "./keys.js";
import * as photoDetails from "./photoDetails.js";
import * as providers from "./providers.js";
import * as purposes from "./purposes.js";
import * as searches from "./searches.js";
import * as selection from "./selection.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";
import * as undo from "./undo.js";
import * as views from "./views.js";

const field = byId("words");
let timer = 0;

const read = () => {
  const parameters = new URLSearchParams(location.search);
  const { q, view, collection, ...options } = Object.fromEntries(parameters);
  if (view === "favorites" || view === "history") {
    return { view, words: null, options: {}, collection: collection || null };
  }
  const isSearch = q !== undefined || Object.keys(options).length > 0;
  const words = q === undefined ? null : q.trim();
  return { view: isSearch ? "search" : "welcome", words, options, collection: null };
};

const title = () => {
  const photo = detail.current();
  const name = photo ? nameOf(photo) : views.title();
  document.title = `${name} · imgsearch`;
};

// Shows the list, and why the photo in the address bar can't be shown
const drop = (why) => {
  trouble.say(why);
  history.replaceState(null, "", location.pathname + location.search);
  detail.follow();
};

const route = (isChosen) => {
  const asked = read();
  const coming = views.recall(asked);
  if (coming) return coming.then(() => route(isChosen));
  if (!views.isShown(asked)) {
    views.show(asked, isChosen);
    if (isChosen || document.activeElement !== field) field.value = asked.words || "";
  }
  if (detail.named() === null) drop("The address names no photo.");
  detail.follow();
  title();
};

// Goes to an address of the app; `instead` replaces the current entry of the history
const go = (address, { instead = false, isChosen = true } = {}) => {
  history[instead ? "replaceState" : "pushState"]({ typed: !isChosen }, "", address);
  route(isChosen);
};

const search = (isChosen) => {
  clearTimeout(timer);
  const words = field.value.trim();
  if (!words) {
    if (isChosen) go("./");
    return;
  }
  const shown = views.asked();
  const options = shown.view === "search" ? shown.options : {};
  if (shown.view === "search" && shown.words === words) {
    if (!isChosen) return;
    searches.settle();
    return views.again();
  }
  // Words that the user is still typing replace each other in the history.
  const instead = Boolean(history.state?.typed && searches.isPassing());
  go(searches.addressOfSearch({ words, options }), { instead, isChosen });
};

const narrow = (changed) => {
  const { words, options } = views.asked();
  const kept = options.provider ? { provider: options.provider } : {};
  go(searches.addressOfSearch({ words, options: { ...filters.values(), ...kept, ...changed } }));
};

const absent = async (id) => {
  try {
    const entry = await photoDetails.find(id);
    if (detail.named() === id) detail.show(entry);
  } catch (problem) {
    if (detail.named() === id) drop(problem.message);
  }
};

const listenToField = () => {
  const searchSoon = ({ isComposing }) => {
    clearTimeout(timer);
    // Text that an input method hasn't committed yet isn't searched for.
    if (isComposing || [...field.value.trim()].length < 3) return;
    timer = setTimeout(() => search(false), 300);
  };
  field.addEventListener("input", searchSoon);
  field.addEventListener("compositionend", searchSoon);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    search(true);
    if (field.value) byId("heading").focus({ preventScroll: true });
  });
  byId("clear").onclick = () => {
    clearTimeout(timer);
    field.value = "";
    field.focus();
  };
};

// Links within the app change the view without loading the page again.
const listenToLinks = () => {
  document.addEventListener("click", (event) => {
    const chosen = event.target.closest("a.go");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!chosen || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    field.value = "";
    go(chosen.getAttribute("href"));
    field.value = views.asked().words || "";
    byId("heading").focus({ preventScroll: true });
  });
};

// A link to a list by tag or author of all services that have such lists, with the current filters
const wayToList = (text, kind, value) => {
  const options = { ...views.asked().options };
  for (const other of ["provider", "author", "tag"]) delete options[other];
  return searches.wayTo("", text, { words: null, options: { ...options, [kind]: value } });
};

// A link to photos with a tag: a list if the photo's service has lists by tag, else a search
const wayToTag = (tag, { photo: { provider } }) =>
  providers.lists(provider, "tag")
    ? wayToList(tag, "tag", tag)
    : searches.wayTo("", tag, { words: tag, options: views.asked().options });

// Links to more photos of the author: a list if the photo's service has them, else a search
const waysToMore = ({ photo: { author, tags, provider } }) => {
  if (!author.name) return [];
  if (providers.lists(provider, "author")) {
    return [wayToList("More of this author", "author", author.name)];
  }
  const { words, options } = views.asked();
  const narrowed = {
    words: words ?? tags[0] ?? null,
    options: { ...options, author: author.name },
  };
  return [searches.wayTo("", "More of this author", narrowed)];
};

const heart = (entry) => {
  searches.settle();
  favorites.toggle(entry);
};

const connect = () => {
  const open = (entry, event) => selection.takes(entry, event) || detail.open(entry);
  const hearts = { ...favorites, toggle: heart };
  grid.begin({ open, hearts, end: views.more, dress: selection.dress });
  detail.begin({
    hearts,
    end: views.more,
    absent,
    tag: wayToTag,
    more: waysToMore,
    shown: (entry) => {
      undo.stand();
      searches.settle();
      collections.offer(entry);
      downloads.offer(entry);
      further.offer(entry);
      photoDetails.soon(entry);
      title();
    },
    hidden: () => {
      undo.stand();
      photoDetails.stop();
      further.clear();
      title();
      // The photo isn't in the list, so the heading takes the focus instead
      byId("heading").focus({ preventScroll: true });
      views.catchUp();
    },
  });
  favorites.onChange(({ isOther, isSearch, isCollected }) => {
    const { view } = views.asked();
    selection.mark();
    if (isCollected) collections.refresh();
    if (isOther) views.refresh();
    if (isSearch && view === "history") searches.showAll();
    if (isSearch) searches.fetchRecent();
  });
  trouble.onEnd(views.end);
  addEventListener("popstate", () => route(true));
  addEventListener("hashchange", () => route(true));
  listenToField();
  listenToLinks();
  keys.begin();
  further.begin(hearts);
  selection.begin(views);
  collections.begin({ go: (address) => go(address, { instead: true }), taken: views.refresh });
};

const begin = async () => {
  history.scrollRestoration = "manual";
  let start;
  try {
    [start] = await Promise.all([server.call("start"), searches.fetchRecent()]);
  } catch (problem) {
    return trouble.tell(problem);
  }
  views.begin(start);
  filters.begin(start, () => narrow({}), views.asked);
  purposes.begin(start, () => narrow({}));
  providers.begin(start, (provider) => narrow({ provider }));
  connect();
  await route(true);
  const isBare = views.asked().view === "welcome" && !location.hash;
  if (isBare && matchMedia("(hover: hover)").matches) field.focus();
  favorites.listen();
};

begin();
