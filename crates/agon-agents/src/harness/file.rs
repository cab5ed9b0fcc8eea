//! How a command line is started, as a TOML file says it.

use agon_core::Surface;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How a coding agent's command line is installed and started, and how what it prints is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HarnessFile {
    /// One sentence, with its licence.
    pub about: String,
    /// The command that installs it, for people.
    pub install: String,
    /// The program and its arguments. Everywhere `{prompt}`, `{brief}`, `{mcp_url}`, `{api_url}`, `{model}`, `{base_url}`, `{key}`, `{home}` and `{steps}` are filled in.
    pub argv: Vec<String>,
    #[serde(default)]
    pub stdin: String,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Files below its home, which is a fresh folder for every trial.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// What it writes down itself, by the beginnings of paths below its home.
    #[serde(default)]
    pub logs: Vec<String>,
    /// The variable of the operator's that holds the key of the model's service.
    pub key_env: String,
    /// What a task has to offer for it to do anything, where it does not take the seat's tools as they are.
    #[serde(default)]
    pub surfaces: Vec<Surface>,
    /// Where the model's service is by default.
    pub base_url: String,
    /// Where usage stands in the lines of JSON that it prints.
    pub usage: Option<UsageRule>,
    /// Where its tool calls stand there.
    pub calls: Option<CallRule>,
}

/// Which of its events tell usage, and where.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsageRule {
    /// Fields that such an event has, by their paths.
    pub event: BTreeMap<String, String>,
    pub tokens_in: String,
    pub tokens_out: String,
    pub tokens_cached: Option<String>,
    pub cost_usd: Option<String>,
    /// Whether each event tells what came since the one before; otherwise the last tells all.
    #[serde(default)]
    pub adds_up: bool,
}

/// Which of its events are tool calls, and where the tool's name stands.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallRule {
    pub event: BTreeMap<String, String>,
    pub name: String,
}

/// A file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct HarnessFileError(String);

/// What is filled in.
pub(super) struct Values {
    /// The brief with a word on the MCP server, and the brief alone.
    pub(super) prompt: String,
    pub(super) brief: String,
    pub(super) mcp_url: String,
    pub(super) api_url: String,
    pub(super) model: String,
    pub(super) base_url: String,
    pub(super) key: String,
    pub(super) home: String,
    pub(super) steps: u32,
}

const SHORTEST_KEY: usize = 8;

/// Those that come with Agon.
const BUILT_IN: [(&str, &str); 7] = [
    ("claude", include_str!("../../harnesses/claude.toml")),
    ("codex", include_str!("../../harnesses/codex.toml")),
    ("gemini", include_str!("../../harnesses/gemini.toml")),
    ("goose", include_str!("../../harnesses/goose.toml")),
    ("mini-swe-agent", include_str!("../../harnesses/mini-swe-agent.toml")),
    ("opencode", include_str!("../../harnesses/opencode.toml")),
    ("qwen", include_str!("../../harnesses/qwen.toml")),
];

impl HarnessFile {
    /// One that comes with Agon, or a file of the operator's: a name that ends in `.toml`.
    pub fn find(name: &str) -> Result<Self, HarnessFileError> {
        let read =
            |text: &str| toml::from_str(text).map_err(|error| HarnessFileError(format!("{name}: {}", error.message().trim())));
        if name.ends_with(".toml") {
            let text =
                std::fs::read_to_string(name).map_err(|error| HarnessFileError(format!("{name} cannot be read: {error}")))?;
            return read(&text);
        }
        let known = || BUILT_IN.map(|(name, _)| name).join(", ");
        let (_, text) = BUILT_IN.into_iter().find(|(known, _)| *known == name).ok_or_else(|| {
            HarnessFileError(format!(
                "there is no command line {name:?}; there are {}, and files of your own: cli:FILE.toml",
                known()
            ))
        })?;
        read(text)
    }
}

impl Values {
    /// A text with everything in its place. What is filled in is not looked at again.
    pub(super) fn fill(&self, text: &str) -> String {
        let steps = self.steps.to_string();
        let known = [
            ("prompt", self.prompt.as_str()),
            ("brief", &self.brief),
            ("mcp_url", &self.mcp_url),
            ("api_url", &self.api_url),
            ("model", &self.model),
            ("base_url", &self.base_url),
            ("key", &self.key),
            ("home", &self.home),
            ("steps", &steps),
        ];
        let (mut filled, mut rest) = (String::new(), text);
        while let Some(open) = rest.find('{') {
            filled.push_str(&rest[..open]);
            let after = &rest[open + 1..];
            let value = known.iter().find_map(|(name, value)| Some((value, after.strip_prefix(name)?.strip_prefix('}')?)));
            match value {
                Some((value, after)) => {
                    filled.push_str(value);
                    rest = after;
                }
                None => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled + rest
    }

    /// What a command line said, as it may stand in the record.
    pub(super) fn without_key(&self, text: &str) -> String {
        // Where there is no key it is a word.
        if self.key.len() < SHORTEST_KEY { text.to_owned() } else { text.replace(&self.key, "(key)") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_come_with_agon_can_be_read_and_are_given_the_seat() {
        for (name, text) in BUILT_IN {
            let file = HarnessFile::find(name).unwrap();
            let by_mcp = text.contains("{mcp_url}") && text.contains("{prompt}");
            let by_api = text.contains("{api_url}") && text.contains("{brief}") && !file.surfaces.is_empty();
            assert!((by_mcp || by_api) && text.contains("{base_url}"), "{name}");
            assert!(!file.argv.is_empty() && (file.usage.is_some() || by_api) && file.calls.is_some(), "{name}");
        }
        let problem = HarnessFile::find("codexx").unwrap_err().to_string();
        assert!(problem.starts_with("there is no command line \"codexx\"; there are claude, codex, "), "{problem}");
        assert!(HarnessFile::find("nowhere.toml").unwrap_err().to_string().contains("cannot be read"));
    }

    fn values(key: &str) -> Values {
        Values {
            prompt: "say {key}".into(),
            brief: "say".into(),
            mcp_url: "http://x".into(),
            api_url: "http://y".into(),
            model: "m".into(),
            base_url: "u".into(),
            key: key.into(),
            home: "/h".into(),
            steps: 7,
        }
    }

    #[test]
    fn what_is_filled_in_is_not_looked_at_again() {
        let values = values("secret");
        assert_eq!(values.fill("{\"a\": {x}, \"p\": \"{prompt}\", {steps}{"), "{\"a\": {x}, \"p\": \"say {key}\", 7{");
    }

    #[test]
    fn a_key_is_taken_out_of_what_is_recorded() {
        assert_eq!(values("sk-123456").without_key("key=sk-123456; sk-123456"), "key=(key); (key)");
        assert_eq!(values("none").without_key("none at all"), "none at all");
    }
}
