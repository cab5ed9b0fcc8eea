// A rasteriser of triangles: four samples a pixel, each with a depth and a colour of its own, so that edges are smooth. All arithmetic is that of
// JavaScript's numbers, which is the same everywhere: the same scene gives the same bytes on every machine.

/**
 * Corners of triangles, four numbers each: x and y in pixels, how near it is (more is nearer, and it must be linear on the screen), and how bright.
 */
export type Corners = Float64Array;
export const CORNER_SIZE = 4;

/** What is drawn: a colour from 0 to 255 each, how opaque it is, and what happens to depth. */
export interface Paint {
  red: number;
  green: number;
  blue: number;
  alpha: number;
  /** Whether what is drawn hides what is behind it and drawn later. */
  hides: boolean;
}

// Places of the samples in a pixel, none above or beside another.
const SAMPLE_X = [3 / 8, 7 / 8, 1 / 8, 5 / 8] as const;
const SAMPLE_Y = [1 / 8, 3 / 8, 5 / 8, 7 / 8] as const;
/** Corners are moved to this grid: edges that two triangles share are then computed without any error, and neither overlap nor gape. */
const GRID = 256;
const FARTHEST = -1e30;

// A picture of hundreds of large solids of glass would take a minute. Work is counted in pixels that are looked at; there is an end of it, so
// that no scene stops the page.
const LAYERS = 24;
const LEAST_WORK = 1_000_000;
/** What a triangle costs beside its pixels. */
const TRIANGLE_WORK = 8;

const UNTOUCHED = 0;
const UNIFORM = 1;
const SAMPLED = 2;

/** How a line fades: its corners' light is a place t along it (times how near it is, in perspective), and it is opaque by 1 − across − ((t − middle)·span)². */
export interface Fade {
  across: number;
  middle: number;
  span: number;
  isPerspective: boolean;
}

