"use strict";
// The list of trials. Everything that an agent said gets into the page through text nodes only.

const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
};

const readJson = (id) => JSON.parse(document.getElementById(id).textContent);

const showSeconds = (seconds) => {
  if (seconds === null) return "–";
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 119.5) return `${seconds.toFixed(1)} s`;
  return seconds < 7170 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
};
const showNumber = (value) => (value === null ? "–" : value.toLocaleString("en"));

const Trials = (() => {
  const index = readJson("index");
  const claimed = new Set(index.claimed);
  const fields = ["run", "trial", "agent", "task", "seed", "repeat", "attempts", "outcome", "score", "steps", "seconds",
    "tokens", "cost", "ending", "reason", "attempt", "variant"];
  const all = index.trials.map((row) => {
    const trial = Object.fromEntries(fields.map((field, i) => [field, row[i]]));
    trial.agent = index.agents[trial.agent];
    trial.task = index.tasks[trial.task];
    trial.instance = `${trial.task}@${trial.seed}`;
    trial.variant = trial.variant === undefined ? null : index.variants[trial.variant];
    return trial;
  });
  const several = (field) => new Set(all.map((trial) => trial[field])).size > 1;
  const padded = (number, digits) => String(number).padStart(digits, "0");
  return {
    all,
    runs: index.runs,
    agents: index.agents,
    tasks: index.tasks,
    variants: index.variants,
    values: index.values,
    hasRepeats: several("repeat"),
    hasTokens: all.some((trial) => trial.tokens > 0),
    // A figure of tokens or cost, marked where it rests on the agent's own word.
    used: (trial, text) => (claimed.has(`${trial.run}:${trial.trial}`)
      ? element("span", {}, text, element("abbr", { className: "mark", title: index.claimed_meaning }, index.claimed_mark))
      : text),
    retries: (trial) => index.retries[`${trial.run}:${trial.trial}`] || [],
    // The layout of a run's folder, as the record documents it.
    file: (trial, attempt = trial.attempt) =>
      `trials/${padded(Math.floor(trial.trial / 1000), 4)}/${padded(trial.trial, 6)}-${attempt}.jsonl`,
  };
})();

