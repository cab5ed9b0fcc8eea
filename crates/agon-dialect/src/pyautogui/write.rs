//! Actions as code.

use crate::keys::{Spelling, spelled};
use crate::python::quoted;
use crate::{Space, View, words};
use agon_core::{Action, Button, Target};

/// A reply in code and words. `other` writes as a block of its own what neither has.
pub(crate) fn written(actions: &[Action], view: &View, other: impl Fn(&Action) -> Option<String>) -> Option<String> {
    let mut view = view.clone();
    let mut blocks: Vec<String> = Vec::new();
    let mut code: Vec<String> = Vec::new();
    let flush = |code: &mut Vec<String>, blocks: &mut Vec<String>| {
        if !code.is_empty() {
            blocks.push(format!("```python\n{}\n```", std::mem::take(code).join("\n")));
        }
    };
    let mut rest = actions;
    while let [first, after @ ..] = rest {
        if let Some(line) = line(first, &view) {
            code.push(line);
            view.follow(first);
            rest = after;
            continue;
        }
        flush(&mut code, &mut blocks);
        let (block, count) = words::written(rest).or_else(|| other(first).map(|block| (block, 1)))?;
        blocks.push(block);
        rest = rest.get(count..)?;
    }
    flush(&mut code, &mut blocks);
    Some(blocks.join("\n"))
}

/// One action as a line of code.
fn line(action: &Action, view: &View) -> Option<String> {
    let place = |target: &Target| match target {
        Target::Label(label) => Some(format!("tag_{label}")),
        Target::Point(point) => Space::Pixels.from_screen(*point, view).map(|(x, y)| format!("{x}, {y}")),
    };
    let key = |key: &String| quoted(&spelled(key, Spelling::Pyautogui));
    let call = match action {
        Action::Move { to } => format!("moveTo({})", place(to)?),
        Action::Click { at, button, count, holding } if holding.is_empty() && (1..=3).contains(count) => {
            let clicks = if *count == 1 { String::new() } else { format!(", clicks={count}") };
            format!("click({}{clicks}{})", place(at)?, named(*button))
        }
        Action::Press { at, button } => format!("mouseDown({}{})", place(at)?, named(*button)),
        Action::Release { at, button } => format!("mouseUp({}{})", place(at)?, named(*button)),
        Action::Drag { path, button, holding } if holding.is_empty() => match path.as_slice() {
            [from, to] if view.pointer == Some(*from) => format!("dragTo({}{})", place(to)?, named(*button)),
            _ => return None,
        },
        Action::Scroll { at, dx: 0.0, dy } => format!("scroll({}, {})", -dy, place(at)?),
        Action::Scroll { at, dx, dy: 0.0 } => format!("hscroll({dx}, {})", place(at)?),
        Action::Type { text } => format!("write({})", quoted(text)),
        Action::Keys { keys } => match keys.as_slice() {
            [] => return None,
            [one] => format!("press({})", key(one)),
            several => format!("hotkey({})", several.iter().map(key).collect::<Vec<_>>().join(", ")),
        },
        Action::KeyDown { key: name } => format!("keyDown({})", key(name)),
        Action::KeyUp { key: name } => format!("keyUp({})", key(name)),
        Action::Wait { secs } => return Some(format!("time.sleep({secs})")),
        _ => return None,
    };
    Some(format!("pyautogui.{call}"))
}

fn named(button: Button) -> &'static str {
    match button {
        Button::Left => "",
        Button::Middle => ", button='middle'",
        Button::Right => ", button='right'",
    }
}
