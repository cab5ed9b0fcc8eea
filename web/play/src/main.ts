// Sitting a task by hand: shows the screen, and sends what is done on it, one action after the other.

import "../../kit/style/tokens.css";
import "../../kit/style/dialogs.css";
import "./page.css";

import type {
  PageAction as Action,
  PageButton as Button,
  FromPage,
  Lobby,
  PagePoint as Point,
  Shown,
  ToPage,
} from "../../generated/play";
import { element } from "../../kit/ui/dom";
import { openDialog } from "../../kit/ui/dialog";
import * as column from "./column";
import { part } from "./dom";
import { functionControls } from "./functions";
import { Gestures } from "./gestures";
import { Link } from "./link";
import { askForCode, hideLobby, instructions, showLobby } from "./lobby";
import { RawEvents } from "./raw";

// Browsers tell which theme the system has; the colours are the kit's.
const isDark = matchMedia("(prefers-color-scheme: dark)");
const setTheme = () => (document.documentElement.dataset["theme"] = isDark.matches ? "dark" : "light");
isDark.addEventListener("change", setTheme);
setTheme();

const screen = part<HTMLCanvasElement>("screen");
const pen = screen.getContext("2d", { alpha: false })!;
const BUTTONS: Button[] = ["left", "middle", "right"];
/** Pixels that browsers scroll for one notch of the wheel, and lines. */
const NOTCH_PIXELS = 100;
const NOTCH_LINES = 3;

let shown: Shown | undefined;
let lobby: Lobby | undefined;
/** Actions that were sent; `shown.acts` are those that were taken. */
let sent = 0;
const raw = new RawEvents();
const isIdle = () => shown !== undefined && sent === shown.acts;
const gestures = new Gestures({ send: act, changed: tell, isIdle, countsClicks: () => shown?.is_live === false });
let link: Link | undefined;

const send = (message: FromPage) => link?.send(message);

function act(action: Action): void {
  if (shown?.phase !== "sitting" || !shown.is_recording) return;
  sent += 1;
  tell();
  send({ kind: "act", action, events: raw.take() });
}

/** Says below the screen what is under way. */
function tell(): void {
  const waiting = shown ? sent - shown.acts : 0;
  const typing = gestures.typed && `typing ${JSON.stringify(gestures.typed)}`;
  const working = waiting > 0 && (waiting === 1 ? "working …" : `working … ${waiting} steps to go`);
  part("line").textContent = [typing, working].filter(Boolean).join("   ");
  document.body.dataset["idle"] = String(isIdle() && !gestures.typed);
}

// --- mouse and keyboard

function place(event: MouseEvent): Point {
  const box = screen.getBoundingClientRect();
  const within = (share: number, size: number) => Math.max(0, Math.min(size - 1, Math.floor(share * size)));
  return {
    x: within((event.clientX - box.left) / box.width, screen.width),
    y: within((event.clientY - box.top) / box.height, screen.height),
  };
}

function held(event: MouseEvent | KeyboardEvent): string[] {
  const keys = { ctrl: event.ctrlKey, alt: event.altKey, shift: event.shiftKey, meta: event.metaKey };
  return Object.entries(keys).flatMap(([name, isHeld]) => (isHeld ? [name] : []));
}

/** Without a screen among the task's surfaces the picture is there to be looked at. */
const isWorkedOn = () => shown?.controls.screen === true;

