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
  agonProctor.app = { state: () => ({ app: "probe", seen, name: name.value, frames, kept, at: location.pathname, inner: [innerWidth, innerHeight] }) };
