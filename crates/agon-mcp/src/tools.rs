//! The tools of a seat: what its brief offers, and three that cost nothing.

use crate::screen::ServeSettings;
use agon_core::Brief;
use agon_dialect::{Dialect as _, View};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use std::sync::Arc;

/// The brief as a text.
pub(crate) const BRIEF: &str = "brief";
/// The last turn again.
pub(crate) const OBSERVE: &str = "observe";
/// Where the pointer is.
pub(crate) const CURSOR_POSITION: &str = "cursor_position";
/// Ends the trial.
const DONE: &str = "done";
/// Looks, but as a step.
const SCREENSHOT: &str = "screenshot";

/// Whether a tool is answered without a step. A function of the task's by the same name is the function.
pub(crate) fn is_free(name: &str, brief: &Brief) -> bool {
    [BRIEF, OBSERVE, CURSOR_POSITION].contains(&name) && !brief.functions.iter().any(|function| function.name == name)
}

/// Every tool of a seat, each name once.
pub(crate) fn tools(brief: &Brief, settings: &ServeSettings) -> Vec<Tool> {
    let mut tools = vec![
        tool(BRIEF, "Read the task. It costs no step.", no_arguments()),
        tool(OBSERVE, "See again what the last step showed. It costs no step.", no_arguments()),
    ];
    for offered in settings.dialect().tools(brief, &View::default()) {
        tools.push(match offered {
            agon_dialect::Tool::Function(function) => tool(&function.name, &function.about, function.json_schema()),
            agon_dialect::Tool::Schema { name, about, schema } => tool(&name, &about, schema),
            // Built into one API; there are none among these.
            agon_dialect::Tool::Native { .. } => continue,
        });
    }
    let has = |tools: &[Tool], name: &str| tools.iter().any(|tool| tool.name == name);
    if has(&tools, SCREENSHOT) {
        tools.push(tool(CURSOR_POSITION, "Say where the pointer is. It costs no step.", no_arguments()));
    }
    if !has(&tools, DONE) {
        tools.push(tool(DONE, "Say that the task is finished.", no_arguments()));
    }
    // Functions come after ours of the same name, and are what is meant.
    let is_last = |at: usize| !tools[at + 1..].iter().any(|later| later.name == tools[at].name);
    let kept: Vec<bool> = (0..tools.len()).map(is_last).collect();
    tools.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(tool, _)| annotated(tool, brief)).collect()
}

fn tool(name: &str, about: &str, schema: Value) -> Tool {
    let schema: JsonObject = schema.as_object().cloned().unwrap_or_default();
    Tool::new(name.to_owned(), about.to_owned(), Arc::new(schema))
}

/// Nothing here reaches anything outside of the trial; clients that ask before they act are told so.
fn annotated(mut tool: Tool, brief: &Brief) -> Tool {
    let looks = is_free(&tool.name, brief) || tool.name == SCREENSHOT;
    tool.annotations = Some(ToolAnnotations::new().read_only(looks).destructive(false).open_world(false));
    tool
}

fn no_arguments() -> Value {
    json!({"type": "object", "properties": {}, "additionalProperties": false})
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Function, Surface};

    fn names(brief: &Brief) -> Vec<String> {
        tools(brief, &ServeSettings::default()).into_iter().map(|tool| tool.name.into_owned()).collect()
    }

    #[test]
    fn every_tool_of_the_paper_is_there_where_there_is_a_screen() {
        let names = names(&Brief { surfaces: vec![Surface::Screen, Surface::Shell, Surface::Answer], ..Brief::default() });
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
            "cursor_position",
            "wait",
        ];
        for name in paper.iter().chain(&["bash", "answer", "done", "brief", "observe"]) {
            assert_eq!(names.iter().filter(|listed| listed == name).count(), 1, "{name} in {names:?}");
        }
        assert!(!names.iter().any(|name| name == "read_file"), "no file is offered: {names:?}");
    }

    #[test]
    fn a_function_has_its_name_for_itself() {
        let functions = vec![Function::new("observe", "Look through the telescope.", vec![]), Function::new("done", "x", vec![])];
        let brief = Brief { surfaces: vec![Surface::Calls], functions, ..Brief::default() };
        assert_eq!(names(&brief), ["brief", "observe", "done"]);
        assert!(!is_free("observe", &brief) && is_free("brief", &brief));
    }
}
