// Single-key commands, and the dialog that lists them

import * as detail from "../Shared/detail.js";
import { byId, element } from "../Shared/dom.js";
import * as selection from "./selection.js";

const dialog = byId("keys");

// Presses a button if it is visible: a photo without a picture has no button to download it
const press = (find) => () => {
  const node = find();
  if (node?.checkVisibility()) node.click();
};

const toSearch = () => {
  byId("words").focus();
  byId("words").select();
};

const show = () => {
  if (!dialog.open) dialog.showModal();
};

// Escape first closes an open panel, so the selection ends only if none is open.
const endSelection = () => {
  const isListAlone = !document.querySelector('[popover=""]:popover-open');
  if (isListAlone) selection.clear();
  return isListAlone;
};

// Keys without `does` are handled by the photos and the detail themselves.
const everywhere = [{ key: "?", words: "Show these keys", does: show }];
const inList = [
  { key: "/", words: "Search", does: toSearch },
  { key: "← → ↑ ↓", words: "From photo to photo, once one has the focus" },
  { key: "Enter", words: "Show the photo" },
  { key: "f", words: "Favorite, or no longer" },
  { key: "a", words: "Show where else the photo is" },
  { key: "x", words: "Select the photo, or no longer", does: selection.toggleFocused },
  { key: "Shift-click", words: "Select all from the last one on; with Ctrl this one" },
  { key: "Esc", name: "Escape", words: "End the selection", does: endSelection },
];
const inDetail = [
  { key: "← →", words: "Previous and next photo" },
  { key: "+ − 0", words: "Enlarge the picture, or less; let it fit" },
  { key: "f", words: "Favorite", does: press(() => byId("heart")) },
  { key: "d", words: "Download", does: press(() => byId("download")) },
  {
    key: "c",
    words: "Copy the credit",
    does: press(() => byId("detail").querySelector("[data-form=text]")),
  },
  { key: "Esc", words: "Back to the list" },
];

const makeList = (rows) => {
  const list = element("dl", "keys");
  for (const { key, words } of rows) {
    const term = element("dt");
    term.append(element("kbd", "", key));
    list.append(term, element("dd", "", words));
  }
  return list;
};

const listen = (event) => {
  const isTyping = event.target.closest("input, select, textarea");
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
  if (isTyping || hasModifier || event.isComposing || event.repeat || dialog.open) return;
  const there = [...everywhere, ...(detail.current() ? inDetail : inList)];
  const { does } = there.find(({ key, name = key }) => name === event.key) || {};
  if (does && does() !== false) event.preventDefault();
};

export const begin = () => {
  byId("in-list").append(makeList([...inList, ...everywhere]));
  byId("in-detail").append(makeList(inDetail));
  byId("to-keys").addEventListener("click", () => {
    byId("menu").hidePopover();
    show();
  });
  byId("keys-done").addEventListener("click", () => dialog.close());
  // Keys in the dialog must not reach the photo below it.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  addEventListener("keydown", listen);
};
