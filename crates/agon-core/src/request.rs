//! What a world is asked to do: an action that has been checked.
//!
//! [`Request::check`] is the only place where an action is held against what a trial offers. Whatever it refuses no world sees, so
//! all worlds refuse alike, and a world can take every part of a request as valid.

use crate::{Action, Args, BindError, Button, Call, Destination, Function, Key, Point, Region, Status, Surface, Target, Tree};
use core::time::Duration;

/// A checked action: its surface is offered, places are on the screen, keys exist, arguments fit their function, and numbers are
/// within their limits.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Calls one of the task's functions.
    Call {
        /// The function's name.
        name: String,
        /// Arguments that its spaces hold.
        args: Args,
    },
    /// Pointer or keyboard.
    Input(Input),
    /// Goes to a page.
    Navigate(Destination),
    /// The region is to be shown [`ZOOM`] times as large.
    Zoom(Region),
    /// Runs a command.
    Shell {
        /// What the shell is to run.
        command: String,
        /// How long it may take.
        limit: Duration,
    },
    /// Shows a file.
    ReadFile {
        /// Absolute, or below the agent's HOME.
        path: String,
    },
    /// Writes a file, in place of what was there.
    WriteFile {
        /// Absolute, or below the agent's HOME.
        path: String,
        /// What is to stand in it.
        content: String,
    },
    /// Lists a folder.
    ListFiles {
        /// Absolute, or below the agent's HOME.
        path: String,
    },
    /// Lets time pass.
    Wait(Duration),
}

/// What a pointer and a keyboard do.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Moves the pointer.
    Move {
        /// Where it goes.
        to: Point,
    },
    /// Clicks, once or several times.
    Click {
        /// The place.
        at: Point,
        /// The button.
        button: Button,
        /// From 1 to 3.
        count: u8,
        /// Keys that are held meanwhile.
        holding: Vec<Key>,
    },
    /// Presses a button and holds it.
    Press {
        /// The place.
        at: Point,
        /// The button.
        button: Button,
    },
    /// Lets a button go.
    Release {
        /// The place.
        at: Point,
        /// The button.
        button: Button,
    },
    /// Drags with a button held.
    Drag {
        /// Never empty.
        path: Vec<Point>,
        /// The button.
        button: Button,
        /// Keys that are held meanwhile.
        holding: Vec<Key>,
    },
    /// In notches; positive is right and down.
    Scroll {
        /// The place.
        at: Point,
        /// Notches to the right.
        dx: f64,
        /// Notches down.
        dy: f64,
    },
    /// Each character by its key.
    Type {
        /// The keys.
        keys: Vec<Key>,
    },
    /// Pressed in this order, let go in the other. Never empty.
    Keys {
        /// The keys.
        keys: Vec<Key>,
    },
    /// Presses a key and holds it.
    KeyDown {
        /// The key.
        key: Key,
    },
    /// Lets a key go.
    KeyUp {
        /// The key.
        key: Key,
    },
}

/// What a world can be asked, declared when it opens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// How it can be touched.
    pub surfaces: Vec<Surface>,
    /// Width and height in pixels, where there is a screen to point at.
    pub screen: Option<(u32, u32)>,
    /// Whether there are pages to go to.
    pub pages: bool,
}

/// What an action is checked against: what the brief offers, and what is to be seen at the moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offer<'a> {
    /// How it can be touched.
    pub surfaces: &'a [Surface],
    /// What can be called.
    pub functions: &'a [Function],
    /// Its size in pixels, where there is one.
    pub screen: Option<(u32, u32)>,
    /// Whether there are pages to go to.
    pub pages: bool,
    /// The tree whose labels are drawn on the last screenshot.
    pub tree: Option<&'a Tree>,
    /// Keys that are down.
    pub held: &'a [Key],
}

/// Why an action is not carried out. It costs a step and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// How the action was taken.
    pub status: Status,
    /// One sentence for the agent.
    pub feedback: String,
}

/// How much larger a zoomed region is shown.
pub const ZOOM: u32 = 2;
/// A longer text in one step is no typing.
const MAX_TYPED_CHARS: usize = 4_000;
const MAX_CHORD_KEYS: usize = 8;
const MAX_DRAG_POINTS: usize = 100;
const MAX_NOTCHES: f64 = 100.0;
/// The longest single wait.
pub const MAX_WAIT_SECS: f64 = 30.0;
/// The longest command: what it has started ends with it, so long work has to fit in.
pub const MAX_SHELL_SECS: f64 = 600.0;
const DEFAULT_SHELL_SECS: f64 = 30.0;

