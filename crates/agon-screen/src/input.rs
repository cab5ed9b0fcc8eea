//! Pointer and keyboard through XTEST, with Unicode.

mod keyboard;

use crate::display::{Display, DisplayError};
use crate::keysyms::keysym;
use agon_core::{Button, Input, Key, Point};
use keyboard::{Keyboard, Stroke};
use std::time::{Duration, Instant};
use x11rb::protocol::xtest::ConnectionExt as _;

/// What the pointer and the keyboard are doing between steps.
pub(crate) struct InputDevices {
    keyboard: Keyboard,
    /// Keys that are down, in the order they were pressed.
    held: Vec<u8>,
    pressed: Vec<u8>,
    last_click: Option<(Instant, Point)>,
}

/// A drag is seen on its way, not only at its ends, and takes a moment, as drag and drop between programs needs it.
const MOVES_PER_LEG: u32 = 8;
const MOVE_PAUSE: Duration = Duration::from_millis(8);
/// Two clicks of two steps are no double click, however fast the agent is.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);
const DOUBLE_CLICK_PX: f64 = 10.0;

const KEY_DOWN: u8 = 2;
const KEY_UP: u8 = 3;
const BUTTON_DOWN: u8 = 4;
const BUTTON_UP: u8 = 5;
const MOTION: u8 = 6;

impl InputDevices {
    pub(crate) fn new(display: &Display) -> Result<Self, DisplayError> {
        Ok(Self { keyboard: Keyboard::new(display)?, held: Vec::new(), pressed: Vec::new(), last_click: None })
    }

    /// Lets go of every key and button.
    pub(crate) fn let_go(&mut self, display: &Display) -> Result<(), DisplayError> {
        for button in std::mem::take(&mut self.pressed) {
            send(display, BUTTON_UP, button, None)?;
        }
        for code in std::mem::take(&mut self.held).into_iter().rev() {
            send(display, KEY_UP, code, None)?;
        }
        display.sync()
    }

    /// Performs an input.
    pub(crate) async fn perform(&mut self, display: &Display, input: &Input) -> Result<(), DisplayError> {
        match input {
            Input::Move { to } => travel(display, *to)?,
            Input::Click { at, button, count, holding } => {
                self.wait_for_a_new_click(*at).await;
                let holding = self.hold(display, holding).await?;
                travel(display, *at)?;
                for _ in 0..*count {
                    send(display, BUTTON_DOWN, number(*button), None)?;
                    send(display, BUTTON_UP, number(*button), None)?;
                }
                self.release(display, &holding)?;
                self.last_click = Some((Instant::now(), *at));
            }
            Input::Press { at, button } => {
                self.wait_for_a_new_click(*at).await;
                travel(display, *at)?;
                self.press(display, number(*button))?;
            }
            Input::Release { at, button } => {
                travel(display, *at)?;
                self.unpress(display, number(*button))?;
                self.last_click = Some((Instant::now(), *at));
            }
            Input::Drag { path, button, holding } => self.drag(display, path, number(*button), holding).await?,
            Input::Scroll { at, dx, dy } => {
                travel(display, *at)?;
                for button in notches(*dx, *dy) {
                    send(display, BUTTON_DOWN, button, None)?;
                    send(display, BUTTON_UP, button, None)?;
                }
            }
            Input::Type { keys } => self.write(display, keys).await?,
            Input::Keys { keys } => {
                let pressed = self.hold(display, keys).await?;
                // A shortcut of the window manager's lasts until it sees the keys go up again, so it must have seen them go down.
                if pressed.len() > 1 {
                    display.wait_for_manager().await?;
                }
                self.release(display, &pressed)?;
            }
            Input::KeyDown { key } => {
                self.hold(display, &[*key]).await?;
            }
            Input::KeyUp { key } => {
                let strokes = self.keyboard.strokes(display, &[keysym(*key)]).await?;
                let codes: Vec<u8> = strokes.iter().flat_map(|stroke| self.codes(*stroke)).collect();
                self.release(display, &codes)?;
            }
        }
        display.sync()
    }

