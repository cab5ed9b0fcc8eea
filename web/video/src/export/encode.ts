// Pictures and sound through the browser's own encoders.

import { SAMPLE_RATE } from "../media/packs";
import { FRAME } from "../model/project";
import type { Bytes } from "./bytes";
import type { ComposedFrame } from "./film";
import { i420Of } from "./i420";
import type { Packet } from "./webm";

const VIDEO_BITS_A_SECOND = 6_000_000;
const SOUND_BITS_A_SECOND = 96_000;
/** Of Opus. */
const ENCODED_RATE = 48_000;
const KEY_EVERY_MS = 2000;
/** Frames that wait for the encoder. */
const MOST_WAITING = 8;
const MS_IN_US = 1000;

export async function encodeVideo(frames: AsyncIterable<ComposedFrame>): Promise<Packet[]> {
  const packets: Packet[] = [];
  let problem: DOMException | undefined;
  const encoder = new VideoEncoder({
    output: (chunk) => packets.push(packetOf("video", chunk)),
    error: (error) => (problem = error),
  });
  const { width, height, stepMs } = FRAME;
  encoder.configure({ codec: "vp8", width, height, bitrate: VIDEO_BITS_A_SECOND, framerate: 1000 / stepMs });
  for await (const { canvas, timeMs, isCut } of frames) {
    while (encoder.encodeQueueSize > MOST_WAITING && !problem)
      await new Promise((resolve) => encoder.addEventListener("dequeue", resolve, { once: true }));
    if (problem) throw problem;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
    const frame = new VideoFrame(i420Of(data, width, height), {
      format: "I420",
      codedWidth: width,
      codedHeight: height,
      timestamp: timeMs * MS_IN_US,
      duration: stepMs * MS_IN_US,
      colorSpace: { matrix: "smpte170m", primaries: "smpte170m", transfer: "smpte170m", fullRange: false },
    });
    encoder.encode(frame, { keyFrame: isCut || timeMs % KEY_EVERY_MS === 0 });
    frame.close();
  }
  await encoder.flush();
  encoder.close();
  return packets;
}

interface EncodedSound {
  packets: Packet[];
  opusHead: Bytes | undefined;
  sampleRate: number;
}

/** Nothing for silence. */
export async function encodeSound(samples: Float32Array): Promise<EncodedSound> {
  const packets: Packet[] = [];
  let opusHead: Bytes | undefined;
  if (samples.length > 0) {
    let problem: DOMException | undefined;
    const encoder = new AudioEncoder({
      output: (chunk, metadata) => {
        packets.push(packetOf("sound", chunk));
        opusHead ??= bytesOf(metadata?.decoderConfig?.description);
      },
      error: (error) => (problem = error),
    });
    const format = { sampleRate: ENCODED_RATE, numberOfChannels: 1 };
    encoder.configure({ ...format, codec: "opus", bitrate: SOUND_BITS_A_SECOND });
    const data = resampled(samples, SAMPLE_RATE, ENCODED_RATE);
    encoder.encode(new AudioData({ ...format, format: "f32", numberOfFrames: data.length, timestamp: 0, data }));
    await encoder.flush();
    if (problem) throw problem;
    encoder.close();
  }
  return { packets, opusHead, sampleRate: ENCODED_RATE };
}

function packetOf(track: Packet["track"], chunk: EncodedVideoChunk | EncodedAudioChunk): Packet {
  const data = new Uint8Array(chunk.byteLength);
  chunk.copyTo(data);
  return { track, timeMs: Math.max(0, Math.round(chunk.timestamp / MS_IN_US)), isKey: chunk.type === "key", data };
}

function bytesOf(source: AllowSharedBufferSource | undefined): Bytes | undefined {
  if (!source) return undefined;
  const view = ArrayBuffer.isView(source) ? source : new Uint8Array(source);
  return new Uint8Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) as ArrayBuffer);
}

/** As many samples a second as is wanted, by straight lines between those that there are. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, i) => {
    const at = (i * from) / to;
    const before = Math.floor(at);
    const [one, other] = [samples[before] ?? 0, samples[before + 1] ?? samples[before] ?? 0];
    return one + (other - one) * (at - before);
  });
}
