// Whom a search asks: a chip for each provider with how it stands, pressed while it is asked

const providers = (() => {
  const place = find("providers");
  let known = [];
  let asked = new Set();
  let chips = new Map();
  let changed = () => {};

  const all = () => known.filter(({ isReady, isInAll }) => isReady && isInAll);

  // The ids that `all,-flickr` means
  const chosen = (text) => {
    const parts = (text || "all").split(",").map((part) => part.trim());
    const ids = new Set();
    const addAll = () => all().forEach(({ id }) => ids.add(id));
    if (parts[0].startsWith("-")) addAll();
    for (const part of parts) {
      if (part === "all") addAll();
      else if (part.startsWith("-")) ids.delete(part.slice(1));
      else if (part) ids.add(part);
    }
    return ids;
  };

  // The shortest text for the ids; empty for the usual ones
  const text = (ids) => {
    const usual = all().map(({ id }) => id);
    const less = usual.filter((id) => !ids.has(id));
    const more = [...ids].filter((id) => !usual.includes(id));
    if (less.length === usual.length) return more.join(",");
    if (less.length > usual.length / 2) return [...ids].join(",");
    const parts = [...more, ...less.map((id) => `-${id}`)];
    return parts.length ? ["all", ...parts].join(",") : "";
  };

  const toggle = (id) => {
    const ids = new Set(asked);
    if (ids.has(id)) ids.delete(id);
    else ids.add(id);
    // Nobody left to ask: that is a press too many.
    if (ids.size) changed(text(ids));
  };

  const makeChip = ({ id, name }) => {
    const chip = button("chip provider", "", () => toggle(id));
    const state = element("span", "state");
    chip.append(element("span", "dot"), element("span", "", name), state);
    return { chip, state };
  };

  const isQuota = ({ says }, why) => Boolean(says) || /quota/i.test(why || "");

  // How a provider stands, and the word for it; why is told in full below
  const stateOf = (one, report) => {
    if (!asked.has(one.id)) return ["off", "not asked"];
    if (!report) return one.says ? ["failed", "out of quota"] : ["ready", "ready"];
    const { state, shown, total, why } = report;
    if (state === "failed") return ["failed", isQuota(one, why) ? "out of quota" : "failed"];
    if (state === "ended") return ["ended", shown ? `all ${shown}` : "no photos"];
    if (state === "waiting") return [state, "waiting…"];
    if (state === "skipped" || state === "slow") return [state, state];
    return ["ready", total > shown ? `${shown} of ${grouped(total)}` : count(shown, "photo")];
  };

  // Why some answer no more, each in a line that can be read
  const reasons = (reports) =>
    reports
      .filter(({ state, why }) => why && ["failed", "skipped", "slow", "ended"].includes(state))
      .map(({ name, state, why }) => {
        const verb = {
          failed: "failed",
          skipped: "was skipped",
          slow: "is slow",
          ended: "has ended",
        };
        return element("p", state, `${name} ${verb[state]}: ${why}`);
      });

  return {
    begin: (list, onChange) => {
      known = list;
      changed = onChange;
    },
    // Those of a kind: search or list
    show: (kind, option) => {
      asked = chosen(option);
      const shown = known.filter((one) => one.kind === kind && (one.isReady || asked.has(one.id)));
      // Chips that are there stay, and with them the focus.
      if (String([...chips.keys()]) === String(shown.map(({ id }) => id))) return;
      chips = new Map(shown.map((one) => [one.id, { one, ...makeChip(one) }]));
      place.replaceChildren(...[...chips.values()].map(({ chip }) => chip));
    },
    // As a search tells of them: each its state, and in one line why some don't answer
    report: (reports) => {
      const byId = new Map(reports.map((report) => [report.id, report]));
      for (const [id, { one, chip, state }] of chips) {
        const report = byId.get(id);
        const [kind, words] = stateOf(one, report);
        chip.dataset.state = kind;
        chip.setAttribute("aria-pressed", String(asked.has(id)));
        chip.title = (report && report.why) || one.says || "";
        state.textContent = words;
      }
      find("reasons").replaceChildren(...reasons(reports.filter(({ state }) => state !== "ended")));
    },
    reasons,
  };
})();
