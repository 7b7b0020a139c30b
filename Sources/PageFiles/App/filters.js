// The filters of a search: those that are set are shown as chips, and all of them behind a button.
// The program sends the filters and their texts.

import { button, byId, element } from "../Shared/dom.js";
import * as server from "./server.js";

let options = [];
let changed = () => {};

// For some options a value means the same as no value.
const settled = ({ usual }, value = "") => (["any", "false", usual].includes(value) ? "" : value);

// The value if the address has none: the one in config.json, if any
const standardOf = (option) => settled(option, option.standard);

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const nameOfValue = ({ choices }, value) => {
  const [, words] = choices.find(([one]) => one === value) || [];
  return words || capital(value.replaceAll(/[-_]/g, " "));
};

const optionsOf = (choices) => choices.map(([value, text]) => new Option(text, value));

const makeSelect = ({ none, choices }) => {
  const select = element("select");
  select.append(...optionsOf([["", none], ...choices]));
  return select;
};

// The control for an option: a text field, a list of choices or a switch
const makeInput = ({ isSwitch, example }) => {
  const input = element("input");
  input.autocomplete = "off";
  if (isSwitch) input.type = "checkbox";
  else input.placeholder = example;
  return input;
};

// How a value is drawn: a color as CSS knows it, or two, or a rectangle of the shape
const drawings = {
  color: (value) => {
    const [one, other = one] = value.split("_and_");
    return { background: `linear-gradient(90deg, ${one} 50%, ${other} 50%)` };
  },
  shape: (value) => ({ aspectRatio: { landscape: "3/2", portrait: "2/3" }[value] || "1" }),
};

// A button for each value that is drawn, or that is a usual one of those to type
const makeChoices = (option) => {
  const draw = drawings[option.look];
  const row = element("span", draw ? `drawn ${option.look}s` : "drawn");
  for (const [value, words] of option.choices) {
    const choice = button("", draw ? "" : words, () => {
      setValue(option, shownValue(option) === value ? "" : value);
      changed();
    });
    choice.value = value;
    if (draw) {
      choice.ariaLabel = choice.title = words;
      Object.assign(choice.appendChild(element("span")).style, draw(value));
    }
    row.append(choice);
  }
  return row;
};

const inputs = new Map();

const isListed = ({ example, isSwitch }) => !example && !isSwitch;

const makeField = (option) => {
  const label = element("label", option.isSwitch ? "field switch" : "field");
  const input = isListed(option) ? makeSelect(option) : makeInput(option);
  inputs.set(option.name, input);
  label.append(element("span", "", option.title), input);
  input.onchange = () => changed();
  const hasButtons = option.look || (option.example && option.choices.length);
  if (!hasButtons) return label;
  const group = element("div", "field group");
  group.role = "group";
  group.ariaLabel = option.title;
  if (option.look) input.hidden = true;
  group.append(label, makeChoices(option));
  return group;
};

// The chosen value; empty for no filter
const shownValue = (option) => {
  const input = inputs.get(option.name);
  if (option.isSwitch) return input.checked ? "true" : "";
  return settled(option, input.value.trim());
};

// The value for the address; empty if it is the one in config.json
const addressValue = (option) => {
  const value = shownValue(option);
  if (value === standardOf(option)) return "";
  return value || (option.isSwitch ? "false" : "any");
};

export const set = () => options.filter(shownValue);

const named = (name) => options.find((one) => one.name === name);

export const valueOf = (name) => shownValue(named(name));

export const put = (name, value) => setValue(named(name), value);

// A number with its unit, however it was typed; a ratio as 3:2
const tidy = (value, unit) => {
  if (unit === ":") return value.replace(/[x×/]/i, unit);
  return unit ? value.replace(/^([\d.]+) *(p|px|mpx?|megapixels?)?$/i, `$1 ${unit}`) : value;
};

const wordsOf = (option, value) => {
  if (option.isSwitch) return option.title;
  if (isListed(option)) return nameOfValue(option, value);
  return capital(option.phrase.replace("{}", () => tidy(value, option.unit)));
};

