// Single-key commands, and the dialog that lists them

import * as detail from "../Shared/detail.js";
import { byId } from "../Shared/dom.js";
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

// Keys that the photos and the detail don't handle themselves
const inList = { "/": toSearch, x: selection.toggleFocused, Escape: endSelection };
const inDetail = {
  f: press(() => byId("heart")),
  d: press(() => byId("download")),
  c: press(() => byId("detail").querySelector("[data-form=text]")),
};

const listen = (event) => {
  const isTyping = event.target.closest("input, select, textarea");
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
  if (isTyping || hasModifier || event.isComposing || event.repeat || dialog.open) return;
  const does = { "?": show, ...(detail.current() ? inDetail : inList) }[event.key];
  if (does && does() !== false) event.preventDefault();
};

export const begin = () => {
  byId("to-keys").onclick = () => {
    byId("menu").hidePopover();
    show();
  };
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  addEventListener("keydown", listen);
};
