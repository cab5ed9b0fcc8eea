// What is heard: all sounds of a part of the timeline as samples.

import { SAMPLE_RATE } from "../media/packs";
import { workingAt } from "../model/effects";
import { blocksOf, endOf, type Project } from "../model/project";

/** The samples of a medium, if it sounds. */
export type SamplesOf = (name: string) => Float32Array | undefined;

/** Fades change the loudness in steps of this many samples: under a hundredth of a second nobody hears steps. */
const STEP = 64;

export function isSilent(project: Project, samplesOf: SamplesOf): boolean {
  return blocksOf(project).every(({ name }) => samplesOf(name) === undefined);
}

/** The samples from one time to another. */
export function mixed(project: Project, samplesOf: SamplesOf, from: number, to: number): Float32Array<ArrayBuffer> {
  const first = indexOf(from);
  const mix = new Float32Array(Math.max(0, indexOf(to) - first));
  for (const block of blocksOf(project)) {
    const samples = samplesOf(block.name);
    if (!samples) continue;
    const begin = Math.max(first, indexOf(block.start));
    const end = Math.min(first + mix.length, indexOf(endOf(block)));
    const shift = indexOf(block.trimStart) - indexOf(block.start);
    for (let step = begin; step < end; step += STEP) {
      const gain = workingAt(block, (step * 1000) / SAMPLE_RATE - block.start).opacity;
      for (let i = step; i < Math.min(end, step + STEP); i++) mix[i - first]! += gain * (samples[i + shift] ?? 0);
    }
  }
  return mix;
}

/** How loud it is around a time, of 0…1. */
export function loudness(project: Project, samplesOf: SamplesOf, time: number): number {
  return mixed(project, samplesOf, time, time + 50).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

function indexOf(ms: number): number {
  return Math.round((ms * SAMPLE_RATE) / 1000);
}