impl Request {
    /// Checks an action; labels become the points they stand for. Actions that a seat answers itself (answers, endings) are
    /// [`Status::NoSurface`] here.
    pub fn check(action: &Action, offer: &Offer<'_>) -> Result<Self, Refusal> {
        if let Some(surface) = action.surface().filter(|surface| !offer.surfaces.contains(surface)) {
            return Err(offer.not_offered(action, surface.word()));
        }
        Ok(match action {
            Action::Call { name, args } => offer.call(&Call::new(name, args.clone()))?,
            Action::Text { text } => match text.parse() {
                Ok(call) => offer.call(&call)?,
                Err(error) => return Err(malformed(error)),
            },
            Action::Unread { problem, .. } => return Err(malformed(problem)),
            Action::Navigate { .. } if !offer.pages => {
                return Err(Refusal::new(Status::NoSurface, "There are no pages to go to here."));
            }
            Action::Navigate { to } => Self::Navigate(to.clone()),
            Action::Zoom { region } => Self::Zoom(offer.region(region)?),
            Action::Shell { command, timeout_secs } => {
                Self::Shell { command: command.clone(), limit: shell_limit(*timeout_secs) }
            }
            Action::ReadFile { path } => Self::ReadFile { path: file(path)? },
            Action::WriteFile { path, content } => Self::WriteFile { path: file(path)?, content: content.clone() },
            Action::ListFiles { path } => Self::ListFiles { path: file(path)? },
            Action::Wait { secs } if !(0.0..=MAX_WAIT_SECS).contains(secs) => {
                return Err(bad(format!("A wait takes from 0 to {MAX_WAIT_SECS} seconds.")));
            }
            Action::Wait { secs } => Self::Wait(Duration::from_secs_f64(*secs)),
            Action::Answer { .. } | Action::Done | Action::Fail { .. } => {
                return Err(offer.not_offered(action, "such"));
            }
            action => Self::Input(offer.input(action)?),
        })
    }

    /// The time that the agent asked for. A world may take it beside its own.
    pub fn time(&self) -> Duration {
        match self {
            Self::Shell { limit, .. } | Self::Wait(limit) => *limit,
            _ => Duration::ZERO,
        }
    }
}

impl Capabilities {
    /// All that the world can be asked, as long as nothing labelled is seen and no key is held.
    pub fn offer<'a>(&'a self, functions: &'a [Function]) -> Offer<'a> {
        Offer { surfaces: &self.surfaces, functions, screen: self.screen, pages: self.pages, ..Offer::default() }
    }
}

impl Input {
    /// Where it points, in order.
    pub fn points(&self) -> Vec<Point> {
        match self {
            Self::Move { to } => vec![*to],
            Self::Click { at, .. } | Self::Press { at, .. } | Self::Release { at, .. } | Self::Scroll { at, .. } => vec![*at],
            Self::Drag { path, .. } => path.clone(),
            _ => Vec::new(),
        }
    }
}