screen.addEventListener("pointerdown", (event) => {
  if (!isWorkedOn()) return;
  event.preventDefault();
  screen.focus();
  const button = BUTTONS[event.button];
  if (!button) return;
  screen.setPointerCapture(event.pointerId);
  raw.add("mouse_down", place(event), button);
  gestures.press(place(event), button, held(event));
});
screen.addEventListener("pointermove", (event) => {
  if (gestures.move(place(event))) raw.add("mouse_drag", place(event));
});
screen.addEventListener("pointerup", (event) => {
  const [button, point] = [BUTTONS[event.button], part<HTMLInputElement>("point")];
  if (button && isWorkedOn()) raw.add("mouse_up", place(event), button);
  if (button && gestures.release(place(event), button, point.checked)) point.checked = false;
});
screen.addEventListener("pointercancel", () => gestures.cancel());
screen.addEventListener("contextmenu", (event) => {
  event.preventDefault();
  if (isWorkedOn()) raw.add("context_menu", place(event));
});
document.addEventListener("visibilitychange", () => raw.add("tab_change", undefined, document.visibilityState));
screen.addEventListener(
  "wheel",
  (event) => {
    if (!isWorkedOn()) return;
    event.preventDefault();
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? NOTCH_PIXELS : NOTCH_LINES;
    raw.add("wheel", place(event), `${event.deltaX},${event.deltaY}`);
    gestures.wheel(place(event), event.deltaX / notch, event.deltaY / notch);
  },
  { passive: false },
);

screen.addEventListener("keydown", (event) => {
  if (!isWorkedOn()) return;
  // The browser then gives what was copied, and no key.
  if (event.ctrlKey && event.shiftKey && event.key.toLowerCase() === "v") return;
  event.preventDefault();
  raw.add("key_down", undefined, [...held(event), event.key].join("+"));
  gestures.key({ key: event.key, holding: held(event), altGr: event.getModifierState("AltGraph") });
});
screen.addEventListener("paste", (event) => {
  event.preventDefault();
  if (isWorkedOn()) write(event.clipboardData?.getData("text/plain") ?? "");
});

// --- the column's own controls

function onSubmit(form: string, field: string, use: (value: string) => void): void {
  part(form).addEventListener("submit", (event) => {
    event.preventDefault();
    gestures.finish();
    use(part<HTMLInputElement>(field).value);
  });
}

const valueOf = (field: string) => part<HTMLInputElement | HTMLTextAreaElement>(field).value;
const clear = (field: string) => (part<HTMLInputElement>(field).value = "");

function write(text: string): void {
  raw.add("input", undefined, text);
  gestures.write(text);
}

onSubmit("type-form", "type", (text) => {
  write(text);
  clear("type");
  screen.focus();
});
onSubmit("chord-form", "chord", (chord) => {
  // A plus at the end is the key itself.
  const keys = chord.trim().split(/\+(?!$)/);
  const named = keys.map((key) => key.trim()).filter(Boolean);
  if (named.length) act({ kind: "keys", keys: named });
  clear("chord");
  screen.focus();
});
onSubmit("shell-form", "command", (command) => {
  if (command.trim()) act({ kind: "shell", command });
  clear("command");
});
onSubmit("call-form", "call", (text) => {
  if (text.trim()) act({ kind: "call", text });
  part<HTMLInputElement>("call").select();
});
onSubmit("file-form", "path", (path) => act({ kind: "read_file", path }));
part("list").addEventListener("click", () => act({ kind: "list_files", path: valueOf("path") || "." }));
part("write").addEventListener("click", () =>
  act({ kind: "write_file", path: valueOf("path"), content: valueOf("content") }),
);
let handedIn = "";
const handIn = (value: string) => {
  raw.add("result_state", undefined, value);
  act({ kind: "answer", value });
  handedIn = value;
  part("handed").textContent = `Handed in: ${value}. Another one takes its place.`;
};
onSubmit("answer-form", "answer", handIn);
onSubmit("subtask-form", "subtask", (result) => {
  raw.add("result_state", undefined, result);
  send({ kind: "subtask", result });
  clear("subtask");
});
onSubmit("fail-form", "reason", (reason) => act({ kind: "fail", reason }));
part("done").addEventListener("click", () => {
  gestures.finish();
  // What stands in the box is meant to be handed in.
  const answer = valueOf("answer");
  if (shown?.controls.answer && answer && answer !== handedIn) handIn(answer);
  act({ kind: "done" });
});
part("fail").addEventListener("click", () => {
  part("fail-form").hidden = !part("fail-form").hidden;
  part("reason").focus();
});
part("wait").addEventListener("click", () => {
  gestures.finish();
  act({ kind: "wait", secs: 1 });
});
part("instructions").addEventListener("click", () => {
  if (!lobby) return;
  gestures.finish();
  send({ kind: "instructions", open: true });
  const closed = () => send({ kind: "instructions", open: false });
  openDialog({ title: "Instructions", body: element("div", {}, ...instructions(lobby)), isWide: true, closed });
});
part("run").addEventListener("change", () => letTimeRun());
part("full").addEventListener("click", async () => {
  await part("room").requestFullscreen();
  // Where the browser knows it, this gives us its own chords too.
  const { keyboard } = navigator as { keyboard?: { lock?: () => Promise<void> } };
  await keyboard?.lock?.().catch(() => {});
  screen.focus();
});

