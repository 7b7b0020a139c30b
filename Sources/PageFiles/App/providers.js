// The providers of a search: a button, and behind it all providers with their states and switches

import { byId, copyOf, count, element, grouped, link, tellButton } from "../Shared/dom.js";
import { inked } from "../Shared/photos.js";
import * as reasons from "./reasons.js";
import * as trouble from "./trouble.js";

const place = byId("asked");
let known = [];
// The default in config.json: `all,-flickr`; empty for all
let standard = "";
// search or list: only providers of one kind are asked at a time; author or tag for those searches that
// have such lists, too
let kind = "search";
let asked = new Set();
let rows = new Map();
let changed = () => {};

const ofKind = () => known.filter((one) => one.kind === kind || one.lists.includes(kind));
const all = () => ofKind().filter((one) => !one.lacks && (one.isInAll || one.lists.includes(kind)));

// Whether a provider has lists of a kind: author, tag
export const lists = (id, kind) => known.some((one) => one.id === id && one.lists.includes(kind));

// The ids for a text such as `all,-flickr`
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

// A short text for some ids; empty for the default
const text = (ids) => {
  if (isSame(ids, chosen(""))) return "";
  const usual = all().map(({ id }) => id);
  const less = usual.filter((id) => !ids.has(id));
  const more = [...ids].filter((id) => !usual.includes(id));
  if (less.length > usual.length / 2) return [...ids].join(",");
  return ["all", ...more, ...less.map((id) => `-${id}`)].join(",");
};

const toggle = (id, input) => {
  const ids = new Set(asked);
  if (input.checked) ids.add(id);
  else ids.delete(id);
  if (ids.size) changed(text(ids));
  else input.checked = true;
};

const periods = {
  minute: " this minute",
  hour: " this hour",
  day: " today",
  month: " this month",
};

const leftWords = ({ quota, until }) => {
  if (until) return `Answers again at ${reasons.at(until)}`;
  if (!quota) return "";
  const { remaining, limit, period } = quota;
  const of = limit ? ` of ${grouped(limit)}` : "";
  return `${grouped(remaining)}${of} requests left${periods[period] || ""}`;
};

const makeRow = (one) => {
  const row = copyOf("provider-of");
  const [label, state, why] = row.children;
  const input = label.firstChild;
  input.disabled = Boolean(one.lacks) && !asked.has(one.id);
  input.onchange = () => toggle(one.id, input);
  label.append(inked(element("span", "", one.name), one));
  const facts = [leftWords(one), one.notice].filter(Boolean).join(". ");
  why.before(link("Terms", one.terms, "terms-of"));
  if (facts) row.append(element("p", "facts-of quiet", facts));
  return { one, row, input, state, why };
};

// A provider's state and the word for it; the full reason is shown below
const stateOf = (one, report, shown, isUnable) => {
  if (!asked.has(one.id)) return one.lacks ? ["off", "not ready"] : ["off", "not asked"];
  const { state, total, reason } = report || {};
  const isAwaited = !report || ["waiting", "slow"].includes(state);
  if (trouble.hasEnded() && isAwaited && !shown) return ["off", "no answer"];
  if (report ? reason?.kind === "quota" : one.isOutOfQuota) return ["failed", "out of quota"];
  if (isUnable || report?.state === "skipped") return ["skipped", "left out"];
  if (!report) return ["ready", "ready"];
  if (state === "ended") return ["ended", shown ? `all ${grouped(shown)}` : "no photos"];
  if (state === "waiting" && !shown) return [state, "waiting…"];
  if (["failed", "slow"].includes(state)) return [state, state];
  const words = total > shown ? `${grouped(shown)} of ${grouped(total)}` : count(shown, "photo");
  return ["ready", words];
};

const showRow = ({ one, input, state, why }, report, shown, message) => {
  const [kind, words] = stateOf(one, report, shown, message);
  state.className = `state ${reasons.colors[kind] || "quiet"}`;
  input.checked = asked.has(one.id);
  state.textContent = words;
  const reason = kind === "skipped" ? { kind, message } : one.lacks;
  const told = report || { state: kind, reason };
  why.replaceChildren(...reasons.told([{ ...told, name: one.name }]));
  return kind;
};

export const lackingWords = () => {
  const wanting = known.filter(({ lacks, isInAll }) => isInAll && lacks?.kind === "noKey");
  const services = Map.groupBy(wanting, ({ lacks }) => lacks.variable);
  const names = [...services.values()].map(([{ name }]) => name);
  if (!names.length) return "";
  const keys =
    names.length > 3
      ? `keys of ${names.length} services`
      : `${names.length > 1 ? "keys" : "a key"} of ${reasons.joined(names)}`;
  return `More photos with ${keys}; “imgsearch keys set” takes one.`;
};

// A phrase with the names of asked providers in a state: `flickr and pexels didn't answer`
const missedWords = (reports, verb) => {
  const names = reports.map(({ name }) => name);
  if (!names.length) return [];
  return [`${names.length > 2 ? `${names.length} sources` : reasons.joined(names)} ${verb}`];
};

export const begin = (start, onChange) => {
  known = start.providers;
  standard = start.provider || "";
  changed = onChange;
};

export const nameOf = (provider) => known.find(({ id }) => id === provider)?.name;

export const show = (shownKind, option) => {
  kind = shownKind;
  asked = chosen(option);
  byId("missing").textContent = lackingWords();
  if (String([...rows.keys()]) === String(ofKind().map(({ id }) => id))) return;
  rows = new Map(ofKind().map((one) => [one.id, makeRow(one)]));
  place.replaceChildren(...[...rows.values()].map(({ row }) => row));
};

const waitingWords = (names) => {
  if (!names.length) return "";
  const told = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return `Waiting for ${told.join(", ")}`;
};

export const report = ({ providers: reports, shown, state, unable }) => {
  const reported = new Map(reports.map((report) => [report.id, report]));
  const states = new Map(
    [...rows].map(([id, row]) => [id, showRow(row, reported.get(id), shown[id] || 0, unable[id])]),
  );
  const isLoading = state === "loading" && !trouble.hasEnded();
  const there = ofKind().filter(({ id }) => asked.has(id));
  const isAwaited = ({ id }) =>
    isLoading && (!reported.has(id) || ["waiting", "slow"].includes(states.get(id)));
  byId("waiting").textContent = waitingWords(there.filter(isAwaited).map(({ name }) => name));
  const missed = there.filter(({ id }) => ["failed", "skipped", "slow"].includes(states.get(id)));
  const answered = there.length - missed.length;
  const areSilent = missed.every(({ id }) => reasons.isSilent(reported.get(id) || {}));
  const all = count(there.length, "source");
  const some = `${answered} of ${areSilent ? `${there.length} answered` : all}`;
  const isPart = missed.length && !isLoading;
  const short = isPart ? `${answered}/${there.length}` : there.length;
  tellButton("to-providers", isPart ? some : all, short);
};

// The providers that gave nothing to the list, in a few words
export const missed = ({ providers: reports }) =>
  [
    ["didn't answer", reasons.isSilent],
    ["gave no photos", (one) => one.state === "failed" && !reasons.isSilent(one)],
    ["can't do this", ({ state }) => state === "skipped"],
  ].flatMap(([verb, fits]) => missedWords(reports.filter(fits), verb));

// Providers that are able but aren't asked, and the option for asking them too
export const others = (unable) => {
  const others = ofKind().filter(({ id, lacks }) => !lacks && !asked.has(id) && !unable[id]);
  const ids = new Set([...asked, ...others.map(({ id }) => id)]);
  return { names: others.map(({ name }) => name), provider: text(ids) };
};
