// What a search is narrowed by: a chip for each option of the command line
// Uses photos

const filters = (() => {
  // Short words for the options that most people use: the name, and what stands for none of it
  const words = {
    orientation: ["Shape", "Any shape"],
    license: ["Licence", "Any licence"],
    color: ["Color", "Any color"],
    safe: ["Safe search", "Safe: strict", "strict"],
    sort: ["Sort", "Most relevant first", "relevant"],
    merge: ["Order", "Providers in turn", "interleaved"],
  };
  // Short names for the others, which stand behind "More filters"
  const names = {
    "no-ai": "Nothing machine-made",
    language: "Language of the words",
  };
  const values = {
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
    sequential: "One provider after another",
  };
  let options = [];
  // By their ids: some have a licence of their own
  let sites = new Map();
  let changed = () => {};

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll(/[-_]/g, " ");
  const nameOfOption = ({ name }) => (words[name] || [names[name] || capital(name)])[0];
  const nameOfValue = (option, value) => {
    if (values[value]) return values[value];
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
    const select = element("select", "chip");
    for (const [value, text] of choicesOf(option)) select.append(new Option(text, value));
    return select;
  };

  const makeField = (option) => {
    const label = element("label", "chip field", `${nameOfOption(option)} `);
    const input = element("input");
    input.placeholder = "any";
    input.autocomplete = "off";
    label.append(input);
    return { node: label, input };
  };

  const makeSwitch = (option) => {
    const input = element("input");
    input.type = "checkbox";
    const label = element("label", "chip switch");
    label.append(input, nameOfOption(option));
    return { node: label, input };
  };

  const make = (option) => {
    if (option.isSwitch) return makeSwitch(option);
    if (!option.values.length) return makeField(option);
    const select = makeSelect(option);
    return { node: select, input: select };
  };

  const chips = new Map();
  const rest = element("summary", "chip");

  // What is chosen; empty for no filter
  const shownValue = (option) => {
    const { input } = chips.get(option.name);
    if (option.isSwitch) return input.checked ? "true" : "";
    return settled(option, input.value.trim());
  };

  // What the address has of it: nothing where it is as config.json has it
  const valueOf = (option) => {
    const value = shownValue(option);
    if (value === standardOf(option)) return "";
    return value || (option.isSwitch ? "false" : "any");
  };

  const mark = (option) => {
    const { node } = chips.get(option.name);
    node.classList.toggle("on", Boolean(shownValue(option)));
    const below = options.filter(({ name }) => !words[name] && chips.has(name));
    const set = below.filter(shownValue).length;
    rest.classList.toggle("on", set > 0);
    rest.textContent = set ? `More filters: ${set}` : "More filters";
  };

  const setValue = (option, text) => {
    const { input } = chips.get(option.name);
    const value = text === undefined ? standardOf(option) : settled(option, text);
    if (option.isSwitch) input.checked = value === "true";
    else {
      const isListed = !input.options || [...input.options].some((one) => one.value === value);
      if (!isListed) input.append(new Option(nameOfValue(option, value), value));
      input.value = value;
    }
    mark(option);
  };

  return {
    begin: (start, onChange) => {
      changed = onChange;
      options = start.options;
      sites = new Map(start.providers.map(({ id, name }) => [id, name]));
      const place = byId("filters");
      const others = element("details", "rest");
      const more = element("div", "chips");
      others.append(rest, more);
      for (const option of options) {
        const chip = make(option);
        chips.set(option.name, chip);
        chip.input.setAttribute("aria-label", nameOfOption(option));
        if (option.label) chip.node.title = option.label;
        chip.input.addEventListener("change", () => {
          mark(option);
          changed();
        });
        (words[option.name] ? place : more).append(chip.node);
      }
      if (more.firstChild) place.append(others);
    },
    // By their command-line names, only those that aren't as config.json has them
    values: () =>
      Object.fromEntries(
        options.map((option) => [option.name, valueOf(option)]).filter(([, value]) => value),
      ),
    show: (asked) => {
      for (const option of options) setValue(option, asked[option.name]);
      const isSetBelow = options.some(({ name }) => !words[name] && asked[name]);
      if (isSetBelow) byId("filters").querySelector(".rest").open = true;
    },
    // What a search was narrowed by, in words
    phrase: (asked) =>
      Object.entries(asked)
        .map(([name, value]) => {
          const option = options.find((one) => one.name === name);
          if (!option) return `${name} ${value}`;
          const isOn = Boolean(settled(option, value));
          if (option.isSwitch) return isOn ? nameOfOption(option) : `${nameOfOption(option)}: no`;
          return isOn ? nameOfValue(option, value) : noneOf(option);
        })
        .join(" · "),
  };
})();
