// Photos as a file for the web browser to save; the program writes it as the command line would

import { saveFile } from "../Shared/dom.js";
import * as server from "./server.js";
import * as trouble from "./trouble.js";

const endings = { markdown: "md" };

// Letters, digits and blanks only, which every system accepts
const fileName = (name, ending) => {
  const plain = name.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
  return `${plain.slice(0, 60) || "photos"}.${ending}`;
};

export const save = async (form, name, what) => {
  const pieces = [];
  let isWhole = false;
  try {
    await server.stream("export", { form, ...what }, null, ({ text, end }) => {
      if (end) isWhole = true;
      else pieces.push(text);
    });
    if (!isWhole) throw new Error("The answer broke off.");
    saveFile(fileName(name, endings[form] || form), "application/octet-stream", pieces);
  } catch (problem) {
    trouble.tell(problem);
  }
};
