//! Briefs, views, and what must be true of every reading.

use agon_core::{Action, Brief, Call, Example, Function, Param, Region, Space, Surface, Target};
use agon_dialect::{Dialect, MAX_ACTIONS, Reading, Said, View};

/// A brief of functions, such as the gym's.
pub(crate) fn gym_brief() -> Brief {
    let direction = Param::new("direction", "0 is right, 1 is up", Space::Integer { min: 0, max: 3 });
    Brief {
        title: "Maze".into(),
        instruction: "Reach the exit.".into(),
        surfaces: vec![Surface::Calls],
        functions: vec![Function::new("move", "Move.", vec![direction]), Function::new("stop", "Stop.", vec![])],
        examples: vec![
            Example { does: "move right".into(), call: Call::new("move", 0) },
            Example { does: "stop".into(), call: Call::bare("stop") },
        ],
        ..Brief::default()
    }
}

/// A brief of everything but functions, such as a desktop's.
pub(crate) fn screen_brief() -> Brief {
    Brief {
        title: "Desktop".into(),
        instruction: "Save the file.".into(),
        surfaces: vec![Surface::Screen, Surface::Shell, Surface::Files, Surface::Answer],
        ..Brief::default()
    }
}

/// A screen that was sent at two thirds of its size, of a task with the gym's functions.
pub(crate) fn view() -> View {
    View { sent: Some((1280, 720)), functions: functions(), ..View::screen(1920, 1080) }
}

/// A screen on which every coordinate space can name every pixel.
pub(crate) fn square() -> View {
    View { functions: functions(), ..View::screen(1000, 1000) }
}

fn functions() -> Vec<String> {
    vec!["move".into(), "stop".into()]
}

/// Reads a reply and checks what must be true of every reading.
pub(crate) fn read(dialect: &dyn Dialect, said: &Said, view: &View) -> Reading {
    let reading = dialect.read(said, view);
    let name = dialect.name();
    assert_eq!(reading.actions.is_empty(), reading.problem.is_some(), "{name}: actions or a problem: {reading:?}");
    assert!(reading.actions.len() <= MAX_ACTIONS, "{name}: too many actions");
    assert!(
        reading.together.is_empty() || reading.together.iter().sum::<usize>() == reading.actions.len(),
        "{name}: {reading:?}"
    );
    assert!(reading.problem.as_ref().is_none_or(|problem| problem.chars().count() < 500), "{name}: a problem is a line");
    for action in &reading.actions {
        assert!(places(action).iter().all(|target| is_on_screen(*target, view)), "{name}: {action:?} is not on the screen");
        let json = serde_json::to_string(action).unwrap();
        assert!(serde_json::from_str::<Action>(&json).is_ok(), "{name}: {json} cannot be recorded");
    }
    reading
}

/// What was read and can be said comes back when it is said, up to the rounding of places.
pub(crate) fn say_again(dialect: &dyn Dialect, reading: &Reading, view: &View) {
    if let Some(said) = dialect.write(&reading.actions, view).filter(|_| !reading.actions.is_empty()) {
        let again: Vec<Action> = read(dialect, &said, view).actions.into_iter().map(without_places).collect();
        let first: Vec<Action> = reading.actions.iter().cloned().map(without_places).collect();
        assert_eq!(again, first, "{} said {said:?}", dialect.name());
    }
}

fn without_places(mut action: Action) -> Action {
    let nowhere = Target::Label(0);
    match &mut action {
        Action::Move { to: at }
        | Action::Click { at, .. }
        | Action::Press { at, .. }
        | Action::Release { at, .. }
        | Action::Scroll { at, .. } => *at = nowhere,
        Action::Drag { path, .. } => path.fill(nowhere),
        Action::Zoom { region } => *region = Region { x: 0.0, y: 0.0, width: 0.0, height: 0.0 },
        _ => {}
    }
    action
}

fn places(action: &Action) -> Vec<Target> {
    match action {
        Action::Move { to: at }
        | Action::Click { at, .. }
        | Action::Press { at, .. }
        | Action::Release { at, .. }
        | Action::Scroll { at, .. } => vec![*at],
        Action::Drag { path, .. } => path.clone(),
        _ => Vec::new(),
    }
}

fn is_on_screen(target: Target, view: &View) -> bool {
    match (target, view.screen.filter(|(width, height)| *width > 0 && *height > 0)) {
        (Target::Label(_), _) => true,
        (Target::Point(point), Some((width, height))) => {
            (0.0..f64::from(width)).contains(&point.x) && (0.0..f64::from(height)).contains(&point.y)
        }
        (Target::Point(point), None) => point.x >= 0.0 && point.y >= 0.0 && point.x.is_finite() && point.y.is_finite(),
    }
}
