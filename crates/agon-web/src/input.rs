//! Mouse and keyboard: an action becomes input events of the page.

use crate::keys::{CTRL, DomKey, SHIFT, dom_key};
use agon_cdp::{CdpError, Session};
use agon_core::{Button, Input, Key, Point};
use serde_json::{Value, json};

/// What the pointer and the keyboard are doing between steps.
#[derive(Default)]
pub(crate) struct InputDevices {
    at: Option<Point>,
    /// Keys that are down, in the order they were pressed.
    held: Vec<DomKey>,
    pressed: Option<Button>,
}

/// Events of one action, in order.
type Events = Vec<(&'static str, Value)>;

/// A notch of the wheel in CSS pixels, as Chromium has it.
const NOTCH_PX: f64 = 100.0;
/// A drag is seen on its way, not only at its ends.
const MOVES_PER_LEG: u32 = 2;

impl InputDevices {
    /// The events that an input stands for.
    pub(crate) fn events(&mut self, input: &Input) -> Events {
        let mut events = Vec::new();
        match input {
            Input::Move { to } => self.travel(*to, &mut events),
            Input::Click { at, button, count, holding } => {
                self.hold(holding, &mut events);
                self.travel(*at, &mut events);
                for click in 1..=*count {
                    self.press(*at, *button, click, &mut events);
                    self.release(*at, *button, click, &mut events);
                }
                self.let_go(holding, &mut events);
            }
            Input::Press { at, button } => {
                self.travel(*at, &mut events);
                self.press(*at, *button, 1, &mut events);
            }
            Input::Release { at, button } => {
                self.travel(*at, &mut events);
                self.release(*at, *button, 1, &mut events);
            }
            Input::Drag { path, button, holding } => {
                self.hold(holding, &mut events);
                self.drag(path, *button, &mut events);
                self.let_go(holding, &mut events);
            }
            Input::Scroll { at, dx, dy } => {
                self.travel(*at, &mut events);
                let mut event = self.mouse("mouseWheel", *at);
                event["deltaX"] = (dx * NOTCH_PX).into();
                event["deltaY"] = (dy * NOTCH_PX).into();
                events.push((MOUSE, event));
            }
            Input::Type { keys } => {
                for key in keys {
                    self.type_key(*key, &mut events);
                }
            }
            Input::Keys { keys } => {
                self.hold(keys, &mut events);
                self.let_go(keys, &mut events);
            }
            Input::KeyDown { key } => self.hold(&[*key], &mut events),
            Input::KeyUp { key } => self.let_go(&[*key], &mut events),
        }
        // What the action changed may lie under the pointer now. Chromium tells the page so by itself, but at a moment of
        // its own; a move to where the pointer already is does it here.
        events.extend(self.at.map(|at| (MOUSE, self.mouse("mouseMoved", at))));
        events
    }

    fn drag(&mut self, path: &[Point], button: Button, events: &mut Events) {
        let [first, rest @ ..] = path else { return };
        self.travel(*first, events);
        self.press(*first, button, 1, events);
        let mut from = *first;
        for to in rest {
            for part in 1..=MOVES_PER_LEG {
                let share = f64::from(part) / f64::from(MOVES_PER_LEG);
                let along = |a: f64, b: f64| (a + (b - a) * share).round();
                self.travel(Point { x: along(from.x, to.x), y: along(from.y, to.y) }, events);
            }
            from = *to;
        }
        self.release(from, button, 1, events);
    }

    fn travel(&mut self, to: Point, events: &mut Events) {
        self.at = Some(to);
        events.push((MOUSE, self.mouse("mouseMoved", to)));
    }

    fn press(&mut self, at: Point, button: Button, count: u8, events: &mut Events) {
        self.pressed = Some(button);
        let mut event = self.mouse("mousePressed", at);
        event["clickCount"] = count.into();
        events.push((MOUSE, event));
    }

    fn release(&mut self, at: Point, button: Button, count: u8, events: &mut Events) {
        self.pressed = None;
        let mut event = self.mouse("mouseReleased", at);
        event["button"] = word(button).into();
        event["clickCount"] = count.into();
        events.push((MOUSE, event));
    }

    fn mouse(&self, kind: &str, at: Point) -> Value {
        let button = self.pressed.map_or("none", word);
        let buttons = match self.pressed {
            None => 0,
            Some(Button::Left) => 1,
            Some(Button::Right) => 2,
            Some(Button::Middle) => 4,
        };
        json!({"type": kind, "x": at.x, "y": at.y, "button": button, "buttons": buttons, "modifiers": self.modifiers()})
    }

    fn modifiers(&self) -> u32 {
        self.held.iter().fold(0, |bits, key| bits | key.modifier)
    }

    fn hold(&mut self, keys: &[Key], events: &mut Events) {
        for key in keys.iter().filter_map(|key| dom_key(*key)) {
            let meant = key.in_chord(self.modifiers());
            self.press_key(meant, events);
        }
    }

    fn press_key(&mut self, key: DomKey, events: &mut Events) {
        let shift = if key.shifted { SHIFT } else { 0 };
        let modifiers = self.modifiers() | key.modifier | shift;
        // With a modifier other than shift a key types nothing.
        let text = key.text.as_ref().filter(|_| modifiers & !SHIFT == 0);
        events.push((KEY, key_event(if text.is_some() { "keyDown" } else { "rawKeyDown" }, &key, modifiers, text)));
        self.held.push(key);
    }

    fn let_go(&mut self, keys: &[Key], events: &mut Events) {
        for key in keys.iter().rev().filter_map(|key| dom_key(*key)) {
            // It comes up as what it went down as.
            let pressed = self.held.iter().rev().find(|held| held.code == key.code).unwrap_or(&key).clone();
            self.held.retain(|held| held.code != key.code);
            events.push((KEY, key_event("keyUp", &pressed, self.modifiers(), None)));
        }
    }

    fn type_key(&mut self, key: Key, events: &mut Events) {
        match (dom_key(key), key) {
            (Some(dom), key) => {
                self.press_key(dom, events);
                self.let_go(&[key], events);
            }
            // No key of a US keyboard types it: it comes as from an input method.
            (None, key) => events.push(("Input.insertText", json!({"text": key.to_string()}))),
        }
    }
}

const CTRL_SHIFT: u32 = CTRL | SHIFT;
const MOUSE: &str = "Input.dispatchMouseEvent";
const KEY: &str = "Input.dispatchKeyEvent";

/// Lets the page have the events. They are sent at once and keep their order; the last answer is waited for.
pub(crate) async fn dispatch(session: &Session, events: Events) -> Result<(), CdpError> {
    let pending = events.into_iter().map(|(method, params)| session.send(method, params)).collect::<Result<Vec<_>, _>>()?;
    for answer in pending {
        answer.wait().await?;
    }
    Ok(())
}

fn key_event(kind: &str, key: &DomKey, modifiers: u32, text: Option<&String>) -> Value {
    // The browser's own shortcuts (a new tab, developer tools, zoom, back) go by the number of a key and come before the
    // page. Without the number the page still learns which key it was, and editing is asked for by name.
    let number = if is_the_browsers(key, modifiers) { 0 } else { key.number };
    let mut event = json!({
        "type": kind,
        "key": key.key,
        "code": key.code,
        "windowsVirtualKeyCode": number,
        "nativeVirtualKeyCode": number,
        "modifiers": modifiers,
        "commands": if kind == "keyUp" { Vec::new() } else { editing(key, modifiers) },
    });
    if let Some(text) = text {
        event["text"] = text.clone().into();
        event["unmodifiedText"] = text.clone().into();
    }
    event
}

/// Whether a chord might be a shortcut of the browser. Moving and deleting in text is not.
fn is_the_browsers(key: &DomKey, modifiers: u32) -> bool {
    let held = modifiers & !key.modifier;
    let code = key.code.as_str();
    let function = code.strip_prefix('F').is_some_and(|rest| rest.parse::<u32>().is_ok());
    match (held, code) {
        _ if function => true,
        (0, _) => false,
        // Shift and Escape open the browser's own task manager.
        (SHIFT, _) => code == "Escape",
        (CTRL, "Backspace" | "Delete") => false,
        (CTRL | CTRL_SHIFT, "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End") => false,
        _ => true,
    }
}

/// What a chord does to text, by the names that Chromium's editor has for it.
fn editing(key: &DomKey, modifiers: u32) -> Vec<&'static str> {
    let command = match (modifiers, key.code.as_str()) {
        (CTRL, "KeyA") => "selectAll",
        (CTRL, "KeyC" | "Insert") => "copy",
        (CTRL, "KeyX") => "cut",
        (CTRL, "KeyV") => "paste",
        (CTRL, "KeyZ") => "undo",
        (CTRL, "KeyY") => "redo",
        (CTRL_SHIFT, "KeyZ") => "redo",
        _ => return Vec::new(),
    };
    vec![command]
}

fn word(button: Button) -> &'static str {
    match button {
        Button::Left => "left",
        Button::Middle => "middle",
        Button::Right => "right",
    }
}
