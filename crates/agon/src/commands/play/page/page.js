// What a person does here becomes actions, one a step, and is sent in the order it was done.

const part = (id) => document.getElementById(id);
const screen = part('screen');
const pen = screen.getContext('2d', { alpha: false });

const STILL_A_CLICK = 4; // Pixels of the screen: less movement than this between press and release is a click.
const SECOND_CLICK_MS = 250; // A click waits so long for another one at the same place.
const TYPING_PAUSE_MS = 600; // A run of typing ends after so long.
const WHEEL_PAUSE_MS = 150;
const WHEEL_NOTCH = 100; // Pixels that browsers scroll for one notch.
const MOST_PLACES = 40; // Of a drag.

const KEY_NAMES = {
  Control: 'ctrl', Alt: 'alt', Shift: 'shift', Meta: 'meta', Enter: 'enter', Escape: 'escape', Backspace: 'backspace',
  Delete: 'delete', Insert: 'insert', Tab: 'tab', ' ': 'space', ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left',
  ArrowRight: 'right', Home: 'home', End: 'end', PageUp: 'page_up', PageDown: 'page_down', CapsLock: 'caps_lock',
  NumLock: 'num_lock', ScrollLock: 'scroll_lock', PrintScreen: 'print_screen', Pause: 'pause', ContextMenu: 'menu',
};
const MODIFIERS = ['Control', 'Alt', 'Shift', 'Meta', 'AltGraph'];
const BUTTONS = ['left', 'middle', 'right'];

let shown = null;
let sent = 0; // Actions that were sent; `shown.acts` are those that were taken.
let sending = Promise.resolve();
let typed = ''; // A run of typing that is not yet sent.
let typingTimer = 0;
let clicks = null; // Clicks at one place that are not yet sent.
let turned = null; // Turns of the wheel that are not yet sent.
let pressed = null; // The path since a button went down.

// --- what is sent

function act(action) {
  if (!shown || shown.phase !== 'sitting') return;
  sent += 1;
  tell();
  // One after the other: two requests at once may arrive in either order.
  sending = sending.then(async () => {
    const reply = await fetch('act', { method: 'POST', body: JSON.stringify(action) }).catch(() => null);
    if (reply?.status !== 202) {
      sent -= 1;
      tell();
    }
  });
}

/** Sends what was begun before, so that everything happens in order. */
function finish() {
  finishTyping();
  finishClicks();
  finishWheel();
}

function finishTyping() {
  clearTimeout(typingTimer);
  if (typed) {
    const text = typed;
    typed = '';
    act({ kind: 'type', text });
  }
}

function finishClicks() {
  if (!clicks) return;
  const { at, button, count, holding, timer } = clicks;
  clearTimeout(timer);
  clicks = null;
  act({ kind: 'click', at: { point: at }, button, count, holding });
}

function finishWheel() {
  if (!turned) return;
  const { at, dx, dy, timer } = turned;
  clearTimeout(timer);
  turned = null;
  const notches = (distance) => Math.sign(distance) * Math.min(100, Math.round(Math.abs(distance)));
  if (notches(dx) || notches(dy)) act({ kind: 'scroll', at: { point: at }, dx: notches(dx), dy: notches(dy) });
}

// --- pointer

function place(event) {
  const box = screen.getBoundingClientRect();
  const within = (value, size) => Math.max(0, Math.min(size - 1, Math.floor(value)));
  return {
    x: within(((event.clientX - box.left) / box.width) * screen.width, screen.width),
    y: within(((event.clientY - box.top) / box.height) * screen.height, screen.height),
  };
}

const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

function held(event) {
  return [event.ctrlKey && 'ctrl', event.altKey && 'alt', event.shiftKey && 'shift', event.metaKey && 'meta'].filter(Boolean);
}

screen.addEventListener('pointerdown', (event) => {
  event.preventDefault();
  screen.focus();
  if (pressed || !BUTTONS[event.button]) return;
  screen.setPointerCapture(event.pointerId);
  pressed = { button: event.button, path: [place(event)], holding: held(event) };
});

screen.addEventListener('pointermove', (event) => {
  if (!pressed) return;
  const at = place(event);
  if (apart(at, pressed.path.at(-1)) >= STILL_A_CLICK) pressed.path.push(at);
});

screen.addEventListener('pointerup', (event) => {
  if (!pressed || pressed.button !== event.button) return;
  const { path, holding } = pressed;
  const button = BUTTONS[pressed.button];
  pressed = null;
  const [at, end] = [path[0], place(event)];
  finishTyping();
  finishWheel();
  if (part('point').checked) {
    part('point').checked = false;
    finishClicks();
    act({ kind: 'move', to: { point: end } });
  } else if (path.length > 1 || apart(at, end) >= STILL_A_CLICK) {
    finishClicks();
    act({ kind: 'drag', path: thin([...path, end]).map((point) => ({ point })), button, holding });
  } else {
    click(at, button, holding);
  }
});

