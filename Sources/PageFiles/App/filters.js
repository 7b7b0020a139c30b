// What a search is narrowed by: the filters that are set stand in the open, each to be taken off, and
// all that there are behind a button, one for each option of the command line
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
  // Short names for the others
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
    const select = element("select");
    for (const [value, text] of choicesOf(option)) select.append(new Option(text, value));
    return select;
  };

  const makeInput = ({ isSwitch }) => {
    const input = element("input");
    input.autocomplete = "off";
    if (isSwitch) input.type = "checkbox";
    else input.placeholder = "any";
    return input;
  };

  // By the options' names
  const inputs = new Map();

  const makeField = (option) => {
    const { name, isSwitch } = option;
    const label = element("label", isSwitch ? "field switch" : "field");
    const input = option.values.length && !isSwitch ? makeSelect(option) : makeInput(option);
    inputs.set(name, input);
    label.append(element("span", "", nameOfOption(option)), input);
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

  const set = () => options.filter(shownValue);

  const wordsOf = (option, value) => {
    if (option.isSwitch) return nameOfOption(option);
    const listed = nameOfValue(option, value);
    return option.values.length ? listed : `${nameOfOption(option)}: ${value}`;
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

  return {
    begin: (start, onChange) => {
      changed = onChange;
      options = start.options;
      sites = new Map(start.providers.map(({ id, name }) => [id, name]));
      byId("options").append(...options.map(makeField));
      byId("unfilter").addEventListener("click", () => {
        for (const option of options) setValue(option, "");
        changed();
      });
    },
    // By their command-line names, only those that aren't as config.json has them
    values: () =>
      Object.fromEntries(
        options.map((option) => [option.name, valueOf(option)]).filter(([, value]) => value),
      ),
    // The options that are set
    set,
    // What has none of them set, whatever config.json has
    none: () =>
      Object.fromEntries(
        options.filter(standardOf).map(({ name, isSwitch }) => [name, isSwitch ? "false" : "any"]),
      ),
    show: (asked) => {
      for (const option of options) setValue(option, asked[option.name]);
      showSet();
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
