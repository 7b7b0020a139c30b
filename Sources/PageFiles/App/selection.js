// Selected photos of the list, and the actions for all of them

import { button, byId, count, element, grouped, tellHeight } from "../Shared/dom.js";
import * as grid from "../Shared/grid.js";
import { nameOf } from "../Shared/photos.js";
import * as collections from "./collections.js";
import * as downloads from "./downloads.js";
import * as exporting from "./exporting.js";
import * as favorites from "./favorites.js";
import * as trouble from "./trouble.js";

const bar = byId("selection");
// Selected photos by id, in the order of selection; a list that is loaded again has new objects for
// the same photos
let chosen = new Map();
let last = null;
let saving = [];
let timer = 0;
let finger = null;
let pointer = "mouse";
let shown = null;

const idOf = ({ photo }) => photo.id;
const entries = () => [...chosen.values()];
const say = (words) => {
  byId("work").textContent = words;
  byId("selection-told").hidden = !words;
};

// The message disappears after a while, unless somebody points at it
const endSoon = () => {
  clearTimeout(timer);
  const isRead = () => byId("selection-told").matches(":hover, :focus-within");
  timer = setTimeout(() => (isRead() ? endSoon() : tell("")), 8000);
};

const dressOf = (entry, { card }) => {
  const isOn = chosen.has(idOf(entry));
  card.toggleAttribute("data-selected", isOn);
  card.querySelector(".check").ariaPressed = isOn;
};

export const dress = (entry, parts) => {
  const check = button("check", "", ({ shiftKey }) => press(entry, shiftKey));
  check.ariaLabel = `Select ${nameOf(entry)}`;
  // On a card a key selects the photo, so the check needn't be a tab stop too.
  check.tabIndex = -1;
  parts.opener.after(check);
  dressOf(entry, parts);
};

export const mark = () => {
  const areFavorites = chosen.size > 0 && entries().every(favorites.has);
  byId("favor").ariaPressed = areFavorites;
};

const show = () => {
  const isTold = !byId("selection-told").hidden;
  document.body.toggleAttribute("data-selecting", chosen.size > 0);
  bar.hidden = !chosen.size && !isTold;
  byId("selection-chosen").hidden = !chosen.size;
  byId("selected").textContent = chosen.size ? `${grouped(chosen.size)} selected` : "";
  grid.each(dressOf);
  mark();
};

const toggle = (entry) => {
  // A message of what is done goes with the next act; of what failed it stays
  if (!byId("told").firstChild) tell("");
  if (!chosen.delete(idOf(entry))) chosen.set(idOf(entry), entry);
  last = idOf(entry);
  show();
};

// Selects all photos with a card from the last one to this one
const extend = (entry) => {
  const list = shown.list().filter(grid.hasCard);
  const from = list.findIndex((one) => idOf(one) === last);
  const to = list.findIndex((one) => idOf(one) === idOf(entry));
  if (from < 0 || to < 0) return toggle(entry);
  for (const one of list.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    chosen.set(idOf(one), one);
  }
  last = idOf(entry);
  show();
};

const press = (entry, isRange) => {
  if (trouble.hasEnded()) return;
  if (isRange) extend(entry);
  else toggle(entry);
};

export const clear = () => {
  const hadFocus = byId("selection-chosen").contains(document.activeElement);
  const from = chosen.get(last) || entries().at(-1);
  chosen = new Map();
  last = null;
  show();
  if (!hadFocus) return;
  byId("heading").focus({ preventScroll: true });
  if (from) grid.focus(from);
};

export const takes = (entry, event) => {
  if (!event || trouble.hasEnded()) return false;
  const isFinger = pointer === "touch" && event.detail > 0;
  const isOne = event.ctrlKey || event.metaKey || (isFinger && chosen.size > 0);
  if (!event.shiftKey && !isOne) return false;
  press(entry, event.shiftKey);
  return true;
};

const letGo = () => {
  clearTimeout(finger?.timer);
  finger = null;
};