impl Offer<'_> {
    fn not_offered(&self, action: &Action, surface: &str) -> Refusal {
        let feedback = format!("This task has no {surface} surface: {} is not possible.", action.kind());
        Refusal::new(Status::NoSurface, feedback)
    }

    fn call(&self, call: &Call) -> Result<Request, Refusal> {
        match Function::bind(self.functions, call) {
            Ok((function, args)) => Ok(Request::Call { name: function.name.clone(), args }),
            Err(error) => Err(Refusal::new(Status::from(&error), error.to_string())),
        }
    }

    fn input(&self, action: &Action) -> Result<Input, Refusal> {
        Ok(match action {
            Action::Move { to } => Input::Move { to: self.point(to)? },
            Action::Click { at, button, count, holding } => {
                let at = self.point(at)?;
                if !(1..=3).contains(count) {
                    return Err(bad(format!("{count} clicks are not possible: 1, 2 or 3.")));
                }
                Input::Click { at, button: *button, count: *count, holding: keys(holding)? }
            }
            Action::Press { at, button } => Input::Press { at: self.point(at)?, button: *button },
            Action::Release { at, button } => Input::Release { at: self.point(at)?, button: *button },
            Action::Drag { path, .. } if path.is_empty() => return Err(bad("A drag needs places to go through.")),
            Action::Drag { path, .. } if path.len() > MAX_DRAG_POINTS => {
                return Err(bad(format!("A drag goes through at most {MAX_DRAG_POINTS} places.")));
            }
            Action::Drag { path, button, holding } => {
                let path = path.iter().map(|target| self.point(target)).collect::<Result<_, _>>()?;
                Input::Drag { path, button: *button, holding: keys(holding)? }
            }
            Action::Scroll { at, dx, dy } => {
                let at = self.point(at)?;
                if [dx, dy].iter().any(|notches| !notches.is_finite() || notches.abs() > MAX_NOTCHES) {
                    return Err(bad(format!("A scroll is at most {MAX_NOTCHES} notches.")));
                }
                Input::Scroll { at, dx: *dx, dy: *dy }
            }
            Action::Type { text } => Input::Type { keys: self.typed(text)? },
            Action::Keys { keys: names } if names.is_empty() => return Err(bad("No key was named.")),
            Action::Keys { keys: names } => Input::Keys { keys: keys(names)? },
            Action::KeyDown { key } => Input::KeyDown { key: read_key(key)? },
            Action::KeyUp { key } => Input::KeyUp { key: read_key(key)? },
            action => return Err(self.not_offered(action, "such")),
        })
    }

    fn typed(&self, text: &str) -> Result<Vec<Key>, Refusal> {
        if text.chars().count() > MAX_TYPED_CHARS {
            return Err(bad(format!("At most {MAX_TYPED_CHARS} characters can be typed in one step.")));
        }
        // A text would be as many shortcuts as it has characters.
        if let Some(held) = self.held.iter().find(|key| key.is_command()) {
            return Err(bad(format!("Nothing can be typed while {held} is held: let go of it, or name a chord.")));
        }
        let key = |character| Key::typing(character).ok_or_else(|| bad(format!("{character:?} cannot be typed.")));
        text.replace("\r\n", "\n").chars().map(key).collect()
    }

    fn point(&self, target: &Target) -> Result<Point, Refusal> {
        let point = match target {
            Target::Point(point) => *point,
            Target::Label(label) => self.labelled(*label)?,
        };
        let (width, height) = self.screen_size()?;
        let inside = |value: f64, size: u32| value.is_finite() && value >= 0.0 && value < f64::from(size);
        if inside(point.x, width) && inside(point.y, height) {
            return Ok(point);
        }
        let feedback = format!("({}, {}) is not on the screen, which is {width}×{height} pixels.", point.x, point.y);
        Err(Refusal::new(Status::OutOfRange, feedback))
    }

    fn labelled(&self, label: u32) -> Result<Point, Refusal> {
        let nodes = || self.tree.iter().flat_map(|tree| &tree.nodes);
        let node = nodes().find(|node| node.label == Some(label));
        node.and_then(|node| Some(node.bounds.as_ref()?.middle())).ok_or_else(|| {
            let feedback = match nodes().any(|node| node.label.is_some()) {
                true => format!("There is no label {label} on the last screenshot."),
                false => "No labels are drawn here: name a point on the screen.".into(),
            };
            Refusal::new(Status::OutOfRange, feedback)
        })
    }

    fn region(&self, region: &Region) -> Result<Region, Refusal> {
        let (width, height) = self.screen_size()?;
        let fits = region.x >= 0.0
            && region.y >= 0.0
            && region.width >= 1.0
            && region.height >= 1.0
            && region.x + region.width <= f64::from(width)
            && region.y + region.height <= f64::from(height);
        let feedback = || format!("The part to look at must lie on the screen, which is {width}×{height} pixels.");
        fits.then_some(*region).ok_or_else(|| Refusal::new(Status::OutOfRange, feedback()))
    }

    fn screen_size(&self) -> Result<(u32, u32), Refusal> {
        self.screen.ok_or_else(|| Refusal::new(Status::NoSurface, "There is no screen to point at."))
    }
}

impl Refusal {
    /// A refusal with its sentence.
    pub fn new(status: Status, feedback: impl Into<String>) -> Self {
        Self { status, feedback: feedback.into() }
    }
}

