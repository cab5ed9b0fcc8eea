// Tells what happened to it, and draws what depends on time and chance.
const seen = [];
const name = document.getElementById("name");
const tell = (line) => {
  seen.push(line);
  document.getElementById("log").textContent = seen.slice(-12).join("\n");
};
document.getElementById("box").addEventListener("click", (event) => tell(`click ${event.detail} shift=${event.shiftKey}`));
for (const kind of ["mousedown", "mouseup", "contextmenu", "wheel"])
  document.addEventListener(kind, (event) => tell(`${kind} ${event.clientX},${event.clientY} ${event.button} ${event.deltaY ?? ""}`));
document.addEventListener("keydown", (event) => {
  tell(`keydown ${event.key} ${event.code} ctrl=${event.ctrlKey}`);
  if (event.key === "F9") for (;;);
  if (event.key === "F8") fetch("/probe.js").then((response) => tell(`fetched ${response.status}`));
  if (event.key === "F7") fetch("http://example.com/").then(() => tell("got out"), () => tell("kept in"));
  if (event.key === "F6") fetch("http://127.0.0.1:1/").then(() => tell("got out"), () => tell("kept in"));
  if (event.key === "F4") alert("look at me");
});
document.addEventListener("contextmenu", (event) => event.preventDefault());

// Everything that could tell real time or true chance, in the page and in its workers.
const clocks = { workers: [] };
const startClocks = (event) => {
  const silence = new Audio(URL.createObjectURL(new Blob([wave(5)], { type: "audio/wav" })));
  silence.addEventListener("ended", () => tell("sound ended"));
  void silence.play();
  const audio = new AudioContext();
  const listen = (name, worker) => {
    worker.onmessage = ({ data }) => clocks.workers.push(`${name} ${data}`);
    worker.onerror = (error) => clocks.workers.push(`${name} broke: ${error.message}`);
    worker.postMessage("hello");
  };
  listen("classic", new Worker("worker.js"));
  listen("module", new Worker("worker-module.js", { type: "module" }));
  listen("inline", new Worker(URL.createObjectURL(new Blob(["onmessage = () => setTimeout(() => postMessage(performance.now()), 50)"]))));
  const spin = document.getElementById("spin").animate([{ opacity: 0 }, { opacity: 1 }], 400);
  Object.assign(clocks, {
    uuid: crypto.randomUUID(),
    bytes: [...crypto.getRandomValues(new Uint8Array(8))],
    origin: performance.timeOrigin,
    stamp: event.timeStamp,
    animation: spin.playState,
    now: () => performance.now(),
    timeline: () => document.timeline.currentTime,
    audio: () => audio.currentTime,
    sound: () => [silence.currentTime, silence.paused],
    formatted: () => new Intl.DateTimeFormat("en", { timeStyle: "medium" }).format(),
  });
};
document.getElementById("spin").addEventListener("click", startClocks);
const readClocks = () => Object.fromEntries(Object.entries(clocks).map(([name, value]) => [name, typeof value === "function" ? value() : value]));
/** A sound file without a sound: 8-bit mono at 8 kHz. */
const wave = (seconds) => {
  const bytes = new Uint8Array(44 + 8000 * seconds).fill(128, 44);
  const view = new DataView(bytes.buffer);
  ["RIFF", "WAVEfmt ", "data"].forEach((word, i) => bytes.set(new TextEncoder().encode(word), [0, 8, 36][i]));
  [[4, bytes.length - 8], [16, 16], [24, 8000], [28, 8000], [40, bytes.length - 44]].forEach(([at, value]) => view.setUint32(at, value, true));
  [[20, 1], [22, 1], [32, 1], [34, 8]].forEach(([at, value]) => view.setUint16(at, value, true));
  return bytes;
};

let frames = 0;
const context = document.getElementById("frame").getContext("2d");
const draw = (now) => {
  frames++;
  context.clearRect(0, 0, 100, 40);
  context.fillText(`${frames} ${now.toFixed(1)} ${Math.random().toFixed(4)}`, 4, 12);
  context.fillText(new Date().toISOString().slice(11, 23), 4, 28);
  requestAnimationFrame(draw);
};
requestAnimationFrame(draw);
setInterval(() => tell("second"), 1000);
const kept = JSON.parse(localStorage.getItem("kept") ?? "0");
localStorage.setItem("kept", JSON.stringify(kept + 1));
if (globalThis.agonProctor)
  agonProctor.app = { state: () => ({ app: "probe", seen, name: name.value, frames, kept, at: location.pathname, clocks: readClocks(), inner: [innerWidth, innerHeight] }) };
