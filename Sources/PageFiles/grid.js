// The photos in columns: each goes into the shortest, its place known before its picture comes

const grid = (() => {
  const list = find("photos");
  const captionHeight = () => (matchMedia("(max-width: 640px)").matches ? 92 : 98);
  // Flickr's terms: at most 30 of its pictures in the document at once
  const mostFlickr = 30;
  let cards = [];
  let layout = { columns: 0, width: 0, gap: 0 };
  let onOpen = () => {};
  let onHeart = () => {};

  const makeCard = (entry) => {
    const card = element("li", "card");
    const open = element("button", "open");
    open.type = "button";
    open.setAttribute("aria-label", `Show ${nameOf(entry)}`);
    open.addEventListener("click", () => onOpen(entry));
    const words = element("div", "words");
    const title = element("p", "title");
    title.append(link(nameOf(entry), entry.photo.page));
    const author = element("p", "author");
    if (entry.photo.author) author.append(link(entry.photo.author.name || "unknown", entry.photo.author.url));
    const terms = element("p");
    const licence = licenceOf(entry);
    terms.append(
      entry.photo.license && entry.photo.license.url
        ? link(licence.name, entry.photo.license.url, licence.kind)
        : element("span", licence.kind, licence.name),
    );
    const site = element("p");
    site.append(link(entry.site, entry.photo.page));
    words.append(title, author, terms, site);
    const heart = element("button", "heart", "♥");
    heart.type = "button";
    heart.setAttribute("aria-label", `Favorite: ${nameOf(entry)}`);
    heart.setAttribute("aria-pressed", String(favorites.has(entry)));
    heart.addEventListener("click", () => onHeart(entry));
    card.append(open, words, heart);
    return { entry, card, open, heart, image: null, hasBackground: false, top: 0, height: 0 };
  };

  const measure = () => {
    const width = list.clientWidth;
    const gap = width < 640 ? 10 : 16;
    const columns = Math.max(2, Math.floor((width + gap) / (260 + gap)));
    return { columns, gap, width: Math.floor((width - gap * (columns - 1)) / columns) };
  };

  const place = () => {
    layout = measure();
    const heights = new Array(layout.columns).fill(0);
    const caption = captionHeight();
    for (const item of cards) {
      const column = heights.indexOf(Math.min(...heights));
      const pictureHeight = Math.round(layout.width / ratioOf(item.entry));
      item.top = heights[column];
      item.height = pictureHeight + caption;
      item.open.style.height = `${pictureHeight}px`;
      item.card.style.width = `${layout.width}px`;
      item.card.style.height = `${item.height}px`;
      item.card.style.left = `${column * (layout.width + layout.gap)}px`;
      item.card.style.top = `${item.top}px`;
      heights[column] += item.height + layout.gap;
    }
    list.style.height = `${Math.max(0, ...heights)}px`;
    showPictures();
  };

  // Pictures near the window are in the document; of Flickr's no more than allowed, the nearest
  const showPictures = () => {
    const offset = list.getBoundingClientRect().top;
    const middle = innerHeight / 2 - offset;
    const reach = innerHeight * 2;
    const near = cards
      .map((item) => ({ item, distance: Math.abs(item.top + item.height / 2 - middle) }))
      .sort((left, right) => left.distance - right.distance);
    let flickr = 0;
    for (const { item, distance } of near) {
      const isFlickr = item.entry.isFlickr;
      const fits = !isFlickr || flickr < mostFlickr;
      if (distance < reach && !item.hasBackground) {
        item.hasBackground = true;
        background(item.entry, item.open);
      }
      if (distance < reach && fits) {
        if (isFlickr) flickr += 1;
        if (!item.image) {
          item.image = picture(item.entry, `${layout.width}px`, false);
          if (item.image) item.open.append(item.image);
        }
      } else if (item.image && (isFlickr || distance > reach * 4)) {
        item.image.remove();
        item.image = null;
      }
    }
  };

  let isWaiting = false;
  const later = (work) => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      work();
    });
  };

  addEventListener("scroll", () => later(showPictures), { passive: true });
  new ResizeObserver(() => {
    const { columns, width } = measure();
    if (columns !== layout.columns || width !== layout.width) later(place);
  }).observe(list);

  const known = new Map();
  return {
    on: (open, heart) => {
      onOpen = open;
      onHeart = heart;
    },
    show: (shown) => {
      cards = shown.map((entry) => {
        if (!known.has(entry)) known.set(entry, makeCard(entry));
        return known.get(entry);
      });
      list.replaceChildren(...cards.map(({ card }) => card));
      place();
    },
    mark: (entry) => {
      const item = known.get(entry);
      if (item) item.heart.setAttribute("aria-pressed", String(favorites.has(entry)));
    },
    focus: (entry) => {
      const item = known.get(entry);
      if (item && item.card.isConnected) item.open.focus();
    },
  };
})();
