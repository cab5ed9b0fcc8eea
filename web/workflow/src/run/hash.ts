// SHA-1 and SHA-256 of a text, in hexadecimal. The browser's own are asynchronous, and a run is not.

type Words = number[];

const rotateLeft = (x: number, n: number) => (x << n) | (x >>> (32 - n));
const rotateRight = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The text in UTF-8 with its length behind it, in blocks of sixteen words. */
function blocks(text: string): Words[] {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil((bytes.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(count * 64));
  bytes.forEach((byte, i) => padded.setUint8(i, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(count * 64 - 8, Math.floor(bytes.length / 0x2000_0000));
  padded.setUint32(count * 64 - 4, bytes.length * 8);
  return Array.from({ length: count }, (_, b) =>
    Array.from({ length: 16 }, (_, w) => padded.getUint32(b * 64 + w * 4)),
  );
}

const hex = (words: Words) => words.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

export function sha1(text: string): string {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (const words of blocks(text)) {
    for (let i = 16; i < 80; i++)
      words[i] = rotateLeft(words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!, 1);
    let [a, b, c, d, e] = state as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      const next = (rotateLeft(a, 5) + f + e + k + words[i]!) | 0;
      [e, d, c, b, a] = [d, c, rotateLeft(b, 30), a, next];
    }
    [a, b, c, d, e].forEach((word, i) => (state[i] = (state[i]! + word) | 0));
  }
  return hex(state);
}

/** The first bits behind the point of roots of primes, as the standard takes them. */
function primeRoots(count: number, root: number): Words {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => ((prime ** (1 / root) % 1) * 0x1_0000_0000) | 0);
}

const ROUNDS = primeRoots(64, 3);

export function sha256(text: string): string {
  const state = primeRoots(8, 2);
  for (const words of blocks(text)) {
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15]!, words[i - 2]!];
      const s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3);
      const s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10);
      words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0;
      const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i]! + word) | 0));
  }
  return hex(state);
}
