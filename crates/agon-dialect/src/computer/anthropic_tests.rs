use super::*;
use agon_core::Point;
use proptest::prelude::*;

fn view() -> View {
    View { sent: Some((1280, 720)), functions: vec!["move".into()], ..View::screen(1920, 1080) }
}

fn read(args: Value) -> Reading {
    AnthropicComputer::NOVEMBER_2025.read(&Said::calls(vec![Call::new("computer", args)]), &view())
}

fn point(x: f64, y: f64) -> Target {
    Target::Point(Point { x, y })
}

#[test]
fn every_action_of_the_tool_is_understood() {
    // The picture is two thirds of the screen.
    let at = point(150.0, 300.0);
    let click = |button, count, holding: &[&str]| Action::Click {
        at,
        button,
        count,
        holding: holding.iter().map(|key| (*key).to_owned()).collect(),
    };
    let place = json!([100, 200]);
    let key = |key: &str| key.to_owned();
    for (args, actions) in [
        (json!({"action": "left_click", "coordinate": place}), vec![click(Button::Left, 1, &[])]),
        (
            json!({"action": "left_click", "coordinate": place, "text": "ctrl+shift"}),
            vec![click(Button::Left, 1, &["ctrl", "shift"])],
        ),
        (json!({"action": "right_click", "coordinate": place}), vec![click(Button::Right, 1, &[])]),
        (json!({"action": "middle_click", "coordinate": place}), vec![click(Button::Middle, 1, &[])]),
        (json!({"action": "double_click", "coordinate": place}), vec![click(Button::Left, 2, &[])]),
        (json!({"action": "triple_click", "coordinate": place}), vec![click(Button::Left, 3, &[])]),
        (json!({"action": "mouse_move", "coordinate": "[100, 200]"}), vec![Action::Move { to: at }]),
        (
            json!({"action": "left_click_drag", "start_coordinate": place, "coordinate": [200, 200]}),
            vec![Action::Drag { path: vec![at, point(300.0, 300.0)], button: Button::Left, holding: vec![] }],
        ),
        (
            json!({"action": "scroll", "coordinate": place, "scroll_direction": "up", "scroll_amount": 5}),
            vec![Action::Scroll { at, dx: 0.0, dy: -5.0 }],
        ),
        (json!({"action": "key", "text": "ctrl+Page_Down"}), vec![Action::Keys { keys: vec![key("ctrl"), key("page_down")] }]),
        (json!({"action": "key", "text": "Return", "repeat": 2}), vec![Action::Keys { keys: vec![key("enter")] }; 2]),
        (json!({"action": "type", "text": "naïve"}), vec![Action::Type { text: "naïve".into() }]),
        (
            json!({"action": "hold_key", "text": "w", "duration": 2}),
            vec![Action::KeyDown { key: key("w") }, Action::Wait { secs: 2.0 }, Action::KeyUp { key: key("w") }],
        ),
        (json!({"action": "wait", "duration": 2}), vec![Action::Wait { secs: 2.0 }]),
        (json!({"action": "screenshot"}), vec![Action::Wait { secs: 0.0 }]),
        (
            json!({"action": "zoom", "region": [100, 200, 300, 400]}),
            vec![Action::Zoom { region: Region { x: 150.0, y: 300.0, width: 300.0, height: 300.0 } }],
        ),
    ] {
        assert_eq!(read(args.clone()).actions, actions, "{args}");
    }
}

#[test]
fn the_pointer_is_where_the_calls_before_left_it() {
    let calls = [
        json!({"action": "mouse_move", "coordinate": [100, 200]}),
        json!({"action": "left_mouse_down"}),
        json!({"action": "mouse_move", "coordinate": [200, 200]}),
        json!({"action": "left_mouse_up"}),
        json!({"action": "left_click"}),
    ];
    let said = Said::calls(calls.map(|args| Call::new("computer", args)).to_vec());
    let actions = AnthropicComputer::NOVEMBER_2025.read(&said, &view()).actions;
    assert_eq!(actions[1], Action::Press { at: point(150.0, 300.0), button: Button::Left });
    assert_eq!(actions[3], Action::Release { at: point(300.0, 300.0), button: Button::Left });
    assert!(read(json!({"action": "left_mouse_down"})).problem.unwrap().contains("'coordinate' is missing"));
}

