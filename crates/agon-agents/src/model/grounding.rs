//! The second model of a pair: it sees the screen and a plan, and answers with a place.

use super::{ModelConfig, prompt};
use agon_core::Brief;
use agon_dialect::{Dialect, View};
use agon_model::{Message, Part, Picture, Repeats, Request};

/// What the grounder is asked. It has no history: the plan says what matters.
pub(super) fn request(
    config: &ModelConfig,
    plan: &str,
    screen: Option<Picture>,
    dialect: &dyn Dialect,
    brief: &Brief,
    view: &View,
) -> Request {
    let mut parts = vec![Part::text(prompt::ground(plan, dialect, brief, view))];
    parts.extend(screen.map(Part::Image));
    Request {
        system: String::new(),
        messages: vec![Message::user(parts)],
        tools: super::sitting::tools(dialect, brief, view),
        options: config.grounder.as_ref().map(|grounder| grounder.options.clone()).unwrap_or_default(),
        repeats: Repeats::Nothing,
    }
}
