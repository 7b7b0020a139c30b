// What was just removed can be put back, for a few seconds

import { byId, tellHeight } from "../Shared/dom.js";

const place = byId("undo");
const words = byId("undoable");
let timer = 0;
// What puts it back, what it is, and where the focus was
let current = null;

const end = () => {
  clearTimeout(timer);
  current = null;
  place.hidden = true;
  words.textContent = "";
};

// Not while somebody is about to press it
const endSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(() => (place.matches(":hover, :focus-within") ? endSoon() : end()), 8000);
};

// What is outside of an open dialog can't be pressed.
// A dialog was opened or closed
export const stand = () => {
  if (!current) return;
  const home = byId("detail").open ? byId("detail") : document.body;
  const hadFocus = place.contains(document.activeElement);
  if (place.matches(":popover-open")) place.hidePopover();
  if (place.parentNode !== home) home.append(place);
  place.showPopover();
  if (hadFocus) byId("put-back").focus();
};

tellHeight(place, "--undo", 8);
byId("put-back").addEventListener("click", () => {
  const { does, from } = current;
  end();
  if (from?.isConnected) from.focus();
  else byId("heading").focus();
  does();
});

// thing: by which it can be withdrawn
export const offer = (text, thing, does) => {
  current = { thing, does, from: document.activeElement };
  place.hidden = false;
  stand();
  words.textContent = text;
  endSoon();
};

// It was put back in another way
export const withdraw = (thing) => current?.thing === thing && end();
