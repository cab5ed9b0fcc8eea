use super::*;
use agon_core::{Button, Function, Point};
use proptest::prelude::*;

const BOTH: [DesktopTools; 2] = [DesktopTools::PIXELS, DesktopTools::THOUSAND];

fn point(x: f64, y: f64) -> Target {
    Target::Point(Point { x, y })
}

fn read(name: &str, args: Value) -> Reading {
    let view = View { sent: Some((1280, 720)), ..View::screen(1920, 1080) };
    DesktopTools::PIXELS.read(&Said::calls(vec![Call::new(name, args)]), &view)
}

fn names(brief: &Brief) -> Vec<String> {
    let name = |tool| match tool {
        Tool::Function(function) => function.name,
        Tool::Schema { name, .. } | Tool::Native { name, .. } => name,
    };
    DesktopTools::PIXELS.tools(brief, &View::default()).into_iter().map(name).collect()
}

#[test]
fn the_tools_are_those_of_the_paper_and_of_the_surfaces() {
    let screen = Brief { surfaces: vec![Surface::Screen], ..Brief::default() };
    let paper = [
        "key",
        "key_down",
        "key_up",
        "type",
        "hold_key",
        "mouse_move",
        "click",
        "drag",
        "mouse_down",
        "mouse_up",
        "scroll",
        "screenshot",
        "wait",
        "done",
        "fail",
    ];
    assert_eq!(names(&screen), paper);
    let shell = Brief { surfaces: vec![Surface::Shell, Surface::Files, Surface::Answer], ..Brief::default() };
    assert_eq!(names(&shell), ["bash", "read_file", "write_file", "list_files", "answer", "wait", "done", "fail"]);
    let gym = Brief {
        surfaces: vec![Surface::Calls],
        functions: vec![Function::new("move", "Move.", vec![]), Function::new("click", "Not the mouse's.", vec![])],
        ..Brief::default()
    };
    assert_eq!(names(&gym), ["move", "click"]);
}

#[test]
fn every_tool_becomes_its_actions() {
    // The picture is two thirds of the screen.
    let at = point(150.0, 300.0);
    let key = |key: &str| key.to_owned();
    let place = json!({"x": 100, "y": 200});
    for (name, args, actions) in [
        ("key", json!({"keys": ["Control", "c"]}), vec![Action::Keys { keys: vec![key("ctrl"), key("c")] }]),
        ("key", json!({"keys": "ctrl+Page_Down"}), vec![Action::Keys { keys: vec![key("ctrl"), key("page_down")] }]),
        ("key_down", json!({"keys": ["shift"]}), vec![Action::KeyDown { key: key("shift") }]),
        ("key_up", json!({"keys": ["shift", "a"]}), vec![Action::KeyUp { key: key("shift") }, Action::KeyUp { key: key("a") }]),
        ("type", json!({"text": "naïve"}), vec![Action::Type { text: "naïve".into() }]),
        (
            "hold_key",
            json!({"keys": ["w"], "secs": 2}),
            vec![Action::KeyDown { key: key("w") }, Action::Wait { secs: 2.0 }, Action::KeyUp { key: key("w") }],
        ),
        ("mouse_move", place.clone(), vec![Action::Move { to: at }]),
        ("click", place.clone(), vec![Action::Click { at, button: Button::Left, count: 1, holding: vec![] }]),
        (
            "click",
            json!({"x": 100, "y": "200", "button": "right", "count": 2, "holding": ["ctrl"]}),
            vec![Action::Click { at, button: Button::Right, count: 2, holding: vec![key("ctrl")] }],
        ),
        (
            "drag",
            json!({"x": 100, "y": 200, "to_x": 200, "to_y": 200}),
            vec![Action::Drag { path: vec![at, point(300.0, 300.0)], button: Button::Left, holding: vec![] }],
        ),
        ("mouse_down", place.clone(), vec![Action::Press { at, button: Button::Left }]),
        ("mouse_up", place, vec![Action::Release { at, button: Button::Left }]),
        ("scroll", json!({"x": 100, "y": 200, "direction": "up"}), vec![Action::Scroll { at, dx: 0.0, dy: -3.0 }]),
        ("scroll", json!({"x": 100, "y": 200, "direction": "right", "amount": 5}), vec![Action::Scroll { at, dx: 5.0, dy: 0.0 }]),
        ("screenshot", Value::Null, vec![Action::Wait { secs: 0.0 }]),
        (
            "screenshot",
            json!({"region": [100, 200, 300, 400]}),
            vec![Action::Zoom { region: Region { x: 150.0, y: 300.0, width: 300.0, height: 300.0 } }],
        ),
        ("wait", json!({"secs": 3}), vec![Action::Wait { secs: 3.0 }]),
        ("bash", json!({"command": "ls"}), vec![Action::Shell { command: key("ls"), timeout_secs: None }]),
        ("answer", json!({"value": 42}), vec![Action::Answer { value: json!(42) }]),
        ("done", json!({}), vec![Action::Done]),
    ] {
        assert_eq!(read(name, args.clone()).actions, actions, "{name} {args}");
    }
    let middle = DesktopTools::THOUSAND
        .read(&Said::calls(vec![Call::new("mouse_move", json!({"x": 500, "y": 250}))]), &View::screen(1920, 1080));
    assert_eq!(middle.actions, [Action::Move { to: point(960.0, 270.0) }]);
}

