// Copies small pictures into a large one: typed arrays, no DOM. Three thousand aircraft take two or three milliseconds this way,
// and come out the same in every browser.

/** The pixels of a picture that are not empty, from its middle. */
export interface Stamp {
  x: Int8Array;
  y: Int8Array;
  /** Red, green, blue and alpha in one number, the lowest byte first; colours are multiplied by alpha. */
  colour: Uint32Array;
  /** How far it reaches from its middle. */
  reach: number;
}

/** An opaque picture, four bytes a pixel. */
export interface Target {
  pixels: Uint32Array;
  width: number;
  height: number;
}

/** A square part of a sheet of pictures as a stamp. */
export function stampOf(sheet: ImageData, left: number, top: number, size: number): Stamp {
  const { data, width } = sheet;
  const [x, y, colour] = [new Int8Array(size * size), new Int8Array(size * size), new Uint32Array(size * size)];
  const middle = Math.floor(size / 2);
  let count = 0;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const at = ((top + row) * width + left + column) * 4;
      const alpha = data[at + 3]!;
      if (alpha === 0) continue;
      const red = Math.round((data[at]! * alpha) / 255);
      const green = Math.round((data[at + 1]! * alpha) / 255);
      const blue = Math.round((data[at + 2]! * alpha) / 255);
      x[count] = column - middle;
      y[count] = row - middle;
      colour[count++] = (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0;
    }
  return { x, y, colour: colour.slice(0, count), reach: size - middle };
}

/** Draws a stamp with its middle at a pixel; what lies outside is left out. */
export function drawStamp(target: Target, stamp: Stamp, x: number, y: number): void {
  const { pixels, width, height } = target;
  const { colour, reach } = stamp;
  const isInside = x >= reach && y >= reach && x + reach <= width && y + reach <= height;
  const middle = y * width + x;
  for (let i = 0; i < colour.length; i++) {
    const dx = stamp.x[i]!;
    const dy = stamp.y[i]!;
    if (!isInside && (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height)) continue;
    const at = middle + dy * width + dx;
    const over = colour[i]!;
    const rest = 255 - (over >>> 24);
    if (rest === 0) {
      pixels[at] = over;
      continue;
    }
    const under = pixels[at]!;
    // Two channels at a time; a share of 256 instead of 255 leaves no carry from one to the other.
    const share = rest + (rest >> 7);
    const redBlue = (((under & 0xff00ff) * share) >>> 8) & 0xff00ff;
    const green = (((under & 0x00ff00) * share) >>> 8) & 0x00ff00;
    pixels[at] = ((redBlue + (over & 0xff00ff)) | (green + (over & 0x00ff00)) | 0xff000000) >>> 0;
  }
}