    async fn drag(&mut self, display: &Display, path: &[Point], button: u8, holding: &[Key]) -> Result<(), DisplayError> {
        let Some(first) = path.first() else { return Ok(()) };
        self.wait_for_a_new_click(*first).await;
        let holding = self.hold(display, holding).await?;
        travel(display, *first)?;
        self.press(display, button)?;
        for leg in path.windows(2) {
            for part in 1..=MOVES_PER_LEG {
                let share = f64::from(part) / f64::from(MOVES_PER_LEG);
                let along = |a: f64, b: f64| a + (b - a) * share;
                travel(display, Point { x: along(leg[0].x, leg[1].x), y: along(leg[0].y, leg[1].y) })?;
                display.sync()?;
                tokio::time::sleep(MOVE_PAUSE).await;
            }
        }
        self.unpress(display, button)?;
        self.release(display, &holding)
    }

    async fn write(&mut self, display: &Display, keys: &[Key]) -> Result<(), DisplayError> {
        let keysyms: Vec<u32> = keys.iter().map(|key| keysym(*key)).collect();
        let mut rest = keysyms.as_slice();
        while !rest.is_empty() {
            let strokes = self.keyboard.strokes(display, rest).await?;
            // None can be had only where the keyboard has not one spare key.
            rest = &rest[strokes.len().max(1)..];
            for stroke in strokes {
                let codes = self.codes(stroke);
                let down = self.key_down(display, &codes)?;
                self.release(display, &down)?;
            }
        }
        Ok(())
    }

    /// Presses keys that are not down yet. Which they were.
    async fn hold(&mut self, display: &Display, keys: &[Key]) -> Result<Vec<u8>, DisplayError> {
        let keysyms: Vec<u32> = keys.iter().map(|key| keysym(*key)).collect();
        let strokes = self.keyboard.strokes(display, &keysyms).await?;
        let codes: Vec<u8> = strokes.into_iter().flat_map(|stroke| self.codes(stroke)).collect();
        self.key_down(display, &codes)
    }

    fn key_down(&mut self, display: &Display, codes: &[u8]) -> Result<Vec<u8>, DisplayError> {
        let mut pressed = Vec::new();
        for code in codes {
            if !self.held.contains(code) {
                self.held.push(*code);
                pressed.push(*code);
                send(display, KEY_DOWN, *code, None)?;
            }
        }
        Ok(pressed)
    }

    fn release(&mut self, display: &Display, codes: &[u8]) -> Result<(), DisplayError> {
        for code in codes.iter().rev() {
            self.held.retain(|held| held != code);
            send(display, KEY_UP, *code, None)?;
        }
        Ok(())
    }

    fn press(&mut self, display: &Display, button: u8) -> Result<(), DisplayError> {
        self.pressed.push(button);
        send(display, BUTTON_DOWN, button, None)
    }

    fn unpress(&mut self, display: &Display, button: u8) -> Result<(), DisplayError> {
        self.pressed.retain(|pressed| *pressed != button);
        send(display, BUTTON_UP, button, None)
    }

    fn codes(&self, stroke: Stroke) -> Vec<u8> {
        if stroke.shifted { vec![self.keyboard.shift(), stroke.code] } else { vec![stroke.code] }
    }

    async fn wait_for_a_new_click(&mut self, at: Point) {
        if let Some((when, place)) = self.last_click
            && (place.x - at.x).abs() < DOUBLE_CLICK_PX
            && (place.y - at.y).abs() < DOUBLE_CLICK_PX
        {
            tokio::time::sleep_until((when + DOUBLE_CLICK).into()).await;
        }
    }
}

/// Buttons 4 to 7 are the wheel: up, down, left, right. A part of a notch is a whole one.
fn notches(dx: f64, dy: f64) -> Vec<u8> {
    let turn =
        |distance: f64, back: u8, forth: u8| vec![if distance < 0.0 { back } else { forth }; distance.abs().ceil() as usize];
    [turn(dy, 4, 5), turn(dx, 6, 7)].concat()
}

fn number(button: Button) -> u8 {
    match button {
        Button::Left => 1,
        Button::Middle => 2,
        Button::Right => 3,
    }
}

fn travel(display: &Display, to: Point) -> Result<(), DisplayError> {
    send(display, MOTION, 0, Some(to))
}

fn send(display: &Display, kind: u8, detail: u8, to: Option<Point>) -> Result<(), DisplayError> {
    let (x, y) = to.map_or((0, 0), |to| (to.x.floor() as i16, to.y.floor() as i16));
    display.connection.xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, display.root, x, y, 0)?;
    Ok(())
}
