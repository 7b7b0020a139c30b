// What the page knows of its photos, and the words for it

const find = (id) => document.getElementById(id);

// An element with text in it, never HTML: all text here is a stranger's.
const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
};

// Only web addresses are followed.
const webAddress = (text) => {
  try {
    const address = new URL(text);
    return ["https:", "http:"].includes(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
};

const link = (text, address, className) => {
  const target = webAddress(address);
  if (!target) return element("span", className, text);
  const made = element("a", className, text);
  made.href = target;
  made.target = "_blank";
  made.rel = "noopener noreferrer";
  return made;
};

const entries = [...document.querySelectorAll("script.photo")].map((node) => JSON.parse(node.textContent));
const summary = JSON.parse(find("summary").textContent);

const nameOf = ({ photo }) => photo.title || photo.description || "Untitled";
const serviceOf = ({ photo }) => photo.id.split(":")[0];
const ratioOf = ({ photo }) => {
  const sized = [photo, ...photo.renditions].find((size) => size.width > 0 && size.height > 0);
  const ratio = sized ? sized.width / sized.height : 4 / 3;
  return Math.max(0.4, Math.min(3, ratio));
};
const shapeOf = ({ photo }) => {
  if (!photo.width || !photo.height) return "";
  const ratio = photo.width / photo.height;
  if (ratio > 1.05) return "landscape";
  return ratio < 1 / 1.05 ? "portrait" : "square";
};

// How free a licence is: the class that colors it, the word for it, and what it forbids
const licenceOf = ({ photo, permits }) => {
  if (!photo.license) {
    return { name: "licence unknown", kind: "none", hint: "The licence is unknown: ask before you use it." };
  }
  const name = photo.license.name;
  const commercial = permits.includes("commercial");
  const modification = permits.includes("modification");
  if (commercial && modification) {
    return { name, kind: "free", hint: "Free to use and to change, with the credit that the licence asks for." };
  }
  if (photo.license.id === "LicenseRef-All-Rights-Reserved") {
    return { name, kind: "none", hint: "All rights are reserved: ask its author before you use it." };
  }
  const forbidden = [
    commercial ? null : "no commercial use",
    modification ? null : "no changed versions",
  ].filter(Boolean);
  return { name, kind: "some", hint: `With its credit; ${forbidden.join(", ")}.` };
};

// Addresses of the picture by width, for a srcset; the best one for a width where none is known
const sourcesOf = ({ photo }) => {
  const known = photo.renditions.filter((one) => one.width > 0 && webAddress(one.url));
  const set = known.map((one) => `${webAddress(one.url)} ${one.width}w`).join(", ");
  const order = ["small", "regular", "thumb", "full", "original"];
  const plain = order
    .map((role) => photo.renditions.find((one) => one.role === role && webAddress(one.url)))
    .find(Boolean);
  return { set, plain: plain ? webAddress(plain.url) : null };
};

const picture = (entry, sizes, isLarge) => {
  const { set, plain } = sourcesOf(entry);
  if (!plain) return null;
  const image = document.createElement("img");
  image.alt = nameOf(entry);
  image.decoding = "async";
  image.draggable = false;
  image.referrerPolicy = "no-referrer";
  if (set) {
    image.sizes = sizes;
    image.srcset = set;
  }
  const large = [...entry.photo.renditions].reverse().find((one) => one.role === "regular" || one.role === "full");
  image.src = (isLarge && large && webAddress(large.url)) || plain;
  return image;
};

const background = (entry, node) => {
  const { color, blurHash } = entry.photo;
  if (/^#[0-9a-f]{6}$/i.test(color || "")) node.style.backgroundColor = color;
  const blur = blurPicture(blurHash);
  if (blur) node.style.backgroundImage = `url("${blur}")`;
};

// Favorites of this browser, by id; a browser that keeps nothing forgets them with the page
const favorites = (() => {
  const key = "imgsearch favorites";
  let ids = new Set(entries.filter(({ photo }) => photo.favorite).map(({ photo }) => photo.id));
  try {
    const kept = JSON.parse(localStorage.getItem(key) || "null");
    if (kept && typeof kept === "object") {
      for (const [id, isOn] of Object.entries(kept)) {
        if (isOn) ids.add(id);
        else ids.delete(id);
      }
    }
  } catch {}
  return {
    has: (entry) => ids.has(entry.photo.id),
    toggle: (entry) => {
      const { id } = entry.photo;
      const isOn = !ids.has(id);
      if (isOn) ids.add(id);
      else ids.delete(id);
      try {
        const kept = JSON.parse(localStorage.getItem(key) || "{}");
        kept[id] = isOn;
        localStorage.setItem(key, JSON.stringify(kept));
      } catch {}
      return isOn;
    },
    // As `imgsearch favorites import` takes it
    lines: () =>
      entries
        .filter(({ photo }) => ids.has(photo.id))
        .map(({ photo }) => JSON.stringify({ ...photo, favorite: true }) + "\n")
        .join(""),
  };
})();
