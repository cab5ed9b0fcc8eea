//! Native tool calls: a brief's functions as tools, and tools of our own for everything that is not a function.

mod desktop;
mod own;

pub use desktop::DesktopTools;
pub(crate) use own::{OWN, count, read_own, write_own};

use crate::computer::refuse_foreign;
use crate::words;
use crate::{Dialect, Reading, Said, Space, Tool, View};
use agon_core::{Action, Brief, Call, Surface};

/// Tools with schemas, as every API with tool calls knows them.
pub struct Tools;

impl Dialect for Tools {
    fn name(&self) -> &'static str {
        "tools"
    }

    fn about(&self) -> &'static str {
        "native tool calls: each function is a tool, and so is each other action"
    }

    fn teach(&self, brief: &Brief, view: &View) -> String {
        let mut text = "Act by calling exactly one of the tools you are given. Nothing happens without a call.".to_owned();
        if brief.surfaces.contains(&Surface::Screen) {
            text += &format!(" Coordinates are {}.", Space::Pixels.words(view));
        }
        text
    }

    fn tools(&self, brief: &Brief, view: &View) -> Vec<Tool> {
        let mut tools: Vec<Tool> = brief.functions.iter().cloned().map(Tool::Function).collect();
        tools.extend(own_tools(brief, view, |_| true));
        tools
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        read_calls(said, view, |call, view| {
            if view.functions.contains(&call.name) {
                return Ok(vec![call.clone().into()]);
            }
            match read_own(call, view).transpose()? {
                Some(action) => Ok(vec![action]),
                // A name that no set of tools has is the world's to answer.
                None => refuse_foreign(call).map(|()| vec![call.clone().into()]),
            }
        })
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        let call = |action: &Action| match action {
            // A function by a name of ours could not be told apart.
            Action::Call { name, .. } if OWN.iter().any(|own| own.name == name) => None,
            Action::Call { name, args } => Some(Call::new(name, args.clone())),
            other => write_own(other, view),
        };
        actions.iter().map(call).collect::<Option<Vec<Call>>>().map(Said::calls)
    }
}

/// The tools of our own that a brief's surfaces need. Where functions are all there is, the functions are all it takes.
pub(crate) fn own_tools(brief: &Brief, view: &View, wanted: impl Fn(Option<Surface>) -> bool) -> Vec<Tool> {
    let only_calls = brief.surfaces.iter().all(|surface| *surface == Surface::Calls);
    let taken = |name: &str| brief.functions.iter().any(|function| function.name == name);
    let has = |surface: Option<Surface>| surface.map_or(!only_calls, |surface| brief.surfaces.contains(&surface));
    OWN.iter().filter(|own| wanted(own.surface) && has(own.surface) && !taken(own.name)).map(|own| own.tool(view)).collect()
}

