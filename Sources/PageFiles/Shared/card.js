// A photo's card in the list: its picture, author, licence, service and a heart

import { button, element, link } from "./dom.js";
import { background, inked, licenceOf, nameOf, picture } from "./photos.js";

// The licence's name, which leads to its terms, in the color of its mark
export const licenceLink = (entry) => {
  const made = link(licenceOf(entry), entry.photo.license?.url);
  made.dataset.mark = entry.mark;
  return made;
};

// The mark in words, which leads to the licence's terms; paper has the licence's name in its place
const makeMark = (entry) => {
  const made = licenceLink(entry);
  made.className = "mark";
  made.title = licenceOf(entry);
  made.replaceChildren(
    element("span", "short", entry.mark),
    element("span", "licence", licenceOf(entry)),
  );
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

export const makeHeart = (entry, hearts) => {
  const hearted = button("heart", "♥", () => hearts.toggle(entry));
  hearted.setAttribute("aria-label", `Favorite: ${nameOf(entry)}`);
  hearted.setAttribute("aria-pressed", String(hearts.has(entry)));
  return hearted;
};

// The title, then author, mark of the licence and service
export const makeWords = (entry, open) => {
  const { photo } = entry;
  const words = element("div", "words");
  const title = element("p", "title");
  const isNamed = photo.title || photo.description;
  const titled = photoLink(entry, nameOf(entry), isNamed ? "" : "unnamed", open);
  title.append(titled);
  const terms = element("p", "terms");
  const author = element("span", "author");
  if (photo.author) author.append(link(photo.author.name || "unknown", photo.author.url));
  const mark = makeMark(entry);
  // The detail has these links too, so on a card they are no tab stops.
  for (const node of [author.firstChild, mark]) if (node) node.tabIndex = -1;
  terms.append(author, mark, inked(link(entry.site, photo.page, "site"), entry));
  words.append(title, terms);
  return { words, titled };
};

export const makeCard = (entry, { open, hearts }) => {
  const card = element("li", entry.isNamed ? "card named" : "card");
  card.dataset.terms = entry.mark;
  const opener = button("open", "", (event) => open(entry, event));
  opener.setAttribute("aria-label", `Show ${nameOf(entry)}`);
  background(entry, opener);
  const hearted = makeHeart(entry, hearts);
  const { words, titled } = makeWords(entry, open);
  // The picture opens the same detail, so the title is no tab stop.
  titled.tabIndex = -1;
  card.append(opener, hearted, words);
  // hearts: by photo, including look-alikes of other services
  return { card, opener, image: null, hearts: new Map([[entry, hearted]]), places: null };
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
