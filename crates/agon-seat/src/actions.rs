//! What the seat finds out about an action and its world before anything is done.

use agon_core::{Action, Brief, Call, Capabilities, Fault, Point, Refusal, Request, STAGE_DONE, Status, Surface, Target};

/// A larger action is not taken: what one step adds to the record is bounded.
const MAX_ACTION_BYTES: usize = 1024 * 1024;
/// What is kept of an action that is too large.
const KEPT_CHARS: usize = 1000;

/// A brief that offers what its world cannot do is our own mistake.
pub(crate) fn covers(capabilities: &Capabilities, brief: &Brief) -> Result<(), Fault> {
    let lacks = |surface: &&Surface| match surface {
        // Answers are the seat's own affair, and so is the end of a stage.
        Surface::Answer => false,
        Surface::Calls if brief.functions.iter().all(|function| function.name == STAGE_DONE) => false,
        Surface::Screen if capabilities.screen.is_none() => true,
        surface => !capabilities.surfaces.contains(surface),
    };
    match brief.surfaces.iter().find(lacks) {
        Some(surface) => Err(Fault::world(format!("the brief offers {}, which its world does not have", surface.word()))),
        None => Ok(()),
    }
}

/// The points that labels stood for, where an action names any.
pub(crate) fn points(action: &Action, request: &Request) -> Vec<Point> {
    if !action.targets().iter().any(|target| matches!(target, Target::Label(_))) {
        return Vec::new();
    }
    match request {
        Request::Input(input) => input.points(),
        _ => Vec::new(),
    }
}

/// The action, or what the record keeps of one that is too large and what the agent is told.
pub(crate) fn within_bounds(action: Action) -> Result<Action, Box<(Action, Refusal)>> {
    let size = match &action {
        Action::Done | Action::Wait { .. } | Action::Zoom { .. } => 0,
        action => serde_json::to_string(action).map_or(usize::MAX, |text| text.len()),
    };
    if size <= MAX_ACTION_BYTES {
        return Ok(action);
    }
    let problem = format!("the action ({}) is {size} bytes long, at most {MAX_ACTION_BYTES} are taken", action.kind());
    let text = action.summary().chars().take(KEPT_CHARS).collect();
    let feedback = format!("Nothing was done: {problem}.");
    Err(Box::new((Action::Unread { text, problem }, Refusal::new(Status::Malformed, feedback))))
}

/// Calls by their function's name, also when they come as text; names the brief does not know by their kind, for they
/// can be anything.
pub(crate) fn action_name(brief: &Brief, action: &Action) -> String {
    let name = match action {
        Action::Call { name, .. } => Some(name.clone()),
        Action::Text { text } => text.parse().ok().map(|call: Call| call.name),
        _ => None,
    };
    let known = name.filter(|name| brief.functions.iter().any(|function| function.name == *name));
    known.unwrap_or_else(|| action.kind().into())
}
