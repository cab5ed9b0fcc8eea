use super::*;
use agon_core::Point;
use proptest::prelude::*;

fn read(text: &str) -> Reading {
    UiTars::THOUSAND.read(&Said::text(text), &View::screen(2000, 1000))
}

fn point(x: f64, y: f64) -> Target {
    Target::Point(Point { x, y })
}

#[test]
fn actions_are_found_behind_thoughts() {
    let here = [click(point(200.0, 200.0), Button::Left, 1)];
    for text in [
        "Thought: The button (blue) is there.\nAction: click(start_box='(100,200)')",
        "Action: click(start_box='<|box_start|>(100,200)<|box_end|>')",
        "Thought: I could drag.\nAction: wait()?\nNo.\nAction: click(point='<point>100 200</point>')",
        "click(start_box='(100, 200)')",
        "Action: click(start_box='[90, 190, 110, 210]')",
        "Action:\n```\nclick(start_box=\"(100,200)\")\n```",
        "<think>Action: wait()</think>Action: click(start_box=(100, 200))",
    ] {
        assert_eq!(read(text).actions, here, "{text}");
    }
    let pixels = UiTars::BLOCKS.read(&Said::text("Action: click(start_box='(952,532)')"), &View::screen(1920, 1080));
    assert_eq!(pixels.actions, [click(point(946.0, 526.0), Button::Left, 1)], "the model saw 1932 by 1092");
}

#[test]
fn every_action_is_understood() {
    let at = point(200.0, 200.0);
    let keys = |text: &str| Action::Keys { keys: text.split(' ').map(str::to_owned).collect() };
    for (line, actions) in [
        ("left_double(start_box='(100,200)')", vec![click(at, Button::Left, 2)]),
        ("right_single(start_box='(100,200)')", vec![click(at, Button::Right, 1)]),
        ("hover(start_box='(100,200)')", vec![Action::Move { to: at }]),
        (
            "drag(start_box='(100,200)', end_box='(500,500)')",
            vec![Action::Drag { path: vec![at, point(1000.0, 500.0)], button: Button::Left, holding: vec![] }],
        ),
        ("scroll(start_box='(100,200)', direction='up')", vec![Action::Scroll { at, dx: 0.0, dy: -5.0 }]),
        ("scroll(direction='down')", vec![Action::Scroll { at: point(1000.0, 500.0), dx: 0.0, dy: 5.0 }]),
        ("hotkey(key='ctrl c')", vec![keys("ctrl c")]),
        ("hotkey(key='ctrl+shift+esc')", vec![keys("ctrl shift escape")]),
        ("press(key='enter')", vec![keys("enter")]),
        ("type(content='it\\'s\\n')", vec![Action::Type { text: "it's\n".into() }]),
        ("type(content='it's (really) fine')", vec![Action::Type { text: "it's (really) fine".into() }]),
        ("type(content='one\ntwo')", vec![Action::Type { text: "one\ntwo".into() }]),
        ("type(content=\"say \"hi\"\")", vec![Action::Type { text: "say \"hi\"".into() }]),
        ("wait()", vec![Action::Wait { secs: 5.0 }]),
        ("finished()", vec![Action::Done]),
        ("finished(content='42')", vec![Action::Answer { value: "42".into() }, Action::Done]),
        ("call_user()", vec![Action::Fail { reason: "the user was called".into() }]),
    ] {
        let reading = read(&format!("Thought: x\nAction: {line}"));
        assert_eq!(reading.problem, None, "{line}");
        assert_eq!(reading.actions, actions, "{line}");
    }
    assert_eq!(read("Action: hotkey(key='ctrl a')\n\nhotkey(key='ctrl c')").actions.len(), 2);
}

#[test]
fn what_cannot_be_read_is_told() {
    for (text, part) in [
        ("", "no line of the form"),
        ("I would click(start_box='(1,2)') it", "no line of the form"),
        ("Action: jump()", "no line of the form"),
        ("Action: click(start_box='(1200,2)')", "outside"),
        ("Action: click(start_box='here')", "needs start_box"),
        ("Action: click()", "needs start_box"),
        ("Action: drag(start_box='(1,2)')", "needs end_box"),
        ("Action: scroll(direction='in')", "no direction 'in'"),
        ("Action: type('abc')", "needs its content"),
        ("Action: long_press(start_box='(1,2)')", "no action long_press"),
        ("Action: click(start_box='(1,2)'", "is not written so"),
    ] {
        let problem = read(text).problem.unwrap_or_default();
        assert!(problem.contains(part), "{text:?} gave {problem:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(x in 0_u16..1000, y in 0_u16..1000, text in "(?s).{1,30}", key in prop::sample::select(crate::keys::known())) {
        let at = point(f64::from(x) * 2.0, y.into());
        let actions = vec![
            click(at, Button::Left, 1),
            click(at, Button::Right, 1),
            Action::Move { to: at },
            Action::Drag { path: vec![at, at], button: Button::Left, holding: vec![] },
            Action::Scroll { at, dx: 5.0, dy: 0.0 },
            Action::Type { text: text.clone() },
            Action::Keys { keys: vec!["ctrl".into(), key] },
            Action::Wait { secs: 5.0 },
            Action::Answer { value: text.into() },
            Action::Done,
        ];
        let view = View::screen(2000, 1000);
        let said = UiTars::THOUSAND.write(&actions, &view).unwrap();
        prop_assert_eq!(UiTars::THOUSAND.read(&said, &view).actions, actions);
    }

    #[test]
    fn nothing_panics(text in "(Action:|click|type|hotkey|\\(|\\)|start_box=|content=|key=|'|\"|\\\\|[0-9,]|é|\n| )*") {
        let _ = read(&text);
        let _ = read(&format!("Action: type(content={text}"));
    }
}
