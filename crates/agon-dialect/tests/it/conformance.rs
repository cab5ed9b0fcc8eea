//! What every dialect promises.

use crate::support::{gym_brief, read, screen_brief, square, view};
use agon_core::{Action, Button, Call, Destination, Point, Region, Surface, Target, TreeNode};
use agon_dialect::{DIALECTS, MAX_ACTIONS, Said, Tool, View, dialect};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write as _;

#[test]
fn names_are_unique_and_in_kebab_case() {
    let names: BTreeSet<&str> = DIALECTS.iter().map(|dialect| dialect.name()).collect();
    assert_eq!(names.len(), DIALECTS.len());
    for dialect in DIALECTS {
        let name = dialect.name();
        let kebab = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        assert!(name.split('-').all(kebab), "{name}");
        assert!(!dialect.about().is_empty() && !dialect.about().ends_with('.') && dialect.about().len() < 120, "{name}");
        assert_eq!(agon_dialect::dialect(name).map(|found| found.about()), Some(dialect.about()), "{name}");
    }
    assert!(dialect("klingon").is_none());
    let page = include_str!("../../../../docs/dialects.md");
    for dialect in DIALECTS {
        assert!(page.contains(&format!("`{}`", dialect.name())), "docs/dialects.md does not introduce {}", dialect.name());
    }
}

#[test]
fn every_dialect_teaches() {
    let bounds = Some(Region { x: 0.0, y: 0.0, width: 9.0, height: 9.0 });
    let node = TreeNode { bounds, label: Some(3), ..TreeNode::new("button") };
    let labelled = View { labels: vec![node], ..view() };
    for dialect in DIALECTS {
        let mut text = String::new();
        for (title, brief, view) in [("functions", gym_brief(), View::default()), ("screen", screen_brief(), labelled.clone())] {
            let taught = dialect.teach(&brief, &view);
            assert!(!taught.trim().is_empty(), "{} teaches nothing", dialect.name());
            writeln!(text, "# {title}\n{taught}\n").unwrap();
            for tool in dialect.tools(&brief, &view) {
                match tool {
                    Tool::Function(function) => writeln!(text, "tool {}: {}", function.name, function.json_schema()).unwrap(),
                    Tool::Schema { name, schema, .. } => writeln!(text, "tool {name}: {schema}").unwrap(),
                    Tool::Native { name, definition } => writeln!(text, "native tool {name}: {definition}").unwrap(),
                }
            }
        }
        insta::assert_snapshot!(format!("teach_{}", dialect.name()), text);
    }
}

/// One or more of every kind, as agents do them.
fn deeds() -> Vec<Vec<Action>> {
    let at = |x: f64, y: f64| Target::Point(Point { x, y });
    let here = at(123.0, 457.0);
    let click = |at, button, count| Action::Click { at, button, count, holding: vec![] };
    let drag = Action::Drag { path: vec![here, at(600.0, 10.0)], button: Button::Left, holding: vec![] };
    vec![
        vec![Call::new("move", json!({"direction": 0})).into()],
        vec![click(here, Button::Left, 1)],
        vec![click(here, Button::Left, 2)],
        vec![click(here, Button::Right, 1)],
        vec![click(Target::Label(3), Button::Left, 1)],
        vec![Action::Click { at: here, button: Button::Left, count: 1, holding: vec!["ctrl".into()] }],
        vec![Action::Move { to: here }],
        vec![Action::Move { to: here }, drag.clone()],
        vec![drag],
        vec![Action::Move { to: here }, Action::Press { at: here, button: Button::Left }],
        vec![Action::Scroll { at: here, dx: 0.0, dy: 5.0 }],
        vec![Action::Scroll { at: here, dx: -5.0, dy: 0.0 }],
        vec![click(here, Button::Left, 1), Action::Type { text: "it's \"quoted\"\\ naïve".into() }],
        vec![Action::Type { text: "one\ntwo".into() }],
        vec![Action::Keys { keys: vec!["ctrl".into(), "s".into()] }],
        vec![Action::Keys { keys: vec!["page_down".into()] }],
        vec![Action::KeyDown { key: "shift".into() }, Action::KeyUp { key: "shift".into() }],
        vec![Action::Shell { command: "ls | wc -l".into(), timeout_secs: None }],
        vec![Action::ReadFile { path: "a.txt".into() }],
        vec![Action::WriteFile { path: "a.txt".into(), content: "one\ntwo\n".into() }],
        vec![Action::ListFiles { path: "notes".into() }],
        vec![Action::Navigate { to: Destination::Back }],
        vec![Action::Wait { secs: 5.0 }],
        vec![Action::Zoom { region: Region { x: 10.0, y: 20.0, width: 300.0, height: 200.0 } }],
        vec![Action::Answer { value: "42".into() }],
        vec![Action::Answer { value: "42".into() }, Action::Done],
        vec![Action::Done],
        vec![Action::Fail { reason: "there is no such layer".into() }],
    ]
}

