// The steps of a trial: a list, a strip of thumbnails, a scrubber, and the one step that is open.

import { memo } from "preact/compat";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Moment, TrialPage } from "../../generated/view";
import { type Address, changed, go } from "./address";
import * as api from "./api";
import { goToChecks, goToFirstFailing } from "./checks";
import { Details } from "./details";
import { useKeys } from "./keys";
import { useRested } from "./load";
import { duration } from "./numbers";
import { Stage, type StageMode } from "./stage";
import { Strip } from "./strip";

const MODES: StageMode[] = ["both", "before", "after", "diff"];
const PLAYED_MS = 500;
/** Frames that are asked for ahead of the reader. */
const AHEAD = 4;

interface CourseProps {
  run: string;
  page: TrialPage;
  address: Address;
  /** Nothing of what was said or seen is there to be shown. */
  isMetadataOnly: boolean;
}

export function Course({ run, page, address, isMetadataOnly }: CourseProps) {
  const last = page.moments.length - 1;
  const asked = Number(address.query.get("step") ?? 0);
  const at = Math.min(Math.max(0, Number.isFinite(asked) ? asked : 0), last);
  const mode = MODES.find((name) => name === address.query.get("show")) ?? "both";
  const [isPlaying, setPlaying] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  // What is called later sees the present step.
  const present = useRef({ last, address });
  present.current = { last, address };
  const open = useCallback((step: number) => {
    const now = present.current;
    go(changed(now.address, { step: String(Math.min(Math.max(0, step), now.last)) }), true);
  }, []);
  useKeys({
    ArrowRight: () => open(at + 1),
    ArrowLeft: () => open(at - 1),
    Home: () => open(0),
    End: () => open(last),
    " ": () => setPlaying((before) => !before),
    c: goToChecks,
    f: goToFirstFailing,
  });

  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => open(at + 1), PLAYED_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, at]);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at, page]);

  const rested = useRested(at);
  useEffect(() => {
    for (const moment of page.moments.slice(rested, rested + AHEAD)) {
      for (const frame of moment.frames) new Image().src = api.frame(run, frame.file);
    }
  }, [rested, page]);

  // Who looks at the last step of a trial that goes on is taken along.
  const lastSeen = useRef(last);
  useEffect(() => {
    if (page.is_live && at === lastSeen.current && last > at) open(last);
    lastSeen.current = last;
  }, [last]);

  const now = page.moments[at];
  if (!now) return null;
  const before = page.moments[at - 1];
  return (
    <section class="course">
      <ol class="steps" ref={list} aria-label="Steps">
        {page.moments.map((moment, place) => (
          <Step key={place} moment={moment} place={place} isOpen={place === at} onOpen={open} />
        ))}
      </ol>
      <div class="stage-side">
        <div class="controls">
          <button type="button" onClick={() => open(at - 1)} disabled={at === 0} aria-label="Step back">
            ←
          </button>
          <button type="button" onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? "Pause" : "Play"}
          </button>
          <button type="button" onClick={() => open(at + 1)} disabled={at === last} aria-label="Step forward">
            →
          </button>
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            aria-label="Step"
            onInput={(event) => open(Number(event.currentTarget.value))}
          />
          <span class="number">
            {at} of {last}
          </span>
          {!isMetadataOnly && (
            <span class="modes" role="group" aria-label="What to show">
              {MODES.map((name) => (
                <a
                  key={name}
                  class={name === mode ? "is-here" : ""}
                  aria-current={name === mode ? "true" : undefined}
                  href={changed(address, { show: name })}
                >
                  {name}
                </a>
              ))}
            </span>
          )}
        </div>
        <Strip run={run} moments={page.moments} at={at} onOpen={open} />
        {!isMetadataOnly && <Stage run={run} before={before ?? null} now={now} mode={mode} />}
        <Details
          run={run}
          trial={page.row.trial}
          attempt={page.attempt ?? 1}
          moment={now}
          limits={page.limits}
          isMetadataOnly={isMetadataOnly}
        />
      </div>
    </section>
  );
}

/** Where nothing of a step may be told but its time. */
const timeOf = (moment: Moment) => (moment.at_ms === null ? "" : `at ${duration(moment.at_ms / 1000)}`);

interface StepProps {
  moment: Moment;
  place: number;
  isOpen: boolean;
  onOpen: (place: number) => void;
}

/** Drawn anew only when it is opened or left: a trial may have a thousand of them. */
const Step = memo(function Step({ moment, place, isOpen, onOpen }: StepProps) {
  const isRefused = moment.status !== null && moment.status !== "executed";
  return (
    <li class={isOpen ? "is-open" : ""}>
      <button type="button" onClick={() => onOpen(place)} aria-current={isOpen ? "step" : undefined}>
        <span class="number">{moment.step}</span>
        <span class="action">{moment.action ?? (moment.step === 0 ? "what was seen first" : timeOf(moment))}</span>
        {isRefused && <span class="status void">{moment.status}</span>}
      </button>
    </li>
  );
});
