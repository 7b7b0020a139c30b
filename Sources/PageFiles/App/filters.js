// The filters of a search: those that are set are shown as chips, and all of them behind a button.
// The program sends the filters and their texts, and what a source is left for.

import { button, byId, count, element, tellButton } from "../Shared/dom.js";
import * as reasons from "./reasons.js";
import * as server from "./server.js";

let options = [];
let changed = () => {};
// The search that is shown: its words and options
let query = () => ({});

// For some options a value means the same as no value.
const settled = ({ usual }, value = "") => (["any", "false", usual].includes(value) ? "" : value);

// The value if the address has none: the one in config.json, if any
const standardOf = (option) => settled(option, option.standard);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const inOrder = (codes) => codes.split(",").sort().join();

const nameOfValue = ({ choices, phrase }, value) => {
  const [, words] = choices.find(([one]) => inOrder(one) === inOrder(value)) || [];
  return words || capital(phrase.replace("{}", () => value.replaceAll(/[-_](?!\d)/g, " ")));
};

const optionsOf = (choices) => choices.map(([value, text]) => new Option(text, value));

const makeSelect = ({ none, choices }) => {
  const select = element("select");
  select.append(...optionsOf([["", none], ...choices]));
  return select;
};

// The control for an option: a text field, a list of choices or a switch
const makeInput = ({ name, isSwitch, example, choices }) => {
  const input = element("input");
  input.autocomplete = "off";
  if (isSwitch) {
    input.type = "checkbox";
    return [input];
  }
  input.placeholder = example;
  if (!choices.length) return [input];
  const list = element("datalist");
  list.id = `choices-of-${name}`;
  list.append(...optionsOf(choices));
  input.setAttribute("list", list.id);
  return [input, list];
};

const isColor = (sign) => /^[a-z]/.test(sign);

const draw = (sign) => {
  const drawn = element("span", isColor(sign) ? "sign swatch" : "sign");
  const [first, second = first] = sign.split(" ");
  if (!isColor(sign)) drawn.style.aspectRatio = sign;
  else drawn.style.background = `linear-gradient(135deg, ${first} 50%, ${second} 50%)`;
  return drawn;
};

const form = byId("options");

const addRadio = (group, name, [value, words], sign = "") => {
  const label = element("label", "use");
  const input = element("input");
  Object.assign(input, { type: "radio", name, value, ariaLabel: words });
  label.append(input, ...(sign ? [draw(sign)] : []), ...(isColor(sign) ? [] : [words]));
  group.append(label);
};

const makeDrawn = ({ name, title, none, choices, signs }) => {
  const field = element("div", "field small wide");
  const group = element("div", "drawn");
  group.role = "radiogroup";
  group.ariaLabel = title;
  addRadio(group, name, ["", none]);
  choices.forEach((choice, index) => addRadio(group, name, choice, signs[index]));
  field.append(element("span", "", title), group);
  return field;
};

const isListed = ({ example, isSwitch }) => !example && !isSwitch;

const makeField = (option) => {
  if (option.signs?.length) return makeDrawn(option);
  const label = element("label", option.isSwitch ? "field small switch" : "field small");
  const [input, ...more] = isListed(option) ? [makeSelect(option)] : makeInput(option);
  input.name = option.name;
  label.append(element("span", "", option.title), input, ...more);
  return label;
};

const inputOf = ({ name }) => form.elements[name];

// The control's choices: of a select, or radio buttons; none for a field
const choicesOf = (input) => (input.length ? [...input] : []);

// The chosen value; empty for no filter
const shownValue = (option) => {
  const input = inputOf(option);
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

export const words = (option) => wordsOf(option, shownValue(option));

const clear = (dropped) => {
  for (const option of dropped) setValue(option, "");
  changed();
};

export const dropper = (dropped, text) => button("chip", `Without ${text}`, () => clear(dropped));

// Shows a chip for each option that is set; pressing it clears the option
const showSet = (isTold) => {
  const place = byId("narrowed");
  const told = set().filter((option) => !isTold(option));
  tellButton("to-filters", told.length ? `Filters (${told.length})` : "Filters", told.length || "");
  const chips = told.map((option) => {
    const text = words(option);
    const chip = button("chip on line", `${text} ✕`, () => {
      clear([option]);
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

const setValue = (option, text) => {
  const input = inputOf(option);
  const value = text === undefined ? standardOf(option) : settled(option, text);
  if (option.isSwitch) {
    input.checked = value === "true";
    return;
  }
  const choices = choicesOf(input);
  if (choices.length && !choices.some((one) => one.value === value)) {
    const words = nameOfValue(option, value);
    if (input.append) input.append(new Option(words, value));
    else addRadio(choices[0].closest(".drawn"), option.name, [value, words]);
  }
  if (input.append || !choices.length) input.value = value;
  // A list of radio buttons takes no empty value.
  else for (const one of input) one.checked = one.value === value;
};

const panel = byId("filters");

// Takes away what leaves no source, beside what is set, and says which sources are left
const offer = ({ names, asked, counts }) => {
  for (const option of options) {
    const input = inputOf(option);
    const left = counts[option.name] || {};
    const isSet = Boolean(shownValue(option));
    const areAny = Object.entries(left).some(([value, number]) => value && number);
    const choices = choicesOf(input);
    for (const one of choices) one.disabled = one.value !== input.value && left[one.value] === 0;
    if (!choices.length) input.disabled = !isSet && Object.keys(left).length > 1 && !areAny;
  }
  const few =
    names.length > 3 ? `${names.length} of ${count(asked, "source")}` : reasons.joined(names);
  const all = names.length === asked ? "" : `Only ${few} can do all of this.`;
  byId("able").textContent = names.length ? all : "No source can do all of this at once.";
  const ways = names.length ? [] : set().filter(({ name }) => counts[name]?.[""]);
  byId("in-the-way").replaceChildren(...ways.map((one) => dropper([one], words(one))));
};

// Asks the program what is left to be set
let turn = 0;
const askOffers = async () => {
  turn += 1;
  const mine = turn;
  if (!panel.matches(":popover-open")) return;
  // Without an answer all is offered.
  const offers = await server.call("offers", query()).catch(() => null);
  if (offers && mine === turn) offer(offers);
};

export const begin = (start, onChange, asked) => {
  changed = onChange;
  query = asked;
  panel.addEventListener("toggle", askOffers);
  options = start.options;
  form.append(...options.map(makeField));
  form.addEventListener("change", () => changed());
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("unfilter").onclick = () => clear(options);
};

// Values by command-line names, without those that are as in config.json
export const values = () =>
  Object.fromEntries(
    options.map((option) => [option.name, addressValue(option)]).filter(([, value]) => value),
  );

// isTold: whether an option is shown elsewhere
export const show = (asked, isTold) => {
  for (const option of options) setValue(option, asked[option.name]);
  showSet(isTold);
  askOffers();
};

export const phrase = (asked) =>
  Object.entries(asked)
    .map(([name, value]) => {
      const option = named(name);
      if (!option) return `${name} ${value}`;
      if (settled(option, value)) return wordsOf(option, value);
      return option.isSwitch ? `${option.title}: no` : option.none;
    })
    .join(" · ");
