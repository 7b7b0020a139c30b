// Words for why a provider gives no photos, or no more; the program sends the facts

import { element, grouped, link } from "../Shared/dom.js";

const inParentheses = (text) => (text ? ` (${text.replace(/[.\s]+$/, "")})` : "");

export const at = (text) => {
  const time = new Date(text);
  const isSoon = Math.abs(time - Date.now()) < 86_400_000;
  const form = isSoon ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return time.toLocaleString("en-GB", form);
};

// Verbs as they follow one name, and several
const singular = { s: "s", are: "is", have: "has" };
const plural = { s: "", are: "are", have: "have" };

// The words after the names of providers, and for a missing key the text of a link
const predicates = {
  noKey: (_, { s }) => [`need${s} a key`, "Get a key"],
  keyRefused: ({ message }) => [`refused the key${inParentheses(message)}`, "Get another key"],
  noAddress: ({ variable }, { s }) => [
    `need${s} the address of your own instance in ${variable}`,
    "How to start one",
  ],
  misconfigured: ({ message }) => [`can't be asked as set up${inParentheses(message)}`],
  quota: ({ until }, { s }) => [
    `answer${s} ${until ? `again at ${at(until)}` : "no more for now"}, as the quota is used up`,
  ],
  refused: ({ status, message }) => [
    `refused this search${inParentheses(`${status}: ${message}`)}`,
  ],
  broken: ({ message }) => [`had an error${inParentheses(message)}`],
  unreadable: ({ message }) => [`sent what can't be read${inParentheses(message)}`],
  changed: () => ["sent photos in a form that only a newer imgsearch may know"],
  unreachable: ({ message }) => [`couldn't be reached${inParentheses(message)}`],
  timedOut: ({ seconds }) => [`didn't answer within ${seconds} s`],
  notRecorded: ({ recorded }, { are }) => [
    `${are}n't in the recording with this search` +
      (recorded ? `; this recording has: ${recorded}` : ""),
  ],
  notCached: (_, { are }) => [`${are}n't in the cache with this search`],
  other: ({ message }) => [`failed${inParentheses(message)}`],
  skipped: ({ message }, { are }) => [`${are} left out: ${message}`],
  wall: ({ limit }, { s }) => [`show${s} no more than ${grouped(limit)} photos of a search`],
  repeats: () => ["sent only what was there before"],
  recording: (_, { have }) => [`${have} no more photos in the recording`],
  late: (_, { have, are }) => [
    `${have}n't answered yet and ${are} asked again for the next photos`,
  ],
};

// Whether nothing came of a provider that failed, rather than an answer that is of no use
export const isSilent = ({ state, reason }) =>
  state === "failed" && ["unreachable", "timedOut"].includes(reason?.kind);

export const joined = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

// A sentence as a paragraph, with a link to get a missing key. Null if none is needed.
const sentence = (state, names, reason) => {
  const predicate = predicates[reason.kind] ?? (state === "failed" && predicates.other);
  if (!predicate) return null;
  const [words, lead] = predicate(reason, names.length === 1 ? singular : plural);
  const made = element("p", colors[state] || "quiet", `${joined(names)} ${words}.`);
  if (lead) made.append(" ", link(lead, reason.address));
  return made;
};

// Classes for the states that are worth a color
export const colors = { failed: "none", skipped: "some", slow: "some" };

// Each reason once with all its providers; none for a provider that gave all its photos
export const told = (reports) => {
  const groups = Map.groupBy(
    reports.filter(({ reason }) => reason),
    ({ state, reason }) => JSON.stringify([state, reason]),
  );
  const sentences = [...groups.values()].map((group) => {
    const [{ state, reason }] = group;
    return sentence(
      state,
      group.map(({ name }) => name),
      reason,
    );
  });
  const notices = reports
    .filter(({ notice }) => notice)
    .map(({ name, notice }) => element("p", "some", `${name}: ${notice}.`));
  return [...sentences.filter(Boolean), ...notices];
};

const passing = ["broken", "unreachable", "timedOut", "unreadable", "late", "other"];

export const canPass = ({ reason }) =>
  Boolean(reason) &&
  (reason.kind === "quota"
    ? !reason.until || new Date(reason.until) < Date.now()
    : passing.includes(reason.kind));
