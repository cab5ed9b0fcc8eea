//! What a command printed that the runner ran after the agent had left.

use super::lines::{self, Order};
use super::{Facts, Finding, StartFiles, Template, shortened, sound};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Output {
    probe: String,
    /// The exit code it should have.
    #[serde(default)]
    exit: i64,
    /// The whole output, outer space aside.
    text: Option<String>,
    #[serde(default)]
    contains: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
    /// The output's lines as a set.
    lines: Option<Vec<String>>,
}

impl Template for Output {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        let outcome = &facts.root("probes")[self.probe.as_str()];
        let at = format!("/probes/{}", self.probe);
        let output = outcome["stdout"].as_str().unwrap_or_default();
        let wrong_exit = (outcome["exit"].as_i64() != Some(self.exit)).then(|| ended(outcome));
        let problem = wrong_exit.or_else(|| self.problem(output));
        let score = match (&problem, &self.lines) {
            (Some(_), _) => 0.0,
            (None, None) => 1.0,
            (None, Some(expected)) => {
                let seen: Vec<String> = output.lines().map(str::to_owned).collect();
                lines::score(&seen, expected, Order { kept: false, extra_allowed: false }, false)
            }
        };
        let seen = problem.unwrap_or_else(|| format!("{:?}", shortened(output.trim())));
        Finding { score, expected: self.expected(), seen, at }
    }

    fn settle(&mut self, _: &StartFiles) -> Result<(), String> {
        sound(!self.contains.iter().chain(&self.lacks).any(String::is_empty), "every text contains the empty one")
    }

    fn probe(&self) -> Option<&str> {
        Some(&self.probe)
    }
}

impl Output {
    fn problem(&self, output: &str) -> Option<String> {
        let shown = || format!("{:?}", shortened(output.trim()));
        if self.text.as_ref().is_some_and(|text| text.trim() != output.trim()) {
            return Some(shown());
        }
        if let Some(missing) = self.contains.iter().find(|part| !output.contains(part.as_str())) {
            return Some(format!("no {missing:?} in {}", shown()));
        }
        let found = self.lacks.iter().find(|part| output.contains(part.as_str()))?;
        Some(format!("{found:?} in {}", shown()))
    }

    fn expected(&self) -> String {
        let mut wishes = vec![format!("exit {}", self.exit)];
        wishes.extend(self.text.iter().map(|text| format!("the output {:?}", shortened(text))));
        wishes.extend(self.contains.iter().map(|part| format!("{:?} in the output", shortened(part))));
        wishes.extend(self.lacks.iter().map(|part| format!("no {:?} in the output", shortened(part))));
        wishes.extend(self.lines.iter().map(|lines| format!("the lines {:?}", shortened(&lines.join("\n")))));
        shortened(&wishes.join(", ")).into_owned()
    }
}

/// How a probe's command ended, in words, with the end of what it complained about.
pub(super) fn ended(outcome: &Value) -> String {
    let how = match outcome["exit"].as_i64() {
        Some(code) => format!("exit {code}"),
        None => "the command was ended before it finished".into(),
    };
    let complaint = outcome["stderr"].as_str().unwrap_or_default().trim().lines().next_back().unwrap_or_default();
    if complaint.is_empty() { how } else { format!("{how}: {}", shortened(complaint)) }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::{Value, json};

    fn printed(stdout: &str, exit: Value) -> Value {
        json!({"roads": {"exit": exit, "stdout": stdout, "stderr": "warning\nno such map"}})
    }

    #[test]
    fn output_is_compared_as_told() {
        let with = |more: &str| format!("kind = 'output'\nprobe = 'roads'\n{more}");
        holds(&with("text = 'a b'"), "probes", printed(" a b\n", json!(0)));
        fails(&with("text = 'a b'"), "probes", printed("a  b", json!(0)));
        holds(&with("contains = ['a']\nlacks = ['c']"), "probes", printed("a b", json!(0)));
        fails(&with("contains = ['a', 'c']"), "probes", printed("a b", json!(0)));
        fails(&with("lacks = ['b']"), "probes", printed("a b", json!(0)));
        holds(&with("lines = ['b', 'a']"), "probes", printed("a\nb\n", json!(0)));
        assert_eq!(finds(&with("lines = ['b', 'a']"), "probes", &printed("a\n", json!(0))).score, 0.5);
        holds(&with("exit = 3"), "probes", printed("", json!(3)));
        fails(&with("exit = 3"), "probes", printed("", json!(0)));
        fails(&with(""), "probes", json!({}));
        assert!(refused(&with("contains = ['']")).contains("empty"));
    }

    #[test]
    fn it_says_how_the_command_ended() {
        let any = "kind = 'output'\nprobe = 'roads'";
        assert_eq!(finds(any, "probes", &printed("", json!(1))).seen, "exit 1: no such map");
        assert!(finds(any, "probes", &printed("", Value::Null)).seen.starts_with("the command was ended"));
    }
}
