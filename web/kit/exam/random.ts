// Randomness that is the same in every sitting: `Math.random`, `crypto.getRandomValues` and `crypto.randomUUID`. Keys that
// `crypto.subtle` makes stay random: nothing that is drawn or graded should depend on one.

const PAGE_SEED = 0x9e3779b9;
/** Far enough from the page's that short sequences do not overlap. */
const CRYPTO_SEED = 0x85ebca6b;

export interface RandomSource {
  Math: Math;
  crypto: Pick<Crypto, "getRandomValues" | "randomUUID">;
}

/** `stream` tells workers apart; the page itself is 0. */
export function installRandom(page: RandomSource, stream: number): void {
  page.Math.random = seededRandom(PAGE_SEED + stream);
  const draw = seededRandom(CRYPTO_SEED + stream);
  const byte = () => Math.floor(draw() * 256);
  const getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array !== null) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = byte();
    }
    return array;
  };
  const randomUUID = () => {
    const bytes = Array.from({ length: 16 }, byte);
    // Version 4, variant 1: the bits that every random identifier has.
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const digits = bytes.map((value) => value.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") as ReturnType<Crypto["randomUUID"]>;
  };
  define(page.crypto, { getRandomValues, randomUUID });
}

/** Puts values in place of what a browser's object has by its prototype. */
export function define(target: object, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/** mulberry32: small, and the same everywhere. */
function seededRandom(start: number): () => number {
  let seed = start | 0;
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
