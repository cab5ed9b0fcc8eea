//! OS-Atlas: `CLICK <point>[[x, y]]</point>`, `TYPE [text]`, `SCROLL [UP]` and actions that a prompt may add, in thousandths.

use super::places::place_in_tags;
use super::{SCROLL_NOTCHES, click, directed, direction, middle};
use crate::keys::chord;
use crate::text::{short, spoken};
use crate::{Dialect, MAX_ACTIONS, Policy, Reading, Said, Space, View};
use agon_core::{Action, Brief, Button, Target};

/// Lines of a word in capitals and its argument.
pub struct OsAtlas;

impl Dialect for OsAtlas {
    fn name(&self) -> &'static str {
        "os-atlas"
    }

    fn about(&self) -> &'static str {
        "OS-Atlas's: CLICK <point>[[x, y]]</point>, TYPE [text], SCROLL [UP], in thousandths"
    }

    fn teach(&self, _: &Brief, view: &View) -> String {
        format!(
            "You are in executable language grounding mode. Write your thoughts, then exactly one action on a line of its own.\n\
             Basic actions:\n\
             - CLICK <point>[[x, y]]</point>: click a place\n\
             - TYPE [text]: type a text\n\
             - SCROLL [UP]: scroll UP, DOWN, LEFT or RIGHT\n\
             Custom actions:\n\
             - DOUBLE_CLICK <point>[[x, y]]</point>: click a place twice\n\
             - RIGHT_CLICK <point>[[x, y]]</point>: click a place with the right button\n\
             - MOVE <point>[[x, y]]</point>: move the pointer to a place\n\
             - HOTKEY [ctrl+s]: press keys together, or one alone, such as HOTKEY [enter]\n\
             - WAIT: let five seconds pass\n\
             - COMPLETE: the task is finished\n\
             - IMPOSSIBLE [reason]: the task cannot be done\n\
             Coordinates are {}.",
            Space::Thousand.words(view)
        )
    }

    fn several(&self) -> Policy {
        Policy::Last
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        let mut view = view.clone();
        let mut groups = Vec::new();
        for line in spoken(&said.text).lines() {
            match action(line, &view) {
                Some(Ok(action)) => {
                    view.follow(&action);
                    groups.push(vec![action]);
                }
                Some(Err(problem)) => return Reading::problem(problem),
                None => {}
            }
            if groups.len() > MAX_ACTIONS {
                break;
            }
        }
        match groups.is_empty() {
            true => Reading::problem("it holds no action such as CLICK <point>[[x, y]]</point> on a line of its own"),
            false => Reading::grouped(groups),
        }
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        let mut view = view.clone();
        let mut lines = Vec::new();
        for action in actions {
            lines.push(written(action, &view)?);
            view.follow(action);
        }
        Some(Said::text(format!("actions:\n{}", lines.join("\n"))))
    }
}

/// The action of a line: `None` if it is prose.
fn action(line: &str, view: &View) -> Option<Result<Action, String>> {
    let line = line.trim().trim_matches(['`', '*']).trim();
    let label = ["actions:", "action:"]
        .into_iter()
        .find(|label| line.get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label)));
    let line = line[label.map_or(0, str::len)..].trim();
    let end = line.find(|c: char| !(c.is_ascii_uppercase() || c == '_')).unwrap_or(line.len());
    let (word, rest) = (&line[..end], line[end..].trim());
    if !rest.is_empty() && !rest.starts_with(['<', '[', '(']) {
        return None;
    }
    let argument = rest.strip_prefix('[').and_then(|inner| inner.rfind(']').map(|end| &inner[..end]));
    let place = || {
        let (x, y) = place_in_tags(rest).ok_or_else(|| format!("{word} needs a place, <point>[[x, y]]</point>"))?;
        Space::Thousand.to_screen(x, y, view).map(Target::Point)
    };
    let text = || argument.ok_or_else(|| format!("{word} needs its argument in square brackets"));
    Some(match word {
        "CLICK" => place().map(|at| click(at, Button::Left, 1)),
        "DOUBLE_CLICK" => place().map(|at| click(at, Button::Left, 2)),
        "RIGHT_CLICK" => place().map(|at| click(at, Button::Right, 1)),
        "MOVE" | "MOVETO" | "MOVE_TO" | "HOVER" => place().map(|to| Action::Move { to }),
        "TYPE" => text().map(|text| Action::Type { text: text.to_owned() }),
        "SCROLL" => text().and_then(|word| {
            let (dx, dy) = direction(word, SCROLL_NOTCHES)?;
            Ok(Action::Scroll { at: view.pointer.map_or_else(|| middle(view), Ok)?, dx, dy })
        }),
        "HOTKEY" | "PRESS" => text().and_then(|keys| match chord(keys, '+') {
            keys if keys.is_empty() => Err(format!("{} names no key", short(line))),
            keys => Ok(Action::Keys { keys }),
        }),
        "PRESS_ENTER" | "ENTER" => Ok(Action::Keys { keys: vec!["enter".into()] }),
        "WAIT" => Ok(Action::Wait { secs: WAIT_SECS }),
        "COMPLETE" | "DONE" => Ok(Action::Done),
        "IMPOSSIBLE" | "FAIL" => Ok(Action::Fail { reason: argument.unwrap_or_default().to_owned() }),
        _ => return None,
    })
}

