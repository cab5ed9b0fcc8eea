"use strict";
// The drawer: one trial with its checks and steps. `#run=0&trial=3&step=2` opens it.

const Drawer = (() => {
  const drawer = document.getElementById("drawer");
  let trial = null;
  let detail = null;
  let step = 0;
  // Read when the first trial is opened: they are most of the page.
  const later = (id) => {
    let value = null;
    return () => (value ??= readJson(id));
  };
  const details = later("details");
  const frames = later("frames");

  const hash = (of, at = 0) =>
    `#${Trials.runs.length > 1 ? `run=${of.run}&` : ""}trial=${of.trial}${at > 0 ? `&step=${at}` : ""}`;
  const fact = (name, value) => element("div", {}, element("dt", {}, name), element("dd", {}, value));
  const fold = (title, ...inside) => element("details", {}, element("summary", {}, title), ...inside);
  const part = (title, ...inside) => element("section", {}, element("h3", {}, title), ...inside);

  const facts = () => {
    const shown = [["Agent", trial.agent], ["Trial", String(trial.trial)]];
    if (Trials.runs.length > 1) shown.unshift(["Run", Trials.runs[trial.run]]);
    if (trial.variant) shown.push(["Variant", trial.variant]);
    if (Trials.hasRepeats) shown.push(["Repeat", String(trial.repeat)]);
    if (trial.score !== null) shown.push(["Score", trial.score.toFixed(3)]);
    if (trial.steps !== null) shown.push(["Steps", showNumber(trial.steps)], ["Time", showSeconds(trial.seconds)]);
    if (trial.tokens || trial.cost) {
      shown.push(["Tokens", Trials.used(trial, showNumber(trial.tokens))], ["Cost", Trials.used(trial, `$${trial.cost.toFixed(4)}`)]);
    }
    const ending = (detail && detail.ending) || trial.ending;
    if (ending) shown.push(["Ending", ending]);
    if (detail && detail.limits) shown.push(["Limits", detail.limits]);
    if (detail && detail.settings) shown.push(["Settings", detail.settings]);
    if (detail && detail.started) shown.push(["Started", detail.started]);
    shown.push(["Log", trial.outcome === "missing" ? "none closed" : Trials.file(trial)]);
    return element("dl", { className: "facts" }, ...shown.map(([name, value]) => fact(name, value)));
  };

  const checks = () => {
    const heads = ["Check", "Score", "Expected", "Seen", "Evidence"];
    const rows = detail.checks.map((check) => element("tr", {},
      element("td", {}, element("span", { className: `pill ${check.passed ? "passed" : "failed"}` }, check.passed ? "✓" : "✗"), ` ${check.name}`),
      element("td", { className: "number" }, check.score.toFixed(2)),
      element("td", {}, check.expected), element("td", {}, check.seen),
      element("td", {}, element("code", {}, check.evidence))));
    const table = element("table", { className: "checks" },
      element("thead", {}, element("tr", {}, ...heads.map((name) => element("th", { className: name === "Score" ? "number" : "" }, name)))),
      element("tbody", {}, ...rows));
    return part("Checks", element("div", { className: "scroll" }, table));
  };

  const picture = (frame, point) => {
    const source = frames()[frame.hash];
    const caption = element("figcaption", {}, `${frame.name}, ${frame.width} × ${frame.height}`);
    if (!source) {
      const words = `This frame is not in the page; it is in ${frame.file || "the run's folder"}.`;
      return element("figure", { className: "picture" }, element("div", { className: "canvas absent" }, words), caption);
    }
    const canvas = element("div", { className: "canvas" }, element("img", { src: source, alt: `${frame.name} after step ${step}` }));
    if (frame.width > 0 && frame.height > 0) {
      // The box has the picture's own shape, so that every frame of a trial has the same place and points land exactly.
      canvas.style.aspectRatio = `${frame.width} / ${frame.height}`;
      canvas.style.width = `min(100%, ${Math.round((560 * frame.width) / frame.height)}px)`;
    }
    if (point && frame.name === "screen" && frame.width > 0 && frame.height > 0) {
      const ring = element("div", { className: "pointer" });
      ring.style.left = `${(point[0] / frame.width) * 100}%`;
      ring.style.top = `${(point[1] / frame.height) * 100}%`;
      canvas.append(ring);
    }
    return element("figure", { className: "picture" }, canvas, caption);
  };

  const note = ({ kind, text }) => element("div", { className: "note" }, element("small", {}, kind), element("div", { className: "words" }, text));

  const moment = () => {
    const now = detail.steps[step];
    const last = detail.steps.length - 1;
    const go = (to) => element("button", { type: "button", disabled: to < 0 || to > last, onclick: () => show(to) }, to < step ? "←" : "→");
    const title = now.action === undefined ? "Before the first step" : `Step ${now.step} of ${trial.steps ?? last}`;
    const side = [element("div", { className: "step-bar" }, element("b", {}, title), go(step - 1), go(step + 1))];
    (now.notes || []).forEach((one) => side.push(note(one)));
    if (now.action !== undefined) {
      const rejected = now.status !== "executed";
      const when = now.at_secs === undefined ? "" : ` at ${showSeconds(now.at_secs)}`;
      side.push(element("h4", {}, "Action"), element("div", { className: "action" }, now.action),
        element("div", { className: `status ${rejected ? "rejected" : ""}` }, now.status.replaceAll("_", " ") + when));
    }
    if (now.feedback) side.push(element("h4", {}, "Feedback"), element("div", { className: "words" }, now.feedback));
    if (now.text) side.push(element("h4", {}, "Text"), element("pre", {}, now.text));
    if (now.tree) side.push(fold("Accessibility tree", element("pre", {}, now.tree)));
    if (step === last && detail.after.length) side.push(element("h4", {}, "After the last step"), ...detail.after.map(note));
    const pictures = (now.frames || []).map((frame) => picture(frame, now.point));
    const none = element("div", { className: "absent" }, "No frame was recorded here.");
    return element("div", { className: "viewer" }, element("div", { className: "stage" }, ...(pictures.length ? pictures : [none])),
      element("div", {}, ...side));
  };

  const strip = () => element("div", { className: "strip" }, ...detail.steps.map((one, i) => {
    const frame = (one.frames || []).find((each) => each.name === "screen") || (one.frames || [])[0];
    const source = frame && frames()[frame.hash];
    const classes = [i === step ? "current" : "", one.status && one.status !== "executed" ? "rejected" : ""];
    return element("button", { type: "button", className: classes.join(" "), title: one.action || "before the first step", onclick: () => show(i) },
      source ? element("img", { src: source, alt: "", loading: "lazy" }) : element("i"), element("span", {}, i === 0 && one.action === undefined ? "start" : String(one.step)));
  }));

  const steps = () => {
    const left = [];
    if (detail.steps_left_out) left.push(`${showNumber(detail.steps_left_out)} further steps are not in this page; they are in ${Trials.file(trial)}.`);
    if (detail.frames_left_out) left.push(`${showNumber(detail.frames_left_out)} frames are not in this page; each step names its file.`);
    const keys = element("p", { className: "keys" }, element("kbd", {}, "←"), " ", element("kbd", {}, "→"), " steps  ",
      element("kbd", {}, "j"), " ", element("kbd", {}, "k"), " trials  ", element("kbd", {}, "Esc"), " close");
    return part("Steps", ...left.map((words) => element("p", { className: "hint" }, words)),
      element("div", { id: "moment" }, moment()), element("div", { id: "strip" }, strip()), keys);
  };

  const attempts = () => part("Attempts", element("ul", {}, ...Trials.retries(trial).map(([number, words]) =>
    element("li", {}, `Attempt ${number}: ${words} (${Trials.file(trial, number)})`))));

  const render = () => {
    const neighbour = (by, name) => {
      const other = List.neighbour(trial, by);
      return element("button", { type: "button", disabled: !other, onclick: () => { location.hash = hash(other); } }, name);
    };
    const head = element("div", { className: "drawer-head" }, element("span", { className: `pill ${trial.outcome}` }, trial.outcome),
      element("h2", {}, trial.instance), neighbour(-1, "Previous"), neighbour(1, "Next"),
      element("button", { type: "button", onclick: close }, "Close"));
    const body = [facts()];
    const warning = (words) => body.push(element("p", { className: "warning" }, words));
    if (trial.outcome === "missing") warning("No attempt at this trial has been closed. It is counted as missing.");
    if (detail && detail.problem) warning(`${detail.problem}: ${Trials.file(trial)}.`);
    if (detail && detail.fault) warning(detail.fault);
    else if (trial.outcome === "void") warning(trial.reason);
    if (!detail && trial.outcome !== "missing") {
      if (trial.reason && trial.outcome === "failed") body.push(element("p", {}, `Failed checks: ${trial.reason}`));
      body.push(element("p", { className: "hint" }, `The steps of this trial are not in this page; they are in ${Trials.file(trial)}.`));
    }
    if (detail) {
      if (detail.instruction) {
        // Folded: whoever opens a trial mostly wants its steps, and the brief is long.
        const brief = element("details", { className: "brief" }, element("summary", {}, detail.title || "Brief"));
        brief.append(element("p", { className: "instruction" }, detail.instruction));
        body.push(brief);
      }
      if (detail.checks.length) body.push(checks());
      if (detail.steps.length) body.push(steps());
      if (detail.evidence) body.push(fold("Evidence", element("pre", {}, detail.evidence)));
    }
    if (Trials.retries(trial).length) body.push(attempts());
    drawer.replaceChildren(head, element("div", { className: "drawer-body" }, ...body));
  };

  const remember = () => {
    try { history.replaceState(null, "", hash(trial, step)); } catch { /* Some browsers refuse it for local files. */ }
  };
  const keepCurrentInSight = () => {
    const current = drawer.querySelector(".strip .current");
    const row = drawer.querySelector(".strip");
    if (current && row) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.clientWidth) / 2;
  };
  const show = (to) => {
    if (!detail || to < 0 || to >= detail.steps.length) return;
    step = to;
    document.getElementById("moment").replaceChildren(moment());
    const row = drawer.querySelector(".strip");
    [...row.children].forEach((child, i) => child.classList.toggle("current", i === step));
    keepCurrentInSight();
    remember();
  };
  const open = (of, at) => {
    trial = of;
    detail = details()[`${of.run}:${of.trial}`] || null;
    step = detail ? Math.min(Math.max(at, 0), Math.max(detail.steps.length - 1, 0)) : 0;
    render();
    drawer.hidden = false;
    drawer.scrollTop = 0;
    drawer.focus({ preventScroll: true });
    keepCurrentInSight();
    List.render();
  };
  const close = () => {
    drawer.hidden = true;
    trial = detail = null;
    try { history.replaceState(null, "", location.pathname + location.search); } catch { location.hash = ""; }
    List.render();
  };

  const follow = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (!wanted.has("trial")) return;
    const [run, number] = [Number(wanted.get("run") || 0), Number(wanted.get("trial"))];
    const found = Trials.all.find((each) => each.run === run && each.trial === number);
    if (found) open(found, Number(wanted.get("step") || 0));
  };
  const start = () => {
    window.addEventListener("hashchange", follow);
    document.addEventListener("keydown", (event) => {
      const typing = event.target.matches && event.target.matches("input, select, textarea");
      if (!trial || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const go = (by) => { const other = List.neighbour(trial, by); if (other) location.hash = hash(other); };
      const acts = { ArrowLeft: () => show(step - 1), ArrowRight: () => show(step + 1), Home: () => show(0),
        End: () => show(detail ? detail.steps.length - 1 : 0), j: () => go(1), k: () => go(-1), Escape: close };
      if (acts[event.key]) { event.preventDefault(); acts[event.key](); }
    });
    List.render();
    follow();
  };

  return { hash, start, shows: (of) => of === trial };
})();

Drawer.start();