impl From<&BindError> for Status {
    fn from(error: &BindError) -> Self {
        match error {
            BindError::Unknown { .. } => Self::UnknownFunction,
            BindError::Type(_) => Self::BadArguments,
            BindError::Range(_) => Self::OutOfRange,
        }
    }
}

/// Keys that are pressed together.
fn keys(names: &[String]) -> Result<Vec<Key>, Refusal> {
    if names.len() > MAX_CHORD_KEYS {
        return Err(bad(format!("At most {MAX_CHORD_KEYS} keys can be pressed together.")));
    }
    let mut keys = names.iter().map(|name| read_key(name)).collect::<Result<Vec<_>, _>>()?;
    // Some name the key of a shortcut by its capital: shift is held only where it is named.
    if keys.iter().any(|key| key.is_command()) && !keys.contains(&Key::Shift) {
        for key in &mut keys {
            if let Key::Char(character) = key {
                *character = character.to_ascii_lowercase();
            }
        }
    }
    Ok(keys)
}

fn read_key(name: &str) -> Result<Key, Refusal> {
    Key::read(name).ok_or_else(|| bad(format!("There is no key {name:?}.")))
}

fn file(path: &str) -> Result<String, Refusal> {
    if path.is_empty() || path.contains('\0') {
        return Err(bad(format!("{path:?} is no path of a file.")));
    }
    Ok(path.to_owned())
}

fn shell_limit(asked: Option<f64>) -> Duration {
    Duration::from_secs_f64(match asked {
        Some(secs) if secs.is_finite() => secs.clamp(0.1, MAX_SHELL_SECS),
        _ => DEFAULT_SHELL_SECS,
    })
}

fn malformed(problem: impl std::fmt::Display) -> Refusal {
    Refusal::new(Status::Malformed, format!("Invalid format: {problem}."))
}

