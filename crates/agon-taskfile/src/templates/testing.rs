//! What the templates' tests share.

use super::{Check, Finding, StartFiles};
use crate::expression::Facts;
use serde_json::{Value, json};
use std::borrow::Cow;

/// Values no template expects.
pub(super) fn garbage() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(-0.5),
        json!(1e300),
        json!(""),
        json!("\u{0}é\n\n"),
        json!([]),
        json!([[null, {}], "x"]),
        json!({}),
        json!({"text": 3, "stdout": [], "exit": "0", "json": null, "files": 7}),
        json!("x".repeat(100_000)),
        json!("[".repeat(50_000)),
    ]
}

/// A check as a task file would have it, without its name.
pub(super) fn check(text: &str) -> Result<Check, String> {
    check_with(text, &StartFiles::new())
}

pub(super) fn check_with(text: &str, start: &StartFiles) -> Result<Check, String> {
    Check::read(toml::from_str(&format!("name = 'it'\n{text}")).unwrap(), start)
}

/// What the check finds where `root` is this, and that it survives garbage there.
#[track_caller]
pub(super) fn finds(text: &str, root: &str, value: &Value) -> Finding {
    let check = check(text).unwrap();
    for nonsense in garbage() {
        let facts = Facts::none().with(root, Cow::Borrowed(&nonsense));
        let finding = check.template.mark(&facts);
        assert!((0.0..=1.0).contains(&finding.score));
        assert!(finding.expected.len() < 3000 && finding.seen.len() < 3000, "what marks show is short");
    }
    check.template.mark(&Facts::none().with(root, Cow::Borrowed(value)))
}

#[track_caller]
pub(super) fn holds(text: &str, root: &str, value: Value) {
    let finding = finds(text, root, &value);
    assert_eq!(finding.score, 1.0, "{text} of {value}: {finding:?}");
}

#[track_caller]
pub(super) fn fails(text: &str, root: &str, value: Value) {
    let finding = finds(text, root, &value);
    assert!(finding.score < 1.0, "{text} of {value}: {finding:?}");
}

/// The sentence that says what is wrong with a check.
#[track_caller]
pub(super) fn refused(text: &str) -> String {
    check(text).err().unwrap_or_else(|| panic!("{text} should be refused"))
}
