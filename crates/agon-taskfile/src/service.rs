//! Functions that a task registers beside mouse, keyboard and shell: a catalogue to look something up in, an instrument to read.

use agon_core::{Function, Param, Space};
use serde::Deserialize;

/// A function that agents may call, answered by a command of ours.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    pub name: String,
    /// One sentence in the imperative.
    pub about: String,
    #[serde(default)]
    pub arguments: Vec<Argument>,
    /// It runs where the agent's HOME can be read and nothing can be changed. What the agent gives comes after its own arguments.
    pub argv: Vec<String>,
    #[serde(default)]
    pub stdin: String,
}

/// A text that the agent gives.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    pub name: String,
    pub about: String,
}

const MAX_CHARS: usize = 200;

impl Service {
    /// As the brief declares it.
    pub fn function(&self) -> Function {
        let param = |argument: &Argument| Param {
            name: argument.name.clone(),
            about: argument.about.clone(),
            space: Space::Text { max_chars: MAX_CHARS },
        };
        Function::new(&self.name, &self.about, self.arguments.iter().map(param).collect())
    }
}
