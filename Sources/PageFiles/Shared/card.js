// A photo in the list: its picture, whose it is, on which terms, and a heart
// Uses favorites, photos

const licenceLink = (entry) => {
  const { name, kind } = licenceOf(entry);
  const { license } = entry.photo;
  return license && license.url ? link(name, license.url, kind) : element("span", kind, name);
};

const makeCard = (entry, { open, heart }) => {
  const { photo } = entry;
  const card = element("li", "card");
  const opener = button("open", "", () => open(entry));
  opener.setAttribute("aria-label", `Show ${nameOf(entry)}`);
  background(entry, opener);
  const hearted = button("heart", "♥", () => heart(entry));
  hearted.setAttribute("aria-label", `Favorite: ${nameOf(entry)}`);
  hearted.setAttribute("aria-pressed", String(favorites.has(entry)));
  const words = element("div", "words");
  const title = element("p", "title");
  title.append(link(nameOf(entry), photo.page));
  const author = element("p", "author");
  if (photo.author) author.append(link(photo.author.name || "unknown", photo.author.url));
  const terms = element("p", "terms");
  terms.append(licenceLink(entry), link(entry.site, photo.page, `site ${inkOf(entry)}`));
  words.append(title, author, terms);
  card.append(opener, hearted, words);
  return { card, opener, hearted, image: null };
};

// A picture that comes softly, and says so when it doesn't come
const showPicture = (entry, parts, width) => {
  const image = picture(entry, `${width}px`, false);
  parts.image = image;
  const tellGone = () => parts.opener.replaceChildren(element("span", "gone", "No picture"));
  if (!image) return tellGone();
  image.addEventListener("load", () => image.classList.add("here"));
  image.addEventListener("gone", tellGone);
  parts.opener.append(image);
};
