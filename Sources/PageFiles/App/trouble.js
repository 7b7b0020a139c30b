// Messages about failures, shown for a few seconds, or for good once the program has ended

import { byId } from "../Shared/dom.js";

let timer = 0;
let isFinal = false;
let ended = () => {};

// Shown again, the message is above a detail that was opened in the meantime.
const show = (words) => {
  clearTimeout(timer);
  const place = byId("trouble");
  place.hidden = false;
  if (place.matches(":popover-open")) place.hidePopover();
  place.showPopover();
  place.textContent = words;
};

export const say = (words) => {
  if (isFinal) return;
  show(words);
  timer = setTimeout(() => {
    byId("trouble").hidden = true;
  }, 8000);
};

export const tell = ({ message }) => say(message);

export const onEnd = (listener) => {
  ended = listener;
};

export const end = () => {
  isFinal = true;
  ended();
  show("imgsearch has ended. Start it again with imgsearch browse.");
  document.body.classList.add("over");
  for (const node of document.querySelectorAll("main button, main select, .bar input")) {
    if (!node.closest(".card")) node.disabled = true;
  }
};

export const hasEnded = () => isFinal;