fn bad(feedback: impl Into<String>) -> Refusal {
    Refusal::new(Status::BadArguments, feedback)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TreeNode;
    use serde_json::json;

    const ALL: [Surface; 6] = [Surface::Screen, Surface::Tree, Surface::Calls, Surface::Shell, Surface::Files, Surface::Answer];

    fn refusal(action: Action, offer: &Offer<'_>) -> (Status, String) {
        let refusal = Request::check(&action, offer).unwrap_err();
        (refusal.status, refusal.feedback)
    }

    fn offer() -> Offer<'static> {
        Offer { surfaces: &ALL, screen: Some((100, 50)), ..Offer::default() }
    }

    fn at(x: f64, y: f64) -> Target {
        Target::Point(Point { x, y })
    }

    fn click(at: Target) -> Action {
        Action::Click { at, button: Button::Left, count: 1, holding: vec![] }
    }

    #[test]
    fn a_label_stands_for_the_middle_of_what_it_is_drawn_on() {
        let bounds = Some(Region { x: 10.0, y: 20.0, width: 4.0, height: 6.0 });
        let tree = Tree { nodes: vec![TreeNode { label: Some(7), bounds, ..TreeNode::new("push button") }] };
        let offer = Offer { tree: Some(&tree), ..offer() };
        let checked = Request::check(&click(Target::Label(7)), &offer).unwrap();
        let Request::Input(Input::Click { at, .. }) = checked else { panic!("{checked:?}") };
        assert_eq!(at, Point { x: 12.0, y: 23.0 });
        let missing = refusal(click(Target::Label(8)), &offer);
        assert_eq!(missing, (Status::OutOfRange, "There is no label 8 on the last screenshot.".into()));
        let none = refusal(click(Target::Label(7)), &Offer { tree: None, ..offer });
        assert_eq!(none.1, "No labels are drawn here: name a point on the screen.");
    }

    #[test]
    fn the_screens_last_pixel_is_on_it_and_the_next_is_not() {
        assert!(Request::check(&click(at(99.9, 49.0)), &offer()).is_ok());
        for (x, y) in [(100.0, 0.0), (0.0, 50.0), (-0.1, 0.0), (f64::NAN, 0.0), (f64::INFINITY, 0.0)] {
            assert_eq!(refusal(click(at(x, y)), &offer()).0, Status::OutOfRange, "({x}, {y})");
        }
        let (whole, beyond) = (Region { x: 0.0, y: 0.0, width: 100.0, height: 50.0 }, 1e-9);
        assert!(Request::check(&Action::Zoom { region: whole }, &offer()).is_ok());
        let region = Region { x: beyond, ..whole };
        assert_eq!(refusal(Action::Zoom { region }, &offer()).0, Status::OutOfRange);
    }

    #[test]
    fn a_chord_with_a_capital_means_its_key() {
        let chord = |names: &[&str]| {
            let keys = names.iter().map(|name| (*name).to_owned()).collect();
            match Request::check(&Action::Keys { keys }, &offer()) {
                Ok(Request::Input(Input::Keys { keys })) => keys,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(chord(&["ctrl", "A"]), [Key::Ctrl, Key::Char('a')]);
        assert_eq!(chord(&["ctrl", "shift", "A"]), [Key::Ctrl, Key::Shift, Key::Char('A')]);
        assert_eq!(chord(&["A"]), [Key::Char('A')]);
    }

    #[test]
    fn what_is_typed_has_bounds_and_no_shortcuts() {
        let text = |text: &str| Action::Type { text: text.into() };
        let checked = Request::check(&text("a\r\n\tΩ"), &offer()).unwrap();
        let keys = vec![Key::Char('a'), Key::Enter, Key::Tab, Key::Char('Ω')];
        assert_eq!(checked, Request::Input(Input::Type { keys }));
        assert_eq!(refusal(text("\u{7}"), &offer()), (Status::BadArguments, r"'\u{7}' cannot be typed.".into()));
        assert_eq!(refusal(text(&"x".repeat(MAX_TYPED_CHARS + 1)), &offer()).0, Status::BadArguments);
        let held = Offer { held: &[Key::Shift, Key::Ctrl], ..offer() };
        assert_eq!(refusal(text("a"), &held).1, "Nothing can be typed while ctrl is held: let go of it, or name a chord.");
        assert!(Request::check(&text("a"), &Offer { held: &[Key::Shift], ..offer() }).is_ok());
    }

    #[test]
    fn calls_are_bound_to_the_functions_of_the_brief() {
        let functions = [Function::new("tick", "Tick.", vec![])];
        let offer = Offer { functions: &functions, ..offer() };
        let text = |text: &str| Action::Text { text: text.into() };
        assert!(matches!(Request::check(&text("('tick', '')"), &offer), Ok(Request::Call { name, .. }) if name == "tick"));
        assert_eq!(refusal(text("tick!"), &offer).0, Status::Malformed);
        assert_eq!(refusal(Call::bare("tock").into(), &offer).0, Status::UnknownFunction);
        assert_eq!(refusal(Call::new("tick", json!([1])).into(), &offer).0, Status::BadArguments);
        let unread = Action::Unread { text: "Hm.".into(), problem: "it holds no call".into() };
        assert_eq!(refusal(unread, &offer), (Status::Malformed, "Invalid format: it holds no call.".into()));
    }

    #[test]
    fn what_is_not_offered_is_refused_by_name() {
        let nothing = Offer::default();
        let shell = Action::Shell { command: "ls".into(), timeout_secs: None };
        let told = (Status::NoSurface, "This task has no shell surface: shell is not possible.".to_owned());
        assert_eq!(refusal(shell, &nothing), told);
        let page = Action::Navigate { to: Destination::Back };
        assert_eq!(refusal(page, &offer()), (Status::NoSurface, "There are no pages to go to here.".into()));
        assert_eq!(refusal(click(at(1.0, 1.0)), &Offer { screen: None, ..offer() }).0, Status::NoSurface);
    }

    #[test]
    fn a_command_may_take_its_time_within_bounds() {
        let limit = |timeout_secs| {
            let shell = Action::Shell { command: String::new(), timeout_secs };
            Request::check(&shell, &offer()).unwrap().time()
        };
        assert_eq!(limit(None), Duration::from_secs(30));
        assert_eq!(limit(Some(f64::NAN)), Duration::from_secs(30));
        assert_eq!(limit(Some(1e9)), Duration::from_secs(600));
        assert_eq!(refusal(Action::Wait { secs: -1.0 }, &offer()).0, Status::BadArguments);
        assert_eq!(Request::check(&Action::Wait { secs: 1.5 }, &offer()).unwrap().time(), Duration::from_millis(1500));
    }
}
