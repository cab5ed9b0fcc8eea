//! The expert's hand: mouse and keys that draw a design and take its readings, on the default screen.

use super::attempt::{Attempt, Scope};
use super::catalogue::{GridPoint, Kind, Shape, kind_of, kinds};
use super::design::{Design, Part};
use crate::hand::{at, chord, click, double_click, drag, typed, waits};
use agon_core::{Action, Button, Target};

/// How the expert takes a part's tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By its key, or by its name in the search box where it has none.
    Keys,
    /// From the Draw menu that a right click opens.
    Menus,
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
        actions.extend(waits(attempt.seconds * screen::APP_SECONDS_PER_SIMULATED));
    }
    actions.extend([Action::Answer { value: attempt.answer.clone() }, Action::Done]);
    Ok(actions)
}

/// Where the page shows what on the default screen; the rest goes by keys. See `web/circuit/README.md`.
mod screen {
    pub(super) const GRID: f64 = 16.0;
    pub(super) const TOP: f64 = 48.0;
    pub(super) const APP_SECONDS_PER_SIMULATED: f64 = 10.0;
    /// Canvas on which no design draws.
    pub(super) const EMPTY: (f64, f64) = (1272.0, 56.0);
    /// Somewhere on the only scope in the dock.
    pub(super) const SCOPE: (f64, f64) = (200.0, 640.0);
    /// The button that starts the simulation anew.
    pub(super) const RESET: (f64, f64) = (1240.0, 24.0);
}

/// The switches in the dialog of a scope's properties, in their order.
const SHOWS: [&str; 7] = ["frequency", "duty", "peakToPeak", "max", "min", "average", "rms"];

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
        actions.extend(take(kind, way));
        actions.extend(design.components().filter(|part| part.kind.kind == kind.kind).map(place));
    }
    actions.extend(kind_of("wire").into_iter().flat_map(|wire| take(wire, way)));
    for (part, text) in design.components().filter_map(|part| fields(part).map(|text| (part, text))) {
        actions.extend([double_click(middle(part)), typed(&text)]);
    }
    actions.extend(design.wires().map(place));
    actions.push(chord(&["escape"]));
    actions.extend(design.components().filter(|part| toggles(part)).map(|part| click(middle(part), Button::Left)));
    actions
}

/// Opens a scope on a pin and ticks what it is to show. Letters choose from menus, the space bar ticks, Tab goes on.
fn view(design: &Design, scope: &Scope) -> Result<Vec<Action>, String> {
    if let Some(unknown) = scope.shows.iter().find(|shows| !SHOWS.contains(&shows.as_str())) {
        return Err(format!("a scope does not show {unknown:?}"));
    }
    let ticks = SHOWS.map(|shows| if scope.shows.iter().any(|wanted| wanted == shows) { " " } else { "" });
    Ok(vec![
        click(at(on_screen(design.pin(&scope.pin)?)), Button::Right),
        typed("v\n"),
        click(at(screen::SCOPE), Button::Right),
        typed("p\n"),
        typed(&format!("{}\n", ticks.join("\t"))),
    ])
}

fn take(kind: &Kind, way: Way) -> Vec<Action> {
    match (&kind.shortcut, way) {
        (Some(key), Way::Keys) => vec![typed(key)],
        (None, Way::Keys) => vec![typed(&format!("/{}\n", kind.name))],
        (_, Way::Menus) => vec![click(at(screen::EMPTY), Button::Right), typed(&chosen(kind))],
    }
}

/// The letters that choose a part in the Draw menu: each goes to the next entry that begins with it.
fn chosen(kind: &Kind) -> String {
    let presses = |entries: &[&str], from: usize, wanted: &str| {
        let letter = wanted.chars().next().unwrap_or_default().to_ascii_lowercase();
        let on_the_way = entries.iter().cycle().skip(from).take(entries.len()).take_while(|entry| **entry != wanted);
        let before = on_the_way.filter(|entry| entry.to_ascii_lowercase().starts_with(letter)).count();
        letter.to_string().repeat(before + 1) + "\n"
    };
    let mut menu = vec!["Select", "Find a Part…"];
    menu.extend(kinds().iter().filter(|kind| kind.menu.is_empty()).map(|kind| kind.name.as_str()));
    for kind in kinds() {
        if !kind.menu.is_empty() && !menu.contains(&kind.menu.as_str()) {
            menu.push(&kind.menu);
        }
    }
    if kind.menu.is_empty() {
        return presses(&menu, 0, &kind.name);
    }
    let parts: Vec<&str> = kinds().iter().filter(|other| other.menu == kind.menu).map(|other| other.name.as_str()).collect();
    // A submenu opens with its first entry chosen, so that letters begin to count at the second.
    presses(&menu, 0, &kind.menu) + &presses(&parts, 1, &kind.name)
}

fn place(part: &Part) -> Action {
    let (a, b) = (at(on_screen(part.a)), at(on_screen(part.b)));
    match part.kind.shape {
        Shape::Chip => click(a, Button::Left),
        _ => drag(a, b),
    }
}

/// What is typed into a part's dialog, if anything differs from the default: Tab goes on, Enter accepts.
fn fields(part: &Part) -> Option<String> {
    let given = |key: &str| part.given.iter().find(|(given, _)| given == key && key != "state").map(|(_, value)| value.as_str());
    let mut fields: Vec<&str> = part.kind.params.iter().map(|param| given(&param.key).unwrap_or_default()).collect();
    let label_first = matches!(part.kind.kind.as_str(), "logic-input" | "logic-output" | "net-label");
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

fn on_screen((x, y): GridPoint) -> (f64, f64) {
    (screen::GRID * f64::from(x), screen::TOP + screen::GRID * f64::from(y))
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

    #[test]
    fn parts_are_chosen_from_menus_by_their_letters() {
        let chosen = |kind: &str| chosen(kind_of(kind).unwrap());
        assert_eq!(chosen("wire"), "w\n");
        assert_eq!(chosen("ground"), "p\ng\n");
        assert_eq!(chosen("nand"), "l\nn\n");
        assert_eq!(chosen("nor"), "l\nnn\n");
        // The first entry has the focus already: its letter comes back to it.
        assert_eq!(chosen("logic-input"), "l\nll\n");
        assert_eq!(chosen("jk-flip-flop"), "c\nj\n");
    }

    #[test]
    fn a_scope_is_opened_and_told_what_to_show() {
        let mut attempt = attempt("clock K 10,6 -> 6,6");
        attempt.scope = Some(Scope { pin: "K".into(), shows: vec!["frequency".into(), "peakToPeak".into()] });
        let summary: Vec<String> = act(&attempt, Way::Keys).unwrap().iter().map(Action::summary).collect();
        let opened =
            ["right click (160, 144)", r#"type "v\n""#, "right click (200, 640)", r#"type "p\n""#, r#"type " \t\t \t\t\t\t\n""#];
        assert_eq!(summary[4..9], opened);
        attempt.scope = Some(Scope { pin: "K".into(), shows: vec!["colour".into()] });
        assert!(act(&attempt, Way::Keys).is_err());
    }
}
