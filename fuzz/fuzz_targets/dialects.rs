//! Every dialect reads whatever comes: as text, and where it is a JSON list of calls, as tool calls too.
//!
//! The replies under `crates/agon-dialect/tests/corpus` are inputs as they stand.

#![no_main]

use agon_core::{Action, Call};
use agon_dialect::{DIALECTS, Dialect, MAX_ACTIONS, Said, View};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let calls: Vec<Call> = serde_json::from_str(&text).unwrap_or_default();
    for dialect in DIALECTS {
        read(*dialect, &Said::text(text.clone()));
        if !calls.is_empty() {
            read(*dialect, &Said::calls(calls.clone()));
        }
    }
});

/// Reads a reply; what was read can be recorded, and said again without changing.
fn read(dialect: &dyn Dialect, said: &Said) {
    let view = View { sent: Some((1280, 720)), ..View::screen(1920, 1080) };
    let reading = dialect.read(said, &view);
    assert_eq!(reading.actions.is_empty(), reading.problem.is_some());
    assert!(reading.actions.len() <= MAX_ACTIONS);
    for action in &reading.actions {
        let json = serde_json::to_string(action).expect("an action can be recorded");
        assert!(serde_json::from_str::<Action>(&json).is_ok(), "{json}");
    }
    if let Some(said_again) = dialect.write(&reading.actions, &view) {
        let kinds = |actions: &[Action]| actions.iter().map(Action::kind).collect::<Vec<_>>();
        let again = dialect.read(&said_again, &view);
        assert_eq!(kinds(&again.actions), kinds(&reading.actions), "{} said {said_again:?}", dialect.name());
    }
}
