// A project as a film: every frame as the preview shows it, and all sounds.

import type { Library } from "../media/library";
import { SAMPLE_RATE } from "../media/packs";
import { FRAME, lengthOf, type Project } from "../model/project";
import { Composer } from "../render/composer";
import { isSilent, mixed } from "../render/sound";
import { aviOf } from "./avi";

const JPEG_QUALITY = 0.92;

/** Undefined if it was given up. */
export async function renderFilm(
  project: Project,
  library: Library,
  tell: (part: number) => void,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const composer = new Composer(library);
  const length = lengthOf(project);
  const count = Math.ceil(length / FRAME.stepMs);
  const frames: Uint8Array<ArrayBuffer>[] = [];
  for (let i = 0; i < count; i++) {
    if (signal.aborted) return undefined;
    await composer.compose(project, i * FRAME.stepMs);
    const jpeg = await composer.canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY });
    frames.push(new Uint8Array(await jpeg.arrayBuffer()));
    tell(i / count);
  }
  const samplesOf = (name: string) => library.get(name)?.samples;
  const samples = isSilent(project, samplesOf)
    ? new Float32Array()
    : mixed(project, samplesOf, 0, count * FRAME.stepMs);
  const { width, height, stepMs } = FRAME;
  const film = { width, height, framesPerSecond: 1000 / stepMs, frames, samples, sampleRate: SAMPLE_RATE };
  return new Blob(aviOf(film), { type: "video/x-msvideo" });
}
