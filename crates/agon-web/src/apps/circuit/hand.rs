//! The expert's hand: mouse and keys that draw a design and take its readings, on the default screen.

use super::attempt::{Attempt, Scope};
use super::design::{Design, Part};
use super::geometry::{Kind, Place, Shape, kind_of};
use agon_core::{Action, Button, Point, Target};

/// How the expert takes a part's tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By its key, where it has one.
    Keys,
    /// By its name in the search box.
    Search,
}

/// All that an attempt does, the answer and `done` included.
pub(super) fn act(attempt: &Attempt, way: Way) -> Result<Vec<Action>, String> {
    let mut actions = draw(&attempt.design, way);
    if attempt.reset {
        actions.push(click(at(screen::RESET), Button::Left));
    }
    if let Some(scope) = &attempt.scope {
        actions.extend(view(&attempt.design, scope)?);
    }
    if let Some(name) = &attempt.hover {
        let part = attempt.design.component(name).ok_or_else(|| format!("there is no part {name:?} to hover over"))?;
        actions.push(Action::Move { to: middle(part) });
    }
    if attempt.seconds > 0.0 {
        actions.push(Action::Wait { secs: attempt.seconds * screen::APP_SECONDS_PER_SIMULATED });
    }
    actions.extend([Action::Answer { value: attempt.answer.clone() }, Action::Done]);
    Ok(actions)
}

/// Where the page shows what; see `web/circuit/README.md`.
mod screen {
    pub(super) const GRID: f64 = 16.0;
    pub(super) const TOP: f64 = 48.0;
    pub(super) const APP_SECONDS_PER_SIMULATED: f64 = 10.0;
    pub(super) const RESET: (f64, f64) = (600.0, 24.0);
    /// From the pointer to "View in New Scope" in a part's menu.
    pub(super) const VIEW_IN_SCOPE: (f64, f64) = (60.0, 40.0);
    /// Somewhere on the first scope in the dock.
    pub(super) const FIRST_SCOPE: (f64, f64) = (200.0, 640.0);
    /// "Properties…" in that scope's menu.
    pub(super) const SCOPE_PROPERTIES: (f64, f64) = (240.0, 600.0);
    /// The switches in the dialog of a scope's properties, and its OK.
    pub(super) const SCOPE_SWITCHES: [(&str, (f64, f64)); 7] = [
        ("frequency", (560.0, 260.0)),
        ("duty", (560.0, 290.0)),
        ("peakToPeak", (560.0, 320.0)),
        ("max", (560.0, 350.0)),
        ("min", (560.0, 380.0)),
        ("average", (560.0, 410.0)),
        ("rms", (560.0, 440.0)),
    ];
}

/// Values and labels come before the wires: then nothing lies over the bodies that are clicked. They are set with the wire tool in
/// hand, because clicks with the select tool would toggle logic inputs.
fn draw(design: &Design, way: Way) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut kinds: Vec<&Kind> = Vec::new();
    for part in design.components() {
        if !kinds.iter().any(|kind| kind.kind == part.kind.kind) {
            kinds.push(part.kind);
        }
    }
    for kind in kinds {
        actions.push(take(kind, way));
        actions.extend(design.components().filter(|part| part.kind.kind == kind.kind).map(place));
    }
    actions.extend(kind_of("wire").map(|wire| take(wire, way)));
    for (part, text) in design.components().filter_map(|part| fields(part).map(|text| (part, text))) {
        actions.extend([double_click(middle(part)), typed(&text)]);
    }
    actions.extend(design.wires().map(place));
    actions.push(Action::Keys { keys: vec!["escape".into()] });
    actions.extend(design.components().filter(|part| toggles(part)).map(|part| click(middle(part), Button::Left)));
    actions
}

/// Opens a scope on a pin and switches on what it shows.
fn view(design: &Design, scope: &Scope) -> Result<Vec<Action>, String> {
    let pin = on_screen(design.pin(&scope.pin)?);
    let mut actions = vec![
        click(at(pin), Button::Right),
        click(at((pin.0 + screen::VIEW_IN_SCOPE.0, pin.1 + screen::VIEW_IN_SCOPE.1)), Button::Left),
        click(at(screen::FIRST_SCOPE), Button::Right),
        click(at(screen::SCOPE_PROPERTIES), Button::Left),
    ];
    for shows in &scope.shows {
        let switch = screen::SCOPE_SWITCHES.iter().find(|(name, _)| name == shows);
        let (_, place) = switch.ok_or_else(|| format!("a scope does not show {shows:?}"))?;
        actions.push(click(at(*place), Button::Left));
    }
    actions.push(Action::Keys { keys: vec!["enter".into()] });
    Ok(actions)
}

