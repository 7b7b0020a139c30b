// What a search is narrowed by: the filters that are set stand in the open, each to be taken off, and
// all that there are behind a button, one for each option of the command line

import { button, byId, element } from "../Shared/dom.js";

// Short words for the options that most people use: the name, and what stands for none of it
const words = {
  orientation: ["Shape", "Any shape"],
  license: ["Licence", "Any licence"],
  color: ["Color", "Any color"],
  safe: ["Safe search", "Safe: strict", "strict"],
  sort: ["Sort", "Most relevant first", "relevant"],
  merge: ["Mix", "Sources in turn", "interleaved"],
};
const pixels = (value) => value.replace(/^(\d+) *(p|px)?$/i, "$1 px");
const megapixels = (value) => `${value.replace(/ *(mpx?|megapixels?)$/i, "")} MP`;
// The others: the name; of those into which something is typed the words for it, an example, and
// values that are there to choose
const others = {
  "no-ai": { name: "Nothing machine-made" },
  language: { name: "Language of the words", example: "de, or pt-BR" },
  "min-width": {
    name: "Width at least",
    inWords: (value) => `At least ${pixels(value)} wide`,
    example: "1920, or 4k",
    choices: ["1280", "1920", "3840"].map((value) => [value, pixels(value)]),
  },
  "min-height": {
    name: "Height at least",
    inWords: (value) => `At least ${pixels(value)} high`,
    example: "1080, or 4k",
    choices: ["720", "1080", "2160"].map((value) => [value, pixels(value)]),
  },
  "min-megapixels": {
    name: "Megapixels at least",
    inWords: (value) => `At least ${megapixels(value)}`,
    example: "4, or 2.5",
    choices: ["2", "4", "12", "24"].map((value) => [value, megapixels(value)]),
  },
  ratio: {
    name: "Ratio",
    inWords: (value) => capital(value.replace(/[x×/]/i, ":")),
    example: "16:9, or square",
    choices: [
      ["16:9", "Wide"],
      ["3:2", "As of most cameras"],
      ["4:3", "As of most phones"],
      ["1:1", "Square"],
    ],
  },
  since: {
    name: "Published since",
    inWords: (value) => `Since ${value}`,
    example: "2023, or 2023-05",
  },
  until: {
    name: "Published until",
    inWords: (value) => `Until ${value}`,
    example: "2023, or 2023-05-31",
  },
  author: { name: "Author", inWords: (value) => `By ${value}`, example: "Jane Doe" },
};
const wordsOfValues = {
  commercial: "Commercial use",
  modification: "May be changed",
  "commercial,modification": "Commercial use, may be changed",
  cc0: "CC0",
  pdm: "Public domain",
  "us-government": "US Government work",
  moderate: "Safe: moderate",
  off: "Safe: off",
  latest: "Latest first",
  popular: "Most popular first",
  newest: "Newest of all first",
  sequential: "One source after another",
};
// What is about the same thing side by side; an option that isn't named comes last
const order = [
  ...["license", "orientation", "color", "author", "since", "until"],
  ...["min-width", "min-height", "min-megapixels", "ratio"],
  ...["sort", "merge", "safe", "language", "no-ai"],
];
let options = [];
// By their ids: some have a licence of their own
let sites = new Map();
let changed = () => {};

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll(/[-_]/g, " ");
const nameOfOption = ({ name }) => (words[name] || [others[name]?.name || capital(name)])[0];
const nameOfValue = (option, value) => {
  if (wordsOfValues[value]) return wordsOfValues[value];
  if (option.name !== "license") return capital(value);
  if (sites.has(value)) return `${sites.get(value)} License`;
  return /^by(-[a-z]+)*$/.test(value) ? `CC ${value.toUpperCase()}` : capital(value);
};

// Of some options a value is the same as none.
const settled = ({ name }, value = "") => {
  const [, , same] = words[name] || [];
  return value === "any" || value === "false" || value === same ? "" : value;
};

// What holds where the address has nothing: what config.json has, if anything
const standardOf = (option) => settled(option, option.standard);

const noneOf = (option) => {
  const [, none] = words[option.name] || [];
  return none || `${nameOfOption(option)}: any`;
};

const choicesOf = (option) => {
  const [, , same] = words[option.name] || [];
  const listed = option.values.filter((value) => value !== "any" && value !== same);
  if (option.name === "license") listed.splice(2, 0, "commercial,modification");
  return [["", noneOf(option)], ...listed.map((value) => [value, nameOfValue(option, value)])];
};