screen.addEventListener('pointercancel', () => (pressed = null));
screen.addEventListener('contextmenu', (event) => event.preventDefault());

function click(at, button, holding) {
  const again = clicks && clicks.button === button && apart(clicks.at, at) < 2 * STILL_A_CLICK && clicks.count < 3;
  if (again) {
    clearTimeout(clicks.timer);
    clicks.count += 1;
  } else {
    finishClicks();
    clicks = { at, button, count: 1, holding };
  }
  clicks.timer = setTimeout(finishClicks, SECOND_CLICK_MS);
}

/** Not more places than needed to tell the way. */
function thin(path) {
  const every = Math.ceil((path.length - 1) / MOST_PLACES);
  return path.filter((_, index) => index % every === 0 || index === path.length - 1);
}

screen.addEventListener(
  'wheel',
  (event) => {
    event.preventDefault();
    finishTyping();
    finishClicks();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? WHEEL_NOTCH : 3;
    turned ??= { at: place(event), dx: 0, dy: 0 };
    turned.dx += event.deltaX / unit;
    turned.dy += event.deltaY / unit;
    clearTimeout(turned.timer);
    turned.timer = setTimeout(finishWheel, WHEEL_PAUSE_MS);
  },
  { passive: false },
);

// --- keyboard

screen.addEventListener('keydown', (event) => {
  const { key } = event;
  // The browser then gives what was copied, and no key.
  if (event.ctrlKey && event.shiftKey && key.toLowerCase() === 'v') return;
  event.preventDefault();
  if (MODIFIERS.includes(key) || key === 'Dead' || key === 'Process' || key === 'Unidentified') return;
  const altGr = event.getModifierState('AltGraph');
  const writes = [...key].length === 1 && (altGr || !(event.ctrlKey || event.altKey || event.metaKey));
  finishClicks();
  finishWheel();
  if (writes) return type(key);
  if (key === 'Enter' && typed && !held(event).length) return type('\n');
  if (key === 'Backspace' && typed && !held(event).length) {
    typed = [...typed].slice(0, -1).join('');
    clearTimeout(typingTimer);
    if (typed) typingTimer = setTimeout(finishTyping, TYPING_PAUSE_MS);
    return tell();
  }
  finishTyping();
  const name = KEY_NAMES[key] ?? key.toLowerCase();
  act({ kind: 'keys', keys: [...held(event), name] });
});

screen.addEventListener('paste', (event) => {
  event.preventDefault();
  finish();
  write(event.clipboardData.getData('text/plain'));
});

function type(text) {
  typed += text;
  clearTimeout(typingTimer);
  if (text === '\n') return finishTyping();
  typingTimer = setTimeout(finishTyping, TYPING_PAUSE_MS);
  tell();
}

function write(text) {
  if (text) act({ kind: 'type', text });
}

// --- the column beside the screen

function onSubmit(form, field, use) {
  part(form).addEventListener('submit', (event) => {
    event.preventDefault();
    finish();
    use(part(field).value);
  });
}

onSubmit('text-form', 'text', (text) => {
  write(text);
  part('text').value = '';
  screen.focus();
});
onSubmit('chord-form', 'chord', (chord) => {
  // A plus at the end is the key itself.
  const keys = chord.trim().split(/\+(?!$)/).map((key) => key.trim()).filter(Boolean);
  if (keys.length) act({ kind: 'keys', keys });
  part('chord').value = '';
  screen.focus();
});
onSubmit('shell-form', 'command', (command) => {
  if (command.trim()) act({ kind: 'shell', command });
  part('command').value = '';
});
onSubmit('answer-form', 'answer', (value) => {
  act({ kind: 'answer', value });
  part('handed').textContent = `Handed in: ${value}. Another one takes its place.`;
});
onSubmit('fail-form', 'reason', (reason) => act({ kind: 'fail', reason }));
part('done').addEventListener('click', () => {
  finish();
  // What stands in the box is meant to be handed in.
  const answer = part('answer').value;
  if (shown.surfaces.includes('answer') && answer && !part('handed').textContent.startsWith(`Handed in: ${answer}.`)) {
    act({ kind: 'answer', value: answer });
  }
  act({ kind: 'done' });
});
part('fail').addEventListener('click', () => {
  part('fail-form').hidden = !part('fail-form').hidden;
  part('reason').focus();
});
part('full').addEventListener('click', async () => {
  await part('room').requestFullscreen();
  // Where the browser knows it, this gives us its own chords too.
  await navigator.keyboard?.lock?.().catch(() => {});
  screen.focus();
});

