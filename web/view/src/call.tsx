// One call of a model, exactly as it was sent and received. It is asked for when it is opened.

import { useState } from "preact/hooks";
import type { CallFigures, CallPage, CallPart, CallTurn } from "../../generated/view";
import * as api from "./api";
import { shown, useLoaded } from "./load";
import { cost, count, duration } from "./numbers";
import { Pre } from "./pre";

export interface CallPlace {
  run: string;
  trial: number;
  attempt: number;
  event: number;
}

/** What a call came to, in a line. */
export function Figures({ figures }: { figures: CallFigures }) {
  const thought = figures.tokens_reasoning > 0 ? `, ${count(figures.tokens_reasoning)} of them thinking` : "";
  const cached = figures.tokens_cached > 0 ? `, ${count(figures.tokens_cached)} of them cached` : "";
  return (
    <p class="facts call-facts">
      {figures.who && <span>{figures.who}</span>}
      {figures.model && <span>{figures.model}</span>}
      {figures.error ? (
        <span class="problem">{figures.error}</span>
      ) : (
        <>
          <span>{`${count(figures.tokens_in)} tokens in${cached}`}</span>
          <span>{`${count(figures.tokens_out)} out${thought}`}</span>
          {figures.cost_usd > 0 && <span>{cost(figures.cost_usd)}</span>}
          <span>{duration(figures.secs)}</span>
          {figures.attempts === 0 && <span>from the cache of replies</span>}
          {figures.attempts > 1 && <span>asked {figures.attempts} times</span>}
        </>
      )}
    </p>
  );
}

export function Call(place: CallPlace) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The call as it was sent and received</summary>
      {isOpen && <Whole {...place} />}
    </details>
  );
}

function Whole(place: CallPlace) {
  const { run, trial, attempt, event } = place;
  const loaded = useLoaded(`call ${run} ${trial} ${attempt} ${event}`, (signal) =>
    api.call(run, trial, attempt, event, signal),
  );
  const page = shown(loaded);
  if (loaded.is === "failed") return <p class="problem">{loaded.why}</p>;
  if (!page) return <p class="faint">…</p>;
  return (
    <div class="call">
      <p class="facts">
        {page.asked && <span>asked as {page.asked}</span>}
        {Object.entries(page.options).map(([name, value]) => (
          <span key={name}>{`${name} ${JSON.stringify(value)}`}</span>
        ))}
      </p>
      {page.system && (
        <section>
          <h3>System prompt</h3>
          <Pre>{page.system}</Pre>
        </section>
      )}
      {page.tools.length > 0 && <Tools page={page} />}
      <Turns run={run} page={page} />
      {page.reply && (
        <section class="turn is-reply">
          <h3>Reply</h3>
          {page.reply.reasoning && (
            <>
              <p class="faint">Thinking</p>
              <Pre class="thinking">{page.reply.reasoning}</Pre>
            </>
          )}
          <Parts run={run} parts={page.reply.parts} />
          <p class="faint">stopped: {page.reply.stop}</p>
        </section>
      )}
      {page.body !== null && <Raw title="Request as JSON, as the service got it" value={page.body} />}
      <Raw title="Request as JSON, as the record has it" value={page.request} />
      <Raw title="Reply as JSON" value={page.outcome} />
    </div>
  );
}

/** The messages; those of the request before are folded away. */
function Turns({ run, page }: { run: string; page: CallPage }) {
  const old = page.turns.slice(0, page.same);
  const fresh = page.turns.slice(page.same);
  return (
    <>
      {old.length > 0 && (
        <details>
          <summary>
            {old.length === 1 ? "1 message" : `${count(old.length)} messages`} that the request before had too
          </summary>
          {old.map((turn, place) => (
            <Turn key={place} run={run} turn={turn} />
          ))}
        </details>
      )}
      {fresh.map((turn, place) => (
        <Turn key={page.same + place} run={run} turn={turn} />
      ))}
    </>
  );
}

function Turn({ run, turn }: { run: string; turn: CallTurn }) {
  return (
    <section class={`turn is-${turn.role}`}>
      <h3>{turn.role === "user" ? "User" : "Assistant"}</h3>
      <Parts run={run} parts={turn.parts} />
    </section>
  );
}

function Parts({ run, parts }: { run: string; parts: CallPart[] }) {
  return (
    <>
      {parts.map((part, place) => (
        <Part key={place} run={run} part={part} />
      ))}
    </>
  );
}

function Part({ run, part }: { run: string; part: CallPart }) {
  switch (part.type) {
    case "text":
      return <Pre>{part.text}</Pre>;
    case "image":
      return part.file ? (
        <a href={api.frame(run, part.file)} target="_blank" rel="noreferrer">
          <img src={api.frame(run, part.file)} alt="A frame that the model was shown" loading="lazy" />
        </a>
      ) : (
        <p class="faint">a picture; the run kept no frames</p>
      );
    case "tool_call":
      return <Pre>{`${part.name}(${JSON.stringify(part.args, null, 2)})`}</Pre>;
    case "tool_result":
      return (
        <div class="tool-result">
          <p class="faint">result of {part.name}</p>
          <Parts run={run} parts={part.parts} />
        </div>
      );
    case "opaque":
      return <Raw title="Something the service wants back as it was" value={part.value} />;
  }
}

function Tools({ page }: { page: CallPage }) {
  const request = page.request as { tools?: unknown };
  return (
    <details>
      <summary>Tools: {page.tools.join(", ")}</summary>
      <Pre>{JSON.stringify(request.tools ?? [], null, 2)}</Pre>
    </details>
  );
}

function Raw({ title, value }: { title: string; value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Pre>{JSON.stringify(value, null, 2)}</Pre>}
    </details>
  );
}
