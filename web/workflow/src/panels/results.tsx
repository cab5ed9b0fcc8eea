// The drawer at the bottom: the last run step by step, what it sent, and the tables it worked on.

import { useState } from "preact/hooks";
import { IconButton } from "../../../kit/form/icon";
import { Tabs } from "../../../kit/form/tabs";
import type { Editor } from "../edit/editor";
import type { RunResult, Step } from "../run/run";
import type { Item } from "../run/samples";
import { CLOSE_ICON } from "./icons";

const TABS = ["Steps", "Outbox", "Tables"] as const;

export function Results({ editor }: { editor: Editor }) {
  const [tab, setTab] = useState<(typeof TABS)[number]>("Steps");
  const { result } = editor;
  if (!result) return null;
  return (
    <section class="drawer" aria-label="Results of the run">
      <div class="drawer-head">
        <p class={result.problem === undefined ? "drawer-message" : "drawer-message is-problem"} role="status">
          {messageOf(result)}
        </p>
        <IconButton path={CLOSE_ICON} name="Close results" run={() => editor.closeResult()} />
      </div>
      <Tabs label="Views of the run" names={TABS} open={tab} change={setTab}>
        {tab === "Steps" && <Steps key={result.steps.length} editor={editor} result={result} />}
        {tab === "Outbox" && <Outbox result={result} />}
        {tab === "Tables" && <Tables result={result} />}
      </Tabs>
    </section>
  );
}

function messageOf({ problem, steps, outbox, waited, unreached }: RunResult): string {
  if (problem !== undefined) return problem;
  const parts = [`Finished: ${steps.length} ${steps.length === 1 ? "step" : "steps"}`];
  if (outbox.length > 0) parts.push(`${outbox.length} sent`);
  if (waited > 0) parts.push(`waited ${waited} s`);
  if (unreached.length > 0)
    parts.push(`not reached: ${unreached.slice(0, 3).join(", ")}${unreached.length > 3 ? "…" : ""}`);
  return parts.join(" · ");
}

function Steps({ editor, result }: { editor: Editor; result: RunResult }) {
  const [at, setAt] = useState(Math.max(0, result.steps.length - 1));
  const step = result.steps[at];
  const show = (index: number) => {
    setAt(index);
    const node = result.steps[index]?.node;
    if (node !== undefined && editor.graph.nodes.some(({ id }) => id === node)) editor.select([node]);
  };
  return (
    <div class="steps">
      <div class="steps-list">
        <table>
          <thead>
            <tr>
              <th>#</th>
              <th>Node</th>
              <th>In</th>
              <th>Out</th>
            </tr>
          </thead>
          <tbody>
            {result.steps.map((one, i) => (
              <tr key={i} class={i === at ? "is-at" : ""} onClick={() => show(i)}>
                <td>{i + 1}</td>
                <td>
                  <button type="button" class="link-button" aria-pressed={i === at} onClick={() => show(i)}>
                    {one.round > 1 ? `${one.title} (round ${one.round})` : one.title}
                  </button>
                </td>
                <td>{one.received}</td>
                <td>{one.problem === undefined ? outText(one) : "failed"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="steps-items" role="region" aria-label="Items of the step" tabIndex={0}>
        {step?.problem !== undefined && <p class="is-problem">{step.problem}</p>}
        {step && [...step.outputs].map(([handle, items]) => <Items key={handle} name={handle} items={items} />)}
      </div>
    </div>
  );
}

function outText({ outputs }: Step): string {
  const counts = [...outputs].map(([handle, items]) =>
    outputs.size > 1 ? `${handle} ${items.length}` : String(items.length),
  );
  return counts.join(", ");
}

const MOST_ROWS = 50;
const MOST_COLUMNS = 8;

/** Items as a table. */
function Items({ name, items }: { name: string | null; items: readonly Item[] }) {
  const columns = [...new Set(items.slice(0, MOST_ROWS).flatMap((item) => Object.keys(item)))].slice(0, MOST_COLUMNS);
  return (
    <>
      {name !== null && name !== "trigger" && <h3>{name}</h3>}
      {items.length === 0 ? (
        <p class="faint">No items.</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, MOST_ROWS).map((item, i) => (
              <tr key={i}>
                {columns.map((column) => (
                  <td key={column}>{shown(item[column])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {items.length > MOST_ROWS && <p class="faint">{items.length - MOST_ROWS} more.</p>}
    </>
  );
}

const LONGEST = 48;

function shown(value: unknown): string {
  if (value === undefined) return "";
  const text =
    typeof value === "string" ? value : typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function Outbox({ result }: { result: RunResult }) {
  if (result.outbox.length === 0) return <p class="faint drawer-note">Nothing was sent.</p>;
  return (
    <div class="drawer-note">
      <table>
        <thead>
          <tr>
            <th>Kind</th>
            <th>To</th>
            <th>Subject</th>
            <th>Text</th>
          </tr>
        </thead>
        <tbody>
          {result.outbox.slice(0, MOST_ROWS).map((message, i) => (
            <tr key={i}>
              <td>{message.kind}</td>
              <td>{shown(message.to)}</td>
              <td>{shown(message.title)}</td>
              <td>{shown(message.body)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Tables({ result }: { result: RunResult }) {
  if (result.tables.size === 0) return <p class="faint drawer-note">No data table was used.</p>;
  return (
    <div class="drawer-note">
      {[...result.tables].map(([name, rows]) => (
        <Items key={name} name={name} items={rows} />
      ))}
    </div>
  );
}