function tell() {
  const waiting = shown ? sent - shown.acts : 0;
  const typing = typed && `typing ${JSON.stringify(typed)}`;
  const working = waiting > 0 && (waiting === 1 ? 'working …' : `working … ${waiting} steps to go`);
  part('line').textContent = [typing, working].filter(Boolean).join('   ');
}

function show(now) {
  // A page that was opened again in the middle begins to count where the trial is.
  if (!shown) sent = now.acts;
  const began = shown?.phase !== 'sitting' && now.phase === 'sitting';
  shown = now;
  document.title = `${now.title} · agon play`;
  part('title').textContent = now.title;
  part('instruction').textContent = flowing(now.instruction);
  part('rules').textContent = flowing(now.rules);
  // How many steps are left stands above it.
  part('message').textContent = now.message.replace(/\s*You have \d+ steps? left\.$/, '');
  const { steps, wall_secs: secs } = now.budget;
  part('steps').textContent = steps == null ? '' : `${steps} ${steps === 1 ? 'step' : 'steps'} left`;
  deadline = secs == null ? null : performance.now() + secs * 1000;
  part('shell-form').hidden = !now.surfaces.includes('shell');
  part('answer-form').hidden = !now.surfaces.includes('answer');
  part('wait').hidden = now.phase !== 'starting';
  for (const control of document.querySelectorAll('aside input, aside button')) control.disabled = now.phase !== 'sitting';
  if (began) screen.focus();
  if (now.phase === 'marking') part('message').textContent = `${sentence(now.ending)} It is being marked …`;
  if (now.phase === 'over') showVerdict(now);
  tell();
}

/** Lines that were broken to fit a file, joined again; paragraphs and lists stay. */
const flowing = (text) => text.trim().replace(/([^\n])\n(?![\n\s\-*\d])/g, '$1 ');

const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : '');

function element(name, text, kind) {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function showVerdict({ verdict, ending }) {
  const section = part('verdict');
  section.hidden = false;
  part('tools').hidden = part('end').hidden = true;
  part('message').textContent = sentence(ending);
  section.replaceChildren();
  if (verdict?.verdict === 'scored') {
    const points = `${Math.round(verdict.score * 100)} of 100 points`;
    section.append(element('h2', verdict.passed ? `Passed, ${points}` : `Not passed, ${points}`, verdict.passed ? 'good' : 'bad'));
    const list = document.createElement('dl');
    for (const check of verdict.checks) {
      list.append(element('dt', `${check.passed ? '✓' : '✗'} ${check.name.replaceAll('_', ' ')}`, check.passed ? 'good' : 'bad'));
      list.append(element('dd', `wanted: ${check.expected}`), element('dd', `seen: ${check.seen}`));
    }
    section.append(list);
  } else {
    section.append(element('h2', 'Void: something broke that was not your doing', 'bad'));
    if (verdict) section.append(element('p', verdict.detail));
  }
  section.append(element('p', 'The record is kept; this page can be closed.'));
  section.scrollIntoView();
  fetch('told', { method: 'POST' });
}

// --- what is shown

let deadline = null;
setInterval(() => {
  const left = deadline == null ? 0 : Math.max(0, Math.round((deadline - performance.now()) / 1000));
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  part('secs').textContent = deadline == null || shown?.phase !== 'sitting' ? '' : `and ${clock} of your time`;
}, 500);

function fit() {
  const box = part('room').getBoundingClientRect();
  if (!screen.width) return;
  const scale = Math.min(1, box.width / screen.width, box.height / screen.height);
  screen.style.width = `${Math.floor(screen.width * scale)}px`;
  screen.style.height = `${Math.floor(screen.height * scale)}px`;
}
new ResizeObserver(fit).observe(part('room'));

/** Asks again and again for what is newer, until the trial is over. */
async function follow(what, use) {
  let after = 0;
  while (shown?.phase !== 'over') {
    const reply = await fetch(`${what}?after=${after}`).catch(() => null);
    if (!reply && shown?.phase !== 'over') {
      part('line').textContent = 'agon does not answer: it may have been ended';
      await new Promise((resume) => setTimeout(resume, 1000));
    } else if (reply?.status === 200) {
      after = await use(reply);
    }
  }
}

follow('shown', async (reply) => {
  const now = await reply.json();
  show(now);
  return now.number;
});

follow('picture', async (reply) => {
  const picture = await createImageBitmap(await reply.blob());
  if (screen.width !== picture.width || screen.height !== picture.height) {
    [screen.width, screen.height] = [picture.width, picture.height];
    fit();
  }
  pen.drawImage(picture, 0, 0);
  return Number(reply.headers.get('picture-number'));
});
