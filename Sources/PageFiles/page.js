// The page: what is found in it, one photo in full, and what the address bar says

let shown = entries;
let current = null;
const detail = find("detail");

const matches = (entry) => {
  const words = find("find").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const { photo, permits } = entry;
  const text = [photo.title, photo.description, photo.author && photo.author.name, ...photo.tags, photo.id]
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
    (find("hearted").getAttribute("aria-pressed") !== "true" || favorites.has(entry))
  );
};

const filter = () => {
  shown = entries.filter(matches);
  find("count").textContent =
    shown.length === entries.length
      ? `${entries.length} photo${entries.length === 1 ? "" : "s"}`
      : `${shown.length} of ${entries.length} photos`;
  find("empty").hidden = shown.length > 0;
  grid.show(shown);
};

const mark = () => {
  const hasFavorites = entries.some(favorites.has);
  find("export").hidden = !hasFavorites;
};

const heart = (entry) => {
  favorites.toggle(entry);
  grid.mark(entry);
  if (entry === current) find("heart").setAttribute("aria-pressed", String(favorites.has(entry)));
  mark();
  if (find("hearted").getAttribute("aria-pressed") === "true" && !detail.open) filter();
};

const row = (label, value) => {
  if (!value) return [];
  const content = element("dd");
  content.append(value);
  return [element("dt", "", label), content];
};

const pixels = ({ width, height }) => (width && height ? `${width} × ${height} pixels` : null);

const fill = (entry) => {
  const { photo } = entry;
  const licence = licenceOf(entry);
  find("title").replaceChildren(link(nameOf(entry), photo.page));
  find("author").replaceChildren();
  if (photo.author) find("author").append("by ", link(photo.author.name || "unknown", photo.author.url));
  const figure = find("picture");
  figure.replaceChildren();
  // As large as fits: its shape is known before it comes
  figure.style.aspectRatio = String(ratioOf(entry));
  const image = picture(entry, "(max-width: 900px) 100vw, 70vw", true);
  if (image) figure.append(image);
  else figure.append(element("p", "", "No picture"));
  const hint = find("hint");
  hint.className = `hint ${licence.kind}`;
  hint.replaceChildren(
    photo.license ? link(licence.name, photo.license.url, licence.kind) : element("strong", "", licence.name),
    ` — ${licence.hint}`,
  );
  find("description").textContent = photo.title ? photo.description || "" : "";
  const place = photo.place || {};
  const camera = photo.camera || {};
  find("rows").replaceChildren(
    ...row("Likes", photo.likes === null ? null : photo.likes.toLocaleString("en")),
    ...row("Size", pixels(photo)),
    ...row("Place", place.name || [place.city, place.country].filter(Boolean).join(", ")),
    ...row("Camera", [camera.make, camera.model].filter(Boolean).join(" ")),
    ...row("Published", (photo.published || "").slice(0, 10)),
    ...row("Tags", photo.tags.slice(0, 30).join(", ")),
    ...row("At", link(entry.site, photo.page)),
    ...row("Credit", photo.credit),
  );
  find("heart").setAttribute("aria-pressed", String(favorites.has(entry)));
  find("copied").textContent = "";
  const index = shown.indexOf(entry);
  find("previous").disabled = index <= 0;
  find("next").disabled = index < 0 || index === shown.length - 1;
};

const address = (entry) => `#${encodeURIComponent(entry.photo.id)}`;

const show = (entry) => {
  current = entry;
  fill(entry);
  if (!detail.open) detail.showModal();
};

const open = (entry) => {
  history.pushState({ opened: true }, "", address(entry));
  show(entry);
};

const hide = () => {
  const last = current;
  current = null;
  if (detail.open) detail.close();
  if (last) grid.focus(last);
};

// Back to the address of the grid, by which the detail closes
const close = () => {
  if (history.state && history.state.opened) history.back();
  else {
    history.replaceState(null, "", location.pathname + location.search);
    hide();
  }
};

const step = (by) => {
  const next = shown[shown.indexOf(current) + by];
  if (!current || !next) return;
  history.replaceState(history.state, "", address(next));
  show(next);
};

const follow = () => {
  let id = "";
  try {
    id = decodeURIComponent(location.hash.slice(1));
  } catch {}
  const entry = entries.find(({ photo }) => photo.id === id);
  if (entry) show(entry);
  else hide();
};

const copy = async (form) => {
  const text = form === "text" ? current.photo.credit : current.credits[form];
  try {
    await navigator.clipboard.writeText(text);
    find("copied").textContent = "Copied.";
  } catch {
    find("copied").textContent = text;
  }
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
  for (const name of new Set(entries.map(serviceOf))) find("provider").append(new Option(name, name));
  grid.on(open, heart);
  for (const id of ["find", "provider", "license", "shape"]) find(id).addEventListener("input", filter);
  find("hearted").addEventListener("click", ({ currentTarget }) => {
    const isOn = currentTarget.getAttribute("aria-pressed") === "true";
    currentTarget.setAttribute("aria-pressed", String(!isOn));
    filter();
  });
  find("export").addEventListener("click", save);
  find("heart").addEventListener("click", () => current && heart(current));
  find("previous").addEventListener("click", () => step(-1));
  find("next").addEventListener("click", () => step(1));
  find("close").addEventListener("click", close);
  for (const button of document.querySelectorAll("[data-form]")) {
    button.addEventListener("click", () => copy(button.dataset.form));
  }
  detail.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  detail.addEventListener("click", (event) => event.target === detail && close());
  detail.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  let start = null;
  find("picture").addEventListener("pointerdown", (event) => {
    start = event.isPrimary ? event.clientX : null;
  });
  find("picture").addEventListener("pointerup", (event) => {
    const moved = start === null ? 0 : event.clientX - start;
    start = null;
    if (Math.abs(moved) > 50) step(moved < 0 ? 1 : -1);
  });
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
  mark();
  filter();
  if (location.hash) follow();
};

begin();
