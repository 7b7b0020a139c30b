// The page in one file: what is found in it, and favorites that go in and out

let shown = entries;

const isPressed = (node) => node.getAttribute("aria-pressed") === "true";

const serviceOf = ({ photo }) => photo.id.split(":")[0];
const shapeOf = ({ photo }) => {
  if (!photo.width || !photo.height) return "";
  const ratio = photo.width / photo.height;
  if (ratio > 1.05) return "landscape";
  return ratio < 1 / 1.05 ? "portrait" : "square";
};

const matches = (entry) => {
  const words = find("find").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const { photo, permits } = entry;
  const author = photo.author && photo.author.name;
  const text = [photo.title, photo.description, author, ...photo.tags, photo.id]
    .filter(Boolean)
    .join(" ")
    .toLowerCase();
  const terms = find("license").value;
  const provider = find("provider").value;
  const shape = find("shape").value;
  return (
    words.every((word) => text.includes(word)) &&
    (!provider || serviceOf(entry) === provider) &&
    (!shape || shapeOf(entry) === shape) &&
    (!terms || (terms === "both" ? permits.length === 2 : permits.includes(terms))) &&
    (!isPressed(find("hearted")) || favorites.has(entry))
  );
};

const filter = () => {
  shown = entries.filter(matches);
  find("count").textContent =
    shown.length === entries.length
      ? count(entries.length, "photo")
      : `${shown.length} of ${count(entries.length, "photo")}`;
  find("empty").hidden = shown.length > 0;
  grid.show(shown);
  detail.setList(shown);
};

const markExport = () => {
  find("export").hidden = !entries.some(favorites.has);
};

const heart = (entry) => {
  favorites.toggle(entry);
  grid.mark(entry);
  detail.mark();
  markExport();
  if (isPressed(find("hearted")) && !detail.current()) filter();
};

const save = () => {
  const blob = new Blob([favorites.lines()], { type: "application/x-ndjson" });
  const made = element("a");
  made.href = URL.createObjectURL(blob);
  made.download = "favorites.ndjson";
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 10_000);
};

const begin = () => {
  find("about").textContent = summary.about;
  find("left").textContent = summary.left || "";
  find("flickr").hidden = !entries.some((entry) => entry.isFlickr);
  for (const name of new Set(entries.map(serviceOf))) {
    find("provider").append(new Option(name, name));
  }
  grid.on({ open: detail.open, heart });
  detail.on({ heart });
  for (const id of ["find", "provider", "license", "shape"]) {
    find(id).addEventListener("input", filter);
  }
  find("hearted").addEventListener("click", ({ currentTarget }) => {
    currentTarget.setAttribute("aria-pressed", String(!isPressed(currentTarget)));
    filter();
  });
  find("export").addEventListener("click", save);
  addEventListener("popstate", detail.follow);
  addEventListener("hashchange", detail.follow);
  markExport();
  filter();
  if (location.hash) detail.follow();
};

begin();
