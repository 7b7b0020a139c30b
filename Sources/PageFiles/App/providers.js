// Whom a search asks: a chip for each provider with how it stands, pressed while it is asked
// Uses photos, server

const providers = (() => {
  const place = byId("providers");
  let known = [];
  // Whom config.json has a search ask: `all,-flickr`; empty for all
  let standard = "";
  // search or list: only those of one kind are asked at a time
  let kind = "search";
  let asked = new Set();
  let chips = new Map();
  let changed = () => {};

  const ofKind = () => known.filter((one) => one.kind === kind);
  const all = () => ofKind().filter(({ isReady, isInAll }) => isReady && isInAll);

  // The ids that `all,-flickr` means
  const chosen = (text) => {
    const parts = (text || standard || "all").split(",").map((part) => part.trim());
    const ids = new Set();
    const addAll = () => all().forEach(({ id }) => ids.add(id));
    if (parts[0].startsWith("-")) addAll();
    for (const part of parts) {
      if (part === "all") addAll();
      else if (part.startsWith("-")) ids.delete(part.slice(1));
      else if (part) ids.add(part);
    }
    return new Set(ofKind().flatMap(({ id }) => (ids.has(id) ? [id] : [])));
  };

  const isSame = (one, other) => one.size === other.size && [...one].every((id) => other.has(id));

  // The shortest text for the ids; empty for those that are asked anyway
  const text = (ids) => (isSame(ids, chosen("")) ? "" : explicit(ids));

  const explicit = (ids) => {
    const usual = all().map(({ id }) => id);
    const less = usual.filter((id) => !ids.has(id));
    const more = [...ids].filter((id) => !usual.includes(id));
    if (less.length === usual.length) return more.join(",");
    if (less.length > usual.length / 2) return [...ids].join(",");
    const parts = [...more, ...less.map((id) => `-${id}`)];
    return ["all", ...parts].join(",");
  };

  const toggle = (id) => {
    const ids = new Set(asked);
    if (ids.has(id)) ids.delete(id);
    else ids.add(id);
    // Nobody left to ask: that is a press too many.
    if (ids.size) changed(text(ids));
  };

  const makeChip = (one) => {
    const chip = button("chip provider", "", () => toggle(one.id));
    const state = element("span", "state");
    chip.append(element("span", "dot"), element("span", inkOf(one), one.name), state);
    return { chip, state };
  };

  // How a provider stands, and the word for it; why is told in full below
  const stateOf = (one, report, shown) => {
    if (!asked.has(one.id)) return ["off", "not asked"];
    const { state, total, isOutOfQuota } = report || one;
    const isAwaited = !report || ["waiting", "slow"].includes(state);
    if (trouble.hasEnded() && isAwaited && !shown) return ["off", "no answer"];
    if (isOutOfQuota) return ["failed", "out of quota"];
    if (!report) return ["ready", "ready"];
    if (state === "failed") return [state, state];
    if (state === "ended") return ["ended", shown ? `all ${grouped(shown)}` : "no photos"];
    if (state === "waiting" && !shown) return [state, "waiting…"];
    if (state === "skipped" || state === "slow") return [state, state];
    const words = total > shown ? `${grouped(shown)} of ${grouped(total)}` : count(shown, "photo");
    return ["ready", words];
  };

  const verbs = { failed: "failed", skipped: "was skipped", slow: "is slow", ended: "has ended" };

  // All was shown, which needs no reason; where a batch after others found nothing, too
  const hasAll = ({ id, isExhausted }, shown) => isExhausted && shown[id];

  // Why some answer no more, each in a line that can be read, and what they have to say besides
  const reasons = ({ providers: reports, shown }, isTold = () => true) => [
    ...reports
      .filter((one) => one.why && verbs[one.state] && !hasAll(one, shown) && isTold(one))
      .map(({ name, state, why }) => element("p", state, `${name} ${verbs[state]}: ${why}`)),
    ...reports
      .filter(({ notice }) => notice)
      .map(({ name, notice }) => element("p", "slow", `${name}: ${notice}`)),
  ];

  // A link to the terms of each that is asked; both adapters of a service have the same
  const showTerms = () => {
    const links = new Map();
    for (const { id, name, terms } of ofKind()) {
      if (terms && asked.has(id) && !links.has(terms)) links.set(terms, link(name, terms));
    }
    const parts = [...links.values()].flatMap((one, index) => (index ? [" · ", one] : [one]));
    byId("terms").replaceChildren(...(parts.length ? ["Terms: ", ...parts] : []));
  };

  return {
    begin: (start, onChange) => {
      known = start.providers;
      standard = start.provider || "";
      changed = onChange;
    },
    show: (shownKind, option) => {
      kind = shownKind;
      asked = chosen(option);
      const shown = ofKind().filter((one) => one.isReady || asked.has(one.id));
      showTerms();
      // Chips that are there stay, and with them the focus.
      if (String([...chips.keys()]) === String(shown.map(({ id }) => id))) return;
      chips = new Map(shown.map((one) => [one.id, { one, ...makeChip(one) }]));
      place.replaceChildren(...[...chips.values()].map(({ chip }) => chip));
    },
    // As a search tells of them: each its state, and in one line why some don't answer
    report: (listing) => {
      const { providers: reports, shown } = listing;
      const reported = new Map(reports.map((report) => [report.id, report]));
      for (const [id, { one, chip, state }] of chips) {
        const report = reported.get(id);
        const [kind, words] = stateOf(one, report, shown[id] || 0);
        chip.dataset.state = kind;
        chip.setAttribute("aria-pressed", String(asked.has(id)));
        chip.title = (report && report.why) || one.says || "";
        state.textContent = words;
      }
      const isTrouble = ({ state }) =>
        state !== "ended" && !(state === "slow" && trouble.hasEnded());
      // Where that is why it failed, it is told with that.
      const isTold =
        listing.state === "failed" && reports.every(({ state }) => state === "skipped");
      byId("reasons").replaceChildren(...(isTold ? [] : reasons(listing, isTrouble)));
    },
    reasons,
  };
})();
