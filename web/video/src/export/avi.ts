// AVI files of Motion JPEG and PCM sound: the same pictures and samples always give the same bytes.

import { joined, letters, type Bytes } from "./bytes";

export interface Film {
  width: number;
  height: number;
  framesPerSecond: number;
  /** JPEG files. */
  frames: readonly Bytes[];
  /** One channel of -1…1; empty for a silent film. */
  samples: Float32Array;
  sampleRate: number;
}

const HAS_INDEX = 0x10;
const IS_INTERLEAVED = 0x100;
const IS_KEY_FRAME = 0x10;

/** The file, in pieces. */
export function aviOf(film: Film): BlobPart[] {
  const hasSound = film.samples.length > 0;
  const movie: Bytes[] = [];
  const index: Bytes[] = [];
  // Offsets of the index count from the four letters `movi`.
  let at = 4;
  const add = (name: string, content: Bytes) => {
    const made = chunk(name, content);
    movie.push(made);
    index.push(joined(letters(name), numbers(IS_KEY_FRAME, at, content.length)));
    at += made.length;
  };
  film.frames.forEach((frame, i) => {
    add("00dc", frame);
    if (hasSound) add("01wb", pcmOf(film, i));
  });
  const header = joined(
    letters("hdrl"),
    mainHeader(film, hasSound),
    videoStream(film),
    ...(hasSound ? [soundStream(film)] : []),
  );
  const head = chunk("LIST", header);
  const movieSize = at;
  const tail = chunk("idx1", joined(...index));
  const size = 4 + head.length + 8 + movieSize + tail.length;
  return [
    joined(letters("RIFF"), numbers(size), letters("AVI ")),
    head,
    joined(letters("LIST"), numbers(movieSize), letters("movi")),
    ...movie,
    tail,
  ];
}

/** The samples that belong to a frame, as 16-bit numbers. */
function pcmOf({ samples, sampleRate, framesPerSecond }: Film, frame: number): Bytes {
  const from = Math.round((frame * sampleRate) / framesPerSecond);
  const to = Math.round(((frame + 1) * sampleRate) / framesPerSecond);
  const bytes = new Uint8Array(2 * (to - from));
  const view = new DataView(bytes.buffer);
  for (let i = from; i < to; i++) {
    const level = Math.max(-1, Math.min(1, samples[i] ?? 0));
    view.setInt16(2 * (i - from), Math.round(level * 32_767), true);
  }
  return bytes;
}

function mainHeader({ width, height, framesPerSecond, frames }: Film, hasSound: boolean): Bytes {
  const largest = Math.max(0, ...frames.map(({ length }) => length));
  const content = numbers(
    1_000_000 / framesPerSecond,
    largest * framesPerSecond,
    0,
    HAS_INDEX | IS_INTERLEAVED,
    frames.length,
    0,
    hasSound ? 2 : 1,
    largest,
    width,
    height,
    ...[0, 0, 0, 0],
  );
  return chunk("avih", content);
}

function videoStream({ width, height, framesPerSecond, frames }: Film): Bytes {
  const largest = Math.max(0, ...frames.map(({ length }) => length));
  const kind = joined(
    letters("vids"),
    letters("MJPG"),
    numbers(0, 0, 0, 1, framesPerSecond, 0, frames.length, largest),
  );
  const strh = chunk("strh", joined(kind, numbers(0xffffffff, 0), shorts(0, 0, width, height)));
  const format = joined(
    numbers(40, width, height),
    shorts(1, 24),
    letters("MJPG"),
    numbers(width * height * 3, 0, 0, 0, 0),
  );
  return chunk("LIST", joined(letters("strl"), strh, chunk("strf", format)));
}

function soundStream({ samples, sampleRate }: Film): Bytes {
  const kind = joined(letters("auds"), numbers(0, 0, 0, 0, 1, sampleRate, 0, samples.length, 2 * sampleRate));
  const strh = chunk("strh", joined(kind, numbers(0xffffffff, 2), shorts(0, 0, 0, 0)));
  const format = joined(shorts(1, 1), numbers(sampleRate, 2 * sampleRate), shorts(2, 16));
  return chunk("LIST", joined(letters("strl"), strh, chunk("strf", format)));
}

/** A name, a length, and the content, filled up to an even length. */
function chunk(name: string, content: Bytes): Bytes {
  return joined(letters(name), numbers(content.length), content, new Uint8Array(content.length % 2));
}

/** 32-bit numbers, little end first. */
function numbers(...values: number[]): Bytes {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setUint32(4 * i, value, true));
  return new Uint8Array(view.buffer);
}

/** 16-bit numbers, little end first. */
function shorts(...values: number[]): Bytes {
  const view = new DataView(new ArrayBuffer(2 * values.length));
  values.forEach((value, i) => view.setUint16(2 * i, value, true));
  return new Uint8Array(view.buffer);
}
