// Offers to undo a removal for a few seconds

import { byId, tellHeight } from "../Shared/dom.js";

const place = byId("undo");
const words = byId("undoable");
let timer = 0;
// The function that undoes it, the thing that was removed, and where the focus was
let current = null;

export const end = () => {
  clearTimeout(timer);
  current = null;
  place.hidden = true;
  words.textContent = "";
};

// The offer stays while the pointer or the focus is on it
const endSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(() => (place.matches(":hover, :focus-within") ? endSoon() : end()), 8000);
};

// Moves the offer into a dialog that opens, and back when it closes: outside an open dialog nothing
// can be pressed
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
byId("put-back").onclick = () => {
  const { does, from } = current;
  end();
  if (from?.isConnected) from.focus();
  else byId("heading").focus();
  does();
};

// thing: identifies the removal for withdraw()
export const offer = (text, thing, does) => {
  current = { thing, does, from: document.activeElement };
  place.hidden = false;
  stand();
  words.textContent = text;
  endSoon();
};

// The removal was undone in another way
export const withdraw = (thing) => current?.thing === thing && end();
