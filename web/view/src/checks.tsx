// How a trial was graded, and what the detectors of failure modes found in it.

import type { CheckRow, FindingRow } from "../../generated/view";
import { type Address, changed } from "./address";
import { score } from "./numbers";

/** Where the first failing check stands. */
const FIRST = "first-failing-check";

export const hasFailed = (checks: CheckRow[]) => checks.some((check) => !check.passed);

/** Shows the first check that failed, and lets a reader with a keyboard go on from there. */
export function goToFirstFailing(): void {
  const row = document.getElementById(FIRST);
  row?.scrollIntoView({ block: "center" });
  row?.focus({ preventScroll: true });
}

export function goToChecks(): void {
  document.getElementById("checks")?.scrollIntoView();
}

export function Checks({ checks }: { checks: CheckRow[] }) {
  if (checks.length === 0) return null;
  const passed = checks.filter((check) => check.passed).length;
  const first = checks.findIndex((check) => !check.passed);
  return (
    <section class="section" id="checks">
      <h2>
        Checks: {passed} of {checks.length} passed
      </h2>
      <div class="scroll">
        <table class="table">
          <thead>
            <tr>
              <th>Check</th>
              <th class="number">Score</th>
              <th>Expected</th>
              <th>Seen</th>
              <th>Evidence</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check, place) => (
              <tr key={check.name} {...(place === first ? { id: FIRST, tabIndex: -1 } : {})}>
                <td>
                  <span class={`status ${check.passed ? "passed" : "failed"}`}>
                    {check.passed ? "passed" : "failed"}
                  </span>{" "}
                  {check.name}
                </td>
                <td class="number">{score(check.score)}</td>
                <td class="long">{check.expected}</td>
                <td class="long">{check.seen}</td>
                <td class="long faint">{check.evidence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Findings({ findings, address }: { findings: FindingRow[]; address: Address }) {
  if (findings.length === 0) return null;
  return (
    <section class="section">
      <h2>Failure modes</h2>
      <ul class="flips">
        {findings.map((finding, place) => (
          <li key={place}>
            <b>{finding.title}</b>
            {finding.first_step !== null && (
              <>
                {" "}
                <a href={changed(address, { step: String(finding.first_step) })}>
                  {/^\d+$/.test(finding.steps) ? "step" : "steps"} {finding.steps}
                </a>
              </>
            )}{" "}
            {finding.detail}
          </li>
        ))}
      </ul>
    </section>
  );
}