#[test]
fn what_cannot_be_read_is_told() {
    for (args, part) in [
        (
            json!({"action": "left_click", "coordinate": [1281, 5]}),
            "outside of the picture, whose coordinates go from (0, 0) to (1280, 720)",
        ),
        (json!({"action": "left_click", "coordinate": [1]}), "two numbers"),
        (json!({"action": "dance"}), "no action 'dance'"),
        (json!({"action": "cursor_position"}), "look for it"),
        (json!({"action": "scroll", "coordinate": [1, 1], "scroll_direction": "in"}), "no direction 'in'"),
        (json!({"action": "key", "text": "a", "repeat": 1e9}), "between 1 and 64"),
        (json!({"action": "zoom", "region": [5, 5, 1, 1]}), "top left to its bottom right"),
        (json!({"coordinate": [1, 1]}), "'action' is missing"),
        (json!([]), "must be an object"),
    ] {
        let problem = read(args.clone()).problem.unwrap();
        assert!(problem.contains(part), "{args} gave {problem}");
    }
}

#[test]
fn other_tools_stand_beside_it() {
    let brief = Brief { surfaces: vec![Surface::Screen, Surface::Shell, Surface::Files], ..Brief::default() };
    let tools = AnthropicComputer::NOVEMBER_2025.tools(&brief, &view());
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| match tool {
            Tool::Native { name, .. } | Tool::Schema { name, .. } => name.as_str(),
            Tool::Function(function) => function.name.as_str(),
        })
        .collect();
    assert_eq!(names, ["computer", "bash", "read_file", "write_file", "list_files"]);
    let Tool::Native { definition, .. } = &tools[0] else { panic!("{tools:?}") };
    assert_eq!(definition["display_width_px"], 1280);
    let said = Said::calls(vec![Call::new("bash", json!({"command": "ls"})), Call::new("move", json!({"direction": 0}))]);
    let actions = AnthropicComputer::NOVEMBER_2025.read(&said, &view()).actions;
    assert_eq!(actions[0], Action::Shell { command: "ls".into(), timeout_secs: None });
    assert_eq!(actions[1], Action::from(Call::new("move", json!({"direction": 0}))));
}

proptest! {
    #[test]
    fn what_is_written_is_read(x in 0_u16..1280, y in 0_u16..720, text in ".{0,30}", key in prop::sample::select(crate::keys::known()), n in 0_u8..9) {
        let at = point(x.into(), y.into());
        let actions = vec![
            Action::Click { at, button: Button::Left, count: 2, holding: vec!["shift".into()] },
            Action::Press { at, button: Button::Left },
            Action::Move { to: at },
            Action::Release { at, button: Button::Left },
            Action::Drag { path: vec![at, at], button: Button::Left, holding: vec![] },
            Action::Scroll { at, dx: -f64::from(n), dy: 0.0 },
            Action::Keys { keys: vec!["ctrl".into(), key] },
            Action::Type { text: text.clone() },
            Action::Wait { secs: n.into() },
            Action::Zoom { region: Region { x: 10.0, y: 20.0, width: 30.0 + f64::from(n), height: 40.0 } },
            Action::Shell { command: text, timeout_secs: None },
        ];
        let view = View::screen(1280, 720);
        let said = AnthropicComputer::NOVEMBER_2025.write(&actions, &view).unwrap();
        prop_assert_eq!(AnthropicComputer::NOVEMBER_2025.read(&said, &view), Reading::actions(actions));
    }

    #[test]
    fn nothing_panics(
        action in "left_click|key|scroll|zoom|hold_key|wait|type|left_click_drag|[a-z]{0,4}",
        field in "coordinate|text|region|duration|scroll_direction|scroll_amount|repeat", value in ".{0,20}",
    ) {
        for value in [json!(value), json!([value]), json!([1, 2, 3, 4]), json!(-1e300), Value::Null] {
            let _ = read(json!({"action": action, field.clone(): value, "coordinate": [1, 1]}));
            let _ = read(json!({"action": action, "coordinate": value}));
        }
    }
}
