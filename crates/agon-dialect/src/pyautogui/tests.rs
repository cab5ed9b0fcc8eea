use super::*;
use agon_core::{Button, Point, Region, Target, TreeNode};
use proptest::prelude::*;

fn view() -> View {
    View::screen(1280, 720)
}

fn reading(text: &str) -> Reading {
    Pyautogui.read(&Said::text(text), &view())
}

fn read(text: &str) -> Vec<Action> {
    let reading = reading(text);
    assert_eq!(reading.problem, None, "{text}");
    reading.actions
}

fn point(x: f64, y: f64) -> Target {
    Target::Point(Point { x, y })
}

fn click(x: f64, y: f64) -> Action {
    Action::Click { at: point(x, y), button: Button::Left, count: 1, holding: vec![] }
}

fn keys(keys: &[&str]) -> Action {
    Action::Keys { keys: keys.iter().map(|key| (*key).to_owned()).collect() }
}

#[test]
fn code_that_is_mentioned_in_a_sentence_is_not_run() {
    assert_eq!(read("pyautogui.click(1, 2) would be wrong now.\n\npyautogui.click(10, 20)"), [click(10.0, 20.0)]);
    assert!(reading("pyautogui.click(1, 2) would be wrong now.").problem.is_some());
}

#[test]
fn code_is_found_wherever_models_put_it() {
    for text in [
        "```python\nimport pyautogui\npyautogui.click(10, 20)\n```",
        "The button is at the top (of the window).\n\n```\npyautogui.click(x=10, y=20)\n```\nThat opens the menu.",
        "pyautogui.click(10, 20)",
        "I will click.\n`pyautogui.click(10, 20)`\nThen we see.",
        "```Python\npos = (10, 20)\npyautogui.click(*pos)  # the button\n```",
        "```python\nimport pyautogui as pg; x, y = 5 * 2, 40 // 2; pg.click(x, y, duration=0.5)\n```",
        "```py\nfrom pyautogui import click\nclick((10, 20))",
        "<think>```python\npyautogui.click(99, 99)\n```</think>```python\npyautogui.click(10, 20,)\n```",
        "```tool_code\npyautogui.leftClick(10, 20)\n```",
    ] {
        assert_eq!(read(text), [click(10.0, 20.0)], "{text}");
    }
}

#[test]
fn every_function_is_understood() {
    let at = point(10.0, 20.0);
    let clicked = |button, count| Action::Click { at, button, count, holding: vec![] };
    for (code, actions) in [
        ("doubleClick(10, 20)", vec![clicked(Button::Left, 2)]),
        ("tripleClick(10, 20)", vec![clicked(Button::Left, 3)]),
        ("rightClick(10, 20)", vec![clicked(Button::Right, 1)]),
        ("middleClick(10, 20)", vec![clicked(Button::Middle, 1)]),
        ("click(10, 20, clicks=2, interval=0.1, button='right')", vec![clicked(Button::Right, 2)]),
        ("click(10, 20, 2)", vec![clicked(Button::Left, 2)]),
        ("moveTo(10, 20, 0.5)", vec![Action::Move { to: at }]),
        ("mouseDown(10, 20, button='left')", vec![Action::Press { at, button: Button::Left }]),
        ("mouseUp(10, 20)", vec![Action::Release { at, button: Button::Left }]),
        ("scroll(-5, x=10, y=20)", vec![Action::Scroll { at, dx: 0.0, dy: 5.0 }]),
        ("vscroll(3, 10, 20)", vec![Action::Scroll { at, dx: 0.0, dy: -3.0 }]),
        ("hscroll(2, 10, 20)", vec![Action::Scroll { at, dx: 2.0, dy: 0.0 }]),
        ("scroll(-5)", vec![Action::Scroll { at: point(640.0, 360.0), dx: 0.0, dy: 5.0 }]),
        ("write('it\\'s', interval=0.05)", vec![Action::Type { text: "it's".into() }]),
        ("typewrite(['a', 'enter'])", vec![keys(&["a"]), keys(&["enter"])]),
        ("press('esc')", vec![keys(&["escape"])]),
        ("press(['left', 'right'])", vec![keys(&["left"]), keys(&["right"])]),
        ("press('tab', presses=2)", vec![keys(&["tab"]), keys(&["tab"])]),
        ("hotkey('ctrl', 'shift', 't')", vec![keys(&["ctrl", "shift", "t"])]),
        ("hotkey(['ctrl', 'c'])", vec![keys(&["ctrl", "c"])]),
        ("keyDown('shift')", vec![Action::KeyDown { key: "shift".into() }]),
        ("keyUp('shiftleft')", vec![Action::KeyUp { key: "shift".into() }]),
        ("sleep(0.5)", vec![Action::Wait { secs: 0.5 }]),
    ] {
        assert_eq!(read(&format!("```python\npyautogui.{code}\n```")), actions, "{code}");
    }
    assert_eq!(read("```python\ntime.sleep(2);\n```"), [Action::Wait { secs: 2.0 }]);
}