// A long press selects a photo; lifting the finger afterwards isn't a click.
const listenForFingers = () => {
  const list = byId("photos");
  let isLong = false;
  list.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    isLong = false;
    letGo();
    const entry = event.target.closest(".open") && grid.entryOf(event.target);
    if (pointer !== "touch" || !event.isPrimary || !entry) return;
    const timer = setTimeout(() => {
      isLong = true;
      if (!chosen.has(idOf(entry))) press(entry);
    }, 450);
    finger = { timer, x: event.clientX, y: event.clientY };
  });
  list.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (finger && Math.hypot(clientX - finger.x, clientY - finger.y) > 10) letGo();
  });
  for (const name of ["pointerup", "pointercancel"]) list.addEventListener(name, letGo);
  for (const name of ["contextmenu", "dragstart"]) {
    list.addEventListener(name, (event) => {
      if (pointer === "touch" && event.target.closest(".open")) event.preventDefault();
    });
  }
  list.addEventListener(
    "click",
    (event) => {
      if (isLong && event.detail > 0) {
        event.preventDefault();
        event.stopPropagation();
      }
      isLong = false;
    },
    true,
  );
  list.addEventListener("mousedown", (event) => {
    if (event.shiftKey && event.target.closest(".open, .check")) event.preventDefault();
  });
};

const failureOf = (entry) => {
  const { words, failed } = downloads.state(idOf(entry));
  return failed ? [element("li", "none", `${nameOf(entry)}: ${words}`)] : [];
};

const busy = () => saving.filter((entry) => downloads.state(idOf(entry)).isBusy);

// Shows a message with its rows, and how much is done of what goes on: null if nothing does
const put = (words, rows, done = null) => {
  byId("told").replaceChildren(...rows);
  const bar = byId("selection-told").querySelector("progress");
  bar.hidden = done === null;
  bar.value = done || 0;
  byId("end-work").textContent = done === null ? "Close" : "Cancel";
  say(words);
  clearTimeout(timer);
  if (words && !rows.length && done === null) endSoon();
  show();
};

const tellSaving = () => {
  const states = saving.map((entry) => downloads.state(idOf(entry)));
  const saved = states.filter(({ folder }) => folder);
  const ended = states.length - busy().length;
  const all = count(states.length, "photo");
  const place = saved.length ? ` in ${saved[0].folder}` : "";
  const whole = saved.length === states.length ? all : `${saved.length} of ${all}`;
  if (busy().length) put(`Saving: ${ended} of ${all}…`, [], ended / states.length);
  else put(`${whole} saved${place}.`, saving.flatMap(failureOf));
};

const save = () => {
  // Photos that are still being saved stay in the message.
  saving = [...new Map([...busy(), ...entries()].map((entry) => [idOf(entry), entry])).values()];
  downloads.all(entries());
  tellSaving();
};

const tell = (words, rows = []) => {
  // The message stays until all photos are saved.
  if (busy().length) return;
  saving = [];
  put(
    words,
    rows.map((row) => element("li", "", row)),
  );
};

const endWork = () => {
  if (busy().length) return busy().forEach((entry) => downloads.stop(idOf(entry)));
  tell("");
  if (chosen.size) byId("favor").focus();
  else byId("heading").focus({ preventScroll: true });
};

const copyCredits = async () => {
  const lines = entries().map(({ credits }) => credits.text);
  try {
    await navigator.clipboard.writeText(lines.join("\n"));
    tell(`${count(lines.length, "credit")} copied.`);
  } catch {
    tell("The web browser doesn't let the page copy. These are the credits:", lines);
  }
};

const actions = {
  unselect: clear,
  favor: () => favorites.mark(ids(), !entries().every(favorites.has)),
  "save-all": save,
  "copy-all": copyCredits,
  "page-of": () => exporting.save("html", shown.title(), { ids: ids(), title: shown.title() }),
  "collect-all": () =>
    collections.askFor(entries(), (name) =>
      tell(`${count(chosen.size, "photo")} added to “${name}”.`),
    ),
  "end-work": endWork,
};

export const begin = (list) => {
  shown = list;
  tellHeight(bar, "--low", 0);
  listenForFingers();
  for (const [id, does] of Object.entries(actions)) byId(id).addEventListener("click", does);
  downloads.onChange((id) => saving.some((entry) => idOf(entry) === id) && tellSaving());
};

// Selects the photo of the focused card, or deselects it
export const toggleFocused = () => {
  const entry = grid.entryOf(document.activeElement);
  if (entry) press(entry);
};

export const ids = () => [...chosen.keys()];

// Selects the photos with these ids that a list has and shows; those that are selected, if none are
// named
export const keep = (list, named = ids()) => {
  if (!named.length) return;
  const there = new Map(list.filter(grid.hasCard).map((entry) => [idOf(entry), entry]));
  const kept = named.filter((id) => there.has(id));
  chosen = new Map(kept.map((id) => [id, there.get(id)]));
  show();
};
