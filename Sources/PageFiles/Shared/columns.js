// Places each photo in the shortest column, before its picture is loaded

import { copyOf } from "./dom.js";

export const makeColumns = (list) => {
  const usualWidth = 352;
  const usualRatios = [3 / 2, 2 / 3, 1];
  // caption: the height of the text below a picture; named: where a service's name must stand there
  let layout = { count: 0, gap: 0, caption: 0, named: 0, width: 0 };
  let heights = [];
  let tallest = 0;

  // The height of the text below a picture; 0 for text on the picture
  const captionHeight = (className) => {
    const probe = copyOf("card-of");
    probe.className = `card ${className}`;
    const words = copyOf("words-of");
    for (const line of words.children) line.textContent = "a";
    probe.append(words);
    list.append(probe);
    const isOver = getComputedStyle(words).position === "absolute";
    const height = isOver ? 0 : Math.ceil(words.getBoundingClientRect().height);
    probe.remove();
    return height;
  };

  const measure = () => {
    const width = list.clientWidth;
    const style = getComputedStyle(list);
    const gap = parseFloat(style.columnGap);
    const wide = parseFloat(style.getPropertyValue("--column")) || usualWidth;
    const count = Math.max(2, Math.round(document.documentElement.clientWidth / wide));
    return {
      count,
      gap,
      caption: captionHeight(""),
      named: captionHeight("named"),
      width: (width - gap * (count - 1)) / count,
    };
  };

  // The index of the first item that begins at or below a height: tops never decrease
  const firstAt = (items, height) => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle].top < height) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    areThere: () => layout.count > 0,
    haveChanged: () => {
      const now = measure();
      return Object.keys(now).some((name) => now[name] !== layout[name]);
    },
    begin: () => {
      layout = measure();
      heights = new Array(layout.count).fill(0);
      tallest = 0;
    },
    place: (item) => {
      const column = heights.indexOf(Math.min(...heights));
      item.left = column * (layout.width + layout.gap);
      item.top = heights[column];
      item.pictureHeight = Math.round(layout.width / item.ratio);
      item.height = item.pictureHeight + (item.entry.isNamed ? layout.named : layout.caption);
      heights[column] += item.height + layout.gap;
      tallest = Math.max(tallest, item.height);
    },
    below: (items, height) => items[firstAt(items, height)],
    // The first item that reaches into a range of heights, and the one after the last
    between: (items, top, bottom) => [firstAt(items, top - tallest), firstAt(items, bottom)],
    // Places for photos of unknown shapes, down to a height
    ahead: (bottom) => {
      const ends = [...heights];
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
    height: () => Math.max(0, ...heights),
  };
};