// --- what agon tells

function fit(): void {
  const box = part("room").getBoundingClientRect();
  if (!screen.width) return;
  // What is only looked at may be larger than it is.
  const largest = isWorkedOn() ? 1 : 2;
  const scale = Math.min(largest, box.width / screen.width, box.height / screen.height);
  screen.style.width = `${Math.floor(screen.width * scale)}px`;
  screen.style.height = `${Math.floor(screen.height * scale)}px`;
}
new ResizeObserver(fit).observe(part("room"));

/** Where time passes with steps only, short waits let it run: one after the other, as long as the box is ticked. */
const SHORT_WAIT_SECS = 0.1;
function letTimeRun(): void {
  const isSitting = shown?.phase === "sitting";
  if (part<HTMLInputElement>("run").checked && isSitting && isIdle()) act({ kind: "wait", secs: SHORT_WAIT_SECS });
}

function told(message: ToPage): void {
  switch (message.kind) {
    case "refused":
      if (shown) sent = Math.max(shown.acts, sent - 1);
      return tell();
    case "lobby":
      lobby = message.lobby;
      shown = undefined;
      showLobby(lobby, send);
      if (lobby.stage === "finished") link?.close();
      return;
    case "task":
      return showTask(message.task);
  }
}

function showTask(now: Shown): void {
  // A page that was opened again in the middle begins to count where the trial is.
  if (!shown) {
    sent = now.acts;
    part("functions").replaceChildren(...functionControls(now.functions, act));
    hideLobby();
    fit();
  }
  const begins = shown?.phase !== "sitting" && now.phase === "sitting";
  shown = now;
  column.show(now);
  if (begins) (now.controls.screen ? screen : part("call")).focus();
  if (now.phase === "over") {
    send({ kind: "told" });
    link?.close();
  }
  if (isIdle()) gestures.finish();
  letTimeRun();
  tell();
}

async function draw(file: Blob): Promise<void> {
  const picture = await createImageBitmap(file);
  if (screen.width !== picture.width || screen.height !== picture.height) {
    [screen.width, screen.height] = [picture.width, picture.height];
    fit();
  }
  pen.drawImage(picture, 0, 0);
  picture.close();
  screen.dataset["pictures"] = String(Number(screen.dataset["pictures"] ?? 0) + 1);
}

async function lost(): Promise<void> {
  part("line").textContent = "agon does not answer: it may have been ended";
  const known = await fetch("session").catch(() => null);
  // Somebody entered a newer code.
  if (known?.status === 401) location.reload();
}

async function main(): Promise<void> {
  const known = await fetch("session").catch(() => null);
  if (known?.status !== 204) await askForCode();
  // Pictures are drawn in the order in which they came.
  let drawing = Promise.resolve();
  link = new Link({
    told,
    pictured: (file) => (drawing = drawing.then(() => draw(file))),
    lost: () => void lost(),
  });
}

void main();
