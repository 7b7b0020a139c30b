// The page in one file: what is found in it, and favorites that go in and out

let shown = entries;
const narrowing = ["find", "provider", "license", "shape"];

const isPressed = (node) => node.getAttribute("aria-pressed") === "true";

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

const nothingWords = () =>
  isPressed(find("hearted")) && !entries.some(favorites.has)
    ? "No favorites yet. Press the heart of a photo to keep it here."
    : "No photo on this page matches.";

const filter = () => {
  shown = entries.filter(matches);
  find("count").textContent =
    shown.length === entries.length
      ? count(entries.length, "photo")
      : `${shown.length} of ${count(entries.length, "photo")}`;
  find("empty").hidden = shown.length > 0;
  find("nothing").textContent = nothingWords();
  grid.show(shown);
  detail.setList(shown);
};

const showAll = () => {
  for (const id of narrowing) find(id).value = "";
  find("hearted").setAttribute("aria-pressed", "false");
  filter();
  find("find").focus();
};

const markExport = () => {
  find("export").disabled = !entries.some(favorites.has);
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

const take = async (file) => {
  const { taken, elsewhere, unreadable } = favorites.take(await file.text());
  find("said").textContent = [
    `${count(taken, "favorite")} imported`,
    elsewhere && `${grouped(elsewhere)} not on this page`,
    unreadable && `${count(unreadable, "line")} unreadable`,
  ]
    .filter(Boolean)
    .join(" · ");
  grid.markAll();
  detail.mark();
  markExport();
  if (isPressed(find("hearted"))) filter();
};

const printAll = async ({ currentTarget }) => {
  currentTarget.disabled = true;
  await grid.showWhole();
  print();
  find("print").disabled = false;
};

// What each provider gave, and what was left out of that
const tellSources = () => {
  const rows = summary.providers.map(({ name, words }) => {
    const row = element("li");
    row.append(element("strong", "", name), ` ${words}`);
    return row;
  });
  find("sources").replaceChildren(...rows);
  find("sources").hidden = !rows.length;
};

const listen = () => {
  for (const id of narrowing) find(id).addEventListener("input", filter);
  find("all").addEventListener("click", showAll);
  find("hearted").addEventListener("click", ({ currentTarget }) => {
    currentTarget.setAttribute("aria-pressed", String(!isPressed(currentTarget)));
    filter();
  });
  find("export").addEventListener("click", save);
  find("import").addEventListener("click", () => find("file").click());
  find("file").addEventListener("change", ({ currentTarget }) => {
    if (currentTarget.files[0]) take(currentTarget.files[0]);
    // The same file can be chosen again.
    currentTarget.value = "";
  });
  find("print").addEventListener("click", printAll);
  addEventListener("popstate", detail.follow);
  addEventListener("hashchange", detail.follow);
};

const begin = async () => {
  find("about").textContent = summary.about;
  find("found").textContent = summary.found;
  tellSources();
  await readEntries();
  favorites.begin();
  showNotices(entries);
  for (const name of new Set(entries.map(serviceOf))) {
    find("provider").append(new Option(name, name));
  }
  grid.on({ open: detail.open, heart });
  detail.on({ heart });
  listen();
  markExport();
  filter();
  if (location.hash) detail.follow();
};

begin();