#[test]
fn a_place_that_is_left_out_is_the_pointers() {
    let calls = vec![
        Call::new("mouse_move", json!({"x": 10, "y": 20})),
        Call::new("mouse_down", json!({})),
        Call::new("scroll", json!({"direction": "down"})),
        Call::new("mouse_up", Value::Null),
    ];
    let actions = DesktopTools::PIXELS.read(&Said::calls(calls), &View::screen(100, 100)).actions;
    let at = point(10.0, 20.0);
    assert_eq!(actions[1], Action::Press { at, button: Button::Left });
    assert_eq!(actions[2], Action::Scroll { at, dx: 0.0, dy: 3.0 });
    assert_eq!(actions[3], Action::Release { at, button: Button::Left });
    assert!(read("mouse_down", json!({})).problem.unwrap().contains("the pointer was not moved yet"));
    assert!(read("mouse_down", json!({"x": 3})).problem.unwrap().contains("'y' is missing"));
}

#[test]
fn what_is_wrong_is_told() {
    for (name, args, part) in [
        ("click", json!({"x": 3}), "'y' is missing"),
        ("click", json!({"x": 3, "y": 9000}), "outside"),
        ("key", json!({"keys": []}), "names no key"),
        ("key", json!({"keys": 7}), "list"),
        ("scroll", json!({"x": 3, "y": 3, "direction": "over"}), "no direction 'over'"),
        ("screenshot", json!({"region": [1, 2]}), "four numbers"),
        ("hold_key", json!({"keys": ["a"], "secs": -1}), "between 0 and"),
        ("bash", json!({}), "'command' is missing"),
        ("cursor_position", json!({}), "not told"),
        ("left_click", json!({"coordinate": [1, 2]}), "no such tool here"),
        ("shell", json!({"command": "ls"}), "no such tool here"),
    ] {
        let problem = read(name, args.clone()).problem.unwrap_or_default();
        assert!(problem.contains(part), "{name} {args}: {problem:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(x in 0_u16..1000, y in 0_u16..1000, text in ".{0,30}", n in 1_u8..100) {
        let at = point(x.into(), y.into());
        let actions = vec![
            Action::Click { at, button: Button::Right, count: 3, holding: vec!["shift".into()] },
            Action::Click { at: Target::Label(7), button: Button::Left, count: 1, holding: vec![] },
            Action::Move { to: at },
            Action::Press { at, button: Button::Middle },
            Action::Release { at, button: Button::Middle },
            Action::Drag { path: vec![at, at], button: Button::Left, holding: vec![] },
            Action::Scroll { at, dx: -f64::from(n), dy: 0.0 },
            Action::Type { text: text.clone() },
            Action::KeyDown { key: "ctrl".into() },
            Action::KeyUp { key: "ctrl".into() },
            Action::Shell { command: text.clone(), timeout_secs: Some(3.0) },
            Action::WriteFile { path: text.clone(), content: text.clone() },
            Action::Answer { value: json!([text, n]) },
            Action::Done,
        ];
        let view = View::screen(1000, 1000);
        for dialect in BOTH {
            let said = dialect.write(&actions, &view).unwrap();
            prop_assert_eq!(dialect.read(&said, &view), Reading::actions(actions.clone()));
        }
    }

    #[test]
    fn nothing_panics(
        name in "click|drag|key|key_down|hold_key|scroll|screenshot|mouse_up|bash|[a-z]{0,5}",
        field in "x|y|keys|secs|region|direction|amount|label|to_x", value in ".{0,20}",
    ) {
        for value in [json!(value), json!([value]), json!([1, 2, 3, 4]), json!(-1e300), Value::Null] {
            let _ = read(&name, json!({field.clone(): value, "x": 1, "y": 1}));
            let _ = read(&name, value);
        }
    }
}
