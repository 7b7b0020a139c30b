// Photos as a file for the web browser to save; the program writes it as the command line would

import { saveFile } from "../Shared/dom.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";

const forms = {
  html: { ending: "html", type: "text/html" },
  ndjson: { ending: "ndjson", type: "application/x-ndjson" },
  csv: { ending: "csv", type: "text/csv" },
  markdown: { ending: "md", type: "text/markdown" },
};

// A file name of letters, digits and blanks only, which every system accepts
const fileName = (name, { ending }) =>
  `${
    name
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
      .trim()
      .slice(0, 60) || "photos"
  }.${ending}`;

// what: photos by their ids, or a collection's favorites, or all favorites
export const save = async (form, name, what) => {
  const pieces = [];
  let isWhole = false;
  try {
    await server.stream("export", { form, ...what }, null, ({ text, end }) => {
      if (end) isWhole = true;
      else pieces.push(text);
    });
    if (!isWhole) throw new Error("The answer broke off.");
    saveFile(fileName(name, forms[form]), forms[form].type, pieces);
  } catch (problem) {
    trouble.say(problem.message);
  }
};
