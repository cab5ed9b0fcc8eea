// WebM files: encoded pictures and sound in clusters, with an index. https://www.matroska.org/technical/elements.html

import { joined, letters, type Bytes } from "./bytes";

export interface Packet {
  track: "video" | "sound";
  timeMs: number;
  isKey: boolean;
  data: Bytes;
}

export interface WebmFilm {
  width: number;
  height: number;
  durationMs: number;
  /** In the order of their times; every key picture begins a cluster. */
  packets: readonly Packet[];
  /** What decoders of Opus need to know; absent for a silent film. */
  opusHead?: Bytes;
  sampleRate: number;
}

const ID = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  seekPreRoll: 0x56bb,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
} as const;

const TRACK_NUMBERS = { video: 1, sound: 2 };
const VIDEO_TYPE = 1;
const AUDIO_TYPE = 2;
const MS_IN_NS = 1_000_000;
const OPUS_PRE_ROLL_NS = 80 * MS_IN_NS;
const IS_KEY = 0x80;

export function webmOf(film: WebmFilm): BlobPart[] {
  const header = element(
    ID.header,
    text(ID.docType, "webm"),
    whole(ID.docTypeVersion, 4),
    whole(ID.docTypeReadVersion, 2),
  );
  const info = element(
    ID.info,
    whole(ID.timestampScale, MS_IN_NS),
    real(ID.duration, film.durationMs),
    text(ID.muxingApp, "Agon"),
    text(ID.writingApp, "Agon Video Editor"),
  );
  const tracks = element(ID.tracks, videoTrack(film), ...(film.opusHead ? [soundTrack(film, film.opusHead)] : []));
  const clusters = clustersOf(film.packets);
  // Positions count from the segment's first byte.
  let at = info.length + tracks.length;
  const cues = clusters.map(({ timeMs, bytes }) => {
    const place = element(
      ID.cueTrackPositions,
      whole(ID.cueTrack, TRACK_NUMBERS.video),
      whole(ID.cueClusterPosition, at),
    );
    at += bytes.length;
    return element(ID.cuePoint, whole(ID.cueTime, timeMs), place);
  });
  const content = [info, tracks, ...clusters.map(({ bytes }) => bytes), element(ID.cues, ...cues)];
  const size = content.reduce((sum, { length }) => sum + length, 0);
  return [header, joined(idOf(ID.segment), sizeOf(size)), ...content];
}

function videoTrack({ width, height }: WebmFilm): Bytes {
  return element(
    ID.trackEntry,
    whole(ID.trackNumber, TRACK_NUMBERS.video),
    whole(ID.trackUid, TRACK_NUMBERS.video),
    whole(ID.trackType, VIDEO_TYPE),
    text(ID.codecId, "V_VP8"),
    element(ID.video, whole(ID.pixelWidth, width), whole(ID.pixelHeight, height)),
  );
}

function soundTrack({ sampleRate }: WebmFilm, opusHead: Bytes): Bytes {
  // Samples, of 48,000 a second, that a decoder leaves out at the beginning.
  const skipped = new DataView(opusHead.buffer, opusHead.byteOffset).getUint16(10, true);
  return element(
    ID.trackEntry,
    whole(ID.trackNumber, TRACK_NUMBERS.sound),
    whole(ID.trackUid, TRACK_NUMBERS.sound),
    whole(ID.trackType, AUDIO_TYPE),
    text(ID.codecId, "A_OPUS"),
    element(ID.codecPrivate, opusHead),
    whole(ID.codecDelay, Math.round((skipped * 1e9) / 48_000)),
    whole(ID.seekPreRoll, OPUS_PRE_ROLL_NS),
    element(ID.audio, real(ID.samplingFrequency, sampleRate), whole(ID.channels, 1)),
  );
}

function clustersOf(packets: readonly Packet[]): { timeMs: number; bytes: Bytes }[] {
  const groups: Packet[][] = [];
  for (const packet of packets) {
    const isFirst = packet.track === "video" && packet.isKey;
    if (isFirst || groups.length === 0) groups.push([]);
    groups.at(-1)!.push(packet);
  }
  return groups.map((group) => {
    const { timeMs } = group[0]!;
    const blocks = group.map(({ track, timeMs: time, isKey, data }) => {
      const after = time - timeMs;
      const head = Uint8Array.of(0x80 | TRACK_NUMBERS[track], (after >> 8) & 0xff, after & 0xff, isKey ? IS_KEY : 0);
      return element(ID.simpleBlock, head, data);
    });
    return { timeMs, bytes: element(ID.cluster, whole(ID.timestamp, timeMs), ...blocks) };
  });
}

function element(id: number, ...content: readonly Bytes[]): Bytes {
  const size = content.reduce((sum, { length }) => sum + length, 0);
  return joined(idOf(id), sizeOf(size), ...content);
}

function whole(id: number, value: number): Bytes {
  return element(id, bigEnd(value, 8));
}

function real(id: number, value: number): Bytes {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return element(id, new Uint8Array(view.buffer));
}

function text(id: number, value: string): Bytes {
  return element(id, letters(value));
}

/** As many bytes as the number has; its first bits tell how many. */
function idOf(id: number): Bytes {
  return bigEnd(id, Math.ceil((32 - Math.clz32(id)) / 8));
}

/** A size in eight bytes, of which the first says so. */
function sizeOf(size: number): Bytes {
  return joined(Uint8Array.of(0x01), bigEnd(size, 7));
}

function bigEnd(value: number, bytes: number): Bytes {
  return Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 2 ** (8 * (bytes - 1 - i))) % 256);
}
