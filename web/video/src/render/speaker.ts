// Plays the sounds of a project from a time on. Nobody listens in an exam, and nothing is played there.

import { isExam } from "../../../kit/app";
import { SAMPLE_RATE } from "../media/packs";
import type { Project } from "../model/project";
import { isSilent, mixed, type SamplesOf } from "./sound";

/** How far the playhead may be from what is heard before it is played anew, in milliseconds. */
const TOLERANCE_MS = 120;

export class Speaker {
  #context: AudioContext | undefined;
  #playing: { source: AudioBufferSourceNode; project: Project; since: number; from: number } | undefined;

  constructor(private readonly samplesOf: SamplesOf) {}

  /** Goes on if that is what is being played. */
  play(project: Project, from: number, to: number): void {
    if (isExam) return;
    const playing = this.#playing;
    const now = performance.now();
    if (playing?.project === project && Math.abs(playing.from + now - playing.since - from) < TOLERANCE_MS) return;
    this.stop();
    if (isSilent(project, this.samplesOf)) return;
    const samples = mixed(project, this.samplesOf, from, to);
    if (samples.length === 0) return;
    this.#context ??= new AudioContext();
    const buffer = this.#context.createBuffer(1, samples.length, SAMPLE_RATE);
    buffer.copyToChannel(samples, 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.start();
    this.#playing = { source, project, since: now, from };
  }

  stop(): void {
    this.#playing?.source.stop();
    this.#playing = undefined;
  }
}
