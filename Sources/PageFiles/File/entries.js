// The photos of the page, read from the document

export const entries = [];

// Reads some at a time, so that a page with thousands stays responsive
export const readEntries = async () => {
  const nodes = [...document.querySelectorAll("script.photo")];
  for (let first = 0; first < nodes.length; first += 200) {
    if (first) await new Promise((done) => setTimeout(done));
    for (const node of nodes.slice(first, first + 200)) entries.push(JSON.parse(node.textContent));
  }
};
