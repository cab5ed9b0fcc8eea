//! Pointer and keyboard through XTEST, with Unicode.

mod keyboard;

use crate::display::{Display, DisplayError};
use crate::keysyms;
use agon_core::{Action, Button, Point, Status, Target};
use keyboard::{Keyboard, Stroke};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use x11rb::protocol::xtest::ConnectionExt as _;

/// Where the marks of the last screenshot are: what `Target::Mark` stands for.
pub type Marks = BTreeMap<u32, Point>;

/// Why an action could not be performed as it was written. It costs a step and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub status: Status,
    pub feedback: String,
}

/// What the pointer and the keyboard are doing between steps.
pub(crate) struct Hands {
    keyboard: Keyboard,
    /// Keys that are down, in the order they were pressed.
    held: Vec<u8>,
    pressed: Vec<u8>,
    last_click: Option<(Instant, Point)>,
}

/// A longer text in one step is no typing.
const MAX_TYPED: usize = 20_000;
const MAX_NOTCHES: f64 = 100.0;
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

impl Hands {
    pub(crate) fn new(display: &Display) -> Result<Self, DisplayError> {
        Ok(Self { keyboard: Keyboard::new(display)?, held: Vec::new(), pressed: Vec::new(), last_click: None })
    }

    /// Performs an action. `Ok(Some(…))` says why it was refused.
    pub(crate) async fn perform(
        &mut self,
        display: &Display,
        action: &Action,
        marks: &Marks,
    ) -> Result<Option<Refusal>, DisplayError> {
        let place = |target: &Target| place(target, display.size(), marks);
        match read(action, place) {
            Ok(deed) => self.carry_out(display, deed).await.map(|()| None),
            Err(refusal) => Ok(Some(refusal)),
        }
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

    async fn carry_out(&mut self, display: &Display, deed: Deed) -> Result<(), DisplayError> {
        match deed {
            Deed::Move(to) => travel(display, to)?,
            Deed::Click { at, button, count, holding } => {
                self.wait_for_a_new_click(at).await;
                let holding = self.hold(display, &holding).await?;
                travel(display, at)?;
                for _ in 0..count {
                    send(display, BUTTON_DOWN, button, None)?;
                    send(display, BUTTON_UP, button, None)?;
                }
                self.release(display, &holding)?;
                self.last_click = Some((Instant::now(), at));
            }
            Deed::Press(at, button) => {
                self.wait_for_a_new_click(at).await;
                travel(display, at)?;
                self.press(display, button)?;
            }
            Deed::Release(at, button) => {
                travel(display, at)?;
                self.unpress(display, button)?;
                self.last_click = Some((Instant::now(), at));
            }
            Deed::Drag { path, button, holding } => self.drag(display, &path, button, &holding).await?,
            Deed::Scroll { at, notches } => {
                travel(display, at)?;
                for button in notches {
                    send(display, BUTTON_DOWN, button, None)?;
                    send(display, BUTTON_UP, button, None)?;
                }
            }
            Deed::Type(keysyms) => self.write(display, &keysyms).await?,
            Deed::Chord(keys) => {
                let pressed = self.hold(display, &keys).await?;
                // A shortcut of the window manager's lasts until it sees the keys go up again, so it must have seen them go down.
                if pressed.len() > 1 {
                    display.wait_for_manager().await?;
                }
                self.release(display, &pressed)?;
            }
            Deed::KeyDown(key) => {
                self.hold(display, &[key]).await?;
            }
            Deed::KeyUp(key) => {
                let strokes = self.keyboard.strokes(display, &[key]).await?;
                let codes: Vec<u8> = strokes.iter().flat_map(|stroke| self.codes(*stroke)).collect();
                self.release(display, &codes)?;
            }
        }
        display.sync()
    }

    async fn drag(&mut self, display: &Display, path: &[Point], button: u8, holding: &[u32]) -> Result<(), DisplayError> {
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

    async fn write(&mut self, display: &Display, keysyms: &[u32]) -> Result<(), DisplayError> {
        let mut rest = keysyms;
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
    async fn hold(&mut self, display: &Display, keys: &[u32]) -> Result<Vec<u8>, DisplayError> {
        let strokes = self.keyboard.strokes(display, keys).await?;
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

/// An action that can be performed: places are on the screen, and keys are known.
enum Deed {
    Move(Point),
    Click { at: Point, button: u8, count: u8, holding: Vec<u32> },
    Press(Point, u8),
    Release(Point, u8),
    Drag { path: Vec<Point>, button: u8, holding: Vec<u32> },
    Scroll { at: Point, notches: Vec<u8> },
    Type(Vec<u32>),
    Chord(Vec<u32>),
    KeyDown(u32),
    KeyUp(u32),
}

fn read(action: &Action, place: impl Fn(&Target) -> Result<Point, Refusal>) -> Result<Deed, Refusal> {
    Ok(match action {
        Action::Move { to } => Deed::Move(place(to)?),
        Action::Click { at, button, count, holding } => {
            if !(1..=3).contains(count) {
                return Err(bad(format!("{count} clicks are not possible: 1, 2 or 3.")));
            }
            Deed::Click { at: place(at)?, button: number(*button), count: *count, holding: known(holding)? }
        }
        Action::Press { at, button } => Deed::Press(place(at)?, number(*button)),
        Action::Release { at, button } => Deed::Release(place(at)?, number(*button)),
        Action::Drag { path, .. } if path.is_empty() => return Err(bad("A drag needs places to go through.")),
        Action::Drag { path, button, holding } => {
            let path = path.iter().map(place).collect::<Result<_, _>>()?;
            Deed::Drag { path, button: number(*button), holding: known(holding)? }
        }
        Action::Scroll { at, dx, dy } => Deed::Scroll { at: place(at)?, notches: notches(*dx, *dy)? },
        Action::Type { text } => Deed::Type(writing(text)?),
        Action::Keys { keys } if keys.is_empty() => return Err(bad("No key was named.")),
        Action::Keys { keys } => Deed::Chord(known(keys)?),
        Action::KeyDown { key } => Deed::KeyDown(known_key(key)?),
        Action::KeyUp { key } => Deed::KeyUp(known_key(key)?),
        Action::Navigate { .. } => {
            return Err(Refusal { status: Status::Blocked, feedback: "This is a desktop: there is no page to go to.".into() });
        }
        _ => return Err(Refusal { status: Status::NoSurface, feedback: "Pointer and keyboard cannot do that.".into() }),
    })
}

fn place(target: &Target, (width, height): (u32, u32), marks: &Marks) -> Result<Point, Refusal> {
    let point = match target {
        Target::Point(point) => *point,
        Target::Mark(mark) => {
            let feedback = || match marks.is_empty() {
                true => "No marks are drawn here: name a point on the screen.".into(),
                false => format!("There is no mark {mark} on the last screenshot."),
            };
            *marks.get(mark).ok_or_else(|| Refusal { status: Status::OutOfRange, feedback: feedback() })?
        }
    };
    let inside = |value: f64, size: u32| value.is_finite() && value >= 0.0 && value < f64::from(size);
    if inside(point.x, width) && inside(point.y, height) {
        return Ok(point);
    }
    let feedback = format!("({}, {}) is not on the screen, which is {width}×{height} pixels.", point.x, point.y);
    Err(Refusal { status: Status::OutOfRange, feedback })
}

/// Buttons 4 to 7 are the wheel: up, down, left, right. A part of a notch is a whole one.
fn notches(dx: f64, dy: f64) -> Result<Vec<u8>, Refusal> {
    if [dx, dy].iter().any(|d| !d.is_finite() || d.abs() > MAX_NOTCHES) {
        return Err(bad(format!("A scroll is at most {MAX_NOTCHES} notches.")));
    }
    let turn =
        |distance: f64, back: u8, forth: u8| vec![if distance < 0.0 { back } else { forth }; distance.abs().ceil() as usize];
    Ok([turn(dy, 4, 5), turn(dx, 6, 7)].concat())
}

fn writing(text: &str) -> Result<Vec<u32>, Refusal> {
    if text.chars().count() > MAX_TYPED {
        return Err(bad(format!("At most {MAX_TYPED} characters can be typed in one step.")));
    }
    let keysym = |character| keysyms::of_char(character).ok_or_else(|| bad(format!("{character:?} cannot be typed.")));
    text.replace("\r\n", "\n").chars().map(keysym).collect()
}

fn known(names: &[String]) -> Result<Vec<u32>, Refusal> {
    names.iter().map(|name| known_key(name)).collect()
}

fn known_key(name: &str) -> Result<u32, Refusal> {
    keysyms::of_name(name).ok_or_else(|| bad(format!("There is no key {name:?}.")))
}

fn bad(feedback: impl Into<String>) -> Refusal {
    Refusal { status: Status::BadArguments, feedback: feedback.into() }
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