const makeSelect = (option) => {
  const select = element("select");
  for (const [value, text] of choicesOf(option)) select.append(new Option(text, value));
  return select;
};

// Takes what is typed, with what there is to choose
const makeInput = ({ name, isSwitch }) => {
  const input = element("input");
  input.autocomplete = "off";
  if (isSwitch) {
    input.type = "checkbox";
    return [input];
  }
  const { example = "any", choices = [] } = others[name] || {};
  input.placeholder = example;
  if (!choices.length) return [input];
  const list = element("datalist");
  list.id = `choices-of-${name}`;
  list.append(...choices.map(([value, text]) => new Option(text, value)));
  input.setAttribute("list", list.id);
  return [input, list];
};

// By the options' names
const inputs = new Map();

const makeField = (option) => {
  const { name, isSwitch } = option;
  const label = element("label", isSwitch ? "field switch" : "field");
  const isListed = option.values.length && !isSwitch;
  const [input, ...more] = isListed ? [makeSelect(option)] : makeInput(option);
  inputs.set(name, input);
  label.append(element("span", "", nameOfOption(option)), input, ...more);
  input.addEventListener("change", () => changed());
  return label;
};

// What is chosen; empty for no filter
const shownValue = (option) => {
  const input = inputs.get(option.name);
  if (option.isSwitch) return input.checked ? "true" : "";
  return settled(option, input.value.trim());
};

// What the address has of it: nothing where it is as config.json has it
const valueOf = (option) => {
  const value = shownValue(option);
  if (value === standardOf(option)) return "";
  return value || (option.isSwitch ? "false" : "any");
};

// The options that are set
export const set = () => options.filter(shownValue);

const wordsOf = (option, value) => {
  if (option.isSwitch) return nameOfOption(option);
  if (option.values.length) return nameOfValue(option, value);
  return others[option.name]?.inWords?.(value) ?? `${nameOfOption(option)}: ${value}`;
};

// What is set, each with a press that takes it off
const showSet = () => {
  const place = byId("narrowed");
  const chips = set().map((option) => {
    const text = wordsOf(option, shownValue(option));
    const chip = button("chip on", `${text} ✕`, () => {
      setValue(option, "");
      changed();
      (place.querySelector("button") || byId("to-filters")).focus();
    });
    chip.setAttribute("aria-label", `Without ${text}`);
    const row = element("li");
    row.append(chip);
    return row;
  });
  place.replaceChildren(...chips);
  byId("unfilter").disabled = !chips.length;
};

const setValue = (option, text) => {
  const input = inputs.get(option.name);
  const value = text === undefined ? standardOf(option) : settled(option, text);
  if (option.isSwitch) {
    input.checked = value === "true";
    return;
  }
  const isListed = !input.options || [...input.options].some((one) => one.value === value);
  if (!isListed) input.append(new Option(nameOfValue(option, value), value));
  input.value = value;
};

export const begin = (start, onChange) => {
  changed = onChange;
  const place = ({ name }) => (order.includes(name) ? order.indexOf(name) : order.length);
  options = start.options.toSorted((left, right) => place(left) - place(right));
  sites = new Map(start.providers.map(({ id, name }) => [id, name]));
  byId("options").append(...options.map(makeField));
  byId("unfilter").addEventListener("click", () => {
    for (const option of options) setValue(option, "");
    changed();
  });
};

// By their command-line names, only those that aren't as config.json has them
export const values = () =>
  Object.fromEntries(
    options.map((option) => [option.name, valueOf(option)]).filter(([, value]) => value),
  );

// What has none of them set, whatever config.json has
export const none = () =>
  Object.fromEntries(
    options.filter(standardOf).map(({ name, isSwitch }) => [name, isSwitch ? "false" : "any"]),
  );

export const show = (asked) => {
  for (const option of options) setValue(option, asked[option.name]);
  showSet();
};

// What the program says of options, which have other names here than on the command line
export const said = (text) => {
  const named = options.reduce(
    (words, option) => words.replace(`--${option.name}:`, `“${nameOfOption(option)}”:`),
    text,
  );
  return named.charAt(0).toUpperCase() + named.slice(1);
};

// What a search was narrowed by, in words
export const phrase = (asked) =>
  Object.entries(asked)
    .map(([name, value]) => {
      const option = options.find((one) => one.name === name);
      if (!option) return `${name} ${value}`;
      const isOn = Boolean(settled(option, value));
      if (isOn) return wordsOf(option, value);
      return option.isSwitch ? `${nameOfOption(option)}: no` : noneOf(option);
    })
    .join(" · ");
