// The media that there are: built in, or uploaded. Pictures are decoded when they are asked for, and the latest are kept.

import bridgeFlight from "../../media/bridge-flight.pack?url";
import bridgeFlightStrip from "../../media/bridge-flight.webp?url";
import cymbal from "../../media/cymbal.wav?url";
import gardenLeap from "../../media/garden-leap.pack?url";
import gardenLeapStrip from "../../media/garden-leap.webp?url";
import turningEarth from "../../media/turning-earth.pack?url";
import turningEarthStrip from "../../media/turning-earth.webp?url";
import catalogue from "../../media.json";
import type { SourceMedium } from "../model/file";
import { picturesOf, samplesOf } from "./packs";

const FILES: Readonly<Record<string, { content: string; strip?: string }>> = {
  "garden-leap": { content: gardenLeap, strip: gardenLeapStrip },
  "bridge-flight": { content: bridgeFlight, strip: bridgeFlightStrip },
  "turning-earth": { content: turningEarth, strip: turningEarthStrip },
  cymbal: { content: cymbal },
};

export const THUMBNAIL = { width: 64, height: 36 };
/** Decoded pictures of about half a megabyte each. */
const MOST_KEPT = 64;

export interface Medium {
  name: string;
  type: "VIDEO" | "AUDIO";
  durationMs: number;
  /** Clips. */
  frames: number;
  frameMs: number;
  thumbnailMs: number;
  /** Thumbnails beside each other, once they are there. */
  strip: ImageBitmap | undefined;
  /** Sounds, and uploaded clips that have one. */
  samples: Float32Array | undefined;
  /** The encoded pictures, fetched once. */
  pictures: () => Promise<readonly BlobPart[]>;
}

export class Library {
  media: Medium[] = catalogue.map((entry) => builtIn(entry));
  readonly #kept = new Map<string, Promise<ImageBitmap>>();

  /** Gets what is shown at first: thumbnails and sounds. */
  async load(): Promise<void> {
    await Promise.all(
      catalogue.map(async ({ name, file, type }) => {
        const medium = this.get(name)!;
        const { content, strip } = FILES[file]!;
        if (type === "AUDIO") medium.samples = samplesOf(await (await fetch(content)).arrayBuffer());
        if (strip) medium.strip = await createImageBitmap(await (await fetch(strip)).blob());
      }),
    );
  }

  get(name: string): Medium | undefined {
    return this.media.find((medium) => medium.name === name);
  }

  get sources(): SourceMedium[] {
    return this.media.map(({ name, type, durationMs }) => ({
      filename: name,
      mediaType: type,
      originalDurationMs: durationMs,
    }));
  }

  add(medium: Medium): void {
    this.media = [...this.media, medium];
  }

  /** The picture of a clip at a time of the medium. */
  frameAt(medium: Medium, time: number): number {
    return Math.max(0, Math.min(medium.frames - 1, Math.floor(time / medium.frameMs)));
  }

  picture(medium: Medium, frame: number): Promise<ImageBitmap> {
    const key = `${frame} ${medium.name}`;
    const kept = this.#kept.get(key) ?? this.#decode(medium, frame);
    // What could not be fetched is asked for again the next time.
    kept.catch(() => this.#kept.delete(key));
    // The latest is last.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return kept;
  }

  async #decode(medium: Medium, frame: number): Promise<ImageBitmap> {
    const picture = (await medium.pictures())[frame]!;
    return createImageBitmap(new Blob([picture]));
  }
}

function builtIn(entry: (typeof catalogue)[number]): Medium {
  let pictures: Promise<readonly BlobPart[]> | undefined;
  const { content } = FILES[entry.file]!;
  const failed = (error: unknown) => {
    pictures = undefined;
    throw error;
  };
  return {
    name: entry.name,
    type: entry.type as Medium["type"],
    durationMs: entry.durationMs,
    frames: entry.frames ?? 0,
    frameMs: entry.frameMs ?? 0,
    thumbnailMs: entry.thumbnailMs ?? 0,
    strip: undefined,
    samples: undefined,
    pictures: () => (pictures ??= fetchPictures(content).catch(failed)),
  };
}

async function fetchPictures(url: string): Promise<readonly BlobPart[]> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`the pictures at ${url} could not be fetched`);
  return picturesOf(await reply.arrayBuffer());
}
