// Places each photo in the shortest column, before its picture is loaded

import { element } from "./dom.js";

export const makeColumns = (list) => {
  const usualWidth = 320;
  let layout = { count: 0, gap: 0, caption: 0, width: 0 };
  // Each column's height without unfolded look-alikes, and the height of those. Unfolding moves
  // what is below in the same column, and never into another one.
  let heights = [];
  let unfolded = [];
  let tallest = 0;

  // The height of the two lines below a picture, in the reader's own text size
  const captionHeight = () => {
    const probe = element("li", "card");
    const words = element("div", "words");
    words.append(element("p", "title", "a"), element("p", "terms", "a"));
    probe.append(words);
    list.append(probe);
    const height = Math.ceil(words.getBoundingClientRect().height);
    probe.remove();
    return height;
  };

  const measure = () => {
    const width = list.clientWidth;
    const gap = width < 640 ? 10 : 20;
    const count = Math.max(2, Math.round((width + gap) / (usualWidth + gap)));
    return { count, gap, caption: captionHeight(), width: (width - gap * (count - 1)) / count };
  };

  // The index of the first item that begins at or below a height, with all folded: only then do
  // tops never decrease
  const firstAt = (items, height) => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle].foldedTop < height) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    areThere: () => layout.count > 0,
    // Whether the width of the list or the reader's text size has changed the columns
    haveChanged: () => {
      const now = measure();
      return Object.keys(now).some((name) => now[name] !== layout[name]);
    },
    // Measures again and empties the columns
    begin: () => {
      layout = measure();
      heights = new Array(layout.count).fill(0);
      unfolded = new Array(layout.count).fill(0);
      tallest = 0;
    },
    place: (item) => {
      const column = heights.indexOf(Math.min(...heights));
      item.left = column * (layout.width + layout.gap);
      item.foldedTop = heights[column];
      item.top = heights[column] + unfolded[column];
      item.pictureHeight = Math.round(layout.width / item.ratio);
      item.height = item.pictureHeight + layout.caption;
      heights[column] += item.height + layout.gap;
      tallest = Math.max(tallest, item.height);
      if (!item.isUnfolded) return;
      // Each look-alike has the card's two lines and a heart of finger size.
      const more = item.others.length * Math.max(layout.caption, 44);
      item.height += more;
      unfolded[column] += more;
      tallest = Math.max(tallest, item.height);
    },
    // The first item that begins at or below a height
    below: (items, height) => {
      const start = firstAt(items, height - Math.max(...unfolded));
      return items.find(({ top }, index) => index >= start && top >= height);
    },
    // The first item that reaches into a range of heights, and the one after the last
    between: (items, top, bottom) => [
      firstAt(items, top - tallest - Math.max(...unfolded)),
      firstAt(items, bottom),
    ],
    width: () => layout.width,
    gap: () => layout.gap,
    // The height of the highest column, with the gap below it
    height: () => Math.max(0, ...heights.map((height, column) => height + unfolded[column])),
  };
};
