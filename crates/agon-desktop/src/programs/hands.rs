//! Pointer and keyboard as adapters use them to bring a program into its start state.

use super::nodes::Nodes;
use crate::Desk;
use agon_core::{Button, Fault, Input, Key, Region};
use std::time::Duration;

const THERE: Duration = Duration::from_secs(30);

/// Clicks into the middle of something once it is on the screen.
pub(super) async fn click(desk: &Desk, find: impl Fn(&Nodes) -> Option<Region>) -> Result<(), Fault> {
    let region = Nodes::until(desk, "what is to be clicked", THERE, find).await?;
    let click = Input::Click { at: region.middle(), button: Button::Left, count: 1, holding: Vec::new() };
    Ok(desk.input(&click).await?)
}

pub(super) async fn type_text(desk: &Desk, text: &str) -> Result<(), Fault> {
    Ok(desk.input(&Input::Type { keys: text.chars().filter_map(Key::typing).collect() }).await?)
}

/// Presses keys together.
pub(super) async fn press(desk: &Desk, keys: &[Key]) -> Result<(), Fault> {
    Ok(desk.input(&Input::Keys { keys: keys.to_vec() }).await?)
}
