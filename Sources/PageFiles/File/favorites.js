// Favorites of this browser, by id; a browser that keeps nothing forgets them with the page

const read = (node) => JSON.parse(node.textContent);
const entries = [...document.querySelectorAll("script.photo")].map(read);
const summary = read(find("summary"));

const favorites = (() => {
  const key = "imgsearch favorites";
  const ids = new Set(entries.filter(({ photo }) => photo.favorite).map(({ photo }) => photo.id));

  // What was changed in this browser: true or false by id
  const changes = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) || "{}");
      return kept && typeof kept === "object" ? kept : {};
    } catch {
      return {};
    }
  };

  const set = (id, isOn) => {
    if (isOn) ids.add(id);
    else ids.delete(id);
  };

  const keep = (id, isOn) => {
    set(id, isOn);
    try {
      localStorage.setItem(key, JSON.stringify({ ...changes(), [id]: isOn }));
    } catch {}
  };

  for (const [id, isOn] of Object.entries(changes())) set(id, Boolean(isOn));

  return {
    has: ({ photo }) => ids.has(photo.id),
    toggle: ({ photo }) => keep(photo.id, !ids.has(photo.id)),
    // As `imgsearch favorites import` takes it
    lines: () =>
      entries
        .filter(({ photo }) => ids.has(photo.id))
        .map(({ photo }) => `${JSON.stringify({ ...photo, favorite: true })}\n`)
        .join(""),
  };
})();
