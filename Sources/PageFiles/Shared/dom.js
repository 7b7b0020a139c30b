// Creates elements of the document, from text only

export const byId = (id) => document.getElementById(id);

export const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
};

export const button = (className, text, action = null) => {
  const made = element("button", className, text);
  made.type = "button";
  made.onclick = action;
  return made;
};

export const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

export const saveFile = (name, type, pieces) => {
  const made = element("a");
  made.href = URL.createObjectURL(new Blob(pieces, { type }));
  made.download = name;
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 10_000);
};

export const webAddress = (text) => {
  const address = URL.canParse(text) && new URL(text);
  return ["https:", "http:"].includes(address.protocol) ? address.href : null;
};

export const link = (text, address, className) => {
  const target = webAddress(address);
  if (!target) return element("span", className, text);
  const made = element("a", className, text);
  made.href = target;
  made.target = "_blank";
  made.rel = "noopener noreferrer";
  return made;
};

// 1234567 as 1,234,567; the browser's own formatter takes 20 ms the first time
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

export const count = (number, one, many = `${one}s`) =>
  `${grouped(number)} ${number === 1 ? one : many}`;

// A button's words, and in few characters for a phone, which shows a picture in place of words
export const tellButton = (id, words, short) => {
  byId(id).lastChild.textContent = words;
  byId(id).dataset.short = short;
};

// Sets a CSS variable to the height of an element at the lower edge plus a gap, for those above
export const tellHeight = (node, name, gap) => {
  const tell = () => {
    const height = node.offsetHeight;
    document.documentElement.style.setProperty(name, `${height && height + gap}px`);
  };
  new ResizeObserver(tell).observe(node);
};