#[test]
fn the_pointer_is_followed_through_a_block() {
    let code = "```python\npyautogui.moveTo(10, 20)\npyautogui.dragTo(30, 40, button='left')\npyautogui.move(5, None)\npyautogui.click()\n```";
    let dragged = Action::Drag { path: vec![point(10.0, 20.0), point(30.0, 40.0)], button: Button::Left, holding: vec![] };
    let (first, last) = (Action::Move { to: point(10.0, 20.0) }, Action::Move { to: point(35.0, 40.0) });
    assert_eq!(read(code), [first, dragged, last, click(35.0, 40.0)]);
    assert_eq!(reading(code).together, [4], "a block is one thing said");
    for code in ["pyautogui.click()", "pyautogui.dragTo(1, 2)", "pyautogui.moveRel(5, 5)", "pyautogui.moveTo(None, 5)"] {
        assert!(reading(code).problem.unwrap().contains("where the pointer is"), "{code}");
    }
    let view = View { pointer: Some(point(7.0, 8.0)), ..view() };
    assert_eq!(Pyautogui.read(&Said::text("pyautogui.click()"), &view).actions, [click(7.0, 8.0)]);
}

#[test]
fn marks_stand_for_places() {
    let at = Target::Label(3);
    let marked = vec![Action::Click { at, button: Button::Left, count: 1, holding: vec![] }];
    for code in ["pyautogui.click(tag_3)", "pyautogui.click(*tag_3)", "target = tag_3\npyautogui.click(x=target)"] {
        assert_eq!(read(&format!("```python\n{code}\n```")), marked, "{code}");
    }
    let dragged = Action::Drag { path: vec![at, Target::Label(1)], button: Button::Left, holding: vec![] };
    assert_eq!(read("pyautogui.moveTo(tag_3)\npyautogui.dragTo(tag_1, 0.5, button='left')")[1], dragged);
    let bounds = Some(Region { x: 10.0, y: 10.0, width: 20.0, height: 10.0 });
    let node = TreeNode { bounds, label: Some(3), ..TreeNode::new("button") };
    let view = View { labels: vec![node], ..view() };
    let moved = Pyautogui.read(&Said::text("pyautogui.moveTo(tag_3)\npyautogui.move(5, 5)"), &view);
    assert_eq!(moved.actions[1], Action::Move { to: point(25.0, 20.0) });
}