// Shows a chip for each option that is set; pressing it clears the option
const showSet = (isTold) => {
  const place = byId("narrowed");
  const told = set().filter((option) => !isTold(option));
  byId("to-filters").textContent = told.length ? `Filters (${told.length})` : "Filters";
  const chips = told.map((option) => {
    const text = wordsOf(option, shownValue(option));
    const chip = button("chip on", `${text} ✕`, () => {
      setValue(option, "");
      changed();
      (place.querySelector("button") || byId("to-filters")).focus();
    });
    chip.ariaLabel = `Without ${text}`;
    const row = element("li");
    row.append(chip);
    return row;
  });
  place.replaceChildren(...chips);
  byId("unfilter").disabled = !set().length;
};

const choicesOf = ({ name }) => [
  ...(inputs.get(name).options || []),
  ...(inputs.get(name).closest(".group")?.querySelectorAll("button") || []),
];

const setValue = (option, text) => {
  const input = inputs.get(option.name);
  const value = text === undefined ? standardOf(option) : settled(option, text);
  for (const choice of choicesOf(option).filter(({ type }) => type))
    choice.ariaPressed = choice.value === value;
  if (option.isSwitch) {
    input.checked = value === "true";
    return;
  }
  const isThere = !input.options || [...input.options].some((one) => one.value === value);
  if (!isThere) input.append(new Option(nameOfValue(option, value), value));
  input.value = value;
};

export const begin = (start, onChange) => {
  changed = onChange;
  options = start.options;
  byId("options").append(...options.map(makeField));
  byId("filters").addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") showPossible();
  });
  byId("unfilter").onclick = () => {
    for (const option of options) setValue(option, "");
    changed();
  };
};

export const words = (option) => wordsOf(option, shownValue(option));

// The options of a search without one of them, be it set in config.json too
export const without = (option, set) => {
  const others = { ...set, [option.name]: option.isSwitch ? "false" : "any" };
  if (!standardOf(option)) delete others[option.name];
  return others;
};

// Values by command-line names, without those that are as in config.json
export const values = () =>
  Object.fromEntries(
    options.map((option) => [option.name, addressValue(option)]).filter(([, value]) => value),
  );

// Values that clear all filters, including those of config.json
export const none = () =>
  Object.fromEntries(
    options.filter(standardOf).map(({ name, isSwitch }) => [name, isSwitch ? "false" : "any"]),
  );

// Disables what would leave no source to ask, beside what is set
let shown = null;
const showPossible = async () => {
  const asked = shown;
  const { without } = await server.call("choices", asked).catch(() => ({ without: {} }));
  if (asked !== shown) return;
  let isAny = false;
  for (const [name, values] of Object.entries(without)) {
    const option = named(name);
    for (const choice of option.isSwitch ? [inputs.get(name)] : choicesOf(option)) {
      const value = option.isSwitch ? "true" : choice.value;
      choice.disabled = values.includes(value) && shownValue(option) !== value;
      isAny ||= choice.disabled;
    }
  }
  byId("impossible").hidden = !isAny;
};

// isTold: whether an option is shown elsewhere
export const show = (asked, isTold) => {
  for (const option of options) setValue(option, asked.options[option.name]);
  showSet(isTold);
  shown = { words: asked.words, options: asked.options };
  if (byId("filters").matches(":popover-open")) showPossible();
};

// The program's message with this page's names for options in place of command-line names
export const said = (text) => {
  const named = options.reduce(
    (words, { name, title }) => words.replace(`--${name}:`, `“${title}”:`),
    text,
  );
  return capital(named);
};

export const phrase = (asked) =>
  Object.entries(asked)
    .map(([name, value]) => {
      const option = named(name);
      if (!option) return `${name} ${value}`;
      const isOn = Boolean(settled(option, value));
      if (isOn) return wordsOf(option, value);
      return option.isSwitch ? `${option.title}: no` : option.none;
    })
    .join(" · ");
