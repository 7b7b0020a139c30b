// Pictures of 16 by 16 pixels from a BlurHash (https://blurha.sh)

const digits =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";

const number = (text) => {
  let value = 0;
  for (const letter of text) {
    const digit = digits.indexOf(letter);
    if (digit < 0) throw new RangeError("not base 83");
    value = value * 83 + digit;
  }
  return value;
};

const linear = (value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

const display = (value) => {
  const part = Math.max(0, Math.min(1, value));
  const shown = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(shown * 255);
};

const signedSquare = (value) => Math.sign(value) * value * value;

const colors = (hash) => {
  const size = number(hash[0]);
  const across = (size % 9) + 1;
  const down = Math.floor(size / 9) + 1;
  if (hash.length !== 4 + 2 * across * down) throw new RangeError("another length");
  const most = (number(hash[1]) + 1) / 166;
  const mean = number(hash.slice(2, 6));
  const found = [[linear(mean >> 16), linear((mean >> 8) & 255), linear(mean & 255)]];
  for (let index = 6; index < hash.length; index += 2) {
    const value = number(hash.slice(index, index + 2));
    const parts = [Math.floor(value / 361), Math.floor(value / 19) % 19, value % 19];
    found.push(parts.map((part) => signedSquare((part - 9) / 9) * most));
  }
  return { across, down, found };
};

// cos(pi * place * wave / side), for each place and wave
const waves = (side, count) =>
  Array.from({ length: side }, (_, place) =>
    Array.from({ length: count }, (_, wave) => Math.cos((Math.PI * place * wave) / side)),
  );

const draw = (image, side, { across, down, found }) => {
  const columns = waves(side, across);
  const rows = waves(side, down);
  for (let place = 0; place < side * side; place += 1) {
    const column = columns[place % side];
    const row = rows[Math.floor(place / side)];
    const sum = [0, 0, 0];
    found.forEach((color, index) => {
      const share = column[index % across] * row[Math.floor(index / across)];
      for (let part = 0; part < 3; part += 1) sum[part] += color[part] * share;
    });
    for (let part = 0; part < 3; part += 1) image.data[4 * place + part] = display(sum[part]);
    image.data[4 * place + 3] = 255;
  }
};

// The picture as a data: address; null for an invalid BlurHash
export const blurPicture = (hash) => {
  if (typeof hash !== "string" || hash.length < 6 || hash.length > 170) return null;
  try {
    const side = 16;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d");
    const image = context.createImageData(side, side);
    draw(image, side, colors(hash));
    context.putImageData(image, 0, 0);
    return canvas.toDataURL();
  } catch {
    return null;
  }
};
