// The purpose of the photos, in words that anyone understands in place of codes of licences: one of
// three uses, and whether they may be changed. The program sends the words, and the licences for each.

import { byId, element } from "../Shared/dom.js";
import * as filters from "./filters.js";

const place = byId("purposes");
let uses = [];
let change = null;
const inputs = new Map();

const partsOf = (text) => new Set(text.split(",").filter(Boolean));

// The use and the change that a choice of licences stands for; no use for any other choice
const chosen = () => {
  const parts = partsOf(filters.valueOf("license"));
  const mayChange = parts.delete(change.value);
  const isSame = ({ value }) => partsOf(value).symmetricDifference(parts).size === 0;
  return { use: uses.find(isSame) || null, mayChange };
};

const tell = (purposes) => {
  byId("meaning").textContent = purposes.map(({ meaning }) => meaning).join(". ");
};

const makeUse = (purpose, type) => {
  const label = element("label", type === "radio" ? "use" : "use change");
  const input = element("input");
  input.type = type;
  input.name = "use";
  input.ariaLabel = purpose.words;
  input.ariaDescription = purpose.meaning;
  label.title = purpose.meaning;
  for (const name of ["pointerenter", "focusin"])
    label.addEventListener(name, () => tell([purpose]));
  label.append(input, purpose.words, element("small", "", purpose.meaning));
  inputs.set(purpose, input);
  return label;
};

export const tellAll = () => chosen().use !== null;

export const show = () => {
  const { use, mayChange } = chosen();
  for (const one of uses) inputs.get(one).checked = one === use;
  inputs.get(change).checked = mayChange;
  const both = [use, mayChange && change].filter(Boolean);
  tell(both);
  byId("to-purpose").textContent = `${both.map(({ words }) => words).join(" ") || "Use"} ▾`;
};

export const begin = (start, changed) => {
  const purposes = start.purposes.map(([value, words, meaning]) => ({ value, words, meaning }));
  change = purposes.pop();
  uses = purposes;
  place.querySelector(".uses").append(...uses.map((use) => makeUse(use, "radio")));
  place.append(makeUse(change, "checkbox"));
  for (const name of ["pointerleave", "focusout"]) place.addEventListener(name, show);
  place.addEventListener("change", () => {
    const use = uses.find((one) => inputs.get(one).checked);
    // Codes that are chosen in the filters stay beside a change
    const codes = partsOf(use ? use.value : filters.valueOf("license"));
    codes.delete(change.value);
    if (inputs.get(change).checked) codes.add(change.value);
    filters.put("license", [...codes].join(","));
    changed();
  });
};