#[test]
fn what_a_dialect_can_say_it_understands() {
    let view = square();
    let mut table = String::new();
    for dialect in DIALECTS {
        let mut kinds = Vec::new();
        for actions in deeds() {
            if let Some(said) = dialect.write(&actions, &view) {
                assert_eq!(read(*dialect, &said, &view).actions, actions, "{} said {said:?}", dialect.name());
                kinds.extend(actions.iter().map(Action::kind));
            }
        }
        assert!(!kinds.is_empty(), "{} cannot say anything", dialect.name());
        kinds.sort_unstable();
        kinds.dedup();
        writeln!(table, "{}: {}", dialect.name(), kinds.join(" ")).unwrap();
    }
    insta::assert_snapshot!("what_dialects_can_say", table);
}

#[test]
fn every_surface_is_spoken_by_somebody() {
    let surfaces = [Surface::Calls, Surface::Screen, Surface::Tree, Surface::Shell, Surface::Files, Surface::Answer];
    let mut table = String::new();
    for dialect in DIALECTS {
        let spoken: Vec<&str> =
            surfaces.iter().filter(|surface| dialect.speaks(**surface)).map(|surface| surface.word()).collect();
        writeln!(table, "{}: {}", dialect.name(), spoken.join(" ")).unwrap();
    }
    insta::assert_snapshot!("what_dialects_speak", table);
}

#[test]
fn nothing_said_is_a_problem() {
    for dialect in DIALECTS {
        for text in ["", " \n", "Let me think about this.", "<think>('move', 0) {\"name\": \"move\", \"args\": 0} (1, 2)"] {
            assert!(read(*dialect, &Said::text(text), &view()).problem.is_some(), "{} reads {text:?}", dialect.name());
        }
        assert!(dialect.write(&[Action::Text { text: "move".into() }], &view()).is_none(), "{}", dialect.name());
    }
}

#[test]
fn too_many_things_said_are_a_problem() {
    let view = square();
    for dialect in DIALECTS {
        let many = |count: usize| match dialect.name() {
            "pair" => vec![Action::from(Call::new("move", 0)); count],
            _ => {
                vec![
                    Action::Click { at: Target::Point(Point { x: 5.0, y: 5.0 }), button: Button::Left, count: 1, holding: vec![] };
                    count
                ]
            }
        };
        let said = |count| dialect.write(&many(count), &view).unwrap();
        assert_eq!(read(*dialect, &said(MAX_ACTIONS), &view).actions.len(), MAX_ACTIONS, "{}", dialect.name());
        let problem = read(*dialect, &said(MAX_ACTIONS + 1), &view).problem;
        assert!(problem.is_some_and(|problem| problem.contains("more than 64 actions")), "{}", dialect.name());
    }
}

/// A bare DONE ends the task where the dialect has no other way to say so, or where its prompt teaches the word. Elsewhere
/// it is a word like any other.
#[test]
fn done_is_done_where_it_is_taught() {
    for dialect in DIALECTS {
        let name = dialect.name();
        let takes_words =
            ["pyautogui", "scienceboard", "os-atlas"].contains(&name) || name.contains("tools") || name.contains("computer");
        let reading = read(*dialect, &Said::text("DONE"), &view());
        match takes_words {
            true => assert_eq!(reading.actions, [Action::Done], "{name}"),
            false => assert!(reading.problem.is_some(), "{name}: {reading:?}"),
        }
    }
}

#[test]
fn several_things_said_are_counted_apart() {
    let view = square();
    for dialect in DIALECTS {
        let click = |x| Action::Click { at: Target::Point(Point { x, y: 5.0 }), button: Button::Left, count: 1, holding: vec![] };
        let [one, two] = match dialect.name() {
            "pair" => [vec![Action::from(Call::new("move", 0))], vec![Action::from(Call::new("move", 1))]],
            _ => [vec![click(10.0)], vec![click(20.0)]],
        };
        let (Some(first), Some(second)) = (dialect.write(&one, &view), dialect.write(&two, &view)) else {
            panic!("{} cannot say one of two simple things", dialect.name())
        };
        let both = Said { text: format!("{}\n{}", first.text, second.text), calls: [first.calls, second.calls].concat() };
        let reading = read(*dialect, &both, &view);
        // UI-TARS looks behind the last `Action:` only; its several actions stand there.
        let expected = if dialect.name().starts_with("ui-tars") { two } else { [one, two].concat() };
        assert_eq!(reading.actions, expected, "{}", dialect.name());
        assert!(reading.together.is_empty(), "{}: {reading:?}", dialect.name());
    }
}
