//! How a stage is marked: by what was reported, and by what the browser and the sites hold.

use crate::chain::{Goal, GoalState, Stage};
use agon_grade::{CheckBuilder, check};
use serde_json::Value;
use std::collections::BTreeMap;

type Fields = BTreeMap<String, String>;

/// Marks what was reported and the state that the page told. `None`: this is no state of the browser.
pub fn mark(stage: &Stage, state: &Value, result: Option<&Value>) -> Option<Vec<CheckBuilder>> {
    if state.get("app").and_then(Value::as_str) != Some("internet") {
        return None;
    }
    let elements = stage.elements.iter().map(|found| found.element.mark(result));
    Some(elements.chain(stage.goals.iter().map(|goal| goal.mark(state))).collect())
}

impl Goal {
    fn mark(&self, state: &Value) -> CheckBuilder {
        let (passed, expected, seen, at) = match &self.state {
            GoalState::Kept { site, list, fields } => {
                let kept = &state["sites"][site][list];
                let entry = kept.as_array().map_or(Some(kept), |entries| entries.last()).filter(|entry| !entry.is_null());
                let passed = entry.is_some_and(|entry| has(entry, fields));
                (
                    passed,
                    told(fields),
                    entry.map_or_else(nothing, |entry| told_of(entry, fields)),
                    format!("/sites/{site}/{list}"),
                )
            }
            GoalState::KeptAll { site, list, entries } => {
                let kept = state["sites"][site][list].as_array().map(Vec::as_slice).unwrap_or_default();
                let expected = entries.iter().map(told).collect::<Vec<_>>().join("; ");
                let seen = kept.iter().take(20).map(|entry| told_of(entry, &entries.first().cloned().unwrap_or_default()));
                let seen = seen.collect::<Vec<_>>().join("; ");
                (are(kept, entries), expected, if kept.is_empty() { nothing() } else { seen }, format!("/sites/{site}/{list}"))
            }
            GoalState::Downloaded(address) => listed(&state["downloads"], address, "/downloads"),
            GoalState::Bookmarked(address) => listed(&state["bookmarks"], address, "/bookmarks"),
            GoalState::Opened(address) => {
                let visited = state["visited"].as_array().map(Vec::as_slice).unwrap_or_default();
                let tabs = state["tabs"].as_array().map(Vec::as_slice).unwrap_or_default();
                let mut all = visited.iter().chain(tabs.iter().map(|tab| &tab["address"])).filter_map(Value::as_str);
                let passed = all.any(|other| without_fragment(other) == address);
                let seen = if passed { "opened" } else { "never opened" };
                (passed, format!("{address} opened"), seen.to_owned(), "/visited".to_owned())
            }
        };
        check(&self.name, passed).expected(expected).seen(seen).at(at)
    }
}

fn listed(list: &Value, address: &str, at: &str) -> (bool, String, String, String) {
    let all = || list.as_array().into_iter().flatten().filter_map(|entry| entry["address"].as_str());
    let passed = all().any(|other| without_fragment(other) == address);
    let seen = all().take(20).collect::<Vec<_>>().join(", ");
    (passed, address.to_owned(), if seen.is_empty() { nothing() } else { seen }, at.to_owned())
}

fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

/// Whether each wanted entry is there once, and nothing else.
fn are(kept: &[Value], wanted: &[Fields]) -> bool {
    let mut left: Vec<&Value> = kept.iter().collect();
    let found = wanted.iter().all(|fields| {
        let at = left.iter().position(|entry| has(entry, fields));
        at.map(|at| left.swap_remove(at)).is_some()
    });
    found && left.is_empty()
}

fn has(entry: &Value, fields: &Fields) -> bool {
    fields.iter().all(|(name, wanted)| is_same(&text(field(entry, name)), wanted))
}

/// `cart.0.sku` is a field of the first entry of a list in this one.
fn field<'a>(entry: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(entry, |at, part| part.parse::<usize>().map_or_else(|_| &at[part], |index| &at[index]))
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Case and white space do not matter, and numbers are compared as numbers.
fn is_same(seen: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let number = |text: &str| text.trim().parse::<f64>().ok();
    plain(seen) == plain(wanted) || number(seen).is_some_and(|seen| number(wanted) == Some(seen))
}

fn told(fields: &Fields) -> String {
    fields.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
}

/// What an entry has in the fields that are looked at.
fn told_of(entry: &Value, fields: &Fields) -> String {
    let of = |name: &String| format!("{name}: {}", text(field(entry, name)).chars().take(80).collect::<String>());
    fields.keys().map(of).collect::<Vec<_>>().join(", ")
}

fn nothing() -> String {
    "nothing".into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_grade::all_of;
    use serde_json::json;

    fn passes(goal: GoalState, state: &Value) -> bool {
        let stage = Stage { goals: vec![Goal { name: "done".into(), state: goal }], ..Stage::default() };
        all_of(mark(&stage, state, None).unwrap()).passed
    }

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn of_several_entries_the_last_counts_and_lists_have_no_more_than_they_should() {
        let state = json!({ "app": "internet", "sites": { "a.example": {
            "alerts": [{ "price": "9.50", "number": 1 }, { "price": "12.5", "ticker": " abc ", "number": 2 }],
            "settings": { "language": "nl" },
            "orders": [{ "cart": [{ "sku": "7" }] }],
        } } });
        let kept = |list: &str, pairs: &[(&str, &str)]| GoalState::Kept {
            site: "a.example".into(),
            list: list.into(),
            fields: fields(pairs),
        };
        assert!(passes(kept("alerts", &[("price", "12.50"), ("ticker", "ABC")]), &state));
        assert!(!passes(kept("alerts", &[("price", "9.50")]), &state) && !passes(kept("none", &[("price", "9.50")]), &state));
        assert!(passes(kept("settings", &[("language", "nl")]), &state) && !passes(kept("settings", &[("units", "km")]), &state));
        assert!(
            passes(kept("orders", &[("cart.0.sku", "7")]), &state) && !passes(kept("orders", &[("cart.1.sku", "7")]), &state)
        );
        let all = |entries: &[&[(&str, &str)]]| GoalState::KeptAll {
            site: "a.example".into(),
            list: "alerts".into(),
            entries: entries.iter().map(|pairs| fields(pairs)).collect(),
        };
        assert!(passes(all(&[&[("price", "12.5")], &[("price", "9.5")]]), &state));
        assert!(!passes(all(&[&[("price", "12.5")]]), &state), "one too many");
        assert!(!passes(all(&[&[("price", "12.5")], &[("price", "12.5")]]), &state), "one entry counts once");
    }

    #[test]
    fn what_was_saved_marked_and_opened_is_seen_and_other_pages_are_a_fault() {
        let state = json!({ "app": "internet", "downloads": [{ "address": "http://a.example/x.csv" }],
            "bookmarks": [{ "address": "http://a.example/#top" }], "visited": ["http://a.example/y#z"], "tabs": [] });
        assert!(passes(GoalState::Downloaded("http://a.example/x.csv".into()), &state));
        assert!(passes(GoalState::Bookmarked("http://a.example/".into()), &state));
        assert!(passes(GoalState::Opened("http://a.example/y".into()), &state));
        assert!(!passes(GoalState::Opened("http://a.example/".into()), &state));
        assert!(mark(&Stage::default(), &json!({ "app": "video" }), None).is_none());
    }
}