export class Raster {
  readonly width: number;
  readonly height: number;
  readonly #depth: Float64Array;
  readonly #colour: Uint32Array;
  /** What is known of a pixel: only the background, one colour for all its samples (the first's) that hides nothing, or each sample for itself. */
  readonly #state: Uint8Array;
  /** Which samples of a pixel belong to what was masked. */
  readonly #mask: Uint8Array;
  #maskBox = emptyBox();
  #background = 0;
  #work = 0;
  readonly #mostWork: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#depth = new Float64Array(width * height * 4);
    this.#colour = new Uint32Array(width * height * 4);
    this.#state = new Uint8Array(Math.ceil((width * height) / 4) * 4);
    this.#mask = new Uint8Array(width * height);
    this.#mostWork = LEAST_WORK + LAYERS * width * height;
  }

  /** Whether there is no more time for this picture: nothing is drawn any more until the next. */
  get isSpent(): boolean {
    return this.#work > this.#mostWork;
  }

  clear(red: number, green: number, blue: number): void {
    this.#background = packed(red, green, blue);
    this.#state.fill(UNTOUCHED);
    this.#work = 0;
  }

  triangle(corners: Corners, a: number, b: number, c: number, paint: Paint): void {
    this.#fill(corners, a, b, c, paint);
  }

  /** Marks what a triangle covers, for `outline`. */
  mask(corners: Corners, a: number, b: number, c: number): void {
    this.#fill(corners, a, b, c, undefined);
  }

  /** A line of some width between two corners, which fades. It covers a pixel by how near its middle is. */
  line(corners: Corners, a: number, b: number, width: number, paint: Paint, fade: Fade): void {
    const [from, to] = [a * CORNER_SIZE, b * CORNER_SIZE];
    const dx = corners[to]! - corners[from]!;
    const dy = corners[to + 1]! - corners[from + 1]!;
    const long = Math.sqrt(dx * dx + dy * dy);
    if (long === 0 || this.isSpent) return;
    // Pixel by pixel along the direction that it goes farther in.
    const isSteep = Math.abs(dy) > Math.abs(dx);
    const [main, side] = isSteep ? [1, 0] : [0, 1];
    const begin = corners[from + main]!;
    const way = isSteep ? dy : dx;
    const slope = (isSteep ? dx : dy) / way;
    const narrow = Math.abs(way) / long;
    const reach = (width / 2 + 0.5) / narrow;
    const [mainSize, sideSize] = isSteep ? [this.height, this.width] : [this.width, this.height];
    // A pixel belongs to a line that passes its middle; of two lines that meet there, to one.
    const first = Math.max(0, Math.ceil(Math.min(begin, begin + way) - 0.5));
    const last = Math.min(mainSize, Math.ceil(Math.max(begin, begin + way) - 0.5));
    const shade = packed(paint.red, paint.green, paint.blue);
    this.#work += TRIANGLE_WORK + Math.max(0, last - first) * Math.ceil(2 * reach);
    for (let along = first; along < last; along++) {
      const part = (along + 0.5 - begin) / way;
      const near = corners[from + 2]! + (corners[to + 2]! - corners[from + 2]!) * part;
      const light = corners[from + 3]! + (corners[to + 3]! - corners[from + 3]!) * part;
      const off = ((fade.isPerspective ? light / near : light) - fade.middle) * fade.span;
      const opacity = paint.alpha * (1 - fade.across - off * off);
      if (opacity <= 0) continue;
      const middle = corners[from + side]! + (along + 0.5 - begin) * slope;
      const lowest = Math.max(0, Math.ceil(middle - reach - 0.5));
      const highest = Math.min(sideSize - 1, Math.floor(middle + reach - 0.5));
      for (let across = lowest; across <= highest; across++) {
        const cover = width / 2 + 0.5 - Math.abs(across + 0.5 - middle) * narrow;
        const pixel = isSteep ? along * this.width + across : across * this.width + along;
        if (cover > 0) this.#blend(pixel, near, shade, opacity * Math.min(1, width, cover));
      }
    }
  }

  #blend(pixel: number, near: number, shade: number, opacity: number): void {
    const colour = this.#colour;
    const at = pixel * 4;
    if (this.#state[pixel] !== SAMPLED) {
      const under = this.#state[pixel] === UNTOUCHED ? this.#background : colour[at]!;
      this.#state[pixel] = UNIFORM;
      colour[at] = mixed(under, shade, opacity);
      return;
    }
    for (let s = 0; s < 4; s++)
      if (near > this.#depth[at + s]!) colour[at + s] = mixed(colour[at + s]!, shade, opacity);
  }

  #fill(corners: Corners, a: number, b: number, c: number, paint: Paint | undefined): void {
    const { width, height } = this;
    let i0 = a * CORNER_SIZE;
    let i1 = b * CORNER_SIZE;
    const i2 = c * CORNER_SIZE;
    let x0 = snapped(corners[i0]!);
    let y0 = snapped(corners[i0 + 1]!);
    let x1 = snapped(corners[i1]!);
    let y1 = snapped(corners[i1 + 1]!);
    const x2 = snapped(corners[i2]!);
    const y2 = snapped(corners[i2 + 1]!);
    const top = Math.max(0, Math.floor(Math.min(y0, y1, y2)));
    const bottom = Math.min(height - 1, Math.floor(Math.max(y0, y1, y2)));
    if (top > bottom || Math.max(x0, x1, x2) < 0 || Math.min(x0, x1, x2) >= width) return;
    let area = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
    if (area === 0 || this.isSpent) return;
    if (area < 0) {
      const [x, y, i] = [x0, y0, i0];
      x0 = x1;
      y0 = y1;
      i0 = i1;
      x1 = x;
      y1 = y;
      i1 = i;
      area = -area;
    }

    // Depth and light as planes over the screen.
    const near0 = corners[i0 + 2]!;
    const near1 = corners[i1 + 2]! - near0;
    const near2 = corners[i2 + 2]! - near0;
    const nearX = (near1 * (y2 - y0) - near2 * (y1 - y0)) / area;
    const nearY = (near2 * (x1 - x0) - near1 * (x2 - x0)) / area;
    const light0 = corners[i0 + 3]!;
    const light1 = corners[i1 + 3]! - light0;
    const light2 = corners[i2 + 3]! - light0;
    const lightX = (light1 * (y2 - y0) - light2 * (y1 - y0)) / area;
    const lightY = (light2 * (x1 - x0) - light1 * (x2 - x0)) / area;
    const leastLight = light0 + Math.min(0, light1, light2);
    const mostLight = light0 + Math.max(0, light1, light2);

    // Edge k is a·x + b·y + c, positive inside; on an edge a sample belongs to the triangle at its right or below.
    const a0 = y0 - y1;
    const b0 = x1 - x0;
    const c0 = -(a0 * x0 + b0 * y0);
    const a1 = y1 - y2;
    const b1 = x2 - x1;
    const c1 = -(a1 * x1 + b1 * y1);
    const a2 = y2 - y0;
    const b2 = x0 - x2;
    const c2 = -(a2 * x2 + b2 * y2);
    const t0 = isOwnEdge(a0, b0) ? 0 : Number.MIN_VALUE;
    const t1 = isOwnEdge(a1, b1) ? 0 : Number.MIN_VALUE;
    const t2 = isOwnEdge(a2, b2) ? 0 : Number.MIN_VALUE;
    // The least that an edge can be at a sample of a pixel, beside what it is at the pixel's corner.
    const least0 = leastOffset(a0, b0);
    const least1 = leastOffset(a1, b1);
    const least2 = leastOffset(a2, b2);

    const depth = this.#depth;
    const colour = this.#colour;
    const state = this.#state;
    const mask = this.#mask;
    const background = this.#background;
    const isMask = paint === undefined;
    const { red, green, blue, alpha, hides } = paint ?? NOTHING;
    if (isMask) this.#growMaskBox(x0, y0, x1, y1, x2, y2);

    let work = TRIANGLE_WORK;
    for (let y = top; y <= bottom; y++) {
      // What of the triangle lies in this row: where its edges enter and leave it.
      let from = Infinity;
      let to = -Infinity;
      for (let k = 0; k < 3; k++) {
        const ex0 = k === 0 ? x0 : k === 1 ? x1 : x2;
        const ey0 = k === 0 ? y0 : k === 1 ? y1 : y2;
        const ex1 = k === 0 ? x1 : k === 1 ? x2 : x0;
        const ey1 = k === 0 ? y1 : k === 1 ? y2 : y0;
        const low = Math.min(ey0, ey1);
        const high = Math.max(ey0, ey1);
        if (low > y + 1 || high < y) continue;
        const slope = ey0 === ey1 ? 0 : (ex1 - ex0) / (ey1 - ey0);
        const enter = slope === 0 ? ex0 : ex0 + (Math.max(low, y) - ey0) * slope;
        const leave = slope === 0 ? ex1 : ex0 + (Math.min(high, y + 1) - ey0) * slope;
        from = Math.min(from, enter, leave);
        to = Math.max(to, enter, leave);
      }
      const first = Math.max(0, Math.floor(from));
      const last = Math.min(width - 1, Math.floor(to));
      work += 1 + Math.max(0, last - first);
      for (let x = first; x <= last; x++) {
        const e0 = a0 * x + b0 * y + c0;
        const e1 = a1 * x + b1 * y + c1;
        const e2 = a2 * x + b2 * y + c2;
        let covered = 0;
        if (e0 + least0 > 0 && e1 + least1 > 0 && e2 + least2 > 0) covered = 15;
        else
          for (let s = 0; s < 4; s++) {
            const sx = SAMPLE_X[s]!;
            const sy = SAMPLE_Y[s]!;
            if (e0 + a0 * sx + b0 * sy >= t0 && e1 + a1 * sx + b1 * sy >= t1 && e2 + a2 * sx + b2 * sy >= t2)
              covered |= 1 << s;
          }
        if (covered === 0) continue;
        const pixel = y * width + x;
        if (isMask) {
          mask[pixel]! |= covered;
          continue;
        }
        // Beside the triangle light must not be more, or less, than anywhere in it.
        const plain = light0 + (x + 0.5 - x0) * lightX + (y + 0.5 - y0) * lightY;
        const light = plain < leastLight ? leastLight : plain > mostLight ? mostLight : plain;
        const near = near0 + (x - x0) * nearX + (y - y0) * nearY;
        const shade = lit(red, green, blue, light);
        const at = pixel * 4;
        if (state[pixel] !== SAMPLED) {
          const under = state[pixel] === UNTOUCHED ? background : colour[at]!;
          state[pixel] = SAMPLED;
          for (let s = 0; s < 4; s++) {
            depth[at + s] = FARTHEST;
            colour[at + s] = under;
          }
        }
        for (let s = 0; s < 4; s++) {
          if ((covered & (1 << s)) === 0) continue;
          const here = near + SAMPLE_X[s]! * nearX + SAMPLE_Y[s]! * nearY;
          if (here <= depth[at + s]!) continue;
          if (hides) depth[at + s] = here;
          colour[at + s] = alpha >= 1 ? shade : mixed(colour[at + s]!, shade, alpha);
        }
      }
    }
    this.#work += work;
  }

  #growMaskBox(...places: number[]): void {
    const box = this.#maskBox;
    for (let i = 0; i < places.length; i += 2) {
      box.left = Math.min(box.left, places[i]!);
      box.right = Math.max(box.right, places[i]!);
      box.top = Math.min(box.top, places[i + 1]!);
      box.bottom = Math.max(box.bottom, places[i + 1]!);
    }
  }

  /** Writes the picture, a pixel as 0xAABBGGRR. */
  resolve(out: Uint32Array): void {
    const state = this.#state;
    const fours = new Uint32Array(state.buffer);
    out.fill(this.#background);
    // Most of a picture is background: four pixels of it are passed over at once.
    for (let four = 0; four < fours.length; four++) {
      if (fours[four] === 0) continue;
      const end = Math.min(out.length, four * 4 + 4);
      for (let pixel = four * 4; pixel < end; pixel++)
        if (state[pixel] === UNIFORM) out[pixel] = this.#colour[pixel * 4]!;
        else if (state[pixel] === SAMPLED) out[pixel] = this.#mean(pixel * 4);
    }
  }

  /** The mean of a pixel's samples. */
  #mean(at: number): number {
    const colour = this.#colour;
    const a = colour[at]!;
    const b = colour[at + 1]!;
    const c = colour[at + 2]!;
    const d = colour[at + 3]!;
    if (a === b && a === c && a === d) return a;
    // Two channels at once: their sums have room beside each other.
    const outer = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff) + 0x20002;
    const inner = ((a >> 8) & 0xff) + ((b >> 8) & 0xff) + ((c >> 8) & 0xff) + ((d >> 8) & 0xff) + 2;
    return 0xff000000 | ((outer >> 2) & 0xff00ff) | ((inner >> 2) << 8);
  }

  /** Draws a line of two pixels around all that was masked, into a resolved picture, and forgets the mask. */
  outline(out: Uint32Array, red: number, green: number, blue: number): void {
    const { width, height } = this;
    const mask = this.#mask;
    const box = this.#maskBox;
    const [left, right] = [Math.max(0, Math.floor(box.left) - 2), Math.min(width - 1, Math.ceil(box.right) + 2)];
    const [top, bottom] = [Math.max(0, Math.floor(box.top) - 2), Math.min(height - 1, Math.ceil(box.bottom) + 2)];
    const shade = packed(red, green, blue);
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const own = COUNTS[mask[y * width + x]!]!;
        if (own === 4) continue;
        let most = 0;
        for (let i = 0; i < AROUND.length && most < 4; i += 2) {
          const nx = x + AROUND[i]!;
          const ny = y + AROUND[i + 1]!;
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          most = Math.max(most, COUNTS[mask[ny * width + nx]!]!);
        }
        if (most > own) out[y * width + x] = mixed(out[y * width + x]!, shade, (most - own) / 4);
      }
    for (let y = top; y <= bottom; y++) mask.fill(0, y * width + left, y * width + right + 1);
    this.#maskBox = emptyBox();
  }
}

