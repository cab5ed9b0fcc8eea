//! What an agent is told before it acts.

use crate::{Call, Function, Surface};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// All that an agent is told before it acts, in parts: how an action is written depends on who reads it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Brief {
    /// A few words.
    pub title: String,
    /// What is to be done, and what is to be seen.
    pub instruction: String,
    /// What counts and what costs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// How the world can be touched.
    pub surfaces: Vec<Surface>,
    /// What can be called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<Function>,
    /// Calls that show how functions are used, and give nothing else away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
}

/// A call that shows how functions are used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// What the call does, in words: `move right`.
    pub does: String,
    /// The call.
    pub call: Call,
}

impl Brief {
    /// The whole as one text, with calls in their plain text form: what people read, and programs that speak no dialect.
    pub fn prompt(&self) -> String {
        if self.functions.is_empty() {
            return self.assemble("");
        }
        // Where there is more than functions, a call is one way among others.
        let sentence = match self.surfaces.as_slice() {
            [Surface::Calls] => "Answer each turn with exactly one call, written as a pair of the name and its arguments:",
            _ => "A call is written as a pair of the name and its arguments, such as ('name', 'argument').",
        };
        self.assemble(&self.written_as(sentence, Call::to_string))
    }

    /// The whole as one text, in which `form` says how an action is written.
    pub fn assemble(&self, form: &str) -> String {
        let parts = [self.instruction.clone(), self.function_list(), form.trim().to_owned(), self.rules.clone()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }

    /// A form: a sentence, then the examples as it writes them.
    pub fn written_as(&self, sentence: &str, write: impl Fn(&Call) -> String) -> String {
        let mut text = sentence.to_owned();
        for Example { does, call } in &self.examples {
            let _ = write!(text, "\n- {does}: {}", write(call));
        }
        text
    }

    /// Every function with its parameters, in words.
    pub fn function_list(&self) -> String {
        if self.functions.is_empty() {
            return String::new();
        }
        let mut text = "Functions:".to_owned();
        for function in &self.functions {
            let params: Vec<&str> = function.params.iter().map(|param| param.name.as_str()).collect();
            let _ = write!(text, "\n- {}({}): {}", function.name, params.join(", "), function.about);
            for param in &function.params {
                let _ = write!(text, "\n    {}: {}", param.name, param.about);
            }
        }
        text
    }
}
