// Sitting a task by hand: shows the screen, and sends what is done on it, one action after the other.

import "../../kit/style/tokens.css";
import "./page.css";

import type { PageAction as Action, PageButton as Button, PagePoint as Point, Shown } from "../../generated/play";
import * as column from "./column";
import { part } from "./dom";
import { Gestures } from "./gestures";

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
/** Actions that were sent; `shown.acts` are those that were taken. */
let sent = 0;
let sending = Promise.resolve();
const gestures = new Gestures(act, tell);

function act(action: Action): void {
  if (shown?.phase !== "sitting") return;
  sent += 1;
  tell();
  // One after the other: two requests at once may arrive in either order.
  sending = sending.then(async () => {
    const reply = await fetch("act", { method: "POST", body: JSON.stringify(action) }).catch(() => null);
    if (reply?.status !== 202) {
      sent -= 1;
      tell();
    }
  });
}

/** Says below the screen what is under way. */
function tell(): void {
  const waiting = shown ? sent - shown.acts : 0;
  const typing = gestures.typed && `typing ${JSON.stringify(gestures.typed)}`;
  const working = waiting > 0 && (waiting === 1 ? "working …" : `working … ${waiting} steps to go`);
  part("line").textContent = [typing, working].filter(Boolean).join("   ");
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
  gestures.press(place(event), button, held(event));
});
screen.addEventListener("pointermove", (event) => gestures.move(place(event)));
screen.addEventListener("pointerup", (event) => {
  const [button, point] = [BUTTONS[event.button], part<HTMLInputElement>("point")];
  if (button && gestures.release(place(event), button, point.checked)) point.checked = false;
});
screen.addEventListener("pointercancel", () => gestures.cancel());
screen.addEventListener("contextmenu", (event) => event.preventDefault());
screen.addEventListener(
  "wheel",
  (event) => {
    if (!isWorkedOn()) return;
    event.preventDefault();
    const notch = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? NOTCH_PIXELS : NOTCH_LINES;
    gestures.wheel(place(event), event.deltaX / notch, event.deltaY / notch);
  },
  { passive: false },
);

screen.addEventListener("keydown", (event) => {
  if (!isWorkedOn()) return;
  // The browser then gives what was copied, and no key.
  if (event.ctrlKey && event.shiftKey && event.key.toLowerCase() === "v") return;
  event.preventDefault();
  gestures.key({ key: event.key, holding: held(event), altGr: event.getModifierState("AltGraph") });
});
screen.addEventListener("paste", (event) => {
  event.preventDefault();
  if (isWorkedOn()) gestures.write(event.clipboardData?.getData("text/plain") ?? "");
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

onSubmit("type-form", "type", (text) => {
  gestures.write(text);
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
  act({ kind: "answer", value });
  handedIn = value;
  part("handed").textContent = `Handed in: ${value}. Another one takes its place.`;
};
onSubmit("answer-form", "answer", handIn);
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
  const scale = Math.min(1, box.width / screen.width, box.height / screen.height);
  screen.style.width = `${Math.floor(screen.width * scale)}px`;
  screen.style.height = `${Math.floor(screen.height * scale)}px`;
}
new ResizeObserver(fit).observe(part("room"));

const isOver = () => shown?.phase === "over";

/** Asks again and again for what is newer, until the trial is over. */
async function follow(what: string, use: (reply: Response) => Promise<number>): Promise<void> {
  let after = 0;
  while (!isOver()) {
    const reply = await fetch(`${what}?after=${after}`).catch(() => null);
    if (reply?.status === 200) {
      after = await use(reply);
    } else if (!reply && !isOver()) {
      part("line").textContent = "agon does not answer: it may have been ended";
      await new Promise((resume) => setTimeout(resume, 1000));
    }
  }
}

void follow("shown", async (reply) => {
  const now = (await reply.json()) as Shown;
  // A page that was opened again in the middle begins to count where the trial is.
  if (!shown) sent = now.acts;
  const begins = shown?.phase !== "sitting" && now.phase === "sitting";
  shown = now;
  column.show(now);
  if (begins) (now.controls.screen ? screen : part("call")).focus();
  if (now.phase === "over") void fetch("told", { method: "POST" });
  tell();
  return now.number;
});

void follow("picture", async (reply) => {
  const picture = await createImageBitmap(await reply.blob());
  if (screen.width !== picture.width || screen.height !== picture.height) {
    [screen.width, screen.height] = [picture.width, picture.height];
    fit();
  }
  pen.drawImage(picture, 0, 0);
  return Number(reply.headers.get("picture-number"));
});
