//! What a command line says of itself while it works: lines of JSON on its standard output.

use super::HarnessFile;
use agon_core::Usage;
use serde_json::Value;
use std::collections::BTreeMap;

/// What was read from its output.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Report {
    pub(super) events: u32,
    pub(super) usage: Option<Usage>,
    /// Tool calls by kind: bash, file, gui, web, planning, other.
    pub(super) calls: BTreeMap<&'static str, u32>,
}

/// Parts of tools' names, and the kind of call that they are. The first that fits counts.
const KINDS: [(&str, &[&str]); 5] = [
    ("planning", &["todo", "plan", "task", "think", "memory"]),
    ("web", &["web", "browse", "fetch_url", "google", "http"]),
    ("bash", &["bash", "shell", "exec", "terminal", "command", "run_"]),
    ("gui", &["click", "mouse", "key", "type", "scroll", "drag", "screenshot", "cursor", "wait"]),
    ("file", &["file", "read", "write", "edit", "patch", "glob", "grep", "list", "ls", "search", "view"]),
];

impl HarnessFile {
    /// Reads all lines that are objects; others are left alone.
    pub(super) fn report(&self, stdout: &[u8]) -> Report {
        let mut report = Report::default();
        for line in String::from_utf8_lossy(stdout).lines() {
            let Ok(event @ Value::Object(_)) = serde_json::from_str::<Value>(line) else { continue };
            report.events += 1;
            if let Some(rule) = self.usage.as_ref().filter(|rule| fits(&event, &rule.event)) {
                let tokens = |path: &str| at(&event, path).and_then(Value::as_u64).unwrap_or_default();
                let before = report.usage.filter(|_| rule.adds_up).unwrap_or_default();
                report.usage = Some(Usage {
                    tokens_in: before.tokens_in + tokens(&rule.tokens_in),
                    tokens_out: before.tokens_out + tokens(&rule.tokens_out),
                    tokens_cached: before.tokens_cached + rule.tokens_cached.as_deref().map(tokens).unwrap_or_default(),
                    cost_usd: before.cost_usd
                        + rule.cost_usd.as_deref().and_then(|path| at(&event, path)?.as_f64()).unwrap_or_default(),
                    ..Usage::default()
                });
            }
            if let Some(rule) = self.calls.as_ref().filter(|rule| fits(&event, &rule.event)) {
                for name in names(&event, &rule.name) {
                    *report.calls.entry(kind(&name)).or_default() += 1;
                }
            }
        }
        report
    }
}

fn fits(event: &Value, wanted: &BTreeMap<String, String>) -> bool {
    wanted.iter().all(|(path, value)| names(event, path).iter().any(|found| found == value))
}

/// What stands at a path such as `usage.input_tokens`.
fn at<'a>(event: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(event, |value, step| value.get(step))
}

/// The texts at a path; `content[].name` goes through a list.
fn names(event: &Value, path: &str) -> Vec<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match path.split_once("[].") {
        None => at(event, path).and_then(text).into_iter().collect(),
        Some((list, rest)) => {
            let entries = at(event, list).and_then(Value::as_array).into_iter().flatten();
            entries.flat_map(|entry| names(entry, rest)).collect()
        }
    }
}

fn kind(name: &str) -> &'static str {
    let own = name.rsplit("__").next().unwrap_or(name).to_ascii_lowercase();
    KINDS.iter().find(|(_, parts)| parts.iter().any(|part| own.contains(part))).map_or("other", |(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_and_calls_are_read_by_rule() {
        let codex = HarnessFile::find("codex").unwrap();
        let lines = r#"{"type":"thread.started"}
not json
{"type":"item.completed","item":{"type":"mcp_tool_call","tool":"click"}}
{"type":"item.completed","item":{"type":"mcp_tool_call","tool":"write_file"}}
{"type":"item.completed","item":{"type":"agent_message","text":"x"}}
{"type":"turn.completed","usage":{"input_tokens":10,"cached_input_tokens":4,"output_tokens":3}}
{"type":"turn.completed","usage":{"input_tokens":20,"cached_input_tokens":0,"output_tokens":5}}
"#;
        let report = codex.report(lines.as_bytes());
        assert_eq!(report.events, 6);
        assert_eq!(report.calls, BTreeMap::from([("gui", 1), ("file", 1)]));
        let usage = report.usage.unwrap();
        assert_eq!((usage.tokens_in, usage.tokens_out, usage.tokens_cached), (30, 8, 4));
        assert_eq!(codex.report(b"\xff\xfe{").events, 0);
    }

    #[test]
    fn tools_are_told_by_their_names() {
        for (name, wanted) in [
            ("mcp__agon__bash", "bash"),
            ("mcp__agon__key_down", "gui"),
            ("Read", "file"),
            ("TodoWrite", "planning"),
            ("WebSearch", "web"),
            ("run_shell_command", "bash"),
            ("swap", "other"),
        ] {
            assert_eq!(kind(name), wanted, "{name}");
        }
    }
}
