//! Anthropic's computer toolset of 2026: each action of the older computer tool is a tool of its own. Pixels are those of the
//! screenshots, for the toolset is told no size.

use super::anthropic::{action, bash, written};
use super::{beside, ends, other_call, other_written};
use crate::fields::Fields;
use crate::tools::read_calls;
use crate::{Dialect, Reading, Said, Tool, View, words};
use agon_core::{Action, Brief, Call, Surface};
use serde_json::{Value, json};

/// `computer_toolset_20260801`, the only computer tool of Claude 5.5 and later.
pub struct AnthropicToolset;

/// The tools of the set. A call names one of them and, in the API, the set.
pub(super) const MEMBERS: [&str; 17] = [
    "left_click",
    "right_click",
    "middle_click",
    "double_click",
    "triple_click",
    "left_click_drag",
    "left_mouse_down",
    "left_mouse_up",
    "mouse_move",
    "scroll",
    "key",
    "hold_key",
    "type",
    "wait",
    "screenshot",
    "zoom",
    "cursor_position",
];

impl Dialect for AnthropicToolset {
    fn name(&self) -> &'static str {
        "anthropic-computer"
    }

    fn about(&self) -> &'static str {
        "Anthropic's computer_toolset_20260801, a tool for each action, for Claude 4.5 and later"
    }

    fn teach(&self, brief: &Brief, _: &View) -> String {
        format!("Act by calling exactly one tool. Each call is answered with a new screenshot. {}", ends(brief))
    }

    fn tools(&self, brief: &Brief, view: &View) -> Vec<Tool> {
        let mut tools = Vec::new();
        if brief.surfaces.contains(&Surface::Screen) && view.seen().is_some() {
            let definition = json!({"type": "computer_toolset_20260801", "configs": {"cursor_position": {"enabled": false}}});
            tools.push(Tool::Native { name: "computer".into(), definition });
        }
        if brief.surfaces.contains(&Surface::Shell) {
            tools.push(Tool::Native { name: "bash".into(), definition: json!({"type": "bash_20250124", "name": "bash"}) });
        }
        tools.extend(beside(brief, view, true));
        tools
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        read_calls(said, view, |call, view| match call.name.as_str() {
            name if view.functions.iter().any(|function| function == name) => Ok(vec![call.clone().into()]),
            name if MEMBERS.contains(&name) => action(name, &Fields::new(&call.args)?, view),
            "bash" => bash(&Fields::new(&call.args)?),
            _ => other_call(call, view, true),
        })
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        if let Some((text, count)) = words::written(actions).filter(|_| !matches!(actions, [Action::Wait { .. }, ..])) {
            return (count == actions.len()).then(|| Said::text(text));
        }
        let mut view = view.clone();
        let mut call = |action: &Action| {
            let call = written(action, &view).and_then(member).or_else(|| match action {
                Action::Shell { command, timeout_secs: None } => Some(Call::new("bash", json!({"command": command}))),
                other => other_written(other, &view),
            });
            view.follow(action);
            call
        };
        actions.iter().map(&mut call).collect::<Option<Vec<Call>>>().map(Said::calls)
    }
}

/// The older tool's arguments as a call of a member.
fn member(mut args: Value) -> Option<Call> {
    let name = args.as_object_mut()?.remove("action")?;
    Some(Call::new(name.as_str()?, args))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Button, Point, Target};

    fn read(name: &str, args: Value) -> Reading {
        let view = View { sent: Some((1280, 720)), ..View::screen(1920, 1080) };
        AnthropicToolset.read(&Said::calls(vec![Call::new(name, args)]), &view)
    }

    #[test]
    fn every_member_is_understood_in_pixels_of_the_picture() {
        let at = Target::Point(Point { x: 150.0, y: 300.0 });
        let click = |button, count| Action::Click { at, button, count, holding: vec![] };
        let place = json!({"coordinate": [100, 200]});
        for (name, action) in [
            ("left_click", click(Button::Left, 1)),
            ("right_click", click(Button::Right, 1)),
            ("middle_click", click(Button::Middle, 1)),
            ("double_click", click(Button::Left, 2)),
            ("triple_click", click(Button::Left, 3)),
            ("mouse_move", Action::Move { to: at }),
        ] {
            assert_eq!(read(name, place.clone()).actions, [action], "{name}");
        }
        assert_eq!(read("screenshot", json!({})).actions, [Action::Wait { secs: 0.0 }]);
        assert_eq!(read("wait", json!({"duration": 3})).actions, [Action::Wait { secs: 3.0 }]);
        assert_eq!(read("type", json!({"text": "hello"})).actions, [Action::Type { text: "hello".into() }]);
        let held = read("left_click_drag", json!({"start_coordinate": [100, 200], "coordinate": [100, 200], "text": "shift"}));
        assert_eq!(held.actions, [Action::Drag { path: vec![at, at], button: Button::Left, holding: vec!["shift".into()] }]);
        for name in MEMBERS {
            let reading = read(name, json!({"coordinate": [9000, 9000]}));
            assert!(!matches!(reading.actions[..], [Action::Call { .. }]), "{name} is no function of a world's");
        }
    }

    #[test]
    fn names_of_other_computer_tools_are_refused() {
        for name in ["click", "click_at", "press_key", "computer", "move_to"] {
            let problem = read(name, json!({"x": 100, "y": 200, "action": "left_click", "coordinate": [1, 2]})).problem;
            assert!(problem.is_some_and(|problem| problem.contains("no such tool here")), "{name}");
        }
    }
}