/// Reads each call with the pointer where the calls before it left it. Without calls, the text may say DONE.
pub(crate) fn read_calls(said: &Said, view: &View, read: impl Fn(&Call, &View) -> Result<Vec<Action>, String>) -> Reading {
    if said.calls.is_empty() {
        return words::instead_of_calls(said);
    }
    let mut view = view.clone();
    let mut groups = Vec::new();
    for call in said.calls.iter().take(crate::MAX_ACTIONS + 1) {
        match read(call, &view) {
            Ok(actions) => {
                actions.iter().for_each(|action| view.follow(action));
                groups.push(actions);
            }
            Err(why) => return Reading::problem(format!("{}: {why}", crate::text::short(&call.name))),
        }
    }
    Reading::grouped(groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Button, Function, Point, Target};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn read(name: &str, args: Value) -> Reading {
        Tools.read(&Said::calls(vec![Call::new(name, args)]), &View::screen(200, 100))
    }

    const INTENT: &str = "click: 'intent' belongs to another computer tool; this one counts pixels of the picture and takes x, y, \
                          button, count, holding";

    fn names(brief: &Brief) -> Vec<String> {
        let name = |tool| match tool {
            Tool::Function(function) => function.name,
            Tool::Schema { name, .. } | Tool::Native { name, .. } => name,
        };
        Tools.tools(brief, &View::default()).into_iter().map(name).collect()
    }

    #[test]
    fn tools_are_what_the_surfaces_need() {
        let gym = Brief {
            surfaces: vec![Surface::Calls],
            functions: vec![Function::new("move", "Move.", vec![]), Function::new("stop", "Stop.", vec![])],
            ..Brief::default()
        };
        assert_eq!(names(&gym), ["move", "stop"]);
        let shell = Brief { surfaces: vec![Surface::Shell, Surface::Answer], ..Brief::default() };
        assert_eq!(names(&shell), ["shell", "answer", "wait", "done", "fail"]);
        let clash =
            Brief { surfaces: vec![Surface::Shell], functions: vec![Function::new("wait", "", vec![])], ..Brief::default() };
        assert_eq!(names(&clash), ["wait", "shell", "done", "fail"], "a function's name is the function's");
    }

    #[test]
    fn calls_become_actions() {
        let at = Target::Point(Point { x: 3.0, y: 4.0 });
        let click = Action::Click { at, button: Button::Left, count: 2, holding: vec![] };
        assert_eq!(read("double_click", json!({"x": 3, "y": "4"})).actions, [click]);
        assert_eq!(
            read("keys", json!({"keys": ["Control", "S"]})).actions,
            [Action::Keys { keys: vec!["ctrl".into(), "S".into()] }]
        );
        assert_eq!(read("keys", json!({"keys": "ctrl+s"})).actions, [Action::Keys { keys: vec!["ctrl".into(), "s".into()] }]);
        let gym = View { functions: vec!["move".into()], ..View::default() };
        let call = Call::new("move", json!({"direction": 0}));
        assert_eq!(Tools.read(&Said::calls(vec![call.clone()]), &gym).actions, [Action::from(call)]);
        assert_eq!(read("click", json!({"x": 3, "y": 4, "intent": "open"})).problem.unwrap(), INTENT);
        for name in ["click_at", "press_key", "left_click", "computer"] {
            assert!(read(name, json!({"x": 3, "y": 4})).problem.unwrap().contains("no such tool here"), "{name}");
        }
        assert_eq!(read("fly", json!([1])).actions, [Action::from(Call::new("fly", json!([1])))], "the world can answer");
    }

    #[test]
    fn problems_name_the_tool_and_the_argument() {
        assert_eq!(read("click", json!({"x": 3})).problem.unwrap(), "click: 'y' is missing");
        assert!(read("click", json!({"x": 3, "y": 400})).problem.unwrap().contains("outside"));
        assert!(read("wait", json!({"secs": 1e9})).problem.unwrap().contains("between 0 and 3600"));
        let text = |text: &str| Tools.read(&Said::text(text), &View::default());
        assert!(text("I would call click(3, 4).").problem.unwrap().contains("calls no tool"));
        assert_eq!(text("It is all there.\nDONE").actions, [Action::Done]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(x in 0_u8..200, y in 0_u8..100, text in ".{0,30}", number in any::<i32>()) {
            let at = Target::Point(Point { x: x.into(), y: y.into() });
            let actions = vec![
                Action::Call { name: "turn".into(), args: json!({"by": number}) },
                Action::Click { at, button: Button::Right, count: 3, holding: vec!["shift".into()] },
                Action::Click { at: Target::Label(7), button: Button::Left, count: 1, holding: vec![] },
                Action::Move { to: at },
                Action::Drag { path: vec![at, at], button: Button::Left, holding: vec![] },
                Action::Scroll { at, dx: 0.0, dy: -3.0 },
                Action::Type { text: text.clone() },
                Action::Shell { command: text.clone(), timeout_secs: Some(3.0) },
                Action::WriteFile { path: text.clone(), content: text.clone() },
                Action::Answer { value: json!([text, number]) },
                Action::Fail { reason: text },
                Action::Done,
            ];
            let view = View::screen(200, 100);
            let said = Tools.write(&actions, &view).unwrap();
            prop_assert_eq!(Tools.read(&said, &view), Reading::actions(actions));
        }

        #[test]
        fn nothing_panics(name in "click|drag|keys|scroll|wait|zoom|shell|answer|done|[a-z]{0,5}", key in "x|y|keys|label|secs", value in ".{0,20}") {
            for value in [json!(value), json!([value]), json!({"x": value}), json!(1e300), Value::Null] {
                let _ = read(&name, json!({key.clone(): value, "x": 1, "to_x": -1}));
                let _ = read(&name, value);
            }
        }
    }
}
