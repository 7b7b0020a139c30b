// The photos of the page, as they stand in the document

export const entries = [];

// Some at a time, so that a page of thousands answers while it begins
export const readEntries = async () => {
  const nodes = [...document.querySelectorAll("script.photo")];
  for (let first = 0; first < nodes.length; first += 200) {
    if (first) await new Promise((done) => setTimeout(done));
    for (const node of nodes.slice(first, first + 200)) entries.push(JSON.parse(node.textContent));
  }
};
