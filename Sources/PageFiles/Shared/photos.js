// Facts about a photo for the page, and the words for them

import { link, webAddress } from "./dom.js";

// Colors a node as its service's name, with the same color as in the terminal
export const inked = (node, { ink }) => {
  node.style.color = ink;
  return node;
};

export const serviceOf = ({ photo }) => photo.id.split(":")[0];

export const nameOf = ({ photo }) => photo.title || photo.description || "Untitled";
export const ratioOf = ({ photo }) => {
  const sized = [photo, ...photo.renditions].find((size) => size.width > 0 && size.height > 0);
  const ratio = sized ? sized.width / sized.height : 4 / 3;
  return Math.max(0.4, Math.min(3, ratio));
};

export const licenceOf = ({ photo }) => photo.license?.name ?? "Licence unknown";

// The address to load a rendition from: its local substitute, or its own host. Null if the
// recording lacks it, or for plain http, which the page's policy forbids
const addressOf = ({ pictures }, url) => {
  const isHere = pictures && Object.hasOwn(pictures, url);
  if (isHere && !pictures[url]) return null;
  const address = isHere ? new URL(pictures[url], document.baseURI).href : webAddress(url);
  if (!address || !(isHere || address.startsWith("https:"))) return null;
  // A comma at its end would be taken for the separator in srcset.
  return address.replace(/,$/, "%2C");
};

const usualWidths = { thumb: 150, small: 400, regular: 1080, full: 2000, original: 4000 };

// Cards avoid the large renditions, which have megabytes, if there are others.
const isForCards = ({ role }) => !["full", "original"].includes(role);

// Addresses of the picture with their widths; spare ones are used when no others are left
export const candidatesOf = (entry, isLarge) => {
  const { renditions, width: whole } = entry.photo;
  const widthOf = ({ role, width }) => width || Math.min(usualWidths[role] || 1080, whole || 4000);
  return renditions
    .map((one) => ({
      address: addressOf(entry, one.url),
      width: widthOf(one),
      isSpare: !isLarge && !isForCards(one),
    }))
    .filter(({ address }) => address);
};

// A link to the largest picture except the original, if there is one; null if there is none
export const fullSize = (entry) => {
  const { renditions } = entry.photo;
  const full = renditions.find((one) => !isForCards(one));
  const largest = full || renditions.at(-1);
  if (!largest || !addressOf(entry, largest.url)) return null;
  return link(full ? "Full size" : "Largest size", largest.url);
};

// An image that loads the rendition of the width it needs, else others; after the last one it sends
// the event `gone`. Null if there is no address.
export const picture = (entry, sizes, isLarge, priority = "auto") => {
  let left = candidatesOf(entry, isLarge);
  if (!left.length) return null;
  const image = document.createElement("img");
  image.alt = nameOf(entry);
  image.decoding = "async";
  image.referrerPolicy = "no-referrer";
  image.sizes = sizes;
  image.fetchPriority = priority;
  const ask = () => {
    const first = left.filter(({ isSpare }) => !isSpare);
    image.srcset = (first.length ? first : left)
      .map(({ address, width }) => `${address} ${width}w`)
      .join(", ");
  };
  image.addEventListener("error", () => {
    const others = left.filter(({ address }) => address !== image.currentSrc);
    // Drop the address that failed, so that the same pictures aren't tried again for ever
    left = others.length < left.length ? others : [];
    if (left.length) ask();
    else image.dispatchEvent(new Event("gone"));
  });
  ask();
  return image;
};

// Ends the request of an image that is no longer shown and hasn't come yet
export const letGo = (image) => {
  if (!image || image.complete) return;
  image.removeAttribute("srcset");
  image.removeAttribute("src");
};

// Fills the place of a picture until it comes: with the blurred preview, or the average color
export const background = (entry, node) => {
  const { color } = entry.photo;
  if (/^#[0-9a-f]{6}$/i.test(color || "")) node.style.backgroundColor = color;
  if (entry.blur) node.style.backgroundImage = `url("${entry.blur}")`;
};