#[test]
fn what_is_refused_names_its_line() {
    for (code, part) in [
        ("import pyautogui\nfor i in range(9):\n    pyautogui.click(1, 2)", "line 2: 'for'"),
        ("import os\nos.system('ls')", "line 1: the module os"),
        ("pyautogui.click(1, 2)\nexec('x')", "line 2: exec is not available"),
        ("time.click(1, 2)", "line 1: time.click is not available"),
        ("pyautogui.screenshot('a.png')", "line 1: pyautogui.screenshot is not available"),
        ("pyautogui.click('button.png')", "pictures are not looked for"),
        ("pyautogui.click(5000, 2)", "line 1: (5000, 2) is outside"),
        ("pyautogui.click(1, 2, 3, 4, 5, 6, 7)", "at most 6 arguments"),
        ("pyautogui.click(1, 2, speed=3)", "no parameter speed"),
        ("pyautogui.click(1, 2, clicks=0)", "1, 2 or 3 times"),
        ("pyautogui.press('a', presses=1000000000)", "at most 64 keys"),
        ("pyautogui.sleep(1e12)", "between 0 and 3600"),
        ("pyautogui.write(3)", "must be a string"),
        ("pyautogui.click(pyautogui.position())", "'pyautogui' is not understood"),
    ] {
        let reading = reading(&format!("```python\n{code}\n```"));
        assert!(reading.actions.is_empty());
        let problem = reading.problem.unwrap();
        assert!(problem.contains(part), "{code:?} gave {problem:?}");
    }
    let many = "pyautogui.click(1, 2)\n".repeat(65);
    assert!(reading(&format!("```python\n{many}```")).problem.unwrap().contains("more than 64"));
    assert!(reading("```bash\nls\n```").problem.unwrap().contains("shell"));
    assert!(reading("```python\nimport pyautogui\n```").problem.unwrap().contains("does nothing"));
    assert!(reading("I would use pyautogui.click(1, 2) here.").problem.is_some(), "talking about code is not code");
}

#[test]
fn words_and_blocks_are_told_apart() {
    assert_eq!(read("```DONE```"), [Action::Done]);
    assert_eq!(read("```python\npyautogui.click(1, 2)\nDONE\n```"), [click(1.0, 2.0), Action::Done]);
    assert_eq!(read("```python\npyautogui.press('a')\npyautogui.press('b')\n```\nDONE").len(), 3);
    assert_eq!(reading("```python\npyautogui.press('a')\npyautogui.press('b')\n```\nDONE").together, [2, 1]);
}

fn any_action() -> impl Strategy<Value = Action> {
    let place =
        prop_oneof![(0_u16..1280, 0_u16..720).prop_map(|(x, y)| point(x.into(), y.into())), (0_u32..50).prop_map(Target::Label)];
    let button = prop_oneof![Just(Button::Left), Just(Button::Middle), Just(Button::Right)];
    let key = prop::sample::select(crate::keys::known());
    prop_oneof![
        place.clone().prop_map(|to| Action::Move { to }),
        (place.clone(), button.clone(), 1_u8..4).prop_map(|(at, button, count)| Action::Click {
            at,
            button,
            count,
            holding: vec![]
        }),
        (place.clone(), button.clone()).prop_map(|(at, button)| Action::Press { at, button }),
        (place.clone(), button).prop_map(|(at, button)| Action::Release { at, button }),
        (place.clone(), -20_i8..20).prop_map(|(at, dy)| Action::Scroll { at, dx: 0.0, dy: dy.into() }),
        (place, 1_i8..20).prop_map(|(at, dx)| Action::Scroll { at, dx: dx.into(), dy: 0.0 }),
        "(?s).{0,30}".prop_map(|text| Action::Type { text }),
        prop::collection::vec(key.clone(), 1..4).prop_map(|keys| Action::Keys { keys }),
        key.clone().prop_map(|key| Action::KeyDown { key }),
        key.prop_map(|key| Action::KeyUp { key }),
        (0.0..100.0).prop_map(|secs| Action::Wait { secs }),
        Just(Action::Done),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read(actions in prop::collection::vec(any_action(), 1..6)) {
        let said = Pyautogui.write(&actions, &view()).unwrap();
        prop_assert_eq!(Pyautogui.read(&said, &view()).actions, actions);
    }

    #[test]
    fn nothing_panics(text in "(```|python|pyautogui\\.|click|write|press|hotkey|\\(|\\)|,|'|[0-9.-]|tag_1|\n|;|=|DONE|é| )*") {
        let _ = reading(&text);
        let _ = reading(&format!("```python\npyautogui.{text}\n```"));
    }
}
