// The result of a list that has ended: words, also read by screen readers, and links that may help

import { button, byId, count, element } from "../Shared/dom.js";
import * as filters from "./filters.js";
import * as providers from "./providers.js";
import * as reasons from "./reasons.js";
import * as searches from "./searches.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";

// Exit codes for which the same request would fail again
const lasting = [64, 65, 66, 77];

const wayTo = (text, asked) => searches.wayTo("chip", text, asked);

const again = (listing, text) => button("chip", text, () => listing.load());

// Links without each filter that is set, those that left out most photos first, and without all
const withoutFilters = ({ words, options }, by = {}) => {
  const set = filters.set().sort((one, other) => (by[other.name] || 0) - (by[one.name] || 0));
  const provider = options.provider ? { provider: options.provider } : {};
  const ways = set
    .slice(0, 4)
    .map((one) =>
      wayTo(`Without “${filters.words(one)}”`, { words, options: filters.without(one, options) }),
    );
  const all = { words, options: { ...filters.none(), ...provider } };
  return set.length > 1 ? [...ways, wayTo("Without filters", all)] : ways;
};

const fewerWords = ({ words, options }) => {
  const fewer = (words || "").trim().split(/\s+/).slice(0, -1).join(" ");
  return fewer ? [wayTo(`Search for “${fewer}”`, { words: fewer, options })] : [];
};

// Adds a link that asks other sources too, if any of them can do what is asked
let told = null;
const offerOthers = async (listing, { words, options }) => {
  const { able } = await server.call("choices", { words, options }).catch(() => ({ able: [] }));
  const { names, provider } = providers.others(able);
  if (!names.length || told !== listing) return;
  const others = names.length > 3 ? `${names.length} other sources` : reasons.joined(names);
  byId("ways").append(wayTo(`Ask ${others} too`, { words, options: { ...options, provider } }));
};

const nobodyWords = (reports, isAble) => {
  const [{ name }] = reports;
  const number = reports.length;
  if (!isAble)
    return number > 1 ? `None of the ${number} sources can do this.` : `${name} can't do this.`;
  if (reports.some(reasons.isAnswer))
    return number > 1 ? `All ${number} sources failed.` : `${name} failed.`;
  return number > 1 ? `None of the ${number} sources answered.` : `${name} didn't answer.`;
};

const answered = ({ state }) => state !== "failed" && state !== "skipped";

// The result if all providers failed, or none can do what was asked
const nobody = (listing, asked) => {
  const { providers: reports } = listing;
  const isAble = reports.some(({ state }) => state === "failed");
  return {
    words: nobodyWords(reports, isAble),
    reports,
    ways: [
      ...(reports.some(reasons.canPass) ? [again(listing, "Try again")] : []),
      ...(reports.some(({ state }) => state === "skipped") ? withoutFilters(asked) : []),
    ],
    isWanting: true,
  };
};

const failed = (listing, asked) => ({
  words: filters.said(listing.why),
  isFault: true,
  ways: lasting.includes(listing.code) ? withoutFilters(asked) : [again(listing, "Try again")],
});

const nothingFound = (listing, asked) => {
  const missed = listing.providers.filter((one) => !answered(one));
  const { leftOut = 0, leftOutBy } = listing.end || {};
  const unfit = leftOut && filters.set().length ? ` ${count(leftOut, "photo")} didn't fit.` : "";
  return {
    words: `${asked.words === null ? "There are no photos." : `Nothing was found for “${asked.words}”.`}${unfit}`,
    reports: missed,
    isWanting: true,
    ways: [
      ...withoutFilters(asked, leftOutBy),
      ...fewerWords(asked),
      ...(listing.state === "nothing" ? [again(listing, "Look further")] : []),
      ...(listing.state === "done" && missed.some(reasons.canPass)
        ? [again(listing, "Try again")]
        : []),
    ],
  };
};

const noFavorites = ({ collection }) => ({
  words: collection
    ? "No favorites in this collection."
    : "No favorites yet. Press the heart of a photo to keep it here.",
  ways: [],
});

// The result of a list; null if it hasn't ended, or if there is nothing to say
const of = (listing, asked) => {
  const { state, entries, providers: reports, end } = listing;
  const isSearch = asked.view !== "favorites";
  if (!isSearch && state === "done") return entries.length ? null : noFavorites(asked);
  // The program's end is told above the page instead.
  if (trouble.hasEnded() && state !== "done") return null;
  const isOver = ["failed", "nothing", "done"].includes(state);
  if (isOver && isSearch && !entries.length && reports.length && !reports.some(answered)) {
    return nobody(listing, asked);
  }
  if (state === "failed") return failed(listing, asked);
  if (isOver && !entries.length) return nothingFound(listing, asked);
  if (state === "nothing") {
    const leftOut = end.leftOut ? ` ${count(end.leftOut, "other")} didn't fit.` : "";
    const ways = [again(listing, "Look further")];
    return { words: `No more photos for now.${leftOut}`, reports, ways };
  }
  if (state !== "done") return null;
  return { words: `That's all: ${count(entries.length, "photo")}.`, reports, ways: [] };
};

export const show = (listing, asked) => {
  const {
    words,
    isFault,
    isWanting,
    reports = [],
    ways = [],
  } = (listing && of(listing, asked)) || {};
  const said = words ? [element("p", isFault ? "none" : "said", words)] : [];
  byId("outcome").replaceChildren(...said, ...reasons.told(reports));
  byId("ways").replaceChildren(...ways);
  told = listing;
  if (isWanting) offerOthers(listing, asked);
  byId("below").classList.toggle("alone", Boolean(words) && !listing.entries.length);
};

// A result shown in place of photos isn't repeated above them.
export const isTold = (listing, asked) => !listing.entries.length && of(listing, asked) !== null;
