// Places each photo in the shortest column, before its picture is loaded

import { element } from "./dom.js";

export const makeColumns = (list) => {
  const usualWidth = 352;
  const usualRatios = [3 / 2, 2 / 3, 1];
  // caption: the height of the text below a picture; named: where a service's name must stand there
  let layout = { count: 0, gap: 0, caption: 0, named: 0, width: 0 };
  // Each column's height without unfolded look-alikes, and the height of those. Unfolding moves
  // what is below in the same column, and never into another one.
  let heights = [];
  let unfolded = [];
  let tallest = 0;

  // The height of the text below a picture, in the reader's own text size; 0 for text on the picture
  const captionHeight = (className) => {
    const probe = element("li", `card ${className}`);
    const words = element("div", "words");
    words.append(element("p", "title", "a"), element("p", "terms", "a"));
    probe.append(words);
    list.append(probe);
    const isOver = getComputedStyle(words).position === "absolute";
    const height = isOver ? 0 : Math.ceil(words.getBoundingClientRect().height);
    probe.remove();
    return height;
  };

  const measure = () => {
    const width = list.clientWidth;
    const gap = parseFloat(getComputedStyle(list).columnGap);
    const count = Math.max(2, Math.round(document.documentElement.clientWidth / usualWidth));
    return {
      count,
      gap,
      caption: captionHeight(""),
      named: captionHeight("named"),
      width: (width - gap * (count - 1)) / count,
    };
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
      item.height = item.pictureHeight + (item.entry.isNamed ? layout.named : layout.caption);
      heights[column] += item.height + layout.gap;
      tallest = Math.max(tallest, item.height);
      if (!item.isUnfolded) return;
      // Each look-alike has the card's two lines and a heart of finger size.
      const more = item.others.length * Math.max(layout.named, 44);
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
    // Places for photos whose shapes aren't known, below those that are there, down to a height
    ahead: (bottom) => {
      const ends = heights.map((height, column) => height + unfolded[column]);
      const found = [];
      while (found.length < 100 && Math.min(...ends) < bottom) {
        const column = ends.indexOf(Math.min(...ends));
        const height = Math.round(layout.width / usualRatios[found.length % usualRatios.length]);
        found.push({ left: column * (layout.width + layout.gap), top: ends[column], height });
        ends[column] += height + layout.caption + layout.gap;
      }
      return found;
    },
    width: () => layout.width,
    gap: () => layout.gap,
    // The height of the highest column, with the gap below it
    height: () => Math.max(0, ...heights.map((height, column) => height + unfolded[column])),
  };
};