const NOTHING: Paint = { red: 0, green: 0, blue: 0, alpha: 0, hides: false };

/** Pixels at a distance of up to two. */
const AROUND = [-2, 0, 2, 0, 0, -2, 0, 2, -1, 0, 1, 0, 0, -1, 0, 1, -1, -1, 1, -1, -1, 1, 1, 1];

/** How many bits a number of four bits has. */
const COUNTS = Uint8Array.from({ length: 16 }, (_, i) => (i & 1) + ((i >> 1) & 1) + ((i >> 2) & 1) + (i >> 3));

const emptyBox = () => ({ left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity });

const snapped = (value: number) => Math.round(value * GRID) / GRID;

const isOwnEdge = (a: number, b: number) => a > 0 || (a === 0 && b > 0);

function leastOffset(a: number, b: number): number {
  let least = Infinity;
  for (let s = 0; s < 4; s++) least = Math.min(least, a * SAMPLE_X[s]! + b * SAMPLE_Y[s]!);
  return least;
}

export function packed(red: number, green: number, blue: number): number {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

/** A colour in some light: below 1 darker, above it nearer to white. */
function lit(red: number, green: number, blue: number, light: number): number {
  const dim = light < 1 ? light : 1;
  const shine = light > 1 ? (light - 1) * 255 : 0;
  const r = red * dim + shine;
  const g = green * dim + shine;
  const b = blue * dim + shine;
  return packed(r > 255 ? 255 : r + 0.5, g > 255 ? 255 : g + 0.5, b > 255 ? 255 : b + 0.5);
}

function mixed(under: number, over: number, opacity: number): number {
  const r = under & 255;
  const g = (under >> 8) & 255;
  const b = (under >> 16) & 255;
  return packed(
    r + ((over & 255) - r) * opacity + 0.5,
    g + (((over >> 8) & 255) - g) * opacity + 0.5,
    b + (((over >> 16) & 255) - b) * opacity + 0.5,
  );
}
