// Enlarges the picture of the detail about the pointer, and moves it under a finger or the mouse

import { byId } from "./dom.js";

const figure = byId("picture");
const most = 8;
// The picture's scale, and its distance in pixels from the middle of the figure
let [scale, left, top] = [1, 0, 0];
let changed = () => {};
const down = new Map();
let hasMoved = false;
let last = null;

const frame = () => figure.querySelector(".frame");
const within = (value, end) => Math.max(-end, Math.min(end, value));

const apply = () => {
  const node = frame();
  if (!node) return;
  const over = (size, room) => Math.max(0, (size * scale - room) / 2);
  left = within(left, over(node.offsetWidth, figure.clientWidth));
  top = within(top, over(node.offsetHeight, figure.clientHeight));
  node.style.transform = scale > 1 ? `translate(${left}px, ${top}px) scale(${scale})` : "";
  figure.classList.toggle("zoomed", scale > 1);
  const image = node.querySelector("img");
  if (image) image.draggable = scale === 1;
  // Only a larger rendition is worth a request
  const needed = Math.ceil(node.offsetWidth * scale);
  if (image?.srcset && needed > image.naturalWidth) image.sizes = `${needed}px`;
  changed(scale);
};

const middle = () => {
  const box = figure.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

const zoomTo = (wanted, at) => {
  const next = Math.max(1, Math.min(most, wanted));
  const { x, y } = middle();
  left = at.x - x - ((at.x - x - left) * next) / scale;
  top = at.y - y - ((at.y - y - top) * next) / scale;
  scale = next;
  apply();
};

export const by = (factor) => zoomTo(scale * factor, last || middle());

export const fit = () => {
  [scale, left, top] = [1, 0, 0];
  apply();
};

export const isFit = () => scale === 1;

const spread = () => {
  const [one, other = one] = down.values();
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    distance: Math.hypot(one.x - other.x, one.y - other.y),
  };
};

const press = (event) => {
  if (event.button !== 0) return;
  if (!down.size) hasMoved = false;
  down.set(event.pointerId, { x: event.clientX, y: event.clientY });
};

const drag = (event) => {
  if (figure.contains(event.target)) last = { x: event.clientX, y: event.clientY };
  if (!down.has(event.pointerId)) return;
  const before = spread();
  down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (scale === 1 && down.size < 2) return;
  const now = spread();
  hasMoved ||= Math.hypot(now.x - before.x, now.y - before.y) > 1 || down.size > 1;
  left += now.x - before.x;
  top += now.y - before.y;
  if (down.size > 1) zoomTo((scale * now.distance) / Math.max(1, before.distance), now);
  else apply();
};

const release = ({ pointerId }) => down.delete(pointerId);

// A click on the picture enlarges it to its own pixels, or twice, and another one lets it fit
const click = (event) => {
  if (hasMoved) event.stopPropagation();
  if (hasMoved || !event.target.closest(".frame.here")) return;
  const node = frame();
  const own = parseFloat(getComputedStyle(node).getPropertyValue("--pixels")) / node.offsetWidth;
  if (scale > 1) fit();
  else zoomTo(own > 1.2 ? own : 2, { x: event.clientX, y: event.clientY });
};

export const begin = (onChange) => {
  changed = onChange;
  figure.addEventListener("pointerdown", press);
  figure.addEventListener("click", click);
  addEventListener("pointermove", drag);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, release);
  // A trackpad's pinch comes as a turned wheel with the control key.
  figure.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && scale === 1) return;
      event.preventDefault();
      zoomTo(scale * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  addEventListener("resize", apply);
};
