//! How an expert moves in the browser: keys, and the mouse for the buttons of its bar, whose places are in `web/internet/README.md`.

use crate::hand::{chord, left, typed};
use agon_chain::Move;
use agon_core::Action;

const BACK: (f64, f64) = (24.0, 56.0);
const STAR: (f64, f64) = (1106.0, 56.0);
/// The newest one of the list.
const FIRST_DOWNLOAD: (f64, f64) = (1090.0, 142.0);

pub(super) fn act(moves: &[Move]) -> Vec<Action> {
    let before = std::iter::once(None).chain(moves.iter().map(Some));
    before.zip(moves).flat_map(|(before, now)| one(before, now)).collect()
}

fn one(before: Option<&Move>, now: &Move) -> Vec<Action> {
    match now {
        Move::Go(text) | Move::Search(text) => vec![chord(&["ctrl", "l"]), typed(text), chord(&["enter"])],
        Move::Press { text, nth } => found(text, *nth, [chord(&["enter"])]),
        Move::Fill { label, nth, value } => found(label, *nth, [chord(&["ctrl", "a"]), typed(value)]),
        Move::Choose { label, nth, option } => found(label, *nth, [typed(option), chord(&["enter"])]),
        Move::Tick { label, nth } => found(label, *nth, [chord(&["space"])]),
        // In a list Enter opens it: the button comes next.
        Move::Enter if matches!(before, Some(Move::Choose { .. })) => vec![chord(&["tab"]), chord(&["enter"])],
        Move::Enter => vec![chord(&["enter"])],
        Move::Back => vec![left(BACK)],
        Move::NewTab(address) => vec![chord(&["ctrl", "t"]), typed(address), chord(&["enter"])],
        Move::Tab(number) => vec![chord(&["ctrl", &number.to_string()])],
        Move::CloseTab => vec![chord(&["ctrl", "w"])],
        Move::Read(screens) => {
            // A tab of a page that was pressed takes Home for itself; Escape gives the keys to the page.
            let is_after_press = matches!(before, Some(Move::Press { .. }));
            let mut actions = if is_after_press { vec![chord(&["escape"])] } else { Vec::new() };
            actions.extend(vec![chord(&["page_down"]); *screens]);
            actions.push(chord(&["home"]));
            actions
        }
        Move::Bookmark => vec![left(STAR)],
        Move::OpenDownload => vec![left(FIRST_DOWNLOAD)],
    }
}

/// Finds a text on the page, and goes on with what it stands on.
fn found<const N: usize>(text: &str, nth: usize, then: [Action; N]) -> Vec<Action> {
    let mut actions = vec![chord(&["ctrl", "f"]), typed(text)];
    actions.extend(vec![chord(&["enter"]); nth.saturating_sub(1)]);
    actions.push(chord(&["escape"]));
    actions.extend(then);
    actions
}
