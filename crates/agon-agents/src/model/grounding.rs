//! The second model of a pair: it sees the screen and a plan, and answers with a place.

use super::prompt;
use agon_core::Brief;
use agon_dialect::{Dialect, View};
use agon_model::{Message, Options, Part, Picture, Request};

/// What the grounder is asked. It has no history: the plan says what matters.
pub(super) fn request(plan: &str, screen: Option<Picture>, dialect: &dyn Dialect, brief: &Brief, view: &View) -> Request {
    let mut parts = vec![Part::text(prompt::ground(plan, dialect, brief, view))];
    parts.extend(screen.map(Part::Image));
    Request {
        system: String::new(),
        messages: vec![Message::user(parts)],
        tools: super::sitting::tools(dialect, brief, view),
        options: Options { temperature: Some(0.0), ..Options::default() },
    }
}
