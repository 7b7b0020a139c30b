// The result of a list that has ended: words, also read by screen readers, and links that may help

import { button, byId, count, element } from "../Shared/dom.js";
import * as filters from "./filters.js";
import * as providers from "./providers.js";
import * as reasons from "./reasons.js";
import * as searches from "./searches.js";
import * as trouble from "./trouble.js";

// Exit codes for which the same request would fail again
const lasting = [64, 65, 66, 77];

const wayTo = (text, asked) => searches.wayTo("chip", text, asked);

const again = (listing, text) => button("chip", text, () => listing.load());

// Ways without one of the filters that may be at fault, the likeliest first, and without all of them
const mostNamed = 3;
const withoutFilters = (drop = []) => {
  const set = filters.set();
  const ways = drop
    .flatMap((name) => set.filter((option) => option.name === name))
    .slice(0, mostNamed)
    .map((option) => filters.dropper([option], `“${filters.words(option)}”`));
  if (!set.length || (set.length === 1 && ways.length)) return ways;
  return [...ways, filters.dropper(set, "filters")];
};

const fewerWords = ({ words, options }) => {
  const fewer = (words || "").trim().split(/\s+/).slice(0, -1).join(" ");
  return fewer ? [wayTo(`Search for “${fewer}”`, { words: fewer, options })] : [];
};

const otherSources = ({ unable }, { words, options }) => {
  const { names, provider } = providers.others(unable);
  if (!names.length) return [];
  const others = names.length > 3 ? `${names.length} other sources` : reasons.joined(names);
  return [wayTo(`Ask ${others} too`, { words, options: { ...options, provider } })];
};

const nobodyWords = (reports, isAble) => {
  const isOne = reports.length === 1;
  const name = isOne ? reports[0].name : `None of the ${reports.length} sources`;
  if (!isAble) return `${name} ${isOne ? "can't" : "can"} do this.`;
  if (reports.every(reasons.isSilent)) return `${name} ${isOne ? "didn't answer" : "answered"}.`;
  return `${name} gave ${isOne ? "no photos" : "photos"}.`;
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
      ...(reports.some(({ state }) => state === "skipped") ? withoutFilters(listing.drop) : []),
      ...otherSources(listing, asked),
    ],
  };
};

const failed = (listing) => ({
  words: filters.capital(listing.why),
  isFault: true,
  ways: lasting.includes(listing.code) ? withoutFilters() : [again(listing, "Try again")],
});

const nothingFound = (listing, asked) => {
  const missed = listing.providers.filter((one) => !answered(one));
  return {
    words:
      asked.words === null ? "There are no photos." : `Nothing was found for “${asked.words}”.`,
    reports: missed,
    ways: [
      ...withoutFilters(listing.drop),
      ...fewerWords(asked),
      ...otherSources(listing, asked),
      ...(listing.state === "nothing" ? [again(listing, "Look further")] : []),
      ...(listing.state === "done" && missed.some(reasons.canPass)
        ? [again(listing, "Try again")]
        : []),
    ],
  };
};

const noFavorites = ({ collection }) => ({
  words: collection
    ? "No favorites in this collection. Press + in a photo to add it."
    : "No favorites yet. Press the heart of a photo to keep it here.",
  ways: [wayTo("See the photos of today", { words: null, options: {} })],
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
  if (state === "failed") return failed(listing);
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
  const { words, isFault, reports = [], ways = [] } = (listing && of(listing, asked)) || {};
  const said = words ? [element("p", isFault ? "none" : "said", words)] : [];
  byId("outcome").replaceChildren(...said, ...reasons.told(reports));
  byId("ways").replaceChildren(...ways);
  byId("below").classList.toggle("alone", Boolean(words) && !listing.entries.length);
};

// A result shown in place of photos isn't repeated above them.
export const isTold = (listing, asked) => !listing.entries.length && of(listing, asked) !== null;
