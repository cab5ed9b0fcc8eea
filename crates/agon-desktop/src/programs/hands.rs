//! Pointer and keyboard as adapters use them to bring a program into its start state.

use super::nodes::Nodes;
use crate::Desk;
use crate::input::Marks;
use agon_core::{Action, Button, Cause, Fault, Point, Region, Target};
use std::time::Duration;

const THERE: Duration = Duration::from_secs(30);

/// Clicks into the middle of something once it is on the screen.
pub(super) async fn click(desk: &Desk, find: impl Fn(&Nodes) -> Option<Region>) -> Result<(), Fault> {
    let region = Nodes::until(desk, "what is to be clicked", THERE, find).await?;
    let middle = Point { x: region.x + region.width / 2.0, y: region.y + region.height / 2.0 };
    perform(desk, Action::Click { at: Target::Point(middle), button: Button::Left, count: 1, holding: Vec::new() }).await
}

pub(super) async fn type_text(desk: &Desk, text: &str) -> Result<(), Fault> {
    perform(desk, Action::Type { text: text.into() }).await
}

/// Presses keys together.
pub(super) async fn press(desk: &Desk, keys: &[&str]) -> Result<(), Fault> {
    perform(desk, Action::Keys { keys: keys.iter().map(|key| (*key).to_owned()).collect() }).await
}

async fn perform(desk: &Desk, action: Action) -> Result<(), Fault> {
    match desk.input(&action, &Marks::default()).await? {
        None => Ok(()),
        Some(refusal) => Err(Fault::new(Cause::World, format!("{action:?} was refused: {}", refusal.feedback))),
    }
}
