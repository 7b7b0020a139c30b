// A photo's card in the list: its picture, author, licence, service and a heart

import { copyOf, element, link } from "./dom.js";
import { background, inked, licenceOf, nameOf, picture } from "./photos.js";

// The licence's name, which leads to its terms, in the color of its mark
export const licenceLink = (entry) => {
  const made = link(licenceOf(entry), entry.photo.license?.url);
  made.dataset.mark = entry.mark;
  return made;
};

// The mark in words, which leads to the licence's terms; paper has the licence's name in its place,
// and narrow cards only its last word
const makeMark = (entry) => {
  const made = licenceLink(entry);
  made.className = "mark line";
  made.title = `${licenceOf(entry)}: ${entry.may}`;
  const last = entry.mark.lastIndexOf(" ") + 1;
  const short = element("span", "short");
  short.append(element("span", "lead", entry.mark.slice(0, last)), entry.mark.slice(last));
  made.replaceChildren(short, element("span", "licence", licenceOf(entry)));
  return made;
};

// A link to the photo's detail, which can also be opened in another tab
export const photoLink = (entry, text, className, open) => {
  const made = element("a", className, text);
  made.href = `#${encodeURIComponent(entry.photo.id)}`;
  made.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(entry);
  });
  return made;
};

export const makeHeart = (entry, hearts, node = copyOf("card-of").querySelector(".heart")) => {
  node.onclick = () => hearts.toggle(entry);
  node.ariaLabel = `Favorite: ${nameOf(entry)}`;
  node.ariaPressed = hearts.has(entry);
  return node;
};

export const makeWords = (entry, open) => {
  const { photo } = entry;
  const words = copyOf("words-of");
  const [title, terms] = words.children;
  const isNamed = photo.title || photo.description;
  const titled = photoLink(entry, nameOf(entry), isNamed ? "" : "unnamed", open);
  title.append(titled);
  const author = terms.firstChild;
  if (photo.author) author.append(link(photo.author.name || "unknown", photo.author.url));
  const mark = makeMark(entry);
  // The detail has these links too, so on a card they are no tab stops.
  for (const node of [author.firstChild, mark]) if (node) node.tabIndex = -1;
  terms.append(mark, inked(link(entry.site, photo.page, "site line"), entry));
  return { words, titled };
};

export const makeCard = (entry, { open, hearts }) => {
  const card = copyOf("card-of");
  const [opener, heart] = card.children;
  card.classList.toggle("named", entry.isNamed);
  card.dataset.terms = entry.mark;
  card.title = nameOf(entry);
  opener.onclick = (event) => open(entry, event);
  opener.ariaLabel = `Show ${nameOf(entry)}`;
  background(entry, opener);
  makeHeart(entry, hearts, heart);
  const { words, titled } = makeWords(entry, open);
  // The picture is the card's only tab stop: it opens the detail, which has the links, and keys
  // press the rest.
  for (const node of [titled, words.querySelector(".site")]) node.tabIndex = -1;
  card.append(words);
  // hearts: by photo, including look-alikes of other services
  return { card, opener, image: null, hearts: new Map([[entry, heart]]), places: null };
};

// Fades a picture in when it comes, and marks the card if it doesn't
export const showPicture = (entry, parts, width, isSeen) => {
  const image = picture(entry, `${width}px`, false, isSeen ? "high" : "low");
  parts.image = image;
  const tellGone = () => parts.opener.replaceChildren(element("span", "gone", "No picture"));
  if (!image) return tellGone();
  image.addEventListener("load", () => image.classList.add("here"));
  image.addEventListener("gone", tellGone);
  parts.opener.append(image);
};
