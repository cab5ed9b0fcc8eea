//! What a command printed, as data: the record keeps it, and agents are told it in words.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What a command printed and how it ended. Bytes that are not UTF-8 are replaced by `U+FFFD`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommandOutput {
    /// What it printed on standard output, as far as it was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdout: String,
    /// What it printed on standard error, as far as it was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// As shells tell it; absent where the command was stopped at its time limit or ended by a signal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// How many bytes of both streams were left off at their ends; 0 where they are whole.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub truncated_bytes: u64,
    /// The time limit that it was stopped at; absent where it ended by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timed_out_secs: Option<f64>,
}

impl CommandOutput {
    /// Whether it ended by itself, and well.
    pub fn succeeded(&self) -> bool {
        self.exit_code == Some(0)
    }

    /// For whoever ran it: what it printed, then how it ended if that was not well.
    pub fn message(&self) -> String {
        let mut lines = vec![self.stdout.trim_end_matches('\n').to_owned()];
        if !self.stderr.is_empty() {
            lines.push(format!("[standard error]\n{}", self.stderr.trim_end_matches('\n')));
        }
        if self.truncated_bytes > 0 {
            lines.push(format!("[{} bytes left off]", self.truncated_bytes));
        }
        match (self.exit_code, self.timed_out_secs) {
            (Some(0), _) => {}
            (Some(code), _) => lines.push(format!("[exit status {code}]")),
            (None, Some(secs)) => lines.push(format!("[stopped after {secs} s]")),
            (None, None) => lines.push("[ended by a signal]".into()),
        }
        lines.retain(|line| !line.is_empty());
        if lines.is_empty() { "The command printed nothing.".into() } else { lines.join("\n") }
    }
}

/// What an agent is told of a step: the command's output, then the world's own words. Every reader of a step uses this, so that
/// an agent in a run, a page that shows the run and training data made of it say the same.
pub fn step_message<'a>(output: Option<&CommandOutput>, feedback: Option<&'a str>) -> Option<Cow<'a, str>> {
    match (output, feedback) {
        (None, feedback) => feedback.map(Cow::Borrowed),
        (Some(output), None) => Some(Cow::Owned(output.message())),
        (Some(output), Some(feedback)) => Some(Cow::Owned(format!("{}\n{feedback}", output.message()))),
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_tells_both_streams_and_how_it_ended() {
        let ran = CommandOutput { stdout: "one\ntwo\n".into(), exit_code: Some(0), ..CommandOutput::default() };
        assert_eq!(ran.message(), "one\ntwo");
        let failed =
            CommandOutput { stderr: "no such file\n".into(), exit_code: Some(2), truncated_bytes: 7, ..CommandOutput::default() };
        assert_eq!(failed.message(), "[standard error]\nno such file\n[7 bytes left off]\n[exit status 2]");
        let stopped = CommandOutput { timed_out_secs: Some(1.5), ..CommandOutput::default() };
        assert_eq!(stopped.message(), "[stopped after 1.5 s]");
        assert_eq!(CommandOutput::default().message(), "[ended by a signal]");
        let silent = CommandOutput { exit_code: Some(0), ..CommandOutput::default() };
        assert_eq!(silent.message(), "The command printed nothing.");
    }

    #[test]
    fn a_step_tells_its_output_before_the_worlds_own_words() {
        let output = CommandOutput { stdout: "out".into(), exit_code: Some(0), ..CommandOutput::default() };
        assert_eq!(step_message(Some(&output), Some("Memory is short.")).as_deref(), Some("out\nMemory is short."));
        assert_eq!(step_message(Some(&output), None).as_deref(), Some("out"));
        assert_eq!(step_message(None, Some("Moved.")).as_deref(), Some("Moved."));
        assert_eq!(step_message(None, None), None);
    }

    #[test]
    fn only_what_was_printed_is_written_down() {
        let silent = CommandOutput { exit_code: Some(0), ..CommandOutput::default() };
        let text = serde_json::to_string(&silent).unwrap();
        assert_eq!(text, r#"{"exit_code":0}"#);
        assert_eq!(serde_json::from_str::<CommandOutput>(&text).unwrap(), silent);
    }
}
