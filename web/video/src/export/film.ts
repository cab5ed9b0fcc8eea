// A project as a film: every frame as the preview shows it, and all sounds.

import type { Library } from "../media/library";
import { SAMPLE_RATE } from "../media/packs";
import { FRAME, lengthOf, type Project } from "../model/project";
import { Composer } from "../render/composer";
import { layersAt } from "../render/layers";
import { isSilent, mixed } from "../render/sound";
import { aviOf } from "./avi";
import type { Bytes } from "./bytes";
import { encodeSound, encodeVideo } from "./encode";
import { webmOf } from "./webm";

export const FORMATS = ["WebM", "AVI"] as const;
export type Format = (typeof FORMATS)[number];

const JPEG_QUALITY = 0.92;

export interface Rendering {
  project: Project;
  library: Library;
  /** Told how much is done, of 0…1. */
  tell: (part: number) => void;
  signal: AbortSignal;
}

/** The formats that this browser can make: AVI everywhere, WebM where there are encoders. */
export function availableFormats(): Format[] {
  const hasEncoders = typeof VideoEncoder !== "undefined" && typeof AudioEncoder !== "undefined";
  return hasEncoders ? [...FORMATS] : ["AVI"];
}

/** Undefined if it was given up. */
export async function renderFilm(format: Format, rendering: Rendering): Promise<Blob | undefined> {
  const film = await (format === "AVI" ? renderAvi : renderWebm)(rendering);
  return rendering.signal.aborted ? undefined : film;
}

/** Motion JPEG: the same project gives the same file, byte by byte. */
async function renderAvi(rendering: Rendering): Promise<Blob> {
  const frames: Bytes[] = [];
  for await (const { canvas } of framesOf(rendering)) {
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY });
    frames.push(new Uint8Array(await jpeg.arrayBuffer()));
  }
  const { width, height, stepMs } = FRAME;
  const samples = soundOf(rendering);
  const film = { width, height, framesPerSecond: 1000 / stepMs, frames, samples, sampleRate: SAMPLE_RATE };
  return new Blob(aviOf(film), { type: "video/x-msvideo" });
}

async function renderWebm(rendering: Rendering): Promise<Blob> {
  const { width, height } = FRAME;
  const video = await encodeVideo(framesOf(rendering));
  const sound = await encodeSound(soundOf(rendering));
  const packets = [...video, ...sound.packets].sort((one, other) => one.timeMs - other.timeMs);
  const durationMs = lengthOf(rendering.project);
  const { opusHead, sampleRate } = sound;
  const film = { width, height, durationMs, packets, sampleRate, ...(opusHead && { opusHead }) };
  return new Blob(webmOf(film), { type: "video/webm" });
}

export interface ComposedFrame {
  canvas: OffscreenCanvas;
  timeMs: number;
  /** Whether other blocks are seen than before. */
  isCut: boolean;
}

async function* framesOf({ project, library, tell, signal }: Rendering): AsyncGenerator<ComposedFrame> {
  const composer = new Composer(library);
  const count = frameCount(project);
  let before = "";
  for (let i = 0; i < count && !signal.aborted; i++) {
    const timeMs = i * FRAME.stepMs;
    const seen = layersAt(project, timeMs)
      .map(({ block }) => block.id)
      .join();
    await composer.compose(project, timeMs);
    yield { canvas: composer.canvas, timeMs, isCut: seen !== before };
    before = seen;
    tell((i + 1) / count);
  }
}

/** Empty if nothing sounds. */
function soundOf({ project, library }: Rendering): Float32Array<ArrayBuffer> {
  const samplesOf = (name: string) => library.get(name)?.samples;
  if (isSilent(project, samplesOf)) return new Float32Array();
  return mixed(project, samplesOf, 0, frameCount(project) * FRAME.stepMs);
}

function frameCount(project: Project): number {
  return Math.ceil(lengthOf(project) / FRAME.stepMs);
}
