//! What a model said, and what it was looking at.

use agon_core::{Action, Call, Function, Point, Target, TreeNode};
use serde_json::Value;

/// A reply, without what only an API needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    pub text: String,
    /// Native tool calls, in their order.
    pub calls: Vec<Call>,
}

impl Said {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), calls: Vec::new() }
    }

    pub fn calls(calls: Vec<Call>) -> Self {
        Self { text: String::new(), calls }
    }
}

/// A tool to offer with a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Tool {
    /// A function with a schema, which every API knows in its own form.
    Function(Function),
    /// A function with a schema of its own making.
    Schema { name: String, about: String, schema: Value },
    /// A tool that is built into one API, in that API's own form. Its calls arrive as [`Said::calls`] under `name`, or
    /// under names of the tool's own where the API does it so (Gemini).
    Native { name: String, definition: Value },
}

/// What a screen belongs to; some computer tools want to know, and have other functions for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Environment {
    /// A page in a browser whose frame is not to be seen.
    Browser,
    #[default]
    Desktop,
}

/// What the model was looking at when it spoke.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// Width and height of the screen that actions are in, in pixels.
    pub screen: Option<(u32, u32)>,
    /// Width and height of the picture the model was sent, where it was made smaller or larger; else as the screen.
    pub sent: Option<(u32, u32)>,
    /// Elements with labels, for dialects that name them.
    pub labels: Vec<TreeNode>,
    /// Where the pointer is, if somebody moved it: some dialects click without saying where. [`View::follow`] keeps it.
    pub pointer: Option<Target>,
    pub environment: Environment,
    /// The names of the task's functions: a call of one is a call of the function, whatever else has that name.
    pub functions: Vec<String>,
}

impl View {
    pub fn screen(width: u32, height: u32) -> Self {
        Self { screen: Some((width, height)), ..Self::default() }
    }

    /// The size of the picture the model saw.
    pub fn seen(&self) -> Option<(u32, u32)> {
        self.sent.or(self.screen)
    }

    /// Moves the pointer as an action that was performed did.
    pub fn follow(&mut self, action: &Action) {
        if let Some(place) = pointer_after(action) {
            self.pointer = Some(place);
        }
    }

    /// The middle of a place, in screen pixels; `None` for a label that nobody drew.
    pub(crate) fn middle(&self, target: Target) -> Option<Point> {
        match target {
            Target::Point(point) => Some(point),
            Target::Label(label) => Some(self.labels.iter().find(|node| node.label == Some(label))?.bounds?.middle()),
        }
    }
}

/// Where an action leaves the pointer, if it moves it.
pub(crate) fn pointer_after(action: &Action) -> Option<Target> {
    match action {
        Action::Move { to: place }
        | Action::Click { at: place, .. }
        | Action::Press { at: place, .. }
        | Action::Release { at: place, .. }
        | Action::Scroll { at: place, .. } => Some(*place),
        Action::Drag { path, .. } => path.last().copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointer_is_where_it_was_moved() {
        let mut view = View::screen(100, 100);
        let (here, there) = (Target::Point(Point { x: 1.0, y: 2.0 }), Target::Label(3));
        view.follow(&Action::Done);
        assert_eq!(view.pointer, None);
        view.follow(&Action::Move { to: here });
        assert_eq!(view.pointer, Some(here));
        view.follow(&Action::Drag { path: vec![here, there], button: Default::default(), holding: vec![] });
        assert_eq!(view.pointer, Some(there));
        assert_eq!(view.middle(there), None, "nobody drew it");
    }
}