fn take(kind: &Kind, way: Way) -> Action {
    match (&kind.shortcut, way) {
        (Some(key), Way::Keys) => typed(key),
        _ => typed(&format!("/{}\n", kind.name)),
    }
}

fn place(part: &Part) -> Action {
    let (a, b) = (at(on_screen(part.a)), at(on_screen(part.b)));
    match part.kind.shape {
        Shape::Chip => click(a, Button::Left),
        _ => Action::Drag { path: vec![a, b], button: Button::Left, holding: Vec::new() },
    }
}

/// What is typed into a part's dialog, if anything differs from the default: Tab goes on, Enter accepts.
fn fields(part: &Part) -> Option<String> {
    let given = |key: &str| part.given.iter().find(|(given, _)| given == key && key != "state").map(|(_, value)| value.as_str());
    let mut fields: Vec<&str> = part.kind.params.iter().map(|param| given(&param.key).unwrap_or_default()).collect();
    let label_first = matches!(part.kind.kind.as_str(), "logic-input" | "logic-output");
    fields.insert(if label_first { 0 } else { fields.len() }, &part.label);
    let last = fields.iter().rposition(|field| !field.is_empty())?;
    Some(format!("{}\n", fields[..=last].join("\t")))
}

/// A logic input that is to be high is clicked.
fn toggles(part: &Part) -> bool {
    part.given.iter().any(|(key, value)| key == "state" && value == "1")
}

/// A point on the body that is nobody else's.
fn middle(part: &Part) -> Target {
    let [left, top, right, bottom] = part.body().map(f64::from);
    at((screen::GRID * (left + right) / 4.0, screen::TOP + screen::GRID * (top + bottom) / 4.0))
}

fn on_screen((x, y): Place) -> (f64, f64) {
    (screen::GRID * f64::from(x), screen::TOP + screen::GRID * f64::from(y))
}

fn at((x, y): (f64, f64)) -> Target {
    Target::Point(Point { x, y })
}

fn typed(text: &str) -> Action {
    Action::Type { text: text.into() }
}

fn click(at: Target, button: Button) -> Action {
    Action::Click { at, button, count: 1, holding: Vec::new() }
}

fn double_click(at: Target) -> Action {
    Action::Click { at, button: Button::Left, count: 2, holding: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn attempt(design: &str) -> Attempt {
        let design = Design::read(design).unwrap();
        Attempt { design, hover: None, scope: None, reset: false, seconds: 0.0, answer: json!({"answer": "done"}) }
    }

    #[test]
    fn an_expert_takes_each_tool_once_and_sets_only_what_differs() {
        let design = "logic-input A 10,6 -> 6,6\nnand N 16,6 -> 20,6 inputs=3\nlogic-output Y N.out -> +3,0\nA -> N.in1";
        let summary: Vec<String> = act(&attempt(design), Way::Keys).unwrap().iter().map(Action::summary).collect();
        assert_eq!(
            summary,
            [
                r#"type "i""#,
                "left drag (160, 144) → (96, 144)",
                r#"type "3""#,
                "left drag (256, 144) → (320, 144)",
                r#"type "o""#,
                "left drag (320, 144) → (368, 144)",
                r#"type "w""#,
                "left click ×2 (124, 144)",
                r#"type "A\n""#,
                "left click ×2 (288, 144)",
                r#"type "3\n""#,
                "left click ×2 (348, 144)",
                r#"type "Y\n""#,
                "left drag (160, 144) → (256, 128)",
                "keys escape",
                r#"answer {"answer":"done"}"#,
                "done",
            ]
        );
    }

    #[test]
    fn dialogs_are_filled_in_the_order_of_their_fields() {
        let design = Design::read(
            "ac-rail V 10,6 -> 10,3 amplitude=1m frequency=1k label=Vin\nlogic-input H 20,6 -> 17,6 state=1\nresistor R 30,6 -> 34,6",
        );
        let typed: Vec<Option<String>> = design.unwrap().components().map(fields).collect();
        assert_eq!(typed, [Some("1m\t1k\t\t\tVin\n".into()), Some("H\n".into()), None]);
    }
}
