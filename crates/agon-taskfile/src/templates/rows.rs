//! The table that a command printed: what a database was asked.

use super::near::Closeness;
use super::output::ended;
use super::{Facts, Finding, StartFiles, Template, agreement, shortened, sound};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rows {
    probe: String,
    rows: Vec<Vec<Value>>,
    #[serde(default = "bar")]
    separator: String,
    /// The first line names the columns and does not count.
    #[serde(default)]
    header: bool,
    #[serde(default)]
    ordered: bool,
    /// How far off numbers may be.
    tolerance: Option<f64>,
}

fn bar() -> String {
    "|".into()
}

impl Template for Rows {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        let outcome = &facts.root("probes")[self.probe.as_str()];
        let at = format!("/probes/{}", self.probe);
        let expected = self.expected();
        if outcome["exit"].as_i64() != Some(0) {
            return Finding::new(false, expected, ended(outcome), at);
        }
        let output = outcome["stdout"].as_str().unwrap_or_default();
        let lines = output.lines().filter(|line| !line.trim().is_empty()).skip(usize::from(self.header));
        let seen: Vec<Vec<&str>> = lines.map(|line| line.split(&self.separator).map(str::trim).collect()).collect();
        Finding { score: self.score(&seen), expected, seen: format!("{:?}", shortened(output.trim())), at }
    }

    fn settle(&mut self, _: &StartFiles) -> Result<(), String> {
        sound(!self.separator.is_empty(), "its `separator` is empty")?;
        let fine = |cell: &Value| matches!(cell, Value::String(_) | Value::Number(_));
        sound(self.rows.iter().flatten().all(fine), "the cells of `rows` are texts and numbers")?;
        Closeness { tolerance: self.tolerance, relative: None }.settle()
    }

    fn probe(&self) -> Option<&str> {
        Some(&self.probe)
    }
}

impl Rows {
    fn expected(&self) -> String {
        let row = |row: &Vec<Value>| {
            let cell = |cell: &Value| cell.as_str().map_or_else(|| cell.to_string(), str::to_owned);
            row.iter().map(cell).collect::<Vec<_>>().join(&self.separator)
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        let order = if self.ordered { "in this order" } else { "in any order" };
        format!("{:?} {order}", shortened(&rows.join("\n")))
    }

    fn score(&self, seen: &[Vec<&str>]) -> f64 {
        let longer = seen.len().max(self.rows.len());
        if self.ordered {
            let alike = seen.iter().zip(&self.rows).filter(|(seen, row)| self.same(seen, row)).count();
            return agreement(alike, longer);
        }
        // Each row is found once: of two equal rows both must be there.
        let mut left: Vec<&Vec<&str>> = seen.iter().take(MOST_ROWS).collect();
        let found = self.rows.iter().filter(|row| match left.iter().position(|seen| self.same(seen, row)) {
            Some(at) => {
                left.swap_remove(at);
                true
            }
            None => false,
        });
        agreement(found.count(), longer)
    }

    fn same(&self, seen: &[&str], row: &[Value]) -> bool {
        let close = Closeness { tolerance: self.tolerance, relative: None };
        let cell = |seen: &str, expected: &Value| match expected {
            Value::String(expected) => seen == expected.trim(),
            expected => match (seen.parse::<f64>(), expected.as_f64()) {
                (Ok(seen), Some(expected)) => close.holds(seen - expected, expected),
                _ => false,
            },
        };
        seen.len() == row.len() && seen.iter().zip(row).all(|(seen, expected)| cell(seen, expected))
    }
}

/// More rows than any task has; those beyond count as wrong.
const MOST_ROWS: usize = 10_000;

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::{Value, json};

    const TABLE: &str =
        "kind = 'rows'\nprobe = 'q'\nrows = [[1, 'Main Road', 2.5], [2, 'Mill Lane', 3]]\nheader = true\ntolerance = 0.01";

    fn printed(stdout: &str) -> Value {
        json!({"q": {"exit": 0, "stdout": stdout, "stderr": ""}})
    }

    #[test]
    fn rows_in_any_order_with_numbers_by_value() {
        holds(TABLE, "probes", printed("cat|name|km\n1|Main Road|2.50\n2|Mill Lane|3.0\n"));
        holds(TABLE, "probes", printed("cat|name|km\n2| Mill Lane |2.995\n\n1|Main Road|2.5"));
        for other in [
            "cat|name|km\n1|Main Road|2.5",
            "cat|name|km\n1|Main Road|2.5\n2|Mill Lane|3.2",
            "cat|name|km\n1|Main Road|2.5\n2|Mill Lane|3|x",
            "cat|name|km\n1|Main Road|2.5\n2|Mill Lane|3\n3|Third|1",
            "1|Main Road|2.5\n2|Mill Lane|3",
            "cat|name|km\n1|main road|2.5\n2|Mill Lane|3",
            "",
        ] {
            fails(TABLE, "probes", printed(other));
        }
        assert_eq!(finds(TABLE, "probes", &printed("h\n1|Main Road|2.5")).score, 0.5);
        let ordered = format!("{TABLE}\nordered = true");
        fails(&ordered, "probes", printed("h\n2|Mill Lane|3\n1|Main Road|2.5"));
        fails(TABLE, "probes", json!({"q": {"exit": 1, "stdout": "h\n1|Main Road|2.5\n2|Mill Lane|3"}}));
    }

    #[test]
    fn doubles_count() {
        let twice = "kind = 'rows'\nprobe = 'q'\nrows = [['a'], ['a']]";
        holds(twice, "probes", printed("a\na"));
        fails(twice, "probes", printed("a"));
        fails(twice, "probes", printed("a\nb"));
        assert!(refused("kind = 'rows'\nprobe = 'q'\nrows = [[[1]]]").contains("texts and numbers"));
        assert!(refused("kind = 'rows'\nprobe = 'q'\nrows = []\nseparator = ''").contains("empty"));
    }
}