const WAIT_SECS: f64 = 5.0;

fn written(action: &Action, view: &View) -> Option<String> {
    let place =
        |target: &Target| Space::Thousand.write_target(*target, view).map(|(x, y)| format!("<point>[[{x}, {y}]]</point>"));
    let plain = |text: &str| !text.contains(['\n', '\r']);
    Some(match action {
        Action::Click { at, button: Button::Left, count: 1, holding } if holding.is_empty() => format!("CLICK {}", place(at)?),
        Action::Click { at, button: Button::Left, count: 2, holding } if holding.is_empty() => {
            format!("DOUBLE_CLICK {}", place(at)?)
        }
        Action::Click { at, button: Button::Right, count: 1, holding } if holding.is_empty() => {
            format!("RIGHT_CLICK {}", place(at)?)
        }
        Action::Move { to } => format!("MOVE {}", place(to)?),
        Action::Type { text } if plain(text) => format!("TYPE [{text}]"),
        Action::Scroll { at, dx, dy } if view.pointer.or(middle(view).ok()) == Some(*at) => {
            format!("SCROLL [{}]", directed(*dx, *dy)?.to_uppercase())
        }
        Action::Keys { keys } if !keys.is_empty() => format!("HOTKEY [{}]", keys.join("+")),
        Action::Wait { secs: WAIT_SECS } => "WAIT".into(),
        Action::Done => "COMPLETE".into(),
        Action::Fail { reason } if plain(reason) => format!("IMPOSSIBLE [{reason}]"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Point;
    use proptest::prelude::*;

    fn read(text: &str) -> Reading {
        OsAtlas.read(&Said::text(text), &View::screen(2000, 1000))
    }

    fn point(x: f64, y: f64) -> Target {
        Target::Point(Point { x, y })
    }

    #[test]
    fn actions_are_found_among_thoughts() {
        let here = [click(point(202.0, 872.0), Button::Left, 1)];
        for text in [
            "CLICK <point>[[101, 872]]</point>",
            "thoughts:\nI click the (blue) button.\nactions:\nCLICK <point>[[101,872]]</point>",
            "Actions: CLICK <point>[[101, 872]]</point><|im_end|>",
            "`CLICK [[101, 872]]`",
            "CLICK <point>[[91, 862, 111, 882]]</point>",
        ] {
            assert_eq!(read(text).actions, here, "{text}");
        }
        assert_eq!(read("TYPE [Shanghai [shopping] mall]").actions, [Action::Type { text: "Shanghai [shopping] mall".into() }]);
        assert_eq!(read("SCROLL [DOWN]").actions, [Action::Scroll { at: point(1000.0, 500.0), dx: 0.0, dy: 5.0 }]);
        assert_eq!(read("HOTKEY [Ctrl+S]").actions, [Action::Keys { keys: vec!["ctrl".into(), "S".into()] }]);
        assert_eq!(read("COMPLETE").actions, [Action::Done]);
    }

    #[test]
    fn prose_is_no_action() {
        for text in
            ["", "Click the button at (3, 4)", "CLICK the button", "TYPE something", "I would CLICK <point>[[1, 2]]</point>"]
        {
            assert!(read(text).problem.unwrap().contains("no action"), "{text}");
        }
        assert!(read("CLICK <point>[[1010, 3]]</point>").problem.unwrap().contains("outside"));
        assert!(read("CLICK <point>here</point>").problem.unwrap().contains("needs a place"));
        assert!(read("SCROLL [SIDEWAYS]").problem.unwrap().contains("no direction"));
        assert!(read("TYPE").problem.unwrap().contains("square brackets"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(x in 0_u16..1000, y in 0_u16..1000, text in "[^\n\r]{0,30}", key in prop::sample::select(crate::keys::known())) {
            let at = point(f64::from(x) * 2.0, y.into());
            let actions = vec![
                Action::Scroll { at: point(1000.0, 500.0), dx: 0.0, dy: -5.0 },
                click(at, Button::Left, 1),
                click(at, Button::Right, 1),
                Action::Move { to: at },
                Action::Type { text: text.clone() },
                Action::Keys { keys: vec!["alt".into(), key] },
                Action::Wait { secs: 5.0 },
                Action::Fail { reason: text },
                Action::Done,
            ];
            let view = View::screen(2000, 1000);
            if let Some(said) = OsAtlas.write(&actions, &view) {
                prop_assert_eq!(OsAtlas.read(&said, &view), Reading::actions(actions));
            } else {
                prop_assert!(false, "nothing was written");
            }
        }

        #[test]
        fn nothing_panics(text in "(CLICK|TYPE|SCROLL|HOTKEY|actions:|é|<point>|</point>|\\[|\\]|[0-9,]|UP| |\n)*") {
            let _ = read(&text);
        }
    }
}
