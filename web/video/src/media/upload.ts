// Files of one's own: films become pictures at equal times, so that they are shown as reliably as the built-in ones. Off in an exam.

import { THUMBNAIL, type Medium } from "./library";
import { SAMPLE_RATE } from "./packs";

const FRAME_MS = 100;
const LONGEST_S = 120;
const PICTURE_MS = 5000;
const SIZE = { width: 480, height: 270 };
const QUALITY = 0.8;

/** Reads a file; throws an error whose message is for the user. */
export async function readMedium(file: File, isTaken: (name: string) => boolean): Promise<Medium> {
  const name = freeName(file.name, isTaken);
  if (file.type.startsWith("image/")) return readPicture(file, name);
  const samples = await readSamples(file);
  if (file.type.startsWith("video/")) return readFilm(file, name, samples);
  if (!samples) throw new Error(`${file.name} is no film, picture or sound that this browser can read.`);
  const durationMs = Math.round((samples.length / SAMPLE_RATE) * 1000);
  return { ...NOTHING, name, type: "AUDIO", durationMs, samples };
}

const NOTHING = {
  frames: 0,
  frameMs: 0,
  thumbnailMs: 0,
  strip: undefined,
  samples: undefined,
  pictures: () => Promise.resolve([]),
};

function freeName(name: string, isTaken: (name: string) => boolean): string {
  const [, stem, ending] = /^(.*?)(\.\w+)?$/.exec(name)!;
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${stem} ${number}${ending ?? ""}`;
    if (!isTaken(tried)) return tried;
  }
}

async function readSamples(file: File): Promise<Float32Array | undefined> {
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    return sound.getChannelData(0).slice(0, LONGEST_S * SAMPLE_RATE);
  } catch {
    // A film without sound, or no sound at all.
    return undefined;
  }
}

async function readPicture(file: File, name: string): Promise<Medium> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) throw new Error(`${file.name} is no picture that this browser can read.`);
  return clipOf(name, PICTURE_MS, PICTURE_MS, [await encoded(picture)], undefined);
}

async function readFilm(file: File, name: string, samples: Float32Array | undefined): Promise<Medium> {
  const video = document.createElement("video");
  video.muted = true;
  video.src = URL.createObjectURL(file);
  try {
    const until = (event: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(event, () => resolve(), { once: true });
        video.addEventListener("error", () => reject(new Error(`This browser cannot read ${file.name}.`)), {
          once: true,
        });
      });
    await until("loadeddata");
    const durationMs = Math.round(Math.min(LONGEST_S, video.duration) * 1000);
    const pictures: Blob[] = [];
    for (let time = 0; time < durationMs; time += FRAME_MS) {
      const isThere = until("seeked");
      video.currentTime = (time + FRAME_MS / 2) / 1000;
      await isThere;
      pictures.push(await encoded(video));
    }
    return await clipOf(name, durationMs, FRAME_MS, pictures, samples);
  } finally {
    URL.revokeObjectURL(video.src);
  }
}

/** Fitted into the frame's shape, so that nothing of it is lost. */
async function encoded(source: ImageBitmap | HTMLVideoElement): Promise<Blob> {
  const [across, down] =
    source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
  const canvas = new OffscreenCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext("2d")!;
  const scale = Math.min(SIZE.width / across, SIZE.height / down);
  const [width, height] = [across * scale, down * scale];
  context.drawImage(source, (SIZE.width - width) / 2, (SIZE.height - height) / 2, width, height);
  return canvas.convertToBlob({ type: "image/webp", quality: QUALITY });
}

async function clipOf(
  name: string,
  durationMs: number,
  frameMs: number,
  pictures: readonly Blob[],
  samples: Float32Array | undefined,
): Promise<Medium> {
  const every = Math.max(1, Math.ceil(pictures.length / 60));
  const chosen = pictures.filter((_, i) => i % every === 0);
  const { width, height } = THUMBNAIL;
  const canvas = new OffscreenCanvas(width * chosen.length, height);
  const context = canvas.getContext("2d")!;
  for (const [i, picture] of chosen.entries())
    context.drawImage(await createImageBitmap(picture), i * width, 0, width, height);
  return {
    name,
    type: "VIDEO",
    durationMs,
    frames: pictures.length,
    frameMs,
    thumbnailMs: frameMs * every,
    strip: canvas.transferToImageBitmap(),
    samples,
    pictures: () => Promise.resolve(pictures),
  };
}
