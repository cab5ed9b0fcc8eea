//! Rules that several worlds share, told from states alone: see [`crate::Kind::broken_rule`].

use serde_json::Value;

/// The list of this name may only be rearranged, and nothing else may change.
pub(super) fn rearranged(before: &Value, after: &Value, list: &str) -> Option<String> {
    let sorted = |state: &Value| {
        let mut items: Vec<String> = state[list].as_array()?.iter().map(Value::to_string).collect();
        items.sort_unstable();
        Some(items)
    };
    let rest = |state: &Value| {
        let mut state = state.clone();
        state[list] = Value::Null;
        state
    };
    match (sorted(before), sorted(after)) {
        (Some(old), Some(new)) if old != new => Some(format!("some of the {list} are lost or doubled")),
        (Some(_), Some(_)) if rest(before) != rest(after) => Some(format!("more than the {list} changed")),
        (Some(_), Some(_)) => None,
        _ => Some(format!("there are no {list}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind;
    use serde_json::json;

    #[test]
    fn lists_may_be_rearranged_and_nothing_else() {
        let state = |pieces: Value, rows: u64| json!({"pieces": pieces, "rows": rows});
        let before = state(json!([2, 0, 1]), 1);
        assert_eq!(rearranged(&before, &state(json!([0, 1, 2]), 1), "pieces"), None);
        assert!(rearranged(&before, &state(json!([0, 0, 1]), 1), "pieces").unwrap().contains("doubled"));
        assert!(rearranged(&before, &state(json!([0, 1, 2]), 2), "pieces").unwrap().contains("more than"));
        assert!(rearranged(&before, &json!({}), "pieces").unwrap().contains("no pieces"));
    }

    #[test]
    fn steps_against_the_rules_are_found() {
        let says = |world: &str, before: Value, after: Value| kind(world).and_then(|kind| kind.broken_rule(&before, &after));
        let maze = |row: i64, column: i64| json!({"agent": [row, column], "target": [1, 1]});
        assert_eq!(says("maze-2d", maze(3, 3), maze(3, 4)), None);
        assert!(says("maze-2d", maze(3, 3), maze(3, 5)).unwrap().contains("in one move"));
        assert!(says("maze-2d", maze(3, 3), maze(4, 4)).is_some());
        let board = |one: [u64; 2], two: [u64; 2]| json!({"current": {"1": one, "2": two}, "target": {}});
        assert_eq!(says("sliding-block", board([0, 0], [2, 2]), board([0, 1], [2, 2])), None);
        assert!(says("sliding-block", board([0, 0], [2, 2]), board([1, 1], [2, 2])).unwrap().contains("both ways"));
        assert!(says("sliding-block", board([0, 0], [2, 2]), board([0, 1], [2, 3])).unwrap().contains("2 blocks"));
    }
}