const List = (() => {
  const PAGE = 50;
  const columns = [
    ...(Trials.runs.length > 1 ? [{ name: "Run", key: "run", show: (t) => Trials.runs[t.run] }] : []),
    { name: "Trial", key: "trial", number: true },
    { name: "Agent", key: "agent" },
    { name: "Instance", key: "instance", class: "instance" },
    ...(Trials.variants.length ? [{ name: "Variant", key: "variant", class: "instance" }] : []),
    ...(Trials.hasRepeats ? [{ name: "Repeat", key: "repeat", number: true }] : []),
    { name: "Verdict", key: "outcome", show: (t) => element("span", { className: `pill ${t.outcome}` }, t.outcome) },
    { name: "Score", key: "score", number: true, show: (t) => (t.score === null ? "–" : t.score.toFixed(2)) },
    { name: "Steps", key: "steps", number: true, show: (t) => showNumber(t.steps) },
    { name: "Time", key: "seconds", number: true, show: (t) => showSeconds(t.seconds) },
    ...(Trials.hasTokens ? [{ name: "Tokens", key: "tokens", number: true, show: (t) => Trials.used(t, showNumber(t.tokens)) }] : []),
    { name: "Ending", key: "ending", show: (t) => t.ending || "–" },
    { name: "Failed checks, or why void", key: "reason", class: "reason" },
  ];
  const none = { run: "", agent: "", task: "", variant: "", outcome: "", text: "" };
  const filters = { ...none };
  let sorting = { key: null, down: false };
  let shown = Trials.all;
  let page = 0;
  const inputs = {};

  const choice = (key, label, options) => {
    inputs[key] = element("select", { "aria-label": label, onchange: () => set({ [key]: inputs[key].value }) },
      element("option", { value: "" }, label), ...options.map(([value, text]) => element("option", { value }, text)));
    return inputs[key];
  };
  const same = (list) => list.map((word) => [word, word]);
  const form = document.getElementById("filters");
  form.addEventListener("submit", (event) => event.preventDefault());
  if (Trials.runs.length > 1) form.append(choice("run", "All runs", Trials.runs.map((name, i) => [String(i), name])));
  if (Trials.agents.length > 1) form.append(choice("agent", "All agents", same(Trials.agents)));
  form.append(choice("task", "All tasks", same([...Trials.tasks].sort())));
  // Variants by one value of a factor, and by themselves where they are few enough to choose from.
  const whole = Trials.variants.length > 100 ? [] : Trials.variants.filter((variant) => !Trials.values.includes(variant));
  if (Trials.variants.length) form.append(choice("variant", "All variants", same([...Trials.values, ...whole])));
  form.append(choice("outcome", "All verdicts", same(["passed", "failed", "void", "missing"])));
  inputs.text = element("input", { type: "search", placeholder: "Find in instances, endings, reasons",
    "aria-label": "Find", oninput: () => set({ text: inputs.text.value }) });
  const clear = element("button", { type: "button", onclick: () => set(none) }, "Clear");
  form.append(inputs.text, clear);

  const matches = (trial) => {
    if (filters.run !== "" && String(trial.run) !== filters.run) return false;
    for (const key of ["agent", "task", "outcome"]) if (filters[key] && trial[key] !== filters[key]) return false;
    // A whole variant or one value of a factor, as the ablation's tables ask for.
    const part = filters.variant;
    if (part && trial.variant !== part && !` ${trial.variant} `.includes(` ${part} `)) return false;
    if (!filters.text) return true;
    const words = `${trial.trial} ${trial.agent} ${trial.instance} ${trial.variant || ""} ${trial.ending || ""} ${trial.reason}`;
    return words.toLowerCase().includes(filters.text.toLowerCase());
  };
  const order = (a, b) => {
    const [x, y] = [a[sorting.key], b[sorting.key]];
    if (x === y) return 0;
    // What has no value comes last, whichever way the column is sorted.
    if (x === null) return 1;
    if (y === null) return -1;
    return (x < y ? -1 : 1) * (sorting.down ? -1 : 1);
  };

  const set = (changes) => {
    Object.assign(filters, changes);
    for (const [key, input] of Object.entries(inputs)) if (input.value !== filters[key]) input.value = filters[key];
    shown = Trials.all.filter(matches);
    if (sorting.key) shown.sort(order);
    page = 0;
    render();
  };
  const sort = (key) => {
    sorting = { key, down: sorting.key === key && !sorting.down };
    set({});
  };

  const row = (trial) => {
    const open = () => { location.hash = Drawer.hash(trial); };
    const cells = columns.map((column) => element("td",
      { className: `${column.number ? "number " : ""}${column.class || ""}`, title: column.class ? trial[column.key] : "" },
      column.show ? column.show(trial) : String(trial[column.key])));
    return element("tr", { tabIndex: 0, onclick: open, className: Drawer.shows(trial) ? "open" : "",
      onkeydown: (event) => { if (event.key === "Enter") open(); } }, ...cells);
  };
  const render = () => {
    const arrow = (key) => (sorting.key === key ? (sorting.down ? " ↓" : " ↑") : "");
    const heads = columns.map(({ name, key, number }) => element("th", { className: number ? "number" : "" },
      element("button", { type: "button", onclick: () => sort(key) }, name + arrow(key))));
    document.getElementById("list-head").replaceChildren(element("tr", {}, ...heads));
    const rows = shown.slice(page * PAGE, (page + 1) * PAGE).map(row);
    const nothing = element("tr", {}, element("td", { colSpan: columns.length, className: "none" }, "No trial matches."));
    document.getElementById("list").replaceChildren(...(rows.length ? rows : [nothing]));
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    const turn = (by) => () => { page += by; render(); };
    document.getElementById("pages").replaceChildren(
      element("button", { type: "button", disabled: page === 0, onclick: turn(-1) }, "Previous"),
      element("span", {}, `${showNumber(shown.length)} of ${showNumber(Trials.all.length)} trials, page ${page + 1} of ${pages}`),
      element("button", { type: "button", disabled: page >= pages - 1, onclick: turn(1) }, "Next"));
  };

  document.addEventListener("click", (event) => {
    const from = event.target.closest && event.target.closest("tr[data-agent]");
    if (!from) return;
    const { run, agent, task = "", variant = "", text = "" } = from.dataset;
    set({ ...none, run: Trials.runs.length > 1 ? run : "", agent: Trials.agents.length > 1 ? agent : "", task, variant, text });
    document.getElementById("trials").scrollIntoView();
  });

  return { set, render, neighbour: (trial, by) => shown[shown.indexOf(trial) + by] };
})();
